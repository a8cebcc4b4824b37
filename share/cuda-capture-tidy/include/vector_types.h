/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The built-in vector types, dim3 and the make_ functions. */
#ifndef CCT_VECTOR_TYPES_H
#define CCT_VECTOR_TYPES_H
/* The toolkit's guard: see driver_types.h. */
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__

#include "host_defines.h"

/* CCT_VECTORS(name, element, alignment of 2, alignment of 4) */
#define CCT_VECTORS(N, T, A2, A4)                                              \
  struct N##1 {                                                                \
    T x;                                                                       \
  };                                                                           \
  struct __attribute__((aligned(A2))) N##2 {                                   \
    T x, y;                                                                    \
  };                                                                           \
  struct N##3 {                                                                \
    T x, y, z;                                                                 \
  };                                                                           \
  struct __attribute__((aligned(A4))) N##4 {                                   \
    T x, y, z, w;                                                              \
  };                                                                           \
  typedef struct N##1 N##1;                                                    \
  typedef struct N##2 N##2;                                                    \
  typedef struct N##3 N##3;                                                    \
  typedef struct N##4 N##4;

CCT_VECTORS(char, signed char, 2, 4)
CCT_VECTORS(uchar, unsigned char, 2, 4)
CCT_VECTORS(short, short, 4, 8)
CCT_VECTORS(ushort, unsigned short, 4, 8)
CCT_VECTORS(int, int, 8, 16)
CCT_VECTORS(uint, unsigned int, 8, 16)
CCT_VECTORS(long, long int, 16, 16)
CCT_VECTORS(ulong, unsigned long int, 16, 16)
CCT_VECTORS(longlong, long long int, 16, 16)
CCT_VECTORS(ulonglong, unsigned long long int, 16, 16)
CCT_VECTORS(float, float, 8, 16)
CCT_VECTORS(double, double, 16, 16)

#undef CCT_VECTORS

struct dim3 {
  unsigned int x, y, z;
#ifdef __cplusplus
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1,
                                     unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return {x, y, z}; }
#endif
};
typedef struct dim3 dim3;

#ifdef __cplusplus
#define CCT_MAKE(N, T)                                                         \
  __host__ __device__ N##1 make_##N##1(T);                                     \
  __host__ __device__ N##2 make_##N##2(T, T);                                  \
  __host__ __device__ N##3 make_##N##3(T, T, T);                               \
  __host__ __device__ N##4 make_##N##4(T, T, T, T);

CCT_MAKE(char, signed char)
CCT_MAKE(uchar, unsigned char)
CCT_MAKE(short, short)
CCT_MAKE(ushort, unsigned short)
CCT_MAKE(int, int)
CCT_MAKE(uint, unsigned int)
CCT_MAKE(long, long int)
CCT_MAKE(ulong, unsigned long int)
CCT_MAKE(longlong, long long int)
CCT_MAKE(ulonglong, unsigned long long int)
CCT_MAKE(float, float)
CCT_MAKE(double, double)

#undef CCT_MAKE
#endif

#endif
