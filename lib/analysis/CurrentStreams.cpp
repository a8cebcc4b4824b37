//===- CurrentStreams.cpp - Variables that hold capturing streams ---------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CurrentStreams.h"
#include "../ir/Walk.h"
#include "../kb/ApiTraits.h"
#include "CalleesOf.h"
#include "ResolvedCalls.h"
#include "transfer/ReachedInstructions.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// How many functions a stream is followed through.
static constexpr unsigned MaxDepth = 4;

/// Where the operands of one function come from.
class CurrentStreams::Body {
public:
  explicit Body(const ir::Function &F) : F(F), Writes(F.Locals.size()) {
    for (const ir::Block &B : F.Blocks)
      for (const ir::Instruction &I : B.Insts)
        if (I.Dest && I.Dest->Base == ir::Place::Local && I.Dest->Path.empty())
          Writes[I.Dest->LocalId].push_back(&I);
  }

  /// Returns the variables and functions that \p O comes from.
  std::vector<Source> sourcesOf(const ir::Operand &O) const {
    std::vector<Source> Found;
    trace(O, [&](const ir::Operand &Of, const ir::Instruction *Call) {
      if (Call)
        Found.push_back({true, Call->Callee.str()});
      else if (Of.Where.Base == ir::Place::Global)
        Found.push_back({false, Of.Where.GlobalName.str()});
    });
    return Found;
  }

  /// Returns the parameters that \p O may hold.
  llvm::BitVector parametersIn(const ir::Operand &O) const {
    llvm::BitVector Found(F.Params.size());
    trace(O, [&](const ir::Operand &Of, const ir::Instruction *Call) {
      if (!Call && Of.Where.Base == ir::Place::Local &&
          Of.Where.LocalId < Found.size())
        Found.set(Of.Where.LocalId);
    });
    return Found;
  }

private:
  /// Calls \p Use with each call and each variable or parameter that \p O comes
  /// from.
  void
  trace(const ir::Operand &O,
        llvm::function_ref<void(const ir::Operand &, const ir::Instruction *)>
            Use) const {
    llvm::BitVector Seen(F.Locals.size());
    std::vector<const ir::Operand *> Todo{&O};
    while (!Todo.empty()) {
      const ir::Operand &From = *Todo.back();
      Todo.pop_back();
      if (From.K != ir::Operand::Read || !From.Where.Path.empty())
        continue;
      Use(From, nullptr);
      if (From.Where.Base != ir::Place::Local || Seen[From.Where.LocalId])
        continue;
      Seen.set(From.Where.LocalId);
      for (const ir::Instruction *I : Writes[From.Where.LocalId]) {
        if (I->K == ir::Instruction::Assign)
          Todo.push_back(&I->Args.front());
        else if (I->K == ir::Instruction::Call)
          Use(From, I);
      }
    }
  }

  const ir::Function &F;
  /// By local: the instructions that set it as a whole.
  std::vector<std::vector<const ir::Instruction *>> Writes;
};

void CurrentStreams::add(const ir::Function &F,
                         llvm::ArrayRef<std::string> Called) {
  Uses &Known = Functions[F.Name];
  const Body Of(F);
  // The streams of which it begins captures, as they are named.
  std::vector<ir::Operand> Begun;
  auto IsBegun = [&](const ir::Operand &O) {
    return O.K == ir::Operand::Read && llvm::any_of(Begun, [&](const auto &B) {
             return B.Where == O.Where;
           });
  };
  auto StreamOf = [](const ApiRow &Row, const ir::Instruction &I) {
    const std::optional<unsigned> P = Row.paramIndex(Role::Stream);
    return P && *P < I.Args.size() ? &I.Args[*P] : nullptr;
  };
  auto Does = [&](const ir::Instruction &I, Effect What) {
    if (I.K != ir::Instruction::Api)
      return false;
    const Lookup &Found = Calls[I.Callee];
    return Found && Found.Row->Eff == What;
  };
  auto IsBegin = [&](const ir::Instruction &I) {
    return Does(I, Effect::BeginCapture);
  };
  Known.Begins = anyInstruction(F, IsBegin);
  if (Known.Begins)
    for (const ir::Instruction *I :
         reachedFrom(F, IsBegin, [](const ir::Instruction &) {
           return false;
         }).Found) {
      Known.EndsIt |= Does(*I, Effect::EndCapture);
      if (I->K == ir::Instruction::Call)
        Known.CalledBehind.push_back(I->Callee.str());
      else if (I->K == ir::Instruction::Invoke)
        llvm::append_range(Known.CalledBehind, Called);
    }
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts)
      if (I.K == ir::Instruction::Api)
        if (const Lookup &Found = Calls[I.Callee]; Found) {
          const ir::Operand *Stream = StreamOf(*Found.Row, I);
          if (!Stream)
            continue;
          if (Found.Row->Eff == Effect::BeginCapture &&
              Stream->K == ir::Operand::Read)
            Begun.push_back(*Stream);
          if (isWork(*Found.Row))
            llvm::append_range(Known.Works, Of.sourcesOf(*Stream));
        }
  for (const ir::Block &B : F.Blocks) {
    for (const ir::Instruction &I : B.Insts) {
      if (I.K == ir::Instruction::Assign && I.Dest->Base == ir::Place::Global &&
          I.Dest->Path.empty()) {
        const std::string Variable = I.Dest->GlobalName.str();
        if (IsBegun(I.Args.front()))
          Known.Begun.push_back(Variable);
        const llvm::BitVector Stored = Of.parametersIn(I.Args.front());
        for (unsigned P : Stored.set_bits())
          Known.Stores.emplace_back(P, Variable);
      } else if (I.K == ir::Instruction::Call) {
        for (unsigned A = 0; A < I.Args.size(); ++A) {
          if (IsBegun(I.Args[A]))
            Known.BegunPassed.push_back({I.Callee.str(), A});
          const llvm::BitVector Passed = Of.parametersIn(I.Args[A]);
          for (unsigned P : Passed.set_bits())
            Known.Passes.push_back({P, {I.Callee.str(), A}});
        }
      }
    }
    if (B.Term.K == ir::Terminator::Return && B.Term.Value)
      llvm::append_range(Known.Returns, Of.sourcesOf(*B.Term.Value));
    if (B.Term.K == ir::Terminator::Branch && B.Term.Value)
      ir::forEachRead(*B.Term.Value, [&](const ir::Operand &Read) {
        llvm::append_range(Known.Asked, Of.sourcesOf(Read));
      });
  }
}

/// Adds the variables in which the function \p To stores the argument.
void CurrentStreams::addStored(const Argument &To, unsigned Depth) {
  auto Known = Functions.find(To.Callee);
  if (Known == Functions.end() || Depth == 0)
    return;
  for (const auto &[Parameter, Variable] : Known->second.Stores)
    if (Parameter == To.Index)
      Captured.insert(Variable);
  for (const auto &[Parameter, Next] : Known->second.Passes)
    if (Parameter == To.Index)
      addStored(Next, Depth - 1);
}

void CurrentStreams::finish(llvm::function_ref<bool(llvm::StringRef)> Ends) {
  for (const auto &Entry : Functions) {
    const Uses &Known = Entry.second;
    if (!Known.Begins || Known.EndsIt || llvm::any_of(Known.CalledBehind, Ends))
      continue;
    Opening.insert(Entry.getKey());
    for (const std::string &Variable : Known.Begun)
      Captured.insert(Variable);
    for (const Argument &To : Known.BegunPassed)
      addStored(To, MaxDepth);
  }
}

bool CurrentStreams::isCaptured(const Source &From, unsigned Depth) const {
  if (!From.IsCall)
    return Captured.count(From.Name);
  auto Known = Functions.find(From.Name);
  return Depth > 0 && Known != Functions.end() &&
         llvm::any_of(Known->second.Returns, [&](const Source &Next) {
           return isCaptured(Next, Depth - 1);
         });
}

bool CurrentStreams::anyCaptured(llvm::StringRef Symbol,
                                 std::vector<Source> Uses::*Which) const {
  auto Known = Functions.find(Symbol);
  return !Captured.empty() && Known != Functions.end() &&
         llvm::any_of(Known->second.*Which, [&](const Source &From) {
           return isCaptured(From, MaxDepth);
         });
}

bool CurrentStreams::enqueuesOnCaptured(llvm::StringRef Symbol) const {
  return anyCaptured(Symbol, &Uses::Works);
}

bool CurrentStreams::asksAboutCaptured(llvm::StringRef Symbol) const {
  return anyCaptured(Symbol, &Uses::Asked);
}
