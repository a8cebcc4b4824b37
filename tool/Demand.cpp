//===- Demand.cpp - Which sources have to be parsed -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Demand.h"
#include "../lib/lower/Candidates.h"
#include "../lib/report/Paths.h"
#include "../lib/scan/Reach.h"
#include "Frontend.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace cuda_capture;
using llvm::StringRef;

//===--- Flags ------------------------------------------------------------===//

/// What clang makes of a command; the same for commands that differ in nothing
/// but the names of files.
static scan::UnitFlags flagsOf(const compdb::Command &C) {
  scan::UnitFlags Result;
  std::shared_ptr<clang::CompilerInvocation> CI = invocationOf(C);
  if (!CI) {
    Result.Unclear = true;
    return Result;
  }
  auto Absolute = [&](StringRef Path) {
    return report::absolutePath(C.Directory, Path);
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
  // As for Clang: a folder that is also a system's is the system's.
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

namespace {
/// Knows the flags of commands that it has seen before.
class FlagReader {
public:
  scan::UnitFlags read(const DemandedSource &S) {
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
    if (New)
      It->second = flagsOf(C);
    scan::UnitFlags Result = It->second;
    Result.Source = S.File;
    return Result;
  }

private:
  std::map<std::string, scan::UnitFlags> Known;
};
} // namespace

//===--- What starts something --------------------------------------------===//

/// The names in a name with scopes that are certain; patterns are not.
static scan::Start spelled(StringRef Name) {
  scan::Start Result;
  Name = Name.take_until([](char C) { return C == '('; });
  for (StringRef Rest = Name; !Rest.empty();) {
    StringRef Word = Rest.take_while([](char C) {
      return llvm::isAlnum(C) || C == '_' || C == '*' || C == '?';
    });
    // Arguments of templates may be written in other ways.
    if (Rest.front() == '<')
      break;
    if (!Word.empty() && Word != "operator" &&
        Word.find_first_of("*?") == StringRef::npos)
      Result.All.push_back(Word.str());
    Rest = Rest.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return Result;
}

/// Of a pattern for names with scopes: what the last name ends with.
static scan::Start lastOf(StringRef Pattern) {
  scan::Start Result;
  StringRef Tail = Pattern.trim();
  if (size_t At = Tail.find_last_of("*?[]{}\\^!"); At != StringRef::npos)
    Tail = Tail.drop_front(At + 1);
  if (size_t At = Tail.rfind("::"); At != StringRef::npos)
    Tail = Tail.drop_front(At + 2);
  Tail.consume_front("~");
  if (Tail.starts_with("operator"))
    Tail = "";
  Result.Suffix =
      Tail.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; })
          .str();
  return Result;
}

static std::vector<scan::Start> startsOf(const Settings &Set) {
  std::vector<scan::Start> Result;
  for (const ApiRow &Row : Set.KB->rows())
    if (lower::startsSomething(Row))
      for (const ApiRow::Name &N : Row.Names)
        if (StringRef(N.Spelling).find_first_of(":*?(") != StringRef::npos)
          Result.push_back(spelled(N.Spelling));
  for (const EntryPoint &E : Set.KB->entryPoints())
    if (E.Always || llvm::is_contained(Set.Capturable.EntryPoints, E.Library) ||
        llvm::is_contained(Set.Capturable.EntryPoints, "all"))
      Result.push_back(spelled(E.Name));
  // Of an annotation, whatever it is spelt by.
  Result.push_back({{"annotate"}, std::nullopt});
  if (Set.Capturable.FunctionsText)
    for (StringRef Rest = *Set.Capturable.FunctionsText; !Rest.empty();) {
      auto [One, More] = Rest.split(';');
      if (!One.trim().empty())
        Result.push_back(lastOf(One));
      Rest = More;
    }
  return Result;
}

Demand findDemand(llvm::ArrayRef<DemandedSource> Sources) {
  Demand Result;
  if (Sources.empty())
    return Result;
  // The knowledge is the program's.
  const KnowledgeBase &KB = *Sources.front().Set->KB;
  auto IsStart = [&](StringRef Name) {
    Lookup Found = KB.lookup(Name);
    return Found && lower::startsSomething(*Found.Row);
  };
  std::vector<std::string> StartNames;
  for (const ApiRow &Row : KB.rows())
    if (lower::startsSomething(Row) && !KnowledgeBase::namesScopes(Row))
      KB.spellings(Row,
                   [&](StringRef Name) { StartNames.push_back(Name.str()); });
  std::map<const Settings *, std::vector<scan::Start>> Starts;
  scan::Program Program(IsStart, std::move(StartNames));
  FlagReader Flags;
  for (const DemandedSource &S : Sources) {
    auto [It, New] = Starts.try_emplace(S.Set);
    if (New)
      It->second = startsOf(*S.Set);
    Program.add(Flags.read(S), It->second);
  }
  llvm::BitVector Reached = Program.reached();
  for (unsigned I = 0; I < Sources.size(); ++I)
    Result.Needed.push_back(Reached.test(I));
  Result.FilesRead = Program.files();
  return Result;
}
