//===- FindingSet.cpp - Findings of the roots -----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindingSet.h"
#include "../ResolvedCalls.h"
#include "../engine/CallTree.h"
#include "../engine/RootRun.h"
#include "../transfer/Evaluator.h"
#include "../transfer/FirstUses.h"
#include "ExitChecks.h"
#include "LeakedCaptures.h"
#include "Retraction.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void FindingSet::confirm(unsigned Id) {
  if (!Run.OnAssumption)
    Certain.insert(Id);
}

/// Whether an unknown member function of the object that holds the origin
/// stream of \p C makes \p V.
static bool isToldByHolder(const Universe &U, const Value &V,
                           const Capture &C) {
  if (!V.isSymbol() || !C.Origin.isSymbol() ||
      U.symbol(C.Origin.Data).K != SymbolInfo::Initial)
    return false;
  const SymbolInfo &Info = U.symbol(V.Data);
  if (Info.K == SymbolInfo::Operation)
    return llvm::any_of(Info.inputs(), [&](const Value &Input) {
      return isToldByHolder(U, Input, C);
    });
  if (Info.K != SymbolInfo::Getter || Info.inputs().empty())
    return false;
  const LocationId Holder = U.root(U.symbol(C.Origin.Data).Where);
  const Value &Object = Info.inputs().front();
  if (Object.K == Value::Reference)
    return U.root(Object.Data) == Holder;
  const LocationInfo &Root = U.location(Holder);
  return Object.isSymbol() && Root.K == LocationInfo::Pointee &&
         Root.Pointer == Object.Data;
}

bool FindingSet::isExact(const State &S, const Capture *C) const {
  if (C ? C->MissesStatement : S.Missing.Any)
    return false;
  if (!C)
    return true;
  for (const ControlDependence &Cond : S.ControlDependences) {
    // A condition that the begin itself stands under is no guard against the
    // capture.
    if (Cond.Encloses == C->Begin)
      continue;
    // An unknown callee may tell whether the stream captures.
    if (Cond.FromUnknownCall)
      return false;
    // Both depend on settings of the program, and another place may exclude
    // their combination.
    if (Cond.Configuration && C->UnderConfiguration &&
        !(C->IsCallers &&
          FirstUses::changesWhatItAsks(*Frames[Cond.Ctx].F, *Cond.Branch)))
      return false;
  }
  // The object that holds the stream may tell the same, and the function may
  // have chosen another stream.
  return !C->IsCallers ||
         llvm::none_of(S.PathConditions, [&](const ControlDependence &Cond) {
           return Cond.FromUnknownCall && isToldByHolder(U, Cond.Condition, *C);
         });
}

bool FindingSet::isChosenByCaller(const State &S) const {
  return llvm::any_of(S.ControlDependences, [&](const ControlDependence &Cond) {
    Value Flag = Cond.Condition;
    while (Flag.isSymbol() && U.symbol(Flag.Data).name() == "!")
      Flag = U.symbol(Flag.Data).inputs().front();
    if (!Flag.isSymbol() || Flag.Stale ||
        U.symbol(Flag.Data).K != SymbolInfo::Initial)
      return false;
    const LocationInfo &Where = U.location(U.symbol(Flag.Data).Where);
    return Where.K == LocationInfo::Local && Where.IsParameter &&
           Where.Ctx == Run.RootContext &&
           Run.CurrentRoot->Params[Where.LocalId] == ir::Type::Int;
  });
}

bool FindingSet::isToldByRecord(const State &S, const Capture &C) const {
  return !Opts.IgnoreGuards &&
         llvm::any_of(S.ControlDependences, [&](const ControlDependence &Cond) {
           return Cond.AsksRecord && Cond.Encloses != C.Begin;
         });
}

bool FindingSet::isMadeBefore(const State &S, const Capture &C) const {
  return llvm::any_of(S.ControlDependences, [&](const ControlDependence &Cond) {
    return Cond.Makes == FirstUse::Again && Cond.Encloses != C.Begin;
  });
}

bool FindingSet::standsUnderDoubtsOf(unsigned Id, const State &S) const {
  return llvm::all_of(
      Raw[Id].ControlDependences, [&](const ControlDependence &C) {
        return (!C.FromUnknownCall && !C.Configuration && !C.AsksRecord) ||
               llvm::is_contained(S.ControlDependences, C);
      });
}

bool FindingSet::isExactUse(const State &S, const Destruction &D) const {
  return llvm::none_of(
      S.ControlDependences, [&](const ControlDependence &Cond) {
        return Cond.FromUnknownCall && !llvm::is_contained(D.Under, Cond);
      });
}

void FindingSet::name(PathStep &Step, const ir::Name &Callee) const {
  const Lookup &Found = Calls[Callee];
  Step.Callee = Callee.str();
  Step.Row = Found.Row;
  // Programs also ask for versions of driver functions by name.
  Step.Spelling = Found.isFunction() && Found.Fam != Family::Driver
                      ? Found.Spelling.str()
                      : Step.Callee;
}

std::vector<PathStep> FindingSet::resolvedPath(const Site &At) const {
  std::vector<PathStep> Path = Frames.path(At);
  Context C = At.Ctx;
  for (auto Step = Path.rbegin(); Step != Path.rend(); ++Step) {
    name(*Step, Frames.calleeOf({C, Step->I}));
    C = Frames[C].Parent;
  }
  return Path;
}

Finding FindingSet::resolve(const RawFinding &Raw) const {
  Finding F;
  F.R = Raw.R;
  F.Kind = Raw.Kind;
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
  F.ContractArg = Raw.ContractArg;
  F.Beside = Raw.Beside;
  F.OnlyCapture = Raw.OnlyCapture;
  F.OnlyOrigin = Raw.OnlyOrigin;
  // A launch has no family of its own; it is spelled like the capture.
  if (Raw.Begin && !Calls[Raw.Callee].isFunction())
    F.Fam = Calls[Frames.calleeOf(*Raw.Begin)].Fam;
  F.Path = resolvedPath(Raw.At);
  // An indirect call may call another function in other states.
  name(F.Path.back(), Raw.Callee);
  Context C = Raw.At.Ctx;
  for (auto Step = F.Path.rbegin(); Step != F.Path.rend(); ++Step) {
    for (const ControlDependence &Cond : Raw.OnEveryPath)
      if (Cond.Ctx == C)
        Step->When.emplace_back(Cond.Branch, Cond.Taken);
    C = Frames[C].Parent;
  }
  F.Exit = Raw.Exit;
  F.ExitWhen = Raw.ExitWhen;
  if (Raw.Begin)
    F.Begin = resolvedPath(*Raw.Begin);
  for (const auto &[How, At] : Raw.Related)
    F.Related.emplace_back(How, resolvedPath(At));
  // The path omits the frames that both ends share. If there is no other end,
  // the path is the call alone.
  const std::vector<PathStep> *Other = Raw.Begin ? &F.Begin
                                       : F.Related.empty()
                                           ? nullptr
                                           : &F.Related[0].second;
  // The other end of a finding that is reported at the begin is the place where
  // the function is left.
  std::vector<PathStep> Leaving;
  std::optional<Context> OtherCtx;
  if (Raw.Exit && F.Kind != DiagnosticKind::EndsOther)
    OtherCtx = Raw.ExitCtx;
  // Or the other end is the function that owns the variable.
  if (F.Kind == DiagnosticKind::NeverCreated)
    for (LocationId L : Raw.Variables)
      if (const LocationInfo &Root = U.location(U.root(L));
          Root.K == LocationInfo::Local)
        OtherCtx = Root.Ctx;
  // Or the other end is the function that chooses the mode.
  if (Raw.ModeFrom)
    OtherCtx = Raw.ModeFrom;
  // Or the other end is the function that owns the memory.
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
  if (Raw.ShownByEnd)
    std::swap(F.Begin, F.End);
  // The author can act in a lambda, unless it belongs to a function that is
  // itself only called on the way.
  for (size_t I = 1; I < F.Path.size() && !F.Primary; ++I) {
    auto IsParent = [&](const PathStep &Step) {
      return Step.In->Name == F.Path[I].In->Parent;
    };
    auto Inner = llvm::make_range(F.Path.begin() + 1, F.Path.begin() + I);
    if (!F.Path[I].In->Parent.empty() && llvm::none_of(Inner, IsParent))
      F.Primary = I;
  }
  // The same holds for a lambda within that lambda.
  for (size_t I = F.Primary + 1; I < F.Path.size(); ++I)
    if (F.Primary && F.Path[I].In->Parent == F.Path[F.Primary].In->Name)
      F.Primary = I;
  return F;
}

/// The number of ways to one call that are told apart, behind the same call of
/// the function that captures. They are reported as one.
static constexpr unsigned MaxWays = 64;

unsigned FindingSet::add(const Key &K, llvm::function_ref<RawFinding()> Make) {
  auto [It, New] = Ids.try_emplace(K, Raw.size());
  if (!New)
    return It->second;
  const auto &[R, Kind, At, Other] = K;
  Ways &Known = WaysTo[{R, Kind, At.I, Other, Frames.partingFrame(At, Other)}];
  if (Known.Count == MaxWays)
    return It->second = Known.Last;
  ++Known.Count;
  Known.Last = Raw.size();
  Raw.push_back(Make());
  Raw.back().OnEveryPath = Raw.back().ControlDependences;
  return Known.Last;
}

void FindingSet::reachedBy(unsigned Id, const State &S,
                           std::optional<Context> Within) {
  llvm::erase_if(Raw[Id].OnEveryPath, [&](const ControlDependence &C) {
    return (!Within || !Frames.isInside(C.Ctx, *Within)) &&
           !llvm::is_contained(S.ControlDependences, C);
  });
}

llvm::ArrayRef<unsigned> FindingSet::touchedSince(size_t First) {
  llvm::sort(Touched.begin() + First, Touched.end());
  Touched.erase(std::unique(Touched.begin() + First, Touched.end()),
                Touched.end());
  return llvm::ArrayRef(Touched).drop_front(First);
}

std::vector<LocationId> FindingSet::variablesOf(const ApiCall &Call,
                                                unsigned Arg, State &S) {
  std::vector<LocationId> Result;
  const ir::Operand &Given = Call.At.I->Args[Arg];
  if (Given.K == ir::Operand::Read)
    if (std::optional<LocationId> Where =
            Eval.locate(Call.At.Ctx, Given.Where, S))
      Result.push_back(*Where);
  const Value &V = Call.Args[Arg];
  if (V.isSymbol() && U.symbol(V.Data).K == SymbolInfo::Initial)
    Result.push_back(U.symbol(V.Data).Where);
  return Result;
}

/// Adds \p More to the calls behind a leak, each call once.
static void addBehind(std::vector<Finding::CallBehind> &To,
                      std::vector<Finding::CallBehind> More) {
  llvm::move(More, std::back_inserter(To));
  auto Place = [](const Finding::CallBehind &C) {
    return std::make_tuple(C.Call.I->At, C.Possible, C.R);
  };
  llvm::stable_sort(
      To, [&](const auto &A, const auto &B) { return Place(A) < Place(B); });
  To.erase(std::unique(To.begin(), To.end(),
                       [](const auto &A, const auto &B) {
                         return A.Call.I->At == B.Call.I->At;
                       }),
           To.end());
}

/// Keeps one finding for each rule and place of report. \p Sorted has those of
/// one rule and place side by side. Of these, a certain one is first, then one
/// without conditions, and then the most direct one.
///
/// That one is kept. The other violating calls are added to it
/// (Finding::Others), so that it does not hide them.
static std::vector<Finding> mergeSamePlace(std::vector<Finding> Sorted) {
  std::vector<Finding> Kept;
  // An ignored result and a lost graph are two separate matters.
  auto AreSame = [](const Finding &A, const Finding &B) {
    return A.R == B.R && (A.R != Rule::UncheckedResult || A.Kind == B.Kind) &&
           A.Path[A.Primary].I->At == B.Path[B.Primary].I->At;
  };
  for (Finding &F : Sorted) {
    if (Kept.empty() || !AreSame(Kept.back(), F)) {
      Kept.push_back(std::move(F));
      continue;
    }
    Finding &First = Kept.back();
    addBehind(First.Behind, std::move(F.Behind));
    auto IsSameCall = [&](const std::vector<PathStep> &Path) {
      return Path.back().I->At == F.Path.back().I->At;
    };
    const bool IsTold =
        F.Exit || First.Exit || IsSameCall(First.Path) ||
        llvm::any_of(First.Others, [&](const Finding::OtherCall &Other) {
          return IsSameCall(Other.Path);
        });
    if (!IsTold)
      First.Others.push_back({std::move(F.Path), F.Kind == First.Kind,
                              F.Possible && !First.Possible});
  }
  return Kept;
}

/// Whether the call of \p F stands where the program makes something when a
/// capture first needs it.
static bool isFirstUse(const RawFinding &F) {
  return F.Begin && !F.Exit &&
         llvm::any_of(F.ControlDependences, [&](const ControlDependence &C) {
           return C.Makes > FirstUse::OfVariable && C.Encloses != F.Begin;
         });
}

std::optional<bool> FindingSet::certainty(unsigned Id) const {
  // A capture that is only inferred may not run on another path, and a record
  // may tell that none does.
  if ((Raw[Id].ShownByEnd || Raw[Id].IsToldByRecord) && !Certain.count(Id))
    return std::nullopt;
  const bool IsCertain = Certain.count(Id) && !Retract.mayBeTakenBack(Raw[Id]);
  if ((!IsCertain && !Opts.ReportPossible) || Retract.isTakenBack(Raw[Id]))
    return std::nullopt;
  return IsCertain;
}

std::map<const ir::Instruction *, bool>
FindingSet::leaks(const ir::Function *Root) const {
  std::map<const ir::Instruction *, bool> Result;
  if (Opts.ReportLeaks)
    for (unsigned Id = 0; Id < Raw.size(); ++Id)
      if (Raw[Id].Kind == DiagnosticKind::NeverEnded &&
          (!Root || Frames.rootOf(Raw[Id].At) == Root))
        if (const std::optional<bool> IsCertain = certainty(Id))
          Result[Raw[Id].Begin->I] |= *IsCertain;
  return Result;
}

std::vector<Finding> FindingSet::takeFindings(const ir::Function *Root) {
  std::vector<Finding> Result;
  // A capture makes once what it first needs, wherever that is. Its first call
  // is reported, and the others are added to it.
  std::map<std::tuple<Rule, DiagnosticKind, Site, const ir::Instruction *>,
           size_t>
      FirstUses;
  const LeakedCaptures Leaked(*this);
  const std::map<const ir::Instruction *, bool> Leaks = leaks(Root);
  std::map<const ir::Instruction *, std::vector<Finding::CallBehind>> Behind;
  std::vector<std::pair<size_t, const ir::Instruction *>> LeakFindings;
  for (unsigned Id = 0; Id < Raw.size(); ++Id) {
    if (Root && Frames.rootOf(Raw[Id].At) != Root)
      continue;
    const std::optional<bool> IsCertain = certainty(Id);
    if (!IsCertain)
      continue;
    const auto Leak =
        Raw[Id].Begin ? Leaks.find(Raw[Id].Begin->I) : Leaks.end();
    const bool IsLeak = Raw[Id].Kind == DiagnosticKind::NeverEnded;
    // A certain finding is not hidden in one that is only possible.
    if (Leak != Leaks.end() && !IsLeak && (Leak->second || !*IsCertain) &&
        Leaked.isBehind(Raw[Id])) {
      Behind[Raw[Id].Begin->I].push_back({resolvedPath(Raw[Id].At).back(),
                                          Raw[Id].R,
                                          Leak->second && !*IsCertain});
      continue;
    }
    if (IsLeak)
      LeakFindings.emplace_back(Result.size(), Raw[Id].Begin->I);
    Finding F = resolve(Raw[Id]);
    F.Possible = !*IsCertain;
    if (!isFirstUse(Raw[Id])) {
      Result.push_back(std::move(F));
      continue;
    }
    auto [Known, New] = FirstUses.try_emplace(
        {F.R, F.Kind, *Raw[Id].Begin, Raw[Id].At.I}, Result.size());
    if (New) {
      Result.push_back(std::move(F));
      continue;
    }
    Finding &First = Result[Known->second];
    if (First.Possible && !F.Possible)
      std::swap(First, F);
    First.Others.push_back(
        {std::move(F.Path), /*SameKind=*/true, F.Possible && !First.Possible});
  }
  for (const auto &[Index, Begin] : LeakFindings)
    addBehind(Result[Index].Behind, std::move(Behind[Begin]));
  auto Key = [](const Finding &F) {
    // A host function that is handed over directly comes first.
    size_t Way = F.R == Rule::HostCallback ? F.Related[0].second.size() : 0;
    const bool IsConditional =
        llvm::any_of(llvm::drop_begin(F.Path, F.Primary),
                     [](const PathStep &Step) { return !Step.When.empty(); });
    return std::make_tuple(F.Path[F.Primary].I->At, F.R, F.Possible,
                           IsConditional, F.Path.size() - F.Primary,
                           F.Path.back().I->At, Way);
  };
  llvm::stable_sort(Result, [&](const Finding &A, const Finding &B) {
    return Key(A) < Key(B);
  });
  // A caller of the function that forgets something does not repeat its
  // mistake. But a function that is declared capturable gets all findings about
  // its own capture, whatever is reported for the functions that it calls.
  auto IsInner = [](const Finding &Inner, const Finding &Outer) {
    return Inner.R == Outer.R && Inner.Kind == Outer.Kind &&
           (!Inner.Possible || Outer.Possible) &&
           Inner.Path.size() < Outer.Path.size() &&
           std::equal(
               Inner.Path.rbegin(), Inner.Path.rend(), Outer.Path.rbegin(),
               [](const PathStep &A, const PathStep &B) { return A.I == B.I; });
  };
  // An end shows for certain what may also happen where the begin is.
  auto IsToldByEnd = [](const Finding &Inner, const Finding &Outer) {
    return Outer.Possible && !Inner.Possible && !Inner.End.empty();
  };
  // The duplicates are found first and erased afterwards, because erasing moves
  // the findings that others are compared with.
  std::vector<bool> Again;
  for (Finding &F : Result) {
    Finding *Innermost = nullptr;
    for (Finding &Other : Result)
      if (((F.Exit && Other.Exit) || IsToldByEnd(Other, F)) && !F.contract() &&
          IsInner(Other, F) &&
          (!Innermost || Other.Path.size() < Innermost->Path.size()))
        Innermost = &Other;
    Again.push_back(Innermost != nullptr);
    // What the caller does then is news.
    if (Innermost)
      addBehind(Innermost->Behind, std::move(F.Behind));
  }
  size_t Next = 0;
  llvm::erase_if(Result, [&](const Finding &) { return Again[Next++]; });
  return mergeSamePlace(std::move(Result));
}

/// Adds a finding that is reported once for its place.
unsigned FindingSet::addExitFinding(RawFinding F) {
  assert(looksAt(F.R, Point::Call | Point::Throw | Point::Exit) &&
         "Checks.def does not say that the check looks here");
  ++Run.Unrepeatable;
  F.Callee = Frames.calleeOf(F.At);
  const Lookup &Found = Calls[F.Callee];
  F.Row = Found.Row;
  F.Fam = Found.Fam;
  const Key K = {F.R, F.Kind, F.At, Site()};
  return add(K, [&] { return std::move(F); });
}
