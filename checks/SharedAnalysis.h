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
#include "../lib/lower/SystemPragma.h"
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

/// The analysis of one translation unit, which is made when the first check
/// asks for it. It lives as long as any check of that translation unit.
class SharedAnalysis {
public:
  /// The enabled checks set what is reported.
  SharedAnalysis() { Opts.ReportLeaks = false; }

  /// Returns the analysis of the current translation unit of \p Context. This
  /// function is thread-safe, because an editor runs several analyses at once.
  static std::shared_ptr<SharedAnalysis>
  get(clang::tidy::ClangTidyContext *Context);

  /// Loads the knowledge base: the embedded one, or that in \p Paths (separated
  /// by ';') if this is not empty. Only the first call loads it. \returns the
  /// error message of the first call; empty if it succeeds, and for all other
  /// calls.
  std::string load(llvm::StringRef Paths);

  /// Returns true on the first call for \p Option. The checks share the
  /// options, and only one of them should warn about a wrong value.
  bool complainOnce(llvm::StringRef Option) {
    return Complaints.insert(Option).second;
  }

  /// Uses the index in \p File, which describes the functions that other
  /// translation units define. \returns the error message; empty if the index
  /// is used.
  std::string useIndex(llvm::StringRef File);
  /// Returns the path of the nearest index in \p Folder or above it.
  /// 'cuda-capture check' writes an index to the build folder, which may be a
  /// folder "build". Returns an empty string if there is none.
  static std::string findIndex(llvm::StringRef Folder);
  /// Returns the path of the index in use; empty if there is none.
  const std::string &index() const { return IndexPath; }
  /// Returns the files that were changed since the index was made, if the
  /// analysis asked for their functions. Call this after findings(). Only the
  /// first call returns the files.
  std::vector<std::string> takeChangedFiles();

  /// Returns the functions of the index that could not be read. Call this after
  /// findings(). Only the first call returns them.
  std::vector<std::string> takeUnreadable();

  /// Returns the options of the analysis, which must be set before findings()
  /// is called.
  analysis::Options &options() { return Opts; }

  /// Returns the options for capturable functions, which must also be set
  /// before findings() is called.
  lower::CapturableOptions &capturable() { return Capturable; }

  /// Returns the problems with annotations. Call this after findings(). Only
  /// the first call returns them.
  std::vector<lower::CapturableContracts::Problem> takeProblems();

  /// Returns the code that was not analysed completely. Call this after
  /// findings(). Only the first call returns it.
  analysis::Coverage takeCoverage() { return std::exchange(Covered, {}); }

  /// Adds a check that waits for the translation unit. \returns whether it is
  /// the first one.
  bool addWaiting(CaptureCheck *Check) {
    Waiting.push_back(Check);
    return Waiting.size() == 1;
  }
  /// Returns the waiting checks and removes them from the list.
  std::vector<CaptureCheck *> takeWaiting() {
    return std::exchange(Waiting, {});
  }

  void setPreprocessor(clang::Preprocessor *P) { PP = P; }

  /// Returns true on the first call only: one check switches the pragma off for
  /// all.
  bool isFirstToIgnorePragma() { return !std::exchange(PragmaIgnored, true); }

  /// Returns the headers that begin captures but are not analysed, because
  /// the pragma or the name of a folder makes them system headers. Call this
  /// after parsing. Only the first call returns them.
  std::vector<lower::PassedOver> takePassedOver();

  /// Returns the findings of all rules; none if there is no knowledge base.
  const std::vector<analysis::Finding> &findings(clang::ASTContext &Ctx);

  /// Returns the lowering. Call this after findings().
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
