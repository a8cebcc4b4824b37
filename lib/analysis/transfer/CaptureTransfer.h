//===- CaptureTransfer.h - Instructions and captures ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_CAPTURETRANSFER_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_CAPTURETRANSFER_H

#include "../AnalysisParts.h"
#include "../engine/Transfer.h"

namespace cuda_capture::analysis {

/// The meaning of instructions for captures. This class hands each instruction
/// to the class that handles it.
class CaptureTransfer final : public Transfer, AnalysisParts {
public:
  explicit CaptureTransfer(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  Value evaluate(Context Ctx, const ir::Operand &O, State &S) override;
  Parts partsOf(Context Ctx, const ir::Operand &O, State &S) override;
  Value condition(Context Ctx, const ir::Operand &O, State &S) override;
  Value isEqual(const Value &V, int64_t Number) override;
  Value isGreater(const Value &A, const Value &B) override;
  void apply(Context Ctx, const ir::Instruction &I, State &S) override;
  void thrown(Context Ctx, const ir::Instruction &I, State &S) override;
  void thrown(Context Ctx, const ir::Terminator &T, const State &S) override;
  bool isApi(const ir::Name &Name) const override;
  void apiCall(Context Ctx, const ir::Instruction &I, const ir::Name &Name,
               State &S) override;
  void unknownCall(Context Ctx, const ir::Instruction &I, State &S) override;
  bool isWatched(llvm::ArrayRef<State> Current,
                 const ir::Function *Callee) const override;
  bool isPlausible(const ir::Function &Callee,
                   llvm::ArrayRef<State> Current) override;
  void skippedCall(Context Ctx, const ir::Instruction &I,
                   const ir::Function &Callee, State &S) override;
  void spawn(Context Ctx, const ir::Instruction &I, const ir::Function *Callee,
             States &Current) override;
  void passArguments(Context Ctx, const ir::Instruction &I,
                     const ir::Function &Callee, Context Inner,
                     State &S) override;
  void returned(Context Ctx, const ir::Instruction &I, State &S) override;
  void notFollowed(const ir::Instruction &I, const ir::Function &Callee,
                   llvm::ArrayRef<State> Current) override;
  const ir::Function *assumedCallee(const ir::Instruction &I) override;
  void entered(const ir::Function &F) override;
  void reached(llvm::ArrayRef<State> Current) override;
  void roundEnds(Context Ctx, unsigned Head, State &S) override;
  bool isOutcome(SymbolId Symbol, const State &S) const override;
  bool ignoresEarlyExit(Context Ctx, const State &S) const override;
  bool asksRecord(const ir::Function &F, const ir::Terminator &Branch,
                  bool IsKnown) const override;
  FirstUse decideFirstUse(Context Ctx, const ir::Function &F, unsigned Block,
                          unsigned Until, bool Taken, bool InLoop,
                          State &S) override;
  void decided(const ControlDependence &C, unsigned Block, const Value &Asked,
               State &S) override;
  bool merge(State &Into, const State &From, bool Join) override;
  void joining(const void *Where, const State &A, const State &B) override;
  bool remembersCalls() const override;
  size_t now() const override;
  std::vector<unsigned> foundSince(size_t Start) override;
  void foundAgain(llvm::ArrayRef<unsigned> Found, Context Was,
                  const State &Now) override;
  bool isSameForCalls(unsigned Found, Context Ctx) override;
  bool leavesNothing(const State &Before, const State &Left,
                     Context Inner) const override;
  State replay(const State &Left, Context Was, Context Inner,
               const State &Now) override;

private:
  void assign(Context Ctx, const ir::Instruction &I, State &S);
  /// Whether \p V was made in \p Outer or in a frame that was called from it.
  bool isMadeIn(const Value &V, Context Outer) const;
  bool isMadeIn(LocationId L, Context Outer) const;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_CAPTURETRANSFER_H
