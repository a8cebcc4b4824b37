// No other mode is offered where it is not written in the call, or would not
// help.
// RUN: mkdir -p %t && cp %s %t/fixed.cu
// RUN: %tidy %all-checks --fix-notes %t/fixed.cu -- %cuda-flags > %t/log 2>&1
// RUN: %FileCheck %s --check-prefix=FOUND --input-file=%t/log --implicit-check-not=warning: --implicit-check-not='or begin'
// RUN: diff %s %t/fixed.cu
#include <cuda_runtime.h>
#define BEGIN(s) cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)
#define MODE cudaStreamCaptureModeGlobal
#define NESTED(s, m) BEGIN(s)
constexpr cudaStreamCaptureMode constant = cudaStreamCaptureModeGlobal;
enum : unsigned { Own = 0 };

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaFree'
void variables(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  cudaStreamBeginCapture(s, mode);
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaFree'
void constants(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, constant);
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaFree'
void number(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureMode(0));
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaFree'
void castOfAnother(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, static_cast<cudaStreamCaptureMode>(Own));
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaFree'
void ternary(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, true ? cudaStreamCaptureModeGlobal : cudaStreamCaptureModeRelaxed);
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaFree'
void macroBody(cudaStream_t s, float *p, cudaGraph_t *g) {
  BEGIN(s);
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaFree'
void macroMode(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, MODE);
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaFree'
void nestedMacro(cudaStream_t s, float *p, cudaGraph_t *g) {
  NESTED(s, cudaStreamCaptureModeGlobal);
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaFree'
void throughAVariable(cudaStream_t s, float *p, cudaGraph_t *g) {
  auto begin = cudaStreamBeginCapture;
  begin(s, cudaStreamCaptureModeGlobal);
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaFree'
template <class T> void inATemplate(cudaStream_t s, T *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}
template void inATemplate<float>(cudaStream_t, float *, cudaGraph_t *);

// The other capture prohibits it as well.
// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaFree'
void twoCaptures(cudaStream_t s, cudaStream_t t, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamBeginCapture(t, cudaStreamCaptureModeGlobal);
  cudaFree(p);
  cudaStreamEndCapture(t, g);
  cudaStreamEndCapture(s, g);
}

// What is waited for may belong to the capture.
// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaEventSynchronize'
void waits(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamSynchronize(t);
  cudaEventSynchronize(e);
  cudaStreamEndCapture(s, g);
}

// No mode permits this.
// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaStreamQuery'
void inEveryMode(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamQuery(s);
  cudaStreamEndCapture(s, g);
}
