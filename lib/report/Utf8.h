//===- Utf8.h - Replacement of invalid UTF-8 --------------------*- C++ -*-===//
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

/// Returns \p Text with everything that is not UTF-8 replaced, as printJson()
/// does. Quotations from sources need not be text, but the output formats
/// require text.
std::string utf8(llvm::StringRef Text);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_UTF8_H
