//===- Driver.h - Analysis of a translation unit ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The way from a parsed translation unit to findings, for everybody who has
/// one: the checks, the tool.
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

/// The embedded knowledge base, or the one in \p Paths (files or folders,
/// separated by ';') if that is not empty. Each set of paths is read once per
/// process.
llvm::Expected<std::shared_ptr<const KnowledgeBase>>
loadKnowledge(llvm::StringRef Paths);

/// KnowledgeBase::digest of what loadKnowledge() makes of \p Paths, computed
/// once per process, too.
std::string knowledgeDigest(llvm::StringRef Paths);

/// Whether stream 0 is the per-thread default stream. \p PP may be null.
bool usesPerThreadStream(clang::ASTContext &Ctx, clang::Preprocessor *PP,
                         const KnowledgeBase &KB);

/// Lowers the functions worth it and what they call. \p PP may be null; it
/// tells which default stream the translation unit was compiled for.
/// \p ListOverriders: see Lowering.
std::unique_ptr<Lowering>
lowerTranslationUnit(clang::ASTContext &Ctx, clang::Preprocessor *PP,
                     const KnowledgeBase &KB, bool ListOverriders = false,
                     CapturableOptions Capturable = CapturableOptions());

/// Lowers and analyses. \p Findings point into the result and into \p KB.
/// \p Others: what other translation units define, if that is known. It must
/// outlive the result. \p Covered: see analysis::analyze.
std::unique_ptr<Lowering>
analyzeTranslationUnit(clang::ASTContext &Ctx, clang::Preprocessor *PP,
                       const KnowledgeBase &KB, const analysis::Options &Opts,
                       std::vector<analysis::Finding> &Findings,
                       CapturableOptions Capturable = CapturableOptions(),
                       const link::Program *Others = nullptr,
                       analysis::Coverage *Covered = nullptr);

/// What the translation unit has to say to others, but for Object::By. The
/// functions that are analysed with it are marked; names of files are absolute.
/// \p Overrides: also what overrides virtual functions, for others' calls.
std::unique_ptr<ir::Object> exportTranslationUnit(
    clang::ASTContext &Ctx, clang::Preprocessor *PP, const KnowledgeBase &KB,
    CapturableOptions Capturable = CapturableOptions(), bool Overrides = false);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_DRIVER_H
