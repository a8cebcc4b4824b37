//===- ApplyEditsTest.cpp - Sure edits, made in the sources ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/ApplyEdits.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace llvm;
using namespace cuda_capture::report;

namespace {
using List = std::vector<std::string>;

/// Whether there is one text only, with this in it.
testing::AssertionResult one(const List &Texts, StringRef Part) {
  if (Texts.size() == 1 && StringRef(Texts[0]).contains(Part))
    return testing::AssertionSuccess();
  auto Wrong = testing::AssertionFailure() << Texts.size() << " texts";
  for (const std::string &Text : Texts)
    Wrong << "\n" << Text;
  return Wrong;
}

class ApplyEdits : public testing::Test {
protected:
  void SetUp() override {
    SmallString<128> Made;
    ASSERT_FALSE(sys::fs::createUniqueDirectory("edits", Made));
    // Of a temporary folder that is a link.
    SmallString<128> Real;
    ASSERT_FALSE(sys::fs::real_path(Made, Real));
    Folder = Real.str().str();
  }
  void TearDown() override {
    ::chmod(Folder.c_str(), 0700);
    sys::fs::remove_directories(Folder);
  }

  std::string path(const std::string &Name) const {
    return Folder + "/" + Name;
  }
  std::string file(const std::string &Name, StringRef Text) {
    std::error_code EC;
    raw_fd_ostream OS(path(Name), EC);
    EXPECT_FALSE(EC);
    OS << Text;
    return path(Name);
  }
  std::string read(const std::string &Name) const {
    auto Buffer = MemoryBuffer::getFile(path(Name));
    return Buffer ? (*Buffer)->getBuffer().str() : "none";
  }
  /// Nothing else is left in the folder.
  std::vector<std::string> names() const {
    std::vector<std::string> Names;
    std::error_code EC;
    for (sys::fs::directory_iterator I(Folder, EC), E; I != E; I.increment(EC))
      Names.push_back(sys::path::filename(I->path()).str());
    std::sort(Names.begin(), Names.end());
    return Names;
  }

  void finding(std::vector<Edit> Edits) {
    Diagnostic D;
    D.Check = "cuda-capture-unsafe-call";
    D.At = {Edits[0].File, unsigned(R.Findings.size() + 1), 1};
    D.Edits = std::move(Edits);
    R.Findings.push_back(std::move(D));
  }
  AppliedEdits apply(AnalysedStamp Stamp = nullptr) {
    return applySureEdits(R, Stamp, Folder);
  }

  std::string Folder;
  Results R;
};

TEST_F(ApplyEdits, EditsOfManyFindingsAndFiles) {
  std::string A = file("a.cu", "one two three\n"), B = file("b.cu", "four\n");
  finding({{A, 4, 3, "2"}, {B, 0, 4, "4"}});
  finding({{A, 8, 5, "3"}});
  finding({{A, 0, 3, "1"}});
  AppliedEdits Done = apply();
  EXPECT_EQ(Done.Findings, 3u);
  EXPECT_EQ(Done.Files, List({A, B}));
  EXPECT_EQ(Done.Problems, List());
  EXPECT_EQ(read("a.cu"), "1 2 3\n");
  EXPECT_EQ(read("b.cu"), "4\n");
  EXPECT_EQ(names(), List({"a.cu", "b.cu"}));
}

TEST_F(ApplyEdits, NothingToDo) {
  R.Findings.emplace_back();
  AppliedEdits Done = apply();
  EXPECT_EQ(Done.Findings, 0u);
  EXPECT_EQ(Done.Files, List());
  EXPECT_EQ(Done.Problems, List());
}

TEST_F(ApplyEdits, EqualEditsAreMadeOnce) {
  std::string A = file("a.cu", "x();\n");
  finding({{A, 0, 0, "s;\n"}, {A, 0, 1, "y"}});
  finding({{A, 0, 0, "s;\n"}});
  AppliedEdits Done = apply();
  EXPECT_EQ(Done.Findings, 2u);
  EXPECT_EQ(read("a.cu"), "s;\ny();\n");
}

TEST_F(ApplyEdits, OfEditsAtOddsNoneIsMade) {
  std::string A = file("a.cu", "one two three"), B = file("b.cu", "four");
  finding({{A, 0, 7, "12"}, {B, 0, 4, "4"}});
  finding({{A, 4, 9, "23"}});
  finding({{A, 13, 0, "!"}});
  AppliedEdits Done = apply();
  EXPECT_EQ(Done.Findings, 1u);
  EXPECT_EQ(Done.Problems,
            List({"a.cu:1:1 [cuda-capture-unsafe-call] and a.cu:2:1 "
                  "[cuda-capture-unsafe-call]: their edits are at "
                  "odds; neither is made"}));
  EXPECT_EQ(read("a.cu"), "one two three!");
  EXPECT_EQ(read("b.cu"), "four"); // A finding's edits belong together.
}

TEST_F(ApplyEdits, InsertionsInOnePlaceAreAtOdds) {
  std::string A = file("a.cu", "x");
  finding({{A, 0, 0, "a"}});
  finding({{A, 0, 0, "b"}});
  EXPECT_EQ(apply().Findings, 0u);
  EXPECT_EQ(read("a.cu"), "x");
}

TEST_F(ApplyEdits, InsertionWithinWhatIsReplaced) {
  std::string A = file("a.cu", "one two");
  finding({{A, 1, 0, "a"}});
  finding({{A, 0, 3, "1"}});
  EXPECT_TRUE(one(apply().Problems, "at odds"));
  EXPECT_EQ(read("a.cu"), "one two");
}

TEST_F(ApplyEdits, NeighboursAreNotAtOdds) {
  std::string A = file("a.cu", "onetwo");
  finding({{A, 0, 3, "1"}});
  finding({{A, 3, 3, "2"}});
  finding({{A, 3, 0, "-"}});
  finding({{A, 0, 0, "<"}});
  finding({{A, 6, 0, ">"}});
  EXPECT_EQ(apply().Findings, 5u);
  EXPECT_EQ(read("a.cu"), "<1-2>");
}

TEST_F(ApplyEdits, AFindingAtOddsWithItself) {
  std::string A = file("a.cu", "one two");
  finding({{A, 0, 3, "1"}, {A, 2, 3, "2"}});
  EXPECT_EQ(apply().Problems,
            List({"a.cu:1:1 [cuda-capture-unsafe-call]: its edits are "
                  "at odds; none is made"}));
  EXPECT_EQ(read("a.cu"), "one two");
}

TEST_F(ApplyEdits, AFileThatHasChangedIsRefused) {
  std::string A = file("a.cu", "one"), B = file("b.cu", "two");
  finding({{A, 0, 3, "1"}, {B, 0, 0, "-"}});
  finding({{B, 0, 3, "2"}});
  AppliedEdits Done = apply([&](StringRef File) {
    return File == A ? std::optional(stampOf("eno")) : stampOf("two");
  });
  EXPECT_EQ(Done.Findings, 1u);
  EXPECT_EQ(Done.Problems,
            List({"a.cu has changed since it was analysed; it is not "
                  "edited"}));
  EXPECT_EQ(read("a.cu"), "one");
  EXPECT_EQ(read("b.cu"), "2");
}

TEST_F(ApplyEdits, WhatWasReadDifferentlyFitsNoFile) {
  std::string A = file("a.cu", "one"), B = file("b.cu", "two");
  finding({{A, 0, 3, "1"}});
  finding({{B, 0, 3, "2"}});
  R.Files = {{A, stampOf("one")},
             {A, stampOf("eno")},
             {A, stampOf("one")},
             {B, stampOf("two")},
             {B, stampOf("two")}};
  AppliedEdits Done = apply(stampsOf(R));
  EXPECT_EQ(Done.Findings, 1u);
  EXPECT_EQ(read("a.cu"), "one");
  EXPECT_EQ(read("b.cu"), "2");
}

TEST_F(ApplyEdits, AnEditBeyondTheEndMeansAChange) {
  std::string A = file("a.cu", "one");
  finding({{A, 2, 4294967295u, ""}});
  EXPECT_TRUE(one(apply().Problems, "has changed"));
  EXPECT_EQ(read("a.cu"), "one");
}

TEST_F(ApplyEdits, AFileThatIsGone) {
  finding({{path("none.cu"), 0, 0, "x"}});
  EXPECT_TRUE(one(apply().Problems, "none.cu cannot be read: "));
  R.Findings.clear();
  finding({{Folder, 0, 0, "x"}});
  EXPECT_TRUE(one(apply().Problems, "no regular"));
  EXPECT_EQ(names(), List());
}

TEST_F(ApplyEdits, AReadOnlyFileStays) {
  std::string A = file("a.cu", "one");
  ::chmod(A.c_str(), 0444);
  finding({{A, 0, 3, "1"}});
  AppliedEdits Done = apply();
  EXPECT_EQ(Done.Problems, List({"a.cu is read-only; it is not edited"}));
  EXPECT_EQ(read("a.cu"), "one");
  EXPECT_EQ(names(), List({"a.cu"}));
}

TEST_F(ApplyEdits, PermissionsAreKept) {
  std::string A = file("a.cu", "one");
  ::chmod(A.c_str(), 0751);
  finding({{A, 0, 3, "1"}});
  EXPECT_EQ(apply().Findings, 1u);
  struct stat Now;
  ASSERT_EQ(::stat(A.c_str(), &Now), 0);
  EXPECT_EQ(Now.st_mode & 07777, 0751u);
}

TEST_F(ApplyEdits, LinksAreFollowed) {
  ASSERT_FALSE(sys::fs::create_directory(path("real")));
  file("real/a.cu", "one");
  ASSERT_FALSE(sys::fs::create_link("real/a.cu", path("link.cu")));
  finding({{path("link.cu"), 0, 3, "1"}});
  EXPECT_EQ(apply().Findings, 1u);
  EXPECT_TRUE(sys::fs::is_symlink_file(path("link.cu")));
  EXPECT_EQ(read("real/a.cu"), "1");
  EXPECT_EQ(names(), List({"link.cu", "real"}));
}

TEST_F(ApplyEdits, TwoNamesOfOneFile) {
  file("a.cu", "one two");
  ASSERT_FALSE(sys::fs::create_link("a.cu", path("b.cu")));
  finding({{path("a.cu"), 0, 3, "1"}});
  finding({{path("b.cu"), 4, 3, "2"}});
  EXPECT_TRUE(one(apply().Problems, "b.cu is the same file as a.cu"));
  EXPECT_EQ(read("a.cu"), "1 two");
}

TEST_F(ApplyEdits, LineEndsAndBytesStay) {
  std::string Odd("\xff\0\r", 3);
  std::string A = file("a.cu", "one\r\ntwo\r\n" + Odd);
  std::string B = file("b.cu", "one\ntwo\r\n");
  finding({{A, 5, 0, "x\ny\r\n"}});
  finding({{B, 4, 0, "x\n"}});
  EXPECT_EQ(apply().Findings, 2u);
  EXPECT_EQ(read("a.cu"), "one\r\nx\r\ny\r\ntwo\r\n" + Odd);
  EXPECT_EQ(read("b.cu"), "one\nx\ntwo\r\n");
}

/// The disk is full: the limit on the size of files says so.
TEST_F(ApplyEdits, AFullDiskLeavesAllAsItWas) {
  std::string A = file("a.cu", std::string(5000, 'a'));
  std::string B = file("b.cu", "one"), C = file("c.cu", "two");
  finding({{A, 0, 1, "b"}, {B, 0, 3, "1"}});
  finding({{C, 0, 3, "2"}});
  struct rlimit Old, Small;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &Old), 0);
  auto Handler = std::signal(SIGXFSZ, SIG_IGN);
  Small = Old;
  Small.rlim_cur = 4096;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &Small), 0);
  AppliedEdits Done = apply();
  ::setrlimit(RLIMIT_FSIZE, &Old);
  std::signal(SIGXFSZ, Handler);
  EXPECT_TRUE(one(Done.Problems, "a.cu cannot be written: "));
  EXPECT_EQ(Done.Findings, 1u);
  EXPECT_EQ(read("a.cu"), std::string(5000, 'a'));
  EXPECT_EQ(read("b.cu"), "one"); // Nothing of that finding.
  EXPECT_EQ(read("c.cu"), "2");
  EXPECT_EQ(names(), List({"a.cu", "b.cu", "c.cu"}));
}

TEST_F(ApplyEdits, AFolderThatCannotBeWrittenTo) {
  if (::geteuid() == 0)
    GTEST_SKIP() << "root may write everywhere";
  std::string A = file("a.cu", "one");
  ::chmod(Folder.c_str(), 0500);
  finding({{A, 0, 3, "1"}});
  EXPECT_TRUE(one(apply().Problems, "a.cu cannot be written: "));
  EXPECT_EQ(read("a.cu"), "one");
}

/// Whoever reads meanwhile sees the old file or the new one.
TEST_F(ApplyEdits, AReaderSeesAWholeFile) {
  std::string Old(100000, 'a'), New(100000, 'b');
  std::string A = file("a.cu", Old);
  int Before = ::open(A.c_str(), O_RDONLY);
  finding({{A, 0, 100000, New}});
  EXPECT_EQ(apply().Findings, 1u);
  EXPECT_EQ(read("a.cu"), New);
  // What was open is another file.
  std::string Seen(100000, '?');
  EXPECT_EQ(::read(Before, &Seen[0], Seen.size()), 100000);
  EXPECT_EQ(Seen, Old);
  ::close(Before);
}
} // namespace
