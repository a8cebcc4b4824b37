//===- Image.h - Knowledge in a compact form --------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Internal to lib/kb: the form in which knowledge is built into the product.
/// kb-embed reads and validates JSON, and writes the part that the product
/// needs at run time as an image. The image has two sections, one for functions
/// and one for errors. Each section is a table of its texts followed by
/// numbers. The section of errors is decoded when it is first asked for. The
/// product parses no JSON when it starts.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_IMAGE_H
#define CUDA_CAPTURE_KB_IMAGE_H

#include "KnowledgeBase.h"

namespace cuda_capture {

class KnowledgeImage {
public:
  /// Returns an image of the part of \p KB that the product needs. The image
  /// omits measurements. It also omits the quotes, samples and corrections,
  /// which are only for people who work on the data, unless an entry is kept
  /// for its corrections.
  static std::string write(const KnowledgeBase &KB);

  /// Returns the knowledge in \p Image, or null if the image is damaged.
  /// \p Image must outlive the result.
  static std::shared_ptr<KnowledgeBase> read(llvm::StringRef Image);

  /// Like read(), but also decodes the errors.
  static std::shared_ptr<KnowledgeBase> readWhole(llvm::StringRef Image);

private:
  friend class KnowledgeBase;
  using Errors = KnowledgeBase::ErrorKnowledge;
  static bool readErrors(llvm::StringRef Section, Errors &E);
};

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_IMAGE_H
