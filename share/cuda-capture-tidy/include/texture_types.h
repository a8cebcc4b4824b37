/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef CCT_TEXTURE_TYPES_H
#define CCT_TEXTURE_TYPES_H

#include "driver_types.h"

#endif
