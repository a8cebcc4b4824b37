//===- MemorySpaces.cpp - Where the data of a tensor are ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The operations of a library on a tensor depend on where its data are, which
/// only the tensor tells at run time. Objects that tell the memory space
/// (tensors, devices, options for tensors to be made) keep it in a field that
/// no program can name. The knowledge base lists these types, and the effects
/// of functions on them.
///
//===----------------------------------------------------------------------===//

#include "DescribedCalls.h"
#include "ExprLowering.h"
#include "FunctionBuilder.h"
#include "TypeQueries.h"
#include "UserCode.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Returns the type of the object in an optional of type \p T; null if \p T is
/// not an optional.
static QualType optionalOf(DeclQueries &Decls, QualType T) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T->getAsCXXRecordDecl());
  if (!isOptional(Decls, Class) || Class->getTemplateArgs().size() == 0 ||
      Class->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return QualType();
  return Class->getTemplateArgs()[0].getAsType();
}

bool DeclQueries::saysMemorySpace(QualType T) {
  T = T.getNonReferenceType();
  if (QualType Inner = optionalOf(*this, T); !Inner.isNull())
    T = Inner;
  const TagDecl *Tag = T->getAsTagDecl();
  if (!Tag)
    return false;
  auto [It, New] = MemorySpaceTypes.try_emplace(Tag->getCanonicalDecl(), false);
  if (!New)
    return It->second;
  bool Says = llvm::is_contained(KB.types(Role::MemorySpace),
                                 Lowering::scopedName(Tag));
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Tag);
      Class && Class->hasDefinition() && !Says)
    for (const CXXBaseSpecifier &Base : Class->bases())
      Says |= saysMemorySpace(Base.getType());
  return MemorySpaceTypes[Tag->getCanonicalDecl()] = Says;
}

/// Returns the expression that an optional is made of; \p E itself if it makes
/// no optional.
static const Expr *givenToOptional(DeclQueries &Decls, const Expr *E) {
  while (true) {
    E = E->IgnoreImplicit()->IgnoreParens();
    const auto *Made = dyn_cast<CXXConstructExpr>(E);
    if (!Made || Made->getNumArgs() == 0 ||
        optionalOf(Decls, E->getType()).isNull())
      return E;
    E = Made->getArg(0);
  }
}

ir::Operand DescribedCalls::memorySpace(const Expr *E) {
  if (isa<CXXDefaultArgExpr>(E->IgnoreImplicit()) &&
      Decls.saysMemorySpace(E->getType()))
    return ir::Operand::constant(int64_t(MemorySpace::Host));
  E = givenToOptional(Decls, E);
  QualType T = E->getType().getNonReferenceType();
  if (!Decls.saysMemorySpace(T))
    return ir::Operand::unknown();
  if (T->isEnumeralType())
    return Exprs.value(E);
  std::optional<ir::Place> P = Exprs.place(E);
  return P ? ir::Operand::read(handleField(*P, Role::MemorySpace))
           : ir::Operand::unknown();
}

/// Returns the mask among indices that are written one by one: "{Slice(), x >
/// 0}".
ir::Operand DescribedCalls::mask(const Expr *Indices) {
  llvm::SmallVector<const Expr *, 4> Rest{Indices};
  while (!Rest.empty()) {
    const Expr *E = Rest.pop_back_val()->IgnoreImplicit()->IgnoreParens();
    if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E))
      Rest.push_back(List->getSubExpr());
    else if (const auto *List = dyn_cast<InitListExpr>(E))
      for (const Expr *Item : List->inits())
        Rest.push_back(Item);
    else if (const auto *Made = dyn_cast<CXXConstructExpr>(E);
             Made && Made->getNumArgs() >= 1)
      Rest.push_back(Made->getArg(0));
    else if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
      Rest.push_back(Cast->getSubExpr());
    else if (const auto *Class = E->getType()->getAsCXXRecordDecl();
             Class &&
             (Decls.saysMemorySpace(E->getType()) ||
              L.knowledge().describedAs(L.scopedName(Class)) == Role::Mask))
      if (std::optional<ir::Place> P = Exprs.place(E))
        return ir::Operand::read(handleField(*P, Role::Mask));
  }
  return ir::Operand::unknown();
}

/// Records whether the result of a call is a mask: always, or if its object is
/// one.
void DescribedCalls::keepMask(const ApiRow &Row,
                              const std::optional<ir::Place> &Object,
                              const ir::Place &Dest, const Stmt *At) {
  if (Row.MakesMask)
    IR.assign(handleField(Dest, Role::Mask), ir::Operand::constant(1), At);
  else if (Object && Row.This && Row.This->R == Role::MemorySpace &&
           Row.Class == ApiClass::Neutral && Row.Returns == ResultKind::Same)
    IR.assign(handleField(Dest, Role::Mask),
              ir::Operand::read(handleField(*Object, Role::Mask)), At);
}

/// Returns the argument whose parameter has the type of a library's handle.
ir::Operand DescribedCalls::libraryArgument(const FunctionDecl *Callee,
                                            llvm::ArrayRef<const Expr *> Args) {
  for (unsigned I = 0; I < Args.size() && I < Callee->getNumParams(); ++I) {
    QualType T = Callee->getParamDecl(I)->getType().getNonReferenceType();
    if (QualType Inner = optionalOf(Decls, T); !Inner.isNull())
      T = Inner;
    const TagDecl *Tag = T->getAsTagDecl();
    if (!Tag || !llvm::is_contained(L.knowledge().types(Role::Library),
                                    L.scopedName(Tag)))
      continue;
    const Expr *E = givenToOptional(Decls, Args[I]);
    // The argument may be copied in order to be passed.
    while (const auto *Made = dyn_cast<CXXConstructExpr>(E)) {
      if (Made->getNumArgs() != 1 ||
          !Made->getConstructor()->isCopyOrMoveConstructor())
        break;
      E = Made->getArg(0)->IgnoreImplicit()->IgnoreParens();
    }
    if (!E->getType()->isRecordType() || isa<CXXDefaultArgExpr>(E))
      break;
    if (std::optional<ir::Place> P = Exprs.place(E))
      return ir::Operand::read(handleField(*P, Role::Library));
    break;
  }
  return ir::Operand::unknown();
}

/// Returns the device that a text such as "cuda:1" names, if it is written in
/// place; nullopt if a parameter of type \p T takes no text.
static std::optional<ir::Operand> namedDevice(const Expr *E, QualType T,
                                              DeclQueries &Decls,
                                              const KnowledgeBase &KB) {
  T = T.getNonReferenceType();
  const HostValue Type = Decls.libraryType(T);
  const clang::Type *Letters = T->getPointeeOrArrayElementType();
  if (Type != HostValue::String && Type != HostValue::StringView &&
      !(Letters != T.getTypePtr() && Letters->isCharType()))
    return std::nullopt;
  while (true) {
    E = E->IgnoreImplicit()->IgnoreParens();
    const auto *Made = dyn_cast<CXXConstructExpr>(E);
    if (const auto *Text = dyn_cast<StringLiteral>(E)) {
      std::optional<MemorySpace> Where = KB.placeOf(Text->getString());
      return Where ? ir::Operand::constant(int64_t(*Where))
                   : ir::Operand::unknown();
    }
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
      E = Cast->getSubExpr();
    else if (Made && Made->getNumArgs() >= 1)
      E = Made->getArg(0);
    else
      return ir::Operand::unknown();
  }
}

/// Whether \p S may assign to \p V.
static bool isAssigned(const Stmt *S, const VarDecl *V) {
  if (!S)
    return false;
  const Expr *To = nullptr;
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S))
    To = Call->getOperator() == OO_Equal ? Call->getArg(0) : nullptr;
  else if (const auto *Unary = dyn_cast<UnaryOperator>(S))
    To = Unary->getOpcode() == UO_AddrOf ? Unary->getSubExpr() : nullptr;
  return (To && variableNamed(To) == V) ||
         llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return isAssigned(Child, V); });
}

/// Whether \p E makes options for a tensor, and names no device: objects that
/// are made with them are on the host.
bool DescribedCalls::namesNoDevice(const Expr *E) {
  E = E->IgnoreImplicit()->IgnoreParens();
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E)) {
    if (Made->getNumArgs() == 0)
      return true;
    if (Made->getConstructor()->isCopyOrMoveConstructor())
      return namesNoDevice(Made->getArg(0));
    const QualType Given = Made->getArg(0)->IgnoreImplicit()->getType();
    return Made->getNumArgs() == 1 && Given->isEnumeralType() &&
           !Decls.saysMemorySpace(Given);
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && V->hasLocalStorage() && !isa<ParmVarDecl>(V) && V->getInit() &&
           !isAssigned(Code, V) && namesNoDevice(V->getInit());
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  const Lookup Api = Callee ? L.api(Callee) : Lookup();
  if (!Api || Api.Row->Class != ApiClass::Neutral || Api.Row->Typed ||
      llvm::any_of(Callee->parameters(), [&](const ParmVarDecl *P) {
        return Decls.saysMemorySpace(P->getType());
      }))
    return false;
  const auto *OfObject = dyn_cast<CXXMemberCallExpr>(Call);
  return OfObject ? Api.Row->This &&
                        namesNoDevice(OfObject->getImplicitObjectArgument())
                  : !Api.Row->paramIndex(Role::MemorySpace);
}

/// Adds the arguments of a row whose roles follow from their types.
void DescribedCalls::typedArguments(const ApiRow &Row,
                                    const FunctionDecl *Callee,
                                    llvm::ArrayRef<const Expr *> ArgExprs,
                                    std::vector<ir::Operand> &Args) {
  const Expr *Where = nullptr, *NonBlocking = nullptr;
  std::optional<ir::Operand> Named;
  for (unsigned I = 0; I < ArgExprs.size() && I < Callee->getNumParams(); ++I) {
    QualType T = Callee->getParamDecl(I)->getType();
    if (!Where && Decls.saysMemorySpace(T))
      Where = ArgExprs[I];
    if (!Where && !Named)
      Named = namedDevice(ArgExprs[I], T, Decls, L.knowledge());
    if (!NonBlocking && T->isBooleanType())
      NonBlocking = ArgExprs[I];
  }
  // If the options are left out, objects stay where they are, and new objects
  // are made on the host.
  bool Given = Where && !isa<CXXDefaultArgExpr>(Where->IgnoreImplicit());
  ir::Operand Here = Args.empty() ? ir::Operand::unknown() : Args.back();
  if (Row.Place)
    Args.push_back(ir::Operand::constant(int64_t(*Row.Place)));
  else if (Given && !Row.This && namesNoDevice(Where))
    Args.push_back(ir::Operand::constant(int64_t(MemorySpace::Host)));
  else if (Given)
    Args.push_back(memorySpace(Where));
  else if (Named)
    Args.push_back(*Named);
  else if (Row.This)
    Args.push_back(Row.KeepsArgument ? ir::Operand::unknown() : Here);
  else
    Args.push_back(ir::Operand::constant(int64_t(MemorySpace::Host)));
  Args.push_back(NonBlocking ? Exprs.value(NonBlocking)
                             : ir::Operand::constant(0));
}
