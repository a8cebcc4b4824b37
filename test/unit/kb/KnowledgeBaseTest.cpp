//===- KnowledgeBaseTest.cpp - Tests of the knowledge base ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnowledgeBase.h"
#include "Files.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <thread>

using namespace llvm;
using namespace cuda_capture;

namespace {

std::string problemsOf(ArrayRef<std::string> Paths) {
  auto KB = KnowledgeBase::load(Paths);
  if (KB)
    return "";
  return toString(KB.takeError());
}

/// Problems of one file, its path replaced by FILE.
std::string problemsOfText(StringRef Text) {
  Folder F;
  std::string Path = F.write("kb.json", Text);
  std::string All = problemsOf(Path), Out;
  StringRef Rest = All;
  while (true) {
    size_t At = Rest.find(Path);
    Out += Rest.take_front(At);
    if (At == StringRef::npos)
      return Out;
    Out += "FILE";
    Rest = Rest.drop_front(At + Path.size());
  }
}

std::string problemsOfRow(StringRef Row) { return problemsOfText(rows(Row)); }

std::shared_ptr<const KnowledgeBase> loadText(StringRef Text) {
  Folder F;
  auto KB = KnowledgeBase::load(F.write("kb.json", Text));
  if (!KB) {
    ADD_FAILURE() << toString(KB.takeError());
    return nullptr;
  }
  return *KB;
}

std::shared_ptr<const KnowledgeBase> product() {
  auto KB = KnowledgeBase::load(std::string(CUDA_CAPTURE_KB_DIR));
  if (!KB) {
    ADD_FAILURE() << toString(KB.takeError());
    return nullptr;
  }
  return *KB;
}

bool canBeReported(ApiClass C) {
  return C == ApiClass::Unsafe || C == ApiClass::Conflicts ||
         C == ApiClass::LegacyImplicit || C == ApiClass::Unsupported;
}

} // namespace

//===--- Malformed input --------------------------------------------------===//

TEST(KnowledgeBaseReader, SmallBaseLoads) {
  EXPECT_EQ(problemsOfText(rows("")), "");
}

TEST(KnowledgeBaseReader, InvalidJsonHasPosition) {
  std::string P = problemsOfText("{\n  \"rows\": [,]\n}");
  EXPECT_HAS(P, "FILE:2:12: byte 14: not valid JSON: ");
  EXPECT_HAS(problemsOfText(""), "FILE:1:1: byte 1: not valid JSON");
  EXPECT_HAS(problemsOfText("{\"rows\": [1e999]}"), "not valid JSON");
  EXPECT_HAS(problemsOfText("{} {}"), "not valid JSON");
}

TEST(KnowledgeBaseReader, InvalidUtf8) {
  std::string P = problemsOfText("{\"rows\": [\"\xff\xfe\"]}");
  EXPECT_HAS(P, "FILE:1:12: byte 12: not valid JSON: ");
  EXPECT_HAS(P, "UTF-8");
  // Messages that leave this process are valid text themselves.
  EXPECT_FALSE(StringRef(P).contains('\xff'));
}

TEST(KnowledgeBaseReader, ExcessiveNesting) {
  std::string Deep = "{\"rows\": " + std::string(100000, '[');
  EXPECT_HAS(problemsOfText(Deep), "FILE: nested deeper than 64 levels");
  Deep = "";
  for (int I = 0; I != 100000; ++I)
    Deep += "{\"a\":";
  EXPECT_HAS(problemsOfText(Deep), "FILE: nested deeper than 64 levels");
}

TEST(KnowledgeBaseReader, DuplicatedKey) {
  EXPECT_HAS(problemsOfText("{\"rows\": [], \"rows\": []}"),
             "FILE: duplicated key 'rows'");
}

TEST(KnowledgeBaseReader, TooLarge) {
  Folder F;
  std::string Path = F.path("big.json");
  {
    std::error_code EC;
    raw_fd_ostream OS(Path, EC);
    ASSERT_FALSE(EC);
    OS.seek(16 << 20);
    OS << "  ";
  }
  EXPECT_HAS(problemsOf(Path), "big.json: 16777218 bytes; at most 16777216");
}

TEST(KnowledgeBaseReader, PathsThatCannotBeRead) {
  Folder F;
  EXPECT_HAS(problemsOf(F.path("absent.json")), "absent.json: ");
  EXPECT_HAS(problemsOf(F.str()), "no .json file in this folder");
  EXPECT_HAS(problemsOf(std::string("/dev/null")), "not a regular file");
  EXPECT_HAS(problemsOf({}), "no row begins a capture; nothing could be found");
}

TEST(KnowledgeBaseReader, NoCaptureBegins) {
  EXPECT_EQ(problemsOfText("{\"rows\": []}"),
            "knowledge base: no row begins a capture; nothing could be found");
}

TEST(KnowledgeBaseReader, NotKnowledge) {
  EXPECT_HAS(problemsOfText("[]"), "FILE:#: object expected, found array");
  EXPECT_HAS(problemsOfText("{\"a\": 1}"),
             "FILE:#: no knowledge: expected one");
}

TEST(KnowledgeBaseReader, UnknownKeys) {
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

TEST(KnowledgeBaseReader, WrongTypes) {
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

TEST(KnowledgeBaseReader, BadEnumerationsListWhatIsAllowed) {
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
                "allowed: yes, no, unknown");
  EXPECT_HAS(P, "FILE:#/rows/1/confidence: unknown confidence 'total'; "
                "allowed: high, medium, low");
}

TEST(KnowledgeBaseReader, RulesBetweenFields) {
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

TEST(KnowledgeBaseReader, FunctionsOfTheHost) {
  auto With = [](StringRef Host) {
    return problemsOfText(
        ("{\"rows\": [" + StringRef(Begin) + "], \"host\": [" + Host + "]}")
            .str());
  };
  EXPECT_EQ(With(R"({"yields": "time", "names": ["a::b", "c"]})"), "");
  EXPECT_HAS(With(R"({"yields": "noise", "names": []})"),
             "FILE:#/host/0/yields: unknown yields 'noise'; allowed: random, "
             "time, choice");
  EXPECT_HAS(With(R"({"names": ["a"]})"),
             "FILE:#/host/0: key 'yields' is missing");
  EXPECT_HAS(With(R"({"yields": "time"})"),
             "FILE:#/host/0: key 'names' is missing");
  EXPECT_HAS(With(R"({"yields": "time", "names": [1]})"),
             "FILE:#/host/0/names/0: string expected, found number");
  EXPECT_HAS(With(R"({"yields": "time", "names": ["a", "a"]})"),
             "FILE:#/host/0/names/1: host function 'a' is already defined");
  auto KB = product();
  EXPECT_EQ(KB->hostValue("rand"), HostValue::Random);
  EXPECT_EQ(KB->hostValue("std::chrono::steady_clock::now"), HostValue::Time);
  EXPECT_EQ(KB->hostValue("Catch::Section::operator bool"), HostValue::Choice);
  EXPECT_EQ(KB->hostValue("printf"), HostValue::None);
}

TEST(KnowledgeBaseReader, FunctionsOfTheHostThatWait) {
  auto Of = [](StringRef Host) {
    return ("{\"rows\": [" + StringRef(Begin) + "], \"host\": [" + Host + "]}")
        .str();
  };
  EXPECT_HAS(problemsOfText(Of(R"({"waits": "often", "names": []})")),
             "FILE:#/host/0/waits: unknown waits 'often'; allowed: never, "
             "perhaps");
  EXPECT_HAS(problemsOfText(
                 Of(R"({"waits": "never", "yields": "time", "names": []})")),
             "FILE:#/host/0: one of the keys 'yields' and 'waits' is enough");
  EXPECT_HAS(problemsOfText(Of(R"({"waits": "never", "names": ["a", "a"]})")),
             "FILE:#/host/0/names/1: waiting of host function 'a' is already "
             "defined");
  // What a function returns is another matter.
  EXPECT_EQ(problemsOfText(Of(R"({"waits": "never", "names": ["f"]},
                                 {"yields": "time", "names": ["f"]})")),
            "");
  auto KB = product();
  EXPECT_EQ(KB->hostWait("printf"), HostWait::Never);
  EXPECT_EQ(KB->hostWait("printf2"), HostWait::Unknown);
  EXPECT_EQ(KB->hostWait("std::vector<int>::push_back"), HostWait::Never);
  EXPECT_EQ(KB->hostWait("std::vectors"), HostWait::Unknown);
  EXPECT_EQ(KB->hostWait("std::future<void>::wait_for"), HostWait::Perhaps);
  EXPECT_EQ(KB->hostWait("boost::future<void>::get"), HostWait::Perhaps);
  // What comes first counts.
  EXPECT_EQ(KB->hostWait("std::unique_ptr<int>::get"), HostWait::Never);
  EXPECT_EQ(KB->hostWait("get"), HostWait::Unknown);
}

TEST(KnowledgeBaseReader, PatternsOfFunctionsThatWait) {
  auto KB = loadText(("{\"rows\": [" + StringRef(Begin) + R"(], "host": [
           {"waits": "never", "names": ["a*b*c", "x*x", "y"]},
           {"waits": "perhaps", "names": ["*"]}]})")
                         .str());
  for (StringRef Name : {"abc", "a.b.c", "abbc", "abcbc", "xx", "xyx", "y"})
    EXPECT_EQ(KB->hostWait(Name), HostWait::Never) << Name.str();
  for (StringRef Name : {"ac", "abcd", "acb", "x", "", "yy"})
    EXPECT_EQ(KB->hostWait(Name), HostWait::Perhaps) << Name.str();
}

TEST(KnowledgeBaseReader, RowsOfOldVersions) {
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
}

TEST(KnowledgeBaseReader, EntryPoints) {
  auto With = [](StringRef Point) {
    return problemsOfText(("{\"rows\": [" + StringRef(Begin) +
                           "], \"entryPoints\": [" + Point + "]}")
                              .str());
  };
  EXPECT_EQ(With(R"({"overrides": "a::b", "library": "l", "captured": "always",
                     "mode": "relaxed", "evidence": [{"source": "s"}]})"),
            "");
  EXPECT_EQ(With(R"({"passedTo": "f", "argument": 0, "if": "c",
                     "library": "l", "captured": "option"})"),
            "");
  EXPECT_EQ(With(R"({"storedIn": "t*", "fields": ["f", "g"], "library": "l",
                     "thread": "own", "captured": "option"})"),
            "");
  EXPECT_HAS(With(R"({"library": "l", "captured": "always"})"),
             "FILE:#/entryPoints/0: exactly one of the keys 'overrides', "
             "'passedTo' and 'storedIn' expected");
  EXPECT_HAS(With(R"({"passedTo": "f", "library": "l", "captured": "always"})"),
             "FILE:#/entryPoints/0: 'passedTo', and nothing else, needs the "
             "key 'argument'");
  EXPECT_HAS(With(R"({"overrides": "f", "if": "c", "library": "l",
                      "captured": "always"})"),
             "FILE:#/entryPoints/0: only 'passedTo' has the key 'if'");
  EXPECT_HAS(With(R"({"storedIn": "t", "library": "l", "captured": "always"})"),
             "FILE:#/entryPoints/0: 'storedIn', and nothing else, needs the "
             "key 'fields'");
  EXPECT_HAS(With(R"({"overrides": "f", "fields": ["g"], "library": "l",
                      "captured": "always"})"),
             "FILE:#/entryPoints/0: 'storedIn', and nothing else, needs the "
             "key 'fields'");
  EXPECT_HAS(With(R"({"overrides": "f", "thread": "mine", "library": "l",
                      "captured": "always"})"),
             "FILE:#/entryPoints/0/thread: unknown thread 'mine'; allowed: "
             "capturing, own");
  EXPECT_EQ(With(R"({"passedTo": "f", "argument": 0, "library": "l",
                     "dispatch": {"if": "c", "on": "t"},
                     "captured": "option"})"),
            "");
  EXPECT_HAS(With(R"({"overrides": "f", "dispatch": {"if": "c", "on": "t"},
                      "library": "l", "captured": "option"})"),
             "FILE:#/entryPoints/0: only 'passedTo' has the key 'dispatch'");
  EXPECT_HAS(With(R"({"passedTo": "f", "argument": 0, "library": "l",
                      "dispatch": {"if": "c"}, "captured": "option"})"),
             "FILE:#/entryPoints/0/dispatch: key 'on' is missing");
  EXPECT_HAS(With(R"({"overrides": "f", "captured": "always"})"),
             "FILE:#/entryPoints/0: key 'library' is missing");
  EXPECT_HAS(With(R"({"overrides": "f", "library": "l", "captured": "never"})"),
             "FILE:#/entryPoints/0/captured: unknown captured 'never'; "
             "allowed: always, option");
  auto KB = product();
  // Only what the library's contract says counts without an option.
  for (const EntryPoint &E : KB->entryPoints())
    EXPECT_EQ(E.Always, E.Library == "xla") << E.Name;
}

TEST(KnowledgeBaseReader, CitedThingsExist) {
  std::string P = problemsOfText(
      R"({"codes": [{"number": 1, "runtime": "a"}], "rows": [)" +
      std::string(Begin) +
      R"(, {"names": {"runtime": ["f"]}, "class": "neutral", "error": 900,
            "entry": "cuda/none", "confidence": "low"}]})");
  EXPECT_HAS(P, "FILE:#/rows/1/entry: no error entry 'cuda/none'");
  EXPECT_HAS(P, "FILE:#/rows/1/error: no error code 900");
}

TEST(KnowledgeBaseReader, DuplicatedNames) {
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

TEST(KnowledgeBaseReader, AllProblemsOfAllFilesAtOnce) {
  Folder F;
  F.write("1.json", "{");
  F.write("2.json", R"({"rows": [{"class": "a"}, {"class": "b"}]})");
  F.write("3.json", R"({"suffixes": [{"suffix": "v2"}]})");
  F.write("ignored.txt", "{");
  std::string P = problemsOf({F.str(), F.path("absent")});
  for (const char *Part :
       {"1.json:1:2: byte 2: not valid JSON", "2.json:#/rows/0/class:",
        "2.json:#/rows/1/class:", "2.json:#/rows/1: key 'confidence'",
        "3.json:#/suffixes/0/suffix: 'v2' is not a suffix such as _v2",
        "absent: "})
    EXPECT_HAS(P, Part);
  EXPECT_FALSE(StringRef(P).contains("ignored"));
  SmallVector<StringRef> Lines;
  StringRef(P).split(Lines, '\n');
  for (StringRef L : Lines)
    EXPECT_TRUE(L.starts_with(F.str())) << L.str();
}

TEST(KnowledgeBaseReader, FixProblems) {
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

TEST(KnowledgeBaseReader, PointersAreEscapedAndTextStaysOnOneLine) {
  std::string P = problemsOfRow(
      R"({"names": {"runtime": ["f"]}, "class": "a\nb\u0000",
          "fix": {"rename": {"a/b~c": "g"}}, "confidence": "low",
          "x\ny": 1})");
  EXPECT_HAS(P, "FILE:#/rows/1/fix/rename/a~1b~0c: ");
  EXPECT_HAS(P, "unknown class 'a\\x0ab\\x00'");
  EXPECT_HAS(P, "unknown key 'x\\x0ay'");
  EXPECT_EQ(StringRef(P).count('\n'), 2u) << P;
}

TEST(KnowledgeBaseReader, DamagedTextNeverCrashes) {
  // Every prefix of a document, and every document with one byte changed.
  std::string Text = rows(R"({"names": {"hip": ["f"]}, "class": "conflicts",
      "waits": "stream", "params": ["stream"], "remedy": {"en": "a"},
      "evidence": [{"source": "s"}], "confidence": "low"})");
  Folder F;
  for (size_t I = 0; I < Text.size(); I += 3) {
    problemsOf(F.write("kb.json", StringRef(Text).take_front(I)));
    std::string Changed = Text;
    for (char C : {'"', '[', '0', '\xff'}) {
      Changed[I] = C;
      problemsOf(F.write("kb.json", Changed));
    }
  }
}

//===--- Error entries ----------------------------------------------------===//

TEST(KnowledgeBaseReader, EntryProblems) {
  std::string P = problemsOfText(R"({"id": "x/y", "regex": 1, "confidence": 2,
      "workarounds": [{"success_rate": 1.5}], "workarounds_zh": ["a", "b"],
      "dead_ends": [{"action": "a"}], "made_up": 1, "resolvable": 3,
      "versions": [{}], "corrections": [{"field": "/nothing", "was": "a",
      "now": "b", "evidence": "c"}]})");
  for (const char *Part :
       {"FILE:#: key 'signature' is missing",
        "FILE:#/regex: string expected, found number",
        "FILE:#: key 'root_cause' is missing",
        "FILE:#/confidence: number from 0 to 1 expected",
        "FILE:#/workarounds/0/success_rate: number from 0 to 1 expected",
        "FILE:#/workarounds/0: advice that is shown needs action or how",
        "FILE:#/workarounds_zh: 2 texts for 1 workarounds",
        "FILE:#/dead_ends/0: a dead end that is shown needs action and",
        "FILE:#: unknown key 'made_up'",
        "FILE:#/resolvable: string or boolean expected, found number",
        "FILE:#/versions/0: key 'version' is missing",
        "FILE:#/corrections/0/field: '/nothing' is not a JSON pointer"})
    EXPECT_HAS(P, Part);
}

TEST(KnowledgeBase, RemediesAreOrderedAndTranslated) {
  auto KB = loadText(R"({"rows": [)" + std::string(Begin) + R"(],
      "errors": [{"id": "a", "signature": "s", "regex": "r", "root_cause": "c",
      "number": 900,
      "workarounds": [{"action": "first"}, {"how": "best",
        "success_rate": 0.5}, {"action": "x", "how": "same"}],
      "workarounds_zh": ["一", "二", "same"]}]})");
  ASSERT_TRUE(KB);
  const ErrorEntry *E = KB->entry("a");
  ASSERT_TRUE(E);
  EXPECT_EQ(E->Number, 900u);
  ASSERT_EQ(E->Remedies.size(), 3u);
  EXPECT_EQ(E->Remedies[0].En, "best");
  EXPECT_EQ(E->Remedies[0].Zh, "二");
  EXPECT_EQ(E->Remedies[1].En, "first");
  EXPECT_EQ(E->Remedies[1].SuccessRate, 0);
  EXPECT_EQ(E->Remedies[2].En, "same");
  EXPECT_EQ(E->Remedies[2].Zh, "");
  EXPECT_EQ(KB->entry("b"), nullptr);
}

//===--- Lookup -----------------------------------------------------------===//

TEST(KnowledgeBase, LookupStripsSuffixes) {
  auto KB = product();
  ASSERT_TRUE(KB);
  struct {
    const char *Name, *Spelling;
    bool PerThread;
    Family Fam;
  } Cases[] = {
      {"cudaMemcpy", "cudaMemcpy", false, Family::Runtime},
      {"cudaMemcpy_ptds", "cudaMemcpy", true, Family::Runtime},
      {"cudaMemcpyAsync_ptsz", "cudaMemcpyAsync", true, Family::Runtime},
      {"cuMemAlloc_v2", "cuMemAlloc", false, Family::Driver},
      {"cuStreamBeginCapture_v2_ptsz", "cuStreamBeginCapture", true,
       Family::Driver},
      {"cuStreamGetCaptureInfo_v3", "cuStreamGetCaptureInfo", false,
       Family::Driver},
      {"cuMemcpyBatchAsync_v2", "cuMemcpyBatchAsync", false, Family::Driver},
      {"cuMemcpyBatchAsync_v2_ptsz", "cuMemcpyBatchAsync", true,
       Family::Driver},
      {"hipMemcpy_spt", "hipMemcpy", true, Family::Hip},
      {"hipStreamGetCaptureInfo_v2", "hipStreamGetCaptureInfo", false,
       Family::Hip},
  };
  for (const auto &C : Cases) {
    Lookup L = KB->lookup(C.Name);
    ASSERT_TRUE(L) << C.Name;
    EXPECT_EQ(L.Spelling, C.Spelling);
    EXPECT_EQ(L.PerThreadDefaultStream, C.PerThread) << C.Name;
    EXPECT_EQ(L.Fam, C.Fam) << C.Name;
  }
  for (const char *Name : {"", "_v2", "_ptsz", "cudaMemcpy_v", "cudaNothing_v2",
                           "cudaMemcpyx", "launch"})
    EXPECT_FALSE(KB->lookup(Name)) << Name;
}

TEST(KnowledgeBase, ExactNameComesFirst) {
  auto KB = product();
  ASSERT_TRUE(KB);
  // The two versions differ in the position of the stream.
  EXPECT_EQ(KB->lookup("cuMemcpyBatchAsync").Row->paramIndex(Role::Stream), 8u);
  EXPECT_EQ(KB->lookup("cuMemcpyBatchAsync_ptsz").Row->paramIndex(Role::Stream),
            8u);
  EXPECT_EQ(KB->lookup("cuMemcpyBatchAsync_v2").Row->paramIndex(Role::Stream),
            7u);
}

TEST(KnowledgeBase, Constructs) {
  auto KB = product();
  ASSERT_TRUE(KB);
  const ApiRow *Launch = KB->construct(KernelLaunch);
  ASSERT_TRUE(KB->construct(NotCapturable));
  EXPECT_EQ(KB->construct(NotCapturable)->Class, ApiClass::Unsafe);
  ASSERT_TRUE(Launch);
  EXPECT_EQ(Launch->Class, ApiClass::Captured);
  EXPECT_EQ(Launch->paramIndex(Role::Stream), 0u);
  EXPECT_EQ(KB->construct("nothing"), nullptr);
}

//===--- The product's knowledge ------------------------------------------===//

TEST(ProductKnowledge, ReportedRowsAreComplete) {
  auto KB = product();
  ASSERT_TRUE(KB);
  unsigned Reported = 0;
  for (const ApiRow &R : KB->rows()) {
    ASSERT_FALSE(R.Names.empty());
    const std::string &Name = R.Names.front().Spelling;
    if (!R.Entry.empty()) {
      EXPECT_TRUE(KB->entry(R.Entry)) << Name;
    }
    EXPECT_EQ(R.RemedyEn.empty(), R.RemedyZh.empty()) << Name;
    if (!canBeReported(R.Class))
      continue;
    ++Reported;
    EXPECT_FALSE(R.RemedyEn.empty()) << Name;
    EXPECT_FALSE(R.Entry.empty()) << Name;
    EXPECT_FALSE(R.Sources.empty()) << Name;
    // A library that rejects a call itself has no number for it.
    EXPECT_TRUE(R.Error != 0 || !R.By.empty()) << Name;
    EXPECT_NE(R.Confidence, "low") << Name;
    for (const Evidence &E : R.Sources)
      EXPECT_FALSE(E.Quote.empty()) << Name;
  }
  EXPECT_GT(Reported, 60u);
}

TEST(ProductKnowledge, Facts) {
  auto KB = product();
  ASSERT_TRUE(KB);
  auto Row = [&](StringRef Name) -> const ApiRow & {
    Lookup L = KB->lookup(Name);
    EXPECT_TRUE(L) << Name.str();
    static const ApiRow None;
    return L ? *L.Row : None;
  };
  EXPECT_EQ(Row("cudaMalloc").Class, ApiClass::Unsafe);
  EXPECT_EQ(Row("cudaMalloc").Error, 900u);
  EXPECT_EQ(Row("cudaMalloc").paramIndex(Role::Memory, Access::Out), 0u);
  EXPECT_EQ(Row("cudaStreamSynchronize").Waits, WaitScope::Stream);
  EXPECT_EQ(Row("cudaStreamSynchronize").Otherwise, ApiClass::Unsafe);
  EXPECT_EQ(Row("cudaEventQuery").Error, 907u);
  EXPECT_EQ(Row("hipEventQuery").Otherwise, ApiClass::Unknown);
  EXPECT_EQ(Row("cuCtxSynchronize").Waits, WaitScope::Device);
  EXPECT_EQ(Row("cuCtxRecordEvent").Waits, WaitScope::Device);
  EXPECT_EQ(Row("cudaMemcpyBatchAsync").Invalidates, Verdict::Ok);
  EXPECT_EQ(Row("cudaMemset").Error, 906u);
  EXPECT_EQ(Row("cudaLibraryLoadData").Class, ApiClass::Unknown);
  EXPECT_EQ(Row("cudaMemcpy3DPeerAsync").Class, ApiClass::Unknown);
  EXPECT_EQ(Row("cudaStreamGetId").ModeOverride[2], Verdict::Unknown);
  EXPECT_EQ(Row("cudaStreamGetId").ModeOverride[0], std::nullopt);
  EXPECT_EQ(Row("cudaStreamBeginCaptureToGraph").paramIndex(Role::Mode), 5u);
  EXPECT_EQ(Row("cudaStreamBeginCaptureToGraph").Eff, Effect::BeginCapture);
  EXPECT_EQ(Row("cudaStreamEndCapture").paramIndex(Role::Graph, Access::Out),
            1u);
  // The graph that this returns stays with the driver.
  EXPECT_EQ(
      Row("cudaStreamGetCaptureInfo").paramIndex(Role::Graph, Access::Out),
      std::nullopt);
  EXPECT_EQ(Row("cudaThreadExchangeStreamCaptureMode")
                .paramIndex(Role::Mode, Access::InOut),
            0u);
  EXPECT_EQ(Row("cuLaunchKernel").paramIndex(Role::Stream), 8u);
  EXPECT_EQ(Row("cudaLaunchKernel").paramIndex(Role::Stream), 5u);
  EXPECT_EQ(Row("cudaEventDestroy").paramIndex(Role::Event, Access::Destroy),
            0u);

  const Fix &F = Row("cudaMemcpy").Rewrite;
  EXPECT_EQ(F.Rename.lookup("cudaMemcpy"), "cudaMemcpyAsync");
  EXPECT_EQ(F.Rename.lookup("hipMemcpy"), "hipMemcpyAsync");
  EXPECT_EQ(F.Append, std::vector<Role>{Role::Stream});
  EXPECT_TRUE(F.DropsWait);
  EXPECT_FALSE(Row("cudaMemset").Rewrite.DropsWait);
}

TEST(ProductKnowledge, RenamedFunctionsAreCapturedOnTheAppendedStream) {
  auto KB = product();
  ASSERT_TRUE(KB);
  for (const ApiRow &R : KB->rows())
    for (const auto &Entry : R.Rewrite.Rename) {
      Lookup New = KB->lookup(Entry.getValue());
      ASSERT_TRUE(New) << Entry.getValue();
      EXPECT_EQ(New.Row->Class, ApiClass::Captured) << Entry.getValue();
      EXPECT_EQ(New.Fam, KB->lookup(Entry.getKey()).Fam);
      // A stream that is appended comes last.
      if (!R.Rewrite.Append.empty()) {
        EXPECT_EQ(New.Row->paramIndex(Role::Stream), New.Row->Params.size() - 1)
            << Entry.getValue();
      }
    }
}

TEST(ProductKnowledge, ErrorNames) {
  auto KB = product();
  ASSERT_TRUE(KB);
  EXPECT_EQ(KB->errorName(900, Family::Runtime),
            "cudaErrorStreamCaptureUnsupported");
  EXPECT_EQ(KB->errorName(907, Family::Driver), "CUDA_ERROR_CAPTURED_EVENT");
  EXPECT_EQ(KB->errorName(906, Family::Hip), "hipErrorStreamCaptureImplicit");
  EXPECT_EQ(KB->errorName(12345, Family::Runtime), "");
  for (unsigned N : {1, 400, 401, 709, 800, 900, 901, 902, 903, 904, 905, 906,
                     907, 908, 909})
    EXPECT_FALSE(KB->errorName(N, Family::Runtime).empty()) << N;
  EXPECT_EQ(KB->perThreadMacros().size(), 2u);
}

TEST(ProductKnowledge, WrongAdviceIsNotShown) {
  auto KB = product();
  ASSERT_TRUE(KB);
  const ErrorEntry *E = KB->entry("cuda/stream-capture-invalid-scope");
  ASSERT_TRUE(E);
  EXPECT_EQ(E->Remedies.size(), 2u);
  EXPECT_EQ(E->DeadEnds.size(), 2u);
  bool Found = false;
  for (const ErrorEntry &E : KB->entries())
    for (const Advice &A : E.Remedies) {
      StringRef Text = A.En;
      if (!Text.contains("cudaStreamCaptureModeGlobal to allow more"))
        continue;
      Found = true;
      EXPECT_FALSE(A.Shown) << E.Id;
    }
  EXPECT_TRUE(Found);
  for (const char *Id : {"cuda/stream-capture-invalid-scope",
                         "cuda/cuda-error-invalid-sync-object"})
    for (const Advice &A : KB->entry(Id)->Remedies)
      EXPECT_FALSE(A.Shown) << Id;
  // What is shown is in both languages, and claims no rate.
  for (const ErrorEntry &E : KB->entries())
    for (const Advice &A : E.Remedies)
      if (A.Shown) {
        EXPECT_FALSE(A.Zh.empty()) << E.Id;
        EXPECT_EQ(A.SuccessRate, 0) << E.Id;
      }
}

TEST(ProductKnowledge, EveryCitedErrorHasAnEntry) {
  auto KB = product();
  ASSERT_TRUE(KB);
  for (const char *Id :
       {"cuda/stream-capture-unsupported", "cuda/stream-capture-implicit",
        "cuda/captured-event", "cuda/invalid-resource-handle"}) {
    const ErrorEntry *E = KB->entry(Id);
    ASSERT_TRUE(E) << Id;
    EXPECT_NE(E->Number, 0u);
    EXPECT_FALSE(E->CauseZh.empty());
    EXPECT_GE(E->Remedies.size(), 2u);
  }
}

TEST(EmbeddedKnowledge, EqualsTheFolder) {
  auto Embedded = KnowledgeBase::embedded();
  ASSERT_TRUE(bool(Embedded)) << toString(Embedded.takeError());
  auto KB = product();
  ASSERT_TRUE(KB);
  ASSERT_EQ((*Embedded)->rows().size(), KB->rows().size());
  ASSERT_EQ((*Embedded)->entries().size(), KB->entries().size());
  for (size_t I = 0; I != KB->rows().size(); ++I) {
    const ApiRow &A = (*Embedded)->rows()[I], &B = KB->rows()[I];
    EXPECT_EQ(A.Names.front().Spelling, B.Names.front().Spelling);
    EXPECT_EQ(A.Class, B.Class);
    EXPECT_EQ(A.RemedyEn, B.RemedyEn);
    EXPECT_EQ(A.Params.size(), B.Params.size());
    if (canBeReported(B.Class)) {
      EXPECT_EQ(A.Sources.size(), B.Sources.size());
    }
  }
  EXPECT_TRUE((*Embedded)->lookup("cuMemAlloc_v2"));
  EXPECT_TRUE((*Embedded)->construct("launch"));
}

TEST(EmbeddedKnowledge, IsParsedOnce) {
  std::vector<std::shared_ptr<const KnowledgeBase>> Seen(4);
  std::vector<std::thread> Threads;
  for (auto &S : Seen)
    Threads.emplace_back([&S] { S = cantFail(KnowledgeBase::embedded()); });
  for (std::thread &T : Threads)
    T.join();
  for (auto &S : Seen)
    EXPECT_EQ(S, Seen.front());
}
