//===- Parse.cpp - Text to JSON values ------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parse.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using nlohmann::json;

namespace cuda_capture {

static constexpr size_t MaxDepth = 64;

std::string inQuotes(StringRef S) {
  std::string Out = "'";
  for (char C : S.take_front(60)) {
    if (static_cast<unsigned char>(C) < 0x20 || C == 0x7f)
      Out += formatv("\\x{0:x-2}",
                     static_cast<unsigned>(static_cast<unsigned char>(C)))
                 .str();
    else
      Out += C;
  }
  // Do not cut a UTF-8 character in two.
  if (S.size() > 60) {
    while (Out.size() > 1 && (Out.back() & 0x80))
      Out.pop_back();
    Out += "...";
  }
  return Out + "'";
}

namespace {

/// Builds the value of a document. Stops at the first syntax error, duplicated
/// key or excessive nesting.
class Builder {
public:
  using number_integer_t = json::number_integer_t;
  using number_unsigned_t = json::number_unsigned_t;
  using number_float_t = json::number_float_t;
  using string_t = json::string_t;
  using binary_t = json::binary_t;

  explicit Builder(JsonError &E) : E(E) {}

  json Root;

  bool null() { return put(nullptr); }
  bool boolean(bool V) { return put(V); }
  bool number_integer(number_integer_t V) { return put(V); }
  bool number_unsigned(number_unsigned_t V) { return put(V); }
  bool number_float(number_float_t V, const string_t &) { return put(V); }
  bool string(string_t &V) { return put(std::move(V)); }
  bool binary(binary_t &) { return false; }

  bool start_object(size_t) { return open(json::object()); }
  bool start_array(size_t) { return open(json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(string_t &K) {
    auto [It, New] =
        Stack.back()->get_ref<json::object_t &>().emplace(K, nullptr);
    if (!New) {
      E.Reason = "duplicated key " + inQuotes(K);
      return false;
    }
    Next = &It->second;
    return true;
  }

  bool parse_error(size_t Position, const std::string &,
                   const json::exception &What) {
    E.Byte = std::max<size_t>(Position, 1);
    // The text of the library is "[json.exception...] parse error at ...:
    // reason".
    StringRef Text = What.what();
    size_t Colon = Text.find(": ");
    E.Reason =
        std::string(Colon == StringRef::npos ? Text : Text.substr(Colon + 2));
    return false;
  }

private:
  template <typename T> json *insert(T &&V) {
    if (Stack.empty())
      return &(Root = std::forward<T>(V));
    if (Stack.back()->is_array())
      return &Stack.back()->get_ref<json::array_t &>().emplace_back(
          std::forward<T>(V));
    return &(*Next = std::forward<T>(V));
  }
  template <typename T> bool put(T &&V) {
    insert(std::forward<T>(V));
    return true;
  }
  bool open(json V) {
    if (Stack.size() == MaxDepth) {
      E.Reason = formatv("nested deeper than {0} levels", MaxDepth).str();
      return false;
    }
    // The elements of a container do not move while one of them is open,
    // because only the innermost container grows.
    Stack.push_back(insert(std::move(V)));
    return true;
  }
  bool close() {
    Stack.pop_back();
    return true;
  }

  JsonError &E;
  std::vector<json *> Stack;
  json *Next = nullptr;
};

} // namespace

std::optional<json> parseJson(StringRef Text, JsonError &E) {
  Builder B(E);
  if (json::sax_parse(Text.begin(), Text.end(), &B))
    return std::move(B.Root);
  if (!E.Byte)
    return std::nullopt;
  StringRef Before = Text.take_front(E.Byte - 1);
  E.Line = Before.count('\n') + 1;
  E.Column = Before.size() - (Before.rfind('\n') + 1) + 1;
  // The library quotes what it read last, regardless of its length and content.
  std::string Reason;
  for (char C : StringRef(E.Reason).take_front(200)) {
    unsigned char U = C;
    if (U < 0x20 || U >= 0x7f)
      Reason += formatv("\\x{0:x-2}", static_cast<unsigned>(U)).str();
    else
      Reason += C;
  }
  E.Reason = std::move(Reason);
  return std::nullopt;
}

std::string JsonError::where(StringRef File) const {
  return Byte ? formatv("{0}:{1}:{2}", File, Line, Column).str() : File.str();
}

std::string JsonError::what() const {
  return Byte ? formatv("byte {0}: not valid JSON: {1}", Byte, Reason).str()
              : Reason;
}

std::string printJson(const nlohmann::ordered_json &V) {
  return V.dump(2, ' ', false,
                nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace cuda_capture
