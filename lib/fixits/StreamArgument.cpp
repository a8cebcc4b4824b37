//===- StreamArgument.cpp - The capturing stream for a call ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EachLaunch.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace cuda_capture;
using namespace cuda_capture::fixits;
using namespace clang;

namespace {

/// Values of cudaMemcpyKind (driver_types.h), equal in HIP.
enum : int64_t { CopyHostToDevice = 1, CopyDeviceToDevice = 3 };

class StreamPasser {
public:
  explicit StreamPasser(const CallSite &Site)
      : F(Site.F), L(Site.L), Ctx(Site.Ctx), Source(Site.Source), Site(Site),
        Call(Site.Call), Function(Site.Function) {}

  std::optional<Repair> run() {
    Repair R;
    bool Done = isa<CUDAKernelCallExpr>(Call) ? repairLaunch(R) : repairApi(R);
    if (!Done)
      return std::nullopt;
    return R;
  }

private:
  bool insert(Repair &R, std::optional<SourceLocation> Where,
              const std::string &Text) const {
    if (!Where || Where->isInvalid())
      return false;
    R.Edits.push_back(FixItHint::CreateInsertion(*Where, Text));
    return true;
  }

  bool replace(Repair &R, const Expr *E, const std::string &Text) const {
    std::optional<SourceLocation> Begin = Source.editable(E->getBeginLoc());
    std::optional<SourceLocation> End = Source.editable(E->getEndLoc());
    if (!Begin || !End)
      return false;
    R.Edits.push_back(FixItHint::CreateReplacement(
        CharSourceRange::getTokenRange(*Begin, *End), Text));
    return true;
  }

  //===--- The stream's name ------------------------------------------------//

  bool isStream(QualType T) const {
    return L.decls().handleRole(T.getNonReferenceType()) == Role::Stream;
  }

  /// Whether \p V can be named, and means itself, at the call.
  bool inScope(const VarDecl *V) const {
    const auto *FD = dyn_cast<FunctionDecl>(V->getDeclContext());
    if (!FD || !FD->getBody())
      return false;
    StmtPath Path = pathTo(FD->getBody(), Call);
    if (Path.empty())
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
    const ir::List<ir::Step> &Path = P.Path;
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
    // this->stream is a member of the same class, or a capture of a lambda.
    if (In.Locals[P.LocalId] != "this" || Path.size() < 2 ||
        Path[0].K != ir::Step::Deref || Path[1].K != ir::Step::Field)
      return std::nullopt;
    if (Path.size() > 3 || (Path.size() == 3 && Path[2].K != ir::Step::Deref))
      return std::nullopt;
    if (!In.Parent.empty())
      return Path[1].Name == "this" ? std::nullopt
                                    : std::optional(Path[1].Name.str());
    return Path.size() == 2 ? memberName(Path[1].Name.str()) : std::nullopt;
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
      return insert(R, Source.endOf(Config->getArg(1)), ", 0, " + *Stream);
    if (Given == 3)
      return insert(R, Source.endOf(Config->getArg(2)), ", " + *Stream);
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

  /// Repairs a call that takes a stream but got none, or got stream 0.
  bool passStream(Repair &R) {
    std::optional<unsigned> Index = F.Row->paramIndex(Role::Stream);
    std::optional<std::string> Stream = streamName();
    if (!Index || !Stream || *Index >= Call->getNumArgs())
      return false;
    const Expr *Arg = Call->getArg(*Index);
    R.Sure = isLegalInEachLaunch(Site, *Stream);
    if (!isa<CXXDefaultArgExpr>(Arg))
      return isLiteralNull(Arg) && replace(R, Arg, *Stream);
    if (*Index == 0 || isa<CXXDefaultArgExpr>(Call->getArg(*Index - 1)))
      return false;
    return insert(R, Source.editable(Call->getRParenLoc()), ", " + *Stream);
  }

  bool rename(Repair &R) {
    if (Call->getNumArgs() == 0 ||
        isa<CXXDefaultArgExpr>(Call->getArg(Call->getNumArgs() - 1)))
      return false;
    std::optional<SourceLocation> Name = Site.calleeName();
    if (!Name)
      return false;
    std::optional<std::string> New = Site.newName(*Name);
    std::optional<std::string> Stream = streamName();
    if (!New || !Stream)
      return false;
    R.Edits.push_back(FixItHint::CreateReplacement(
        CharSourceRange::getTokenRange(*Name, *Name), *New));
    std::string Appended;
    for (Role A : F.Row->Rewrite.Append) {
      if (A != Role::Stream)
        return false;
      Appended += ", " + *Stream;
    }
    R.Sure = keepsMeaning() && isLegalInEachLaunch(Site, *Stream);
    return insert(R, Source.editable(Call->getRParenLoc()), Appended);
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
    const int64_t Direction = N.Val.getInt().getExtValue();
    return Direction == CopyDeviceToDevice || Direction == CopyHostToDevice;
  }

  const analysis::Finding &F;
  const lower::Lowering &L;
  ASTContext &Ctx;
  const SourceText &Source;
  const CallSite &Site;
  const CallExpr *Call;
  const FunctionDecl *Function;
};

} // namespace

std::optional<Repair> fixits::passStream(const CallSite &Site) {
  if (Site.F.StreamNames.empty())
    return std::nullopt;
  return StreamPasser(Site).run();
}
