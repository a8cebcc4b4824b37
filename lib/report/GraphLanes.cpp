//===- GraphLanes.cpp - The graph of a region as stream lanes -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphLanes.h"

using namespace cuda_capture;
using namespace cuda_capture::report;

LanesOfRegion
report::lanesOf(const DrawnRegion &R,
                llvm::function_ref<std::optional<unsigned>(unsigned)> Result,
                size_t Graph) {
  LanesOfRegion L;
  L.Function = R.Function;
  L.At = R.Begin;
  L.Mode = R.Mode;
  if (Graph >= R.Graphs.size())
    return L;
  const DrawnGraph &G = R.Graphs[Graph];
  L.When = G.When;
  for (const DrawnLane &Lane : G.Lanes)
    L.Lanes.push_back(Lane.Name);
  auto Add = [&](LaneEvent::Kind K, unsigned Lane, const Position &At,
                 std::string Label) -> LaneEvent & {
    LaneEvent &E = L.Events.emplace_back();
    E.K = K;
    E.Lane = Lane;
    E.At = At;
    E.Label = std::move(Label);
    return E;
  };
  auto Refer = [&](LaneEvent &E, std::optional<unsigned> Finding) {
    if (Finding && Result)
      E.Finding = Result(*Finding);
  };
  auto Link = [&](const DrawnLink &K) {
    Add(K.IsFork ? LaneEvent::Fork : LaneEvent::Join, K.From, K.At,
        "'" + G.Lanes[K.To].Name + "' waits for '" + G.Lanes[K.From].Name + "'")
        .To = K.To;
  };
  auto Violation = [&](const DrawnViolation &V) {
    LaneEvent &E = Add(LaneEvent::Call, V.Lane.value_or(0), V.At, V.Label);
    E.Violation = V.Text;
    Refer(E, V.Finding);
  };
  Add(LaneEvent::Begin, 0, R.Begin, "the capture begins");
  for (unsigned I = 0; I < G.Nodes.size(); ++I) {
    G.between(I, Link, Violation);
    const DrawnNode &N = G.Nodes[I];
    std::string Label = N.Type + " " + N.Label;
    if (!N.When.empty())
      Label += " " + N.When;
    if (N.Repeated)
      Label += " (repeated)";
    LaneEvent &E = Add(LaneEvent::Node, N.Lane, N.At, std::move(Label));
    if (!N.Violations.empty()) {
      E.Violation = N.Violations.front();
      Refer(E, N.Findings.front());
    }
  }
  G.between(G.Nodes.size(), Link, Violation);
  if (!R.Ends.empty())
    Add(LaneEvent::End, 0, R.Ends.front(), "the capture ends");
  return L;
}

std::vector<TitledLanes> report::lanesOf(llvm::ArrayRef<DrawnRegion> Regions) {
  std::vector<TitledLanes> Result;
  for (size_t I = 0; I < Regions.size(); ++I)
    for (size_t G = 0; G < Regions[I].Graphs.size(); ++G)
      Result.push_back({titleOf(Regions[I], I + 1, G),
                        lanesOf(Regions[I], /*Result=*/nullptr, G)});
  return Result;
}
