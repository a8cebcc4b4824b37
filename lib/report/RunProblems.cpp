//===- RunProblems.cpp - What a run could not do --------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunProblems.h"
#include "Excerpt.h"
#include "TextReport.h"

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;

const char *report::nameOf(RunProblem::Kind K) {
  switch (K) {
  case RunProblem::NotAnalysed:
    return "cuda-capture-not-analysed";
  case RunProblem::Incomplete:
    return "cuda-capture-analysis-incomplete";
  case RunProblem::StaleBaseline:
    return "cuda-capture-stale-baseline";
  case RunProblem::Configuration:
    return "cuda-capture-configuration";
  }
  return "";
}

std::vector<RunProblem> report::problemsOf(const Results &R,
                                           const RunInfo &Run) {
  std::vector<RunProblem> All;
  auto Add = [&](RunProblem::Kind K, RunProblem::Level L, const Position &At,
                 StringRef Text) -> RunProblem & {
    RunProblem &P = All.emplace_back();
    P.K = K;
    P.L = L;
    P.At = At;
    P.Text = printable(Text);
    return P;
  };
  for (const Unit &U : R.Units) {
    StringRef What = problemOf(U);
    if (What.empty())
      continue;
    auto [First, Rest] = StringRef(U.Problem).trim().split('\n');
    First = First.rtrim();
    Add(RunProblem::NotAnalysed, RunProblem::Failure, {U.File},
        (What + (First.empty() ? "" : ": ") + First).str())
        .Details = Rest.str();
  }
  for (const Gap &G : R.Gaps)
    Add(RunProblem::Incomplete,
        !G.Serious              ? RunProblem::Remark
        : Run.AcceptsIncomplete ? RunProblem::Warning
                                : RunProblem::Failure,
        G.At, G.Text)
        .Function = G.Function;
  for (const std::string &Entry : Run.StaleEntries)
    Add(RunProblem::StaleBaseline, RunProblem::Failure, {},
        "a finding of the baseline is not found any more; take it out, or "
        "write the baseline anew: " +
            Entry);
  for (const ConfigurationNotice &N : R.Notices)
    Add(RunProblem::Configuration,
        N.IsWarning ? RunProblem::Warning : RunProblem::Remark, N.At, N.Text);
  return All;
}

std::string report::linesOf(const Diagnostic &D, StringRef Root) {
  std::string Result;
  auto Add = [&](const Position &At, StringRef Text) {
    if (!Result.empty())
      Result += '\n';
    if (At.isValid())
      Result += (printable(pathBelow(At.File, Root)) + ":" + Twine(At.Line) +
                 ":" + Twine(At.Column) + ": ")
                    .str();
    Result += printable(Text);
  };
  Add(D.At, D.Text);
  for (const DiagnosticNote &N : D.Notes)
    Add(N.At, N.Text);
  return Result;
}
