//===- FunctionLowering.cpp - Control flow of one function ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
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
      Part ? nullptr : FD, const_cast<Stmt *>(body()), &Ctx, Options);
  if (!Cfg)
    return false;
  findRegions(body());
  parameters();
  if (!FD->getReturnType()->isVoidType() && !Part)
    ReturnLocal = newLocal(std::to_string(++NumTemporaries), nullptr);
  scan(*Cfg);
  findMissing();

  // The entry must be block 0; Clang's other blocks follow in its order.
  std::vector<const CFGBlock *> Blocks(Cfg->begin(), Cfg->end());
  llvm::sort(Blocks, [](const CFGBlock *A, const CFGBlock *B) {
    return A->getBlockID() > B->getBlockID();
  });
  auto Entry = llvm::find(Blocks, &Cfg->getEntry());
  std::rotate(Blocks.begin(), Entry, Entry + 1);
  for (const CFGBlock *B : Blocks)
    BlockIds[B] = newBlock();
  if (!Part)
    setTypeAtEntry(); // Block 0 is the current one.
  if (MissesAtEntry)
    missing(body(), body()->getBeginLoc());
  findChoices();
  for (const CFGBlock *B : Blocks)
    block(*B);
  if (!Part)
    proveDispatched();
  endsAtExit(BlockIds[&Cfg->getExit()]);
  F.Blocks.shrink_to_fit();
  F.Locals.shrink_to_fit();
  Variables.shrink_to_fit();
  // What asks something about a number or two, and does nothing else, may ask
  // at length.
  bool IsQuestion =
      FD->getReturnType()->isBooleanType() &&
      llvm::all_of(F.Blocks, [](const ir::Block &B) {
        return llvm::all_of(B.Insts, [](const ir::Instruction &I) {
          return I.K == ir::Instruction::Assign;
        });
      });
  Simple =
      F.Blocks.size() <= (IsQuestion ? MaxQuestionBlocks : MaxSimpleBlocks) &&
      !hasLoop();
  return true;
}

bool FunctionLowering::hasLoop() const {
  // Depth-first: an edge to a block that is still open closes a loop.
  enum : char { New, Open, Closed };
  std::vector<char> Seen(F.Blocks.size(), New);
  llvm::SmallVector<std::pair<unsigned, unsigned>, 16> Stack{{0, 0}};
  Seen[0] = Open;
  while (!Stack.empty()) {
    auto &[B, Next] = Stack.back();
    const std::vector<unsigned> &Targets = F.Blocks[B].Term.Targets;
    if (Next == Targets.size()) {
      Seen[B] = Closed;
      Stack.pop_back();
      continue;
    }
    unsigned Target = Targets[Next++];
    if (Seen[Target] == Open)
      return true;
    if (Seen[Target] == New) {
      Seen[Target] = Open;
      Stack.push_back({Target, 0});
    }
  }
  return false;
}

unsigned FunctionLowering::newBlock() {
  F.Blocks.emplace_back();
  return F.Blocks.size() - 1;
}

unsigned FunctionLowering::newLocal(std::string Name, const VarDecl *D) {
  // The numbers of temporaries are theirs alone.
  if (D || !llvm::isDigit(Name.front()))
    if (unsigned Count = NameCounts[Name]++)
      Name += "$" + std::to_string(Count);
  F.Locals.push_back(L.name(Name));
  Variables.push_back(D);
  return F.Locals.size() - 1;
}

unsigned FunctionLowering::local(const VarDecl *D) {
  auto It = LocalIds.find(D);
  if (It != LocalIds.end())
    return It->second;
  unsigned Id = newLocal(D->getName().empty() ? "anon" : D->getName().str(), D);
  LocalIds[D] = Id;
  return Id;
}

ir::Place FunctionLowering::temporary(const Stmt *S) {
  auto It = Temporaries.find(S);
  if (It == Temporaries.end())
    It =
        Temporaries
            .try_emplace(S, newLocal(std::to_string(++NumTemporaries), nullptr))
            .first;
  return ir::Place::local(It->second);
}

ir::Place FunctionLowering::freshTemporary() {
  return ir::Place::local(newLocal(std::to_string(++NumTemporaries), nullptr));
}

void FunctionLowering::parameters() {
  auto Add = [&](unsigned Id, ir::Type T) {
    assert(Id == F.Params.size() && "parameters come first");
    (void)Id;
    F.Params.push_back(T);
  };
  const auto *Method = dyn_cast<CXXMethodDecl>(FD);
  if (Method && Method->isImplicitObjectMemberFunction()) {
    ThisLocal = newLocal("this", nullptr);
    Add(*ThisLocal, ir::Type::Other);
  }
  if (Part) {
    for (const VarDecl *V : Part->Shared)
      Add(local(V), ir::Type::Other);
    return;
  }
  for (const ParmVarDecl *P : FD->parameters()) {
    ir::Type T = ir::Type::Other;
    switch (L.handleRole(P->getType())) {
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
    Add(local(P), T);
  }
}

static void addWithChildren(const Stmt *S, llvm::DenseSet<const Stmt *> &Set) {
  if (!S || !Set.insert(S).second)
    return;
  for (const Stmt *Child : S->children())
    addWithChildren(Child, Set);
}

/// Finds, before any code is made, which constructor calls initialize which
/// variable, and which operators are used for their value.
void FunctionLowering::scan(const CFG &Cfg) {
  llvm::SmallVector<const Expr *, 8> Terms;
  llvm::DenseSet<const Stmt *> Elements;
  if (const Stmt *Body = body()) {
    findDiscarded(Body);
    findBreaks(Body, /*InBlock=*/false);
  }
  Guarded = guardedExpressions(FD, Ctx.getSourceManager(),
                               [&](const CXXDestructorDecl *Dtor) {
                                 if (Lookup Api = L.api(Dtor))
                                   return canMatter(*Api.Row);
                                 Lowering::Summary Known = L.summarize(Dtor);
                                 return !Known.Visible || Known.Matters ||
                                        Known.CallsOut || Known.Defers;
                               });
  if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(FD))
    for (const CXXCtorInitializer *I : Ctor->inits())
      if ((I->isBaseInitializer() || I->isDelegatingInitializer()) &&
          I->getInit() && ThisLocal)
        ObjectPlaces.try_emplace(I->getInit()->IgnoreImplicit(),
                                 ir::Place::local(*ThisLocal).deref());
  for (const CFGBlock *B : Cfg)
    if (const auto *T = dyn_cast_or_null<Expr>(B->getTerminatorStmt()))
      Terms.push_back(T);
  for (const CFGBlock *B : Cfg) {
    for (const CFGElement &E : *B) {
      auto S = E.getAs<CFGStmt>();
      if (!S)
        continue;
      if (!Terms.empty())
        Elements.insert(S->getStmt());
      if (const auto *E = dyn_cast<CXXNoexceptExpr>(S->getStmt()))
        addWithChildren(E->getOperand(), Unevaluated);
      // __builtin_constant_p and the like, which assertion macros use.
      if (const auto *E = dyn_cast<CallExpr>(S->getStmt()))
        if (unsigned Id = E->getBuiltinCallee();
            Id && Ctx.BuiltinInfo.isUnevaluated(Id))
          addWithChildren(E, Unevaluated);
      const auto *DS = dyn_cast<DeclStmt>(S->getStmt());
      if (!DS)
        continue;
      for (const Decl *D : DS->decls())
        if (const auto *V = dyn_cast<VarDecl>(D))
          if (V->getInit() && V->hasLocalStorage() &&
              !V->getType()->isReferenceType()) {
            const Expr *Init = V->getInit()->IgnoreImplicit();
            if (isa<CXXConstructExpr, LambdaExpr>(Init))
              ObjectPlaces.try_emplace(Init, ir::Place::local(local(V)));
          }
    }
  }
  findMarkers(Terms, Elements);
}

/// Finds the calls that are statements: nobody looks at their results. A cast
/// to void says that this is meant.
void FunctionLowering::findDiscarded(const Stmt *S) {
  auto Child = [&](const Stmt *Body) {
    const auto *E = dyn_cast_or_null<Expr>(Body);
    if (!E)
      return Body ? findDiscarded(Body) : void();
    WholeExpressions.insert(E->IgnoreImplicit());
    while (true) {
      E = E->IgnoreImplicit()->IgnoreParens();
      const auto *Comma = dyn_cast<BinaryOperator>(E);
      if (!Comma || Comma->getOpcode() != BO_Comma)
        break;
      const Expr *Left = Comma->getLHS()->IgnoreImplicit()->IgnoreParens();
      if (isa<CallExpr>(Left))
        Discarded.insert(Left);
      E = Comma->getRHS();
    }
    if (isa<CallExpr>(E))
      Discarded.insert(E);
  };
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    Child(If->getThen());
    Child(If->getElse());
    return;
  }
  if (const auto *Loop = dyn_cast<ForStmt>(S)) {
    Child(Loop->getInit());
    Child(Loop->getInc());
    return Child(Loop->getBody());
  }
  if (const auto *Loop = dyn_cast<CXXForRangeStmt>(S))
    return Child(Loop->getBody());
  if (const auto *Loop = dyn_cast<WhileStmt>(S))
    return Child(Loop->getBody());
  if (const auto *Loop = dyn_cast<DoStmt>(S))
    return Child(Loop->getBody());
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return Child(Switch->getBody());
  if (const auto *Case = dyn_cast<SwitchCase>(S))
    return Child(Case->getSubStmt());
  if (isa<CompoundStmt, LabelStmt, AttributedStmt, CXXTryStmt, CXXCatchStmt>(S))
    for (const Stmt *Body : S->children())
      if (Body)
        Child(Body);
  if (isa<CompoundStmt>(S))
    keepAsked(S);
}

/// Whether \p S asks for the error of a call before.
bool FunctionLowering::asksForErrors(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (const FunctionDecl *Callee = Call->getDirectCallee())
      if (Lookup Api = L.api(Callee); Api && Api.Row->Eff == Effect::LastError)
        return true;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return asksForErrors(Child); });
}

/// The calls in \p S whose results nobody looks at, from which control gets to
/// what is behind \p S.
void FunctionLowering::ignoredCalls(
    const Stmt *S, llvm::SmallVectorImpl<const Expr *> &Calls) {
  if (!S)
    return;
  if (const auto *E = dyn_cast<Expr>(S)) {
    const auto *Call = dyn_cast<CallExpr>(E->IgnoreImplicit()->IgnoreParens());
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (!Callee || !Discarded.count(Call))
      return;
    if (Lookup Api = L.api(Callee); Api && Api.Row->Eff != Effect::None)
      Calls.push_back(Call);
    return;
  }
  if (isa<CompoundStmt>(S) &&
      llvm::any_of(S->children(),
                   [](const Stmt *Child) { return isa<ReturnStmt>(Child); }))
    return;
  for (const Stmt *Child : S->children())
    ignoredCalls(Child, Calls);
}

/// A result is no less looked at if a statement behind the call asks for the
/// thread's last error, in the same block or in one around it.
void FunctionLowering::keepAsked(const Stmt *Body) {
  llvm::SmallVector<const Expr *, 4> Calls;
  for (const Stmt *S : Body->children()) {
    if (!Calls.empty() && asksForErrors(S)) {
      for (const Expr *Call : Calls)
        Discarded.erase(Call);
      Calls.clear();
    }
    ignoredCalls(S, Calls);
  }
}

/// Finds the statements that leave a block "do { } while (false)", as those of
/// functions that clean up behind it.
void FunctionLowering::findBreaks(const Stmt *S, bool InBlock) {
  if (!S || isa<Expr>(S))
    return;
  if (InBlock && isa<BreakStmt>(S))
    BlockBreaks.insert(S);
  if (const auto *Do = dyn_cast<DoStmt>(S)) {
    bool Again = true;
    InBlock = !Do->getCond()->isValueDependent() &&
              Do->getCond()->EvaluateAsBooleanCondition(Again, Ctx) && !Again;
  } else if (isa<ForStmt, CXXForRangeStmt, WhileStmt, SwitchStmt>(S)) {
    InBlock = false;
  }
  for (const Stmt *Child : S->children())
    findBreaks(Child, InBlock);
}

void FunctionLowering::block(const CFGBlock &B) {
  Current = BlockIds[&B];
  const Stmt *Last = nullptr;
  for (const CFGElement &E : B) {
    if (auto S = E.getAs<CFGStmt>(); S && !Marked.empty()) {
      passMarks(Last, S->getStmt());
      Last = S->getStmt();
    }
    element(E);
  }
  passMarks(Last, nullptr);
  terminator(B);
  current().Insts.shrink_to_fit();
}

void FunctionLowering::element(const CFGElement &E) {
  switch (E.getKind()) {
  case CFGElement::Statement:
  case CFGElement::Constructor:
  case CFGElement::CXXRecordTypedCall: {
    const Stmt *S = E.castAs<CFGStmt>().getStmt();
    if (Outlined.count(S))
      return;
    statement(S);
    if (isa<DeclStmt>(S) || WholeExpressions.count(S))
      endTemporaries(S);
    return;
  }
  case CFGElement::Initializer: {
    const CXXCtorInitializer *I = E.castAs<CFGInitializer>().getInitializer();
    std::optional<ir::Place> This = thisPlace();
    if (!This || !I->getInit())
      return;
    if (const FieldDecl *Field = I->getAnyMember())
      initialize(This->deref().field(L.name(Field->getName())),
                 Field->getType(), I->getInit());
    return;
  }
  case CFGElement::AutomaticObjectDtor: {
    auto D = E.castAs<CFGAutomaticObjDtor>();
    if (OutlinedVariables.count(D.getVarDecl()))
      return;
    if (const CXXDestructorDecl *Dtor = D.getDestructorDecl(Ctx))
      destroyObject(
          Dtor, ir::Operand::address(ir::Place::local(local(D.getVarDecl()))),
          nullptr, D.getVarDecl()->getLocation());
    return;
  }
  case CFGElement::TemporaryDtor: {
    auto D = E.castAs<CFGTemporaryDtor>();
    const CXXBindTemporaryExpr *Bound = D.getBindTemporaryExpr();
    if (Outlined.count(Bound))
      return;
    if (const CXXDestructorDecl *Dtor = D.getDestructorDecl(Ctx))
      if (std::optional<ir::Place> P = place(Bound->getSubExpr()))
        destroyObject(Dtor, ir::Operand::address(*P), nullptr,
                      Bound->getBeginLoc());
    return;
  }
  case CFGElement::MemberDtor: {
    auto D = E.castAs<CFGMemberDtor>();
    std::optional<ir::Place> This = thisPlace();
    const CXXDestructorDecl *Dtor = D.getDestructorDecl(Ctx);
    if (This && Dtor)
      destroyObject(Dtor,
                    ir::Operand::address(This->deref().field(
                        L.name(D.getFieldDecl()->getName()))),
                    nullptr, FD->getLocation());
    return;
  }
  case CFGElement::BaseDtor: {
    auto D = E.castAs<CFGBaseDtor>();
    std::optional<ir::Place> This = thisPlace();
    const CXXDestructorDecl *Dtor = D.getDestructorDecl(Ctx);
    if (This && Dtor)
      destroyObject(Dtor, ir::Operand::read(*This), nullptr, FD->getLocation());
    return;
  }
  case CFGElement::DeleteDtor: {
    auto D = E.castAs<CFGDeleteDtor>();
    if (const CXXDestructorDecl *Dtor = D.getDestructorDecl(Ctx))
      destroyObject(Dtor, value(D.getDeleteExpr()->getArgument()),
                    D.getDeleteExpr(), D.getDeleteExpr()->getBeginLoc());
    return;
  }
  case CFGElement::LifetimeEnds: {
    auto End = E.castAs<CFGLifetimeEnds>();
    if (isInScope(End.getVarDecl()) &&
        !OutlinedVariables.count(End.getVarDecl()))
      endLocal(local(End.getVarDecl()), End.getTriggerStmt());
    return;
  }
  default:
    return;
  }
}

void FunctionLowering::statement(const Stmt *S) {
  if (Unevaluated.count(S))
    return;
  if (const auto *E = dyn_cast<RecoveryExpr>(S)) {
    missing(E, E->getBeginLoc());
    return havocMentioned(E);
  }
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
    return directive(D);
  if (const auto *E = dyn_cast<CXXDeleteExpr>(S))
    return endPointee(value(E->getArgument()), E);
  if (const auto *E = dyn_cast<Expr>(S); E && Markers.count(E))
    return choose(E);
  if (const auto *E = dyn_cast<CUDAKernelCallExpr>(S))
    return kernelLaunch(E);
  if (const auto *E = dyn_cast<CallExpr>(S))
    return call(E);
  if (const auto *E = dyn_cast<CXXConstructExpr>(S)) {
    const bool Misses = L.isIncomplete(E->getConstructor()->getParent());
    if (Misses)
      missing(E, E->getBeginLoc());
    construct(E);
    if (Misses)
      missing(E, E->getBeginLoc());
    return;
  }
  if (const auto *E = dyn_cast<LambdaExpr>(S))
    return lambda(E);
  if (const auto *E = dyn_cast<CXXNewExpr>(S))
    return newObject(E);
  if (const auto *E = dyn_cast<CompoundAssignOperator>(S))
    return compoundAssign(E);
  if (const auto *E = dyn_cast<BinaryOperator>(S)) {
    if (E->isAssignmentOp())
      if (std::optional<ir::Place> To = place(E->getLHS()))
        assign(*To, value(E->getRHS()), E);
    return;
  }
  if (const auto *E = dyn_cast<UnaryOperator>(S)) {
    if (E->isIncrementDecrementOp())
      increment(E);
    return;
  }
  if (const auto *R = dyn_cast<ReturnStmt>(S)) {
    if (!R->getRetValue() || FD->getReturnType()->isVoidType())
      return;
    // Destructors run after the value is made: it waits in a local.
    initialize(ir::Place::local(*ReturnLocal), FD->getReturnType(),
               R->getRetValue());
    Matters |= L.handleRole(FD->getReturnType()) != Role::None;
    return;
  }
  if (const auto *DS = dyn_cast<DeclStmt>(S))
    for (const Decl *D : DS->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        variable(V);
}

void FunctionLowering::variable(const VarDecl *D) {
  if (D->isInvalidDecl())
    missing(nullptr, D->getLocation());
  if (!D->getInit())
    return;
  if (D->hasLocalStorage()) {
    initialize(ir::Place::local(local(D)), D->getType(), D->getInit());
  } else if (D->isStaticLocal()) {
    initialize(ir::Place::global(globalName(D)), D->getType(), D->getInit());
    assign(initializedFlag(D), ir::Operand::constant(1), nullptr);
  }
}

std::string FunctionLowering::globalName(const VarDecl *D) {
  std::string Name = D->getQualifiedNameAsString();
  if (D->isStaticLocal())
    if (const auto *Around = dyn_cast<FunctionDecl>(D->getDeclContext()))
      Name = L.symbol(Around).str() + "::" + D->getName().str();
  if (L.Deferring && !D->isExternallyVisible())
    for (StringRef Kept : {"", "::initialized"})
      L.InternalVariables.insert(Name + Kept.str());
  return Name;
}

/// Tells whether a static local's initializer has run.
ir::Place FunctionLowering::initializedFlag(const VarDecl *D) {
  return ir::Place::global(globalName(D) + "::initialized");
}

void FunctionLowering::assign(const ir::Place &To, ir::Operand V,
                              const Stmt *At) {
  // Writes to globals outlive the function unseen. What it writes through its
  // parameters is known from their types; handles matter in themselves.
  bool Outside = To.Base == ir::Place::Global;
  CallsOut |= Outside && At;
  for (const ir::Step &S : To.Path)
    Outside |= S.K == ir::Step::Deref;
  const auto *E = dyn_cast_or_null<Expr>(At);
  Matters |= Outside && E &&
             L.handleRole(E->getType().getNonReferenceType()) != Role::None;
  LeavesTraces |= Outside && E && holdsFunction(E->getType());
  ir::Instruction &I = emit(ir::Instruction::Assign, At,
                            At ? At->getBeginLoc() : SourceLocation());
  I.Dest = To;
  I.Args.push_back(std::move(V));
}

ir::Instruction &FunctionLowering::emit(ir::Instruction::Kind K, const Stmt *At,
                                        SourceLocation Where) {
  ir::Instruction I;
  I.K = K;
  if (UsedAt.isValid())
    I.At = L.location(UsedAt, nullptr);
  else if (Where.isValid())
    I.At = L.location(Where, At);
  current().Insts.push_back(std::move(I));
  return current().Insts.back();
}

std::string FunctionLowering::conditionText(const Expr *E) const {
  // A condition longer than a line explains nothing.
  return L.sourceText(E->IgnoreImpCasts(), 60);
}

void FunctionLowering::switchTerminator(const CFGBlock &B,
                                        const SwitchStmt *S) {
  ir::Terminator T;
  T.K = ir::Terminator::Switch;
  T.Value = value(S->getCond());
  T.Text = conditionText(S->getCond());
  T.At = loc(S->getCond());
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
  unsigned Rest = Default ? BlockIds[Default] : newBlock();
  for (unsigned Target : Unclear) {
    unsigned Choice = newBlock();
    ir::Terminator &Any = F.Blocks[Choice].Term;
    Any.K = ir::Terminator::Branch;
    Any.Value = ir::Operand::unknown();
    Any.Targets = {Target, Rest};
    Rest = Choice;
  }
  T.Targets.push_back(Rest);
  current().Term = std::move(T);
}

void FunctionLowering::terminator(const CFGBlock &B) {
  if (B.hasNoReturnElement())
    return; // Unreachable is the default.
  const Stmt *S = B.getTerminatorStmt();
  if (B.succ_empty()) { // The exit block.
    current().Term.K = ir::Terminator::Return;
    if (ReturnLocal)
      current().Term.Value = ir::Operand::read(ir::Place::local(*ReturnLocal));
    return;
  }
  const bool IsOutlined = S && Outlined.count(S);
  if (const auto *Sw = dyn_cast_or_null<SwitchStmt>(S); Sw && !IsOutlined)
    return switchTerminator(B, Sw);

  llvm::SmallVector<const CFGBlock *, 2> Successors;
  for (const CFGBlock *To : B.succs())
    Successors.push_back(To);
  if (Successors.size() == 1 || !S || isa<CXXTryStmt>(S)) {
    for (const CFGElement &E : B)
      if (auto St = E.getAs<CFGStmt>())
        if (isa<CXXThrowExpr>(St->getStmt())) {
          ir::Terminator &T = current().Term;
          T.Throws = true;
          T.Guarded = Guarded.count(St->getStmt());
          T.At = loc(St->getStmt());
          return;
        }
    for (const CFGBlock *To : Successors)
      if (To) {
        ir::Terminator &T = current().Term;
        T.K = ir::Terminator::Goto;
        T.Targets = {BlockIds[To]};
        for (const CFGElement &E : B)
          if (auto St = E.getAs<CFGStmt>())
            if (isa<ReturnStmt>(St->getStmt()))
              T.At = loc(St->getStmt());
        if (S && (isa<GotoStmt>(S) || BlockBreaks.count(S)))
          T.At = loc(S);
        return;
      }
    return;
  }

  ir::Terminator T;
  const Expr *Cond = B.getLastCondition();
  if (!B.getTerminator().isStmtBranch())
    S = nullptr; // The destructor of a temporary that may not exist.
  if (Successors.size() == 2 && !IsOutlined) {
    T.K = ir::Terminator::Branch;
    T.Value = Cond ? value(Cond) : ir::Operand::unknown();
    if (const auto *DS = dyn_cast_or_null<DeclStmt>(S);
        DS && DS->isSingleDecl())
      if (const auto *D = dyn_cast<VarDecl>(DS->getSingleDecl()))
        T.Value = ir::Operand::read(initializedFlag(D));
    if (Cond) {
      T.Text = conditionText(Cond);
      T.At = loc(Cond);
    }
    T.Targets = {edge(Successors[0], S, true), edge(Successors[1], S, false)};
    current().Term = std::move(T);
    return;
  }
  // Computed goto and the like: any of them.
  unsigned Rest = newBlock();
  for (const CFGBlock *To : Successors) {
    if (!To)
      continue;
    unsigned Choice = newBlock();
    ir::Terminator &Any = F.Blocks[Choice].Term;
    Any.K = ir::Terminator::Branch;
    Any.Value = ir::Operand::unknown();
    Any.Targets = {BlockIds[To], Rest};
    Rest = Choice;
  }
  T.K = ir::Terminator::Goto;
  T.Targets = {Rest};
  current().Term = std::move(T);
}
