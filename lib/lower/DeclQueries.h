//===- DeclQueries.h - What is known of declarations ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the knowledge base says about the types and functions that a
/// translation unit declares: handles and streams in DeclQueries.cpp, tensors
/// in MemorySpaces.cpp and Dispatch.cpp, the list "host" in HostValues.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_DECLQUERIES_H
#define CUDA_CAPTURE_LOWER_DECLQUERIES_H

#include "../kb/KnowledgeBase.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

namespace clang {
class ASTContext;
class CXXRecordDecl;
class FunctionDecl;
class ParmVarDecl;
class QualType;
class TagDecl;
} // namespace clang

namespace cuda_capture::lower {

class DeclQueries {
public:
  /// Both must outlive this.
  DeclQueries(clang::ASTContext &Ctx, const KnowledgeBase &KB)
      : Ctx(Ctx), KB(KB) {}

  //===--- Handles ----------------------------------------------------------//
  /// To be called before handleRole(), once the translation unit is parsed.
  void collectHandleTypes();
  /// The role of values of this type (streams, events...).
  Role handleRole(clang::QualType T) const;
  /// Whether objects of this class stand for something.
  bool isDescribed(const clang::CXXRecordDecl *Class);
  /// Which parameter of \p F has the type of a stream; nullopt if none has.
  std::optional<unsigned> streamParameter(const clang::FunctionDecl *F) const;
  /// Whether rows say that an object of this class stands for a stream.
  bool standsForStream(const clang::CXXRecordDecl *Class);

  //===--- What is current in a thread --------------------------------------//
  /// Whether \p F is given a capture mode, or is a member of a class that keeps
  /// one: such a function may set the thread's mode.
  bool concernsMode(const clang::FunctionDecl *F) const;
  /// Whether the translation unit knows a library with current streams.
  bool usesCurrentStream();
  /// Whether \p F, an unknown callee, may change the stream that is current in
  /// the thread: it makes, or is, an object that was given one.
  bool mayChangeStream(const clang::FunctionDecl *F);
  /// Whether \p F, of a system header, may make or destroy an object that
  /// changes the current stream, for its caller: std::make_unique.
  bool handlesStreamGuard(const clang::FunctionDecl *F);

  //===--- Tensors ----------------------------------------------------------//
  /// Whether values of this type say where the data of a tensor are.
  bool saysMemorySpace(clang::QualType T);
  /// The parameter of \p F that is on a device wherever its library calls it;
  /// null if none is known to be.
  const clang::ParmVarDecl *dispatchedOn(const clang::FunctionDecl *F);

  //===--- The list "host" --------------------------------------------------//
  /// The name by which the knowledge base may know \p F, a function of the
  /// system that returns random numbers or times; empty if it does not, or if
  /// the translation unit calls none of them.
  std::string hostValue(const clang::FunctionDecl *F);
  bool usesHostValues();
  /// What objects of \p Class are, a class of a library whose own code is not
  /// looked at; HostValue::None for other classes, and for null.
  HostValue libraryType(const clang::CXXRecordDecl *Class);
  /// The same for a type, or what a reference of that type refers to.
  HostValue libraryType(clang::QualType T);
  /// What \p F does, a function of a library whose own code is not looked at
  /// and which is no member; HostValue::None for others, and for null.
  HostValue libraryFunction(const clang::FunctionDecl *F);
  /// Whether the translation unit has a class that a choice is made with.
  bool knowsChoices();
  /// Whether at most one of the calls of \p F in a function is true.
  bool isChoice(const clang::FunctionDecl *F) const;
  /// Whether the translation unit knows a library of assertions.
  bool knowsAssertions();
  /// What \p F has to do with the verdict of an assertion, if anything.
  HostValue assertion(const clang::FunctionDecl *F) const;
  /// Whether the translation unit knows a library of scope guards.
  bool knowsScopeGuards();
  /// Whether the destructor of \p Class runs what its object was made of.
  bool isScopeGuard(const clang::CXXRecordDecl *Class) const;
  /// Whether \p F is an operator that makes a scope guard of a callable, its
  /// second operand; the type of the first one says so: "tag{} ->* callable".
  bool makesScopeGuard(const clang::FunctionDecl *F) const;
  /// Whether a scope guard does nothing any more behind a call of \p F.
  bool isDismissal(const clang::FunctionDecl *F) const;

private:
  void findDispatched();

  clang::ASTContext &Ctx;
  const KnowledgeBase &KB;
  llvm::DenseMap<const void *, Role> HandleTypes;
  std::optional<llvm::StringSet<>> StreamClasses;
  std::optional<bool> UsesCurrentStream, UsesHostValues, KnowsChoices,
      KnowsAssertions, KnowsScopeGuards;
  llvm::DenseMap<const clang::TagDecl *, bool> MemorySpaceTypes;
  llvm::DenseMap<const clang::CXXRecordDecl *, HostValue> LibraryTypes;
  llvm::DenseMap<const clang::FunctionDecl *, HostValue> LibraryFunctions;
  /// The operators that a library calls for arguments on a device, and the
  /// class of those; made when it is needed.
  std::optional<llvm::DenseMap<const clang::FunctionDecl *, std::string>>
      OnDevice;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_DECLQUERIES_H
