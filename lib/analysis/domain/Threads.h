//===- Threads.h - Threads, and findings that await events ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_THREADS_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_THREADS_H

#include "Component.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

namespace cuda_capture::analysis {

/// The threads that were started and not joined. Each has a symbol that stands
/// for it, and the frame of the function that it runs.
struct StartedThreads : FlatSet<std::pair<SymbolId, Context>>,
                        Component<StartedThreads> {
  bool sameProtocol(const StartedThreads &O) const { return *this == O; }
  bool join(JoinContext &, const StartedThreads &O) { return insert(O); }
  bool outlives(const CallScope &, const StartedThreads &Before) const {
    return *this != Before;
  }
  /// Whether the thread that runs in frame \p Thread may run at this time.
  bool isLive(Context Thread) const {
    return llvm::any_of(*this,
                        [&](const auto &T) { return T.second == Thread; });
  }
};

/// Findings in a started thread about a capture of another thread. They count
/// once the started thread is joined while that capture runs.
struct AwaitingFindings : FlatSet<std::tuple<Context, Site, unsigned>>,
                          Component<AwaitingFindings> {
  bool sameInput(const AwaitingFindings &O) const { return *this == O; }
  bool mergeConditions(const AwaitingFindings &O) { return insert(O); }
  bool outlives(const CallScope &, const AwaitingFindings &Before) const {
    return *this != Before;
  }
  /// Forgets all findings: the missing statement may wait for any thread.
  void missStatement() { *this = {}; }
};

/// Findings that count once this path reaches the end of their capture.
struct PendingFindings : FlatSet<std::pair<Site, unsigned>>,
                         Component<PendingFindings> {
  bool mergeConditions(const PendingFindings &O) { return insert(O); }
};

/// Findings that conditions or missing statements cast doubt on. They count if
/// this path reaches an end of their capture that stands under the same
/// conditions: no program ends a capture where it runs none.
struct DoubtedFindings : FlatSet<std::pair<Site, unsigned>>,
                         Component<DoubtedFindings> {
  bool mergeConditions(const DoubtedFindings &O) { return insert(O); }
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_THREADS_H
