//===- CorpusTest.cpp - Hostile documents that were found -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the functions of the fuzzers (test/fuzz) on what they kept.
///
//===----------------------------------------------------------------------===//

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace llvm;

using Fuzzer = int(const uint8_t *Data, size_t Size);
extern "C" Fuzzer fuzzCommands, fuzzKnowledge, fuzzObjects, fuzzText;

/// Runs \p Run on each file of test/fuzz/\p Folder, whole and cut off anywhere.
static void runCorpus(StringRef Folder, Fuzzer &Run) {
  unsigned Files = 0;
  std::error_code EC;
  for (sys::fs::directory_iterator
           I(Twine(CUDA_CAPTURE_FUZZ_DIR "/") + Folder, EC),
       E;
       !EC && I != E; I.increment(EC)) {
    auto Buffer = MemoryBuffer::getFile(I->path());
    ASSERT_TRUE(bool(Buffer)) << I->path();
    StringRef Text = (*Buffer)->getBuffer();
    for (size_t Size = Text.size(); Size; Size = Size * 3 / 4)
      Run(Text.bytes_begin(), Size);
    ++Files;
  }
  EXPECT_GT(Files, 20u);
}

TEST(Corpus, OfCommandsDoesNoHarm) { runCorpus("commands", fuzzCommands); }
TEST(Corpus, OfKnowledgeDoesNoHarm) { runCorpus("knowledge", fuzzKnowledge); }
TEST(Corpus, OfObjectsDoesNoHarm) { runCorpus("objects", fuzzObjects); }
TEST(Corpus, OfTextDoesNoHarm) { runCorpus("text", fuzzText); }

TEST(Corpus, KnowledgeThatIsCutOffDoesNoHarm) {
  auto Buffer = MemoryBuffer::getFile(CUDA_CAPTURE_KB_DIR "/host.json");
  ASSERT_TRUE(bool(Buffer));
  StringRef Whole = (*Buffer)->getBuffer();
  for (size_t Size = 0; Size < Whole.size(); Size += 7)
    fuzzKnowledge(Whole.bytes_begin(), Size);
}
