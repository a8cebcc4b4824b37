//===- SliceTest.cpp - What of a program the rules depend on --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/transfer/CaptureCriterion.h"
#include "ir/Parser.h"
#include "gtest/gtest.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

/// The lines of the instructions of \p Text, and "br LINE" for branches, that
/// are kept. Lines are those of the locations.
std::string kept(llvm::StringRef Text) {
  llvm::Expected<std::unique_ptr<ir::Module>> M =
      ir::parse("module \"m\"\n" + Text.str(), "test");
  if (!M)
    return llvm::toString(M.takeError());
  llvm::Expected<std::shared_ptr<const KnowledgeBase>> KB =
      KnowledgeBase::embedded();
  if (!KB)
    return llvm::toString(KB.takeError());
  std::vector<const ir::Function *> Roots{&(*M)->Functions.front()};
  const ResolvedCalls Calls(**KB);
  const CaptureCriterion Criterion(Calls);
  const Slice What(
      Roots, [&](llvm::StringRef Name) { return (*M)->find(Name); }, Criterion);
  std::string Result;
  for (const ir::Function &F : (*M)->Functions) {
    const Kept &Of = What.of(F).Of;
    for (unsigned B = 0; B < F.Blocks.size(); ++B) {
      for (unsigned I = 0; I < F.Blocks[B].Insts.size(); ++I)
        if (Of.keeps(B, I))
          Result += std::to_string(F.Blocks[B].Insts[I].At.Line) + " ";
      if (F.Blocks[B].Term.Targets.size() > 1 && !Of.isSkipped(B))
        Result += "br" + std::to_string(F.Blocks[B].Term.At.Line) + " ";
    }
  }
  return Result;
}

TEST(Slice, LoopsThatOnlyComputeAreLeftOut) {
  EXPECT_EQ(kept("func @f(%s: stream, %n: int) {\nb0:\n"
                 "  %i = 0 !m:1:1\n  goto b1\n"
                 "b1:\n  br (%i < %n), b2, b3 !m:2:1\n"
                 "b2:\n  %i = (%i + 1) !m:3:1\n  goto b1\n"
                 "b3:\n  api cudaStreamSynchronize(%s) !m:4:1\n  ret\n}\n"),
            "4 ");
}

TEST(Slice, WhatDecidesAboutACallIsKept) {
  EXPECT_EQ(kept("func @f(%s: stream, %n: int) {\nb0:\n"
                 "  %a = (%n + 1) !m:1:1\n  %b = (%n + 2) !m:2:1\n"
                 "  br (%a > 0), b1, b2 !m:3:1\n"
                 "b1:\n  api cudaStreamSynchronize(%s) !m:4:1\n  goto b2\n"
                 "b2:\n  ret\n}\n"),
            "1 br3 4 ");
}

TEST(Slice, BranchesThatEndTheProgramCountIfTheirVariablesDo) {
  const char *Text = "func @f(%s: stream, %n: int) {\nb0:\n"
                     "  br (%n > 0), b1, b2 !m:1:1\n"
                     "b1:\n  opaque \"abort\"() !m:2:1\n  unreachable\n"
                     "b2:\n  {0}\n"
                     "b3:\n  api cudaStreamSynchronize(%s) !m:4:1\n  goto b4\n"
                     "b4:\n  ret\n}\n";
  std::string Alone = Text, Again = Text;
  Alone.replace(Alone.find("{0}"), 3, "goto b3");
  Again.replace(Again.find("{0}"), 3, "br (%n > 5), b3, b4 !m:3:1");
  EXPECT_EQ(kept(Alone), "4 ");
  EXPECT_EQ(kept(Again), "br1 br3 4 ");
}

TEST(Slice, FieldsAreKnownByNameInAllFunctions) {
  EXPECT_EQ(kept("func @f(%o) {\nb0:\n"
                 "  call @set(%o) !m:1:1\n"
                 "  api cudaStreamSynchronize(%o->stream) !m:2:1\n  ret\n}\n"
                 "func @set(%this) {\nb0:\n"
                 "  %this->stream = 0 !m:3:1\n"
                 "  %this->size = 1 !m:4:1\n  ret\n}\n"),
            "1 2 3 ");
}

TEST(Slice, ResultsAreFollowedIntoTheirFunctions) {
  EXPECT_EQ(kept("func @f(%o) {\nb0:\n"
                 "  %s = call @get(%o) !m:1:1\n  %n = call @size(%o) !m:2:1\n"
                 "  api cudaStreamSynchronize(%s) !m:3:1\n  ret\n}\n"
                 "func @get(%this) {\nb0:\n"
                 "  %r = %this->stream !m:4:1\n  ret %r\n}\n"
                 "func @size(%this) {\nb0:\n"
                 "  %r = %this->n !m:5:1\n  ret %r\n}\n"),
            "1 3 4 ");
}

TEST(Slice, CallsThatCannotBeSeenAreKept) {
  EXPECT_EQ(kept("func @f(%s: stream) {\nb0:\n"
                 "  %a = &%b !m:1:1\n  opaque \"g\"(%a) !m:2:1\n"
                 "  opaque system \"h\"() !m:3:1\n"
                 "  api cudaStreamSynchronize(%s) !m:4:1\n  ret\n}\n"),
            "1 2 4 ");
}

TEST(Slice, EndlessLoopsAreRun) {
  EXPECT_EQ(kept("func @f(%s: stream, %n: int) {\nb0:\n  goto b1\n"
                 "b1:\n  br (%n > 0), b2, b1 !m:1:1\n"
                 "b2:\n  api cudaStreamSynchronize(%s) !m:2:1\n  goto b1\n}\n"),
            "br1 2 ");
}

} // namespace
