//===- ReaderTest.cpp - Files that are no knowledge base ------------------===//
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
