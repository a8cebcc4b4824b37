//===- FiltersTest.cpp - Which findings are reported ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Filters.h"
#include "TempFolder.h"

using namespace cuda_capture::report;
using namespace cuda_capture::test;

namespace {

/// "check:line" for each.
std::string shown(const Results &R) {
  std::string Text;
  for (const Diagnostic &D : R.Findings)
    Text += (Text.empty() ? "" : " ") +
            llvm::StringRef(D.Check).drop_front(13).str() + ":" +
            std::to_string(D.At.Line);
  return Text;
}

FilterCounts filtered(Results &R, const FilterOptions &O) {
  llvm::Expected<FilterCounts> Counts = apply(R, O);
  if (Counts)
    return std::move(*Counts);
  ADD_FAILURE() << llvm::toString(Counts.takeError());
  return {};
}

std::string problem(const FilterOptions &O) {
  Results R;
  llvm::Expected<FilterCounts> Counts = apply(R, O);
  return Counts ? "" : llvm::toString(Counts.takeError());
}

TEST(Filters, OrderIsThatOfPlaces) {
  Results R;
  R.Findings = {
      finding("unbalanced", "/b.cu", 1), finding("unsafe-call", "/a.cu", 10),
      finding("unsafe-call", "/a.cu", 9), finding("isolation", "/a.cu", 9)};
  filtered(R, {});
  EXPECT_EQ(shown(R), "isolation:9 unsafe-call:9 unsafe-call:10 unbalanced:1");
}

TEST(Filters, FindingsOfAHeaderAreReportedOnce) {
  Diagnostic Long = finding("unsafe-call", "/h.h", 3, 1, "first");
  Long.Notes.resize(2);
  Diagnostic Short = finding("unsafe-call", "/h.h", 3, 1, "second");
  Short.Notes.resize(1);
  Diagnostic Possible = finding("unsafe-call", "/h.h", 3, 1, "possible: it");
  Possible.Possible = true;
  Diagnostic Elsewhere = finding("unsafe-call", "/h.h", 3, 2, "third");
  std::vector<Diagnostic> All = {Long, Short, Possible, Elsewhere};
  // In whatever order they come.
  std::vector<unsigned> Order = {0, 1, 2, 3};
  do {
    Results R;
    for (unsigned I : Order)
      R.Findings.push_back(All[I]);
    normalize(R);
    ASSERT_EQ(R.Findings.size(), 2u);
    EXPECT_EQ(R.Findings[0].Text, "second");
    EXPECT_EQ(R.Findings[1].Text, "third");
  } while (std::next_permutation(Order.begin(), Order.end()));
}

TEST(Filters, EditsThatNotAllHaveAreDropped) {
  Diagnostic With = finding("unsafe-call", "/h.h", 3);
  With.Edits = {{"/h.h", 1, 2, "x"}};
  Diagnostic Without = finding("unsafe-call", "/h.h", 3);
  Results R;
  R.Findings = {With, With};
  normalize(R);
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_EQ(R.Findings[0].Edits.size(), 1u);
  R.Findings = {With, Without, With};
  normalize(R);
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_TRUE(R.Findings[0].Edits.empty());
}

TEST(Filters, FindingsWithoutAPlaceAreKeptApart) {
  Results R;
  R.Findings = {finding("unsafe-call", "", 0, 0, "a"),
                finding("unsafe-call", "", 0, 0, "b"),
                finding("unsafe-call", "", 0, 0, "a")};
  normalize(R);
  EXPECT_EQ(R.Findings.size(), 2u);
}

TEST(Filters, Levels) {
  Diagnostic Possible = finding("unsafe-call", "/a.cu", 2);
  Possible.Possible = true;
  Diagnostic OnFailure = finding("leak-on-error", "/a.cu", 3);
  OnFailure.OnFailure = true;
  auto At = [&](Level L) {
    Results R;
    R.Findings = {finding("unsafe-call", "/a.cu", 1), Possible, OnFailure};
    FilterOptions O;
    O.L = L;
    filtered(R, O);
    return shown(R);
  };
  EXPECT_EQ(At(Level::Exact), "unsafe-call:1");
  EXPECT_EQ(At(Level::Possible), "unsafe-call:1 unsafe-call:2");
  EXPECT_EQ(At(Level::Strict), "unsafe-call:1 unsafe-call:2 leak-on-error:3");
  EXPECT_EQ(levelOf("strict"), Level::Strict);
  EXPECT_EQ(levelOf("Exact"), std::nullopt);
}

TEST(Filters, Checks) {
  auto With = [&](llvm::StringRef Checks) {
    Results R;
    R.Findings = {finding("unsafe-call", "/a.cu", 1),
                  finding("isolation", "/a.cu", 2)};
    FilterOptions O;
    O.Checks = Checks.str();
    filtered(R, O);
    return shown(R);
  };
  EXPECT_EQ(With(""), "unsafe-call:1 isolation:2");
  EXPECT_EQ(With("-cuda-capture-isolation"), "unsafe-call:1");
  EXPECT_EQ(With("cuda-capture-iso*"), "isolation:2");
  FilterOptions O;
  O.Checks = "unsafe-call";
  EXPECT_EQ(problem(O), "'unsafe-call' selects no check; one is called "
                        "'cuda-capture-unsafe-call', and a list that begins "
                        "with '-' takes away from all");
}

TEST(Filters, CommentsSilence) {
  TempFolder Folder;
  std::string File = Folder.write("a.cu", "x // NOLINT\nx\n");
  Results R;
  R.Findings = {finding("unsafe-call", File, 1),
                finding("unsafe-call", File, 2)};
  FilterOptions O;
  Results All = R;
  EXPECT_EQ(filtered(R, O).Silenced, 1u);
  EXPECT_EQ(shown(R), "unsafe-call:2");
  O.HonourNoLint = false;
  EXPECT_EQ(filtered(All, O).Silenced, 0u);
  EXPECT_EQ(All.Findings.size(), 2u);
}

class BaselineFilter : public testing::Test {
protected:
  Results program() {
    Results R;
    R.Units = {{Unit::Analysed, Folder.path("a.cu"), "", 1, 0},
               {Unit::Skipped, Folder.path("b.cu"), "", 0, 0}};
    R.Findings = {finding("unsafe-call", Folder.path("a.cu"), 1),
                  finding("isolation", Folder.path("a.cu"), 2)};
    return R;
  }
  void SetUp() override {
    FilterOptions O;
    O.NewBaseline = Folder.path("base.json");
    Results R = program();
    EXPECT_EQ(filtered(R, O).Known, 2u);
    EXPECT_TRUE(R.Findings.empty());
    With.Baseline = O.NewBaseline;
  }
  std::vector<BaselineEntry> stale(Results R) {
    return filtered(R, With).Stale;
  }

  TempFolder Folder;
  FilterOptions With;
};

TEST_F(BaselineFilter, KnownFindingsAreNotReported) {
  Results R = program();
  R.Findings.push_back(finding("unbalanced", Folder.path("a.cu"), 7));
  FilterCounts Counts = filtered(R, With);
  EXPECT_EQ(Counts.Known, 2u);
  EXPECT_TRUE(Counts.Stale.empty());
  EXPECT_EQ(shown(R), "unbalanced:7");
}

TEST_F(BaselineFilter, StaleEntriesAreNamed) {
  Results R = program();
  R.Findings.pop_back();
  ASSERT_EQ(stale(R).size(), 1u);
  EXPECT_EQ(stale(R)[0].str(), "a.cu: text [cuda-capture-isolation]");
}

TEST_F(BaselineFilter, WhatWasNotLookedForIsNotStale) {
  Results R = program();
  R.Findings.pop_back();
  With.Checks = "-cuda-capture-isolation";
  EXPECT_TRUE(stale(R).empty());
  With.Checks = "";
  With.IsWhole = false;
  EXPECT_TRUE(stale(R).empty());
  With.IsWhole = true;
  for (Unit::State S :
       {Unit::Malformed, Unit::Failed, Unit::Crashed, Unit::TimedOut}) {
    R.Units[1].S = S;
    EXPECT_TRUE(stale(R).empty());
  }
  // At its level it would have been found.
  Results Possible = program();
  Possible.Findings[0].Possible = true;
  FilterOptions Write;
  Write.L = Level::Possible;
  Write.NewBaseline = With.Baseline;
  filtered(Possible, Write);
  R = program();
  R.Findings.erase(R.Findings.begin());
  EXPECT_TRUE(stale(R).empty());
  With.L = Level::Possible;
  EXPECT_EQ(stale(R).size(), 1u);
}

TEST_F(BaselineFilter, FilesThatCannotBeUsedAreErrors) {
  With.Baseline = Folder.path("none.json");
  EXPECT_TRUE(llvm::StringRef(problem(With))
                  .starts_with("cannot read the baseline '" + With.Baseline));
  With.Baseline = Folder.write("broken.json", "{");
  EXPECT_TRUE(
      llvm::StringRef(problem(With)).starts_with(With.Baseline + ":1:2: "));
  FilterOptions Write;
  Write.NewBaseline = Folder.path("no/such/base.json");
  EXPECT_TRUE(llvm::StringRef(problem(Write))
                  .starts_with("cannot write the baseline '"));
  // Nothing is left behind, and the old one is not half written.
  Write.NewBaseline = Folder.path();
  EXPECT_NE(problem(Write), "");
}

TEST(Filters, WhatChangedCannotBeTold) {
  TempFolder Folder;
  FilterOptions O;
  O.Since = "HEAD";
  O.Folder = Folder.path();
  EXPECT_TRUE(llvm::StringRef(problem(O))
                  .starts_with("cannot tell what changed since 'HEAD': "));
}

} // namespace
