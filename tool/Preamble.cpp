//===- Preamble.cpp - Shared beginnings of sources ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Preamble.h"
#include "../lib/lower/SystemPragma.h"
#include "Settings.h"
#include "SkippedBodies.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Serialization/ASTReader.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

static std::string listOf(StringRef Preamble) {
  return (Preamble + ".list").str();
}

//===--- Writing ----------------------------------------------------------===//

namespace {
/// Collects the user's files that declare something, and skips bodies.
class UserFileCollector : public ASTConsumer {
public:
  UserFileCollector(const SourceManager &SM, std::vector<unsigned> &Files)
      : SM(SM), Files(Files) {}

  bool shouldSkipFunctionBody(Decl *D) override { return isSkippedBody(D, SM); }

  void HandleTranslationUnit(ASTContext &Ctx) override {
    llvm::DenseSet<FileID> Seen;
    for (const Decl *D : Ctx.getTranslationUnitDecl()->decls()) {
      // The serialized AST looks up the declaration by this location.
      SourceLocation At = SM.getFileLoc(D->getLocation());
      if (At.isInvalid() || SM.isInSystemHeader(At))
        continue;
      if (FileID File = SM.getFileID(At); Seen.insert(File).second)
        Files.push_back(SM.getLocForStartOfFile(File).getRawEncoding());
    }
  }

private:
  const SourceManager &SM;
  std::vector<unsigned> &Files;
};
} // namespace

std::unique_ptr<ASTConsumer>
WritePreamble::CreateASTConsumer(CompilerInstance &CI, StringRef InFile) {
  CI.getFrontendOpts().OutputFile = Output;
  CI.getDiagnostics().setErrorLimit(1);
  CI.getFrontendOpts().SkipFunctionBodies = true;
  std::vector<std::unique_ptr<ASTConsumer>> Both;
  Both.push_back(
      std::make_unique<UserFileCollector>(CI.getSourceManager(), UserFiles));
  Both.push_back(GeneratePCHAction::CreateASTConsumer(CI, InFile));
  if (!Both.back())
    return nullptr;
  return std::make_unique<MultiplexConsumer>(std::move(Both));
}

void WritePreamble::EndSourceFileAction() {
  CompilerInstance &CI = getCompilerInstance();
  TakenForSystem = cuda_capture::lower::headersTakenForSystem(
      CI.getPreprocessor(), HostLibraries);
  GeneratePCHAction::EndSourceFileAction();
  if (CI.getDiagnostics().hasErrorOccurred())
    return;
  // The users of the preamble include the header once more, which must then
  // have no content.
  if (!Header.empty()) {
    OptionalFileEntryRef File = CI.getFileManager().getOptionalFileRef(Header);
    if (!File || !CI.getPreprocessor()
                      .getHeaderSearchInfo()
                      .isFileMultipleIncludeGuarded(*File))
      return;
  }
  llvm::Error E = writeFile(listOf(Output), [&](llvm::raw_ostream &OS) {
    OS << Header << '\n';
    for (unsigned File : UserFiles)
      OS << File << '\n';
  });
  Written = !E;
  llvm::consumeError(std::move(E));
}

//===--- Using ------------------------------------------------------------===//

std::optional<PreambleUser> PreambleUser::open(StringRef File) {
  auto Text = llvm::MemoryBuffer::getFile(listOf(File));
  if (!Text)
    return std::nullopt;
  PreambleUser Result;
  Result.File = File.str();
  auto [Header, Rest] = (*Text)->getBuffer().split('\n');
  Result.Header = Header.str();
  unsigned Location;
  while (!Rest.consumeInteger(10, Location) && Rest.consume_front("\n"))
    Result.UserFiles.push_back(Location);
  return Result;
}

namespace {
/// Determines whether the first file that is skipped, because it was included
/// before, is the header of the preamble.
class FirstSkipped : public PPCallbacks {
public:
  FirstSkipped(FileManager &FM, StringRef Header, std::shared_ptr<bool> IsIt)
      : File(FM.getOptionalFileRef(Header)), IsIt(std::move(IsIt)) {}
  void FileSkipped(const FileEntryRef &Skipped, const Token &,
                   SrcMgr::CharacteristicKind) override {
    if (std::exchange(Any, true))
      return;
    *IsIt = File && &File->getFileEntry() == &Skipped.getFileEntry();
  }

private:
  OptionalFileEntryRef File;
  std::shared_ptr<bool> IsIt;
  bool Any = false;
};
} // namespace

void PreambleUser::watch(CompilerInstance &CI) {
  // If there are errors, the source is parsed again without the preamble.
  CI.getDiagnostics().setErrorLimit(1);
  *EnteredFirst = false;
  CI.getPreprocessor().addPPCallbacks(std::make_unique<FirstSkipped>(
      CI.getFileManager(), Header, EnteredFirst));
}

void PreambleUser::limit(CompilerInstance &CI, ASTContext &Ctx) const {
  auto Reader = CI.getASTReader();
  if (!Reader)
    return;
  const SourceManager &SM = Ctx.getSourceManager();
  const TranslationUnitDecl *TU = Ctx.getTranslationUnitDecl();
  serialization::ModuleFile &Module =
      Reader->getModuleManager().getPrimaryModule();
  std::vector<Decl *> Scope;
  for (unsigned Raw : UserFiles) {
    FileID File = SM.getFileID(Reader->TranslateSourceLocation(
        Module, SourceLocation::getFromRawEncoding(Raw)));
    llvm::SmallVector<Decl *, 64> InFile;
    Reader->FindFileRegionDecls(File, 0, SM.getFileIDSize(File), InFile);
    for (Decl *D : InFile)
      if (D->getLexicalDeclContext() == TU)
        Scope.push_back(D);
  }
  llvm::stable_sort(Scope, [&](const Decl *A, const Decl *B) {
    return SM.isBeforeInTranslationUnit(A->getBeginLoc(), B->getBeginLoc());
  });
  for (Decl *D : TU->noload_decls())
    if (!D->isFromASTFile())
      Scope.push_back(D);
  Ctx.setTraversalScope(Scope);
}

bool PreambleUser::owns(StringRef Path) const {
  // This is the precompiled header, or the source that it was made from.
  StringRef Stem = File;
  Stem.consume_back(".pch");
  return Path.starts_with(Stem) &&
         Path.drop_front(Stem.size()).starts_with(".");
}
