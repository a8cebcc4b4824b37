//===- Summary.cpp - The summary of a run ---------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Counted.h"
#include "Excerpt.h"
#include "TextReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace cuda_capture;
using namespace cuda_capture::report;
using namespace llvm;

/// The maximum number of problems that are listed one by one.
static constexpr size_t MaxListed = 20;

StringRef cuda_capture::report::problemOf(const Unit &U) {
  switch (U.S) {
  case Unit::Analysed:
  case Unit::Skipped:
    return "";
  case Unit::Malformed:
    return "has errors, and was analysed in part";
  case Unit::Failed:
    return "could not be analysed";
  case Unit::Crashed:
    return "the analysis crashed";
  case Unit::TimedOut:
    return "the analysis took too long and was stopped";
  }
  return "";
}

namespace {

class Summary {
public:
  Summary(raw_ostream &OS, const Results &R, const FilterCounts &Left,
          const TextOptions &O)
      : OS(OS), R(R), Left(Left), O(O) {
    for (const Unit &U : R.Units) {
      ++Units[U.S];
      Regions += U.Regions;
      Capturable += U.Capturable;
    }
    for (const Gap &G : R.Gaps)
      ++(G.Function.empty() ? PartlySeenFiles : PartlySeenFunctions);
    Lost = Units[Unit::Failed] + Units[Unit::Crashed] + Units[Unit::TimedOut];
  }

  /// Prints the reasons other than findings why a run is not a success.
  void problems() {
    notices();
    lost();
    gaps();
    stale();
  }

  void totals() {
    if (!R.Units.empty())
      OS << counted(R.Units.size(), "file") << ": " << parts() << '\n';
    unreported();
    verdict();
  }

private:
  void notices() {
    for (const ConfigurationNotice &N :
         ArrayRef(R.Notices).take_front(MaxListed)) {
      if (!N.At.File.empty())
        OS << printable(shownPath(N.At.File, O.Folder)) << ":"
           << (N.At.Line ? std::to_string(N.At.Line) + ":" : "") << ' ';
      label(N.IsWarning ? "warning: " : "note: ",
            N.IsWarning ? raw_ostream::MAGENTA : raw_ostream::CYAN);
      OS << printable(N.Text) << '\n';
    }
    if (R.Notices.size() > MaxListed)
      OS << "... and "
         << counted(R.Notices.size() - MaxListed, "more name", "more names")
         << " of the configuration without effect\n";
  }

  void lost() {
    size_t Listed = 0, More = 0;
    for (const Unit &U : R.Units) {
      StringRef What = problemOf(U);
      if (What.empty())
        continue;
      if (Listed == MaxListed) {
        ++More;
        continue;
      }
      ++Listed;
      OS << printable(shownPath(U.File, O.Folder)) << ": ";
      const bool IsPart = U.S == Unit::Malformed;
      label(IsPart ? "warning: " : "error: ",
            IsPart ? raw_ostream::MAGENTA : raw_ostream::RED);
      OS << What;
      StringRef Why = StringRef(U.Problem).trim().split('\n').first.rtrim();
      OS << (Why.empty() ? "" : ": ") << printable(Why) << '\n';
    }
    if (More)
      OS << "... and " << counted(More, "more file") << " with problems\n";
  }

  void gaps() {
    for (const Gap &G : ArrayRef(R.Gaps).take_front(MaxListed)) {
      OS << printable(shownPath(G.At.File, O.Folder)) << ':';
      if (G.At.isValid())
        OS << G.At.Line << ':' << G.At.Column << ':';
      OS << ' ';
      label(G.Serious ? "warning: " : "note: ",
            G.Serious ? raw_ostream::MAGENTA : raw_ostream::CYAN);
      OS << printable(G.Text) << '\n';
    }
    if (R.Gaps.size() > MaxListed)
      OS << "... and " << R.Gaps.size() - MaxListed
         << " more that were not analysed completely; --json has them all\n";
  }

  /// Returns a text such as "2 functions were not analysed completely"; empty
  /// if all were.
  std::string partlySeen() const {
    std::string Text;
    if (PartlySeenFunctions)
      Text = counted(PartlySeenFunctions, "function");
    if (PartlySeenFiles)
      Text += (Text.empty() ? "" : " and ") + counted(PartlySeenFiles, "file");
    if (!Text.empty())
      Text += R.Gaps.size() == 1 ? " was not analysed completely"
                                 : " were not analysed completely";
    return Text;
  }

  void stale() {
    if (Left.Stale.empty())
      return;
    label("error: ", raw_ostream::RED);
    OS << counted(Left.Stale.size(), "finding") << " of the baseline "
       << pluralIf(Left.Stale.size(), "is", "are")
       << " not found any more; take "
       << pluralIf(Left.Stale.size(), "it", "them")
       << " out, or write the baseline anew\n";
    for (const BaselineEntry &E : ArrayRef(Left.Stale).take_front(MaxListed))
      OS << "  " << printable(E.str()) << '\n';
    if (Left.Stale.size() > MaxListed)
      OS << "  ... and " << Left.Stale.size() - MaxListed << " more\n";
  }

  /// Returns the number of files with each outcome.
  std::string parts() const {
    static constexpr std::pair<Unit::State, StringLiteral> Names[] = {
        {Unit::Analysed, "analysed"},
        {Unit::Malformed, "analysed in part"},
        {Unit::Skipped,
         "skipped (cannot reach a region; --all looks at them, too)"},
        {Unit::Failed, "failed"},
        {Unit::Crashed, "crashed"},
        {Unit::TimedOut, "timed out"}};
    std::string Text;
    for (const auto &[S, Name] : Names)
      if (Units[S])
        Text += formatv("{0}{1} {2}", Text.empty() ? "" : ", ", Units[S], Name);
    return Text;
  }

  void unreported() {
    std::string Text;
    auto Add = [&](size_t N, StringRef What) {
      if (N)
        Text += formatv("{0}{1} {2}", Text.empty() ? "" : ", ", N, What);
    };
    Add(Left.Silenced, "silenced by comments");
    Add(Left.Known, "of the baseline");
    Add(Left.Unchanged, "with no changed line in their paths");
    if (!Text.empty())
      OS << "not reported: " << Text << '\n';
  }

  void verdict() {
    const bool LookedAtNothing = !Regions && !Capturable && R.Gaps.empty();
    std::string Text = counted(R.Findings.size(), "finding");
    if (!LookedAtNothing)
      Text += " in " + counted(Regions, "region") +
              (Capturable ? " and " + counted(Capturable, "capturable function")
                          : "");
    else
      // Some checks find something outside of captures, too.
      Text +=
          StringRef(R.Findings.empty() ? ", and nothing to look at: " : "; ")
              .str() +
          "no capture is begun, and no function is declared capturable";
    if (Lost)
      Text += "; " + counted(Lost, "file") + " could not be analysed";
    if (std::string Partly = partlySeen(); !Partly.empty())
      Text += "; " + Partly;
    const bool IsGood = R.Findings.empty() && !LookedAtNothing && !Lost &&
                        R.Gaps.empty() && !Units[Unit::Malformed] &&
                        Left.Stale.empty();
    color(IsGood               ? raw_ostream::GREEN
          : R.Findings.empty() ? raw_ostream::YELLOW
                               : raw_ostream::RED);
    OS << Text;
    reset();
    OS << '\n';
    if (LookedAtNothing)
      advise();
    if (llvm::any_of(R.Gaps, [](const Gap &G) {
          return G.K == Gap::GivenUp || G.K == Gap::Coarse ||
                 G.K == Gap::Abridged;
        }))
      OS << "  - --effort=100 looks longer at large functions\n";
    if (R.Findings.empty() && lacksCoverage(R))
      OS << "  - without findings, that is an error: --allow-incomplete "
            "accepts "
            "it\n";
  }

  void advise() {
    auto Line = [&](StringRef Text) { OS << "  - " << Text << '\n'; };
    if (R.Units.empty())
      return Line("no file was given, or the compile database is empty");
    if (Lost || Units[Unit::Malformed])
      Line("captures in files that could not be analysed are missing");
    Line("if other code (Python, a framework) captures functions of this "
         "program, say which: docs/capturable.md");
    Line("if a function of a library begins captures, describe it: "
         "docs/own-rows.md");
    if (Units[Unit::Skipped])
      Line("if the skipped files matter, analyse all files with --all");
  }

  void color(raw_ostream::Colors C) {
    if (O.Color)
      OS.changeColor(C, /*Bold=*/true);
  }
  void reset() {
    if (O.Color)
      OS.resetColor();
  }
  void label(StringRef Text, raw_ostream::Colors C) {
    color(C);
    OS << Text;
    reset();
  }

  raw_ostream &OS;
  const Results &R;
  const FilterCounts &Left;
  const TextOptions &O;
  size_t Units[Unit::TimedOut + 1] = {};
  size_t Regions = 0, Capturable = 0, Lost = 0;
  size_t PartlySeenFunctions = 0, PartlySeenFiles = 0;
};

} // namespace

void cuda_capture::report::printProblems(raw_ostream &OS, const Results &R,
                                         const FilterCounts &Left,
                                         const TextOptions &O) {
  OS.enable_colors(O.Color);
  Summary(OS, R, Left, O).problems();
}

void cuda_capture::report::printSummary(raw_ostream &OS, const Results &R,
                                        const FilterCounts &Left,
                                        const TextOptions &O) {
  OS.enable_colors(O.Color);
  Summary(OS, R, Left, O).totals();
}
