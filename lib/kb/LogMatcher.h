//===- LogMatcher.h - Error entries in the log of a program -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the messages of error entries in a log of any size. The log is read
/// once, byte by byte. An automaton searches for literal parts of all
/// expressions at the same time, and an expression runs only where such a part
/// was found. Colours, carriage returns and NUL bytes are dropped, and a run of
/// blanks counts as one blank. A blank of an expression also matches the end of
/// a line, so that wrapped messages are found.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_LOGMATCHER_H
#define CUDA_CAPTURE_KB_LOGMATCHER_H

#include "KnowledgeBase.h"
#include "llvm/Support/Regex.h"
#include <cstdint>

namespace cuda_capture {

/// Whether an entry may have the expression \p Text. It must have extended
/// POSIX syntax without back references and repetition counts, whose cost
/// cannot be bounded. If the result is false, \p Problem says why.
bool isUsableRegex(llvm::StringRef Text, std::string &Problem);

/// Returns a literal text for each alternative of \p Regex. Every match of
/// \p Regex contains one of these texts. The result is empty if an alternative
/// has no literal.
std::vector<std::string> requiredLiterals(llvm::StringRef Regex);

/// The occurrences of one entry in a log.
struct LogMatch {
  const ErrorEntry *Entry = nullptr;
  uint64_t Line = 0;     ///< Line of the first one, from 1.
  uint64_t Position = 0; ///< End of the first one, for sorting.
  uint64_t Count = 0;    ///< Counting ends at 1000, or soon after.
  std::string Excerpt;   ///< Printable line of the first one.
  /// The source file and line that the log names beside the first one; may be
  /// empty.
  std::string Source;
};

class LogMatcher {
public:
  explicit LogMatcher(const KnowledgeBase &KB);

  /// Reads the next part of the log; parts may end anywhere.
  void feed(llvm::StringRef Part);

  /// Returns all matches, in the order of their first lines. It must be called
  /// only once.
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
    /// Whether the row begins with the end of the previous row.
    bool GoesOn = false;
    std::vector<Hit> Hits;
  };
  enum class Escape { None, Begun, Control, Title };

  void addLiteral(llvm::StringRef Text, unsigned PatternIndex);
  void linkStates();
  void put(char C);
  void step(char C);
  /// Returns the patterns that may match in Rows[1].
  std::vector<unsigned> candidates() const;
  void endRow(bool LineGoesOn = false);
  /// Runs the expressions that may match in Rows[1].
  void evaluate();
  void match(Pattern &P, llvm::StringRef Window, size_t From, size_t To);

  std::vector<Pattern> Patterns;
  /// Patterns without a literal: they run on every row.
  std::vector<unsigned> Always;

  // The automaton. Each state has 256 successors.
  std::vector<uint32_t> Next;
  struct Literal {
    unsigned PatternIndex;
    size_t Length;
  };
  std::vector<std::vector<Literal>> Accepts;
  uint32_t State = 0;

  // The previous row, the row to be evaluated, and the row that is being read.
  Row Rows[3];
  bool Blank = true; ///< The latest character was a blank.
  Escape Esc = Escape::None;
};

/// Returns \p Text after replacing the characters that a terminal would act on
/// and the bytes that are not UTF-8.
std::string printable(llvm::StringRef Text);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_LOGMATCHER_H
