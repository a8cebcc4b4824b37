//===- Binders.cpp - The binders that std::bind makes ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A binder is an object of a class of the standard library that std::bind,
/// std::bind_front or std::mem_fn returns. Its type says which argument goes
/// where, so a call of a binder is lowered as the call that the binder makes. A
/// binder keeps its state in fields that no program can name: "<target>" is the
/// function that it calls, or "<object>" the function object, and "<bound I>"
/// is an argument. A std::function that holds a binder calls a function that is
/// made up for this purpose.
///
//===----------------------------------------------------------------------===//

#include "CallLowering.h"
#include "Callables.h"
#include "ExprLowering.h"
#include "FunctionContext.h"
#include "TypeQueries.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
struct Binder {
  QualType Callee;
  llvm::SmallVector<QualType, 4> Bound;
  /// Whether the arguments of a call follow the bound ones; otherwise
  /// placeholders say where they go.
  bool Appends = false;
};
} // namespace

static std::optional<Binder> binderOf(DeclQueries &Decls,
                                      const CXXRecordDecl *Of) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Of);
  const HostValue Form = Decls.libraryType(Class);
  if (Form != HostValue::Binder && Form != HostValue::ResultBinder &&
      Form != HostValue::FrontBinder)
    return std::nullopt;
  llvm::SmallVector<QualType, 6> Types;
  for (const TemplateArgument &A : Class->getTemplateArgs().asArray()) {
    llvm::ArrayRef<TemplateArgument> Each =
        A.getKind() == TemplateArgument::Pack ? A.getPackAsArray()
                                              : llvm::ArrayRef(A);
    for (const TemplateArgument &One : Each)
      if (One.getKind() == TemplateArgument::Type)
        Types.push_back(One.getAsType());
  }
  if (Form == HostValue::ResultBinder && !Types.empty())
    Types.erase(Types.begin());
  if (Types.empty())
    return std::nullopt;
  Binder B;
  B.Appends = Form == HostValue::FrontBinder;
  // libstdc++ writes "callee(bound...)" as the type of a function.
  if (const auto *All = Types[0]->getAs<FunctionProtoType>()) {
    B.Callee = All->getReturnType();
    B.Bound.assign(All->param_type_begin(), All->param_type_end());
  } else {
    B.Callee = Types[0];
    B.Bound.assign(std::next(Types.begin()), Types.end());
  }
  return B;
}

static std::optional<Binder> binderOf(DeclQueries &Decls, QualType T) {
  return binderOf(Decls, T.getNonReferenceType()->getAsCXXRecordDecl());
}

/// Returns the index, from 0 on, of the call argument that a placeholder stands
/// for.
static std::optional<unsigned> placeholder(DeclQueries &Decls, QualType T) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  if (Decls.libraryType(Class) != HostValue::Placeholder ||
      Class->getTemplateArgs().size() == 0 ||
      Class->getTemplateArgs()[0].getKind() != TemplateArgument::Integral)
    return std::nullopt;
  uint64_t Number = Class->getTemplateArgs()[0].getAsIntegral().getZExtValue();
  return Number ? std::optional<unsigned>(Number - 1) : std::nullopt;
}

static ir::Place boundAt(const ir::Place &Self, unsigned I) {
  return Self.field("<bound " + std::to_string(I) + ">");
}

bool lower::isBinder(DeclQueries &Decls, const CXXRecordDecl *Class) {
  return binderOf(Decls, Class).has_value();
}

bool lower::isBinder(DeclQueries &Decls, QualType T) {
  return isBinder(Decls, T.getNonReferenceType()->getAsCXXRecordDecl());
}

void CallableLowering::keepBound(const ir::Place &To, const Expr *From) {
  std::optional<ir::Place> P;
  if (From->getType()->isRecordType())
    P = Exprs.place(From->IgnoreImplicit());
  if (!From->getType()->isRecordType())
    IR.assign(To, Exprs.value(From), From);
  else
    IR.assign(To, P ? ir::Operand::read(*P) : ir::Operand::unknown(), From);
}

/// Writes the callable and the arguments that a call of std::bind or a similar
/// function stores.
bool CallableLowering::makeBinder(const CallExpr *E, const FunctionDecl *Callee,
                                  const std::optional<ir::Place> &Dest) {
  std::optional<Binder> B = binderOf(Decls, E->getType());
  if (!B || !Dest || !Callee->isInStdNamespace() || E->getNumArgs() == 0 ||
      E->getNumArgs() != B->Bound.size() + 1)
    return false;
  keepBound(Dest->field(B->Callee->isRecordType() ? Object : Target),
            E->getArg(0));
  for (unsigned I = 0; I < B->Bound.size(); ++I)
    if (!placeholder(Decls, B->Bound[I]))
      keepBound(boundAt(*Dest, I), E->getArg(I + 1));
  return true;
}

/// Returns the argument for a parameter of type \p To.
ir::Operand CallableLowering::passOn(const Given &From, QualType To) {
  if (From.E)
    return Calls.argument(From.E, To);
  bool ByAddress = isPassedByAddress(To);
  if (isReferenceWrapper(Decls, From.Type)) {
    ir::Place Address = From.Where.field(Referent);
    return ir::Operand::read(ByAddress ? Address : Address.deref());
  }
  if (From.Refers)
    return ir::Operand::read(ByAddress ? From.Where : From.Where.deref());
  return ByAddress ? ir::Operand::address(From.Where)
                   : ir::Operand::read(From.Where);
}

/// Returns the object that a member function is called on.
ir::Operand CallableLowering::objectFrom(const Given &From) {
  QualType T = (From.E ? From.E->getType() : From.Type).getNonReferenceType();
  if (T->isPointerType())
    return passOn(From, T);
  if (!T->isRecordType())
    return ir::Operand::unknown();
  if (isReferenceWrapper(Decls, T)) {
    std::optional<ir::Place> P = From.E ? Exprs.place(From.E) : From.Where;
    return P ? ir::Operand::read(P->field(Referent)) : ir::Operand::unknown();
  }
  // A smart pointer is not the object that it points at.
  if (T->getAsRecordDecl()->isInStdNamespace())
    return ir::Operand::unknown();
  return passOn(From, Ctx.getLValueReferenceType(T));
}

bool CallableLowering::callBinder(const ir::Place &Self, QualType T,
                                  llvm::ArrayRef<Given> Args,
                                  const std::optional<ir::Place> &Dest,
                                  const Expr *At) {
  std::optional<Binder> B = binderOf(Decls, T);
  if (!B)
    return false;
  std::vector<Given> Passed;
  for (unsigned I = 0; I < B->Bound.size(); ++I) {
    if (std::optional<unsigned> Which = placeholder(Decls, B->Bound[I])) {
      if (*Which >= Args.size())
        return false;
      Passed.push_back(Args[*Which]);
    } else {
      Passed.push_back({nullptr, boundAt(Self, I), B->Bound[I], false});
    }
  }
  if (B->Appends)
    Passed.insert(Passed.end(), Args.begin(), Args.end());

  std::optional<ir::Operand> On;
  ir::Operand Called = ir::Operand::read(Self.field(Target));
  const FunctionProtoType *Type = nullptr;
  if (B->Callee->isRecordType()) {
    const FunctionDecl *Op = callOperator(B->Callee);
    if (!Op || isWrapper(Decls, B->Callee))
      return false;
    On = ir::Operand::address(Self.field(Object));
    Called = functionValue(Op);
    Type = Op->getType()->getAs<FunctionProtoType>();
  } else {
    QualType Pointee = B->Callee->getPointeeType();
    if (!Pointee.isNull())
      Type = Pointee->getAs<FunctionProtoType>();
    if (B->Callee->isMemberPointerType()) {
      if (Passed.empty())
        return false;
      On = objectFrom(Passed.front());
      Passed.erase(Passed.begin());
    }
  }
  if (!Type || Passed.size() < Type->getNumParams())
    return false;
  std::vector<ir::Operand> Operands;
  for (unsigned I = 0; I < Type->getNumParams(); ++I)
    Operands.push_back(passOn(Passed[I], Type->getParamType(I)));
  emitInvoke(std::move(Called), std::move(On), std::move(Operands), Dest, At);
  return true;
}

bool CallableLowering::callBinder(const ir::Place &Self, QualType T,
                                  llvm::ArrayRef<const Expr *> Args,
                                  const std::optional<ir::Place> &Dest,
                                  const Expr *At) {
  std::vector<Given> Each;
  for (const Expr *A : Args) {
    // A null argument stands for one that is not known.
    if (!A)
      return false;
    Each.push_back({A, ir::Place(), QualType(), false});
  }
  return callBinder(Self, T, Each, Dest, At);
}

/// Returns a made-up function with \p Signature whose object is a binder of
/// type \p T. A wrapper that holds such a binder calls this function.
ir::Operand CallableLowering::binderFunction(QualType T,
                                             const FunctionProtoType *Signature,
                                             const Expr *At) {
  ir::Function Made;
  Made.Name = "call of " +
              T.getNonReferenceType()
                  .getCanonicalType()
                  .getUnqualifiedType()
                  .getAsString() +
              " as " + QualType(Signature, 0).getCanonicalType().getAsString();
  Made.Display = "std::bind";
  Made.At = IR.loc(At);
  if (L.module().find(Made.Name))
    return ir::Operand::function(Made.Name);
  FunctionContext One(L, FD, Made);
  One.IR.newBlock();
  unsigned This = One.IR.newLocal("this", nullptr);
  Made.Params.push_back(ir::Type::Other);
  std::vector<Given> Args;
  for (QualType P : Signature->param_types()) {
    unsigned Local = One.IR.newLocal("arg", nullptr);
    Made.Params.push_back(ir::Type::Other);
    Args.push_back({nullptr, ir::Place::local(Local), P.getNonReferenceType(),
                    isPassedByAddress(P)});
  }
  std::optional<ir::Place> Result;
  if (!Signature->getReturnType()->isVoidType())
    Result = One.IR.freshTemporary();
  if (!One.Callables.callBinder(ir::Place::local(This).deref(), T, Args, Result,
                                At))
    return ir::Operand::unknown();
  ir::Terminator &End = One.IR.current().Term;
  End.K = ir::Terminator::Return;
  if (Result)
    End.Value = ir::Operand::read(*Result);
  IR.HasSideEffects |= One.IR.HasSideEffects;
  IR.Defers |= One.IR.Defers;
  return ir::Operand::function(L.addMadeUp(std::move(Made)).Name);
}

bool CallableLowering::callByLambda(const Expr *Callee,
                                    llvm::ArrayRef<const Expr *> Args,
                                    const Expr *At) {
  Callee = Callee->IgnoreParenCasts();
  if (const auto *Address = dyn_cast<UnaryOperator>(Callee);
      Address && Address->getOpcode() == UO_AddrOf)
    Callee = Address->getSubExpr()->IgnoreParenCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Callee);
  const auto *API = Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
  const auto *Type = API ? API->getType()->getAs<FunctionProtoType>() : nullptr;
  if (!Type || isa<CXXMethodDecl>(API) || !L.api(API))
    return false;
  ir::Function Made;
  Made.Display = "lambda";
  Made.Parent = L.symbolOf(FD).str();
  Made.At = IR.loc(At);
  Made.Name = Made.Parent + " starts " + L.symbolOf(API).str() + " at " +
              std::to_string(Made.At.Line) + ":" +
              std::to_string(Made.At.Column);
  std::vector<ir::Operand> Given = Calls.argumentsFor(Type, Args);
  IR.emit(ir::Instruction::call(L.name(Made.Name), std::move(Given)), At,
          beginOf(At));
  IR.Matters = true;
  if (L.module().find(Made.Name))
    return true;
  FunctionContext One(L, FD, Made);
  One.IR.newBlock();
  std::vector<ir::Operand> Passed;
  for (unsigned P = 0; P < Type->getNumParams(); ++P) {
    Passed.push_back(
        ir::Operand::read(ir::Place::local(One.IR.newLocal("arg", nullptr))));
    Made.Params.push_back(ir::Type::Other);
  }
  One.Callables.emitInvoke(One.Callables.functionValue(API), std::nullopt,
                           std::move(Passed), std::nullopt, At);
  One.IR.current().Term.K = ir::Terminator::Return;
  L.addMadeUp(std::move(Made));
  return true;
}
