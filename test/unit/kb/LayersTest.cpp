//===- LayersTest.cpp - Tests of the user's rows --------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "KnowledgeBase.h"

using namespace llvm;
using namespace cuda_capture;

namespace {

Expected<std::shared_ptr<const KnowledgeBase>> layered(StringRef Text) {
  Folder F;
  return KnowledgeBase::layered(F.write("own.json", Text));
}

std::shared_ptr<const KnowledgeBase> withRows(const std::string &Rows) {
  auto KB = layered("{\"rows\": [" + Rows + "]}");
  if (!KB) {
    ADD_FAILURE() << toString(KB.takeError());
    return nullptr;
  }
  return *KB;
}

std::string problems(const std::string &Row) {
  auto KB = layered("{\"rows\": [" + Row + "]}");
  return KB ? "" : toString(KB.takeError());
}

/// A row with these names and more keys.
std::string named(const std::string &Names, const std::string &More = "") {
  return "{\"names\": {\"runtime\": [" + Names + "]}, " + More +
         "\"class\": \"neutral\", \"confidence\": \"low\"}";
}

} // namespace

TEST(Layers, OwnRowsWinForTheirNames) {
  auto KB = withRows(named("\"cudaMalloc\", \"own\""));
  ASSERT_TRUE(KB);
  EXPECT_EQ(KB->lookup("cudaMalloc").Row->Class, ApiClass::Neutral);
  EXPECT_EQ(KB->lookup("own").Row, KB->lookup("cudaMalloc").Row);
  EXPECT_EQ(KB->lookup("cuMemAlloc_v2").Row->Class, ApiClass::Unsafe);
  EXPECT_EQ(KB->lookup("cudaFree").Row->Class, ApiClass::Unsafe);
  auto Embedded = cantFail(KnowledgeBase::embedded());
  EXPECT_EQ(Embedded->lookup("cudaMalloc").Row->Class, ApiClass::Unsafe);
  EXPECT_EQ(KB->rows().size(), Embedded->rows().size() + 1);
}

TEST(Layers, ARowAllOfWhoseNamesAreTakenIsGone) {
  auto Embedded = cantFail(KnowledgeBase::embedded());
  auto KB = withRows(named("\"cudaSetDevice\", \"hipSetDevice\""));
  ASSERT_TRUE(KB);
  EXPECT_EQ(KB->rows().size(), Embedded->rows().size());
  EXPECT_EQ(KB->lookup("cudaSetDevice").Row->Eff, Effect::None);
}

TEST(Layers, EntriesCodesAndRemedies) {
  auto KB = layered(R"({"codes": [{"number": 900, "runtime": "ownError"}],
    "remedies": [{"for": "unbalanced/never-ended", "en": "do otherwise"}]})");
  ASSERT_TRUE(bool(KB)) << toString(KB.takeError());
  EXPECT_EQ((*KB)->errorName(900, Family::Runtime), "ownError");
  EXPECT_EQ((*KB)->errorName(901, Family::Runtime),
            "cudaErrorStreamCaptureInvalidated");
  EXPECT_EQ((*KB)->remedy("unbalanced/never-ended")->En, "do otherwise");
}

TEST(Layers, Twins) {
  auto KB = layered(R"({"constants": [{"runtime": "ownA", "hip": "ownC"}]})");
  ASSERT_TRUE(bool(KB)) << toString(KB.takeError());
  auto Twin = [&](StringRef Name, Family To) {
    return (*KB)->twin(Name, To).str();
  };
  EXPECT_EQ(Twin("cudaMallocAsync", Family::Driver), "cuMemAllocAsync");
  EXPECT_EQ(Twin("cuMemAllocAsync", Family::Hip), "hipMallocAsync");
  EXPECT_EQ(Twin("cudaMallocAsync", Family::Runtime), "");
  EXPECT_EQ(Twin("cudaSetDevice", Family::Driver), "");
  EXPECT_EQ(Twin("cudaStreamCaptureModeRelaxed", Family::Driver),
            "CU_STREAM_CAPTURE_MODE_RELAXED");
  EXPECT_EQ(Twin("hipStreamCaptureModeRelaxed", Family::Runtime),
            "cudaStreamCaptureModeRelaxed");
  EXPECT_EQ(Twin("ownA", Family::Hip), "ownC");
  EXPECT_EQ(Twin("ownA", Family::Driver), "");
  EXPECT_EQ(Twin("stream", Family::Driver), "");
}

TEST(Layers, Standalone) {
  auto KB =
      layered(R"({"standalone": true, "rows": [)" + std::string(Begin) + "]}");
  ASSERT_TRUE(bool(KB)) << toString(KB.takeError());
  EXPECT_EQ((*KB)->rows().size(), 1u);
  EXPECT_FALSE((*KB)->lookup("cudaMalloc"));
}

TEST(Layers, TheirProblemsAreReported) {
  EXPECT_HAS(problems(named("\"f\", \"f\"")), "is already defined at");
  EXPECT_HAS(problems(R"({"names": {"runtime": ["f"]}, "class": "odd"})"),
             "own.json:#/rows/0/class: unknown class 'odd'");
  EXPECT_HAS(problems(named("\"f\"", R"("entry": "cuda/none", )")),
             "no error entry 'cuda/none'");
  EXPECT_EQ(problems(named("\"f\"",
                           R"("entry": "cuda/stream-capture-unsupported", )")),
            "");
}

TEST(Layers, Names) {
  for (const char *Good : {"f",
                           "f*",
                           "?f",
                           "a::f",
                           "a::B::f",
                           "a::B::B",
                           "a::B::~B",
                           "a::*::~*",
                           "a::B::operator()",
                           "operator+",
                           "a::operator*",
                           "a::B::operator->",
                           "a::B::operator bool",
                           "operator_of",
                           "a*",
                           "a::*",
                           "a::f(int *",
                           "a::B<*>::f(*",
                           "a::B<*>::operator()(c::D &)",
                           "a::B<*>::operator *()"})
    EXPECT_EQ(problems(named(("\"" + Twine(Good) + "\"").str())), "") << Good;
  for (const char *Bad : {"", "*", "*::*", "**", "~f", "a::", "::f", "a:f",
                          "f<int>", "a::B::operator ()", "f g", "1f", "a~b"})
    EXPECT_HAS(problems(named(("\"" + Twine(Bad) + "\"").str())),
               "is not a function name")
        << Bad;
}

TEST(Layers, PatternsComeAfterNames) {
  auto KB = withRows(named("\"a::f*\"") + ", " + named("\"a::fg\"") + ", " +
                     named("\"a::*h\", \"cuda*\""));
  ASSERT_TRUE(KB);
  EXPECT_TRUE(KB->namesScopes());
  const auto &Rows = KB->rows();
  EXPECT_EQ(KB->lookup("a::f").Row, &Rows[0]);
  EXPECT_EQ(KB->lookup("a::f::x").Row, &Rows[0]);
  EXPECT_EQ(KB->lookup("a::f::x").Spelling, "a::f::x");
  EXPECT_EQ(KB->lookup("a::fg").Row, &Rows[1]);
  EXPECT_EQ(KB->lookup("a::fh").Row, &Rows[0]);
  EXPECT_EQ(KB->lookup("a::b::h").Row, &Rows[2]);
  EXPECT_FALSE(KB->lookup("b::f"));
  // A built-in row is named, and so is each version of its functions.
  EXPECT_EQ(KB->lookup("cudaMalloc").Row->Class, ApiClass::Unsafe);
  EXPECT_EQ(KB->lookup("cudaOwn").Row, &Rows[2]);
  // What has no row is not even named.
  EXPECT_FALSE(cantFail(KnowledgeBase::embedded())->namesScope("std"));
  EXPECT_TRUE(KB->namesScope("a"));
  EXPECT_TRUE(KB->namesScope("cudaOwn"));
  EXPECT_FALSE(KB->namesScope("own"));
}

TEST(Layers, Cases) {
  auto Case = [](const char *Text) {
    return problems(
        named("\"f\"", (Twine("\"cases\": [") + Text + "], ").str()));
  };
  EXPECT_EQ(Case(R"({"when": "null", "argument": 0, "class": "neutral"})"), "");
  EXPECT_HAS(Case(R"({"when": "null", "class": "neutral"})"),
             "cases/0: which argument is asked? key 'argument' expected");
  EXPECT_HAS(Case(R"({"when": "host-result", "argument": 1,
                      "class": "neutral"})"),
             "cases/0: this condition asks no argument");
  EXPECT_HAS(Case(R"({"when": "host-result", "class": "neutral"})"),
             "cases/0: this condition needs a parameter 'result'");
  EXPECT_HAS(Case(R"({"when": "null", "argument": 0, "class": "odd"})"),
             "cases/0/class: unknown class 'odd'");
  EXPECT_HAS(Case(R"({"when": "null", "argument": 0, "class": "conflicts"})"),
             "cases/0: class 'conflicts' needs the key 'waits'");
  EXPECT_HAS(Case(R"({"when": "never", "class": "neutral"})"),
             "cases/0/when: unknown when 'never'; allowed: null, not-null, "
             "host-result, device-result, unbound");
  EXPECT_HAS(Case(R"({"when": "unbound", "class": "neutral"})"),
             "cases/0: this condition needs a parameter 'library'");
}

TEST(Layers, HandlesOfLibraries) {
  EXPECT_HAS(problems(named("\"f\"", R"("params": ["library"],
                                        "effect": "bind-stream", )")),
             "this effect needs a parameter 'stream'");
  EXPECT_HAS(problems(named("\"f\"", R"("params": ["stream"],
                                        "effect": "set-pointer-mode", )")),
             "this effect needs a parameter 'library'");
  EXPECT_HAS(problems(named("\"f\"", R"("params": ["-", "stream"],
                                        "streamByType": true, )")),
             "the first parameter must be 'stream'");
  EXPECT_HAS(problems(named("\"f\"", R"("params": ["stream"],
                                        "current": "use:stream",
                                        "streamByType": true, )")),
             "a call works on the stream that it is given, or on the current "
             "one");
  EXPECT_EQ(problems(named("\"f\"", R"("params": ["stream"],
                                       "returns": "out:event",
                                       "streamByType": true, )")),
            "");
  EXPECT_HAS(problems(named("\"f\"", R"("mask": true, )")),
             "only a tensor is a mask");
  EXPECT_EQ(withRows(named("\"f\"", R"("params": ["-"],
                                       "libraryByType": true, )"))
                ->lookup("f")
                .Row->paramIndex(Role::Library),
            1u);
  EXPECT_HAS(problems(named("\"f\"", R"("result": "keep:stream", )")),
             "a result that keeps it needs a parameter 'stream'");
  EXPECT_HAS(problems(named("\"A::f\"", R"("result": "handle", )")),
             "only an object that stands for a handle can return it");
}

TEST(Layers, Objects) {
  auto KB = withRows(
      named("\"A::wait\"", R"("params": ["event"], "this": "stream", )") + "," +
      named("\"A::A\"",
            R"("params": ["-", "stream"], "this": "keep:stream", )"));
  ASSERT_TRUE(KB);
  const ApiRow &Wait = *KB->lookup("A::wait").Row;
  ASSERT_EQ(Wait.Params.size(), 2u);
  EXPECT_EQ(Wait.paramIndex(Role::Stream), 0u);
  EXPECT_EQ(Wait.paramIndex(Role::Event), 1u);
  EXPECT_FALSE(Wait.KeepsArgument);
  const ApiRow &Make = *KB->lookup("A::A").Row;
  EXPECT_EQ(Make.Params.size(), 2u);
  EXPECT_TRUE(Make.KeepsArgument);

  EXPECT_HAS(problems(named("\"f\"", R"("this": "stream", )")),
             "/this: only a member function has an object");
  EXPECT_HAS(problems(named("\"A::f\"", R"("this": "mode", )")),
             "/this: 'mode': an object stands for a stream");
  EXPECT_HAS(problems(named("\"A::f\"", R"("this": "keep:stream", )")),
             "/this: 'keep:stream' needs a parameter 'stream'");
  EXPECT_HAS(problems(named("\"A::f\"", R"("params": ["stream"],
                                           "this": "keep:out:stream", )")),
             "/this: 'keep:out:stream' needs a parameter 'stream'");
  EXPECT_HAS(problems(named("\"A::f\"", R"("this": 1, )")),
             "/this: string expected, found number");
}

TEST(Layers, WhatIsCurrentComesFirst) {
  auto KB = withRows(
      named("\"A::wait\"", R"("params": ["event"], "this": "stream",
                               "current": "use:stream",
                               "returns": "out:capture-status", )") +
      "," + named("\"A::get\"", R"("this": "stream", "returns": "stream", )") +
      "," + named("\"A::to\"", R"("this": "residence", "typed": true, )"));
  ASSERT_TRUE(KB);
  const ApiRow &Wait = *KB->lookup("A::wait").Row;
  EXPECT_EQ(Wait.Implicit, 3u);
  EXPECT_EQ(Wait.paramIndex(Role::CaptureStatus, Access::Out), 0u);
  EXPECT_EQ(Wait.paramIndex(Role::Stream), 1u);
  EXPECT_EQ(Wait.paramIndex(Role::Event), 3u);
  EXPECT_EQ(KB->lookup("A::get").Row->Returns, ResultKind::Same);
  EXPECT_EQ(KB->lookup("A::to").Row->paramIndex(Role::NonBlocking), 2u);
  EXPECT_EQ(KB->describedAs("A"), Role::Stream);

  EXPECT_HAS(problems(named("\"A::f\"", R"("params": ["stream"],
                                           "typed": true, )")),
             "'typed' and 'params' say the same");
  EXPECT_HAS(problems(named("\"A::f\"", R"("nonBlocking": true, )")),
             "no stream is made");
}

TEST(Layers, OnlyFunctionsOfTheGlobalNamespaceAreRenamed) {
  EXPECT_HAS(
      problems(named("\"A::f\"", R"("fix": {"rename": {"A::f": "g"}}, )")),
      "only a function of the global namespace can be renamed");
}
