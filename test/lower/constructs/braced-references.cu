// RUN: %lint-cu
// References that are initialized in braces.
#include <cuda_runtime.h>

static constexpr auto kGlobal = cudaStreamCaptureModeGlobal;
static constexpr auto kRelaxed = cudaStreamCaptureModeRelaxed;
struct Recording {
  cudaStream_t stream;
  cudaGraph_t graph;
};
struct Scope {
  Recording &recording;
  cudaStream_t &stream;
  explicit Scope(Recording &given) : recording{given}, stream{given.stream} {
    if (cudaStreamBeginCapture(recording.stream, kGlobal) != cudaSuccess)
      throw 1;
  }
  ~Scope() {
    if (cudaStreamEndCapture(recording.stream, &recording.graph) != cudaSuccess)
      recording.graph = nullptr;
  }
};
void silentBehindAScope(Recording &r) {
  { Scope scope(r); }
  cudaDeviceSynchronize();
}
void firesInAScope(Recording &r) {
  Scope scope{r};
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 'Scope::recording.stream' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(scope.stream);
}
void firesForALocal(Recording &r) {
  Recording &same{r};
  if (cudaStreamBeginCapture(same.stream, kRelaxed) != cudaSuccess)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 'same.stream' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(r.stream);
  if (cudaStreamEndCapture(r.stream, &r.graph) == cudaSuccess)
    cudaGraphDestroy(r.graph);
}
void silentForACopy(Recording &r, cudaStream_t other) {
  Recording copy{r};
  copy.stream = other;
  if (cudaStreamBeginCapture(r.stream, kRelaxed) != cudaSuccess)
    return;
  cudaStreamSynchronize(copy.stream);
  if (cudaStreamEndCapture(r.stream, &r.graph) == cudaSuccess)
    cudaGraphDestroy(r.graph);
}
