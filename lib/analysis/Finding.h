//===- Finding.h - What the analysis reports --------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDING_H
#define CUDA_CAPTURE_ANALYSIS_FINDING_H

#include "../ir/IR.h"
#include "../ir/ThreadWork.h"
#include "../kb/KnowledgeBase.h"
#include "State.h"
#include "engine/PathStep.h"

namespace cuda_capture::analysis {

/// The rules of capture, which Checks.def lists. One check decides each rule.
enum class Rule {
#define CHECK(RULE, NAME, POINTS, SEVERITY, ERRORS, SUMMARY) RULE,
#include "Checks.def"
};

/// Returns the name of the rule's check without its module prefix
/// ("unsafe-call").
llvm::StringRef ruleName(Rule R);

/// The points at which a check runs. The enumerators are bits of a set.
enum class Point : unsigned {
  /// An API call of the program, before its effect is applied.
  Call = 1 << 0,
  /// An API call in a function that the driver runs on the host.
  HostCall = 1 << 1,
  /// A throw, or a call of something that may throw.
  Throw = 1 << 2,
  /// A return of the function that is analysed.
  Exit = 1 << 3,
  /// The end of the analysis of a function, when all its paths are known.
  RootEnd = 1 << 4,
  /// A read, on the host, of memory that a copy to the host may write.
  Read = 1 << 5,
};
constexpr Point operator|(Point A, Point B) {
  return Point(unsigned(A) | unsigned(B));
}

/// Whether the check of \p R runs at one of \p Points.
bool looksAt(Rule R, Point Points);

/// The kinds of findings, each with a sentence of its own.
enum class DiagnosticKind {
#define DIAGNOSTIC_KIND(KIND, NAME) KIND,
#include "DiagnosticKinds.def"
};

/// Returns the name of a kind that has a remedy of its own ("never-ended"), or
/// an empty string for any other kind.
llvm::StringRef kindName(DiagnosticKind K);

/// The numbers of rules and of kinds.
enum : unsigned {
  NumRules = 0
#define CHECK(RULE, NAME, POINTS, SEVERITY, ERRORS, SUMMARY) +1
#include "Checks.def"
  ,
  NumDiagnosticKinds = 0
#define DIAGNOSTIC_KIND(KIND, NAME) +1
#include "DiagnosticKinds.def"
};

/// Another place that belongs to the story of a finding.
enum class Relation {
  Destroyed,      ///< The handle was destroyed here.
  Joined,         ///< The stream joined the capture here.
  Worked,         ///< The stream was given its latest work here.
  Recorded,       ///< The event was recorded here.
  Ended,          ///< The capture was ended here.
  OtherBegun,     ///< The other capture begins here.
  Throws,         ///< The callable that may throw is run here.
  Failed,         ///< The call fails here.
  Gone,           ///< The memory is gone from here on.
  Launched,       ///< The graph is launched here.
  Kept,           ///< The graph is made here, and outlives the memory.
  HandedOver,     ///< The driver is given the function here.
  Drawn,          ///< The host makes the value here.
  Changed,        ///< The host changes the variable here.
  Bound,          ///< The library's handle is bound to its stream here.
  Created,        ///< The library's handle is created here, and never bound.
  Allocated,      ///< The graph allocates the memory here.
  LaunchedBefore, ///< The launch that has allocated the memory.
  Copied,         ///< The copy that writes the memory is captured here.
};

/// How an edit repairs a finding.
enum class Way {
  Rewrite,    ///< The call is rewritten as the remedy says.
  Hoist,      ///< The call is made in front of the capture.
  Remove,     ///< The call is not made.
  ChangeMode, ///< The capture is begun in another mode.
};

struct Finding {
  Rule R;
  DiagnosticKind Kind;
  /// A premise of the finding rests on something unknown
  /// (Options::ReportPossible).
  bool Possible = false;
  /// The call path to the violating call. The last step is that call. The
  /// finding is reported at the first step, the call in the function that also
  /// contains the other end of the problem, or that calls a function which
  /// contains it.
  std::vector<PathStep> Path;
  /// Another call that violates the same rule and would be reported at the same
  /// place.
  struct OtherCall {
    std::vector<PathStep> Path; ///< The last step is the call.
    bool SameKind;              ///< Its kind is that of the finding.
    bool Possible;              ///< It rests on something unknown.
  };
  std::vector<OtherCall> Others;
  /// For NeverEnded: a call that breaks a rule because the capture still runs,
  /// and that no end of the capture can follow. It is no finding of its own.
  struct CallBehind {
    PathStep Call;
    Rule R;
    bool Possible; ///< It rests on something unknown, as the leak does not.
  };
  /// Each call once, in the order of places.
  std::vector<CallBehind> Behind;
  /// The index of the step to report at: 0, or the first step in a lambda that
  /// is not written in a function on the path.
  unsigned Primary = 0;
  const ApiRow *Row = nullptr;
  Family Fam = Family::Runtime;
  std::string Callee; ///< The name as the knowledge base spells it.
  /// The error that the runtime returns, or 0 if none is documented.
  unsigned Error = 0;
  /// The path to the begin of the violated capture, and the mode of that
  /// capture if it is known. The path is empty for rules without a capture.
  std::vector<PathStep> Begin;
  std::optional<CaptureMode> Mode;
  /// The path to the end of the violated capture if nothing that the function
  /// does has begun that capture. Begin is then empty.
  std::vector<PathStep> End;
  /// The other calls that belong to the story, in the order in which to tell
  /// it.
  std::vector<std::pair<Relation, std::vector<PathStep>>> Related;
  /// For NeverEnded and ModeNotRestored: the way in which control leaves the
  /// function.
  const ir::Terminator *Exit = nullptr;
  std::vector<std::pair<const ir::Terminator *, bool>> ExitWhen;
  /// The argument of the violating call that the finding is about.
  std::optional<unsigned> HandleArg;
  /// The handle is null. A null value may be all that is left of a handle.
  bool IsNull = false;
  Role HandleRole = Role::None;
  /// The variable whose memory is gone, and its function, if the memory is that
  /// of a variable.
  std::optional<ir::Place> Variable;
  const ir::Function *VariableIn = nullptr;
  /// Expressions, in the function of the violating call, that name the origin
  /// stream of the capture.
  std::vector<ir::Place> StreamNames;
  /// For ForbidsThreads: what another thread does. nullopt if nothing is known
  /// of it (Options::OtherThreads).
  std::optional<ir::ThreadWork> Beside;
  /// The argument of contract()->Entry that is the captured stream.
  unsigned ContractArg = 0;
  /// No other capture runs at the call.
  bool OnlyCapture = false;
  /// No other stream is known to have joined the capture so far.
  bool OnlyOrigin = false;

  /// Returns the contract by which a function may be called while its caller
  /// captures, if the violated capture is that caller's; null otherwise.
  const ir::Capturable *contract() const {
    if (Begin.empty())
      return nullptr;
    const std::optional<ir::Capturable> &Made = Begin.back().In->Captured;
    return Made && Begin.back().I == &Made->Entry ? &*Made : nullptr;
  }
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDING_H
