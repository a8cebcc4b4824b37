//===- RegionsTest.cpp - How much there is to find fault with -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Regions.h"
#include "../TextModule.h"

using namespace cuda_capture;

namespace {

analysis::RegionCounts count(llvm::StringRef Functions) {
  return analysis::countRegions(*textModule(Functions), knowledge());
}

TEST(Regions, BeginsAreCountedAndNothingElse) {
  analysis::RegionCounts N =
      count("func @f(%s: stream) {\nb0:\n"
            "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
            "  api cudaStreamEndCapture(%s, ?) !m:2:1\n"
            "  api cuStreamBeginCapture_v2(%s, 0) !m:3:1\n"
            "  api cudaStreamIsCapturing(%s, ?) !m:4:1\n"
            "  call @f(%s) !m:5:1\n"
            "  ret\n}\n");
  EXPECT_EQ(N.Regions, 2u);
  EXPECT_EQ(N.Capturable, 0u);
}

TEST(Regions, InstantiationsCountOnce) {
  const std::string Body = "(%s: stream) !h:1:5 capturable global (%s) !h:1:1 {"
                           "\nb0:\n"
                           "  api cudaStreamBeginCapture(%s, 0) !h:2:1\n"
                           "  ret\n}\n";
  analysis::RegionCounts N =
      count("func @\"f<int>\"" + Body + "func @\"f<long>\"" + Body);
  EXPECT_EQ(N.Regions, 1u);
  EXPECT_EQ(N.Capturable, 1u);
}

TEST(Regions, BeginsThroughPointersAreCounted) {
  EXPECT_EQ(count("func @f(%s: stream) {\nb0:\n"
                  "  invoke fn @cudaStreamBeginCapture(%s, 0) !m:1:1\n"
                  "  invoke %g(%s) else !m:2:1 {\n"
                  "  api cudaStreamBeginCapture(%s, 0) !m:2:1\n}\n"
                  "  invoke %g(%s) !m:3:1\n"
                  "  ret\n}\n")
                .Regions,
            2u);
}

TEST(Regions, CallsWithoutPlacesAreCounted) {
  EXPECT_EQ(count("func @f(%s: stream) {\nb0:\n"
                  "  api cudaStreamBeginCapture(%s, 0)\n"
                  "  api cudaStreamBeginCapture(%s, 0)\n"
                  "  ret\n}\n")
                .Regions,
            2u);
}

} // namespace
