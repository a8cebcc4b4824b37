//===- EarlierCaptures.h - Captures begun before the root -------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function that ends a capture which nothing on the way has begun is called
/// while that capture runs, as the second of a pair of member functions
/// "capture_begin" and "capture_end" is. What such a root does before the end
/// therefore happens during the capture. The root is run once more, with a
/// capture that is running from the entry. A finding about it counts once the
/// path of the finding reaches the end.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_EARLIERCAPTURES_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_EARLIERCAPTURES_H

#include "../AnalysisParts.h"
#include "../Rules.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <set>

namespace cuda_capture::analysis {

class EarlierCaptures : AnalysisParts {
public:
  explicit EarlierCaptures(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  /// An end that shows that a capture of a root was begun before the root was
  /// called.
  struct End {
    const ir::Function *Root;
    Site At;
    Value Stream;
  };

  /// Notes an end of a capture, and whether the path to it may have begun that
  /// capture.
  void noteEnd(const ApiCall &Call, const State &S);
  /// Notes that the program uses \p V. A program that has no use for the graph
  /// of an end expects the end to fail, or abandons the capture.
  void noteUse(const Value &V);
  /// Whether the program uses anything that the call \p At makes. All roots
  /// must have been run.
  bool isUsed(const Site &At) const { return Used.count(At); }
  /// Notes that the program acts on an error of the call with the result
  /// \p Result, so that the call may be meant to fail.
  void noteExpectedError(const Value &Result, const State &S);
  /// Notes that the current root has been run, and the uses of the graphs that
  /// it leaves behind.
  void leaveRoot();

  /// Returns the ends of all roots that show that a capture was begun earlier.
  /// All roots must have been run.
  std::vector<End> ends() const;
  /// Returns the roots that end a capture which nothing but a missing statement
  /// can have begun. All roots must have been run.
  std::vector<const ir::Function *> rootsWithHiddenBegins() const;

  /// Begins, at the entry of a root, the capture that \p Shown shows.
  void enter(const End &Shown, State &S) const;
  /// Forgets an earlier capture that the begin of another one, or the end
  /// \p Call, may belong to, because the path does not show when that capture
  /// was begun.
  void forgetIfReplaced(const ApiCall &Call, State &S) const;
  /// Forgets what was found so far in an earlier capture: the capture may have
  /// been begun only now.
  static void mayBeginNow(State &S);
  /// Whether the finding \p Id, in a capture that ends in the state \p S, lies
  /// on every path to that end.
  bool isOnEveryPath(unsigned Id, const State &S) const;

private:
  bool mayExistAtEntry(const Value &Stream) const;
  std::optional<Value> modeAround(const ir::Function &F) const;

  struct Shown {
    const ir::Function *Root;
    Value Stream;
  };
  /// The ends that were reached on a path that has begun no capture.
  std::map<Site, Shown> Unbegun;
  /// The calls that end a capture which some path has begun, or may have begun.
  std::set<const ir::Instruction *> Begun;
  /// The calls that end a capture which some path has begun.
  std::set<const ir::Instruction *> BegunForSure;
  /// The roots that reach each call behind a missing statement, on a path that
  /// has begun no capture.
  llvm::MapVector<const ir::Instruction *, const ir::Function *> Hidden;
  /// The outermost frames of the roots whose analysis was not cut short.
  std::set<Context> Finished;
  /// The calls that made something which the program uses, and those of which
  /// an error is expected.
  std::set<Site> Used, ExpectedToFail;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_EARLIERCAPTURES_H
