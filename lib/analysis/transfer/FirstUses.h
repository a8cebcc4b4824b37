//===- FirstUses.h - Decisions to make something once -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Recognizes the decisions of a program to make something when it is first
/// needed: a function asks a variable, a member or a container, and changes it
/// on one of the two outcomes, so that the next answer is another one.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_FIRSTUSES_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_FIRSTUSES_H

#include "../AnalysisParts.h"
#include "../State.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <vector>

namespace cuda_capture::analysis {

/// Recognizes decisions about first uses, and notes in the state which of them
/// the path has made.
class FirstUses : AnalysisParts {
public:
  explicit FirstUses(const AnalysisParts &Parts);
  ~FirstUses();

  /// See Transfer::decideFirstUse().
  FirstUse decide(Context Ctx, const ir::Function &F, unsigned Block,
                  unsigned Until, bool Taken, bool InLoop, State &S);

  /// Whether a loop of the root has made the decision at \p Branch about a
  /// variable before any capture was begun, for the same values of the
  /// parameters as all captures that made it in the frame \p Ctx. Of several
  /// objects, each is taken to be one of those in the loop. The capture runs
  /// under \p Conditions, which must not exclude the loop. To be asked once the
  /// root has been run.
  bool wasMadeInLoop(Context Ctx, const ir::Terminator &Branch,
                     llvm::ArrayRef<ControlDependence> Conditions) const;

  /// Whether the root has made the decision at \p Branch, for the same values
  /// of the parameters as all captures that made it in the frame \p Ctx, before
  /// any capture was begun, wherever \p Conditions hold. Paths that differ may
  /// have become one state since. To be asked once the root has been run.
  bool wasMadeBefore(Context Ctx, const ir::Terminator &Branch,
                     llvm::ArrayRef<ControlDependence> Conditions) const;

  /// Whether the decision at \p Branch is one about globals or static local
  /// variables, and depends on no arguments.
  bool asksGlobals(const ir::Terminator &Branch) const;

  /// Notes that an assignment in the frame \p Ctx is about to write \p V to
  /// \p Where, which holds something else. If a function asks \p Where to make
  /// something once, and does not make this assignment itself, the next answer
  /// may be another one.
  void written(Context Ctx, LocationId Where, const Value &V, State &S) const;

  /// Whether \p F also writes a variable that \p Branch, one of its branches,
  /// tests, or changes an object that it asks. This says nothing of the outcome
  /// on which it does so.
  static bool changesWhatItAsks(const ir::Function &F,
                                const ir::Terminator &Branch);

private:
  struct Body;
  class Question;
  /// A branch that decides whether something is made.
  struct Decision {
    /// The outcome on which it is made.
    bool Makes = false;
    /// Whether what is made only counts the variables: one use may not be
    /// enough to change the outcome, but a loop is taken to be.
    bool IsCounted = false;
    /// The function that decides.
    const ir::Function *In = nullptr;
    /// The variables that are asked.
    std::vector<ir::Place> Variables;
    /// The containers that are searched.
    std::vector<ir::Place> Containers;
    /// The parameters of the function on which the answer depends, such as the
    /// key of a search.
    llvm::SmallVector<unsigned, 2> Params;
    bool searches() const { return !Containers.empty(); }
  };
  /// Returns what the branch at the end of \p Block decides, or null if it
  /// decides about no first use.
  const Decision *decision(const ir::Function &F, unsigned Block,
                           unsigned Until);
  std::unique_ptr<Decision> find(const ir::Function &F, unsigned Block,
                                 unsigned Until);
  const Body &bodyOf(const ir::Function &F);
  bool writes(const ir::Function &F, const ir::Place &P, unsigned Depth);
  bool fills(const ir::Function &F, const ir::Place &P, const Question &Asked,
             unsigned Depth);
  bool settles(const Body &In, const ir::Instruction &I, const Question &Asked);
  /// Returns the blocks of \p F whose branches decide about a first use by a
  /// search.
  llvm::ArrayRef<unsigned> searches(const ir::Function &F);
  /// Returns the location of \p Asked, a variable of \p Of, for these values of
  /// the parameters; nullopt if it is not known.
  std::optional<LocationId> locationOf(const ir::Place &Asked,
                                       const Decision &Of,
                                       llvm::ArrayRef<Value> Given) const;
  /// Returns the locations of the variables that the decision \p Of at
  /// \p Branch asks for the values \p For of its parameters, as far as they are
  /// known.
  llvm::ArrayRef<LocationId> locationsOf(const ir::Terminator &Branch,
                                         const Decision &Of,
                                         SymbolId For) const;
  void
  forEachOther(Context Ctx, const ir::Function &F, unsigned Block,
               const Decision &Of, State &S,
               llvm::function_ref<void(const ir::Terminator &, SymbolId)> Use);
  Value argument(Context Ctx, unsigned Param, State &S);
  llvm::SmallVector<Value, 4> arguments(Context Ctx, const Decision &Of,
                                        State &S);

  llvm::DenseMap<const ir::Terminator *, std::unique_ptr<Decision>> Known;
  llvm::DenseMap<const ir::Function *, llvm::SmallVector<unsigned, 2>>
      Searching;
  llvm::DenseMap<const ir::Function *, std::unique_ptr<Body>> Bodies;
  /// What locationsOf() returns: each write asks it for all decisions made.
  mutable llvm::DenseMap<std::pair<const ir::Terminator *, SymbolId>,
                         llvm::SmallVector<LocationId, 2>>
      AskedLocations;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_FIRSTUSES_H
