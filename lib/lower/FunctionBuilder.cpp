//===- FunctionBuilder.cpp - Builds the CaptureIR of one function ---------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionBuilder.h"
#include "Callables.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/StringExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

unsigned FunctionBuilder::newBlock() {
  F.Blocks.emplace_back();
  return F.Blocks.size() - 1;
}

void FunctionBuilder::jump(unsigned To) {
  current().Term.K = ir::Terminator::Goto;
  current().Term.Targets = {To};
}

void FunctionBuilder::branch(ir::Operand Condition, unsigned IfTrue,
                             unsigned IfFalse) {
  ir::Terminator &T = current().Term;
  T.K = ir::Terminator::Branch;
  T.Value = std::move(Condition);
  T.Targets = {IfTrue, IfFalse};
}

unsigned FunctionBuilder::newLocal(std::string Name, const VarDecl *D) {
  // Names that are numbers are reserved for temporaries.
  if (D || !llvm::isDigit(Name.front()))
    if (unsigned Count = NameCounts[Name]++)
      Name += "$" + std::to_string(Count);
  F.Locals.push_back(L.name(Name));
  Variables.push_back(D);
  return F.Locals.size() - 1;
}

unsigned FunctionBuilder::local(const VarDecl *D) {
  auto It = LocalIds.find(D);
  if (It != LocalIds.end())
    return It->second;
  unsigned Id = newLocal(D->getName().empty() ? "anon" : D->getName().str(), D);
  LocalIds[D] = Id;
  return Id;
}

ir::Place FunctionBuilder::temporary(const Stmt *S) {
  auto It = Temporaries.find(S);
  if (It == Temporaries.end())
    It =
        Temporaries
            .try_emplace(S, newLocal(std::to_string(++NumTemporaries), nullptr))
            .first;
  return ir::Place::local(It->second);
}

ir::Place FunctionBuilder::freshTemporary() {
  return ir::Place::local(newLocal(std::to_string(++NumTemporaries), nullptr));
}

void FunctionBuilder::assign(const ir::Place &To, ir::Operand V,
                             const Stmt *At) {
  // Writes to globals outlive the function, and callers that do not follow it
  // do not notice them. The types of the parameters tell what the function
  // writes through them, and handles matter in any case.
  bool Outside = To.Base == ir::Place::Global;
  MayCallUnknown |= Outside && At;
  for (const ir::Step &S : To.Path)
    Outside |= S.K == ir::Step::Deref;
  const auto *E = dyn_cast_or_null<Expr>(At);
  Matters |=
      Outside && E &&
      L.decls().handleRole(E->getType().getNonReferenceType()) != Role::None;
  HasSideEffects |= Outside && E && holdsFunction(L.decls(), E->getType());
  // The caller may ask for a setting of the program. A counter is none.
  HasSideEffects |= To.Base == ir::Place::Global && To.Path.empty() && E &&
                    V.K == ir::Operand::Int &&
                    E->getType()->isIntegralOrEnumerationType();
  emit(ir::Instruction::assign(To, std::move(V)), At,
       At ? At->getBeginLoc() : SourceLocation());
}

ir::Instruction &FunctionBuilder::emit(ir::Instruction I, const Stmt *At,
                                       SourceLocation Where) {
  if (UsedAt.isValid())
    I.At = L.location(UsedAt, nullptr);
  else if (Where.isValid())
    I.At = L.location(Where, At);
  if (I.K == ir::Instruction::Api || I.K == ir::Instruction::Call)
    I.Flags.Debug = L.isInDebugBuilds(Where);
  current().Insts.push_back(std::move(I));
  return current().Insts.back();
}

void FunctionBuilder::join(const ir::Place &Thread, const Expr *At) {
  emit(ir::Instruction::join(ir::Operand::read(Thread)), At,
       At ? At->getBeginLoc() : SourceLocation());
  // Another function has started the thread.
  Matters |= Thread.Base == ir::Place::Global ||
             llvm::any_of(Thread.Path, [](const ir::Step &S) {
               return S.K == ir::Step::Deref;
             });
}

ir::Place FunctionBuilder::objectMadeBy(const Stmt *Init) {
  auto It = ObjectPlaces.find(Init);
  return It != ObjectPlaces.end() ? It->second : temporary(Init);
}

ir::Loc FunctionBuilder::loc(const Stmt *S) {
  return L.location(S->getBeginLoc(), S);
}
