/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef CCT_CUDA_DEVICE_RUNTIME_API_H
#define CCT_CUDA_DEVICE_RUNTIME_API_H

#include "cuda_runtime_api.h"

#endif
