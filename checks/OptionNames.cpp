//===- OptionNames.cpp - Names of the checks' options ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptionNames.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GlobPattern.h"
#include <vector>

using namespace cuda_capture;
using namespace llvm;

static constexpr llvm::StringLiteral Shared[] = {
    checks::KnowledgeBaseOption, checks::ReportPossibleOption,
    checks::LanguageOption,      checks::FunctionsOption,
    checks::ModeOption,          checks::EntryPointsOption,
    checks::IndexOption,         checks::IgnoreSystemPragmaOption,
    checks::DriverOption,        checks::OtherThreadsOption};

static constexpr llvm::StringLiteral CheckNames[] = {
#define CHECK(RULE, NAME, POINTS, SEVERITY, ERRORS, SUMMARY)                   \
  "cuda-capture-" NAME,
#include "../lib/analysis/Checks.def"
};

/// Returns all names of options. A shared option may also have the name of a
/// check in front.
static std::vector<std::string> allNames() {
  std::vector<std::string> Result(std::begin(Shared), std::end(Shared));
  for (StringRef Check : CheckNames)
    for (StringRef Option : Shared)
      Result.push_back((Check + "." + Option).str());
  Result.push_back(
      ("cuda-capture-leak-on-error." + checks::FailingCallsOption).str());
  return Result;
}

/// Returns the element of \p Names that is most similar to \p Name; empty if
/// none is similar.
static StringRef nearest(StringRef Name, ArrayRef<std::string> Names) {
  StringRef Nearest;
  unsigned Distance = std::max<size_t>(2, Name.size() / 5) + 1;
  for (const std::string &Known : Names) {
    unsigned D =
        Name.edit_distance(Known, /*AllowReplacements=*/true, Distance);
    if (D < Distance) {
      Distance = D;
      Nearest = Known;
    }
  }
  return Nearest;
}

static std::string question(StringRef Nearest) {
  return Nearest.empty() ? "" : "; did you mean '" + Nearest.str() + "'?";
}

std::string checks::problemWithOption(StringRef Name) {
  if (!Name.starts_with_insensitive("cudacapture") &&
      !Name.starts_with("cuda-capture-"))
    return "";
  static const std::vector<std::string> Names = allNames();
  if (is_contained(Names, Name))
    return "";
  return "unknown option '" + Name.str() + "'" + question(nearest(Name, Names));
}

std::vector<std::string> checks::problemsWithChecks(StringRef List) {
  static const std::vector<std::string> Names(std::begin(CheckNames),
                                              std::end(CheckNames));
  std::vector<std::string> Result;
  while (!List.empty()) {
    const size_t End = List.find_first_of(",\n");
    StringRef Pattern = List.substr(0, End).trim();
    List = End == StringRef::npos ? StringRef() : List.substr(End + 1);
    Pattern.consume_front("-");
    Pattern = Pattern.trim();
    const bool IsGlob = Pattern.contains('*');
    const StringRef Near = IsGlob ? StringRef() : nearest(Pattern, Names);
    if (Pattern.empty() ||
        !(Pattern.starts_with_insensitive("cuda-capture") || !Near.empty()) ||
        is_contained(Names, Pattern))
      continue;
    if (IsGlob) {
      Expected<GlobPattern> Glob = GlobPattern::create(Pattern);
      if (Glob &&
          any_of(CheckNames, [&](StringRef Name) { return Glob->match(Name); }))
        continue;
      if (!Glob)
        consumeError(Glob.takeError());
    }
    Result.push_back((IsGlob ? "no check matches '" : "unknown check '") +
                     Pattern.str() + "'" + question(Near));
  }
  return Result;
}
