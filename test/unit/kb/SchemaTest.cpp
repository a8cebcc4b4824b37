//===- SchemaTest.cpp - Tests of the JSON Schema --------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The schema and the reader accept the same shapes: each wrong shape here is
/// wrong to both, at the same place, and what the reader accepts the schema
/// does.
///
//===----------------------------------------------------------------------===//

#include "Schema.h"
#include "Files.h"
#include "KnowledgeBase.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace cuda_capture;

namespace {

/// Where the schema finds something wrong, each place followed by a blank.
std::string places(StringRef Text) {
  std::string Result;
  for (const SchemaProblem &P : checkSchema(Text))
    Result += P.Pointer + " ";
  return Result;
}

std::string placesOfRow(StringRef Row) { return places(rows(Row)); }

std::string problemsOfReader(StringRef Text) {
  Folder F;
  auto KB = KnowledgeBase::layered(F.write("kb.json", Text));
  return KB ? "" : toString(KB.takeError());
}

} // namespace

TEST(Schema, TheProductsFilesAreValid) {
  unsigned Files = 0;
  std::error_code EC;
  for (sys::fs::recursive_directory_iterator I(CUDA_CAPTURE_KB_DIR, EC), E;
       !EC && I != E; I.increment(EC)) {
    if (sys::path::filename(I->path()) == "schema") {
      I.no_push();
      continue;
    }
    if (sys::path::extension(I->path()) != ".json")
      continue;
    ++Files;
    auto Buffer = MemoryBuffer::getFile(I->path());
    ASSERT_TRUE(bool(Buffer));
    EXPECT_EQ(places((*Buffer)->getBuffer()), "") << I->path();
  }
  EXPECT_GT(Files, 20u);
}

TEST(Schema, WrongShapesAreWrongToBoth) {
  struct {
    const char *Row, *Place;
  } const Cases[] = {
      {R"(1)", "#/rows/1 "},
      {R"({"names": {"runtime": ["f"]}, "confidence": "low"})", "#/rows/1 "},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral"})", "#/rows/1 "},
      {R"({"class": "neutral", "confidence": "low"})", "#/rows/1 "},
      {R"({"names": {"runtime": ["f"]}, "construct": "launch",
           "class": "neutral", "confidence": "low"})",
       "#/rows/1 "},
      {R"({"names": {"runtime": ["f"]}, "class": "odd", "confidence": "low"})",
       "#/rows/1/class "},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "confidence": "sure"})",
       "#/rows/1/confidence "},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "confidence": "low", "current": "keep:stream"})",
       "#/rows/1/current "},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "confidence": "low", "returns": "in:stream"})",
       "#/rows/1/returns "},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "confidence": "low", "place": "disk"})",
       "#/rows/1/place "},
      {R"({"names": {"runtime": "f"}, "class": "neutral",
           "confidence": "low"})",
       "#/rows/1/names/runtime "},
      {R"({"names": {"runtime": [""]}, "class": "neutral",
           "confidence": "low"})",
       "#/rows/1/names/runtime/0 "},
      {R"({"names": {"odd": ["f"]}, "class": "neutral",
           "confidence": "low"})",
       "#/rows/1/names "},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral", "odd": 1,
           "confidence": "low"})",
       "#/rows/1 "},
      {R"({"names": {"runtime": ["f"]}, "params": ["-", "out:mode"],
           "class": "neutral", "confidence": "low"})",
       "#/rows/1/params/1 "},
      {R"({"names": {"runtime": ["A::f"]}, "this": "mode",
           "class": "neutral", "confidence": "low"})",
       "#/rows/1/this "},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral", "error": -1,
           "confidence": "low"})",
       "#/rows/1/error "},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral", "error": 100000,
           "confidence": "low"})",
       "#/rows/1/error "},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral", "sameDevice": 1,
           "confidence": "low"})",
       "#/rows/1/sameDevice "},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "modes": {"global": "no"}, "confidence": "low"})",
       "#/rows/1/modes/global "},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "remedy": {"zh": "x"}, "confidence": "low"})",
       "#/rows/1/remedy "},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "evidence": [{"quote": "x"}], "confidence": "low"})",
       "#/rows/1/evidence/0 "},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "fix": {"append": ["stream"]}, "confidence": "low"})",
       "#/rows/1/fix "},
      {R"({"names": {"runtime": ["f"]}, "class": "neutral",
           "fix": {"rename": {"f": "g"}, "append": ["event"]},
           "confidence": "low"})",
       "#/rows/1/fix/append/0 "},
  };
  for (const auto &C : Cases) {
    EXPECT_EQ(placesOfRow(C.Row), C.Place) << C.Row;
    EXPECT_HAS(problemsOfReader(rows(C.Row)),
               ":" + StringRef(C.Place).rtrim().str());
  }
}

TEST(Schema, OtherLists) {
  EXPECT_EQ(places(R"({"standalone": 1})"), "#/standalone ");
  EXPECT_EQ(places(R"({"odd": []})"), "# ");
  EXPECT_EQ(places(R"({"codes": [{"number": "x", "runtime": "a"}]})"),
            "#/codes/0/number ");
  EXPECT_EQ(places(R"({"suffixes": [{}]})"), "#/suffixes/0 ");
  EXPECT_EQ(places(R"({"types": [{"role": "odd", "names": []}]})"),
            "#/types/0/role ");
  EXPECT_EQ(places(R"({"constants": [{"driver": "X"}]})"), "#/constants/0 ");
  EXPECT_EQ(places(R"({"remedies": [{"for": "x", "en": ""}]})"),
            "#/remedies/0/en ");
}

TEST(Schema, OneProblemIsReportedOnce) {
  Folder F;
  std::string Path = F.write("kb.json", R"({"rows": [{"names": {"runtime":
    ["f"]}, "class": "odd", "confidence": "low", "extra~/": 1}], "odd": 1})");
  std::vector<std::string> Lines{Path + ":#/rows/0/class: unknown class"};
  addSchemaProblems({Path}, Lines);
  // What the reader said is not said again, nor what it makes wrong.
  ASSERT_EQ(Lines.size(), 1u);
  Lines.clear();
  addSchemaProblems({Path}, Lines);
  ASSERT_EQ(Lines.size(), 1u);
  EXPECT_TRUE(StringRef(Lines[0]).starts_with(Path + ":#/rows/0/class: "));
}

TEST(Schema, WhatIsNoDocumentOfListsIsLeftToTheReader) {
  EXPECT_EQ(places("{"), "");
  EXPECT_EQ(places("[]"), "");
  EXPECT_EQ(places(R"({"cases": []})"), "");
}

TEST(Schema, ErrorEntriesHaveOne) {
  const std::string Good =
      R"("id": "a/b", "signature": "s", "regex": "some text",
         "root_cause": "c")";
  EXPECT_EQ(places("{" + Good + "}"), "");
  EXPECT_EQ(places("{" + Good + R"(, "number": "900"})"), "#/number ");
  EXPECT_EQ(places("{" + Good + R"(, "workarounds": [{"how": 3}]})"),
            "#/workarounds/0/how ");
  EXPECT_EQ(places(R"({"errors": [{)" + Good + R"(}, {)" + Good +
                   R"(, "made_up": 1}]})"),
            "#/errors/1 ");
  EXPECT_EQ(places(R"({"id": "x", "signature": "s", "regex": "some text",
                       "root_cause": "c"})"),
            "#/id ");
  // An expression of the schema itself would overflow the stack here.
  EXPECT_EQ(places(R"({"id": ")" + std::string(1 << 20, 'a') +
                   R"(", "signature": "s", "regex": "some text",
                       "root_cause": "c"})"),
            "#/id ");
}
