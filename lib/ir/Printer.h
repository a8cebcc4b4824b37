//===- Printer.h - CaptureIR as text ----------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes CaptureIR in the form that Parser.h reads. docs/design/ir.md has the
/// grammar.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_IR_PRINTER_H
#define CUDA_CAPTURE_IR_PRINTER_H

#include "IR.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace cuda_capture::ir {

void print(llvm::raw_ostream &OS, const Module &M);
void print(llvm::raw_ostream &OS, const Module &M, const Function &F);

} // namespace cuda_capture::ir

#endif // CUDA_CAPTURE_IR_PRINTER_H
