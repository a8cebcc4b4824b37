//===- Leading.cpp - What a source begins with ----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reach.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace cuda_capture::scan;
using llvm::StringRef;

const Program::Closure &Program::closure(unsigned First, unsigned Config) {
  auto [It, New] = Closures.try_emplace({First, Config});
  Closure &C = It->second;
  if (!New)
    return C;
  llvm::BitVector Seen(Files.size());
  std::vector<unsigned> Todo{First};
  Seen.set(First);
  while (!Todo.empty()) {
    const unsigned F = Todo.back();
    Todo.pop_back();
    C.push_back(F);
    // It was read when the unit was added.
    for (const Resolved &R : Included[{F, Config}])
      if (R.File != NoFile && !Seen.test(R.File)) {
        Seen.set(R.File);
        Todo.push_back(R.File);
      }
  }
  llvm::sort(C);
  return C;
}

/// Whether what \p C has would be the same without what \p Around has said
/// before, which is that they are there.
bool Program::isIndependent(const Closure &C, llvm::ArrayRef<unsigned> Around,
                            unsigned Line) const {
  std::vector<Id> Words;
  for (StringRef Word : {"__BASE_FILE__", "__INCLUDE_LEVEL__"})
    if (std::optional<Id> Known = All.find(Word))
      Words.push_back(*Known);
  for (unsigned F : Around) {
    if (std::binary_search(C.begin(), C.end(), F))
      return false;
    if (Id Guard = Files[F].Facts.Guard)
      Words.push_back(Guard);
  }
  auto Spells = [&](unsigned F) {
    return llvm::any_of(Words, [&](Id Word) {
      return std::binary_search(Files[F].Facts.Spelt.begin(),
                                Files[F].Facts.Spelt.end(), Word);
    });
  };
  return !Spells(Line) && llvm::none_of(C, [&](unsigned F) {
    return Spells(F) || (Files[F].IsOwn && Files[F].Facts.Unclear);
  });
}

std::vector<Leading> Program::leading(unsigned Unit) {
  const struct Unit &U = Units[Unit];
  std::vector<Leading> Result;
  if (U.FlagsUnclear || U.Source == NoFile)
    return Result;
  uint64_t Weight = 0;
  llvm::BitVector InLine(Files.size());
  for (unsigned First : U.First) {
    const Closure &C = closure(First, U.Config);
    if (!isIndependent(C, U.Source, U.Line))
      return Result;
    for (unsigned F : C)
      if (!InLine.test(F)) {
        InLine.set(F);
        Weight += weight(F);
      }
  }
  if (!U.First.empty())
    Result.push_back({"", "", Weight});

  std::vector<unsigned> Around;
  for (unsigned F = U.Source; Files[F].Facts.BeginsWithInclude;) {
    const Include &I = Files[F].Facts.Includes.front();
    const std::string Folder =
        llvm::sys::path::parent_path(Files[F].Path).str();
    std::vector<Resolved> Found = resolve(I, Folder, Folders[U.Config]);
    Around.push_back(F);
    if (Found.empty() || llvm::is_contained(Around, Found.front().File))
      break;
    const Resolved &R = Found.front();
    F = R.File;
    const Closure &C = closure(F, U.Config);
    if (Files[F].Facts.MayBeOnce && isIndependent(C, Around, U.Line)) {
      uint64_t More = Weight;
      for (unsigned Other : C)
        More += InLine.test(Other) ? 0 : weight(Other);
      // What lies beside its includer is found by its path elsewhere.
      std::string Spelling = R.Inherits ? '"' + Files[F].Path + '"'
                             : I.Angled ? '<' + I.File + '>'
                                        : '"' + I.File + '"';
      Result.push_back({std::move(Spelling), Files[F].Path, More});
    }
    // Whether those behind it are of a system would change.
    if (R.IsSystem)
      break;
  }
  return Result;
}
