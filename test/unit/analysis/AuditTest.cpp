//===- AuditTest.cpp - Which functions can be captured --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Audit.h"
#include "../TextModule.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

/// The verdict on f, and how many reasons there are.
std::string verdict(llvm::StringRef Body) {
  const auto M = textModule(
      "func @f(%s: stream, %n: int) capturable global {\nb0:\n" + Body + "}\n");
  auto Find = [&](llvm::StringRef Symbol) { return M->find(Symbol); };
  const Audited A = audit({M->find("f")}, Find, false, knowledge()).front();
  static constexpr const char *Names[] = {"capturable", "guard", "begins",
                                          "unknown", "not"};
  return std::string(Names[unsigned(A.Verdict)]) + " " +
         std::to_string(A.Findings.size()) + " " +
         std::to_string(A.Unseen.size());
}

TEST(Audit, Verdicts) {
  EXPECT_EQ(verdict("api cudaMemsetAsync(?, 0, 4, %s)\nret\n"),
            "capturable 0 0");
  EXPECT_EQ(verdict("api cudaMalloc(&%p, 4) !m:10:1\nret\n"), "not 1 0");
  EXPECT_EQ(verdict("opaque \"trace\"() !m:10:1\nret\n"), "unknown 0 1");
  EXPECT_EQ(verdict("opaque system \"puts\"() !m:10:1\nret\n"),
            "capturable 0 0");
  // That it breaks a rule is certain, whatever else it does.
  EXPECT_EQ(verdict("opaque \"trace\"() !m:9:1\n"
                    "api cudaMalloc(&%p, 4) !m:10:1\nret\n"),
            "not 1 0");
}

TEST(Audit, FunctionsThatBeginACaptureThemselves) {
  const std::string Region = "  api cudaStreamBeginCapture(%s, 0) !m:9:1\n"
                             "  api cudaStreamSynchronize(%s) !m:10:1\n"
                             "  api cudaStreamEndCapture(%s, &%g) !m:11:1\n"
                             "  ret\n";
  EXPECT_EQ(verdict(Region), "begins 1 0");
  // Unless it asks first.
  const std::string Asks =
      verdict("  api cudaStreamIsCapturing(%s, &%st) !m:8:1\n"
              "  br (%st == 0), b1, b2\n"
              "b1:\n  api cudaStreamBeginCapture(%s, 0) !m:9:1\n"
              "  api cudaStreamEndCapture(%s, &%g) !m:11:1\n  goto b2\n"
              "b2:\n  ret\n");
  EXPECT_EQ(Asks.substr(0, 5), "guard") << Asks;
}

TEST(Audit, EachFunctionIsJudgedByItself) {
  // What is found in g must not take it from f, which calls g.
  const auto M = textModule("func @f() capturable global {\nb0:\n"
                            "  call @g() !m:3:1\n  ret\n}\n"
                            "func @g() capturable global {\nb0:\n"
                            "  api cudaMalloc(&%p, 4) !m:10:1\n  ret\n}\n"
                            "func @h() capturable global {\nb0:\n"
                            "  opaque system \"puts\"() !m:20:1\n  ret\n}\n");
  auto Find = [&](llvm::StringRef Symbol) { return M->find(Symbol); };
  const std::vector<Audited> All = audit(
      {M->find("f"), M->find("g"), M->find("h")}, Find, false, knowledge());
  // h has nothing to do with captures.
  ASSERT_EQ(All.size(), 2u);
  for (const Audited &A : All) {
    EXPECT_EQ(A.Verdict, Capturability::NotCapturable) << A.F->Name;
    EXPECT_EQ(A.Findings.size(), 1u) << A.F->Name;
  }
}

TEST(Audit, Guards) {
  EXPECT_EQ(verdict("  api cudaStreamIsCapturing(%s, &%st) !m:9:1\n"
                    "  br (%st == 0), b1, b2\n"
                    "b1:\n  api cudaMalloc(&%p, 4) !m:10:1\n  goto b2\n"
                    "b2:\n  ret\n"),
            "guard 1 0");
  EXPECT_EQ(verdict("  %m = 2\n"
                    "  api cudaThreadExchangeStreamCaptureMode(&%m)\n"
                    "  api cudaMalloc(&%p, 4) !m:10:1\n"
                    "  api cudaThreadExchangeStreamCaptureMode(&%m)\n  ret\n"),
            "guard 1 0");
  // Asking alone makes nobody depend on the answer.
  EXPECT_EQ(verdict("  api cudaStreamIsCapturing(%s, &%st) !m:9:1\n"
                    "  br (%st == 0), b1, b2\n"
                    "b1:\n  api cudaMemsetAsync(?, 0, 4, %s)\n  goto b2\n"
                    "b2:\n  ret\n"),
            "capturable 0 0");
  // A condition that cannot be seen may be one.
  EXPECT_EQ(verdict("  %c = opaque pure \"capturing\"() !m:9:1\n"
                    "  br %c, b2, b1\n"
                    "b1:\n  api cudaMalloc(&%p, 4) !m:10:1\n  goto b2\n"
                    "b2:\n  ret\n"),
            "unknown 1 0");
}

} // namespace
