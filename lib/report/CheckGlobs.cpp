//===- CheckGlobs.cpp - Lists of patterns of checks -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckGlobs.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture::report;
using llvm::StringLiteral;
using llvm::StringRef;

/// Whether \p Text matches \p Pattern, in which '*' stands for any text.
static bool fits(StringRef Pattern, StringRef Text) {
  // The positions at which to continue if the pattern after the latest '*' does
  // not match.
  size_t Star = StringRef::npos, Retry = 0, P = 0, T = 0;
  while (T < Text.size()) {
    if (P < Pattern.size() && Pattern[P] == '*') {
      Star = P++;
      Retry = T;
    } else if (P < Pattern.size() && Pattern[P] == Text[T]) {
      ++P;
      ++T;
    } else if (Star != StringRef::npos) {
      P = Star + 1;
      T = ++Retry;
    } else {
      return false;
    }
  }
  return Pattern.substr(P).find_first_not_of('*') == StringRef::npos;
}

CheckGlobs::CheckGlobs(StringRef List, bool KeepNegative) {
  // There is at least one pattern: an empty list contains the empty name, as
  // any empty pattern does. A comma at the end does not begin a pattern.
  do {
    List = List.trim();
    const bool IsPositive = !List.consume_front("-");
    const size_t End = List.find_first_of(",\n");
    if (IsPositive || KeepNegative)
      Globs.push_back({IsPositive, List.substr(0, End).trim().str()});
    List = End == StringRef::npos ? StringRef() : List.substr(End + 1);
  } while (!List.empty());
}

bool CheckGlobs::contains(StringRef Check) const {
  for (const Glob &G : llvm::reverse(Globs))
    if (fits(G.Pattern, Check))
      return G.IsPositive;
  return false;
}

llvm::ArrayRef<StringLiteral> cuda_capture::report::allChecks() {
  static constexpr StringLiteral Names[] = {
#define CHECK(RULE, NAME, POINTS, SEVERITY, ERRORS, SUMMARY)                   \
  "cuda-capture-" NAME,
#include "../analysis/Checks.def"
  };
  return Names;
}

/// Returns the patterns of \p List. Unless the list begins with a positive
/// pattern, a pattern for all checks comes first.
static std::string selection(StringRef List) {
  if (List.trim().empty())
    return "*";
  return List.trim().starts_with("-") ? "*," + List.str() : List.str();
}

CheckSelection::CheckSelection(StringRef List) : Globs(selection(List)) {}

bool CheckSelection::contains(StringRef Check) const {
  return Globs.contains(Check);
}

bool CheckSelection::isEmpty() const {
  return llvm::none_of(allChecks(),
                       [&](StringRef Check) { return contains(Check); });
}
