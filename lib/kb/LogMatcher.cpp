//===- LogMatcher.cpp - Error entries in the log of a program -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LogMatcher.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include <deque>

using namespace llvm;

namespace cuda_capture {

/// The maximum length of a row. A longer line is read in pieces.
static constexpr size_t MaxRow = 16 << 10;
/// The length of the end of a piece that the next piece begins with.
static constexpr size_t Overlap = 1 << 10;
static constexpr size_t MaxRegex = 2000;
/// The number of occurrences of an entry after which the search for it stops.
static constexpr uint64_t MaxCount = 1000;
/// The number of occurrences of a literal in a row that are considered.
static constexpr unsigned MaxHits = 8;
/// The minimum length of a literal. Shorter ones are found too often to be
/// useful.
static constexpr size_t MinLiteral = 4;

//===--- Expressions ------------------------------------------------------===//

namespace {
/// One item of an expression's text: a character, an escaped one, a class.
struct Item {
  StringRef Text;
  enum { Plain, Class, Special } K;
};
} // namespace

/// Takes the next item off \p Rest.
static Item takeItem(StringRef &Rest) {
  size_t Length = 1;
  auto Kind = Item::Plain;
  if (Rest[0] == '\\' && Rest.size() > 1) {
    Length = 2;
    Kind = isAlnum(Rest[1]) ? Item::Special : Item::Plain;
  } else if (Rest[0] == '[') {
    // A bracket that comes first stands for itself.
    size_t From = Rest.starts_with("[^") ? 3 : 2;
    while (From < Rest.size() && Rest[From] != ']')
      From = Rest.substr(From).starts_with("[:")
                 ? std::min(Rest.find(":]", From), Rest.size() - 2) + 2
                 : From + 1;
    Length = std::min(From + 1, Rest.size());
    Kind = Item::Class;
  } else if (StringRef("^$.*+?()|{}").contains(Rest[0])) {
    Kind = Item::Special;
  }
  Item Result{Rest.take_front(Length), Kind};
  Rest = Rest.drop_front(Length);
  return Result;
}

bool isUsableRegex(StringRef Text, std::string &Problem) {
  if (Text.size() > MaxRegex) {
    Problem = "an expression may have at most 2000 bytes";
    return false;
  }
  // For each open group, outermost first, whether it contains a repetition.
  SmallVector<bool, 16> Repeats(1, false);
  for (StringRef Rest = Text; !Rest.empty();) {
    Item I = takeItem(Rest);
    bool IsRepeated = !Rest.empty() && (Rest[0] == '*' || Rest[0] == '+');
    bool ClosesRepetition = false;
    if (I.K == Item::Special && I.Text == "(")
      Repeats.push_back(false);
    else if (I.K == Item::Special && I.Text == ")" && Repeats.size() > 1)
      ClosesRepetition = Repeats.pop_back_val();
    // Telling the iterations apart may take quadratic time in each of the
    // groups.
    if (ClosesRepetition && IsRepeated) {
      Problem = "a repetition within a repetition is not allowed";
      return false;
    }
    Repeats.back() |= ClosesRepetition || IsRepeated;
    if (I.K != Item::Special)
      continue;
    if (I.Text.size() == 2 && isDigit(I.Text[1]))
      Problem = "back references are not allowed";
    else if (I.Text == "{")
      Problem = "repetition counts are not allowed";
    if (!Problem.empty())
      return false;
  }
  if (!Regex(Text).isValid(Problem)) {
    Problem = "not a regular expression: " + Problem;
    return false;
  }
  if (Regex(Text).match("")) {
    Problem = "the expression matches every text";
    return false;
  }
  return true;
}

std::vector<std::string> requiredLiterals(StringRef Regex) {
  std::vector<std::string> Result;
  std::string Best, Run;
  auto EndRun = [&] {
    if (Run.size() > Best.size())
      Best = Run;
    Run.clear();
  };
  auto EndBranch = [&] {
    EndRun();
    Result.push_back(std::move(Best));
    Best.clear();
  };
  unsigned Depth = 0;
  for (StringRef Rest = Regex; !Rest.empty();) {
    Item I = takeItem(Rest);
    // An item that may be absent is not part of the run.
    bool Optional = !Rest.empty() && (Rest[0] == '*' || Rest[0] == '?');
    if (I.K == Item::Plain && Depth == 0 && !Optional) {
      Run += I.Text.back();
      continue;
    }
    EndRun();
    if (I.Text == "(")
      ++Depth;
    else if (I.Text == ")" && Depth)
      --Depth;
    else if (I.Text == "|" && Depth == 0)
      EndBranch();
  }
  EndBranch();
  if (any_of(Result,
             [](const std::string &S) { return S.size() < MinLiteral; }))
    return {};
  return Result;
}

/// Returns \p Regex changed so that its blanks also match the end of a line.
static std::string acrossLines(StringRef Regex) {
  std::string Result;
  while (!Regex.empty()) {
    Item I = takeItem(Regex);
    Result += I.Text == " " ? "[ \n]" : I.Text.str();
  }
  return Result;
}

//===--- The automaton ----------------------------------------------------===//

LogMatcher::LogMatcher(const KnowledgeBase &KB) : Next(256, 0), Accepts(1) {
  for (const ErrorEntry &E : KB.entries()) {
    // The entry that supersedes this one is reported instead of it.
    if (E.Regex.empty() || !E.SupersededBy.empty())
      continue;
    unsigned Index = Patterns.size();
    Patterns.push_back(
        {&E, Regex(acrossLines(E.Regex), Regex::Newline), {}, 0});
    std::vector<std::string> Literals = requiredLiterals(E.Regex);
    if (Literals.empty())
      Always.push_back(Index);
    for (const std::string &L : Literals)
      addLiteral(L, Index);
  }
  linkStates();
}

void LogMatcher::addLiteral(StringRef Text, unsigned PatternIndex) {
  uint32_t S = 0;
  for (unsigned char C : Text) {
    uint32_t To = Next[S * 256 + C];
    if (!To) {
      To = Accepts.size();
      Next[S * 256 + C] = To;
      Next.resize(Next.size() + 256, 0);
      Accepts.emplace_back();
    }
    S = To;
  }
  if (none_of(Accepts[S],
              [&](const Literal &L) { return L.PatternIndex == PatternIndex; }))
    Accepts[S].push_back({PatternIndex, Text.size()});
}

/// Links the states as Aho and Corasick do. Where a literal does not continue,
/// the automaton continues with the longest suffix of the text read that begins
/// another literal.
void LogMatcher::linkStates() {
  std::vector<uint32_t> Fallback(Accepts.size(), 0);
  std::deque<uint32_t> Queue;
  for (unsigned C = 0; C != 256; ++C)
    if (uint32_t S = Next[C])
      Queue.push_back(S);
  while (!Queue.empty()) {
    uint32_t S = Queue.front();
    Queue.pop_front();
    append_range(Accepts[S], Accepts[Fallback[S]]);
    for (unsigned C = 0; C != 256; ++C) {
      uint32_t &To = Next[S * 256 + C];
      uint32_t Other = Next[Fallback[S] * 256 + C];
      if (!To) {
        To = Other;
        continue;
      }
      Fallback[To] = Other;
      Queue.push_back(To);
    }
  }
}

//===--- Reading ----------------------------------------------------------===//

void LogMatcher::feed(StringRef Part) {
  for (char C : Part) {
    switch (Esc) {
    case Escape::None:
      if (C == '\x1b')
        Esc = Escape::Begun;
      else
        put(C);
      break;
    case Escape::Begun:
      Esc = C == '['   ? Escape::Control
            : C == ']' ? Escape::Title
                       : Escape::None;
      break;
    case Escape::Control:
      // Parameters end with a letter. Any unexpected character also ends them.
      if (C == '\n')
        put(C);
      if (!(C >= 0x20 && C < 0x40))
        Esc = Escape::None;
      break;
    case Escape::Title:
      if (C == '\n')
        put(C);
      if (C == '\a' || C == '\n')
        Esc = Escape::None;
      else if (C == '\x1b')
        Esc = Escape::Begun;
      break;
    }
  }
}

void LogMatcher::put(char C) {
  switch (C) {
  case '\0': // UTF-16 contains NUL bytes.
    return;
  case '\n':
    endRow();
    ++Rows[2].Line;
    return;
  case '\r':
    // A progress bar rewrites its line.
    return endRow();
  case ' ':
  case '\t':
  case '\v':
  case '\f':
    if (!Blank) {
      Rows[2].Text += ' ';
      step(' ');
    }
    Blank = true;
    return;
  default:
    Rows[2].Text += C;
    Blank = false;
    step(C);
    if (Rows[2].Text.size() >= MaxRow)
      endRow(/*LineGoesOn=*/true);
  }
}

void LogMatcher::step(char C) {
  State = Next[State * 256 + static_cast<unsigned char>(C)];
  if (Accepts[State].empty())
    return;
  std::vector<Hit> &Hits = Rows[2].Hits;
  for (const Literal &L : Accepts[State])
    if (count_if(Hits, [&](const Hit &H) {
          return H.PatternIndex == L.PatternIndex && H.Length == L.Length;
        }) < MaxHits)
      Hits.push_back({L.PatternIndex, Rows[2].Text.size(), L.Length});
}

std::vector<unsigned> LogMatcher::candidates() const {
  const Row &R = Rows[1];
  // Whether a longer literal, in this row or reaching into the next one, covers
  // \p H.
  auto IsPart = [&](const Hit &H) {
    size_t Begin = H.End - std::min(H.End, H.Length);
    return any_of(R.Hits,
                  [&](const Hit &L) {
                    return L.Length > H.Length && L.End >= H.End &&
                           L.End <= Begin + L.Length;
                  }) ||
           any_of(Rows[2].Hits, [&](const Hit &L) {
             size_t Before = L.Length - std::min(L.End, L.Length);
             // The blank between the rows is part of the literal.
             return Before > 0 && !Rows[2].GoesOn && L.Length > H.Length &&
                    R.Text.size() + 1 <= Begin + Before;
           });
  };
  std::vector<unsigned> Result = Always;
  for (const Hit &H : R.Hits)
    // A part of a longer message is not a message of its own.
    if (Patterns[H.PatternIndex].Found.Count < MaxCount &&
        !is_contained(Result, H.PatternIndex) && !IsPart(H))
      Result.push_back(H.PatternIndex);
  return Result;
}

void LogMatcher::endRow(bool LineGoesOn) {
  Row &Ended = Rows[2];
  if (Ended.Text.empty())
    return;
  // The end of a line is a blank within a wrapped message.
  if (!Blank && !LineGoesOn)
    step(' ');
  Blank = !LineGoesOn;
  evaluate();
  Row Begun;
  Begun.Line = Ended.Line;
  Begun.Start = Ended.Start + Ended.Text.size() + 1;
  if (LineGoesOn) {
    Begun.GoesOn = true;
    Begun.Text = StringRef(Ended.Text).take_back(Overlap).str();
    Begun.Start = Ended.Start + Ended.Text.size() - Begun.Text.size();
  }
  Rows[0] = std::move(Rows[1]);
  Rows[1] = std::move(Ended);
  Rows[2] = std::move(Begun);
}

void LogMatcher::evaluate() {
  const Row &Middle = Rows[1];
  if (Middle.Text.empty())
    return;
  std::vector<unsigned> Wanted = candidates();
  if (Wanted.empty())
    return;
  // A piece of a line already contains the text that it shares with its
  // neighbours.
  std::string Window;
  if (!Middle.GoesOn)
    Window = Rows[0].Text + '\n';
  size_t From = Window.size();
  Window += Middle.Text;
  size_t To = Window.size();
  if (!Rows[2].GoesOn)
    Window += '\n' + Rows[2].Text;
  for (unsigned P : Wanted)
    match(Patterns[P], Window, From, To);
}

/// Returns the source location in \p Text, which has the form "engine.cu:42" or
/// "engine.cu(42)", in the first form.
static std::string sourceIn(StringRef Text) {
  static const Regex Source(
      "([A-Za-z0-9_./+-]+\\.(cu|cuh|cpp|cc|cxx|h|hpp|hip))"
      "[:(]([0-9]+)");
  SmallVector<StringRef, 4> Parts;
  return Source.match(Text, &Parts) ? (Parts[1] + ":" + Parts[3]).str() : "";
}

/// Counts the matches that begin or end in \p Window from \p From to \p To.
void LogMatcher::match(Pattern &P, StringRef Window, size_t From, size_t To) {
  SmallVector<StringRef, 4> Parts;
  // The search for an entry stops after enough matches.
  for (size_t Next = 0; Next < Window.size() && P.Found.Count < MaxCount;) {
    if (!P.Find.match(Window.substr(Next), &Parts) || Parts[0].empty())
      return;
    size_t At = Parts[0].data() - Window.data();
    Next = At + Parts[0].size();
    // A row is in the windows of its neighbours, too, but a match counts only
    // once.
    uint64_t End = Rows[1].Start + Next - From;
    if (At >= To || Next <= From || End <= P.LatestEnd)
      continue;
    P.LatestEnd = End;
    if (P.Found.Count++)
      continue;
    const Row &In = At < From ? Rows[0] : Rows[1];
    P.Found.Entry = P.Entry;
    P.Found.Position = End;
    P.Found.Line = In.Line;
    // The excerpt is as much of the line as is readable, and the following text
    // if the message is wrapped.
    size_t Before = Window.rfind('\n', At);
    Before = Before == StringRef::npos ? 0 : Before + 1;
    size_t After = std::min(Window.find('\n', Next), Window.size());
    Before = std::max(Before, At > 80 ? At - 80 : 0);
    After = std::min(After, Next + 80);
    P.Found.Source = sourceIn(Window.slice(Before, After));
    P.Found.Excerpt = printable(Window.slice(Before, After).trim());
  }
}

std::vector<LogMatch> LogMatcher::finish() {
  endRow();
  // The last row that was read still waits for a following row.
  evaluate();
  std::vector<LogMatch> Result;
  for (Pattern &P : Patterns)
    if (P.Found.Count)
      Result.push_back(std::move(P.Found));
  stable_sort(Result, [](const LogMatch &A, const LogMatch &B) {
    return A.Position < B.Position;
  });
  return Result;
}

std::string printable(StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    auto *Begin = reinterpret_cast<const UTF8 *>(Text.begin());
    unsigned Length = getNumBytesForUTF8(*Begin);
    if (*Begin == '\n') {
      Result += ' ';
      Length = 1;
    } else if (Length <= Text.size() && *Begin >= 0x20 && *Begin != 0x7f &&
               isLegalUTF8Sequence(Begin, Begin + Length)) {
      Result += Text.take_front(Length);
    } else {
      Result += '?';
      Length = 1;
    }
    Text = Text.drop_front(Length);
  }
  return Result;
}

} // namespace cuda_capture
