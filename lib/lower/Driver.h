//===- Driver.h - Analysis of a translation unit ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Leads from a parsed translation unit to findings, for the checks as well as
/// for the tool.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_DRIVER_H
#define CUDA_CAPTURE_LOWER_DRIVER_H

#include "../analysis/Analysis.h"
#include "Lowering.h"

namespace clang {
class Preprocessor;
} // namespace clang

namespace cuda_capture::link {
class Program;
} // namespace cuda_capture::link

namespace cuda_capture::lower {

/// Returns the embedded knowledge base, or, if \p Paths is not empty, the one
/// in \p Paths (files or folders, separated by ';'). Each set of paths is read
/// once per process.
llvm::Expected<std::shared_ptr<const KnowledgeBase>>
loadKnowledge(llvm::StringRef Paths);

/// Returns KnowledgeBase::digest of the knowledge base that loadKnowledge()
/// returns for \p Paths. The digest is also computed once per process.
std::string knowledgeDigest(llvm::StringRef Paths);

/// Whether stream 0 is the per-thread default stream. \p PP may be null.
bool usesPerThreadStream(clang::ASTContext &Ctx, clang::Preprocessor *PP,
                         const KnowledgeBase &KB);

/// Returns the least driver that runs what the toolkit of a translation unit
/// compiles; 0 if the toolkit is not known. \p PP may be null.
CudaVersion leastDriver(clang::Preprocessor *PP, const KnowledgeBase &KB);

/// Returns the number that a macro is defined as, if its definition is a single
/// number.
std::optional<unsigned> macroNumber(clang::Preprocessor &PP,
                                    llvm::StringRef Name);

/// Lowers the functions that are worth analysing, and the functions that they
/// call. \p PP may be null; it tells which default stream the translation unit
/// was compiled for. For \p ListOverriders, see Lowering.
std::unique_ptr<Lowering>
lowerTranslationUnit(clang::ASTContext &Ctx, clang::Preprocessor *PP,
                     const KnowledgeBase &KB, bool ListOverriders = false,
                     CapturableOptions Capturable = CapturableOptions());

/// Lowers and analyses the translation unit. \p Findings point into the result
/// and into \p KB. \p Others holds the definitions of other translation units,
/// if they are known, and must outlive the result. For \p Covered, see
/// analysis::analyze.
std::unique_ptr<Lowering>
analyzeTranslationUnit(clang::ASTContext &Ctx, clang::Preprocessor *PP,
                       const KnowledgeBase &KB, const analysis::Options &Opts,
                       std::vector<analysis::Finding> &Findings,
                       CapturableOptions Capturable = CapturableOptions(),
                       const link::Program *Others = nullptr,
                       analysis::Coverage *Covered = nullptr);

/// Returns what other translation units need to know of this one, except for
/// Object::By. The functions that are analysed with this translation unit are
/// marked; names of files are absolute. If \p Overrides is set, the result also
/// lists the functions that override virtual ones, for calls in other
/// translation units.
std::unique_ptr<ir::Object> exportTranslationUnit(
    clang::ASTContext &Ctx, clang::Preprocessor *PP, const KnowledgeBase &KB,
    CapturableOptions Capturable = CapturableOptions(), bool Overrides = false);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_DRIVER_H
