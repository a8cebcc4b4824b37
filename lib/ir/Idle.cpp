//===- Idle.cpp - Functions that have nothing to do -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Idle.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace cuda_capture;
using namespace cuda_capture::ir;

namespace {

class IdleAtZero {
public:
  IdleAtZero(const Function &F, unsigned Param) : F(F), Known(F.Locals.size()) {
    const std::vector<unsigned> Writes = countWrites(F);
    if (Writes[Param])
      return;
    Known[Param] = 0;
    // A copy has one value if it is written once.
    for (bool Again = true; Again;) {
      Again = false;
      for (const Block &B : F.Blocks)
        for (const Instruction &I : B.Insts)
          if (I.K == Instruction::Assign && isLocal(*I.Dest) &&
              !Known[I.Dest->LocalId] && Writes[I.Dest->LocalId] == 1)
            if (std::optional<int64_t> V = value(I.Args[0])) {
              Known[I.Dest->LocalId] = V;
              Again = true;
            }
    }
  }

  bool run() const {
    std::vector<bool> Reached(F.Blocks.size());
    std::vector<unsigned> Pending{0};
    while (!Pending.empty()) {
      const unsigned B = Pending.back();
      Pending.pop_back();
      if (Reached[B])
        continue;
      Reached[B] = true;
      if (!llvm::all_of(F.Blocks[B].Insts, isIdle))
        return false;
      if (F.Blocks[B].Term.K == Terminator::Unreachable)
        return false;
      follow(F.Blocks[B].Term, Pending);
    }
    return true;
  }

private:
  static bool isLocal(const Place &P) {
    return P.Base == Place::Local && P.Path.empty();
  }

  /// Counts how often each local is written, as a whole or in part. Code that
  /// has the address of a local may write to it.
  static std::vector<unsigned> countWrites(const Function &F) {
    std::vector<unsigned> Result(F.Locals.size());
    for (const Block &B : F.Blocks)
      for (const Instruction &I : B.Insts) {
        for (const Operand &O : I.Args)
          if (O.K == Operand::Address && O.Where.Base == Place::Local)
            ++Result[O.Where.LocalId];
        if (I.Dest && I.K != Instruction::End && I.Dest->Base == Place::Local)
          ++Result[I.Dest->LocalId];
      }
    return Result;
  }

  static bool isIdle(const Instruction &I) {
    switch (I.K) {
    case Instruction::Assign:
    case Instruction::Havoc:
      return isLocal(*I.Dest);
    case Instruction::End:
      return I.Dest->Base == Place::Local && I.Dest->Path.empty();
    default:
      return false;
    }
  }

  std::optional<int64_t> value(const Operand &O) const {
    switch (O.K) {
    case Operand::Int:
      return O.Value;
    case Operand::Read:
      // The value of a reference is read through it.
      if (O.Where.Base != Place::Local || O.Where.Path.size() > 1 ||
          (O.Where.Path.size() == 1 && O.Where.Path[0].K != Step::Deref))
        return std::nullopt;
      return Known[O.Where.LocalId];
    case Operand::Not:
      if (std::optional<int64_t> V = value(O.Operands[0]))
        return !*V;
      return std::nullopt;
    case Operand::Binary: {
      const std::optional<int64_t> L = value(O.Operands[0]),
                                   R = value(O.Operands[1]);
      if (L && R && O.Name == "==")
        return *L == *R;
      if (L && R && O.Name == "!=")
        return *L != *R;
      return std::nullopt;
    }
    default:
      return std::nullopt;
    }
  }

  void follow(const Terminator &T, std::vector<unsigned> &Pending) const {
    const std::optional<int64_t> V = T.Value ? value(*T.Value) : std::nullopt;
    if (V && T.K == Terminator::Branch) {
      Pending.push_back(T.Targets[*V ? 0 : 1]);
      return;
    }
    if (V && T.K == Terminator::Switch) {
      const auto *Case = llvm::find(T.Cases, *V);
      Pending.push_back(T.Targets[Case - T.Cases.begin()]);
      return;
    }
    Pending.insert(Pending.end(), T.Targets.begin(), T.Targets.end());
  }

  const Function &F;
  /// The values that locals hold, where they are certain.
  std::vector<std::optional<int64_t>> Known;
};

} // namespace

bool ir::isIdleAtZero(const Function &F, unsigned Param) {
  return Param < F.Params.size() && IdleAtZero(F, Param).run();
}
