//===- Parse.h - Text to JSON values ----------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Parses text of any content in bounded time and memory, and reports the place
/// of an error. The JSON library throws exceptions, so only files that are
/// compiled with exceptions may include this header. No exception leaves these
/// functions.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_JSON_PARSE_H
#define CUDA_CAPTURE_JSON_PARSE_H

#include "llvm/ADT/StringRef.h"
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace cuda_capture {

/// The reason why a text is rejected.
struct JsonError {
  std::string Reason;
  /// The place of a syntax error, counted from 1; 0 for other errors.
  size_t Byte = 0, Line = 0, Column = 0;

  /// Returns the file and the place of the error, as the beginning of a
  /// message.
  std::string where(llvm::StringRef File) const;
  /// Returns the rest of the message.
  std::string what() const;
};

/// Parses \p Text. Returns nullopt and sets \p E if there is a syntax error, if
/// an object has a key twice, or if the nesting is too deep.
std::optional<nlohmann::json> parseJson(llvm::StringRef Text, JsonError &E);

/// Returns text from a file in single quotes, shortened and escaped so that it
/// fits in one line of a message.
std::string inQuotes(llvm::StringRef S);

/// Returns the text of a value, indented by two blanks per level. Invalid UTF-8
/// is replaced.
std::string printJson(const nlohmann::ordered_json &V);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_JSON_PARSE_H
