//===- Bodies.cpp - The bodies of a program's functions -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../ir/Walk.h"
#include "Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace cuda_capture;
using namespace cuda_capture::link;
using llvm::StringRef;

const Program::Input::BodyNames &Program::names(const Input &In) {
  Input::BodyNames &Result = *In.Names;
  std::call_once(Result.Made, [&] {
    for (unsigned I = 0; I < In.Held->Names.size(); ++I)
      Result.Ids.try_emplace(In.Held->Names[I], I);
    Result.InternalVariables.insert(In.Held->InternalVariables.begin(),
                                    In.Held->InternalVariables.end());
  });
  return Result;
}

Program::NodeId Program::meaning(const Input &In, StringRef Name) {
  const Input::BodyNames &N = names(In);
  auto It = N.Ids.find(Name);
  return It == N.Ids.end() ? None : In.Meaning[It->second];
}

void Program::rename(ir::Function &F, const Node &N) const {
  const Input &In = Linked->Inputs[N.Object];
  F.Name = N.Symbol.str();
  if (In.Held->K == ir::Object::Index)
    return;
  auto SymbolOf = [&](StringRef Name) {
    NodeId Id = meaning(In, Name);
    return Id == None ? Name : Linked->Nodes[Id].Symbol;
  };
  F.Parent = SymbolOf(F.Parent).str();
  for (std::string &By : F.PrimedIn)
    By = SymbolOf(By).str();
  const Input::BodyNames &Names = names(In);
  auto IsInternal = [&](StringRef Variable) {
    auto It = Names.Ids.find(Variable);
    return It != Names.Ids.end() && Names.InternalVariables.count(It->second);
  };
  for (std::string &Variable : F.SetElsewhere)
    if (IsInternal(Variable))
      Variable = ownName(Variable, N.Unit);
  ir::forEachName(F, [&](ir::Name &Name, ir::Mention How) {
    if (How == ir::Mention::Api)
      return;
    if (How != ir::Mention::Global) {
      if (StringRef Now = SymbolOf(Name); Now != Name.ref())
        Name = Now;
      return;
    }
    if (IsInternal(Name))
      Name = ownName(Name, N.Unit);
  });
}

/// Replaces each call that was left open by the instructions that the lowering
/// would have made of it.
template <typename List> void Program::close(List &Insts) const {
  bool Any = false;
  for (ir::Instruction &I : Insts) {
    if (I.K == ir::Instruction::Call) {
      std::optional<ir::Traits> Known = traits(I.Callee);
      I.Flags.Throws &= !Known || Known->MayCallUnknown;
    }
    if (I.Indirect && !I.Indirect->Otherwise.empty())
      close(I.Indirect->Otherwise);
    Any |= ir::isDeferred(I);
  }
  if (!Any)
    return;
  List Result;
  Result.reserve(Insts.size());
  for (ir::Instruction &I : Insts) {
    if (!ir::isDeferred(I)) {
      Result.push_back(std::move(I));
      continue;
    }
    auto It = Linked->BySymbol.find(I.Indirect->Target.Name.ref());
    const Node *N =
        It == Linked->BySymbol.end() ? nullptr : &Linked->Nodes[It->second];
    const bool HasEffect = I.Dest || I.object() ||
                           (N && N->Known.HasSideEffects) ||
                           llvm::any_of(I.Args, [](const ir::Operand &A) {
                             return A.K == ir::Operand::Address;
                           });
    if (N && entry(*N).Size &&
        (N->Known.Matters || (N->Known.MayNotReturn && !I.Dest) ||
         (HasEffect && N->Known.Simple))) {
      ir::List<ir::Operand> Args;
      if (I.Indirect->Object)
        Args.push_back(std::move(*I.Indirect->Object));
      for (ir::Operand &A : I.Args)
        Args.push_back(std::move(A));
      ir::Instruction Call = ir::Instruction::call(
          I.Indirect->Target.Name, std::move(Args), std::move(I.Dest), I.At);
      Call.Flags.Guarded = I.Flags.Guarded;
      Call.Flags.Throws = I.Flags.Throws && N->Known.MayCallUnknown;
      Result.push_back(std::move(Call));
      continue;
    }
    const bool Harmless = N && !N->Known.MayCallUnknown &&
                          !N->Known.HasSideEffects && !N->Known.Matters;
    for (ir::Instruction &Other : I.Indirect->Otherwise) {
      if (Other.K == ir::Instruction::UnknownCall && N)
        Other.Flags.NeverWaits = !N->Known.MayWait;
      if (Other.K == ir::Instruction::UnknownCall && Harmless)
        Other.Flags.System = true;
      else if (Other.K == ir::Instruction::UnknownCall && N && !Other.Dest)
        Other.Flags.Defined = true;
      Result.push_back(std::move(Other));
    }
  }
  Insts = std::move(Result);
}

void Program::addOverriders(ir::Function &F) const {
  for (ir::Block &B : F.Blocks)
    for (ir::Instruction &I : B.Insts) {
      if (I.candidates().empty())
        continue;
      ir::List<ir::Name> &Perhaps = I.Indirect->Perhaps;
      llvm::StringSet<> Known;
      for (const ir::Name &Symbol : Perhaps)
        Known.insert(Symbol);
      // The overriders of the called function include those of its overriders.
      for (size_t N = 0, End = Perhaps.size(); N < End; ++N)
        for (const std::string &Symbol : overriders(Perhaps[N]))
          if (Known.insert(Symbol).second)
            Perhaps.push_back(ir::Name(Symbol));
      if (ListsOverriders)
        continue;
      ir::List<ir::Name> Few;
      for (ir::Name &Symbol : Perhaps)
        if (auto It = Linked->BySymbol.find(Symbol.ref());
            It != Linked->BySymbol.end() &&
            Linked->OneSided.contains(It->second))
          Few.push_back(std::move(Symbol));
      Perhaps = std::move(Few);
    }
}

std::string Program::Problem::str() const {
  return Unit + ": cannot read the compiled body of '" + Function + "': " + Why;
}

std::optional<ir::Function> Program::body(const Node &N, ir::Module &M,
                                          bool AsWritten) const {
  const Input &In = Linked->Inputs[N.Object];
  if (!entry(N).Size)
    return std::nullopt;
  llvm::Expected<ir::Function> F = In.Held->body(N.Entry, M);
  if (!F) {
    std::string Why = llvm::toString(F.takeError());
    if (Unreadable.insert(&N).second)
      Problems.push_back(
          {Linked->Units[N.Unit].Entry->Name, N.Symbol.str(), std::move(Why)});
    return std::nullopt;
  }
  if (!Moved.empty())
    ir::forEachLoc(*F, [&](ir::Loc &L) {
      auto It = L.isValid() ? Moved.find(M.Files[L.File]) : Moved.end();
      if (It != Moved.end())
        L.Line = ir::movedLine(In.Held->Lines[It->second.File],
                               It->second.Lines, L.Line);
    });
  rename(*F, N);
  if (In.Held->K != ir::Object::Index)
    for (ir::Block &B : F->Blocks)
      close(B.Insts);
  if (!AsWritten)
    addOverriders(*F);
  return std::move(*F);
}

std::optional<ir::Function> Program::body(StringRef Symbol,
                                          ir::Module &M) const {
  const Node *N = find(Symbol);
  return N ? body(*N, M, /*AsWritten=*/false) : std::nullopt;
}

//===--- Functions that are kept ------------------------------------------===//

const ir::Function *Bodies::find(StringRef Symbol) {
  const ir::Function *Result = M->find(Symbol);
  if (!Result)
    if (std::optional<ir::Function> F = P.body(Symbol, *M))
      Result = &M->add(std::move(*F));
  if (Result)
    Found.insert(Result);
  else
    Missing.insert(Symbol);
  return Result;
}

std::vector<std::string> Bodies::asked() const {
  std::vector<std::string> Result;
  for (const ir::Function *F : Found)
    Result.push_back(F->Name);
  for (const auto &Entry : Missing)
    Result.push_back(Entry.first().str());
  llvm::sort(Result);
  return Result;
}

std::vector<std::string> Bodies::askedGlobals() const {
  std::vector<std::string> Result;
  for (const auto &Entry : Globals)
    Result.push_back(Entry.first().str());
  llvm::sort(Result);
  return Result;
}

std::vector<const ir::Function *> Bodies::roots(unsigned Unit) {
  if (M->Functions.size() > MaxKept) {
    forgetAsked();
    M = std::make_unique<ir::Module>();
  }
  std::vector<const ir::Function *> Result;
  for (const std::string &Symbol : P.roots(Unit))
    if (const ir::Function *F = find(Symbol))
      Result.push_back(F);
  return Result;
}
