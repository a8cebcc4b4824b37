//===- Filters.cpp - Which findings are reported --------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Filters.h"
#include "ChangedLines.h"
#include "CheckGlobs.h"
#include "NoLint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <tuple>

using namespace cuda_capture::report;
using namespace llvm;

std::optional<Level> cuda_capture::report::levelOf(StringRef Name) {
  return StringSwitch<std::optional<Level>>(Name)
      .Case("exact", Level::Exact)
      .Case("possible", Level::Possible)
      .Case("strict", Level::Strict)
      .Default(std::nullopt);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static auto placeOf(const Diagnostic &D) {
  return std::tie(D.At.File, D.At.Line, D.At.Column, D.Check);
}

static bool areSame(const std::vector<Edit> &A, const std::vector<Edit> &B) {
  return std::equal(A.begin(), A.end(), B.begin(), B.end(),
                    [](const Edit &X, const Edit &Y) {
                      auto Key = [](const Edit &E) {
                        return std::tie(E.File, E.Offset, E.Length, E.Text);
                      };
                      return Key(X) == Key(Y);
                    });
}

void cuda_capture::report::normalize(Results &R) {
  // The best finding at each place comes first, regardless of the original
  // order.
  llvm::stable_sort(R.Findings, [](const Diagnostic &A, const Diagnostic &B) {
    if (placeOf(A) != placeOf(B))
      return placeOf(A) < placeOf(B);
    auto Rank = [](const Diagnostic &D) {
      return std::make_tuple(D.Possible, D.OnFailure, D.Notes.size(),
                             StringRef(D.Text));
    };
    return Rank(A) < Rank(B);
  });
  std::vector<Diagnostic> Kept;
  for (Diagnostic &D : R.Findings) {
    // Findings without a place are not the same unless their texts are.
    const bool IsSame = !Kept.empty() && placeOf(Kept.back()) == placeOf(D) &&
                        (D.At.isValid() || Kept.back().Text == D.Text);
    if (!IsSame)
      Kept.push_back(std::move(D));
    else if (!areSame(Kept.back().Edits, D.Edits))
      Kept.back().Edits.clear();
  }
  R.Findings = std::move(Kept);
}

//===----------------------------------------------------------------------===//
// Baselines
//===----------------------------------------------------------------------===//

static Expected<Baseline> readBaseline(StringRef File) {
  auto Content = MemoryBuffer::getFile(File);
  if (!Content)
    return createStringError(Content.getError(),
                             "cannot read the baseline '" + File +
                                 "': " + Content.getError().message());
  return Baseline::read((*Content)->getBuffer(), File,
                        sys::path::parent_path(File));
}

/// Writes the whole baseline or nothing.
static Error writeBaseline(const Results &R, StringRef File) {
  auto Failed = [&](const Twine &Why) {
    return createStringError(inconvertibleErrorCode(),
                             "cannot write the baseline '" + File +
                                 "': " + Why);
  };
  const std::string Text =
      Baseline::of(R.Findings, sys::path::parent_path(File)).write();
  Expected<sys::fs::TempFile> Temp =
      sys::fs::TempFile::create(File + ".%%%%%%.tmp");
  if (!Temp)
    return Failed(toString(Temp.takeError()));
  raw_fd_ostream OS(Temp->FD, /*shouldClose=*/false);
  OS << Text;
  OS.flush();
  if (std::error_code EC = OS.error()) {
    OS.clear_error();
    consumeError(Temp->discard());
    return Failed(EC.message());
  }
  if (Error E = Temp->keep(File))
    return Failed(toString(std::move(E)));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Filters
//===----------------------------------------------------------------------===//

static bool isOfLevel(bool Possible, bool OnFailure, Level L) {
  return (!Possible || L >= Level::Possible) &&
         (!OnFailure || Possible || L >= Level::Strict);
}

namespace {
/// Finds out which findings have changed lines in their paths. Several
/// translation units may have the same finding, each with its own path. A
/// changed line in one of these paths suffices, whichever of the findings is
/// reported.
class ChangedFindings {
public:
  explicit ChangedFindings(ChangedLines Lines) : Lines(std::move(Lines)) {}

  /// Records the changed lines of the findings in \p R. It must be called
  /// before equal findings are removed. \p Counts says whether a finding may be
  /// reported.
  void look(const Results &R, function_ref<bool(const Diagnostic &)> Counts) {
    for (const Diagnostic &D : R.Findings) {
      if (!Counts(D))
        continue;
      Known &K = Findings[key(D)];
      K.AtFinding |= Lines.contains(D.At);
      for (const DiagnosticNote &N : D.Notes)
        if (N.K == DiagnosticNote::Path && Lines.contains(N.At) &&
            none_of(K.InPath, [&](const Position &P) {
              return P.File == N.At.File && P.Line == N.At.Line;
            }))
          K.InPath.push_back(N.At);
    }
  }

  bool contains(const Diagnostic &D) {
    const Known &K = Findings[key(D)];
    return K.AtFinding || !K.InPath.empty();
  }

  /// Adds a note to a finding that says which line was changed, if it is not
  /// the line of the finding itself.
  void explain(Diagnostic &D) {
    const Known &K = Findings[key(D)];
    if (K.AtFinding || K.InPath.empty())
      return;
    const size_t More = K.InPath.size() - 1;
    std::string Text = "in changed lines: this line of the finding's path";
    if (More)
      Text += formatv(" and {0} more of its lines", More);
    D.Notes.push_back({DiagnosticNote::Changed,
                       Text + "; the reported line did not change",
                       K.InPath.front(),
                       {}});
  }

private:
  using Key =
      std::tuple<std::string, unsigned, unsigned, std::string, std::string>;
  static Key key(const Diagnostic &D) {
    return {D.At.File, D.At.Line, D.At.Column, D.Check,
            D.At.isValid() ? "" : D.Text};
  }
  struct Known {
    bool AtFinding = false;
    std::vector<Position> InPath;
  };

  ChangedLines Lines;
  std::map<Key, Known> Findings;
};
} // namespace

template <typename Filter> static size_t keepIf(Results &R, Filter IsKept) {
  const size_t Before = R.Findings.size();
  llvm::erase_if(R.Findings, [&](const Diagnostic &D) { return !IsKept(D); });
  return Before - R.Findings.size();
}

Expected<FilterCounts> cuda_capture::report::apply(Results &R,
                                                   const FilterOptions &O) {
  FilterCounts Counts;
  const CheckSelection Checks(O.Checks);
  if (Checks.isEmpty())
    return createStringError(inconvertibleErrorCode(),
                             "'" + Twine(O.Checks) +
                                 "' selects no check; one is called '" +
                                 allChecks().front() +
                                 "', and a list that begins with '-' takes "
                                 "away from all");
  // The steps that may fail come first.
  std::optional<ChangedFindings> Changed;
  if (!O.Since.empty()) {
    Expected<ChangedLines> Asked = ChangedLines::since(O.Since, O.Folder);
    if (!Asked)
      return Asked.takeError();
    Changed.emplace(std::move(*Asked));
  }
  std::optional<Baseline> Known;
  if (!O.Baseline.empty()) {
    Expected<Baseline> Read = readBaseline(O.Baseline);
    if (!Read)
      return Read.takeError();
    Known = std::move(*Read);
  }

  auto IsWanted = [&](const Diagnostic &D) {
    return isOfLevel(D.Possible, D.OnFailure, O.L) && Checks.contains(D.Check);
  };
  if (Changed)
    Changed->look(R, IsWanted);
  normalize(R);
  keepIf(R, IsWanted);
  SourceFiles Files;
  NoLint Comments(Files);
  if (O.HonourNoLint)
    Counts.Silenced =
        keepIf(R, [&](const Diagnostic &D) { return !Comments.silences(D); });
  // The findings in a baseline do not depend on the changed lines.
  if (!O.NewBaseline.empty()) {
    if (Error E = writeBaseline(R, O.NewBaseline))
      return Expected<FilterCounts>(std::move(E));
    Counts.Known = R.Findings.size();
    R.Findings.clear();
  } else if (Known) {
    Counts.Known = Known->remove(R.Findings);
    if (O.IsWhole && isComplete(R.Units))
      Counts.Stale = Known->unused([&](const BaselineEntry &E) {
        return isOfLevel(E.Possible, E.OnFailure, O.L) &&
               Checks.contains(E.Check);
      });
  }
  if (Changed) {
    Counts.Unchanged =
        keepIf(R, [&](const Diagnostic &D) { return Changed->contains(D); });
    for (Diagnostic &D : R.Findings)
      Changed->explain(D);
  }
  return Counts;
}
