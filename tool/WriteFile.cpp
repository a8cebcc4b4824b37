//===- WriteFile.cpp - Writing files --------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// llvm::writeToOutput ends the program if the disk is full, and replaces a
/// device by a file. These functions do neither.
///
//===----------------------------------------------------------------------===//

#include "Settings.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace fs = llvm::sys::fs;

using Writer = llvm::function_ref<void(llvm::raw_ostream &)>;

static llvm::Error failed(llvm::StringRef Path, const llvm::Twine &Why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "cannot write '" + Path + "': " + Why);
}

/// Returns the error of the stream, which would otherwise end the program.
static std::error_code written(llvm::raw_fd_ostream &OS, Writer Write) {
  Write(OS);
  OS.flush();
  std::error_code E = OS.error();
  OS.clear_error();
  return E;
}

/// Writes to something that is not a regular file: a terminal, a pipe,
/// /dev/null.
static llvm::Error writeThrough(llvm::StringRef Path, Writer Write) {
  std::error_code E;
  llvm::raw_fd_ostream OS(Path, E, fs::CD_OpenExisting, fs::FA_Write,
                          fs::OF_None);
  if (!E)
    E = written(OS, Write);
  return E ? failed(Path, E.message()) : llvm::Error::success();
}

llvm::Error writeFile(llvm::StringRef Path, Writer Write) {
  if (Path == "-") {
    Write(llvm::outs());
    return flushOutput();
  }
  fs::file_status Old;
  const bool IsThere = !fs::status(Path, Old);
  if (IsThere && Old.type() == fs::file_type::directory_file)
    return failed(Path, "is a folder");
  if (IsThere && Old.type() != fs::file_type::regular_file)
    return writeThrough(Path, Write);
  llvm::Expected<fs::TempFile> Temp = fs::TempFile::create(
      Path + ".temp-%%%%%%%%", fs::all_read | fs::all_write);
  if (!Temp)
    return failed(Path, llvm::toString(Temp.takeError()));
  std::error_code E;
  {
    llvm::raw_fd_ostream OS(Temp->FD, /*shouldClose=*/false);
    E = written(OS, Write);
  }
  if (E) {
    llvm::consumeError(Temp->discard());
    return failed(Path, E.message());
  }
  if (llvm::Error Kept = Temp->keep(Path))
    return failed(Path, llvm::toString(std::move(Kept)));
  return llvm::Error::success();
}

llvm::Error flushOutput() {
  llvm::raw_fd_ostream &OS = llvm::outs();
  OS.flush();
  std::error_code E = OS.error();
  OS.clear_error();
  return E ? failed("the output", E.message()) : llvm::Error::success();
}
