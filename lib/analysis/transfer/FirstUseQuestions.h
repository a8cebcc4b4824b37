//===- FirstUseQuestions.h - What a first use asks for ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_FIRSTUSEQUESTIONS_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_FIRSTUSEQUESTIONS_H

#include "FirstUses.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>
#include <vector>

namespace cuda_capture::analysis {

/// The most local variables through which a condition is traced: what a program
/// asks for is computed near the question. The condition of a longer chain is
/// no first use.
static constexpr size_t MaxTraced = 32;

/// What is looked up in a function for each of its branches.
struct FirstUses::Body {
  Body(const ir::Function &F, FunctionLookup Find);

  const ir::Function &F;
  /// The instructions that write each local.
  llvm::DenseMap<unsigned, llvm::SmallVector<const ir::Instruction *, 2>>
      Definitions;
  /// The instructions that may change what outlives the function, each with its
  /// block.
  std::vector<std::pair<unsigned, const ir::Instruction *>> Changes;
  /// The globals and members that the function itself writes.
  std::vector<const ir::Place *> Written;
  /// The same, and variables and parts of them whose address the function takes
  /// or hands to something else than a library function. References are
  /// resolved.
  std::vector<ir::Place> Touched;
  /// The library functions that are called, each with a variable of these that
  /// is handed to it.
  std::vector<std::pair<const ir::Instruction *, ir::Place>> LibraryCalls;
  std::vector<const ir::Function *> Callees;

  /// Returns what \p P stands for: a local reference stands for the variable
  /// that it was bound to, if it is bound in one place.
  ir::Place resolve(ir::Place P) const;

private:
  bool mayChange(const ir::Instruction &I, FunctionLookup Find);
};

/// What a condition asks.
class FirstUses::Question {
public:
  Question(const Body &In, const ir::Operand &Condition) : In(In) {
    trace(Condition);
    findInsertion(Condition);
  }

  /// The globals and members whose values decide.
  std::vector<ir::Place> Variables;
  /// The containers that a library function searches for a key.
  std::vector<ir::Place> Searched;
  /// The library calls that search them.
  llvm::SmallVector<const ir::Instruction *, 2> Searches;
  /// The parameters of the function on which the answer depends.
  llvm::SmallVector<unsigned, 2> Params;
  /// The outcome on which the question itself has put something into a
  /// container: `if (blocks.try_emplace(size).second)`.
  std::optional<bool> Inserted;

  /// Whether something is asked, and it is known what.
  bool isUnderstood() const {
    return Traced.size() <= MaxTraced &&
           !(Variables.empty() && Searched.empty());
  }
  /// Whether \p I counts one of the variables: it writes a new value that is
  /// computed from the old one.
  bool isCountedBy(const ir::Instruction &I) const;

private:
  void trace(const ir::Operand &O);
  void traceLocal(unsigned Local);
  void findInsertion(const ir::Operand &Condition);

  const Body &In;
  llvm::DenseSet<unsigned> Traced;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_FIRSTUSEQUESTIONS_H
