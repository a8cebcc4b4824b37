/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Base of cuda-capture-tidy's declaration-only CUDA and HIP headers.
   They let a parser read CUDA code on a machine without a CUDA toolkit. They
   state the facts of the interfaces only (names, types, order, values; of CUDA
   13.0 and HIP 6.3): no parameter names, no documentation, and nothing that can
   be linked or run. The large ones were derived from the parsed interfaces, the
   small ones written by hand. Outside CUDA and HIP compilation the function and
   memory space specifiers are empty. */
#ifndef CCT_HOST_DEFINES_H
#define CCT_HOST_DEFINES_H
/* The toolkit's guard: see driver_types.h. */
#define __HOST_DEFINES_H__

#define CCT_STUB_HEADERS 1

#if defined(__CUDA__) || defined(__HIP__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#if defined(__HIP__)
#define __managed__ __attribute__((managed))
#else
/* A host-visible variable of managed memory: for host analysis a device one. */
#define __managed__ __attribute__((device))
#endif
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#endif

#define __grid_constant__
#define __cluster_dims__(...)
#define __block_size__(...)
#define __maxnreg__(...)
#ifndef __forceinline__
#define __forceinline__ __inline__ __attribute__((always_inline))
#endif
/* `__noinline__` stays undefined: in CUDA mode it is a keyword of Clang. */
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __device_builtin__
#define __cudart_builtin__

/* A default argument: C has none. */
#ifdef __cplusplus
#define CCT_DEFAULT(value) = value
#else
#define CCT_DEFAULT(value)
#endif

#endif
