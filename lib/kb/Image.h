//===- Image.h - Knowledge in a compact form --------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Internal to lib/kb: the form in which knowledge is built into the product.
/// kb-embed reads and validates JSON, and writes what the product needs at run
/// time as an image: two sections, one of functions and one of errors, each a
/// table of its texts followed by numbers. The section of errors is decoded
/// when somebody asks about an error. No JSON is parsed at a start.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_IMAGE_H
#define CUDA_CAPTURE_KB_IMAGE_H

#include "KnowledgeBase.h"

namespace cuda_capture {

class KnowledgeImage {
public:
  /// What the product needs of \p KB. Measurements are left out, and so is what
  /// only those read who work on the data: quotes, samples and corrections,
  /// unless an entry is kept for its corrections.
  static std::string write(const KnowledgeBase &KB);

  /// The knowledge of an image; null if that is damaged. \p Image must outlive
  /// the result.
  static std::shared_ptr<KnowledgeBase> read(llvm::StringRef Image);

  /// The same, with the errors decoded.
  static std::shared_ptr<KnowledgeBase> readWhole(llvm::StringRef Image);

private:
  friend class KnowledgeBase;
  using Errors = KnowledgeBase::ErrorKnowledge;
  static bool readErrors(llvm::StringRef Section, Errors &E);
};

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_IMAGE_H
