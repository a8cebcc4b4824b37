// RUN: %lint-cu
// Calls of unknown callees may end a capture. A path that passes such a call and
// ends the capture shows that the call does not.
#include <cuda_runtime.h>

struct Net {
  virtual bool forward(cudaStream_t s);
  int layers() const;
};
bool run(cudaStream_t s);
void cleanUp(cudaStream_t s);

int firesWhereTheCallFails(cudaStream_t s, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return 1;
  if (!run(s))
    return 2;
  return cudaStreamEndCapture(s, g) == cudaSuccess ? 0 : 3;
}

int firesForAVirtualCall(Net &net, cudaStream_t s, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return 1;
  if (!net.forward(s))
    return 2;
  return cudaStreamEndCapture(s, g) == cudaSuccess ? 0 : 3;
}

void firesInALoop(cudaStream_t s, cudaGraph_t *g, int n) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  for (int i = 0; i < n; ++i)
    if (!run(s))
      return;
  cudaStreamEndCapture(s, g);
}

int firesBehindTwoCalls(Net &net, cudaStream_t s, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return 1;
  const bool ok = run(s) && net.forward(s);
  if (!ok)
    return 2;
  return cudaStreamEndCapture(s, g) == cudaSuccess ? 0 : 3;
}

// Only the path that leaves calls cleanUp(), which may end the capture.
int silentBehindACleanUp(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return 1;
  if (!run(s)) {
    cleanUp(s);
    return 2;
  }
  return cudaStreamEndCapture(s, g) == cudaSuccess ? 0 : 3;
}

// No path ends the capture: run() may do so.
int silentWithoutAnEnd(cudaStream_t s) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return 1;
  return run(s) ? 0 : 2;
}

// The getter tells whether there is a capture, perhaps.
int silentForAGetter(Net &net, cudaStream_t s, cudaGraph_t *g) {
  if (net.layers())
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  run(s);
  if (!net.layers())
    return 2;
  return cudaStreamEndCapture(s, g) == cudaSuccess ? 0 : 3;
}

// Two calls: the one that the leaving path passes is on no path to the end.
int silentForAnotherCall(Net &net, cudaStream_t s, cudaGraph_t *g, int n) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return 1;
  if (n) {
    net.forward(s);
    return 2;
  }
  run(s);
  return cudaStreamEndCapture(s, g) == cudaSuccess ? 0 : 3;
}

// The call may ask whether the stream captures: the wait may run only if not.
void silentBehindAQuery(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (!run(s))
    cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
