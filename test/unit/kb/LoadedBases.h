//===- LoadedBases.h - Knowledge bases that tests load ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TEST_UNIT_KB_LOADEDBASES_H
#define CUDA_CAPTURE_TEST_UNIT_KB_LOADEDBASES_H

#include "Files.h"
#include "KnowledgeBase.h"

namespace cuda_capture {

inline std::string problemsOf(llvm::ArrayRef<std::string> Paths) {
  auto KB = KnowledgeBase::load(Paths);
  if (KB)
    return "";
  return llvm::toString(KB.takeError());
}

/// Problems of one file, its path replaced by FILE.
inline std::string problemsOfText(llvm::StringRef Text) {
  Folder F;
  std::string Path = F.write("kb.json", Text);
  std::string All = problemsOf(Path), Out;
  llvm::StringRef Rest = All;
  while (true) {
    size_t At = Rest.find(Path);
    Out += Rest.take_front(At);
    if (At == llvm::StringRef::npos)
      return Out;
    Out += "FILE";
    Rest = Rest.drop_front(At + Path.size());
  }
}

inline std::string problemsOfRow(llvm::StringRef Row) {
  return problemsOfText(rows(Row));
}

inline std::shared_ptr<const KnowledgeBase> loadText(llvm::StringRef Text) {
  Folder F;
  auto KB = KnowledgeBase::load(F.write("kb.json", Text));
  if (!KB) {
    ADD_FAILURE() << llvm::toString(KB.takeError());
    return nullptr;
  }
  return *KB;
}

inline std::shared_ptr<const KnowledgeBase> product() {
  auto KB = KnowledgeBase::load(std::string(CUDA_CAPTURE_KB_DIR));
  if (!KB) {
    ADD_FAILURE() << llvm::toString(KB.takeError());
    return nullptr;
  }
  return *KB;
}

} // namespace cuda_capture

#endif // CUDA_CAPTURE_TEST_UNIT_KB_LOADEDBASES_H
