//===- RulesTest.cpp - The rules on calls in a capture --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InRegion.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

TEST(Rules, UnsafeCallDependsOnTheMode) {
  EXPECT_EQ(findings(inRegion("api cudaMalloc(&%p, 4) !m:10:1\n", 0)),
            "unsafe-call 10\n");
  EXPECT_EQ(findings(inRegion("api cudaMalloc(&%p, 4) !m:10:1\n", 1)),
            "unsafe-call 10\n");
  EXPECT_EQ(findings(inRegion("api cudaMalloc(&%p, 4) !m:10:1\n", 2)), "");
  EXPECT_EQ(findings("func @f(%s: stream, %m: int) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, %m) !m:1:1\n"
                     "  api cudaMalloc(&%p, 4) !m:10:1\n"
                     "  api cudaStreamEndCapture(%s, &%g)\n  ret\n}\n"),
            "");
}

TEST(Rules, RelaxedThreadMayCallUnsafeFunctions) {
  EXPECT_EQ(
      findings(inRegion("%m = 2\napi cudaThreadExchangeStreamCaptureMode(&%m)\n"
                        "api cudaMalloc(&%p, 4) !m:10:1\n"
                        "api cudaThreadExchangeStreamCaptureMode(&%m)\n"
                        "api cudaMalloc(&%p, 4) !m:11:1\n")),
      "unsafe-call 11\n");
}

TEST(Rules, ThreadOfUnknownModeIsSilent) {
  EXPECT_EQ(findings(inRegion("api cudaThreadExchangeStreamCaptureMode(%n)\n"
                              "api cudaMalloc(&%p, 4) !m:10:1\n")),
            "");
}

TEST(Rules, WaitingForCapturedWorkIsIllegalInEveryMode) {
  for (int Mode : {0, 1, 2}) {
    EXPECT_EQ(
        findings(inRegion("api cudaStreamSynchronize(%s) !m:10:1\n", Mode)),
        "synchronization 10\n");
    EXPECT_EQ(findings(inRegion("api cudaDeviceSynchronize() !m:10:1\n", Mode)),
              "synchronization 10\n");
    EXPECT_EQ(findings(inRegion("api cudaEventRecord(%e, %s)\n"
                                "api cudaEventSynchronize(%e) !m:10:1\n",
                                Mode)),
              "synchronization 10\n");
  }
}

TEST(Rules, WaitingForOtherStreamsIsUnsafeOnly) {
  EXPECT_EQ(findings(inRegion("api cudaStreamSynchronize(%t) !m:10:1\n", 0)),
            "unsafe-call 10\n");
  EXPECT_EQ(findings(inRegion("api cudaStreamSynchronize(%t) !m:10:1\n", 2)),
            "");
}

TEST(Rules, ForkedStreamsTakePart) {
  EXPECT_EQ(findings(inRegion("api cudaEventRecord(%e, %s)\n"
                              "api cudaStreamWaitEvent(%t, %e, 0)\n"
                              "api cudaStreamSynchronize(%t) !m:10:1\n",
                              2)),
            "synchronization 10\n");
}

TEST(Rules, LegacyStreamBesideBlockingCapture) {
  auto Program = [](const char *Create) {
    return std::string("func @f() {\nb0:\n  ") + Create +
           "\n  api cudaStreamBeginCapture(%s, 2)\n"
           "  api launch(0) !m:10:1\n  api cudaMemcpy(?, ?, 4, 1) !m:11:1\n"
           "  api cudaStreamEndCapture(%s, &%g)\n  ret\n}\n";
  };
  EXPECT_EQ(findings(Program("api cudaStreamCreate(&%s)")),
            "legacy-stream 10\nlegacy-stream 11\n");
  EXPECT_EQ(findings(Program("api cudaStreamCreateWithFlags(&%s, 0)")),
            "legacy-stream 10\nlegacy-stream 11\n");
  EXPECT_EQ(findings(Program("api cudaStreamCreateWithFlags(&%s, 1)")),
            "escaped-work 10\nescaped-work 11\n");
  // The per-thread default stream takes no part either.
  EXPECT_EQ(findings(Program("api cudaStreamCreate(&%s)"), true),
            "escaped-work 10\n");
  EXPECT_EQ(findings(Program("opaque \"make\"(&%s)")),
            "legacy-stream 10\nlegacy-stream 11\n");
}

TEST(Rules, CopiesOfHostMemoryWaitForThePerThreadStream) {
  auto Program = [](llvm::StringRef Stream, llvm::StringRef Call) {
    return ("func @f(%s, %g) {\nb0:\n  api cudaStreamBeginCapture(" + Stream +
            ", 2)\n  api " + Call + " !m:10:1\n  api cudaStreamEndCapture(" +
            Stream + ", &%g)\n  ret\n}\n")
        .str();
  };
  for (llvm::StringRef Stream : {"0", "2"})
    for (llvm::StringRef Call :
         {"cudaMemcpy(?, ?, 4, 1)", "cudaMemcpy(?, ?, 4, 2)",
          "cuMemcpyHtoD(?, ?, 4)", "cuMemcpyDtoH(?, ?, 4)"})
      EXPECT_EQ(findings(Program(Stream, Call), true), "synchronization 10\n");
  // These need not wait, or may not.
  for (llvm::StringRef Call :
       {"cudaMemcpy(?, ?, 4, 3)", "cudaMemcpy(?, ?, 4, 4)",
        "cudaMemcpy(?, ?, 4, ?)", "cudaMemset(?, 0, 4)",
        "cuMemcpyDtoD(?, ?, 4)"})
    EXPECT_EQ(findings(Program("2", Call), true), "");
  EXPECT_EQ(findings(Program("%s", "cudaMemcpy(?, ?, 4, 1)"), true), "");
}

TEST(Rules, LegacyStreamItselfCannotBeCaptured) {
  EXPECT_EQ(findings("func @f() {\nb0:\n"
                     "  api cudaStreamBeginCapture(0, 0) !m:10:1\n  ret\n}\n"),
            "legacy-stream 10\n");
  EXPECT_EQ(findings("func @f() {\nb0:\n"
                     "  api cudaStreamBeginCapture(1, 0) !m:10:1\n  ret\n}\n",
                     true),
            "legacy-stream 10\n");
  EXPECT_EQ(findings("func @f() {\nb0:\n"
                     "  api cudaStreamBeginCapture(0, 0) !m:10:1\n  ret\n}\n",
                     true),
            "");
  EXPECT_EQ(findings("func @f() {\nb0:\n"
                     "  api cudaStreamBeginCapture(2, 0) !m:10:1\n  ret\n}\n"),
            "");
}

TEST(Rules, UnsupportedOperations) {
  EXPECT_EQ(
      findings(inRegion("api cudaStreamAddCallback(%s, ?, ?, 0) !m:10:1\n", 2)),
      "unsupported-operation 10\n");
  EXPECT_EQ(
      findings(inRegion("api cudaStreamAddCallback(%t, ?, ?, 0) !m:10:1\n", 2)),
      "");
  EXPECT_EQ(
      findings(inRegion("api cudaStreamBeginCapture(%s, 0) !m:10:1\n", 2)),
      "unsupported-operation 10\n");
  EXPECT_EQ(findings(inRegion("api cudaStreamDestroy(%s) !m:10:1\n", 2)),
            "unsupported-operation 10\nuse-after-destroy 99\n");
}

TEST(Rules, UseAfterDestroyNeedsNoCapture) {
  EXPECT_EQ(findings("func @f(%s: stream, %e: event) {\nb0:\n"
                     "  api cudaEventDestroy(%e) !m:9:1\n"
                     "  %copy = %e\n"
                     "  api cudaEventRecord(%copy, %s) !m:10:1\n"
                     "  api cudaEventCreate(&%e)\n"
                     "  api cudaEventRecord(%e, %s) !m:11:1\n"
                     "  api cudaEventDestroy(%copy) !m:12:1\n  ret\n}\n"),
            "use-after-destroy 10\nuse-after-destroy 12\n");
}

TEST(Rules, UseAfterDestroyInTheNextIteration) {
  const char *Loop = "func @f(%s: stream, %n: int) {\nb0:\n"
                     "  api cudaEventCreate(&%e)\n  goto b1\nb1:\n"
                     "  br (%n > 0), b2, b3\nb2:\n"
                     "  api cudaEventRecord(%e, %s) !m:10:1\n"
                     "  api cudaEventDestroy(%e) !m:11:1\n  {0}"
                     "  havoc %n\n  goto b1\nb3:\n  ret\n}\n";
  std::string Without = Loop, With = Loop;
  Without.replace(Without.find("{0}"), 3, "");
  With.replace(With.find("{0}"), 3, "api cudaEventCreate(&%e)\n");
  EXPECT_EQ(findings(Without), "use-after-destroy 10\nuse-after-destroy 11\n");
  EXPECT_EQ(findings(With), "");
}

} // namespace
