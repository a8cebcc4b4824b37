//===- SourceFiles.cpp - The files that diagnostics speak of --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceFiles.h"

using namespace cuda_capture::report;
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
  // Behind its last character a line has a place, too.
  if (!Line || !P.Column || P.Column > Line->size() + 1)
    return std::nullopt;
  return Starts[P.Line - 1] + P.Column - 1;
}

const SourceFile *SourceFiles::get(StringRef Path) {
  auto [It, New] = Known.try_emplace(Path);
  if (New)
    // Not mapped: an editor may change the file meanwhile.
    if (auto Content = llvm::MemoryBuffer::getFile(Path, /*IsText=*/false,
                                                   /*RequiresNull=*/false,
                                                   /*IsVolatile=*/true))
      It->second = std::make_unique<SourceFile>(std::move(*Content));
  return It->second.get();
}
