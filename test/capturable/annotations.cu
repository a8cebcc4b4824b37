// RUN: %lint-capturable
// Functions that are declared capturable by an annotation.
#include <cuda_capture/annotations.h>
#include <cuda_runtime.h>

__global__ void kernel(float *p);

// CHECK: :[[#@LINE+4]]:3: warning: call to 'cudaMalloc' while the caller of 'firesDirectly' is capturing 's' in global mode; the runtime rejects it with cudaErrorStreamCaptureUnsupported (900){{.*}} [cuda-capture-unsafe-call]
// CHECK: :[[#@LINE+1]]:3: note: 'firesDirectly' is declared capturable here
[[clang::annotate("cuda_capture::capturable")]]
void firesDirectly(cudaStream_t s, float **p) {
  cudaMalloc(p, 16);
  kernel<<<1, 1, 0, s>>>(*p);
}

// On a declaration, in whatever header.
CUDA_CAPTURE_CAPTURABLE void firesForADeclaration(cudaStream_t s);
void firesForADeclaration(cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while the caller of 'firesForADeclaration' is capturing 's' in global mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(s);
}

static void grow(float **p, int n) {
  if (n > 1024)
    cudaMalloc(p, n);
}
CUDA_CAPTURE_CAPTURABLE void firesThroughAHelper(cudaStream_t s, float **p, int n) {
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'grow' reaches 'cudaMalloc' while the caller of 'firesThroughAHelper' is capturing 's' in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-4]]:5: note: 'grow' calls 'cudaMalloc' here when 'n > 1024'
  grow(p, n);
  kernel<<<1, 1, 0, s>>>(*p);
}

CUDA_CAPTURE_CAPTURABLE_IN("relaxed") void silentWhereTheModePermits(cudaStream_t s, float **p) {
  cudaMalloc(p, 16);
  kernel<<<1, 1, 0, s>>>(*p);
}
CUDA_CAPTURE_CAPTURABLE_IN("thread_local") void firesInThreadLocalMode(cudaStream_t s, float **p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while the caller of 'firesInThreadLocalMode' is capturing 's' in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(p, 16);
}

void silentWithoutAPromise(cudaStream_t s, float **p) {
  cudaMalloc(p, 16);
  cudaStreamSynchronize(s);
}

struct Layer {
  virtual ~Layer() = default;
  CUDA_CAPTURE_CAPTURABLE virtual void forward(float *p, cudaStream_t s) = 0;
};
struct Dense : Layer {
  void forward(float *p, cudaStream_t s) override {
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaDeviceSynchronize' while the caller of 'Dense::forward' is capturing 's' in global mode; {{.*}} [cuda-capture-synchronization]
    // CHECK: note: 'Dense::forward' overrides 'Layer::forward', which is declared capturable here
    cudaDeviceSynchronize();
  }
};
struct Debug : Layer {
  CUDA_CAPTURE_NOT_CAPTURABLE void forward(float *p, cudaStream_t s) override { cudaDeviceSynchronize(); }
};

struct Engine {
  CUDA_CAPTURE_CAPTURABLE void step(float **p) {
    kernel<<<1, 1, 0, stream>>>(*p);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamQuery' while the caller of 'Engine::step' is capturing 'stream' in global mode; {{.*}} [cuda-capture-synchronization]
    cudaStreamQuery(stream);
  }
  cudaStream_t stream;
};

struct Context {
  cudaStream_t stream;
};
CUDA_CAPTURE_CAPTURABLE void firesForAStreamInAnObject(const Context &ctx) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while the caller of 'firesForAStreamInAnObject' is capturing 'ctx->stream' in global mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(ctx.stream);
}
CUDA_CAPTURE_CAPTURABLE void firesForAReference(cudaStream_t &s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while the caller of 'firesForAReference' is capturing 's' in global mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(s);
}

template <typename T> CUDA_CAPTURE_CAPTURABLE void firesInATemplate(T **p, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while the caller of 'firesInATemplate' is capturing 's' in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaFree(*p);
}
void instantiate(float **p, cudaStream_t s) { firesInATemplate(p, s); }

void lambdas(float **p) {
  auto body = [p](cudaStream_t s) CUDA_CAPTURE_CAPTURABLE {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while the caller of the lambda is capturing 's' in global mode; {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(p, 16);
    kernel<<<1, 1, 0, s>>>(*p);
  };
  (void)body;
}

// What a caller of such a function does is its own matter.
void silentInACaller(cudaStream_t s, float **p) {
  cudaMalloc(p, 16);
  silentWhereTheModePermits(s, p);
  cudaStreamSynchronize(s);
}

// Who calls what is declared capturable, and is itself, is told of its own call.
CUDA_CAPTURE_CAPTURABLE void firesAround(cudaStream_t s, float **p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'firesDirectly' reaches 'cudaMalloc' while the caller of 'firesAround' is capturing 's' in global mode; {{.*}} [cuda-capture-unsafe-call]
  firesDirectly(s, p);
}
