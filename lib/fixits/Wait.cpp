//===- Wait.cpp - A wait that the order of work makes needless ------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Between.h"
#include "clang/AST/ExprCXX.h"

using namespace cuda_capture;
using namespace cuda_capture::fixits;
using namespace clang;

/// Values of cudaMemcpyKind (driver_types.h), equal in HIP.
enum : int64_t { HostToDevice = 1, DeviceToDevice = 3 };

/// Whether the host may wait because it wants to read what \p Call copies.
static bool mayCopyToHost(const CallExpr *Call, const ApiRow &Row,
                          const ASTContext &Ctx) {
  std::optional<unsigned> Kind = Row.paramIndex(Role::CopyKind);
  if (!Kind || *Kind >= Call->getNumArgs())
    return Row.paramIndex(Role::CopyDestination).has_value();
  Expr::EvalResult N;
  if (!Call->getArg(*Kind)->EvaluateAsInt(N, Ctx))
    return true;
  int64_t Direction = N.Val.getInt().getExtValue();
  return Direction != HostToDevice && Direction != DeviceToDevice;
}

/// Whether something in \p S may make the wait more than a matter of order:
/// data for the host, the end of the capture, or a way around its begin.
static bool isMoreThanOrder(const Stmt *S, const CallSite &Site) {
  if (!S)
    return false;
  if (isa<LabelStmt>(S))
    return true;
  const auto *Call = dyn_cast<CallExpr>(S);
  if (const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr)
    if (Lookup Row = Site.L.api(Callee);
        Row && (Row.Row->Eff == Effect::EndCapture ||
                mayCopyToHost(Call, *Row.Row, Site.Ctx)))
      return true;
  for (const Stmt *Child : S->children())
    if (isMoreThanOrder(Child, Site))
      return true;
  return false;
}

std::optional<Repair> fixits::removeWait(const CallSite &Site) {
  const analysis::Finding &F = Site.F;
  // With more than one stream, the wait may order work between them. In a
  // function of its own, the wait may serve others.
  // A copy does more than wait.
  if (F.R != analysis::Rule::Synchronization ||
      F.Row->Class == ApiClass::LegacyImplicit || !F.OnlyOrigin ||
      !F.OnlyCapture || F.Path.size() != 1 || Site.isInstantiated())
    return std::nullopt;
  std::optional<Between> Around = Between::of(Site);
  if (!Around)
    return std::nullopt;
  std::optional<WholeStatement> S = Site.wholeStatement(Around->ToCall);
  if (!S)
    return std::nullopt;
  for (const Stmt *Earlier : Around->statements())
    if (isa<SwitchCase>(Earlier) || isMoreThanOrder(Earlier, Site))
      return std::nullopt;
  std::optional<Span> Lines = Site.Source.wholeLines(S->Text);
  Repair R;
  R.How = analysis::Way::Remove;
  if (isa<CompoundStmt>(S->Parent) && Lines)
    R.Edits = {Site.Source.remove(*Lines)};
  else if (!isa<CompoundStmt>(S->Parent) &&
           Site.Source.isPlain(Site.Source.restOfLine(S->Text)))
    // The statement is the arm of a condition, or the body of a loop.
    R.Edits = {Site.Source.replace(S->Text, "{}")};
  else
    return std::nullopt;
  return R;
}
