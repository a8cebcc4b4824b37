// Comments silence the same findings in "check" as in clang-tidy: both print what
// the CHECK lines say. clang-tidy fails, as it minds the block that has no end.
// RUN: not %tidy %all-checks %s -- %cuda-flags 2>&1 | sed -nE 's/^.*:([0-9]+:[0-9]+): warning: .* (.cuda-capture-[a-z-]*.)$/\1 \2/p' > %t.tidy
// RUN: not %cuda-capture check --quiet --checks=-cuda-capture-unchecked-result,-cuda-capture-leaked-graph %s -- %cuda-flags 2>&1 | sed -nE 's/^.*:([0-9]+:[0-9]+): warning: .* (.cuda-capture-[a-z-]*.)$/\1 \2/p' > %t.check
// RUN: diff %t.tidy %t.check
// RUN: %FileCheck %s --input-file=%t.check --implicit-check-not=unsafe-call
#include <cuda_runtime.h>
#define FREE() cudaFree(0)
#define SILENT_FREE() cudaFree(0) // NOLINT

void f(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaFree(0); // NOLINT
  cudaFree(0); // NOLINT(cuda-capture-unsafe-call)
  cudaFree(0); /* NOLINT(bugprone-*, *-call ) */
  cudaFree(0); // NOLINT(cuda-capture-synchronization)
  // CHECK: {{^}}[[#@LINE-1]]:3 [cuda-capture-unsafe-call]
  cudaFree(0); // NOLINT()
  // CHECK-NEXT: {{^}}[[#@LINE-1]]:3 [cuda-capture-unsafe-call]
  cudaFree(0); // NOLINT(*,-cuda-capture-unsafe-call)
  cudaFree(0); // NOLINT (cuda-capture-synchronization)
  // NOLINTNEXTLINE(cuda-*)
  cudaFree(0);
  cudaFree(0);
  // CHECK-NEXT: {{^}}[[#@LINE-1]]:3 [cuda-capture-unsafe-call]
  cudaFree(0); // NOLINTNEXTLINE
  // CHECK-NEXT: {{^}}[[#@LINE-1]]:3 [cuda-capture-unsafe-call]
  FREE(); // NOLINT
  FREE();
  // CHECK-NEXT: {{^}}[[#@LINE-1]]:3 [cuda-capture-unsafe-call]
  SILENT_FREE();
  // CHECK-NEXT: {{^}}[[#@LINE-1]]:3 [cuda-capture-unsafe-call]
  // NOLINTBEGIN(cuda-capture-unsafe-call, bugprone-*)
  cudaFree(0);
  // NOLINTBEGIN
  cudaFree(0);
  // NOLINTEND
  cudaFree(0); /* NOLINTEND( cuda-capture-unsafe-call,bugprone-*) */ cudaFree(0);
  // CHECK-NEXT: {{^}}[[#@LINE-1]]:70 [cuda-capture-unsafe-call]
  // NOLINTBEGIN(cuda-capture-*)
  cudaFree(0);
  // CHECK-NEXT: {{^}}[[#@LINE-1]]:3 [cuda-capture-unsafe-call]
  // NOLINTEND
  cudaStreamEndCapture(s, g);
}
