#include <cuda_runtime.h>
__global__ void kernel(float *);
bool asks(cudaStream_t s) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  return status != cudaStreamCaptureStatusNone;
}

// The usual call finds a buffer that is large enough.
float *buffer;
size_t size;
static float *reserve(size_t n) {
  if (n <= size)
    return buffer;
  cudaFree(buffer);
  cudaMalloc(&buffer, n);
  size = n;
  return buffer;
}
void runs_with_buffer(size_t n, cudaStream_t s) { kernel<<<1, 1, 0, s>>>(reserve(n)); }

struct Workspace {
  float *data = nullptr;
  size_t held = 0;
  float *get(size_t n) {
    if (n <= held)
      return data;
    cudaFree(data);
    cudaMalloc(&data, n);
    held = n;
    return data;
  }
};
void runs_with_member(Workspace &w, size_t n, cudaStream_t s) { kernel<<<1, 1, 0, s>>>(w.get(n)); }

bool ready;
float *table;
static void fill() {
  if (ready)
    return;
  cudaMalloc(&table, 4096);
  ready = true;
}
void runs_with_table(float *d, cudaStream_t s) {
  fill();
  kernel<<<1, 1, 0, s>>>(d);
}

// Each call allocates, unless it fails.
static float *allocate(size_t n) {
  if (!n)
    return nullptr;
  float *made;
  cudaMalloc(&made, n);
  return made;
}
void allocates_each_time(size_t n, cudaStream_t s) { kernel<<<1, 1, 0, s>>>(allocate(n)); }
struct Context {
  int failed = 0;
};
int allocates_unless_failed(Context &c, float **out, cudaStream_t s) {
  if (c.failed)
    return c.failed;
  cudaMalloc(out, 4);
  kernel<<<1, 1, 0, s>>>(*out);
  return 0;
}

// It sets something up, and does nothing in its second call.
float *weights;
bool done;
void sets_up(cudaStream_t s) {
  if (done)
    return;
  cudaMalloc(&weights, 4096);
  kernel<<<1, 1, 0, s>>>(weights);
  cudaStreamSynchronize(s);
  done = true;
}
void sets_up_too(cudaStream_t s) { sets_up(s); }

// The name says that a function prepares something, and it allocates or waits on
// some path.
extern bool resized;
struct Layer {
  float *data;
  void initialize(cudaStream_t s) {
    if (resized)
      cudaMalloc(&data, 4);
    kernel<<<1, 1, 0, s>>>(data);
  }
  void initial_state(cudaStream_t s) {
    if (resized)
      cudaMalloc(&data, 4);
    kernel<<<1, 1, 0, s>>>(data);
  }
};
void SetupBuffers(float *d, cudaStream_t s) {
  kernel<<<1, 1, 0, s>>>(d);
  if (resized)
    cudaStreamSynchronize(s);
}
extern "C" void create_tables(float *d, cudaStream_t s) {
  kernel<<<1, 1, 0, s>>>(d);
  if (resized)
    cudaStreamSynchronize(s);
}
// It only enqueues work.
void init_values(float *d, cudaStream_t s) { kernel<<<1, 1, 0, s>>>(d); }
Layer layer;
