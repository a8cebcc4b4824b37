//===- Preamble.h - What sources share, parsed once -------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A precompiled header of what several sources begin with, made and used in
/// the same run of 'check' and never kept. Beside it lies a list (".list") of
/// what its users need to know: the header that they have to enter first, and
/// where the user's files in it begin.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_PREAMBLE_H
#define CUDA_CAPTURE_TOOL_PREAMBLE_H

#include "clang/Frontend/FrontendActions.h"
#include <optional>
#include <string>
#include <vector>

/// Writes one. Nothing is written if there are errors.
class WritePreamble : public clang::GeneratePCHAction {
public:
  /// \p Header is the file that whoever begins with the preamble enters first;
  /// empty: there is none but what the command line includes. \p Written is set
  /// if \p Output and its list are there, and \p BelowPragma to the headers
  /// in it that were passed over, see lower::headersBelowPragma().
  WritePreamble(std::string Header, std::string Output, bool &Written,
                std::vector<std::string> &BelowPragma)
      : Header(std::move(Header)), Output(std::move(Output)), Written(Written),
        BelowPragma(BelowPragma) {}

protected:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI,
                    llvm::StringRef InFile) override;
  void EndSourceFileAction() override;

private:
  std::string Header, Output;
  bool &Written;
  std::vector<std::string> &BelowPragma;
  /// Encoded locations, as they are in the file.
  std::vector<unsigned> UserFiles;
};

/// A translation unit that begins with a preamble.
class PreambleUser {
public:
  /// \returns nothing if \p File has no list.
  static std::optional<PreambleUser> open(llvm::StringRef File);

  const std::string &file() const { return File; }
  /// Before anything is parsed.
  void watch(clang::CompilerInstance &CI);
  /// Whether what is in the preamble is what the source began with.
  bool isRight() const { return Header.empty() || *EnteredFirst; }
  /// Leaves the declarations of system headers where they are: to read them all
  /// takes longer than the rest.
  void limit(clang::CompilerInstance &CI, clang::ASTContext &Ctx) const;
  /// Whether \p Path is part of the preamble itself and not of the program.
  bool owns(llvm::StringRef Path) const;

private:
  std::string File, Header;
  std::vector<unsigned> UserFiles;
  std::shared_ptr<bool> EnteredFirst = std::make_shared<bool>(false);
};

#endif // CUDA_CAPTURE_TOOL_PREAMBLE_H
