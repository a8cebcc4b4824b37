//===- CaptureGraph.cpp - The graphs that regions record ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides which regions are shown, and merges all graphs of a region into one.
///
//===----------------------------------------------------------------------===//

#include "CaptureGraph.h"
#include "../Interpreter.h"
#include "../transfer/CaptureCriterion.h"
#include "GraphRecorder.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Whether \p Inner is the end of \p Outer and is shorter.
static bool isInnerPath(const std::vector<PathStep> &Inner,
                        const std::vector<PathStep> &Outer) {
  return Inner.size() < Outer.size() &&
         std::equal(
             Inner.rbegin(), Inner.rend(), Outer.rbegin(),
             [](const PathStep &A, const PathStep &B) { return A.I == B.I; });
}

static bool isSamePath(const std::vector<PathStep> &A,
                       const std::vector<PathStep> &B) {
  return std::equal(
      A.begin(), A.end(), B.begin(), B.end(),
      [](const PathStep &X, const PathStep &Y) { return X.I == Y.I; });
}

CaptureRegions
analysis::captureGraphs(llvm::ArrayRef<const ir::Function *> Roots,
                        FunctionLookup Find, bool PerThreadDefaultStream,
                        const KnowledgeBase &KB, Options Opts,
                        llvm::function_ref<bool(const ir::Function &)> Only) {
  GraphRecorder Recorder;
  // No user waits for an answer while typing, and paths should be kept apart.
  Opts.MaxSteps *= 10;
  Opts.MaxDisjuncts *= 2;
  Opts.Observer = &Recorder;
  const ResolvedCalls Calls(KB);
  const CaptureCriterion Criterion(Calls);
  const Slice What(Roots, Find, Criterion);
  const CaptureRecords Records(Roots, Opts.RecordedElsewhere, Find, Calls);
  Interpreter Interp(Find, What, Records, PerThreadDefaultStream, Calls, Opts);
  for (const ir::Function *F : Roots)
    Interp.runRoot(*F);
  CaptureRegions Result;
  Result.GivenUp =
      llvm::count_if(Interp.coverage(),
                     [](const CoverageGap &Gap) { return isLost(Gap.Why); });
  Result.Findings = Interp.takeFindings();
  std::vector<CaptureRegion> All =
      Recorder.take(Interp.parts(), Result.Findings);
  if (Only)
    llvm::erase_if(All, [&](const CaptureRegion &R) { return !Only(*R.Root); });
  std::vector<bool> Kept;
  for (size_t I = 0; I < All.size(); ++I) {
    const CaptureRegion &R = All[I];
    Kept.push_back(llvm::none_of(All, [&](const CaptureRegion &Other) {
      // The same region is found twice in a function that is run twice, for its
      // contract.
      if (&Other < &R && isSamePath(Other.Begin, R.Begin))
        return true;
      // A caller of the function that begins and ends the capture adds nothing.
      if (!Other.Ends.empty() && isInnerPath(Other.Begin, R.Begin))
        return true;
      return R.Ends.empty() && !R.IsCallers && !Other.Ends.empty() &&
             isInnerPath(R.Begin, Other.Begin);
    }));
  }
  for (size_t I = 0; I < All.size(); ++I)
    if (Kept[I])
      Result.Regions.push_back(std::move(All[I]));
  llvm::stable_sort(Result.Regions, [](const auto &A, const auto &B) {
    return A.Begin.back().I->At < B.Begin.back().I->At;
  });
  return Result;
}

bool analysis::isSameLane(const GraphLane &A, const GraphLane &B) {
  return A.K == B.K && A.Name.Call == B.Name.Call && A.Name.Arg == B.Name.Arg &&
         isSamePath(A.Joined, B.Joined);
}

CaptureGraph analysis::merged(const CaptureRegion &R) {
  CaptureGraph Result;
  if (R.Graphs.empty())
    return Result;
  std::map<unsigned, GraphNode> Nodes;
  std::map<unsigned, unsigned> Counts;
  std::map<std::pair<unsigned, unsigned>, GraphEdge> Edges;
  std::map<unsigned, GraphLink> Links;
  for (const CaptureGraph &G : R.Graphs) {
    std::vector<unsigned> LaneOf;
    for (const GraphLane &L : G.Lanes) {
      auto It = llvm::find_if(
          Result.Lanes, [&](const GraphLane &X) { return isSameLane(X, L); });
      LaneOf.push_back(It - Result.Lanes.begin());
      if (It == Result.Lanes.end())
        Result.Lanes.push_back(L);
    }
    for (GraphNode N : G.Nodes) {
      N.Lane = LaneOf[N.Lane];
      ++Counts[N.Id];
      auto [It, New] = Nodes.try_emplace(N.Id, N);
      It->second.Sometimes |= N.Sometimes;
    }
    for (GraphEdge E : G.Edges) {
      E.From = G.Nodes[E.From].Id;
      E.To = G.Nodes[E.To].Id;
      auto [It, New] = Edges.try_emplace({E.From, E.To}, E);
      It->second.Carried &= E.Carried;
      It->second.Unsure &= E.Unsure;
    }
    for (GraphLink K : G.Links) {
      K.From = LaneOf[K.From];
      K.To = LaneOf[K.To];
      Links.try_emplace(K.Id, K);
    }
    Result.Merged |= G.Merged;
    Result.Cut |= G.Cut;
  }
  Result.Merged |= R.Graphs.size() > 1;
  std::map<unsigned, unsigned> Waits, Index;
  for (const auto &[Id, N] : Nodes)
    Waits[Id] = 0;
  for (const auto &[Key, E] : Edges)
    Waits[Key.second] += !E.Carried;
  while (!Waits.empty()) {
    auto Next = llvm::find_if(Waits, [](const auto &W) { return !W.second; });
    if (Next == Waits.end())
      Next = Waits.begin();
    const unsigned Id = Next->first;
    Waits.erase(Next);
    for (const auto &[Key, E] : Edges)
      if (auto To = Waits.find(Key.second);
          Key.first == Id && !E.Carried && To != Waits.end() && To->second)
        --To->second;
    Index[Id] = Result.Nodes.size();
    Result.Nodes.push_back(Nodes[Id]);
    Result.Nodes.back().Sometimes |= Counts[Id] < R.Graphs.size();
  }
  for (auto [Key, E] : Edges) {
    E.From = Index[Key.first];
    E.To = Index[Key.second];
    Result.Edges.push_back(E);
  }
  llvm::sort(Result.Edges, [](const GraphEdge &A, const GraphEdge &B) {
    return std::pair(A.From, A.To) < std::pair(B.From, B.To);
  });
  for (auto &Link : Links) {
    Link.second.Before = llvm::count_if(
        Result.Nodes, [&](const GraphNode &N) { return N.Id < Link.first; });
    Result.Links.push_back(Link.second);
  }
  return Result;
}
