// What is called here is defined in impl.cu.
#include "api.h"

static int Counter; // Another than in impl.cu.

void dispatched(cudaStream_t S, cudaGraph_t *G) {
  Impl I;
  if (beginOn(S))
    return;
  I.go(S); // BAD
  (void)cudaStreamEndCapture(S, G);
}

void guarded(cudaStream_t S, void **P) {
  Guard G(S);
  allocate(P); // BAD
}

void beforeTheGuard(cudaStream_t S, void **P) {
  allocate(P);
  Guard G(S);
}

void instantiated(cudaStream_t S, float *P) {
  Guard G(S);
  make(P); // BAD
}

void asked(cudaStream_t S, void **P) {
  Guard G(S);
  if (!isCapturing(S))
    allocate(P);
}

void handedIn(cudaStream_t S, void **P) {
  capture(S, [&] { allocate(P); }); // BAD
}

void relaxed(cudaStream_t S, void **P) {
  cudaStreamCaptureMode Mode = cudaStreamCaptureModeRelaxed;
  Guard G(S);
  (void)cudaThreadExchangeStreamCaptureMode(&Mode);
  allocate(P);
  (void)cudaThreadExchangeStreamCaptureMode(&Mode);
}

void Engine::body() {
  begin();
  waitFor(Stream); // BAD
  end();
}

void afterTheEnd(Engine &E) {
  E.begin();
  E.end();
  waitFor(E.Stream);
}

void endedElsewhere(cudaStream_t S, void **P) {
  if (beginOn(S))
    return;
  if (endOn(S))
    return;
  allocate(P);
}

void failedBegin(cudaStream_t S, void **P) {
  if (beginOn(S)) {
    allocate(P);
    return;
  }
  (void)endOn(S);
}
