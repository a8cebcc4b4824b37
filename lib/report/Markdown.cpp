//===- Markdown.cpp - Results as the summary of a job ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Markdown.h"
#include "../Counted.h"
#include "CheckTexts.h"
#include "Excerpt.h"
#include "RunProblems.h"
#include "TextReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;

/// Returns the length of the longest row of backticks in \p Text.
static size_t longestRow(StringRef Text) {
  size_t Longest = 0, Row = 0;
  for (char C : Text) {
    Row = C == '`' ? Row + 1 : 0;
    Longest = std::max(Longest, Row);
  }
  return Longest;
}

/// Returns \p Text in a block whose fence is longer than each in the text.
static std::string block(StringRef Text) {
  const std::string Fence(std::max<size_t>(longestRow(Text), 2) + 1, '`');
  return Fence + "text\n" + Text.rtrim('\n').str() + "\n" + Fence + "\n";
}

/// Returns \p Text, of one line, as code.
static std::string code(StringRef Text) {
  std::string Shown = printable(Text);
  const size_t Longest = longestRow(Shown);
  const std::string Fence(Longest + 1, '`');
  // A blank is needed beside a backtick, and goes away.
  return Longest ? Fence + " " + Shown + " " + Fence : Fence + Shown + Fence;
}

namespace {
class Page {
public:
  Page(const Results &R, const RunInfo &Run, ArrayRef<LanesOfRegion> Regions,
       size_t Limit)
      : R(R), Run(Run), Regions(Regions), Limit(Limit) {}

  std::string text() {
    Text = "## cuda-capture check: " + counted(R.Findings.size(), "finding") +
           "\n\n" + totals();
    // Problems come first: they are few, and a page without findings means
    // nothing without them.
    problems();
    for (size_t I = 0; I < R.Findings.size(); ++I)
      FindingsLeftOut += !add(finding(R.Findings[I], I + 1));
    captures();
    if (FindingsLeftOut || CapturesLeftOut)
      Text += formatv("\n{0} and {1} are left out, since the page would be too "
                      "large; the log of the job has all findings.\n",
                      counted(FindingsLeftOut, "finding"),
                      counted(CapturesLeftOut, "capture"));
    return std::move(Text);
  }

private:
  /// Adds a part of the page, if there is room. \returns whether there is.
  bool add(StringRef Part) {
    if (Text.size() + Part.size() > Limit)
      return false;
    Text += Part;
    return true;
  }

  std::string totals() const {
    size_t Begun = 0, Capturable = 0, Analysed = 0, Skipped = 0;
    for (const Unit &U : R.Units) {
      Begun += U.Regions;
      Capturable += U.Capturable;
      Analysed += U.S == Unit::Analysed || U.S == Unit::Malformed;
      Skipped += U.S == Unit::Skipped;
    }
    std::string Line;
    const size_t Possible =
        llvm::count_if(R.Findings, [](auto &D) { return D.Possible; });
    if (Possible)
      Line +=
          counted(Possible, "finding is", "findings are") + " only possible. ";
    if (!Begun && !Capturable)
      Line += StringRef(R.Findings.empty() ? "There was nothing to look at: no"
                                           : "No")
                  .str() +
              " capture begins in these files, and no function is declared "
              "capturable. ";
    else
      Line += "Looked at " + counted(Begun, "capture") + " and " +
              counted(Capturable, "capturable function") + ". ";
    Line += counted(Analysed, "file was", "files were") + " analysed";
    if (Skipped)
      Line += formatv("; {0} more cannot reach a capture", Skipped);
    return Line + ".\n";
  }

  void problems() {
    const std::vector<RunProblem> All = problemsOf(R, Run);
    if (All.empty())
      return;
    constexpr StringLiteral Labels[] = {"error: ", "warning: ", "note: "};
    std::string List;
    for (const RunProblem &P : All) {
      if (!P.At.File.empty())
        List += printable(pathBelow(P.At.File, Run.Root)) + ":";
      if (P.At.isValid())
        List += std::to_string(P.At.Line) + ":";
      List += (P.At.File.empty() ? "" : " ") + Labels[P.L].str() + P.Text;
      List += '\n';
    }
    // Half of the page remains for findings.
    StringRef Shown = List;
    size_t More = 0;
    if (Shown.size() > Limit / 2) {
      Shown = Shown.substr(0, Shown.rfind('\n', Limit / 2) + 1);
      More = StringRef(List).drop_front(Shown.size()).count('\n');
    }
    Text += "\n### Not analysed, or not completely\n\n";
    if (llvm::all_of(All, [](const RunProblem &P) {
          return P.K == RunProblem::Configuration;
        }))
      Text.replace(Text.rfind("### "), std::string::npos,
                   "### Configuration\n\n");
    Text += block(Shown);
    if (More)
      Text +=
          "\n" + std::to_string(More) + " more are in the log of the job.\n";
  }

  std::string finding(const Diagnostic &D, size_t Number) const {
    const CheckText *Check = checkText(D.Check);
    std::string Name = code(D.Check);
    if (Check && !Run.Docs.empty())
      Name = "[" + Name + "](" + Run.Docs + Check->Page + ")";
    std::string Place = pathBelow(D.At.File, Run.Root);
    if (D.At.isValid())
      Place += ":" + std::to_string(D.At.Line);
    Results One;
    One.Findings.push_back(D);
    TextOptions O;
    O.Folder = Run.Root;
    std::string Terminal;
    raw_string_ostream OS(Terminal);
    printFindings(OS, One, O);
    OS.flush();
    return formatv("\n### {0}. {1}: {2}\n\n{3}", Number, Name, code(Place),
                   block(Terminal));
  }

  void captures() {
    bool First = true;
    auto Draw = [&](const LanesOfRegion &Region, bool IsBad) {
      if (Region.Lanes.empty())
        return;
      std::string Lanes;
      raw_string_ostream OS(Lanes);
      writeLanesText(OS, Region, Run.Root);
      OS.flush();
      std::string Place = printable(pathBelow(Region.At.File, Run.Root));
      if (Region.At.isValid())
        Place += ":" + std::to_string(Region.At.Line);
      std::string Title =
          formatv("{0}{1}{2}{3}{4}", printable(Region.Function),
                  Place.empty() ? "" : ", ", Place,
                  Region.When.empty() ? "" : ", ", printable(Region.When));
      std::string Part = First ? "\n## Captures\n" : "";
      Part += formatv("\n<details{0}>\n<summary>{1}</summary>\n\n{2}\n"
                      "</details>\n",
                      IsBad ? " open" : "", escaped(Title), block(Lanes));
      if (add(Part))
        First = false;
      else
        ++CapturesLeftOut;
    };
    auto IsBad = [](const LanesOfRegion &Region) {
      return llvm::any_of(Region.Events, [](const LaneEvent &E) {
        return !E.Violation.empty();
      });
    };
    for (const bool Bad : {true, false})
      for (const LanesOfRegion &Region : Regions)
        if (IsBad(Region) == Bad)
          Draw(Region, Bad);
  }

  /// Escapes a text between tags of HTML in Markdown.
  static std::string escaped(StringRef Text) {
    std::string Result;
    for (char C : Text)
      if (C > 0x20 && C < 0x7f && !isAlnum(C) && C != ',' && C != '.' &&
          C != '/' && C != ':')
        Result += "&#" + std::to_string(unsigned(C)) + ";";
      else
        Result += C;
    return Result;
  }

  const Results &R;
  const RunInfo &Run;
  ArrayRef<LanesOfRegion> Regions;
  const size_t Limit;
  std::string Text;
  size_t FindingsLeftOut = 0, CapturesLeftOut = 0;
};
} // namespace

void report::writeMarkdown(raw_ostream &OS, const Results &R,
                           const RunInfo &Run, ArrayRef<LanesOfRegion> Regions,
                           size_t Limit) {
  OS << Page(R, Run, Regions, Limit).text();
}
