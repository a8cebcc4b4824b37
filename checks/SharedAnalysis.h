//===- SharedAnalysis.h - One analysis for all checks -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_CHECKS_SHAREDANALYSIS_H
#define CUDA_CAPTURE_CHECKS_SHAREDANALYSIS_H

#include "../lib/analysis/Analysis.h"
#include "../lib/link/Program.h"
#include "../lib/lower/Lowering.h"
#include "llvm/ADT/StringSet.h"

namespace clang {
class ASTContext;
class Preprocessor;
namespace tidy {
class ClangTidyContext;
} // namespace tidy
} // namespace clang

namespace cuda_capture::checks {

class CaptureCheck;

/// The analysis of one translation unit, made when the first check asks for it.
/// Lives as long as a check of that translation unit does.
class SharedAnalysis {
public:
  /// The analysis of the translation unit that \p Context is for. Thread-safe:
  /// an editor runs several at once.
  static std::shared_ptr<SharedAnalysis>
  get(clang::tidy::ClangTidyContext *Context);

  /// Loads the knowledge base: the embedded one, or that of \p Paths (separated
  /// by ';') if it is not empty.
  /// \returns what is wrong with it, the first time it is asked; then nothing.
  std::string load(llvm::StringRef Paths);

  /// True the first time that something is wrong with \p Option: the checks
  /// share the options, and one of them shall say so.
  bool complainOnce(llvm::StringRef Option) {
    return Complaints.insert(Option).second;
  }

  /// Uses the index in \p File: what other translation units define.
  /// \returns what is wrong with it; it is not used then.
  std::string useIndex(llvm::StringRef File);
  /// The nearest index above \p Folder where 'cuda-capture check' leaves it: in
  /// the build folder, which may be a folder "build"; empty if there is none.
  static std::string findIndex(llvm::StringRef Folder);
  /// The index that is used; empty: none.
  const std::string &index() const { return IndexPath; }
  /// Files that were changed since the index was made, and of which something
  /// was asked; once, valid once there are findings.
  std::vector<std::string> takeChangedFiles();

  /// Functions of the index that could not be read, once; valid once there are
  /// findings.
  std::vector<std::string> takeUnreadable();

  /// To be set before the findings are asked for.
  analysis::Options &options() { return Opts; }

  /// To be set before the findings are asked for, too.
  lower::CapturableOptions &capturable() { return Capturable; }

  /// What is wrong with annotations, once; valid once there are findings.
  std::vector<lower::CapturableContracts::Problem> takeProblems();

  /// Where the analysis did not look closely, once; valid once there are
  /// findings.
  analysis::Coverage takeCoverage() { return std::exchange(Covered, {}); }

  /// Keeps a check until there is something to look at. \returns whether it is
  /// the first.
  bool addWaiting(CaptureCheck *Check) {
    Waiting.push_back(Check);
    return Waiting.size() == 1;
  }
  /// The checks that wait; once.
  std::vector<CaptureCheck *> takeWaiting() {
    return std::exchange(Waiting, {});
  }

  void setPreprocessor(clang::Preprocessor *P) { PP = P; }

  /// True once: the pragma is switched off for all checks.
  bool isFirstToIgnorePragma() { return !std::exchange(PragmaIgnored, true); }

  /// Headers that begin captures and are passed over as "#pragma system_header"
  /// makes them system headers; once, to be asked when all is parsed.
  std::vector<std::string> takePassedOver();

  /// The findings of all rules. Empty if there is no knowledge base.
  const std::vector<analysis::Finding> &findings(clang::ASTContext &Ctx);

  /// Valid once there are findings.
  const lower::Lowering &lowering() const { return *L; }
  const KnowledgeBase &knowledge() const { return *KB; }
  bool hasKnowledge() const { return KB != nullptr; }

private:
  std::shared_ptr<const KnowledgeBase> KB;
  analysis::Options Opts;
  lower::CapturableOptions Capturable;
  std::vector<CaptureCheck *> Waiting;
  bool ProblemsTaken = false;
  llvm::StringSet<> Complaints;
  std::string KnowledgePaths;
  std::string IndexPath;
  bool IndexRead = false, ChangesTaken = false, UnreadableTaken = false;
  std::unique_ptr<link::Program> Others;
  bool Loaded = false;
  bool PragmaIgnored = false, PassedOverTaken = false;
  bool Analysed = false;
  clang::Preprocessor *PP = nullptr;
  std::unique_ptr<lower::Lowering> L;
  std::vector<analysis::Finding> Findings;
  analysis::Coverage Covered;
};

} // namespace cuda_capture::checks

#endif // CUDA_CAPTURE_CHECKS_SHAREDANALYSIS_H
