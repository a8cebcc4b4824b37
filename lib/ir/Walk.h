//===- Walk.h - Names that CaptureIR mentions -------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_IR_WALK_H
#define CUDA_CAPTURE_IR_WALK_H

#include "IR.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cuda_capture::ir {

/// How a function mentions a name.
enum class Mention {
  Calls,  ///< It calls this function, which is in its module.
  Defers, ///< It calls this function if it is found (see isDeferred).
  Names,  ///< It takes the function's address, or may call it.
  Api,    ///< It calls this function of the knowledge base.
  Global, ///< The name of a global variable.
};

/// Whether \p I is a call of a function that another translation unit may have.
/// The part after "else" replaces the call if no unit has it.
bool isDeferred(const Instruction &I);

/// Calls \p OnName for each name of a function or global that \p F mentions.
/// The callback may change the name.
void forEachName(Function &F, llvm::function_ref<void(Name &, Mention)> OnName);

/// Calls \p Use with each part of \p O, and \p O itself, that reads a place.
void forEachRead(const Operand &O,
                 llvm::function_ref<void(const Operand &)> Use);

/// Returns the name of the last field, or of the global, that \p P names; an
/// empty string if it names neither.
llvm::StringRef lastName(const Place &P);

/// Calls \p OnLoc for each location in \p F.
void forEachLoc(Function &F, llvm::function_ref<void(Loc &)> OnLoc);

} // namespace cuda_capture::ir

#endif // CUDA_CAPTURE_IR_WALK_H
