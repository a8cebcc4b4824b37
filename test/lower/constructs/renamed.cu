// RUN: %lint-cu
// APIs behind other names.
#include <cuda_runtime.h>

#define gpuStreamBeginCapture cudaStreamBeginCapture
#define gpuStreamEndCapture cudaStreamEndCapture
#define gpuStreamSynchronize cudaStreamSynchronize
#define gpuMalloc(p, n) cudaMalloc(p, n)
#define gpuStream_t cudaStream_t
void firesForRenamedApis(gpuStream_t s, cudaGraph_t *g, void *p) {
  gpuStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  gpuMalloc(&p, 16);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-5]]:3: note: capture of 's' begins here
  gpuStreamSynchronize(s);
  gpuStreamEndCapture(s, g);
  gpuStreamSynchronize(s);
}

// One function per API, as in portability layers.
namespace gpu {
using Stream = cudaStream_t;
enum class Mode { Global = cudaStreamCaptureModeGlobal, Relaxed = cudaStreamCaptureModeRelaxed };
inline int beginCapture(Stream s, Mode m) { return cudaStreamBeginCapture(s, static_cast<cudaStreamCaptureMode>(m)); }
inline int endCapture(Stream s, cudaGraph_t *g) { return cudaStreamEndCapture(s, g); }
inline int allocate(void **p, size_t n) { return cudaMalloc(p, n); }
} // namespace gpu
void firesForWrappers(gpu::Stream s, cudaGraph_t *g, void *p) {
  gpu::beginCapture(s, gpu::Mode::Global);
  // CHECK: :[[#@LINE+3]]:3: warning: call to 'gpu::allocate' reaches 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-6]]:50: note: 'gpu::allocate' calls 'cudaMalloc' here
  gpu::allocate(&p, 16);
  gpu::endCapture(s, g);
  gpu::allocate(&p, 16);
}
void silentForRelaxedWrappers(gpu::Stream s, cudaGraph_t *g, void *p) {
  gpu::beginCapture(s, gpu::Mode::Relaxed);
  gpu::allocate(&p, 16);
  gpu::endCapture(s, g);
}

// Tables of entry points; what they hold is not known.
struct Api {
  cudaError_t (*begin)(cudaStream_t, cudaStreamCaptureMode);
  cudaError_t (*malloc)(void **, size_t);
  cudaError_t (*end)(cudaStream_t, cudaGraph_t *);
};
void silentForTables(const Api &api, cudaStream_t s, cudaGraph_t *g, void *p) {
  api.begin(s, cudaStreamCaptureModeGlobal);
  api.malloc(&p, 16);
  cudaFree(p);
  api.end(s, g);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  api.end(s, g);
  cudaFree(p);
}

namespace wrapped {
using ::cudaFree;
using ::cudaStreamBeginCapture;
} // namespace wrapped
void firesForQualifiedNames(cudaStream_t s, cudaGraph_t *g, void *p) {
  ::cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  wrapped::cudaFree(p);
  ::cudaStreamEndCapture(s, g);
}

void firesForOddSpelling(cudaStream_t s, cudaGraph_t *g, void *p) {
  (cudaStreamBeginCapture)(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  (*cudaFree)(p);
  // CHECK: :[[#@LINE+2]]:9: warning: call to 'cudaFreeHost' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-5]]:3: note: capture of 's' begins here
  (void)(&cudaFreeHost)(p);
  (cudaStreamEndCapture)(s, g);
}
