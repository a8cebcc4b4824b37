//===- EachLaunch.cpp - Whether each graph launch is legal ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EachLaunch.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::fixits;
using namespace clang;

/// Values of cudaMemcpyKind (driver_types.h), equal in HIP.
enum : int64_t {
  CopyHostToDevice = 1,
  CopyDeviceToHost = 2,
  CopyDeviceToDevice = 3
};

//===----------------------------------------------------------------------===//
// Host memory
//===----------------------------------------------------------------------===//

/// Returns how often \p S names \p V.
static unsigned countNames(const Stmt *S, const VarDecl *V) {
  if (!S)
    return 0;
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  unsigned Count = Ref && Ref->getDecl() == V;
  for (const Stmt *Child : S->children())
    Count += countNames(Child, V);
  return Count;
}

bool fixits::livesOn(const CallSite &Site, const Expr *Pointer) {
  if (Pointer->isNullPointerConstant(
          Site.Ctx, Expr::NPC_ValueDependentIsNotNull) != Expr::NPCK_NotNull)
    return true;
  const Expr *E = Pointer->IgnoreParenCasts();
  if (const auto *Address = dyn_cast<UnaryOperator>(E);
      Address && Address->getOpcode() == UO_AddrOf)
    E = Address->getSubExpr()->IgnoreParenCasts();
  else if (!E->getType()->isArrayType())
    return E->isNullPointerConstant(Site.Ctx,
                                    Expr::NPC_ValueDependentIsNotNull) !=
           Expr::NPCK_NotNull;
  while (true) {
    if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow())
      E = M->getBase()->IgnoreParenCasts();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E);
             A && A->getBase()->IgnoreParenCasts()->getType()->isArrayType())
      E = A->getBase()->IgnoreParenCasts();
    else
      break;
  }
  if (isa<StringLiteral>(E))
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->hasGlobalStorage() || V->getTLSKind() != VarDecl::TLS_None ||
      V->getType()->isReferenceType())
    return false;
  return Site.Ctx.getBaseElementType(V->getType()).isConstQualified() ||
         countNames(Site.Function->getBody(), V) == 1;
}

/// Whether a copy, if the call is one, finds its host memory at each launch.
static bool findsHostMemory(const CallSite &Site) {
  const ApiRow &Row = *Site.F.Row;
  const CallExpr *Call = Site.Call;
  bool Reads = true, Writes = true;
  if (std::optional<unsigned> Kind = Row.paramIndex(Role::CopyKind);
      Kind && *Kind < Call->getNumArgs()) {
    Expr::EvalResult N;
    if (Call->getArg(*Kind)->EvaluateAsInt(N, Site.Ctx)) {
      const int64_t Direction = N.Val.getInt().getExtValue();
      if (Direction == CopyDeviceToDevice)
        return true;
      Reads = Direction != CopyDeviceToHost;
      Writes = Direction != CopyHostToDevice;
    }
  }
  auto LivesOn = [&](Role R) {
    std::optional<unsigned> I = Row.paramIndex(R);
    if (!I)
      I = Row.paramIndex(R, Access::Out);
    return !I || (*I < Call->getNumArgs() && livesOn(Site, Call->getArg(*I)));
  };
  return (!Reads || LivesOn(Role::CopySource)) &&
         (!Writes || LivesOn(Role::CopyDestination));
}

//===----------------------------------------------------------------------===//
// Memory of the graph
//===----------------------------------------------------------------------===//

namespace {
/// Checks that the graph allocates and frees the memory of a variable.
class GraphMemory {
public:
  GraphMemory(const CallSite &Site, llvm::StringRef Stream)
      : Site(Site), Stream(Stream), Body(Site.Function->getBody()) {}

  /// Whether the same capture frees the memory that the call allocates for its
  /// argument \p I, and nothing outside uses it.
  bool isFreed(unsigned I) {
    Allocation = Site.Call;
    V = variable(Site.Call->getArg(I), /*IsAddress=*/true);
    if (!V || !find(Access::Destroy))
      return false;
    Free = Found;
    return isInOneCapture();
  }

  /// Whether the same capture has allocated the memory of argument \p I, which
  /// the call frees.
  bool isAllocated(unsigned I) {
    Free = Site.Call;
    V = variable(Site.Call->getArg(I), /*IsAddress=*/false);
    if (!V || !find(Access::Out))
      return false;
    Allocation = Found;
    return isInOneCapture();
  }

private:
  /// Returns the local that an argument is, or is the address of.
  const VarDecl *variable(const Expr *E, bool IsAddress) const {
    E = E->IgnoreParenCasts();
    if (IsAddress) {
      const auto *Address = dyn_cast<UnaryOperator>(E);
      if (!Address || Address->getOpcode() != UO_AddrOf)
        return nullptr;
      E = Address->getSubExpr()->IgnoreParenCasts();
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Var && Var->hasLocalStorage() && !Var->getType()->isReferenceType()
               ? Var
               : nullptr;
  }

  /// Finds the only call that does \p What with the variable, in the order of
  /// the stream.
  bool find(Access What) {
    Found = nullptr;
    Several = false;
    find(Body, What);
    return Found && !Several;
  }

  void find(const Stmt *S, Access What) {
    if (!S)
      return;
    const auto *Call = dyn_cast<CallExpr>(S);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    if (Lookup Row = F ? Site.L.api(F) : Lookup()) {
      const unsigned I = Row.Row->paramIndex(Role::Memory, What).value_or(~0u);
      const unsigned On = Row.Row->paramIndex(Role::Stream).value_or(~0u);
      if (I < Call->getNumArgs() && On < Call->getNumArgs() &&
          variable(Call->getArg(I), What == Access::Out) == V &&
          Site.L.sourceText(Call->getArg(On), 80) == Stream) {
        Several |= Found != nullptr;
        Found = Call;
      }
    }
    for (const Stmt *Child : S->children())
      find(Child, What);
  }

  /// Whether two statements of one block allocate and free the memory, the
  /// capture does not end between them, and nothing else names the variable.
  bool isInOneCapture() {
    std::optional<WholeStatement> First =
        Site.wholeStatement(pathTo(Body, Allocation));
    std::optional<WholeStatement> Last =
        Site.wholeStatement(pathTo(Body, Free));
    if (!First || !Last || First->Parent != Last->Parent ||
        !isa<CompoundStmt>(First->Parent))
      return false;
    unsigned Inside = 0;
    bool Started = false;
    for (const Stmt *S : First->Parent->children()) {
      Started |= S == First->S;
      if (!Started)
        continue;
      if (!isUsed(S, /*InCall=*/false))
        return false;
      Inside += countNames(S, V);
      if (S == Last->S)
        return Inside == countNames(Body, V);
    }
    return false; // The memory is freed first.
  }

  /// Whether \p Call is a launch, a call of the API that leaves the capture
  /// running, or a check of the result of such a call.
  bool isPlain(const CallExpr *Call) const {
    if (isa<CUDAKernelCallExpr>(Call))
      return true;
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F)
      return false;
    if (Lookup Row = Site.L.api(F))
      return Row.Row->Eff != Effect::EndCapture &&
             Row.Row->Eff != Effect::BeginCapture;
    return F->getBuiltinID() || Site.SM.isInSystemHeader(F->getLocation()) ||
           llvm::any_of(Call->arguments(), [&](const Expr *A) {
             const auto *Checked = dyn_cast<CallExpr>(A->IgnoreParenCasts());
             return Checked && Checked->getDirectCallee() &&
                    Site.L.api(Checked->getDirectCallee());
           });
  }

  /// Whether \p S runs nothing that may end the capture, and uses the variable
  /// only as an argument.
  bool isUsed(const Stmt *S, bool InCall) const {
    if (!S)
      return true;
    if (isa<LambdaExpr, GotoStmt, LabelStmt, SwitchCase, BreakStmt,
            ContinueStmt>(S))
      return false;
    if (const auto *Call = dyn_cast<CallExpr>(S)) {
      if (!isPlain(Call))
        return false;
      if (Call == Allocation)
        return true;
      InCall = true;
    }
    if (const auto *Op = dyn_cast<UnaryOperator>(S);
        Op && Op->getOpcode() == UO_AddrOf && countNames(Op, V))
      return false;
    if (const auto *Op = dyn_cast<BinaryOperator>(S);
        Op && Op->isAssignmentOp() && countNames(Op->getLHS(), V))
      return false;
    if (isa<UnaryExprOrTypeTraitExpr>(S))
      return true;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      return InCall || Ref->getDecl() != V;
    return llvm::all_of(S->children(), [&](const Stmt *Child) {
      return isUsed(Child, InCall);
    });
  }

  const CallSite &Site;
  const llvm::StringRef Stream;
  const Stmt *Body;
  const VarDecl *V = nullptr;
  const CallExpr *Allocation = nullptr, *Free = nullptr, *Found = nullptr;
  bool Several = false;
};
} // namespace

bool fixits::isLegalInEachLaunch(const CallSite &Site, llvm::StringRef Stream) {
  const ApiRow &Row = *Site.F.Row;
  const CallExpr *Call = Site.Call;
  if (!Site.Function || !Site.Function->hasBody() || !findsHostMemory(Site))
    return false;
  // This is the user data of a function that the host runs.
  if (std::optional<unsigned> Data = Row.paramIndex(Role::UserData);
      Data && *Data < Call->getNumArgs() && !livesOn(Site, Call->getArg(*Data)))
    return false;
  if (std::optional<unsigned> Memory =
          Row.paramIndex(Role::Memory, Access::Out);
      Memory && *Memory < Call->getNumArgs())
    return GraphMemory(Site, Stream).isFreed(*Memory);
  if (std::optional<unsigned> Memory =
          Row.paramIndex(Role::Memory, Access::Destroy);
      Memory && *Memory < Call->getNumArgs())
    return GraphMemory(Site, Stream).isAllocated(*Memory);
  return true;
}
