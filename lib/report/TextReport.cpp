//===- TextReport.cpp - Results as a compiler shows them ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextReport.h"
#include "Excerpt.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace cuda_capture::report;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

std::optional<ColorWhen> cuda_capture::report::colorOf(StringRef Name) {
  return StringSwitch<std::optional<ColorWhen>>(Name)
      .Case("auto", ColorWhen::Auto)
      .Case("always", ColorWhen::Always)
      .Case("never", ColorWhen::Never)
      .Default(std::nullopt);
}

bool cuda_capture::report::useColor(ColorWhen When, const raw_ostream &OS) {
  if (When != ColorWhen::Auto)
    return When == ColorWhen::Always;
  std::optional<std::string> No = sys::Process::GetEnv("NO_COLOR");
  return (!No || No->empty()) && OS.has_colors();
}

std::string cuda_capture::report::shownPath(StringRef Path, StringRef Folder) {
  auto P = sys::path::begin(Path), PE = sys::path::end(Path);
  auto F = sys::path::begin(Folder), FE = sys::path::end(Folder);
  if (Folder.empty() || P == PE || *P != *F)
    return Path.str();
  for (; P != PE && F != FE && *P == *F; ++P, ++F)
    ;
  SmallString<128> Short;
  for (; F != FE; ++F)
    sys::path::append(Short, "..");
  for (; P != PE; ++P)
    sys::path::append(Short, *P);
  return Short.size() < Path.size() && !Short.empty() ? std::string(Short)
                                                      : Path.str();
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

namespace {

/// Prints findings in Clang's colours.
class Printer {
public:
  Printer(raw_ostream &OS, const TextOptions &O) : OS(OS), O(O) {}

  void finding(const Diagnostic &D) {
    message(D.At, "warning: ", raw_ostream::MAGENTA);
    if (O.Color)
      OS.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
    OS << printable(D.Text) << " [" << D.Check << "]";
    reset();
    OS << '\n';
    excerpt(D.At, D.Edits, /*Again=*/true);
    for (const DiagnosticNote &N : D.Notes) {
      message(N.At, "note: ", raw_ostream::CYAN);
      OS << printable(N.Text) << '\n';
      excerpt(N.At, N.Edits, /*Again=*/false);
    }
  }

private:
  void reset() {
    if (O.Color)
      OS.resetColor();
  }

  void message(const Position &At, StringRef Kind, raw_ostream::Colors Color) {
    if (O.Color)
      OS.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
    if (At.isValid())
      OS << printable(shownPath(At.File, O.Folder)) << ':' << At.Line << ':'
         << At.Column << ": ";
    if (O.Color) {
      OS.resetColor();
      OS.changeColor(Color, /*Bold=*/true);
    }
    OS << Kind;
    reset();
  }

  /// Prints an excerpt of the source at \p At. If \p Again is true, it is
  /// printed even if the same place was quoted last and the excerpt shows
  /// nothing new.
  void excerpt(const Position &At, const std::vector<Edit> &Edits, bool Again) {
    const bool Known = At.File == Last.File && At.Line == Last.Line &&
                       At.Column == Last.Column;
    Last = At;
    const SourceFile *File = source(At);
    if (!File)
      return;
    Excerpt E = excerptOf(*File, At, Edits, O.Width);
    if (E.Source.empty() || (Known && !Again && E.Hint.empty()))
      return;
    std::string Number = std::to_string(At.Line);
    const size_t Digits = std::max<size_t>(4, Number.size());
    OS.indent(Digits - Number.size() + 1) << Number << " | " << E.Source;
    line(Digits, E.Marks, /*Bold=*/true);
    if (!E.Hint.empty())
      line(Digits, E.Hint, /*Bold=*/false);
    OS << '\n';
  }

  void line(size_t Digits, StringRef Text, bool Bold) {
    OS << '\n';
    OS.indent(Digits + 1) << " | ";
    if (O.Color)
      OS.changeColor(raw_ostream::GREEN, Bold);
    OS << Text;
    reset();
  }

  /// Returns the file of \p At; null if it cannot be read, or differs from the
  /// analysed one.
  const SourceFile *source(const Position &At) {
    if (!At.isValid())
      return nullptr;
    auto [It, New] = IsOld.try_emplace(At.File, true);
    if (New && O.Began) {
      sys::fs::file_status Status;
      It->second = !sys::fs::status(At.File, Status) &&
                   Status.getLastModificationTime() <= *O.Began;
    }
    return It->second ? Files.get(At.File) : nullptr;
  }

  raw_ostream &OS;
  const TextOptions &O;
  SourceFiles Files;
  StringMap<bool> IsOld;
  Position Last;
};

} // namespace

void cuda_capture::report::printFindings(raw_ostream &OS, const Results &R,
                                         const TextOptions &O) {
  OS.enable_colors(O.Color);
  Printer P(OS, O);
  for (const Diagnostic &D : R.Findings)
    P.finding(D);
}
