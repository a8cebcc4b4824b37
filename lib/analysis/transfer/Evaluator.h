//===- Evaluator.h - Expressions and memory ---------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_EVALUATOR_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_EVALUATOR_H

#include "../AnalysisParts.h"
#include "../State.h"
#include "llvm/ADT/DenseSet.h"

namespace cuda_capture::analysis {

/// Returns the arguments of the call \p I of \p Callee. The object of an invoke
/// is an argument if the function has a parameter for it.
llvm::SmallVector<const ir::Operand *, 8>
argumentsOf(const ir::Instruction &I, const ir::Function &Callee);

/// Evaluates operands, and reads and writes memory.
class Evaluator : AnalysisParts {
public:
  explicit Evaluator(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  Value evaluate(Context Ctx, const ir::Operand &O, State &S);
  Value evaluateBinary(llvm::StringRef Op, Value L, Value R);
  /// \returns the location that \p P denotes, or nullopt if it is unknown. Sets
  /// \p ThroughStale, if it is not null, if a pointer on the way may have been
  /// replaced.
  std::optional<LocationId> locate(Context Ctx, const ir::Place &P, State &S,
                                   bool *ThroughStale = nullptr);
  void setThreadMode(const Value &V, State &S);
  Value load(LocationId Where, State &S);
  void nameUnknown(Context Ctx, const ir::Operand &Condition, State &S);
  void store(LocationId Where, Value V, State &S);
  Parts partsOf(Context Ctx, const ir::Operand &O, State &S);
  void storeParts(LocationId To, const Parts &Copied, State &S);
  Value conjure(Context Ctx, const ir::Instruction &I, unsigned Which,
                bool FromUnknownCall, State &S);
  void assignResult(Context Ctx, const ir::Instruction &I, Value V, State &S);
  std::optional<LocationId> objectOf(const Value &Pointer);
  LocationId contentOf(LocationId Object);

  /// Notes that the address of \p Where was stored, or given to an unknown
  /// callee, so that an unknown pointer may point at it.
  void noteEscaped(LocationId Where) { Escaped.insert(Where); }
  bool isEscaped(LocationId Where) const { return Escaped.count(Where); }
  /// Notes that a pure function was asked about the content of \p Object.
  void noteContentRead(LocationId Object) { ContentRead.insert(Object); }
  bool isContentRead(LocationId Object) const {
    return ContentRead.count(Object);
  }

private:
  bool mayBeWritten(LocationId Where, const State &S) const;
  LocationId sameStep(LocationId Parent, LocationId Step);
  const LocationId ThreadModeLocation = U.global(ir::ThreadModePlace);
  /// The objects about whose content a pure function has been asked.
  llvm::DenseSet<LocationId> ContentRead;
  /// The variables whose address was stored, or given to an unknown callee, so
  /// that an unknown pointer may point at them.
  llvm::DenseSet<LocationId> Escaped;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_EVALUATOR_H
