//===- SkippedBodies.h - What skipped bodies would have used ----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The frontend skips the bodies of functions that the lowering never looks
/// into. Where such a function is a template of a system header, its body may
/// construct objects of the program's classes (std::make_unique does), and a
/// compiler would instantiate their constructors, destructors and virtual
/// functions. SkippedBodies instantiates these.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_SKIPPEDBODIES_H
#define CUDA_CAPTURE_TOOL_SKIPPEDBODIES_H

#include "clang/Sema/ExternalSemaSource.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace clang {
class CompilerInstance;
class TemplateArgument;
} // namespace clang

/// Whether a frontend skips the body of \p D: the lowering never looks into it.
bool isSkippedBody(clang::Decl *D, const clang::SourceManager &SM);

/// Sema asks an external source for what it knows when a translation unit ends.
/// That is the last moment at which something can be instantiated: later, the
/// scope of the translation unit is gone, and look-ups of builtins crash.
///
/// The program need not contain what is instantiated here: a class may be a
/// template argument without being constructed. So errors are not reported, and
/// functions in whose instantiation one occurred count as invalid.
class SkippedBodies : public clang::ExternalSemaSource {
public:
  explicit SkippedBodies(clang::CompilerInstance &CI) : CI(CI) {}

  /// The consumer of the AST hands on what it hears of.
  void noteInstantiation(clang::FunctionDecl *F) { Functions.push_back(F); }

  void InitializeSema(clang::Sema &S) override { TheSema = &S; }
  void ForgetSema() override { TheSema = nullptr; }
  /// Notes the functions that a precompiled header leaves to its users.
  void ReadPendingInstantiations(
      llvm::SmallVectorImpl<
          std::pair<clang::ValueDecl *, clang::SourceLocation>> &Pending)
      override;
  /// Sema asks for these when it has instantiated all that it knows of, and
  /// before it ends the translation unit. It gets none.
  void ReadTentativeDefinitions(
      llvm::SmallVectorImpl<clang::VarDecl *> &Definitions) override;

private:
  void collect(llvm::ArrayRef<clang::TemplateArgument> Arguments);
  void construct(clang::QualType Class);
  /// Runs \p Use and what it leaves pending; forgets it if there are errors.
  void attempt(llvm::function_ref<void()> Use);

  clang::CompilerInstance &CI;
  clang::Sema *TheSema = nullptr;
  bool Done = false;
  /// Functions that were instantiated, or would have been.
  std::vector<clang::FunctionDecl *> Functions;
  /// Classes that may be constructed, in the order in which they were found.
  std::vector<clang::QualType> Classes;
  llvm::DenseSet<const clang::CXXRecordDecl *> Known;
};

#endif // CUDA_CAPTURE_TOOL_SKIPPEDBODIES_H
