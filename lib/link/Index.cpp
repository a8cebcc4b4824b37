//===- Index.cpp - Indexes that are read once per process -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Index.h"
#include "llvm/Support/FileSystem.h"
#include <map>
#include <mutex>

using namespace cuda_capture;
using namespace cuda_capture::link;
using llvm::StringRef;

namespace {
/// An index that was read, and the properties that tell its file from a later
/// one.
struct Known {
  llvm::sys::fs::UniqueID Id;
  llvm::sys::TimePoint<> Written;
  uint64_t Size = 0;
  ir::Object::Kind K = ir::Object::Index;
  ir::Producer By;
  Program Linked;
};
} // namespace

static llvm::Error wrong(const llvm::Twine &What) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), What);
}

static llvm::Expected<Known> readIndex(StringRef File) {
  Known Result;
  // If the file is replaced meanwhile, this time is too early, and the file is
  // read again.
  llvm::sys::fs::file_status Status;
  std::error_code Failed = llvm::sys::fs::status(File, Status);
  if (Failed)
    return wrong(File + ": " + Failed.message());
  Result.Id = Status.getUniqueID();
  Result.Written = Status.getLastModificationTime();
  Result.Size = Status.getSize();
  // The file is not mapped, because it may be written to while it is kept.
  auto Data = llvm::MemoryBuffer::getFile(File, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false,
                                          /*IsVolatile=*/true);
  if (!Data)
    return wrong(File + ": " + Data.getError().message());
  llvm::Expected<std::unique_ptr<ir::Object>> O =
      ir::Object::read(std::move(*Data));
  if (!O)
    return O.takeError();
  Result.K = (*O)->K;
  Result.By = (*O)->By;
  if (Result.K != ir::Object::Index)
    return Result;
  Result.Linked.add(std::move(*O));
  Result.Linked.ignoreChangedFiles();
  Result.Linked.link();
  return Result;
}

llvm::Expected<Program> link::openIndex(StringRef File,
                                        const ir::Producer &By) {
  static std::mutex Lock;
  static std::map<std::string, Known, std::less<>> Cache;
  std::lock_guard<std::mutex> Guard(Lock);
  auto It = Cache.find(File);
  llvm::sys::fs::file_status Now;
  if (It != Cache.end() &&
      (llvm::sys::fs::status(File, Now) || Now.getUniqueID() != It->second.Id ||
       Now.getSize() != It->second.Size ||
       Now.getLastModificationTime() != It->second.Written)) {
    Cache.erase(It);
    It = Cache.end();
  }
  if (It == Cache.end()) {
    llvm::Expected<Known> Read = readIndex(File);
    if (!Read)
      return Read.takeError();
    It = Cache.emplace(File.str(), std::move(*Read)).first;
  }
  if (It->second.K != ir::Object::Index)
    return wrong(File + ": is an object, not an index");
  if (!(It->second.By == By))
    return wrong(File +
                 ": was made by another version, or with other knowledge");
  return It->second.Linked.again();
}
