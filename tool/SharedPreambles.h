//===- SharedPreambles.h - Preambles that sources share ---------*- C++ -*-===//
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

/// A beginning of several sources, which is parsed once for all of them.
struct SharedPreamble {
  /// The command for a source that consists of Text.
  cuda_capture::compdb::Command Command;
  std::string Text;
  /// The header that users of the preamble include first. If it is empty, the
  /// preamble consists of the files that the command line includes.
  std::string Header;
};

/// The preambles to write, and the sources that use them.
struct PreamblePlan {
  std::vector<SharedPreamble> Preambles;
  /// For each source, the index of the longest preamble that it begins with.
  std::vector<std::optional<size_t>> Of;
};

/// Chooses preambles for the sources \p Of by the weights of headers
/// (scan::Leading). Each preamble has to save more than \p LeastGain. Their
/// sources are to be written to files in \p Folder, whose names differ.
PreamblePlan planPreambles(ScannedSources &Sources, llvm::ArrayRef<size_t> Of,
                           unsigned LeastGain, llvm::StringRef Folder);

#endif // CUDA_CAPTURE_TOOL_SHAREDPREAMBLES_H
