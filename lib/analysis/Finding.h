//===- Finding.h - What the analysis reports --------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDING_H
#define CUDA_CAPTURE_ANALYSIS_FINDING_H

#include "../ir/IR.h"
#include "../kb/KnowledgeBase.h"
#include "State.h"
#include "engine/PathStep.h"

namespace cuda_capture::analysis {

/// The rules of capture. Each is decided by one check; Checks.def lists them.
enum class Rule {
#define CHECK(RULE, NAME, POINTS, SEVERITY, ERRORS, SUMMARY) RULE,
#include "Checks.def"
};

/// Name of the rule's check, without its module prefix ("unsafe-call").
llvm::StringRef ruleName(Rule R);

/// The places at which a check looks. The enumerators are bits of a set.
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
};
constexpr Point operator|(Point A, Point B) {
  return Point(unsigned(A) | unsigned(B));
}

/// Whether the check of \p R looks at one of \p Points.
bool looksAt(Rule R, Point Points);

/// The kinds of findings, each with a sentence of its own.
enum class DiagnosticKind {
#define DIAGNOSTIC_KIND(KIND, NAME) KIND,
#include "DiagnosticKinds.def"
};

/// Name of a kind that has a remedy of its own ("never-ended"), else empty.
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
  Destroyed,  ///< The handle was destroyed here.
  Joined,     ///< The stream joined the capture here.
  Worked,     ///< The stream was given its latest work here.
  Recorded,   ///< The event was recorded here.
  Ended,      ///< The capture was ended here.
  OtherBegun, ///< The other capture begins here.
  Throws,     ///< The callable that may throw is run here.
  Failed,     ///< The call that fails.
  Gone,       ///< The memory is gone from here on.
  Launched,   ///< The graph is launched here.
  Kept,       ///< The graph is made here, and outlives the memory.
  HandedOver, ///< The driver is given the function here.
  Drawn,      ///< The host makes the value here.
  Bound,      ///< The library's handle is bound to its stream here.
  Created,    ///< It is made here, and never bound.
};

/// How an edit repairs a finding.
enum class Way {
  Rewrite,    ///< As the remedy says.
  Hoist,      ///< The call is made in front of the capture.
  Remove,     ///< The call is not made.
  ChangeMode, ///< The capture is begun in another mode.
};

struct Finding {
  Rule R;
  DiagnosticKind Kind;
  /// A premise rests on something that cannot be known
  /// (Options::ReportPossible).
  bool Possible = false;
  /// The violating call and how it is reached. The last step is the call; the
  /// first is where the finding is reported: the call in the function that
  /// also holds (or calls what holds) the other end of the problem.
  std::vector<PathStep> Path;
  /// Index of the step to report at: 0, or the first step in a lambda that is
  /// not written in a function on the way.
  unsigned Primary = 0;
  const ApiRow *Row = nullptr;
  Family Fam = Family::Runtime;
  std::string Callee; ///< As the knowledge base spells it.
  /// Error the runtime returns, 0: none documented.
  unsigned Error = 0;
  /// The capture that is violated: the path to its begin, and its mode if
  /// known. Empty for rules without one.
  std::vector<PathStep> Begin;
  std::optional<CaptureMode> Mode;
  /// Other calls that belong to the story, in the order to tell them.
  std::vector<std::pair<Relation, std::vector<PathStep>>> Related;
  /// NeverEnded, ModeNotRestored: how the function is left.
  const ir::Terminator *Exit = nullptr;
  std::vector<std::pair<const ir::Terminator *, bool>> ExitWhen;
  /// The argument of the violating call that the finding is about.
  std::optional<unsigned> HandleArg;
  /// It is null, which may be all that is left of a handle.
  bool IsNull = false;
  Role HandleRole = Role::None;
  /// The variable whose memory is gone, if it is one, and its function.
  std::optional<ir::Place> Variable;
  const ir::Function *VariableIn = nullptr;
  /// Expressions, in the function of the violating call, that name the origin
  /// stream of the capture.
  std::vector<ir::Place> StreamNames;
  /// No other capture runs at the call.
  bool OnlyCapture = false;
  /// No other stream is known to have joined the capture so far.
  bool OnlyOrigin = false;

  /// The contract that a function may be called while its caller captures, if
  /// the capture is that one.
  const ir::Capturable *contract() const {
    if (Begin.empty())
      return nullptr;
    const std::optional<ir::Capturable> &Made = Begin.back().In->Captured;
    return Made && Begin.back().I == &Made->Entry ? &*Made : nullptr;
  }
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDING_H
