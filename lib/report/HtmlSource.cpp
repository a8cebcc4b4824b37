//===- HtmlSource.cpp - Source and diffs in a page ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EditDiff.h"
#include "HtmlPage.h"
#include "HtmlReport.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;

/// The maximum length of a line. Longer lines are cut around the part of
/// interest.
static constexpr size_t LongestLine = 400;

using Ranges = std::vector<std::pair<size_t, size_t>>;

/// Writes \p Line. \p Marked are the ranges of its bytes to mark, in order.
static void writeLine(raw_ostream &OS, StringRef Line, const Ranges &Marked) {
  size_t Begin = 0, End = Line.size();
  if (Line.size() > LongestLine) {
    if (!Marked.empty() && Marked[0].first > LongestLine / 2)
      Begin = Marked[0].first - LongestLine / 2;
    End = std::min(End, Begin + LongestLine);
    // Do not cut within a character.
    while (Begin && (Line[Begin] & 0xc0) == 0x80)
      --Begin;
    while (End < Line.size() && (Line[End] & 0xc0) == 0x80)
      ++End;
  }
  OS << (Begin ? "&hellip;" : "");
  size_t At = Begin;
  for (auto [From, To] : Marked) {
    From = std::clamp(From, At, End);
    To = std::clamp(To, From, End);
    OS << html(Line.slice(At, From)) << "<mark>" << html(Line.slice(From, To))
       << "</mark>";
    At = To;
  }
  OS << html(Line.slice(At, End)) << (End < Line.size() ? "&hellip;" : "");
}

static void writeHead(raw_ostream &OS, StringRef File, StringRef Root) {
  OS << "<div class=\"file\">" << html(pathBelow(File, Root)) << "</div>\n";
}

namespace {
/// The lines of one file around some steps.
class HtmlExcerpt {
public:
  HtmlExcerpt(raw_ostream &OS, const SourceFile &File, StringRef Id,
              const std::vector<ShownStep> &Steps)
      : OS(OS), File(File), Id(Id), Steps(Steps) {}

  void add(size_t Step) { Lines[Steps[Step].At.Line].push_back(Step); }

  void write() {
    constexpr unsigned Around = 3;
    unsigned Next = 1;
    OS << "<pre class=\"code\">";
    for (auto It = Lines.begin(); It != Lines.end(); ++It) {
      unsigned Line = It->first;
      unsigned From = std::max(Next, Line > Around ? Line - Around : 1);
      if (From > Next && Next > 1)
        OS << "<span class=\"gap\">&#8942;</span>\n";
      for (unsigned L = From; L < Line; ++L)
        line(L, {});
      hit(Line, It->second);
      Next = Line + 1;
      auto Following = std::next(It);
      unsigned To = std::min(Line + Around, File.lines());
      if (Following != Lines.end())
        To = std::min(To, Following->first - 1);
      else if (To > Line && File.lineOrNothing(To).empty())
        --To;
      for (; Next <= To; ++Next)
        line(Next, {});
    }
    OS << "</pre>\n";
  }

private:
  void line(unsigned L, const Ranges &Marked) {
    OS << "<span class=\"" << (Marked.empty() ? "line" : "line hit")
       << "\" data-line=\"" << L << "\">";
    writeLine(OS, File.lineOrNothing(L), Marked);
    OS << "</span>\n";
  }

  void hit(unsigned L, const std::vector<size_t> &Here) {
    Ranges Marked;
    for (size_t I : Here) {
      unsigned Column = std::max(Steps[I].At.Column, 1u);
      Marked.emplace_back(Column - 1,
                          Column - 1 + File.nameLength({L, Column}));
    }
    llvm::sort(Marked);
    line(L, Marked);
    for (size_t I : Here)
      annotation(I);
  }

  void annotation(size_t I) {
    const ShownStep &S = Steps[I];
    OS << "<span class=\"" << (S.Finding ? "step here" : "step")
       << "\" tabindex=\"-1\" id=\"" << Id << '-' << I + 1 << "\">";
    if (Steps.size() > 1)
      OS << "<b>" << I + 1 << "</b> ";
    OS << html(S.Text);
    auto Jump = [&](size_t To, StringRef Sign, StringRef Name) {
      OS << " <a href=\"#" << Id << '-' << To + 1 << "\" aria-label=\"" << Name
         << " step\">" << Sign << "</a>";
    };
    if (I)
      Jump(I - 1, "&larr;", "previous");
    if (I + 1 < Steps.size())
      Jump(I + 1, "&rarr;", "next");
    OS << "</span>\n";
  }

  raw_ostream &OS;
  const SourceFile &File;
  StringRef Id;
  const std::vector<ShownStep> &Steps;
  std::map<unsigned, std::vector<size_t>> Lines;
};
} // namespace

std::vector<bool> report::writeExcerpts(raw_ostream &OS,
                                        const std::vector<ShownStep> &Steps,
                                        StringRef Id, const RunInfo &Run,
                                        SourceFiles &Sources) {
  std::vector<bool> Shown(Steps.size());
  std::vector<StringRef> Files;
  for (bool Finding : {true, false}) // The finding's file comes first.
    for (const ShownStep &S : Steps)
      if (S.Finding == Finding && !llvm::is_contained(Files, S.At.File))
        Files.push_back(S.At.File);
  for (StringRef Name : Files) {
    const SourceFile *File = Sources.get(Name);
    if (!File)
      continue;
    HtmlExcerpt E(OS, *File, Id, Steps);
    bool Any = false;
    for (size_t I = 0; I < Steps.size(); ++I)
      if (Steps[I].At.File == Name && Steps[I].At.isValid() &&
          Steps[I].At.Line <= File->lines()) {
        E.add(I);
        Any = Shown[I] = true;
      }
    if (!Any)
      continue;
    writeHead(OS, Name, Run.Root);
    E.write();
  }
  return Shown;
}

/// Returns the parts of a changed line that differ from the line that it comes
/// from or becomes.
static Ranges difference(ArrayRef<DiffLine> Lines, size_t At) {
  DiffLine::Kind K = Lines[At].K;
  if (K != DiffLine::Old && K != DiffLine::New)
    return {};
  size_t First = At;
  while (First && (Lines[First - 1].K == DiffLine::Old ||
                   Lines[First - 1].K == DiffLine::New))
    --First;
  auto Count = [&](DiffLine::Kind Wanted) {
    size_t N = 0;
    for (size_t I = First; I < Lines.size() && (Lines[I].K == DiffLine::Old ||
                                                Lines[I].K == DiffLine::New);
         ++I)
      N += Lines[I].K == Wanted;
    return N;
  };
  size_t Olds = Count(DiffLine::Old);
  if (Olds != Count(DiffLine::New))
    return {};
  StringRef Line = Lines[At].Text;
  StringRef Other = Lines[K == DiffLine::Old ? At + Olds : At - Olds].Text;
  auto Middle = [](StringRef Text, size_t I) {
    return I < Text.size() && (Text[I] & 0xc0) == 0x80;
  };
  size_t Most = std::min(Line.size(), Other.size()), Front = 0, Back = 0;
  while (Front < Most && Line[Front] == Other[Front])
    ++Front;
  while (Front && Middle(Line, Front))
    --Front;
  while (Front + Back < Most &&
         Line[Line.size() - 1 - Back] == Other[Other.size() - 1 - Back])
    ++Back;
  while (Back && Middle(Line, Line.size() - Back))
    --Back;
  return {{Front, Line.size() - Back}};
}

void report::writeDiffs(raw_ostream &OS, const std::vector<Edit> &Edits,
                        const RunInfo &Run, SourceFiles &Sources) {
  std::map<StringRef, std::vector<Edit>> Files;
  for (const Edit &E : Edits)
    Files[E.File].push_back(E);
  for (auto &[Name, Changes] : Files) {
    const SourceFile *File = Sources.get(Name);
    if (!File)
      continue;
    writeHead(OS, Name, Run.Root);
    OS << "<pre class=\"code diff\">";
    std::vector<DiffLine> Lines = diffOf(*File, std::move(Changes));
    for (size_t I = 0; I < Lines.size(); ++I) {
      const DiffLine &L = Lines[I];
      if (L.K == DiffLine::Gap) {
        OS << "<span class=\"gap\">&#8942;</span>\n";
        continue;
      }
      // The marks are text, so that the colour is not the only distinction.
      const char *Class = L.K == DiffLine::Old   ? "line old"
                          : L.K == DiffLine::New ? "line new"
                                                 : "line";
      OS << "<span class=\"" << Class << '"';
      if (L.Line)
        OS << " data-line=\"" << L.Line << '"';
      OS << '>'
         << (L.K == DiffLine::Old   ? "- "
             : L.K == DiffLine::New ? "+ "
                                    : "  ");
      writeLine(OS, L.Text, difference(Lines, I));
      OS << "</span>\n";
    }
    OS << "</pre>\n";
  }
}
