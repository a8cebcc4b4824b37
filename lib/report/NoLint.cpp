//===- NoLint.cpp - Comments that silence findings ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NoLint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace cuda_capture::report;
using llvm::StringRef;

namespace {

/// A comment that silences findings.
struct Mark {
  StringRef Keyword; ///< "NOLINT", "NOLINTBEGIN"...
  size_t At;         ///< Offset of the keyword.
  /// The list of checks, as written; nullopt if the comment is for all checks.
  std::optional<StringRef> Checks;

  /// Returns the positive patterns. Negative patterns are left out, because
  /// with them a longer list would silence less.
  CheckGlobs globs() const {
    return CheckGlobs(Checks.value_or("*"), /*KeepNegative=*/false);
  }
  /// Returns the list of checks without blanks around them. A begin and its end
  /// must have the same list, except for such blanks.
  std::optional<std::string> list() const {
    if (!Checks)
      return std::nullopt;
    llvm::SmallVector<StringRef, 4> Names;
    Checks->split(Names, ',');
    for (StringRef &Name : Names)
      Name = Name.trim();
    return llvm::join(Names, ",");
  }
};

} // namespace

static std::vector<Mark> marksIn(StringRef Text) {
  static constexpr StringRef Keywords[] = {"NOLINT", "NOLINTNEXTLINE",
                                           "NOLINTBEGIN", "NOLINTEND"};
  std::vector<Mark> Result;
  for (size_t At = Text.find(Keywords[0]); At != StringRef::npos;) {
    StringRef Word =
        Text.substr(At).take_while([](char C) { return llvm::isAlpha(C); });
    size_t End = At + Word.size();
    if (llvm::is_contained(Keywords, Word)) {
      Mark M{Word, At, std::nullopt};
      if (Text.substr(End).starts_with("(")) {
        ++End;
        size_t Close = Text.find_first_of("\n)", End);
        if (Close != StringRef::npos && Text[Close] == ')') {
          M.Checks = Text.slice(End, Close);
          End = Close + 1;
        }
      }
      Result.push_back(M);
    }
    At = Text.find(Keywords[0], End);
  }
  return Result;
}

/// Whether the line of \p Text that \p At is in has a comment that begins with
/// \p Keyword and silences \p Check. Only "\n" ends lines.
static bool lineSilences(StringRef Text, size_t At, StringRef Keyword,
                         StringRef Check) {
  const size_t Begin = Text.take_front(At).rfind('\n') + 1;
  return llvm::any_of(
      marksIn(Text.slice(Begin, Text.find('\n', At))), [&](const Mark &M) {
        return M.Keyword == Keyword && M.globs().contains(Check);
      });
}

const std::vector<NoLint::Region> &NoLint::regions(const SourceFile &File) {
  auto [It, New] = Known.try_emplace(&File);
  if (!New)
    return It->second;
  // An end belongs to the innermost open begin. Ends that do not match are
  // ignored.
  std::vector<Mark> Open;
  for (const Mark &M : marksIn(File.text())) {
    if (M.Keyword == "NOLINTBEGIN") {
      Open.push_back(M);
    } else if (M.Keyword == "NOLINTEND" && !Open.empty() &&
               Open.back().list() == M.list()) {
      It->second.push_back({Open.back().At, M.At, Open.back().globs()});
      Open.pop_back();
    }
  }
  return It->second;
}

bool NoLint::silences(const Diagnostic &D) {
  const SourceFile *File = D.At.isValid() ? Files.get(D.At.File) : nullptr;
  std::optional<size_t> At = File ? File->offset(D.At) : std::nullopt;
  if (!At)
    return false;
  StringRef Text = File->text();
  if (lineSilences(Text, *At, "NOLINT", D.Check))
    return true;
  const size_t LineBegin = Text.take_front(*At).rfind('\n') + 1;
  if (LineBegin && lineSilences(Text, LineBegin - 1, "NOLINTNEXTLINE", D.Check))
    return true;
  return llvm::any_of(regions(*File), [&](const Region &R) {
    return R.Begin < *At && *At < R.End && R.Checks.contains(D.Check);
  });
}
