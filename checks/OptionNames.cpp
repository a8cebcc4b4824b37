//===- OptionNames.cpp - Names of the checks' options ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptionNames.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

using namespace cuda_capture;
using namespace llvm;

static constexpr StringLiteral Shared[] = {
    checks::KnowledgeBaseOption, checks::ReportPossibleOption,
    checks::LanguageOption,      checks::FunctionsOption,
    checks::ModeOption,          checks::EntryPointsOption,
    checks::IndexOption};

static constexpr StringLiteral CheckNames[] = {
#define CHECK(RULE, NAME) "cuda-capture-" NAME,
#include "Checks.inc"
#undef CHECK
};

/// All names that mean something: each check takes the shared ones, too.
static std::vector<std::string> allNames() {
  std::vector<std::string> Result(std::begin(Shared), std::end(Shared));
  for (StringRef Check : CheckNames)
    for (StringRef Option : Shared)
      Result.push_back((Check + "." + Option).str());
  Result.push_back(
      ("cuda-capture-leak-on-error." + checks::FailingCallsOption).str());
  return Result;
}

std::string checks::problemWithOption(StringRef Name) {
  if (!Name.starts_with_insensitive("cudacapture") &&
      !Name.starts_with("cuda-capture-"))
    return "";
  StringRef Nearest;
  unsigned Distance = std::max<size_t>(2, Name.size() / 5) + 1;
  static const std::vector<std::string> Names = allNames();
  for (const std::string &Known : Names) {
    if (Known == Name)
      return "";
    unsigned D =
        Name.edit_distance(Known, /*AllowReplacements=*/true, Distance);
    if (D < Distance) {
      Distance = D;
      Nearest = Known;
    }
  }
  std::string Result = "unknown option '" + Name.str() + "'";
  if (!Nearest.empty())
    Result += ("; did you mean '" + Nearest + "'?").str();
  return Result;
}
