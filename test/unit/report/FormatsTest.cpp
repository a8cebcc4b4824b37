//===- FormatsTest.cpp - What reports are made of -------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Finding.h"
#include "report/CheckTexts.h"
#include "report/EditDiff.h"
#include "report/HtmlPage.h"
#include "report/Lanes.h"
#include "report/Sarif.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace cuda_capture::report;

namespace {
SourceFile file(StringRef Text) {
  return SourceFile(MemoryBuffer::getMemBufferCopy(Text));
}

bool has(StringRef Text, StringRef Part) { return Text.contains(Part); }

//===----------------------------------------------------------------------===//
// Texts of the checks
//===----------------------------------------------------------------------===//

TEST(CheckTexts, EachCheckHasItsTexts) {
  ASSERT_EQ(checkTexts().size(), cuda_capture::analysis::NumRules);
  for (const CheckText &Check : checkTexts()) {
    EXPECT_GT(Check.Summary.size(), 20u) << Check.Name;
    EXPECT_EQ(Check.Summary.back(), '.') << Check.Name;
    EXPECT_TRUE(StringRef(Check.Description).starts_with("Reports"))
        << Check.Name << ": " << Check.Description;
    EXPECT_FALSE(has(Check.Description, "](")) << Check.Description;
    EXPECT_FALSE(has(Check.Description, "##")) << Check.Description;
    EXPECT_TRUE(Check.Markdown.contains("\n## ")) << Check.Name;
    EXPECT_FALSE(Check.Markdown.starts_with("#")) << Check.Name;
    EXPECT_EQ(checkText(Check.Name), &Check);
  }
  EXPECT_EQ(checkTexts()[0].Name, "cuda-capture-unsafe-call");
  EXPECT_EQ(checkTexts()[0].Summary,
            "Calls that a Global or ThreadLocal capture prohibits.");
  EXPECT_EQ(checkText("cuda-capture-nothing"), nullptr);
}

TEST(CheckTexts, PlainText) {
  EXPECT_EQ(plainText("*one* **two** `three *x*` [four](a.md#b)"),
            "one two three *x* four");
  EXPECT_EQ(plainText("a `float *p` b, f(*p) and snake_case"),
            "a float *p b, f(*p) and snake_case");
  EXPECT_EQ(plainText("``a`b`` [`x`](y) [not a link]"), "a`b x [not a link]");
  EXPECT_EQ(plainText("a\\_b ` c"), "a_b ` c");
}

TEST(CheckTexts, Links) {
  StringRef Text = "[a](../reference/x.md#y), [b](#z), [c](https://c/), "
                   "`[d](e)`";
  EXPECT_EQ(withAbsoluteLinks(Text, "checks/p.md", "https://docs/"),
            "[a](https://docs/reference/x.md#y), "
            "[b](https://docs/checks/p.md#z), [c](https://c/), `[d](e)`");
  EXPECT_EQ(withAbsoluteLinks(Text, "checks/p.md", ""),
            "a, b, [c](https://c/), `[d](e)`");
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

TEST(SourceFile, LinesAndPlaces) {
  SourceFile F = file("ab\r\ncd\n\nx");
  EXPECT_EQ(F.lines(), 4u);
  EXPECT_EQ(F.lineOrNothing(1), "ab");
  EXPECT_EQ(F.lineOrNothing(2), "cd");
  EXPECT_EQ(F.lineOrNothing(3), "");
  EXPECT_EQ(F.lineOrNothing(4), "x");
  EXPECT_EQ(F.lineOrNothing(0), "");
  EXPECT_EQ(F.lineOrNothing(5), "");
  for (size_t I = 0; I <= F.text().size(); ++I) {
    SourceFile::Place P = F.place(I);
    if (P.Column <= F.lineOrNothing(P.Line).size() + 1) {
      EXPECT_EQ(F.offset({"", P.Line, P.Column}), I);
    }
  }
  EXPECT_EQ(F.place(1000).Line, 4u);
  EXPECT_EQ(file("").lines(), 1u);
}

TEST(SourceFile, ColumnsOfEditors) {
  // A mark, two bytes for one unit, three for one, four for two.
  SourceFile F = file("\xef\xbb\xbf"
                      "a\n\xc3\xa4\xe5\xa4\xa7\xf0\x9f\x9a\x80x\n");
  EXPECT_EQ(F.utf16Column({1, 4}), 1u);
  EXPECT_EQ(F.utf16Column({1, 1}), 1u);
  EXPECT_EQ(F.utf16Column({2, 1}), 1u);
  EXPECT_EQ(F.utf16Column({2, 3}), 2u);
  EXPECT_EQ(F.utf16Column({2, 6}), 3u);
  EXPECT_EQ(F.utf16Column({2, 10}), 5u);
  EXPECT_EQ(F.utf16Column({2, 11}), 6u);
}

TEST(SourceFile, Names) {
  SourceFile F = file("a ns::f<T>(x) \"s\" :: a::");
  EXPECT_EQ(F.nameLength({1, 1}), 1u);
  EXPECT_EQ(F.nameLength({1, 3}), 5u);
  EXPECT_EQ(F.nameLength({1, 15}), 1u);
  EXPECT_EQ(F.nameLength({1, 22}), 1u);
  EXPECT_EQ(F.nameLength({1, 1000}), 1u);
  EXPECT_EQ(F.nameLength({7, 1}), 1u);
}

TEST(SourceFile, Paths) {
  EXPECT_EQ(pathBelow("/a/b/c.cu", "/a/b"), "c.cu");
  EXPECT_EQ(pathBelow("/a/b/c.cu", "/a/b/"), "c.cu");
  EXPECT_EQ(pathBelow("/a/bc.cu", "/a/b"), "/a/bc.cu");
  EXPECT_EQ(pathBelow("/a/b", "/a/b"), "/a/b");
  EXPECT_EQ(pathBelow("/a/b", ""), "/a/b");
  EXPECT_EQ(percentEncoded("/a b/\xc3\xa4%#?:&'.cu"),
            "/a%20b/%C3%A4%25%23%3F%3A%26%27.cu");
}

//===----------------------------------------------------------------------===//
// Diffs
//===----------------------------------------------------------------------===//

std::string diff(StringRef Text, std::vector<Edit> Edits) {
  SourceFile File = file(Text);
  std::string Result;
  for (const DiffLine &L : diffOf(File, std::move(Edits), 1))
    Result += (StringRef(" -+~").substr(L.K, 1) + L.Text + "|").str();
  return Result;
}

TEST(EditDiff, Lines) {
  EXPECT_EQ(diff("a\nb\nc\nd\n", {{"", 2, 1, "x"}}), " a|-b|+x| c|");
  EXPECT_EQ(diff("a\nb\nc\n", {{"", 2, 2, ""}}), " a|-b| c|");
  EXPECT_EQ(diff("a\nb\n", {{"", 2, 0, "x\n"}}), " a|+x| b|");
  EXPECT_EQ(diff("a\nb", {{"", 3, 0, "\nx"}}), " b|+x|");
  EXPECT_EQ(diff("a", {{"", 0, 1, ""}}), "-a|");
  EXPECT_EQ(diff("a\r\nb\r\n", {{"", 3, 1, "x"}}), " a|-b|+x|");
  // Two edits of a line, from the last to the first.
  EXPECT_EQ(diff("ab\n", {{"", 1, 1, "y"}, {"", 0, 1, "x"}}), "-ab|+xy|");
}

TEST(EditDiff, FarApart) {
  EXPECT_EQ(diff("a\nb\nc\nd\ne\nf\ng\n", {{"", 2, 1, "x"}, {"", 10, 1, "y"}}),
            " a|-b|+x| c|~| e|-f|+y| g|");
  EXPECT_EQ(diff("a\nb\nc\nd\n", {{"", 2, 1, "x"}, {"", 6, 1, "y"}}),
            " a|-b|+x| c|-d|+y|");
}

TEST(EditDiff, LinesThatFollowEachOther) {
  EXPECT_EQ(diff("a\nb\nc\nd\n", {{"", 2, 1, "x"}, {"", 4, 1, "y"}}),
            " a|-b|-c|+x|+y| d|");
  EXPECT_EQ(diff("a\nb\nc\n", {{"", 0, 2, ""}, {"", 2, 1, "x"}}),
            "-a|-b|+x| c|");
}

TEST(EditDiff, EditsThatDoNotFit) {
  EXPECT_EQ(diff("abc\n", {{"", 2, 9, ""}}), "");
  EXPECT_EQ(diff("abc\n", {{"", 0, 2, ""}, {"", 1, 2, ""}}), "");
  EXPECT_EQ(diff("abc\n", {}), "");
}

//===----------------------------------------------------------------------===//
// SARIF
//===----------------------------------------------------------------------===//

json::Value sarif(const Results &R, StringRef Contents = "",
                  bool Complete = true) {
  std::string Text;
  raw_string_ostream OS(Text);
  SourceFiles Sources([&](StringRef File) {
    return File == "/p/a.cu" ? MemoryBuffer::getMemBufferCopy(Contents)
                             : nullptr;
  });
  RunInfo Run;
  Run.Version = "1.2.3";
  Run.Root = "/p";
  Run.Docs = "https://docs.example/";
  Run.ExitCode = 1;
  Run.Complete = Complete;
  writeSarif(OS, R, Run, Sources,
             [](const Diagnostic &D) { return "print of " + D.Text; });
  OS.flush();
  Expected<json::Value> V = json::parse(Text);
  EXPECT_TRUE(bool(V));
  return V ? *V : json::Value(nullptr);
}

/// What is at keys and indices: "runs/0/tool".
const json::Value &at(const json::Value &V, StringRef Path) {
  static const json::Value None("none");
  const json::Value *Now = &V;
  while (Now && !Path.empty()) {
    StringRef Key;
    std::tie(Key, Path) = Path.split('/');
    unsigned I;
    if (const json::Array *A = Now->getAsArray())
      Now = !Key.getAsInteger(10, I) && I < A->size() ? &(*A)[I] : nullptr;
    else
      Now = Now->getAsObject() ? Now->getAsObject()->get(Key) : nullptr;
  }
  return Now ? *Now : None;
}

Results oneFinding() {
  Results R;
  Diagnostic D;
  D.Check = "cuda-capture-legacy-stream";
  D.Text = "wrong";
  D.At = {"/p/a.cu", 2, 6};
  D.Function = "f()";
  D.Notes = {{DiagnosticNote::Path, "begins", {"/p/a.cu", 1, 1}, {}, true},
             {DiagnosticNote::Path, "leads to", {"/q/b c.h", 7, 8}, {}, false},
             {DiagnosticNote::Remedy, "remedy", {}, {}}};
  R.Findings = {D};
  return R;
}

TEST(Sarif, PlacesAndFlow) {
  json::Value V = sarif(oneFinding(), "begin\n\xf0\x9f\x9a\x80 call();\nx\n");
  const json::Value &Result = at(V, "runs/0/results/0");
  EXPECT_EQ(at(Result, "ruleIndex"), 2);
  EXPECT_EQ(at(Result, "level"), "warning");
  const json::Value &Place = at(Result, "locations/0/physicalLocation");
  EXPECT_EQ(at(Place, "artifactLocation/uri"), "a.cu");
  EXPECT_EQ(at(Place, "artifactLocation/uriBaseId"), "%SRCROOT%");
  EXPECT_EQ(at(Place, "region/startLine"), 2);
  EXPECT_EQ(at(Place, "region/startColumn"), 4);
  EXPECT_EQ(at(Place, "region/endColumn"), 8);
  EXPECT_EQ(at(Place, "region/snippet/text"), "call");
  EXPECT_EQ(at(Result, "locations/0/logicalLocations/0/fullyQualifiedName"),
            "f()");
  const json::Value &Flow = at(Result, "codeFlows/0/threadFlows/0/locations");
  ASSERT_TRUE(Flow.getAsArray() && Flow.getAsArray()->size() == 3);
  EXPECT_EQ(at(Flow, "0/location/message/text"), "begins");
  EXPECT_EQ(at(Flow, "1/location/message/text"), "wrong");
  EXPECT_EQ(at(Flow, "2/location/message/text"), "leads to");
  EXPECT_EQ(at(Flow, "2/location/physicalLocation/artifactLocation/uri"),
            "file:///q/b%20c.h");
  EXPECT_EQ(at(Flow, "2/location/physicalLocation/region/startLine"), 7);
  EXPECT_EQ(at(V, "runs/0/originalUriBaseIds/%SRCROOT%/uri"), "file:///p/");
}

TEST(Sarif, Fingerprints) {
  Results R = oneFinding();
  R.Findings.resize(3, R.Findings[0]);
  R.Findings[1].At.Line = 3;
  R.Findings[2].Text = "other";
  json::Value V = sarif(R, "begin\ncall();\ncall();\n");
  auto Print = [&](int I) {
    return at(V, "runs/0/results/" + std::to_string(I) +
                     "/partialFingerprints/primaryLocationLineHash")
        .getAsString()
        .value_or("")
        .str();
  };
  // The hash is that of all versions, on all machines.
  EXPECT_EQ(Print(0), "656492d8200cb6d6:1");
  EXPECT_EQ(Print(1), "656492d8200cb6d6:2");
  EXPECT_EQ(Print(2).size(), 18u);
  EXPECT_NE(Print(2).substr(0, 16), Print(0).substr(0, 16));
}

TEST(Sarif, Rules) {
  json::Value V = sarif(Results());
  const json::Value &Rules = at(V, "runs/0/tool/driver/rules");
  ASSERT_TRUE(Rules.getAsArray());
  EXPECT_EQ(Rules.getAsArray()->size(), cuda_capture::analysis::NumRules);
  EXPECT_EQ(at(Rules, "0/name"), "CudaCaptureUnsafeCall");
  EXPECT_EQ(at(Rules, "0/helpUri"),
            "https://docs.example/checks/unsafe-call.md");
  for (const json::Value &Rule : *Rules.getAsArray())
    EXPECT_LE(at(Rule, "fullDescription/text").getAsString()->size(), 1000u);
  EXPECT_EQ(at(V, "runs/0/results").getAsArray()->size(), 0u);
}

TEST(Sarif, FixesInColumnsOfEditors) {
  Results R = oneFinding();
  R.Findings[0].Edits = {{"/p/a.cu", 6, 4, ""}, {"/q/gone.cu", 3, 2, "x"}};
  R.Findings[0].Notes[2].Edits = {{"/p/a.cu", 0, 0, "y"}};
  R.Findings[0].Possible = true;
  json::Value V = sarif(R, "begin\n\xf0\x9f\x9a\x80 call();\nx\n");
  const json::Value &Result = at(V, "runs/0/results/0");
  EXPECT_EQ(at(Result, "level"), "note");
  ASSERT_EQ(at(Result, "fixes").getAsArray()->size(), 2u);
  EXPECT_EQ(at(Result, "fixes/0/description/text"), "remedy");
  const json::Value &Region =
      at(Result, "fixes/0/artifactChanges/0/replacements/0/deletedRegion");
  EXPECT_EQ(at(Region, "startLine"), 2);
  EXPECT_EQ(at(Region, "startColumn"), 1);
  EXPECT_EQ(at(Region, "endColumn"), 3);
  EXPECT_EQ(at(Result, "fixes/0/artifactChanges/1/replacements/0/deletedRegion/"
                       "byteOffset"),
            3);
  EXPECT_EQ(at(Result, "fixes/1/artifactChanges/0/replacements/0/"
                       "insertedContent/text"),
            "y");
}

TEST(Sarif, UnitsThatFailed) {
  Results R;
  R.Units = {{Unit::Analysed, "/p/a.cu", "", 1, 1},
             {Unit::Skipped, "/p/b.cu", "", 0, 0},
             {Unit::Malformed, "/p/c.cu", "c.cu:1:1: error: x", 0, 0},
             {Unit::Crashed, "/p/d.cu", "signal 11", 0, 0},
             {Unit::TimedOut, "/p/e.cu", "", 0, 0}};
  json::Value V = sarif(R);
  const json::Value &Said =
      at(V, "runs/0/invocations/0/toolExecutionNotifications");
  ASSERT_EQ(Said.getAsArray()->size(), 4u);
  EXPECT_EQ(at(Said, "0/level"), "warning");
  EXPECT_EQ(at(Said, "0/message/text"),
            "c.cu has errors; only the code that could be parsed was "
            "analysed: c.cu:1:1: error: x");
  EXPECT_EQ(at(Said, "1/level"), "error");
  EXPECT_EQ(at(Said, "2/descriptor/id"), "file-not-analysed");
  EXPECT_EQ(at(Said, "3/descriptor/id"), "files-skipped");
  EXPECT_EQ(at(Said, "3/level"), "note");
  EXPECT_EQ(at(V, "runs/0/invocations/0/exitCode"), 1);
  EXPECT_EQ(at(V, "runs/0/invocations/0/executionSuccessful"), true);
}

TEST(Sarif, WhatWasNotAnalysedCompletely) {
  Results R;
  R.Gaps = {{Gap::GivenUp, true, {"/p/a.cu", 2, 6}, "f", "'f' is too large"},
            {Gap::Coarse, true, {"/p/a.cu", 3, 1}, "g", "'g' is large"},
            {Gap::PassedOver, false, {"/p/b.h", 0, 0}, "", "passed over"}};
  json::Value V = sarif(R, "begin\nvoid f();\ng\n", /*Complete=*/false);
  const json::Value &Said =
      at(V, "runs/0/invocations/0/toolExecutionNotifications");
  ASSERT_EQ(Said.getAsArray()->size(), 3u);
  EXPECT_EQ(at(Said, "0/descriptor/id"), "analysis-incomplete");
  EXPECT_EQ(at(V, "runs/0/tool/driver/notifications/3/id"),
            "analysis-incomplete");
  EXPECT_EQ(at(Said, "0/descriptor/index"), 3);
  EXPECT_EQ(at(Said, "0/level"), "warning");
  EXPECT_EQ(at(Said, "0/message/text"), "'f' is too large");
  EXPECT_EQ(at(Said, "0/locations/0/physicalLocation/region/startLine"), 2);
  EXPECT_EQ(at(Said, "0/locations/0/logicalLocations/0/fullyQualifiedName"),
            "f");
  EXPECT_EQ(at(Said, "1/level"), "note");
  EXPECT_EQ(at(Said, "2/level"), "note");
  EXPECT_EQ(at(V, "runs/0/invocations/0/executionSuccessful"), false);
}

//===----------------------------------------------------------------------===//
// Pages
//===----------------------------------------------------------------------===//

TEST(Html, Escapes) {
  EXPECT_EQ(html("<a href='x'>&\"</a>"),
            "&lt;a href=&#39;x&#39;&gt;&amp;&quot;&lt;/a&gt;");
  EXPECT_EQ(html(StringRef("\0\x1b\t\n\x7f", 5)),
            "\xef\xbf\xbd\xef\xbf\xbd\t\n\xef\xbf\xbd");
  // Text that would be read in another order.
  EXPECT_EQ(html("a\xe2\x80\xae"
                 "b\xe2\x81\xa6"
                 "c\xe2\x80\x94"),
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd"
            "c\xe2\x80\x94");
  EXPECT_EQ(html("\xff"), "\xef\xbf\xbd");
}

TEST(Lanes, OddRegionsAreDrawn) {
  auto Drawn = [](const LanesOfRegion &Region) {
    std::string Text;
    raw_string_ostream OS(Text);
    writeLanesSvg(OS, Region, 1, "/p");
    return OS.str();
  };
  EXPECT_TRUE(has(Drawn({}), "</svg>")) << Drawn({});
  LanesOfRegion Region{"f", {}, "", "", {"s"}, {}};
  LaneEvent OnNoLane;
  OnNoLane.Lane = 1;
  OnNoLane.Label = "nowhere";
  LaneEvent Wrong;
  Wrong.Label = "<here>";
  Wrong.Violation = "not good";
  Wrong.Finding = 3;
  Wrong.At = {"/p/a.cu", 7, 1};
  Region.Events = {OnNoLane, Wrong};
  std::string Text = Drawn(Region);
  EXPECT_FALSE(has(Text, "nowhere")) << Text;
  EXPECT_TRUE(has(Text, "On s: work, &lt;here&gt;; violation: not good, "
                        "a.cu:7."))
      << Text;
  EXPECT_TRUE(has(Text, "href=\"#f4\"")) << Text;
}
} // namespace
