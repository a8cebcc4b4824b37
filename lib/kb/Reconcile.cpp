//===- Reconcile.cpp - Rows against measurements --------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reconcile.h"
#include "../Counted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <tuple>

using namespace llvm;
using namespace cuda_capture;

//===--- What was measured ------------------------------------------------===//

namespace {

/// A case in a capture, and the corresponding case without a capture, its
/// baseline.
struct Sample {
  const MeasuredCase *Case;
  const MeasuredCase *Baseline;

  /// Whether the call succeeded. A query that returns "not ready" has succeeded
  /// if its baseline does so, too.
  bool succeeded() const {
    return *Case->Code == 0 ||
           (*Case->Code == ErrorNotReady && *Baseline->Code == ErrorNotReady);
  }
};

/// The cases of a file without a capture, by the call that they share with the
/// cases in a capture.
class Baselines {
public:
  explicit Baselines(const Measurement &M) {
    for (const MeasuredCase &C : M.Cases)
      if (C.Mode == MeasuredMode::None)
        ByCall[{C.Api, C.Variant}].push_back(&C);
  }

  /// Returns the baseline with the same argument, origin stream and thread. If
  /// there is none, returns one with the same kind of stream, and at last any:
  /// the result of a call without a capture hardly depends on them.
  const MeasuredCase *find(const MeasuredCase &C) const {
    auto It = ByCall.find({C.Api, C.Variant});
    if (It == ByCall.end())
      return nullptr;
    auto Distance = [&](const MeasuredCase *B) {
      bool SameKind = (B->Origin == MeasuredOrigin::NonBlocking) ==
                      (C.Origin == MeasuredOrigin::NonBlocking);
      return std::make_tuple(B->State != C.State,
                             B->Origin != C.Origin && !SameKind,
                             B->Origin != C.Origin,
                             B->OtherThread != C.OtherThread, B->OtherThread);
    };
    return *min_element(It->second,
                        [&](const MeasuredCase *A, const MeasuredCase *B) {
                          return Distance(A) < Distance(B);
                        });
  }

private:
  std::map<std::pair<StringRef, StringRef>, std::vector<const MeasuredCase *>>
      ByCall;
};

} // namespace

static std::string codeText(int Number, StringRef Name) {
  if (!Number)
    return "success";
  return (Twine(Number) + (Name.empty() ? "" : " ") + Name).str();
}

static std::string codeText(const MeasuredCase &C) {
  return codeText(*C.Code, C.CodeName);
}

/// Returns the reason why the case proves nothing about captures; empty if the
/// case proves something.
static std::string whyInconclusive(const MeasuredCase &C,
                                   const MeasuredCase *Baseline) {
  if (C.Outcome != "ok")
    return C.Outcome + (C.Reason.empty() ? "" : " (" + C.Reason + ")");
  if (C.Begin.value_or(0))
    return formatv("the capture did not begin: {0}", *C.Begin).str();
  if (!C.Code)
    return "no return code";
  if (!Baseline)
    return "not measured without a capture";
  if (Baseline->Outcome != "ok")
    return "without a capture: " + Baseline->Outcome;
  if (!Baseline->Code)
    return "without a capture: no return code";
  if (*Baseline->Code && *Baseline->Code != ErrorNotReady)
    return "without a capture: " + codeText(*Baseline);
  return "";
}

/// Returns "VARIANT: MODE/ORIGIN/THREAD/STATE", without the parts that are
/// empty.
static std::string label(const MeasuredCase &C) {
  std::string Text = C.Variant.empty() ? "" : C.Variant + ": ";
  Text += formatv("{0}/{1}/{2}", measuredName(C.Mode), measuredName(C.Origin),
                  C.OtherThread ? "other" : "same")
              .str();
  if (C.State != MeasuredState::None)
    Text += ("/" + measuredName(C.State)).str();
  return Text;
}

/// Returns how the case differs from the prediction; empty if it does not
/// differ.
static std::string difference(const KnowledgeBase &KB, Family Fam,
                              const Prediction &P, const Sample &S) {
  const MeasuredCase &C = *S.Case;
  std::string Expected;
  bool Differs = false;
  if (P.Outcome == Prediction::Allowed) {
    Expected = "success";
    Differs = *C.Code && *C.Code != *S.Baseline->Code;
  } else {
    Expected = P.Error ? codeText(int(P.Error), KB.errorName(P.Error, Fam))
                       : std::string("an error");
    Differs = S.succeeded() || (P.Error && *C.Code != int(P.Error));
  }
  if (!Differs) {
    StringRef Wanted =
        P.Invalidates == Verdict::Error ? "invalidated" : "active";
    bool IsKnown =
        C.Status == "none" || C.Status == "active" || C.Status == "invalidated";
    if (P.Invalidates != Verdict::Unknown && IsKnown && C.Status != Wanted)
      Expected = ("capture " + Wanted).str();
    else if (P.IsNode && C.Nodes.empty() && C.Before.value_or(false))
      return "expected a node of the graph, measured work done at once";
    else
      return "";
  }
  std::string Text = "expected " + Expected + ", measured " + codeText(C);
  if (!C.Status.empty())
    Text += ", capture " + C.Status;
  return Text;
}

//===--- The class that measurements suggest ------------------------------===//

namespace {

/// The behaviour of a call in a set of cases.
enum class Behaviour { NotMeasured, Allowed, Unsafe, Rejected, Mixed };

} // namespace

static Behaviour behaviour(ArrayRef<Sample> Samples) {
  // For each mode, whether the call was allowed, and whether it was rejected.
  bool Ok[4] = {}, Bad[4] = {}, Only900 = true;
  for (const Sample &S : Samples) {
    (S.succeeded() ? Ok : Bad)[unsigned(S.Case->Mode)] = true;
    if (!S.succeeded())
      Only900 &= *S.Case->Code == ErrorStreamCaptureUnsupported;
  }
  constexpr unsigned G = unsigned(MeasuredMode::Global),
                     T = unsigned(MeasuredMode::ThreadLocal),
                     R = unsigned(MeasuredMode::Relaxed);
  bool AnyOk = Ok[G] || Ok[T] || Ok[R], AnyBad = Bad[G] || Bad[T] || Bad[R];
  if (!AnyOk && !AnyBad)
    return Behaviour::NotMeasured;
  if (!AnyBad)
    return Behaviour::Allowed;
  // Only the mode Relaxed distinguishes unsafe calls from those that no mode
  // permits.
  if (!AnyOk && Bad[R])
    return Behaviour::Rejected;
  if (Only900 && Bad[G] && !Ok[G] && !Ok[T] && Ok[R] && !Bad[R])
    return Behaviour::Unsafe;
  return Behaviour::Mixed;
}

/// Returns in words the class that fits the behaviour of a function in the
/// capturing thread; empty if no class does. \p Row may be null.
static std::string suggestion(const ApiRow *Row, ArrayRef<Sample> Samples) {
  // The cases whose argument is part of the capture, and the others.
  std::vector<Sample> Inside, Outside, Blocking, NonBlocking;
  bool Streams = false, Events = false, Nodes = false;
  for (const Sample &S : Samples) {
    const MeasuredCase &C = *S.Case;
    (C.Origin == MeasuredOrigin::NonBlocking ? NonBlocking : Blocking)
        .push_back(S);
    bool IsEvent = isEvent(C.State);
    Events |= IsEvent;
    Streams |= !IsEvent && C.State != MeasuredState::None;
    bool IsInside = IsEvent ? C.State == MeasuredState::Captured
                            : onCapturingStream(C) == true;
    // The rule for the legacy stream while a blocking stream captures is the
    // same for all classes.
    if (!IsInside && C.State == MeasuredState::Legacy && !S.succeeded() &&
        *C.Code == ErrorStreamCaptureImplicit)
      continue;
    (IsInside ? Inside : Outside).push_back(S);
    Nodes |= IsInside && !C.Nodes.empty();
  }

  auto Is906 = [](const Sample &S) {
    return *S.Case->Code == ErrorStreamCaptureImplicit;
  };
  if (!Streams && !Events) {
    // A per-thread origin may count as blocking or not, so let the other
    // origins decide.
    erase_if(Blocking, [](const Sample &S) {
      return S.Case->Origin == MeasuredOrigin::PerThread;
    });
    if (!Blocking.empty() && all_of(Blocking, Is906) &&
        none_of(NonBlocking, Is906))
      return "legacy-implicit";
  }

  Behaviour In = behaviour(Inside), Out = behaviour(Outside);
  bool Everywhere = Out == In || Out == Behaviour::NotMeasured;
  switch (In) {
  case Behaviour::Allowed:
    if (Everywhere)
      return Nodes ? "captured" : "neutral";
    break;
  case Behaviour::Unsafe:
    if (Everywhere)
      return "unsafe";
    break;
  case Behaviour::Rejected:
    if (Events)
      return Out == Behaviour::Unsafe ? "conflicts (event, otherwise unsafe)"
                                      : "conflicts (event)";
    if (Streams && Out == Behaviour::Unsafe)
      return "conflicts (stream, otherwise unsafe)";
    if (Streams || (Row && Row->paramIndex(Role::Stream)))
      return "unsupported";
    return Row ? "conflicts (device)" : "unsupported or conflicts (device)";
  case Behaviour::NotMeasured:
  case Behaviour::Mixed:
    break;
  }
  return "";
}

/// Returns "VARIANT/STATE: MODE CODE, MODE CODE; ..." for cases that differ
/// only in these and the kind of the origin.
static std::string measuredText(ArrayRef<Sample> Samples) {
  std::map<std::tuple<StringRef, MeasuredState>,
           std::map<MeasuredMode, std::map<MeasuredOrigin, const Sample *>>>
      Table;
  for (const Sample &S : Samples)
    Table[{S.Case->Variant, S.Case->State}][S.Case->Mode][S.Case->Origin] = &S;
  auto Result = [](const Sample *S) {
    return S->succeeded() ? std::string("success")
                          : std::to_string(*S->Case->Code);
  };
  std::string Text;
  for (const auto &[Key, Modes] : Table) {
    const auto &[Variant, State] = Key;
    if (!Text.empty())
      Text += "; ";
    Text += Variant;
    if (State != MeasuredState::None)
      Text += ((Variant.empty() ? "" : "/") + measuredName(State)).str();
    if (!Variant.empty() || State != MeasuredState::None)
      Text += ": ";
    bool First = true;
    for (const auto &[Mode, Origins] : Modes) {
      if (!First)
        Text += ", ";
      First = false;
      auto Main = Origins.find(MeasuredOrigin::NonBlocking);
      if (Main == Origins.end())
        Main = Origins.begin();
      std::string Usual = Result(Main->second);
      Text += (measuredName(Mode) + " " + Usual).str();
      for (const auto &[Origin, S] : Origins)
        if (Result(S) != Usual)
          Text += (" (" + measuredName(Origin) + " origin: " + Result(S) + ")")
                      .str();
    }
  }
  return Text.empty() ? "nothing that proves anything" : Text;
}

//===--- The comparison ---------------------------------------------------===//

Reconciliation
cuda_capture::reconcile(const KnowledgeBase &KB,
                        const std::deque<Measurement> &Measurements) {
  Reconciliation R;
  struct RowState {
    bool Conclusive = false, Compared = false, Differs = false;
  };
  std::map<const ApiRow *, RowState> Rows;
  StringSet<> WithoutRow;

  // The cases by function, and for each function by file.
  std::map<StringRef, std::map<size_t, std::vector<const MeasuredCase *>>>
      ByApi;
  std::vector<Baselines> BaselinesOf;
  for (const auto &[File, M] : enumerate(Measurements)) {
    BaselinesOf.emplace_back(M);
    for (const MeasuredCase &C : M.Cases)
      ByApi[C.Api][File].push_back(&C);
  }

  for (auto &[Api, Files] : ByApi) {
    Lookup L;
    if (const ApiRow *Construct = KB.construct(Api))
      L.Row = Construct;
    else
      L = KB.lookup(Api);
    if (!L)
      WithoutRow.insert(Api);

    for (auto &[File, Cases] : Files) {
      std::string Suffix = " [" + Measurements[File].File + "]";
      std::string Name = "kb row " + Api.str();
      if (L)
        Name += (" (class " + className(L.Row->Class) + ")").str();
      sort(Cases, [](const MeasuredCase *A, const MeasuredCase *B) {
        auto Key = [](const MeasuredCase *C) {
          return std::make_tuple(StringRef(C->Variant), C->Mode, C->Origin,
                                 C->OtherThread, C->State);
        };
        return Key(A) < Key(B);
      });

      std::vector<Sample> SameThread;
      for (const MeasuredCase *C : Cases) {
        if (C->Mode == MeasuredMode::None)
          continue;
        Sample S = {C, BaselinesOf[File].find(*C)};
        if (std::string Why = whyInconclusive(*C, S.Baseline); !Why.empty()) {
          R.Inconclusive.push_back(Api.str() + ": " + label(*C) +
                                   ": inconclusive: " + Why + Suffix);
          continue;
        }
        if (!C->OtherThread)
          SameThread.push_back(S);
        if (!L) {
          ++R.CasesNotPredicted;
          continue;
        }
        RowState &State = Rows[L.Row];
        State.Conclusive = true;
        Prediction P = predict(*L.Row, *C);
        // A spelling with this suffix uses the per-thread stream instead.
        if (L.PerThreadDefaultStream &&
            L.Row->Class == ApiClass::LegacyImplicit)
          P = {};
        if (P.Outcome == Prediction::Unknown) {
          ++R.CasesNotPredicted;
          continue;
        }
        State.Compared = true;
        std::string Text = difference(KB, L.Fam, P, S);
        if (Text.empty()) {
          ++R.CasesAgree;
          continue;
        }
        ++R.CasesDiffer;
        State.Differs = true;
        R.Differences.push_back(Name + ": " + label(*C) + ": " + Text + Suffix);
      }

      if (L && (L.Row->Class != ApiClass::Unknown || SameThread.empty()))
        continue;
      std::string Class = suggestion(L.Row, SameThread);
      std::string Text = (L ? Name + ": unknown, measured: "
                            : "no row for " + Api.str() + ", measured: ") +
                         measuredText(SameThread);
      if (!Class.empty())
        Text += ": suggests class " + Class;
      else if (!SameThread.empty())
        Text += ": no class fits";
      (L ? R.Unknown : R.NoRow).push_back(Text + Suffix);
    }
  }

  for (const ApiRow &Row : KB.rows()) {
    RowState State = Rows[&Row];
    if (State.Differs)
      ++R.RowsDiffer;
    else if (!State.Conclusive)
      ++R.RowsNotMeasured;
    else if (Row.Class == ApiClass::Unknown)
      ++R.RowsUnknown;
    else if (State.Compared)
      ++R.RowsAgree;
    else
      ++R.RowsSilent;
  }
  R.ApisWithoutRow = WithoutRow.size();
  return R;
}

void cuda_capture::print(raw_ostream &OS, const Reconciliation &R,
                         bool Verbose) {
  for (const auto *Lines : {&R.Differences, &R.Unknown, &R.NoRow})
    for (const std::string &Line : *Lines)
      OS << Line << '\n';
  if (Verbose)
    for (const std::string &Line : R.Inconclusive)
      OS << Line << '\n';
  OS << formatv("cases: {0} {1}, {2} {3}, {4} not predicted, {5} "
                "inconclusive\n",
                R.CasesAgree, pluralIf(R.CasesAgree, "agrees", "agree"),
                R.CasesDiffer, pluralIf(R.CasesDiffer, "differs", "differ"),
                R.CasesNotPredicted, R.Inconclusive.size());
  OS << formatv("{0}, {1} {2}, {3} unknown with a measurement, {4} measured "
                "without a row, {5} not measured, {6} measured only where they "
                "say nothing\n",
                counted(R.RowsAgree, "row agrees", "rows agree"), R.RowsDiffer,
                pluralIf(R.RowsDiffer, "differs", "differ"), R.RowsUnknown,
                R.ApisWithoutRow, R.RowsNotMeasured, R.RowsSilent);
}
