//===- EventsTest.cpp - Events of captures that have ended ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TextModule.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

/// Findings in a function with two streams and two events: "rule line" in
/// order.
std::string findings(llvm::StringRef Body) {
  return listed(findingsIn(
      *textModule("func @f(%s: stream, %t: stream, %e: event, %d: event, "
                  "%n: int) {\nb0:\n" +
                  Body + "  ret\n}\n")));
}

/// A capture of %s in which \p Body stands.
std::string capture(llvm::StringRef Body) {
  return ("  api cudaStreamBeginCapture(%s, 2)\n" + Body +
          "  api cudaStreamEndCapture(%s, &%g)\n")
      .str();
}

constexpr char Record[] = "  api cudaEventRecord(%e, %s) !m:5:1\n",
               Wait[] = "  api cudaEventSynchronize(%e) !m:10:1\n",
               Work[] = "  api launch(%s)\n";

TEST(Events, OfACaptureThatHasEnded) {
  EXPECT_EQ(findings(capture(Record) + Wait), "invalid-handle 10\n");
  EXPECT_EQ(findings(capture(Record) + Record + Wait), "");
  EXPECT_EQ(findings(capture("") + Record + Wait), "");
}

TEST(Events, StayCapturedWhenTheStreamCapturesAgain) {
  EXPECT_EQ(findings(capture(Record) + capture(Work) + Wait),
            "invalid-handle 10\n");
  EXPECT_EQ(findings(capture(Record) + capture(Work) + capture(Work) + Wait),
            "invalid-handle 10\n");
  EXPECT_EQ(findings(capture(Record) + capture(Wait)), "invalid-handle 10\n");
  // Which of two it was recorded in last tells what the call is reported for.
  EXPECT_EQ(findings(capture(Record) + capture(std::string(Record) + Wait)),
            "synchronization 10\n");
  EXPECT_EQ(findings(capture(Record) + Record + capture(Work) + Wait), "");
  EXPECT_EQ(findings(capture(Record) + capture(Work) + Record + Wait), "");
}

TEST(Events, OfAnEarlierRound) {
  auto Loop = [](llvm::StringRef Round, llvm::StringRef Behind = "") {
    return findings(("  goto b1\nb1:\n  br ?, b2, b3\nb2:\n" + Round +
                     "  goto b1\nb3:\n" + Behind)
                        .str());
  };
  const std::string Waits = Wait, Records = Record;
  // The first round waits for what somebody else may have recorded.
  EXPECT_EQ(Loop(capture(Waits + Records)), "invalid-handle 10\n");
  EXPECT_EQ(Loop(capture(Records + Waits)), "synchronization 10\n");
  EXPECT_EQ(Loop(capture(Records) + Records + Waits), "");
  EXPECT_EQ(Loop(Waits + capture("") + Records), "");
  EXPECT_EQ(Loop(capture(Records), Wait), "invalid-handle 10\n");
  EXPECT_EQ(findings(capture(Record) + "  goto b1\nb1:\n  br ?, b2, b3\nb2:\n" +
                     capture(Work) + "  goto b1\nb3:\n" + Wait),
            "invalid-handle 10\n");
}

TEST(Events, OfAnEarlierRoundTakeNoStreamAlong) {
  // What becomes of the wait is not documented: neither is %t in the capture
  // for certain, nor outside.
  const std::string Round =
      capture("  api cudaStreamWaitEvent(%t, %e, 0)\n  api launch(%t)\n"
              "  api cudaStreamSynchronize(%t) !m:10:1\n"
              "  api cudaEventRecord(%d, %t)\n"
              "  api cudaStreamWaitEvent(%s, %d, 0) !m:11:1\n" +
              std::string(Record));
  EXPECT_EQ(findings("  goto b1\nb1:\n  br ?, b2, b3\nb2:\n" + Round +
                     "  goto b1\nb3:\n"),
            "");
  EXPECT_EQ(findings(capture(Record) + Round), "");
}

TEST(Events, AreUnknownWhereTheCaptureFailed) {
  auto Checked = [](llvm::StringRef Begin, llvm::StringRef End,
                    llvm::StringRef Which) {
    return findings(
        ("  " + Begin + "api cudaStreamBeginCapture(%s, 2)\n" + Record + "  " +
         End + "api cudaStreamEndCapture(%s, &%g)\n" + capture(Work) + "  br " +
         Which + ", b1, b2\nb1:\n" + Wait + "  ret\nb2:\n")
            .str());
  };
  EXPECT_EQ(Checked("%r = ", "", "%r"), "");
  EXPECT_EQ(Checked("", "%r = ", "%r"), "");
  EXPECT_EQ(Checked("%r = ", "", "%n"), "invalid-handle 10\n");
}

} // namespace
