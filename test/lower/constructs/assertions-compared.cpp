// RUN: %lint-cxx
// Assertions of a library that compares in functions of its own, and asks an
// object for the verdict.
#include "Inputs/gtest.h"
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
void work(void *);

// Behind an assertion that fails nothing is joined; but then a call has failed.
static void hostNode(cudaStream_t user, cudaStream_t side, cudaEvent_t tip) {
  ASSERT_EQ(cudaLaunchHostFunc(side, work, nullptr), cudaSuccess);
  ASSERT_EQ(cudaSuccess, cudaEventRecord(tip, side));
  ASSERT_TRUE(cudaStreamWaitEvent(user, tip, 0) == cudaSuccess);
}
void silentIfAHelperJoins(cudaStream_t user, cudaStream_t side, cudaEvent_t tip) {
  cudaGraph_t g{};
  ASSERT_EQ(cudaStreamBeginCapture(user, kGlobal), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(tip, user), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(side, tip, 0), cudaSuccess);
  hostNode(user, side, tip);
  ASSERT_EQ(cudaStreamEndCapture(user, &g), cudaSuccess);
}
static void noJoin(cudaStream_t user, cudaStream_t side, cudaEvent_t tip) {
  ASSERT_EQ(cudaLaunchHostFunc(side, work, nullptr), cudaSuccess);
  ASSERT_FALSE(cudaEventRecord(tip, side) != cudaSuccess);
}
void firesIfAHelperDoesNotJoin(cudaStream_t user, cudaStream_t side, cudaEvent_t tip) {
  cudaGraph_t g{};
  ASSERT_EQ(cudaStreamBeginCapture(user, kGlobal), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(tip, user), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(side, tip, 0), cudaSuccess);
  noJoin(user, side, tip);
  // CHECK: :[[#@LINE+1]]:13: warning: call to 'cudaStreamEndCapture' ends the capture of 'user' while the work of 'side' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  ASSERT_EQ(cudaStreamEndCapture(user, &g), cudaSuccess);
}

// A begin that is asserted to succeed is a begin.
void firesInAnAssertedRegion(cudaStream_t s, cudaGraph_t *g, void *p) {
  EXPECT_EQ(cudaStreamBeginCapture(s, kGlobal), cudaSuccess);
  // CHECK: :[[#@LINE+1]]:13: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  EXPECT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(cudaStreamEndCapture(s, g), cudaSuccess);
}
// A test that wants the error.
void silentIfAnErrorIsWanted(cudaStream_t s, void *p) {
  ASSERT_EQ(cudaStreamBeginCapture(s, kGlobal), cudaErrorInvalidValue);
  ASSERT_EQ(cudaFree(p), cudaSuccess);
}
void silentIfSuccessIsNotWanted(cudaStream_t s, void *p) {
  ASSERT_NE(cudaStreamBeginCapture(s, kGlobal), cudaSuccess);
  ASSERT_EQ(cudaFree(p), cudaSuccess);
}
