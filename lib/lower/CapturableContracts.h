//===- CapturableContracts.h - Functions whose callers capture --*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function can be declared capturable: by an annotation, by an option, or by
/// being an entry point that a library is known to call while it captures. Then
/// its caller may capture the streams that the function receives. A function
/// can also be declared not capturable.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_CAPTURABLECONTRACTS_H
#define CUDA_CAPTURE_LOWER_CAPTURABLECONTRACTS_H

#include "../kb/KnowledgeBase.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/GlobPattern.h"
#include <memory>

namespace clang {
class AnnotateAttr;
class ASTContext;
class CXXMethodDecl;
class CXXRecordDecl;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace cuda_capture::lower {

/// The options about functions whose callers capture.
struct CapturableOptions {
  /// Functions that are declared capturable by name.
  struct FunctionPattern {
    /// Matches names with scopes.
    llvm::GlobPattern Name;
    /// See ir::Capturable::Beside.
    bool InOwnThread = false;
  };
  std::vector<FunctionPattern> Functions;
  /// The text that the patterns point into.
  std::shared_ptr<const std::string> FunctionsText;
  /// The default capture mode: a cudaStreamCaptureMode.
  int64_t Mode = 0;
  /// Libraries whose entry points count as capturable, in addition to those
  /// whose entry points always do.
  std::vector<std::string> EntryPoints;

  /// Whether every function except main and lambdas is declared capturable.
  bool Audit = false;

  /// These read lists that are separated by ';'. In the list of functions, the
  /// word "thread" in front of a name says that a thread of its own runs the
  /// function.
  /// \returns an error message, or an empty string if the list is valid.
  std::string setFunctions(llvm::StringRef List);
  std::string setMode(llvm::StringRef Name);
  std::string setEntryPoints(llvm::StringRef List, const KnowledgeBase &KB);
};

struct CapturableContract {
  enum Kind { None, Capturable, NotCapturable } K = None;
  int64_t Mode = 0;
  /// See ir::Capturable.
  std::string Why;
  /// See ir::Capturable.
  bool Beside = false, Exported = false;
  /// See ir::Capturable.
  std::string Assumed, Library, Overrides;
  unsigned Overriders = 0;
  clang::SourceLocation At;
};

/// Collects the functions that an argument names or is built from, but not
/// those that it calls.
void functionsIn(const clang::Stmt *S,
                 std::vector<const clang::FunctionDecl *> &Found);
/// Whether an expression, or a constant that it names, names the constant
/// \p Name.
bool namesConstant(const clang::Stmt *S, llvm::StringRef Name);

class CapturableContracts {
public:
  /// Searches the translation unit, unless nothing can be found there.
  CapturableContracts(clang::ASTContext &Ctx, const KnowledgeBase &KB,
                      CapturableOptions Opts);

  /// Returns the contract of \p F.
  CapturableContract of(const clang::FunctionDecl *F) const;

  /// Returns the functions with a body that are declared capturable, followed
  /// by the constructors of their classes: what these initialize, the member
  /// functions find initialized.
  std::vector<const clang::FunctionDecl *> roots() const;

  bool isAudit() const { return Opts.Audit; }

  /// The function is an entry point of a library. It has no body here, or it is
  /// inline: then a program may use the body of another translation unit, which
  /// does not know what the function is.
  struct Elsewhere {
    const clang::FunctionDecl *F;
    std::string Library;
    /// See ir::Capturable.
    bool Exported = false;
  };
  /// The entry points whose functions other translation units define, or may
  /// define as well. An audit
  /// includes those of libraries that are not selected.
  std::vector<Elsewhere> definedElsewhere() const;

  /// An annotation that makes no sense.
  struct Problem {
    clang::SourceLocation At;
    std::string Text;
  };
  const std::vector<Problem> &problems() const { return Problems; }

private:
  friend class ContractFinder;
  std::optional<CapturableContract>
  annotated(const clang::FunctionDecl *F) const;
  CapturableContract compute(const clang::FunctionDecl *F) const;
  /// Whether the functions at \p E are declared capturable.
  bool isSelected(const EntryPoint &E) const;
  std::optional<CapturableContract> meaning(const clang::AnnotateAttr &A,
                                            std::string *Wrong = nullptr) const;

  clang::ASTContext &Ctx;
  const CapturableOptions Opts;
  bool AnyAnnotation = false;
  std::vector<const clang::FunctionDecl *> Found;
  std::vector<Problem> Problems;
  /// The contracts of entry points, and of lambdas whose variable is annotated.
  llvm::DenseMap<const clang::FunctionDecl *, CapturableContract> Special;
  /// In an audit: the entry points that are not selected.
  llvm::DenseMap<const clang::FunctionDecl *, const EntryPoint *> Others;
  /// In an audit: the classes that declare a function which overrides a virtual
  /// function, by the function that overrides no other one.
  llvm::DenseMap<const clang::CXXMethodDecl *,
                 llvm::SmallPtrSet<const clang::CXXRecordDecl *, 4>>
      Overriding;
  mutable llvm::DenseMap<const clang::FunctionDecl *, CapturableContract> Known;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_CAPTURABLECONTRACTS_H
