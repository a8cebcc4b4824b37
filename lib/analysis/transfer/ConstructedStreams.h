//===- ConstructedStreams.h - Streams that constructors set -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the constructors of a class leave known about the streams of an object
/// holds in its member functions, if no other code sets the fields. An object
/// and a part of it may keep the same stream: an object that records graphs,
/// for example, and the object that it belongs to. And a stream that a
/// constructor creates is a blocking or a non-blocking one.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_CONSTRUCTEDSTREAMS_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_CONSTRUCTEDSTREAMS_H

#include "../AnalysisParts.h"
#include "../State.h"
#include "../engine/RootRun.h"
#include "llvm/ADT/StringMap.h"

namespace cuda_capture::analysis {

class ConstructedStreams : AnalysisParts {
public:
  explicit ConstructedStreams(const AnalysisParts &Parts)
      : AnalysisParts(Parts) {}

  /// Takes over which streams the root \p F, a constructor, leaves equal, and
  /// which it leaves blocking or non-blocking.
  void leave(const ir::Function &F, llvm::ArrayRef<RootRun::Exit> Exits);
  /// Lets \p F, a member function that is run in the frame \p Ctx, find the
  /// same stream in the fields that all constructors leave equal, and know what
  /// kind of stream they leave in a field.
  void enter(const ir::Function &F, Context Ctx, State &Entry) const;

private:
  /// What the constructors of a class that were run leave behind.
  struct OfClass {
    /// Pairs of places with the same stream.
    std::vector<std::pair<ir::KeptStream, ir::KeptStream>> Equal;
    /// Places with a stream that is blocking (true) or non-blocking (false).
    std::vector<std::pair<ir::KeptStream, bool>> Blocking;
    unsigned Left = 0;
    /// The number of constructors that the class has.
    unsigned Constructors = 0;
  };

  bool mayBeSet(const ir::KeptStream &Kept) const;

  llvm::StringMap<OfClass> Known;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_CONSTRUCTEDSTREAMS_H
