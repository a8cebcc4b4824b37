//===- EarlierCapturesTest.cpp - Ends of captures begun before ------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InRegion.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

/// Returns the findings in a function that ends a capture of its parameter %s,
/// keeps the graph in *%g, and does \p Before first.
std::string beforeEnd(const std::string &Before) {
  return findings("func @f(%s: stream, %g, %c) {\nb0:\n" + Before +
                  "\n  api cudaStreamEndCapture(%s, %g)\n  ret\n}\n");
}

TEST(EarlierCaptures, RunsUpToItsEnd) {
  EXPECT_EQ(beforeEnd("  api cudaStreamSynchronize(%s) !m:10:1\n"),
            "synchronization 10\n");
  EXPECT_EQ(findings("func @f(%s: stream, %g) {\nb0:\n"
                     "  api cudaStreamEndCapture(%s, %g)\n"
                     "  api cudaStreamSynchronize(%s) !m:10:1\n  ret\n}\n"),
            "");
}

TEST(EarlierCaptures, ModeIsUnknown) {
  EXPECT_EQ(beforeEnd("  api cudaMalloc(&%p, 4) !m:10:1\n"), "");
}

TEST(EarlierCaptures, OtherStreamsAreUnknown) {
  EXPECT_EQ(findings("func @f(%s: stream, %t: stream, %g) {\nb0:\n"
                     "  api cudaStreamSynchronize(%t) !m:10:1\n"
                     "  api cudaStreamEndCapture(%s, %g)\n  ret\n}\n"),
            "");
}

TEST(EarlierCaptures, UnknownCalleeMayBegin) {
  EXPECT_EQ(beforeEnd("  api cudaStreamSynchronize(%s) !m:10:1\n"
                      "  opaque \"start\"()\n"
                      "  api cudaStreamSynchronize(%s) !m:11:1\n"),
            "synchronization 11\n");
}

/// Returns the findings in a function that ends a capture of a stream which it
/// gets from \p Source, and does a forbidden call in front of that.
std::string beforeEndOf(const std::string &Source) {
  return findings("func @f(%p: int, %g) {\nb0:\n"
                  "  api cudaDeviceSynchronize() !m:10:1\n  " +
                  Source +
                  "\n  api cudaDeviceSynchronize() !m:11:1\n"
                  "  api cudaStreamEndCapture(%s, %g)\n  ret\n}\n");
}

TEST(EarlierCaptures, StreamComesFromAnotherFunction) {
  EXPECT_EQ(beforeEndOf("%s = opaque pure \"stream\"(%p)"),
            "synchronization 10\nsynchronization 11\n");
  // This function may begin the capture.
  EXPECT_EQ(beforeEndOf("%s = opaque \"stream\"(%p)"), "synchronization 11\n");
  EXPECT_EQ(beforeEndOf("%o = opaque \"state\"(%p)\n  %s = %o->streams[0]"),
            "synchronization 11\n");
}

TEST(EarlierCaptures, OwnAndSpecialStreamsAreNotCapturedBefore) {
  // The end fails: nothing has begun a capture of the new stream.
  EXPECT_EQ(beforeEndOf("api cudaStreamCreate(&%s)"), "unbalanced 0\n");
  EXPECT_EQ(beforeEndOf("%s = 2"), "");
}

TEST(EarlierCaptures, CallLiesOnEveryPathToTheEnd) {
  const char *Branches = "  br %c, b1, b2\nb1:\n"
                         "  api cudaStreamSynchronize(%s) !m:10:1\n"
                         "  goto b2\nb2:\n";
  EXPECT_EQ(beforeEnd(Branches), "");
  EXPECT_EQ(findings("func @f(%s: stream, %g, %c) {\nb0:\n"
                     "  br %c, b1, b2\nb1:\n"
                     "  api cudaStreamSynchronize(%s) !m:10:1\n"
                     "  api cudaStreamEndCapture(%s, %g)\n"
                     "  goto b2\nb2:\n  ret\n}\n"),
            "synchronization 10\n");
}

TEST(EarlierCaptures, AnotherPathThatBeginsTheCaptureRefutesIt) {
  EXPECT_EQ(beforeEnd("  api cudaStreamSynchronize(%s) !m:10:1\n"
                      "  br %c, b1, b2\nb1:\n"
                      "  api cudaStreamBeginCapture(%s, 2)\n"
                      "  goto b2\nb2:\n"),
            "");
}

TEST(EarlierCaptures, AnotherRootThatBeginsTheCaptureRefutesIt) {
  const char *End = "func @e(%s: stream, %g) {\nb0:\n"
                    "  api cudaStreamSynchronize(%s) !m:10:1\n"
                    "  api cudaStreamEndCapture(%s, %g)\n  ret\n}\n";
  EXPECT_EQ(findings(End), "synchronization 10\n");
  EXPECT_EQ(findings(std::string(End) +
                     "func @f(%s: stream, %g) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 2)\n"
                     "  call @e(%s, %g) !m:20:1\n  ret\n}\n"),
            "synchronization 20\n");
}

TEST(EarlierCaptures, EndThatIsMeantToFailShowsNone) {
  EXPECT_EQ(findings("func @f(%s: stream, %g) {\nb0:\n"
                     "  api cudaStreamSynchronize(%s) !m:10:1\n"
                     "  %r = api cudaStreamEndCapture(%s, %g)\n"
                     "  br (%r == 401), b1, b1\nb1:\n  ret\n}\n"),
            "");
  EXPECT_EQ(findings("func @f(%s: stream, %g) {\nb0:\n"
                     "  api cudaStreamSynchronize(%s) !m:10:1\n"
                     "  %r = api cudaStreamEndCapture(%s, %g)\n"
                     "  opaque \"expect\"(%r, 401)\n  ret\n}\n"),
            "");
  EXPECT_EQ(findings("func @f(%s: stream, %g) {\nb0:\n"
                     "  api cudaStreamSynchronize(%s) !m:10:1\n"
                     "  %r = api cudaStreamEndCapture(%s, %g)\n"
                     "  opaque defined \"expect\"(%r)\n  ret\n}\n"),
            "");
  // What is given nothing else has no error to compare with.
  EXPECT_EQ(findings("func @f(%s: stream, %g) {\nb0:\n"
                     "  api cudaStreamSynchronize(%s) !m:10:1\n"
                     "  %r = api cudaStreamEndCapture(%s, %g)\n"
                     "  opaque \"check\"(%r)\n  ret\n}\n"),
            "synchronization 10\n");
  // What is given the error where the end has failed reports it.
  EXPECT_EQ(findings("func @f(%s: stream, %g) {\nb0:\n"
                     "  api cudaStreamSynchronize(%s) !m:10:1\n"
                     "  %r = api cudaStreamEndCapture(%s, %g)\n"
                     "  br (%r != 0), b1, b2\nb1:\n"
                     "  opaque \"log\"(%r)\n  ret\nb2:\n  ret\n}\n"),
            "synchronization 10\n");
}

TEST(EarlierCaptures, EndWhoseGraphIsNotUsedShowsNone) {
  const std::string Text = "func @f(%s: stream, %x) {\nb0:\n"
                           "  api cudaStreamSynchronize(%s) !m:10:1\n"
                           "  api cudaStreamEndCapture(%s, &%g)\n"
                           "  {0}\n  ret\n}\n";
  auto With = [&](const std::string &Use) {
    std::string Result = Text;
    return findings(Result.replace(Result.find("{0}"), 3, Use));
  };
  EXPECT_EQ(With("api cudaGraphDestroy(%g)"), "");
  EXPECT_EQ(With("api cudaGraphInstantiate(%x, %g, 0)\n"
                 "  api cudaGraphDestroy(%g)"),
            "synchronization 10\n");
}

TEST(EarlierCaptures, HasNoPossibleFindings) {
  Options Opts;
  Opts.ReportPossible = true;
  EXPECT_EQ(findings("func @f(%s: stream, %g) {\nb0:\n"
                     "  api cudaStreamSynchronize(%s) !m:10:1\n"
                     "  opaque \"start\"()\n"
                     "  api cudaStreamEndCapture(%s, %g)\n  ret\n}\n",
                     /*PerThread=*/false, Opts),
            "");
}

} // namespace
