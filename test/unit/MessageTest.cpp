//===- MessageTest.cpp - Findings in words --------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Message.h"
#include "analysis/Analysis.h"
#include "ir/Parser.h"
#include "gtest/gtest.h"

using namespace cuda_capture;

namespace {

/// The only finding of a module, in words.
report::Message messageOf(llvm::StringRef Functions) {
  llvm::Expected<std::shared_ptr<const KnowledgeBase>> KB =
      KnowledgeBase::load({CUDA_CAPTURE_KB_DIR});
  EXPECT_TRUE(bool(KB));
  llvm::Expected<std::unique_ptr<ir::Module>> M =
      ir::parse(("module \"m\"\n" + Functions).str(), "test");
  if (!M) {
    ADD_FAILURE() << llvm::toString(M.takeError());
    return {};
  }
  std::vector<analysis::Finding> All = analysis::analyze(**M, **KB);
  llvm::erase_if(All, [](const analysis::Finding &F) {
    return F.R == analysis::Rule::UncheckedResult;
  });
  EXPECT_EQ(All.size(), 1u);
  return All.empty() ? report::Message() : report::render(All[0], **KB);
}

TEST(Message, ShapesWithANameHaveARemedy) {
  auto KB = KnowledgeBase::load({CUDA_CAPTURE_KB_DIR});
  ASSERT_TRUE(bool(KB));
  constexpr int Last = int(analysis::Shape::GraphOverwritten);
  constexpr int LastRule = int(analysis::Rule::UncheckedResult);
  for (int S = 0; S <= Last; ++S) {
    llvm::StringRef Shape = analysis::shapeName(analysis::Shape(S));
    unsigned Remedies = 0;
    for (int R = 0; R <= LastRule; ++R) {
      std::string Check = analysis::ruleName(analysis::Rule(R)).str();
      Remedies += (*KB)->remedy(Check + "/" + Shape.str()) != nullptr;
    }
    EXPECT_EQ(Remedies, Shape.empty() ? 0u : 1u) << Shape.str();
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
