//===- Parser.h - CaptureIR from text ---------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the text form of CaptureIR.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_IR_PARSER_H
#define CUDA_CAPTURE_IR_PARSER_H

#include "IR.h"
#include "llvm/Support/Error.h"

namespace cuda_capture::ir {

/// Parses one module. \p Source names the text in errors, which read
/// "SOURCE:LINE:COLUMN: what is wrong". The result is verified.
llvm::Expected<std::unique_ptr<Module>> parse(llvm::StringRef Text,
                                              llvm::StringRef Source);

} // namespace cuda_capture::ir

#endif // CUDA_CAPTURE_IR_PARSER_H
