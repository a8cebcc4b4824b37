//===- AuditReport.cpp - The report of cuda-capture audit -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../lib/Counted.h"
#include "../lib/json/Parse.h"
#include "../lib/report/HtmlPage.h"
#include "../lib/report/ResultsJson.h"
#include "../lib/report/TextReport.h"
#include "../lib/support/Paths.h"
#include "Audit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture::analysis;
using namespace cuda_capture::report;
using cuda_capture::counted;
using cuda_capture::currentFolder;
using llvm::formatv;
using llvm::raw_ostream;
using nlohmann::ordered_json;

/// The verdicts in the order of the summary.
static constexpr Capturability Verdicts[] = {
    Capturability::Capturable, Capturability::UnderGuard,
    Capturability::NotCapturable, Capturability::BeginsCapture,
    Capturability::Unknown};

const char *nameOf(Capturability V) {
  switch (V) {
  case Capturability::Capturable:
    return "capturable";
  case Capturability::UnderGuard:
    return "under-guard";
  case Capturability::BeginsCapture:
    return "begins-capture";
  case Capturability::Unknown:
    return "unknown";
  case Capturability::NotCapturable:
    return "not-capturable";
  }
  return "";
}

static const char *textOf(Capturability V) {
  switch (V) {
  case Capturability::Capturable:
    return "capturable";
  case Capturability::UnderGuard:
    return "only under a guard";
  case Capturability::BeginsCapture:
    return "begins a capture itself";
  case Capturability::Unknown:
    return "unknown";
  case Capturability::NotCapturable:
    return "not capturable";
  }
  return "";
}

/// Returns the place of \p N, relative to the current folder if that is
/// shorter; empty if \p N has no place.
static std::string place(const AuditNote &N) {
  static const std::string Folder = currentFolder();
  return N.Line ? formatv("{0}:{1}:{2}", shownPath(N.File, Folder), N.Line,
                          N.Column)
                      .str()
                : std::string();
}

static std::string summary(const AuditReport &Report) {
  std::string Text = counted(Report.Functions.size(), "function");
  const char *Separator = ": ";
  for (Capturability V : Verdicts)
    if (size_t N =
            llvm::count_if(Report.Functions, [&](const AuditedFunction &F) {
              return F.Verdict == V;
            })) {
      const bool Begin = V == Capturability::BeginsCapture && N > 1;
      Text += formatv("{0}{1} {2}", Separator, N,
                      Begin ? "begin captures themselves" : textOf(V));
      Separator = ", ";
    }
  return Text;
}

/// Describes the functions that are not listed; empty if all functions are.
static std::string others(const AuditReport &Report) {
  const size_t N = Report.NumOthers;
  if (N)
    return formatv("not listed: {0} that {1} no stream and {2} no call that "
                   "matters to a capture",
                   cuda_capture::counted(N, "function"),
                   N == 1 ? "receives" : "receive", N == 1 ? "makes" : "make");
  return Report.Functions.empty()
             ? "no function is defined in the files outside of system headers"
             : "";
}

/// The number of reasons of a function that text and pages show. JSON has all.
static constexpr size_t MaxShown = 8;

static llvm::ArrayRef<AuditedFunction::Reason> shown(const AuditedFunction &F) {
  return llvm::ArrayRef(F.Reasons).take_front(MaxShown);
}

/// Says how many reasons are not shown; empty if all are.
static std::string more(const AuditedFunction &F) {
  return F.Reasons.size() > MaxShown
             ? formatv("... and {0}; --json lists all",
                       cuda_capture::counted(F.Reasons.size() - MaxShown,
                                             "more reason"))
                   .str()
             : "";
}

/// Returns the words before a reason. A reason behind a guard describes the
/// function without the guard.
static const char *introduction(Capturability V) {
  return V == Capturability::UnderGuard ? "without the guard: " : "";
}

static void printText(raw_ostream &OS, const AuditReport &Report,
                      llvm::StringRef Baseline) {
  auto Line = [&](unsigned Indent, const AuditNote &N, llvm::StringRef Before,
                  llvm::StringRef After) {
    std::string Where = place(N);
    OS.indent(Indent) << Where << (Where.empty() ? "" : ": ") << Before
                      << N.Text << After << '\n';
  };
  for (const AuditedFunction &F : Report.Functions) {
    if (!Baseline.empty() && !F.CouldBeCaptured)
      continue;
    OS << place(F.Where) << ": " << F.Where.Text << ": " << textOf(F.Verdict)
       << (Baseline.empty() ? "" : ", and could be captured before") << '\n';
    for (const AuditedFunction::Reason &R : shown(F)) {
      Line(2, R.What, introduction(F.Verdict),
           R.Check.empty() ? "" : " [" + R.Check + "]");
      for (const AuditNote &N : R.Path)
        Line(4, N, "", "");
    }
    if (std::string More = more(F); !More.empty())
      OS << "  " << More << '\n';
  }
  Results R;
  R.Units = Report.Units;
  TextOptions Text;
  Text.Folder = currentFolder();
  printProblems(OS, R, FilterCounts(), Text);
  if (std::string Others = others(Report); !Others.empty())
    OS << Others << '\n';
  OS << summary(Report) << '\n';
  if (Baseline.empty())
    return;
  const size_t N = llvm::count_if(
      Report.Functions, [](const auto &F) { return F.CouldBeCaptured; });
  OS << counted(N, "function")
     << formatv(" could be captured by {0}, and cannot be any more\n",
                Baseline);
  if (Report.NumGone)
    OS << counted(Report.NumGone, "function")
       << formatv(" that could be captured by it {0} not among these: removed, "
                  "or in another file, or of another name\n",
                  Report.NumGone == 1 ? "is" : "are");
}

static ordered_json object(const AuditNote &N, const char *Key) {
  ordered_json O = {{Key, N.Text}};
  if (N.Line) {
    O["file"] = N.File;
    O["line"] = N.Line;
    O["column"] = N.Column;
  }
  return O;
}

static void printJson(raw_ostream &OS, const AuditReport &Report) {
  ordered_json List = ordered_json::array();
  for (const AuditedFunction &F : Report.Functions) {
    ordered_json O = object(F.Where, "name");
    O["verdict"] = nameOf(F.Verdict);
    if (F.CouldBeCaptured)
      O["couldBeCaptured"] = true;
    ordered_json &Reasons = O["reasons"] = ordered_json::array();
    for (const AuditedFunction::Reason &R : F.Reasons) {
      ordered_json Reason = object(R.What, "text");
      if (!R.Check.empty())
        Reason["check"] = R.Check;
      if (R.Number)
        Reason["error"] = {{"name", R.Error}, {"number", R.Number}};
      ordered_json &Path = Reason["path"] = ordered_json::array();
      for (const AuditNote &N : R.Path)
        Path.push_back(object(N, "text"));
      Reasons.push_back(std::move(Reason));
    }
    List.push_back(std::move(O));
  }
  ordered_json Counts = ordered_json::object();
  for (Capturability V : Verdicts)
    Counts[nameOf(V)] =
        llvm::count_if(Report.Functions, [&](const AuditedFunction &F) {
          return F.Verdict == V;
        });
  ordered_json Files = ordered_json::array();
  for (const Unit &U : Report.Units) {
    ordered_json O = {{"file", U.File}, {"state", nameOf(U.S).str()}};
    if (!U.Problem.empty())
      O["problem"] = U.Problem;
    Files.push_back(std::move(O));
  }
  ordered_json Result = {{"counts", std::move(Counts)},
                         {"files", std::move(Files)},
                         {"functions", std::move(List)},
                         {"notListed", Report.NumOthers}};
  if (Report.NumGone)
    Result["gone"] = Report.NumGone;
  OS << cuda_capture::printJson(Result) << '\n';
}

static void printHtml(raw_ostream &OS, const AuditReport &Report) {
  OS << "<header>\n<h1>cuda-capture audit</h1>\n<p>" << html(summary(Report))
     << "</p>\n";
  if (std::string Others = others(Report); !Others.empty())
    OS << "<p>" << html(Others) << "</p>\n";
  for (const Unit &U : Report.Units)
    if (llvm::StringRef Problem = problemOf(U); !Problem.empty())
      OS << "<p class=\"unknown\"><code>" << html(U.File)
         << "</code>: " << html(Problem)
         << html(U.Problem.empty() ? "" : ": " + U.Problem) << "</p>\n";
  OS << "</header>\n<main>\n";
  auto Item = [&](const AuditNote &N, llvm::StringRef Before) {
    OS << html(Before) << html(N.Text) << " <span class=\"at\">"
       << html(place(N)) << "</span>";
  };
  for (const AuditedFunction &F : Report.Functions) {
    OS << "<article class=\"" << nameOf(F.Verdict) << "\">\n<h2><code>"
       << html(F.Where.Text) << "</code>: <span>" << textOf(F.Verdict)
       << "</span></h2>\n<div class=\"at\">" << html(place(F.Where))
       << "</div>\n";
    if (!F.Reasons.empty())
      OS << "<ul>\n";
    for (const AuditedFunction::Reason &R : shown(F)) {
      OS << "<li>";
      Item(R.What, introduction(F.Verdict));
      if (!R.Path.empty())
        OS << "\n<ul>\n";
      for (const AuditNote &N : R.Path) {
        OS << "<li>";
        Item(N, "");
        OS << "</li>\n";
      }
      OS << (R.Path.empty() ? "</li>\n" : "</ul>\n</li>\n");
    }
    if (std::string More = more(F); !More.empty())
      OS << "<li>" << html(More) << "</li>\n";
    if (!F.Reasons.empty())
      OS << "</ul>\n";
    OS << "</article>\n";
  }
  OS << "</main>\n";
}

void printAudit(raw_ostream &OS, const AuditReport &Report, AuditFormat Format,
                llvm::StringRef Baseline) {
  switch (Format) {
  case AuditFormat::Text:
    return printText(OS, Report, Baseline);
  case AuditFormat::Json:
    return printJson(OS, Report);
  case AuditFormat::Html:
    return writeHtmlPage(OS, "cuda-capture audit",
                         [&] { printHtml(OS, Report); });
  }
}
