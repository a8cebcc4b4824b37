//===- Renderer.h - One finding in words ------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Message.cpp has the notes of a message, and the names of the things that the
/// notes mention. Sentences.cpp has the sentence of each kind of finding.
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
  /// Returns the name of a called function as programmers write it, without its
  /// version and its types, which the headers determine.
  std::string shown(const analysis::PathStep &Call) const;

  /// Returns the callee of a step: a function of the program, or the API in the
  /// last step.
  std::string calledBy(size_t Step) const;

  /// Returns the callee of the last step.
  std::string callee() const;

  /// Returns the callee of a call of the API.
  std::string calleeAt(const analysis::PathStep &Call) const;

  std::string relationText(analysis::Relation How,
                           const std::vector<analysis::PathStep> &Steps) const;

  /// Whether the related step happens before the call of the finding.
  static bool isBefore(analysis::Relation How);

  /// Returns the variable whose memory is gone, quoted; empty if it has no
  /// name.
  std::string variable() const;

  /// Whether memory is gone because its scope ends.
  static bool endsItself(const analysis::PathStep &Step);

  std::string goneText(const analysis::PathStep &Step) const;

  /// Returns the variable that holds the graph that a call makes, quoted.
  std::string keeper(const analysis::PathStep &Step) const;

  /// Returns the object that a captured call refers to.
  std::string referent() const;

  std::string hostFunction() const;

  std::string exitText() const;

  static std::string
  conditions(const std::vector<std::pair<const ir::Terminator *, bool>> &When);

  /// Returns what the last step of a path reads on the host, quoted. Before it
  /// stands "reads" or "polls" if it is \p WithVerb.
  static std::string readText(const analysis::PathStep &Step,
                              bool WithVerb = false);
  /// Returns what a step does: it calls \p Callee, launches a kernel, or reads.
  static std::string actionText(const analysis::PathStep &Step,
                                llvm::StringRef Callee);

  std::string stepText(const analysis::PathStep &Step, size_t Index) const;

  /// Adds notes for the calls in Finding::Others, up to eight of them, and one
  /// that tells how many remain.
  void addOthers(std::vector<Note> &Notes) const;
  /// Adds notes for the steps of \p Other behind the first \p Shown, which have
  /// notes.
  void addOther(const analysis::Finding::OtherCall &Other, size_t Shown,
                std::vector<Note> &Notes) const;

  /// Adds notes for the first of the calls in Finding::Behind, and one that
  /// tells how many remain.
  void addBehind(std::vector<Note> &Notes) const;

  /// Returns a text for the capture. The capture of a caller may be on a stream
  /// that has no name here.
  std::string theCapture() const;

  /// Returns the function that may be called while its caller captures.
  std::string contractFunction() const;

  std::string contractStream() const;

  bool isLaunch() const;

  /// Returns the argument with this role in a call, quoted, or \p Otherwise.
  std::string argumentText(const analysis::PathStep &Step, Role R,
                           llvm::StringRef Otherwise) const;

  /// Returns \p Text, the quoted argument of a call. If it is a member of a
  /// class other than that of the report, the name of that class is added.
  std::string qualified(const analysis::PathStep &Step, Role R,
                        std::string Text) const;

  /// Returns the class of a member function, or the namespace of any other
  /// function.
  static llvm::StringRef scopeOf(const ir::Function &In);

  /// Returns an argument of a call, quoted; empty if it has no short name.
  std::string argumentAt(const analysis::PathStep &Step,
                         std::optional<unsigned> I) const;

  /// Returns "call to 'f' reaches 'api'", or "call to 'api'" for a direct call.
  std::string subject() const;

  /// Returns the argument that the finding is about, with its kind: "event
  /// 'e'".
  std::string handle() const;

  /// Returns the subject, followed by what it does.
  std::string subjectThat(const std::string &Does) const;

  std::string whileCapturing() const;

  std::string errorText() const;

  /// Whether the begin of a capture finds the stream already capturing because
  /// the same calls have begun a capture before.
  bool isAgain() const;

  std::string rejection(llvm::StringRef Of = "it") const;

  /// Returns a sentence that describes the violation.
  std::string sentence() const;

  /// Returns the sentence that the call is rejected. \p Where says more about
  /// the call.
  std::string rejected(llvm::StringRef Where = "") const;

  // These functions return the sentences of each check, for all kinds of
  // findings that it reports. lib/report/sentences has a file for each check.
#define CHECK(RULE, NAME, POINTS, SEVERITY, ERRORS, SUMMARY)                   \
  std::string sentenceOf##RULE() const;
#include "../analysis/Checks.def"

  /// Returns the stream whose capture the call ends, with its kind.
  std::string endedStream() const;

  const analysis::Finding &F;
  const KnowledgeBase &KB;
  ArgumentText Written;
  Language L;
  /// Set if the capture is that of the caller of a function.
  const ir::Capturable *Contract;
  std::string Stream;
};

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_RENDERER_H
