//===- Headers.cpp - Reading a toolkit's headers --------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The headers are compiled as C++ three times: as programs see them, with the
/// per-thread default stream, and with the old versions of functions that only
/// libraries see.
///
//===----------------------------------------------------------------------===//

#include "Headers.h"
#include "../lib/compdb/OwnFiles.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace clang;
using namespace cuda_capture;

/// The constant whose value is the version of the compiled headers.
static constexpr llvm::StringLiteral VersionName = "cuda_capture_version";

namespace {

/// Adds the declarations of the headers to a DeclaredApi.
class Collector : public ASTConsumer {
public:
  Collector(DeclaredApi &Api, const std::set<std::string> &Headers, bool Old)
      : Api(Api), Headers(Headers), Old(Old) {}

  void HandleTranslationUnit(ASTContext &Ctx) override {
    SM = &Ctx.getSourceManager();
    Policy = std::make_unique<PrintingPolicy>(Ctx.getPrintingPolicy());
    visit(Ctx.getTranslationUnitDecl());
  }

private:
  void visit(const DeclContext *DC) {
    for (const Decl *D : DC->decls()) {
      if (const auto *Linkage = dyn_cast<LinkageSpecDecl>(D))
        visit(Linkage);
      else if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
        function(Template->getTemplatedDecl());
      else if (const auto *F = dyn_cast<FunctionDecl>(D))
        function(F);
      else if (const auto *E = dyn_cast<EnumDecl>(D))
        for (const EnumConstantDecl *C : E->enumerators())
          constant(C);
    }
  }

  void constant(const EnumConstantDecl *C) {
    const llvm::APSInt &Value = C->getInitVal();
    if (Value.getSignificantBits() > 64)
      return;
    if (C->getName() == VersionName) {
      Api.Major = Value.getExtValue() / 1000;
      Api.Minor = Value.getExtValue() % 1000 / 10;
    }
    Api.Constants.try_emplace(C->getName().str(), Value.getExtValue());
  }

  void function(const FunctionDecl *F) {
    if (!F->getIdentifier())
      return;
    DeclaredFunction Result;
    Result.Name = F->getName().str();
    Result.Header = llvm::sys::path::filename(
                        SM->getFilename(SM->getFileLoc(F->getLocation())))
                        .str();
    if (!Headers.count(Result.Header))
      return;
    Result.Old = Old;
    for (const ParmVarDecl *P : F->parameters())
      Result.Params.push_back(type(P->getType()));
    Api.Functions.try_emplace(Result.Name, std::move(Result));
  }

  std::string type(QualType T) const {
    T = T.getUnqualifiedType();
    unsigned Stars = 0;
    for (; T->isPointerType() && !T->getAs<TypedefType>(); ++Stars)
      T = T->getPointeeType().getUnqualifiedType();
    std::string Text = T.getAsString(*Policy);
    for (llvm::StringRef Tag : {"enum ", "struct ", "union "})
      if (llvm::StringRef(Text).starts_with(Tag))
        Text.erase(0, Tag.size());
    return Stars ? Text + " " + std::string(Stars, '*') : Text;
  }

  DeclaredApi &Api;
  const std::set<std::string> &Headers;
  const bool Old;
  const SourceManager *SM = nullptr;
  std::unique_ptr<PrintingPolicy> Policy;
};

class CollectAction : public ASTFrontendAction {
public:
  CollectAction(DeclaredApi &Api, const std::set<std::string> &Headers,
                bool Old)
      : Api(Api), Headers(Headers), Old(Old) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    return std::make_unique<Collector>(Api, Headers, Old);
  }

private:
  DeclaredApi &Api;
  const std::set<std::string> &Headers;
  const bool Old;
};

} // namespace

llvm::Expected<DeclaredApi> cuda_capture::readHeaders(const KnowledgeBase &KB,
                                                      StringRef Root) {
  std::string Folder = (Root + "/include").str();
  if (!llvm::sys::fs::is_directory(Folder))
    Folder = Root.str();

  std::set<std::string> Headers;
  for (const ApiRow &Row : KB.rows())
    if (!Row.Header.empty() &&
        (!Row.OfLibrary || llvm::sys::fs::exists(Folder + "/" + Row.Header)) &&
        llvm::any_of(Row.Names, [](const ApiRow::Name &N) {
          return N.Fam != Family::Hip &&
                 N.Spelling.find("::") == std::string::npos;
        }))
      Headers.insert(Row.Header);
  std::string Code;
  for (const std::string &H : Headers) {
    if (!llvm::sys::fs::exists(Folder + "/" + H))
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "no " + H + " in " + Folder);
    Code += "#include <" + H + ">\n";
  }
  // Only one of the two headers may be present.
  Code += llvm::formatv("#ifdef CUDA_VERSION\nenum {{ {0} = CUDA_VERSION };\n"
                        "#elif defined(CUDART_VERSION)\n"
                        "enum {{ {0} = CUDART_VERSION };\n#endif\n",
                        VersionName)
              .str();

  std::vector<std::string> Common{"-std=c++17", "-fsyntax-only", "-isystem",
                                  Folder};
  if (std::string Own = compdb::resourceFolder(CUDA_CAPTURE_LLVM_MAJOR,
                                               CUDA_CAPTURE_RESOURCE_DIR);
      !Own.empty())
    Common.push_back("-resource-dir=" + Own);
  DeclaredApi Api;
  Api.Headers = Headers;
  auto Run = [&](std::vector<std::string> Args, bool Old) {
    Args.insert(Args.begin(), Common.begin(), Common.end());
    return tooling::runToolOnCodeWithArgs(
        std::make_unique<CollectAction>(Api, Headers, Old), Code, Args,
        "headers.cpp", "cuda-capture");
  };
  std::vector<std::string> PerThread;
  for (const std::string &Macro : KB.perThreadMacros())
    PerThread.push_back("-D" + Macro);
  if (!Run({}, false) || !Run(PerThread, false) ||
      !Run({"-D__CUDA_API_VERSION_INTERNAL"}, true))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "the headers in " + Folder +
                                       " cannot be compiled");
  if (!Api.Major)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "the headers in " + Folder +
                                       " do not say which version they are");
  return Api;
}
