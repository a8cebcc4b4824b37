//===- KeptEvents.h - Events that outlive a call ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An object may keep an event. If one member function leaves the event
/// recorded in a capture, another one may wait for it on the host later, and
/// gets an error. Each function is a root of its own, so what the roots do with
/// such events is collected, and compared when all roots have been run.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_KEPTEVENTS_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_KEPTEVENTS_H

#include "../Rules.h"
#include "OuterNames.h"
#include <map>
#include <set>

namespace cuda_capture::analysis {

class KeptEvents : OuterNames {
public:
  explicit KeptEvents(const AnalysisParts &Parts) : OuterNames(Parts) {}

  /// Notes that \p Call, if it lets the host wait for an event, waits for one
  /// that the root has found recorded, or has recorded.
  void noteWait(const ApiCall &Call, const State &S);
  /// Notes that \p Call records \p Event, in the capture \p In unless it is
  /// null.
  void noteRecord(const ApiCall &Call, const Value &Event, const Capture *In,
                  const State &S);
  /// Notes the events that the current root leaves recorded in a capture.
  void leaveRoot();
  /// Reports the waits for events that other calls leave recorded in a capture.
  /// All roots must have been run.
  void check();

private:
  /// What a path knows of the numbers in an object and in globals, by name.
  using NamedFacts = std::map<std::string, Fact>;
  /// A wait for an event that was recorded before the root was called.
  struct Wait {
    const ir::Function *Root;
    Site At;
    unsigned Arg;
    std::string Event;
    NamedFacts AtEntry;
    /// The program has asked, and no capture runs.
    bool OutsideCaptures;
    bool operator==(const Wait &O) const;
  };
  /// An event that a root leaves recorded in a capture.
  struct Left {
    const ir::Function *Root;
    Site At;
    std::string Event;
    NamedFacts AtExit;
    bool InCallersCapture;
  };
  /// A record of an event outside of captures.
  struct Outside {
    const ir::Function *Root;
    const ir::Instruction *At;
    std::string Event, OwnName;
    NamedFacts AtEntry;
  };

  NamedFacts factsAtEntry(const State &S) const;
  NamedFacts factsAtExit(const State &S) const;
  bool isWaitedForFirst(const Wait &W, const Left &L) const;
  bool isOfHelper(const Outside &O, const Left &L) const;
  bool isRecordedAgain(const Left &L) const;
  bool mayWaitFor(const Wait &W, const Left &L) const;

  std::vector<Wait> Waits;
  std::vector<Left> Lefts;
  std::vector<Outside> Outsides;
  /// The records that are certainly made in their captures, whatever the
  /// program knows of captures.
  std::set<Site> Certain;
  /// The roots that reach waits and records, and the records that are the last
  /// ones where a root returns.
  std::set<std::pair<const ir::Function *, const ir::Instruction *>> WaitsIn,
      RecordsIn, LastRecords;
  /// The waits for an event that the root has recorded outside of captures.
  std::set<const ir::Instruction *> AfterRecord;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_KEPTEVENTS_H
