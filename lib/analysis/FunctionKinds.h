//===- FunctionKinds.h - What the form of a function tells ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the instructions of a function tell about its purpose.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FUNCTIONKINDS_H
#define CUDA_CAPTURE_ANALYSIS_FUNCTIONKINDS_H

#include "../ir/IR.h"
#include "llvm/ADT/ArrayRef.h"

namespace cuda_capture::analysis {

/// Whether \p F hands out an object that it makes, or deletes an object that it
/// is given: it prepares work, or cleans up behind it.
bool makesOrDeletes(const ir::Function &F);

/// Whether \p F keeps a stream that it is given behind the call: in an object
/// that it is given, too, or in a variable.
bool storesStream(const ir::Function &F);

/// Returns the first instruction by which \p F takes the stream that a library
/// has made current; null if there is none. Calls of the library that work on
/// the current stream do not count.
const ir::Instruction *takesCurrentStream(const ir::Function &F);

/// Whether \p F throws, or ends the program, if it has been called before, as a
/// flag that it sets tells: it sets something up once.
bool refusesSecondCall(const ir::Function &F);

/// Whether the name of \p F, without its scope, begins with one of \p Words, in
/// any case: 'initBuffers', 'Init_buffers' and 'INIT', but not 'initial'.
bool isNamedAsPreparation(const ir::Function &F,
                          llvm::ArrayRef<std::string> Words);

bool isConstructorOrDestructor(const ir::Function &F);
bool isDestructor(const ir::Function &F);

/// Returns the class of which \p F is a member function, unless it is a
/// constructor or destructor.
llvm::StringRef memberOf(const ir::Function &F);

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FUNCTIONKINDS_H
