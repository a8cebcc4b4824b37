//===- SurveyDecisions.cpp - Decides which functions to propose -----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which functions of a program somebody may capture.
///
//===----------------------------------------------------------------------===//

#include "SurveyNode.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Returns who calls \p N, which enqueues work for its caller, if it is nobody
/// whom the survey sees.
std::optional<SurveyedFunction::Choice>
Survey::callersOutside(const Node &N) const {
  auto Is = [&](Fact What) { return N.Nearest[What].has_value(); };
  // A function that takes the current stream of a library hands it to others
  // that work on it, whether they are seen or not.
  const bool HasOrder = Is(Ordering) && !Is(Allocating);
  if (!Is(Working) && !HasOrder && !(N.Own[TakingCurrent] && Is(Restricted)))
    return std::nullopt;
  if (N.MakesOrDeletes || N.MakesOrEndsObject || N.IsLambda || Is(Ending) ||
      Is(LaunchingGraph))
    return std::nullopt;
  // An operator often finds its stream in a context of unknown form.
  if (KeptByProgram.contains(N.Symbol) && N.GetsSomething)
    return SurveyedFunction::CalledByPointer;
  const bool FindsStream =
      N.GetsStream || (N.GetsSomething && Is(TakingCurrent));
  if (FindsStream && N.IsOffered && !N.isCalledHere())
    return SurveyedFunction::CalledElsewhere;
  return std::nullopt;
}

/// Whether \p N cannot be called in a capture: each of its calls waits or
/// allocates. The first attempt would have shown that, so it prepares
/// something. So does a function that is called once, or measures how long its
/// work takes. If its caller decides whether it waits, one that captures
/// decides that it does not.
bool Survey::meansToWait(const Node &N) {
  return N.AlwaysPrepares || N.WaitsOnRequest || N.RunsOnce || N.MeasuresTime ||
         N.preparesByName();
}

/// Whether \p N enqueues work on the legacy stream only, and could be captured
/// otherwise.
bool Survey::worksOnlyOnLegacy(const Node &N) {
  return !N.Nearest[Working] && N.Nearest[WorkingOnLegacy] &&
         !N.Nearest[Allocating] && !meansToWait(N) && !N.copiesAndWaits();
}

/// Whether at least a quarter of the functions that enqueue work do so on
/// streams.
static bool isConvention(size_t OnStreams, size_t OnLegacy) {
  return OnStreams && OnStreams * 3 >= OnLegacy;
}

void Survey::findConvention() {
  size_t OnStreams = 0, OnLegacy = 0;
  for (const Node &N : Nodes)
    if (N.IsExported) {
      OnStreams += N.Nearest[Working].has_value();
      OnLegacy += worksOnlyOnLegacy(N);
    }
  UsesStreams = isConvention(OnStreams, OnLegacy);
  OnStreams = OnLegacy = 0;
  for (const Node &N : Nodes) {
    OnStreams += Streams.enqueuesOnCaptured(N.Symbol);
    OnLegacy += N.Own[WorkingOnLegacy] && worksOnlyOnLegacy(N);
  }
  UsesCurrentStream = isConvention(OnStreams, OnLegacy);
}

/// Whether \p N enqueues work on the legacy stream although it is given another
/// one, or although the program's other functions use streams.
bool Survey::ignoresStream(const Node &N) const {
  return (UsesStreams || N.GetsStream) && worksOnlyOnLegacy(N);
}

/// The number of classes whose overriders of one virtual function have to
/// enqueue work before they count as the operators of a program.
static constexpr unsigned MinOperators = 3;

/// Whether \p N enqueues work and neither begins nor ends a capture, launches a
/// graph, or can only be meant to prepare something.
bool Survey::isLikeOperator(const Node &N) {
  static constexpr Fact Others[] = {Beginning, Ending, LaunchingGraph};
  return !N.Overrides.empty() && N.Nearest[Working] && !N.MakesOrDeletes &&
         !meansToWait(N) && llvm::none_of(Others, [&](Fact What) {
           return N.Nearest[What].has_value();
         });
}

/// Finds the virtual functions through which a program runs its operators: the
/// overriders in several classes enqueue work. What the bodies are that were
/// not given is judged by those that were.
void Survey::findOperators() {
  struct Overriding {
    llvm::StringSet<> Classes, LikeOperators;
    size_t Declared = 0;
  };
  llvm::StringMap<Overriding> Functions;
  for (const Node &N : Nodes) {
    if (N.Overrides.empty())
      continue;
    Overriding &By = Functions[N.Overrides];
    By.Classes.insert(N.Class);
    By.Declared = std::max<size_t>(By.Declared, N.Overriders);
    if (isLikeOperator(N))
      By.LikeOperators.insert(N.Class);
  }
  for (const auto &Entry : Functions) {
    const Overriding &By = Entry.getValue();
    const size_t Like = By.LikeOperators.size(), Given = By.Classes.size();
    const size_t NotGiven = By.Declared - std::min(By.Declared, Given);
    if (Like >= MinOperators ||
        (Like * 2 >= Given && Like && Like + NotGiven >= MinOperators))
      Operators.insert(Entry.getKey());
  }
}

/// Whether captured code may reach \p N through the virtual function that it
/// overrides.
bool Survey::isOperator(const Node &N) const {
  return Operators.contains(N.Overrides) && isLikeOperator(N) && !N.IsCalled &&
         (IsCapturedByOthers || !N.IsCalledVirtually || !Mode);
}

/// Whether others can call \p N, which enqueues work on the legacy stream
/// although the program's other functions use its current stream.
bool Survey::ignoresCurrentStream(const Node &N) const {
  return UsesCurrentStream && N.Own[WorkingOnLegacy] && worksOnlyOnLegacy(N) &&
         !N.MakesOrDeletes && !N.MakesOrEndsObject && !N.Returns &&
         N.GetsSomething && N.IsOffered && !N.isCalledHere();
}

void Survey::findCapturingClasses() {
  llvm::StringSet<> Begun, Ended;
  for (const Node &N : Nodes) {
    const bool Begins = N.Nearest[Beginning] || N.Nearest[Resuming];
    const bool Ends =
        N.Nearest[Ending].has_value() && !Streams.leavesOpen(N.Symbol);
    if (!N.Class.empty() && Begins != Ends)
      (Begins ? Begun : Ended).insert(N.Class);
  }
  for (const auto &Class : Begun)
    if (Ended.count(Class.getKey()))
      CapturingClasses.insert(Class.getKey());
}

std::optional<SurveyedCall> Survey::firstOf(const Node &N, Fact What) const {
  if (!N.Nearest[What])
    return std::nullopt;
  return Nodes[*N.Nearest[What]].Own[What];
}

/// Returns what \p N does for callers in other languages that capture, if it
/// does anything.
std::optional<Survey::Fact> Survey::workOf(const Node &N) const {
  if (N.Nearest[Working])
    return Working;
  // A function that allocates what it sets prepares it.
  if (N.Nearest[CopyingOnLegacy] && !N.Nearest[Allocating] &&
      !N.copiesAndWaits())
    return CopyingOnLegacy;
  if (ignoresStream(N))
    return WorkingOnLegacy;
  // The wait of a stream is work; that of the host is not.
  if (N.Nearest[Ordering] && !N.Nearest[Allocating] && !meansToWait(N))
    return Ordering;
  return std::nullopt;
}

/// Whether others can call \p N to set the stream of an object or of the
/// program, as they do between two pieces of captured work.
bool Survey::setsStream(const Node &N) const {
  return N.StoresStream && !N.MakesOrDeletes && !N.MakesOrEndsObject &&
         !meansToWait(N) &&
         (N.IsExported || (N.IsOffered && !N.isCalledHere())) &&
         (N.Nearest[Restricted] || N.Nearest[Waiting]);
}

std::optional<SurveyedFunction> Survey::decide(const Node &N,
                                               bool HasEvidence) const {
  SurveyedFunction F;
  F.Name = N.Name;
  F.At = N.At;
  F.Option = N.Option;
  F.Library = N.Library;
  F.IsElsewhere = N.IsElsewhere;
  if (N.IsDeclared)
    return F;
  if (HasEvidence && N.IsLambda && N.Own[RestrictedInThreads] &&
      disturbsCaptures(N)) {
    F.Chosen = SurveyedFunction::UnnamedInThread;
    F.Because = N.Own[RestrictedInThreads];
    return F;
  }
  // The function can get no contract: it is main, or in a system header.
  if (N.Option.empty())
    return std::nullopt;
  auto Is = [&](Fact What) { return N.Nearest[What].has_value(); };
  const bool Matters = Is(Working) || Is(WorkingOnLegacy) || Is(Restricted);
  const std::optional<Fact> Work = workOf(N);
  // A helper that does nothing but ask answers for the function that calls it.
  auto OnlyAsks = [&](const Node &Callee) {
    static constexpr Fact Others[] = {Beginning, Resuming,        Steering,
                                      Working,   WorkingOnLegacy, Restricted};
    return Callee.Nearest[Asking] && llvm::none_of(Others, [&](Fact What) {
             return Callee.Nearest[What].has_value();
           });
  };
  std::optional<SurveyedCall> Asks = N.Own[Asking];
  for (unsigned Callee : N.Callees)
    if (!Asks && OnlyAsks(Nodes[Callee]))
      Asks = firstOf(Nodes[Callee], Asking);
  if (N.IsElsewhere && !N.IsExported && onlySetsUp(N)) {
    // An option that names the library declares all functions of a source.
    F.Chosen = SurveyedFunction::Prepares;
    F.Because = firstOf(N, Allocating);
  } else if (!N.Library.empty() && !N.IsExported && (Matters || Is(Ordering))) {
    F.Chosen = SurveyedFunction::Registered;
    F.Because = firstOf(N, Is(Working)           ? Working
                           : Is(WorkingOnLegacy) ? WorkingOnLegacy
                           : Is(Restricted)      ? Restricted
                                                 : Ordering);
  } else if (Asks && !N.AlwaysLaunches && (!Is(Ending) || Is(Beginning)) &&
             (Matters || Is(Steering))) {
    // A function that launches a graph in any case asks for another reason, and
    // so does one that ends its caller's capture.
    F.Chosen = SurveyedFunction::Asks;
    F.Because = std::move(Asks);
  } else if (const auto Finalizer = finalizerOf(N);
             Finalizer && HasEvidence && (Is(Restricted) || Is(Waiting))) {
    F.Chosen = SurveyedFunction::CalledByFinalizer;
    F.OtherCall = Finalizer;
    F.Because = firstOf(N, Is(Restricted) ? Restricted : Waiting);
  } else if (auto InCapture = workInOtherCapture(N)) {
    F.Chosen = SurveyedFunction::CapturedByOtherSource;
    F.OtherCall = N.CapturedAt->At;
    F.Because = std::move(InCapture);
  } else if (HasEvidence && disturbsCaptures(N)) {
    F.Chosen = SurveyedFunction::RunsInThread;
    F.Because = firstOf(N, RestrictedInThreads);
  } else if (N.IsExported && Work &&
             (N.MakesOrDeletes || N.AlwaysKeepsMemory || N.RunsOnce ||
              N.preparesByName() || Is(LaunchingGraph))) {
    F.Chosen = SurveyedFunction::Prepares;
    F.Because = firstOf(N, Is(LaunchingGraph) ? LaunchingGraph : *Work);
  } else if (N.IsExported && Work) {
    F.Chosen =
        HasEvidence ? SurveyedFunction::Exported : SurveyedFunction::NoEvidence;
    F.Because = firstOf(N, *Work);
  } else if (HasEvidence && setsStream(N)) {
    F.Chosen = SurveyedFunction::SetsStream;
    F.Because = firstOf(N, Is(Waiting) ? Waiting : Restricted);
  } else if (Is(Working) && !Is(Ending) && !Is(LaunchingGraph) &&
             CapturingClasses.count(N.Class)) {
    F.Chosen = SurveyedFunction::BetweenMembers;
    F.Because = firstOf(N, Working);
  } else if (!N.Own[Waiting] && !Is(Ending) && !Is(LaunchingGraph) &&
             (Streams.enqueuesOnCaptured(N.Symbol) ||
              ignoresCurrentStream(N))) {
    // A function that waits for what it enqueues prepares something.
    F.Chosen = SurveyedFunction::OnCurrentStream;
    F.IgnoresStream = !Streams.enqueuesOnCaptured(N.Symbol);
    F.Because = N.Own[F.IgnoresStream ? WorkingOnLegacy : Working];
  } else if (const auto Outside = callersOutside(N)) {
    if (meansToWait(N) && (!HasEvidence || Is(Beginning)))
      return std::nullopt;
    F.Chosen = meansToWait(N) ? SurveyedFunction::Waits
               : HasEvidence  ? *Outside
                              : SurveyedFunction::NoEvidence;
    F.UnseenCallers = *Outside;
    F.OnLibraryStream = !N.GetsStream;
    F.Because = firstOf(N, Is(Working)    ? Working
                           : Is(Ordering) ? Ordering
                                          : Restricted);
  } else if (isOperator(N)) {
    F.Chosen =
        HasEvidence ? SurveyedFunction::Operator : SurveyedFunction::NoEvidence;
    F.Overrides = N.Overrides;
    F.Because = firstOf(N, Working);
  } else {
    return std::nullopt;
  }
  // A lambda has no name for the option.
  if (F.Chosen != SurveyedFunction::Registered && N.IsLambda)
    F.Chosen = SurveyedFunction::Unnamed;
  if (Is(Beginning)) {
    F.Chosen = SurveyedFunction::BeginsCapture;
    F.Because = firstOf(N, Beginning);
  }
  return F;
}

std::vector<SurveyedCall> Survey::globalCapturesOfLibrary() const {
  // The file of a 'main' belongs to one program, and is no library.
  llvm::StringSet<> OfPrograms;
  for (const Node &N : Nodes)
    if (N.Name == "main")
      OfPrograms.insert(N.At.File);
  bool IsLibrary = false;
  std::vector<SurveyedCall> Result;
  for (const Node &N : Nodes) {
    if (OfPrograms.contains(N.At.File))
      continue;
    IsLibrary |=
        N.IsExported || !N.Library.empty() ||
        (N.Nearest[BeginningGlobal] && N.IsOffered && !N.isCalledHere());
    if (N.Own[BeginningGlobal])
      Result.push_back(*N.Own[BeginningGlobal]);
  }
  return IsLibrary ? Result : std::vector<SurveyedCall>();
}

/// Sorts calls by their places, and drops all but one at a place: the
/// instantiations of a template make their calls at the same place.
static void sortByPlace(std::vector<SurveyedCall> &Calls) {
  llvm::sort(Calls, [](const SurveyedCall &A, const SurveyedCall &B) {
    return A.At < B.At;
  });
  Calls.erase(std::unique(Calls.begin(), Calls.end(),
                          [](const SurveyedCall &A, const SurveyedCall &B) {
                            return !(A.At < B.At) && !(B.At < A.At);
                          }),
              Calls.end());
}

bool Survey::showsCaptures() const {
  static constexpr Fact Evidence[] = {Asking, Exchanging, Beginning, Resuming};
  return llvm::any_of(Nodes, [](const Node &N) {
    return llvm::any_of(Evidence,
                        [&](Fact What) { return N.Own[What].has_value(); });
  });
}

SurveyResult Survey::finish(bool HasEvidence) {
  for (const auto &Entry : Registered)
    if (auto It = Ids.find(Entry.getKey()); It != Ids.end()) {
      Node &N = Nodes[It->second];
      if (!N.Library.empty())
        continue;
      N.Library = Entry.getValue().Library;
      N.IsExported = Entry.getValue().Exported;
      N.IsElsewhere = true;
    }
  for (unsigned What = 0; What < NumFacts; ++What)
    propagate(Fact(What));
  Made.finish();
  for (Node &N : Nodes)
    N.MakesOrDeletes |= Made.returnsNewMemory(N.Symbol);
  findCallers();
  findThreads();
  findCapturedByName();
  Streams.finish([&](llvm::StringRef Symbol) {
    const auto Known = Ids.find(Symbol);
    return Known != Ids.end() &&
           Nodes[Known->second].Nearest[Ending].has_value();
  });
  findPreparing();
  findConvention();
  findCapturingClasses();
  findOperators();
  SurveyResult Result;
  Result.Mode = Mode;
  const std::pair<std::vector<Fact>, std::vector<SurveyedCall> *> Evidence[] = {
      {{Asking}, &Result.Asking},
      {{Exchanging}, &Result.Exchanging},
      {{Beginning, Resuming}, &Result.Beginning},
      {{TakingCurrent}, &Result.TakingCurrent}};
  for (const auto &[Facts, List] : Evidence) {
    for (const Node &N : Nodes)
      for (Fact What : Facts)
        if (N.Own[What])
          List->push_back(*N.Own[What]);
    sortByPlace(*List);
  }
  IsCapturedByOthers = HasEvidence || Streams.anyLeftOpen() ||
                       !Result.Asking.empty() || !Result.Exchanging.empty() ||
                       !Result.TakingCurrent.empty();
  Result.GlobalInLibrary = globalCapturesOfLibrary();
  sortByPlace(Result.GlobalInLibrary);
  llvm::BitVector CallerTells(Nodes.size());
  std::vector<std::pair<unsigned, SurveyedFunction>> Decided;
  for (unsigned Id = 0; Id < Nodes.size(); ++Id)
    if (std::optional<SurveyedFunction> F =
            decide(Nodes[Id], HasEvidence || Result.hasEvidence())) {
      Decided.emplace_back(Id, std::move(*F));
      if (Decided.back().second.Chosen == SurveyedFunction::Waits)
        continue;
      for (unsigned Callee : Nodes[Id].Callees)
        if (Callee != Id)
          CallerTells.set(Callee);
    }
  // A function that is called through a pointer is analysed with a caller that
  // is proposed, and needs no proposal of its own.
  for (auto &[Id, F] : Decided)
    if (F.UnseenCallers != SurveyedFunction::CalledByPointer ||
        !CallerTells[Id])
      Result.Functions.push_back(std::move(F));
  llvm::sort(Result.Functions, [](const SurveyedFunction &A,
                                  const SurveyedFunction &B) {
    return std::tie(A.At, A.Option, A.Name) < std::tie(B.At, B.Option, B.Name);
  });
  // The sources that include a header, and the instantiations of a template,
  // have the same functions.
  Result.Functions.erase(
      std::unique(Result.Functions.begin(), Result.Functions.end(),
                  [](const SurveyedFunction &A, const SurveyedFunction &B) {
                    return !(A.At < B.At) && !(B.At < A.At) &&
                           A.Option == B.Option;
                  }),
      Result.Functions.end());
  return Result;
}
