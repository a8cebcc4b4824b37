//===- UnitFlags.cpp - Compile flags of sources ---------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitFlags.h"
#include "../lib/support/Paths.h"
#include "Frontend.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace cuda_capture;
using llvm::StringRef;

static scan::UnitFlags flagsOf(const compdb::Command &C) {
  scan::UnitFlags Result;
  std::shared_ptr<clang::CompilerInvocation> CI = invocationOf(C);
  if (!CI) {
    Result.Unclear = true;
    return Result;
  }
  auto Absolute = [&](StringRef Path) {
    return absolutePath(C.Directory, Path);
  };
  const clang::HeaderSearchOptions &HS = CI->getHeaderSearchOpts();
  const clang::PreprocessorOptions &PP = CI->getPreprocessorOpts();
  Result.Unclear = !HS.VFSOverlayFiles.empty() ||
                   !PP.ImplicitPCHInclude.empty() ||
                   !PP.RemappedFiles.empty() || CI->getLangOpts().Modules ||
                   CI->getLangOpts().CPlusPlusModules;
  using namespace clang::frontend;
  const bool IsCpp = CI->getLangOpts().CPlusPlus;
  for (const std::vector<IncludeDirGroup> &Groups :
       {std::vector<IncludeDirGroup>{Quoted},
        {Angled},
        {System, ExternCSystem, IsCpp ? CXXSystem : CSystem},
        {After}})
    for (const clang::HeaderSearchOptions::Entry &E : HS.UserEntries) {
      if (!llvm::is_contained(Groups, E.Group))
        continue;
      Result.Unclear |= E.IsFramework || StringRef(E.Path).ends_with(".hmap");
      Result.Folders.push_back(
          {Absolute(E.Path), E.Group >= System, E.Group == Quoted});
    }
  // As in Clang, a folder that is also a system folder counts as a system
  // folder.
  llvm::erase_if(Result.Folders, [&](const scan::SearchFolder &F) {
    return !F.IsSystem &&
           llvm::any_of(Result.Folders, [&](const scan::SearchFolder &O) {
             return O.IsSystem && O.Path == F.Path;
           });
  });
  for (const auto &[Macro, IsUndefined] : PP.Macros)
    if (!IsUndefined)
      Result.Macros.push_back(Macro);
  for (const std::vector<std::string> *List : {&PP.Includes, &PP.MacroIncludes})
    Result.Includes.insert(Result.Includes.end(), List->begin(), List->end());
  return Result;
}

const FlagReader::Flags &FlagReader::known(const DemandedSource &S) {
  const compdb::Command &C = *S.Command;
  std::string Key =
      C.Directory + '\n' + llvm::sys::path::extension(S.File).str();
  bool IsOutput = false;
  for (const std::string &A : C.Arguments) {
    if (A != C.File && A != S.File && !IsOutput)
      Key += '\n' + A;
    IsOutput = A == "-o" || A == "-MF" || A == "-MT" || A == "-MQ";
  }
  auto [It, New] = Known.try_emplace(Key);
  if (New) {
    It->second.Group = Known.size();
    It->second.Read = flagsOf(C);
  }
  return It->second;
}

scan::UnitFlags FlagReader::read(const DemandedSource &S) {
  scan::UnitFlags Result = known(S).Read;
  Result.Source = S.File;
  return Result;
}
