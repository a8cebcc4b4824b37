//===- BaselineTest.cpp - Findings that are accepted as they are ----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Baseline.h"
#include "TempFolder.h"

using namespace cuda_capture::report;
using namespace cuda_capture::test;

namespace {

bool always(const BaselineEntry &) { return true; }

Baseline readBack(const Baseline &B, llvm::StringRef Folder) {
  llvm::Expected<Baseline> Read = Baseline::read(B.write(), "b.json", Folder);
  if (Read)
    return std::move(*Read);
  ADD_FAILURE() << llvm::toString(Read.takeError());
  return Baseline(Folder);
}

TEST(Baseline, SurvivesMovedLinesAndFolders) {
  std::vector<Diagnostic> Then = {finding("unsafe-call", "/p/src/a.cu", 3),
                                  finding("unsafe-call", "/p/h.h", 1)};
  Baseline B = readBack(Baseline::of(Then, "/p"), "/elsewhere/q");
  std::vector<Diagnostic> Now = {
      finding("unsafe-call", "/elsewhere/q/src/a.cu", 300, 7),
      finding("unsafe-call", "/elsewhere/q/h.h", 2)};
  EXPECT_EQ(B.remove(Now), 2u);
  EXPECT_TRUE(Now.empty());
  EXPECT_TRUE(B.unused(always).empty());
}

TEST(Baseline, KnowsCheckFileFunctionAndText) {
  Diagnostic D = finding("unsafe-call", "/p/a.cu", 3);
  D.Function = "f";
  auto IsKnown = [&](auto Change) {
    Diagnostic Other = D;
    Change(Other);
    std::vector<Diagnostic> Now = {Other};
    return Baseline::of({D}, "/p").remove(Now) == 1;
  };
  EXPECT_TRUE(IsKnown([](Diagnostic &O) { O.Text = " text\n"; }));
  EXPECT_TRUE(IsKnown([](Diagnostic &O) { O.Notes.emplace_back(); }));
  EXPECT_FALSE(IsKnown([](Diagnostic &O) { O.Check = "cuda-capture-x"; }));
  EXPECT_FALSE(IsKnown([](Diagnostic &O) { O.At.File = "/p/b/a.cu"; }));
  EXPECT_FALSE(IsKnown([](Diagnostic &O) { O.Function = "g"; }));
  EXPECT_FALSE(IsKnown([](Diagnostic &O) { O.Text = "texts"; }));
  // What was possible is certain now.
  D.Possible = true;
  EXPECT_FALSE(IsKnown([](Diagnostic &O) { O.Possible = false; }));
}

TEST(Baseline, CountsEqualFindings) {
  std::vector<Diagnostic> Two = {finding("unsafe-call", "/p/a.cu", 3),
                                 finding("unsafe-call", "/p/a.cu", 5)};
  Baseline B = readBack(Baseline::of(Two, "/p"), "/p");
  std::vector<Diagnostic> Three = Two;
  Three.push_back(finding("unsafe-call", "/p/a.cu", 9));
  EXPECT_EQ(B.remove(Three), 2u);
  ASSERT_EQ(Three.size(), 1u);
  EXPECT_EQ(Three[0].At.Line, 9u);
  std::vector<Diagnostic> One = {Two[1]};
  B = readBack(Baseline::of(Two, "/p"), "/p");
  B.remove(One);
  ASSERT_EQ(B.unused(always).size(), 1u);
  EXPECT_EQ(B.unused(always)[0].str(), "a.cu: text [cuda-capture-unsafe-call]");
  EXPECT_TRUE(B.unused([](const BaselineEntry &) { return false; }).empty());
}

TEST(Baseline, PathsLeadOutOfTheFolder) {
  Baseline B("/p/ci");
  EXPECT_EQ(B.entryFor(finding("x", "/p/src/a.cu", 1)).File, "../src/a.cu");
  EXPECT_EQ(B.entryFor(finding("x", "/p/ci/a.cu", 1)).File, "a.cu");
  EXPECT_EQ(B.entryFor(finding("x", "/p/cis/a.cu", 1)).File, "../cis/a.cu");
}

TEST(Baseline, LinksLeadToTheSameFile) {
  TempFolder Folder;
  Folder.write("real/src/a.cu", "");
  ASSERT_FALSE(
      llvm::sys::fs::create_link(Folder.path("real"), Folder.path("link")));
  for (const char *Root : {"real", "link"})
    for (const char *File : {"real/src/a.cu", "link/src/a.cu"})
      EXPECT_EQ(Baseline(Folder.path(Root))
                    .entryFor(finding("x", Folder.path(File), 1))
                    .File,
                "src/a.cu");
}

TEST(Baseline, IsReadable) {
  Diagnostic D = finding("unsafe-call", "/p/b.cu", 3);
  D.Function = "f";
  D.Possible = D.OnFailure = true;
  EXPECT_EQ(Baseline::of({D, finding("unbalanced", "/p/a.cu", 1),
                          finding("unbalanced", "/p/a.cu", 2)},
                         "/p")
                .write(),
            R"({
  "cudaCaptureBaseline": 1,
  "findings": [
    {
      "file": "a.cu",
      "check": "cuda-capture-unbalanced",
      "text": "text",
      "count": 2
    },
    {
      "file": "b.cu",
      "check": "cuda-capture-unsafe-call",
      "function": "f",
      "text": "text",
      "possible": true,
      "onFailure": true
    }
  ]
}
)");
}

TEST(Baseline, AnyBytesComeBack) {
  Diagnostic D = finding("unsafe-call", "/p/caf\xe9.cu", 3, 1, "'\xff' \x01");
  D.Function = "\x80";
  Baseline B = readBack(Baseline::of({D, Diagnostic(D)}, "/p"), "/p");
  std::vector<Diagnostic> Now = {D, D};
  EXPECT_EQ(B.remove(Now), 2u);
}

TEST(Baseline, ProblemsHaveAPlace) {
  auto Problem = [](llvm::StringRef Text) {
    llvm::Expected<Baseline> B = Baseline::read(Text, "b.json", "/p");
    return B ? "" : llvm::toString(B.takeError());
  };
  EXPECT_EQ(Problem("{\"cudaCaptureBaseline\":1,\"findings\":[]}"), "");
  EXPECT_EQ(Problem("{\"cudaCaptureBaseline\":2,\"findings\":1}"),
            "b.json:#/cudaCaptureBaseline: version 1 expected, found 2; write "
            "the baseline anew");
  EXPECT_EQ(Problem("{}"), "b.json:#: key 'cudaCaptureBaseline' is missing");
  EXPECT_EQ(Problem("[]"), "b.json:#: object expected, found array");
  EXPECT_EQ(Problem("{\"cudaCaptureBaseline\":1}"),
            "b.json:#: key 'findings' is missing");
  EXPECT_EQ(Problem("{\"cudaCaptureBaseline\":1,\"findings\":[{\"file\":\"a\","
                    "\"check\":\"c\",\"text\":\"t\",\"cuont\":2}]}"),
            "b.json:#/findings/0: unknown key 'cuont'; did you mean 'count'?");
  EXPECT_TRUE(llvm::StringRef(Problem("<<<<<<< HEAD\n"))
                  .starts_with("b.json:1:1: byte 1: not valid JSON"));
  EXPECT_NE(Problem(""), "");
}

} // namespace
