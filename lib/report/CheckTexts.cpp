//===- CheckTexts.cpp - Texts of the checks from their pages --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckTexts.h"
#include "EmbeddedFiles.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <cctype>

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;

StringRef report::embeddedFile(StringRef Name) {
  for (const EmbeddedFile &File : embeddedFiles())
    if (File.Name == Name)
      return File.Text;
  llvm_unreachable("not listed in lib/CMakeLists.txt");
}

//===----------------------------------------------------------------------===//
// Markdown
//===----------------------------------------------------------------------===//

/// Returns the end of the code that begins at \p At, or \p At if no code begins
/// there.
static size_t skipCode(StringRef Text, size_t At) {
  size_t Ticks = Text.substr(At).find_first_not_of('`');
  if (!Ticks || Ticks == StringRef::npos)
    return At;
  StringRef Fence = Text.substr(At, Ticks);
  for (size_t End = At + Ticks;
       (End = Text.find(Fence, End)) != StringRef::npos;) {
    size_t Run = Text.substr(End).find_first_not_of('`');
    if (Run == StringRef::npos)
      Run = Text.size() - End;
    if (Run == Ticks)
      return End + Ticks;
    End += Run;
  }
  return At;
}

/// Returns \p Text with each link replaced by the result of \p Link. Code
/// counts as text.
static std::string
replaceLinks(StringRef Text,
             function_ref<std::string(StringRef Shown, StringRef To)> Link) {
  std::string Result;
  for (size_t I = 0; I < Text.size();) {
    if (size_t End = skipCode(Text, I); End != I) {
      Result += Text.slice(I, End);
      I = End;
      continue;
    }
    if (Text[I] == '[') {
      size_t Close = Text.find("](", I), End = Text.find(')', Close);
      if (Close != StringRef::npos && End != StringRef::npos &&
          !Text.slice(I + 1, Close).contains('[')) {
        Result += Link(Text.slice(I + 1, Close), Text.slice(Close + 2, End));
        I = End + 1;
        continue;
      }
    }
    Result += Text[I++];
  }
  return Result;
}

static bool isWord(StringRef Text, size_t I) {
  return I < Text.size() && isAlnum(Text[I]);
}

/// Returns the end of the emphasis whose text begins at \p At, behind \p Mark;
/// npos if the mark is just a character.
static size_t endOfEmphasis(StringRef Text, size_t At, StringRef Mark) {
  if (At >= Text.size() || isSpace(Text[At]) ||
      (At > Mark.size() && isWord(Text, At - Mark.size() - 1)))
    return StringRef::npos;
  size_t End = Text.find(Mark, At + 1);
  if (End == StringRef::npos || isSpace(Text[End - 1]) ||
      isWord(Text, End + Mark.size()) || Text.slice(At, End).contains("\n\n"))
    return StringRef::npos;
  return End;
}

std::string report::plainText(StringRef Markdown) {
  std::string Copy = replaceLinks(
      Markdown, [](StringRef Shown, StringRef) { return Shown.str(); });
  StringRef Text = Copy;
  std::string Result;
  for (size_t I = 0; I < Text.size();) {
    if (size_t End = skipCode(Text, I); End != I) {
      Result += Text.slice(I, End).trim('`');
      I = End;
      continue;
    }
    StringRef Mark = Text.substr(I).starts_with("**") ? "**"
                     : Text[I] == '*'                 ? "*"
                     : Text[I] == '_'                 ? "_"
                                                      : "";
    size_t Begin = I + Mark.size();
    if (!Mark.empty()) {
      size_t End = endOfEmphasis(Text, Begin, Mark);
      if (End != StringRef::npos) {
        Result += plainText(Text.slice(Begin, End));
        I = End + Mark.size();
        continue;
      }
    }
    if (Text[I] == '\\' && I + 1 < Text.size() &&
        std::ispunct(static_cast<unsigned char>(Text[I + 1])))
      ++I;
    Result += Text[I++];
  }
  return Result;
}

std::string report::withAbsoluteLinks(StringRef Markdown, StringRef Page,
                                      StringRef Docs) {
  return replaceLinks(Markdown, [&](StringRef Shown, StringRef To) {
    if (To.contains("://"))
      return ("[" + Shown + "](" + To + ")").str();
    if (Docs.empty())
      return Shown.str();
    auto [File, Anchor] = To.split('#');
    SmallString<128> Path(File.empty() ? Page : sys::path::parent_path(Page));
    if (!File.empty())
      sys::path::append(Path, sys::path::Style::posix, File);
    sys::path::remove_dots(Path, /*remove_dot_dot=*/true,
                           sys::path::Style::posix);
    return ("[" + Shown + "](" + Docs + Path + (Anchor.empty() ? "" : "#") +
            Anchor + ")")
        .str();
  });
}

//===----------------------------------------------------------------------===//
// The pages
//===----------------------------------------------------------------------===//

/// Returns the summary in Checks.def as a sentence.
static std::string summaryOf(StringRef Markdown) {
  std::string Text = plainText(Markdown);
  if (!Text.empty())
    Text[0] = toUpper(Text[0]);
  return Text + ".";
}

/// Joins the lines of each paragraph to one line. The items of a list stay
/// separate lines.
static std::string joinLines(StringRef Text) {
  SmallVector<StringRef, 32> Lines;
  Text.trim().split(Lines, '\n');
  std::string Result;
  for (StringRef Line : Lines) {
    bool Begins = Line.empty() || Line.starts_with("- ") ||
                  Line.starts_with("|") || StringRef(Result).ends_with("\n");
    if (!Result.empty())
      Result += Begins ? '\n' : ' ';
    Result += Line;
  }
  return Result;
}

static CheckText read(StringRef Name, StringRef Summary) {
  CheckText Check;
  Check.Name = ("cuda-capture-" + Name).str();
  Check.Page = ("checks/" + Name + ".md").str();
  Check.Summary = summaryOf(Summary);
  Check.Markdown = embeddedFile(Check.Page).split('\n').second.trim();
  Check.Description = plainText(joinLines(Check.Markdown.split("\n## ").first));
  return Check;
}

const std::vector<CheckText> &report::checkTexts() {
  static const std::vector<CheckText> Checks = {
#define CHECK(RULE, NAME, POINTS, SEVERITY, ERRORS, SUMMARY)                   \
  read(NAME, SUMMARY),
#include "../analysis/Checks.def"
  };
  return Checks;
}

const CheckText *report::checkText(StringRef Name) {
  for (const CheckText &Check : checkTexts())
    if (Check.Name == Name)
      return &Check;
  return nullptr;
}
