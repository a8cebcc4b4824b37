// An audit against an earlier one fails for what could be captured then, and
// cannot be any more.
// RUN: not %cuda-capture audit --json %s -- %cuda-flags > %t.json
// RUN: %cuda-capture audit --baseline=%t.json %s -- %cuda-flags | %FileCheck %s --check-prefix=SAME --implicit-check-not="could be captured before"
// RUN: not %cuda-capture audit --baseline=%t.json %s -- %cuda-flags -DAFTER | %FileCheck %s --implicit-check-not="could be captured before"
// RUN: not %cuda-capture audit --json --baseline=%t.json %s -- %cuda-flags -DAFTER | %FileCheck %s --check-prefix=JSON
// SAME: 0 functions could be captured by {{.*}}.json, and cannot be any more
#include <cuda_runtime.h>
__global__ void kernel(float *);
void trace(const char *);

void neverWas(float **p, cudaStream_t) { cudaMalloc(p, 4); }
void stays(float *p, cudaStream_t s) { kernel<<<1, 1, 0, s>>>(p); }
void overloaded(float **p, cudaStream_t) { cudaMalloc(p, 4); }
#ifndef AFTER
void grows(float **p, cudaStream_t s) { kernel<<<1, 1, 0, s>>>(*p); }
void overloaded(float *p, cudaStream_t s) { kernel<<<1, 1, 0, s>>>(p); }
void asks(float *p, cudaStream_t s) { kernel<<<1, 1, 0, s>>>(p); }
void removed(float *p, cudaStream_t s) { kernel<<<1, 1, 0, s>>>(p); }
#else
void isNew(float **p, cudaStream_t) { cudaMalloc(p, 4); }
// JSON: "name": "grows"
// JSON: "verdict": "not-capturable",
// JSON-NEXT: "couldBeCaptured": true
// CHECK: audit-baseline.cu:[[#@LINE+1]]:6: grows: not capturable, and could be captured before
void grows(float **p, cudaStream_t s) {
  // CHECK-NEXT: audit-baseline.cu:[[#@LINE+1]]:3: call to 'cudaMalloc'
  cudaMalloc(p, 4);
  kernel<<<1, 1, 0, s>>>(*p);
}
// CHECK: audit-baseline.cu:[[#@LINE+1]]:6: captures: begins a capture itself, and could be captured before
void captures(float *p, cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  kernel<<<1, 1, 0, s>>>(p);
  cudaStreamEndCapture(s, g);
}
// An unknown callee proves nothing.
void asks(float *p, cudaStream_t s) {
  trace("asks");
  kernel<<<1, 1, 0, s>>>(p);
}
#endif
#ifndef AFTER
void captures(float *p, cudaStream_t s, cudaGraph_t *g) { kernel<<<1, 1, 0, s>>>(p); }
#endif
// CHECK: 2 functions could be captured by {{.*}}.json, and cannot be any more
// CHECK-NEXT: 1 function that could be captured by it is not among these: {{.*}}
// JSON: "gone": 1

// A baseline that is none is said.
// RUN: not %cuda-capture audit --baseline=%t.none.json %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=NONE
// NONE: none.json: cannot be read: {{.*}}; write it with 'cuda-capture audit --json'
// RUN: echo '{"findings": []}' > %t.wrong.json
// RUN: not %cuda-capture audit --baseline=%t.wrong.json %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=WRONG
// WRONG: wrong.json: is not the JSON of an audit; write it with 'cuda-capture audit --json'
// RUN: echo '{"functions": [' > %t.broken.json
// RUN: not %cuda-capture audit --baseline=%t.broken.json %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=BROKEN
// BROKEN: broken.json:{{[12]}}:
// RUN: not %cuda-capture audit --html --baseline=%t.json %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=HTML
// HTML: --html and --baseline exclude each other
