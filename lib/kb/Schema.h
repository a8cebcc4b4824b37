//===- Schema.h - Validation against the JSON Schema ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Checks documents against the JSON Schema of their form (kb/schema), which is
/// for everyone who writes documents. The product reads documents without it.
/// The reader and the schema accept the same documents, except for rules that a
/// schema cannot express.
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

/// Returns the problems of one document, which may be an error entry. There are
/// none if the document has no schema (measurements), or if it is not JSON,
/// which the reader reports.
std::vector<SchemaProblem> checkSchema(llvm::StringRef Text);

/// Adds the problems that the schema finds in \p Files to \p Lines, which holds
/// the problems of the reader ("FILE:POINTER: REASON"). It skips the places
/// that the reader complained about.
void addSchemaProblems(const std::vector<std::string> &Files,
                       std::vector<std::string> &Lines);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_SCHEMA_H
