//===- Diagnostic.h - The output of a run, as data --------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Findings as texts with their edits, in plain data. The processes of a run
/// exchange these data, and every form of output is made from them. This header
/// depends on neither Clang nor the analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_DIAGNOSTIC_H
#define CUDA_CAPTURE_REPORT_DIAGNOSTIC_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace cuda_capture::report {

/// A place in a file; line 0 means that there is none.
struct Position {
  std::string File; ///< An absolute path without "..".
  unsigned Line = 0;
  unsigned Column = 0; ///< In bytes, from 1.

  bool isValid() const { return Line != 0; }
};

/// An edit that replaces \c Length bytes from \c Offset on with \c Text.
struct Edit {
  std::string File; ///< An absolute path without "..".
  unsigned Offset = 0;
  unsigned Length = 0;
  std::string Text;
};

struct DiagnosticNote {
  enum Kind {
    Path,        ///< How the program gets to the violation.
    Remedy,      ///< A remedy for the violation.
    Alternative, ///< Another repair that a person may choose.
    /// The changed line of the path that makes --diff report the finding, if it
    /// is not the line of the finding.
    Changed,
  } K = Path;
  std::string Text;
  Position At;
  /// The edits that the note describes, for a person to choose.
  std::vector<Edit> Edits;
  /// Whether a note of a path comes before the place of the finding, and not
  /// after it.
  bool Before = false;
};

struct Diagnostic {
  std::string Check; ///< "cuda-capture-unsafe-call".
  std::string Text;
  Position At;
  /// The function that \c At is in, in the form in which a programmer writes
  /// it.
  std::string Function;
  /// The call that violates the rule, in the spelling of the knowledge base;
  /// may be empty.
  std::string Callee;
  /// The finding depends on something unknown.
  bool Possible = false;
  /// The finding holds only if a call fails that seldom does.
  bool OnFailure = false;
  /// The error that the runtime returns; 0 and empty if none is documented.
  unsigned Error = 0;
  std::string ErrorName;
  /// The id of the entry in the knowledge base; may be empty.
  std::string Entry;
  /// The notes, in the order in which to print them.
  std::vector<DiagnosticNote> Notes;
  /// A sure fix, which is safe to apply without review; may be empty.
  std::vector<Edit> Edits;
};

/// A part of the program that was not analysed, or not as closely as the rest:
/// findings may be missing.
struct Gap {
  enum Kind {
    GivenUp,          ///< No analysis of the function finished.
    Coarse,           ///< The function is too large for a close analysis.
    CallsNotFollowed, ///< Calls in a capture are nested too deep.
    PathsJoined,      ///< Paths in a capture were merged into one.
    Simplified,       ///< Too deeply nested code is taken as unknown.
    BehindInterface,  ///< A call may begin a capture, or do something else.
    Abridged,         ///< Some paths of the function were merged into one.
    Errors,           ///< Statements did not parse.
    PassedOver,       ///< Findings are not reported in such code.
    /// Entry points of a library do not count in the source that defines them.
    DefinedElsewhere,
  } K = GivenUp;
  /// Whether the absence of findings proves nothing. If so, a run without
  /// findings fails.
  bool Serious = false;
  /// The position of the function, or of the first affected place. It has no
  /// line if the gap is a file as a whole.
  Position At;
  /// The function in the form in which a programmer writes it; empty if the gap
  /// is the file as a whole.
  std::string Function;
  /// One line that gives the reason and the remedy: "'f' is too large to be
  /// analysed: ...".
  std::string Text;
};

/// The outcome of the analysis of a translation unit.
struct Unit {
  enum State {
    Analysed,
    Skipped,   ///< It cannot reach a region.
    Malformed, ///< It has errors; what was parsed was analysed.
    Failed,    ///< No part of it could be analysed.
    Crashed,   ///< Its process ended by a signal.
    TimedOut,
  } S = Analysed;
  std::string File; ///< An absolute path without "..".
  /// The first error, or the reason why its process ended; empty if there was
  /// no problem.
  std::string Problem;
  unsigned Regions = 0;    ///< Calls that begin a capture.
  unsigned Capturable = 0; ///< Functions that callers may capture.
};

/// The state of a file when it was analysed.
struct AnalysedFile {
  std::string File;  ///< An absolute path without "..".
  std::string Stamp; ///< Stamp of its contents; see stampOf().
};

/// Something in the configuration of a run that has no effect, most likely
/// because a name is misspelt.
struct ConfigurationNotice {
  /// Whether the intended meaning is clear. Otherwise, the configuration may be
  /// right as it is.
  bool IsWarning = true;
  /// The position in the configuration file, if a file contains it.
  Position At;
  /// One line, such as "unknown option 'X'; did you mean 'Y'?".
  std::string Text;
};

/// The results of a run.
struct Results {
  std::vector<Unit> Units;
  /// The findings without duplicates, in the order of their places.
  std::vector<Diagnostic> Findings;
  /// The files that sure edits change.
  std::vector<AnalysedFile> Files = {};
  /// The gaps without duplicates, in the order of their places; see addGaps().
  std::vector<Gap> Gaps = {};
  /// The notices without duplicates.
  std::vector<ConfigurationNotice> Notices = {};
};

/// Adds those gaps of \p More that \p R does not contain yet.
void addGaps(Results &R, std::vector<Gap> More);

/// Whether each of \p Units was analysed completely, or skipped because it
/// cannot reach a region.
bool isComplete(llvm::ArrayRef<Unit> Units);

/// Whether the gaps make a run without findings fail.
bool lacksCoverage(const Results &R);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_DIAGNOSTIC_H
