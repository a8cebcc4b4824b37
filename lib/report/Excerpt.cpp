//===- Excerpt.cpp - A line of source with marks below it -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Excerpt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Locale.h"

using namespace cuda_capture::report;
using namespace llvm;

static constexpr unsigned TabStop = 8;

//===----------------------------------------------------------------------===//
// Characters
//===----------------------------------------------------------------------===//

namespace {
/// A character of a text, and how it is shown.
struct Shown {
  std::string Text;
  unsigned Columns;
  unsigned Bytes; ///< In the source.
};
} // namespace

/// Returns the first character of \p Text, which must not be empty.
static Shown showFirst(StringRef Text) {
  const auto *Begin = reinterpret_cast<const UTF8 *>(Text.data());
  const unsigned Size = getNumBytesForUTF8(*Begin);
  if (Size > Text.size() || !isLegalUTF8Sequence(Begin, Begin + Size)) {
    std::string Hex =
        formatv("<{0:X-2}>", unsigned(static_cast<uint8_t>(Text.front())));
    return {Hex, unsigned(Hex.size()), 1};
  }
  const StringRef Character = Text.take_front(Size);
  if (const int Columns = sys::locale::columnWidth(Character); Columns >= 0)
    return {Character.str(), unsigned(Columns), Size};
  UTF32 Code = 0;
  UTF32 *Out = &Code;
  const UTF8 *In = Begin;
  ConvertUTF8toUTF32(&In, Begin + Size, &Out, &Code + 1, strictConversion);
  std::string Name = formatv("<U+{0:X-4}>", unsigned(Code));
  return {Name, unsigned(Name.size()), Size};
}

std::string cuda_capture::report::printable(StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    if (Text.front() == '\n' || Text.front() == '\t') {
      Result += ' ';
      Text = Text.drop_front();
      continue;
    }
    Shown C = showFirst(Text);
    Result += C.Text;
    Text = Text.drop_front(C.Bytes);
  }
  return Result;
}

namespace {

/// A line in the form in which it is shown.
class DisplayLine {
public:
  explicit DisplayLine(StringRef Line) {
    unsigned Column = 0;
    while (!Line.empty()) {
      Shown C = showFirst(Line);
      if (Line.front() == '\t')
        C = {std::string(TabStop - Column % TabStop, ' '),
             TabStop - Column % TabStop, 1};
      Columns.insert(Columns.end(), C.Bytes, Column);
      Cells.push_back({Column, C.Text});
      Column += C.Columns;
      Line = Line.drop_front(C.Bytes);
    }
    Columns.push_back(Column);
  }

  /// Returns the column of byte \p B. The end of the line counts as a byte.
  unsigned columnOf(size_t B) const { return Columns[B]; }
  unsigned width() const { return Columns.back(); }

  /// Returns the text in the columns from \p First to before \p Last.
  std::string slice(unsigned First, unsigned Last) const {
    std::string Text;
    for (const auto &[Column, Shown] : Cells) {
      if (Column < First || Column >= Last)
        continue;
      // A wide character may begin before \p First.
      if (Text.empty())
        Text.assign(Column - First, ' ');
      Text += Shown;
    }
    return Text;
  }

private:
  std::vector<unsigned> Columns; ///< For each byte.
  std::vector<std::pair<unsigned, std::string>> Cells;
};

} // namespace

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// Puts \p Text into \p Line at \p Column, or behind the text that is already
/// there.
static void put(std::string &Line, unsigned &Width, unsigned Column,
                StringRef Text) {
  if (Width && Column <= Width)
    Column = Width + 1;
  Line.append(Column - Width, ' ');
  DisplayLine Shown(Text);
  Line += Shown.slice(0, ~0u);
  Width = Column + Shown.width();
}

/// Returns the part of \p Line from column \p First to before \p Last. \p Line
/// may have escapes of bytes but no wide characters.
static std::string cut(StringRef Line, unsigned First, unsigned Last) {
  DisplayLine Shown(Line);
  return StringRef(Shown.slice(First, Last)).rtrim(' ').str();
}

Excerpt cuda_capture::report::excerptOf(const SourceFile &File,
                                        const Position &At,
                                        const std::vector<Edit> &Edits,
                                        unsigned Width) {
  Excerpt E;
  std::optional<StringRef> Line = File.line(At.Line);
  std::optional<size_t> Offset = File.offset(At);
  // No diagnostic is about an empty line.
  if (!Offset || Line->trim().empty())
    return E;
  const size_t LineBegin = *Offset - (At.Column - 1);
  const DisplayLine Source(*Line);
  const unsigned Caret = Source.columnOf(At.Column - 1);
  E.Marks.assign(Caret + 1, ' ');
  unsigned HintWidth = 0;
  std::vector<const Edit *> Here;
  for (const Edit &Each : Edits)
    if (Each.File == At.File && Each.Offset >= LineBegin &&
        Each.Offset + size_t(Each.Length) <= LineBegin + Line->size() &&
        Each.Text.find_first_of("\r\n") == std::string::npos)
      Here.push_back(&Each);
  llvm::stable_sort(
      Here, [](const Edit *A, const Edit *B) { return A->Offset < B->Offset; });
  for (const Edit *Each : Here) {
    const unsigned First = Source.columnOf(Each->Offset - LineBegin);
    const unsigned Last =
        Source.columnOf(Each->Offset + Each->Length - LineBegin);
    if (First < Last && E.Marks.size() < Last)
      E.Marks.resize(Last, ' ');
    std::fill(E.Marks.begin() + First, E.Marks.begin() + Last, '~');
    if (!Each->Text.empty())
      put(E.Hint, HintWidth, First, Each->Text);
  }
  E.Marks[Caret] = '^';
  E.Source = Source.slice(0, ~0u);
  const unsigned Whole =
      std::max({Source.width(), HintWidth, unsigned(E.Marks.size())});
  if (Whole <= Width) {
    E.Source = StringRef(E.Source).rtrim(' ').str();
    return E;
  }
  // The first third of the shown text leads to the caret.
  Width = std::max(Width, 20u);
  const unsigned First =
      Caret < Width * 2 / 3 ? 0 : std::min(Caret - Width / 3, Whole - Width);
  const unsigned Last = First + Width;
  static constexpr StringLiteral Dots = "...";
  auto Cut = [&](StringRef Text, bool Dotted) {
    const bool Before = Dotted && First;
    const bool After = Dotted && Last < Source.width();
    return (Before ? Dots : "").str() +
           cut(Text, First + (Before ? 3 : 0), Last - (After ? 3 : 0)) +
           (After ? Dots : "").str();
  };
  E.Source = Cut(E.Source, true);
  E.Marks = Cut(E.Marks, false);
  E.Hint = Cut(E.Hint, false);
  return E;
}
