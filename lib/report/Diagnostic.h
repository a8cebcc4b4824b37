//===- Diagnostic.h - What a run has to say, as data ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Findings in words, with their edits, as plain data: what the processes of a
/// run tell each other, and what every form of output is made from. Knows
/// neither Clang nor the analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_DIAGNOSTIC_H
#define CUDA_CAPTURE_REPORT_DIAGNOSTIC_H

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

/// \c Length bytes from \c Offset on become \c Text.
struct Edit {
  std::string File; ///< An absolute path without "..".
  unsigned Offset = 0;
  unsigned Length = 0;
  std::string Text;
};

struct DiagnosticNote {
  enum Kind {
    Path,        ///< How the program gets to the violation.
    Remedy,      ///< What to do about it.
    Alternative, ///< What else a person may choose.
    Changed,     ///< Which line of the path was changed, where it is not the
                 ///< line of the finding: why --diff reports it.
  } K = Path;
  std::string Text;
  Position At;
  /// What the note speaks of, to be chosen by a person.
  std::vector<Edit> Edits;
  /// Of a path: comes before the place of the finding, and not behind it.
  bool Before = false;
};

struct Diagnostic {
  std::string Check; ///< "cuda-capture-unsafe-call".
  std::string Text;
  Position At;
  /// The function that \c At is in, as a programmer calls it.
  std::string Function;
  /// The call that violates the rule, as the knowledge base spells it; may be
  /// empty.
  std::string Callee;
  /// Rests on something that cannot be known.
  bool Possible = false;
  /// Holds only where a call fails that seldom does.
  bool OnFailure = false;
  /// What the runtime returns, 0 and empty: nothing is documented.
  unsigned Error = 0;
  std::string ErrorName;
  /// Id of the entry of the knowledge base; may be empty.
  std::string Entry;
  /// In the order to print them.
  std::vector<DiagnosticNote> Notes;
  /// A sure fix, safe to apply unseen; may be empty.
  std::vector<Edit> Edits;
};

/// A part of the program that was not analysed, or not as closely as the rest:
/// findings may be missing.
struct Gap {
  enum Kind {
    GivenUp,          ///< No analysis of the function came to an end.
    Coarse,           ///< The function is too large for a close analysis.
    CallsNotFollowed, ///< Calls in a capture are nested too deep.
    PathsJoined,      ///< In a capture, paths were taken for one.
    Simplified,       ///< Something is nested too deep, and taken as unknown.
    Errors,           ///< Statements did not parse.
    PassedOver,       ///< The code is none that findings are reported in.
  } K = GivenUp;
  /// That there are no findings says nothing: without any, the run fails.
  bool Serious = false;
  /// Of the function, or of the first place that it is about; of a file as a
  /// whole, without a line.
  Position At;
  /// As a programmer calls it; empty: the file as a whole.
  std::string Function;
  /// Why, and what to do: "'f' is too large to be analysed: ...". A line.
  std::string Text;
};

/// What became of a translation unit.
struct Unit {
  enum State {
    Analysed,
    Skipped,   ///< It cannot reach a region.
    Malformed, ///< It has errors; what was parsed was analysed.
    Failed,    ///< Nothing of it could be analysed.
    Crashed,   ///< Its process ended by a signal.
    TimedOut,
  } S = Analysed;
  std::string File; ///< An absolute path without "..".
  /// The first error, or what ended its process; empty if all is well.
  std::string Problem;
  unsigned Regions = 0;    ///< Calls that begin a capture.
  unsigned Capturable = 0; ///< Functions that callers may capture.
};

/// What a file was when it was analysed.
struct AnalysedFile {
  std::string File;  ///< An absolute path without "..".
  std::string Stamp; ///< Of its content, see stampOf().
};

/// Something in the configuration of a run that has no effect: a name that is
/// misspelt, most likely.
struct ConfigurationNotice {
  /// What was meant is plain; else it may be right as it is.
  bool IsWarning = true;
  /// In the file that has it, if a file has it.
  Position At;
  /// "unknown option 'X'; did you mean 'Y'?". A line.
  std::string Text;
};

/// What a run has found.
struct Results {
  std::vector<Unit> Units;
  /// Each once, in the order of their places.
  std::vector<Diagnostic> Findings;
  /// Those that sure edits are for.
  std::vector<AnalysedFile> Files = {};
  /// Each once, in the order of their places; see addGaps().
  std::vector<Gap> Gaps = {};
  /// Each once.
  std::vector<ConfigurationNotice> Notices = {};
};

/// Adds those of \p More that \p R does not have.
void addGaps(Results &R, std::vector<Gap> More);

/// Whether what was not analysed makes a run without findings fail.
bool lacksCoverage(const Results &R);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_DIAGNOSTIC_H
