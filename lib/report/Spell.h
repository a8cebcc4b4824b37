//===- Spell.h - Places and values as in the source -------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_SPELL_H
#define CUDA_CAPTURE_REPORT_SPELL_H

#include "Message.h"
#include "llvm/ADT/StringExtras.h"

namespace cuda_capture::report {

/// Whether this local is a temporary, which has no name in the program.
inline bool isTemporary(llvm::StringRef Local) {
  return !Local.empty() && llvm::isDigit(Local.front());
}

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_SPELL_H
