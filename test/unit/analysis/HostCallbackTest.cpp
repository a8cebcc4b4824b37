//===- HostCallbackTest.cpp - Functions that the driver runs --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TextModule.h"
#include "report/Message.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

/// Findings of a module, a line each: line and message of the warning, and
/// behind " <- " the first note.
std::string findings(llvm::StringRef Functions, Options Opts = Options()) {
  const auto M = textModule(Functions);
  std::string Result;
  for (const Finding &F : findingsIn(*M, Opts)) {
    if (F.R != Rule::HostCallback) {
      Result += ruleName(F.R).str() + "\n";
      continue;
    }
    report::Message Text = report::render(F, knowledge());
    llvm::StringRef Short = Text.Text;
    Result += std::to_string(Text.At.Line) + " " +
              Short.split(" in a ").first.str() + " <- " +
              Text.Notes.front().Text + "\n";
  }
  return Result;
}

/// Such a module: @f hands @cb to the driver, which does this.
std::string inHostFunction(llvm::StringRef Body) {
  return findings(("func @f(%s: stream, %d) {\nb0:\n"
                   "  api cudaLaunchHostFunc(%s, fn @cb, %d) !m:1:1\n  ret\n}\n"
                   "func @cb(%p) {\nb0:\n" +
                   Body + "  ret\n}\n")
                      .str());
}

TEST(HostCallback, ACallIsReportedWhereItIs) {
  EXPECT_EQ(inHostFunction("  api cudaFree(%p) !m:9:1\n"),
            "9 call to 'cudaFree' <- 'cb' is handed to 'cudaLaunchHostFunc' "
            "here\n");
  EXPECT_EQ(inHostFunction("  api launch(%p) !m:9:1\n"),
            "9 kernel launch <- 'cb' is handed to 'cudaLaunchHostFunc' here\n");
}

TEST(HostCallback, WhatTheRowPermitsIsSilent) {
  EXPECT_EQ(inHostFunction("  api cudaGetErrorString(%p) !m:9:1\n"), "");
  EXPECT_EQ(inHostFunction("  api cudaGetLastError() !m:9:1\n"), "");
  EXPECT_EQ(inHostFunction("  api cudaGetDevice(%p) !m:9:1\n"), "");
  EXPECT_EQ(inHostFunction("  opaque system \"puts\"(%p) !m:9:1\n"), "");
}

TEST(HostCallback, TheFunctionMustBeKnown) {
  const char *Body = "func @cb(%p) {\nb0:\n  api cudaFree(%p) !m:9:1\n"
                     "  ret\n}\n";
  auto With = [&](llvm::StringRef Code) {
    return findings(("func @f(%s: stream, %g, %n: int) {\nb0:\n" + Code +
                     "  ret\n}\n" + Body)
                        .str());
  };
  EXPECT_EQ(With("  api cudaLaunchHostFunc(%s, %g, 0)\n"), "");
  EXPECT_EQ(With("  api cudaLaunchHostFunc(%s, 0, fn @cb)\n"), "");
  EXPECT_EQ(With("  %t[0] = fn @cb\n"
                 "  api cudaLaunchHostFunc(%s, %t[%n], 0)\n"),
            "");
  EXPECT_EQ(With("  %h = fn @cb\n  havoc %h\n"
                 "  api cudaLaunchHostFunc(%s, %h, 0)\n"),
            "");
  EXPECT_NE(With("  %h = fn @cb\n  api cudaLaunchHostFunc(%s, %h, 0)\n"), "");
}

TEST(HostCallback, FieldsHoldTheFunction) {
  auto Node = [](llvm::StringRef Code) {
    return findings(("func @f(%g: graph) {\nb0:\n" + Code +
                     "  api cudaGraphAddHostNode(&%n, %g, 0, 0, &%q) !m:1:1\n"
                     "  ret\n}\nfunc @cb(%p) {\nb0:\n"
                     "  br %p->free, b1, b2\n"
                     "b1:\n  api cudaFree(%p) !m:9:1\n  goto b2\n"
                     "b2:\n  ret\n}\n")
                        .str());
  };
  const char *Found =
      "9 call to 'cudaFree' <- 'cb' is handed to 'cudaGraphAddHostNode' here\n";
  EXPECT_EQ(Node("  %q.fn = fn @cb\n"), Found);
  EXPECT_EQ(Node("  %q.fn = fn @cb\n  %q.fn = 0\n"), "");
  EXPECT_EQ(Node("  %q.other = fn @cb\n"), "");
  EXPECT_EQ(Node("  %d.free = 1\n  %q.userData = &%d\n  %q.fn = fn @cb\n"),
            Found);
  EXPECT_EQ(Node("  %d.free = 0\n  %q.userData = &%d\n  %q.fn = fn @cb\n"), "");
}

TEST(HostCallback, ConditionsInTheFunctionCount) {
  auto Under = [](llvm::StringRef Condition) {
    return inHostFunction(("  %c = " + Condition +
                           "\n  br %c, b1, b2\nb1:\n"
                           "  api cudaFree(%p) !m:9:1\n  goto b2\nb2:\n")
                              .str()) != "";
  };
  EXPECT_TRUE(Under("%p->owns"));
  EXPECT_FALSE(Under("opaque \"onDriverThread\"()"));
  EXPECT_FALSE(Under("@setting"));
  EXPECT_FALSE(Under("0"));
}

TEST(HostCallback, ConditionsOfTheCallerDoNot) {
  EXPECT_NE(findings("func @f(%s: stream) {\nb0:\n  %c = opaque \"async\"()\n"
                     "  br %c, b1, b2\nb1:\n"
                     "  api cudaLaunchHostFunc(%s, fn @cb, 0)\n  goto b2\n"
                     "b2:\n  ret\n}\n"
                     "func @cb(%p) {\nb0:\n  api cudaFree(%p) !m:9:1\n"
                     "  ret\n}\n"),
            "");
}

TEST(HostCallback, ACapturedFunctionIsNotRunInTheCapture) {
  EXPECT_EQ(findings("func @f(%s: stream) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0)\n"
                     "  api cudaLaunchHostFunc(%s, fn @cb, %s) !m:2:1\n"
                     "  api cudaStreamEndCapture(%s, &%g)\n  ret\n}\n"
                     "func @cb(%p) {\nb0:\n"
                     "  api cudaStreamSynchronize(%p) !m:9:1\n  ret\n}\n"),
            "9 call to 'cudaStreamSynchronize' <- 'cb' is handed to "
            "'cudaLaunchHostFunc' here\n");
}

TEST(HostCallback, OneThatEnqueuesItselfEnds) {
  EXPECT_EQ(inHostFunction("  api cudaLaunchHostFunc(%p, fn @cb, 0) !m:9:1\n"),
            // As a root, it hands itself over.
            "9 call to 'cudaLaunchHostFunc' <- 'cb' is handed to "
            "'cudaLaunchHostFunc' here\n");
}

TEST(HostCallback, TheWayToTheDriverIsTold) {
  EXPECT_EQ(findings("func @f(%s: stream) {\nb0:\n"
                     "  call @enqueue(%s, fn @cb) !m:3:1\n  ret\n}\n"
                     "func @enqueue(%s: stream, %h) {\nb0:\n"
                     "  api cudaLaunchHostFunc(%s, %h, 0) !m:4:1\n  ret\n}\n"
                     "func @cb(%p) {\nb0:\n  call @free(%p) !m:9:1\n  ret\n}\n"
                     "func @free(%p) {\nb0:\n  api cudaFree(%p) !m:8:1\n"
                     "  ret\n}\n"),
            "9 call to 'free' reaches 'cudaFree' <- 'cb' is handed to "
            "'cudaLaunchHostFunc' by 'enqueue', which is called here\n");
}

} // namespace
