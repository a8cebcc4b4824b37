//===- MissingTest.cpp - Statements that the compiler did not understand --===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TextModule.h"
#include "ir/Printer.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

/// What is found, with what is possible in parentheses.
std::string found(llvm::StringRef Body) {
  const auto M = textModule("func @f(%s: stream, %t: stream, %e: event, %p, "
                            "%g, %n: int) {\nb0:\n" +
                            Body + "}\n");
  auto List = [&](bool Possible) {
    Options Opts;
    Opts.ReportPossible = Possible;
    std::string Result;
    for (const Finding &F : findingsIn(*M, Opts))
      Result += (F.Possible ? "(" : "") + ruleName(F.R).str() + " " +
                lineOf(F) + (F.Possible ? ")" : "") + "\n";
    return Result;
  };
  const std::string All = List(true);
  // The level tells nothing else.
  std::string Exact;
  for (llvm::StringRef Rest = All; !Rest.empty();) {
    auto [Line, Next] = Rest.split('\n');
    if (!Line.starts_with("("))
      Exact += Line.str() + "\n";
    Rest = Next;
  }
  EXPECT_EQ(List(false), Exact);
  return All;
}

const char *Begin = "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n";
const char *End = "  api cudaStreamEndCapture(%s, &%g) !m:9:1\n";

std::string in(llvm::StringRef Body) {
  return found((Begin + Body + End + "  ret\n").str());
}

TEST(Missing, RoundTrips) {
  const char *Text = "module \"m\"\n\nfunc @f() !m:1:1 {\nb0:\n"
                     "  missing !m:2:1\n  missing\n  ret\n}\n";
  const auto M = textModule(llvm::StringRef(Text).split('\n').second);
  std::string Printed;
  llvm::raw_string_ostream OS(Printed);
  ir::print(OS, *M);
  EXPECT_EQ(OS.str(), Text);
}

TEST(Missing, BetweenTheBeginAndTheCall) {
  EXPECT_EQ(in("  api cudaMalloc(%p, 4) !m:2:1\n  missing\n"),
            "unsafe-call 2\n");
  EXPECT_EQ(in("  missing\n  api cudaMalloc(%p, 4) !m:2:1\n"),
            "(unsafe-call 2)\n");
  // The end shows that the capture still ran.
  const std::string Waits =
      "  missing\n  api cudaStreamSynchronize(%s) !m:2:1\n";
  EXPECT_EQ(in(Waits), "synchronization 2\n");
  EXPECT_EQ(found(Begin + Waits + "  ret\n"), "(synchronization 2)\n");
  EXPECT_EQ(found(Begin + Waits + "  api cudaStreamBeginCapture(%s, 0)\n" +
                  End + "  ret\n"),
            "(unsupported-operation 0)\n(synchronization 2)\n");
}

TEST(Missing, BeforeTheBegin) {
  auto Before = [](llvm::StringRef Call) {
    return found(
        ("  missing\n" + llvm::StringRef(Begin) + Call + End + "  ret\n")
            .str());
  };
  EXPECT_EQ(Before("  api cudaStreamSynchronize(%s) !m:2:1\n"),
            "synchronization 2\n");
  // A guard may be missing.
  EXPECT_EQ(Before("  api cudaMalloc(%p, 4) !m:2:1\n"), "(unsafe-call 2)\n");
}

TEST(Missing, TheEndOfTheCapture) {
  EXPECT_EQ(in("  br %n, b1, b2\nb1:\n  ret !m:5:1\nb2:\n"), "unbalanced 1\n");
  EXPECT_EQ(in("  br %n, b1, b2\nb1:\n  missing\n  ret !m:5:1\nb2:\n"),
            "(unbalanced 1)\n");
  EXPECT_EQ(in("  missing\n  api cudaStreamBeginCapture(%s, 0) !m:3:1\n"),
            "(unsupported-operation 3)\n");
}

TEST(Missing, WhatWasPendingAwaitsTheEnd) {
  const std::string Seen =
      "  opaque \"log\"()\n  api cudaMalloc(%p, 4) !m:2:1\n  missing\n";
  EXPECT_EQ(in(Seen), "unsafe-call 2\n");
  EXPECT_EQ(found(Begin + Seen + "  ret\n"), "(unsafe-call 2)\n");
}

TEST(Missing, AnotherUseOfAHandle) {
  EXPECT_EQ(found("  api cudaEventDestroy(%e) !m:1:1\n"
                  "  api cudaEventRecord(%e, %s) !m:2:1\n  ret\n"),
            "use-after-destroy 2\n");
  // The statement may create the handle anew.
  EXPECT_EQ(found("  api cudaEventDestroy(%e) !m:1:1\n  missing\n"
                  "  api cudaEventRecord(%e, %s) !m:2:1\n  ret\n"),
            "");
  EXPECT_EQ(found("  missing\n  api cudaEventDestroy(%e) !m:1:1\n"
                  "  api cudaEventRecord(%e, %s) !m:2:1\n  ret\n"),
            "(use-after-destroy 2)\n");
}

TEST(Missing, InWhatIsCalled) {
  const std::string Run = "func @f(%s: stream, %p, %g) {\nb0:\n";
  const std::string Helper = "func @h() {\nb0:\n  missing\n  ret\n}\n";
  auto Exact = [&](const std::string &Body) {
    const auto M = textModule(Run + Begin + Body + End + "  ret\n}\n" + Helper);
    return listed(findingsIn(*M));
  };
  EXPECT_EQ(Exact("  call @h()\n  api cudaMalloc(%p, 4) !m:2:1\n"), "");
  // What was run before is remembered with what it misses.
  EXPECT_EQ(Exact("  api cudaMalloc(%p, 4) !m:2:1\n  call @h()\n  call @h()\n"),
            "unsafe-call 2\n");
}

TEST(Missing, OnAnotherPath) {
  // A round of a loop may create what no path is seen to create.
  auto Loop = [](const char *InIt) {
    return found(("  goto b1\nb1:\n  br (%n > 0), b2, b3\nb2:\n" +
                  llvm::Twine(InIt) +
                  "  %n = (%n - 1)\n  goto b1\nb3:\n"
                  "  api cudaEventRecord(%new, %s) !m:2:1\n  ret\n")
                     .str());
  };
  EXPECT_EQ(Loop(""), "invalid-handle 2\n");
  EXPECT_EQ(Loop("  missing\n"), "(invalid-handle 2)\n");
}

TEST(Missing, NumbersMayHaveBeenReplaced) {
  EXPECT_EQ(in("  %t = 0\n  api launch(%t) !m:2:1\n"), "legacy-stream 2\n");
  EXPECT_EQ(found(("  %t = 0\n  missing\n" + llvm::StringRef(Begin) +
                   "  api launch(%t) !m:2:1\n" + End + "  ret\n")
                      .str()),
            "");
}

} // namespace
