//===- Leading.cpp - Headers that a source begins with --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Leading.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture::scan;
using llvm::StringRef;

static uint64_t weight(const Sources::File &F) {
  return F.Bytes * (F.IsOwn ? 10 : 1);
}

/// Whether the files \p C of \p S would have the same content without the files
/// \p Around, which include them and have so far only defined their include
/// guards. \p Line is the command line.
static bool isIndependent(const Sources &S, llvm::ArrayRef<unsigned> C,
                          llvm::ArrayRef<unsigned> Around, unsigned Line) {
  std::vector<Id> Words;
  for (StringRef Word : {"__BASE_FILE__", "__INCLUDE_LEVEL__"})
    if (std::optional<Id> Known = S.names().find(Word))
      Words.push_back(*Known);
  for (unsigned F : Around) {
    if (std::binary_search(C.begin(), C.end(), F))
      return false;
    if (Id Guard = S.file(F).Facts.Guard)
      Words.push_back(Guard);
  }
  auto Spells = [&](unsigned F) {
    const std::vector<Id> &Spelt = S.file(F).Facts.Spelt;
    return llvm::any_of(Words, [&](Id Word) {
      return std::binary_search(Spelt.begin(), Spelt.end(), Word);
    });
  };
  return !Spells(Line) && llvm::none_of(C, [&](unsigned F) {
    return Spells(F) || (S.file(F).IsOwn && S.file(F).Facts.Unclear);
  });
}

std::vector<Leading> cuda_capture::scan::leading(Sources &S, unsigned Unit) {
  const Sources::Unit &U = S.units()[Unit];
  std::vector<Leading> Result;
  if (U.FlagsUnclear || U.Source == Sources::NoFile)
    return Result;
  uint64_t Weight = 0;
  llvm::BitVector InLine(S.numFiles());
  for (unsigned First : U.First) {
    const std::vector<unsigned> &C = S.closure(First, U.Config);
    if (!isIndependent(S, C, U.Source, U.Line))
      return Result;
    for (unsigned F : C)
      if (!InLine.test(F)) {
        InLine.set(F);
        Weight += weight(S.file(F));
      }
  }
  if (!U.First.empty())
    Result.push_back({"", "", Weight});

  std::vector<unsigned> Around;
  for (unsigned F = U.Source; S.file(F).Facts.BeginsWithInclude;) {
    const Include &I = S.file(F).Facts.Includes.front();
    std::vector<Sources::Resolved> Found = S.resolve(I, F, U.Config);
    Around.push_back(F);
    if (Found.empty() || llvm::is_contained(Around, Found.front().File))
      break;
    const Sources::Resolved &R = Found.front();
    F = R.File;
    const std::vector<unsigned> &C = S.closure(F, U.Config);
    if (S.file(F).Facts.MayBeOnce && isIndependent(S, C, Around, U.Line)) {
      uint64_t More = Weight;
      for (unsigned Other : C)
        More += InLine.test(Other) ? 0 : weight(S.file(Other));
      // Another file finds a header that lies beside its includer only by its
      // path.
      std::string Spelling = R.Inherits ? '"' + S.file(F).Path + '"'
                             : I.Angled ? '<' + I.File + '>'
                                        : '"' + I.File + '"';
      Result.push_back({std::move(Spelling), S.file(F).Path, More});
    }
    // The headers that a system header includes might not be system headers if
    // another file included them.
    if (R.IsSystem)
      break;
  }
  return Result;
}
