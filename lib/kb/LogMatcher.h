//===- LogMatcher.h - Error entries in the log of a program -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the messages of error entries in a log of any size. The log is read
/// once, byte by byte: an automaton looks for literal parts of all expressions
/// at the same time, and an expression runs only where such a part was seen.
/// Colours, carriage returns and NUL bytes are left out, runs of blanks are one
/// blank, and a blank of an expression matches the end of a line, so that
/// messages are found that were wrapped.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_LOGMATCHER_H
#define CUDA_CAPTURE_KB_LOGMATCHER_H

#include "KnowledgeBase.h"
#include "llvm/Support/Regex.h"
#include <cstdint>

namespace cuda_capture {

/// Whether \p Text is an expression that an entry may have: extended POSIX
/// syntax without back references and repetition counts, whose cost cannot be
/// bounded. If not, \p Problem says why.
bool isUsableRegex(llvm::StringRef Text, std::string &Problem);

/// A literal text for each alternative of \p Regex, one of which is part of
/// whatever it matches. Empty if there is none for some alternative.
std::vector<std::string> requiredLiterals(llvm::StringRef Regex);

/// The occurrences of one entry in a log.
struct LogMatch {
  const ErrorEntry *Entry = nullptr;
  uint64_t Line = 0;     ///< Of the first one, from 1.
  uint64_t Position = 0; ///< Where it ends; to sort by.
  uint64_t Count = 0;    ///< Counting ends at 1000, or soon after.
  std::string Excerpt;   ///< The line of the first one, fit to be printed.
  /// A source file and line that the log names beside it; may be empty.
  std::string Source;
};

class LogMatcher {
public:
  explicit LogMatcher(const KnowledgeBase &KB);

  /// Reads the next part of the log; parts may end anywhere.
  void feed(llvm::StringRef Part);

  /// All matches, in the order of their first lines. To be called once.
  std::vector<LogMatch> finish();

private:
  struct Pattern {
    const ErrorEntry *Entry;
    llvm::Regex Find;
    LogMatch Found;
    uint64_t LatestEnd = 0; ///< Position behind the latest match.
  };
  /// A literal of a pattern, in the text of a row.
  struct Hit {
    unsigned PatternIndex;
    size_t End, Length;
  };
  /// A line, or a piece of a very long one.
  struct Row {
    std::string Text;
    uint64_t Line = 1;
    uint64_t Start = 0; ///< Position in the text of all rows.
    /// It begins with what the row before ends with.
    bool GoesOn = false;
    std::vector<Hit> Hits;
  };
  enum class Escape { None, Begun, Control, Title };

  void addLiteral(llvm::StringRef Text, unsigned PatternIndex);
  void linkStates();
  void put(char C);
  void step(char C);
  /// The patterns that are worth a look in Rows[1].
  std::vector<unsigned> candidates() const;
  void endRow(bool LineGoesOn = false);
  /// Runs the expressions that Rows[1] asks for.
  void evaluate();
  void match(Pattern &P, llvm::StringRef Window, size_t From, size_t To);

  std::vector<Pattern> Patterns;
  /// Patterns without a literal: they run on every row.
  std::vector<unsigned> Always;

  // The automaton: 256 successors for each state.
  std::vector<uint32_t> Next;
  struct Literal {
    unsigned PatternIndex;
    size_t Length;
  };
  std::vector<std::vector<Literal>> Accepts;
  uint32_t State = 0;

  // The row before, the one to be evaluated, the one that is being read.
  Row Rows[3];
  bool Blank = true; ///< The latest character was a blank.
  Escape Esc = Escape::None;
};

/// \p Text with what a terminal would act on, and what is not UTF-8, replaced.
std::string printable(llvm::StringRef Text);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_LOGMATCHER_H
