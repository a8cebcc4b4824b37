//===- Render.cpp - Results in each format, for the tests -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// capture-render RESULTS.json --root=FOLDER [--sarif=FILE] [--html=FILE]
/// [--lanes] [--exit=N] [--docs=ADDRESS] [--export-fixes=FILE] [--fix]
/// [--code-quality=FILE] [--github=FILE] [--rdjson=FILE] [--junit=FILE]
/// [--markdown=FILE] [--limit=BYTES] [--accept-incomplete] [--stale=ENTRY]...
///
/// Writes results that a test made up. --lanes adds captures to the pages.
///
//===----------------------------------------------------------------------===//

#include "ExportFixes.h"
#include "report/ApplyEdits.h"
#include "report/CodeQuality.h"
#include "report/GitHub.h"
#include "report/HtmlReport.h"
#include "report/JUnit.h"
#include "report/Markdown.h"
#include "report/ResultsJson.h"
#include "report/Reviewdog.h"
#include "report/Sarif.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;
using namespace cuda_capture::report;

static cl::opt<std::string> File(cl::Positional, cl::Required);
static cl::opt<std::string> Root("root", cl::Required);
static cl::opt<std::string> Docs("docs");
static cl::opt<std::string> Sarif("sarif");
static cl::opt<std::string> Html("html");
static cl::opt<bool> Lanes("lanes");
static cl::opt<int> Exit("exit");
static cl::opt<std::string> Yaml("export-fixes");
static cl::opt<std::string> Quality("code-quality");
static cl::opt<std::string> GitHub("github");
static cl::opt<std::string> Reviewdog("rdjson");
static cl::opt<std::string> JUnit("junit");
static cl::opt<std::string> Markdown("markdown");
static cl::opt<unsigned> Limit("limit", cl::init(MarkdownLimit));
static cl::opt<bool> AcceptIncomplete("accept-incomplete");
static cl::list<std::string> Stale("stale");
static cl::opt<bool> Fix("fix");

static ExitOnError Die("capture-render: ");

/// A capture with everything that can be drawn, and one that is odd.
static std::vector<LanesOfRegion> regions(const Results &R) {
  Position At = R.Findings.empty() ? Position() : R.Findings[0].At;
  auto Event = [&](LaneEvent::Kind K, unsigned Lane, std::string Label,
                   std::optional<unsigned> To = std::nullopt) {
    LaneEvent E;
    E.K = K;
    E.Lane = Lane;
    E.To = To;
    E.Label = std::move(Label);
    E.At = At;
    ++At.Line;
    return E;
  };
  LanesOfRegion A{"Engine::record(int)",
                  At,
                  "global",
                  "if 'n > 0'",
                  {"stream", "side", "copies[i]", "other"},
                  {}};
  A.Events = {Event(LaneEvent::Begin, 0, "cudaStreamBeginCapture"),
              Event(LaneEvent::Node, 0, "kernel scale"),
              Event(LaneEvent::Fork, 0, "event 'ready'", 1),
              Event(LaneEvent::Fork, 0, "event 'ready'", 2),
              Event(LaneEvent::Node, 2, "cudaMemcpyAsync, host to device"),
              Event(LaneEvent::Node, 1, "kernel reduce<float, 256>"),
              Event(LaneEvent::Node, 0, "cudaMalloc"),
              Event(LaneEvent::Node, 3, "kernel log"),
              Event(LaneEvent::Join, 2, "event 'copied'", 0),
              Event(LaneEvent::Node, 0, "kernel add"),
              Event(LaneEvent::End, 0, "cudaStreamEndCapture")};
  A.Events[6].Violation = "the runtime rejects it with 900";
  A.Events[6].Finding = 0;
  A.Events[7].Violation = "takes no part in the capture";
  A.Events[10].Violation = "the work of 'side' is not joined";
  LanesOfRegion B{"f<T>(\"</svg><script>\")", {}, "", "", {"s & <t>"}, {}};
  B.Events = {Event(LaneEvent::Begin, 0, ""),
              Event(LaneEvent::Node, 7, "on no lane"),
              Event(LaneEvent::Fork, 0, "to no lane", 9),
              Event(LaneEvent::End, 0, "</text><script>alert(1)</script>")};
  return {A, B};
}

static void write(StringRef Name, function_ref<void(raw_ostream &)> What) {
  std::error_code EC;
  raw_fd_ostream OS(Name, EC);
  Die(errorCodeToError(EC));
  What(OS);
}

int main(int Argc, char **Argv) {
  cl::ParseCommandLineOptions(Argc, Argv);
  auto Buffer = Die(errorOrToExpected(MemoryBuffer::getFile(File)));
  Results R = Die(readResults(Buffer->getBuffer(), File));
  RunInfo Run;
  Run.Version = "1.2.3";
  Run.Root = Root;
  Run.Docs = Docs;
  Run.ExitCode = Exit;
  Run.AcceptsIncomplete = AcceptIncomplete;
  Run.StaleEntries.assign(Stale.begin(), Stale.end());
  SourceFiles Sources;
  auto Print = [](const Diagnostic &D) {
    std::string Text = D.Check + D.Function + D.Callee + D.Text;
    return toHex(SHA256::hash(arrayRefFromStringRef(Text)), true).substr(0, 16);
  };
  if (!Sarif.empty())
    write(Sarif,
          [&](raw_ostream &OS) { writeSarif(OS, R, Run, Sources, Print); });
  if (!Quality.empty())
    write(Quality,
          [&](raw_ostream &OS) { writeCodeQuality(OS, R, Run, Print); });
  const std::vector<LanesOfRegion> Regions =
      Lanes ? regions(R) : std::vector<LanesOfRegion>();
  if (!Html.empty())
    write(Html, [&](raw_ostream &OS) {
      writeHtmlReport(OS, R, Run, Sources, Regions);
    });
  if (!GitHub.empty())
    write(GitHub,
          [&](raw_ostream &OS) { writeGitHubCommands(OS, R, Run, Sources); });
  if (!Reviewdog.empty())
    write(Reviewdog,
          [&](raw_ostream &OS) { writeReviewdog(OS, R, Run, Sources); });
  if (!JUnit.empty())
    write(JUnit, [&](raw_ostream &OS) { writeJUnit(OS, R, Run); });
  if (!Markdown.empty())
    write(Markdown,
          [&](raw_ostream &OS) { writeMarkdown(OS, R, Run, Regions, Limit); });
  if (!Yaml.empty())
    write(Yaml, [&](raw_ostream &OS) { writeFixes(OS, R, Run.Root, Sources); });
  if (Fix) {
    AppliedEdits Done = applySureEdits(R, nullptr, Run.Root);
    outs() << "fixed: " << Done.Findings << '\n';
    for (const std::string &Problem : Done.Problems)
      outs() << "not fixed: " << Problem << '\n';
  }
  return 0;
}
