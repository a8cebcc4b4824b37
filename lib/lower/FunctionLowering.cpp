//===- FunctionLowering.cpp - Control flow of one function ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "Outlining.h"
#include "TypeQueries.h"
#include "Unwinding.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

bool FunctionLowering::run() {
  CFG::BuildOptions Options;
  Options.AddImplicitDtors = true;
  Options.AddTemporaryDtors = true;
  Options.AddInitializers = true;
  Options.AddCXXDefaultInitExprInCtors = true;
  Options.AddStaticInitBranches = true;
  Options.AddLifetime = true;
  Options.setAllAlwaysAdd();
  if (Ctx.getDiagnostics().hasErrorOccurred() && !hasAllDestructors(FD))
    return false;
  std::unique_ptr<CFG> Cfg = CFG::buildCFG(
      Part ? nullptr : FD, const_cast<Stmt *>(Code), &Ctx, Options);
  if (!Cfg && Part && Part->IsHandler)
    Cfg = CFG::buildCFG(nullptr, inLoop(Code, Ctx), &Ctx, Options);
  if (!Cfg)
    return false;
  OpenMP.findRegions(Code);
  parameters();
  if (!FD->getReturnType()->isVoidType() && !Part)
    IR.ReturnLocal = IR.freshTemporary().LocalId;
  if (!Part && Cfg->try_blocks_begin() != Cfg->try_blocks_end())
    outlineHandlers();
  scan(*Cfg);
  Gaps.findMissing();

  // The entry must be block 0; Clang's other blocks follow in its order.
  std::vector<const CFGBlock *> Blocks(Cfg->begin(), Cfg->end());
  llvm::sort(Blocks, [](const CFGBlock *A, const CFGBlock *B) {
    return A->getBlockID() > B->getBlockID();
  });
  auto Entry = llvm::find(Blocks, &Cfg->getEntry());
  std::rotate(Blocks.begin(), Entry, Entry + 1);
  for (const CFGBlock *B : Blocks)
    BlockIds[B] = IR.newBlock();
  if (!Part)
    Dynamic.setTypeAtEntry(); // Block 0 is the current one.
  if (Gaps.isMissingAtEntry())
    Gaps.missing(Code, Code->getBeginLoc());
  Models.begin();
  for (const CFGBlock *B : Blocks)
    block(*B);
  if (!Part)
    Rows.proveDispatched();
  Lives.endsAtExit(BlockIds[&Cfg->getExit()], Part != nullptr);
  IR.F.Blocks.shrink_to_fit();
  IR.F.Locals.shrink_to_fit();
  IR.Variables.shrink_to_fit();
  // A function that only answers a question about a few numbers, and has no
  // effects, may be longer.
  bool IsQuestion =
      FD->getReturnType()->isBooleanType() &&
      llvm::all_of(IR.F.Blocks, [](const ir::Block &B) {
        return llvm::all_of(B.Insts, [](const ir::Instruction &I) {
          return I.K == ir::Instruction::Assign;
        });
      });
  Simple = IR.F.Blocks.size() <=
               (IsQuestion ? MaxQuestionBlocks : MaxSimpleBlocks) &&
           !hasLoop(IR.F);
  return true;
}

void FunctionLowering::parameters() {
  auto Add = [&](unsigned Id, ir::Type T) {
    assert(Id == IR.F.Params.size() && "parameters come first");
    (void)Id;
    IR.F.Params.push_back(T);
  };
  const auto *Method = dyn_cast<CXXMethodDecl>(FD);
  if (Method && Method->isImplicitObjectMemberFunction()) {
    IR.ThisLocal = IR.newLocal("this", nullptr);
    Add(*IR.ThisLocal, ir::Type::Other);
  }
  if (Part) {
    for (const VarDecl *V : Part->Shared)
      Add(IR.local(V), ir::Type::Other);
    return;
  }
  for (const ParmVarDecl *P : FD->parameters()) {
    ir::Type T = ir::Type::Other;
    switch (Decls.handleRole(P->getType())) {
    case Role::Stream:
      T = ir::Type::Stream;
      break;
    case Role::Event:
      T = ir::Type::Event;
      break;
    case Role::Graph:
      T = ir::Type::Graph;
      break;
    case Role::Exec:
      T = ir::Type::Exec;
      break;
    default:
      if (P->getType()->isIntegralOrEnumerationType())
        T = ir::Type::Int;
      break;
    }
    Add(IR.local(P), T);
  }
}

/// Finds, before any code is made, which constructor calls initialize which
/// variable, and which operators are used for their value.
void FunctionLowering::scan(const CFG &Cfg) {
  llvm::SmallVector<const Expr *, 8> Terms;
  llvm::DenseSet<const Stmt *> Elements;
  Scanned.run(FD, Code, Decls);
  if (Part && Part->IsHandler)
    Scanned.Discarded.clear(); // Code that cleans up has no use for errors.
  if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(FD))
    for (const CXXCtorInitializer *I : Ctor->inits())
      if ((I->isBaseInitializer() || I->isDelegatingInitializer()) &&
          I->getInit() && IR.ThisLocal)
        IR.ObjectPlaces.try_emplace(I->getInit()->IgnoreImplicit(),
                                    ir::Place::local(*IR.ThisLocal).deref());
  for (const CFGBlock *B : Cfg)
    if (const auto *T = dyn_cast_or_null<Expr>(B->getTerminatorStmt()))
      Terms.push_back(T);
  for (const CFGBlock *B : Cfg) {
    for (const CFGElement &E : *B) {
      if (E.getKind() == CFGElement::MemberDtor ||
          E.getKind() == CFGElement::BaseDtor)
        PartDtors.push_back(E);
      auto S = E.getAs<CFGStmt>();
      if (!S)
        continue;
      if (!Terms.empty())
        Elements.insert(S->getStmt());
      Scanned.add(S->getStmt());
      const auto *DS = dyn_cast<DeclStmt>(S->getStmt());
      if (!DS)
        continue;
      for (const Decl *D : DS->decls())
        if (const auto *V = dyn_cast<VarDecl>(D))
          if (V->getInit() && V->hasLocalStorage() &&
              !V->getType()->isReferenceType()) {
            const Expr *Init = V->getInit()->IgnoreImplicit();
            if (isa<CXXConstructExpr, LambdaExpr>(Init))
              IR.ObjectPlaces.try_emplace(Init, ir::Place::local(IR.local(V)));
          }
    }
  }
  if (!Part || !Part->IsHandler)
    Scanned.findGuarded(FD, Part ? nullptr : &Cfg, Handlers);
  Branches.findMarkers(Terms, Elements);
}

/// Whether \p B returns from a destructor past the destructors of members and
/// base classes. Clang's CFG has these only where control reaches the end of
/// the body.
bool FunctionLowering::isReturnToExit(const CFGBlock &B) const {
  return isa<CXXDestructorDecl>(FD) && B.succ_size() == 1 && *B.succ_begin() &&
         (*B.succ_begin())->succ_empty() &&
         llvm::any_of(B, [](const CFGElement &E) {
           auto S = E.getAs<CFGStmt>();
           return S && isa<ReturnStmt>(S->getStmt());
         });
}

void FunctionLowering::block(const CFGBlock &B) {
  IR.Current = BlockIds[&B];
  NamedResult = nullptr;
  const Stmt *Last = nullptr;
  for (const CFGElement &E : B) {
    if (auto S = E.getAs<CFGStmt>(); S) {
      Gaps.passMarks(Last, S->getStmt());
      Last = S->getStmt();
    }
    element(E);
  }
  Gaps.passMarks(Last, nullptr);
  if (isReturnToExit(B))
    llvm::for_each(PartDtors, [&](const CFGElement &E) { element(E); });
  terminator(B);
  IR.current().Insts.shrink_to_fit();
}

void FunctionLowering::element(const CFGElement &E) {
  switch (E.getKind()) {
  case CFGElement::Statement:
  case CFGElement::Constructor:
  case CFGElement::CXXRecordTypedCall: {
    const Stmt *S = E.castAs<CFGStmt>().getStmt();
    if (OpenMP.isOutlined(S))
      return;
    statement(S);
    if (isa<DeclStmt>(S) || Scan.WholeExpressions.count(S))
      Lives.endTemporaries(S);
    return;
  }
  case CFGElement::Initializer: {
    const CXXCtorInitializer *I = E.castAs<CFGInitializer>().getInitializer();
    std::optional<ir::Place> This = Exprs.thisPlace();
    if (!This || !I->getInit())
      return;
    if (const FieldDecl *Field = I->getAnyMember())
      Exprs.initialize(This->deref().field(L.name(Field->getName())),
                       Field->getType(), I->getInit());
    return;
  }
  case CFGElement::AutomaticObjectDtor: {
    auto D = E.castAs<CFGAutomaticObjDtor>();
    if (OpenMP.isOutlined(D.getVarDecl()) || D.getVarDecl() == NamedResult)
      return;
    if (const CXXDestructorDecl *Dtor = D.getDestructorDecl(Ctx))
      Calls.destroyObject(
          Dtor,
          ir::Operand::address(ir::Place::local(IR.local(D.getVarDecl()))),
          nullptr, D.getVarDecl()->getLocation());
    return;
  }
  case CFGElement::TemporaryDtor: {
    auto D = E.castAs<CFGTemporaryDtor>();
    const CXXBindTemporaryExpr *Bound = D.getBindTemporaryExpr();
    if (OpenMP.isOutlined(Bound) || Scan.Elided.count(Bound))
      return;
    if (const CXXDestructorDecl *Dtor = D.getDestructorDecl(Ctx))
      if (std::optional<ir::Place> P = Exprs.place(Bound->getSubExpr()))
        Calls.destroyObject(Dtor, ir::Operand::address(*P), nullptr,
                            Bound->getBeginLoc());
    return;
  }
  case CFGElement::MemberDtor: {
    auto D = E.castAs<CFGMemberDtor>();
    std::optional<ir::Place> This = Exprs.thisPlace();
    const CXXDestructorDecl *Dtor = D.getDestructorDecl(Ctx);
    if (This && Dtor)
      Calls.destroyObject(Dtor,
                          ir::Operand::address(This->deref().field(
                              L.name(D.getFieldDecl()->getName()))),
                          nullptr, FD->getLocation());
    return;
  }
  case CFGElement::BaseDtor: {
    auto D = E.castAs<CFGBaseDtor>();
    std::optional<ir::Place> This = Exprs.thisPlace();
    const CXXDestructorDecl *Dtor = D.getDestructorDecl(Ctx);
    if (This && Dtor)
      Calls.destroyObject(Dtor, ir::Operand::read(*This), nullptr,
                          FD->getLocation());
    return;
  }
  case CFGElement::DeleteDtor: {
    auto D = E.castAs<CFGDeleteDtor>();
    if (const CXXDestructorDecl *Dtor = D.getDestructorDecl(Ctx))
      Calls.destroyObject(Dtor, Exprs.value(D.getDeleteExpr()->getArgument()),
                          D.getDeleteExpr(), D.getDeleteExpr()->getBeginLoc());
    return;
  }
  case CFGElement::LifetimeEnds: {
    auto End = E.castAs<CFGLifetimeEnds>();
    if (Lives.isInScope(End.getVarDecl()) &&
        !OpenMP.isOutlined(End.getVarDecl()))
      Lives.endLocal(IR.local(End.getVarDecl()), End.getTriggerStmt());
    return;
  }
  default:
    return;
  }
}

void FunctionLowering::statement(const Stmt *S) {
  if (Scan.Unevaluated.count(S))
    return;
  if (const auto *E = dyn_cast<RecoveryExpr>(S)) {
    if (!Gaps.recovered(E))
      Exprs.havocMentioned(E);
    return;
  }
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
    return OpenMP.directive(D);
  if (const auto *E = dyn_cast<CXXDeleteExpr>(S))
    return Lives.endPointee(Exprs.value(E->getArgument()), E);
  if (const auto *E = dyn_cast<Expr>(S); E && Branches.hasValue(E))
    return Branches.choose(E);
  Exprs.hostRead(S);
  if (Calls.lower(S))
    return;
  if (const auto *E = dyn_cast<BinaryOperator>(S)) {
    if (E->isAssignmentOp())
      Exprs.assign(E);
    return;
  }
  if (const auto *E = dyn_cast<UnaryOperator>(S)) {
    if (E->isIncrementDecrementOp())
      Exprs.increment(E);
    return;
  }
  if (const auto *R = dyn_cast<ReturnStmt>(S)) {
    QualType Held = FD->getReturnType();
    if (!R->getRetValue() || !IR.ReturnLocal || returnsNamed(R))
      return;
    if (Scan.NotFound.count(R->getRetValue()->IgnoreParenCasts()))
      return IR.assign(ir::Place::local(*IR.ReturnLocal),
                       ir::Operand::unknown(), R);
    // Destructors run after the value is made: it waits in a local.
    Exprs.initialize(ir::Place::local(*IR.ReturnLocal), Held, R->getRetValue());
    // Streams are returned as pointers to void, too.
    if (Held->isVoidPointerType())
      Held = R->getRetValue()->IgnoreParenCasts()->getType();
    IR.Matters |= Decls.handleRole(Held) != Role::None;
    return;
  }
  if (const auto *DS = dyn_cast<DeclStmt>(S))
    for (const Decl *D : DS->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        Exprs.variable(V);
}

unsigned FunctionLowering::edge(const CFGBlock *To, const Stmt *Term,
                                bool True) {
  // An edge that is never taken leads to an empty block, which is unreachable.
  return To ? Branches.edge(BlockIds[To], Term, True) : IR.newBlock();
}

void FunctionLowering::switchTerminator(const CFGBlock &B,
                                        const SwitchStmt *S) {
  ir::Terminator T;
  T.K = ir::Terminator::Switch;
  T.Value = Exprs.condition(S->getCond());
  T.Text = conditionText(S->getCond());
  T.At = IR.loc(S->getCond());
  std::vector<unsigned> Unclear;
  const CFGBlock *Default = nullptr;
  unsigned Index = 0, Last = B.succ_size() - 1;
  for (const CFGBlock *To : B.succs()) {
    bool IsLast = Index++ == Last;
    if (IsLast) {
      Default = To;
      continue;
    }
    const auto *Case =
        To ? dyn_cast_or_null<CaseStmt>(To->getLabel()) : nullptr;
    if (!Case)
      continue;
    Expr::EvalResult N;
    // A GNU range of cases has no single value.
    if (Case->getRHS() || !Case->getLHS()->EvaluateAsInt(N, Ctx) ||
        !N.Val.getInt().isRepresentableByInt64()) {
      Unclear.push_back(BlockIds[To]);
      continue;
    }
    T.Cases.push_back(N.Val.getInt().getExtValue());
    T.Targets.push_back(BlockIds[To]);
  }
  unsigned Rest = Default ? BlockIds[Default] : IR.newBlock();
  for (unsigned Target : Unclear) {
    unsigned Choice = IR.newBlock();
    ir::Terminator &Any = IR.F.Blocks[Choice].Term;
    Any.K = ir::Terminator::Branch;
    Any.Value = ir::Operand::unknown();
    Any.Targets = {Target, Rest};
    Rest = Choice;
  }
  T.Targets.push_back(Rest);
  IR.current().Term = std::move(T);
}

/// Returns what throws at the end of \p B: a throw expression, or a call of a
/// library function that does nothing else. Returns null if nothing does.
const Stmt *FunctionLowering::throwAtEnd(const CFGBlock &B) {
  for (const CFGElement &E : B)
    if (auto St = E.getAs<CFGStmt>()) {
      const auto *Call = dyn_cast<CallExpr>(St->getStmt());
      if (isa<CXXThrowExpr>(St->getStmt()) ||
          (Call && B.hasNoReturnElement() &&
           Decls.libraryFunction(Call->getDirectCallee()) == HostValue::Throw))
        return St->getStmt();
    }
  return nullptr;
}

void FunctionLowering::terminator(const CFGBlock &B) {
  const Stmt *Throw = throwAtEnd(B);
  if (B.hasNoReturnElement() && !Throw)
    return; // Unreachable is the default.
  const Stmt *S = B.getTerminatorStmt();
  if (B.succ_empty()) { // The exit block.
    IR.current().Term.K = ir::Terminator::Return;
    if (IR.ReturnLocal)
      IR.current().Term.Value =
          ir::Operand::read(ir::Place::local(*IR.ReturnLocal));
    return;
  }
  const bool IsOutlined = S && OpenMP.isOutlined(S);
  if (const auto *Sw = dyn_cast_or_null<SwitchStmt>(S); Sw && !IsOutlined)
    return switchTerminator(B, Sw);

  llvm::SmallVector<const CFGBlock *, 2> Successors;
  for (const CFGBlock *To : B.succs())
    Successors.push_back(To);
  if (Throw) {
    if (Part && Part->IsHandler) // The exception leaves the handler.
      return IR.jump(BlockIds[&B.getParent()->getExit()]);
    ir::Terminator &T = IR.current().Term;
    T.Throws = true;
    T.Guarded = Scan.Guarded.lookup(Throw);
    IR.MayThrow |= T.Guarded != ir::Guard::Ends;
    T.At = IR.loc(Throw);
    return;
  }
  if (Successors.size() == 1 || !S || isa<CXXTryStmt>(S)) {
    for (const CFGBlock *To : Successors)
      if (To) {
        ir::Terminator &T = IR.current().Term;
        T.K = ir::Terminator::Goto;
        T.Targets = {BlockIds[To]};
        for (const CFGElement &E : B)
          if (auto St = E.getAs<CFGStmt>())
            if (isa<ReturnStmt>(St->getStmt()))
              T.At = IR.loc(St->getStmt());
        if (S && (isa<GotoStmt>(S) || Scan.BlockBreaks.count(S)))
          T.At = IR.loc(S);
        return;
      }
    return;
  }

  ir::Terminator T;
  const Expr *Cond = conditionOf(B);
  if (!B.getTerminator().isStmtBranch())
    S = nullptr; // The destructor of a temporary that may not exist.
  if (Successors.size() == 2 && !IsOutlined) {
    T.K = ir::Terminator::Branch;
    T.Value = Cond ? Exprs.condition(Cond) : ir::Operand::unknown();
    if (const auto *DS = dyn_cast_or_null<DeclStmt>(S);
        DS && DS->isSingleDecl())
      if (const auto *D = dyn_cast<VarDecl>(DS->getSingleDecl()))
        T.Value = Exprs.isInitialized(D);
    if (Cond) {
      T.Text = conditionText(Cond);
      T.At = IR.loc(Cond);
    }
    T.Targets = {edge(Successors[0], S, true), edge(Successors[1], S, false)};
    IR.current().Term = std::move(T);
    return;
  }
  // A computed goto or a similar terminator may reach any successor.
  unsigned Rest = IR.newBlock();
  for (const CFGBlock *To : Successors) {
    if (!To)
      continue;
    unsigned Choice = IR.newBlock();
    ir::Terminator &Any = IR.F.Blocks[Choice].Term;
    Any.K = ir::Terminator::Branch;
    Any.Value = ir::Operand::unknown();
    Any.Targets = {BlockIds[To], Rest};
    Rest = Choice;
  }
  T.K = ir::Terminator::Goto;
  T.Targets = {Rest};
  IR.current().Term = std::move(T);
}
