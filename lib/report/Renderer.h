//===- Renderer.h - One finding in words ------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Message.cpp has the notes of a message, and the names of what they speak of;
/// Sentences.cpp has the sentence of each kind of finding.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_RENDERER_H
#define CUDA_CAPTURE_REPORT_RENDERER_H

#include "Message.h"

namespace cuda_capture::report {

/// Puts a finding into words.
class Renderer {
public:
  Renderer(const analysis::Finding &F, const KnowledgeBase &KB,
           ArgumentText Written, Language L);

  Message run();

private:
  /// A function as programmers call it: which version they get, and with which
  /// types, is a matter of headers.
  std::string shown(const analysis::PathStep &Call) const;

  /// What a step calls: a function of the program, or at last the API.
  std::string calledBy(size_t Step) const;

  /// What is called at last.
  std::string callee() const;

  std::string relationText(analysis::Relation How,
                           const std::vector<analysis::PathStep> &Steps) const;

  /// Whether it happens before the call of the finding.
  static bool isBefore(analysis::Relation How);

  /// The variable whose memory is gone, quoted; empty if it has no name.
  std::string variable() const;

  /// Whether memory is gone because its scope ends.
  static bool endsItself(const analysis::PathStep &Step);

  std::string goneText(const analysis::PathStep &Step) const;

  /// What holds the graph that a call makes, quoted.
  std::string keeper(const analysis::PathStep &Step) const;

  /// What a captured call refers to.
  std::string referent() const;

  std::string hostFunction() const;

  std::string exitText() const;

  static std::string
  conditions(const std::vector<std::pair<const ir::Terminator *, bool>> &When);

  std::string stepText(const analysis::PathStep &Step, size_t Index) const;

  /// The caller's may be of a stream that has no name here.
  std::string theCapture() const;

  /// The function that may be called while its caller captures.
  std::string contractFunction() const;

  std::string contractStream() const;

  bool isLaunch() const;

  /// The argument with this role in a call, quoted, or \p Otherwise.
  std::string argumentText(const analysis::PathStep &Step, Role R,
                           llvm::StringRef Otherwise) const;

  /// \p Text, the quoted argument of a call; what is a member of another class
  /// than the report's, with the name of that class.
  std::string qualified(const analysis::PathStep &Step, Role R,
                        std::string Text) const;

  /// The class of a member function, or the namespace of another one.
  static llvm::StringRef scopeOf(const ir::Function &In);

  /// An argument of a call, quoted; empty if it has no short name.
  std::string argumentAt(const analysis::PathStep &Step,
                         std::optional<unsigned> I) const;

  /// "call to 'f' reaches 'api'", or without detour "call to 'api'".
  std::string subject() const;

  /// The argument that the finding is about, with its kind: "event 'e'".
  std::string handle() const;

  /// The subject, and what it does.
  std::string subjectThat(const std::string &Does) const;

  std::string whileCapturing() const;

  std::string errorText() const;

  /// Whether a begin finds the stream capturing since it was there before, by
  /// the same calls.
  bool isAgain() const;

  std::string rejection() const;

  /// What is wrong, in a sentence.
  std::string sentence() const;

  /// The call is rejected; \p Where says more about the call.
  std::string rejected(llvm::StringRef Where = "") const;

  // The sentences of each check, for all kinds of findings that it reports;
  // lib/report/sentences has a file for each.
#define CHECK(RULE, NAME, POINTS, SEVERITY, ERRORS, SUMMARY)                   \
  std::string sentenceOf##RULE() const;
#include "../analysis/Checks.def"

  /// The stream that the call ends, with its kind.
  std::string endedStream() const;

  const analysis::Finding &F;
  const KnowledgeBase &KB;
  ArgumentText Written;
  Language L;
  /// Set if it is the caller of a function that captures.
  const ir::Capturable *Contract;
  std::string Stream;
};

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_RENDERER_H
