//===- AuditReport.cpp - The report of cuda-capture audit -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../lib/Counted.h"
#include "../lib/json/Parse.h"
#include "../lib/report/HtmlPage.h"
#include "Audit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture::analysis;
using cuda_capture::report::html;
using cuda_capture::report::writeHtmlPage;
using llvm::formatv;
using llvm::raw_ostream;
using nlohmann::ordered_json;

/// In the order of the summary.
static constexpr Capturability Verdicts[] = {
    Capturability::Capturable, Capturability::UnderGuard,
    Capturability::NotCapturable, Capturability::Unknown};

static const char *nameOf(Capturability V) {
  switch (V) {
  case Capturability::Capturable:
    return "capturable";
  case Capturability::UnderGuard:
    return "under-guard";
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
  case Capturability::Unknown:
    return "unknown";
  case Capturability::NotCapturable:
    return "not capturable";
  }
  return "";
}

static std::string place(const AuditNote &N) {
  return N.Line ? formatv("{0}:{1}:{2}", N.File, N.Line, N.Column).str()
                : std::string();
}

static std::string summary(const std::vector<AuditedFunction> &Functions) {
  std::string Text = cuda_capture::counted(Functions.size(), "function");
  const char *Separator = ": ";
  for (Capturability V : Verdicts)
    if (size_t N = llvm::count_if(Functions, [&](const AuditedFunction &F) {
          return F.Verdict == V;
        })) {
      Text += formatv("{0}{1} {2}", Separator, N, textOf(V));
      Separator = ", ";
    }
  return Text;
}

/// What a guard spares is said as it would be without it.
static const char *introduction(Capturability V) {
  return V == Capturability::UnderGuard ? "without the guard: " : "";
}

static void printText(raw_ostream &OS,
                      const std::vector<AuditedFunction> &Functions) {
  auto Line = [&](unsigned Indent, const AuditNote &N, llvm::StringRef Before,
                  llvm::StringRef After) {
    std::string Where = place(N);
    OS.indent(Indent) << Where << (Where.empty() ? "" : ": ") << Before
                      << N.Text << After << '\n';
  };
  for (const AuditedFunction &F : Functions) {
    OS << place(F.Where) << ": " << F.Where.Text << ": " << textOf(F.Verdict)
       << '\n';
    for (const AuditedFunction::Reason &R : F.Reasons) {
      Line(2, R.What, introduction(F.Verdict),
           R.Check.empty() ? "" : " [" + R.Check + "]");
      for (const AuditNote &N : R.Path)
        Line(4, N, "", "");
    }
  }
  OS << summary(Functions) << '\n';
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

static void printJson(raw_ostream &OS,
                      const std::vector<AuditedFunction> &Functions) {
  ordered_json List = ordered_json::array();
  for (const AuditedFunction &F : Functions) {
    ordered_json O = object(F.Where, "name");
    O["verdict"] = nameOf(F.Verdict);
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
    Counts[nameOf(V)] = llvm::count_if(
        Functions, [&](const AuditedFunction &F) { return F.Verdict == V; });
  ordered_json Report = {{"counts", std::move(Counts)},
                         {"functions", std::move(List)}};
  OS << cuda_capture::printJson(Report) << '\n';
}

static void printHtml(raw_ostream &OS,
                      const std::vector<AuditedFunction> &Functions) {
  OS << "<header>\n<h1>cuda-capture audit</h1>\n<p>" << html(summary(Functions))
     << "</p>\n</header>\n<main>\n";
  auto Item = [&](const AuditNote &N, llvm::StringRef Before) {
    OS << html(Before) << html(N.Text) << " <span class=\"at\">"
       << html(place(N)) << "</span>";
  };
  for (const AuditedFunction &F : Functions) {
    OS << "<article class=\"" << nameOf(F.Verdict) << "\">\n<h2><code>"
       << html(F.Where.Text) << "</code>: <span>" << textOf(F.Verdict)
       << "</span></h2>\n<div class=\"at\">" << html(place(F.Where))
       << "</div>\n";
    if (!F.Reasons.empty())
      OS << "<ul>\n";
    for (const AuditedFunction::Reason &R : F.Reasons) {
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
    if (!F.Reasons.empty())
      OS << "</ul>\n";
    OS << "</article>\n";
  }
  OS << "</main>\n";
}

void printAudit(raw_ostream &OS, const std::vector<AuditedFunction> &Functions,
                AuditFormat Format) {
  switch (Format) {
  case AuditFormat::Text:
    return printText(OS, Functions);
  case AuditFormat::Json:
    return printJson(OS, Functions);
  case AuditFormat::Html:
    return writeHtmlPage(OS, "cuda-capture audit",
                         [&] { printHtml(OS, Functions); });
  }
}
