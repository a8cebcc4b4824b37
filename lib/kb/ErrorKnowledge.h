//===- ErrorKnowledge.h - Errors and what to do -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is known of errors: their numbers and names, causes, and remedies, and
/// in which situations a remedy applies.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_ERRORKNOWLEDGE_H
#define CUDA_CAPTURE_KB_ERRORKNOWLEDGE_H

#include "ApiRow.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace cuda_capture {

/// Languages of causes and remedies.
enum class Language { English, Chinese };

/// "en" or "zh"; nullopt if it is neither.
std::optional<Language> languageOf(llvm::StringRef Name);

/// What is true of a finding, for the choice of a remedy.
struct Situation {
  /// Capture mode: 0 Global, 1 ThreadLocal, 2 Relaxed; nullopt if unknown.
  std::optional<unsigned> Mode;
  ApiClass Class = ApiClass::Unknown;
  llvm::StringRef Check; ///< Name without its prefix.
  const ApiRow *Row = nullptr;
  /// An expression for the capturing stream can be used at the call.
  bool StreamInScope = false;
  /// The call stands in the function that begins the capture.
  bool BesideBegin = false;
  /// A library's handle says which stream the call uses.
  bool ThroughHandle = false;
};

/// When advice applies. Of each list one must hold; an empty one always does.
struct AdviceCondition {
  unsigned Modes = 0;   ///< Bit set of Situation::Mode.
  unsigned Classes = 0; ///< Bit set of ApiClass.
  std::vector<std::string> Checks;
  std::vector<std::string> Apis; ///< One of each row's names is enough.
  std::optional<bool> StreamInScope;
  std::optional<bool> BesideBegin;
  std::optional<bool> ThroughHandle;

  bool holds(const Situation &S) const;
  /// How many things it asks for.
  unsigned size() const;
};

/// A way out of an error, or a way that is known to lead nowhere.
struct Advice {
  /// What to do, as a sentence or clause.
  std::string En, Zh;
  /// A heading for \c En; may be empty.
  std::string Title;
  std::string WhyFails;
  /// 0: not measured.
  double SuccessRate = 0;
  double FailRate = 0;
  AdviceCondition When;
  /// Advice that belongs to a finding: the error entry to cite.
  std::string Entry;
  /// False for advice that evidence disproves: kept for the record, never
  /// shown.
  bool Shown = true;

  /// In \p L, or in English where there is no translation.
  llvm::StringRef text(Language L) const;
};

/// What was wrong in an entry that was imported.
struct Correction {
  std::string Field; ///< JSON pointer.
  std::string Was, Now, Evidence;
};

/// What is known of one error.
struct ErrorEntry {
  std::string Id;
  unsigned Number = 0;
  std::string SignatureEn, SignatureZh;
  /// Extended regular expression that finds the message in a log. Empty for
  /// what fails without a message.
  std::string Regex;
  /// Texts as they appear in logs; not in the embedded knowledge.
  std::vector<std::string> Samples;
  std::string CauseEn, CauseZh;
  std::vector<Advice> Remedies; ///< Best success first.
  std::vector<Advice> DeadEnds;
  std::vector<Correction> Corrections; ///< Not in the embedded knowledge.
  std::vector<std::string> Sources;
  std::string Url;
  /// Checks that find the culprit in source code, without their prefix.
  std::vector<std::string> Checks;
  /// Id of the entry to use instead; this one is kept for the record.
  std::string SupersededBy;

  llvm::StringRef cause(Language L) const;
  llvm::StringRef signature(Language L) const;
};

/// An error number with its names and its message.
struct ErrorCode {
  unsigned Number = 0;
  std::string Runtime, Driver, Hip;
  std::vector<std::string> Aliases;
  std::string Message;

  llvm::StringRef name(Family F) const;
};

/// What a constant is called by each interface; empty: it has none.
struct Constant {
  std::string Runtime, Driver, Hip;

  llvm::StringRef name(Family F) const;
};

/// What texts about stream capture say, and what is wrong.
struct WrongClaim {
  std::string Regex; ///< Finds the claim, whatever the case of its letters.
  std::string Fact;
  std::string Evidence;
};

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_ERRORKNOWLEDGE_H
