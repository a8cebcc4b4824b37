/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef CCT_BUILTIN_TYPES_H
#define CCT_BUILTIN_TYPES_H

#include "driver_types.h"

#endif
