//===- ResourceDirTest.cpp - Clang's own headers are found ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResourceDir.h"
#include "Fixture.h"

using namespace cuda_capture::compdb;

namespace {

class ResourceDir : public Translate {
protected:
  std::string find() {
    llvm::Expected<std::string> Found = findResourceDir(
        settings().On, "/here/bin/program", "22", "/built/lib/clang/22");
    return Found ? *Found : "error: " + llvm::toString(Found.takeError());
  }
};

TEST_F(ResourceDir, BesideTheProgramComesFirst) {
  add("/here/lib/clang/22/include/stddef.h");
  add("/built/lib/clang/22/include/stddef.h");
  EXPECT_EQ(find(), "/here/lib/clang/22");
}

TEST_F(ResourceDir, WhatItWasBuiltWith) {
  add("/here/lib/clang/19/include/stddef.h");
  add("/built/lib/clang/22/include/stddef.h");
  EXPECT_EQ(find(), "/built/lib/clang/22");
}

TEST_F(ResourceDir, OfTheClangInPath) {
  Variables["PATH"] = "/some/bin:/other/bin";
  add("/other/bin/clang-22");
  add("/other/lib/clang/22/include/stddef.h");
  EXPECT_EQ(find(), "/other/lib/clang/22");
}

TEST_F(ResourceDir, AnotherVersionDoesNotDo) {
  Variables["PATH"] = "/some/bin";
  add("/some/bin/clang");
  add("/some/lib/clang/21/include/stddef.h");
  add("/usr/lib/llvm-22/lib/clang/22/include/stddef.h");
  EXPECT_EQ(find(), "/usr/lib/llvm-22/lib/clang/22");
}

TEST_F(ResourceDir, NowhereSaysWhatToDo) {
  Variables["PATH"] = "/some/bin";
  const std::string Text = find();
  for (llvm::StringRef Part :
       {"error: the headers of Clang 22 itself", "/here/lib/clang/22, /built/",
        "libclang-common-22-dev", "--resource-dir=DIR"})
    EXPECT_TRUE(llvm::StringRef(Text).contains(Part)) << Text;
}

} // namespace
