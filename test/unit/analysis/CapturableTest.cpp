//===- CapturableTest.cpp - Functions whose caller captures ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TextModule.h"
#include "ir/Parser.h"
#include "ir/Printer.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

std::string findings(llvm::StringRef Functions) {
  const auto M = textModule(Functions);
  std::string Result;
  for (const Finding &F : findingsIn(*M))
    Result += ruleName(F.R).str() + " " + lineOf(F) +
              (F.contract() ? "" : " own") + "\n";
  return Result;
}

/// A function that is given %s and %t; lines 10 onwards.
std::string capturable(llvm::StringRef Body, llvm::StringRef Mode = "global",
                       llvm::StringRef Streams = "(%s)") {
  return ("func @f(%s: stream, %t: stream, %e: event, %this) capturable " +
          Mode + " " + Streams + " !m:1:1 {\nb0:\n" + Body + "}\n")
      .str();
}

TEST(Capturable, RoundTrips) {
  const char *Text =
      "module \"m\"\n\n"
      "func @f(%s: stream, %p) \"g\" !m:1:1 capturable thread-local (%s, "
      "%p->s) \"is declared capturable here\" !m:1:2 {\nb0:\n  ret\n}\n";
  llvm::Expected<std::unique_ptr<ir::Module>> M = ir::parse(Text, "test");
  ASSERT_TRUE(bool(M)) << llvm::toString(M.takeError());
  std::string Printed;
  llvm::raw_string_ostream OS(Printed);
  ir::print(OS, **M);
  EXPECT_EQ(OS.str(), Text);
}

TEST(Capturable, WithoutAListTheStreamsAreTheParameters) {
  const auto M = textModule(
      "func @f(%s: stream, %n: int) capturable global {\nb0:\n  ret\n}\n");
  const ir::Function &F = *M->find("f");
  ASSERT_TRUE(F.Captured);
  ASSERT_EQ(F.Captured->Entry.Args.size(), 1u);
  EXPECT_EQ(F.Captured->Entry.Args[0].Where, ir::Place::local(0));
}

TEST(Capturable, TheStatusThatIsHandedOverIsActive) {
  const char *Asks =
      "  br (%this->status == 1), b1, b2\nb1:\n"
      "  api cudaMemsetAsync(%this, 0, 8, %s) !m:11:1\n  ret\nb2:\n"
      "  api cudaDeviceSynchronize() !m:12:1\n  ret\n";
  EXPECT_NE(findings(capturable(Asks)), "");
  EXPECT_EQ(findings(capturable(Asks, "global", "(%s) told (%this->status)")),
            "");
  EXPECT_NE(findings(capturable(Asks, "global", "(%s) told (%this->other)")),
            "");
}

TEST(Capturable, BadModeAndPlace) {
  llvm::Expected<std::unique_ptr<ir::Module>> M =
      ir::parse("module \"m\" func @f() capturable strict { b0: ret }", "test");
  EXPECT_EQ(llvm::toString(M.takeError()), "test:1:33: expected 'global'");
}

TEST(Capturable, RulesHoldAsInARegion) {
  EXPECT_EQ(findings(capturable("api cudaMalloc(&%p, 4) !m:10:1\nret\n")),
            "unsafe-call 10\n");
  EXPECT_EQ(findings(capturable("api cudaStreamSynchronize(%s) !m:10:1\n"
                                "ret\n",
                                "relaxed")),
            "synchronization 10\n");
  EXPECT_EQ(findings(capturable("api cudaMemsetAsync(?, 0, 4, 0) !m:10:1\n"
                                "ret\n")),
            "legacy-stream 10\n");
  EXPECT_EQ(
      findings(capturable("api cudaStreamBeginCapture(%s, 0) !m:10:1\nret\n")),
      "unsupported-operation 10\n");
}

TEST(Capturable, TheModeDecides) {
  const char *Malloc = "api cudaMalloc(&%p, 4) !m:10:1\nret\n";
  EXPECT_EQ(findings(capturable(Malloc, "thread-local")), "unsafe-call 10\n");
  EXPECT_EQ(findings(capturable(Malloc, "relaxed")), "");
}

TEST(Capturable, WithoutAPromiseNothingIsSaid) {
  EXPECT_EQ(findings("func @f(%s: stream) {\nb0:\n"
                     "api cudaMalloc(&%p, 4) !m:10:1\nret\n}\n"),
            "");
}

TEST(Capturable, GuardsInsideCount) {
  // Asked the runtime.
  EXPECT_EQ(findings("func @f(%s: stream) capturable global {\nb0:\n"
                     "  api cudaStreamIsCapturing(%s, &%st) !m:9:1\n"
                     "  br (%st == 0), b1, b2\n"
                     "b1:\n  api cudaMalloc(&%p, 4) !m:10:1\n  goto b2\n"
                     "b2:\n  ret\n}\n"),
            "");
  // The opposite of a guard.
  EXPECT_EQ(findings("func @f(%s: stream) capturable global {\nb0:\n"
                     "  api cudaStreamIsCapturing(%s, &%st) !m:9:1\n"
                     "  br (%st == 0), b2, b1\n"
                     "b1:\n  api cudaMalloc(&%p, 4) !m:10:1\n  goto b2\n"
                     "b2:\n  ret\n}\n"),
            "unsafe-call 10\n");
  // Asked what cannot be seen, and returns early.
  EXPECT_EQ(findings("func @f(%s: stream) capturable global {\nb0:\n"
                     "  %c = opaque \"capturing\"() !m:9:1\n"
                     "  br %c, b2, b1\n"
                     "b1:\n  api cudaMalloc(&%p, 4) !m:10:1\n  ret\n"
                     "b2:\n  ret\n}\n"),
            "");
  // The thread's mode.
  EXPECT_EQ(findings("func @f(%s: stream) capturable global {\nb0:\n"
                     "  %m = 2\n"
                     "  api cudaThreadExchangeStreamCaptureMode(&%m)\n"
                     "  api cudaMalloc(&%p, 4) !m:10:1\n"
                     "  api cudaThreadExchangeStreamCaptureMode(&%m)\n"
                     "  api cudaMalloc(&%p, 4) !m:11:1\n  ret\n}\n"),
            "unsafe-call 11\n");
}

TEST(Capturable, ASettingMayKeepTheCallerFromCapturing) {
  const char *Setting = "func @f(%s: stream) capturable global {\nb0:\n"
                        "  br @debug, b1, b2\n"
                        "b1:\n  api cudaStreamSynchronize(%s) !m:10:1\n"
                        "  goto b2\nb2:\n  ret\n}\n";
  EXPECT_EQ(findings(Setting), "");
  // What is made on first use is made in the capture, too.
  EXPECT_EQ(findings("func @f(%s: stream) capturable global {\nb0:\n"
                     "  br (@scratch == 0), b1, b2\n"
                     "b1:\n  api cudaMalloc(&@scratch, 4) !m:10:1\n"
                     "  goto b2\nb2:\n  ret\n}\n"),
            "unsafe-call 10\n");
}

TEST(Capturable, CallsThatCannotBeSeenDoNotEndTheCallersCapture) {
  EXPECT_EQ(findings(capturable("opaque \"log\"() !m:9:1\n"
                                "api cudaMalloc(&%p, 4) !m:10:1\nret\n")),
            "unsafe-call 10\n");
}

TEST(Capturable, AFailedCallEndsTheBelief) {
  EXPECT_EQ(findings("func @f(%s: stream) capturable global {\nb0:\n"
                     "  %r = api cudaMemsetAsync(?, 0, 4, %s) !m:9:1\n"
                     "  br (%r != 0), b1, b2\n"
                     "b1:\n  api cudaDeviceSynchronize() !m:10:1\n  goto b2\n"
                     "b2:\n  ret\n}\n"),
            "");
}

TEST(Capturable, ReceivedStreamsAreNotNull) {
  EXPECT_EQ(findings("func @f(%s: stream) capturable global {\nb0:\n"
                     "  br (%s == 0), b1, b2\n"
                     "b1:\n  api cudaMemsetAsync(?, 0, 4, %s) !m:10:1\n"
                     "  goto b2\nb2:\n  ret\n}\n"),
            "");
}

TEST(Capturable, ForksAreJoinedAtTheExits) {
  const char *Fork = "api cudaEventRecord(%e, %s) !m:9:1\n"
                     "api cudaStreamWaitEvent(%t, %e, 0) !m:10:1\n"
                     "api cudaMemsetAsync(?, 0, 4, %t) !m:11:1\n";
  const char *Join = "api cudaEventRecord(@j, %t) !m:12:1\n"
                     "api cudaStreamWaitEvent(%s, @j, 0) !m:13:1\n";
  EXPECT_EQ(findings(capturable(std::string(Fork) + "ret\n")),
            "unjoined-stream 10\n");
  EXPECT_EQ(findings(capturable(std::string(Fork) + Join + "ret\n")), "");
  // Both are captured.
  EXPECT_EQ(
      findings(capturable(std::string(Fork) + "ret\n", "global", "(%s, %t)")),
      "");
  // Joined on one path only.
  EXPECT_EQ(findings("func @f(%s: stream, %t: stream, %e: event, %n: int) "
                     "capturable global (%s) {\nb0:\n" +
                     std::string(Fork) + "  br (%n > 3), b1, b2\nb1:\n" + Join +
                     "  ret\nb2:\n  ret\n}\n"),
            "unjoined-stream 10\n");
}

TEST(Capturable, AForkMayBeHandedBack) {
  // The caller gave the event that tells the fork's end.
  EXPECT_EQ(findings("func @f(%s: stream, %e: event, %done: event) capturable "
                     "global (%s) {\nb0:\n"
                     "  api cudaEventRecord(%e, %s) !m:9:1\n"
                     "  api cudaStreamWaitEvent(@side, %e, 0) !m:10:1\n"
                     "  api cudaMemsetAsync(?, 0, 4, @side) !m:11:1\n"
                     "  api cudaEventRecord(%done, @side) !m:12:1\n"
                     "  ret\n}\n"),
            "");
  // Another function of the program joins it.
  const std::string Half = "func @f(%s: stream, %e: event) capturable global "
                           "(%s) {\nb0:\n"
                           "  api cudaEventRecord(%e, %s) !m:9:1\n"
                           "  api cudaStreamWaitEvent(@side, %e, 0) !m:10:1\n"
                           "  api cudaMemsetAsync(?, 0, 4, @side) !m:11:1\n"
                           "  api cudaEventRecord(@done, @side) !m:12:1\n"
                           "  ret\n}\n";
  EXPECT_EQ(findings(Half), "unjoined-stream 10\n");
  EXPECT_EQ(findings(Half + "func @join(%s: stream) {\nb0:\n"
                            "  api cudaStreamWaitEvent(%s, @done, 0)\n"
                            "  ret\n}\n"),
            "");
}

TEST(Capturable, WorkOnAStreamThatIsKeptElsewhereEscapes) {
  const std::string Escapes =
      capturable("api cudaMemsetAsync(?, 0, 4, @side) !m:10:1\nret\n");
  EXPECT_EQ(findings(Escapes), "escaped-work 10\n");
  EXPECT_EQ(
      findings(capturable("api cudaStreamCreate(&%x)\n"
                          "api cudaMemsetAsync(?, 0, 4, %x) !m:10:1\nret\n",
                          "relaxed")),
      "escaped-work 10\n");
  // Another function may fork to it.
  EXPECT_EQ(findings(Escapes + "func @fork(%e: event) {\nb0:\n"
                               "  api cudaStreamWaitEvent(@side, %e, 0)\n"
                               "  ret\n}\n"),
            "");
  // A function that receives none obtains it: perhaps from there.
  EXPECT_EQ(findings("func @f() capturable global {\nb0:\n"
                     "  api cudaMemsetAsync(?, 0, 4, @side) !m:10:1\n"
                     "  ret\n}\n"),
            "");
}

TEST(Capturable, TheCallersCaptureIsTheCallersToEnd) {
  EXPECT_EQ(
      findings(capturable("api cudaStreamEndCapture(%s, &%g) !m:10:1\nret\n")),
      "unbalanced 10\n");
  // Not even under a condition does it lack an end.
  EXPECT_EQ(findings(capturable("api cudaMemsetAsync(?, 0, 4, %s)\nret\n")),
            "");
  EXPECT_EQ(findings(capturable("throw !m:10:1\n")), "");
}

TEST(Capturable, HelpersAreFollowed) {
  EXPECT_EQ(findings(capturable("call @grow() !m:10:1\nret\n") +
                     "func @grow() {\nb0:\n  api cudaMalloc(&@p, 4) !m:20:1\n"
                     "  ret\n}\n"),
            "unsafe-call 10\n");
}

TEST(Capturable, CallersOfADeclaredFunctionAreToldTheirs) {
  const char *Inner = "func @g(%s: stream) capturable global !m:3:1 {\nb0:\n"
                      "  api cudaMalloc(&@p, 4) !m:20:1\n  ret\n}\n";
  EXPECT_EQ(findings(capturable("call @g(%s) !m:10:1\nret\n") + Inner),
            "unsafe-call 10\nunsafe-call 20\n");
  // A mode of its own.
  EXPECT_EQ(
      findings(capturable("call @g(%s) !m:10:1\nret\n", "relaxed") + Inner),
      "unsafe-call 20\n");
  // Each call is a place.
  EXPECT_EQ(findings(capturable("call @g(%s) !m:10:1\n"
                                "call @g(%s) !m:11:1\nret\n") +
                     Inner),
            "unsafe-call 10\nunsafe-call 11\nunsafe-call 20\n");
}

TEST(Capturable, AForkIsToldToAllWhoLeaveIt) {
  EXPECT_EQ(
      findings(capturable("call @g(%s, %t, %e) !m:10:1\nret !m:12:1\n") +
               "func @g(%s: stream, %t: stream, %e: event) capturable global "
               "(%s) !m:3:1 {\nb0:\n"
               "  api cudaEventRecord(%e, %s) !m:20:1\n"
               "  api cudaStreamWaitEvent(%t, %e, 0) !m:21:1\n"
               "  api launch(%t) !m:22:1\n  ret !m:23:1\n}\n"),
      "unjoined-stream 10\nunjoined-stream 21\n");
}

TEST(Capturable, ACallOfWhatIsDeclaredNotToBe) {
  const char *Call = "api \"not-capturable\"(fn @sort) !m:10:1\n"
                     "opaque \"sort\"() !m:10:1\nret\n";
  EXPECT_EQ(findings(capturable(Call, "relaxed")), "unsafe-call 10\n");
  EXPECT_EQ(
      findings("func @f(%s: stream) {\nb0:\n" + std::string(Call) + "}\n"), "");
}

} // namespace
