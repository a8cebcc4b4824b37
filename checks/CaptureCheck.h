//===- CaptureCheck.h - A check of one rule of capture ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All checks are instances of this class. A check selects the findings of its
/// rule from the analysis that all checks of a translation unit share
/// (SharedAnalysis.h).
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_CHECKS_CAPTURECHECK_H
#define CUDA_CAPTURE_CHECKS_CAPTURECHECK_H

#include "../lib/analysis/Finding.h"
#include "clang-tidy/ClangTidyCheck.h"
#include <memory>

namespace cuda_capture::lower {
class Lowering;
} // namespace cuda_capture::lower
namespace cuda_capture::diagnose {
struct Warning;
} // namespace cuda_capture::diagnose

namespace cuda_capture::checks {

class SharedAnalysis;

/// A check of one rule.
class CaptureCheck : public clang::tidy::ClangTidyCheck {
public:
  CaptureCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context,
               analysis::Rule R);

  void registerPPCallbacks(const clang::SourceManager &SM,
                           clang::Preprocessor *PP,
                           clang::Preprocessor *ModuleExpanderPP) override;
  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) override;
  void
  check(const clang::ast_matchers::MatchFinder::MatchResult &Result) override;
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) override;

private:
  void nameUnknownOptions();
  bool flag(llvm::StringRef Name, llvm::StringRef Value);
  cuda_capture::Language language(llvm::StringRef Value);
  void readCapturable();
  void readDriver();
  void readIndex(const clang::SourceManager &SM);
  void report(clang::ASTContext &Ctx, const clang::SourceManager &SM);
  /// Reports a text that is not a finding, but that the user should know.
  void remark(clang::SourceLocation At, const llvm::Twine &Text);
  void sayWhatIsPassedOver(const clang::SourceManager &SM);
  void sayWhatIsMissing(const lower::Lowering &L,
                        const clang::SourceManager &SM);
  void emit(const diagnose::Warning &W, const lower::Lowering &L,
            const clang::SourceManager &SM);

  analysis::Rule R;
  std::shared_ptr<SharedAnalysis> Shared;
  std::string KnowledgeBasePath;
  bool ReportPossible;
  bool FailingCalls;
  bool IgnoreSystemPragma;
  std::string LanguageName;
  cuda_capture::Language Lang;
  std::string CapturableFunctions, CapturableMode, EntryPoints, IndexFile,
      Driver;
  bool OtherThreads;
  clang::tidy::ClangTidyContext *Context;
};

/// A check with the constructor that the module's factory calls.
template <analysis::Rule Selected> class RuleCheck : public CaptureCheck {
public:
  RuleCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context)
      : CaptureCheck(Name, Context, Selected) {}
};

} // namespace cuda_capture::checks

#endif // CUDA_CAPTURE_CHECKS_CAPTURECHECK_H
