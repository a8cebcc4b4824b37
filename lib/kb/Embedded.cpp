//===- Embedded.cpp - The knowledge built into this binary ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image.h"
#include "Reader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace cuda_capture {

// kb-embed writes these at build time.
extern const char EmbeddedKnowledge[];
extern const unsigned long EmbeddedKnowledgeSize;

static StringRef image() {
  return StringRef(EmbeddedKnowledge, EmbeddedKnowledgeSize);
}

static Error damaged() {
  return createStringError(inconvertibleErrorCode(),
                           "<built-in knowledge>: damaged");
}

Expected<std::shared_ptr<const KnowledgeBase>> KnowledgeBase::embedded() {
  // Destroying the knowledge at the end of the program would only cost time.
  static const std::shared_ptr<const KnowledgeBase> &KB =
      *new std::shared_ptr<const KnowledgeBase>(KnowledgeImage::read(image()));
  if (!KB)
    return damaged();
  return KB;
}

Expected<std::shared_ptr<const KnowledgeBase>>
KnowledgeBase::layered(ArrayRef<std::string> Paths, Measurements What,
                       std::vector<std::string> *Files) {
  if (Paths.empty())
    return embedded();
  std::shared_ptr<KnowledgeBase> Base = KnowledgeImage::readWhole(image());
  if (!Base)
    return damaged();
  return KnowledgeBaseReader::readOver(Paths, What, *Base, Files);
}

Expected<std::shared_ptr<const KnowledgeBase>>
KnowledgeBase::layered(StringRef Text, StringRef Name) {
  std::shared_ptr<KnowledgeBase> Base = KnowledgeImage::readWhole(image());
  if (!Base)
    return damaged();
  return KnowledgeBaseReader::readTextOver(Text, Name, *Base);
}

std::string KnowledgeBase::digest(ArrayRef<std::string> Paths) {
  std::string All = utohexstr(xxh3_64bits(image()));
  if (Paths.empty())
    return All;
  std::vector<std::string> Files;
  // Files that cannot be read were reported when they were loaded.
  if (auto Known = layered(Paths, Measurements::Skip, &Files); !Known)
    consumeError(Known.takeError());
  for (const std::string &File : Files)
    if (auto Text = MemoryBuffer::getFile(File))
      All += "-" + utohexstr(xxh3_64bits((*Text)->getBuffer()));
  return All;
}

} // namespace cuda_capture
