//===- ErrorKnowledge.h - Errors and what to do -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The knowledge about errors: their numbers, names, causes and remedies, and
/// the situations in which a remedy applies.
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

/// Returns the language that \p Name ("en" or "zh") denotes; nullopt for any
/// other name.
std::optional<Language> languageOf(llvm::StringRef Name);

/// The properties of a finding that determine which remedy applies.
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

/// The condition under which advice applies. At least one element of each list
/// must hold; an empty list always holds.
struct AdviceCondition {
  unsigned Modes = 0;   ///< Bit set of Situation::Mode.
  unsigned Classes = 0; ///< Bit set of ApiClass.
  std::vector<std::string> Checks;
  std::vector<std::string> Apis; ///< One name of each row suffices.
  std::optional<bool> StreamInScope;
  std::optional<bool> BesideBegin;
  std::optional<bool> ThroughHandle;

  bool holds(const Situation &S) const;
  /// Returns the number of requirements.
  unsigned size() const;
};

/// A way out of an error, or a way that is known to lead nowhere.
struct Advice {
  /// The action to take, as a sentence or clause.
  std::string En, Zh;
  /// A heading for \c En; may be empty.
  std::string Title;
  std::string WhyFails;
  /// The rates are 0 if they were not measured.
  double SuccessRate = 0;
  double FailRate = 0;
  AdviceCondition When;
  /// The error entry to cite, for advice that belongs to a finding.
  std::string Entry;
  /// False for advice that evidence disproves: kept for the record, never
  /// shown.
  bool Shown = true;

  /// Returns the text in \p L, or in English if there is no translation.
  llvm::StringRef text(Language L) const;
};

/// A correction of an imported entry.
struct Correction {
  std::string Field; ///< JSON pointer.
  std::string Was, Now, Evidence;
};

/// The knowledge about one error.
struct ErrorEntry {
  std::string Id;
  unsigned Number = 0;
  std::string SignatureEn, SignatureZh;
  /// An extended regular expression that finds the message in a log. It is
  /// empty for an error that has no message.
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
  std::string Since = {}; ///< First CUDA version, may be empty.

  llvm::StringRef name(Family F) const;
};

/// The names of a constant in each interface. A name is empty if the interface
/// does not have the constant.
struct Constant {
  std::string Runtime, Driver, Hip;

  llvm::StringRef name(Family F) const;
};

/// A claim in texts about stream capture that is known to be wrong.
struct WrongClaim {
  std::string Regex; ///< Finds the claim, ignoring case.
  std::string Fact;
  std::string Evidence;
};

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_ERRORKNOWLEDGE_H
