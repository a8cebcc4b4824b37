// The real headers of cuDNN, NCCL and NVTX.
// REQUIRES: cuda-toolkit-parses, cudnn-nccl
// RUN: %tidy %all-checks %s -- %real-cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
#include <cudnn.h>
#include <nccl.h>
#include <nvtx3/nvToolsExt.h>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

void dnn(cudnnHandle_t handle, cudnnTensorDescriptor_t d, cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *x) {
  const float one = 1;
  cudnnSetStream(handle, t);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudnnSoftmaxForward' works on handle 'handle', whose stream takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cudnnSoftmaxForward(handle, CUDNN_SOFTMAX_FAST, CUDNN_SOFTMAX_MODE_INSTANCE, &one, d, x, &one, d, x);
  cudnnSetStream(handle, s);
  cudnnSoftmaxForward(handle, CUDNN_SOFTMAX_FAST, CUDNN_SOFTMAX_MODE_INSTANCE, &one, d, x, &one, d, x);
  cudnnHandle_t late;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudnnCreate' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudnnCreate(&late);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudnnDestroy' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  cudnnDestroy(late);
  cudaStreamEndCapture(s, g);
  cudnnDestroy(handle);
}

void collectives(ncclComm_t comm, cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *x) {
  nvtxRangePushA("reduce");
  cudaStreamBeginCapture(s, kGlobal);
  nvtxMarkA("in the region");
  ncclGroupStart();
  ncclAllReduce(x, x, 1, ncclFloat, ncclSum, comm, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'ncclAllReduce' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  ncclAllReduce(x, x, 1, ncclFloat, ncclSum, comm, t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'ncclSend' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  ncclSend(x, 1, ncclFloat, 0, comm, nullptr);
  ncclGroupEnd();
  nvtxRangePop();
  cudaStreamEndCapture(s, g);
}
