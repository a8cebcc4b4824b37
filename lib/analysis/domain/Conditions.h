//===- Conditions.h - What conditions say about a path ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_CONDITIONS_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_CONDITIONS_H

#include "../Values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace cuda_capture::analysis {

/// What the program makes where a condition has some outcome; see
/// transfer/FirstUses.h.
enum class FirstUse : uint8_t {
  None,
  OfVariable, ///< It makes what a variable shows to be lacking.
  First,      ///< It makes what a container does not hold yet.
  Again,      ///< The path has made that before.
};

/// A condition that decides whether the current instruction runs at all.
struct ControlDependence {
  Context Ctx = 0;
  /// The block where the two outcomes meet again (FlowGraph::PostDominator).
  unsigned Until = 0;
  const ir::Terminator *Branch = nullptr;
  bool Taken = false;
  /// The value that was decided on; unknown if the paths to here decided on
  /// different ones.
  Value Condition;
  /// Whether the condition derives from a call of an unknown callee.
  bool FromUnknownCall = false;
  /// Whether the condition depends on globals only.
  bool Configuration = false;
  /// Whether the condition depends on the program's own record of captures.
  bool AsksRecord = false;
  /// Whether the program makes something here when it is first needed.
  FirstUse Makes = FirstUse::None;
  /// Whether the function returns early, or jumps, on the other outcome.
  bool EarlyReturn = false;
  /// For a switch, the case: the first case is 1, and 0 is the default.
  unsigned Case = 0;
  /// Whether this is one of several ways that were merged into one.
  bool OneOfSeveral = false;
  /// The begin of the last capture that was begun since the program decided
  /// this condition. The condition cannot guard against that capture, which
  /// runs only because of it.
  std::optional<Site> Encloses;

  bool operator==(const ControlDependence &O) const {
    return Ctx == O.Ctx && Branch == O.Branch && Taken == O.Taken &&
           Case == O.Case;
  }
};

/// The facts that are known about a symbol's number.
struct Fact {
  std::optional<int64_t> Equal;
  llvm::SmallVector<int64_t, 1> NotEqual; ///< Sorted.
  /// The symbol whose value this one shares: the program compared two handles.
  std::optional<SymbolId> SameAs;
  bool excludes(int64_t N) const { return llvm::binary_search(NotEqual, N); }
  void exclude(int64_t N) {
    if (!excludes(N))
      NotEqual.insert(llvm::lower_bound(NotEqual, N), N);
  }
  bool rulesOut(int64_t N) const { return Equal ? *Equal != N : excludes(N); }
  /// Returns the facts that both agree on.
  Fact common(const Fact &O) const {
    Fact Both;
    if (Equal == O.Equal)
      Both.Equal = Equal;
    if (SameAs == O.SameAs)
      Both.SameAs = SameAs;
    if (Both.Equal)
      return Both;
    for (const Fact *Either : {this, &O})
      for (int64_t N : Either->NotEqual)
        if (rulesOut(N) && O.rulesOut(N))
          Both.exclude(N);
    // Most conditions ask for truth.
    if (rulesOut(0) && O.rulesOut(0))
      Both.exclude(0);
    return Both;
  }
  /// Whether no number agrees with both.
  bool contradicts(const Fact &O) const {
    return Equal ? O.excludes(*Equal) || (O.Equal && *O.Equal != *Equal)
                 : O.Equal && excludes(*O.Equal);
  }
  bool operator==(const Fact &O) const {
    return Equal == O.Equal && NotEqual == O.NotEqual && SameAs == O.SameAs;
  }
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_CONDITIONS_H
