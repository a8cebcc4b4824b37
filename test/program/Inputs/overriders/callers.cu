#include "steps.h"
void Step::run() {}
void Unrelated::run() {}
void Sibling::run() {}
void Stop::run() {}
void Last::run() {}

#define CAPTURED(call)                                                         \
  cudaGraph_t Graph;                                                           \
  (void)cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);                \
  call;                                                                        \
  (void)cudaStreamEndCapture(S, &Graph)

void captureStep(cudaStream_t S, Step *One) { CAPTURED(One->run()); }
void capturePure(cudaStream_t S, Pure *One) { CAPTURED(One->go()); }
void captureUnrelated(cudaStream_t S, Unrelated *One) { CAPTURED(One->run()); }
void captureSibling(cudaStream_t S, Sibling *One) { CAPTURED(One->run()); }
void captureStop(cudaStream_t S, Stop *One) { CAPTURED(One->run()); }
void captureLast(cudaStream_t S, Last *One) { CAPTURED(One->run()); }
void captureQualified(cudaStream_t S, Step *One) { CAPTURED(One->Step::run()); }
