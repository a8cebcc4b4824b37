//===- UserCode.h - The code that a translation unit defines ----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_USERCODE_H
#define CUDA_CAPTURE_LOWER_USERCODE_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace clang {
class ASTContext;
class Decl;
class Expr;
class FunctionDecl;
class IdentifierInfo;
class IdentifierInfoLookup;
class SourceManager;
class VarDecl;
} // namespace clang

namespace cuda_capture::lower {

/// Tells which locations are in system headers. SourceManager searches the
/// includes anew for each location; this class searches once per file.
class SystemHeaders {
public:
  explicit SystemHeaders(const clang::SourceManager &SM) : SM(SM) {}

  /// The same as SourceManager::isInSystemHeader.
  bool contains(clang::SourceLocation L);

private:
  const clang::SourceManager &SM;
  /// The answers for files in which no line directive says something else.
  llvm::DenseMap<clang::FileID, bool> Files;
  clang::FileID Last;
  bool LastIs = false;
};

/// Whether a system header declares \p D. Namespaces and linkage blocks do not
/// count, because they may hold declarations of the program's own.
bool isSystemCode(const clang::Decl &D, const clang::SourceManager &SM);

/// Whether \p F only runs on the device. Such code makes no API calls of the
/// host.
bool isDeviceOnly(const clang::FunctionDecl *F);

/// Whether the translation unit refers to \p F, in code that it parses.
bool isUsed(const clang::FunctionDecl *F);

/// The names that a translation unit has. Names of a precompiled header count
/// where its declarations count: where the context is not limited to other
/// declarations (ASTContext::getTraversalScope).
class Identifiers {
public:
  explicit Identifiers(const clang::ASTContext &Ctx);
  /// \returns null if the translation unit does not have \p Name.
  const clang::IdentifierInfo *find(llvm::StringRef Name) const;

private:
  const clang::ASTContext &Ctx;
  /// The identifiers that enter the table only when they are looked up; may be
  /// null.
  clang::IdentifierInfoLookup *Others;
};

/// Returns the identifier \p Name if a header of \p Ctx, precompiled or not, or
/// its main file uses it; null otherwise.
const clang::IdentifierInfo *identifier(const clang::ASTContext &Ctx,
                                        llvm::StringRef Name);

/// Returns the variable that \p E names; null if it names none.
const clang::VarDecl *variableNamed(const clang::Expr *E);

/// Returns the value of \p E if it is an integral constant expression whose
/// value fits.
std::optional<int64_t> integralConstant(const clang::Expr *E,
                                        const clang::ASTContext &Ctx);

/// Calls \p OnFunction once with each function that the translation unit
/// defines for the host, instantiations included, and \p OnInit with the
/// initializers of variables and fields outside of functions. \p OnVariable, if
/// it is given, is called with each variable outside of functions. Definitions
/// in system headers and in function bodies, and templates themselves, are left
/// out. The cost is therefore proportional to the declarations of the user's
/// own files, or to those that the context is limited to
/// (ASTContext::getTraversalScope).
void forEachDefinition(
    clang::ASTContext &Ctx,
    llvm::function_ref<void(const clang::FunctionDecl *)> OnFunction,
    llvm::function_ref<void(const clang::Expr *)> OnInit,
    llvm::function_ref<void(const clang::VarDecl *)> OnVariable = {});

/// Returns the call operator of each lambda that \p F contains and the AST of
/// its body may lack, because an error has cost the expression around the
/// lambda. Generic lambdas are left out.
std::vector<const clang::FunctionDecl *>
droppedLambdas(const clang::FunctionDecl *F);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_USERCODE_H
