//===- ReceivedStreams.cpp - The streams that a function is given ---------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function receives streams as parameters or in objects that it is given; if
/// it finds none there, it receives them in the object that it is a member of.
/// The function obtains streams from elsewhere (globals, getters) itself.
/// Callers in other languages pass a stream as an address or a number, which
/// the function converts.
///
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// How deep objects are searched: a context, and the objects that it is made
/// of.
static constexpr unsigned MaxObjectDepth = 2;

void FunctionLowering::streamsIn(const ir::Place &P, QualType T, unsigned Depth,
                                 std::vector<ir::Operand> &Found) {
  if (T->isReferenceType())
    return streamsIn(P.deref(), T->getPointeeType(), Depth, Found);
  if (Decls.handleRole(T) == Role::Stream) {
    Found.push_back(ir::Operand::read(P));
    return;
  }
  if (T->isPointerType()) {
    QualType To = T->getPointeeType();
    if (To->isPointerType() && Decls.handleRole(To) != Role::Stream)
      return;
    return streamsIn(P.deref(), To, Depth, Found);
  }
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Depth > MaxObjectDepth)
    return;
  Class = Class->getDefinition();
  // What a closure keeps is meant for its own body.
  if (Class->isLambda())
    return;
  if (Decls.standsForStream(Class)) {
    Found.push_back(
        ir::Operand::read(P.field(("<" + roleName(Role::Stream) + ">").str())));
    return;
  }
  if (Ctx.getSourceManager().isInSystemHeader(Class->getLocation()) ||
      Class->isUnion())
    return;
  // All bases are at the same place, in however many ways they are inherited.
  llvm::SetVector<const CXXRecordDecl *> Classes;
  Classes.insert(Class);
  for (size_t I = 0; I < Classes.size(); ++I)
    for (const CXXBaseSpecifier &Base : Classes[I]->bases())
      if (const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl();
          B && B->hasDefinition())
        Classes.insert(B->getDefinition());
  for (const CXXRecordDecl *Part : Classes) {
    if (Part != Class && Decls.standsForStream(Part)) {
      Found.push_back(ir::Operand::read(
          P.field(("<" + roleName(Role::Stream) + ">").str())));
      continue;
    }
    if (Ctx.getSourceManager().isInSystemHeader(Part->getLocation()))
      continue;
    for (const FieldDecl *Field : Part->fields())
      streamsIn(Field->getName().empty() ? P : P.field(Field->getName()),
                Field->getType(), Depth + 1, Found);
  }
}

/// Collects the parameters that \p S converts to streams.
static void
convertedToStreams(const Stmt *S, DeclQueries &Decls,
                   llvm::SmallPtrSetImpl<const ValueDecl *> &Found) {
  llvm::SmallVector<const Stmt *, 32> Todo{S};
  while (!Todo.empty()) {
    S = Todo.pop_back_val();
    if (!S)
      continue;
    const auto *Cast = dyn_cast<ExplicitCastExpr>(S);
    if (Cast && Decls.handleRole(Cast->getType()) == Role::Stream)
      if (const auto *Named =
              dyn_cast<DeclRefExpr>(Cast->getSubExpr()->IgnoreParenCasts()))
        if (isa<ParmVarDecl>(Named->getDecl()))
          Found.insert(Named->getDecl());
    llvm::append_range(Todo, S->children());
  }
}

std::vector<ir::Operand> FunctionLowering::receivedStreams() {
  std::vector<ir::Operand> Found;
  llvm::SmallPtrSet<const ValueDecl *, 4> Converted;
  convertedToStreams(Code, Decls, Converted);
  for (const ParmVarDecl *P : FD->parameters())
    if (Converted.count(P) &&
        (P->getType()->isVoidPointerType() || P->getType()->isIntegerType()))
      Found.push_back(ir::Operand::read(ir::Place::local(IR.local(P))));
    else
      streamsIn(ir::Place::local(IR.local(P)), P->getType(), 0, Found);
  const auto *Method = dyn_cast<CXXMethodDecl>(FD);
  if (!Found.empty() || !Method || !IR.ThisLocal)
    return Found;
  if (!Method->getParent()->isLambda()) {
    streamsIn(ir::Place::local(*IR.ThisLocal).deref(),
              Method->getThisType()->getPointeeType(), 0, Found);
    return Found;
  }
  for (const LambdaCapture &C : Method->getParent()->captures())
    if (C.capturesVariable())
      if (std::optional<ir::Place> P =
              Exprs.declPlace(C.getCapturedVar(), true))
        streamsIn(*P, C.getCapturedVar()->getType().getNonReferenceType(), 0,
                  Found);
  return Found;
}
