//===- Reader.h - Reading knowledge from JSON -------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Internal to lib/kb: parsing and validation of knowledge base documents.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_READER_H
#define CUDA_CAPTURE_KB_READER_H

#include "KnowledgeBase.h"

namespace cuda_capture {

/// The size of the largest file that is read.
constexpr uint64_t MaxKnowledgeFileSize = 16 << 20;

class KnowledgeBaseReader {
public:
  using Result = llvm::Expected<std::shared_ptr<const KnowledgeBase>>;

  /// Reads files and folders.
  static Result readPaths(llvm::ArrayRef<std::string> Paths,
                          KnowledgeBase::Measurements What);

  /// Reads files and folders over \p Base, which is consumed.
  static Result readOver(llvm::ArrayRef<std::string> Paths,
                         KnowledgeBase::Measurements What, KnowledgeBase &Base,
                         std::vector<std::string> *Files = nullptr);

  /// Reads one document over \p Base, which is consumed. Messages name the
  /// document \p Name.
  static Result readTextOver(llvm::StringRef Text, llvm::StringRef Name,
                             KnowledgeBase &Base);

  /// Reads files and folders that hold measurements only.
  static llvm::Expected<std::deque<Measurement>>
  readMeasurements(llvm::ArrayRef<std::string> Paths);

  /// Reads one document. Messages name it \p Name.
  static Result readText(llvm::StringRef Text, llvm::StringRef Name);

  /// Checks that a document holds nothing but well-formed knowledge. The
  /// entries and names that it cites need not exist.
  static llvm::Error checkEntry(llvm::StringRef Text, llvm::StringRef Name);

private:
  class Impl;
};

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_READER_H
