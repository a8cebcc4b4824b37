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
/// its caller may capture the streams that it receives. It can also be declared
/// not to be.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_PROMISES_H
#define CUDA_CAPTURE_LOWER_PROMISES_H

#include "../kb/KnowledgeBase.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/GlobPattern.h"
#include <memory>

namespace clang {
class AnnotateAttr;
class ASTContext;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace cuda_capture::lower {

/// What options say about functions whose callers capture.
struct CapturableOptions {
  /// Their names with scopes, as patterns.
  std::vector<llvm::GlobPattern> Functions;
  /// What the patterns point into.
  std::shared_ptr<const std::string> FunctionsText;
  /// The mode where nothing says another one: a cudaStreamCaptureMode.
  int64_t Mode = 0;
  /// Libraries whose entry points count as capturable beside those that always
  /// do.
  std::vector<std::string> EntryPoints;

  /// Every function but main and lambdas is declared capturable.
  bool Audit = false;

  /// Reads lists that are separated by ';'. \returns what is wrong with them,
  /// or nothing.
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
  bool Beside = false;
  clang::SourceLocation At;
};

/// The functions that an argument is, or is made of; not those that it calls.
void functionsIn(const clang::Stmt *S,
                 std::vector<const clang::FunctionDecl *> &Found);
/// Whether an expression, or a constant that it names, names the constant \p
/// Name.
bool namesConstant(const clang::Stmt *S, llvm::StringRef Name);

class CapturableContracts {
public:
  /// Looks at the translation unit, if there is anything to be found.
  CapturableContracts(clang::ASTContext &Ctx, const KnowledgeBase &KB,
                      CapturableOptions Opts);

  /// The contract of \p F.
  CapturableContract of(const clang::FunctionDecl *F) const;

  /// The functions with a body that are declared capturable.
  const std::vector<const clang::FunctionDecl *> &capturable() const {
    return Found;
  }

  bool isAudit() const { return Opts.Audit; }

  /// Annotations that make no sense.
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
  std::optional<CapturableContract> meaning(const clang::AnnotateAttr &A,
                                            std::string *Wrong = nullptr) const;

  clang::ASTContext &Ctx;
  const CapturableOptions Opts;
  bool AnyAnnotation = false;
  std::vector<const clang::FunctionDecl *> Found;
  std::vector<Problem> Problems;
  /// Of entry points, and lambdas whose variable is annotated.
  llvm::DenseMap<const clang::FunctionDecl *, CapturableContract> Special;
  mutable llvm::DenseMap<const clang::FunctionDecl *, CapturableContract> Known;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_PROMISES_H
