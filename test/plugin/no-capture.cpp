// A translation unit without capture, destroyed handles or CUDA at all has
// nothing to analyse; one that only declares the API neither.
// RUN: %cuda-capture dump-ir %s -- -x c++ | %FileCheck %s
// RUN: %cuda-capture dump-ir %s -- -x c++ -isystem %stub-include -DWITH_CUDA | %FileCheck %s
// CHECK: module
// CHECK-NOT: func
#ifdef WITH_CUDA
#include <cuda_runtime_api.h>
void copies(void *d, void *h) { cudaMemcpy(d, h, 4, cudaMemcpyHostToDevice); }
#endif
int main() { return 0; }
