//===- Export.h - Findings that outlive their translation unit --*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_DIAGNOSE_EXPORT_H
#define CUDA_CAPTURE_DIAGNOSE_EXPORT_H

#include "../report/Describe.h"
#include "Diagnose.h"

namespace clang {
class SourceManager;
} // namespace clang

namespace cuda_capture::diagnose {

/// Returns the position of \p At in its file. A location in a macro expansion
/// gets the position where the macro is used. \c #line directives are ignored.
report::Position positionOf(clang::SourceLocation At,
                            const clang::SourceManager &SM);

/// Returns the bytes that \p Hint changes, or nullopt if they are in no file.
std::optional<report::Edit> editOf(const clang::FixItHint &Hint,
                                   const clang::SourceManager &SM,
                                   const clang::LangOptions &LangOpts);

/// Returns the diagnostic for \p W, the warning about \p F from \p L.
/// \p Elsewhere gives the positions of instructions that \p L did not make,
/// such as those of other translation units.
report::Diagnostic exported(const analysis::Finding &F, const Warning &W,
                            const lower::Lowering &L,
                            const clang::ASTContext &Ctx,
                            report::PlaceOf Elsewhere = nullptr);

} // namespace cuda_capture::diagnose

#endif // CUDA_CAPTURE_DIAGNOSE_EXPORT_H
