//===- Virtual.cpp - Virtual functions ------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An object of a class with virtual functions has, like a std::function, a
/// field for each of them that no program can name: it holds the function that
/// a call reaches. These fields are set where the object is constructed; in
/// constructors and destructors, they are set to the functions of the class
/// itself. A virtual call is an invoke of such a field.
///
//===----------------------------------------------------------------------===//

#include "Virtual.h"
#include "../link/Program.h"
#include "CallLowering.h"
#include "DynamicTypes.h"
#include "Elements.h"
#include "ExprLowering.h"
#include "FunctionBuilder.h"
#include "TypeQueries.h"
#include "UserCode.h"
#include "clang/AST/Attr.h"
#include "clang/AST/CXXInheritance.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

const CXXMethodDecl *lower::rootOf(const CXXMethodDecl *Method) {
  while (Method->size_overridden_methods())
    Method = *Method->begin_overridden_methods();
  return Method->getCanonicalDecl();
}

void lower::addOverrider(const FunctionDecl *F, OverriderMap &To) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method && Method->isVirtual() && !isa<CXXDestructorDecl>(Method))
    To[rootOf(Method)].push_back(Method);
}

void Lowering::setCandidates(llvm::ArrayRef<const FunctionDecl *> Functions) {
  for (const FunctionDecl *F : Functions)
    addOverrider(F, VirtualCandidates);
}

const OverriderMap &Lowering::overridersByRoot() {
  if (!Overriders) {
    Overriders.emplace();
    forEachDefinition(
        Ctx,
        [&](const FunctionDecl *F) {
          addOverrider(F, *Overriders);
          const auto *Method = dyn_cast<CXXMethodDecl>(F);
          if (Method && Method->getParent()->getNumBases() &&
              Method->getParent()->isPolymorphic())
            DerivedClasses.insert(Method->getParent()->getCanonicalDecl());
        },
        [](const Expr *) {});
  }
  return *Overriders;
}

void Lowering::forEachOverride(
    llvm::function_ref<void(const CXXMethodDecl *, const CXXMethodDecl *)>
        Each) {
  const SourceManager &SM = Ctx.getSourceManager();
  for (const auto &[Root, Methods] : overridersByRoot())
    for (const CXXMethodDecl *By : Methods) {
      llvm::SmallVector<const CXXMethodDecl *, 4> Todo{By};
      llvm::SmallPtrSet<const CXXMethodDecl *, 4> Seen;
      while (!Todo.empty())
        for (const CXXMethodDecl *Method :
             Todo.pop_back_val()->overridden_methods())
          if (Seen.insert(Method->getCanonicalDecl()).second) {
            Todo.push_back(Method);
            if (!SM.isInSystemHeader(Method->getLocation()))
              Each(Method, By);
          }
    }
}

std::vector<std::string>
Lowering::overridersElsewhere(const CXXMethodDecl *Method) {
  if (!Others || !Method->isExternallyVisible())
    return {};
  return Others->overriders(symbol(Method), MainFile);
}

std::vector<const CXXMethodDecl *>
Lowering::overriders(const CXXMethodDecl *Method) {
  std::vector<const CXXMethodDecl *> Result;
  const OverriderMap &ByRoot =
      ListOverriders ? overridersByRoot() : VirtualCandidates;
  auto It = ByRoot.find(rootOf(Method));
  if (It == ByRoot.end())
    return Result;
  const CXXRecordDecl *Class = Method->getParent()->getCanonicalDecl();
  for (const CXXMethodDecl *M : It->second)
    if (M->getParent()->getCanonicalDecl() == Class ||
        M->getParent()->isDerivedFrom(Class))
      Result.push_back(M);
  return Result;
}

bool Lowering::mayMatter(const CXXDestructorDecl *D) {
  auto Matters = [&](const CXXDestructorDecl *Dtor) {
    const Summary Known = summarize(Dtor);
    return !Known.Visible || Known.Matters || Known.MayCallUnknown ||
           Known.Defers;
  };
  if (Matters(D))
    return true;
  if (!D->isVirtual())
    return false;
  const CXXRecordDecl *Base = D->getParent()->getCanonicalDecl();
  auto [It, New] = DerivedMatters.try_emplace(Base, false);
  if (!New)
    return It->second;
  overridersByRoot(); // It finds the derived classes, too.
  const bool Result =
      llvm::any_of(DerivedClasses, [&](const CXXRecordDecl *Class) {
        const CXXDestructorDecl *Dtor = Class->getDefinition()->getDestructor();
        return Class->isDerivedFrom(Base) && Dtor && !Dtor->isTrivial() &&
               Matters(Dtor);
      });
  return DerivedMatters[Base] = Result;
}

std::string DynamicTypes::slot(const CXXMethodDecl *Method) {
  Method = rootOf(Method);
  std::string Name = ir::VirtualFields.str();
  Name +=
      isa<CXXDestructorDecl>(Method) ? "destructor" : L.symbol(Method).str();
  return Name + ">";
}

static bool hasVirtual(const CXXRecordDecl *Class, const SourceManager &SM) {
  return Class && Class->hasDefinition() && !Class->isInvalidDecl() &&
         !Class->isDependentContext() && Class->isPolymorphic() &&
         !SM.isInSystemHeader(Class->getLocation());
}

/// Calls \p Each with every virtual function of a class, and the function that
/// overrides it, which is null if there is none or it is not certain.
template <typename Callback>
static void forEachVirtual(const CXXRecordDecl *Class, Callback Each) {
  CXXFinalOverriderMap Overriders;
  Class->getFinalOverriders(Overriders);
  llvm::DenseSet<const CXXMethodDecl *> Seen;
  for (const auto &[Method, InBases] : Overriders) {
    const CXXMethodDecl *Only = nullptr;
    bool Certain = true;
    for (const auto &[Base, Final] : InBases)
      for (const UniqueVirtualMethod &One : Final) {
        Certain &= !Only || Only == One.Method;
        Only = One.Method;
      }
    if (Seen.insert(rootOf(Method)).second)
      Each(Method, Certain && Only && !Only->isPureVirtual() ? Only : nullptr);
  }
}

void DynamicTypes::setType(const ir::Place &Object,
                           const CXXRecordDecl *Class) {
  if (!hasVirtual(Class, Ctx.getSourceManager()))
    return;
  forEachVirtual(Class,
                 [&](const CXXMethodDecl *Method, const CXXMethodDecl *Final) {
                   ir::Operand V = ir::Operand::unknown();
                   const FunctionDecl *Def = nullptr;
                   if (Final && Final->hasBody(Def)) {
                     L.lower(Def);
                     V = ir::Operand::function(L.symbol(Def));
                   }
                   IR.assign(Object.field(slot(Method)), std::move(V), nullptr);
                 });
}

void DynamicTypes::forgetType(const ir::Place &Object,
                              const CXXRecordDecl *Class) {
  if (!hasVirtual(Class, Ctx.getSourceManager()))
    return;
  forEachVirtual(
      Class, [&](const CXXMethodDecl *Method, const CXXMethodDecl *) {
        IR.assign(Object.field(slot(Method)), ir::Operand::unknown(), nullptr);
      });
}

/// Records that the object is of the class of the constructor or destructor
/// that is being lowered.
void DynamicTypes::setTypeAtEntry() {
  if (!isa<CXXConstructorDecl, CXXDestructorDecl>(FD) || !IR.ThisLocal)
    return;
  setType(ir::Place::local(*IR.ThisLocal).deref(),
          cast<CXXMethodDecl>(FD)->getParent());
}

void DynamicTypes::makeVirtual(ir::Operand Target, ir::Operand On,
                               std::vector<ir::Operand> Args, size_t First) {
  std::vector<ir::Instruction> &Insts = IR.current().Insts;
  if (First >= Insts.size())
    return;
  ir::IndirectCall Indirect;
  Indirect.Target = std::move(Target);
  Indirect.Object = std::move(On);
  // A deferred function of another translation unit is itself an invoke. Its
  // alternatives are taken over, because the called function is unknown here.
  for (auto It = Insts.begin() + First; It != Insts.end(); ++It)
    if (It->K == ir::Instruction::Invoke)
      std::move(It->Indirect->Otherwise.begin(), It->Indirect->Otherwise.end(),
                std::back_inserter(Indirect.Otherwise));
    else
      Indirect.Otherwise.push_back(std::move(*It));
  ir::Box<ir::Place> Dest = Indirect.Otherwise.front().Dest;
  const ir::Loc At = Indirect.Otherwise.front().At;
  const ir::Guard Guarded = Indirect.Otherwise.front().Flags.Guarded;
  Insts.erase(Insts.begin() + First, Insts.end());
  Insts.push_back(ir::Instruction::invoke(std::move(Indirect), std::move(Args),
                                          std::move(Dest), At));
  Insts.back().Flags.Guarded = Guarded;
  IR.Matters = IR.MayCallUnknown = true;
}

void DynamicTypes::dispatch(const CXXMemberCallExpr *E,
                            const CXXMethodDecl *Method, size_t First) {
  const Expr *Object = E->getImplicitObjectArgument();
  if (!Object || !hasVirtual(Method->getParent(), Ctx.getSourceManager()))
    return;
  ir::Operand On = ir::Operand::unknown();
  std::optional<ir::Place> P;
  if (Object->getType()->isPointerType()) {
    On = Exprs.value(Object);
    P = pointeeOf(On);
  } else if ((P = Exprs.place(Object))) {
    On = ir::Operand::address(*P);
  }
  if (!P)
    return;
  llvm::SmallVector<const Expr *, 8> Args(E->arguments());
  makeVirtual(ir::Operand::read(P->field(slot(Method))), std::move(On),
              Calls.arguments(Method, Args), First);
  ir::Instruction &I = IR.current().Insts.back();
  if (I.K != ir::Instruction::Invoke)
    return;
  auto Add = [&](ir::Name Symbol) {
    if (!llvm::is_contained(I.candidates(), Symbol))
      I.Indirect->Perhaps.push_back(std::move(Symbol));
  };
  // The linker adds the functions that override the method in other translation
  // units.
  if (L.defersCalls() && Method->isExternallyVisible() &&
      !Method->hasAttr<FinalAttr>() &&
      !Method->getParent()->hasAttr<FinalAttr>())
    Add(L.symbol(Method));
  for (const CXXMethodDecl *M : L.overriders(Method))
    if (L.lower(M))
      Add(L.symbol(M));
  for (const std::string &Symbol : L.overridersElsewhere(Method))
    Add(Symbol);
}

void DynamicTypes::dispatchDestructor(const CXXDestructorDecl *D,
                                      const ir::Place &Object, size_t First) {
  if (hasVirtual(D->getParent(), Ctx.getSourceManager()))
    makeVirtual(ir::Operand::read(Object.field(slot(D))),
                ir::Operand::address(Object), {}, First);
}

ir::Operand DynamicTypes::destructorOf(const ir::Place &Object,
                                       const CXXDestructorDecl *D) {
  return ir::Operand::read(Object.field(slot(D)));
}
