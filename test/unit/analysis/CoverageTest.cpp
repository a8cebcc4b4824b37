//===- CoverageTest.cpp - What an analysis did not look at closely --------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TextModule.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

constexpr llvm::StringLiteral Begin = "  api cudaStreamBeginCapture(%s, 0)\n";
constexpr llvm::StringLiteral End = "  api cudaStreamEndCapture(%s, &%g)\n";
constexpr llvm::StringLiteral Record = "  api cudaEventRecord(%e, %s)\n";

struct Result {
  size_t Findings;
  std::string Coarse, GivenUp, Abridged;
  Coverage All;
};

/// Analyses the functions f, with this body, and \p Others.
Result run(const std::string &Body, const Options &Opts = Options(),
           const std::string &Others = "") {
  const auto M = textModule("func @f(%s: stream, %e: event, %n: int) {\n" +
                            Body + "}\n" + Others);
  Result R;
  auto Find = [&](llvm::StringRef Symbol) { return M->find(Symbol); };
  R.Findings =
      analyze({M->find("f")}, Find, false, knowledge(), Opts, &R.All).size();
  for (const CoverageGap &G : R.All)
    if (G.Why == GapReason::Coarse)
      R.Coarse += G.Root->Name;
    else if (G.Why == GapReason::GivenUp)
      R.GivenUp += G.Root->Name;
    else if (G.Why == GapReason::Abridged)
      R.Abridged += G.Root->Name;
  return R;
}

TEST(Coverage, SmallFunctionsAreLookedAtClosely) {
  Result R = run("b0:\n" + Begin.str() + End.str() + Record.str() + "  ret\n");
  EXPECT_TRUE(R.All.empty());
}

TEST(Coverage, TimeThatIsUsedUpIsTold) {
  Options Late;
  Late.Until = Deadline::now();
  Result R = run("b0:\n" + Begin.str() + "  ret\n", Late);
  ASSERT_EQ(R.All.size(), 1u);
  EXPECT_EQ(R.All[0].Why, GapReason::OutOfTime);
  EXPECT_TRUE(R.All[0].Captures);
  EXPECT_EQ(R.Findings, 0u);
  Late.Until = Deadline::after(1000);
  EXPECT_TRUE(
      run("b0:\n" + Begin.str() + End.str() + "  ret\n", Late).All.empty());
}

/// Options with which a function may take a step for each instruction.
Options fewSteps() {
  Options Few;
  Few.MaxSteps = 0;
  Few.StepsPerInstruction = 1;
  Few.LeastShare = 1;
  return Few;
}

/// Conditions that leave a variable with one of two values each, from block
/// \p First on. The next block follows.
std::string conditions(unsigned First, unsigned Count) {
  std::string Text;
  for (unsigned I = 0; I < Count; ++I, First += 3) {
    auto Number = [](unsigned N) { return std::to_string(N); };
    const std::string X = "%x" + Number(I);
    Text += "  br (%n > " + Number(I) + "), b" + Number(First) + ", b" +
            Number(First + 1) + "\nb" + Number(First) + ":\n  " + X +
            " = %e\n  goto b" + Number(First + 2) + "\nb" + Number(First + 1) +
            ":\n  " + X + " = %n\n  goto b" + Number(First + 2) + "\nb" +
            Number(First + 2) + ":\n";
  }
  for (unsigned I = 0; I < Count; ++I)
    Text += "  api cudaEventRecord(%x" + std::to_string(I) + ", %s)\n";
  return Text;
}

TEST(Coverage, ALargeFunctionIsAbridged) {
  const std::string Body = "b0:\n" + Begin.str() + conditions(1, 3);
  const std::string Wrong = "  api cudaMalloc(&%p, 4) !m:9:1\n";
  Result Small = run(Body + End.str() + "  ret\n");
  EXPECT_TRUE(Small.All.empty());
  Result R = run(Body + Wrong + End.str() + "  ret\n", fewSteps());
  EXPECT_EQ(R.Abridged, "f");
  EXPECT_EQ(R.GivenUp, "");
  ASSERT_EQ(R.All.size(), 1u);
  EXPECT_TRUE(R.All[0].Captures);
  EXPECT_EQ(R.Findings, Small.Findings + 1);
}

/// A function that records events until its share is used up, and then makes
/// one of \p Cases calls, which its third argument selects.
std::string selecting(unsigned Cases) {
  std::string Text = "func @g(%s: stream, %e: event, %n: int) {\nb0:\n";
  for (unsigned I = 0; I < 70; ++I)
    Text += Record;
  for (unsigned I = 1, B = 1; I <= Cases; ++I, B += 2) {
    auto Block = [](unsigned N) { return "b" + std::to_string(N); };
    Text += "  br (%n == " + std::to_string(I) + "), " + Block(B) + ", " +
            Block(B + 1) + "\n" + Block(B) +
            ":\n  api cudaMalloc(&%p, 4) !m:" + std::to_string(20 + I) +
            ":1\n  goto " + Block(B + 1) + "\n" + Block(B + 1) + ":\n";
  }
  return Text + "  ret\n}\n";
}

TEST(Coverage, AFunctionIsCalledAsLongAsItsCallsShowNewCode) {
  const std::string Callee = selecting(5);
  std::string Calls;
  for (unsigned I = 1; I <= 5; ++I)
    Calls += "  call @g(%s, %e, " + std::to_string(I) +
             ") !m:" + std::to_string(10 + I) + ":1\n";
  const std::string Body =
      "b0:\n" + Begin.str() + Calls + End.str() + "  ret\n";
  Result Close = run(Body, {}, Callee), Few = run(Body, fewSteps(), Callee);
  EXPECT_TRUE(Close.All.empty());
  EXPECT_EQ(Few.Findings, Close.Findings);
  EXPECT_EQ(Few.Coarse, "");
}

TEST(Coverage, AnArgumentThatMaySelectOtherCodeMakesASkippedCallMatter) {
  const std::string Callee = selecting(1);
  auto Calls = [](const std::string &Last) {
    std::string Text = "b0:\n" + Begin.str();
    for (unsigned I = 0; I < 6; ++I)
      Text += "  call @g(%s, %e" + std::to_string(I) + ", 0)\n";
    return Text + "  call @g(%s, %e, " + Last + ")\n" + End.str() + "  ret\n";
  };
  EXPECT_EQ(run(Calls("1"), fewSteps(), Callee).Coarse, "f");
  Result Other = run(Calls("0"), fewSteps(), Callee);
  EXPECT_EQ(Other.Coarse, "");
  EXPECT_EQ(Other.Abridged, "f");
}

TEST(Coverage, CapturesThatAreJoinedMakeALargeFunctionCoarse) {
  std::string Text;
  for (unsigned B = 1; B < 12; B += 2) {
    auto Block = [](unsigned N) { return "b" + std::to_string(N); };
    Text += "  br ?, " + Block(B) + ", " + Block(B + 1) + "\n" + Block(B) +
            ":\n  api cudaStreamBeginCapture(%s" + std::to_string(B) +
            ", 0)\n  goto " + Block(B + 1) + "\n" + Block(B + 1) + ":\n";
  }
  for (unsigned I = 0; I < 40; ++I)
    Text += "  br ?, b" + std::to_string(13 + 2 * I) + ", b" +
            std::to_string(14 + 2 * I) + "\nb" + std::to_string(13 + 2 * I) +
            ":\n  goto b" + std::to_string(14 + 2 * I) + "\nb" +
            std::to_string(14 + 2 * I) + ":\n" + Record.str();
  EXPECT_EQ(run("b0:\n" + Text + "  ret\n", fewSteps()).Coarse, "f");
}

// The first call shows what is wrong in a function; the second one is not
// followed, but ends no capture.
TEST(Coverage, AFunctionThatHasUsedUpItsStepsIsNotCalledAgain) {
  std::string Many;
  for (unsigned I = 0; I < 70; ++I)
    Many += Record;
  const std::string Large = "func @g(%s: stream, %e: event) {\nb0:\n" + Many +
                            "  api cudaMalloc(&%p, 4)\n  ret\n}\n";
  const std::string Call = "  call @g(%s, %e) !m:10:1\n";
  const std::string Behind = "  api cudaDeviceSynchronize() !m:11:1\n";
  Result Close =
      run("b0:\n" + Begin.str() + Call + Call + Behind + "  ret\n", {}, Large);
  EXPECT_TRUE(Close.All.empty());
  Result R = run("b0:\n" + Begin.str() + Call + Call + Behind + "  ret\n",
                 fewSteps(), Large);
  EXPECT_EQ(R.Abridged, "f");
  EXPECT_EQ(R.Findings, Close.Findings);
  // A small one is.
  EXPECT_TRUE(run("b0:\n" + Begin.str() + Call + Call + Behind + "  ret\n",
                  fewSteps(),
                  "func @g(%s: stream, %e: event) {\nb0:\n" + Record.str() +
                      "  ret\n}\n")
                  .All.empty());
}

TEST(Coverage, ACallerOfWhatCapturesIsNotNamed) {
  const std::string Conditions = conditions(1, 3);
  const std::string Helper =
      "func @h(%s: stream) {\nb0:\n" + Begin.str() + End.str() + "  ret\n}\n";
  const std::string Ends =
      "func @h(%s: stream) {\nb0:\n" + End.str() + "  ret\n}\n";
  const std::string Calls = "  call @h(%s)\n";
  EXPECT_TRUE(run("b0:\n" + Conditions + Calls + "  ret\n", fewSteps(), Helper)
                  .All.empty());
  // Unless it runs while they do.
  EXPECT_EQ(run("b0:\n" + Begin.str() + Conditions + Calls + "  ret\n",
                fewSteps(), Ends)
                .Abridged,
            "f");
  // What ends a capture is in one.
  EXPECT_EQ(run("b0:\n" + Conditions + "  api cudaStreamDestroy(%s)\n" +
                    End.str() + "  ret\n",
                fewSteps())
                .Abridged,
            "f");
}

TEST(Coverage, WhatIsNestedTooDeepIsNamed) {
  const std::string Calls =
      "b0:\n" + Begin.str() + "  call @g(%s)\n" + End.str() + "  ret\n";
  const std::string Body = "{\nb0:\n  api cudaEventRecord(?, %s)\n  ret\n}\n";
  EXPECT_TRUE(run(Calls, {}, "func @g(%s: stream) " + Body).All.empty());
  Result R = run(Calls, {}, "func @g(%s: stream) cut " + Body);
  ASSERT_EQ(R.All.size(), 1u);
  EXPECT_EQ(R.All[0].Why, GapReason::Cut);
}

TEST(Coverage, ALargeCalleeThatOnlyCallsUnknownOnesIsTakenForOne) {
  // The second call of a function that is followed would not be.
  const std::string Calls = "b0:\n" + Begin.str() +
                            "  call @g(%s)\n  call @g(%s)\n" + End.str() +
                            "  ret\n";
  std::string Unknown;
  for (unsigned I = 0; I < 5001; ++I)
    Unknown += "  opaque \"print\"()\n";
  auto Function = [&](const std::string &Last) {
    return "func @g(%s: stream) {\nb0:\n" + Unknown + Last + "  ret\n}\n";
  };
  EXPECT_EQ(run(Calls, fewSteps(), Function("")).All.size(), 0u);
  EXPECT_EQ(run(Calls, fewSteps(), Function("  call @g(%s)\n")).All.size(), 0u);
  // It, or what it calls, records an event.
  EXPECT_EQ(run(Calls, fewSteps(), Function("  api cudaEventRecord(?, %s)\n"))
                .Abridged,
            "f");
  const std::string Recording =
      "func @h(%s: stream) {\nb0:\n  call @g(%s)\n  api "
      "cudaEventRecord(?, %s)\n  ret\n}\n";
  EXPECT_EQ(
      run(Calls, fewSteps(), Function("  call @h(%s)\n") + Recording).Abridged,
      "f");
}

TEST(Coverage, NoFunctionIsGivenUp) {
  auto Loop = [](const std::string &Last) {
    return "b0:\n" + Begin.str() + "  goto b1\nb1:\n" + conditions(2, 4) +
           "  br ?, b1, b14\nb14:\n" + Last + End.str() + "  ret\n";
  };
  Result R = run(Loop("  api cudaMalloc(&%p, 4) !m:9:1\n"), fewSteps());
  EXPECT_EQ(R.GivenUp, "");
  EXPECT_EQ(R.Abridged, "f");
  EXPECT_EQ(R.Findings, run(Loop(""), fewSteps()).Findings + 1);
}

TEST(Coverage, HostFunctionsBeyondTheFirstAreGivenUp) {
  std::string Others, Calls;
  for (unsigned I = 0; I < 34; ++I) {
    const std::string Name = "@g" + std::to_string(I);
    Others += "func " + Name + "(%p) {\nb0:\n  ret\n}\n";
    Calls += "  api cudaLaunchHostFunc(%s, fn " + Name + ", 0)\n";
  }
  Result R =
      run("b0:\n" + Begin.str() + Calls + End.str() + "  ret\n", {}, Others);
  EXPECT_EQ(R.GivenUp, "g32g33");
  ASSERT_EQ(R.All.size(), 2u);
  EXPECT_TRUE(R.All[0].Captures);
}

TEST(Coverage, WhatIsNoCaptureIsNamedToWhoAsksForWhatIsPossible) {
  Options Few = fewSteps();
  Few.ReportPossible = true;
  const std::string Body = "b0:\n" + conditions(1, 3) + "  ret\n";
  Options Possible;
  Possible.ReportPossible = true;
  EXPECT_EQ(run(Body, Possible).All.size(), 0u);
  Result R = run(Body, Few);
  EXPECT_EQ(R.Abridged, "f");
  EXPECT_EQ(R.GivenUp, "");
  EXPECT_FALSE(R.All[0].Captures);
  EXPECT_TRUE(run(Body, fewSteps()).All.empty());
}

TEST(Coverage, CallsThatAreNotFollowedAreCounted) {
  const std::string Others = "func @g(%s: stream) {\nb0:\n"
                             "  call @h(%s)\n  call @h(%s)\n  ret\n}\n"
                             "func @h(%s: stream) {\nb0:\n"
                             "  api cudaStreamSynchronize(%s)\n  ret\n}\n";
  const std::string Body =
      "b0:\n" + Begin.str() + "  call @g(%s)\n" + End.str() + "  ret\n";
  Options Opts;
  EXPECT_TRUE(run(Body, Opts, Others).All.empty());
  Opts.MaxCallDepth = 1;
  Result R = run(Body, Opts, Others);
  ASSERT_EQ(R.All.size(), 1u);
  EXPECT_EQ(R.All[0].Why, GapReason::CallsNotFollowed);
  EXPECT_EQ(R.All[0].Count, 2u);
  // Behind the capture they do not matter.
  EXPECT_TRUE(run("b0:\n" + Begin.str() + End.str() + "  call @g(%s)\n  ret\n",
                  Opts, Others)
                  .All.empty());
}

TEST(Coverage, ACaptureThatLacksStatementsIsNamed) {
  const std::string Others =
      "func @g(%s: stream) {\nb0:\n  missing !m:2:1\n  ret\n}\n";
  const std::string Twice = "  call @g(%s)\n  call @g(%s)\n  missing !m:3:1\n";
  Result R = run("b0:\n" + Begin.str() + Twice + End.str() + "  ret\n",
                 Options(), Others);
  ASSERT_EQ(R.All.size(), 1u);
  EXPECT_EQ(R.All[0].Why, GapReason::StatementsMissing);
  EXPECT_TRUE(R.All[0].Captures);
  // Before and behind the capture, nothing is missing in it.
  EXPECT_TRUE(run("b0:\n" + Twice + Begin.str() + End.str() + Twice + "  ret\n",
                  Options(), Others)
                  .All.empty());
}

TEST(Coverage, PathsThatAreTakenForOneAreCounted) {
  const std::string Body = "b0:\n  br %n, b1, b2\n"
                           "b1:\n" +
                           Begin.str() + "  goto b2\nb2:\n" + End.str() +
                           "  ret\n";
  Options Opts;
  EXPECT_TRUE(run(Body, Opts).All.empty());
  Opts.MaxDisjuncts = 1;
  Result R = run(Body, Opts);
  ASSERT_EQ(R.All.size(), 1u);
  EXPECT_EQ(R.All[0].Why, GapReason::PathsJoined);
  EXPECT_EQ(R.All[0].Count, 1u);
}

TEST(Coverage, ALoopOverStreamsNeedsNoMoreStatesThanRounds) {
  Result R = run("b0:\n  %i = 0\n  goto b1\n"
                 "b1:\n  br (%i < %n), b2, b4\n"
                 "b2:\n  api cudaSetDevice(%d^[%i])\n"
                 "  %r = api cudaStreamBeginCapture(%a^[%i], 1)\n"
                 "  br %r, b5, b3\n"
                 "b3:\n  %i = (%i + 1)\n  goto b1\n"
                 "b4:\n  ret\n"
                 "b5:\n  ret\n");
  EXPECT_TRUE(R.All.empty());
}

} // namespace
