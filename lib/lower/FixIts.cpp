//===- FixIts.cpp - Edits that repair a finding ---------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixIts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {

/// Values of cudaMemcpyKind (driver_types.h), equal in HIP.
enum : int64_t { CopyHostToDevice = 1, CopyDeviceToDevice = 3 };

/// The statements from a function's body down to \p Target.
static bool pathTo(const Stmt *From, const Stmt *Target,
                   std::vector<const Stmt *> &Path) {
  if (!From)
    return false;
  Path.push_back(From);
  if (From == Target)
    return true;
  for (const Stmt *Child : From->children())
    if (pathTo(Child, Target, Path))
      return true;
  Path.pop_back();
  return false;
}

class Repairer {
public:
  Repairer(const analysis::Finding &F, const Lowering &L, ASTContext &Ctx)
      : F(F), L(L), Ctx(Ctx), SM(Ctx.getSourceManager()) {}

  Repair run() {
    if (F.StreamNames.empty() || F.R == analysis::Rule::UseAfterDestroy)
      return {};
    const analysis::PathStep &Last = F.Path.back();
    Call = dyn_cast_or_null<CallExpr>(L.statement(Last.I->At));
    // Other calls of the same variable may reach another function.
    if (!Call || !callsByName())
      return {};
    Function = enclosing(*Last.In);
    Repair R;
    bool Done = isa<CUDAKernelCallExpr>(Call) ? repairLaunch(R) : repairApi(R);
    if (!Done)
      R.Edits.clear();
    // A function that is also called elsewhere may not need the change.
    R.Sure &= F.Path.size() == 1;
    return R;
  }

private:
  bool callsByName() const {
    if (isa<CUDAKernelCallExpr>(Call))
      return true;
    const auto *Ref =
        dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts());
    return Ref && isa<FunctionDecl>(Ref->getDecl());
  }

  //===--- Source
  //----------------------------------------------------------===//

  /// \p L as a place in a file that can be edited: not in a macro's body.
  std::optional<SourceLocation> editable(SourceLocation Loc) const {
    while (Loc.isMacroID()) {
      if (!SM.isMacroArgExpansion(Loc))
        return std::nullopt;
      Loc = SM.getImmediateSpellingLoc(Loc);
    }
    if (Loc.isInvalid() || SM.isInSystemHeader(Loc))
      return std::nullopt;
    return Loc;
  }

  std::optional<SourceLocation> endOf(const Expr *E) const {
    std::optional<SourceLocation> Last = editable(E->getEndLoc());
    if (!Last)
      return std::nullopt;
    return Lexer::getLocForEndOfToken(*Last, 0, SM, Ctx.getLangOpts());
  }

  bool insert(Repair &R, std::optional<SourceLocation> Where,
              const std::string &Text) const {
    if (!Where || Where->isInvalid())
      return false;
    R.Edits.push_back(FixItHint::CreateInsertion(*Where, Text));
    return true;
  }

  bool replace(Repair &R, const Expr *E, const std::string &Text) const {
    std::optional<SourceLocation> Begin = editable(E->getBeginLoc());
    std::optional<SourceLocation> End = editable(E->getEndLoc());
    if (!Begin || !End)
      return false;
    R.Edits.push_back(FixItHint::CreateReplacement(
        CharSourceRange::getTokenRange(*Begin, *End), Text));
    return true;
  }

  //===--- The stream's name ------------------------------------------------//

  const FunctionDecl *enclosing(const ir::Function &In) const {
    for (unsigned I = 0; I < In.Locals.size(); ++I)
      if (const VarDecl *V = L.variable(In, I))
        if (const auto *FD = dyn_cast<FunctionDecl>(V->getDeclContext()))
          return FD;
    return nullptr;
  }

  bool isStream(QualType T) const {
    return L.handleRole(T.getNonReferenceType()) == Role::Stream;
  }

  /// Whether \p V can be named, and means itself, at the call.
  bool inScope(const VarDecl *V) const {
    const auto *FD = dyn_cast<FunctionDecl>(V->getDeclContext());
    if (!FD || !FD->getBody())
      return false;
    std::vector<const Stmt *> Path;
    if (!pathTo(FD->getBody(), Call, Path))
      return false;
    const VarDecl *Visible = nullptr;
    for (const ParmVarDecl *P : FD->parameters())
      if (P->getName() == V->getName())
        Visible = P;
    auto See = [&](const Stmt *S) {
      if (const auto *DS = dyn_cast_or_null<DeclStmt>(S))
        for (const Decl *D : DS->decls())
          if (const auto *Named = dyn_cast<VarDecl>(D);
              Named && Named->getName() == V->getName())
            Visible = Named;
    };
    for (size_t I = 0; I + 1 < Path.size(); ++I)
      for (const Stmt *Child : Path[I]->children()) {
        if (Child == Path[I + 1])
          break;
        See(Child);
      }
    return Visible == V;
  }

  std::optional<std::string> nameOf(const ir::Place &P,
                                    const ir::Function &In) const {
    if (P.Base != ir::Place::Local)
      return std::nullopt;
    std::vector<ir::Step> Path = P.Path;
    if (llvm::any_of(Path, [](const ir::Step &S) {
          return S.K == ir::Step::Field && ir::isHidden(S.Name);
        }))
      return std::nullopt;
    const VarDecl *V = L.variable(In, P.LocalId);
    if (V) {
      // A reference is a pointer to the lowering and a name to the reader.
      bool Plain =
          Path.empty() || (Path.size() == 1 && Path[0].K == ir::Step::Deref &&
                           V->getType()->isReferenceType());
      if (Plain && !V->getName().empty() && isStream(V->getType()) &&
          inScope(V))
        return V->getName().str();
      return std::nullopt;
    }
    // this->stream: a member of the same class, or a lambda's capture.
    if (In.Locals[P.LocalId] != "this" || Path.size() < 2 ||
        Path[0].K != ir::Step::Deref || Path[1].K != ir::Step::Field)
      return std::nullopt;
    if (Path.size() > 3 || (Path.size() == 3 && Path[2].K != ir::Step::Deref))
      return std::nullopt;
    if (!In.Parent.empty())
      return Path[1].Name == "this" ? std::nullopt
                                    : std::optional<std::string>(Path[1].Name);
    return Path.size() == 2 ? memberName(Path[1].Name) : std::nullopt;
  }

  std::optional<std::string> memberName(const std::string &Name) const {
    // The stream's type was checked where the member was used as one; a local
    // of the same name would hide it.
    if (Function)
      for (const Decl *D : Function->decls())
        if (const auto *Named = dyn_cast<NamedDecl>(D))
          if (Named->getDeclName().isIdentifier() && Named->getName() == Name)
            return "this->" + Name;
    return Name;
  }

  std::optional<std::string> streamName() const {
    for (const ir::Place &P : F.StreamNames)
      if (std::optional<std::string> Name = nameOf(P, *F.Path.back().In))
        return Name;
    return std::nullopt;
  }

  //===--- Edits ------------------------------------------------------------//

  bool repairLaunch(Repair &R) {
    const CallExpr *Config = cast<CUDAKernelCallExpr>(Call)->getConfig();
    std::optional<std::string> Stream = streamName();
    if (!Config || !Stream || F.R != analysis::Rule::LegacyStream)
      return false;
    unsigned Given = 0;
    while (Given < Config->getNumArgs() &&
           !isa<CXXDefaultArgExpr>(Config->getArg(Given)))
      ++Given;
    R.Sure = true;
    if (Given == 2)
      return insert(R, endOf(Config->getArg(1)), ", 0, " + *Stream);
    if (Given == 3)
      return insert(R, endOf(Config->getArg(2)), ", " + *Stream);
    return Given == 4 && isLiteralNull(Config->getArg(3)) &&
           replace(R, Config->getArg(3), *Stream);
  }

  static bool isLiteralNull(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *N = dyn_cast<IntegerLiteral>(E))
      return N->getValue() == 0;
    return isa<CXXNullPtrLiteralExpr>(E);
  }

  bool repairApi(Repair &R) {
    if (F.R == analysis::Rule::LegacyStream &&
        F.Row->Class == ApiClass::Captured)
      return passStream(R);
    return rename(R);
  }

  /// A call that takes a stream, and got none or stream 0.
  bool passStream(Repair &R) {
    std::optional<unsigned> Index = F.Row->paramIndex(Role::Stream);
    std::optional<std::string> Stream = streamName();
    if (!Index || !Stream || *Index >= Call->getNumArgs())
      return false;
    const Expr *Arg = Call->getArg(*Index);
    R.Sure = true;
    if (!isa<CXXDefaultArgExpr>(Arg))
      return isLiteralNull(Arg) && replace(R, Arg, *Stream);
    if (*Index == 0 || isa<CXXDefaultArgExpr>(Call->getArg(*Index - 1)))
      return false;
    return insert(R, editable(Call->getRParenLoc()), ", " + *Stream);
  }

  bool rename(Repair &R) {
    const auto *Callee =
        dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts());
    if (!Callee || Callee->hasQualifier() || Call->getNumArgs() == 0 ||
        isa<CXXDefaultArgExpr>(Call->getArg(Call->getNumArgs() - 1)))
      return false;
    SourceLocation At = Callee->getLocation();
    // The name may itself be a macro for a versioned name.
    if (At.isMacroID() && !SM.isMacroArgExpansion(At))
      At = SM.getImmediateExpansionRange(At).getBegin();
    std::optional<SourceLocation> Name = editable(At);
    if (!Name)
      return false;
    llvm::SmallString<64> Buffer;
    StringRef Spelling =
        Lexer::getSpelling(*Name, Buffer, SM, Ctx.getLangOpts());
    auto New = F.Row->Rewrite.Rename.find(Spelling);
    std::optional<std::string> Stream = streamName();
    if (New == F.Row->Rewrite.Rename.end() || !Stream ||
        !isDeclared(New->second))
      return false;
    R.Edits.push_back(FixItHint::CreateReplacement(
        CharSourceRange::getTokenRange(*Name, *Name), New->second));
    std::string Appended;
    for (Role A : F.Row->Rewrite.Append) {
      if (A != Role::Stream)
        return false;
      Appended += ", " + *Stream;
    }
    R.Sure = keepsMeaning();
    return insert(R, editable(Call->getRParenLoc()), Appended);
  }

  bool isDeclared(StringRef Name) const {
    auto Id = Ctx.Idents.find(Name);
    if (Id == Ctx.Idents.end())
      return false;
    // A versioned name is a macro.
    return Id->second->hasMacroDefinition() ||
           !Ctx.getTranslationUnitDecl()->lookup(Id->second).empty();
  }

  /// Whether nothing is lost when the call no longer waits for its effect.
  bool keepsMeaning() const {
    if (!F.Row->Rewrite.DropsWait)
      return true;
    std::optional<unsigned> Kind = F.Row->paramIndex(Role::CopyKind);
    if (!Kind || *Kind >= Call->getNumArgs())
      return false;
    Expr::EvalResult N;
    if (!Call->getArg(*Kind)->EvaluateAsInt(N, Ctx))
      return false;
    int64_t Direction = N.Val.getInt().getExtValue();
    if (Direction == CopyDeviceToDevice)
      return true;
    // The graph reads the source at each launch; a local is gone by then.
    return Direction == CopyHostToDevice && !copiesFromLocal();
  }

  bool copiesFromLocal() const {
    std::optional<unsigned> Source = F.Row->paramIndex(Role::CopySource);
    if (!Source || *Source >= Call->getNumArgs())
      return true;
    const Expr *E = Call->getArg(*Source)->IgnoreParenCasts();
    if (const auto *Address = dyn_cast<UnaryOperator>(E);
        Address && Address->getOpcode() == UO_AddrOf)
      E = Address->getSubExpr()->IgnoreParenCasts();
    else if (!E->getType()->isArrayType())
      return false;
    while (true) {
      if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow())
        E = M->getBase()->IgnoreParenCasts();
      else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
        E = A->getBase()->IgnoreParenCasts();
      else
        break;
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return V && V->hasLocalStorage() && !V->getType()->isPointerType();
  }

  const analysis::Finding &F;
  const Lowering &L;
  ASTContext &Ctx;
  const SourceManager &SM;
  const CallExpr *Call = nullptr;
  const FunctionDecl *Function = nullptr;
};

} // namespace

Repair lower::repair(const analysis::Finding &F, const Lowering &L,
                     ASTContext &Ctx) {
  return Repairer(F, L, Ctx).run();
}
