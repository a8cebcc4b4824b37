//===- GapList.cpp - The gaps in the analysis of a run --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace cuda_capture;
using namespace cuda_capture::report;

void report::addGaps(Results &R, std::vector<Gap> More) {
  auto Key = [](const Gap &G) {
    return std::tie(G.At.File, G.At.Line, G.At.Column, G.K, G.Function, G.Text);
  };
  std::move(More.begin(), More.end(), std::back_inserter(R.Gaps));
  llvm::stable_sort(R.Gaps, [&](const Gap &A, const Gap &B) {
    return std::make_tuple(Key(A), B.Serious) <
           std::make_tuple(Key(B), A.Serious);
  });
  // Instantiations of a template, and code that several files include, occur
  // more than once.
  R.Gaps.erase(
      std::unique(R.Gaps.begin(), R.Gaps.end(),
                  [&](const Gap &A, const Gap &B) { return Key(A) == Key(B); }),
      R.Gaps.end());
}

bool report::isComplete(llvm::ArrayRef<Unit> Units) {
  return llvm::all_of(Units, [](const Unit &U) {
    return U.S == Unit::Analysed || U.S == Unit::Skipped;
  });
}

bool report::lacksCoverage(const Results &R) {
  return llvm::any_of(R.Gaps, [](const Gap &G) { return G.Serious; });
}
