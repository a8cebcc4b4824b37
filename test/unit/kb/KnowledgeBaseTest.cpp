//===- KnowledgeBaseTest.cpp - Lookup, remedies and constructs ------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedBases.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace cuda_capture;

TEST(KnowledgeBase, RemediesAreOrderedAndTranslated) {
  auto KB = loadText(R"({"rows": [)" + std::string(Begin) + R"(],
      "errors": [{"id": "a", "signature": "s", "regex": "r", "root_cause": "c",
      "number": 900,
      "workarounds": [{"action": "first"}, {"how": "best",
        "success_rate": 0.5}, {"action": "x", "how": "same"}],
      "workarounds_zh": ["一", "二", "same"]}]})");
  ASSERT_TRUE(KB);
  const ErrorEntry *E = KB->entry("a");
  ASSERT_TRUE(E);
  EXPECT_EQ(E->Number, 900u);
  ASSERT_EQ(E->Remedies.size(), 3u);
  EXPECT_EQ(E->Remedies[0].En, "best");
  EXPECT_EQ(E->Remedies[0].Zh, "二");
  EXPECT_EQ(E->Remedies[1].En, "first");
  EXPECT_EQ(E->Remedies[1].SuccessRate, 0);
  EXPECT_EQ(E->Remedies[2].En, "same");
  EXPECT_EQ(E->Remedies[2].Zh, "");
  EXPECT_EQ(KB->entry("b"), nullptr);
}

TEST(KnowledgeBase, LookupStripsSuffixes) {
  auto KB = product();
  ASSERT_TRUE(KB);
  struct {
    const char *Name, *Spelling;
    bool PerThread;
    Family Fam;
  } Cases[] = {
      {"cudaMemcpy", "cudaMemcpy", false, Family::Runtime},
      {"cudaMemcpy_ptds", "cudaMemcpy", true, Family::Runtime},
      {"cudaMemcpyAsync_ptsz", "cudaMemcpyAsync", true, Family::Runtime},
      {"cuMemAlloc_v2", "cuMemAlloc", false, Family::Driver},
      {"cuStreamBeginCapture_v2_ptsz", "cuStreamBeginCapture", true,
       Family::Driver},
      {"cuStreamGetCaptureInfo_v3", "cuStreamGetCaptureInfo", false,
       Family::Driver},
      {"cuMemcpyBatchAsync_v2", "cuMemcpyBatchAsync", false, Family::Driver},
      {"cuMemcpyBatchAsync_v2_ptsz", "cuMemcpyBatchAsync", true,
       Family::Driver},
      {"hipMemcpy_spt", "hipMemcpy", true, Family::Hip},
      {"hipStreamGetCaptureInfo_v2", "hipStreamGetCaptureInfo", false,
       Family::Hip},
  };
  for (const auto &C : Cases) {
    Lookup L = KB->lookup(C.Name);
    ASSERT_TRUE(L) << C.Name;
    EXPECT_EQ(L.Spelling, C.Spelling);
    EXPECT_EQ(L.PerThreadDefaultStream, C.PerThread) << C.Name;
    EXPECT_EQ(L.Fam, C.Fam) << C.Name;
  }
  for (const char *Name : {"", "_v2", "_ptsz", "cudaMemcpy_v", "cudaNothing_v2",
                           "cudaMemcpyx", "launch"})
    EXPECT_FALSE(KB->lookup(Name)) << Name;
}

TEST(KnowledgeBase, ExactNameComesFirst) {
  auto KB = product();
  ASSERT_TRUE(KB);
  // The two versions differ in the position of the stream.
  EXPECT_EQ(KB->lookup("cuMemcpyBatchAsync").Row->paramIndex(Role::Stream), 8u);
  EXPECT_EQ(KB->lookup("cuMemcpyBatchAsync_ptsz").Row->paramIndex(Role::Stream),
            8u);
  EXPECT_EQ(KB->lookup("cuMemcpyBatchAsync_v2").Row->paramIndex(Role::Stream),
            7u);
}

TEST(KnowledgeBase, Constructs) {
  auto KB = product();
  ASSERT_TRUE(KB);
  const ApiRow *Launch = KB->construct(KernelLaunch);
  ASSERT_TRUE(KB->construct(NotCapturable));
  EXPECT_EQ(KB->construct(NotCapturable)->Class, ApiClass::Unsafe);
  ASSERT_TRUE(Launch);
  EXPECT_EQ(Launch->Class, ApiClass::Captured);
  EXPECT_EQ(Launch->paramIndex(Role::Stream), 0u);
  EXPECT_EQ(KB->construct("nothing"), nullptr);
}
