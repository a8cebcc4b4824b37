//===- TextReportTest.cpp - Results as a compiler shows them --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/TextReport.h"
#include "TempFolder.h"
#include "report/Excerpt.h"

using namespace cuda_capture::report;
using namespace cuda_capture::test;

namespace {

SourceFile fileOf(llvm::StringRef Text) {
  return SourceFile(llvm::MemoryBuffer::getMemBufferCopy(Text));
}

/// The lines of an excerpt, separated by "\n".
std::string excerpt(llvm::StringRef Text, unsigned Line, unsigned Column,
                    std::vector<Edit> Edits = {}, unsigned Width = 80) {
  for (Edit &E : Edits)
    E.File = "f";
  Excerpt E = excerptOf(fileOf(Text), {"f", Line, Column}, Edits, Width);
  return E.Source + (E.Source.empty() ? "" : "\n" + E.Marks) +
         (E.Hint.empty() ? "" : "\n" + E.Hint);
}

TEST(Excerpt, CaretIsBelowTheColumn) {
  EXPECT_EQ(excerpt("a\n  foo();\n", 2, 3), "  foo();\n  ^");
  EXPECT_EQ(excerpt("a\r\nfoo();\r\n", 2, 1), "foo();\n^");
  EXPECT_EQ(excerpt("foo();", 1, 7), "foo();\n      ^");
}

TEST(Excerpt, NothingIsShownOfOtherFiles) {
  EXPECT_EQ(excerpt("foo();\n", 2, 1), "");
  EXPECT_EQ(excerpt("foo();\n", 1, 9), "");
  EXPECT_EQ(excerpt("", 1, 1), "");
  EXPECT_EQ(excerpt("x", 0, 0), "");
}

TEST(Excerpt, ColumnsAreThoseOfTheTerminal) {
  EXPECT_EQ(excerpt("\tf(\tx);", 1, 5), "        f(      x);\n"
                                        "                ^");
  // Two bytes and one column; three bytes and two columns.
  EXPECT_EQ(excerpt("\xc3\xa9 x", 1, 4), "\xc3\xa9 x\n  ^");
  EXPECT_EQ(excerpt("\xe6\x98\xaf x", 1, 5), "\xe6\x98\xaf x\n   ^");
  EXPECT_EQ(excerpt("\xff\x1b[1m x", 1, 7), "<FF><U+001B>[1m x\n"
                                            "                ^");
  EXPECT_EQ(printable("a\tb\n\x1b\xff"), "a b <U+001B><FF>");
}

TEST(Excerpt, EditsAreShown) {
  EXPECT_EQ(excerpt("f(a);", 1, 1, {{"", 3, 0, ", s"}}), "f(a);\n^\n   , s");
  EXPECT_EQ(excerpt("foo(a);", 1, 1, {{"", 0, 3, "bar"}, {"", 5, 0, ", s"}}),
            "foo(a);\n^~~\nbar  , s");
  EXPECT_EQ(excerpt("f(a);", 1, 1, {{"", 0, 5, ""}}), "f(a);\n^~~~~");
  EXPECT_EQ(excerpt("f(a);", 1, 1, {{"", 0, 1, "long"}, {"", 2, 1, "b"}}),
            "f(a);\n^ ~\nlong b");
  // Of other lines, or of several.
  EXPECT_EQ(excerpt("x\nf(a);", 2, 1, {{"", 0, 1, "y"}}), "f(a);\n^");
  EXPECT_EQ(excerpt("f(a);\nx", 1, 1, {{"", 0, 7, "y"}}), "f(a);\n^");
  EXPECT_EQ(excerpt("f(a);", 1, 1, {{"", 0, 0, "y\n"}}), "f(a);\n^");
  Excerpt E = excerptOf(fileOf("f(a);"), {"f", 1, 1}, {{"g", 0, 1, "y"}}, 80);
  EXPECT_EQ(E.Hint, "");
}

TEST(Excerpt, LongLinesAreCut) {
  const std::string Long =
      std::string(100, 'a') + "f(x);" + std::string(100, 'b');
  std::string Shown = excerpt(Long, 1, 101, {}, 30);
  auto [Source, Marks] = llvm::StringRef(Shown).split('\n');
  EXPECT_EQ(Source.size(), 30u);
  EXPECT_TRUE(Source.starts_with("...aaa"));
  EXPECT_TRUE(Source.ends_with("bbb..."));
  EXPECT_EQ(Source[Marks.find('^')], 'f');
  Shown = excerpt(Long, 1, 3, {}, 30);
  std::tie(Source, Marks) = llvm::StringRef(Shown).split('\n');
  EXPECT_EQ(Source, std::string(27, 'a') + "...");
  EXPECT_EQ(Marks, "  ^");
  Shown = excerpt(Long, 1, 205, {}, 30);
  std::tie(Source, Marks) = llvm::StringRef(Shown).split('\n');
  EXPECT_EQ(Source, "..." + std::string(27, 'b'));
  EXPECT_EQ(Marks.size(), 30u);
}

TEST(TextReport, PathsAreShort) {
  EXPECT_EQ(shownPath("/p/q/a.cu", "/p/q"), "a.cu");
  EXPECT_EQ(shownPath("/p/q/a.cu", "/p/q/build"), "../a.cu");
  EXPECT_EQ(shownPath("/usr/x.h", "/home/me/deep/in/it"), "/usr/x.h");
  EXPECT_EQ(shownPath("/pp/qq/a.cu", "/pp/q"), "../qq/a.cu");
  EXPECT_EQ(shownPath("a.cu", "/p"), "a.cu");
  EXPECT_EQ(shownPath("/p/a.cu", ""), "/p/a.cu");
}

TEST(TextReport, LooksLikeClangs) {
  TempFolder Folder;
  std::string File =
      Folder.write("src/a.cu", "begin(s);\nmalloc(x);\nend(s);\n");
  Diagnostic D = finding("unsafe-call", File, 2, 1, "'malloc'\n is called");
  D.Edits = {{File, 10, 6, "mallocAsync"}};
  D.Notes = {
      {DiagnosticNote::Path, "begins here", {File, 1, 1}, {}},
      {DiagnosticNote::Path, "nowhere", {}, {}},
      {DiagnosticNote::Path, "gone", {Folder.path("b.cu"), 1, 1}, {}},
      {DiagnosticNote::Remedy, "use another", {File, 2, 1}, {}},
      {DiagnosticNote::Alternative,
       "or this",
       {File, 2, 1},
       {{File, 17, 1, "y"}}},
  };
  Results R;
  R.Findings = {D};
  TextOptions O;
  O.Folder = Folder.path();
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printFindings(OS, R, O);
  EXPECT_EQ(OS.str(), "src/a.cu:2:1: warning: 'malloc'  is called "
                      "[cuda-capture-unsafe-call]\n"
                      "    2 | malloc(x);\n"
                      "      | ^~~~~~\n"
                      "      | mallocAsync\n"
                      "src/a.cu:1:1: note: begins here\n"
                      "    1 | begin(s);\n"
                      "      | ^\n"
                      "note: nowhere\n"
                      "b.cu:1:1: note: gone\n"
                      "src/a.cu:2:1: note: use another\n"
                      "    2 | malloc(x);\n"
                      "      | ^\n"
                      "src/a.cu:2:1: note: or this\n"
                      "    2 | malloc(x);\n"
                      "      | ^      ~\n"
                      "      |        y\n");
}

TEST(TextReport, FilesThatChangedAreNotQuoted) {
  TempFolder Folder;
  Results R;
  R.Findings = {finding("unsafe-call", Folder.write("a.cu", "f();\n"), 1)};
  auto Printed = [&](llvm::sys::TimePoint<> Began) {
    TextOptions O;
    O.Began = Began;
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    printFindings(OS, R, O);
    return llvm::StringRef(OS.str()).contains("f();");
  };
  auto Now = std::chrono::time_point_cast<std::chrono::nanoseconds>(
      std::chrono::system_clock::now());
  EXPECT_TRUE(Printed(Now + std::chrono::hours(1)));
  EXPECT_FALSE(Printed(Now - std::chrono::hours(1)));
}

TEST(TextReport, ColoursAreClangs) {
  TempFolder Folder;
  Results R;
  R.Findings = {finding("unsafe-call", Folder.write("a.cu", "f();\n"), 1)};
  TextOptions O;
  O.Folder = Folder.path();
  O.Color = true;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printFindings(OS, R, O);
  EXPECT_EQ(OS.str(), "\x1b[1ma.cu:1:1: \x1b[0m\x1b[0;1;35mwarning: \x1b[0m"
                      "\x1b[1mtext [cuda-capture-unsafe-call]\x1b[0m\n"
                      "    1 | f();\n"
                      "      | \x1b[0;1;32m^\x1b[0m\n");
  EXPECT_TRUE(useColor(ColorWhen::Always, OS));
  EXPECT_FALSE(useColor(ColorWhen::Never, OS));
  EXPECT_FALSE(useColor(ColorWhen::Auto, OS));
  EXPECT_EQ(colorOf("always"), ColorWhen::Always);
  EXPECT_EQ(colorOf("yes"), std::nullopt);
}

std::string summary(const Results &R, const FilterCounts &Left = {}) {
  TextOptions O;
  O.Folder = "/p";
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printProblems(OS, R, Left, O);
  printSummary(OS, R, Left, O);
  return OS.str();
}

TEST(Summary, NothingFoundInRegions) {
  Results R;
  R.Units = {{Unit::Analysed, "/p/a.cu", "", 11, 0},
             {Unit::Analysed, "/p/b.cu", "", 1, 1},
             {Unit::Skipped, "/p/c.cu", "", 0, 0}};
  EXPECT_EQ(summary(R),
            "3 files: 2 analysed, 1 skipped (cannot reach a region; "
            "--all looks at them, too)\n"
            "0 findings in 12 regions and 1 capturable function\n");
}

TEST(Summary, NothingToFindFaultWithIsSaid) {
  Results R;
  R.Units = {{Unit::Analysed, "/p/a.cu", "", 0, 0}};
  std::string Text = summary(R);
  EXPECT_TRUE(llvm::StringRef(Text).starts_with(
      "1 file: 1 analysed\n0 findings, and nothing to look at: no capture is "
      "begun, and no function is declared capturable\n"));
  EXPECT_NE(Text.find("docs/capturable.md"), std::string::npos);
  EXPECT_NE(Text.find("docs/own-rows.md"), std::string::npos);
  EXPECT_EQ(Text.find("--all"), std::string::npos);
  R.Units[0].S = Unit::Skipped;
  EXPECT_NE(summary(R).find("--all"), std::string::npos);
  EXPECT_NE(summary({}).find("no file was given"), std::string::npos);
}

TEST(Summary, FindingsOutsideOfCapturesAreSomethingToLookAt) {
  Results R;
  R.Units = {{Unit::Analysed, "/p/a.cu", "", 0, 0}};
  R.Findings = {finding("host-callback", "/p/a.cu", 1)};
  EXPECT_TRUE(llvm::StringRef(summary(R)).starts_with(
      "1 file: 1 analysed\n1 finding; no capture is begun, and no function is "
      "declared capturable\n"));
}

TEST(Summary, FilesThatFailedAreNamed) {
  Results R;
  R.Units = {{Unit::Analysed, "/p/a.cu", "", 1, 0},
             {Unit::Malformed, "/p/b.cu", "b.cu:1:2: error: x\nmore\n", 1, 0},
             {Unit::Failed, "/p/c.cu", "'x.h' file not found", 0, 0},
             {Unit::Crashed, "/p/d.cu", "signal 11", 0, 0},
             {Unit::TimedOut, "/p/e.cu", "", 0, 0}};
  EXPECT_EQ(summary(R),
            "b.cu: warning: has errors, and was analysed in part: b.cu:1:2: "
            "error: x\n"
            "c.cu: error: could not be analysed: 'x.h' file not found\n"
            "d.cu: error: the analysis crashed: signal 11\n"
            "e.cu: error: the analysis took too long and was stopped\n"
            "5 files: 1 analysed, 1 analysed in part, 1 failed, 1 crashed, "
            "1 timed out\n"
            "0 findings in 2 regions; 3 files could not be analysed\n");
  R.Units.assign(25, {Unit::Failed, "/p/c.cu", "x", 0, 0});
  EXPECT_NE(summary(R).find("\n... and 5 more files with problems\n"),
            std::string::npos);
}

TEST(Summary, WhatWasNotAnalysedCompletelyIsNamed) {
  Results R;
  R.Units = {{Unit::Analysed, "/p/a.cu", "", 1, 0}};
  addGaps(R, {{Gap::PassedOver, false, {"/p/z.h", 0, 0}, "", "passed over"},
              {Gap::Coarse, true, {"/p/a.cu", 7, 1}, "f", "'f' is too large"},
              {Gap::Coarse, true, {"/p/a.cu", 7, 1}, "f", "'f' is too large"}});
  EXPECT_EQ(summary(R),
            "a.cu:7:1: warning: 'f' is too large\n"
            "z.h: note: passed over\n"
            "1 file: 1 analysed\n"
            "0 findings in 1 region; 1 function and 1 file were not analysed "
            "completely\n"
            "  - --effort=100 looks longer at large functions\n"
            "  - without findings, that is an error: --allow-incomplete "
            "accepts it\n");
  R.Gaps.resize(1);
  EXPECT_NE(summary(R).find("; 1 function was not analysed completely\n"),
            std::string::npos);
  EXPECT_TRUE(lacksCoverage(R));
  R.Gaps[0].Serious = false;
  EXPECT_FALSE(lacksCoverage(R));
  EXPECT_EQ(summary(R).find("--allow-incomplete"), std::string::npos);
  R.Gaps.resize(25, R.Gaps[0]);
  EXPECT_NE(summary(R).find("\n... and 5 more that were not analysed "
                            "completely; --json has them all\n"),
            std::string::npos);
}

TEST(Summary, WhatIsNotReportedIsCounted) {
  Results R;
  R.Units = {{Unit::Analysed, "/p/a.cu", "", 1, 0}};
  R.Findings = {finding("unsafe-call", "/p/a.cu", 1)};
  FilterCounts Left;
  Left.Silenced = 1;
  Left.Known = 2;
  Left.Unchanged = 3;
  Left.Stale = {{"a.cu", "cuda-capture-isolation", "f", "text"}};
  EXPECT_EQ(summary(R, Left),
            "error: 1 finding of the baseline is not found any more; take it "
            "out, or write the baseline anew\n"
            "  a.cu in 'f': text [cuda-capture-isolation]\n"
            "1 file: 1 analysed\n"
            "not reported: 1 silenced by comments, 2 of the baseline, 3 with "
            "no changed line in their paths\n"
            "1 finding in 1 region\n");
}

} // namespace
