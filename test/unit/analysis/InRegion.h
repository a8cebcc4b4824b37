//===- InRegion.h - Findings of small functions -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TEST_UNIT_ANALYSIS_INREGION_H
#define CUDA_CAPTURE_TEST_UNIT_ANALYSIS_INREGION_H

#include "../TextModule.h"

namespace cuda_capture {

/// Findings of a module, a line each: "rule line" in order. The functions of
/// the tests look at no results.
inline std::string findings(llvm::StringRef Functions, bool PerThread = false,
                            const analysis::Options &Opts = {}) {
  return listed(
      findingsIn(*textModule(Functions, PerThread ? "per-thread" : ""), Opts));
}

/// A function body between Begin and End of stream %s; line 10 onwards.
inline std::string inRegion(llvm::StringRef Body, int Mode = 0) {
  return ("func @f(%s: stream, %t: stream, %e: event, %n: int) {\nb0:\n"
          "  %r = api cudaStreamBeginCapture(%s, " +
          llvm::Twine(Mode) + ") !m:1:1\n" + Body +
          "  api cudaStreamEndCapture(%s, &%g) !m:99:1\n  ret\n}\n")
      .str();
}

} // namespace cuda_capture

#endif // CUDA_CAPTURE_TEST_UNIT_ANALYSIS_INREGION_H
