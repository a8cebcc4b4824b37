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

/// The problems of the documents read so far. Problems beyond a limit are only
/// counted.
class Problems {
public:
  void add(llvm::StringRef Where, const llvm::Twine &Reason);
  bool empty() const { return Lines.empty(); }
  /// Returns all problems as one error, one line for each.
  llvm::Error take();

private:
  std::vector<std::string> Lines;
  size_t More = 0;
};

/// The place of a value in a document. It is rendered as a JSON pointer (RFC
/// 6901) in URI fragment form only when a problem is reported.
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

/// Parses \p Text, or reports why it cannot be parsed: a syntax error, a
/// duplicated key or excessive nesting.
std::optional<json> parse(llvm::StringRef Text, llvm::StringRef File,
                          Problems &P);

//===--- Checked access to JSON values ------------------------------------===//

/// An allowed text of an enumeration and its value.
template <typename T> struct EnumName {
  llvm::StringLiteral Text;
  T Value;
};

/// Returns the text of \p Value in \p Table, or "" if it has none.
template <typename T, size_t N>
llvm::StringRef nameOf(T Value, const EnumName<T> (&Table)[N]) {
  for (const EnumName<T> &E : Table)
    if (E.Value == Value)
      return E.Text;
  return "";
}

/// One document, and the list that its problems are added to.
struct Context {
  Problems &P;
  llvm::StringRef File;

  void problem(const Place &At, const llvm::Twine &Reason) const;
  void wrongType(const Place &At, const json &V, llvm::StringRef Wanted) const;
  void notAllowed(const Place &At, llvm::StringRef Text, llvm::StringRef What,
                  llvm::ArrayRef<llvm::StringRef> Allowed) const;

  /// Returns the value that \p Text spells in \p Table; if there is none,
  /// reports the allowed texts.
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

/// Returns the text of \p V, which must be a string.
inline llvm::StringRef textOf(const json &V) {
  return V.get_ref<const std::string &>();
}

/// The lists that a document may hold. A document without any of them may be an
/// error entry.
inline constexpr llvm::StringLiteral Lists[] = {
    "rows",          "codes",         "suffixes",     "perThreadMacros",
    "toolkitMacros", "errors",        "remedies",     "claims",
    "host",          "hostLibraries", "types",        "places",
    "constants",     "entryPoints",   "captureWords", "captureBlocks",
    "expectedErrors", "preparations"};
inline bool hasList(const json &V) {
  return llvm::any_of(Lists,
                      [&](llvm::StringRef K) { return V.contains(K.str()); });
}

/// Whether a document is meant as an error entry.
inline bool isEntry(const json &V) {
  return !hasList(V) &&
         (V.contains("id") || V.contains("signature") || V.contains("regex"));
}

/// A JSON object. The reader must ask for all of its keys.
class Object {
public:
  Object(const Context &C, const json &V, const Place &At);
  explicit operator bool() const { return Valid; }

  Place at(llvm::StringRef Key) const { return Place(At, Key); }

  /// Returns the value of a key, or null if the key is absent.
  const json *get(llvm::StringRef Key, Presence Need = Optional);

  /// Returns a string. The result is empty if the key is absent, or if its
  /// value is null and \p Null allows that.
  llvm::StringRef str(llvm::StringRef Key, Presence Need = Optional,
                      bool Null = false);

  /// Returns the value of an enumeration, if the key is present and its text
  /// allowed.
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

  /// Returns a whole number from 0 to \p Max.
  std::optional<unsigned> number(llvm::StringRef Key, Presence Need = Optional,
                                 unsigned Max = 99999);

  /// Returns a number from 0 to 1, or 0 if the key is absent.
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

/// Whether \p S is a version such as "12" or "12.3", or empty.
bool isVersion(llvm::StringRef S);

/// Whether \p S is an identifier, qualified or not.
bool isName(llvm::StringRef S);

/// Whether \p S is the name of a function, qualified or not. Destructors and
/// operators count, too. In \p S, '*' stands for any text and '?' for any
/// character.
bool isFunctionName(llvm::StringRef S);

} // namespace cuda_capture::kb

#endif // CUDA_CAPTURE_KB_JSON_H
