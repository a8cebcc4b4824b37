//===- CallSite.h - A finding where it can be repaired ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// Internal to the fix-its: the call of a finding, how it stands in its
/// function, and the ways to repair it, one in each file.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_FIXITS_CALLSITE_H
#define CUDA_CAPTURE_FIXITS_CALLSITE_H

#include "FixIts.h"
#include "SourceText.h"
#include "clang/AST/Stmt.h"

namespace cuda_capture::fixits {

/// The statements from a function's body down to one of them.
using StmtPath = std::vector<const clang::Stmt *>;

/// Empty if \p Target is not in \p Body.
StmtPath pathTo(const clang::Stmt *Body, const clang::Stmt *Target);

/// Whether the last of \p Path runs whenever the one at \p From does.
bool isUnconditional(const StmtPath &Path, size_t From);

/// A call that is all that a statement does: alone, cast to void, or checked by
/// a macro or function that gets nothing else.
struct WholeStatement {
  const clang::Stmt *S = nullptr;
  const clang::Stmt *Parent = nullptr; ///< A block, or of what it is an arm.
  size_t Depth = 0;                    ///< Its index in the path to the call.
  Span Text;                           ///< With its semicolon.
};

/// The violating call.
class CallSite {
public:
  CallSite(const analysis::Finding &F, const lower::Lowering &L,
           clang::ASTContext &Ctx);

  /// The call is seen, and names the function that it calls.
  bool isDirect() const { return Call != nullptr; }
  /// Is written once and compiled more than once.
  bool isInstantiated() const;
  /// Where the callee is named; none if that cannot be edited.
  std::optional<clang::SourceLocation> calleeName() const;
  /// What a function of the global namespace called \p Name declares, if
  /// anything; a versioned name is a macro.
  bool isDeclared(llvm::StringRef Name) const;
  /// The new name of the callee, if the row has one that is declared.
  std::optional<std::string> newName(clang::SourceLocation Callee) const;

  /// The statement of \p Call, at the end of \p Path; none if it does or
  /// declares anything else, or cannot be told from its surroundings.
  std::optional<WholeStatement> wholeStatement(const StmtPath &Path) const;

  const analysis::Finding &F;
  const lower::Lowering &L;
  clang::ASTContext &Ctx;
  const clang::SourceManager &SM;
  SourceText Source;
  const clang::CallExpr *Call = nullptr;
  const clang::FunctionDecl *Function = nullptr; ///< That the call stands in.
};

/// The call that \p Step stands for, if it names the function it calls.
const clang::CallExpr *directCall(const analysis::PathStep &Step,
                                  const lower::Lowering &L);
bool isInstantiated(const clang::FunctionDecl *F);

//===--- The ways ---------------------------------------------------------===//

/// Passes the stream that was left out, or renames to the stream-ordered form.
std::optional<Repair> passStream(const CallSite &Site);
/// Replaces a call that hands over a callback by one whose callbacks have fewer
/// parameters, with the callback.
std::optional<Repair> replaceCallback(const CallSite &Site);
/// Moves the call in front of the begin.
std::optional<Repair> hoist(const CallSite &Site);
/// Removes a wait.
std::optional<Repair> removeWait(const CallSite &Site);
/// Begins the capture in a mode that permits the call; all such modes.
std::vector<Repair> changeMode(const CallSite &Site);

} // namespace cuda_capture::fixits

#endif // CUDA_CAPTURE_FIXITS_CALLSITE_H
