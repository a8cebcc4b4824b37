//===- Words.cpp - How nvcc splits texts into words -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Words.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

using namespace cuda_capture;
using namespace llvm;

using Words = std::vector<std::string>;

Words compdb::shellWords(StringRef Command) {
  BumpPtrAllocator Alloc;
  StringSaver Saver(Alloc);
  SmallVector<const char *, 64> Found;
  cl::TokenizeGNUCommandLine(Command, Saver, Found);
  return Words(Found.begin(), Found.end());
}

/// Whether one of \p Quotes is open at the end of \p Text. A backslash protects
/// the next character.
static bool endsInQuote(StringRef Text, StringRef Quotes) {
  char Open = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (C == '\\')
      ++I;
    else if (Open)
      Open = C == Open ? 0 : Open;
    else if (Quotes.contains(C))
      Open = C;
  }
  return Open;
}

// Like shellWords(), this lets a backslash protect the next character even
// between single quotes.
bool compdb::hasOpenQuote(StringRef Command) {
  return endsInQuote(Command, "'\"");
}

bool compdb::hasOpenQuoteInOptionsFile(StringRef Text) {
  return endsInQuote(Text, "\"");
}

namespace {
/// The rules by which a list is split into elements.
struct ListRules {
  bool KeepQuotes;
  /// A backslash protects the next character and is removed.
  bool Escapes;
};
} // namespace

static Words splitList(StringRef Value, ListRules Rules) {
  Words Result;
  std::string Word;
  bool Quoted = false;
  auto End = [&] {
    if (!Word.empty())
      Result.push_back(std::move(Word));
    Word.clear();
  };
  for (size_t I = 0; I < Value.size(); ++I) {
    char C = Value[I];
    if (Rules.Escapes && C == '\\' && I + 1 < Value.size()) {
      Word += Value[++I];
    } else if (C == '"') {
      Quoted = !Quoted;
      if (Rules.KeepQuotes)
        Word += C;
    } else if (C == ',' && !Quoted) {
      End();
    } else {
      Word += C;
    }
  }
  End();
  return Result;
}

Words compdb::splitMacros(StringRef Value) {
  return splitList(Value, {/*KeepQuotes=*/true, /*Escapes=*/true});
}

Words compdb::splitPaths(StringRef Value) {
  return splitList(Value, {/*KeepQuotes=*/false, /*Escapes=*/false});
}

Words compdb::splitHostOptions(StringRef Value) {
  // The commas become blanks in a command for a shell.
  return shellWords(
      join(splitList(Value, {/*KeepQuotes=*/true, /*Escapes=*/true}), " "));
}

/// Removes quotes and backslashes. This is the second step of reading a file.
static std::string unquote(StringRef Word) {
  std::string Result;
  for (size_t I = 0; I < Word.size(); ++I) {
    if (Word[I] == '"')
      continue;
    if (Word[I] == '\\' && I + 1 < Word.size())
      ++I;
    Result += Word[I];
  }
  return Result;
}

Words compdb::splitOptionsFile(StringRef Text) {
  Words Result;
  std::string Word;
  bool Quoted = false, Any = false;
  auto End = [&] {
    if (Any)
      Result.push_back(unquote(Word));
    Word.clear();
    Any = false;
  };
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (isSpace(C) && !Quoted) {
      End();
      continue;
    }
    Any = true;
    if (C == '\\' && I + 1 < Text.size()) {
      char Next = Text[++I];
      // There are two layers of backslashes. The first one protects only these
      // characters.
      if (Next != '\\' && Next != '"')
        Word += C;
      Word += Next;
      continue;
    }
    if (C == '"')
      Quoted = !Quoted;
    Word += C;
  }
  End();
  return Result;
}
