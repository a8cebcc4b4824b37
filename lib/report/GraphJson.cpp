//===- GraphJson.cpp - The graphs of regions as JSON ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled with exceptions because the JSON library throws.
///
//===----------------------------------------------------------------------===//

#include "../json/Parse.h"
#include "GraphText.h"

using namespace cuda_capture;
using namespace cuda_capture::report;
using nlohmann::json;

static json place(const Position &At) {
  if (!At.isValid())
    return nullptr;
  return {{"file", At.File}, {"line", At.Line}, {"column", At.Column}};
}

static json object(const DrawnNode &N) {
  json Way = json::array();
  for (const auto &[Callee, At] : N.Way)
    Way.push_back({{"callee", Callee}, {"at", place(At)}});
  json O{{"stream", N.Lane},
         {"type", N.Type},
         {"label", N.Label},
         {"at", place(N.At)},
         {"calls", std::move(Way)},
         {"repeated", N.Repeated},
         {"sometimes", N.Sometimes || !N.When.empty()},
         {"unsure", N.Unsure},
         {"violations", N.Violations}};
  if (!N.When.empty())
    O["when"] = N.When;
  return O;
}

static json object(const DrawnGraph &G) {
  json Lanes = json::array(), Nodes = json::array(), Edges = json::array(),
       Waits = json::array(), Violations = json::array();
  for (const DrawnLane &L : G.Lanes)
    Lanes.push_back(
        {{"name", L.Name}, {"origin", L.IsOrigin}, {"unsure", L.IsUnsure}});
  for (const DrawnNode &N : G.Nodes)
    Nodes.push_back(object(N));
  for (const analysis::GraphEdge &E : G.Edges)
    Edges.push_back({{"from", E.From},
                     {"to", E.To},
                     {"carried", E.Carried},
                     {"unsure", E.Unsure}});
  for (const DrawnLink &K : G.Links)
    Waits.push_back({{"from", K.From},
                     {"to", K.To},
                     {"fork", K.IsFork},
                     {"before", K.Before},
                     {"at", place(K.At)}});
  for (const DrawnViolation &V : G.Violations) {
    json O{{"text", V.Text}, {"at", place(V.At)}, {"before", V.Before}};
    if (V.Lane)
      O["stream"] = *V.Lane;
    Violations.push_back(std::move(O));
  }
  json Result{{"streams", std::move(Lanes)},
              {"nodes", std::move(Nodes)},
              {"edges", std::move(Edges)},
              {"waits", std::move(Waits)},
              {"violations", std::move(Violations)},
              {"merged", G.Merged},
              {"cut", G.Cut}};
  if (!G.When.empty())
    Result["when"] = G.When;
  return Result;
}

void report::writeGraphJson(llvm::raw_ostream &OS,
                            llvm::ArrayRef<DrawnRegion> Regions) {
  json List = json::array();
  for (const DrawnRegion &R : Regions) {
    json Graphs = json::array(), Ends = json::array();
    for (const DrawnGraph &G : R.Graphs)
      Graphs.push_back(object(G));
    for (const Position &End : R.Ends)
      Ends.push_back(place(End));
    json O{{"function", R.Function},     {"root", R.Root},
           {"begin", place(R.Begin)},    {"ends", std::move(Ends)},
           {"intoGraph", R.IntoGraph},   {"callers", R.IsCallers},
           {"incomplete", R.Incomplete}, {"graphs", std::move(Graphs)}};
    if (!R.Mode.empty())
      O["mode"] = R.Mode;
    List.push_back(std::move(O));
  }
  OS << printJson(json{{"captures", std::move(List)}}) << '\n';
}
