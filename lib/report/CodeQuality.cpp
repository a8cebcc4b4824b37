//===- CodeQuality.cpp - Results for merge requests -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled with exceptions because the JSON library throws.
///
//===----------------------------------------------------------------------===//

#include "CodeQuality.h"
#include "../json/Parse.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;
using Json = nlohmann::ordered_json;

namespace {
class Writer {
public:
  explicit Writer(const RunInfo &Run) : Run(Run) {}

  Json report(const Results &R, const Fingerprint &Print) {
    Json List = Json::array();
    for (const Diagnostic &D : R.Findings)
      List.push_back(issue(D.Check, D.Text,
                           D.Possible || D.OnFailure ? "minor" : "major",
                           D.At.File, D.At.Line, Print(D), body(D)));
    // A report without findings is green, so it must show what was not
    // analysed.
    for (const Unit &U : R.Units)
      if (U.S != Unit::Analysed && U.S != Unit::Skipped)
        List.push_back(issue(
            "cuda-capture-not-analysed",
            U.S == Unit::Malformed
                ? "has errors; only the code that could be parsed was analysed"
                : "could not be analysed",
            "info", U.File, 1, "not analysed " + pathBelow(U.File, Run.Root),
            U.Problem));
    for (const Gap &G : R.Gaps)
      List.push_back(issue(
          "cuda-capture-not-analysed", G.Text, "info", G.At.File, G.At.Line,
          "not analysed " + pathBelow(G.At.File, Run.Root) + ": " + G.Function,
          ""));
    return List;
  }

private:
  Json issue(const std::string &Check, const std::string &Text,
             const char *Severity, StringRef File, unsigned Line,
             const std::string &Print, const std::string &Body) {
    Json I{{"type", "issue"}, {"check_name", Check}, {"description", Text}};
    if (!Body.empty())
      I["content"] = {{"body", Body}};
    I["categories"] = Json::array({"Bug Risk"});
    I["severity"] = Severity;
    // Similar findings are distinguished by their order.
    std::string Hash = formatv("{0:x-16}", xxh3_64bits(StringRef(Print)));
    I["fingerprint"] = Hash + "-" + std::to_string(++Prints[Hash]);
    I["location"] = {{"path", pathBelow(File, Run.Root)},
                     {"lines", {{"begin", std::max(Line, 1u)}}}};
    return I;
  }

  /// Returns Markdown that says how the program gets there, and what to do.
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

  const RunInfo &Run;
  StringMap<unsigned> Prints; ///< Number of issues with each.
};
} // namespace

void report::writeCodeQuality(raw_ostream &OS, const Results &R,
                              const RunInfo &Run, const Fingerprint &Print) {
  OS << printJson(Writer(Run).report(R, Print)) << '\n';
}
