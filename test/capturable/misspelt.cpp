// RUN: %lint-capturable-cxx
// Annotations that mean nothing are reported once, by one of the checks.
#include <cuda_runtime.h>

// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: unknown annotation 'cuda_capture::captureable'; did you mean 'cuda_capture::capturable'? [cuda-capture-
[[clang::annotate("cuda_capture::captureable")]] void a(cudaStream_t s);
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: the argument of annotation 'cuda_capture::capturable' is no capture mode; expected "global", "thread-local" or "relaxed" [cuda-capture-
[[clang::annotate("cuda_capture::capturable", "strict")]] void b(cudaStream_t s);
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: annotation 'cuda_capture::capturable' has no effect on what is no function [cuda-capture-
[[clang::annotate("cuda_capture::capturable")]] int c;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: annotation 'cuda_capture::not_capturable' takes no arguments [cuda-capture-
[[clang::annotate("cuda_capture::not_capturable", 1)]] void d(cudaStream_t s);
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: a function cannot be capturable and not capturable [cuda-capture-
[[clang::annotate("cuda_capture::capturable")]] [[clang::annotate("cuda_capture::not_capturable")]] void e(cudaStream_t s);
[[clang::annotate("another_tool::capture")]] void f(cudaStream_t s);
