/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bfloat16: the types, conversions and operators most code uses. */
#ifndef CCT_CUDA_BF16_H
#define CCT_CUDA_BF16_H
/* The toolkit's guard: see driver_types.h. */
#define __CUDA_BF16_H__

#include "vector_types.h"

#ifdef __cplusplus
struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __nv_bfloat162_raw {
  unsigned short x, y;
};
struct __nv_bfloat16 {
  unsigned short bits;
  __nv_bfloat16() = default;
  __host__ __device__ __nv_bfloat16(const __nv_bfloat16_raw &);
  __host__ __device__ operator __nv_bfloat16_raw() const;
  __host__ __device__ __nv_bfloat16(float);
  __host__ __device__ __nv_bfloat16(double);
  __host__ __device__ __nv_bfloat16(int);
  __host__ __device__ operator float() const;
  __host__ __device__ __nv_bfloat16 &operator+=(const __nv_bfloat16 &);
  __host__ __device__ __nv_bfloat16 &operator-=(const __nv_bfloat16 &);
  __host__ __device__ __nv_bfloat16 &operator*=(const __nv_bfloat16 &);
  __host__ __device__ __nv_bfloat16 &operator/=(const __nv_bfloat16 &);
};
struct __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __host__ __device__ __nv_bfloat162(const __nv_bfloat162_raw &);
  __host__ __device__ operator __nv_bfloat162_raw() const;
  __host__ __device__ __nv_bfloat162(const __nv_bfloat16 &,
                                     const __nv_bfloat16 &);
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

__host__ __device__ __nv_bfloat16 operator+(const __nv_bfloat16 &,
                                            const __nv_bfloat16 &);
__host__ __device__ __nv_bfloat16 operator-(const __nv_bfloat16 &,
                                            const __nv_bfloat16 &);
__host__ __device__ __nv_bfloat16 operator*(const __nv_bfloat16 &,
                                            const __nv_bfloat16 &);
__host__ __device__ __nv_bfloat16 operator/(const __nv_bfloat16 &,
                                            const __nv_bfloat16 &);
__host__ __device__ __nv_bfloat16 operator-(const __nv_bfloat16 &);
__host__ __device__ bool operator==(const __nv_bfloat16 &,
                                    const __nv_bfloat16 &);
__host__ __device__ bool operator!=(const __nv_bfloat16 &,
                                    const __nv_bfloat16 &);
__host__ __device__ bool operator<(const __nv_bfloat16 &,
                                   const __nv_bfloat16 &);
__host__ __device__ bool operator>(const __nv_bfloat16 &,
                                   const __nv_bfloat16 &);

__host__ __device__ __nv_bfloat16 __float2bfloat16(float);
__host__ __device__ __nv_bfloat16 __float2bfloat16_rn(float);
__host__ __device__ float __bfloat162float(__nv_bfloat16);
__host__ __device__ __nv_bfloat162 __floats2bfloat162_rn(float, float);
__host__ __device__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16);
__host__ __device__ __nv_bfloat162 make_bfloat162(__nv_bfloat16, __nv_bfloat16);
__host__ __device__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162);
__host__ __device__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162);
__host__ __device__ float2 __bfloat1622float2(__nv_bfloat162);
__host__ __device__ __nv_bfloat16 __hadd(__nv_bfloat16, __nv_bfloat16);
__host__ __device__ __nv_bfloat16 __hsub(__nv_bfloat16, __nv_bfloat16);
__host__ __device__ __nv_bfloat16 __hmul(__nv_bfloat16, __nv_bfloat16);
__host__ __device__ __nv_bfloat16 __hdiv(__nv_bfloat16, __nv_bfloat16);
__host__ __device__ __nv_bfloat16 __hfma(__nv_bfloat16, __nv_bfloat16,
                                         __nv_bfloat16);
__host__ __device__ __nv_bfloat16 __hmax(__nv_bfloat16, __nv_bfloat16);
__host__ __device__ __nv_bfloat16 __hmin(__nv_bfloat16, __nv_bfloat16);
__host__ __device__ __nv_bfloat162 __hadd2(__nv_bfloat162, __nv_bfloat162);
__host__ __device__ __nv_bfloat162 __hmul2(__nv_bfloat162, __nv_bfloat162);
__host__ __device__ __nv_bfloat162 __hfma2(__nv_bfloat162, __nv_bfloat162,
                                           __nv_bfloat162);
#else
typedef struct {
  unsigned short x;
} __nv_bfloat16;
typedef struct {
  __nv_bfloat16 x, y;
} __nv_bfloat162;
#endif

#endif
