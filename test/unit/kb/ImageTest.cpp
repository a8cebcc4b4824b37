//===- ImageTest.cpp - Tests of the compact form of knowledge -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace cuda_capture;

namespace {

std::shared_ptr<const KnowledgeBase> product() {
  return cantFail(KnowledgeBase::load({CUDA_CAPTURE_KB_DIR}));
}

} // namespace

TEST(Image, IsReadAsItWasWritten) {
  std::string Image = KnowledgeImage::write(*product());
  auto Whole = KnowledgeImage::readWhole(Image);
  ASSERT_TRUE(Whole);
  EXPECT_TRUE(KnowledgeImage::write(*Whole) == Image);
  // The errors are decoded on demand, and are the same then.
  auto OnDemand = KnowledgeImage::read(Image);
  ASSERT_TRUE(OnDemand);
  EXPECT_TRUE(KnowledgeImage::write(*OnDemand) == Image);
  // What is built in is this, and holds no JSON.
  EXPECT_TRUE(KnowledgeImage::write(*cantFail(KnowledgeBase::embedded())) ==
              Image);
  EXPECT_FALSE(llvm::StringRef(Image).contains("\"names\""));
}

TEST(Image, KeepsEveryKindOfValue) {
  auto KB = product();
  std::string Image = KnowledgeImage::write(*KB);
  auto Again = KnowledgeImage::read(Image);
  ASSERT_TRUE(Again);
  Lookup Was = KB->lookup("cuLaunchHostFunc_ptsz");
  Lookup Is = Again->lookup("cuLaunchHostFunc_ptsz");
  ASSERT_TRUE(Was && Is);
  EXPECT_TRUE(Is.PerThreadDefaultStream);
  ASSERT_EQ(Is.Row->Params.size(), Was.Row->Params.size());
  for (size_t I = 0; I != Is.Row->Params.size(); ++I) {
    EXPECT_EQ(Is.Row->Params[I].R, Was.Row->Params[I].R);
    EXPECT_EQ(Is.Row->Params[I].Acc, Was.Row->Params[I].Acc);
  }
  const Fix &Rewrite = Again->lookup("cudaStreamAddCallback").Row->Rewrite;
  EXPECT_EQ(Rewrite.Rename.lookup("cudaStreamAddCallback"),
            "cudaLaunchHostFunc");
  ASSERT_TRUE(Rewrite.Callback.has_value());
  EXPECT_EQ(Rewrite.Callback->Argument, 1u);
  EXPECT_EQ(Again->hostValue("rand"), HostValue::Random);
  ASSERT_EQ(Again->entryPoints().size(), KB->entryPoints().size());
  EXPECT_EQ(Again->entryPoints().back().Name, KB->entryPoints().back().Name);
  EXPECT_TRUE(Again->construct("launch"));
  EXPECT_EQ(Again->errorName(900, Family::Driver),
            KB->errorName(900, Family::Driver));
  EXPECT_EQ(Again->entry(900)->CauseZh, KB->entry(900)->CauseZh);
  EXPECT_EQ(Again->remedies("unbalanced/never-ended").size(),
            KB->remedies("unbalanced/never-ended").size());
}

TEST(Image, ADamagedOneIsRefused) {
  std::string Image = KnowledgeImage::write(*product());
  EXPECT_FALSE(KnowledgeImage::readWhole(""));
  for (size_t Size = 0; Size < Image.size(); Size += 997)
    EXPECT_FALSE(KnowledgeImage::readWhole(StringRef(Image).take_front(Size)))
        << Size;
  EXPECT_FALSE(KnowledgeImage::readWhole(Image + "x"));
  EXPECT_FALSE(KnowledgeImage::read(std::string(64, '\xff')));
}
