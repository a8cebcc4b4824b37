//===- ObjectsCorpusTest.cpp - Hostile objects that were found ------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace llvm;

extern "C" int fuzzObjects(const uint8_t *Data, size_t Size);

/// Runs the fuzzer's function on the corpus that is kept, cut off anywhere.
TEST(ObjectsCorpus, NothingInItDoesHarm) {
  unsigned Files = 0;
  std::error_code EC;
  for (sys::fs::directory_iterator I(CUDA_CAPTURE_OBJECTS_CORPUS_DIR, EC), E;
       !EC && I != E; I.increment(EC)) {
    auto Buffer = MemoryBuffer::getFile(I->path());
    ASSERT_TRUE(bool(Buffer)) << I->path();
    StringRef Text = (*Buffer)->getBuffer();
    for (size_t Size = Text.size(); Size; Size = Size * 3 / 4)
      fuzzObjects(Text.bytes_begin(), Size);
    ++Files;
  }
  EXPECT_GT(Files, 5u);
}
