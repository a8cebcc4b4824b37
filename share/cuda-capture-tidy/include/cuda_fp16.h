/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Half precision: the types, conversions and operators most code uses. */
#ifndef CCT_CUDA_FP16_H
#define CCT_CUDA_FP16_H
/* The toolkit's guard: see driver_types.h. */
#define __CUDA_FP16_H__

#include "vector_types.h"

#ifdef __cplusplus
struct __half_raw {
  unsigned short x;
};
struct __half2_raw {
  unsigned short x, y;
};
struct __half {
  unsigned short bits;
  __half() = default;
  __host__ __device__ __half(const __half_raw &);
  __host__ __device__ operator __half_raw() const;
  __host__ __device__ __half(float);
  __host__ __device__ __half(double);
  __host__ __device__ __half(int);
  __host__ __device__ operator float() const;
  __host__ __device__ __half &operator+=(const __half &);
  __host__ __device__ __half &operator-=(const __half &);
  __host__ __device__ __half &operator*=(const __half &);
  __host__ __device__ __half &operator/=(const __half &);
};
struct __half2 {
  __half x, y;
  __half2() = default;
  __host__ __device__ __half2(const __half2_raw &);
  __host__ __device__ operator __half2_raw() const;
  __host__ __device__ __half2(const __half &, const __half &);
};
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;

__host__ __device__ __half operator+(const __half &, const __half &);
__host__ __device__ __half operator-(const __half &, const __half &);
__host__ __device__ __half operator*(const __half &, const __half &);
__host__ __device__ __half operator/(const __half &, const __half &);
__host__ __device__ __half operator-(const __half &);
__host__ __device__ bool operator==(const __half &, const __half &);
__host__ __device__ bool operator!=(const __half &, const __half &);
__host__ __device__ bool operator<(const __half &, const __half &);
__host__ __device__ bool operator>(const __half &, const __half &);

__host__ __device__ __half __float2half(float);
__host__ __device__ __half __float2half_rn(float);
__host__ __device__ float __half2float(__half);
__host__ __device__ __half2 __floats2half2_rn(float, float);
__host__ __device__ __half2 __half2half2(__half);
__host__ __device__ __half2 make_half2(__half, __half);
__host__ __device__ __half __low2half(__half2);
__host__ __device__ __half __high2half(__half2);
__host__ __device__ float2 __half22float2(__half2);
__host__ __device__ __half __hadd(__half, __half);
__host__ __device__ __half __hsub(__half, __half);
__host__ __device__ __half __hmul(__half, __half);
__host__ __device__ __half __hdiv(__half, __half);
__host__ __device__ __half __hfma(__half, __half, __half);
__host__ __device__ __half __hmax(__half, __half);
__host__ __device__ __half __hmin(__half, __half);
__host__ __device__ __half2 __hadd2(__half2, __half2);
__host__ __device__ __half2 __hmul2(__half2, __half2);
__host__ __device__ __half2 __hfma2(__half2, __half2, __half2);
#else
typedef struct {
  unsigned short x;
} __half;
typedef struct {
  __half x, y;
} __half2;
#endif

#endif
