/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* threadIdx, blockIdx, blockDim, gridDim, warpSize. */
#ifndef CCT_DEVICE_LAUNCH_PARAMETERS_H
#define CCT_DEVICE_LAUNCH_PARAMETERS_H
/* The toolkit's guard: see driver_types.h. */
#define __DEVICE_LAUNCH_PARAMETERS_H__

#include "cct/device_builtins.h"

#endif
