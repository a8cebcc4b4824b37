//===- ResultsJsonTest.cpp - Results as JSON, and back --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/ResultsJson.h"
#include "gtest/gtest.h"

using namespace cuda_capture::report;

namespace {

/// Each field has a value of its own.
Results everything() {
  Results R;
  R.Units = {
      {Unit::Analysed, "/p/a.cu", "", 3, 2},
      {Unit::Skipped, "/p/b.cu", "", 0, 0},
      {Unit::Malformed, "/p/c.cu", "c.cu:1:1: error: \"x\"\n", 1, 0},
      {Unit::Failed, "/p/d.cu", "no such file", 0, 0},
      {Unit::Crashed, "/p/e.cu", "signal 11", 0, 0},
      {Unit::TimedOut, "/p/f.cu", "120 s", 0, 0},
  };
  Diagnostic D;
  D.Check = "cuda-capture-unsafe-call";
  D.Text = "'cudaMalloc' \xe6\x98\xaf \t\\";
  D.At = {"/p/a.cu", 4294967295u, 7};
  D.Function = "f";
  D.Callee = "cudaMalloc";
  D.Possible = true;
  D.OnFailure = true;
  D.Error = 900;
  D.ErrorName = "cudaErrorStreamCaptureUnsupported";
  D.Entry = "stream-capture-unsupported";
  D.Notes = {
      {DiagnosticNote::Path, "begins here", {"/p/a.cu", 1, 2}, {}, true},
      {DiagnosticNote::Remedy, "reserve", {}, {{"/p/a.cu", 5, 6, "x"}}},
      {DiagnosticNote::Alternative, "another mode", {"/p/h.h", 3, 4}, {}},
  };
  D.Edits = {{"/p/a.cu", 10, 0, "reserve();\n"}, {"/p/b.cu", 1, 2, ""}};
  R.Findings = {D, Diagnostic()};
  R.Gaps = {
      {Gap::GivenUp, true, {"/p/a.cu", 8, 9}, "f", "'f' is too large"},
      {Gap::Coarse, false, {"/p/a.cu", 10, 1}, "g", "'g' is large"},
      {Gap::CallsNotFollowed, false, {"/p/a.cu", 11, 1}, "h", "depth"},
      {Gap::PathsJoined, false, {"/p/a.cu", 12, 1}, "i", "paths"},
      {Gap::Simplified, false, {"/p/a.cu", 13, 1}, "j", "expression"},
      {Gap::Errors, true, {"/p/c.cu", 14, 1}, "k", "errors"},
      {Gap::PassedOver, false, {"/p/h.h", 0, 0}, "", "system header"},
  };
  R.Notices = {{true, {"/p/.clang-tidy", 3, 1}, "unknown option 'X'"},
               {false, {}, "row 'f' matches no function of this program"}};
  return R;
}

/// The problems of a document.
std::string problemsOf(llvm::StringRef Text) {
  llvm::Expected<Results> R = readResults(Text, "r.json");
  if (R)
    return "";
  return llvm::toString(R.takeError());
}

/// A document whose first occurrence of \p From reads \p To.
std::string changed(llvm::StringRef From, llvm::StringRef To) {
  std::string Text = writeResults(everything());
  size_t At = Text.find(From.str());
  EXPECT_NE(At, std::string::npos) << From.str();
  return Text.replace(At, From.size(), To.str());
}

TEST(ResultsJson, EverythingComesBack) {
  std::string Text = writeResults(everything());
  EXPECT_EQ(std::count(Text.begin(), Text.end(), '\n'), 1);
  llvm::Expected<Results> R = readResults(Text, "r.json");
  ASSERT_TRUE(bool(R)) << llvm::toString(R.takeError());
  // The writer mentions each field.
  EXPECT_EQ(writeResults(*R), Text);
  ASSERT_EQ(R->Units.size(), 6u);
  EXPECT_EQ(R->Units[5].S, Unit::TimedOut);
  EXPECT_EQ(R->Units[2].Problem, everything().Units[2].Problem);
  EXPECT_EQ(R->Units[0].Regions, 3u);
  EXPECT_EQ(R->Units[0].Capturable, 2u);
  ASSERT_EQ(R->Findings.size(), 2u);
  const Diagnostic &D = R->Findings[0];
  EXPECT_EQ(D.Text, everything().Findings[0].Text);
  EXPECT_EQ(D.At.Line, 4294967295u);
  EXPECT_TRUE(D.Possible);
  EXPECT_TRUE(D.OnFailure);
  ASSERT_EQ(D.Notes.size(), 3u);
  EXPECT_EQ(D.Notes[2].K, DiagnosticNote::Alternative);
  EXPECT_FALSE(D.Notes[1].At.isValid());
  ASSERT_EQ(D.Notes[1].Edits.size(), 1u);
  EXPECT_EQ(D.Notes[1].Edits[0].Length, 6u);
  EXPECT_EQ(D.Edits.size(), 2u);
  ASSERT_EQ(R->Gaps.size(), 7u);
  for (unsigned I = 0; I < 7; ++I)
    EXPECT_EQ(R->Gaps[I].K, everything().Gaps[I].K);
  EXPECT_TRUE(R->Gaps[0].Serious);
  EXPECT_EQ(R->Gaps[0].At.Column, 9u);
  EXPECT_EQ(R->Gaps[0].Function, "f");
  EXPECT_EQ(R->Gaps[0].Text, "'f' is too large");
  ASSERT_EQ(R->Notices.size(), 2u);
  EXPECT_TRUE(R->Notices[0].IsWarning);
  EXPECT_EQ(R->Notices[0].At.Line, 3u);
  EXPECT_EQ(R->Notices[0].Text, "unknown option 'X'");
  EXPECT_FALSE(R->Notices[1].IsWarning);
}

TEST(ResultsJson, NothingComesBack) {
  llvm::Expected<Results> R = readResults(writeResults({}), "r.json");
  ASSERT_TRUE(bool(R));
  EXPECT_TRUE(R->Units.empty());
  EXPECT_TRUE(R->Findings.empty());
}

TEST(ResultsJson, AnyBytesComeBack) {
  for (std::string Bytes :
       {std::string("\xff/\x80.cu"), std::string("caf\xe9"),
        std::string("\xed\xa0\x80"), std::string("\xc0\xaf"),
        std::string("a\0b", 3), std::string("\xe6\x98"), std::string("{}"),
        std::string("\x1b[31m\x7f")}) {
    Results R;
    R.Units.push_back({Unit::Failed, Bytes, Bytes, 0, 0});
    llvm::Expected<Results> Back = readResults(writeResults(R), "r.json");
    ASSERT_TRUE(bool(Back)) << llvm::toString(Back.takeError());
    EXPECT_EQ(Back->Units[0].File, Bytes);
    EXPECT_EQ(Back->Units[0].Problem, Bytes);
  }
}

TEST(ResultsJson, OtherVersionsAreNamed) {
  EXPECT_EQ(problemsOf(changed("\"cudaCaptureResults\":2",
                               "\"cudaCaptureResults\":7,\"new\":0")),
            "r.json:#/cudaCaptureResults: version 2 expected, found 7");
  EXPECT_EQ(problemsOf("{}"), "r.json:#: no results of cuda-capture");
  EXPECT_EQ(problemsOf("{\"cudaCaptureResults\":\"1\"}"),
            "r.json:#: no results of cuda-capture");
  EXPECT_EQ(problemsOf("[]"), "r.json:#: object expected, found array");
}

TEST(ResultsJson, ProblemsHaveAPlace) {
  EXPECT_EQ(problemsOf(changed("\"line\":4294967295", "\"line\":4294967296")),
            "r.json:#/findings/0/at/line: whole number from 0 to 4294967295 "
            "expected");
  EXPECT_EQ(problemsOf(changed("\"line\":4294967295", "\"line\":-1")),
            "r.json:#/findings/0/at/line: whole number from 0 to 4294967295 "
            "expected");
  EXPECT_EQ(problemsOf(changed("\"possible\":true,", "")),
            "r.json:#/findings/0: key 'possible' is missing");
  EXPECT_EQ(problemsOf(changed("\"possible\":true", "\"possible\":1")),
            "r.json:#/findings/0/possible: boolean expected, found number");
  EXPECT_EQ(
      problemsOf(changed("\"possible\":true", "\"possible\":true,\"sure\":1")),
      "r.json:#/findings/0: unknown key 'sure'");
  EXPECT_EQ(problemsOf(changed("\"kind\":\"remedy\"", "\"kind\":\"hint\"")),
            "r.json:#/findings/0/notes/1/kind: unknown kind 'hint'; allowed: "
            "path, remedy, alternative, changed");
  EXPECT_EQ(problemsOf(changed("\"function\":\"f\"", "\"function\":5")),
            "r.json:#/findings/0/function: string or object expected, found "
            "number");
  for (llvm::StringRef Wrong : {"{\"hex\":\"f\"}", "{\"hex\":\"zz\"}"})
    EXPECT_EQ(problemsOf(
                  changed("\"function\":\"f\"", "\"function\":" + Wrong.str())),
              "r.json:#/findings/0/function/hex: two hexadecimal digits for "
              "each byte expected");
}

TEST(ResultsJson, WhatIsCutOffIsAnError) {
  std::string Text = writeResults(everything());
  // The last byte is the end of the line.
  for (size_t Size = 0; Size + 1 < Text.size(); ++Size)
    ASSERT_NE(problemsOf(llvm::StringRef(Text).take_front(Size)), "") << Size;
  EXPECT_EQ(llvm::StringRef(problemsOf("{\"cudaCaptureResults\":2,\n\"units\""))
                .substr(0, 11),
            "r.json:2:8:");
}

} // namespace
