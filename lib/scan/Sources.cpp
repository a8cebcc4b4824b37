//===- Sources.cpp - The files of translation units -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sources.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace cuda_capture::scan;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

unsigned Sources::read(const std::string &Path) {
  auto [It, New] = ByPath.try_emplace(Path, Files.size());
  if (!New)
    return It->second;
  File &F = Files.emplace_back();
  F.Path = Path;
  if (auto Text = llvm::MemoryBuffer::getFile(Path)) {
    F.Facts = readFacts((*Text)->getBuffer(), All);
    F.Bytes = (*Text)->getBufferSize();
  } else { // A file that cannot be read may have any content.
    F.Facts.Unclear = true;
  }
  return It->second;
}

bool Sources::exists(const std::string &Path) {
  auto [It, New] = Known.try_emplace(Path, false);
  if (New)
    It->second = fs::is_regular_file(Path);
  return It->second;
}

static std::string joined(StringRef Folder, StringRef File) {
  llvm::SmallString<256> Path(Folder);
  path::append(Path, File);
  path::remove_dots(Path, /*remove_dot_dot=*/true);
  return std::string(Path);
}

std::vector<Sources::Resolved>
Sources::resolve(const Include &I, StringRef Folder, unsigned Config) {
  std::vector<Resolved> Result;
  auto Try = [&](const std::string &Path, bool IsSystem, bool Inherits) {
    if (!exists(Path))
      return false;
    Result.push_back({read(Path), IsSystem, Inherits, I.Conditional});
    return true;
  };
  if (path::is_absolute(I.File)) {
    Try(joined("", I.File), false, true);
    return Result;
  }
  if (!I.Angled && !I.Next && Try(joined(Folder, I.File), false, true))
    return Result;
  for (const SearchFolder &F : Folders[Config])
    if (!(F.OnlyQuoted && I.Angled) &&
        Try(joined(F.Path, I.File), F.IsSystem, false) && !I.Next)
      break;
  return Result;
}

std::vector<Sources::Resolved> Sources::resolve(const Include &I, unsigned F,
                                                unsigned Config) {
  // The name is copied, because resolving the include adds files.
  const std::string Folder = path::parent_path(Files[F].Path).str();
  return resolve(I, Folder, Config);
}

const std::vector<Sources::Resolved> &Sources::includes(unsigned F,
                                                        unsigned Config) {
  auto It = Included.find({F, Config});
  if (It != Included.end())
    return It->second;
  std::vector<Resolved> All;
  for (const Include &I : std::vector<Include>(Files[F].Facts.Includes)) {
    std::vector<Resolved> Found = resolve(I, F, Config);
    if (Found.empty() && !I.Conditional)
      Found.push_back({NoFile, false, false, false});
    All.insert(All.end(), Found.begin(), Found.end());
  }
  return Included[{F, Config}] = std::move(All);
}

const std::vector<unsigned> &Sources::closure(unsigned First, unsigned Config) {
  auto [It, New] = Closures.try_emplace({First, Config});
  std::vector<unsigned> &C = It->second;
  if (!New)
    return C;
  llvm::BitVector Seen(Files.size());
  std::vector<unsigned> Todo{First};
  Seen.set(First);
  while (!Todo.empty()) {
    const unsigned F = Todo.back();
    Todo.pop_back();
    C.push_back(F);
    // add() has filled in Included.
    for (const Resolved &R : Included[{F, Config}])
      if (R.File != NoFile && !Seen.test(R.File)) {
        Seen.set(R.File);
        Todo.push_back(R.File);
      }
  }
  llvm::sort(C);
  return C;
}

void Sources::add(const UnitFlags &Flags) {
  Unit U;
  U.Unclear = U.FlagsUnclear = Flags.Unclear;
  std::string Key;
  for (const SearchFolder &F : Flags.Folders)
    Key += F.Path + char('0' + F.IsSystem + 2 * F.OnlyQuoted) + '\n';
  const unsigned Config =
      Configs.try_emplace(Key, Configs.size()).first->second;
  if (Config == Folders.size())
    Folders.push_back(Flags.Folders);
  U.Config = Config;

  const unsigned Line = Files.size();
  U.Line = Line;
  Files.emplace_back().IsOwn = true;
  for (const std::string &M : Flags.Macros)
    addMacro(Files[Line].Facts, M, All);
  U.Own.push_back(Line);

  // Seen: the unit has the file. Own: it is a file of the user's. Sure: it is
  // included for certain.
  enum { Seen = 1, Own = 2, Sure = 4 };
  llvm::DenseMap<unsigned, unsigned> State;
  std::vector<std::pair<unsigned, unsigned>> Todo;
  auto Visit = [&](unsigned F, unsigned How) {
    unsigned &Now = State[F];
    if ((Now | How) == Now)
      return;
    Now |= How;
    Todo.push_back({F, Now});
  };
  const std::string Folder = path::parent_path(Flags.Source).str();
  for (const std::string &File : Flags.Includes)
    for (const Resolved &R :
         resolve({File, false, false, false}, Folder, Config)) {
      U.First.push_back(R.File);
      Visit(R.File, Seen | Sure | (R.IsSystem ? 0 : Own));
    }
  if (exists(Flags.Source)) {
    U.Source = read(Flags.Source);
    Visit(U.Source, Seen | Own | Sure);
  }
  while (!Todo.empty()) {
    auto [F, How] = Todo.back();
    Todo.pop_back();
    for (const Resolved &R : includes(F, Config)) {
      if (R.File != NoFile)
        Visit(R.File, Seen |
                          (R.Inherits   ? How & Own
                           : R.IsSystem ? 0
                                        : Own) |
                          (R.Conditional ? 0 : How & Sure));
      else if ((How & Own) && (How & Sure))
        U.Unclear = true; // Clang will report the missing file.
    }
  }
  for (auto [F, How] : State) {
    (How & Own ? U.Own : U.System).push_back(F);
    if ((How & Own) && (How & Sure))
      U.Sure.push_back(F);
    if (How & Own)
      Files[F].IsOwn = true;
  }
  llvm::sort(U.Own);
  llvm::sort(U.System);
  llvm::sort(U.Sure);
  for (unsigned F : U.Own)
    U.Unclear |= Files[F].Facts.Unclear;
  Units.push_back(std::move(U));
}

std::vector<std::string> Sources::absent() const {
  std::vector<std::string> Result;
  for (const auto &[Path, IsThere] : Known)
    if (!IsThere)
      Result.push_back(Path.str());
  return Result;
}

std::vector<std::string> Sources::paths() const {
  std::vector<std::string> Result;
  for (const File &F : Files)
    if (!F.Path.empty())
      Result.push_back(F.Path);
  llvm::sort(Result);
  return Result;
}
