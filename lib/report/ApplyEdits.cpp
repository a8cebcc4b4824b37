//===- ApplyEdits.cpp - Sure edits, made in the sources -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ApplyEdits.h"
#include "SourceFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <fcntl.h>
#include <map>
#include <set>
#include <tuple>
#include <unistd.h>

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;

std::string report::stampOf(StringRef Contents) {
  return utohexstr(xxh3_64bits(Contents), /*LowerCase=*/true) + "-" +
         std::to_string(Contents.size());
}

AnalysedStamp report::stampsOf(const Results &R) {
  StringMap<std::string> Known;
  for (const AnalysedFile &F : R.Files)
    if (auto [It, New] = Known.try_emplace(F.File, F.Stamp);
        !New && It->second != F.Stamp)
      It->second.clear();
  return
      [Known = std::move(Known)](StringRef File) -> std::optional<std::string> {
        auto It = Known.find(File);
        return It == Known.end() ? std::nullopt : std::optional(It->second);
      };
}

//===----------------------------------------------------------------------===//
// One file
//===----------------------------------------------------------------------===//

namespace {
/// The order of the edits of a file. An insertion in front of a range comes
/// before an edit of the range.
struct InOrder {
  bool operator()(const Edit &A, const Edit &B) const {
    return std::tie(A.Offset, A.Length, A.Text) <
           std::tie(B.Offset, B.Length, B.Text);
  }
};

using EditsOfFile = std::set<Edit, InOrder>;
} // namespace

/// Whether the order of two different edits of a file matters. It does not
/// matter for a range and an insertion in front of it or behind it.
static bool areAtOdds(const Edit &A, const Edit &B) {
  if (!A.Length && !B.Length)
    return A.Offset == B.Offset;
  return A.Offset < B.Offset + B.Length && B.Offset < A.Offset + A.Length;
}

/// Returns \p Text with line ends like those in \p Contents.
static std::string withLineEnds(StringRef Text, StringRef Contents) {
  size_t End = Contents.find('\n');
  if (End == StringRef::npos || !End || Contents[End - 1] != '\r')
    return Text.str();
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '\n' && (!I || Text[I - 1] != '\r'))
      Result += '\r';
    Result += Text[I];
  }
  return Result;
}

static std::string edited(StringRef Contents, const EditsOfFile &Edits) {
  std::string Result;
  size_t At = 0;
  for (const Edit &E : Edits) {
    Result += Contents.slice(At, E.Offset);
    Result += withLineEnds(E.Text, Contents);
    At = E.Offset + E.Length;
  }
  return Result + Contents.substr(At).str();
}

namespace {
/// A file that may be written, in its current state.
struct OldFile {
  std::string RealPath; ///< The target of links.
  sys::fs::file_status Status;
  std::string Contents;
};
} // namespace

static Error problem(std::error_code EC) { return errorCodeToError(EC); }

static Expected<OldFile> readFile(StringRef Path) {
  OldFile File;
  SmallString<256> Real;
  if (std::error_code EC = sys::fs::real_path(Path, Real))
    return problem(EC);
  File.RealPath = Real.str().str();
  if (std::error_code EC = sys::fs::status(Real, File.Status))
    return problem(EC);
  if (File.Status.type() != sys::fs::file_type::regular_file)
    return createStringError(inconvertibleErrorCode(), "is no regular file");
  // Also check the permissions, because root can write files that nobody
  // should.
  if (!(File.Status.permissions() & sys::fs::all_write) ||
      sys::fs::access(Real, sys::fs::AccessMode::Write))
    return createStringError(inconvertibleErrorCode(), "is read-only");
  auto Buffer = MemoryBuffer::getFile(Real, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return problem(Buffer.getError());
  File.Contents = (*Buffer)->getBuffer().str();
  return File;
}

/// Writes the new contents beside \p File.
/// \returns the name of the new file.
static Expected<std::string> writeBeside(const OldFile &File,
                                         StringRef Contents) {
  SmallString<256> Model = sys::path::parent_path(File.RealPath);
  sys::path::append(Model,
                    "." + sys::path::filename(File.RealPath) + ".%%%%%%%%.tmp");
  auto Temp = sys::fs::TempFile::create(Model, sys::fs::owner_read |
                                                   sys::fs::owner_write);
  if (!Temp)
    return Temp.takeError();
  std::error_code EC;
  {
    raw_fd_ostream OS(Temp->FD, /*shouldClose=*/false);
    OS << Contents;
    OS.flush();
    EC = OS.error();
    OS.clear_error();
  }
  // Only root can change the owner of a file. For other users, the new file
  // already belongs to them.
  if (!EC && ::fchown(Temp->FD, File.Status.getUser(), File.Status.getGroup()))
    consumeError(problem(std::error_code(errno, std::generic_category())));
  if (!EC)
    EC = sys::fs::setPermissions(Temp->FD, File.Status.permissions());
  if (!EC && ::fsync(Temp->FD))
    EC = std::error_code(errno, std::generic_category());
  if (EC) {
    consumeError(Temp->discard());
    return problem(EC);
  }
  std::string Name = Temp->TmpName;
  if (Error E = Temp->keep())
    return E;
  return Name;
}

static std::error_code replace(const OldFile &File, StringRef Temp) {
  sys::fs::file_status Now;
  std::error_code EC = sys::fs::status(File.RealPath, Now);
  // An editor may have saved the file in the meantime.
  if (!EC &&
      (Now.getUniqueID() != File.Status.getUniqueID() ||
       Now.getSize() != File.Status.getSize() ||
       Now.getLastModificationTime() != File.Status.getLastModificationTime()))
    EC = std::make_error_code(std::errc::text_file_busy);
  if (!EC)
    EC = sys::fs::rename(Temp, File.RealPath);
  if (EC) {
    sys::fs::remove(Temp);
    return EC;
  }
  // Synchronize the folder, so that the new name also survives a power cut.
  int Folder = ::open(sys::path::parent_path(File.RealPath).str().c_str(),
                      O_RDONLY | O_DIRECTORY);
  if (Folder >= 0) {
    ::fsync(Folder);
    ::close(Folder);
  }
  return {};
}

//===----------------------------------------------------------------------===//
// All findings
//===----------------------------------------------------------------------===//

namespace {
class Application {
public:
  Application(const Results &R, const AnalysedStamp &Stamp, StringRef Root)
      : Stamp(Stamp), Root(Root) {
    for (const Diagnostic &D : R.Findings)
      if (!D.Edits.empty())
        Findings.push_back(&D);
  }

  AppliedEdits run() {
    readFiles();
    dropFindingsAtOdds();
    // If a file cannot be written, its findings are dropped, and with them the
    // edits that they would have made elsewhere.
    std::map<std::string, std::string> Temps;
    while (!writeTemps(Temps)) {
      for (auto &[Path, Temp] : Temps)
        sys::fs::remove(Temp);
      Temps.clear();
    }
    for (auto &[Path, Temp] : Temps) {
      if (std::error_code EC = replace(Files.at(Path), Temp))
        refuse(Path, EC == std::errc::text_file_busy
                         ? "has changed since it was analysed"
                         : EC.message());
      else
        Result.Files.push_back(Path);
    }
    Result.Findings = llvm::count_if(
        Findings, [&](const Diagnostic *D) { return isWanted(*D); });
    return std::move(Result);
  }

private:
  std::string shown(StringRef Path) const { return pathBelow(Path, Root); }

  std::string place(const Diagnostic &D) const {
    return formatv("{0}:{1}:{2} [{3}]", shown(D.At.File), D.At.Line,
                   D.At.Column, D.Check);
  }

  void refuse(const std::string &Path, const Twine &Why) {
    if (Refused.insert(Path).second)
      Result.Problems.push_back(
          (shown(Path) + " " + Why + "; it is not edited").str());
  }

  bool isWanted(const Diagnostic &D) const {
    return !Dropped.count(&D) && llvm::none_of(D.Edits, [&](const Edit &E) {
      return Refused.count(E.File);
    });
  }

  void readFiles() {
    for (const Diagnostic *D : Findings)
      for (const Edit &E : D->Edits) {
        if (Refused.count(E.File))
          continue;
        auto [It, New] = Files.try_emplace(E.File);
        if (New) {
          Expected<OldFile> File = readFile(E.File);
          if (!File) {
            std::string Why = toString(File.takeError());
            refuse(E.File, StringRef(Why).starts_with("is ")
                               ? Twine(Why)
                               : "cannot be read: " + Twine(Why));
            continue;
          }
          It->second = std::move(*File);
          if (Stamp) {
            std::optional<std::string> Then = Stamp(E.File);
            if (Then && *Then != stampOf(It->second.Contents))
              refuse(E.File, "has changed since it was analysed");
          }
        }
        if (uint64_t(E.Offset) + E.Length > It->second.Contents.size())
          refuse(E.File, "has changed since it was analysed");
      }
    // If one file has two names, each name would be written without the edits
    // of the other.
    std::map<std::string, std::string> Names;
    for (auto &[Path, File] : Files) {
      auto [It, New] = Names.try_emplace(File.RealPath, Path);
      if (!New && !Refused.count(Path) && !File.RealPath.empty())
        refuse(Path, "is the same file as " + shown(It->second));
    }
  }

  void dropFindingsAtOdds() {
    struct Made {
      const Edit *E;
      const Diagnostic *By;
    };
    std::map<StringRef, std::vector<Made>> All;
    for (const Diagnostic *D : Findings)
      for (const Edit &E : D->Edits)
        All[E.File].push_back({&E, D});
    std::set<std::pair<const Diagnostic *, const Diagnostic *>> Said;
    for (auto &[Path, Edits] : All) {
      llvm::stable_sort(Edits, [](const Made &A, const Made &B) {
        return InOrder()(*A.E, *B.E);
      });
      for (size_t I = 0; I < Edits.size(); ++I)
        for (size_t J = I + 1; J < Edits.size(); ++J) {
          const Made &A = Edits[I], &B = Edits[J];
          if (B.E->Offset > A.E->Offset + A.E->Length)
            break;
          bool Equal = !InOrder()(*A.E, *B.E);
          if (Equal || !areAtOdds(*A.E, *B.E))
            continue;
          Dropped.insert(A.By);
          Dropped.insert(B.By);
          if (!Said.insert(std::minmax(A.By, B.By)).second)
            continue;
          Result.Problems.push_back(
              A.By == B.By ? place(*A.By) + ": its edits are at odds; none is "
                                            "made"
                           : place(*A.By) + " and " + place(*B.By) +
                                 ": their edits are at odds; neither is made");
        }
    }
  }

  /// \returns false if a file could not be written, and is refused now.
  bool writeTemps(std::map<std::string, std::string> &Temps) {
    std::map<std::string, EditsOfFile> Wanted;
    for (const Diagnostic *D : Findings)
      if (isWanted(*D))
        for (const Edit &E : D->Edits)
          Wanted[E.File].insert(E);
    for (const auto &[Path, Edits] : Wanted) {
      const OldFile &File = Files.at(Path);
      std::string Contents = edited(File.Contents, Edits);
      if (Contents == File.Contents)
        continue;
      Expected<std::string> Temp = writeBeside(File, Contents);
      if (!Temp) {
        refuse(Path, "cannot be written: " + toString(Temp.takeError()));
        return false;
      }
      Temps[Path] = *Temp;
    }
    return true;
  }

  const AnalysedStamp &Stamp;
  StringRef Root;
  std::vector<const Diagnostic *> Findings;
  std::map<std::string, OldFile> Files;
  std::set<std::string> Refused;
  std::set<const Diagnostic *> Dropped;
  AppliedEdits Result;
};
} // namespace

AppliedEdits report::applySureEdits(const Results &R,
                                    const AnalysedStamp &Stamp,
                                    StringRef Root) {
  return Application(R, Stamp, Root).run();
}
