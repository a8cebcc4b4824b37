/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef CCT_HIP_BF16_H
#define CCT_HIP_BF16_H

#include "../cuda_bf16.h"

#ifdef __cplusplus
typedef __nv_bfloat16_raw __hip_bfloat16_raw;
typedef __nv_bfloat162_raw __hip_bfloat162_raw;
#endif
typedef __nv_bfloat16 __hip_bfloat16;
typedef __nv_bfloat162 __hip_bfloat162;

#endif
