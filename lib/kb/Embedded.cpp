//===- Embedded.cpp - The knowledge built into this binary ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader.h"

using namespace llvm;

namespace cuda_capture {

// Written by kb-embed at build time.
extern const char EmbeddedKnowledge[];
extern const unsigned long EmbeddedKnowledgeSize;

Expected<std::shared_ptr<const KnowledgeBase>> KnowledgeBase::embedded() {
  struct Parsed {
    std::shared_ptr<const KnowledgeBase> KB;
    std::string Problems;
  };
  static const Parsed P = [] {
    Parsed P;
    auto KB = KnowledgeBaseReader::readText(
        StringRef(EmbeddedKnowledge, EmbeddedKnowledgeSize),
        "<built-in knowledge>");
    if (KB)
      P.KB = std::move(*KB);
    else
      P.Problems = toString(KB.takeError());
    return P;
  }();
  if (!P.KB)
    return createStringError(inconvertibleErrorCode(), Twine(P.Problems));
  return P.KB;
}

Expected<std::shared_ptr<const KnowledgeBase>>
KnowledgeBase::layered(ArrayRef<std::string> Paths, Measurements What,
                       std::vector<std::string> *Files) {
  return KnowledgeBaseReader::readOver(
      Paths, What, StringRef(EmbeddedKnowledge, EmbeddedKnowledgeSize),
      "<built-in knowledge>", Files);
}

} // namespace cuda_capture
