//===- HtmlReport.cpp - Results as a page ---------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HtmlReport.h"
#include "../Counted.h"
#include "CheckTexts.h"
#include "HtmlPage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <set>

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;

/// The maximum number of findings with which all of them are open at first.
static constexpr size_t MostOpen = 20;

static StringRef shortName(StringRef Check) {
  Check.consume_front("cuda-capture-");
  return Check;
}

static const char *stateText(Unit::State S) {
  switch (S) {
  case Unit::Analysed:
  case Unit::Skipped:
    return "";
  case Unit::Malformed:
    return "has errors; only the code that could be parsed was analysed";
  case Unit::Failed:
    return "could not be analysed";
  case Unit::Crashed:
    return "could not be analysed: the analysis crashed";
  case Unit::TimedOut:
    return "could not be analysed in time";
  }
  return "";
}

namespace {
class Report {
public:
  Report(raw_ostream &OS, const Results &R, const RunInfo &Run,
         SourceFiles &Sources, const std::vector<LanesOfRegion> &Regions)
      : OS(OS), R(R), Run(Run), Sources(Sources), Regions(Regions) {
    for (const Unit &U : R.Units) {
      ++Units[U.S];
      Begun += U.Regions;
      Capturable += U.Capturable;
    }
    for (size_t I = 0; I < Regions.size(); ++I)
      for (const LaneEvent &E : Regions[I].Events)
        if (E.Finding)
          DrawnIn.try_emplace(*E.Finding, I + 1);
  }

  void write() {
    OS << "<header>\n<h1>cuda-capture check</h1>\n<p class=\"at\">"
       << html(Run.Root) << "</p>\n</header>\n<main>\n";
    summary();
    troubles();
    gaps();
    filter();
    findings();
    regions();
    checks();
    OS << "</main>\n<footer>cuda-capture-tidy " << html(Run.Version)
       << "</footer>\n";
    keys();
  }

private:
  size_t units(Unit::State S) const {
    auto It = Units.find(S);
    return It == Units.end() ? 0 : It->second;
  }

  //===--- How it went ---===//

  void tile(size_t N, const std::string &What, const std::string &More,
            const char *Class = "") {
    OS << "<li class=\"" << Class << "\"><b>" << N << "</b> " << What;
    if (!More.empty())
      OS << "<small>" << html(More) << "</small>";
    OS << "</li>\n";
  }

  void summary() {
    size_t Possible =
        llvm::count_if(R.Findings, [](auto &D) { return D.Possible; });
    size_t Skipped = units(Unit::Skipped);
    size_t Partial = units(Unit::Malformed);
    size_t Failed =
        units(Unit::Failed) + units(Unit::Crashed) + units(Unit::TimedOut);
    OS << "<section aria-label=\"Summary\">\n<ul class=\"tiles\">\n";
    tile(R.Findings.size(), pluralIf(R.Findings.size(), "finding"),
         Possible ? formatv("{0} of them possible", Possible).str() : "",
         R.Findings.empty() ? "" : "bad");
    tile(Begun, pluralIf(Begun, "capture") + " begun", "");
    tile(Capturable, pluralIf(Capturable, "capturable function"), "");
    tile(units(Unit::Analysed) + Partial,
         pluralIf(units(Unit::Analysed) + Partial, "file") + " analysed",
         Skipped ? formatv("{0} more cannot reach a capture", Skipped).str()
                 : "");
    if (!R.Gaps.empty())
      tile(R.Gaps.size(),
           pluralIf(R.Gaps.size(), allFunctions() ? "function" : "place") +
               " not analysed completely",
           "", lacksCoverage(R) ? "bad" : "");
    tile(Failed, pluralIf(Failed, "file") + " not analysed",
         Partial ? formatv("{0} more with errors", Partial).str() : "",
         Failed ? "bad" : "");
    OS << "</ul>\n";
    if (R.Findings.empty())
      nothing(Failed + Partial);
    for (const ConfigurationNotice &N : R.Notices) {
      OS << "<p class=\"banner" << (N.IsWarning ? " warn" : "") << "\">";
      if (!N.At.File.empty())
        OS << "<code>" << html(pathBelow(N.At.File, Run.Root)) << "</code>: ";
      OS << html(N.Text) << "</p>\n";
    }
    OS << "</section>\n";
  }

  /// Writes what was analysed, because the absence of findings proves nothing.
  void nothing(size_t Troubled) {
    if (!Begun && !Capturable)
      OS << "<p class=\"banner warn\">Nothing was found since there was "
            "nothing "
            "to look at: no capture begins in these files, and no function is "
            "capturable.</p>\n";
    else
      OS << "<p class=\"banner\">Nothing was found in "
         << counted(Begun, "capture") << " and "
         << counted(Capturable, "capturable function") << ".</p>\n";
    if (Troubled)
      OS << "<p class=\"banner warn\">" << counted(Troubled, "file")
         << " could not be analysed, or only in part.</p>\n";
    if (lacksCoverage(R))
      OS << "<p class=\"banner warn\">Not all that captures was analysed "
            "completely: see below.</p>\n";
  }

  bool allFunctions() const {
    return llvm::none_of(R.Gaps,
                         [](const Gap &G) { return G.Function.empty(); });
  }

  void gaps() {
    if (R.Gaps.empty())
      return;
    OS << "<section id=\"gaps\">\n<h2>Not analysed completely</h2>\n"
          "<ul class=\"troubles\">\n";
    for (const Gap &G : R.Gaps)
      OS << "<li><code>" << html(place(G.At)) << "</code> " << html(G.Text)
         << "</li>\n";
    OS << "</ul>\n</section>\n";
  }

  void troubles() {
    if (llvm::all_of(R.Units, [](const Unit &U) { return !*stateText(U.S); }))
      return;
    OS << "<section>\n<h2>Files with trouble</h2>\n<ul class=\"troubles\">\n";
    for (const Unit &U : R.Units) {
      if (!*stateText(U.S))
        continue;
      OS << "<li><code>" << html(pathBelow(U.File, Run.Root)) << "</code> "
         << stateText(U.S);
      if (!U.Problem.empty())
        OS << "<pre>" << html(U.Problem) << "</pre>";
      OS << "</li>\n";
    }
    OS << "</ul>\n</section>\n";
  }

  //===--- Findings ---===//

  void option(StringRef Value, StringRef Shown, size_t N) {
    OS << "<option value=\"" << html(Value) << "\">" << html(Shown) << " (" << N
       << ")</option>\n";
  }

  void filter() {
    if (R.Findings.empty())
      return;
    std::map<StringRef, size_t> Checks, Files;
    bool Possible = false;
    for (const Diagnostic &D : R.Findings) {
      ++Checks[D.Check];
      ++Files[D.At.File];
      Possible |= D.Possible;
    }
    OS << "<form id=\"filter\" role=\"search\" hidden>\n"
          "<label>Text <input type=\"search\" id=\"text\" "
          "placeholder=\"press / to search\" autocomplete=\"off\"></label>\n"
          "<label>Check <select id=\"check\">\n";
    option("", "all", R.Findings.size());
    for (auto [Check, N] : Checks)
      option(Check, shortName(Check), N);
    OS << "</select></label>\n<label>File <select id=\"file\">\n";
    option("", "all", R.Findings.size());
    for (auto [File, N] : Files)
      option(File, pathBelow(File, Run.Root), N);
    OS << "</select></label>\n";
    if (Possible)
      OS << "<label><input type=\"checkbox\" id=\"possible\" checked> possible "
            "ones, too</label>\n";
    OS << "<output id=\"count\" aria-live=\"polite\"></output>\n"
          "<button type=\"button\" id=\"all\">Open all</button>\n"
          "<button type=\"button\" id=\"help\" aria-label=\"keys\">?</button>\n"
          "</form>\n";
  }

  void findings() {
    if (R.Findings.empty())
      return;
    OS << "<section id=\"findings\" aria-label=\"Findings\">\n";
    for (size_t I = 0; I < R.Findings.size(); ++I)
      finding(R.Findings[I], I + 1);
    OS << "<p class=\"banner\" id=\"none\" hidden>No finding fits the "
          "filter.</p>\n</section>\n";
  }

  std::string place(const Position &At) const {
    std::string Path = pathBelow(At.File, Run.Root);
    return At.isValid() ? formatv("{0}:{1}:{2}", Path, At.Line, At.Column).str()
                        : Path;
  }

  void finding(const Diagnostic &D, size_t Number) {
    std::string Id = "f" + std::to_string(Number);
    OS << "<details class=\"finding" << (D.Possible ? " possible" : "")
       << "\" id=\"" << Id << "\" data-check=\"" << html(D.Check)
       << "\" data-file=\"" << html(D.At.File) << '"'
       << (R.Findings.size() <= MostOpen ? " open" : "") << ">\n<summary>"
       << "<span class=\"tag\">" << html(shortName(D.Check)) << "</span> "
       << (D.Possible ? "<span class=\"tag\">possible</span> " : "")
       << (D.OnFailure ? "<span class=\"tag\">if a call fails</span> " : "")
       << "<span class=\"text\">" << html(D.Text)
       << "</span> <span class=\"at\">" << html(place(D.At));
    if (!D.Function.empty())
      OS << " in " << html(D.Function);
    OS << "</span></summary>\n<div class=\"body\">\n";
    path(D, Id);
    remedies(D);
    OS << "<p class=\"more\"><a href=\"#check-" << html(shortName(D.Check))
       << "\">About " << html(shortName(D.Check)) << "</a>";
    if (auto It = DrawnIn.find(Number - 1); It != DrawnIn.end())
      OS << " <a href=\"#capture-" << It->second
         << "\">Its capture as lanes</a>";
    OS << "</p>\n"
       << "</div>\n</details>\n";
  }

  /// Writes the steps as a list with links to their lines, and the lines.
  void path(const Diagnostic &D, StringRef Id) {
    std::vector<ShownStep> Steps;
    auto Add = [&](bool Before) {
      for (const DiagnosticNote &N : D.Notes)
        if (N.K == DiagnosticNote::Path && N.Before == Before)
          Steps.push_back({N.At, N.Text, false});
    };
    Add(true);
    Steps.push_back({D.At, D.Text, true});
    Add(false);
    std::string Lines;
    raw_string_ostream Excerpts(Lines);
    std::vector<bool> Shown = writeExcerpts(Excerpts, Steps, Id, Run, Sources);
    Excerpts.flush();
    if (Steps.size() > 1 || !Shown[0]) {
      OS << "<ol class=\"path\">\n";
      for (size_t I = 0; I < Steps.size(); ++I) {
        std::string Name = (Id + "-" + Twine(I + 1)).str();
        // The text of the finding is shown above.
        std::string Text =
            Steps[I].Finding ? "<b>the finding</b>" : html(Steps[I].Text);
        if (Shown[I])
          OS << "<li><a href=\"#" << Name << "\">" << Text << "</a>";
        else
          OS << "<li id=\"" << Name << "\">" << Text;
        OS << " <span class=\"at\">" << html(place(Steps[I].At))
           << "</span></li>\n";
      }
      OS << "</ol>\n";
    }
    OS << Lines;
  }

  void remedies(const Diagnostic &D) {
    bool Any = false;
    for (const DiagnosticNote &N : D.Notes) {
      if (N.K == DiagnosticNote::Path && N.Edits.empty())
        continue;
      if (N.K == DiagnosticNote::Changed) {
        OS << "<p>" << html(N.Text) << " <span class=\"at\">"
           << html(place(N.At)) << "</span></p>\n";
        continue;
      }
      OS << "<p class=\"remedy\">";
      if (!Any)
        OS << "<b>What to do:</b> ";
      Any = true;
      OS << html(N.Text) << "</p>\n";
      if (N.K == DiagnosticNote::Remedy && !D.Edits.empty())
        sure(D);
      if (!N.Edits.empty())
        writeDiffs(OS, N.Edits, Run, Sources);
    }
    if (!D.Edits.empty() && llvm::none_of(D.Notes, [](auto &N) {
          return N.K == DiagnosticNote::Remedy;
        }))
      sure(D);
  }

  void sure(const Diagnostic &D) {
    OS << "<p class=\"fix\">The edit that <code>--fix</code> makes:</p>\n";
    writeDiffs(OS, D.Edits, Run, Sources);
  }

  //===--- What belongs to them ---===//

  void regions() {
    if (Regions.empty())
      return;
    OS << "<section>\n<h2>Captures</h2>\n"
          "<p class=\"legend\">Each stream is a lane, solid while it takes "
          "part "
          "in the capture. &#9661; begin, &#9679; work, + other call, &#9675; "
          "fork or join, "
          "&#9633; end, &#9670; violation.</p>\n";
    unsigned Number = 0;
    for (const LanesOfRegion &Region : Regions) {
      OS << "<figure id=\"capture-" << ++Number << "\">\n<figcaption><b>"
         << html(Region.Function) << "</b>"
         << (Region.Mode.empty() ? "" : ", " + html(Region.Mode) + " mode")
         << (Region.When.empty() ? "" : ", " + html(Region.When))
         << " <span class=\"at\">" << html(place(Region.At))
         << "</span></figcaption>\n<div class=\"scroll\" tabindex=\"0\" "
            "role=\"group\" aria-label=\""
         << html(Region.Function) << "\">\n";
      writeLanesSvg(OS, Region, Number, Run.Root);
      OS << "</div>\n</figure>\n";
    }
    OS << "</section>\n";
  }

  void checks() {
    std::set<StringRef> Used;
    for (const Diagnostic &D : R.Findings)
      Used.insert(D.Check);
    if (Used.empty())
      return;
    OS << "<section>\n<h2>Checks</h2>\n";
    for (StringRef Name : Used) {
      const CheckText *Check = checkText(Name);
      OS << "<details class=\"check\" id=\"check-" << html(shortName(Name))
         << "\">\n<summary><span class=\"tag\">" << html(shortName(Name))
         << "</span> " << (Check ? html(Check->Summary) : "") << "</summary>\n";
      if (Check) {
        OS << "<p class=\"description\">" << html(Check->Description)
           << "</p>\n";
        if (!Run.Docs.empty())
          OS << "<p><a href=\"" << html(Run.Docs + Check->Page)
             << "\">The page of the check</a></p>\n";
      }
      OS << "</details>\n";
    }
    OS << "</section>\n";
  }

  void keys() {
    if (R.Findings.empty())
      return;
    OS << "<dialog id=\"keys\" aria-label=\"Keys\">\n<dl>\n";
    static constexpr const char *Keys[][2] = {
        {"j, k", "next and previous finding"},
        {"Enter", "open or close it"},
        {"], [", "next and previous step of its path"},
        {"/", "search"},
        {"Esc", "leave the search, or empty it"},
        {"?", "these keys"}};
    for (auto [Key, What] : Keys)
      OS << "<div><dt><kbd>" << Key << "</kbd></dt><dd>" << What
         << "</dd></div>\n";
    OS << "</dl>\n<form method=\"dialog\"><button>Close</button></form>\n"
          "</dialog>\n";
  }

  raw_ostream &OS;
  const Results &R;
  const RunInfo &Run;
  SourceFiles &Sources;
  const std::vector<LanesOfRegion> &Regions;
  std::map<Unit::State, size_t> Units;
  size_t Begun = 0, Capturable = 0;
  /// The findings that a picture shows, and the number of the picture.
  std::map<size_t, size_t> DrawnIn;
};
} // namespace

void report::writeHtmlReport(raw_ostream &OS, const Results &R,
                             const RunInfo &Run, SourceFiles &Sources,
                             const std::vector<LanesOfRegion> &Regions) {
  writeHtmlPage(OS,
                "cuda-capture check: " + counted(R.Findings.size(), "finding"),
                [&] { Report(OS, R, Run, Sources, Regions).write(); });
}
