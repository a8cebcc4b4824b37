//===- CaptureGraphTest.cpp - The graphs that regions record --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/graph/CaptureGraph.h"
#include "../TextModule.h"
#include "report/GraphLanes.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

struct Drawn {
  std::string Error;
  std::vector<report::DrawnRegion> Regions;
};

Drawn draw(llvm::StringRef Functions, bool AllInOne = false,
           llvm::function_ref<bool(const ir::Function &)> Only = nullptr) {
  const auto M = textModule(Functions);
  std::vector<const ir::Function *> Roots;
  for (const ir::Function &F : M->Functions)
    Roots.push_back(&F);
  CaptureRegions All = captureGraphs(
      Roots, [&](llvm::StringRef Symbol) { return M->find(Symbol); },
      /*PerThreadDefaultStream=*/false, knowledge(), Options(), Only);
  Drawn Result;
  for (const CaptureRegion &R : All.Regions)
    Result.Regions.push_back(
        report::describe(R, All.Findings, knowledge(), {}, AllInOne));
  return Result;
}

/// A graph on a line: "kernel@10/s kernel@11/t; 1-2". A dashed edge is 1~2, one
/// to the next round 1>2; ? behind a node: it may not be captured; *: it is
/// repeated; []: a condition.
std::string line(const report::DrawnGraph &G) {
  std::string Text;
  if (!G.When.empty())
    Text += G.When + ": ";
  if (G.Merged)
    Text += "merged: ";
  for (const report::DrawnNode &N : G.Nodes) {
    Text +=
        N.Type + "@" + std::to_string(N.At.Line) + "/" + G.Lanes[N.Lane].Name;
    if (N.Unsure && N.Type != "?")
      Text += "?";
    if (N.Repeated)
      Text += "*";
    if (!N.When.empty())
      Text += "[" + N.When + "]";
    else if (N.Sometimes)
      Text += "[sometimes]";
    if (!N.Violations.empty())
      Text += "!";
    Text += " ";
  }
  if (!G.Nodes.empty())
    Text.pop_back();
  for (size_t I = 0; I < G.Edges.size(); ++I) {
    const GraphEdge &E = G.Edges[I];
    Text += (I ? " " : "; ") + std::to_string(E.From + 1) +
            (E.Carried  ? ">"
             : E.Unsure ? "~"
                        : "-") +
            std::to_string(E.To + 1);
  }
  return Text;
}

std::string graphs(llvm::StringRef Functions, bool AllInOne = false) {
  Drawn D = draw(Functions, AllInOne);
  std::string Text = D.Error;
  for (const report::DrawnRegion &R : D.Regions)
    for (const report::DrawnGraph &G : R.Graphs)
      Text += line(G) + "\n";
  return Text;
}

/// A function body between begin and end of stream %s.
std::string region(llvm::StringRef Body, llvm::StringRef Before = "") {
  return ("func @f(%s: stream, %t: stream, %u: stream, %e: event, %d: event, "
          "%n: int) {\nb0:\n" +
          Before + "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n" + Body +
          "  api cudaStreamEndCapture(%s, &%g) !m:99:1\n  ret\n}\n")
      .str();
}

TEST(CaptureGraph, WorkOfAStreamIsAChain) {
  EXPECT_EQ(graphs(region("api launch(%s) !m:10:1\n"
                          "api cudaMemcpyAsync(%p, %q, 4, 1, %s) !m:11:1\n"
                          "api cudaMemsetAsync(%p, 0, 4, %s) !m:12:1\n")),
            "kernel@10/s memcpy@11/s memset@12/s; 1-2 2-3\n");
}

TEST(CaptureGraph, ARegionWithoutWorkHasAnEmptyGraph) {
  EXPECT_EQ(graphs(region("")), "\n");
}

TEST(CaptureGraph, AForkDependsOnWhatWasBeforeTheRecord) {
  const std::string Body = "api launch(%s) !m:10:1\n"
                           "api cudaEventRecord(%e, %s) !m:11:1\n"
                           "api cudaStreamWaitEvent(%t, %e, 0) !m:12:1\n"
                           "api launch(%s) !m:13:1\n"
                           "api launch(%t) !m:14:1\n"
                           "api cudaEventRecord(%d, %t) !m:15:1\n"
                           "api cudaStreamWaitEvent(%s, %d, 0) !m:16:1\n";
  EXPECT_EQ(graphs(region(Body + "api launch(%s) !m:17:1\n")),
            "kernel@10/s kernel@13/s kernel@14/t kernel@17/s; "
            "1-2 1-3 2-4 3-4\n");
  // The join need not have work behind it.
  Drawn D = draw(region(Body));
  ASSERT_EQ(D.Regions.size(), 1u);
  const report::DrawnGraph &G = D.Regions[0].Graphs[0];
  ASSERT_EQ(G.Links.size(), 2u);
  EXPECT_TRUE(G.Links[0].IsFork);
  EXPECT_EQ(G.Links[0].Before, 1u);
  EXPECT_FALSE(G.Links[1].IsFork);
  EXPECT_EQ(G.Links[1].Before, 3u);
  EXPECT_EQ(G.Lanes[G.Links[1].From].Name, "t");
}

TEST(CaptureGraph, AForkBeforeAnyWorkIsARoot) {
  EXPECT_EQ(graphs(region("api cudaEventRecord(%e, %s)\n"
                          "api cudaStreamWaitEvent(%t, %e, 0)\n"
                          "api launch(%t) !m:10:1\n"
                          "api launch(%s) !m:11:1\n"
                          "api cudaEventRecord(%d, %t)\n"
                          "api cudaStreamWaitEvent(%s, %d, 0)\n")),
            "kernel@10/t kernel@11/s\n");
}

TEST(CaptureGraph, ADiamondOfThreeStreams) {
  EXPECT_EQ(graphs(region("api launch(%s) !m:10:1\n"
                          "api cudaEventRecord(%e, %s)\n"
                          "api cudaStreamWaitEvent(%t, %e, 0)\n"
                          "api cudaStreamWaitEvent(%u, %e, 0)\n"
                          "api launch(%t) !m:11:1\n"
                          "api launch(%u) !m:12:1\n"
                          "api cudaEventRecord(%d, %t)\n"
                          "api cudaStreamWaitEvent(%s, %d, 0)\n"
                          "api cudaEventRecord(%d, %u)\n"
                          "api cudaStreamWaitEvent(%s, %d, 0)\n"
                          "api launch(%s) !m:13:1\n")),
            "kernel@10/s kernel@11/t kernel@12/u kernel@13/s; "
            "1-2 1-3 1-4 2-4 3-4\n");
}

TEST(CaptureGraph, AnEventStandsForItsLastRecord) {
  EXPECT_EQ(graphs(region("api launch(%s) !m:10:1\n"
                          "api cudaEventRecord(%e, %s)\n"
                          "api launch(%s) !m:11:1\n"
                          "api cudaEventRecord(%e, %s)\n"
                          "api launch(%s) !m:12:1\n"
                          "api cudaStreamWaitEvent(%t, %e, 0)\n"
                          "api launch(%t) !m:13:1\n")),
            "kernel@10/s kernel@11/s kernel@12/s kernel@13/t; 1-2 2-3 2-4\n");
}

TEST(CaptureGraph, CapturesThatRunAtOnceAreTwoGraphs) {
  EXPECT_EQ(graphs("func @f(%s: stream, %t: stream) {\nb0:\n"
                   "  api cudaStreamBeginCapture(%s, 2) !m:1:1\n"
                   "  api launch(%s) !m:2:1\n"
                   "  api cudaStreamBeginCapture(%t, 2) !m:3:1\n"
                   "  api launch(%t) !m:4:1\n"
                   "  api launch(%s) !m:5:1\n"
                   "  api cudaStreamEndCapture(%s, &%g) !m:6:1\n"
                   "  api launch(%t) !m:7:1\n"
                   "  api cudaStreamEndCapture(%t, &%h) !m:8:1\n"
                   "  ret\n}\n"),
            "kernel@2/s kernel@5/s; 1-2\n"
            "kernel@4/t kernel@7/t; 1-2\n");
}

TEST(CaptureGraph, ALoopIsRecordedOnce) {
  EXPECT_EQ(graphs("func @f(%s: stream, %n: int) {\nb0:\n"
                   "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
                   "  api launch(%s) !m:2:1\n"
                   "  %i = 0\n  goto b1\n"
                   "b1:\n  br (%i < %n), b2, b3 \"i < n\"\n"
                   "b2:\n  api launch(%s) !m:3:1\n"
                   "  api cudaMemsetAsync(%p, 0, 4, %s) !m:4:1\n"
                   "  %i = (%i + 1)\n  goto b1\n"
                   "b3:\n  api launch(%s) !m:5:1\n"
                   "  api cudaStreamEndCapture(%s, &%g) !m:6:1\n"
                   "  ret\n}\n"),
            "kernel@2/s kernel@3/s* memset@4/s* kernel@5/s; "
            "1-2 2-3 3>2 3-4\n");
}

TEST(CaptureGraph, OutcomesInALoopAreOneGraph) {
  EXPECT_EQ(graphs("func @f(%s: stream, %n: int, %a: int) {\nb0:\n"
                   "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
                   "  %i = 0\n  goto b1\n"
                   "b1:\n  br (%i < %n), b2, b5 \"i < n\"\n"
                   "b2:\n  havoc %c\n  br %c, b3, b4 \"c\"\n"
                   "b3:\n  api launch(%s) !m:3:1\n  %i = (%i + 1)\n  goto b1\n"
                   "b4:\n  api cudaMemsetAsync(%p, 0, 4, %s) !m:4:1\n"
                   "  %i = (%i + 1)\n  goto b1\n"
                   "b5:\n  api cudaStreamEndCapture(%s, &%g) !m:6:1\n"
                   "  ret\n}\n"),
            "memset@4/s*[unless 'c'] kernel@3/s*[if 'c']; "
            "1>1 1>2 2>1 2>2\n");
}

TEST(CaptureGraph, ALoopAroundTheRegionRepeatsNothing) {
  EXPECT_EQ(graphs("func @f(%s: stream, %n: int) {\nb0:\n"
                   "  %i = 0\n  goto b1\n"
                   "b1:\n  br (%i < %n), b2, b3 \"i < n\"\n"
                   "b2:\n  api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
                   "  api launch(%s) !m:3:1\n  api launch(%s) !m:4:1\n"
                   "  api cudaStreamEndCapture(%s, &%g) !m:6:1\n"
                   "  %i = (%i + 1)\n  goto b1\n"
                   "b3:\n  ret\n}\n"),
            "kernel@3/s kernel@4/s; 1-2\n");
}

const char *const Condition = "func @f(%s: stream, %n: int) {\nb0:\n"
                              "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
                              "  api launch(%s) !m:2:1\n"
                              "  br %n, b1, b2 \"n\"\n"
                              "b1:\n  api launch(%s) !m:3:1\n  goto b2\n"
                              "b2:\n  api launch(%s) !m:4:1\n"
                              "  api cudaStreamEndCapture(%s, &%g) !m:6:1\n"
                              "  ret\n}\n";

TEST(CaptureGraph, AConditionMakesTwoGraphs) {
  EXPECT_EQ(graphs(Condition),
            "if 'n': kernel@2/s kernel@3/s[if 'n'] kernel@4/s; 1-2 2-3\n"
            "unless 'n': kernel@2/s kernel@4/s; 1-2\n");
  EXPECT_EQ(graphs(Condition, /*AllInOne=*/true),
            "merged: kernel@2/s kernel@3/s[if 'n'] kernel@4/s; 1-2 1-3 2-3\n");
}

TEST(CaptureGraph, WhatIsDecidedTwiceIsDecidedInTheSameWay) {
  EXPECT_EQ(graphs("func @f(%s: stream, %n: int) {\nb0:\n"
                   "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
                   "  br %n, b1, b2 \"n\"\n"
                   "b1:\n  api launch(%s) !m:3:1\n  goto b2\n"
                   "b2:\n  api launch(%s) !m:4:1\n"
                   "  br %n, b3, b4 \"n\"\n"
                   "b3:\n  api launch(%s) !m:5:1\n  goto b4\n"
                   "b4:\n  api cudaStreamEndCapture(%s, &%g) !m:6:1\n"
                   "  ret\n}\n"),
            "if 'n': kernel@3/s[if 'n'] kernel@4/s kernel@5/s[if 'n']; "
            "1-2 2-3\n"
            "unless 'n': kernel@4/s\n");
}

/// As many conditions, one behind the other, each with a node.
std::string conditions(unsigned N) {
  std::string Text = "func @f(%s: stream";
  for (unsigned I = 0; I < N; ++I)
    Text += ", %c" + std::to_string(I) + ": int";
  Text += ") {\nb0:\n  api cudaStreamBeginCapture(%s, 0) !m:1:1\n  goto b1\n";
  for (unsigned I = 0; I < N; ++I) {
    const std::string Then = "b" + std::to_string(2 * I + 2),
                      Next = "b" + std::to_string(2 * I + 3),
                      C = "c" + std::to_string(I);
    Text += "b" + std::to_string(2 * I + 1) + ":\n  br %" + C + ", " + Then +
            ", " + Next + " \"" + C + "\"\n" + Then +
            ":\n  api launch(%s) !m:" + std::to_string(I + 2) + ":1\n  goto " +
            Next + "\n";
  }
  return Text + "b" + std::to_string(2 * N + 1) +
         ":\n  api cudaStreamEndCapture(%s, &%g) !m:60:1\n  ret\n}\n";
}

TEST(CaptureGraph, TooManyGraphsBecomeOne) {
  Drawn D = draw(conditions(4));
  ASSERT_EQ(D.Regions.size(), 1u) << D.Error;
  EXPECT_EQ(D.Regions[0].Graphs.size(), 16u);
  EXPECT_EQ(graphs(conditions(5)),
            "merged: kernel@2/s[if 'c0'] kernel@3/s[if 'c1'] "
            "kernel@4/s[if 'c2'] kernel@5/s[if 'c3'] kernel@6/s[if 'c4']; "
            "1-2 1-3 1-4 1-5 2-3 2-4 2-5 3-4 3-5 4-5\n");
}

TEST(CaptureGraph, AStreamThatIsNotKnownIsUnsure) {
  EXPECT_EQ(graphs(region("api launch(%s) !m:10:1\n"
                          "%x = opaque \"pick\"()\n"
                          "api launch(%x) !m:11:1\n"
                          "api launch(%x) !m:12:1\n"
                          "api launch(%s) !m:13:1\n")),
            "kernel@10/s ?@0/without a stream kernel@11/x? kernel@12/x? "
            "kernel@13/s; 1-5 3~4\n");
}

TEST(CaptureGraph, AStreamOutsideIsNoPartOfTheGraph) {
  EXPECT_EQ(graphs(region("api launch(%s) !m:10:1\n"
                          "api launch(%t) !m:11:1\n")),
            "kernel@10/s\n");
}

TEST(CaptureGraph, CallsThatCannotBeSeenAreDrawn) {
  EXPECT_EQ(graphs(region("api launch(%s) !m:10:1\n"
                          "opaque \"step\"(%s) !m:11:1\n"
                          "opaque system \"puts\"(%q) !m:12:1\n"
                          "api launch(%s) !m:13:1\n")),
            "kernel@10/s ?@11/s kernel@13/s; 1~2 1-3 2~3\n");
}

TEST(CaptureGraph, CalleesAreFollowed) {
  Drawn D = draw("func @f(%s: stream) {\nb0:\n"
                 "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
                 "  call @layer(%s) !m:2:1\n  call @layer(%s) !m:3:1\n"
                 "  api cudaStreamEndCapture(%s, &%g) !m:4:1\n  ret\n}\n"
                 "func @layer(%q: stream) \"ns::layer\" {\nb0:\n"
                 "  api launch(%q) !m:10:1\n  ret\n}\n");
  ASSERT_EQ(D.Regions.size(), 1u) << D.Error;
  const report::DrawnGraph &G = D.Regions[0].Graphs[0];
  EXPECT_EQ(line(G), "kernel@10/s kernel@10/s; 1-2");
  ASSERT_EQ(G.Nodes[1].Way.size(), 1u);
  EXPECT_EQ(G.Nodes[1].Way[0].first, "ns::layer");
  EXPECT_EQ(G.Nodes[1].Way[0].second.Line, 3u);
}

TEST(CaptureGraph, ARegionIsShownWhereAllOfItIs) {
  const std::string Text =
      "func @main(%s: stream) {\nb0:\n  call @begin(%s) !m:1:1\n"
      "  api launch(%s) !m:2:1\n  call @end(%s) !m:3:1\n  ret\n}\n"
      "func @begin(%q: stream) {\nb0:\n"
      "  api cudaStreamBeginCapture(%q, 0) !m:10:1\n  ret\n}\n"
      "func @end(%q: stream) {\nb0:\n"
      "  api cudaStreamEndCapture(%q, &%g) !m:20:1\n  ret\n}\n"
      "func @above(%s: stream) {\nb0:\n  call @main(%s) !m:30:1\n  ret\n}\n";
  Drawn D = draw(Text);
  ASSERT_EQ(D.Regions.size(), 1u) << D.Error;
  EXPECT_EQ(D.Regions[0].Root, "main");
  EXPECT_EQ(D.Regions[0].Function, "begin");
  EXPECT_EQ(line(D.Regions[0].Graphs[0]), "kernel@2/s");
  D = draw(Text, false,
           [](const ir::Function &F) { return F.Name == "above"; });
  ASSERT_EQ(D.Regions.size(), 1u);
  EXPECT_EQ(D.Regions[0].Root, "above");
  D = draw(Text, false,
           [](const ir::Function &F) { return F.Name == "begin"; });
  ASSERT_EQ(D.Regions.size(), 1u);
  EXPECT_TRUE(D.Regions[0].Ends.empty());
  EXPECT_TRUE(D.Regions[0].Incomplete);
}

/// The runtime rejects a launch of a graph, which becomes no node.
TEST(CaptureGraph, KindsOfNodes) {
  EXPECT_EQ(graphs(region("api cudaLaunchHostFunc(%s, %f, %p) !m:10:1\n"
                          "api cudaGraphLaunch(%x, %s) !m:11:1\n"
                          "api cudaMallocAsync(&%p, 4, %s) !m:12:1\n"
                          "api cudaFreeAsync(%p, %s) !m:13:1\n"
                          "api cuStreamWriteValue32(%s, %p, 1, 0) !m:14:1\n"
                          "api ncclAllReduce(%s, %p, %p, 1, 0, 0, %c) !m:15:1\n"
                          "api cudaEventRecordWithFlags(%e, %s, 1) !m:16:1\n"
                          "api cudaStreamWaitEvent(%s, %d, 1) !m:17:1\n",
                          "%x = 7\n")),
            "host@10/s alloc@12/s free@13/s batch-mem-op@14/s "
            "library@15/s event-record@16/s event-wait@17/s; "
            "1-2 2-3 3-4 4-5 5-6 6-7\n");
}

/// As the documentation of cudaStreamGetCaptureInfo says: ask what the stream
/// depends on, add a node behind that, and go on behind the node.
TEST(CaptureGraph, DependenciesAreUpdated) {
  const std::string Add =
      "api launch(%s) !m:10:1\n"
      "api cudaStreamGetCaptureInfo(%s, &%status, &%id, &%graph, &%deps, "
      "&%count) !m:11:1\n"
      "api cudaGraphAddKernelNode(&%node, %graph, %deps, %count, &%params) "
      "!m:12:1\n";
  EXPECT_EQ(
      graphs(region(Add + "api cudaStreamUpdateCaptureDependencies(%s, &%node, "
                          "1, 1) !m:13:1\n"
                          "api launch(%s) !m:14:1\n")),
      "kernel@10/s kernel@12/added by hand kernel@14/s; 1-2 2-3\n");
  EXPECT_EQ(
      graphs(region(Add + "api cudaStreamUpdateCaptureDependencies(%s, &%node, "
                          "1, 0) !m:13:1\n"
                          "api launch(%s) !m:14:1\n")),
      "kernel@10/s kernel@12/added by hand kernel@14/s; "
      "1-2 1-3 2-3\n");
  EXPECT_EQ(graphs(region("api launch(%s) !m:10:1\n"
                          "api cudaStreamUpdateCaptureDependencies(%s, 0, 0, "
                          "1) !m:13:1\n"
                          "api launch(%s) !m:14:1\n")),
            "kernel@10/s kernel@14/s\n");
  // Which nodes, is not known.
  EXPECT_EQ(graphs(region("api launch(%s) !m:10:1\n"
                          "api cudaStreamUpdateCaptureDependencies(%s, %n, 1, "
                          "0) !m:13:1\n"
                          "api launch(%s) !m:14:1\n")),
            "kernel@10/s kernel@14/s; 1~2\n");
}

TEST(CaptureGraph, NodesOfOtherGraphsAreNotDrawn) {
  EXPECT_EQ(graphs(region("api cudaGraphCreate(&%h, 0) !m:10:1\n"
                          "api cudaGraphAddEmptyNode(&%node, %h, 0, 0)\n"
                          "api launch(%s) !m:14:1\n")),
            "kernel@14/s\n");
}

TEST(CaptureGraph, WaitsForEventsThatAreNotKnownAreDrawn) {
  EXPECT_EQ(graphs(region("api launch(%s) !m:10:1\n"
                          "api cudaStreamWaitEvent(%s, %e, 0) !m:11:1\n"
                          "api launch(%s) !m:12:1\n")),
            "kernel@10/s ?@11/s kernel@12/s; 1~2 1-3 2~3\n");
}

TEST(CaptureGraph, FindingsStandWhereTheyAre) {
  Drawn D = draw(region("api launch(%s) !m:10:1\n"
                        "api cudaMalloc(&%p, 4) !m:11:1\n"
                        "api launch(%s) !m:12:1\n"));
  ASSERT_EQ(D.Regions.size(), 1u) << D.Error;
  const report::DrawnGraph &G = D.Regions[0].Graphs[0];
  EXPECT_EQ(line(G), "kernel@10/s kernel@12/s; 1-2");
  ASSERT_EQ(G.Violations.size(), 1u);
  EXPECT_EQ(G.Violations[0].At.Line, 11u);
  EXPECT_EQ(G.Violations[0].Before, 1u);
}

TEST(CaptureGraph, AWayOnWhichACallFailsHasNoGraph) {
  EXPECT_EQ(graphs("func @f(%s: stream) {\nb0:\n"
                   "  %r = api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
                   "  br (%r != 0), b4, b1\n"
                   "b1:\n  %r = api cudaMemsetAsync(%p, 0, 4, %s) !m:2:1\n"
                   "  br (%r != 0), b3, b2\n"
                   "b2:\n  api launch(%s) !m:3:1\n  goto b3\n"
                   "b3:\n  api cudaStreamEndCapture(%s, &%g) !m:9:1\n"
                   "  goto b4\nb4:\n  ret\n}\n"),
            "memset@2/s kernel@3/s; 1-2\n");
}

TEST(CaptureGraph, Lanes) {
  Drawn D = draw(region("api launch(%s) !m:10:1\n"
                        "api cudaEventRecord(%e, %s) !m:11:1\n"
                        "api cudaStreamWaitEvent(%t, %e, 0) !m:12:1\n"
                        "api launch(%t) !m:13:1\n"
                        "api cudaMalloc(&%p, 4) !m:14:1\n"
                        "api cudaEventRecord(%d, %t) !m:15:1\n"
                        "api cudaStreamWaitEvent(%s, %d, 0) !m:16:1\n"));
  ASSERT_EQ(D.Regions.size(), 1u) << D.Error;
  const report::LanesOfRegion L =
      report::lanesOf(D.Regions[0], [](unsigned Id) { return Id + 7; });
  EXPECT_EQ(L.Mode, "global");
  ASSERT_EQ(L.Lanes.size(), 2u);
  EXPECT_EQ(L.Lanes[1], "t");
  auto Kind = [](report::LaneEvent::Kind K) {
    return K == report::LaneEvent::Begin  ? "begin "
           : K == report::LaneEvent::Fork ? "fork "
           : K == report::LaneEvent::Join ? "join "
           : K == report::LaneEvent::End  ? "end "
                                          : "call ";
  };
  std::string Text;
  for (const report::LaneEvent &E : L.Events)
    Text += Kind(E.K) + std::to_string(E.Lane) +
            (E.To ? ">" + std::to_string(*E.To) : "") + " @" +
            std::to_string(E.At.Line) + (E.Violation.empty() ? "" : "!") +
            (E.Finding ? std::to_string(*E.Finding) : "") + ", ";
  EXPECT_EQ(Text.substr(0, Text.find('!')),
            "begin 0 @1, call 0 @10, fork 0>1 @12, call 1 @13, call 0 @14");
  EXPECT_EQ(Text.substr(Text.rfind(", join")), ", join 1>0 @16, end 0 @99, ");
}

TEST(CaptureGraph, ALargeOneIsCut) {
  // Each function calls the next one twice.
  std::string Text = "func @f(%s: stream) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
                     "  call @f0(%s) !m:2:1\n"
                     "  api cudaStreamEndCapture(%s, &%g) !m:3:1\n  ret\n}\n";
  for (unsigned I = 0; I < 13; ++I) {
    const std::string Next = "  call @f" + std::to_string(I + 1) + "(%s) !m:";
    Text += "func @f" + std::to_string(I) + "(%s: stream) {\nb0:\n" + Next +
            "10:1\n" + Next + "11:1\n  ret\n}\n";
  }
  Text += "func @f13(%s: stream) {\nb0:\n  api launch(%s) !m:20:1\n  ret\n}\n";
  const Drawn D = draw(Text);
  ASSERT_EQ(D.Regions.size(), 1u);
  ASSERT_EQ(D.Regions[0].Graphs.size(), 1u);
  EXPECT_TRUE(D.Regions[0].Graphs[0].Cut);
  EXPECT_EQ(D.Regions[0].Graphs[0].Nodes.size(), 2000u);
}

TEST(CaptureGraph, NamesAreEscaped) {
  report::DrawnRegion R;
  R.Function = "operator\"\"_s<\\>";
  report::DrawnGraph &G = R.Graphs.emplace_back();
  G.Lanes.push_back({"s[\"a\"]", true, false});
  report::DrawnNode &N = G.Nodes.emplace_back();
  N.Type = "kernel";
  N.Label = "k<'\\n', \"x\">\n\x01";
  std::string Dot;
  llvm::raw_string_ostream OS(Dot);
  report::writeGraphDot(OS, R);
  OS.flush();
  EXPECT_NE(Dot.find("label=\"s[\\\"a\\\"] (origin)\""), std::string::npos)
      << Dot;
  EXPECT_NE(Dot.find("k<'\\\\n', \\\"x\\\">\\n\\n\""), std::string::npos)
      << Dot;
}

} // namespace
