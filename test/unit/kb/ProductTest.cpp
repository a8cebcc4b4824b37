//===- ProductTest.cpp - The knowledge base of the product ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedBases.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <thread>

using namespace llvm;
using namespace cuda_capture;

namespace {

bool canBeReported(ApiClass C) {
  return C == ApiClass::Unsafe || C == ApiClass::Conflicts ||
         C == ApiClass::LegacyImplicit || C == ApiClass::Unsupported;
}

} // namespace

TEST(ProductKnowledge, ReportedRowsAreComplete) {
  auto KB = product();
  ASSERT_TRUE(KB);
  unsigned Reported = 0;
  for (const ApiRow &R : KB->rows()) {
    ASSERT_FALSE(R.Names.empty());
    const std::string &Name = R.Names.front().Spelling;
    if (!R.Entry.empty()) {
      EXPECT_TRUE(KB->entry(R.Entry)) << Name;
    }
    EXPECT_EQ(R.RemedyEn.empty(), R.RemedyZh.empty()) << Name;
    if (!canBeReported(R.Class))
      continue;
    ++Reported;
    EXPECT_FALSE(R.RemedyEn.empty()) << Name;
    EXPECT_FALSE(R.Entry.empty()) << Name;
    EXPECT_FALSE(R.Sources.empty()) << Name;
    // A library that rejects a call itself has no number for it.
    EXPECT_TRUE(R.Error != 0 || !R.By.empty()) << Name;
    EXPECT_NE(R.Confidence, "low") << Name;
    for (const Evidence &E : R.Sources)
      EXPECT_FALSE(E.Quote.empty()) << Name;
  }
  EXPECT_GT(Reported, 60u);
}

TEST(ProductKnowledge, Facts) {
  auto KB = product();
  ASSERT_TRUE(KB);
  auto Row = [&](StringRef Name) -> const ApiRow & {
    Lookup L = KB->lookup(Name);
    EXPECT_TRUE(L) << Name.str();
    static const ApiRow None;
    return L ? *L.Row : None;
  };
  EXPECT_EQ(Row("cudaMalloc").Class, ApiClass::Unsafe);
  EXPECT_EQ(Row("cudaMalloc").Error, 900u);
  EXPECT_EQ(Row("cudaMalloc").paramIndex(Role::Memory, Access::Out), 0u);
  EXPECT_EQ(Row("cudaStreamSynchronize").Waits, WaitScope::Stream);
  EXPECT_EQ(Row("cudaStreamSynchronize").Otherwise, ApiClass::Unsafe);
  EXPECT_EQ(Row("cudaEventQuery").Error, 907u);
  EXPECT_EQ(Row("hipEventQuery").Otherwise, ApiClass::Unknown);
  EXPECT_EQ(Row("cuCtxSynchronize").Waits, WaitScope::Device);
  EXPECT_EQ(Row("cuCtxRecordEvent").Waits, WaitScope::Device);
  EXPECT_EQ(Row("cudaMemcpyBatchAsync").Invalidates, Verdict::Ok);
  EXPECT_EQ(Row("cudaMemset").Error, 906u);
  EXPECT_EQ(Row("cudaLibraryLoadData").Class, ApiClass::Unknown);
  EXPECT_EQ(Row("cudaMemcpy3DPeerAsync").Class, ApiClass::Unknown);
  EXPECT_EQ(Row("cudaStreamGetId").ModeOverride[2], Verdict::Unknown);
  EXPECT_EQ(Row("cudaStreamGetId").ModeOverride[0], std::nullopt);
  EXPECT_EQ(Row("cudaStreamBeginCaptureToGraph").paramIndex(Role::Mode), 5u);
  EXPECT_EQ(Row("cudaStreamBeginCaptureToGraph").Eff, Effect::BeginCapture);
  EXPECT_EQ(Row("cudaStreamEndCapture").paramIndex(Role::Graph, Access::Out),
            1u);
  // The graph that this returns stays with the driver.
  EXPECT_EQ(
      Row("cudaStreamGetCaptureInfo").paramIndex(Role::Graph, Access::Out),
      std::nullopt);
  EXPECT_EQ(Row("cudaThreadExchangeStreamCaptureMode")
                .paramIndex(Role::Mode, Access::InOut),
            0u);
  EXPECT_EQ(Row("cuLaunchKernel").paramIndex(Role::Stream), 8u);
  EXPECT_EQ(Row("cudaLaunchKernel").paramIndex(Role::Stream), 5u);
  EXPECT_EQ(Row("cudaEventDestroy").paramIndex(Role::Event, Access::Destroy),
            0u);

  const Fix &F = Row("cudaMemcpy").Rewrite;
  EXPECT_EQ(F.Rename.lookup("cudaMemcpy"), "cudaMemcpyAsync");
  EXPECT_EQ(F.Rename.lookup("hipMemcpy"), "hipMemcpyAsync");
  EXPECT_EQ(F.Append, std::vector<Role>{Role::Stream});
  EXPECT_TRUE(F.DropsWait);
  EXPECT_FALSE(Row("cudaMemset").Rewrite.DropsWait);
}

TEST(ProductKnowledge, RenamedFunctionsAreCapturedOnTheAppendedStream) {
  auto KB = product();
  ASSERT_TRUE(KB);
  for (const ApiRow &R : KB->rows())
    for (const auto &Entry : R.Rewrite.Rename) {
      Lookup New = KB->lookup(Entry.getValue());
      ASSERT_TRUE(New) << Entry.getValue();
      EXPECT_EQ(New.Row->Class, ApiClass::Captured) << Entry.getValue();
      EXPECT_EQ(New.Fam, KB->lookup(Entry.getKey()).Fam);
      // A stream that is appended comes last.
      if (!R.Rewrite.Append.empty()) {
        EXPECT_EQ(New.Row->paramIndex(Role::Stream), New.Row->Params.size() - 1)
            << Entry.getValue();
      }
    }
}

TEST(ProductKnowledge, ErrorNames) {
  auto KB = product();
  ASSERT_TRUE(KB);
  EXPECT_EQ(KB->errorName(900, Family::Runtime),
            "cudaErrorStreamCaptureUnsupported");
  EXPECT_EQ(KB->errorName(907, Family::Driver), "CUDA_ERROR_CAPTURED_EVENT");
  EXPECT_EQ(KB->errorName(906, Family::Hip), "hipErrorStreamCaptureImplicit");
  EXPECT_EQ(KB->errorName(12345, Family::Runtime), "");
  for (unsigned N : {1, 400, 401, 709, 800, 900, 901, 902, 903, 904, 905, 906,
                     907, 908, 909})
    EXPECT_FALSE(KB->errorName(N, Family::Runtime).empty()) << N;
  EXPECT_EQ(KB->perThreadMacros().size(), 2u);
}

TEST(ProductKnowledge, WrongAdviceIsNotShown) {
  auto KB = product();
  ASSERT_TRUE(KB);
  const ErrorEntry *E = KB->entry("cuda/stream-capture-invalid-scope");
  ASSERT_TRUE(E);
  EXPECT_EQ(E->Remedies.size(), 2u);
  EXPECT_EQ(E->DeadEnds.size(), 2u);
  bool Found = false;
  for (const ErrorEntry &E : KB->entries())
    for (const Advice &A : E.Remedies) {
      StringRef Text = A.En;
      if (!Text.contains("cudaStreamCaptureModeGlobal to allow more"))
        continue;
      Found = true;
      EXPECT_FALSE(A.Shown) << E.Id;
    }
  EXPECT_TRUE(Found);
  for (const char *Id : {"cuda/stream-capture-invalid-scope",
                         "cuda/cuda-error-invalid-sync-object"})
    for (const Advice &A : KB->entry(Id)->Remedies)
      EXPECT_FALSE(A.Shown) << Id;
  // What is shown is in both languages, and claims no rate.
  for (const ErrorEntry &E : KB->entries())
    for (const Advice &A : E.Remedies)
      if (A.Shown) {
        EXPECT_FALSE(A.Zh.empty()) << E.Id;
        EXPECT_EQ(A.SuccessRate, 0) << E.Id;
      }
}

TEST(ProductKnowledge, EveryCitedErrorHasAnEntry) {
  auto KB = product();
  ASSERT_TRUE(KB);
  for (const char *Id :
       {"cuda/stream-capture-unsupported", "cuda/stream-capture-implicit",
        "cuda/captured-event", "cuda/invalid-resource-handle"}) {
    const ErrorEntry *E = KB->entry(Id);
    ASSERT_TRUE(E) << Id;
    EXPECT_NE(E->Number, 0u);
    EXPECT_FALSE(E->CauseZh.empty());
    EXPECT_GE(E->Remedies.size(), 2u);
  }
}

TEST(EmbeddedKnowledge, EqualsTheFolder) {
  auto Embedded = KnowledgeBase::embedded();
  ASSERT_TRUE(bool(Embedded)) << toString(Embedded.takeError());
  auto KB = product();
  ASSERT_TRUE(KB);
  ASSERT_EQ((*Embedded)->rows().size(), KB->rows().size());
  ASSERT_EQ((*Embedded)->entries().size(), KB->entries().size());
  for (size_t I = 0; I != KB->rows().size(); ++I) {
    const ApiRow &A = (*Embedded)->rows()[I], &B = KB->rows()[I];
    EXPECT_EQ(A.Names.front().Spelling, B.Names.front().Spelling);
    EXPECT_EQ(A.Class, B.Class);
    EXPECT_EQ(A.RemedyEn, B.RemedyEn);
    EXPECT_EQ(A.Params.size(), B.Params.size());
    if (canBeReported(B.Class)) {
      EXPECT_EQ(A.Sources.size(), B.Sources.size());
    }
  }
  EXPECT_TRUE((*Embedded)->lookup("cuMemAlloc_v2"));
  EXPECT_TRUE((*Embedded)->construct("launch"));
}

TEST(EmbeddedKnowledge, IsParsedOnce) {
  std::vector<std::shared_ptr<const KnowledgeBase>> Seen(4);
  std::vector<std::thread> Threads;
  for (auto &S : Seen)
    Threads.emplace_back([&S] { S = cantFail(KnowledgeBase::embedded()); });
  for (std::thread &T : Threads)
    T.join();
  for (auto &S : Seen)
    EXPECT_EQ(S, Seen.front());
}
