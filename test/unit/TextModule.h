//===- TextModule.h - Modules that tests write as text ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TEST_UNIT_TEXTMODULE_H
#define CUDA_CAPTURE_TEST_UNIT_TEXTMODULE_H

#include "analysis/Analysis.h"
#include "ir/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

namespace cuda_capture {

/// The knowledge base in the sources, read once.
inline const KnowledgeBase &knowledge() {
  static const std::shared_ptr<const KnowledgeBase> KB = llvm::ExitOnError(
      "the knowledge base: ")(KnowledgeBase::load({CUDA_CAPTURE_KB_DIR}));
  return *KB;
}

/// A module "m" with \p Functions, and \p Flags behind its name. If that is
/// malformed the test fails, and the module is empty.
inline std::unique_ptr<ir::Module> textModule(const llvm::Twine &Functions,
                                              llvm::StringRef Flags = "") {
  llvm::Expected<std::unique_ptr<ir::Module>> M =
      ir::parse(("module \"m\" " + Flags + "\n" + Functions).str(), "test");
  if (M)
    return std::move(*M);
  ADD_FAILURE() << llvm::toString(M.takeError());
  return std::make_unique<ir::Module>();
}

/// What is found in \p M, but for results that nobody looks at: tests of other
/// rules are not cluttered with that. Refers to \p M.
inline std::vector<analysis::Finding>
findingsIn(const ir::Module &M, const analysis::Options &Opts = {}) {
  std::vector<analysis::Finding> Result =
      analysis::analyze(M, knowledge(), Opts);
  llvm::erase_if(Result, [](const analysis::Finding &F) {
    return F.R == analysis::Rule::UncheckedResult;
  });
  return Result;
}

inline std::string lineOf(const analysis::Finding &F) {
  return std::to_string(F.Path[F.Primary].I->At.Line);
}

/// "rule line" of each, in order.
inline std::string listed(llvm::ArrayRef<analysis::Finding> Findings) {
  std::string Result;
  for (const analysis::Finding &F : Findings)
    Result += analysis::ruleName(F.R).str() + " " + lineOf(F) + "\n";
  return Result;
}

} // namespace cuda_capture

#endif // CUDA_CAPTURE_TEST_UNIT_TEXTMODULE_H
