//===- ReaderFieldsTest.cpp - Rows with wrong fields ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedBases.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace cuda_capture;

TEST(KnowledgeBaseRows, UnknownKeys) {
  EXPECT_EQ(
      problemsOfText("{\"rows\": [" + std::string(Begin) + "], \"rowz\": []}"),
      "FILE:#: unknown key 'rowz'; did you mean 'rows'?");
  EXPECT_HAS(problemsOfRow(R"({"names": {"runtime": ["f"]}, "clas": "neutral",
                               "confidence": "low"})"),
             "FILE:#/rows/1: unknown key 'clas'; did you mean 'class'?");
  EXPECT_HAS(problemsOfRow(R"({"names": {"runtime": ["f"], "vulkan": ["g"]},
                               "class": "neutral", "confidence": "low"})"),
             "FILE:#/rows/1/names: unknown key 'vulkan'");
}

TEST(KnowledgeBaseRows, WrongTypes) {
  struct {
    const char *Row, *Problem;
  } Cases[] = {
      {R"(7)", "#/rows/1: object expected, found number"},
      {R"({"names": [], "class": "neutral", "confidence": "low"})",
       "#/rows/1/names: object expected, found array"},
      {R"({"names": {"runtime": "f"}, "class": "neutral",
           "confidence": "low"})",
       "#/rows/1/names/runtime: array expected, found string"},
      {R"({"names": {"runtime": [1]}, "class": "neutral",
           "confidence": "low"})",
       "#/rows/1/names/runtime/0: string expected, found number"},
      {R"({"names": {"runtime": ["f"]}, "class": 1, "confidence": "low"})",
       "#/rows/1/class: string expected, found number"},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "confidence": "low", "params": {}})",
       "#/rows/1/params: array expected, found object"},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "confidence": "low", "params": [null]})",
       "#/rows/1/params/0: string expected, found null"},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "confidence": "low", "fields": [1]})",
       "#/rows/1/fields: object expected, found array"},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "confidence": "low", "fields": {"1": "callback"}})",
       "#/rows/1/fields/1: object expected, found string"},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "confidence": "low", "fields": {"1": {"fn": 2}}})",
       "#/rows/1/fields/1/fn: string expected, found number"},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "confidence": "low", "error": "900"})",
       "#/rows/1/error: whole number from 0 to 99999 expected"},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "confidence": "low", "error": -1})",
       "#/rows/1/error: whole number from 0 to 99999 expected"},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "confidence": "low", "remedy": "stop"})",
       "#/rows/1/remedy: object expected, found string"},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "confidence": "low", "modes": {"relaxed": true}})",
       "#/rows/1/modes/relaxed: string expected, found boolean"},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "confidence": "low", "evidence": [{"url": ""}]})",
       "#/rows/1/evidence/0: key 'source' is missing"},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "confidence": "low", "fix": {"rename": {"f": 1}}})",
       "#/rows/1/fix/rename/f: string expected, found number"},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "confidence": "low", "fix": {"rename": {"f": "g"},
           "dropsWait": 1}})",
       "#/rows/1/fix/dropsWait: boolean expected, found number"},
  };
  for (const auto &C : Cases)
    EXPECT_HAS(problemsOfRow(C.Row), std::string("FILE:") + C.Problem);
}

TEST(KnowledgeBaseRows, BadEnumerationsListWhatIsAllowed) {
  std::string P = problemsOfRow(
      R"({"names": {"runtime": ["f"]}, "class": "dangerous",
          "params": ["steam", "own:stream", "inout:stream", "in:-"],
          "waits": "host", "otherwise": "x", "effect": "begin",
          "fields": {"x": {}, "2": {"fn": "call", "a..b": "event"}},
          "inHostFunction": "never",
          "modes": {"relaxed": "maybe"}, "invalidates": "perhaps",
          "confidence": "total"})");
  EXPECT_HAS(P, "FILE:#/rows/1/class: unknown class 'dangerous'; allowed: "
                "control, captured, neutral, unsafe, conflicts, "
                "legacy-implicit, unsupported, unknown");
  EXPECT_HAS(P, "FILE:#/rows/1/params/0: unknown role 'steam'; allowed: -, "
                "stream, event,");
  EXPECT_HAS(P, "FILE:#/rows/1/params/1: unknown access 'own'; allowed: in, "
                "out, inout, destroy");
  EXPECT_HAS(P, "FILE:#/rows/1/params/2: 'inout:stream': this role cannot have "
                "this access");
  EXPECT_HAS(P, "FILE:#/rows/1/params/3: 'in:-': this role");
  EXPECT_HAS(P, "FILE:#/rows/1/fields/x: 'x' is not a parameter's position");
  EXPECT_HAS(P, "FILE:#/rows/1/fields/2/fn: unknown role 'call'; allowed: -,");
  EXPECT_HAS(P, "FILE:#/rows/1/fields/2/a..b: '' is not the name of a field");
  EXPECT_HAS(P, "FILE:#/rows/1/fields/2/a..b: 'event': no role of a field");
  EXPECT_HAS(P, "FILE:#/rows/1/inHostFunction: unknown inHostFunction 'never'; "
                "allowed: ok, error, unknown");
  EXPECT_HAS(P, "FILE:#/rows/1/waits: unknown waits 'host'; allowed: device, "
                "stream, event");
  EXPECT_HAS(P, "FILE:#/rows/1/otherwise: unknown otherwise 'x'");
  EXPECT_HAS(P, "FILE:#/rows/1/effect: unknown effect 'begin'; allowed: "
                "begin-capture,");
  EXPECT_HAS(P, "FILE:#/rows/1/modes/relaxed: unknown relaxed 'maybe'; "
                "allowed: ok, error, unknown");
  EXPECT_HAS(P, "FILE:#/rows/1/invalidates: unknown invalidates 'perhaps'; "
                "allowed: no, yes, unknown");
  EXPECT_HAS(P, "FILE:#/rows/1/confidence: unknown confidence 'total'; "
                "allowed: high, medium, low");
}

TEST(KnowledgeBaseRows, RulesBetweenFields) {
  EXPECT_HAS(problemsOfRow(R"({"names": {"runtime": ["f"]}, "class":
                               "conflicts", "confidence": "low"})"),
             "FILE:#/rows/1: class 'conflicts' needs the key 'waits'");
  EXPECT_HAS(problemsOfRow(R"({"names": {"runtime": ["f"]}, "class":
                               "conflicts", "waits": "event",
                               "confidence": "low"})"),
             "FILE:#/rows/1: waiting for an event needs a parameter 'event'");
  EXPECT_HAS(problemsOfRow(R"({"names": {"runtime": ["f"]}, "class": "neutral",
                               "waits": "device", "confidence": "low"})"),
             "FILE:#/rows/1/waits: only class 'conflicts' waits");
  EXPECT_HAS(problemsOfRow(R"({"names": {"runtime": ["f"]}, "class":
                               "unsupported", "confidence": "low"})"),
             "needs a parameter 'stream'");
  EXPECT_HAS(problemsOfRow(R"({"names": {"runtime": ["f"]}, "class": "control",
                               "effect": "exchange-mode", "params": ["mode"],
                               "confidence": "low"})"),
             "needs a parameter 'inout:mode'");
  EXPECT_HAS(problemsOfRow(R"({"class": "neutral", "confidence": "low"})"),
             "FILE:#/rows/1: exactly one of the keys 'names' and 'construct'");
  EXPECT_HAS(problemsOfRow(R"({"names": {"runtime": []}, "class": "neutral",
                               "confidence": "low"})"),
             "FILE:#/rows/1/names: no function is named");
  EXPECT_HAS(problemsOfRow(R"({"names": {"runtime": ["f g"]}, "class":
                               "neutral", "confidence": "low"})"),
             "FILE:#/rows/1/names/runtime/0: 'f g' is not a function name");
  EXPECT_HAS(problemsOfRow(R"({"names": {"runtime": ["f"]}, "class": "neutral",
                               "since": "new", "confidence": "low"})"),
             "FILE:#/rows/1/since: 'new' is not a version");
  EXPECT_HAS(problemsOfRow(R"({"names": {"runtime": ["f"]}, "class": "neutral",
                               "fix": {"rename": {"g": "h"},
                               "append": ["event"]}, "confidence": "low"})"),
             "FILE:#/rows/1/fix/append/0: unknown argument 'event'; allowed: "
             "stream");
  EXPECT_HAS(problemsOfRow(R"({"construct": "lambda", "class": "captured",
                               "confidence": "low"})"),
             "FILE:#/rows/1/construct: unknown construct 'lambda'; allowed: "
             "launch");
}

TEST(KnowledgeBaseRows, RowsOfOldVersions) {
  auto With = [](StringRef Before) {
    return problemsOfRow((R"({"names": {"runtime": ["f"]}, "class": "neutral",
                              "confidence": "low", "before": )" +
                          Before + "}")
                             .str());
  };
  EXPECT_EQ(With(R"({"version": "2.13", "macros": ["A", "B"]})"), "");
  EXPECT_HAS(With(R"({"version": "new", "macros": ["A"]})"),
             "FILE:#/rows/1/before/version: 'new' is not a version");
  EXPECT_HAS(With(R"({"version": "2", "macros": []})"),
             "FILE:#/rows/1/before/macros: one to three macros expected");
  EXPECT_HAS(With(R"({"macros": ["A"]})"),
             "FILE:#/rows/1/before: key 'version' is missing");
  EXPECT_HAS(With(R"("2.13")"),
             "FILE:#/rows/1/before: object expected, found string");
  EXPECT_HAS(With(R"({"version": "2", "macros": ["A"]},
                     "from": {"version": "2.", "macros": ["A"]})"),
             "FILE:#/rows/1/from: a row has one of the keys 'before' and "
             "'from'");
  EXPECT_HAS(With(R"({"version": "2", "macros": ["A"]},
                     "from": {"version": "2.", "macros": ["A"]})"),
             "FILE:#/rows/1/from/version: '2.' is not a version");
}

TEST(KnowledgeBaseRows, FixProblems) {
  auto Problems = [](StringRef Class, StringRef Fix) {
    return problemsOfRow(R"({"names": {"runtime": ["f"]}, "class": ")" +
                         Class.str() + R"(", "confidence": "low", "fix": )" +
                         Fix.str() + "}");
  };
  EXPECT_HAS(Problems("unsafe", "{}"), "FILE:#/rows/1/fix: nothing is fixed");
  EXPECT_HAS(Problems("unsafe", R"({"hoist": true, "drop": [1]})"),
             "FILE:#/rows/1/fix/drop: only a renamed call has this");
  EXPECT_HAS(Problems("unsafe", R"({"rename": {"f": "g"}, "drop": ["1"]})"),
             "FILE:#/rows/1/fix/drop/0: index of an argument expected");
  EXPECT_HAS(Problems("unsafe", R"({"rename": {"f": "g"}, "callback": {}})"),
             "FILE:#/rows/1/fix/callback: key 'argument'");
  EXPECT_HAS(Problems("captured", R"({"hoist": true})"),
             "only class 'unsafe' is permitted in front of the capture");
  EXPECT_HAS(Problems("unsafe", R"({"remove": true})"),
             "only what waits can be removed");
  EXPECT_EQ(Problems("unsafe", R"({"rename": {"f": "g"}, "drop": [3],
                "callback": {"argument": 1, "dropParams": 2}, "hoist": true})"),
            "");
}

TEST(KnowledgeBaseRows, DuplicatedNames) {
  Folder F;
  std::string A = F.write("a.json", rows(""));
  std::string B = F.write("sub/b.json", rows(""));
  EXPECT_EQ(problemsOf(F.str()),
            B +
                ":#/rows/0/names/runtime/0: function 'begin' is already "
                "defined at " +
                A + ":#/rows/0/names/runtime/0");
  // Within one row, too.
  EXPECT_HAS(problemsOfRow(R"({"names": {"runtime": ["f"], "hip": ["f"]},
                               "class": "neutral", "confidence": "low"})"),
             "FILE:#/rows/1/names/hip/0: function 'f' is already defined at "
             "FILE:#/rows/1/names/runtime/0");
  EXPECT_HAS(problemsOfText(R"({"codes": [{"number": 1, "runtime": "a"},
                                          {"number": 1, "runtime": "b"}],
                                "suffixes": [{"suffix": "_x"},
                                             {"suffix": "_x"}]})"),
             "error code '1' is already defined");
}

TEST(KnowledgeBaseRows, VersionsOfNames) {
  auto KB = loadText(rows(R"({"names": {"runtime": ["f", "g"], "driver": ["h"]},
                              "since": {"f": "12.8", "h": "12.0"},
                              "removed": "14.0",
                              "class": "neutral", "confidence": "low"})"));
  ASSERT_TRUE(KB);
  const ApiRow &Row = *KB->lookup("f").Row;
  ASSERT_EQ(Row.Names.size(), 3u);
  EXPECT_EQ(Row.Names[0].Since, "12.8");
  EXPECT_EQ(Row.Names[1].Since, "");
  EXPECT_EQ(Row.Names[2].Since, "12.0");
  for (const ApiRow::Name &N : Row.Names)
    EXPECT_EQ(N.Removed, "14.0");
  EXPECT_HAS(problemsOfRow(R"({"names": {"runtime": ["f"]}, "class": "neutral",
                               "since": {"other": "12.8"},
                               "confidence": "low"})"),
             "FILE:#/rows/1/since/other: this row does not name this function");
  EXPECT_HAS(problemsOfRow(R"({"names": {"runtime": ["f"]}, "class": "neutral",
                               "since": {"f": "new"}, "confidence": "low"})"),
             "FILE:#/rows/1/since/f: 'new' is not a version");
  EXPECT_HAS(problemsOfRow(R"({"names": {"runtime": ["f"]}, "class": "neutral",
                               "removed": 13, "confidence": "low"})"),
             "FILE:#/rows/1/removed: string expected, found number");
  EXPECT_HAS(problemsOfRow(R"({"names": {"runtime": ["f"]}, "moves": true,
                               "params": ["stream"], "streamByType": true,
                               "class": "neutral", "confidence": "low"})"),
             "FILE:#/rows/1/moves: only the handles of a C function move");
}

TEST(KnowledgeBaseRows, CasesOfDrivers) {
  auto With = [](StringRef Case) {
    return R"({"names": {"driver": ["f"]}, "class": "unsafe", "error": 900,
               "confidence": "low", "cases": [)" +
           Case.str() + "]}";
  };
  auto KB = loadText(rows(With(
      R"({"when": "driver-since", "driver": "12.3", "class": "neutral"})")));
  ASSERT_TRUE(KB);
  const ApiRow &Row = *KB->lookup("f").Row;
  ASSERT_TRUE(Row.decidingDriver());
  EXPECT_EQ(Row.decidingDriver()->Number, 12030u);
  EXPECT_EQ(Row.decidingDriver()->text(), "12.3");
  EXPECT_EQ(Row.Cases.front().Row->Class, ApiClass::Neutral);
  EXPECT_FALSE(Row.Cases.front().Row->decidingDriver());
  EXPECT_HAS(
      problemsOfRow(With(R"({"when": "driver-since", "class": "neutral"})")),
      "which driver is asked? key 'driver' expected");
  EXPECT_HAS(problemsOfRow(With(R"({"when": "driver-since", "driver": "new",
                                    "class": "neutral"})")),
             "FILE:#/rows/1/cases/0/driver: 'new' is not a version");
  EXPECT_HAS(problemsOfRow(With(R"({"when": "null", "argument": 0,
                                    "driver": "12.3", "class": "neutral"})")),
             "this condition asks no driver");
}

TEST(CudaVersion, IsRead) {
  EXPECT_EQ(CudaVersion::parse("12.3")->Number, 12030u);
  EXPECT_EQ(CudaVersion::parse("13")->Number, 13000u);
  EXPECT_EQ(CudaVersion::parse("13")->text(), "13.0");
  for (const char *Text :
       {"", "12.", ".3", "12.x", "0", "0.1", "100.1", "12.100", "12.3.1"})
    EXPECT_FALSE(CudaVersion::parse(Text)) << Text;
}
