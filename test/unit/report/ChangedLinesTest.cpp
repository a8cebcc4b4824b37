//===- ChangedLinesTest.cpp - What was changed since a revision -----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/ChangedLines.h"
#include "TempFolder.h"
#include "llvm/Support/Program.h"

using namespace cuda_capture::report;
using namespace cuda_capture::test;

namespace {

/// The lines of \p File, of its first 20.
std::vector<unsigned> linesOf(ChangedLines &Changed, const std::string &File) {
  std::vector<unsigned> Result;
  for (unsigned Line = 1; Line <= 20; ++Line)
    if (Changed.contains({File, Line, 1}))
      Result.push_back(Line);
  return Result;
}

using Lines = std::vector<unsigned>;

Lines linesIn(llvm::StringRef Patch, const std::string &File) {
  llvm::Expected<ChangedLines> Changed = ChangedLines::parse(Patch, "/r");
  if (Changed)
    return linesOf(*Changed, File);
  ADD_FAILURE() << llvm::toString(Changed.takeError());
  return {};
}

std::string head(llvm::StringRef Name) {
  return ("diff --git a/x b/x\n--- a/x\n+++ " + Name + "\n").str();
}

TEST(ChangedLines, Hunks) {
  const std::string Patch = head("b/d/a.cu") +
                            "@@ -1 +1 @@ void f()\n-a\n+b\n"
                            "@@ -4,0 +5,2 @@\n+c\n+d\n"
                            "@@ -8,2 +9,0 @@\n-e\n-f\n" +
                            head("b/b.cu") + "@@ -0,0 +3 @@\n+x\n";
  EXPECT_EQ(linesIn(Patch, "/r/d/a.cu"), (Lines{1, 5, 6}));
  EXPECT_EQ(linesIn(Patch, "/r/b.cu"), Lines{3});
  EXPECT_EQ(linesIn(Patch, "/r/c.cu"), Lines{});
  EXPECT_EQ(linesIn("", "/r/a.cu"), Lines{});
}

TEST(ChangedLines, LinesLookLikeAnything) {
  const std::string Patch = head("b/a.cu") +
                            "@@ -1,3 +1,4 @@\n"
                            "--- a/fake\n-@@ -9 +9 @@\n-diff --git a/y b/y\n"
                            "+++ b/fake.cu\n+@@ -1 +15 @@\n+\n+\r\n"
                            "\\ No newline at end of file\n"
                            "@@ -9 +9 @@\n-x\n"
                            "\\ No newline at end of file\n+y\n";
  EXPECT_EQ(linesIn(Patch, "/r/a.cu"), (Lines{1, 2, 3, 4, 9}));
  EXPECT_EQ(linesIn(Patch, "/r/fake.cu"), Lines{});
}

TEST(ChangedLines, Names) {
  const std::string Hunk = "@@ -1 +1 @@\n-a\n+b\n";
  EXPECT_EQ(linesIn(head("b/with blank.cu\t") + Hunk, "/r/with blank.cu"),
            Lines{1});
  EXPECT_EQ(linesIn(head("\"b/caf\\303\\251 \\\"q\\\\\\t.cu\"") + Hunk,
                    "/r/caf\xc3\xa9 \"q\\\t.cu"),
            Lines{1});
  EXPECT_EQ(linesIn("diff --git a/x b/x\n--- a/x\n+++ /dev/null\n"
                    "@@ -1 +0,0 @@\n-a\n",
                    "/dev/null"),
            Lines{});
  EXPECT_EQ(linesIn("diff --git a/x b/y\nsimilarity index 100%\n"
                    "rename from x\nrename to y\n" +
                        head("b/z.cu") + Hunk,
                    "/r/y"),
            Lines{});
  EXPECT_EQ(linesIn("diff --git a/x.png b/x.png\nindex 1..2 100644\n"
                    "Binary files a/x.png and b/x.png differ\n",
                    "/r/x.png"),
            Lines{});
}

TEST(ChangedLines, WrongPatchesAreErrors) {
  for (llvm::StringRef Patch :
       {"+++ \"b/a\n", "+++ \"b/\\999\"\n", "+++ \"b/\\q\"\n",
        "+++ b/a\n@@ -x +1 @@\n", "+++ b/a\n@@ -1 +1,y @@\n",
        "+++ b/a\n@@ -1 +1,3 @@\n-a\n+b\n", "+++ b/a\n@@ -1 +1 @@\n-a\n x\n",
        "+++ b/a\n@@ -1 +1,99999999999 @@\n"}) {
    llvm::Expected<ChangedLines> Changed = ChangedLines::parse(Patch, "/r");
    EXPECT_FALSE(bool(Changed)) << Patch.str();
    llvm::consumeError(Changed.takeError());
  }
}

/// A repository with one commit.
class GitTest : public testing::Test {
protected:
  void SetUp() override {
    llvm::ErrorOr<std::string> Found = llvm::sys::findProgramByName("git");
    if (!Found)
      GTEST_SKIP() << "git is not installed";
    Program = *Found;
    git({"init", "-q", "-b", "main"});
    git({"config", "user.email", "a@b"});
    git({"config", "user.name", "a"});
    // What people like must not matter.
    git({"config", "diff.noprefix", "true"});
    git({"config", "color.ui", "always"});
    git({"config", "diff.interHunkContext", "9"});
    Folder.write(".gitignore", "build/\n");
    Folder.write("a.cu", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    Folder.write("d/caf\xc3\xa9 x.cu", "1\n2\n3\n");
    Folder.write("old.cu", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    commit();
  }

  void git(std::vector<llvm::StringRef> Arguments) {
    std::string Root = Folder.path();
    Arguments.insert(Arguments.begin(), {"git", "-C", Root});
    std::optional<llvm::StringRef> Quiet[] = {
        llvm::StringRef(""), llvm::StringRef(""), llvm::StringRef("")};
    EXPECT_EQ(
        llvm::sys::ExecuteAndWait(Program, Arguments, std::nullopt, Quiet), 0)
        << Arguments[3].str();
  }
  void commit() {
    git({"add", "-A"});
    git({"commit", "-q", "-m", "x"});
  }

  ChangedLines since(llvm::StringRef Revision, llvm::StringRef Where = ".") {
    llvm::Expected<ChangedLines> Changed =
        ChangedLines::since(Revision, Folder.path(Where));
    if (Changed)
      return std::move(*Changed);
    ADD_FAILURE() << llvm::toString(Changed.takeError());
    return {};
  }
  std::string problem(llvm::StringRef Revision) {
    llvm::Expected<ChangedLines> Changed =
        ChangedLines::since(Revision, Folder.path());
    return Changed ? "" : llvm::toString(Changed.takeError());
  }

  TempFolder Folder;
  std::string Program;
};

TEST_F(GitTest, WorkingTree) {
  Folder.write("a.cu", "1\nx\n3\n4\n6\n7\n8\n9\ny\nz\n");
  Folder.write("d/caf\xc3\xa9 x.cu", "1\n2\nx");
  Folder.write("new.cu", "1\n2\n");
  Folder.write("build/made.cu", "1\n");
  for (const char *Where : {".", "d"}) {
    ChangedLines Changed = since("HEAD", Where);
    EXPECT_EQ(linesOf(Changed, Folder.path("a.cu")), (Lines{2, 9, 10}));
    EXPECT_EQ(linesOf(Changed, Folder.path("d/caf\xc3\xa9 x.cu")), Lines{3});
    // Nothing says how long it was when it was analysed.
    EXPECT_EQ(linesOf(Changed, Folder.path("new.cu")).size(), 20u);
    EXPECT_EQ(linesOf(Changed, Folder.path("build/made.cu")), Lines{});
    EXPECT_EQ(linesOf(Changed, Folder.path("old.cu")), Lines{});
  }
  git({"add", "-A"});
  ChangedLines Staged = since("HEAD");
  EXPECT_EQ(linesOf(Staged, Folder.path("new.cu")), (Lines{1, 2}));
}

TEST_F(GitTest, RenamedFiles) {
  git({"mv", "old.cu", "moved.cu"});
  Folder.write("moved.cu", "1\n2\n3\n4\n5\n6\n7\nx\n9\n");
  commit();
  ChangedLines Changed = since("HEAD~1");
  EXPECT_EQ(linesOf(Changed, Folder.path("moved.cu")), Lines{8});
}

TEST_F(GitTest, SinceTheBranch) {
  git({"checkout", "-q", "-b", "topic"});
  Folder.write("a.cu", "x\n2\n3\n4\n5\n6\n7\n8\n9\n");
  commit();
  git({"checkout", "-q", "main"});
  Folder.write("a.cu", "1\n2\n3\n4\n5\n6\n7\n8\nmain\n");
  commit();
  git({"checkout", "-q", "topic"});
  ChangedLines Both = since("main");
  EXPECT_EQ(linesOf(Both, Folder.path("a.cu")), (Lines{1, 9}));
  ChangedLines Ours = since("main...");
  EXPECT_EQ(linesOf(Ours, Folder.path("a.cu")), Lines{1});
}

TEST_F(GitTest, LinksLeadToTheSameFile) {
  Folder.write("a.cu", "x\n2\n3\n4\n5\n6\n7\n8\n9\n");
  ASSERT_FALSE(
      llvm::sys::fs::create_link(Folder.path("a.cu"), Folder.path("link.cu")));
  ChangedLines Changed = since("HEAD");
  EXPECT_EQ(linesOf(Changed, Folder.path("link.cu")), Lines{1});
  // What a link says is no line of what it leads to.
  git({"add", "-A"});
  git({"commit", "-q", "-m", "x", "--", "a.cu"});
  ChangedLines Linked = since("HEAD");
  EXPECT_EQ(linesOf(Linked, Folder.path("a.cu")), Lines{});
}

TEST_F(GitTest, WhatCannotBeAskedIsAnError) {
  EXPECT_EQ(problem("nowhere"),
            "cannot tell what changed since 'nowhere': there is no such "
            "commit");
  EXPECT_NE(problem("--output=x"), "");
  EXPECT_FALSE(llvm::sys::fs::exists(Folder.path("x")));
  TempFolder Other;
  llvm::Expected<ChangedLines> Changed =
      ChangedLines::since("HEAD", Other.path());
  ASSERT_FALSE(bool(Changed));
  EXPECT_NE(llvm::toString(Changed.takeError()).find("not a git repository"),
            std::string::npos);
}

} // namespace
