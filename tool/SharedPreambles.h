//===- SharedPreambles.h - Which sources begin alike ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_SHAREDPREAMBLES_H
#define CUDA_CAPTURE_TOOL_SHAREDPREAMBLES_H

#include "Demand.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

/// What several sources begin with, to be parsed once for all of them.
struct SharedPreamble {
  /// A source that consists of it.
  cuda_capture::compdb::Command Command;
  std::string Text;
  /// The header that its users enter first; empty: there is none but what the
  /// command line includes.
  std::string Header;
};

struct PreamblePlan {
  std::vector<SharedPreamble> Preambles;
  /// For each source that was asked about, the longest that it begins with.
  std::vector<std::optional<size_t>> Of;
};

/// Chooses what to parse once for the sources \p Of, by the weights of headers
/// (scan::Leading): each has to save \p LeastGain. Its files are to lie in
/// \p Folder, with names of their own.
PreamblePlan planPreambles(ScannedSources &Sources, llvm::ArrayRef<size_t> Of,
                           unsigned LeastGain, llvm::StringRef Folder);

#endif // CUDA_CAPTURE_TOOL_SHAREDPREAMBLES_H
