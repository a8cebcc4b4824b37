/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Profiler control of the CUDA driver API. */
#ifndef CCT_CUDAPROFILER_H
#define CCT_CUDAPROFILER_H
/* The toolkit's guard: see driver_types.h. */
#define cuda_profiler_H

#include "cuda.h"

#ifdef __cplusplus
extern "C" {
#endif
CUresult cuProfilerStart(void);
CUresult cuProfilerStop(void);
#ifdef __cplusplus
}
#endif

#endif
