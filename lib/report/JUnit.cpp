//===- JUnit.cpp - Results as a report of tests ---------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JUnit.h"
#include "Excerpt.h"
#include "HtmlPage.h"
#include "RunProblems.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;

/// Escapes \p Text, of one or more lines, for XML. Some characters cannot occur
/// in XML, not even escaped; they are written as their codes.
static std::string xml(StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Result += html(printable(Line));
    if (Text.size() != Line.size())
      Result += '\n';
    Text = Rest;
  }
  return Result;
}

namespace {
struct Test {
  enum Outcome { Passed, Failed, Error, Skipped } O = Passed;
  std::string Name, Type, Message, Details;
};

struct Counts {
  size_t Tests = 0, Failures = 0, Errors = 0, Skipped = 0;

  void add(const Test &T) {
    ++Tests;
    Failures += T.O == Test::Failed;
    Errors += T.O == Test::Error;
    Skipped += T.O == Test::Skipped;
  }
  std::string str() const {
    return formatv("tests=\"{0}\" failures=\"{1}\" errors=\"{2}\"", Tests,
                   Failures, Errors);
  }
};

class Writer {
public:
  Writer(raw_ostream &OS, const RunInfo &Run) : OS(OS), Run(Run) {}

  void collect(const Results &R) {
    for (const Unit &U : R.Units)
      if (U.S == Unit::Analysed)
        add(U.File, {Test::Passed, "analysis", "", "", ""});
      else if (U.S == Unit::Skipped)
        add(U.File, {Test::Skipped, "analysis", "cuda-capture-skipped",
                     "it cannot reach a capture, as its words tell; --all "
                     "analyses it, too",
                     ""});
    for (const Diagnostic &D : R.Findings)
      add(D.At.File, {Test::Failed,
                      D.Check + (D.Function.empty() ? "" : " in " + D.Function),
                      D.Check, D.Text, linesOf(D, Run.Root)});
    for (const RunProblem &P : problemsOf(R, Run)) {
      const auto Outcome = P.L != RunProblem::Failure         ? Test::Skipped
                           : P.K == RunProblem::StaleBaseline ? Test::Failed
                                                              : Test::Error;
      std::string Name = "analysis";
      if (P.K != RunProblem::NotAnalysed)
        Name = nameOf(P.K) + (P.Function.empty() ? "" : " of " + P.Function);
      std::string Details = P.Details;
      if (P.At.isValid())
        Details = (pathBelow(P.At.File, Run.Root) + ":" + Twine(P.At.Line) +
                   ": " + P.Text)
                      .str();
      add(P.At.File,
          {Outcome, std::move(Name), nameOf(P.K), P.Text, std::move(Details)});
    }
  }

  void write() {
    Counts All;
    for (const auto &[File, Tests] : Suites)
      for (const Test &T : Tests)
        All.add(T);
    OS << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
       << "<testsuites name=\"cuda-capture\" " << All.str() << ">\n";
    for (const auto &[File, Tests] : Suites)
      suite(File.empty() ? "cuda-capture" : pathBelow(File, Run.Root), Tests);
    OS << "</testsuites>\n";
  }

private:
  void add(const std::string &File, Test T) {
    Suites[File].push_back(std::move(T));
  }

  void suite(StringRef Name, const std::vector<Test> &Tests) {
    Counts C;
    for (const Test &T : Tests)
      C.add(T);
    OS << "  <testsuite name=\"" << xml(Name) << "\" " << C.str()
       << " skipped=\"" << C.Skipped << "\">\n";
    StringMap<unsigned> Seen;
    for (const Test &T : Tests)
      test(Name, T, ++Seen[T.Name]);
    OS << "  </testsuite>\n";
  }

  /// \p Number tells tests of one name apart. Names have no line numbers, so
  /// that servers know a test again when lines have moved.
  void test(StringRef Suite, const Test &T, unsigned Number) {
    OS << "    <testcase classname=\"" << xml(Suite) << "\" name=\""
       << xml(T.Name);
    if (Number > 1)
      OS << " (" << Number << ")";
    OS << '"';
    OS << " time=\"0\"";
    if (T.O == Test::Passed) {
      OS << "/>\n";
      return;
    }
    const char *Element = T.O == Test::Failed  ? "failure"
                          : T.O == Test::Error ? "error"
                                               : "skipped";
    OS << ">\n      <" << Element << " message=\"" << xml(T.Message) << '"';
    // JUnit knows no type of a test that was skipped.
    if (T.O != Test::Skipped)
      OS << " type=\"" << xml(T.Type) << '"';
    if (T.Details.empty())
      OS << "/>\n";
    else
      OS << '>' << xml(T.Details) << "</" << Element << ">\n";
    OS << "    </testcase>\n";
  }

  raw_ostream &OS;
  const RunInfo &Run;
  MapVector<std::string, std::vector<Test>, std::map<std::string, unsigned>>
      Suites;
};
} // namespace

void report::writeJUnit(raw_ostream &OS, const Results &R, const RunInfo &Run) {
  Writer W(OS, Run);
  W.collect(R);
  W.write();
}
