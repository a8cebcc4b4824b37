#include "api.h"
static bool capturing(cudaStream_t s) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  return status != cudaStreamCaptureStatusNone;
}

// Nobody here calls these, and each enqueues work on the caller's stream.
void grow_and_fill(float **data, int n, cudaStream_t s) {
  static int size = 0;
  if (n > size) {
    cudaMalloc(data, n);
    size = n;
  }
  cudaMemsetAsync(*data, 0, n, s);
}
void order(cudaEvent_t e, cudaStream_t from, cudaStream_t to) {
  cudaEventRecord(e, from);
  cudaStreamWaitEvent(to, e, 0);
}
void refused(cudaStream_t s) { cudaStreamAddCallback(s, nullptr, nullptr, 0); }
struct Layer {
  cudaStream_t stream;
  Layer(cudaStream_t s) : stream(s) { cudaMemsetAsync(this, 0, 4, s); }
  ~Layer() { cudaMemsetAsync(this, 1, 4, stream); }
  void forward(float *data);
};
void Layer::forward(float *data) { cudaMemsetAsync(data, 0, 4, stream); }
void fill_itself(float *data, int depth, cudaStream_t s) {
  cudaMemsetAsync(data, 0, 4, s);
  if (depth)
    fill_itself(data, depth - 1, s);
}

// Their callers are here, so they count.
void run_layer(float *data, cudaStream_t s) { cudaMemsetAsync(data, 0, 4, s); }
void run_layers(Context &, float *data, cudaStream_t s) { run_layer(data, s); }
void for_main(float *data, cudaStream_t s) { cudaMemsetAsync(data, 0, 4, s); }
void for_lambda(float *data, cudaStream_t s) {
  cudaMemsetAsync(data, 0, 4, s);
}
template <typename F> void start(F) {}

// No caller that captures can call these.
bool load(float *data, const float *from, cudaStream_t s) {
  if (cudaMemcpyAsync(data, from, 4, cudaMemcpyHostToDevice, s) != cudaSuccess)
    return false;
  return cudaStreamSynchronize(s) == cudaSuccess;
}
void load_all(float *data, const float *from, cudaStream_t s) {
  load(data, from, s);
}
void make(float **data, cudaStream_t s) {
  cudaMalloc(data, 4);
  cudaMemsetAsync(*data, 0, 4, s);
}
void stop(float *data, cudaStream_t s) {
  cudaMemsetAsync(data, 0, 4, s);
  cudaStreamDestroy(s);
}

// Such a caller does not ask for the wait.
void read(float *to, const float *from, cudaStream_t s, bool wait = true) {
  cudaMemcpyAsync(to, from, 4, cudaMemcpyDeviceToHost, s);
  if (!wait)
    return;
  cudaStreamSynchronize(s);
}

// It asks for its result by a pointer.
void sum(const float *data, float *result, cudaStream_t s) {
  cudaMemsetAsync(const_cast<float *>(data), 0, 4, s);
  if (result) {
    cudaMemcpyAsync(result, data, 4, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
  }
}

// Only this source can call it, and does not.
[[maybe_unused]] static void unused(float *data, cudaStream_t s) {
  cudaMemsetAsync(data, 0, 4, s);
}

void use_all(cudaStream_t s) {
  if (capturing(s))
    return;
}

int main() {
  for_main(nullptr, nullptr);
  start([] { for_lambda(nullptr, nullptr); });
}

// These refuse what they cannot do; only some of their calls wait.
void scale(float *data, int n, cudaStream_t s) {
  static int calls = 0;
  if (!data)
    return;
  if (n <= 0)
    return;
  cudaMemsetAsync(data, 0, n, s);
  if (++calls % 1000 == 0)
    cudaStreamSynchronize(s);
}

// Whether a stream is given is no question about a wait.
extern void fill_on(float *data, cudaStream_t s);
void fill_on(float *data, cudaStream_t s) {
  if (s)
    cudaMemsetAsync(data, 0, 4, s);
  else
    cudaDeviceSynchronize();
}
