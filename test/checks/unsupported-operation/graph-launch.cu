// RUN: %lint-cu
// A graph cannot be launched into a capturing stream: it becomes no node.
#include <cuda_runtime.h>

__global__ void kernel();

void firesInEachMode(cudaStream_t s, cudaGraph_t *g, cudaGraphExec_t e) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphLaunch' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsupported-operation]
  cudaGraphLaunch(e, s);
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphLaunch' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-unsupported-operation]
  cudaGraphLaunch(e, s);
  cudaStreamEndCapture(s, g);
}
void firesForAForkedStream(cudaStream_t s, cudaStream_t side, cudaEvent_t event, cudaGraph_t *g, cudaGraphExec_t e) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  cudaEventRecord(event, s);
  cudaStreamWaitEvent(side, event, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphLaunch' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsupported-operation]
  cudaGraphLaunch(e, side);
  cudaEventRecord(event, side);
  cudaStreamWaitEvent(s, event, 0);
  cudaStreamEndCapture(s, g);
}

void silentAfterTheCapture(cudaStream_t s, cudaGraph_t g, cudaGraphExec_t e) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, s);
  cudaGraphExecDestroy(e);
}
void silentIfItIsAdded(cudaStream_t s, cudaGraph_t *g, cudaGraph_t parent, cudaGraphNode_t *node, cudaGraph_t child) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaGraphAddChildGraphNode(node, parent, nullptr, 0, child);
  cudaStreamEndCapture(s, g);
}
// The first round captures, and the others launch what it captured.
void silentIfTheOtherRoundsLaunch(cudaStream_t s, cudaGraph_t *g, cudaGraphExec_t *e, bool use, bool ready) {
  if (use && !ready)
    cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  if (!ready || !use)
    kernel<<<1, 1, 0, s>>>();
  else
    cudaGraphLaunch(*e, s);
  if (use && !ready) {
    cudaStreamEndCapture(s, g);
    cudaGraphInstantiate(e, *g, 0);
  }
}
// Kernels may launch graphs, and a capture records such kernels.
__global__ void launches(cudaGraphExec_t e) {
#ifdef __CUDA_ARCH__
  cudaGraphLaunch(e, cudaStreamGraphFireAndForget);
#endif
}
void silentForAKernelThatLaunches(cudaStream_t s, cudaGraph_t *g, cudaGraphExec_t e) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  launches<<<1, 1, 0, s>>>(e);
  cudaStreamEndCapture(s, g);
}
