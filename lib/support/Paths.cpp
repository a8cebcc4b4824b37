//===- Paths.cpp - Absolute paths of files --------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
namespace path = llvm::sys::path;

std::string cuda_capture::absolutePath(StringRef Folder, StringRef File,
                                       vfs::FileSystem &FS) {
  SmallString<256> Name(File);
  if (!Folder.empty() && path::is_relative(Name)) {
    Name = Folder;
    path::append(Name, File);
  }
  // This fails if there is no working directory. The name then stays relative.
  (void)FS.makeAbsolute(Name);
  path::remove_dots(Name);
  if (!is_contained(make_range(path::begin(Name), path::end(Name)), ".."))
    return std::string(Name);
  SmallString<256> Short(Name);
  path::remove_dots(Short, /*remove_dot_dot=*/true);
  ErrorOr<vfs::Status> A = FS.status(Name), B = FS.status(Short);
  if (A && (!B || !A->equivalent(*B)))
    if (SmallString<256> Real; !FS.getRealPath(Name, Real))
      return std::string(Real);
  return std::string(Short);
}

std::string cuda_capture::currentFolder() {
  llvm::SmallString<256> Folder;
  (void)llvm::sys::fs::current_path(Folder);
  return std::string(Folder);
}

std::string cuda_capture::repositoryOf(llvm::StringRef Folder) {
  for (llvm::StringRef F = Folder; !F.empty();
       F = llvm::sys::path::parent_path(F))
    if (llvm::sys::fs::exists(F + "/.git"))
      return F.str();
  return Folder.str();
}
