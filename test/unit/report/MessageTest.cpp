//===- MessageTest.cpp - Findings in words --------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Message.h"
#include "../TextModule.h"
#include "ir/Parser.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture;

namespace {

/// The only finding of a module, in words.
report::Message messageOf(llvm::StringRef Functions,
                          Language L = Language::English) {
  const auto M = textModule(Functions);
  const std::vector<analysis::Finding> All = findingsIn(*M);
  EXPECT_EQ(All.size(), 1u);
  return All.empty() ? report::Message()
                     : report::render(All[0], knowledge(), nullptr, L);
}

TEST(Message, ShapesWithANameHaveARemedy) {
  for (unsigned S = 0; S < analysis::NumDiagnosticKinds; ++S) {
    llvm::StringRef Kind = analysis::kindName(analysis::DiagnosticKind(S));
    unsigned Remedies = 0;
    for (unsigned R = 0; R < analysis::NumRules; ++R) {
      std::string Check = analysis::ruleName(analysis::Rule(R)).str();
      Remedies += knowledge().remedy(Check + "/" + Kind.str()) != nullptr;
    }
    EXPECT_EQ(Remedies, Kind.empty() ? 0u : 1u) << Kind.str();
  }
}

TEST(Message, PathAndConditionAreNotes) {
  report::Message M = messageOf(
      "func @f(%s: stream) \"build\" {\nb0:\n"
      "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
      "  call @g(?) !m:10:1\n"
      "  api cudaStreamEndCapture(%s, &%q)\n  ret\n}\n"
      "func @g(%n: int) \"Pool::grow\" {\nb0:\n  br (%n > 3), b1, b2 \"n > "
      "3\"\n"
      "b1:\n  api cudaMalloc(&%p, 4) !m:20:1\n  goto b2\nb2:\n  ret\n}\n");
  EXPECT_EQ(M.Text,
            "call to 'Pool::grow' reaches 'cudaMalloc' while 's' is capturing "
            "in global mode; the runtime rejects it with "
            "cudaErrorStreamCaptureUnsupported (900) and invalidates the "
            "capture");
  ASSERT_EQ(M.Notes.size(), 2u);
  EXPECT_EQ(M.Notes[0].Text, "capture of 's' begins here");
  EXPECT_EQ(M.Notes[1].Text,
            "'Pool::grow' calls 'cudaMalloc' here when 'n > 3'");
  EXPECT_NE(M.Remedy.find("docs/checks/unsafe-call.md"), std::string::npos);
  EXPECT_NE(M.Remedy.find("cuda/stream-capture-unsupported"),
            std::string::npos);
}

/// Returns a module in which @f calls @g between a begin and an end, and @g
/// does
/// \p Body.
std::string behindOneCall(const std::string &Body) {
  return "func @f(%s: stream) \"build\" {\nb0:\n"
         "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
         "  call @g(?, %s) !m:10:1\n"
         "  api cudaStreamEndCapture(%s, &%q)\n  ret\n}\n"
         "func @g(%n: int, %s: stream) \"Pool::grow\" {\nb0:\n" +
         Body + "}\n";
}

std::vector<std::string> othersOf(const report::Message &M) {
  std::vector<std::string> Result;
  for (const report::Note &N : M.Notes)
    if (llvm::StringRef(N.Text).contains("the same applies"))
      Result.push_back(N.Text);
  return Result;
}

TEST(Message, NotesNameOtherCallsBehindTheSamePlace) {
  using Texts = std::vector<std::string>;
  const std::string Module = behindOneCall(
      "  api cudaMalloc(&%p, 4) !m:20:1\n  br (%n > 3), b1, b2 \"n > 3\"\n"
      "b1:\n  api cudaFree(%p) !m:21:1\n  call @h() !m:22:1\n  goto b2\n"
      "b2:\n  ret\n");
  const report::Message M =
      messageOf(Module + "func @h() {\nb0:\n  api cudaMalloc(&%p, 4) !m:30:1\n"
                         "  ret\n}\n");
  EXPECT_NE(M.Text.find("reaches 'cudaMalloc'"), std::string::npos) << M.Text;
  EXPECT_EQ(othersOf(M),
            (Texts{"'Pool::grow' calls 'cudaFree' here when 'n > 3', to which "
                   "the same applies",
                   "'h' calls 'cudaMalloc' here, to which the same applies"}));
  // The call that leads to the last one has a note, too, and the call that all
  // of them share has none but the warning.
  std::vector<std::string> All;
  for (const report::Note &N : M.Notes)
    All.push_back(N.Text);
  EXPECT_EQ(All.size(), 5u);
  EXPECT_EQ(All[3], "'Pool::grow' calls 'h' here when 'n > 3'");
}

TEST(Message, OnlyTheFirstOthersHaveNotes) {
  std::string Body;
  for (int I = 0; I < 12; ++I)
    Body += "  api cudaMalloc(&%p" + std::to_string(I) +
            ", 4) !m:" + std::to_string(20 + I) + ":1\n";
  const std::vector<std::string> Others =
      othersOf(messageOf(behindOneCall(Body + "  ret\n")));
  ASSERT_EQ(Others.size(), 9u);
  EXPECT_EQ(Others.back(), "the same applies to 3 more calls on the way");
}

TEST(Message, OneCallIsNamedOnce) {
  // Two paths lead to the same call, from one place.
  const report::Message M = messageOf(
      behindOneCall("  br (%n > 3), b1, b2 \"n > 3\"\n"
                    "b1:\n  call @h() !m:21:1\n  goto b3\n"
                    "b2:\n  call @h() !m:22:1\n  goto b3\nb3:\n  ret\n") +
      "func @h() {\nb0:\n  api cudaMalloc(&%p, 4) !m:30:1\n  ret\n}\n");
  EXPECT_TRUE(othersOf(M).empty());
}

TEST(Message, TheRemedyFitsScopeAndLanguage) {
  // The stream has a name where the memory is allocated.
  const char *Beside = "func @f(%s: stream) {\nb0:\n"
                       "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
                       "  api cudaMalloc(&%p, 4) !m:10:1\n"
                       "  api cudaStreamEndCapture(%s, &%q)\n  ret\n}\n";
  report::Message M = messageOf(Beside);
  EXPECT_EQ(M.Entry, "cuda/stream-capture-unsupported");
  EXPECT_NE(M.Remedy.find("or use cudaMallocAsync"), std::string::npos)
      << M.Remedy;
  M = messageOf(Beside, Language::Chinese);
  EXPECT_EQ(M.Remedy, "在 cudaStreamBeginCapture 之前分配，或在捕获的流上使用 "
                      "cudaMallocAsync，并在同一次捕获中用 cudaFreeAsync 释放 "
                      "[cuda/stream-capture-unsupported; "
                      "docs/checks/unsafe-call.md]");
  EXPECT_NE(M.Text.find("call to 'cudaMalloc' while 's' is capturing"),
            std::string::npos);
  // Here it has none.
  const char *Below = "func @f(%s: stream) {\nb0:\n"
                      "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
                      "  call @g() !m:10:1\n"
                      "  api cudaStreamEndCapture(%s, &%q)\n  ret\n}\n"
                      "func @g() \"grow\" {\nb0:\n"
                      "  api cudaMalloc(&%p, 4) !m:20:1\n  ret\n}\n";
  M = messageOf(Below);
  EXPECT_NE(M.Remedy.find("reserving the largest size"), std::string::npos)
      << M.Remedy;
  EXPECT_EQ(M.Remedy.find("cudaMallocAsync"), std::string::npos) << M.Remedy;
}

TEST(Message, RemediesOfShapesCiteEntriesThatExist) {
  for (const char *Silent :
       {"escaped-work/stream", "escaped-work/legacy", "unbalanced/never-ended",
        "leak-on-error/throws", "leak-on-error/fails", "mode-leak/not-restored",
        "unchecked-result/ignored", "unchecked-result/overwritten"}) {
    const Advice *A = knowledge().remedy(Silent);
    ASSERT_TRUE(A) << Silent;
    EXPECT_TRUE(knowledge().entry(A->Entry)) << Silent;
    EXPECT_FALSE(A->Zh.empty()) << Silent;
  }
}

/// What is chosen of an entry's advice.
static std::string chosen(llvm::StringRef Advices, llvm::StringRef Row = "") {
  std::string Text = (R"({"codes": [{"number": 900, "runtime": "e"}],
      "rows": [{"names": {"runtime": ["begin"]}, "params": ["stream", "mode"],
        "class": "control", "effect": "begin-capture", "confidence": "high"},
      {"names": {"runtime": ["bad"], "driver": ["cuBad"]}, "class": "unsafe",
        "error": 900, "confidence": "high", "entry": "a")" +
                      Row + R"(}],
      "errors": [{"id": "a", "number": 900, "signature": "s", "regex": "rrrr",
        "root_cause": "c", "workarounds": [)" +
                      Advices + "]}]}")
                         .str();
  llvm::SmallString<128> Path;
  int FD;
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("kb", "json", FD, Path));
  llvm::raw_fd_ostream(FD, /*shouldClose=*/true) << Text;
  auto KB = KnowledgeBase::load({Path.str().str()});
  llvm::sys::fs::remove(Path);
  if (!KB) {
    ADD_FAILURE() << llvm::toString(KB.takeError());
    return "";
  }
  auto M = ir::parse("module \"m\"\nfunc @f(%s: stream) {\nb0:\n"
                     "  api begin(%s, 0) !m:1:1\n"
                     "  api bad() !m:2:1\n  ret\n}\n",
                     "test");
  EXPECT_TRUE(bool(M));
  for (const analysis::Finding &F : analysis::analyze(**M, **KB))
    if (F.R == analysis::Rule::UnsafeCall)
      return report::render(F, **KB).Remedy;
  ADD_FAILURE() << "no finding";
  return "";
}

TEST(Message, RemediesAreChosenByOriginSuccessAndConditions) {
  auto Is = [](llvm::StringRef Remedy, llvm::StringRef Expected) {
    EXPECT_TRUE(Remedy.starts_with((Expected + " [").str())) << Remedy.str();
  };
  Is(chosen(R"({"how": "First."}, {"how": "Second."})"), "first");
  Is(chosen(R"({"how": "First."}, {"how": "Best.", "success_rate": 0.2})"),
     "best");
  Is(chosen(R"({"how": "Aa.", "success_rate": 0.9, "when": {"mode":
                ["relaxed"]}}, {"how": "Bb."})"),
     "bb");
  Is(chosen(R"({"how": "Aa."}, {"how": "Bb.", "when": {"mode": ["global"]}})"),
     "bb");
  Is(chosen(R"({"how": "Aa.", "shown": false}, {"how": "Bb."})"), "bb");
  Is(chosen(R"({"how": "Aa."})", R"(, "remedy": {"en": "the row's"})"),
     "the row's");
  // Advice for just this function, by any of its names, is better than that.
  Is(chosen(R"({"how": "Aa.", "when": {"api": ["cuBad"]}})",
            R"(, "remedy": {"en": "the row's"})"),
     "aa");
  Is(chosen(R"({"how": "Aa.", "when": {"api": ["cuBad"],
                "scope": ["no-stream"]}})",
            R"(, "remedy": {"en": "the row's"})"),
     "the row's");
  Is(chosen(""), "see the page of this check");
}

TEST(Message, DriverAndHipSpeakTheirOwnNames) {
  EXPECT_EQ(messageOf("func @f(%s: stream) {\nb0:\n"
                      "  api cuStreamBeginCapture_v2(%s, 1) !m:1:1\n"
                      "  api cuMemAlloc_v2(&%p, 4) !m:10:1\n"
                      "  api cuStreamEndCapture(%s, &%g)\n  ret\n}\n")
                .Text,
            "call to 'cuMemAlloc_v2' while 's' is capturing in thread-local "
            "mode; the driver rejects it with "
            "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED (900) and invalidates the "
            "capture");
  EXPECT_NE(messageOf("func @f(%s: stream) {\nb0:\n"
                      "  api hipStreamBeginCapture(%s, 0) !m:1:1\n"
                      "  api hipMalloc(&%p, 4) !m:10:1\n"
                      "  api hipStreamEndCapture(%s, &%g)\n  ret\n}\n")
                .Text.find("hipErrorStreamCaptureUnsupported (900)"),
            std::string::npos);
}

TEST(Message, StreamsAreSpelledAsWritten) {
  EXPECT_NE(messageOf("func @f(%this) {\nb0:\n"
                      "  api cudaStreamBeginCapture(%this->stream_, 0)\n"
                      "  api cudaMalloc(&%p, 4) !m:10:1\n  ret\n}\n")
                .Text.find("while 'stream_' is capturing"),
            std::string::npos);
  EXPECT_NE(messageOf("func @f(%ctx) {\nb0:\n"
                      "  %1 = opaque pure \"Context::stream\"(&%ctx)\n"
                      "  api cudaStreamBeginCapture(%1, 0)\n"
                      "  api cudaMalloc(&%p, 4) !m:10:1\n  ret\n}\n")
                .Text.find("while 'ctx.stream()' is capturing"),
            std::string::npos);
}

TEST(Message, UseAfterDestroyNamesTheHandle) {
  report::Message M =
      messageOf("func @f(%s: stream, %done: event) {\nb0:\n"
                "  api cudaEventDestroy(%done) !m:9:1\n"
                "  api cudaEventRecord(%done, %s) !m:10:1\n  ret\n}\n");
  EXPECT_EQ(M.Text, "call to 'cudaEventRecord' uses event 'done' that is "
                    "already destroyed; the behavior is undefined, often "
                    "cudaErrorInvalidResourceHandle (400)");
  ASSERT_EQ(M.Notes.size(), 1u);
  EXPECT_EQ(M.Notes[0].Text, "destroyed here");
}

} // namespace
