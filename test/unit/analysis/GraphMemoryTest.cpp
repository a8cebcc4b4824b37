//===- GraphMemoryTest.cpp - Memory that graphs refer to ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TextModule.h"
#include "report/Message.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

/// The lines that cuda-capture-dangling-memory reports, in order, and the notes
/// of each.
std::string dangling(llvm::StringRef Functions) {
  const auto M = textModule(Functions);
  std::string Result;
  for (const Finding &F : findingsIn(*M)) {
    if (F.R != Rule::DanglingMemory)
      continue;
    Result += lineOf(F) + ":";
    for (const auto &[How, Steps] : F.Related)
      Result += " " + std::to_string(Steps[0].I->At.Line);
    Result += "\n";
  }
  return Result;
}

/// A function that captures \p Body, then runs \p Then, and has the graph
/// launched.
std::string launched(llvm::StringRef Body, llvm::StringRef Then = "") {
  return ("func @f(%s: stream, %d, %h, %c: int) {\nb0:\n"
          "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n" +
          Body +
          "  api cudaStreamEndCapture(%s, &%g) !m:90:1\n"
          "  api cudaGraphInstantiate(&%e, %g, 0) !m:91:1\n" +
          Then + "  api cudaGraphLaunch(%e, %s) !m:92:1\n  ret\n}\n")
      .str();
}

/// A function that captures \p Body and keeps the graph at \p Place.
std::string kept(llvm::StringRef Body, llvm::StringRef Place,
                 llvm::StringRef Then = "") {
  return ("func @f(%this, %s: stream, %d) {\nb0:\n"
          "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n" +
          Body +
          "  api cudaStreamEndCapture(%s, &%g) !m:90:1\n"
          "  api cudaGraphInstantiate(&" +
          Place + ", %g, 0) !m:91:1\n" + Then + "  ret\n}\n")
      .str();
}

constexpr llvm::StringLiteral Copy =
    "  api cudaMemcpyAsync(%d, &%x, 4, 1, %s) !m:10:1\n";
constexpr llvm::StringLiteral CopyAndEnd =
    "  api cudaMemcpyAsync(%d, &%x, 4, 1, %s) !m:10:1\n  end %x !m:11:1\n";

TEST(GraphMemory, ALocalMustLiveUntilTheLaunch) {
  EXPECT_EQ(dangling(launched(CopyAndEnd)), "10: 11 92\n");
  EXPECT_EQ(dangling(launched(Copy)), "");
  EXPECT_EQ(dangling(launched(Copy, "  end %x !m:20:1\n")), "10: 20 92\n");
  // A part of it, and an end of something else.
  EXPECT_EQ(dangling(launched("  api cudaMemcpyAsync(%d, &%x.a[2], 4, 1, %s) "
                              "!m:10:1\n  end %x !m:11:1\n")),
            "10: 11 92\n");
  EXPECT_EQ(dangling(launched(Copy, "  end %y !m:20:1\n  end %x.a !m:21:1\n")),
            "");
}

TEST(GraphMemory, OnlyAddressesMatter) {
  EXPECT_EQ(dangling(launched("  api launch(%s) !m:10:1\n  end %x !m:11:1\n")),
            "");
  EXPECT_EQ(dangling(launched("  api cudaMemsetAsync(%d, %x, 4, %s) !m:10:1\n"
                              "  end %x !m:11:1\n")),
            "");
  EXPECT_EQ(dangling(launched("  api cudaMemcpyAsync(%d, &@x, 4, 1, %s) "
                              "!m:10:1\n  end @x !m:11:1\n")),
            "");
  EXPECT_EQ(dangling(launched("  api cudaLaunchHostFunc(%s, fn @cb, &%x) "
                              "!m:10:1\n  end %x !m:11:1\n")),
            "10: 11 92\n");
}

TEST(GraphMemory, AStructureOfAddressesIsCopied) {
  EXPECT_EQ(dangling(launched("  %p.srcPtr.ptr = &%x\n"
                              "  api cudaMemcpy3DAsync(&%p, %s) !m:10:1\n"
                              "  end %p !m:11:1\n  end %x !m:12:1\n")),
            "10: 12 92\n");
  EXPECT_EQ(dangling(launched("  %p.srcPtr.ptr = %h\n"
                              "  api cudaMemcpy3DAsync(&%p, %s) !m:10:1\n"
                              "  end %p !m:11:1\n")),
            "");
}

TEST(GraphMemory, WhatIsReleasedIsGone) {
  constexpr llvm::StringLiteral Use =
      "  api cudaMemcpyAsync(%d, %h, 4, 1, %s) !m:10:1\n";
  EXPECT_EQ(dangling(launched(Use, "  end %h^ !m:20:1\n")), "10: 20 92\n");
  EXPECT_EQ(dangling(launched(Use, "  api cudaFree(%d) !m:20:1\n")),
            "10: 20 92\n");
  EXPECT_EQ(dangling(launched(Use, "  api cudaFree(%other) !m:20:1\n")), "");
  // The pointer is not what it points at.
  EXPECT_EQ(dangling(launched(Use, "  end %h !m:20:1\n")), "");
  // It failed.
  EXPECT_EQ(dangling(launched(Use, "  %r = api cudaFree(%d) !m:20:1\n"
                                   "  br %r, b1, b2\nb1:\n  goto b3\nb2:\n  "
                                   "ret\nb3:\n")),
            "");
  EXPECT_EQ(dangling(launched(Use, "  %r = api cudaFree(%d) !m:20:1\n"
                                   "  br %r, b2, b1\nb1:\n  goto b3\nb2:\n  "
                                   "ret\nb3:\n")),
            "10: 20 92\n");
}

TEST(GraphMemory, AKernelGetsPointers) {
  constexpr llvm::StringLiteral Use = "  api launch(%s, ?, %d) !m:10:1\n";
  EXPECT_EQ(dangling(launched(Use, "  api cudaFree(%d) !m:20:1\n")),
            "10: 20 92\n");
  EXPECT_EQ(dangling(launched(Use, "  api cudaFree(%h) !m:20:1\n")), "");
  // Its own arguments are copied.
  EXPECT_EQ(dangling(launched("  api launch(%s, ?, %x) !m:10:1\n  end %x\n")),
            "");
}

TEST(GraphMemory, OneLaunchInAnotherRoundIsEnough) {
  EXPECT_EQ(dangling("func @f(%s: stream, %d, %n: int) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n" +
                     Copy.str() +
                     "  api cudaStreamEndCapture(%s, &%g)\n"
                     "  api cudaGraphInstantiate(&%e, %g, 0)\n  goto b1\n"
                     "b1:\n  br %n, b2, b3\n"
                     "b2:\n  api cudaGraphLaunch(%e, %s) !m:20:1\n"
                     "  end %x !m:21:1\n  goto b1\nb3:\n  ret\n}\n"),
            "10: 21 20\n");
}

TEST(GraphMemory, AnotherGraphTakesOver) {
  EXPECT_EQ(
      dangling(launched(CopyAndEnd,
                        "  api cudaGraphClone(&%k, %g)\n"
                        "  api cudaGraphInstantiate(&%e, %k, 0) !m:93:1\n")),
      "10: 11 92\n");
  EXPECT_EQ(dangling(launched(CopyAndEnd,
                              "  api cudaGraphExecMemcpyNodeSetParams1D(%e, "
                              "%node, %d, %h, 4, 1)\n")),
            "");
  EXPECT_EQ(dangling(launched(CopyAndEnd,
                              "  api cudaGraphMemcpyNodeSetParams1D(%node, "
                              "%d, %h, 4, 1)\n")),
            "");
  EXPECT_EQ(dangling(launched(CopyAndEnd, "  opaque \"patch\"(%e)\n")), "");
  EXPECT_EQ(dangling(launched(CopyAndEnd, "  opaque \"log\"(1)\n")),
            "10: 11 92\n");
}

TEST(GraphMemory, ElementsMayBeMoved) {
  constexpr llvm::StringLiteral Use =
      "  api cudaMemcpyAsync(%d, &%v[0], 4, 1, %s) !m:10:1\n";
  EXPECT_EQ(dangling(launched(Use, "  end %v !m:20:1\n")), "10: 20 92\n");
  for (llvm::StringRef Move : {"  %w = %v\n", "  opaque \"keep\"(&%v)\n",
                               "  opaque system \"std::swap\"(&%v, &%w)\n"})
    EXPECT_EQ(dangling(launched(Use, (Move + "  end %v !m:20:1\n").str())), "")
        << Move.str();
  EXPECT_EQ(dangling(launched(Use, "  %n = opaque system pure \"size\"(&%v)\n"
                                   "  end %v !m:20:1\n")),
            "10: 20 92\n");
}

TEST(GraphMemory, WhoKeepsAGraphLaunchesIt) {
  for (llvm::StringRef Place : {"%this->exec", "@exec", "%d^"})
    EXPECT_EQ(dangling(kept(CopyAndEnd, Place)), "10: 11 91\n") << Place.str();
  EXPECT_EQ(dangling(kept(Copy, "%this->exec")), "");
  EXPECT_EQ(dangling(kept(CopyAndEnd, "%local.exec")), "");
  EXPECT_EQ(dangling(kept(CopyAndEnd, "@exec",
                          "  api cudaGraphExecDestroy(@exec)\n")),
            "");
  // It may be made anew for each launch.
  EXPECT_EQ(dangling(kept(CopyAndEnd, "@exec",
                          "  api cudaGraphLaunch(@exec, %s) !m:92:1\n"))
                .find("91"),
            std::string::npos);
  EXPECT_EQ(dangling(kept(CopyAndEnd, "%this->exec") +
                     "func @g(%this) {\nb0:\n  api cudaGraphExecUpdate("
                     "%this->exec, %this->graph)\n  ret\n}\n"),
            "");
  EXPECT_EQ(dangling(kept(CopyAndEnd, "%this->exec") +
                     "func @g(%this) {\nb0:\n  api cudaGraphExecUpdate("
                     "%this->other, %this->graph)\n  ret\n}\n"),
            "10: 11 91\n");
  EXPECT_EQ(dangling("func @f(%s: stream, %d) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n" +
                     CopyAndEnd.str() +
                     "  api cudaStreamEndCapture(%s, &%g) !m:90:1\n"
                     "  ret %g\n}\n"),
            "10: 11 90\n");
}

TEST(GraphMemory, ListsAreSharedUntilWritten) {
  Borrow X, Y;
  X.Memory = Value::reference(1);
  Y.Memory = Value::symbol(2);
  BorrowList A;
  A.add(X);
  BorrowList B = A;
  B.add(Y);
  B.add(Y);
  EXPECT_EQ(A.all().size(), 1u);
  EXPECT_EQ(B.all().size(), 2u);
  // Pointers tell no states apart until their memory is gone.
  EXPECT_TRUE(A.isAlike(B));
  EXPECT_FALSE(A.isAlike(BorrowList()));
  ir::Instruction End;
  B.update([](const Borrow &E) { return E.Memory.isSymbol(); },
           [&](Borrow &E) {
             E.Gone = Site{0, &End};
             return true;
           });
  EXPECT_FALSE(A.isAlike(B));
  EXPECT_TRUE(B.intersect(A));
  EXPECT_TRUE(A.isAlike(B));
  EXPECT_FALSE(B.intersect(A));
}

} // namespace
