//===- Embedded.cpp - The knowledge built into this binary ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image.h"
#include "Reader.h"

using namespace llvm;

namespace cuda_capture {

// Written by kb-embed at build time.
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
  // Taking it apart at the end of the program would only cost time.
  static const std::shared_ptr<const KnowledgeBase> &KB =
      *new std::shared_ptr<const KnowledgeBase>(KnowledgeImage::read(image()));
  if (!KB)
    return damaged();
  return KB;
}

Expected<std::shared_ptr<const KnowledgeBase>>
KnowledgeBase::layered(ArrayRef<std::string> Paths, Measurements What,
                       std::vector<std::string> *Files) {
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

} // namespace cuda_capture
