//===- EqualStreams.h - Streams that constructors make equal ----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An object and a part of it may keep the same stream: an object that records
/// graphs, for example, and the object that it belongs to. If all constructors
/// of a class put the same stream into two fields, and no other code sets them,
/// then a member function finds the same stream in both.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_EQUALSTREAMS_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_EQUALSTREAMS_H

#include "../AnalysisParts.h"
#include "../State.h"
#include "../engine/RootRun.h"
#include "llvm/ADT/StringMap.h"

namespace cuda_capture::analysis {

class EqualStreams : AnalysisParts {
public:
  explicit EqualStreams(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  /// Takes over which streams the root \p F, a constructor, leaves equal.
  void leave(const ir::Function &F, llvm::ArrayRef<RootRun::Exit> Exits);
  /// Lets \p F, a member function that is run in the frame \p Ctx, find the
  /// same stream in the fields that all constructors leave equal.
  void enter(const ir::Function &F, Context Ctx, State &Entry) const;

private:
  /// What the constructors of a class that were run leave behind.
  struct OfClass {
    /// Pairs of places with the same stream.
    std::vector<std::pair<ir::KeptStream, ir::KeptStream>> Equal;
    unsigned Left = 0;
    /// The number of constructors that the class has.
    unsigned Constructors = 0;
  };

  bool mayBeSet(const ir::KeptStream &Kept) const;

  llvm::StringMap<OfClass> Known;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_EQUALSTREAMS_H
