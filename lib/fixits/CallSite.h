//===- CallSite.h - The call that a fix-it repairs --------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// Internal to the fix-its: the call of a finding, its place in its function,
/// and the ways to repair it, each in a file of its own.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_FIXITS_CALLSITE_H
#define CUDA_CAPTURE_FIXITS_CALLSITE_H

#include "FixIts.h"
#include "SourceText.h"
#include "clang/AST/Stmt.h"

namespace cuda_capture::fixits {

/// The statements from a function's body down to one of its statements.
using StmtPath = std::vector<const clang::Stmt *>;

/// Returns the path to \p Target, or an empty path if \p Target is not in
/// \p Body.
StmtPath pathTo(const clang::Stmt *Body, const clang::Stmt *Target);

/// Whether the last statement of \p Path runs whenever the one at \p From does.
bool isUnconditional(const StmtPath &Path, size_t From);

/// A call that is all that a statement does: it is alone, cast to void, or
/// checked by a macro or function that gets nothing else.
struct WholeStatement {
  const clang::Stmt *S = nullptr;
  const clang::Stmt *Parent = nullptr; ///< A block, or the owner of the arm.
  size_t Depth = 0;                    ///< Its index in the path to the call.
  Span Text;                           ///< The text, with its semicolon.
};

/// The violating call.
class CallSite {
public:
  CallSite(const analysis::Finding &F, const lower::Lowering &L,
           clang::ASTContext &Ctx);

  /// Whether the call is known, and names the function that it calls.
  bool isDirect() const { return Call != nullptr; }
  /// Whether the call is written once and compiled more than once.
  bool isInstantiated() const;
  /// Returns the location where the callee is named, or nullopt if it cannot be
  /// edited.
  std::optional<clang::SourceLocation> calleeName() const;
  /// Whether anything declares a function of the global namespace called
  /// \p Name. A versioned name is a macro.
  bool isDeclared(llvm::StringRef Name) const;
  /// Returns the new name of the callee, if the row has a new name that is
  /// declared.
  std::optional<std::string> newName(clang::SourceLocation Callee) const;

  /// Returns the statement of the call at the end of \p Path, or nullopt if the
  /// statement does or declares anything else, or cannot be told from its
  /// surroundings.
  std::optional<WholeStatement> wholeStatement(const StmtPath &Path) const;

  const analysis::Finding &F;
  const lower::Lowering &L;
  clang::ASTContext &Ctx;
  const clang::SourceManager &SM;
  SourceText Source;
  const clang::CallExpr *Call = nullptr;
  const clang::FunctionDecl *Function = nullptr; ///< Contains the call.
};

/// Returns the call that \p Step stands for, if it names the function that it
/// calls.
const clang::CallExpr *directCall(const analysis::PathStep &Step,
                                  const lower::Lowering &L);
bool isInstantiated(const clang::FunctionDecl *F);

//===--- The ways ---------------------------------------------------------===//

/// Passes the stream that was left out, or renames the call to the
/// stream-ordered form.
std::optional<Repair> passStream(const CallSite &Site);
/// Replaces a call that hands over a callback by one whose callbacks have fewer
/// parameters, with the callback.
std::optional<Repair> replaceCallback(const CallSite &Site);
/// Moves the call in front of the begin.
std::optional<Repair> hoist(const CallSite &Site);
/// Removes a wait.
std::optional<Repair> removeWait(const CallSite &Site);
/// Begins the capture in a mode that permits the call. Returns all such modes.
std::vector<Repair> changeMode(const CallSite &Site);

} // namespace cuda_capture::fixits

#endif // CUDA_CAPTURE_FIXITS_CALLSITE_H
