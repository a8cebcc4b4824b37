//===- ApiTransfer.h - Effects of API calls ---------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_APITRANSFER_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_APITRANSFER_H

#include "../AnalysisParts.h"
#include "../findings/RawFinding.h"

namespace cuda_capture::analysis {

/// Hands an API call to the rules and applies its effect.
class ApiTransfer : AnalysisParts {
public:
  explicit ApiTransfer(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  void api(Context Ctx, const ir::Instruction &I, const ir::Name &Callee,
           State &S);
  void api(const ApiCall &Call, const ir::Instruction &I, State &S);

private:
  /// Notes that from the call at \p At on, the dependencies between streams are
  /// unknown.
  void loseDependencies(const Site &At, State &S);
  /// The transfer function of an effect.
  using Effector = void (ApiTransfer::*)(const ApiCall &, State &);
  /// The transfer function of each effect.
  static const Effector Effects[];
  void applyNone(const ApiCall &Call, State &S);
#define EFFECT(NAME, TEXT, WORDS) void apply##NAME(const ApiCall &, State &);
#include "../../kb/Vocabulary.def"

  //===--- OutParameters.cpp ----------------------------------------------===//
  void outParameters(const ApiCall &Call, State &S);
  void undescribedParameter(const ApiCall &Call, unsigned P, State &S);
  void outParameter(const ApiCall &Call, unsigned P, State &S);
  std::optional<LocationId> outLocation(const Value &Pointer, State &S);
  void noteBlocking(const ApiCall &Call, const Value &Made, State &S);
  void createHandle(const ApiCall &Call, Role R, const Value &Made, State &S);
  void createLibraryHandle(const ApiCall &Call, const Value &Made, State &S);
  Value captureStatus(const ApiCall &Call, const Value &Made, State &S);

  void destroy(const ApiCall &Call, State &S);
  void work(const ApiCall &Call, State &S);
  /// Returns what is known of the binding of the handle that a call is given.
  std::optional<Binding> bindingOf(const ApiCall &Call, const State &S) const;
  /// Returns the row of the call, or the row of the case that certainly
  /// applies.
  const ApiRow &actualRow(const ApiCall &Call, const State &S) const;
  std::optional<bool> goesToHost(const ApiCall &Call) const;
  Binding *bindingToChange(const ApiCall &Call, State &S);
  void noteInterproceduralUse(InterproceduralUse What, const Value &Handle);
  bool hasForked(const Value &Stream, const State &S) const;
  void noteHandles(const ApiCall &Call);
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_APITRANSFER_H
