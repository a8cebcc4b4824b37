/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Profiler control of the CUDA runtime API. */
#ifndef CCT_CUDA_PROFILER_API_H
#define CCT_CUDA_PROFILER_API_H

/* The toolkit defines these: code asks for them, and the headers of its
   libraries then leave theirs out. */
#define __CUDA_PROFILER_API_H__

#include "driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
#ifdef __cplusplus
}
#endif

#endif
