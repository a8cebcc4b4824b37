//===- IdleTest.cpp - Functions that have nothing to do -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Idle.h"
#include "ir/Parser.h"
#include "gtest/gtest.h"

using namespace cuda_capture::ir;

namespace {

/// Of a function with the parameters "r" and "n".
bool isIdle(llvm::StringRef Body, unsigned Param = 0) {
  std::string Text =
      "module \"m\"\nfunc @f(%r: int, %n: int) {\n" + Body.str() + "}\n";
  llvm::Expected<std::unique_ptr<Module>> M = parse(Text, "test");
  if (!M) {
    ADD_FAILURE() << llvm::toString(M.takeError());
    return false;
  }
  return isIdleAtZero(*(*M)->find("f"), Param);
}

const char *const Prints = "b1:\n  opaque system \"printf\"(%r)\n  goto b2\n"
                           "b2:\n  ret\n";

bool isIdleIf(llvm::StringRef Branch) {
  return isIdle(("b0:\n  " + Branch + "\n" + Prints).str());
}

TEST(Idle, WhatDoesSomethingForFailuresOnly) {
  EXPECT_TRUE(isIdleIf("br (%r != 0), b1, b2"));
  EXPECT_TRUE(isIdleIf("br %r, b1, b2"));
  EXPECT_TRUE(isIdleIf("br (%r == 0), b2, b1"));
  EXPECT_TRUE(isIdleIf("br !%r, b2, b1"));
  EXPECT_TRUE(isIdleIf("br (0 != %r), b1, b2"));
  EXPECT_TRUE(isIdleIf("br (%r^ != 0), b1, b2"));
  EXPECT_TRUE(isIdleIf("br (%r == 905), b1, b2"));
  EXPECT_TRUE(isIdleIf("switch %r, 0: b2, default: b1"));
  EXPECT_TRUE(isIdleIf("switch %r, 900: b1, default: b2"));
  EXPECT_TRUE(isIdleIf("%c = %r\n  br (%c != 0), b1, b2"));
  EXPECT_TRUE(isIdleIf("%c = %r\n  %d = !%c\n  br %d, b2, b1"));
  EXPECT_TRUE(isIdle("b0:\n  ret\n"));
}

TEST(Idle, WhatMayWantAFailure) {
  EXPECT_FALSE(isIdleIf("br (%r == 0), b1, b2"));
  EXPECT_FALSE(isIdleIf("br !%r, b1, b2"));
  EXPECT_FALSE(isIdleIf("br (%r == 0), b1, b1"));
  EXPECT_FALSE(isIdleIf("goto b1"));
  // Compared with what is not known.
  EXPECT_FALSE(isIdleIf("br (%r != %n), b1, b2"));
  EXPECT_FALSE(isIdleIf("br (%r.x != 0), b1, b2"));
  EXPECT_FALSE(isIdleIf("br (%r > 0), b1, b2"));
  EXPECT_FALSE(isIdleIf("br %n, b1, b2"));
  EXPECT_FALSE(isIdleIf("switch %r, 0: b1, default: b2"));
  EXPECT_FALSE(isIdleIf("switch %r, 900: b2, default: b1"));
}

TEST(Idle, WhatWritesSomething) {
  EXPECT_FALSE(isIdle("b0:\n  @last = %r\n  ret\n"));
  EXPECT_FALSE(isIdle("b0:\n  %this->last = %r\n  ret\n"));
  EXPECT_FALSE(isIdle("b0:\n  havoc @last\n  ret\n"));
  EXPECT_FALSE(isIdle("b0:\n  end %r^\n  ret\n"));
  EXPECT_TRUE(isIdle("b0:\n  %last = %r\n  end %last\n  ret %last\n"));
  EXPECT_FALSE(isIdle("b0:\n  unreachable\n"));
  EXPECT_FALSE(isIdle("b0:\n  throw\n"));
}

TEST(Idle, WhatIsNotAsItWasGiven) {
  EXPECT_FALSE(isIdleIf("%r = %n\n  br (%r != 0), b1, b2"));
  EXPECT_FALSE(isIdleIf("havoc %r\n  br (%r != 0), b1, b2"));
  EXPECT_FALSE(isIdleIf("%c = %r\n  %c = %n\n  br (%c != 0), b1, b2"));
  EXPECT_FALSE(isIdleIf("%p = &%r\n  %p^ = 1\n  br (%r != 0), b1, b2"));
}

TEST(Idle, OfOneParameter) {
  const std::string Body =
      "b0:\n  br (%n != 0), b1, b2\n" + std::string(Prints);
  EXPECT_FALSE(isIdle(Body, 0));
  EXPECT_TRUE(isIdle(Body, 1));
  EXPECT_FALSE(isIdle(Body, 2));
}

TEST(Idle, LoopsEnd) {
  EXPECT_TRUE(isIdle("b0:\n  goto b1\nb1:\n  br %n, b1, b2\nb2:\n  ret\n"));
  EXPECT_TRUE(isIdle("b0:\n  goto b0\n"));
}

} // namespace
