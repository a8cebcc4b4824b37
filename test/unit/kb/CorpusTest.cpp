//===- CorpusTest.cpp - Hostile documents that were found -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the fuzzer's function (test/fuzz) on the corpus that is kept, and on
/// documents that are cut off anywhere.
///
//===----------------------------------------------------------------------===//

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace llvm;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size);

static void run(StringRef Text) {
  LLVMFuzzerTestOneInput(Text.bytes_begin(), Text.size());
}

TEST(Corpus, NothingInItDoesHarm) {
  unsigned Files = 0;
  std::error_code EC;
  for (sys::fs::directory_iterator I(CUDA_CAPTURE_CORPUS_DIR, EC), E;
       !EC && I != E; I.increment(EC)) {
    auto Buffer = MemoryBuffer::getFile(I->path());
    ASSERT_TRUE(bool(Buffer)) << I->path();
    run((*Buffer)->getBuffer());
    ++Files;
  }
  EXPECT_GT(Files, 50u);
}

TEST(Corpus, WhatIsCutOffDoesNoHarm) {
  auto Buffer = MemoryBuffer::getFile(CUDA_CAPTURE_KB_DIR "/host.json");
  ASSERT_TRUE(bool(Buffer));
  StringRef Whole = (*Buffer)->getBuffer();
  for (size_t Size = 0; Size < Whole.size(); Size += 7)
    run(Whole.take_front(Size));
}
