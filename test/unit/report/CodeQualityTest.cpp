//===- CodeQualityTest.cpp - Reports for merge requests -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/CodeQuality.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace cuda_capture::report;

namespace {
Diagnostic finding(StringRef File, unsigned Line, StringRef Text) {
  Diagnostic D;
  D.Check = "cuda-capture-unsafe-call";
  D.Text = Text.str();
  D.At = {File.str(), Line, 3};
  return D;
}

json::Array written(const Results &R) {
  RunInfo Run;
  Run.Root = "/p/project";
  std::string Text;
  raw_string_ostream OS(Text);
  writeCodeQuality(OS, R, Run, [](const Diagnostic &D) { return D.Text; });
  Expected<json::Value> V = json::parse(OS.str());
  EXPECT_TRUE(bool(V)) << toString(V.takeError());
  return V && V->getAsArray() ? *V->getAsArray() : json::Array();
}

json::Object issue(const json::Array &All, size_t I) {
  return I < All.size() ? *All[I].getAsObject() : json::Object();
}

TEST(CodeQuality, NothingIsAnEmptyList) {
  EXPECT_TRUE(written({}).empty());
  Results R;
  R.Units.emplace_back().File = "/p/project/a.cu";
  EXPECT_TRUE(written(R).empty());
}

TEST(CodeQuality, PlaceTextAndSeverity) {
  Results R;
  R.Findings.push_back(finding("/p/project/src/a b.cu", 7, "one"));
  R.Findings.back().Notes.push_back({DiagnosticNote::Path,
                                     "begins here",
                                     {"/p/project/src/b.cu", 5, 1},
                                     {},
                                     true});
  R.Findings.push_back(finding("/elsewhere/b.h", 9, "two"));
  R.Findings.back().Possible = true;
  R.Findings.push_back(finding("/p/project2/c.h", 0, "three"));
  R.Findings.back().OnFailure = true;
  json::Array All = written(R);
  ASSERT_EQ(All.size(), 3u);
  EXPECT_EQ(issue(All, 0)["check_name"], "cuda-capture-unsafe-call");
  EXPECT_EQ(issue(All, 0)["description"], "one");
  EXPECT_EQ(issue(All, 0)["severity"], "major");
  EXPECT_EQ(json::Value(issue(All, 0)["location"]),
            json::Value(json::Object{{"path", "src/a b.cu"},
                                     {"lines", json::Object{{"begin", 7}}}}));
  EXPECT_EQ(issue(All, 0)["content"],
            json::Value(json::Object{{"body", "- src/b.cu:5: begins here\n"}}));
  EXPECT_EQ(issue(All, 1)["severity"], "minor");
  EXPECT_EQ(*issue(All, 1).getObject("location")->getString("path"),
            "/elsewhere/b.h");
  // A name that begins as the root's does is not below it, and lines begin
  // with 1.
  EXPECT_EQ(*issue(All, 2).getObject("location")->getString("path"),
            "/p/project2/c.h");
  EXPECT_EQ(*issue(All, 2)
                 .getObject("location")
                 ->getObject("lines")
                 ->getInteger("begin"),
            1);
}

TEST(CodeQuality, FingerprintsAreDifferentAndDoNotDependOnLines) {
  Results R;
  for (unsigned Line : {3, 5, 8})
    R.Findings.push_back(finding("/p/project/a.cu", Line, "one"));
  R.Findings.push_back(finding("/p/project/a.cu", 9, "two"));
  json::Array Before = written(R);
  for (Diagnostic &D : R.Findings)
    D.At.Line += 100;
  json::Array After = written(R);
  ASSERT_EQ(Before.size(), 4u);
  for (size_t I = 0; I < 4; ++I) {
    EXPECT_EQ(issue(Before, I)["fingerprint"], issue(After, I)["fingerprint"]);
    for (size_t K = 0; K < I; ++K)
      EXPECT_NE(issue(Before, I)["fingerprint"],
                issue(Before, K)["fingerprint"]);
  }
}

TEST(CodeQuality, WhatWasNotAnalysedShows) {
  Results R;
  for (Unit::State S :
       {Unit::Analysed, Unit::Skipped, Unit::Malformed, Unit::Crashed}) {
    Unit &U = R.Units.emplace_back();
    U.File = "/p/project/a.cu";
    U.S = S;
  }
  R.Units.back().Problem = "signal 11";
  json::Array All = written(R);
  ASSERT_EQ(All.size(), 2u);
  EXPECT_EQ(issue(All, 0)["check_name"], "cuda-capture-not-analysed");
  EXPECT_EQ(issue(All, 0)["severity"], "info");
  EXPECT_EQ(issue(All, 1)["description"], "could not be analysed");
  EXPECT_EQ(issue(All, 1)["content"],
            json::Value(json::Object{{"body", "signal 11"}}));
}

TEST(CodeQuality, FunctionsThatWereNotAnalysedCompletelyShow) {
  Results R;
  R.Gaps = {
      {Gap::Coarse, true, {"/p/project/a.cu", 7, 1}, "f", "'f' is too large"}};
  json::Array All = written(R);
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(issue(All, 0)["check_name"], "cuda-capture-not-analysed");
  EXPECT_EQ(issue(All, 0)["description"], "'f' is too large");
  EXPECT_EQ(issue(All, 0)["severity"], "info");
}

TEST(CodeQuality, BytesThatAreNoTextBecomeText) {
  Results R;
  R.Findings.push_back(finding("/p/project/\xff.cu", 1, "call \xc3\x28"));
  EXPECT_EQ(written(R).size(), 1u);
}
} // namespace
