//===- Scratch.cpp - Temporary files and processes of a run ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scratch.h"
#include "Settings.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <csignal>
#include <thread>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr StringRef Prefix = "cuda-capture-", LockName = "lock";

//===--- The folder -------------------------------------------------------===//

/// Whether \p Folder, which is this user's, belongs to no run any more.
static bool isAbandoned(StringRef Folder, const fs::file_status &Status) {
  llvm::SmallString<128> File(Folder);
  path::append(File, LockName);
  int FD;
  if (fs::openFileForReadWrite(File, FD, fs::CD_OpenExisting, fs::OF_None))
    // The run has just begun, or was killed before it took the lock.
    return Status.getLastModificationTime() + std::chrono::hours(24) <
           std::chrono::system_clock::now();
  const bool IsFree = !fs::tryLockFile(FD);
  // Closing the file also releases the lock.
  llvm::sys::Process::SafelyCloseFileDescriptor(FD);
  return IsFree;
}

/// Removes the folders of runs that were killed.
static void removeAbandoned(StringRef Parent) {
  std::error_code E;
  for (fs::directory_iterator I(Parent, E, /*follow_symlinks=*/false), End;
       !E && I != End; I.increment(E)) {
    fs::file_status Status;
    if (path::filename(I->path()).starts_with(Prefix) &&
        !fs::status(I->path(), Status, /*Follow=*/false) &&
        Status.type() == fs::file_type::directory_file &&
        Status.getUser() == ::getuid() && isAbandoned(I->path(), Status))
      fs::remove_directories(I->path());
  }
}

llvm::Expected<ScratchFolder> ScratchFolder::make() {
  llvm::SmallString<128> Parent;
  path::system_temp_directory(/*erasedOnReboot=*/true, Parent);
  removeAbandoned(Parent);
  llvm::SmallString<128> Folder;
  if (std::error_code E = fs::createUniqueDirectory(Prefix.drop_back(), Folder))
    return llvm::createStringError(E, "no folder for temporary files: " +
                                          E.message());
  ScratchFolder Result;
  Result.Path = std::string(Folder);
  // The file gets its name when it is locked, so that no other run finds it
  // unlocked.
  const std::string New = Result.Path + "/new-lock";
  if (!fs::openFileForReadWrite(New, Result.Lock, fs::CD_CreateNew,
                                fs::OF_None)) {
    if (!fs::tryLockFile(Result.Lock))
      fs::rename(New, Result.Path + "/" + LockName);
  }
  return Result;
}

ScratchFolder::ScratchFolder(ScratchFolder &&Other)
    : Path(std::move(Other.Path)), Lock(std::exchange(Other.Lock, -1)) {
  Other.Path.clear();
}

ScratchFolder::~ScratchFolder() {
  if (!Path.empty())
    fs::remove_directories(Path);
  if (Lock >= 0)
    llvm::sys::Process::SafelyCloseFileDescriptor(Lock);
}

//===--- Processes --------------------------------------------------------===//

static llvm::cl::opt<int> ParentProcess(
    "parent-process", llvm::cl::Hidden,
    llvm::cl::desc("End when this process ends"), llvm::cl::cat(toolCategory()),
    llvm::cl::sub(compileCommand()), llvm::cl::sub(diagnoseCommand()));

static constexpr StringRef ParentOption = "--parent-process=";

std::string parentOption() {
  return (ParentOption + llvm::Twine(::getpid())).str();
}

void endWithParent(int Argc, const char **Argv) {
  // This comes before everything else, including the parsing of options.
  int Parent = 0;
  for (int I = 1; I < Argc; ++I)
    if (StringRef Value = Argv[I]; Value.consume_front(ParentOption))
      (void)Value.getAsInteger(10, Parent);
  if (Parent <= 0)
    return;
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#else
  std::thread([Parent] {
    while (::getppid() == Parent)
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ::_exit(ExitCouldNotRun);
  }).detach();
#endif
  // The parent may have ended before this process asked for the signal.
  if (::getppid() != Parent)
    ::_exit(ExitCouldNotRun);
}
