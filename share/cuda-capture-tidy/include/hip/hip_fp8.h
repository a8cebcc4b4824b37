/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Numbers of eight bits: types and conversions. */
#ifndef CCT_HIP_FP8_H
#define CCT_HIP_FP8_H

#include "../cuda_fp16.h"
#include "../vector_types.h"
#include "hip_bf16.h"

typedef unsigned char __hip_fp8_storage_t;
typedef unsigned short __hip_fp8x2_storage_t;
typedef unsigned int __hip_fp8x4_storage_t;
typedef enum { __HIP_NOSAT = 0, __HIP_SATFINITE = 1 } __hip_saturation_t;
typedef enum {
  __HIP_E4M3 = 0,
  __HIP_E5M2 = 1,
  __HIP_E4M3_FNUZ = 2,
  __HIP_E5M2_FNUZ = 3
} __hip_fp8_interpretation_t;

#ifdef __cplusplus
struct __hip_fp8_e4m3 {
  __hip_fp8_storage_t __x;
  __hip_fp8_e4m3() = default;
  __host__ __device__ explicit __hip_fp8_e4m3(int);
  __host__ __device__ explicit __hip_fp8_e4m3(float);
  __host__ __device__ explicit __hip_fp8_e4m3(double);
  __host__ __device__ explicit __hip_fp8_e4m3(__half);
  __host__ __device__ operator float() const;
  __host__ __device__ operator __half() const;
  __host__ __device__ explicit operator bool() const;
};
struct __hip_fp8_e5m2 {
  __hip_fp8_storage_t __x;
  __hip_fp8_e5m2() = default;
  __host__ __device__ explicit __hip_fp8_e5m2(int);
  __host__ __device__ explicit __hip_fp8_e5m2(float);
  __host__ __device__ explicit __hip_fp8_e5m2(double);
  __host__ __device__ explicit __hip_fp8_e5m2(__half);
  __host__ __device__ operator float() const;
  __host__ __device__ operator __half() const;
  __host__ __device__ explicit operator bool() const;
};
struct __hip_fp8_e4m3_fnuz {
  __hip_fp8_storage_t __x;
  __hip_fp8_e4m3_fnuz() = default;
  __host__ __device__ explicit __hip_fp8_e4m3_fnuz(int);
  __host__ __device__ explicit __hip_fp8_e4m3_fnuz(float);
  __host__ __device__ explicit __hip_fp8_e4m3_fnuz(double);
  __host__ __device__ explicit __hip_fp8_e4m3_fnuz(__half);
  __host__ __device__ operator float() const;
  __host__ __device__ operator __half() const;
  __host__ __device__ explicit operator bool() const;
};
struct __hip_fp8_e5m2_fnuz {
  __hip_fp8_storage_t __x;
  __hip_fp8_e5m2_fnuz() = default;
  __host__ __device__ explicit __hip_fp8_e5m2_fnuz(int);
  __host__ __device__ explicit __hip_fp8_e5m2_fnuz(float);
  __host__ __device__ explicit __hip_fp8_e5m2_fnuz(double);
  __host__ __device__ explicit __hip_fp8_e5m2_fnuz(__half);
  __host__ __device__ operator float() const;
  __host__ __device__ operator __half() const;
  __host__ __device__ explicit operator bool() const;
};
struct __hip_fp8x2_e4m3 {
  __hip_fp8x2_storage_t __x;
  __hip_fp8x2_e4m3() = default;
  __host__ __device__ explicit __hip_fp8x2_e4m3(float2);
  __host__ __device__ operator float2() const;
};
struct __hip_fp8x4_e4m3 {
  __hip_fp8x4_storage_t __x;
  __hip_fp8x4_e4m3() = default;
  __host__ __device__ explicit __hip_fp8x4_e4m3(float4);
  __host__ __device__ operator float4() const;
};
struct __hip_fp8x2_e5m2 {
  __hip_fp8x2_storage_t __x;
  __hip_fp8x2_e5m2() = default;
  __host__ __device__ explicit __hip_fp8x2_e5m2(float2);
  __host__ __device__ operator float2() const;
};
struct __hip_fp8x4_e5m2 {
  __hip_fp8x4_storage_t __x;
  __hip_fp8x4_e5m2() = default;
  __host__ __device__ explicit __hip_fp8x4_e5m2(float4);
  __host__ __device__ operator float4() const;
};
struct __hip_fp8x2_e4m3_fnuz {
  __hip_fp8x2_storage_t __x;
  __hip_fp8x2_e4m3_fnuz() = default;
  __host__ __device__ explicit __hip_fp8x2_e4m3_fnuz(float2);
  __host__ __device__ operator float2() const;
};
struct __hip_fp8x4_e4m3_fnuz {
  __hip_fp8x4_storage_t __x;
  __hip_fp8x4_e4m3_fnuz() = default;
  __host__ __device__ explicit __hip_fp8x4_e4m3_fnuz(float4);
  __host__ __device__ operator float4() const;
};
struct __hip_fp8x2_e5m2_fnuz {
  __hip_fp8x2_storage_t __x;
  __hip_fp8x2_e5m2_fnuz() = default;
  __host__ __device__ explicit __hip_fp8x2_e5m2_fnuz(float2);
  __host__ __device__ operator float2() const;
};
struct __hip_fp8x4_e5m2_fnuz {
  __hip_fp8x4_storage_t __x;
  __hip_fp8x4_e5m2_fnuz() = default;
  __host__ __device__ explicit __hip_fp8x4_e5m2_fnuz(float4);
  __host__ __device__ operator float4() const;
};

__host__ __device__ __hip_fp8_storage_t
__hip_cvt_float_to_fp8(float, __hip_saturation_t, __hip_fp8_interpretation_t);
__host__ __device__ __hip_fp8_storage_t
__hip_cvt_double_to_fp8(double, __hip_saturation_t, __hip_fp8_interpretation_t);
__host__ __device__ __hip_fp8x2_storage_t __hip_cvt_float2_to_fp8x2(
    float2, __hip_saturation_t, __hip_fp8_interpretation_t);
__host__ __device__ __hip_fp8_storage_t __hip_cvt_halfraw_to_fp8(
    __half_raw, __hip_saturation_t, __hip_fp8_interpretation_t);
__host__ __device__ __hip_fp8_storage_t __hip_cvt_bfloat16raw_to_fp8(
    __hip_bfloat16_raw, __hip_saturation_t, __hip_fp8_interpretation_t);
__host__ __device__ __half_raw
__hip_cvt_fp8_to_halfraw(__hip_fp8_storage_t, __hip_fp8_interpretation_t);
#endif

#endif
