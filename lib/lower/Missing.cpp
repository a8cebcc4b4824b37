//===- Missing.cpp - Statements that the AST lacks ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The AST may lack a statement with an error, and a class with an error may
/// lack its destructor. Where control passes the location of an error, the
/// skeleton has the instruction "missing". One such instruction too many loses
/// a finding; one too few may cause a wrong finding.
///
//===----------------------------------------------------------------------===//

#include "../kb/ApiTraits.h"
#include "CallLowering.h"
#include "ErrorLog.h"
#include "FunctionBuilder.h"
#include "Lowering.h"
#include "MissingStatements.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

//===----------------------------------------------------------------------===//
// Errors and the code that contains them
//===----------------------------------------------------------------------===//

void Lowering::readErrors() {
  const SourceManager &SM = Ctx.getSourceManager();
  for (SourceLocation At : loggedErrors(Ctx.getDiagnostics())) {
    auto [File, Offset] = SM.getDecomposedLoc(SM.getFileLoc(At));
    Errors[File].push_back(Offset);
  }
  for (auto &[File, Offsets] : Errors) {
    llvm::sort(Offsets);
    Offsets.erase(std::unique(Offsets.begin(), Offsets.end()), Offsets.end());
  }
}

/// Returns the file of \p Range and the offsets of its first and last token;
/// nullopt if the tokens are not in the same file.
static std::optional<std::pair<FileID, std::pair<unsigned, unsigned>>>
offsetsOf(const SourceManager &SM, SourceRange Range) {
  if (Range.isInvalid())
    return std::nullopt;
  auto [File, Begin] = SM.getDecomposedLoc(SM.getFileLoc(Range.getBegin()));
  // A macro that ends the range belongs to it as a whole.
  SourceLocation Last = Range.getEnd();
  if (Last.isMacroID())
    Last = SM.getExpansionRange(Last).getEnd();
  auto [EndFile, End] = SM.getDecomposedLoc(Last);
  if (File != EndFile || End < Begin)
    return std::nullopt;
  return std::make_pair(File, std::make_pair(Begin, End));
}

llvm::SmallVector<unsigned, 4> Lowering::errorsIn(SourceRange Range) const {
  llvm::SmallVector<unsigned, 4> Result;
  if (Errors.empty())
    return Result;
  auto Where = offsetsOf(Ctx.getSourceManager(), Range);
  auto In = Where ? Errors.find(Where->first) : Errors.end();
  if (In == Errors.end())
    return Result;
  for (unsigned At : In->second)
    if (At >= Where->second.first && At <= Where->second.second)
      Result.push_back(At);
  return Result;
}

/// Removes the errors in bodies of functions that \p In declares, at any depth.
static void dropBodies(const SourceManager &SM, const DeclContext *In,
                       llvm::SmallVectorImpl<unsigned> &Errors) {
  for (const Decl *D : In->decls()) {
    if (const auto *Friend = dyn_cast<FriendDecl>(D))
      D = Friend->getFriendDecl();
    if (const auto *Template = dyn_cast_or_null<TemplateDecl>(D))
      D = Template->getTemplatedDecl();
    if (const auto *Inner = dyn_cast_or_null<CXXRecordDecl>(D);
        Inner && Inner->isThisDeclarationADefinition())
      dropBodies(SM, Inner, Errors);
    const auto *F = dyn_cast_or_null<FunctionDecl>(D);
    if (!F || !F->doesThisDeclarationHaveABody() || !F->getBody())
      continue;
    if (auto Body = offsetsOf(SM, F->getBody()->getSourceRange()))
      llvm::erase_if(Errors, [&](unsigned At) {
        return At >= Body->second.first && At <= Body->second.second;
      });
  }
}

bool Lowering::isIncomplete(const CXXRecordDecl *Class) {
  if (Errors.empty() || !Class || !Class->hasDefinition())
    return false;
  Class = Class->getDefinition();
  // A class contains no object of its own type. A class that refers to itself
  // counts as complete unless another part says otherwise.
  auto [It, New] = IncompleteClasses.try_emplace(Class, false);
  if (!New)
    return It->second;
  const CXXRecordDecl *Written = Class->getTemplateInstantiationPattern();
  if (!Written)
    Written = Class;
  llvm::SmallVector<unsigned, 4> Inside = errorsIn(Written->getSourceRange());
  if (!Inside.empty())
    dropBodies(Ctx.getSourceManager(), Written, Inside);
  bool Result = !Inside.empty() || Class->isInvalidDecl();
  for (const CXXBaseSpecifier &Base : Class->bases())
    Result = Result || isIncomplete(Base.getType()->getAsCXXRecordDecl());
  for (const FieldDecl *Field : Class->fields())
    Result =
        Result ||
        isIncomplete(
            Field->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl());
  IncompleteClasses[Class] = Result;
  return Result;
}

//===----------------------------------------------------------------------===//
// Statements beside errors
//===----------------------------------------------------------------------===//

void MissingStatements::missing(const Stmt *At, SourceLocation Where) {
  const std::vector<ir::Instruction> &Insts = IR.current().Insts;
  if (!Insts.empty() && Insts.back().K == ir::Instruction::Missing)
    return;
  IR.emit(ir::Instruction::missing(), At, Where);
  IR.Matters = true;
}

const FunctionDecl *MissingStatements::calledApi(const Expr *Named) const {
  Named = Named->IgnoreParenImpCasts();
  const FunctionDecl *Result = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Named)) {
    Result = dyn_cast<FunctionDecl>(Ref->getDecl());
  } else if (const auto *Overloads = dyn_cast<OverloadExpr>(Named)) {
    for (const NamedDecl *D : Overloads->decls()) {
      const FunctionDecl *F = D->getUnderlyingDecl()->getAsFunction();
      if (!F || (Result && L.api(Result).Row != L.api(F).Row))
        return nullptr;
      Result = F;
    }
  }
  const Lookup Api = Result ? L.api(Result) : Lookup();
  // What a call does to a handle is unknown, because the handle may be.
  return Api && Api.Row->Eff == Effect::None && canMatter(*Api.Row) ? Result
                                                                    : nullptr;
}

const FunctionDecl *
MissingStatements::calledFunction(const Expr *Named,
                                  std::optional<unsigned> NumArgs) const {
  const Decl *Only = Named->getReferencedDeclOfCallee();
  if (const auto *Overloads =
          dyn_cast<OverloadExpr>(Named->IgnoreParenImpCasts());
      Overloads && Overloads->getNumDecls() == 1)
    Only = (*Overloads->decls_begin())->getUnderlyingDecl();
  const auto *F = dyn_cast_or_null<FunctionDecl>(Only);
  // The overload that the call means may be missing.
  if (!F || F->isDependentContext() ||
      (NumArgs && (*NumArgs < F->getMinRequiredArguments() ||
                   (*NumArgs > F->getNumParams() && !F->isVariadic()))))
    return nullptr;
  return F;
}

void MissingStatements::callWithError(const FunctionDecl *Callee,
                                      const Expr *Named,
                                      llvm::ArrayRef<const Expr *> Args,
                                      const Expr *At) {
  Named = Named->IgnoreParenImpCasts();
  std::vector<ir::Operand> Operands;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (Method && Method->isImplicitObjectMemberFunction()) {
    const Expr *Object = nullptr;
    if (const auto *Member = dyn_cast<MemberExpr>(Named))
      Object = Member->getBase();
    else if (const auto *Members = dyn_cast<UnresolvedMemberExpr>(Named))
      Object = Members->isImplicitAccess() ? nullptr : Members->getBase();
    Operands.push_back(Calls.addressOf(Object));
  }
  for (ir::Operand &A : Calls.arguments(Callee, Args))
    Operands.push_back(std::move(A));
  if (Args.size() < Callee->getNumParams())
    Operands.insert(Operands.end(), Callee->getNumParams() - Args.size(),
                    ir::Operand::unknown());
  std::optional<ir::Place> Dest;
  if (!Callee->getReturnType()->isVoidType())
    Dest = IR.temporary(At);
  Calls.emitCall(Callee, std::move(Operands), Dest,
                 Method && Method->isVirtual(), At, At->getBeginLoc());
}

void MissingStatements::recovered(const RecoveryExpr *E) {
  missing(E, E->getBeginLoc());
  const llvm::ArrayRef<const Expr *> Parts = E->subExpressions();
  if (Parts.empty())
    return;
  if (const FunctionDecl *Api = calledApi(Parts.front())) {
    IR.Matters = true;
    IR.emit(ir::Instruction::api(
                L.calleeName(Api),
                std::vector<ir::Operand>(L.api(Api).Row->Params.size())),
            E, E->getBeginLoc());
  } else if (Parts.size() == 1) {
    // With arguments, the compiler has found no function that takes them.
    if (const FunctionDecl *F = calledFunction(Parts.front(), std::nullopt))
      callWithError(F, Parts.front(), {}, E);
  }
}

void MissingStatements::findMissing() {
  const Stmt *Body = Code;
  if (!Body)
    return;
  for (unsigned Error : L.errorsIn(Body->getSourceRange()))
    if (!markBeside(Body, Error))
      MissesAtEntry = true;
}

/// Whether \p S declares only functions or types, which the CFG leaves out. A
/// call becomes such a declaration if an unknown type precedes it.
static bool declaresNoVariable(const Stmt *S) {
  const auto *D = dyn_cast<DeclStmt>(S);
  return D && llvm::none_of(D->decls(), llvm::IsaPred<VarDecl>);
}

/// Marks the statements before and after \p Error, an offset in \p S, in the
/// innermost block. \returns whether there are any.
bool MissingStatements::markBeside(const Stmt *S, unsigned Error) {
  const Stmt *Around = nullptr, *Before = nullptr, *Behind = nullptr;
  for (const Stmt *Child : S->children()) {
    if (!Child || isa<NullStmt>(Child) || declaresNoVariable(Child))
      continue;
    auto Where = offsetsOf(Ctx.getSourceManager(), Child->getSourceRange());
    if (!Where)
      continue;
    if (Where->second.second < Error)
      Before = Child;
    else if (Where->second.first > Error)
      Behind = Behind ? Behind : Child;
    else
      Around = Child;
  }
  if (Around) {
    if (isa<Expr, DeclStmt, ReturnStmt>(Around) || !markBeside(Around, Error))
      mark(Around, /*IsBefore=*/true, /*IsBehind=*/true);
    return true;
  }
  if (!isa<CompoundStmt>(S))
    return false;
  if (Before)
    mark(Before, /*IsBefore=*/false, /*IsBehind=*/true);
  if (Behind)
    mark(Behind, /*IsBefore=*/true, /*IsBehind=*/false);
  return Before || Behind;
}

/// Records that a statement is missing before or after \p S.
void MissingStatements::mark(const Stmt *S, bool IsBefore, bool IsBehind) {
  Marked[S].Before |= IsBefore;
  Marked[S].Behind |= IsBehind;
  std::vector<const Stmt *> Stack{S};
  while (!Stack.empty()) {
    const Stmt *Part = Stack.back();
    Stack.pop_back();
    if (!Part)
      continue;
    auto [It, New] = MarkedParts.try_emplace(Part, S);
    if (!New && It->second != S) {
      // The part belongs to several statements: a statement may be missing on
      // each side of each of them.
      Marked[It->second] = {true, true};
      Marked[S] = {true, true};
    }
    llvm::append_range(Stack, Part->children());
  }
}

/// Emits that a statement is missing where control passes from the marked
/// statement that \p Last is a part of to the one that \p Next is a part of. A
/// null pointer stands for the begin or the end of a block.
void MissingStatements::passMarks(const Stmt *Last, const Stmt *Next) {
  const Stmt *From = Last ? MarkedParts.lookup(Last) : nullptr;
  const Stmt *To = Next ? MarkedParts.lookup(Next) : nullptr;
  if (From == To)
    return;
  if (From && Marked[From].Behind)
    missing(From, From->getBeginLoc());
  if (To && Marked[To].Before)
    missing(To, To->getBeginLoc());
}
