#include "operations.h"
#define CAPTURED(call)                                                         \
  cudaGraph_t Graph;                                                           \
  (void)cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);                \
  call;                                                                        \
  (void)cudaStreamEndCapture(S, &Graph)

void captureOperation(cudaStream_t S, Operation *One) {
  CAPTURED(One->run(One->data));
}
void captureTable(cudaStream_t S, Table *T, int I) { CAPTURED(T->steps[I](S)); }
void captureNever(cudaStream_t S, Table *T) { CAPTURED(T->never(S)); }
