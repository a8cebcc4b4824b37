/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef CCT_HIP_FP16_H
#define CCT_HIP_FP16_H

#include "../cuda_fp16.h"

#endif
