// A function that receives no stream may give all of its work to one that it
// obtains. If anything of the function is captured, it is that stream.
// RUN: %tidy --checks=-*,cuda-capture-dangling-memory,cuda-capture-unjoined-stream '--config={CheckOptions: {CudaCaptureReportPossible: true, CudaCaptureCapturableFunctions: "silent*;fires*"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// What is assumed is not certain.
// RUN: %tidy --checks=-*,cuda-capture-dangling-memory,cuda-capture-unjoined-stream '--config={CheckOptions: {CudaCaptureCapturableFunctions: "silent*;fires*"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --allow-empty --check-prefix=EXACT
// EXACT-NOT: warning:
#include <cuda_runtime.h>
#include <vector>

cudaStream_t streamOf(int Index);
cudaStream_t uploads();
cudaStream_t Shared;
void record(cudaStream_t);
struct Handle {
  operator cudaStream_t() const { return Raw; }
  cudaStream_t Raw;
};
struct Context {
  template <typename F> void launch(F &&Body) {
    Body(static_cast<cudaStream_t>(Work));
  }
  Handle Work;
};
Context &contextOf(int Index);
extern int Table[4];

void firesForTheResultOfACall(int *To, int Count) {
  std::vector<int> Shape(Count);
  // CHECK: :[[#@LINE+1]]:3: warning: possible: call to 'cudaMemcpyAsync' makes the graph refer to 'Shape', which is gone {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(To, Shape.data(), Count * sizeof(int), cudaMemcpyHostToDevice, streamOf(0));
}
void firesForAGlobal(int *To) {
  int Shape[4] = {1, 2, 3, 4};
  // CHECK: :[[#@LINE+1]]:3: warning: possible: call to 'cudaMemcpyAsync' makes the graph refer to 'Shape', which is gone {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(To, Shape, sizeof(Shape), cudaMemcpyHostToDevice, Shared);
}
void firesInALambda(int *To, int Count) {
  Context &C = contextOf(0);
  std::vector<int> Shape(Count);
  C.launch([&](cudaStream_t S) {
    // CHECK: :[[#@LINE+1]]:5: warning: possible: call to 'cudaMemcpyAsync' makes the graph refer to 'Shape', which is gone {{.*}} [cuda-capture-dangling-memory]
    cudaMemcpyAsync(To, Shape.data(), Count * sizeof(int), cudaMemcpyHostToDevice, S);
  });
}
void firesInALoop(int *To, int Count) {
  for (int I = 0; I < Count; ++I) {
    int Shape[4] = {I, I, I, I};
    // CHECK: :[[#@LINE+1]]:5: warning: possible: call to 'cudaMemcpyAsync' makes the graph refer to 'Shape', which is gone {{.*}} [cuda-capture-dangling-memory]
    cudaMemcpyAsync(To + I, Shape, sizeof(Shape), cudaMemcpyHostToDevice, streamOf(0));
  }
}
void firesForOneStreamOnTwoPaths(int *To, bool First) {
  cudaStream_t S = streamOf(0);
  int Shape[4] = {1, 2, 3, 4};
  if (First)
    cudaMemsetAsync(To, 0, 16, S);
  else
    // CHECK: :[[#@LINE+1]]:5: warning: possible: call to 'cudaMemcpyAsync' makes the graph refer to 'Shape', which is gone {{.*}} [cuda-capture-dangling-memory]
    cudaMemcpyAsync(To, Shape, sizeof(Shape), cudaMemcpyHostToDevice, S);
}

// Which of several streams is captured remains unknown.
void silentForTwoStreams(int *To) {
  int Shape[4] = {1, 2, 3, 4};
  cudaMemsetAsync(To, 0, 16, streamOf(0));
  cudaMemcpyAsync(To, Shape, sizeof(Shape), cudaMemcpyHostToDevice, uploads());
}
void silentForTwoStreamsOnTwoPaths(int *To, bool Upload) {
  int Shape[4] = {1, 2, 3, 4};
  if (Upload)
    cudaMemcpyAsync(To, Shape, sizeof(Shape), cudaMemcpyHostToDevice, uploads());
  else
    cudaMemsetAsync(To, 0, 16, Shared);
}
// A stream that the function makes is not the caller's.
void silentForAStreamOfItsOwn(int *To) {
  int Shape[4] = {1, 2, 3, 4};
  cudaStream_t Own;
  if (cudaStreamCreateWithFlags(&Own, cudaStreamNonBlocking) != cudaSuccess)
    return;
  cudaMemcpyAsync(To, Shape, sizeof(Shape), cudaMemcpyHostToDevice, Own);
  cudaStreamDestroy(Own);
}
// The answer is that this stream does not capture.
void silentIfItAsks(int *To) {
  cudaStream_t S = streamOf(0);
  cudaStreamCaptureStatus Status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(S, &Status) != cudaSuccess || Status != cudaStreamCaptureStatusNone)
    return;
  int Shape[4] = {1, 2, 3, 4};
  cudaMemcpyAsync(To, Shape, sizeof(Shape), cudaMemcpyHostToDevice, S);
}
void silentForMemoryThatStays(int *To) {
  cudaMemcpyAsync(To, Table, sizeof(Table), cudaMemcpyHostToDevice, streamOf(0));
}
// The function does no work itself, so nothing shows what the stream is for.
void silentWithoutWork() { record(streamOf(0)); }
