//===- SurveyNode.h - A function of a survey --------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_SURVEYNODE_H
#define CUDA_CAPTURE_ANALYSIS_SURVEYNODE_H

#include "Survey.h"

namespace cuda_capture::analysis {

/// What a survey knows about a function.
struct Survey::Node {
  std::string Name, Option, Library;
  SourcePlace At;
  bool IsDeclared = false, IsExported = false, IsLambda = false;
  bool IsElsewhere = false; ///< See SurveyedFunction.
  bool IsKnown = false;     ///< Its body was visited.
  /// Whether it makes an object for its caller, or deletes the caller's.
  bool MakesOrDeletes = false;
  /// The class of which it is a member, unless it is a constructor or
  /// destructor.
  std::string Class;
  std::string Symbol;
  /// Whether it is a constructor or destructor, and whether it is a destructor.
  bool MakesOrEndsObject = false, EndsObject = false;
  /// Whether it is given anything, and a stream or an object that has one.
  bool GetsSomething = false, GetsStream = false;
  /// Whether it returns a value.
  bool Returns = false;
  /// Whether it keeps a stream that it is given.
  bool StoresStream = false;
  /// Whether each call that reaches its end waits, allocates or frees memory,
  /// or destroys something.
  bool AlwaysPrepares = false;
  /// Whether each of these calls allocates memory, and the function frees none.
  bool AlwaysKeepsMemory = false;
  /// See refusesSecondCall().
  bool RunsOnce = false;
  /// Whether it measures how long its own work takes, as functions do that
  /// choose an algorithm.
  bool MeasuresTime = false;
  /// Whether its name says that it prepares something, or releases it.
  bool IsNamedAsPreparation = false;
  /// The functions that each of these calls reaches.
  std::vector<unsigned> AlwaysCalls;
  /// The same two, where calls count, too, that only find what an earlier one
  /// has made.
  bool AlwaysPreparesAnew = false;
  std::vector<unsigned> AlwaysCallsAnew;
  /// Whether each of its calls launches a graph, whatever it asks.
  bool AlwaysLaunches = false;
  /// Whether its caller decides if it waits.
  bool WaitsOnRequest = false;
  /// The virtual function that it overrides in the end. See ir::Capturable.
  std::string Overrides;
  unsigned Overriders = 0;
  /// Whether a function of the program calls it by name, or perhaps by a
  /// virtual call, and whether code outside of the program can call it.
  bool IsCalled = false, IsCalledVirtually = false, IsOffered = false;
  /// Whether a thread runs it that lives longer than the function that starts
  /// it.
  bool IsThread = false;
  /// Whether it has a loop, or a thread's lambda that has one calls it.
  bool Loops = false;
  /// The first call in a capture of another source.
  std::optional<CallByName> CapturedAt;
  /// The first call of each kind in the function itself.
  std::optional<SurveyedCall> Own[NumFacts];
  /// The functions that it calls, and those of them that it calls by virtual
  /// calls only.
  std::vector<unsigned> Callees, VirtualCallees;
  /// For each fact: the function with such a call that the fewest calls lead
  /// to.
  std::optional<unsigned> Nearest[NumFacts];

  /// Whether it sets or copies memory of the device without a stream, and
  /// waits: it prepares something.
  bool copiesAndWaits() const {
    return Nearest[CopyingOnLegacy] && Nearest[Waiting];
  }
  /// Whether its name says that it prepares something, and it allocates memory
  /// or waits.
  bool preparesByName() const {
    return IsNamedAsPreparation && (Nearest[Allocating] || Nearest[Waiting]);
  }
  /// Whether code that is not compiled can call it by its name.
  bool canBeNamed() const {
    return !Name.empty() && !IsLambda && !MakesOrEndsObject &&
           (IsOffered || IsExported || !Library.empty());
  }
  /// Whether a function of the program calls it.
  bool isCalledHere() const { return IsCalled || IsCalledVirtually; }
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_SURVEYNODE_H
