// The remedy comes in the language that is asked for; the rest is English.
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureLanguage: "zh"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=ZH
// RUN: %tidy %all-checks '--config={CheckOptions: {cuda-capture-unsafe-call.CudaCaptureLanguage: "ZH"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=ZH
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureLanguage: "en"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=EN
// RUN: %tidy %all-checks %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=EN
// A language that there is not is named once, and English is used.
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureLanguage: "fr"}}' %s -- %cuda-flags > %t 2>&1
// RUN: %FileCheck %s --check-prefix=FR --implicit-check-not="invalid value" < %t
// RUN: %FileCheck %s --check-prefix=EN < %t
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureLanguage: "zh"}}' --dump-config %s -- %cuda-flags | %FileCheck %s --check-prefix=DUMP
// DUMP: cuda-capture-unsafe-call.CudaCaptureLanguage: zh
// FR: warning: invalid value 'fr' of the option 'CudaCaptureLanguage'; expected en or zh; English is used [clang-tidy-config]
#include <cuda_runtime.h>

void *allocate(int size) {
  void *p = nullptr;
  (void)cudaMalloc(&p, size);
  return p;
}

void capture(cudaStream_t s, cudaGraph_t *g, void *p) {
  (void)cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  (void)cudaMalloc(&p, 1); // Line 23: the stream has a name here.
  (void)cudaStreamEndCapture(s, g);
  (void)cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  p = allocate(1); // Line 26: it has none where the memory is allocated.
  (void)cudaStreamEndCapture(s, g);
}
// ZH: :23:9: warning: call to 'cudaMalloc' while 's' is capturing
// ZH: :23:9: note: 在 cudaStreamBeginCapture 之前分配，或在捕获的流上使用 cudaMallocAsync，并在同一次捕获中用 cudaFreeAsync 释放 [cuda/stream-capture-unsupported; docs/checks/unsafe-call.md]
// ZH: :26:7: note: 在 cudaStreamBeginCapture 之前分配，例如预留所需的最大容量 [cuda/stream-capture-unsupported; docs/checks/unsafe-call.md]
// EN: :23:9: warning: call to 'cudaMalloc' while 's' is capturing
// EN: :23:9: note: allocate before cudaStreamBeginCapture, or use cudaMallocAsync on the capturing stream, and cudaFreeAsync in the same capture [cuda/
// EN: :26:7: note: allocate before cudaStreamBeginCapture, for example by reserving the largest size that is needed [cuda/
