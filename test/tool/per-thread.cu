// RUN: %cuda-capture dump-ir %s -- %cuda-flags -DCUDA_API_PER_THREAD_DEFAULT_STREAM 2>/dev/null | %FileCheck %s
// CHECK: module "{{.*}}" per-thread
#include <cuda_runtime.h>
void f(cudaEvent_t e) { cudaEventDestroy(e); }
