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
