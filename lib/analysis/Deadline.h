//===- Deadline.h - The time that an analysis may take ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DEADLINE_H
#define CUDA_CAPTURE_ANALYSIS_DEADLINE_H

#include <chrono>
#include <optional>

namespace cuda_capture::analysis {

/// The time at which an analysis stops, if there is one.
class Deadline {
public:
  Deadline() = default;
  /// The analysis may take \p Seconds from now; 0: any time.
  static Deadline after(unsigned Seconds) {
    Deadline Result;
    if (Seconds)
      Result.At =
          std::chrono::steady_clock::now() + std::chrono::seconds(Seconds);
    return Result;
  }
  /// The time of the analysis is used up already.
  static Deadline now() {
    Deadline Result;
    Result.At = std::chrono::steady_clock::now();
    return Result;
  }
  bool isPast() const { return At && std::chrono::steady_clock::now() >= *At; }

private:
  std::optional<std::chrono::steady_clock::time_point> At;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DEADLINE_H
