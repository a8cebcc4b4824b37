//===- ResourceDir.cpp - Clang's resource directory -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResourceDir.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace cuda_capture;
using namespace cuda_capture::compdb;
using namespace llvm;
namespace path = llvm::sys::path;

bool compdb::isResourceDir(const Machine &M, StringRef Folder) {
  return !Folder.empty() && M.exists(Folder + "/include/stddef.h");
}

Expected<std::string> compdb::findResourceDir(const Machine &M,
                                              StringRef Program,
                                              StringRef Major,
                                              StringRef BuiltWith) {
  std::vector<std::string> Places;
  auto Beside = [&](StringRef File) {
    if (!File.empty())
      Places.push_back((path::parent_path(path::parent_path(M.realPath(File))) +
                        "/lib/clang/" + Major)
                           .str());
  };
  // Clang, which is installed beside its headers, looks here.
  Beside(Program);
  Places.push_back(BuiltWith.str());
  for (StringRef Name : {"clang-", "clangd-"})
    Beside(M.findProgram((Name + Major).str(), ""));
  Beside(M.findProgram("clang", ""));
  for (StringRef Prefix :
       {"/usr/lib/llvm-", "/usr/local/lib/llvm-", "/opt/llvm-"})
    Places.push_back((Prefix + Major + "/lib/clang/" + Major).str());
  for (StringRef Prefix :
       {"/usr/lib/clang/", "/usr/lib64/clang/", "/usr/local/lib/clang/"})
    Places.push_back((Prefix + Major).str());
  std::vector<std::string> Tried;
  for (const std::string &Place : Places) {
    if (isResourceDir(M, Place))
      return Place;
    if (!Place.empty() && !is_contained(Tried, Place))
      Tried.push_back(Place);
  }
  return createStringError(
      inconvertibleErrorCode(),
      "the headers of Clang " + Twine(Major) +
          " itself (stddef.h and its like) were not found; looked in " +
          join(Tried, ", ") +
          ". Install them (Debian, Ubuntu: "
          "libclang-common-" +
          Major +
          "-dev), or pass --resource-dir=DIR: "
          "'clang-" +
          Major + " -print-resource-dir' prints DIR");
}
