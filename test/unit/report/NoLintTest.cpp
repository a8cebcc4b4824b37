//===- NoLintTest.cpp - Comments that silence findings --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/NoLint.h"
#include "TempFolder.h"

using namespace cuda_capture::report;
using namespace cuda_capture::test;

namespace {

/// The lines of \p Text whose word "HERE" is silenced for unsafe-call.
std::vector<unsigned> silenced(llvm::StringRef Text,
                               llvm::StringRef Check = "unsafe-call") {
  TempFolder Folder;
  std::string File = Folder.write("a.cu", Text);
  SourceFiles Files;
  NoLint Comments(Files);
  const SourceFile *Source = Files.get(File);
  std::vector<unsigned> Result;
  for (unsigned Line = 1; Source->line(Line); ++Line) {
    size_t At = Source->line(Line)->find("HERE");
    if (At != llvm::StringRef::npos &&
        Comments.silences(finding(Check, File, Line, At + 1)))
      Result.push_back(Line);
  }
  return Result;
}

using Lines = std::vector<unsigned>;

TEST(NoLint, OnTheLine) {
  EXPECT_EQ(silenced("HERE // NOLINT\nHERE\n"), Lines{1});
  EXPECT_EQ(silenced("/* NOLINT */ HERE"), Lines{1});
  EXPECT_EQ(silenced("HERE // nolint\nHERE // NOLINTING\nHERE // NOLINT_X\n"),
            Lines{3});
  EXPECT_EQ(silenced("HERE \"NOLINT\"\n"), Lines{1});
  EXPECT_EQ(silenced("HERE // XNOLINT\n"), Lines{1});
}

TEST(NoLint, OfChecks) {
  EXPECT_EQ(silenced("HERE // NOLINT(cuda-capture-unsafe-call)\n"
                     "HERE // NOLINT(cuda-capture-*)\n"
                     "HERE // NOLINT(*)\n"
                     "HERE // NOLINT(bugprone-*, cuda-capture-unsafe-call )\n"
                     "HERE // NOLINT(*-call)\n"
                     "HERE // NOLINT(x) NOLINT(*)\n"),
            (Lines{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(silenced("HERE // NOLINT(cuda-capture-synchronization)\n"
                     "HERE // NOLINT()\n"
                     "HERE // NOLINT(unsafe-call)\n"
                     "HERE // NOLINT(cuda-capture-unsafe-call-x)\n"
                     "HERE // NOLINT(bugprone-*)\n"),
            Lines{});
  // Anything but a bracket at once is no list, and neither is an open one.
  EXPECT_EQ(silenced("HERE // NOLINT (bugprone-*)\n"
                     "HERE // NOLINT: bugprone-x\n"
                     "HERE // NOLINT(bugprone-*\n"
                     "HERE // )\n"),
            (Lines{1, 2, 3}));
  // What takes away from the list is not read.
  EXPECT_EQ(silenced("HERE // NOLINT(*,-cuda-capture-unsafe-call)\n"
                     "HERE // NOLINT(-bugprone-*)\n"),
            Lines{1});
}

TEST(NoLint, OfTheNextLine) {
  EXPECT_EQ(silenced("// NOLINTNEXTLINE\nHERE\nHERE\n"), Lines{2});
  EXPECT_EQ(silenced("HERE // NOLINTNEXTLINE\n"), Lines{});
  EXPECT_EQ(silenced("// NOLINTNEXTLINE(cuda-capture-*)\nHERE\n"), Lines{2});
  EXPECT_EQ(silenced("// NOLINTNEXTLINE(bugprone-*)\nHERE\n"), Lines{});
  EXPECT_EQ(silenced("// NOLINTNEXTLINE\n\nHERE\n"), Lines{});
  EXPECT_EQ(silenced("// NOLINTNEXTLINE\r\nHERE\r\nHERE\r\n"), Lines{2});
  EXPECT_EQ(silenced("// NOLINT\nHERE\n"), Lines{});
}

TEST(NoLint, BetweenBeginAndEnd) {
  EXPECT_EQ(silenced("HERE\n// NOLINTBEGIN\nHERE\nHERE\n// NOLINTEND\nHERE\n"),
            (Lines{3, 4}));
  // On their own lines they count by place.
  EXPECT_EQ(silenced("HERE // NOLINTBEGIN\nHERE // NOLINTEND\nHERE\n"),
            Lines{2});
  EXPECT_EQ(silenced("/* NOLINTBEGIN */ HERE\n/* NOLINTEND */ HERE\n"),
            Lines{1});
  EXPECT_EQ(silenced("// NOLINTBEGIN(cuda-capture-*)\nHERE\n"
                     "// NOLINTEND(cuda-capture-*)\nHERE\n"),
            Lines{2});
  EXPECT_EQ(silenced("// NOLINTBEGIN(a, cuda-capture-*)\nHERE\n"
                     "// NOLINTEND( a,cuda-capture-* )\n"),
            Lines{2});
  EXPECT_EQ(silenced("// NOLINTBEGIN(bugprone-*)\nHERE\n"
                     "// NOLINTEND(bugprone-*)\n"),
            Lines{});
}

TEST(NoLint, BlocksThatDoNotMatchMeanNothing) {
  EXPECT_EQ(silenced("// NOLINTBEGIN\nHERE\n"), Lines{});
  EXPECT_EQ(silenced("HERE\n// NOLINTEND\nHERE\n"), Lines{});
  EXPECT_EQ(silenced("// NOLINTBEGIN\nHERE\n// NOLINTEND(*)\n"), Lines{});
  EXPECT_EQ(silenced("// NOLINTBEGIN(*)\nHERE\n// NOLINTEND\n"), Lines{});
  // The outer end does not end the inner begin, nor what is around it.
  EXPECT_EQ(silenced("// NOLINTBEGIN\nHERE\n// NOLINTBEGIN(*)\nHERE\n"
                     "// NOLINTEND\nHERE\n"),
            Lines{});
  EXPECT_EQ(silenced("// NOLINTBEGIN\nHERE\n// NOLINTBEGIN(*)\nHERE\n"
                     "// NOLINTEND(*)\nHERE\n"),
            Lines{4});
  EXPECT_EQ(silenced("// NOLINTBEGIN\nHERE\n// NOLINTBEGIN(a*)\nHERE\n"
                     "// NOLINTEND(a*)\nHERE\n// NOLINTEND\nHERE\n"),
            (Lines{2, 4, 6}));
}

TEST(NoLint, FilesThatAreGoneOrShorterSilenceNothing) {
  SourceFiles Files;
  NoLint Comments(Files);
  EXPECT_FALSE(Comments.silences(finding("unsafe-call", "/no/such.cu", 1)));
  EXPECT_FALSE(Comments.silences(Diagnostic()));
  TempFolder Folder;
  std::string File = Folder.write("a.cu", "x // NOLINT\n");
  EXPECT_TRUE(Comments.silences(finding("unsafe-call", File, 1, 1)));
  EXPECT_FALSE(Comments.silences(finding("unsafe-call", File, 3, 1)));
  EXPECT_FALSE(Comments.silences(finding("unsafe-call", File, 1, 99)));
}

TEST(CheckGlobs, TheLastThatFitsCounts) {
  auto Has = [](llvm::StringRef List, llvm::StringRef Check) {
    return CheckGlobs(List).contains(Check);
  };
  EXPECT_TRUE(Has("a,b", "b"));
  EXPECT_FALSE(Has("a,b", "c"));
  EXPECT_TRUE(Has("*,-a,a", "a"));
  EXPECT_FALSE(Has("*,-a", "a"));
  EXPECT_FALSE(Has("-*", "a"));
  EXPECT_TRUE(Has(" a , \n b\n,c ", "b"));
  EXPECT_TRUE(Has("- a, b", "b"));
  EXPECT_TRUE(Has("x*y*z", "xyyz"));
  EXPECT_FALSE(Has("x*y*z", "xyyzw"));
  EXPECT_TRUE(Has("a*b*b", "abab"));
  EXPECT_TRUE(Has("**", ""));
  // As in regular expressions, but for the asterisk nothing is special.
  EXPECT_FALSE(Has("a.c", "abc"));
  EXPECT_FALSE(Has("a?", "ab"));
  EXPECT_TRUE(Has("", ""));
  EXPECT_FALSE(Has("", "a"));
  EXPECT_FALSE(Has("a,", ""));
  EXPECT_TRUE(Has("a,,b", ""));
}

TEST(CheckGlobs, SelectionsBeginWithAllOrNothing) {
  auto Has = [](llvm::StringRef List) {
    return CheckSelection(List).contains("cuda-capture-unsafe-call");
  };
  EXPECT_TRUE(Has(""));
  EXPECT_TRUE(Has(" \n"));
  EXPECT_TRUE(Has("-cuda-capture-synchronization"));
  EXPECT_FALSE(Has("-cuda-capture-unsafe-call"));
  EXPECT_FALSE(Has("cuda-capture-synchronization"));
  EXPECT_TRUE(Has("-*,cuda-capture-unsafe-*"));
  EXPECT_TRUE(CheckSelection("unsafe-call").isEmpty());
  EXPECT_TRUE(CheckSelection("-*").isEmpty());
  EXPECT_FALSE(CheckSelection("").isEmpty());
  EXPECT_GE(allChecks().size(), 16u);
}

} // namespace
