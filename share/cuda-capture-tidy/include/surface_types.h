/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef CCT_SURFACE_TYPES_H
#define CCT_SURFACE_TYPES_H

#include "driver_types.h"

#endif
