/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bfloat16 as ROCm's libraries have it, a type of its own beside that of
   hip_bf16.h: the type, conversions and operators. */
#ifndef CCT_HIP_BFLOAT16_H
#define CCT_HIP_BFLOAT16_H

#include "../host_defines.h"

#ifdef __cplusplus
struct hip_bfloat16 {
  unsigned short data;
  enum truncate_t { truncate };
  hip_bfloat16() = default;
  __host__ __device__ explicit hip_bfloat16(float);
  __host__ __device__ hip_bfloat16(float, truncate_t);
  __host__ __device__ operator float() const;
  __host__ __device__ static hip_bfloat16 round_to_bfloat16(float);
  __host__ __device__ static hip_bfloat16 round_to_bfloat16(float, truncate_t);
};
__host__ __device__ hip_bfloat16 operator+(hip_bfloat16, hip_bfloat16);
__host__ __device__ hip_bfloat16 operator-(hip_bfloat16, hip_bfloat16);
__host__ __device__ hip_bfloat16 operator*(hip_bfloat16, hip_bfloat16);
__host__ __device__ hip_bfloat16 operator/(hip_bfloat16, hip_bfloat16);
__host__ __device__ hip_bfloat16 operator-(hip_bfloat16);
__host__ __device__ bool operator==(hip_bfloat16, hip_bfloat16);
__host__ __device__ bool operator!=(hip_bfloat16, hip_bfloat16);
__host__ __device__ bool operator<(hip_bfloat16, hip_bfloat16);
__host__ __device__ bool operator>(hip_bfloat16, hip_bfloat16);
__host__ __device__ bool operator<=(hip_bfloat16, hip_bfloat16);
__host__ __device__ bool operator>=(hip_bfloat16, hip_bfloat16);
__host__ __device__ hip_bfloat16 &operator+=(hip_bfloat16 &, hip_bfloat16);
__host__ __device__ hip_bfloat16 &operator-=(hip_bfloat16 &, hip_bfloat16);
__host__ __device__ hip_bfloat16 &operator*=(hip_bfloat16 &, hip_bfloat16);
__host__ __device__ hip_bfloat16 &operator/=(hip_bfloat16 &, hip_bfloat16);
#else
typedef struct {
  unsigned short data;
} hip_bfloat16;
#endif

#endif
