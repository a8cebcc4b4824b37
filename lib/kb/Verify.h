//===- Verify.h - Rows against the headers ----------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Verifies the rows and error names of a knowledge base against the
/// declarations in the headers of one CUDA version (docs/knowledge-base.md).
/// The headers are read elsewhere: this file does not depend on a compiler.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_VERIFY_H
#define CUDA_CAPTURE_KB_VERIFY_H

#include "KnowledgeBase.h"
#include <map>
#include <set>

namespace cuda_capture {

/// A function that a header declares.
struct DeclaredFunction {
  std::string Name;
  /// Name of the header, without folder.
  std::string Header;
  /// The types of the parameters as they are written, without "enum", "struct"
  /// and "const".
  std::vector<std::string> Params;
  /// The declaration is a version that programs compiled against these headers
  /// do not get. It may have fewer parameters than its row says.
  bool Old = false;
};

/// The declarations in the headers of one version.
struct DeclaredApi {
  /// The headers that were read.
  std::set<std::string> Headers;
  unsigned Major = 0, Minor = 0;
  std::map<std::string, DeclaredFunction> Functions;
  std::map<std::string, int64_t> Constants;
};

struct Verification {
  /// The contradictions between the headers and the rows and error names,
  /// sorted. Each one is a sentence.
  std::vector<std::string> Problems;
  /// Functions of the headers that have no row, sorted.
  std::vector<std::string> WithoutRow;
  unsigned Functions = 0; ///< Functions in the headers.
  unsigned Rows = 0;      ///< Rows that the headers prove.
  unsigned Codes = 0;     ///< Error numbers that the headers prove.
};

/// Compares the rows of the runtime and driver families.
Verification verify(const KnowledgeBase &KB, const DeclaredApi &Api);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_VERIFY_H
