//===- SourceText.cpp - Source code without comments ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

using namespace cuda_capture::ir;
using llvm::StringRef;

namespace {
class Reader {
public:
  explicit Reader(StringRef Text) : Text(Text) {}

  SourceText run() {
    while (At < Text.size())
      step();
    endLine();
    return std::move(Result);
  }

private:
  bool isWord(char C) const { return llvm::isAlnum(C) || C == '_'; }

  void step() {
    const StringRef Rest = Text.substr(At);
    if (Rest.starts_with("//"))
      return lineComment();
    if (Rest.starts_with("/*"))
      return blockComment(Rest);
    const char C = Rest.front();
    if (C == '\n') {
      endLine();
      ++Line;
      ++At;
    } else if (llvm::isSpace(C)) {
      Blank = true;
      ++At;
    } else if (C == '"' && wordBefore().ends_with("R")) {
      rawString(Rest);
    } else if (C == '"' || (C == '\'' && !isInNumber())) {
      literal(C);
    } else {
      add(C);
      ++At;
    }
  }

  /// Returns the word that ends here.
  StringRef wordBefore() const {
    size_t Begin = At;
    while (Begin && isWord(Text[Begin - 1]))
      --Begin;
    return Text.slice(Begin, At);
  }

  /// Whether the current character is between digits.
  bool isInNumber() const {
    const StringRef Before = wordBefore();
    return !Before.empty() && llvm::isDigit(Before.front());
  }

  void lineComment() {
    Blank = true;
    for (; At < Text.size() && Text[At] != '\n'; ++At)
      if (Text[At] == '\\' && At + 1 < Text.size() && Text[At + 1] == '\n') {
        ++Line;
        ++At;
      }
  }

  void blockComment(StringRef Rest) {
    Blank = true;
    const StringRef Comment = Rest.take_front(Rest.find("*/", 2));
    Line += Comment.count('\n');
    At += Comment.size() + 2;
  }

  void rawString(StringRef Rest) {
    const size_t Open = Rest.find('(');
    const std::string End =
        (")" + Rest.slice(1, Open == StringRef::npos ? 1 : Open) + "\"").str();
    const size_t Close = Rest.find(End);
    const size_t Size =
        Close == StringRef::npos ? Rest.size() : Close + End.size();
    for (char C : Rest.take_front(Size)) {
      add(C);
      Line += C == '\n';
    }
    At += Size;
  }

  void literal(char Quote) {
    do {
      if (Text[At] == '\\' && At + 1 < Text.size()) {
        add(Text[At++]);
        Line += Text[At] == '\n';
      }
      add(Text[At++]);
    } while (At < Text.size() && Text[At] != Quote && Text[At] != '\n');
    if (At < Text.size() && Text[At] == Quote)
      add(Text[At++]);
  }

  void add(char C) {
    if (!HasCode) {
      HasCode = true;
      if (!Result.Lines.empty() &&
          Result.Lines.back().First + Result.Lines.back().Count == Line)
        ++Result.Lines.back().Count;
      else
        Result.Lines.push_back({Line, 1});
    } else if (Blank) {
      Result.Code += ' ';
    }
    Blank = false;
    Result.Code += C;
  }

  void endLine() {
    if (HasCode)
      Result.Code += '\n';
    HasCode = Blank = false;
  }

  const StringRef Text;
  SourceText Result;
  size_t At = 0;
  unsigned Line = 1;
  /// Whether there is code on this line, and whether a blank follows it.
  bool HasCode = false, Blank = false;
};
} // namespace

uint64_t SourceText::digest() const {
  return Code.empty() && Lines.empty() ? 0 : llvm::xxh3_64bits(Code);
}

SourceText cuda_capture::ir::sourceTextOf(StringRef Text) {
  return Reader(Text).run();
}

SourceText cuda_capture::ir::sourceTextIn(StringRef File) {
  // The name comes from the writer of the object, and a device file may have no
  // end.
  if (!llvm::sys::fs::is_regular_file(File))
    return {};
  auto Text = llvm::MemoryBuffer::getFile(File, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  return Text ? sourceTextOf((*Text)->getBuffer()) : SourceText();
}

unsigned cuda_capture::ir::movedLine(llvm::ArrayRef<LineRun> Before,
                                     llvm::ArrayRef<LineRun> Now,
                                     unsigned Line) {
  // The number of this line of code, or of the next one.
  unsigned Number = 0;
  for (const LineRun &R : Before) {
    if (Line < R.First)
      break;
    Number += std::min(Line - R.First, R.Count);
    if (Line < R.First + R.Count)
      break;
  }
  for (const LineRun &R : Now) {
    if (Number < R.Count)
      return R.First + Number;
    Number -= R.Count;
  }
  return Line;
}
