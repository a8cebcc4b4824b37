//===- ThreadsTest.cpp - Captures and other threads -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InRegion.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

/// A region in which a thread runs @g, with what the region does meanwhile.
std::string withThread(llvm::StringRef Region, llvm::StringRef Thread,
                       int Mode = 0) {
  return findings(
      inRegion(Region, Mode) +
      ("func @g(%s: stream, %t: stream) {\nb0:\n" + Thread + "\n  ret\n}\n")
          .str());
}
const char *const Joined = "%h = call spawns @g(%s, %t) !m:10:1\njoin %h\n";
const char *const Unjoined = "%h = call spawns @g(%s, %t) !m:10:1\n";

TEST(Threads, AGlobalCaptureConcernsOtherThreadsUntilTheyAreJoined) {
  const char *Malloc = "api cudaMalloc(&%p, 4) !m:20:1";
  EXPECT_EQ(withThread(Joined, Malloc), "unsafe-call 10\n");
  EXPECT_EQ(withThread(Joined, Malloc, 1), "");
  EXPECT_EQ(withThread(Joined, Malloc, 2), "");
  // Whether it waits until the capture is over is not known.
  const std::string Waits = std::string("opaque \"wait\"()\n") + Malloc;
  EXPECT_EQ(withThread(Joined, Waits), "unsafe-call 10\n");
  EXPECT_EQ(withThread(Unjoined, Waits), "");
  // Joined behind the end.
  auto JoinedLater = [](llvm::StringRef Before) {
    return findings(("func @f(%s: stream) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0)\n"
                     "  %h = call spawns @g()\n"
                     "  api cudaStreamEndCapture(%s, &%q)\n  join %h\n"
                     "  ret\n}\nfunc @g() {\nb0:\n" +
                     Before + "\n  api cudaMalloc(&%p, 4)\n  ret\n}\n")
                        .str());
  };
  EXPECT_EQ(JoinedLater("opaque \"wait\"()"), "");
  EXPECT_EQ(JoinedLater(""), "unsafe-call 0\n");
}

TEST(Threads, ThreadsThatNothingKeepsApartMeet) {
  const char *Malloc = "api cudaMalloc(&%p, 4) !m:20:1";
  EXPECT_EQ(withThread(Unjoined, Malloc), "unsafe-call 10\n");
  EXPECT_EQ(withThread(Unjoined, Malloc, 1), "");
  EXPECT_EQ(withThread(Unjoined,
                       std::string("api cudaGetDeviceCount(&%n)\n") + Malloc),
            "unsafe-call 10\n");
  EXPECT_EQ(withThread(Unjoined,
                       std::string("opaque system \"printf\"()\n") + Malloc),
            "unsafe-call 10\n");
  EXPECT_EQ(withThread(Unjoined,
                       std::string("opaque system \"sem_wait\"()\n") + Malloc),
            "");
  // What it runs in a loop, until it is told to stop; and what it runs when it
  // is told to start.
  EXPECT_EQ(withThread(Unjoined, "  goto b1\nb1:\n  br @stop, b3, b2\nb2:\n"
                                 "  api cudaFree(%p)\n  goto b1\nb3:"),
            "unsafe-call 10\n");
  EXPECT_EQ(withThread(Unjoined, "  goto b1\nb1:\n  br @go, b3, b2\nb2:\n"
                                 "  goto b1\nb3:\n  api cudaFree(%p)"),
            "");
  EXPECT_EQ(withThread(Unjoined, "  br @go, b1, b2\nb1:\n"
                                 "  api cudaFree(%p)\n  goto b2\nb2:"),
            "");
  // Started before the capture begins.
  auto Before = [](llvm::StringRef Between) {
    return findings(("func @f(%s: stream) {\nb0:\n"
                     "  %h = call spawns @g() !m:5:1\n" +
                     Between +
                     "  api cudaStreamBeginCapture(%s, 0)\n"
                     "  api cudaStreamEndCapture(%s, &%q)\n  join %h\n"
                     "  ret\n}\n"
                     "func @g() {\nb0:\n  api cudaMalloc(&%p, 4)\n  ret\n}\n"
                     "func @h() {\nb0:\n  opaque \"wait\"()\n  ret\n}\n"
                     "func @i() {\nb0:\n  api cudaEventCreate(&%e)\n  ret\n}\n")
                        .str());
  };
  EXPECT_EQ(Before(""), "unsafe-call 5\n");
  EXPECT_EQ(Before("  call @i()\n"), "unsafe-call 5\n");
  EXPECT_EQ(Before("  call @h()\n"), "");
  EXPECT_EQ(Before("  join %h\n"), "");
}

TEST(Threads, AThreadHasAModeOfItsOwn) {
  const char *Relax = "%m = 2\napi cudaThreadExchangeStreamCaptureMode(&%m)\n";
  std::string Malloc = "api cudaMalloc(&%p, 4) !m:20:1\n";
  EXPECT_EQ(withThread(Joined, Relax + Malloc), "");
  EXPECT_EQ(withThread(Relax + std::string(Joined), Malloc),
            "unsafe-call 10\n");
  EXPECT_EQ(
      withThread(Joined + std::string("api cudaFree(%p) !m:30:1\n"), Relax),
      "unsafe-call 30\n");
}

TEST(Threads, AThreadEndsOnlyARelaxedCapture) {
  const char *End = "api cudaStreamEndCapture(%s, &%q) !m:20:1";
  for (int Mode : {0, 1}) {
    EXPECT_EQ(withThread(Joined, End, Mode), "unbalanced 10\n");
    EXPECT_EQ(withThread(Unjoined, End, Mode), "unbalanced 10\n");
  }
  auto Relaxed = [](llvm::StringRef After) {
    return findings(("func @f(%s: stream) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 2)\n"
                     "  %h = call spawns @g(%s)\n  join %h\n" +
                     After +
                     "  ret\n}\nfunc @g(%s: stream) {\nb0:\n"
                     "  api cudaStreamEndCapture(%s, &%q)\n  ret\n}\n")
                        .str());
  };
  EXPECT_EQ(Relaxed(""), "");
  EXPECT_EQ(Relaxed("  api cudaStreamEndCapture(%s, &%q) !m:9:1\n"),
            "unbalanced 9\n");
}

TEST(Threads, WhatAThreadMayYetDoIsNotCertain) {
  auto Destroys = [](llvm::StringRef Join) {
    return findings(("func @f(%e: event, %s: stream) {\nb0:\n"
                     "  %h = call spawns @g(%e)\n" +
                     Join +
                     "  api cudaEventRecord(%e, %s) !m:9:1\n  ret\n}\n"
                     "func @g(%e: event) {\nb0:\n"
                     "  api cudaEventDestroy(%e)\n  ret\n}\n")
                        .str());
  };
  EXPECT_EQ(Destroys(""), "");
  // Its captures are followed; what else it does is not.
  EXPECT_EQ(Destroys("  join %h\n"), "");
  auto Begins = [](llvm::StringRef Join) {
    return findings(("func @f(%s: stream) {\nb0:\n"
                     "  %h = call spawns @g(%s)\n" +
                     Join +
                     "  api cudaStreamEndCapture(%s, &%q) !m:9:1\n  ret\n}\n"
                     "func @g(%s: stream) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0)\n  ret\n}\n")
                        .str());
  };
  EXPECT_EQ(Begins(""), "");
  EXPECT_EQ(Begins("  join %h\n"), "unbalanced 9\n");
}

TEST(Threads, SeveralThreadsAreJoinedTogether) {
  EXPECT_EQ(withThread("%h = call spawns @g(%s, %t) !m:10:1\n"
                       "%i = call spawns @g(%s, %t) !m:11:1\n"
                       "%v = ((%v | %h) | %i)\njoin %v\n",
                       "opaque \"wait\"()\n  api cudaFree(%p)"),
            "unsafe-call 10\nunsafe-call 11\n");
  EXPECT_EQ(withThread("%h = call spawns @g(%s, %t) !m:10:1\n"
                       "%i = call spawns @g(%s, %t) !m:11:1\njoin %i\n",
                       "opaque \"wait\"()\n  api cudaFree(%p)"),
            "unsafe-call 11\n");
}

TEST(Threads, AThreadThatNeverEndsStopsNobody) {
  EXPECT_EQ(withThread(Unjoined + std::string("api cudaFree(%p) !m:11:1\n"),
                       "opaque \"work\"()\n  goto b0\nb1:\n"),
            "unsafe-call 11\n");
}

} // namespace
