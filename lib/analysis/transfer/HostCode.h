//===- HostCode.h - Host functions and host values --------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_HOSTCODE_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_HOSTCODE_H

#include "../AnalysisParts.h"
#include "../Rules.h"
#include "../State.h"
#include "../findings/RawFinding.h"
#include <map>

namespace cuda_capture::analysis {

/// Follows functions that the driver runs, and values that the host makes.
class HostCode : AnalysisParts {
public:
  explicit HostCode(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  /// Returns the symbol of the value that an unknown callee returns.
  Value resultOf(Context Ctx, const ir::Instruction &I, State &S);
  /// Whether \p V derives from a random number or a time.
  bool isDrawn(const Value &V) const;
  void noteGraphUse(const ApiCall &Call);
  /// If \p Call hands the driver a function, keeps that function, to be run
  /// later.
  std::optional<Value> held(const Value &Pointer, const FieldRole &Field,
                            const State &S);
  void handOver(const ApiCall &Call, const State &S);
  /// Notes that the function which the driver runs releases the memory that
  /// \p Pointer points at.
  void noteReleased(const Value &Pointer, const Site &At, const State &S);
  void runHostFunctions();

  /// Returns the values that the host drew while a capture ran.
  const HostValues &drawn() const { return Drawn; }
  void forgetHandedOver() { HostFunctions.clear(); }
  /// Returns the place where the driver was given the function that is being
  /// run, if it was given that function.
  const std::optional<Site> &handedOver() const { return HandedOver; }

private:
  /// What the driver is given to run.
  struct HostFunction {
    /// The states at the call. State::Returned holds the data that the driver
    /// passes to the function.
    States Entries;
    /// The finding if the function releases these data, and whether it is
    /// certain that the call is captured.
    std::optional<RawFinding> IfReleased;
    bool IsExact = false;
  };

  std::optional<Site> HandedOver;
  /// The data of the function that is being run, and the place where it
  /// releases them.
  Value Data;
  std::optional<Site> Released;
  HostValues Drawn;
  /// The numbers of the captures in which the values were drawn.
  std::map<Site, unsigned> DrawnIn;
  /// The functions that the root hands to the driver, and the places where it
  /// does so.
  std::map<std::pair<Site, const ir::Function *>, HostFunction> HostFunctions;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_HOSTCODE_H
