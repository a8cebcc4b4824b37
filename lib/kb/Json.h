//===- Json.h - Checked access to JSON values -------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Internal to the readers of JSON: problems and their places, bounded parsing,
/// and typed access to JSON values. The JSON library throws; only files
/// compiled with exceptions may include this.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_JSON_H
#define CUDA_CAPTURE_KB_JSON_H

#include "../json/Parse.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace cuda_capture::kb {

using cuda_capture::inQuotes;
using nlohmann::json;

//===--- Problems and where they are --------------------------------------===//

/// What is wrong with the documents read so far; counts what is over a limit.
class Problems {
public:
  void add(llvm::StringRef Where, const llvm::Twine &Reason);
  bool empty() const { return Lines.empty(); }
  /// All problems as one error, a line each.
  llvm::Error take();

private:
  std::vector<std::string> Lines;
  size_t More = 0;
};

/// Place of a value in a document; rendered as a JSON pointer (RFC 6901) in URI
/// fragment form only when a problem is reported.
struct Place {
  const Place *Up = nullptr;
  llvm::StringRef Key;
  size_t Index = 0;
  bool InArray = false;

  Place() = default;
  Place(const Place &P, llvm::StringRef Key) : Up(&P), Key(Key) {}
  Place(const Place &P, size_t Index) : Up(&P), Index(Index), InArray(true) {}
  Place(const Place &) = default;

  std::string str() const;
};

//===--- Text to JSON values ----------------------------------------------===//

/// Parses \p Text, or reports why not: a syntax error, a duplicated key or
/// excessive nesting.
std::optional<json> parse(llvm::StringRef Text, llvm::StringRef File,
                          Problems &P);

//===--- Checked access to JSON values ------------------------------------===//

/// One allowed text of an enumeration and what it means.
template <typename T> struct EnumName {
  llvm::StringLiteral Text;
  T Value;
};

/// The text of \p Value in \p Table; "" if it has none.
template <typename T, size_t N>
llvm::StringRef nameOf(T Value, const EnumName<T> (&Table)[N]) {
  for (const EnumName<T> &E : Table)
    if (E.Value == Value)
      return E.Text;
  return "";
}

/// One document and where its problems go.
struct Context {
  Problems &P;
  llvm::StringRef File;

  void problem(const Place &At, const llvm::Twine &Reason) const;
  void wrongType(const Place &At, const json &V, llvm::StringRef Wanted) const;
  void notAllowed(const Place &At, llvm::StringRef Text, llvm::StringRef What,
                  llvm::ArrayRef<llvm::StringRef> Allowed) const;

  /// Value of an enumeration; reports what is allowed.
  template <typename T, size_t N>
  std::optional<T> oneOf(const Place &At, llvm::StringRef Text,
                         llvm::StringRef What,
                         const EnumName<T> (&Table)[N]) const {
    for (const EnumName<T> &E : Table)
      if (E.Text == Text)
        return E.Value;
    llvm::SmallVector<llvm::StringRef, 16> Allowed;
    for (const EnumName<T> &E : Table)
      Allowed.push_back(E.Text);
    notAllowed(At, Text, What, Allowed);
    return std::nullopt;
  }
};

enum Presence { Optional, Required };

/// The text of a string; \p V must be one.
inline llvm::StringRef textOf(const json &V) {
  return V.get_ref<const std::string &>();
}

/// The lists that a document may hold; without any of them it may be an error
/// entry.
inline constexpr llvm::StringLiteral Lists[] = {
    "rows",   "codes", "suffixes", "perThreadMacros", "errors",    "remedies",
    "claims", "host",  "types",    "entryPoints",     "constants", "places"};
inline bool hasList(const json &V) {
  return llvm::any_of(Lists,
                      [&](llvm::StringRef K) { return V.contains(K.str()); });
}

/// Whether a document is meant as an error entry.
inline bool isEntry(const json &V) {
  return !hasList(V) &&
         (V.contains("id") || V.contains("signature") || V.contains("regex"));
}

/// An object whose keys must all be asked for.
class Object {
public:
  Object(const Context &C, const json &V, const Place &At);
  explicit operator bool() const { return Valid; }

  Place at(llvm::StringRef Key) const { return Place(At, Key); }

  /// The value of a key, or null if it is absent.
  const json *get(llvm::StringRef Key, Presence Need = Optional);

  /// A string; empty if it is absent, or null where that is allowed.
  llvm::StringRef str(llvm::StringRef Key, Presence Need = Optional,
                      bool Null = false);

  /// Value of an enumeration, if it is there and allowed.
  template <typename T, size_t N>
  std::optional<T> oneOf(llvm::StringRef Key, const EnumName<T> (&Table)[N],
                         Presence Need = Optional) {
    const json *J = get(Key, Need);
    if (!J)
      return std::nullopt;
    if (!J->is_string()) {
      C.wrongType(at(Key), *J, "string");
      return std::nullopt;
    }
    return C.oneOf(at(Key), textOf(*J), Key, Table);
  }

  std::optional<bool> boolean(llvm::StringRef Key, Presence Need = Optional);

  /// A whole number from 0 to \p Max.
  std::optional<unsigned> number(llvm::StringRef Key, Presence Need = Optional,
                                 unsigned Max = 99999);

  /// A number from 0 to 1, 0 if it is absent.
  double rate(llvm::StringRef Key);

  /// Calls \p Each with every element of an array.
  void array(llvm::StringRef Key,
             llvm::function_ref<void(const json &, const Place &)> Each,
             Presence Need = Optional);

  std::vector<std::string> strings(llvm::StringRef Key,
                                   Presence Need = Optional);

  /// Reports the keys that nothing asked for.
  void finish();

private:
  const Context &C;
  const Place &At;
  const json &V;
  const bool Valid;
  llvm::SmallVector<llvm::StringRef, 40> Known;
};

/// True for an identifier, qualified or not.
bool isName(llvm::StringRef S);

/// True for the name of a function, qualified or not, a destructor's and an
/// operator's included; '*' and '?' stand for any text and any character.
bool isFunctionName(llvm::StringRef S);

} // namespace cuda_capture::kb

#endif // CUDA_CAPTURE_KB_JSON_H
