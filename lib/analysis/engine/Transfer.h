//===- Transfer.h - What instructions mean ----------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// The engine runs functions on sets of states, and does not know what a state
/// is about. It asks this interface what an instruction does to a state, and
/// tells it what happens to states.
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
  /// The known fields and elements of an object that is read as a whole.
  virtual Parts partsOf(Context Ctx, const ir::Operand &O, State &S) = 0;
  /// Evaluates the operand of a branch or switch. If nothing is known of a
  /// variable in it, that gets a symbol, so that the next condition gets the
  /// same answer.
  virtual Value condition(Context Ctx, const ir::Operand &O, State &S) = 0;
  /// The values of the conditions V == Number and A > B.
  virtual Value isEqual(const Value &V, int64_t Number) = 0;
  virtual Value isGreater(const Value &A, const Value &B) = 0;

  //===--------------------------------------------------------------------===//
  // Instructions
  //===--------------------------------------------------------------------===//

  /// Applies \p I, which calls no function of the program.
  virtual void apply(Context Ctx, const ir::Instruction &I, State &S) = 0;
  /// The instruction, or the end of a block, may throw.
  virtual void thrown(Context Ctx, const ir::Instruction &I, State &S) = 0;
  virtual void thrown(Context Ctx, const ir::Terminator &T, const State &S) = 0;

  //===--------------------------------------------------------------------===//
  // Calls
  //===--------------------------------------------------------------------===//

  /// Whether \p Name is a function of the API, which is applied and not run.
  virtual bool isApi(const ir::Name &Name) const = 0;
  /// An indirect call that calls the function \p Name of the API.
  virtual void apiCall(Context Ctx, const ir::Instruction &I,
                       const ir::Name &Name, State &S) = 0;
  virtual void unknownCall(Context Ctx, const ir::Instruction &I, State &S) = 0;
  /// Starts a thread that runs \p Callee; null if that is unknown.
  virtual void spawn(Context Ctx, const ir::Instruction &I,
                     const ir::Function *Callee, States &Current) = 0;
  /// Gives the parameters of \p Callee, in its frame \p Inner, what it is
  /// called with.
  virtual void passArguments(Context Ctx, const ir::Instruction &I,
                             const ir::Function &Callee, Context Inner,
                             State &S) = 0;
  /// The call \p I has returned State::Returned.
  virtual void returned(Context Ctx, const ir::Instruction &I, State &S) = 0;
  /// A call that is nested too deep is taken for one of an unknown callee.
  virtual void notFollowed(const ir::Instruction &I, const ir::Function &Callee,
                           llvm::ArrayRef<State> Current) = 0;
  /// Whether functions that a call may call are run, too.
  virtual bool followsGuesses() const = 0;

  //===--------------------------------------------------------------------===//
  // Paths
  //===--------------------------------------------------------------------===//

  /// A function is run.
  virtual void entered(const ir::Function &F) = 0;
  /// The root, or a function that it calls indirectly, is run on these states.
  virtual void reached(llvm::ArrayRef<State> Current) = 0;
  /// A round of a loop ends, in a block behind \p Head.
  virtual void roundEnds(Context Ctx, unsigned Head, State &S) = 0;
  /// Whether \p Symbol says that a call failed, which is no choice of the
  /// program.
  virtual bool isOutcome(SymbolId Symbol, const State &S) const = 0;
  /// Whether what follows an early exit from the function of the frame \p Ctx
  /// does not depend on the condition of that.
  virtual bool ignoresEarlyExit(Context Ctx, const State &S) const = 0;
  /// At the end of \p Block it is decided what \p Asked is.
  virtual void decided(const ControlDependence &C, unsigned Block,
                       const Value &Asked, State &S) = 0;
  /// \p From becomes one state with \p Into. \p Join: they may differ in
  /// their protocol. \returns whether \p Into was changed.
  virtual bool merge(State &Into, const State &From, bool Join) = 0;
  /// There are too many states at \p Where: \p A and \p B become one,
  /// although their protocols differ.
  virtual void joining(const void *Where, const State &A, const State &B) = 0;

  //===--------------------------------------------------------------------===//
  // Calls that were run before (Memo.cpp)
  //===--------------------------------------------------------------------===//

  /// Whether it may be taken again what a call led to.
  virtual bool remembersCalls() const = 0;
  /// A point in time, for foundSince().
  virtual size_t now() const = 0;
  /// The numbers of the findings since \p Start.
  virtual std::vector<unsigned> foundSince(size_t Start) = 0;
  virtual void foundAgain(llvm::ArrayRef<unsigned> Found) = 0;
  /// Whether a finding does not depend on which of two calls in \p Ctx led to
  /// it.
  virtual bool isSameForCalls(unsigned Found, Context Ctx) = 0;
  /// Whether all that \p Left knows, but for its result, was there before the
  /// frame \p Inner, in \p Before.
  virtual bool leavesNothing(const State &Before, const State &Left,
                             Context Inner) const = 0;
  /// The exit \p Left of a call with the frame \p Was, for one with the frame
  /// \p Inner in the state \p Now.
  virtual State replay(const State &Left, Context Was, Context Inner,
                       const State &Now) = 0;

protected:
  ~Transfer() = default;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ENGINE_TRANSFER_H
