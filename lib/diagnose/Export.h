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

/// Where \p At stands in its file; of what a macro makes, where the macro is
/// used. What \c #line says does not count.
report::Position positionOf(clang::SourceLocation At,
                            const clang::SourceManager &SM);

/// The bytes that \p Hint changes; nothing if they are in no file.
std::optional<report::Edit> editOf(const clang::FixItHint &Hint,
                                   const clang::SourceManager &SM,
                                   const clang::LangOptions &LangOpts);

/// \p W, which \p L was asked about \p F.
/// \p Elsewhere: where instructions stand that \p L did not make, as those of
/// other translation units.
report::Diagnostic exported(const analysis::Finding &F, const Warning &W,
                            const lower::Lowering &L,
                            const clang::ASTContext &Ctx,
                            report::PlaceOf Elsewhere = nullptr);

} // namespace cuda_capture::diagnose

#endif // CUDA_CAPTURE_DIAGNOSE_EXPORT_H
