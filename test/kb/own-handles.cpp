// RUN: %tidy -checks=-*,cuda-capture-unsupported-operation '--config={CheckOptions: {CudaCaptureKnowledgeBase: %S/Inputs/own-handles.json}}' %s -- -x c++ -isystem %stub-include 2>&1 | %FileCheck %s --implicit-check-not=warning:
// The C interface of a program may hand over streams as pointers to void. What
// can be no handle is none.
#include <cuda_runtime_api.h>

extern "C" {
int own_copy(void *data, void *stream);
int own_fill(cudaStream_t stream, int *count);
}

void copies(cudaStream_t s, cudaGraph_t *g, void *data) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'own_copy' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsupported-operation]
  own_copy(data, s);
  cudaStreamEndCapture(s, g);
}

void fills(cudaStream_t s, cudaStream_t other, cudaGraph_t *g, int *count) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  own_fill(other, count);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'own_fill' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsupported-operation]
  own_fill(s, count);
  cudaStreamEndCapture(s, g);
}
