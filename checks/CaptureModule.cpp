//===- CaptureModule.cpp - The clang-tidy module --------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaptureCheck.h"
#include "clang-tidy/ClangTidyModule.h"
#include "clang/Basic/Version.h"
#include "llvm/Support/Registry.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace cuda_capture;
using namespace cuda_capture::checks;
using namespace clang;

/// Ends the program if it uses another LLVM than this module was built for.
/// Such a module would load and be listed but find nothing, because the layouts
/// of clang-tidy's classes differ.
static void requireMatchingLLVM() {
  std::string Host = getClangFullVersion();
  std::string Wanted = "version " CUDA_CAPTURE_LLVM_MAJOR ".";
  if (Host.find(Wanted) != std::string::npos)
    return;
  llvm::errs() << "error: the cuda-capture-* checks were built for LLVM "
               << CUDA_CAPTURE_LLVM_MAJOR << ", but this is " << Host
               << "; use clang-tidy-" << CUDA_CAPTURE_LLVM_MAJOR
               << ", or build the checks for this LLVM (-DLLVM_VERSION=...)\n";
  llvm::errs().flush();
  // The program is still being initialized; none of its code may run after
  // this.
  std::_Exit(EXIT_FAILURE);
}

namespace {
class CaptureModule : public tidy::ClangTidyModule {
public:
  void
  addCheckFactories(tidy::ClangTidyCheckFactories &CheckFactories) override {
    requireMatchingLLVM();
#define CHECK(RULE, NAME, POINTS, SEVERITY, ERRORS, SUMMARY)                   \
  CheckFactories.registerCheck<RuleCheck<analysis::Rule::RULE>>(               \
      "cuda-capture-" NAME);
#include "../lib/analysis/Checks.def"
  }
};
} // namespace

// The header that declares the registry moves between LLVM releases, but the
// name of the registry stays the same.
static llvm::Registry<tidy::ClangTidyModule>::Add<CaptureModule>
    Register("cuda-capture-module",
             "Finds illegal and silently wrong CUDA stream-capture code.");
