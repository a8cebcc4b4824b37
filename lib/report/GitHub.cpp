//===- GitHub.cpp - Results as annotations of GitHub ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GitHub.h"
#include "../Counted.h"
#include "Excerpt.h"
#include "RunProblems.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;

namespace {
enum Level { Error, Warning, Notice };
constexpr StringLiteral LevelNames[] = {"error", "warning", "notice"};

/// The number of annotations of each level that GitHub shows for a step.
constexpr size_t MostShown = 10;

struct Command {
  Level L;
  std::string Properties; ///< Without the leading blank.
  std::string Text;
};

class Commands {
public:
  Commands(const RunInfo &Run, SourceFiles &Sources)
      : Run(Run), Sources(Sources) {}

  void add(const Diagnostic &D) {
    // The place of the finding is that of the annotation.
    Diagnostic Unplaced = D;
    Unplaced.At = Position();
    std::string Text = linesOf(Unplaced, Run.Root);
    if (!D.At.isValid() && !D.At.File.empty())
      Text = printable(pathBelow(D.At.File, Run.Root)) + ": " + Text;
    All.push_back({D.Possible || D.OnFailure ? Warning : Error,
                   properties(D.At, D.Check), std::move(Text)});
  }

  void add(const RunProblem &P) {
    const Level Levels[] = {Error, Warning, Notice};
    std::string Text = P.Text;
    // An annotation without a line is shown far from its file.
    if (!P.At.File.empty() && !P.At.isValid())
      Text = printable(pathBelow(P.At.File, Run.Root)) + ": " + Text;
    All.push_back({Levels[P.L], properties(P.At, nameOf(P.K)), Text});
  }

  void print(raw_ostream &OS) const {
    size_t Counts[std::size(LevelNames)] = {};
    for (const Command &C : All)
      ++Counts[C.L];
    if (llvm::any_of(Counts, [](size_t N) { return N > MostShown; })) {
      std::string List;
      for (size_t L = 0; L < std::size(Counts); ++L)
        if (Counts[L])
          List +=
              (List.empty() ? "" : ", ") + counted(Counts[L], LevelNames[L]);
      print(OS, {Notice, "title=" + property("cuda-capture"),
                 formatv("{0}: GitHub shows {1} of each here; the log of the "
                         "job has all",
                         List, MostShown)});
    }
    for (size_t L = 0; L < std::size(LevelNames); ++L)
      for (const Command &C : All)
        if (C.L == L)
          print(OS, C);
  }

private:
  static void print(raw_ostream &OS, const Command &C) {
    OS << "::" << LevelNames[C.L] << ' ' << C.Properties << "::" << data(C.Text)
       << '\n';
  }

  /// Encodes what would end the text of a command.
  static std::string data(StringRef Text) {
    std::string Result;
    for (char C : Text)
      if (C == '%' || C == '\r' || C == '\n')
        Result += formatv("%{0:X-2}", unsigned(C)).str();
      else
        Result += C;
    return Result;
  }

  /// Encodes what would end the value of a property.
  static std::string property(StringRef Value) {
    std::string Result;
    for (char C : data(printable(Value)))
      if (C == ':' || C == ',')
        Result += formatv("%{0:X-2}", unsigned(C)).str();
      else
        Result += C;
    return Result;
  }

  std::string properties(const Position &At, StringRef Title) {
    std::string Result;
    if (!At.File.empty()) {
      Result = "file=" + property(pathBelow(At.File, Run.Root)) + ",";
      if (At.isValid())
        Result += place(At) + ",";
    }
    return Result + "title=" + property(Title);
  }

  std::string place(const Position &At) {
    std::string Line = formatv("line={0}", At.Line);
    const SourceFile *F = Sources.get(At.File);
    if (!F || !At.Column || At.Line > F->lines())
      return Line;
    SourceFile::Place Begin{At.Line, At.Column}, End = Begin;
    End.Column += F->nameLength(Begin);
    return Line + formatv(",col={0},endColumn={1}", F->utf16Column(Begin),
                          F->utf16Column(End))
                      .str();
  }

  const RunInfo &Run;
  SourceFiles &Sources;
  std::vector<Command> All;
};
} // namespace

void report::writeGitHubCommands(raw_ostream &OS, const Results &R,
                                 const RunInfo &Run, SourceFiles &Sources) {
  Commands C(Run, Sources);
  for (const Diagnostic &D : R.Findings)
    C.add(D);
  for (const RunProblem &P : problemsOf(R, Run))
    C.add(P);
  C.print(OS);
}
