//===- DeclQueries.h - What is known of declarations ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Answers what the knowledge base says about the types and functions that a
/// translation unit declares: handles and streams in DeclQueries.cpp, tensors
/// in MemorySpaces.cpp and Dispatch.cpp, the list "host" in HostValues.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_DECLQUERIES_H
#define CUDA_CAPTURE_LOWER_DECLQUERIES_H

#include "../kb/KnowledgeBase.h"
#include "Counters.h"
#include "Epochs.h"
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
  /// Both must outlive this object.
  DeclQueries(clang::ASTContext &Ctx, const KnowledgeBase &KB)
      : Ctx(Ctx), KB(KB) {}

  //===--- Handles ----------------------------------------------------------//
  /// To be called before handleRole(), once the translation unit is parsed.
  /// Further calls do nothing.
  void collectHandleTypes();
  /// Returns the role of values of this type (streams, events, modes and
  /// statuses of captures...).
  Role handleRole(clang::QualType T) const;
  /// Whether the knowledge base gives objects of this class a role, so that
  /// they stand for something.
  bool isDescribed(const clang::CXXRecordDecl *Class);
  /// Returns the index of the parameter of \p F that has the type of a stream;
  /// nullopt if no parameter has it.
  std::optional<unsigned> streamParameter(const clang::FunctionDecl *F) const;
  /// Whether rows say that an object of this class stands for a stream.
  bool standsForStream(const clang::CXXRecordDecl *Class);

  //===--- What is current in a thread --------------------------------------//
  /// Whether \p F may set the thread's capture mode: it takes a capture mode,
  /// or is a member of a class that keeps one.
  bool concernsMode(const clang::FunctionDecl *F) const;
  /// Whether the translation unit knows a library with current streams.
  bool usesCurrentStream();
  /// Whether \p F, an unknown callee, may change the stream that is current in
  /// the thread: it makes or destroys an object that can be given a stream.
  bool mayChangeStream(const clang::FunctionDecl *F);
  /// Whether \p F, a function of a system header such as std::make_unique, may
  /// make or destroy an object that changes its caller's current stream.
  bool handlesStreamGuard(const clang::FunctionDecl *F);

  //===--- Tensors ----------------------------------------------------------//
  /// Whether values of this type tell where the data of a tensor are.
  bool saysMemorySpace(clang::QualType T);
  /// Returns the parameter of \p F that is on a device wherever its library
  /// calls \p F; null if no parameter is known to be.
  const clang::ParmVarDecl *dispatchedOn(const clang::FunctionDecl *F);

  //===--- The list "host" --------------------------------------------------//
  /// Returns the name by which the knowledge base may know \p F, a function of
  /// the system that returns random numbers or times. The name is empty if \p F
  /// is not such a function, or if the translation unit calls no such function.
  std::string hostValue(const clang::FunctionDecl *F);
  bool usesHostValues();
  /// Returns the kind of objects that \p Class, a class of a library whose own
  /// code is not analysed, makes; HostValue::None for other classes, and for
  /// null.
  HostValue libraryType(const clang::CXXRecordDecl *Class);
  /// The same for a type, or for the type that a reference of type \p T refers
  /// to.
  HostValue libraryType(clang::QualType T);
  /// Returns the kind of \p F, a non-member function of a library whose own
  /// code is not analysed; HostValue::None for other functions, and for null.
  HostValue libraryFunction(const clang::FunctionDecl *F);
  /// Whether \p F, which may be null, runs what the program gave to its object.
  bool runsItsObject(const clang::FunctionDecl *F);
  /// Whether the translation unit has a class that choices are made with.
  bool knowsChoices();
  /// Whether at most one of the calls of \p F in a function returns true.
  bool isChoice(const clang::FunctionDecl *F) const;
  /// Whether the translation unit knows a library of assertions.
  bool knowsAssertions();
  /// Returns the role that \p F has for the verdict of an assertion, if any.
  HostValue assertion(const clang::FunctionDecl *F) const;
  /// Whether the translation unit knows a library of scope guards.
  bool knowsScopeGuards();
  /// Whether the destructor of \p Class runs the callable that its object was
  /// made of.
  bool isScopeGuard(const clang::CXXRecordDecl *Class) const;
  /// Whether \p F is an operator that makes a scope guard of a callable, its
  /// second operand, as the type of its first operand tells: "tag{} ->*
  /// callable".
  bool makesScopeGuard(const clang::FunctionDecl *F) const;
  /// Whether a call of \p F dismisses a scope guard, so that the guard does
  /// nothing afterwards.
  bool isDismissal(const clang::FunctionDecl *F) const;

  //===--- Variables --------------------------------------------------------//
  /// Returns the variables of the translation unit that number calls; see
  /// countersOf(). The code is searched at the first question.
  const Counters &counters();
  /// Returns the variables of the translation unit that number calls by other
  /// steps than one. The code is searched at the first question.
  const Epochs &epochs();

private:
  void findDispatched();
  /// Returns the kind of \p F by its name.
  HostValue kindOf(const clang::FunctionDecl *F);

  clang::ASTContext &Ctx;
  const KnowledgeBase &KB;
  llvm::DenseMap<const void *, Role> HandleTypes;
  std::optional<llvm::StringSet<>> StreamClasses;
  std::optional<Counters> Counted;
  std::optional<Epochs> OnlyGrowing;
  std::optional<bool> UsesCurrentStream, UsesHostValues, KnowsChoices,
      KnowsAssertions, KnowsScopeGuards, KnowsModels;
  llvm::DenseMap<const clang::TagDecl *, bool> MemorySpaceTypes;
  llvm::DenseMap<const clang::CXXRecordDecl *, HostValue> LibraryTypes;
  llvm::DenseMap<const clang::FunctionDecl *, HostValue> LibraryFunctions;
  /// The operators that a library calls for arguments on a device, each with
  /// the class of these arguments. The map is made when it is first needed.
  std::optional<llvm::DenseMap<const clang::FunctionDecl *, std::string>>
      OnDevice;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_DECLQUERIES_H
