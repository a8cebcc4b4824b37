//===- Cache.cpp - The results of earlier runs ----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cache.h"
#include "../lib/report/ResultsJson.h"
#include "Settings.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace cuda_capture;
namespace fs = llvm::sys::fs;
using llvm::StringRef;

// A manifest lists what an object was made from, one item per line: a digest, a
// blank and a file; the paths at which no file was found (Absences); and, if
// there is an object, ThisObject, a blank and the digest of the object. An
// empty line and the status follow. Manifests and findings begin with a digest
// of the rest, so that a damaged file counts as missing.
static constexpr StringRef Manifest = ".manifest", Object = ".ccir",
                           Findings = ".findings";
static constexpr StringRef ThisObject = "object";
/// LLVM removes only files with this prefix.
static constexpr StringRef Prefix = "llvmcache-";

/// Removes the unfinished files of runs that were killed. No run takes ten
/// minutes to write a file.
static void removeUnfinished(StringRef Folder) {
  std::error_code E;
  for (fs::directory_iterator I(Folder, E), End; !E && I != End;
       I.increment(E)) {
    StringRef Name = llvm::sys::path::filename(I->path());
    fs::file_status Status;
    if ((Name.contains(".temp-") || Name.starts_with("llvmcache-probe.")) &&
        !fs::status(I->path(), Status, /*Follow=*/false) &&
        Status.type() == fs::file_type::regular_file &&
        Status.getLastModificationTime() + std::chrono::minutes(10) <
            std::chrono::system_clock::now())
      fs::remove(I->path());
  }
}

llvm::Expected<Cache> Cache::open(StringRef Folder) {
  llvm::SmallString<256> Path(Folder);
  fs::make_absolute(Path);
  const bool IsNew = !fs::exists(Path);
  std::error_code Error = fs::create_directories(Path);
  // Nobody should commit the cache.
  if (!Error && IsNew)
    llvm::consumeError(writeFile((Path.str() + "/.gitignore").str(),
                                 [](llvm::raw_ostream &OS) { OS << "*\n"; }));
  if (!Error && !fs::is_directory(Path))
    Error = std::make_error_code(std::errc::not_a_directory);
  if (Error)
    return llvm::createStringError(Error, "cannot write to '" + Path.str() +
                                              "': " + Error.message());
  removeUnfinished(Path);
  return Cache(std::string(Path));
}

Cache::Cache(std::string Folder) : Folder(std::move(Folder)) {
  // Permissions do not tell whether the folder can be written to: root has all
  // permissions, even on a read-only disk.
  llvm::Expected<fs::TempFile> Probe =
      fs::TempFile::create(path("probe", ".%%%%%%%%"));
  if (Probe)
    llvm::consumeError(Probe->discard());
  else
    Problem = llvm::errorToErrorCode(Probe.takeError());
}

std::string Cache::path(StringRef Key, StringRef Kind) const {
  llvm::SmallString<256> Result(Folder);
  llvm::sys::path::append(Result, Prefix + Key + Kind);
  return std::string(Result);
}

std::string Cache::index() const {
  llvm::SmallString<256> Result(Folder);
  llvm::sys::path::append(Result, "program.ccidx");
  return std::string(Result);
}

static std::optional<std::string> readSealed(StringRef Path) {
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (!Text)
    return std::nullopt;
  auto [Digest, Content] = (*Text)->getBuffer().split('\n');
  if (Digest != Cache::digest(Content))
    return std::nullopt;
  return Content.str();
}

std::vector<std::string> Cache::filesRead() const {
  llvm::StringSet<> Files;
  std::error_code EC;
  for (fs::directory_iterator I(Folder, EC), E; I != E && !EC;
       I.increment(EC)) {
    if (!StringRef(I->path()).ends_with(Manifest))
      continue;
    std::optional<std::string> Text = readSealed(I->path());
    StringRef Rest = Text ? StringRef(*Text) : "";
    while (!Rest.empty()) {
      StringRef Line;
      std::tie(Line, Rest) = Rest.split('\n');
      if (Line.empty())
        break;
      auto [Digest, File] = Line.split(' ');
      if (!Absences::isLine(Line) && Digest != ThisObject && !File.empty())
        Files.insert(File);
    }
  }
  std::vector<std::string> Result;
  for (const auto &Entry : Files)
    Result.push_back(Entry.first().str());
  return Result;
}

void Cache::prune(const llvm::CachePruningPolicy &Policy) const {
  llvm::pruneCache(Folder, Policy);
}

std::string Cache::digest(StringRef Text) {
  llvm::XXH128_hash_t H = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(Text));
  return llvm::utohexstr(H.high64, /*LowerCase=*/true, 16) +
         llvm::utohexstr(H.low64, /*LowerCase=*/true, 16);
}

std::string Cache::digestOfFile(StringRef File) {
  auto Text = llvm::MemoryBuffer::getFile(File, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  return Text ? digest((*Text)->getBuffer()) : "";
}

const std::string &Cache::contentDigest(StringRef File) {
  auto [It, New] = Contents.try_emplace(File);
  if (New)
    It->second = digestOfFile(File);
  return It->second;
}

/// Errors are ignored, because content that cannot be kept can be made again.
static void writeSealed(StringRef Path, const std::string &Content) {
  llvm::consumeError(writeFile(Path, [&](llvm::raw_ostream &OS) {
    OS << Cache::digest(Content) << '\n' << Content;
  }));
}

std::string Cache::stamp(StringRef Key) {
  std::optional<std::string> Text = readSealed(path(Key, Manifest));
  if (!Text)
    return "";
  StringRef Rest = *Text;
  while (true) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    if (Line.empty())
      return digest(*Text);
    if (Absences::isLine(Line)) {
      if (!StillAbsent.holds(Line))
        return "";
      continue;
    }
    auto [Digest, File] = Line.split(' ');
    if (Digest == ThisObject)
      continue;
    if (File.empty() || contentDigest(File) != Digest)
      return "";
  }
}

std::optional<Cache::Entry> Cache::find(StringRef Key,
                                        const ir::Producer &By) const {
  std::optional<std::string> Text = readSealed(path(Key, Manifest));
  if (!Text)
    return std::nullopt;
  auto [Lines, Json] = StringRef(*Text).split("\n\n");
  llvm::Expected<report::Results> R =
      report::readResults(Json, path(Key, Manifest));
  auto [Named, Digest] = Lines.rsplit('\n').second.split(' ');
  if (Named != ThisObject) {
    // The source could not be compiled.
    if (R && R->Units.size() == 1)
      return Entry{nullptr, std::move(R->Units.front()), std::move(R->Gaps)};
    llvm::consumeError(R.takeError());
    return std::nullopt;
  }
  if (digestOfFile(path(Key, Object)) != Digest) {
    llvm::consumeError(R.takeError());
    return std::nullopt;
  }
  llvm::Expected<std::unique_ptr<ir::Object>> O =
      ir::Object::open(path(Key, Object));
  if (!R || !O || R->Units.size() != 1 || !((*O)->By == By)) {
    if (!R)
      llvm::consumeError(R.takeError());
    if (!O)
      llvm::consumeError(O.takeError());
    return std::nullopt;
  }
  return Entry{std::move(*O), std::move(R->Units.front()), std::move(R->Gaps)};
}

std::optional<std::string>
Cache::linesFor(llvm::ArrayRef<StringRef> Files,
                std::chrono::system_clock::time_point Begin) {
  std::string Lines;
  for (StringRef File : Files) {
    fs::file_status Known;
    // A file that was changed meanwhile may differ from the one that was read.
    if (fs::status(File, Known) ||
        Known.getLastModificationTime() >= Begin - std::chrono::seconds(1) ||
        contentDigest(File).empty() || File.contains('\n'))
      return std::nullopt;
    Lines += contentDigest(File) + " " + File.str() + "\n";
  }
  return Lines;
}

llvm::Expected<Cache::Entry>
Cache::take(StringRef Key, StringRef Made, StringRef Status,
            std::chrono::system_clock::time_point Begin) {
  auto Text = llvm::MemoryBuffer::getFile(Status);
  if (!Text)
    return llvm::createStringError(Text.getError(),
                                   "its process wrote nothing");
  // The list of files may be empty.
  StringRef List, Json = (*Text)->getBuffer();
  if (!Json.consume_front("\n"))
    std::tie(List, Json) = Json.split("\n\n");
  llvm::Expected<report::Results> R = report::readResults(Json, Status);
  if (!R)
    return R.takeError();
  if (R->Units.size() != 1)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "its process wrote something else");
  Entry Result;
  Result.Unit = std::move(R->Units.front());
  Result.Gaps = std::move(R->Gaps);
  const bool HasObject = Result.Unit.S != report::Unit::Failed;
  std::string ObjectLine;
  if (HasObject) {
    ObjectLine = (ThisObject + " " + digestOfFile(Made) + "\n").str();
    llvm::Expected<std::unique_ptr<ir::Object>> O = ir::Object::open(Made);
    if (!O)
      return O.takeError();
    Result.Object = std::move(*O);
  }

  llvm::SmallVector<StringRef, 0> Read, Files;
  std::string Absent;
  List.split(Read, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Read)
    if (Absences::isLine(Line))
      Absent += (Line + "\n").str();
    else
      Files.push_back(Line);
  std::optional<std::string> Lines = linesFor(Files, Begin);
  // A result that depends on no file would be kept for ever.
  if (!Lines || Files.empty())
    return Result;
  // A manifest must never stand beside an object that it does not describe.
  fs::remove(path(Key, Manifest));
  if (HasObject && fs::rename(Made, path(Key, Object))) {
    // The object lies in another file system.
    auto Content =
        llvm::MemoryBuffer::getFile(Made, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
    if (!Content)
      return Result;
    if (llvm::Error E =
            writeFile(path(Key, Object), [&](llvm::raw_ostream &OS) {
              OS << (*Content)->getBuffer();
            })) {
      llvm::consumeError(std::move(E));
      return Result;
    }
  }
  writeSealed(path(Key, Manifest),
              *Lines + Absent + ObjectLine + "\n" + Json.str());
  return Result;
}

std::optional<std::string> Cache::findings(StringRef Key,
                                           StringRef Fingerprint) const {
  std::optional<std::string> Text = readSealed(path(Key, Findings));
  if (!Text)
    return std::nullopt;
  auto [First, Json] = StringRef(*Text).split('\n');
  if (First != Fingerprint)
    return std::nullopt;
  return Json.str();
}

void Cache::keepFindings(StringRef Key, StringRef Fingerprint,
                         StringRef Json) const {
  writeSealed(path(Key, Findings), (Fingerprint + "\n" + Json).str());
}

std::optional<std::string> Cache::text(StringRef Key) {
  if (stamp(Key).empty())
    return std::nullopt;
  std::optional<std::string> All = readSealed(path(Key, Manifest));
  if (!All)
    return std::nullopt;
  // The text has no line ends.
  return StringRef(*All).rsplit('\n').second.str();
}

void Cache::keepText(StringRef Key, llvm::ArrayRef<std::string> Of,
                     const Absences &Absent, StringRef Text,
                     std::chrono::system_clock::time_point Begin) {
  if (std::optional<std::string> Lines =
          linesFor(std::vector<StringRef>(Of.begin(), Of.end()), Begin))
    writeSealed(path(Key, Manifest),
                *Lines + Absent.lines() + "\n" + Text.str());
}
