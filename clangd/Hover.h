//===- Hover.h - What calls do in a capture, for editors --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_CLANGD_HOVER_H
#define CUDA_CAPTURE_CLANGD_HOVER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <string>

namespace clang {
class ASTContext;
class Preprocessor;
class SourceLocation;
namespace tidy {
struct ClangTidyOptions;
} // namespace tidy
} // namespace clang

namespace cuda_capture::clangd {

/// Keeps the options of the configuration of \p File that hoverText() needs.
/// This function and hoverText() may be called by several threads at once.
void keepOptions(llvm::StringRef File,
                 const clang::tidy::ClangTidyOptions &Options);

/// The text for a name in a source.
struct HoverText {
  /// What the call does in a capture; lines.
  std::string Call;
  /// For a call that begins a capture: the nodes and streams of its graph.
  std::string Graph, Drawing;

  bool isEmpty() const { return Call.empty(); }
};

/// Returns what is known about the call whose name is at \p At; nothing if
/// there is no call there, or if nothing is known about the function. If the
/// call begins a capture, the functions of the source are analysed.
HoverText hoverText(clang::ASTContext &Ctx, clang::Preprocessor &PP,
                    clang::SourceLocation At);

/// Appends \p Text to the contents of \p Hover, the answer to a client, in the
/// form that the contents have.
void addTo(llvm::json::Value &Hover, const HoverText &Text);

} // namespace cuda_capture::clangd

#endif // CUDA_CAPTURE_CLANGD_HOVER_H
