/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef CCT_VECTOR_FUNCTIONS_H
#define CCT_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#endif
