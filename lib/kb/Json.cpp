//===- Json.cpp - Checked access to JSON values ---------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The implementation of problems, parsing and typed access. Compiled with
/// exceptions because the JSON library throws.
///
//===----------------------------------------------------------------------===//

#include "Json.h"
#include "KnowledgeBase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace cuda_capture::kb {

static constexpr size_t MaxProblems = 1000;

//===--- Problems and where they are --------------------------------------===//

void Problems::add(StringRef Where, const Twine &Reason) {
  if (Lines.size() < MaxProblems)
    Lines.push_back((Where + ": " + Reason).str());
  else
    ++More;
}

Error Problems::take() {
  std::string All = join(Lines, "\n");
  if (More)
    All += formatv("\n... and {0} more problems", More).str();
  return createStringError(inconvertibleErrorCode(), Twine(All));
}

std::string Place::str() const {
  if (!Up)
    return "#";
  std::string S = Up->str() + "/";
  if (InArray)
    return S + utostr(Index);
  for (char C : Key) {
    if (C == '~')
      S += "~0";
    else if (C == '/')
      S += "~1";
    else if (static_cast<unsigned char>(C) < 0x20 || C == 0x7f)
      S += '?';
    else
      S += C;
  }
  return S;
}

//===--- Text to JSON values ----------------------------------------------===//

std::optional<json> parse(StringRef Text, StringRef File, Problems &P) {
  JsonError E;
  std::optional<json> V = parseJson(Text, E);
  if (!V)
    P.add(E.where(File), E.what());
  return V;
}

//===--- Checked access to JSON values ------------------------------------===//

void Context::problem(const Place &At, const Twine &Reason) const {
  P.add((File + ":" + At.str()).str(), Reason);
}

void Context::wrongType(const Place &At, const json &V,
                        StringRef Wanted) const {
  problem(At, formatv("{0} expected, found {1}", Wanted, V.type_name()).str());
}

void Context::notAllowed(const Place &At, StringRef Text, StringRef What,
                         ArrayRef<StringRef> Allowed) const {
  problem(At, formatv("unknown {0} {1}; allowed: {2}", What, inQuotes(Text),
                      join(Allowed, ", "))
                  .str());
}

Object::Object(const Context &C, const json &V, const Place &At)
    : C(C), At(At), V(V), Valid(V.is_object()) {
  if (!Valid)
    C.wrongType(At, V, "object");
}

const json *Object::get(StringRef Key, Presence Need) {
  Known.push_back(Key);
  if (!Valid)
    return nullptr;
  auto It = V.find(std::string_view(Key));
  if (It != V.end())
    return &*It;
  if (Need == Required)
    C.problem(At, formatv("key '{0}' is missing", Key).str());
  return nullptr;
}

StringRef Object::str(StringRef Key, Presence Need, bool Null) {
  const json *J = get(Key, Need);
  if (!J || (Null && J->is_null()))
    return "";
  if (!J->is_string()) {
    C.wrongType(at(Key), *J, Null ? "string or null" : "string");
    return "";
  }
  StringRef S = textOf(*J);
  if (Need == Required && S.empty())
    C.problem(at(Key), "must not be empty");
  return S;
}

std::optional<bool> Object::boolean(StringRef Key, Presence Need) {
  const json *J = get(Key, Need);
  if (!J)
    return std::nullopt;
  if (!J->is_boolean()) {
    C.wrongType(at(Key), *J, "boolean");
    return std::nullopt;
  }
  return J->get<bool>();
}

std::optional<unsigned> Object::number(StringRef Key, Presence Need,
                                       unsigned Max) {
  const json *J = get(Key, Need);
  if (!J)
    return std::nullopt;
  if (!J->is_number_unsigned() || J->get<uint64_t>() > Max) {
    C.problem(at(Key),
              formatv("whole number from 0 to {0} expected", Max).str());
    return std::nullopt;
  }
  return static_cast<unsigned>(J->get<uint64_t>());
}

double Object::rate(StringRef Key) {
  const json *J = get(Key);
  if (!J || J->is_null())
    return 0;
  double D = J->is_number() ? J->get<double>() : -1;
  if (!(D >= 0 && D <= 1)) {
    C.problem(at(Key), "number from 0 to 1 expected");
    return 0;
  }
  return D;
}

void Object::array(StringRef Key,
                   function_ref<void(const json &, const Place &)> Each,
                   Presence Need) {
  const json *J = get(Key, Need);
  if (!J)
    return;
  Place Here = at(Key);
  if (!J->is_array())
    return C.wrongType(Here, *J, "array");
  for (size_t I = 0, E = J->size(); I != E; ++I)
    Each((*J)[I], Place(Here, I));
}

std::vector<std::string> Object::strings(StringRef Key, Presence Need) {
  std::vector<std::string> Out;
  array(
      Key,
      [&](const json &J, const Place &At) {
        if (J.is_string())
          Out.push_back(J.get<std::string>());
        else
          C.wrongType(At, J, "string");
      },
      Need);
  return Out;
}

void Object::finish() {
  if (!Valid)
    return;
  for (const auto &Item : V.items()) {
    StringRef Key = Item.key();
    if (is_contained(Known, Key))
      continue;
    std::string Text = "unknown key " + inQuotes(Key);
    StringRef Nearest;
    unsigned Best = 3;
    for (StringRef K : Known)
      if (unsigned D = K.edit_distance(Key, true, Best); D < Best) {
        Best = D;
        Nearest = K;
      }
    if (!Nearest.empty())
      Text += formatv("; did you mean '{0}'?", Nearest).str();
    C.problem(At, Text);
  }
}

bool isVersion(StringRef S) {
  if (S.empty())
    return true;
  auto [Major, Minor] = S.split('.');
  auto Digits = [](StringRef D) {
    return !D.empty() && all_of(D, [](char C) { return isDigit(C); });
  };
  return Digits(Major) && (Major.size() == S.size() || Digits(Minor));
}

bool isName(StringRef S) {
  while (true) {
    auto [Head, Tail] = S.split("::");
    if (Head.empty() || isDigit(Head.front()) ||
        !all_of(Head, [](char C) { return isAlnum(C) || C == '_'; }))
      return false;
    if (Head.size() == S.size())
      return true;
    S = Tail;
  }
}

/// Whether \p S has the form "ns::f(type *": a scope, any text without quotes,
/// a parenthesis, and again any text without quotes.
static bool isSignatureName(StringRef S) {
  StringRef Outermost = S.split("::").first;
  return Outermost.size() < S.find('(') && isName(Outermost) &&
         S.find_first_of("\t\n\"\\") == StringRef::npos;
}

bool isFunctionName(StringRef S) {
  if (isSignature(S))
    return isSignatureName(S);
  size_t Last = S.rfind("::");
  StringRef Scope = Last == StringRef::npos ? "" : S.take_front(Last);
  StringRef Name = Last == StringRef::npos ? S : S.drop_front(Last + 2);
  auto IsName = [](StringRef N) {
    std::string Plain = N.str();
    for (char &C : Plain)
      if (C == '*' || C == '?')
        C = '_';
    return isName(Plain);
  };
  if (Last != StringRef::npos && !IsName(Scope))
    return false;
  if (Name.consume_front("operator") && !Name.empty() && !isAlnum(Name[0]) &&
      Name[0] != '_')
    return Name.front() == ' '
               ? isName(Name.drop_front())
               : Name.find_first_of(" \t\"'\\") == StringRef::npos;
  Name = Last == StringRef::npos ? S : S.drop_front(Last + 2);
  if (!Scope.empty())
    Name.consume_front("~");
  // A pattern that consists only of wildcards would match every function.
  return IsName(Name) && S.find_first_not_of("*?:~") != StringRef::npos;
}

} // namespace cuda_capture::kb
