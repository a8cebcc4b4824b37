//===- SourceFiles.cpp - The files that diagnostics refer to --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceFiles.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace cuda_capture::report;
using llvm::isAlnum;
using llvm::StringRef;

SourceFile::SourceFile(std::unique_ptr<llvm::MemoryBuffer> Read)
    : Content(std::move(Read)), Starts{0} {
  StringRef Text = text();
  for (size_t I = Text.find_first_of("\r\n"); I != StringRef::npos;
       I = Text.find_first_of("\r\n", I)) {
    I += Text.substr(I).starts_with("\r\n") ? 2 : 1;
    Starts.push_back(I);
  }
}

std::optional<StringRef> SourceFile::line(unsigned Number) const {
  if (!Number || Number > Starts.size())
    return std::nullopt;
  StringRef Rest = text().substr(Starts[Number - 1]);
  return Rest.take_until([](char C) { return C == '\n' || C == '\r'; });
}

std::optional<size_t> SourceFile::offset(const Position &P) const {
  std::optional<StringRef> Line = line(P.Line);
  // A line also has a place behind its last character.
  if (!Line || !P.Column || P.Column > Line->size() + 1)
    return std::nullopt;
  return Starts[P.Line - 1] + P.Column - 1;
}

SourceFile::Place SourceFile::place(size_t Offset) const {
  Offset = std::min(Offset, text().size());
  auto Next = std::upper_bound(Starts.begin(), Starts.end(), Offset);
  return {unsigned(Next - Starts.begin()), unsigned(Offset - Next[-1] + 1)};
}

unsigned SourceFile::utf16Column(Place P) const {
  StringRef Before = lineOrNothing(P.Line).take_front(P.Column - 1);
  unsigned Units = P.Column - Before.size();
  if (P.Line == 1)
    Before.consume_front("\xef\xbb\xbf");
  for (unsigned char C : Before)
    Units += (C & 0xc0) == 0x80 ? 0 : C >= 0xf0 ? 2 : 1;
  return Units;
}

unsigned SourceFile::nameLength(Place P) const {
  StringRef Rest = lineOrNothing(P.Line).drop_front(
      std::min<size_t>(P.Column - 1, lineOrNothing(P.Line).size()));
  size_t I = 0;
  auto IsWord = [&](size_t At) {
    return At < Rest.size() &&
           (isAlnum(Rest[At]) || Rest[At] == '_' || (Rest[At] & 0x80));
  };
  while (IsWord(I) || (I && Rest.substr(I).starts_with("::") && IsWord(I + 2)))
    I += IsWord(I) ? 1 : 2;
  return std::max<size_t>(I, 1);
}

const SourceFile *SourceFiles::get(StringRef Path) {
  auto [It, New] = Known.try_emplace(Path);
  if (New && Read) {
    if (auto Content = Read(Path))
      It->second = std::make_unique<SourceFile>(std::move(Content));
  } else if (New) {
    // The file is not mapped, because an editor may change it meanwhile.
    if (auto Content = llvm::MemoryBuffer::getFile(Path, /*IsText=*/false,
                                                   /*RequiresNull=*/false,
                                                   /*IsVolatile=*/true))
      It->second = std::make_unique<SourceFile>(std::move(*Content));
  }
  return It->second.get();
}

std::string cuda_capture::report::pathBelow(StringRef File, StringRef Root) {
  Root = Root.rtrim('/');
  StringRef Rest = File;
  if (!Root.empty() && Rest.consume_front(Root) && Rest.consume_front("/") &&
      !Rest.empty())
    return Rest.str();
  return File.str();
}
