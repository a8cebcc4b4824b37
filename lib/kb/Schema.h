//===- Schema.h - Documents against JSON Schema -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The shape of the documents as JSON Schema says it (kb/schema), for everybody
/// who writes some. The product reads without it: what the reader accepts, and
/// what the schema accepts, is the same but for what a schema cannot say.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_SCHEMA_H
#define CUDA_CAPTURE_KB_SCHEMA_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cuda_capture {

struct SchemaProblem {
  std::string Pointer; ///< JSON pointer in URI fragment form.
  std::string Reason;
};

/// Problems of one document, which may be an error entry; none if it has no
/// schema (measurements) or is no JSON, which the reader says.
std::vector<SchemaProblem> checkSchema(llvm::StringRef Text);

/// Adds to \p Lines, problems of the reader ("FILE:POINTER: REASON"), what the
/// schema finds in \p Files at places that the reader did not complain of.
void addSchemaProblems(const std::vector<std::string> &Files,
                       std::vector<std::string> &Lines);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_SCHEMA_H
