//===- Transfer.h - The meaning of instructions -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// The engine runs functions on sets of states without knowing what a state
/// describes. It asks this interface what an instruction does to a state, and
/// notifies it of what happens to states.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_ENGINE_TRANSFER_H
#define CUDA_CAPTURE_ANALYSIS_ENGINE_TRANSFER_H

#include "../State.h"

namespace cuda_capture::analysis {

class Transfer {
public:
  //===--------------------------------------------------------------------===//
  // Expressions
  //===--------------------------------------------------------------------===//

  virtual Value evaluate(Context Ctx, const ir::Operand &O, State &S) = 0;
  /// Returns the known fields and elements of an object that is read as a
  /// whole.
  virtual Parts partsOf(Context Ctx, const ir::Operand &O, State &S) = 0;
  /// Evaluates the operand of a branch or switch. A variable in it of which
  /// nothing is known gets a symbol, so that the next condition gets the same
  /// answer.
  virtual Value condition(Context Ctx, const ir::Operand &O, State &S) = 0;
  /// Return the values of the conditions V == Number and A > B.
  virtual Value isEqual(const Value &V, int64_t Number) = 0;
  virtual Value isGreater(const Value &A, const Value &B) = 0;

  //===--------------------------------------------------------------------===//
  // Instructions
  //===--------------------------------------------------------------------===//

  /// Applies \p I, which calls no function of the program.
  virtual void apply(Context Ctx, const ir::Instruction &I, State &S) = 0;
  /// Called when the instruction, or the end of a block, may throw.
  virtual void thrown(Context Ctx, const ir::Instruction &I, State &S) = 0;
  virtual void thrown(Context Ctx, const ir::Terminator &T, const State &S) = 0;

  //===--------------------------------------------------------------------===//
  // Calls
  //===--------------------------------------------------------------------===//

  /// Whether \p Name is a function of the API, which is applied instead of run.
  virtual bool isApi(const ir::Name &Name) const = 0;
  /// Applies an indirect call of the API function \p Name.
  virtual void apiCall(Context Ctx, const ir::Instruction &I,
                       const ir::Name &Name, State &S) = 0;
  virtual void unknownCall(Context Ctx, const ir::Instruction &I, State &S) = 0;
  /// Applies a call of \p Callee without running it: it may do whatever the
  /// function and its callees may do in any state.
  virtual void skippedCall(Context Ctx, const ir::Instruction &I,
                           const ir::Function &Callee, State &S) = 0;
  /// Starts a thread that runs \p Callee, which is null if it is unknown.
  virtual void spawn(Context Ctx, const ir::Instruction &I,
                     const ir::Function *Callee, States &Current) = 0;
  /// Passes the arguments of the call to the parameters of \p Callee in its
  /// frame \p Inner.
  virtual void passArguments(Context Ctx, const ir::Instruction &I,
                             const ir::Function &Callee, Context Inner,
                             State &S) = 0;
  /// Called when the call \p I has returned State::Returned.
  virtual void returned(Context Ctx, const ir::Instruction &I, State &S) = 0;
  /// Whether the rules watch what a function does that is called in one of
  /// these states, or may watch it later in a call of \p Callee, unless that is
  /// null. What it does otherwise shows nothing of what it does then.
  virtual bool isWatched(llvm::ArrayRef<State> Current,
                         const ir::Function *Callee) const = 0;
  /// Whether the program may mean \p Callee by an indirect call that it makes
  /// in these states, and whose callee is not known.
  virtual bool isPlausible(const ir::Function &Callee,
                           llvm::ArrayRef<State> Current) = 0;
  /// Called when a call that is nested too deep is treated as a call of an
  /// unknown callee.
  virtual void notFollowed(const ir::Instruction &I, const ir::Function &Callee,
                           llvm::ArrayRef<State> Current) = 0;
  /// Returns the function that the run assumes the indirect call \p I to call,
  /// whose callee is not known; null if it assumes none.
  virtual const ir::Function *assumedCallee(const ir::Instruction &I) = 0;

  //===--------------------------------------------------------------------===//
  // Paths
  //===--------------------------------------------------------------------===//

  /// Called when a function is run.
  virtual void entered(const ir::Function &F) = 0;
  /// Called when the root, or a function that it calls indirectly, is run on
  /// these states.
  virtual void reached(llvm::ArrayRef<State> Current) = 0;
  /// Called when a round of a loop ends in a block behind \p Head.
  virtual void roundEnds(Context Ctx, unsigned Head, State &S) = 0;
  /// Whether \p Symbol tells if a call failed, which is not a choice of the
  /// program.
  virtual bool isOutcome(SymbolId Symbol, const State &S) const = 0;
  /// Whether the code after an early exit from the function of the frame \p Ctx
  /// does not depend on the condition of that exit.
  virtual bool ignoresEarlyExit(Context Ctx, const State &S) const = 0;
  /// Whether the condition of \p Branch depends on a record that the program
  /// keeps of its captures; see CaptureRecords::isAskedBy().
  virtual bool asksRecord(const ir::Function &F, const ir::Terminator &Branch,
                          bool IsKnown) const = 0;
  /// Called when the end of the block \p Block of \p F, in the frame \p Ctx,
  /// has the outcome \p Taken; the outcomes meet in \p Until. \returns what the
  /// program makes on that outcome when it is first needed.
  virtual FirstUse decideFirstUse(Context Ctx, const ir::Function &F,
                                  unsigned Block, unsigned Until, bool Taken,
                                  bool InLoop, State &S) = 0;
  /// Called when the end of \p Block decides the value of \p Asked.
  virtual void decided(const ControlDependence &C, unsigned Block,
                       const Value &Asked, State &S) = 0;
  /// Merges \p From into \p Into. If \p Join, the two may differ in their
  /// protocol. \returns whether \p Into was changed.
  virtual bool merge(State &Into, const State &From, bool Join) = 0;
  /// Called when \p A and \p B become one state although their protocols
  /// differ, because there are too many states at \p Where.
  virtual void joining(const void *Where, const State &A, const State &B) = 0;

  //===--------------------------------------------------------------------===//
  // Calls that were run before (Memo.cpp)
  //===--------------------------------------------------------------------===//

  /// Whether the outcome of a call may be reused.
  virtual bool remembersCalls() const = 0;
  /// Returns the current point in time, for foundSince().
  virtual size_t now() const = 0;
  /// Returns the numbers of the findings since \p Start.
  virtual std::vector<unsigned> foundSince(size_t Start) = 0;
  /// Notes that a call in the state \p Now finds again what the same call found
  /// when it ran in the frame \p Was.
  virtual void foundAgain(llvm::ArrayRef<unsigned> Found, Context Was,
                          const State &Now) = 0;
  /// Whether a finding is the same for any two calls in \p Ctx that may have
  /// led to it.
  virtual bool isSameForCalls(unsigned Found, Context Ctx) = 0;
  /// Whether everything that \p Left knows, except for its result, was already
  /// there in \p Before, before the frame \p Inner.
  virtual bool leavesNothing(const State &Before, const State &Left,
                             Context Inner) const = 0;
  /// Returns the exit \p Left of a call with the frame \p Was, adapted to a
  /// call with the frame \p Inner in the state \p Now.
  virtual State replay(const State &Left, Context Was, Context Inner,
                       const State &Now) = 0;

protected:
  ~Transfer() = default;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ENGINE_TRANSFER_H
