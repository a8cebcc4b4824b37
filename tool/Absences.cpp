//===- Absences.cpp - Paths at which no file was found --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Absences.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;
using llvm::Twine;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

//===--- Recording --------------------------------------------------------===//

void AbsenceRecorder::note(const Twine &Path, std::error_code E) {
  if (E != std::errc::no_such_file_or_directory &&
      E != std::errc::not_a_directory)
    return;
  llvm::SmallString<256> Absolute;
  Path.toVector(Absolute);
  if (!makeAbsolute(Absolute))
    Paths.insert(Absolute);
}

llvm::ErrorOr<llvm::vfs::Status> AbsenceRecorder::status(const Twine &Path) {
  auto Result = getUnderlyingFS().status(Path);
  note(Path, Result.getError());
  return Result;
}

bool AbsenceRecorder::exists(const Twine &Path) { return bool(status(Path)); }

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
AbsenceRecorder::openFileForRead(const Twine &Path) {
  auto Result = getUnderlyingFS().openFileForRead(Path);
  note(Path, Result.getError());
  return Result;
}

llvm::vfs::directory_iterator AbsenceRecorder::dir_begin(const Twine &Folder,
                                                         std::error_code &E) {
  llvm::vfs::directory_iterator Result = getUnderlyingFS().dir_begin(Folder, E);
  note(Folder, E);
  return Result;
}

//===--- The short form ---------------------------------------------------===//

// A line is "?FOLDER//NAME/NAME...". A folder and a name have no two slashes in
// a row, and a name has no slash at all.

const std::string &Absences::missingFolder(StringRef Folder) {
  auto [It, New] = Folders.try_emplace(Folder);
  std::string &Result = It->second;
  if (New && !Folder.empty() && !fs::exists(Folder)) {
    Result = missingFolder(path::parent_path(Folder));
    if (Result.empty())
      Result = Folder.str();
  }
  return Result;
}

void Absences::add(StringRef Path) {
  if (Path.contains('\n'))
    return;
  llvm::SmallString<256> Clean(Path);
  // Keep "..": it may follow a link and thus lead to another folder.
  path::remove_dots(Clean, /*remove_dot_dot=*/false);
  std::string Missing = missingFolder(path::parent_path(Clean));
  if (Missing.empty())
    Missing = std::string(Clean);
  StringRef Name = path::filename(Missing);
  if (Name.empty() || Name == "/" || Name == "..")
    return;
  StringRef Folder = path::parent_path(Missing);
  Names[Folder == "/" ? "" : Folder.str()].insert(Name.str());
}

void Absences::addLines(StringRef Lines) {
  while (!Lines.empty()) {
    StringRef Line;
    std::tie(Line, Lines) = Lines.split('\n');
    auto [Folder, Rest] = Line.drop_front().split("//");
    std::set<std::string> &Of = Names[Folder.str()];
    while (!Rest.empty()) {
      StringRef Name;
      std::tie(Name, Rest) = Rest.split('/');
      Of.insert(Name.str());
    }
  }
}

std::string Absences::lines() const {
  std::string Result;
  for (const auto &[Folder, Of] : Names) {
    Result += "?" + Folder + "/";
    for (const std::string &Name : Of)
      Result += "/" + Name;
    Result += '\n';
  }
  return Result;
}

//===--- Checking again ---------------------------------------------------===//

bool AbsenceChecker::holds(StringRef Line) {
  if (!Line.consume_front("?") || !Line.contains("//"))
    return false;
  auto [Folder, Rest] = Line.split("//");
  const std::string Path = Folder.empty() ? "/" : Folder.str();
  auto [It, New] = Folders.try_emplace(Path);
  llvm::StringSet<> &Present = It->second;
  if (New) {
    std::error_code E;
    for (fs::directory_iterator I(Path, E), End; !E && I != End; I.increment(E))
      Present.insert(path::filename(I->path()).lower());
    // If a folder cannot be listed, each name in it is looked up. The empty
    // name marks such a folder.
    if (E && E != std::errc::no_such_file_or_directory &&
        E != std::errc::not_a_directory)
      Present.insert("");
  }
  const bool AskForEach = Present.contains("");
  while (!Rest.empty()) {
    StringRef Name;
    std::tie(Name, Rest) = Rest.split('/');
    // The name may be that of a link to nothing.
    if ((AskForEach || Present.contains(Name.lower())) &&
        fs::exists(Path + "/" + Name))
      return false;
  }
  return true;
}
