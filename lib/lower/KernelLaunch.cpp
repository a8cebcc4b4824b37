//===- KernelLaunch.cpp - Launches of kernels -----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel launch is a call of the API. Its arguments are the stream, and
/// those arguments of the kernel that the graph keeps.
///
//===----------------------------------------------------------------------===//

#include "BodyScan.h"
#include "CallLowering.h"
#include "ExprLowering.h"
#include "FunctionBuilder.h"
#include "TypeQueries.h"
#include "clang/AST/Mangle.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

ir::Name Lowering::kernelSymbol(const FunctionDecl *Kernel) {
  ir::Name &Known = KernelSymbols[Kernel];
  if (!Known.empty())
    return Known;
  std::unique_ptr<MangleContext> Names(Ctx.createMangleContext());
  std::string Symbol;
  if (Names->shouldMangleDeclName(Kernel)) {
    llvm::raw_string_ostream OS(Symbol);
    Names->mangleName(GlobalDecl(Kernel, KernelReferenceKind::Kernel), OS);
  } else {
    Symbol = Kernel->getNameAsString();
  }
  return Known = Symbol;
}

/// Returns the object that \p E asks in a call of a member function whose body
/// is seen; null if \p E is no such call.
static const Expr *askedObject(const Expr *E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  return Call && Call->getMethodDecl() && Call->getMethodDecl()->hasBody()
             ? Call->getImplicitObjectArgument()
             : nullptr;
}

/// Whether \p Arg asks a part of this object, of an object that the caller
/// hands over, or of a global, for a pointer, as "buffer_->data()" does.
static bool asksKeptObject(const Expr *Arg) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(Arg->IgnoreParenCasts());
  const Expr *Object =
      Call && !Call->getNumArgs() ? askedObject(Call) : nullptr;
  if (!Object)
    return false;
  while (true) {
    Object = Object->IgnoreParenImpCasts();
    if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(Object))
      Object = Op->getArg(0);
    else if (const Expr *Owner = askedObject(Object))
      Object = Owner;
    else if (const auto *Member = dyn_cast<MemberExpr>(Object))
      Object = Member->getBase();
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Object);
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return isa<CXXThisExpr>(Object) ||
         (Variable && (Variable->hasGlobalStorage() ||
                       Variable->getType()->isReferenceType()));
}

/// Returns the pointer from which \p Arg is computed, as "p + n" and "&p[n]"
/// are; \p Arg itself if it is no such address.
static const Expr *basePointer(const Expr *Arg) {
  for (const Expr *Base = Arg;;) {
    Base = Base->IgnoreParenCasts();
    const auto *Sum = dyn_cast<BinaryOperator>(Base);
    const auto *Address = dyn_cast<UnaryOperator>(Base);
    const auto *Element = Address && Address->getOpcode() == UO_AddrOf
                              ? dyn_cast<ArraySubscriptExpr>(
                                    Address->getSubExpr()->IgnoreParens())
                              : nullptr;
    if (Sum && Sum->isAdditiveOp() && Sum->getType()->isPointerType())
      Base = Sum->getLHS()->getType()->isPointerType() ? Sum->getLHS()
                                                       : Sum->getRHS();
    else if (Element)
      Base = Element->getBase();
    else
      return Base->getType()->isPointerType() ? Base : Arg;
    // The elements of an array are not what a pointer points at.
    if (Base->IgnoreParenImpCasts()->getType()->isArrayType())
      return Arg;
  }
}

/// Whether \p T is a structure with a pointer, or one of \p Counted, in a
/// field.
static bool holdsValue(QualType T, const Counters &Counted) {
  const auto *Class = T->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() &&
         llvm::any_of(Class->fields(), [&](const FieldDecl *Field) {
           return Field->getType()->isPointerType() || Counted.contains(Field);
         });
}

/// Returns the operand for \p Arg, a pointer that a kernel is given; unknown
/// unless a variable or an object holds the pointer.
ir::Operand CallLowering::kernelPointer(const Expr *Arg) {
  const Expr *Base = basePointer(Arg);
  if (!isa<DeclRefExpr, MemberExpr>(Base->IgnoreParenImpCasts()) &&
      !asksKeptObject(Base))
    return ir::Operand::unknown();
  ir::Operand Pointer = Exprs.value(Base);
  if (Pointer.K != ir::Operand::Read ||
      Base->IgnoreParenCasts() == Arg->IgnoreParenCasts())
    return Pointer;
  // Which element it is makes no difference.
  std::optional<ir::Place> Pointee = pointeeOf(Pointer);
  return Pointee ? ir::Operand::address(Pointee->index(ir::Operand::unknown()))
                 : Pointer;
}

/// Whether \p Arg is a number or a structure of which a kernel gets a value
/// that matters.
bool CallLowering::passesValue(const Expr *Arg) {
  const QualType T = Arg->getType();
  if (T->isRecordType())
    return !Scan.counters().empty() || holdsValue(T, Decls.counters());
  return T->isScalarType() && !T->isAnyPointerType() &&
         (Decls.usesHostValues() || mentionsCounter(Arg, Scan.counters()) ||
          mentionsCounter(Arg, Decls.counters()));
}

ir::Operand CallLowering::kernelArgument(const Expr *Arg) {
  // A parameter that is a reference binds to a temporary or to a variable.
  if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(Arg))
    Arg = Made->getSubExpr();
  const bool IsPointer = Arg->getType()->isPointerType();
  if (!IsPointer && !passesValue(Arg))
    return ir::Operand::unknown();
  if (Arg->isGLValue()) {
    std::optional<ir::Place> P = Exprs.place(Arg);
    return P ? ir::Operand::read(*P) : ir::Operand::unknown();
  }
  return IsPointer ? kernelPointer(Arg) : Exprs.value(Arg);
}

void CallLowering::kernelLaunch(const CUDAKernelCallExpr *E) {
  IR.Matters = true;
  const CallExpr *Config = E->getConfig();
  // The configuration is <<<grid, block, shared memory, stream>>>, default
  // arguments included.
  ir::Operand Stream = Config && Config->getNumArgs() > 3
                           ? Exprs.value(Config->getArg(3))
                           : ir::Operand::constant(0);
  std::vector<ir::Operand> Args{std::move(Stream)};
  size_t Known = 1;
  for (const Expr *Arg : E->arguments()) {
    const ir::Operand O = kernelArgument(Arg);
    Args.push_back(O);
    if (O.K == ir::Operand::Read || O.K == ir::Operand::Address ||
        O.K == ir::Operand::Binary)
      Known = Args.size();
  }
  Args.resize(Known);
  ir::Instruction &I =
      IR.emit(ir::Instruction::api("launch", std::move(Args)), E, beginOf(E));
  if (const FunctionDecl *Kernel = E->getDirectCallee())
    I.Launched = ir::Operand::function(L.kernelSymbol(Kernel));
}
