/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef CCT_HIP_VECTOR_TYPES_H
#define CCT_HIP_VECTOR_TYPES_H

#include "../vector_types.h"

#endif
