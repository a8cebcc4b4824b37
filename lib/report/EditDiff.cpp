//===- EditDiff.cpp - The effect of edits, line by line -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EditDiff.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;

namespace {
/// The lines that edits touch, from the first to the last.
struct Change {
  unsigned First, Last;
  size_t Offset; ///< The end of the old text that Text covers.
  std::string Text;
};
} // namespace

static size_t beginOf(const SourceFile &File, unsigned Line) {
  return Line > File.lines()
             ? File.text().size()
             : File.lineOrNothing(Line).data() - File.text().data();
}

static SmallVector<StringRef, 8> linesOf(StringRef Text) {
  SmallVector<StringRef, 8> Lines;
  Text.consume_back("\n");
  Text.split(Lines, '\n');
  for (StringRef &Line : Lines)
    Line = Line.rtrim('\r');
  return Lines;
}

std::vector<DiffLine> report::diffOf(const SourceFile &File,
                                     std::vector<Edit> Edits,
                                     unsigned Context) {
  llvm::stable_sort(
      Edits, [](const Edit &A, const Edit &B) { return A.Offset < B.Offset; });
  std::vector<Change> Changes;
  for (const Edit &E : Edits) {
    size_t End = size_t(E.Offset) + E.Length;
    if (End > File.text().size())
      return {};
    unsigned First = File.place(E.Offset).Line, Last = File.place(End).Line;
    // Adjacent lines are shown together.
    if (Changes.empty() || Changes.back().Last + 1 < First)
      Changes.push_back({First, Last, beginOf(File, First), ""});
    Change &C = Changes.back();
    if (E.Offset < C.Offset)
      return {};
    C.Last = Last;
    C.Text += File.text().slice(C.Offset, E.Offset);
    C.Text += E.Text;
    C.Offset = End;
  }

  std::vector<DiffLine> Result;
  unsigned Next = 1; // The first old line that is not written yet.
  auto Same = [&](unsigned From, unsigned To) {
    From = std::max(From, Next);
    if (From > Next && Next > 1)
      Result.push_back({DiffLine::Gap, 0, ""});
    for (unsigned L = From; L <= To; ++L)
      Result.push_back({DiffLine::Same, L, File.lineOrNothing(L).str()});
    Next = std::max(Next, To + 1);
  };
  auto Around = [&](unsigned Line) { // The last line that is shown behind it.
    unsigned Last = File.lines();
    if (Last > 1 && File.lineOrNothing(Last).empty())
      --Last;
    return std::min(Line + Context, Last);
  };
  unsigned Behind = 0;
  for (Change &C : Changes) {
    size_t End = beginOf(File, C.Last + 1);
    C.Text += File.text().slice(C.Offset, End);
    SmallVector<StringRef, 8> Old =
        linesOf(File.text().slice(beginOf(File, C.First), End));
    SmallVector<StringRef, 8> New = linesOf(C.Text);
    if (C.Text.empty())
      New.clear();
    // The lines at both ends that an edit touches but does not change.
    size_t Front = 0, Back = 0, Most = std::min(Old.size(), New.size());
    while (Front < Most && Old[Front] == New[Front])
      ++Front;
    while (Front + Back < Most &&
           Old[Old.size() - 1 - Back] == New[New.size() - 1 - Back])
      ++Back;
    unsigned First = C.First + Front;
    if (Behind)
      Same(Next, std::min(Around(Behind), First - 1));
    Same(First > Context ? First - Context : 1, First - 1);
    for (size_t I = Front; I + Back < Old.size(); ++I)
      Result.push_back({DiffLine::Old, unsigned(C.First + I), Old[I].str()});
    for (size_t I = Front; I + Back < New.size(); ++I)
      Result.push_back({DiffLine::New, 0, New[I].str()});
    Behind = C.First + Old.size() - Back - 1;
    Next = Behind + 1;
  }
  if (Behind)
    Same(Next, Around(Behind));
  return Result;
}
