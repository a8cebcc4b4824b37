//===- SkippedBodies.h - Uses in skipped function bodies --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The frontend skips the bodies of functions that the lowering never looks
/// into. If such a function is a template of a system header, its body may
/// construct objects of the program's classes, as std::make_unique does, or run
/// its generic lambdas, as std::for_each does. A compiler would then
/// instantiate the constructors, destructors and virtual functions of these
/// classes, and the call operators. SkippedBodies instantiates them instead.
/// Typed tests of googletest are class templates that it makes classes of.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_SKIPPEDBODIES_H
#define CUDA_CAPTURE_TOOL_SKIPPEDBODIES_H

#include "clang/Sema/ExternalSemaSource.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"
#include <vector>

namespace clang {
class CompilerInstance;
class FunctionProtoType;
class FunctionTemplateDecl;
class TemplateArgument;
class TemplateDecl;
} // namespace clang

/// Whether the frontend skips the body of \p D, because the lowering never
/// looks into it.
bool isSkippedBody(clang::Decl *D, const clang::SourceManager &SM);

/// Instantiates what skipped bodies would have used. Sema queries external
/// sources at the end of a translation unit. That is the last moment at which
/// something can be instantiated: later, the scope of the translation unit is
/// gone, and look-ups of builtins crash.
///
/// The program need not contain what is instantiated here, because a class may
/// be a template argument without being constructed. Therefore errors are not
/// reported, and functions whose instantiation causes an error count as
/// invalid.
class SkippedBodies : public clang::ExternalSemaSource {
public:
  explicit SkippedBodies(clang::CompilerInstance &CI) : CI(CI) {}

  /// The AST consumer calls this for each function that is instantiated
  /// implicitly.
  void noteInstantiation(clang::FunctionDecl *F) { Functions.push_back(F); }

  void InitializeSema(clang::Sema &S) override { TheSema = &S; }
  void ForgetSema() override { TheSema = nullptr; }
  /// Also notes the functions whose instantiation a precompiled header leaves
  /// to its users.
  void ReadPendingInstantiations(
      llvm::SmallVectorImpl<
          std::pair<clang::ValueDecl *, clang::SourceLocation>> &Pending)
      override;
  /// Sema calls this when it has instantiated everything that it knows of, and
  /// before it ends the translation unit. Returns no definitions.
  void ReadTentativeDefinitions(
      llvm::SmallVectorImpl<clang::VarDecl *> &Definitions) override;

private:
  void collect(llvm::ArrayRef<clang::TemplateArgument> Arguments);
  void construct(clang::QualType Class);
  /// The types and templates among the template arguments of a skipped body.
  struct Arguments {
    /// In the order of the arguments, those of a pack included.
    std::vector<clang::QualType> Types;
    /// Types that values of the others may lead to: elements of containers,
    /// what iterators point at.
    std::vector<clang::QualType> Elements;
    /// The parameters of function types, as in std::function.
    std::vector<const clang::FunctionProtoType *> Signatures;
    std::vector<clang::TemplateDecl *> Templates;
  };
  void sort(llvm::ArrayRef<clang::TemplateArgument> From, bool Nested,
            Arguments &Into) const;
  /// Makes classes of the program's templates, of one type each.
  void makeClasses(const Arguments &Given);
  /// Instantiates the generic call operators of the program's types.
  void runCallables(const Arguments &Given);
  /// Calls an object of \p T, whose class has the call operator \p Operator,
  /// with arguments of the types \p Args.
  void runCallable(clang::QualType T, clang::FunctionTemplateDecl *Operator,
                   llvm::ArrayRef<clang::QualType> Args);
  /// Runs \p Use and the instantiations that it leaves pending. If there are
  /// errors, marks the instantiated functions as invalid. \returns whether
  /// there are none.
  bool attempt(llvm::function_ref<void()> Use);
  /// Takes their bodies away from the call operators that do not fit the
  /// arguments with which they were tried, where others do: the program does
  /// not run them.
  void dropFailed();

  clang::CompilerInstance &CI;
  clang::Sema *TheSema = nullptr;
  bool Done = false;
  /// Functions that were instantiated, or would have been if they had a body.
  std::vector<clang::FunctionDecl *> Functions;
  /// Classes that may be constructed, in the order in which they were found.
  std::vector<clang::QualType> Classes;
  llvm::DenseSet<const clang::CXXRecordDecl *> Known;
  /// What was attempted so far with templates and callables.
  llvm::StringSet<> Attempted;
  /// The instances of a generic call operator that were made here.
  struct Trials {
    /// Whether one of them has no errors.
    bool OneFits = false;
    std::vector<clang::FunctionDecl *> Failed;
  };
  llvm::MapVector<clang::FunctionTemplateDecl *, Trials> Tried;
};

#endif // CUDA_CAPTURE_TOOL_SKIPPEDBODIES_H
