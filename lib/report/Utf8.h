//===- Utf8.h - Text that is none -------------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_UTF8_H
#define CUDA_CAPTURE_REPORT_UTF8_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cuda_capture::report {

/// \p Text with what is no UTF-8 in it replaced, as printJson() does: what is
/// quoted from sources need not be text, and formats want it to be.
std::string utf8(llvm::StringRef Text);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_UTF8_H
