//===- CallTextTest.cpp - What a call does in a capture -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/CallText.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;

namespace {
std::string textOf(const KnowledgeBase &KB, StringRef Name,
                   Language L = Language::English) {
  const Lookup Found = KB.lookup(Name);
  return Found ? join(captureText(Found, KB, L), "|") : "";
}

std::string textOf(StringRef Name, Language L = Language::English) {
  return textOf(*cantFail(KnowledgeBase::embedded()), Name, L);
}

TEST(CallText, SaysInWhichModesAnUnsafeCallIsPermitted) {
  EXPECT_TRUE(
      StringRef(textOf("cudaMalloc"))
          .starts_with("In a capture: error 900 "
                       "(cudaErrorStreamCaptureUnsupported) in Global "
                       "and ThreadLocal mode; Relaxed mode permits it, "
                       "and it is not recorded.|A rejected call "
                       "invalidates the capture.|What to do: allocate "))
      << textOf("cudaMalloc");
  // The names of the interface that the call belongs to.
  EXPECT_NE(textOf("hipMalloc").find("hipErrorStreamCaptureUnsupported"),
            std::string::npos);
  EXPECT_NE(textOf("hipMalloc").find("hipStreamBeginCapture"),
            std::string::npos);
}

TEST(CallText, DoesNotSayMoreThanARowKnows) {
  std::string Text = textOf("cublasCreate");
  EXPECT_NE(Text.find("in Global and ThreadLocal mode; for Relaxed mode that "
                      "is not known."),
            std::string::npos)
      << Text;
}

TEST(CallText, SaysWhatACallWaitsFor) {
  EXPECT_NE(textOf("cudaDeviceSynchronize")
                .find("in every mode while a stream of the device captures."),
            std::string::npos);
  EXPECT_NE(textOf("cudaStreamSynchronize")
                .find("in every mode while the stream captures."),
            std::string::npos);
  EXPECT_NE(textOf("cudaEventQuery")
                .find("error 907 (cudaErrorCapturedEvent) in every mode if the "
                      "event was recorded in a capture."),
            std::string::npos);
}

TEST(CallText, SaysWhatIsRecorded) {
  EXPECT_EQ(textOf("cudaMemcpyAsync"),
            "In a capture: it is recorded in the graph of its stream, as a "
            "node of the kind memcpy.");
  // An event is no node.
  EXPECT_TRUE(StringRef(textOf("cudaEventRecord"))
                  .starts_with("In a capture: it is part of the capture of its "
                               "stream."));
  EXPECT_EQ(textOf("cudaGetDevice"),
            "In a capture: it is permitted in every mode, and is not "
            "recorded.");
}

TEST(CallText, SaysSinceWhen) {
  EXPECT_NE(textOf("cudaStreamBeginCapture").find("Since CUDA 10.0."),
            std::string::npos);
}

TEST(CallText, IsInTheLanguageOfTheReader) {
  KnowledgeBase const &KB = *cantFail(KnowledgeBase::embedded());
  const ApiRow &Row = *KB.lookup("cudaMalloc").Row;
  ASSERT_FALSE(Row.RemedyZh.empty());
  EXPECT_NE(textOf("cudaMalloc", Language::Chinese).find(Row.RemedyZh),
            std::string::npos);
}

TEST(CallText, SaysNothingAboutUnknownFunctions) {
  EXPECT_EQ(textOf("cudaNoSuchFunction"), "");
}
} // namespace
