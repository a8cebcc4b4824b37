// A callback that cannot be changed, or is not certain to work as a host
// function, is left alone, and so is the call.
// RUN: mkdir -p %t && cp %s %t/fixed.cu
// RUN: %tidy %all-checks --fix-notes %t/fixed.cu -- %cuda-flags > %t/log 2>&1
// RUN: %FileCheck %s --check-prefix=FOUND --input-file=%t/log --implicit-check-not=warning:
// RUN: diff %s %t/fixed.cu
#include <cuda_runtime.h>
#define NOTIFY(s, f, d) cudaStreamAddCallback(s, f, d, 0)
#define PARAMETERS cudaStream_t, cudaError_t
#define STREAM cudaStream_t,
unsigned flags();

static void usesStatus(cudaStream_t, cudaError_t e, void *p) { *(int *)p = e; }
static void namesStream(cudaStream_t s, cudaError_t, void *) { (void)s; }
static void calledToo(cudaStream_t, cudaError_t, void *) {}
static void declaredToo(cudaStream_t, cudaError_t, void *);
static void declaredToo(cudaStream_t, cudaError_t, void *) {}
static void addedTwice(cudaStream_t, cudaError_t, void *) {}
void external(cudaStream_t, cudaError_t, void *) {}
void elsewhere(cudaStream_t, cudaError_t, void *);
static void fromMacro(PARAMETERS, void *) {}
static void partlyFromMacro(STREAM cudaError_t, void *) {}
static void withComment(cudaStream_t /*stream*/, cudaError_t, void *) {}
static void withAttribute([[maybe_unused]] cudaStream_t s, cudaError_t, void *) {}
static void withDirective(cudaStream_t,
#ifndef NOTHING
                          cudaError_t, void *) {
#endif
}
template <class T> static void templated(cudaStream_t, cudaError_t, T) {}
template <class... T> static void variadic(T...) {}
static void cast(cudaStream_t, cudaError_t, int *) {}
static void kept(cudaStream_t, cudaError_t, void *) {}
static void inTemplate(cudaStream_t, cudaError_t, void *) {}
static void flagged(cudaStream_t, cudaError_t, void *) {}
static void noted(cudaStream_t, cudaError_t, void *) {}
static void fromMacroBody(cudaStream_t, cudaError_t, void *) {}
static void renamed(cudaStream_t, cudaError_t, void *) {}
struct Class {
  static void member(cudaStream_t, cudaError_t, void *) {}
};

// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+26]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+27]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
void functions(cudaStream_t s, int *d, cudaStreamCallback_t given, cudaGraph_t *g) {
  auto add = cudaStreamAddCallback;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cudaStreamAddCallback(s, usesStatus, d, 0);
  cudaStreamAddCallback(s, namesStream, d, 0);
  cudaStreamAddCallback(s, calledToo, d, 0);
  cudaStreamAddCallback(s, declaredToo, d, 0);
  cudaStreamAddCallback(s, addedTwice, d, 0);
  cudaStreamAddCallback(s, addedTwice, d, 0);
  cudaStreamAddCallback(s, external, d, 0);
  cudaStreamAddCallback(s, elsewhere, d, 0);
  cudaStreamAddCallback(s, fromMacro, d, 0);
  cudaStreamAddCallback(s, partlyFromMacro, d, 0);
  cudaStreamAddCallback(s, withComment, d, 0);
  cudaStreamAddCallback(s, withAttribute, d, 0);
  cudaStreamAddCallback(s, withDirective, d, 0);
  cudaStreamAddCallback(s, templated<void *>, d, 0);
  cudaStreamAddCallback(s, variadic, d, 0);
  cudaStreamAddCallback(s, (cudaStreamCallback_t)cast, d, 0);
  cudaStreamAddCallback(s, given, d, 0);
  cudaStreamAddCallback(s, Class::member, d, 0);
  cudaStreamAddCallback(s, flagged, d, flags());
  cudaStreamAddCallback(s, noted, d, /*flags=*/0);
  NOTIFY(s, fromMacroBody, d);
  add(s, renamed, d, 0);
  cudaStreamCallback_t pointer = kept;
  cudaStreamAddCallback(s, kept, d, 0);
  cudaStreamEndCapture(s, g);
  calledToo(s, cudaSuccess, pointer == kept ? d : nullptr);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
template <class T> void templates(cudaStream_t s, T *d, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cudaStreamAddCallback(s, inTemplate, d, 0);
  cudaStreamEndCapture(s, g);
}
template void templates<int>(cudaStream_t, int *, cudaGraph_t *);

// FOUND: fixed.cu:[[#@LINE+8]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+8]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+8]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+8]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
// FOUND: fixed.cu:[[#@LINE+8]]:{{[0-9]+}}: warning: call to 'cudaStreamAddCallback'
void lambdas(cudaStream_t s, int *d, cudaGraph_t *g) {
  auto stored = [](cudaStream_t, cudaError_t, void *) {};
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamAddCallback(s, stored, d, 0);
  cudaStreamAddCallback(s, [](cudaStream_t, cudaError_t e, void *p) { *(int *)p = e; }, d, 0);
  cudaStreamAddCallback(s, [](auto, auto, auto) {}, d, 0);
  cudaStreamAddCallback(s, [](auto... all) { static_assert(sizeof...(all) == 3, ""); }, d, 0);
  cudaStreamAddCallback(s, [](cudaStream_t t, cudaError_t, void *) { [t] { (void)t; }(); }, d, 0);
  cudaStreamEndCapture(s, g);
}
