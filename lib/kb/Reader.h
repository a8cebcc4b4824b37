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

/// A larger file is not read.
constexpr uint64_t MaxKnowledgeFileSize = 16 << 20;

class KnowledgeBaseReader {
public:
  using Result = llvm::Expected<std::shared_ptr<const KnowledgeBase>>;

  /// Reads files and folders.
  static Result readPaths(llvm::ArrayRef<std::string> Paths,
                          KnowledgeBase::Measurements What);

  /// Reads files and folders over \p Base, which is used up.
  static Result readOver(llvm::ArrayRef<std::string> Paths,
                         KnowledgeBase::Measurements What, KnowledgeBase &Base,
                         std::vector<std::string> *Files = nullptr);

  /// The same with one document; \p Name stands for the file in messages.
  static Result readTextOver(llvm::StringRef Text, llvm::StringRef Name,
                             KnowledgeBase &Base);

  /// Reads files and folders that hold measurements only.
  static llvm::Expected<std::deque<Measurement>>
  readMeasurements(llvm::ArrayRef<std::string> Paths);

  /// Reads one document; \p Name stands for the file in messages.
  static Result readText(llvm::StringRef Text, llvm::StringRef Name);

  /// Whether a document holds nothing but well-formed knowledge; what it cites
  /// need not exist.
  static llvm::Error checkEntry(llvm::StringRef Text, llvm::StringRef Name);

private:
  class Impl;
};

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_READER_H
