//===- Missing.cpp - Statements that the AST lacks ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The AST may lack a statement with an error, or one that uses a function
/// whose declaration has an error, and a class with an error may lack its
/// destructor. Where control passes the location of an error, the skeleton has
/// the instruction "missing". One such instruction too many loses a finding;
/// one too few may cause a wrong finding.
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
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

//===----------------------------------------------------------------------===//
// Names that the compiler drops
//===----------------------------------------------------------------------===//

/// Adds to \p Names those of the functions in \p In, at any depth, whose
/// declaration has an error: an unknown type of a parameter, for example. The
/// compiler drops what uses such a function, and says nothing there.
static void addUnusableNames(const SourceManager &SM, const DeclContext *In,
                             llvm::DenseSet<const IdentifierInfo *> &Names) {
  // Nothing is loaded from a precompiled header for this.
  for (const Decl *D : In->noload_decls()) {
    if (SM.isInSystemHeader(D->getLocation()))
      continue;
    if (const auto *Template = dyn_cast<TemplateDecl>(D))
      D = Template->getTemplatedDecl();
    if (isa_and_nonnull<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl>(D))
      addUnusableNames(SM, cast<DeclContext>(D), Names);
    const auto *F = dyn_cast_or_null<FunctionDecl>(D);
    if (F && F->isInvalidDecl() && F->getIdentifier())
      Names.insert(F->getIdentifier());
  }
}

namespace {
/// Removes the places of all names that the AST has from a set.
class KeptNames : public RecursiveASTVisitor<KeptNames> {
public:
  KeptNames(const SourceManager &SM, std::set<SourceLocation> &Places)
      : SM(SM), Places(Places) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseDecl(Decl *D) {
    if (D && !isa<TranslationUnitDecl>(D) &&
        SM.isInSystemHeader(D->getLocation()))
      return true;
    return RecursiveASTVisitor::TraverseDecl(D);
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) { return kept(E->getLocation()); }
  bool VisitMemberExpr(MemberExpr *E) { return kept(E->getMemberLoc()); }
  bool VisitOverloadExpr(OverloadExpr *E) { return kept(E->getNameLoc()); }
  bool VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr *E) {
    return kept(E->getMemberLoc());
  }
  bool VisitDependentScopeDeclRefExpr(DependentScopeDeclRefExpr *E) {
    return kept(E->getLocation());
  }
  bool VisitNamedDecl(NamedDecl *D) { return kept(D->getLocation()); }
  bool VisitTypeLoc(TypeLoc T) { return kept(T.getBeginLoc()); }

private:
  bool kept(SourceLocation At) {
    if (At.isValid())
      Places.erase(SM.getFileLoc(At));
    return !Places.empty();
  }

  const SourceManager &SM;
  std::set<SourceLocation> &Places;
};
} // namespace

/// Returns the places of names of functions whose declaration has an error, as
/// far as the AST does not have them. Code that a condition of the preprocessor
/// leaves out counts as dropped, too.
static std::set<SourceLocation> droppedNames(ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  llvm::DenseSet<const IdentifierInfo *> Names;
  addUnusableNames(SM, Ctx.getTranslationUnitDecl(), Names);
  std::set<SourceLocation> Places;
  if (Names.empty())
    return Places;
  for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile() ||
        SrcMgr::isSystem(Entry.getFile().getFileCharacteristic()))
      continue;
    const SourceLocation Start = SourceLocation::getFromRawEncoding(
        static_cast<SourceLocation::UIntTy>(Entry.getOffset()));
    bool Invalid = false;
    const StringRef Text = SM.getBufferData(SM.getFileID(Start), &Invalid);
    if (Invalid)
      continue;
    Lexer Raw(Start, Ctx.getLangOpts(), Text.begin(), Text.begin(), Text.end());
    for (Token Tok; !Raw.LexFromRawLexer(Tok);)
      if (Tok.is(tok::raw_identifier)) {
        auto Known = Ctx.Idents.find(Tok.getRawIdentifier());
        if (Known != Ctx.Idents.end() && Names.contains(Known->second))
          Places.insert(Tok.getLocation());
      }
  }
  if (!Places.empty())
    KeptNames(SM, Places).TraverseAST(Ctx);
  return Places;
}

//===----------------------------------------------------------------------===//
// Errors and the code that contains them
//===----------------------------------------------------------------------===//

void Lowering::readErrors() {
  const SourceManager &SM = Ctx.getSourceManager();
  for (SourceLocation At : loggedErrors(Ctx.getDiagnostics()))
    Errors[SM.getFileID(SM.getFileLoc(At))].push_back(At);
  if (!Errors.empty())
    for (SourceLocation At : droppedNames(Ctx))
      Errors[SM.getFileID(At)].push_back(At);
  for (auto &[File, Places] : Errors) {
    llvm::sort(Places);
    Places.erase(std::unique(Places.begin(), Places.end()), Places.end());
  }
}

namespace {
/// Where an error lies, as seen from a piece of code.
enum class Side { Before, Inside, Behind };
} // namespace

/// Returns where \p Error lies, as seen from \p Range; nullopt if the two, or
/// both ends of \p Range, are not in the same file. The order of tokens that a
/// macro has written is that in which the compiler reads them.
static std::optional<Side> sideOf(const SourceManager &SM, SourceLocation Error,
                                  SourceRange Range) {
  if (Range.isInvalid())
    return std::nullopt;
  auto [File, Begin] = SM.getDecomposedLoc(SM.getFileLoc(Range.getBegin()));
  // A macro that ends the range belongs to it as a whole.
  SourceLocation Last = Range.getEnd();
  if (Last.isMacroID())
    Last = SM.getExpansionRange(Last).getEnd();
  auto [EndFile, End] = SM.getDecomposedLoc(Last);
  auto [ErrorFile, At] = SM.getDecomposedLoc(SM.getFileLoc(Error));
  if (File != EndFile || End < Begin || File != ErrorFile)
    return std::nullopt;
  if (Error.isMacroID()) {
    if (SM.isBeforeInTranslationUnit(Error, Range.getBegin()))
      return Side::Before;
    return SM.isBeforeInTranslationUnit(Range.getEnd(), Error) ? Side::Behind
                                                               : Side::Inside;
  }
  return At < Begin ? Side::Before : At > End ? Side::Behind : Side::Inside;
}

llvm::SmallVector<SourceLocation, 4>
Lowering::errorsIn(SourceRange Range) const {
  llvm::SmallVector<SourceLocation, 4> Result;
  if (Errors.empty() || Range.isInvalid())
    return Result;
  const SourceManager &SM = Ctx.getSourceManager();
  auto In = Errors.find(SM.getFileID(SM.getFileLoc(Range.getBegin())));
  if (In == Errors.end())
    return Result;
  for (SourceLocation At : In->second)
    if (sideOf(SM, At, Range) == Side::Inside)
      Result.push_back(At);
  return Result;
}

/// Removes the errors in bodies of functions that \p In declares, at any depth.
static void dropBodies(const SourceManager &SM, const DeclContext *In,
                       llvm::SmallVectorImpl<SourceLocation> &Errors) {
  for (const Decl *D : In->decls()) {
    if (const auto *Friend = dyn_cast<FriendDecl>(D))
      D = Friend->getFriendDecl();
    if (const auto *Template = dyn_cast_or_null<TemplateDecl>(D))
      D = Template->getTemplatedDecl();
    if (const auto *Inner = dyn_cast_or_null<CXXRecordDecl>(D);
        Inner && Inner->isThisDeclarationADefinition())
      dropBodies(SM, Inner, Errors);
    const auto *F = dyn_cast_or_null<FunctionDecl>(D);
    if (F && F->doesThisDeclarationHaveABody() && F->getBody())
      llvm::erase_if(Errors, [&](SourceLocation At) {
        return sideOf(SM, At, F->getBody()->getSourceRange()) == Side::Inside;
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
  llvm::SmallVector<SourceLocation, 4> Inside =
      errorsIn(Written->getSourceRange());
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

bool Lowering::isDropped(const FunctionDecl *F) const {
  if (Errors.empty() || F->hasBody() || !F->isTemplateInstantiation())
    return false;
  const FunctionDecl *Written = F->getTemplateInstantiationPattern();
  return Written && Written->hasBody();
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
  if (const auto *Member = dyn_cast<MemberExpr>(Named)) {
    // No overload of the function takes these arguments.
    const auto *Method = dyn_cast<CXXMethodDecl>(Member->getMemberDecl());
    const Lookup OfMethod = Method ? L.api(Method) : Lookup();
    return OfMethod && boundsCapture(*OfMethod.Row) ? Method : nullptr;
  }
  // What a call does to a handle is unknown, because the handle may be. But a
  // capture runs, whatever its stream is.
  return Api && canMatter(*Api.Row) &&
                 (Api.Row->Eff == Effect::None || boundsCapture(*Api.Row))
             ? Result
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

/// Returns the arguments of a call of \p Api of which only \p Given are left in
/// the AST: a parameter gets the only one of its type.
std::vector<ir::Operand>
MissingStatements::argumentsByType(const FunctionDecl *Api,
                                   llvm::ArrayRef<const Expr *> Given) {
  const ApiRow &Row = *L.api(Api).Row;
  std::vector<ir::Operand> Result(Row.Params.size());
  if (Row.Current == CurrentUse::Use && Row.CurrentRole == Role::Stream)
    Result.front() =
        ir::Operand::read(ir::Place::global(ir::CurrentStreamPlace));
  if (Row.Params.size() != Api->getNumParams() || Row.Implicit || Row.Moves)
    return Result;
  auto IsOf = [&](const Expr *E, const ParmVarDecl *P) {
    return Ctx.hasSameUnqualifiedType(E->getType(), P->getType());
  };
  for (unsigned I = 0; I < Result.size(); ++I) {
    const ParmVarDecl *P = Api->getParamDecl(I);
    auto Is = [&](const Expr *E) { return IsOf(E, P); };
    const auto *Only = llvm::find_if(Given, Is);
    if (Only != Given.end() && llvm::count_if(Given, Is) == 1 &&
        llvm::count_if(Api->parameters(), [&](const ParmVarDecl *Other) {
          return IsOf(*Only, Other);
        }) == 1)
      Result[I] = Calls.argument(*Only, P->getType());
  }
  return Result;
}

bool MissingStatements::recovered(const RecoveryExpr *E) {
  missing(E, E->getBeginLoc());
  const llvm::ArrayRef<const Expr *> Parts = E->subExpressions();
  if (Parts.empty())
    return false;
  if (const FunctionDecl *Api = calledApi(Parts.front())) {
    const ApiRow &Row = *L.api(Api).Row;
    // What is instantiated on trial has errors that the compiler does not
    // report: its arguments need not fit.
    if (boundsCapture(Row) && L.errorsIn(E->getSourceRange()).empty())
      return false;
    IR.Matters = true;
    if (boundsCapture(Row)) {
      IR.emit(ir::Instruction::api(L.calleeName(Api),
                                   argumentsByType(Api, Parts.drop_front()),
                                   IR.temporary(E)),
              E, E->getBeginLoc());
      Understood.insert(E);
      return true;
    }
    IR.emit(ir::Instruction::api(L.calleeName(Api),
                                 std::vector<ir::Operand>(Row.Params.size())),
            E, E->getBeginLoc());
  } else if (Parts.size() == 1) {
    // With arguments, the compiler has found no function that takes them.
    if (const FunctionDecl *F = calledFunction(Parts.front(), std::nullopt))
      callWithError(F, Parts.front(), {}, E);
  }
  return false;
}

const Expr *MissingStatements::understood(const Expr *E) const {
  E = E->IgnoreUnlessSpelledInSource();
  return Understood.contains(E) ? E : nullptr;
}

void MissingStatements::findMissing() {
  const Stmt *Body = Code;
  if (!Body)
    return;
  for (SourceLocation Error : L.errorsIn(Body->getSourceRange()))
    if (!markBeside(Body, Error))
      MissesAtEntry = true;
}

/// Whether \p S declares only functions or types, which the CFG leaves out. A
/// call becomes such a declaration if an unknown type precedes it.
static bool declaresNoVariable(const Stmt *S) {
  const auto *D = dyn_cast<DeclStmt>(S);
  return D && llvm::none_of(D->decls(), llvm::IsaPred<VarDecl>);
}

/// Marks the statements before and after \p Error, which is in \p S, in the
/// innermost block. \returns whether there are any.
bool MissingStatements::markBeside(const Stmt *S, SourceLocation Error) {
  const Stmt *Around = nullptr, *Before = nullptr, *Behind = nullptr;
  for (const Stmt *Child : S->children()) {
    if (!Child || isa<NullStmt>(Child) || declaresNoVariable(Child))
      continue;
    const std::optional<Side> Of =
        sideOf(Ctx.getSourceManager(), Error, Child->getSourceRange());
    if (!Of)
      continue;
    if (*Of == Side::Behind)
      Before = Child;
    else if (*Of == Side::Before)
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
