//===- LibrariesTest.cpp - Handles of libraries on CaptureIR --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TextModule.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

std::string findings(llvm::StringRef Functions, bool PerThread = false) {
  return listed(
      findingsIn(*textModule(Functions, PerThread ? "per-thread" : "")));
}

/// \p Before, and a region in which \p Body stands.
std::string region(llvm::StringRef Before, llvm::StringRef Body) {
  return ("func @f(%s: stream, %t: stream, %h, %n: int) {\nb0:\n" + Before +
          "  %r = api cudaStreamBeginCapture(%s, 0) !m:1:1\n" + Body +
          "  api cudaStreamEndCapture(%s, &%g) !m:99:1\n  ret\n}\n")
      .str();
}

constexpr llvm::StringLiteral Work = "api cublasSaxpy(%h) !m:10:1\n";
constexpr llvm::StringLiteral Dot =
    "api cublasSdot(%h, 1, %x, 1, %x, 1, %n) !m:10:1\n";

TEST(Libraries, WorkGoesToTheStreamOfTheHandle) {
  EXPECT_EQ(findings(region("api cublasSetStream(%h, %t)\n", Work)),
            "escaped-work 10\n");
  EXPECT_EQ(findings(region("api cublasSetStream(%h, %s)\n", Work)), "");
  EXPECT_EQ(findings(region("", Work)), "");
  EXPECT_EQ(findings(region("api cublasSetStream(%h, 0)\n", Work)),
            "legacy-stream 10\n");
  EXPECT_EQ(findings(region("api cublasSetStream(%h, ?)\n", Work)), "");
}

TEST(Libraries, AFreshHandleUsesTheNullStream) {
  const char *Create = "api cublasCreate(&%h)\n";
  EXPECT_EQ(findings(region(Create, Work)), "legacy-stream 10\n");
  EXPECT_EQ(findings(region(Create, Work), /*PerThread=*/true), "");
  EXPECT_EQ(findings(region(std::string(Create) + "opaque \"f\"(%h)\n", Work)),
            "");
  EXPECT_EQ(findings(region(std::string(Create) + "opaque \"f\"()\n", Work)),
            "legacy-stream 10\n");
  EXPECT_EQ(
      findings(region(std::string(Create) + "opaque system \"f\"(%h)\n", Work)),
      "legacy-stream 10\n");
}

TEST(Libraries, AnUnknownHandleMayBeAny) {
  EXPECT_EQ(findings(region("api cublasCreate(&%k)\n"
                            "api cublasSetStream(?, %s)\n",
                            "api cublasSaxpy(%k) !m:10:1\n")),
            "");
}

TEST(Libraries, TheStreamOfAHandleCanBeAskedFor) {
  EXPECT_EQ(findings(region("api cublasSetStream(%h, %t)\n",
                            "api cublasGetStream(%h, &%u)\n"
                            "api cudaMemsetAsync(%n, 0, 4, %u) !m:10:1\n")),
            "escaped-work 10\n");
  EXPECT_EQ(findings(region("", "api cublasGetStream(%h, &%u)\n"
                                "api cudaMemsetAsync(%n, 0, 4, %u)\n")),
            "");
}

TEST(Libraries, ResultsOnTheHostAreWaitedFor) {
  const std::string Bound = "api cublasSetStream(%h, %s)\n";
  EXPECT_EQ(findings(region(Bound, Dot)), "");
  EXPECT_EQ(findings(region(Bound + "api cublasSetPointerMode(%h, 0)\n", Dot)),
            "synchronization 10\n");
  EXPECT_EQ(findings(region(Bound + "api cublasSetPointerMode(%h, 1)\n", Dot)),
            "");
  EXPECT_EQ(findings(region(Bound + "api cublasSetPointerMode(%h, %n)\n", Dot)),
            "");
  const char *Local = "api cublasSdot(%h, 1, %x, 1, %x, 1, &%l) !m:10:1\n";
  EXPECT_EQ(findings(region(Bound, Local)), "synchronization 10\n");
  EXPECT_EQ(
      findings(region(Bound + "api cublasSetPointerMode(%h, 1)\n", Local)), "");
}

TEST(Libraries, CasesNeedCertainty) {
  auto Sum = [](llvm::StringRef Temp) {
    return ("api \"cub::DeviceReduce::Sum\"(0, " + Temp + ") !m:10:1\n").str();
  };
  EXPECT_EQ(findings(region("", Sum("0"))), "");
  EXPECT_EQ(findings(region("", Sum("%n"))), "legacy-stream 10\n");
  EXPECT_EQ(findings(region("%p = 0\n", Sum("%p"))), "");
  EXPECT_EQ(findings(region("%p = 0\napi cudaMalloc(&%p, 4)\n", Sum("%p"))),
            "legacy-stream 10\n");
}

TEST(Libraries, NamesMayAskForTypes) {
  EXPECT_EQ(plainName("a::B<int, c::D<(e)1>>::f(const g<h> &)"), "a::B::f");
  EXPECT_EQ(plainName("a::B<int>::operator()(int)"), "a::B::operator()");
  EXPECT_EQ(plainName("a::B<int>::operator float()"), "a::B::operator float");
  EXPECT_EQ(plainName("a::operator<<(a::B &)"), "a::operator<<");
  EXPECT_TRUE(isSignatureOfCall("a::B::operator()(int)"));
  EXPECT_FALSE(isSignatureOfCall("a::B::operator()"));
  EXPECT_FALSE(isSignatureOfCall("f"));

  auto ClassOf = [&](llvm::StringRef Name) {
    Lookup Found = knowledge().lookup(Name);
    return Found ? Found.Row->Class : ApiClass::Unknown;
  };
  const char *Policy = "const thrust::detail::execution_policy_base<";
  EXPECT_EQ(ClassOf(std::string("thrust::sort(") + Policy +
                    "thrust::cuda_cub::execute_on_stream_nosync> &)"),
            ApiClass::Captured);
  EXPECT_EQ(ClassOf(std::string("thrust::sort(") + Policy +
                    "thrust::cuda_cub::execute_on_stream> &)"),
            ApiClass::Conflicts);
  EXPECT_EQ(ClassOf(std::string("thrust::reduce(") + Policy +
                    "thrust::cuda_cub::execute_on_stream_nosync> &)"),
            ApiClass::Conflicts);
  EXPECT_EQ(ClassOf(std::string("thrust::sort(") + Policy +
                    "thrust::detail::seq_t> &)"),
            ApiClass::Unknown);
  EXPECT_EQ(ClassOf("thrust::sort(float *)"), ApiClass::Unknown);
  EXPECT_EQ(ClassOf("thrust::sort"), ApiClass::Unknown);
  EXPECT_TRUE(knowledge().namesScope("thrust"));
  EXPECT_FALSE(knowledge().namesScope("std"));
  // Versions of a function have one row.
  EXPECT_EQ(knowledge().lookup("cublasSgemm_v2_64").Spelling, "cublasSgemm");
}

} // namespace
