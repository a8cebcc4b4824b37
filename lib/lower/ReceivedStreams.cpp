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
/// If it is given no stream, but objects that have some, those that it names of
/// its own object count as well.
/// The function obtains streams from elsewhere (globals, getters) itself.
/// Callers in other languages pass a stream as an address or a number, which
/// the function converts, or passes on to one that does.
///
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "models/OwnedObjects.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <set>

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// How deep objects are searched: a context, and the objects that it is made
/// of.
static constexpr unsigned MaxObjectDepth = 2;

void FunctionLowering::valuesIn(const ir::Place &P, QualType T, Role What,
                                unsigned Depth,
                                std::vector<ir::Operand> &Found) {
  if (T->isReferenceType())
    return valuesIn(P.deref(), T->getPointeeType(), What, Depth, Found);
  if (Decls.handleRole(T) == What) {
    Found.push_back(ir::Operand::read(P));
    return;
  }
  if (T->isPointerType()) {
    QualType To = T->getPointeeType();
    if (To->isPointerType() && Decls.handleRole(To) != Role::Stream)
      return;
    return valuesIn(P.deref(), To, What, Depth, Found);
  }
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Depth > MaxObjectDepth)
    return;
  Class = Class->getDefinition();
  if (isSmartPointer(ownerKind(T, L, Ctx)))
    return valuesIn(pointerOf(P).deref(), ownedType(T), What, Depth, Found);
  // What a closure keeps is meant for its own body.
  if (Class->isLambda())
    return;
  auto StandsForIt = [&](const CXXRecordDecl *Of) {
    return What == Role::Stream && Decls.standsForStream(Of);
  };
  if (StandsForIt(Class)) {
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
    if (Part != Class && StandsForIt(Part)) {
      Found.push_back(ir::Operand::read(
          P.field(("<" + roleName(Role::Stream) + ">").str())));
      continue;
    }
    if (Ctx.getSourceManager().isInSystemHeader(Part->getLocation()))
      continue;
    for (const FieldDecl *Field : Part->fields())
      valuesIn(Field->getName().empty() ? P : P.field(Field->getName()),
               Field->getType(), What, Depth + 1, Found);
  }
}

namespace {
/// Finds the parameters that functions convert to streams, themselves or in
/// functions that they pass a pointer to void on to.
class StreamConversions {
public:
  explicit StreamConversions(DeclQueries &Decls) : Decls(Decls) {}

  using Parameters = llvm::SmallPtrSet<const ValueDecl *, 4>;
  Parameters in(const Stmt *Code, unsigned Depth = MaxCalls) {
    Parameters Found;
    llvm::SmallVector<const Stmt *, 32> Todo{Code};
    while (!Todo.empty()) {
      const Stmt *S = Todo.pop_back_val();
      if (!S)
        continue;
      const auto *Cast = dyn_cast<ExplicitCastExpr>(S);
      if (Cast && Decls.handleRole(Cast->getType()) == Role::Stream)
        if (const ParmVarDecl *P = named(Cast->getSubExpr()))
          Found.insert(P);
      if (const auto *Call = dyn_cast<CallExpr>(S);
          Call && Depth > 0 && !isa<CXXOperatorCallExpr>(Call))
        passedOn(Call, Depth, Found);
      llvm::append_range(Todo, S->children());
    }
    return Found;
  }

private:
  /// How many calls a parameter is followed through.
  static constexpr unsigned MaxCalls = 4;

  static const ParmVarDecl *named(const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
    return Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
  }

  void passedOn(const CallExpr *Call, unsigned Depth, Parameters &Found) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    for (unsigned A = 0; A < Call->getNumArgs(); ++A) {
      const ParmVarDecl *P = named(Call->getArg(A));
      const FunctionDecl *Body = nullptr;
      if (!P || !P->getType()->isVoidPointerType() || Found.count(P) ||
          !Callee || !Callee->getBody(Body) || A >= Body->getNumParams())
        continue;
      auto [It, New] = Known.try_emplace(Body);
      if (New) {
        Parameters Inner = in(Body->getBody(), Depth - 1);
        It = Known.find(Body);
        It->second = std::move(Inner);
      }
      if (It->second.count(Body->getParamDecl(A)))
        Found.insert(P);
    }
  }

  DeclQueries &Decls;
  llvm::DenseMap<const FunctionDecl *, Parameters> Known;
};
} // namespace

/// Returns the members of its own object that \p Code names, each as the names
/// of the fields that lead there, with a dot behind each.
static std::set<std::string> ownMembersIn(const Stmt *Code) {
  std::set<std::string> Found;
  llvm::SmallVector<const Stmt *, 32> Todo{Code};
  while (!Todo.empty()) {
    const Stmt *S = Todo.pop_back_val();
    if (!S)
      continue;
    llvm::append_range(Todo, S->children());
    std::string Path;
    const auto *E = dyn_cast<MemberExpr>(S);
    while (E) {
      Path = (E->getMemberDecl()->getName() + "." + Path).str();
      const Expr *Base = E->getBase()->IgnoreParenImpCasts();
      if (isa<CXXThisExpr>(Base))
        Found.insert(Path);
      E = dyn_cast<MemberExpr>(Base);
    }
  }
  return Found;
}

/// Whether one of \p Members leads to what \p O reads in the object of 'this'.
static bool isNamedBy(const std::set<std::string> &Members,
                      const ir::Operand &O) {
  std::string Path;
  for (const ir::Step &S : O.Where.Path)
    if (S.K == ir::Step::Field && !ir::isHidden(S.Name.ref()))
      Path += S.Name.str() + ".";
  return Members.count(Path);
}

std::vector<ir::Operand> FunctionLowering::receivedStreams() {
  std::vector<ir::Operand> Found;
  const auto Converted = StreamConversions(Decls).in(Code);
  for (const ParmVarDecl *P : FD->parameters())
    if (Converted.count(P) &&
        (P->getType()->isVoidPointerType() || P->getType()->isIntegerType()))
      Found.push_back(ir::Operand::read(ir::Place::local(IR.local(P))));
    else
      valuesIn(ir::Place::local(IR.local(P)), P->getType(), Role::Stream, 0,
               Found);
  const auto *Method = dyn_cast<CXXMethodDecl>(FD);
  const bool IsGivenStream = llvm::any_of(Found, [](const ir::Operand &O) {
    return llvm::none_of(
        O.Where.Path, [](const ir::Step &S) { return S.K == ir::Step::Field; });
  });
  if (IsGivenStream || !Method || !IR.ThisLocal)
    return Found;
  if (!Method->getParent()->isLambda()) {
    std::vector<ir::Operand> Own;
    valuesIn(ir::Place::local(*IR.ThisLocal).deref(),
             Method->getThisType()->getPointeeType(), Role::Stream, 0, Own);
    if (Found.empty())
      return Own;
    // An object that is given has a stream, but the function works on one of
    // its own object: either may be the captured one.
    const std::set<std::string> Members = ownMembersIn(Code);
    llvm::erase_if(
        Own, [&](const ir::Operand &O) { return !isNamedBy(Members, O); });
    Found.insert(Found.begin(), Own.begin(), Own.end());
    return Found;
  }
  if (!Found.empty())
    return Found;
  for (const LambdaCapture &C : Method->getParent()->captures())
    if (C.capturesVariable())
      if (std::optional<ir::Place> P =
              Exprs.declPlace(C.getCapturedVar(), true))
        valuesIn(*P, C.getCapturedVar()->getType().getNonReferenceType(),
                 Role::Stream, 0, Found);
  return Found;
}

std::vector<ir::Operand> FunctionLowering::receivedStatuses() {
  std::vector<ir::Operand> Found;
  for (const ParmVarDecl *P : FD->parameters())
    valuesIn(ir::Place::local(IR.local(P)), P->getType(), Role::CaptureStatus,
             0, Found);
  return Found;
}
