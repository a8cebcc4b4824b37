//===- EntriesTest.cpp - Tests of the error entries -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "Import.h"
#include "KnowledgeBase.h"
#include "LogMatcher.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace cuda_capture;

namespace {

std::shared_ptr<const KnowledgeBase> product() {
  auto KB = KnowledgeBase::load(std::string(CUDA_CAPTURE_KB_DIR));
  if (!KB) {
    ADD_FAILURE() << toString(KB.takeError());
    return nullptr;
  }
  return *KB;
}

/// The entry that a text without a number in front is a message of.
std::vector<std::string> entriesIn(const KnowledgeBase &KB, StringRef Log) {
  LogMatcher M(KB);
  M.feed(Log);
  std::vector<std::string> Ids;
  for (const LogMatch &Found : M.finish())
    Ids.push_back(Found.Entry->Id);
  return Ids;
}

using Ids = std::vector<std::string>;

} // namespace

//===--- The entries of the product ---------------------------------------===//

TEST(ProductEntries, AllCaptureErrorsHaveOne) {
  auto KB = product();
  ASSERT_TRUE(KB);
  for (unsigned Number : {400, 401, 402, 709, 800, 900, 901, 902, 903, 904, 905,
                          906, 907, 908, 909, 910}) {
    const ErrorEntry *E = KB->entry(Number);
    ASSERT_TRUE(E) << Number;
    const ErrorCode *Code = KB->errorCode(Number);
    ASSERT_TRUE(Code) << Number;
    // What the runtime prints, and all names, lead to the entry.
    for (const std::string &Name : {Code->Runtime, Code->Driver, Code->Hip}) {
      if (!Name.empty()) {
        EXPECT_EQ(entriesIn(*KB, "failed with " + Name), Ids{E->Id}) << Name;
      }
    }
    EXPECT_EQ(entriesIn(*KB, "CUDA error: " + Code->Message), Ids{E->Id});
    EXPECT_EQ(entriesIn(*KB, "CUDA error " + std::to_string(Number) + " at"),
              Ids{E->Id});
  }
}

TEST(ProductEntries, AreCompleteInBothLanguages) {
  auto KB = product();
  ASSERT_TRUE(KB);
  auto IsChinese = [](StringRef S) {
    return any_of(S, [](char C) { return C & 0x80; });
  };
  for (const ErrorEntry &E : KB->entries()) {
    SCOPED_TRACE(E.Id);
    EXPECT_TRUE(IsChinese(E.CauseZh));
    EXPECT_FALSE(IsChinese(E.CauseEn));
    if (!E.SupersededBy.empty())
      continue;
    EXPECT_FALSE(E.Remedies.empty());
    EXPECT_FALSE(E.DeadEnds.empty());
    EXPECT_FALSE(E.Sources.empty());
    EXPECT_FALSE(E.Url.empty());
    for (const auto *List : {&E.Remedies, &E.DeadEnds})
      for (const Advice &A : *List)
        EXPECT_TRUE(IsChinese(A.Zh)) << A.En;
  }
}

TEST(ProductEntries, ExpressionsFindTheirOwnMessagesAndNoOthers) {
  auto KB = product();
  ASSERT_TRUE(KB);
  for (const ErrorEntry &E : KB->entries()) {
    SCOPED_TRACE(E.Id);
    std::vector<std::string> Texts = E.Samples;
    Texts.push_back(E.SignatureEn);
    if (E.Regex.empty())
      continue;
    const ErrorEntry *Reported =
        E.SupersededBy.empty() ? &E : KB->entry(E.SupersededBy);
    for (const std::string &Text : Texts) {
      EXPECT_TRUE(Regex(E.Regex).match(Text)) << Text;
      EXPECT_EQ(entriesIn(*KB, Text), Ids{Reported->Id}) << Text;
      for (const ErrorEntry &Other : KB->entries())
        if (&Other != &E && &Other != Reported &&
            Other.SupersededBy != Reported->Id && !Other.Regex.empty()) {
          EXPECT_FALSE(Regex(Other.Regex).match(Text))
              << Text << " is found by " << Other.Id;
        }
    }
    EXPECT_FALSE(requiredLiterals(E.Regex).empty()) << E.Regex;
  }
}

TEST(ProductEntries, OtherMessagesAreNotTaken) {
  auto KB = product();
  ASSERT_TRUE(KB);
  for (const char *Text :
       {"mkdir: /etc/x: Operation not permitted",
        "chown: operation not permitted", "CUDA out of memory",
        "CUDA error: invalid argument", "CUDA error 9000", "took 900 ms",
        "open /dev/cuda0: operation not permitted", "CUDA context is destroyed",
        "cudaErrorStreamCapture", "Spark context is destroyed",
        "wait operation timed out",
        "CUDA error: an illegal memory access was encountered",
        "stream is capturing", "CUBLAS_STATUS_NOT_INITIALIZED",
        "error 900: connection lost", "CUDA error 900.5"})
    EXPECT_EQ(entriesIn(*KB, Text), Ids{}) << Text;
}

TEST(ProductEntries, ImportedOnesAreCorrected) {
  auto KB = product();
  ASSERT_TRUE(KB);
  unsigned Corrections = 0;
  for (auto [Id, Number, Name] :
       {std::make_tuple("cuda/stream-capture-invalid-scope", 900u,
                        "cuda/stream-capture-unsupported"),
        std::make_tuple("cuda/cuda-error-invalid-sync-object", 400u,
                        "cuda/invalid-resource-handle")}) {
    const ErrorEntry *E = KB->entry(Id);
    ASSERT_TRUE(E);
    EXPECT_EQ(E->Number, Number);
    EXPECT_EQ(E->SupersededBy, Name);
    EXPECT_EQ(KB->entry(Number)->Id, Name);
    Corrections += E->Corrections.size();
    // Nothing of what they advise is right as it stands.
    for (const auto *List : {&E->Remedies, &E->DeadEnds})
      for (const Advice &A : *List)
        EXPECT_FALSE(A.Shown) << A.En;
    for (const std::string &Text : {E->SignatureEn, E->Regex, E->CauseEn}) {
      EXPECT_FALSE(StringRef(Text).contains("streamCaptureInvalidated"));
      EXPECT_FALSE(StringRef(Text).contains_insensitive("sync object"));
    }
  }
  EXPECT_GE(Corrections, 20u);
}

TEST(ProductEntries, NoRemedyPraisesTheStrictestMode) {
  auto KB = product();
  ASSERT_TRUE(KB);
  for (const ErrorEntry &E : KB->entries())
    for (const Advice &A : E.Remedies)
      if (A.Shown)
        for (const WrongClaim &W : KB->claims()) {
          EXPECT_FALSE(Regex(W.Regex, Regex::IgnoreCase).match(A.En))
              << E.Id << ": " << A.En;
        }
}

TEST(ProductEntries, ChecksExistAndFindingsHaveAnEntry) {
  auto KB = product();
  ASSERT_TRUE(KB);
  for (const ErrorEntry &E : KB->entries())
    for (const std::string &C : E.Checks)
      EXPECT_TRUE(sys::fs::exists(Twine(CUDA_CAPTURE_KB_DIR) +
                                  "/../docs/checks/" + C + ".md"))
          << E.Id << ": " << C;
}

//===--- Logs -------------------------------------------------------------===//

namespace {
LogMatch only(StringRef Log, size_t PartSize = 1 << 20) {
  auto KB = product();
  LogMatcher M(*KB);
  for (; !Log.empty(); Log = Log.drop_front(std::min(PartSize, Log.size())))
    M.feed(Log.take_front(PartSize));
  std::vector<LogMatch> Found = M.finish();
  EXPECT_EQ(Found.size(), 1u);
  if (Found.empty())
    return {};
  // It outlives its knowledge.
  LogMatch Result = Found[0];
  Result.Entry = nullptr;
  return Result;
}
constexpr char Message[] = "operation not permitted when stream is capturing";
} // namespace

TEST(LogMatcher, LineCountAndSource) {
  LogMatch M =
      only("a\n\nCUDA error at src/engine.cu(42): " + std::string(Message) +
           "\nb\n" + Message + "\n" + Message);
  EXPECT_EQ(M.Line, 3u);
  EXPECT_EQ(M.Count, 3u);
  EXPECT_EQ(M.Excerpt,
            "CUDA error at src/engine.cu(42): " + std::string(Message));
  EXPECT_EQ(M.Source, "src/engine.cu:42");
}

TEST(LogMatcher, PartsMayEndAnywhere) {
  std::string Log =
      "x\r\ny\r\n\x1b[31mCUDA\x1b[0m error: " + std::string(Message) +
      "\r\nz\r\n";
  for (size_t Size = 1; Size != Log.size(); ++Size) {
    LogMatch M = only(Log, Size);
    EXPECT_EQ(M.Line, 3u);
    EXPECT_EQ(M.Count, 1u);
    EXPECT_EQ(M.Excerpt, "CUDA error: " + std::string(Message));
  }
}

TEST(LogMatcher, ColoursWithinAndBrokenEscapes) {
  EXPECT_EQ(only("operation \x1b[1;31mnot\x1b[0m permitted when \x1b]0;a "
                 "title\x07stream is capturing")
                .Count,
            1u);
  EXPECT_EQ(only("\x1b[\n" + std::string(Message) + "\n").Line, 2u);
  EXPECT_EQ(only("\x1b]never ended\n" + std::string(Message) + "\x1b").Line,
            2u);
}

TEST(LogMatcher, WrappedMessages) {
  EXPECT_EQ(only("operation not permitted\n    when stream is capturing").Line,
            1u);
  EXPECT_EQ(only("noise\noperation not permitted when stream\r\n\tis "
                 "capturing\nnoise")
                .Count,
            1u);
  // Words of two messages are no message.
  EXPECT_EQ(entriesIn(*product(), "loading CUDA\nSpark context is destroyed"),
            Ids{});
}

TEST(LogMatcher, LongLinesAndProgressBars) {
  std::string Long(1 << 20, 'x');
  for (size_t Before : {16000, 16370, 16384, 16390, 40000})
    EXPECT_EQ(only(StringRef(Long).take_front(Before).str() + " " + Message +
                   " " + Long)
                  .Count,
              1u)
        << Before;
  EXPECT_EQ(only("10%\r20%\r" + std::string(Message) + "\r30%\n").Line, 1u);
}

TEST(LogMatcher, BytesThatAreNotText) {
  std::string Wide;
  for (char C : std::string("\xff\xfe") + Message)
    Wide += {C, '\0'};
  EXPECT_EQ(only(Wide).Count, 1u);
  LogMatch M = only("\xff\xc3 \x01 caf\xc3\xa9: " + std::string(Message));
  EXPECT_EQ(M.Excerpt, "?? ? caf\xc3\xa9: " + std::string(Message));
}

TEST(LogMatcher, ManyMessagesOnOneLine) {
  std::string Log;
  for (int I = 0; I != 300; ++I)
    Log += std::string(Message) + " ";
  Log += "CUDA error: operation not permitted, capturing stream has unjoined "
         "work";
  EXPECT_EQ(entriesIn(*product(), Log), (Ids{"cuda/stream-capture-unsupported",
                                             "cuda/stream-capture-unjoined"}));
  // One that is part of a longer one does not count.
  EXPECT_EQ(entriesIn(*product(), "CUDA error: operation not permitted"),
            Ids{"cuda/not-permitted"});
  EXPECT_EQ(entriesIn(*product(), "CUDA error: operation not permitted\n"
                                  "when stream is capturing"),
            Ids{"cuda/stream-capture-unsupported"});
}

TEST(LogMatcher, CountingEnds) {
  std::string Log;
  for (int I = 0; I != 5000; ++I)
    Log += std::string(Message) + "\n";
  EXPECT_GE(only(Log).Count, 1000u);
  EXPECT_LT(only(Log).Count, 1100u);
}

TEST(LogMatcher, Literals) {
  using L = std::vector<std::string>;
  EXPECT_EQ(requiredLiterals("abcd"), L{"abcd"});
  EXPECT_EQ(requiredLiterals("a\\.bcd|efgh*ijkl"), (L{"a.bcd", "ijkl"}));
  EXPECT_EQ(requiredLiterals("(abcdef|x)ghij?klmn"), L{"klmn"});
  EXPECT_EQ(requiredLiterals("[]abcdefg]hijk[[:alpha:]]lm"), L{"hijk"});
  EXPECT_EQ(requiredLiterals("abcd|ef"), L{});
  EXPECT_EQ(requiredLiterals("a.b.c"), L{});
}

TEST(LogMatcher, ExpressionsThatCannotBeUsed) {
  std::string P;
  EXPECT_TRUE(isUsableRegex("a(b|c)+[{}]\\{", P)) << P;
  for (const char *Bad : {"(", "a{1000}", "(a)\\1", "a*", "x||", "[a"}) {
    P.clear();
    EXPECT_FALSE(isUsableRegex(Bad, P)) << Bad;
    EXPECT_FALSE(P.empty());
  }
  P.clear();
  EXPECT_FALSE(isUsableRegex(std::string(3000, 'a'), P));
}

//===--- Conditions -------------------------------------------------------===//

TEST(Advice, ConditionsAsk) {
  Folder F;
  auto Loaded = KnowledgeBase::load(F.write("kb.json", R"({"rows": [)" +
                                                           std::string(Begin) +
                                                           R"(],
    "errors": [{"id": "a", "signature": "s", "regex": "rrrr",
      "root_cause": "c", "workarounds": [
        {"action": "1", "when": {"mode": ["global", "relaxed"]}},
        {"action": "2", "when": {"class": ["control"],
                                 "scope": ["stream", "below-begin"]}},
        {"action": "3", "when": {"api": ["begin"], "check": ["x"]}}]}]})"));
  ASSERT_TRUE(bool(Loaded)) << toString(Loaded.takeError());
  const KnowledgeBase &KB = **Loaded;
  const std::vector<Advice> &A = KB.entry("a")->Remedies;
  Situation S;
  EXPECT_FALSE(A[0].When.holds(S)); // The mode is not known.
  S.Mode = 0;
  EXPECT_TRUE(A[0].When.holds(S));
  S.Mode = 1;
  EXPECT_FALSE(A[0].When.holds(S));
  S.Class = ApiClass::Control;
  EXPECT_FALSE(A[1].When.holds(S));
  S.StreamInScope = true;
  EXPECT_TRUE(A[1].When.holds(S));
  S.BesideBegin = true;
  EXPECT_FALSE(A[1].When.holds(S));
  EXPECT_FALSE(A[2].When.holds(S));
  S.Row = KB.lookup("begin").Row;
  EXPECT_FALSE(A[2].When.holds(S));
  S.Check = "x";
  EXPECT_TRUE(A[2].When.holds(S));
  EXPECT_EQ(A[2].When.size(), 2u);
}

TEST(Advice, ProblemsOfEntries) {
  Folder F;
  auto Loaded = KnowledgeBase::load(F.write("kb.json", R"({"rows": [)" +
                                                           std::string(Begin) +
                                                           R"(],
    "claims": [{"regex": "a{9}"}],
    "remedies": [{"for": "a/b", "en": "x", "entry": "none"}],
    "errors": [{"id": "a", "signature": "s", "regex": "(", "root_cause": "c",
      "superseded_by": "nobody", "dead_ends_zh": ["x"], "workarounds": [
        {"action": "1", "when": {"mode": ["strict"], "scope": ["here"],
          "class": [1], "api": ["nothing"], "moon": 1}}]},
      {"id": "b", "signature": "s", "root_cause": "c"},
      {"id": "c", "signature": "s", "root_cause": "c", "silent": true,
       "regex": "rrrr"}]})"));
  ASSERT_FALSE(bool(Loaded));
  std::string P = toString(Loaded.takeError());
  for (const char *Part :
       {"#/errors/0/regex: not a regular expression: ",
        "#/errors/0/superseded_by/entry: no error entry 'nobody'",
        "#/errors/0/dead_ends_zh: 1 text for 0 dead ends",
        "#/errors/0/workarounds/0/when/mode/0: unknown mode 'strict'; allowed: "
        "global, thread-local, relaxed",
        "#/errors/0/workarounds/0/when/scope/0: unknown scope 'here'; allowed: "
        "stream, no-stream, beside-begin, below-begin, handle, no-handle",
        "#/errors/0/workarounds/0/when/class/0: string expected, found number",
        "#/errors/0/workarounds/0/when/api: no row has the function 'nothing'",
        "#/errors/0/workarounds/0/when: unknown key 'moon'",
        "#/errors/1: key 'regex' is missing",
        "#/errors/2/regex: an entry that is silent has no message",
        "#/remedies/0/entry: no error entry 'none'",
        "#/claims/0/regex: repetition counts are not allowed",
        "#/claims/0: key 'fact' is missing"})
    EXPECT_HAS(P, Part);
}

TEST(Names, SimilarOnesAreFound) {
  std::vector<std::string> Known = {"cudaMalloc", "cudaMallocHost",
                                    "cuMemFree"};
  EXPECT_EQ(similarNames("cudaMaloc", Known), Ids{"cudaMalloc"});
  EXPECT_EQ(similarNames("CUDAMALLOC", Known), Ids{"cudaMalloc"});
  EXPECT_EQ(similarNames("vkCreate", Known), Ids{});
}
