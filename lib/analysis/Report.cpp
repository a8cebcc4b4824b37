//===- Report.cpp - From raw findings to findings with paths --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

bool Interpreter::beganIn(Context Ctx, const Site &Begin) const {
  for (Context C = Begin.Ctx;; C = Frames[C].Parent) {
    if (C == Ctx)
      return true;
    if (!Frames[C].Call)
      return false;
  }
}

bool Interpreter::isExact(const State &S, const Capture *C) const {
  if (C ? C->MissesStatement : S.MissesStatement)
    return false;
  if (!C)
    return true;
  for (const ControlDependence &Cond : S.ControlDependences) {
    // A condition that the begin stands under is no guard against the capture.
    if (Cond.Encloses == C->Begin)
      continue;
    // An unknown callee may tell whether the stream captures.
    if (Cond.FromUnknownCall)
      return false;
    // Two settings of the program: another place may exclude the combination.
    if (Cond.Configuration && C->UnderConfiguration &&
        !(C->IsCallers && isFirstUse(Cond)))
      return false;
  }
  return true;
}

bool Interpreter::isExactUse(const State &S, const Destruction &D) const {
  return llvm::none_of(
      S.ControlDependences, [&](const ControlDependence &Cond) {
        return Cond.FromUnknownCall && !llvm::is_contained(D.Under, Cond);
      });
}

std::optional<ir::Place> Interpreter::express(Context Ctx, LocationId Where,
                                              const State &S) const {
  const LocationInfo &Info = U.location(Where);
  // A pointer of this frame to the location, whatever it is.
  for (const auto &[Holder, V] : S.Memory) {
    const LocationInfo &H = U.location(Holder);
    if (H.K != LocationInfo::Local || H.Ctx != Ctx || V.Stale)
      continue;
    bool Points = V.K == Value::Reference
                      ? LocationId(V.Data) == Where
                      : V.isSymbol() && Info.K == LocationInfo::Pointee &&
                            SymbolId(V.Data) == Info.Pointer;
    if (Points)
      return ir::Place::local(H.LocalId).deref();
  }
  // A pointer that still holds what it held at entry, such as "this".
  if (Info.K == LocationInfo::Pointee) {
    const SymbolInfo &Pointer = U.symbol(Info.Pointer);
    if (Pointer.K == SymbolInfo::Initial && !S.Memory.count(Pointer.Where)) {
      const LocationInfo &H = U.location(Pointer.Where);
      if (H.K == LocationInfo::Local && H.Ctx == Ctx)
        return ir::Place::local(H.LocalId).deref();
    }
  }
  switch (Info.K) {
  case LocationInfo::Local:
    if (Info.Ctx != Ctx)
      return std::nullopt;
    return ir::Place::local(Info.LocalId);
  case LocationInfo::Global:
    return ir::Place::global(Info.Name);
  case LocationInfo::Field:
    if (llvm::StringRef(Info.Name).starts_with("<"))
      return std::nullopt; // None that a program can name.
    if (std::optional<ir::Place> Parent = express(Ctx, Info.Parent, S))
      return Parent->field(Info.Name);
    return std::nullopt;
  case LocationInfo::Element:
    if (Info.Index.K == Value::Int)
      if (std::optional<ir::Place> Parent = express(Ctx, Info.Parent, S))
        return Parent->index(ir::Operand::constant(Info.Index.Data));
    return std::nullopt;
  case LocationInfo::Pointee:
  case LocationInfo::AnyElement:
    return std::nullopt;
  }
  return std::nullopt;
}

std::vector<ir::Place> Interpreter::namesOf(Context Ctx, const Value &V,
                                            const State &S) const {
  std::vector<ir::Place> Names;
  if (!V.isSymbol())
    return Names;
  auto Add = [&](LocationId Where) {
    if (std::optional<ir::Place> P = express(Ctx, Where, S))
      if (!llvm::is_contained(Names, *P))
        Names.push_back(*P);
  };
  // A value that was there from the start is where it was, unless overwritten.
  const SymbolInfo &Info = U.symbol(V.Data);
  if (Info.K == SymbolInfo::Initial && !S.Memory.count(Info.Where))
    Add(Info.Where);
  for (const auto &[Where, Held] : S.Memory)
    if (Held.sameAs(V) && !Held.Stale)
      Add(Where);
  // Short names first: a parameter is a better name than a field of a field.
  llvm::stable_sort(Names, [](const ir::Place &A, const ir::Place &B) {
    return A.Path.size() < B.Path.size();
  });
  return Names;
}

std::vector<PathStep> Interpreter::path(const Site &At) const {
  std::vector<PathStep> Result;
  const ir::Instruction *I = At.I;
  for (Context C = At.Ctx; I; C = Frames[C].Parent) {
    Result.push_back({Frames[C].F, I, {}, calleeOf({C, I}).str()});
    I = Frames[C].Call;
  }
  std::reverse(Result.begin(), Result.end());
  return Result;
}

Finding Interpreter::resolve(const RawFinding &Raw) const {
  Finding F;
  F.R = Raw.R;
  F.S = Raw.S;
  F.Row = Raw.Row;
  F.Fam = Raw.Fam;
  F.Callee = Raw.Callee.str();
  F.Error = Raw.Error;
  F.Mode = Raw.Mode;
  F.HandleArg = Raw.HandleArg;
  F.IsNull = Raw.IsNull;
  if (Raw.HandleArg && *Raw.HandleArg < Raw.Row->Params.size())
    F.HandleRole = Raw.Row->Params[*Raw.HandleArg].R;
  F.StreamNames = Raw.StreamNames;
  F.OnlyCapture = Raw.OnlyCapture;
  F.OnlyOrigin = Raw.OnlyOrigin;
  // A launch has no family of its own; it is spelled like the capture.
  if (Raw.Begin && !KB.lookup(F.Callee))
    F.Fam = KB.lookup(calleeOf(*Raw.Begin)).Fam;
  F.Path = path(Raw.At);
  Context C = Raw.At.Ctx;
  for (auto Step = F.Path.rbegin(); Step != F.Path.rend(); ++Step) {
    for (const ControlDependence &Cond : Raw.ControlDependences)
      if (Cond.Ctx == C)
        Step->When.emplace_back(Cond.Branch, Cond.Taken);
    C = Frames[C].Parent;
  }
  F.Exit = Raw.Exit;
  F.ExitWhen = Raw.ExitWhen;
  if (Raw.Begin)
    F.Begin = path(*Raw.Begin);
  for (const auto &[How, At] : Raw.Related)
    F.Related.emplace_back(How, path(At));
  // The frames that both ends share are not part of the story. With no other
  // end, the call alone is.
  const std::vector<PathStep> *Other = Raw.Begin ? &F.Begin
                                       : F.Related.empty()
                                           ? nullptr
                                           : &F.Related[0].second;
  // If it is reported at the begin, the other end is how the function is left.
  std::vector<PathStep> Leaving;
  std::optional<Context> OtherCtx;
  if (Raw.Exit && F.S != DiagnosticKind::EndsOther)
    OtherCtx = Raw.ExitCtx;
  // Or the function whose variable it is.
  if (F.S == DiagnosticKind::NeverCreated)
    for (LocationId L : Raw.Variables)
      if (const LocationInfo &Root = U.location(U.root(L));
          Root.K == LocationInfo::Local)
        OtherCtx = Root.Ctx;
  // Or the one whose memory it is.
  if (Raw.Memory) {
    OtherCtx = Raw.ExitCtx;
    if (Raw.Memory->K == Value::Reference)
      if (const LocationInfo &Root = U.location(U.root(Raw.Memory->Data));
          Root.K == LocationInfo::Local) {
        F.Variable = ir::Place::local(Root.LocalId);
        F.VariableIn = Frames[Root.Ctx].F;
        OtherCtx = Root.Ctx;
      }
  }
  if (OtherCtx) {
    Other = &Leaving;
    for (Context C = *OtherCtx; Frames[C].Call; C = Frames[C].Parent)
      Leaving.insert(Leaving.begin(), {nullptr, Frames[C].Call, {}});
    Leaving.emplace_back();
  } else if (Raw.Begin == Raw.At && !F.Related.empty()) {
    Other = &F.Related[0].second;
  }
  size_t Common = 0;
  while (Common + 1 < F.Path.size() &&
         (!Other || (Common + 1 < Other->size() &&
                     F.Path[Common].I == (*Other)[Common].I)))
    ++Common;
  const std::vector<PathStep> Shared(F.Path.begin(), F.Path.begin() + Common);
  F.Path.erase(F.Path.begin(), F.Path.begin() + Common);
  auto Cut = [&](std::vector<PathStep> &Steps) {
    size_t N = 0;
    while (N < Common && N + 1 < Steps.size() &&
           (!Raw.Memory || Steps[N].I == Shared[N].I))
      ++N;
    Steps.erase(Steps.begin(), Steps.begin() + N);
  };
  if (Raw.Begin)
    Cut(F.Begin);
  for (auto &[How, Steps] : F.Related)
    Cut(Steps);
  // A lambda is where its author can act, unless it belongs to a function that
  // is itself only called on the way.
  for (size_t I = 1; I < F.Path.size() && !F.Primary; ++I) {
    auto IsParent = [&](const PathStep &Step) {
      return Step.In->Name == F.Path[I].In->Parent;
    };
    auto Inner = llvm::make_range(F.Path.begin() + 1, F.Path.begin() + I);
    if (!F.Path[I].In->Parent.empty() && llvm::none_of(Inner, IsParent))
      F.Primary = I;
  }
  // And so is a lambda within it.
  for (size_t I = F.Primary + 1; I < F.Path.size(); ++I)
    if (F.Primary && F.Path[I].In->Parent == F.Path[F.Primary].In->Name)
      F.Primary = I;
  return F;
}

std::vector<LocationId> Interpreter::variablesOf(const ApiCall &Call,
                                                 unsigned Arg, State &S) {
  std::vector<LocationId> Result;
  const ir::Operand &Given = Call.At.I->Args[Arg];
  if (Given.K == ir::Operand::Read)
    if (std::optional<LocationId> Where = locate(Call.At.Ctx, Given.Where, S))
      Result.push_back(*Where);
  const Value &V = Call.Args[Arg];
  if (V.isSymbol() && U.symbol(V.Data).K == SymbolInfo::Initial)
    Result.push_back(U.symbol(V.Data).Where);
  return Result;
}

/// What one path gives no handle to may be given one by a path through a loop,
/// or under a condition that means the same as another one.
void Interpreter::noteHandles(const ApiCall &Call) {
  for (unsigned I = 0; I < Call.Row.Params.size() && I < Call.Args.size(); ++I)
    if (const Param &P = Call.Row.Params[I];
        isHandle(P.R) && P.Acc == Access::In &&
        !isNeverCreated(U, Call.Args[I], P.R))
      GivenHandle.insert({Call.At, I});
}

std::vector<Finding> Interpreter::takeFindings(const ir::Function *Root) {
  std::vector<Finding> Result;
  for (unsigned Id = 0; Id < Raw.size(); ++Id) {
    if (Root && rootOf(Raw[Id].At) != Root)
      continue;
    const bool IsCertain = Certain.count(Id) && !mayBeTakenBack(Raw[Id]);
    if ((!IsCertain && !Opts.ReportPossible) || isTakenBack(Raw[Id]))
      continue;
    Result.push_back(resolve(Raw[Id]));
    Result.back().Possible = !IsCertain;
  }
  auto Key = [](const Finding &F) {
    // A host function that is handed over directly, first.
    size_t Way = F.R == Rule::HostCallback ? F.Related[0].second.size() : 0;
    return std::make_tuple(F.Path[F.Primary].I->At, F.R, F.Possible,
                           F.Path.size() - F.Primary, F.Path.back().I->At, Way);
  };
  llvm::stable_sort(Result, [&](const Finding &A, const Finding &B) {
    return Key(A) < Key(B);
  });
  // Who calls the function that forgets something does not do it again. But
  // what is declared capturable is told of all that its own capture meets,
  // whatever is said of the functions that it calls.
  auto IsInner = [](const Finding &Inner, const Finding &Outer) {
    return Inner.R == Outer.R && Inner.S == Outer.S &&
           (!Inner.Possible || Outer.Possible) &&
           Inner.Path.size() < Outer.Path.size() &&
           std::equal(
               Inner.Path.rbegin(), Inner.Path.rend(), Outer.Path.rbegin(),
               [](const PathStep &A, const PathStep &B) { return A.I == B.I; });
  };
  // Found first and erased then: erasing moves what is compared with.
  std::vector<bool> Again;
  for (const Finding &F : Result)
    Again.push_back(llvm::any_of(Result, [&](const Finding &Other) {
      return F.Exit && Other.Exit && !F.contract() && IsInner(Other, F);
    }));
  size_t Next = 0;
  llvm::erase_if(Result, [&](const Finding &) { return Again[Next++]; });
  // One finding per rule and place of report: the most direct one.
  auto Same = [](const Finding &A, const Finding &B) {
    // A result that is ignored and a graph that is lost are two matters.
    return A.R == B.R && (A.R != Rule::UncheckedResult || A.S == B.S) &&
           A.Path[A.Primary].I->At == B.Path[B.Primary].I->At;
  };
  Result.erase(std::unique(Result.begin(), Result.end(), Same), Result.end());
  return Result;
}
