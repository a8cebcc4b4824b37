//===- DrawnRegion.cpp - The contents of a region in words ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphText.h"
#include "Message.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/FormatVariadic.h"

using namespace cuda_capture;
using namespace cuda_capture::report;
using namespace cuda_capture::analysis;
using llvm::formatv;

static std::string conditions(const Conditions &When) {
  std::string Text;
  std::vector<std::string> All;
  for (const auto &[Branch, Taken] : When) {
    if (Branch->Text.empty())
      continue;
    llvm::StringRef How = Branch->K == ir::Terminator::Switch ? "in a case of"
                          : Taken                             ? "if"
                                                              : "unless";
    std::string One = formatv("{0} '{1}'", How, Branch->Text);
    if (llvm::is_contained(All, One))
      continue;
    Text += (Text.empty() ? "" : " and ") + One;
    All.push_back(std::move(One));
  }
  // The conditions that decide may have no text.
  return Text.empty() && !When.empty() ? "under a condition" : Text;
}

static std::string laneText(const GraphLane &L, const GraphNames &Names) {
  switch (L.K) {
  case GraphLane::Added:
    return "added by hand";
  case GraphLane::Elsewhere:
    return "without a stream";
  case GraphLane::Stream:
  case GraphLane::Unsure:
    break;
  }
  // Prefer the source text of the argument, if the outermost function in which
  // the stream has a name is that of the call.
  if (L.Name.Call && L.Name.Arg && Names.Argument &&
      !L.Name.Variables.empty() && L.Name.Variables[0].second == L.Name.In)
    if (std::string Text = Names.Argument(*L.Name.Call, *L.Name.Arg);
        !Text.empty())
      return Text;
  for (const auto &[Place, In] : L.Name.Variables)
    if (std::string Text = spell(Place, *In); !Text.empty())
      return Text;
  if (L.Name.Call && L.Name.Arg) {
    if (Names.Argument)
      if (std::string Text = Names.Argument(*L.Name.Call, *L.Name.Arg);
          !Text.empty())
        return Text;
    if (*L.Name.Arg < L.Name.Call->Args.size())
      if (std::string Text = spell(L.Name.Call->Args[*L.Name.Arg], *L.Name.In);
          !Text.empty())
        return Text;
  }
  return "a stream";
}

/// Returns the name of a kernel in the source, without its parameters.
static std::string kernelText(const std::string &Symbol) {
  llvm::ItaniumPartialDemangler Parts;
  if (Parts.partialDemangle(Symbol.c_str()))
    return Symbol;
  char *Text = Parts.getFunctionName(nullptr, nullptr);
  std::string Result = Text ? Text : Symbol;
  std::free(Text);
  return Result;
}

/// Returns the name of the callee, for calls that have no better name.
static std::string calleeText(const ir::Instruction &Call,
                              llvm::StringRef Callee) {
  if (Call.Launched)
    return kernelText(Call.Launched->Name.str());
  if (Callee == KernelLaunch)
    return "a kernel";
  return Callee.empty() ? "a function pointer" : Callee.str();
}

static DrawnGraph describe(const CaptureGraph &G, const GraphNames &Names,
                           llvm::ArrayRef<std::string> Messages) {
  auto Place = [&](const ir::Instruction *I) {
    return Names.Place ? Names.Place(I->At)
                       : Position{"", I->At.Line, I->At.Column};
  };
  DrawnGraph Result;
  Result.When = conditions(G.When);
  Result.Merged = G.Merged;
  Result.Cut = G.Cut;
  for (const GraphLane &L : G.Lanes) {
    DrawnLane &Lane = Result.Lanes.emplace_back();
    Lane.Name = laneText(L, Names);
    Lane.IsOrigin = L.IsOrigin;
    Lane.IsUnsure = L.K != GraphLane::Stream;
    const std::string Name = Lane.Name;
    // Distinguish streams that have the same name.
    unsigned Same = llvm::count_if(Result.Lanes, [&](const DrawnLane &Other) {
      return Other.Name == Name ||
             llvm::StringRef(Other.Name).starts_with(Name + " #");
    });
    if (Same > 1)
      Lane.Name += formatv(" #{0}", Same);
  }
  for (const GraphNode &N : G.Nodes) {
    DrawnNode &D = Result.Nodes.emplace_back();
    const PathStep &Call = N.Path.back();
    D.Lane = N.Lane;
    D.Type = N.Kind == NodeKind::None ? "?" : nodeKindName(N.Kind).str();
    if (Names.Callee)
      D.Label = Names.Callee(*Call.I);
    if (D.Label.empty())
      D.Label = calleeText(*Call.I,
                           N.Callee.empty() ? Call.I->Callee.ref() : N.Callee);
    D.At = Place(Call.I);
    for (unsigned S = N.FirstStep; S + 1 < N.Path.size(); ++S)
      D.Way.emplace_back(N.Path[S + 1].In->Display, Place(N.Path[S].I));
    D.When = conditions(N.When);
    D.Repeated = N.Repeated;
    D.Sometimes = N.Sometimes;
    D.Unsure = N.Unsure;
    for (unsigned Id : N.Findings)
      D.Violations.push_back(Messages[Id]);
    D.Findings = N.Findings;
  }
  Result.Edges = G.Edges;
  for (const GraphLink &K : G.Links)
    Result.Links.push_back(
        {K.From, K.To, K.IsFork, Place(K.Path.back().I), K.Before, K.Id});
  return Result;
}

DrawnRegion report::describe(const CaptureRegion &R,
                             llvm::ArrayRef<Finding> Findings,
                             const KnowledgeBase &KB, const GraphNames &Names,
                             bool AllInOne) {
  auto Place = [&](const ir::Instruction *I) {
    return Names.Place ? Names.Place(I->At)
                       : Position{"", I->At.Line, I->At.Column};
  };
  std::vector<std::string> Messages(Findings.size());
  for (unsigned Id : R.Findings)
    Messages[Id] = render(Findings[Id], KB, Names.Argument).Text;
  DrawnRegion Result;
  Result.Function = R.Begin.back().In->Display;
  Result.Root = R.Root->Display;
  Result.Begin = Place(R.Begin.back().I);
  for (const std::vector<PathStep> &End : R.Ends)
    Result.Ends.push_back(Place(End.back().I));
  llvm::sort(Result.Ends, [](const Position &A, const Position &B) {
    return std::tie(A.File, A.Line, A.Column) <
           std::tie(B.File, B.Line, B.Column);
  });
  Result.Mode = R.Mode ? modeName(*R.Mode).str() : "";
  Result.IntoGraph = R.IntoGraph;
  Result.IsCallers = R.IsCallers;
  Result.Incomplete = R.Incomplete;
  std::vector<CaptureGraph> One;
  if (AllInOne && R.Graphs.size() > 1)
    One.push_back(merged(R));
  for (const CaptureGraph &G : One.empty() ? R.Graphs : One)
    Result.Graphs.push_back(::describe(G, Names, Messages));
  for (const GraphViolation &V : R.Violations)
    for (unsigned G = 0; G < Result.Graphs.size(); ++G) {
      DrawnViolation &D = Result.Graphs[G].Violations.emplace_back();
      const Finding &F = Findings[V.Finding];
      D.Text = Messages[V.Finding];
      D.Label = calleeText(*F.Path.back().I, F.Callee);
      D.At = Place(F.Path.back().I);
      D.Order = V.Order;
      D.Finding = V.Finding;
      if (One.empty()) {
        D.Lane = V.Lane[G];
        D.Before = V.Before[G];
        continue;
      }
      D.Before = llvm::count_if(
          One[0].Nodes, [&](const GraphNode &N) { return N.Id < V.Order; });
      for (unsigned Of = 0; Of < R.Graphs.size() && !D.Lane; ++Of)
        for (unsigned L = 0; V.Lane[Of] && L < One[0].Lanes.size(); ++L)
          if (isSameLane(One[0].Lanes[L], R.Graphs[Of].Lanes[*V.Lane[Of]]))
            D.Lane = L;
    }
  return Result;
}
