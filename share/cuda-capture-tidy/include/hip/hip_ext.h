/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* AMD's extensions of kernel launch. */
#ifndef CCT_HIP_EXT_H
#define CCT_HIP_EXT_H

#include "hip_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif
hipError_t hipExtModuleLaunchKernel(hipFunction_t, uint32_t, uint32_t, uint32_t,
                                    uint32_t, uint32_t, uint32_t, size_t,
                                    hipStream_t, void **, void **,
                                    hipEvent_t CCT_DEFAULT(0),
                                    hipEvent_t CCT_DEFAULT(0),
                                    uint32_t CCT_DEFAULT(0));
hipError_t hipExtLaunchKernel(const void *, dim3, dim3, void **, size_t,
                              hipStream_t, hipEvent_t, hipEvent_t, int);
#ifdef __cplusplus
}
template <class F, class... Args>
void hipExtLaunchKernelGGL(F, const dim3 &, const dim3 &, uint32_t, hipStream_t,
                           hipEvent_t, hipEvent_t, uint32_t, Args...);
#endif

#endif
