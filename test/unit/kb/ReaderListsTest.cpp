//===- ReaderListsTest.cpp - Lists beside the rows ------------------------===//
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

TEST(KnowledgeBaseLists, FunctionsOfTheHost) {
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

TEST(KnowledgeBaseLists, LibrariesOfTheHost) {
  auto With = [](StringRef Folder) {
    return problemsOfText(("{\"rows\": [" + StringRef(Begin) +
                           "], \"hostLibraries\": [" + Folder + "]}")
                              .str());
  };
  EXPECT_EQ(With(R"("mytest/", "range/v3/")"), "");
  EXPECT_HAS(With("1"),
             "FILE:#/hostLibraries/0: string expected, found number");
  for (StringRef Wrong : {R"("gtest")", R"("/gtest/")", R"("/")", R"("")"})
    EXPECT_HAS(With(Wrong), "is not a folder of headers, as in \"gtest/\"");
  EXPECT_HAS(With(R"("a/", "a/")"), "FILE:#/hostLibraries/1: library of the "
                                    "host 'a/' is already defined");
  EXPECT_TRUE(is_contained(product()->hostLibraries(), "gtest/"));
}

TEST(KnowledgeBaseLists, CaptureWords) {
  auto With = [](StringRef Words) {
    return problemsOfText(("{\"rows\": [" + StringRef(Begin) +
                           "], \"captureWords\": [" + Words + "]}")
                              .str());
  };
  EXPECT_EQ(With(R"("my.capture(", "my.graphs.new")"), "");
  EXPECT_HAS(With("1"), "FILE:#/captureWords/0: string expected, found number");
  EXPECT_HAS(With(R"("graph")"), "'graph' is too short to show that code "
                                 "captures: 8 characters on one line are "
                                 "needed");
  EXPECT_HAS(With(R"("my.capture(", "my.capture(")"),
             "FILE:#/captureWords/1: word of captures 'my.capture(' is already "
             "defined");
  EXPECT_TRUE(
      is_contained(product()->captureTexts().Words, "torch.cuda.graph("));
}

TEST(KnowledgeBaseLists, CaptureBlocks) {
  auto With = [](StringRef Blocks) {
    return problemsOfText(("{\"rows\": [" + StringRef(Begin) +
                           "], \"captureBlocks\": [" + Blocks + "]}")
                              .str());
  };
  EXPECT_EQ(With(R"({"begin": "my.capture"}, {"begin": "my_begin", "end":)"
                 R"( "my_end_it"})"),
            "");
  EXPECT_HAS(With(R"({"end": "my_end_it"})"), "begin");
  EXPECT_HAS(With(R"({"begin": "graph"})"),
             "FILE:#/captureBlocks/0/begin: 'graph' is no name of a function, "
             "of at least 8 characters");
  EXPECT_HAS(With(R"({"begin": "my.capture", "end": "end("})"),
             "FILE:#/captureBlocks/0/end: 'end(' is no name");
  EXPECT_HAS(With(R"({"begin": "my.capture"}, {"begin": "my.capture"})"),
             "FILE:#/captureBlocks/1/begin: begin of captures 'my.capture' is "
             "already defined");
  EXPECT_TRUE(is_contained(
      product()->captureTexts().Blocks,
      std::pair<std::string, std::string>("begin_capture", "end_capture")));
}

/// Returns the problems of a document with a row, and with the list \p Key.
static std::string problemsOfList(StringRef Key, StringRef Words) {
  return problemsOfText(("{\"rows\": [" + StringRef(Begin) + "], \"" + Key +
                         "\": [" + Words + "]}")
                            .str());
}

TEST(KnowledgeBaseLists, ExpectedErrors) {
  auto With = [](StringRef Words) {
    return problemsOfList("expectedErrors", Words);
  };
  EXPECT_EQ(With(R"("MY_THROWS")"), "");
  EXPECT_HAS(With("1"),
             "FILE:#/expectedErrors/0: string expected, found number");
  EXPECT_HAS(With(R"("fail")"),
             "'fail' is no beginning of a name, of at least 5 characters");
  EXPECT_HAS(With(R"("MY_THROWS", "MY_THROWS")"),
             "FILE:#/expectedErrors/1: word of expected errors 'MY_THROWS' is "
             "already defined");
  EXPECT_TRUE(
      is_contained(product()->captureTexts().ExpectedErrors, "EXPECT_THROW"));
}

TEST(KnowledgeBaseLists, Preparations) {
  auto With = [](StringRef Words) {
    return problemsOfList("preparations", Words);
  };
  EXPECT_EQ(With(R"("build")"), "");
  EXPECT_HAS(With("1"), "FILE:#/preparations/0: string expected, found number");
  EXPECT_HAS(With(R"("new")"),
             "'new' is no word of at least 4 letters in lower case");
  EXPECT_HAS(With(R"("Build")"), "'Build' is no word");
  EXPECT_HAS(With(R"("build", "build")"),
             "FILE:#/preparations/1: word of preparations 'build' is already "
             "defined");
  EXPECT_TRUE(is_contained(product()->captureTexts().Preparations, "init"));
}

TEST(KnowledgeBaseLists, FunctionsOfTheHostThatWait) {
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

TEST(KnowledgeBaseLists, PatternsOfFunctionsThatWait) {
  auto KB = loadText(("{\"rows\": [" + StringRef(Begin) + R"(], "host": [
           {"waits": "never", "names": ["a*b*c", "x*x", "y"]},
           {"waits": "perhaps", "names": ["*"]}]})")
                         .str());
  for (StringRef Name : {"abc", "a.b.c", "abbc", "abcbc", "xx", "xyx", "y"})
    EXPECT_EQ(KB->hostWait(Name), HostWait::Never) << Name.str();
  for (StringRef Name : {"ac", "abcd", "acb", "x", "", "yy"})
    EXPECT_EQ(KB->hostWait(Name), HostWait::Perhaps) << Name.str();
}

TEST(KnowledgeBaseLists, EntryPoints) {
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
    EXPECT_EQ(E.Captured == EntryPoint::Decision::Always, E.Library == "xla")
        << E.Name;
}

TEST(KnowledgeBaseLists, EntryProblems) {
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

TEST(KnowledgeBaseLists, CitedThingsExist) {
  std::string P = problemsOfText(
      R"({"codes": [{"number": 1, "runtime": "a"}], "rows": [)" +
      std::string(Begin) +
      R"(, {"names": {"runtime": ["f"]}, "class": "neutral", "error": 900,
            "entry": "cuda/none", "confidence": "low"}]})");
  EXPECT_HAS(P, "FILE:#/rows/1/entry: no error entry 'cuda/none'");
  EXPECT_HAS(P, "FILE:#/rows/1/error: no error code 900");
}
