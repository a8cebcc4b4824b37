//===- CodeQuality.cpp - Results for merge requests -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeQuality.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;

namespace {
class Writer {
public:
  Writer(raw_ostream &OS, const RunInfo &Run)
      : J(OS, /*IndentSize=*/2), Run(Run) {}

  void report(const Results &R, const Fingerprint &Print) {
    J.array([&] {
      for (const Diagnostic &D : R.Findings)
        issue(D.Check, D.Text, D.Possible || D.OnFailure ? "minor" : "major",
              D.At.File, D.At.Line, Print(D), body(D));
      // A report without findings is green: what was not seen must show.
      for (const Unit &U : R.Units)
        if (U.S != Unit::Analysed && U.S != Unit::Skipped)
          issue("cuda-capture-not-analysed",
                U.S == Unit::Malformed
                    ? "has errors; what could be parsed was analysed"
                    : "could not be analysed",
                "info", U.File, 1,
                "not analysed " + pathBelow(U.File, Run.Root), U.Problem);
    });
  }

private:
  /// What is quoted need not be text; JSON has to be.
  void issue(StringRef Check, StringRef Text, StringRef Severity,
             StringRef File, unsigned Line, const std::string &Print,
             StringRef Body) {
    J.object([&] {
      J.attribute("type", "issue");
      J.attribute("check_name", json::fixUTF8(Check));
      J.attribute("description", json::fixUTF8(Text));
      if (!Body.empty())
        J.attributeObject("content",
                          [&] { J.attribute("body", json::fixUTF8(Body)); });
      J.attributeArray("categories", [&] { J.value("Bug Risk"); });
      J.attribute("severity", Severity);
      // Findings that are alike are told apart by their order.
      std::string Hash = formatv("{0:x-16}", xxh3_64bits(StringRef(Print)));
      J.attribute("fingerprint", Hash + "-" + std::to_string(++Prints[Hash]));
      J.attributeObject("location", [&] {
        J.attribute("path", json::fixUTF8(pathBelow(File, Run.Root)));
        J.attributeObject("lines",
                          [&] { J.attribute("begin", std::max(Line, 1u)); });
      });
    });
  }

  /// Markdown: how the program gets there, and what to do.
  std::string body(const Diagnostic &D) const {
    std::string Result;
    for (const DiagnosticNote &N : D.Notes) {
      Result += "- ";
      if (N.At.isValid())
        Result +=
            (pathBelow(N.At.File, Run.Root) + ":" + Twine(N.At.Line) + ": ")
                .str();
      Result += N.Text + '\n';
    }
    return Result;
  }

  json::OStream J;
  const RunInfo &Run;
  StringMap<unsigned> Prints; ///< How many issues had each.
};
} // namespace

void report::writeCodeQuality(raw_ostream &OS, const Results &R,
                              const RunInfo &Run, const Fingerprint &Print) {
  Writer(OS, Run).report(R, Print);
  OS << '\n';
}
