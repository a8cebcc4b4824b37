//===- Parse.h - Text to JSON values ----------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reading text of any content in bounded time and memory, with the place of
/// what is wrong. The JSON library throws; only files compiled with exceptions
/// may include this, and none leaves them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_JSON_PARSE_H
#define CUDA_CAPTURE_JSON_PARSE_H

#include "llvm/ADT/StringRef.h"
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace cuda_capture {

/// Why a text is not taken.
struct JsonError {
  std::string Reason;
  /// Of a syntax error, counted from 1; 0 for the others.
  size_t Byte = 0, Line = 0, Column = 0;

  /// The file, and where in it, for the beginning of a message.
  std::string where(llvm::StringRef File) const;
  std::string what() const;
};

/// Parses \p Text, or says why not: a syntax error, a key that stands twice in
/// an object, or excessive nesting.
std::optional<nlohmann::json> parseJson(llvm::StringRef Text, JsonError &E);

/// Text from a file, made fit for one line of a message.
std::string inQuotes(llvm::StringRef S);

/// The text of a value, indented by two blanks for each level. What is no UTF-8
/// is replaced.
std::string printJson(const nlohmann::ordered_json &V);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_JSON_PARSE_H
