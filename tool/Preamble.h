//===- Preamble.h - Shared beginnings of sources ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A preamble is a precompiled header of what several sources begin with. It is
/// made and used in the same run of 'check', and never kept. A list beside it
/// (".list") contains what its users need: the header that they must include
/// first, and the locations at which the user's files in it begin.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_PREAMBLE_H
#define CUDA_CAPTURE_TOOL_PREAMBLE_H

#include "clang/Frontend/FrontendActions.h"
#include <optional>
#include <string>
#include <vector>

/// Writes a preamble. Writes nothing if there are errors.
class WritePreamble : public clang::GeneratePCHAction {
public:
  /// \p Header is the file that users of the preamble include first. If it is
  /// empty, the preamble consists of the files that the command line includes.
  /// \p Written is set if \p Output and its list have been written, and
  /// \p TakenForSystem to the headers in it that are not analysed, see
  /// lower::headersTakenForSystem().
  WritePreamble(std::string Header, std::string Output, bool &Written,
                llvm::ArrayRef<std::string> HostLibraries,
                std::vector<std::string> &TakenForSystem)
      : Header(std::move(Header)), Output(std::move(Output)), Written(Written),
        HostLibraries(HostLibraries), TakenForSystem(TakenForSystem) {}

protected:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI,
                    llvm::StringRef InFile) override;
  void EndSourceFileAction() override;

private:
  std::string Header, Output;
  bool &Written;
  llvm::ArrayRef<std::string> HostLibraries;
  std::vector<std::string> &TakenForSystem;
  /// The encoded locations of the user's files in the precompiled header.
  std::vector<unsigned> UserFiles;
};

/// A translation unit that begins with a preamble.
class PreambleUser {
public:
  /// Opens a preamble. \returns nullopt if \p File has no list.
  static std::optional<PreambleUser> open(llvm::StringRef File);

  const std::string &file() const { return File; }
  /// Prepares \p CI for the preamble. Call this before anything is parsed.
  void watch(clang::CompilerInstance &CI);
  /// Whether the source really begins with the content of the preamble. Call
  /// this after parsing.
  bool isRight() const { return Header.empty() || *EnteredFirst; }
  /// Excludes the declarations of system headers from traversals of the AST,
  /// because reading all of them takes longer than everything else.
  void limit(clang::CompilerInstance &CI, clang::ASTContext &Ctx) const;
  /// Whether \p Path is part of the preamble itself, and not of the program.
  bool owns(llvm::StringRef Path) const;

private:
  std::string File, Header;
  std::vector<unsigned> UserFiles;
  std::shared_ptr<bool> EnteredFirst = std::make_shared<bool>(false);
};

#endif // CUDA_CAPTURE_TOOL_PREAMBLE_H
