/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What device code may name without an include, shared by the CUDA and HIP
   headers: thread indices, barriers, warp functions, atomics, device math.
   Empty outside CUDA and HIP compilation. */
#ifndef CCT_DEVICE_BUILTINS_H
#define CCT_DEVICE_BUILTINS_H

#if defined(__CUDA__) || defined(__HIP__)

#include "../vector_types.h"
#include <stddef.h>
/* A machine without a compiler need not have the headers of the C library. */
#if __has_include(<math.h>)
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#endif

extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
extern const __device__ int warpSize;

/* Barriers, fences, clocks. */
__device__ void __syncthreads();
__device__ int __syncthreads_count(int);
__device__ int __syncthreads_and(int);
__device__ int __syncthreads_or(int);
__device__ void __syncwarp(unsigned int = 0xffffffffu);
__device__ void __threadfence();
__device__ void __threadfence_block();
__device__ void __threadfence_system();
__device__ void __trap();
__device__ void __nanosleep(unsigned int);
__device__ long long clock64();
__device__ long long wall_clock64();

/* Warp functions. */
__device__ unsigned int __activemask();
__device__ unsigned int __ballot_sync(unsigned int, int);
__device__ int __all_sync(unsigned int, int);
__device__ int __any_sync(unsigned int, int);
__device__ unsigned int __reduce_add_sync(unsigned int, unsigned int);
template <class T>
__device__ T __shfl_sync(unsigned int, T, int, int = warpSize);
template <class T>
__device__ T __shfl_up_sync(unsigned int, T, unsigned int, int = warpSize);
template <class T>
__device__ T __shfl_down_sync(unsigned int, T, unsigned int, int = warpSize);
template <class T>
__device__ T __shfl_xor_sync(unsigned int, T, int, int = warpSize);
template <class T> __device__ T __shfl(T, int, int = warpSize);
template <class T> __device__ T __shfl_down(T, unsigned int, int = warpSize);
template <class T> __device__ T __shfl_xor(T, int, int = warpSize);

/* Atomics. The value's type may differ from the object's: atomicAdd(&f, 1). */
namespace cct_detail {
template <class T> struct same { typedef T type; };
} // namespace cct_detail
#define CCT_ATOMIC(NAME)                                                       \
  template <class T>                                                           \
  __device__ T NAME(T *, typename cct_detail::same<T>::type);                  \
  template <class T>                                                           \
  __device__ T NAME##_block(T *, typename cct_detail::same<T>::type);          \
  template <class T>                                                           \
  __device__ T NAME##_system(T *, typename cct_detail::same<T>::type);
CCT_ATOMIC(atomicAdd)
CCT_ATOMIC(atomicSub)
CCT_ATOMIC(atomicExch)
CCT_ATOMIC(atomicMin)
CCT_ATOMIC(atomicMax)
CCT_ATOMIC(atomicInc)
CCT_ATOMIC(atomicDec)
CCT_ATOMIC(atomicAnd)
CCT_ATOMIC(atomicOr)
CCT_ATOMIC(atomicXor)
#undef CCT_ATOMIC
template <class T>
__device__ T atomicCAS(T *, typename cct_detail::same<T>::type,
                       typename cct_detail::same<T>::type);
template <class T> __device__ T __ldg(const T *);

/* Device overloads of host functions: Clang tells them apart by target. */
extern "C" {
__device__ int printf(const char *, ...);
__device__ void *malloc(size_t);
__device__ void free(void *);
__device__ void *memcpy(void *, const void *, size_t);
__device__ void *memset(void *, int, size_t);
}
__device__ int abs(int);
__device__ float fabsf(float);
__device__ double fabs(double);
#define CCT_MATH_1(NAME)                                                       \
  __device__ float NAME##f(float);                                             \
  __device__ double NAME(double);
#define CCT_MATH_2(NAME)                                                       \
  __device__ float NAME##f(float, float);                                      \
  __device__ double NAME(double, double);
CCT_MATH_1(acos)
CCT_MATH_1(asin)
CCT_MATH_1(atan)
CCT_MATH_1(cbrt)
CCT_MATH_1(ceil)
CCT_MATH_1(cos)
CCT_MATH_1(cosh)
CCT_MATH_1(erf)
CCT_MATH_1(erfc)
CCT_MATH_1(exp)
CCT_MATH_1(exp2)
CCT_MATH_1(expm1)
CCT_MATH_1(floor)
CCT_MATH_1(lgamma)
CCT_MATH_1(log)
CCT_MATH_1(log10)
CCT_MATH_1(log1p)
CCT_MATH_1(log2)
CCT_MATH_1(nearbyint)
CCT_MATH_1(rint)
CCT_MATH_1(round)
CCT_MATH_1(rsqrt)
CCT_MATH_1(sin)
CCT_MATH_1(sinh)
CCT_MATH_1(sqrt)
CCT_MATH_1(tan)
CCT_MATH_1(tanh)
CCT_MATH_1(tgamma)
CCT_MATH_1(trunc)
CCT_MATH_2(atan2)
CCT_MATH_2(fmax)
CCT_MATH_2(fmin)
CCT_MATH_2(fmod)
CCT_MATH_2(pow)
#undef CCT_MATH_1
#undef CCT_MATH_2
__device__ float fmaf(float, float, float);
__device__ double fma(double, double, double);
__device__ float sqrt(float);
__device__ float exp(float);
__device__ float log(float);
__device__ float sin(float);
__device__ float cos(float);
__device__ float tanh(float);
__device__ float pow(float, float);
__device__ float floor(float);
__device__ float ceil(float);
__device__ float fabs(float);
__device__ float __expf(float);
__device__ float __logf(float);
__device__ float __sinf(float);
__device__ float __cosf(float);
__device__ float __powf(float, float);
__device__ float __fdividef(float, float);
__device__ float __fmaf_rn(float, float, float);
__device__ float __int_as_float(int);
__device__ int __float_as_int(float);
__device__ int __popc(unsigned int);
__device__ int __clz(int);
__device__ int __ffs(int);

/* min and max, unqualified. */
#define CCT_MIN_MAX(T)                                                         \
  __host__ __device__ T min(T, T);                                             \
  __host__ __device__ T max(T, T);
CCT_MIN_MAX(int)
CCT_MIN_MAX(unsigned int)
CCT_MIN_MAX(long)
CCT_MIN_MAX(unsigned long)
CCT_MIN_MAX(long long)
CCT_MIN_MAX(unsigned long long)
CCT_MIN_MAX(float)
CCT_MIN_MAX(double)
#undef CCT_MIN_MAX

#endif

#endif
