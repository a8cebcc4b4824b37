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

namespace cuda_capture::analysis {

/// The rules of capture; one check each. docs/checks/ has a page per rule.
enum class Rule {
  UnsafeCall,
  Synchronization,
  LegacyStream,
  UnsupportedOperation,
  UseAfterDestroy,
};
constexpr unsigned NumRules = 5;

/// Name of the rule's check, without its module prefix ("unsafe-call").
llvm::StringRef ruleName(Rule R);

/// Variants of a rule that read differently.
enum class Shape {
  /// The call is rejected while the stream captures.
  Rejected,
  /// The call is rejected for a blocking stream, and escapes the graph for a
  /// non-blocking one; which of them this is cannot be seen.
  RejectedOrEscapes,
  /// The legacy stream itself is to be captured.
  CapturesLegacy,
  /// The stream captures already.
  NestedBegin,
  /// The origin stream is destroyed while it captures.
  DestroysOrigin,
  UsedAfterDestroy,
  DestroyedTwice,
};

/// An instruction on the call path, outermost first.
struct PathStep {
  const ir::Function *In = nullptr; ///< The function it stands in.
  const ir::Instruction *I = nullptr;
  /// Conditions that decide whether this instruction runs.
  std::vector<std::pair<const ir::Terminator *, bool>> When;
};

struct Finding {
  Rule R;
  Shape S;
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
  /// known. Empty for use-after-destroy.
  std::vector<PathStep> Begin;
  std::optional<CaptureMode> Mode;
  /// UseAfterDestroy: the call that destroyed the handle, and the handle's
  /// argument in the violating call.
  std::vector<PathStep> Destroyed;
  std::optional<unsigned> HandleArg;
  Role HandleRole = Role::None;
  /// Expressions, in the function of the violating call, that name the origin
  /// stream of the capture.
  std::vector<ir::Place> StreamNames;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDING_H
