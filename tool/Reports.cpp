//===- Reports.cpp - The reports that options ask for ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reports.h"
#include "../lib/report/Baseline.h"
#include "../lib/report/CodeQuality.h"
#include "../lib/report/GitHub.h"
#include "../lib/report/JUnit.h"
#include "../lib/report/ResultsJson.h"
#include "../lib/report/Reviewdog.h"
#include "../lib/report/Sarif.h"
#include "Settings.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture;
namespace cl = llvm::cl;

ReportOptions::ReportOptions(cl::SubCommand &Of)
    : Sarif("sarif", cl::value_desc("FILE"), cl::desc("Also write SARIF 2.1.0"),
            cl::cat(toolCategory()), cl::sub(Of)),
      CodeQuality("code-quality", cl::value_desc("FILE"),
                  cl::desc("Also write a code quality report, as GitLab reads"),
                  cl::cat(toolCategory()), cl::sub(Of)),
      Json("json", cl::value_desc("FILE"), cl::desc("Also write JSON"),
           cl::cat(toolCategory()), cl::sub(Of)),
      JUnit("junit", cl::value_desc("FILE"),
            cl::desc("Also write JUnit's XML, as servers of continuous "
                     "integration read"),
            cl::cat(toolCategory()), cl::sub(Of)),
      Reviewdog("rdjson", cl::value_desc("FILE"),
                cl::desc("Also write reviewdog's diagnostic format"),
                cl::cat(toolCategory()), cl::sub(Of)),
      GitHub("github",
             cl::desc("Also print workflow commands, which GitHub shows as "
                      "annotations of a pull request"),
             cl::cat(toolCategory()), cl::sub(Of)) {}

llvm::Error ReportOptions::write(const report::Results &R,
                                 const report::RunInfo &Run,
                                 report::SourceFiles &Sources) const {
  auto Print = [&](const report::Diagnostic &D) {
    return report::Baseline(Run.Root).entryFor(D).str();
  };
  const std::pair<const File *, std::function<void(llvm::raw_ostream &)>>
      Reports[] = {
          {&Sarif,
           [&](llvm::raw_ostream &OS) {
             report::writeSarif(OS, R, Run, Sources, Print);
           }},
          {&CodeQuality,
           [&](llvm::raw_ostream &OS) {
             report::writeCodeQuality(OS, R, Run, Print);
           }},
          {&Json,
           [&](llvm::raw_ostream &OS) { OS << report::writeResults(R); }},
          {&JUnit,
           [&](llvm::raw_ostream &OS) { report::writeJUnit(OS, R, Run); }},
          {&Reviewdog, [&](llvm::raw_ostream &OS) {
             report::writeReviewdog(OS, R, Run, Sources);
           }}};
  for (const auto &[Name, Write] : Reports)
    if (!Name->empty())
      if (llvm::Error E = writeFile(*Name, Write))
        return E;
  if (GitHub)
    report::writeGitHubCommands(llvm::outs(), R, Run, Sources);
  return llvm::Error::success();
}
