//===- DocLinks.h - Links from diagnostics to our pages ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_CLANGD_DOCLINKS_H
#define CUDA_CAPTURE_CLANGD_DOCLINKS_H

#include "llvm/Support/JSON.h"

namespace cuda_capture::clangd {

/// Links the diagnostics of our checks to our pages. \p Message is the content
/// of a message from a language server: the parameters of a notification, or a
/// reply. clangd itself links all checks to its own pages.
void linkToOurPages(llvm::json::Value &Message);

} // namespace cuda_capture::clangd

#endif // CUDA_CAPTURE_CLANGD_DOCLINKS_H
