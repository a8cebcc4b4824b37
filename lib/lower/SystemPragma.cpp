//===- SystemPragma.cpp - Headers that the pragma makes system headers ----===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SystemPragma.h"
#include "../kb/KnowledgeBase.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace cuda_capture;
using namespace clang;

void lower::ignoreSystemPragma(Preprocessor &PP) {
  for (const char *Namespace : {"GCC", "clang"}) {
    // A handler is removed by its name.
    EmptyPragmaHandler Named("system_header");
    PP.RemovePragmaHandler(Namespace, &Named);
    PP.AddPragmaHandler(Namespace, new EmptyPragmaHandler("system_header"));
  }
}

void lower::takeHostLibrariesForSystem(Preprocessor &PP,
                                       const KnowledgeBase &KB) {
  // The last prefix that matches counts, so the user's own stand behind.
  std::vector<std::pair<std::string, bool>> Prefixes;
  for (const std::string &Folder : KB.hostLibraries())
    Prefixes.emplace_back(Folder, true);
  HeaderSearch &Search = PP.getHeaderSearchInfo();
  for (const auto &P : Search.getHeaderSearchOpts().SystemHeaderPrefixes)
    Prefixes.emplace_back(P.Prefix, P.IsSystemHeader);
  Search.SetSystemHeaderPrefixes(Prefixes);
}

/// Returns the folder among \p HostLibraries that has the file \p Path, or an
/// empty string.
static StringRef libraryOf(StringRef Path,
                           llvm::ArrayRef<std::string> HostLibraries) {
  for (const std::string &Folder : HostLibraries)
    if (Path.contains("/" + Folder))
      return Folder;
  return "";
}

namespace {
/// Classifies the files of a translation unit.
class HeaderKinds {
public:
  HeaderKinds(const Preprocessor &PP, llvm::ArrayRef<std::string> HostLibraries)
      : SM(PP.getSourceManager()), Search(PP.getHeaderSearchInfo()),
        HostLibraries(HostLibraries) {}

  std::vector<std::string> takenForSystem() {
    std::vector<std::string> Result;
    llvm::StringSet<> Seen;
    // A file is entered before those that it includes.
    for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
      const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
      if (!Entry.isFile())
        continue;
      const FileID File =
          SM.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
      const OptionalFileEntryRef Ref =
          Entry.getFile().getContentCache().OrigEntry;
      const Kind K = kindOf(File, Entry.getFile(), Ref);
      Kinds[File] = K;
      if (K == TakenForSystem && Ref && Seen.insert(Ref->getName()).second)
        Result.push_back(Ref->getName().str());
    }
    return Result;
  }

private:
  /// TakenForSystem: a system header, but in no folder of system headers.
  enum Kind { User, System, TakenForSystem };

  Kind kindOf(FileID File, const SrcMgr::FileInfo &Info,
              OptionalFileEntryRef Ref) {
    const FileID Includer = SM.getFileID(Info.getIncludeLoc());
    const Kind Above = Includer.isValid() ? Kinds.lookup(Includer) : User;
    if (Info.getFileCharacteristic() == SrcMgr::C_User)
      return File != SM.getMainFileID() && Info.hasLineDirectives() &&
                     SM.isInSystemHeader(SM.getLocForEndOfFile(File))
                 ? TakenForSystem
                 : User;
    if (!Ref || isInSystemFolder(Ref->getName()))
      return System;
    // A file that a system header includes is a system header, too.
    return Above == TakenForSystem ||
                   !libraryOf(Ref->getName(), HostLibraries).empty()
               ? TakenForSystem
               : System;
  }

  /// Whether the innermost folder of the include path that has \p Path is one
  /// of system headers.
  bool isInSystemFolder(StringRef Path) {
    auto [It, New] = Folders.try_emplace(llvm::sys::path::parent_path(Path));
    if (!New)
      return It->second;
    size_t Longest = 0;
    for (const DirectoryLookup &Lookup : Search.search_dir_range()) {
      StringRef Rest = Path, Name = Lookup.getName().rtrim('/');
      if (Name.size() > Longest && Rest.consume_front(Name) &&
          Rest.starts_with("/")) {
        Longest = Name.size();
        It->second = Lookup.getDirCharacteristic() != SrcMgr::C_User;
      }
    }
    return It->second;
  }

  const SourceManager &SM;
  const HeaderSearch &Search;
  llvm::ArrayRef<std::string> HostLibraries;
  llvm::DenseMap<FileID, Kind> Kinds;
  llvm::StringMap<bool> Folders;
};
} // namespace

std::vector<std::string>
lower::headersTakenForSystem(const Preprocessor &PP,
                             llvm::ArrayRef<std::string> HostLibraries) {
  return HeaderKinds(PP, HostLibraries).takenForSystem();
}

/// Whether \p Text has one of \p Names as a word of its own, outside of
/// comments and literals.
static bool mentions(StringRef Text, const llvm::StringSet<> &Names) {
  LangOptions Opts;
  Opts.CPlusPlus = true;
  // The lexer requires a null character after the text.
  const std::string Copy = Text.str();
  Lexer L(SourceLocation(), Opts, Copy.data(), Copy.data(),
          Copy.data() + Copy.size());
  for (Token T; !L.LexFromRawLexer(T);)
    if (T.is(tok::raw_identifier) && Names.contains(T.getRawIdentifier()))
      return true;
  return false;
}

std::vector<lower::PassedOver>
lower::beginningCaptures(llvm::ArrayRef<std::string> Files,
                         const KnowledgeBase &KB) {
  if (Files.empty())
    return {};
  llvm::StringSet<> Names;
  for (const ApiRow &Row : KB.rows())
    if (Row.Eff == Effect::BeginCapture)
      KB.spellings(Row, [&](StringRef Name) {
        Names.insert(
            Name.rsplit("::").second.empty() ? Name : Name.rsplit("::").second);
      });
  std::vector<PassedOver> Result;
  for (const std::string &File : Files) {
    auto Text = llvm::MemoryBuffer::getFile(File);
    if (!Text)
      continue;
    const StringRef Content = (*Text)->getBuffer();
    // Searching for a string is faster than reading tokens.
    if (llvm::any_of(Names.keys(),
                     [&](StringRef Name) { return Content.contains(Name); }) &&
        mentions(Content, Names))
      Result.push_back({File, libraryOf(File, KB.hostLibraries()).str()});
  }
  return Result;
}
