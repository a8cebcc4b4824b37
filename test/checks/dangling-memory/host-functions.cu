// A function that the driver runs at each launch releases its data.
// RUN: %tidy --checks=-*,cuda-capture-dangling-memory %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>
#include <cstdlib>

struct Work {
  int n;
  bool done;
};
static void finish(void *p) {
  Work *w = static_cast<Work *>(p);
  w->done = true;
  delete w;
}
static void finishIfAny(void *p) {
  if (!p)
    return;
  delete static_cast<Work *>(p);
}
static void releaseBytes(void *p) { free(p); }
static void keeps(void *p) { static_cast<Work *>(p)->n++; }
static void releasesAMember(void *p) {
  int **q = static_cast<int **>(p);
  delete *q;
  *q = new int(1);
}
static void releasesTheLast(void *p) {
  Work *w = static_cast<Work *>(p);
  if (--w->n == 0)
    delete w;
}

// The graph is returned: others launch it.
// CHECK: :[[#@LINE+6]]:7: warning: call to 'cudaLaunchHostFunc' makes the graph run 'finish', which releases the data that it is given; the next launch of the graph silently uses them again [cuda-capture-dangling-memory]
// CHECK: :13:3: note: the memory is released here
// CHECK: :[[#@LINE+4]]:7: note: release them with the graph instead, as a user object does
bool firesForAReturnedGraph(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return false;
  if (cudaLaunchHostFunc(s, finish, new Work()))
    return false;
  return !cudaStreamEndCapture(s, g);
}
// CHECK: :[[#@LINE+4]]:7: warning: call to 'cudaLaunchHostFunc' makes the graph run 'finishIfAny', which releases the data
bool firesBehindATestForNull(cudaStream_t s, cudaGraph_t *g, Work *w) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return false;
  if (cudaLaunchHostFunc(s, finishIfAny, w))
    return false;
  return !cudaStreamEndCapture(s, g);
}
// CHECK: :[[#@LINE+4]]:7: warning: call to 'cudaLaunchHostFunc' makes the graph run 'releaseBytes', which releases the data
bool firesForFree(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return false;
  if (cudaLaunchHostFunc(s, releaseBytes, malloc(16)))
    return false;
  return !cudaStreamEndCapture(s, g);
}
// CHECK: :[[#@LINE+6]]:7: warning: call to 'cudaLaunchHostFunc' makes the graph run a lambda, which releases the data
bool firesForTwoLaunches(cudaStream_t s) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return false;
  if (cudaLaunchHostFunc(s, [](void *p) { delete static_cast<Work *>(p); }, new Work()))
    return false;
  if (cudaStreamEndCapture(s, &g) || cudaGraphInstantiate(&e, g, 0))
    return false;
  for (int i = 0; i < 10; ++i)
    if (cudaGraphLaunch(e, s))
      return false;
  return !cudaStreamSynchronize(s);
}
// The graph runs once, and never again.
bool silentForOneLaunch(cudaStream_t s) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return false;
  if (cudaLaunchHostFunc(s, finish, new Work()))
    return false;
  if (cudaStreamEndCapture(s, &g) || cudaGraphInstantiate(&e, g, 0))
    return false;
  if (cudaGraphLaunch(e, s) || cudaStreamSynchronize(s))
    return false;
  return !cudaGraphExecDestroy(e) && !cudaGraphDestroy(g);
}
bool silentForOthers(cudaStream_t s, cudaGraph_t *g, int **q) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return false;
  if (cudaLaunchHostFunc(s, keeps, new Work()) ||
      cudaLaunchHostFunc(s, releasesAMember, q) ||
      cudaLaunchHostFunc(s, releasesTheLast, new Work()) ||
      cudaLaunchHostFunc(s, releaseBytes, nullptr))
    return false;
  return !cudaStreamEndCapture(s, g);
}
// Outside of a capture, the function runs once.
bool silentOutside(cudaStream_t s) {
  return !cudaLaunchHostFunc(s, finish, new Work());
}
// Each round captures anew, with new data.
bool silentIfCapturedAnew(cudaStream_t s) {
  for (int i = 0; i < 10; ++i) {
    cudaGraph_t g;
    cudaGraphExec_t e;
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
      return false;
    if (cudaLaunchHostFunc(s, finish, new Work()))
      return false;
    if (cudaStreamEndCapture(s, &g) || cudaGraphInstantiate(&e, g, 0))
      return false;
    if (cudaGraphLaunch(e, s) || cudaStreamSynchronize(s))
      return false;
    if (cudaGraphExecDestroy(e) || cudaGraphDestroy(g))
      return false;
  }
  return true;
}
// A program that asks runs the function only where it runs once.
bool silentIfAsked(cudaStream_t s) {
  cudaStreamCaptureStatus status;
  if (cudaStreamIsCapturing(s, &status) || status != cudaStreamCaptureStatusNone)
    return false;
  return !cudaLaunchHostFunc(s, finish, new Work());
}
