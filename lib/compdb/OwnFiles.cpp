//===- OwnFiles.cpp - Files that come with the programs -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnFiles.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#ifdef __linux__
#include <sys/auxv.h>
#endif

using namespace cuda_capture;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string compdb::thisProgram() {
  static int Anchor;
  // As it was started, for systems without /proc.
  const char *Started = nullptr;
#ifdef __linux__
  Started = reinterpret_cast<const char *>(getauxval(AT_EXECFN));
#endif
  return fs::getMainExecutable(Started, &Anchor);
}

/// Returns the installed folder if there is one, else the one in the source
/// tree.
static std::string ownFolder(const llvm::Twine &Installed,
                             llvm::StringRef InSources) {
  llvm::SmallString<256> Folder(
      path::parent_path(path::parent_path(compdb::thisProgram())));
  path::append(Folder, "share", Installed);
  return fs::is_directory(Folder) ? std::string(Folder) : InSources.str();
}

std::string compdb::shareFolder() {
  return ownFolder("cuda-capture-tidy",
                   CUDA_CAPTURE_SOURCE_DIR "/share/cuda-capture-tidy");
}

std::string compdb::resourceFolder(llvm::StringRef Major,
                                   llvm::StringRef BuiltWith) {
  llvm::SmallString<256> Folder(
      path::parent_path(path::parent_path(thisProgram())));
  path::append(Folder, "lib", "clang", Major);
  if (fs::exists(Folder + "/include/stddef.h"))
    return std::string(Folder);
  return fs::is_directory(BuiltWith) ? BuiltWith.str() : "";
}

std::string compdb::pluginFile() {
  for (llvm::StringRef Folder : {"lib", "lib64"}) {
    llvm::SmallString<256> File(
        path::parent_path(path::parent_path(compdb::thisProgram())));
    path::append(File, Folder, "libCudaCaptureTidy.so");
    if (fs::exists(File))
      return std::string(File);
  }
  return "";
}

std::string compdb::docsFolder() {
  std::string Folder =
      ownFolder("doc/cuda-capture-tidy/docs", CUDA_CAPTURE_SOURCE_DIR "/docs");
  return fs::is_directory(Folder) ? Folder : "";
}
