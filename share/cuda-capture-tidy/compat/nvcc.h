/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What code for nvcc expects and Clang's CUDA does not offer. The translated
   compile commands include it in front of each source; see
   docs/compile-databases.md. */
#ifndef CUDA_CAPTURE_COMPAT_NVCC_H
#define CUDA_CAPTURE_COMPAT_NVCC_H

/* Clang defines it without a value, by which `#if __CUDACC__` is an error, and
   only if it has the headers of a toolkit. */
#ifdef __CUDA__
#undef __CUDACC__
#define __CUDACC__ 1
#endif

/* What nvcc calls itself. Code that asks for it before Clang takes the way that
   the build takes. The version is the toolkit's, in digits, as some paste it;
   which build of the version it is, no header says. */
#if defined(__CUDA__) && defined(CUDART_VERSION)
#ifndef __NVCC__
/* CCCL finds out about its compiler once. What it does for nvcc, Clang does not
   understand. */
#if defined(__cplusplus) && defined(__has_include)
#if __has_include(<cuda/std/__cccl/compiler.h>)
#include <cuda/std/__cccl/compiler.h>
#endif
#endif
#define __NVCC__ 1
#endif
#ifndef __NVCC_DIAG_PRAGMA_SUPPORT__
#define __NVCC_DIAG_PRAGMA_SUPPORT__ 1
#endif
#ifndef __CUDACC_VER_MAJOR__
#if CUDART_VERSION >= 14000
#define __CUDACC_VER_MAJOR__ 14
#elif CUDART_VERSION >= 13000
#define __CUDACC_VER_MAJOR__ 13
#elif CUDART_VERSION >= 12000
#define __CUDACC_VER_MAJOR__ 12
#elif CUDART_VERSION >= 11000
#define __CUDACC_VER_MAJOR__ 11
#elif CUDART_VERSION >= 10000
#define __CUDACC_VER_MAJOR__ 10
#elif CUDART_VERSION >= 9000
#define __CUDACC_VER_MAJOR__ 9
#endif
#if CUDART_VERSION % 1000 / 10 == 9
#define __CUDACC_VER_MINOR__ 9
#elif CUDART_VERSION % 1000 / 10 == 8
#define __CUDACC_VER_MINOR__ 8
#elif CUDART_VERSION % 1000 / 10 == 7
#define __CUDACC_VER_MINOR__ 7
#elif CUDART_VERSION % 1000 / 10 == 6
#define __CUDACC_VER_MINOR__ 6
#elif CUDART_VERSION % 1000 / 10 == 5
#define __CUDACC_VER_MINOR__ 5
#elif CUDART_VERSION % 1000 / 10 == 4
#define __CUDACC_VER_MINOR__ 4
#elif CUDART_VERSION % 1000 / 10 == 3
#define __CUDACC_VER_MINOR__ 3
#elif CUDART_VERSION % 1000 / 10 == 2
#define __CUDACC_VER_MINOR__ 2
#elif CUDART_VERSION % 1000 / 10 == 1
#define __CUDACC_VER_MINOR__ 1
#elif CUDART_VERSION % 1000 / 10 == 0
#define __CUDACC_VER_MINOR__ 0
#endif
#define __CUDACC_VER_BUILD__ 0
#define __CUDA_API_VER_MAJOR__ __CUDACC_VER_MAJOR__
#define __CUDA_API_VER_MINOR__ __CUDACC_VER_MINOR__
#endif
#endif

/* Builtins of nvcc that tell whether the type of a closure is that of a lambda
   for the device. nvcc gives such lambdas types of its own; Clang does not.
   They depend on the type: in a template they decide what it is instantiated
   for. */
#if defined(__CUDA__) && defined(__cplusplus)
template <class> struct cuda_capture_extended_lambda {
  enum : bool { value = false };
};
#define __nv_is_extended_device_lambda_closure_type(...)                       \
  (bool(cuda_capture_extended_lambda<__VA_ARGS__>::value))
#define __nv_is_extended_host_device_lambda_closure_type(...)                  \
  (bool(cuda_capture_extended_lambda<__VA_ARGS__>::value))
#define __nv_is_extended_device_lambda_with_preserved_return_type(...)         \
  (bool(cuda_capture_extended_lambda<__VA_ARGS__>::value))
#endif

/* nvcc declares min and max for the host, too, at global scope. The headers of
   cuda-capture-tidy do so themselves. */
#if defined(__cplusplus) && defined(__CUDA__) &&                                \
    !defined(CCT_DEVICE_BUILTINS_H)

#define CUDA_CAPTURE_MIN_MAX(R, A, B)                                          \
  static inline __attribute__((host)) R min(const A a, const B b) {            \
    return (R)a < (R)b ? (R)a : (R)b;                                          \
  }                                                                            \
  static inline __attribute__((host)) R max(const A a, const B b) {            \
    return (R)a > (R)b ? (R)a : (R)b;                                          \
  }
CUDA_CAPTURE_MIN_MAX(int, int, int)
CUDA_CAPTURE_MIN_MAX(unsigned, unsigned, unsigned)
CUDA_CAPTURE_MIN_MAX(unsigned, int, unsigned)
CUDA_CAPTURE_MIN_MAX(unsigned, unsigned, int)
CUDA_CAPTURE_MIN_MAX(long, long, long)
CUDA_CAPTURE_MIN_MAX(unsigned long, unsigned long, unsigned long)
CUDA_CAPTURE_MIN_MAX(unsigned long, long, unsigned long)
CUDA_CAPTURE_MIN_MAX(unsigned long, unsigned long, long)
CUDA_CAPTURE_MIN_MAX(long long, long long, long long)
CUDA_CAPTURE_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
CUDA_CAPTURE_MIN_MAX(unsigned long long, long long, unsigned long long)
CUDA_CAPTURE_MIN_MAX(unsigned long long, unsigned long long, long long)
CUDA_CAPTURE_MIN_MAX(float, float, float)
CUDA_CAPTURE_MIN_MAX(double, double, double)
CUDA_CAPTURE_MIN_MAX(double, float, double)
CUDA_CAPTURE_MIN_MAX(double, double, float)
#undef CUDA_CAPTURE_MIN_MAX

#endif

#endif
