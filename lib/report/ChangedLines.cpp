//===- ChangedLines.cpp - The lines changed since a revision --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangedLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <limits>

using namespace cuda_capture::report;
using namespace llvm;

static Error failure(const Twine &Why) {
  return createStringError(inconvertibleErrorCode(), Why);
}

static std::string realPath(StringRef Path) {
  SmallString<256> Real;
  return std::string(sys::fs::real_path(Path, Real) ? Path : StringRef(Real));
}

//===----------------------------------------------------------------------===//
// Git
//===----------------------------------------------------------------------===//

/// Runs git and returns its output, or an error if it fails.
static Expected<std::string> git(StringRef Folder,
                                 ArrayRef<StringRef> Arguments) {
  ErrorOr<std::string> Program = sys::findProgramByName("git");
  if (!Program)
    return failure("git is not installed, or not in PATH");
  SmallString<128> Out, Err;
  for (SmallString<128> *Path : {&Out, &Err})
    if (std::error_code EC =
            sys::fs::createTemporaryFile("cuda-capture-git", "txt", *Path))
      return failure("cannot make a temporary file: " + EC.message());
  FileRemover RemoveOut(Out), RemoveErr(Err);
  SmallVector<StringRef, 24> All{"git", "-C", Folder};
  append_range(All, Arguments);
  std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(Out),
                                          StringRef(Err)};
  std::string Why;
  const int Status =
      sys::ExecuteAndWait(*Program, All, std::nullopt, Redirects, 0, 0, &Why);
  auto Read = [](StringRef Path) {
    auto Content = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                         /*RequiresNull=*/false);
    return Content ? (*Content)->getBuffer().str() : std::string();
  };
  if (Status == 0)
    return Read(Out);
  if (Why.empty())
    Why = StringRef(Read(Err)).trim().str();
  return failure(
      Why.empty() ? formatv("git ended with status {0}", Status).str() : Why);
}

Expected<ChangedLines> ChangedLines::since(StringRef Revision,
                                           StringRef Folder) {
  auto Failed = [&](Error E) {
    return failure("cannot tell what changed since '" + Revision +
                   "': " + toString(std::move(E)));
  };
  Expected<std::string> Root = git(Folder, {"rev-parse", "--show-toplevel"});
  if (!Root)
    return Failed(Root.takeError());
  const StringRef Top = StringRef(*Root).rtrim("\n");
  // Git must not take the user's text for an option.
  const std::string Commit =
      (Revision.take_back(3) == "..." ? Revision.drop_back(3) : Revision)
          .str() +
      "^{commit}";
  Expected<std::string> Base = git(
      Top, {"rev-parse", "--verify", "--quiet", "--end-of-options", Commit});
  if (!Base) {
    consumeError(Base.takeError());
    return Failed(failure("there is no such commit"));
  }
  if (Revision.ends_with("...")) {
    const std::string Other = StringRef(*Base).trim().str();
    Base = git(Top, {"merge-base", Other, "HEAD"});
    if (!Base) {
      consumeError(Base.takeError());
      return Failed(failure("it has no commit in common with HEAD"));
    }
  }
  // The user's configuration formats patches for human readers, so override it.
  Expected<std::string> Patch =
      git(Top, {"diff", "--unified=0", "--inter-hunk-context=0", "--no-color",
                "--no-ext-diff", "--no-textconv", "--no-relative",
                "--find-renames", "--submodule=short", "--src-prefix=a/",
                "--dst-prefix=b/", StringRef(*Base).trim(), "--"});
  if (!Patch)
    return Failed(Patch.takeError());
  Expected<ChangedLines> Result = parse(*Patch, Top);
  if (!Result)
    return Failed(Result.takeError());
  Expected<std::string> Unknown =
      git(Top, {"ls-files", "--others", "--exclude-standard", "-z"});
  if (!Unknown)
    return Failed(Unknown.takeError());
  SmallVector<StringRef, 0> Names;
  StringRef(*Unknown).split(Names, '\0', -1, /*KeepEmpty=*/false);
  for (StringRef Name : Names)
    Result->add((Top + "/" + Name).str(),
                {1, std::numeric_limits<unsigned>::max()});
  return Result;
}

//===----------------------------------------------------------------------===//
// Patches
//===----------------------------------------------------------------------===//

/// Returns the name that git writes as \p Written: in quotes, with escapes, if
/// it has characters that are not plain. Returns nullopt if \p Written is not a
/// name.
static std::optional<std::string> nameIn(StringRef Written) {
  if (!Written.consume_front("\"")) {
    // A tab ends a name that contains blanks.
    Written.consume_back("\t");
    return Written.str();
  }
  std::string Name;
  while (!Written.empty() && Written.front() != '"') {
    const char C = Written.front();
    Written = Written.drop_front();
    if (C != '\\') {
      Name += C;
      continue;
    }
    unsigned Byte;
    if (Written.size() >= 3 && !Written.take_front(3).getAsInteger(8, Byte)) {
      if (Byte > 255)
        return std::nullopt;
      Name += char(Byte);
      Written = Written.drop_front(3);
      continue;
    }
    static constexpr StringLiteral Escapes = "abtnvfr\"\\";
    static constexpr StringLiteral Meanings = "\a\b\t\n\v\f\r\"\\";
    const size_t Which =
        Written.empty() ? StringRef::npos : Escapes.find(Written.front());
    if (Which == StringRef::npos)
      return std::nullopt;
    Name += Meanings[Which];
    Written = Written.drop_front();
  }
  return Written.starts_with("\"") ? std::optional(Name) : std::nullopt;
}

/// Reads "12" or "12,3": the first line and the number of lines.
static bool readRange(StringRef Text, unsigned &First, unsigned &Count) {
  auto [Begin, Size] = Text.split(',');
  Count = 1;
  return !Begin.getAsInteger(10, First) &&
         (!Text.contains(',') || !Size.getAsInteger(10, Count));
}

Expected<ChangedLines> ChangedLines::parse(StringRef Patch, StringRef Root) {
  ChangedLines Result;
  std::string File;
  unsigned Number = 0;
  auto Wrong = [&](const Twine &What) {
    return failure("line " + Twine(Number) + " of the patch: " + What);
  };
  // The lines of a hunk are skipped by their number, because they may look like
  // anything.
  uint64_t Skip = 0;
  while (!Patch.empty()) {
    StringRef Line;
    std::tie(Line, Patch) = Patch.split('\n');
    ++Number;
    if (Skip && (Line.starts_with("+") || Line.starts_with("-"))) {
      --Skip;
      continue;
    }
    if (Line.starts_with("\\"))
      continue; // No end of line at the end of the file.
    if (Skip)
      return Wrong("the hunk ends early");
    if (Line.starts_with("diff --git ")) {
      File.clear();
    } else if (Line.consume_front("+++ ")) {
      std::optional<std::string> Name = nameIn(Line);
      if (!Name)
        return Wrong("a name that git does not write");
      // A deleted file has no lines.
      File = StringRef(*Name).starts_with("b/")
                 ? (Root + "/" + StringRef(*Name).drop_front(2)).str()
                 : "";
    } else if (Line.consume_front("@@ -")) {
      auto [Old, Rest] = Line.split(" +");
      StringRef New = Rest.split(" @@").first;
      unsigned Ignored, OldCount, First, Count;
      if (!readRange(Old, Ignored, OldCount) || !readRange(New, First, Count))
        return Wrong("a hunk that git does not write");
      Skip = uint64_t(OldCount) + Count;
      if (Count && !File.empty())
        Result.add(File, {First, First + Count - 1});
    }
  }
  if (Skip)
    return Wrong("the hunk ends early");
  return Result;
}

void ChangedLines::add(StringRef File, Range R) {
  // The text of a link is not the text of the file that it leads to.
  if (sys::fs::is_symlink_file(File))
    return;
  Files[realPath(File)].push_back(R);
}

bool ChangedLines::contains(const Position &P) {
  auto [Real, New] = RealPaths.try_emplace(P.File);
  if (New)
    Real->second = realPath(P.File);
  auto It = Files.find(Real->second);
  return It != Files.end() && any_of(It->second, [&](const Range &R) {
           return R.First <= P.Line && P.Line <= R.Last;
         });
}
