/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The HIP runtime API, and what kernels need. Readable as plain C++, as HIP and
   (Clang's `-x cuda`) as CUDA. */
#ifndef CCT_HIP_RUNTIME_H
#define CCT_HIP_RUNTIME_H

#include "hip_runtime_api.h"

#ifdef __cplusplus
#if defined(__CUDA__) || defined(__HIP__)
#include "../cct/device_builtins.h"

/* `kernel<<<...>>>(...)` read as CUDA: see cuda_runtime.h. */
#if !defined(__HIP__) && !defined(CCT_CONFIGURE_CALL)
#define CCT_CONFIGURE_CALL
extern "C" int cudaConfigureCall(dim3, dim3, size_t = 0, hipStream_t = 0);
extern "C" unsigned int __cudaPushCallConfiguration(dim3, dim3, size_t = 0,
                                                    hipStream_t = 0);
#endif

#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...)           \
  kernel<<<(grid), (block), (shared), (stream)>>>(__VA_ARGS__)
#endif

#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(x) x
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];

#endif /* __cplusplus */

#endif
