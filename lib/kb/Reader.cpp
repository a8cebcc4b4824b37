//===- Reader.cpp - Reading knowledge from JSON ---------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Parsing and validation. This file is compiled with exceptions because the
/// JSON library throws; none leaves it.
///
//===----------------------------------------------------------------------===//

#include "Reader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <nlohmann/json.hpp>

using namespace llvm;
using nlohmann::json;

namespace cuda_capture {
namespace {

constexpr uint64_t MaxFileSize = 16 << 20;
constexpr size_t MaxDepth = 64;
constexpr size_t MaxProblems = 1000;

//===----------------------------------------------------------------------===//
// Problems and where they are
//===----------------------------------------------------------------------===//

/// Text from a file, made fit for one line of a message.
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
  // Do not cut a character in two.
  if (S.size() > 60) {
    while (Out.size() > 1 && (Out.back() & 0x80))
      Out.pop_back();
    Out += "...";
  }
  return Out + "'";
}

class Problems {
public:
  void add(StringRef Where, const Twine &Reason) {
    if (Lines.size() < MaxProblems)
      Lines.push_back((Where + ": " + Reason).str());
    else
      ++More;
  }
  bool empty() const { return Lines.empty(); }
  Error take() {
    std::string All = join(Lines, "\n");
    if (More)
      All += formatv("\n... and {0} more problems", More).str();
    return createStringError(inconvertibleErrorCode(), Twine(All));
  }

private:
  std::vector<std::string> Lines;
  size_t More = 0;
};

/// Place of a value in a document; rendered as a JSON pointer (RFC 6901) in URI
/// fragment form only when a problem is reported.
struct Place {
  const Place *Up = nullptr;
  StringRef Key;
  size_t Index = 0;
  bool InArray = false;

  Place() = default;
  Place(const Place &P, StringRef Key) : Up(&P), Key(Key) {}
  Place(const Place &P, size_t Index) : Up(&P), Index(Index), InArray(true) {}
  Place(const Place &) = default;

  std::string str() const {
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
};

//===----------------------------------------------------------------------===//
// Text to JSON values
//===----------------------------------------------------------------------===//

/// Builds the value of a document; stops at the first syntax error, duplicated
/// key or excessive nesting.
class Builder {
public:
  using number_integer_t = json::number_integer_t;
  using number_unsigned_t = json::number_unsigned_t;
  using number_float_t = json::number_float_t;
  using string_t = json::string_t;
  using binary_t = json::binary_t;

  json Root;
  std::string Reason;
  /// Byte of a syntax error, counted from 1; 0 for the other errors.
  size_t Byte = 0;

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
      Reason = "duplicated key " + inQuotes(K);
      return false;
    }
    Next = &It->second;
    return true;
  }

  bool parse_error(size_t Position, const std::string &,
                   const json::exception &E) {
    Byte = std::max<size_t>(Position, 1);
    // The library's text: "[json.exception...] parse error at ...: reason".
    StringRef Text = E.what();
    size_t Colon = Text.find(": ");
    Reason =
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
      Reason = formatv("nested deeper than {0} levels", MaxDepth).str();
      return false;
    }
    // Elements never move while one of them is open: only the innermost
    // container grows.
    Stack.push_back(insert(std::move(V)));
    return true;
  }
  bool close() {
    Stack.pop_back();
    return true;
  }

  std::vector<json *> Stack;
  json *Next = nullptr;
};

/// Parses \p Text, or reports why not.
std::optional<json> parse(StringRef Text, StringRef File, Problems &P) {
  Builder B;
  if (json::sax_parse(Text.begin(), Text.end(), &B))
    return std::move(B.Root);
  if (!B.Byte) {
    P.add(File, B.Reason);
    return std::nullopt;
  }
  StringRef Before = Text.take_front(B.Byte - 1);
  size_t Line = Before.count('\n') + 1;
  size_t Column = Before.size() - (Before.rfind('\n') + 1) + 1;
  // The library repeats what it read last, however long and whatever it is.
  std::string Reason;
  for (char C : StringRef(B.Reason).take_front(200)) {
    unsigned char U = C;
    if (U < 0x20 || U >= 0x7f)
      Reason += formatv("\\x{0:x-2}", static_cast<unsigned>(U)).str();
    else
      Reason += C;
  }
  P.add(formatv("{0}:{1}:{2}", File, Line, Column).str(),
        formatv("byte {0}: not valid JSON: {1}", B.Byte, Reason).str());
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Checked access to JSON values
//===----------------------------------------------------------------------===//

template <typename T> struct EnumName {
  StringLiteral Text;
  T Value;
};

constexpr EnumName<ApiClass> Classes[] = {
    {"control", ApiClass::Control},
    {"captured", ApiClass::Captured},
    {"neutral", ApiClass::Neutral},
    {"unsafe", ApiClass::Unsafe},
    {"conflicts", ApiClass::Conflicts},
    {"legacy-implicit", ApiClass::LegacyImplicit},
    {"unsupported", ApiClass::Unsupported},
    {"unknown", ApiClass::Unknown}};
constexpr EnumName<WaitScope> Waits[] = {{"device", WaitScope::Device},
                                         {"stream", WaitScope::Stream},
                                         {"event", WaitScope::Event}};
constexpr EnumName<Effect> Effects[] = {
    {"begin-capture", Effect::BeginCapture},
    {"end-capture", Effect::EndCapture},
    {"record-event", Effect::RecordEvent},
    {"wait-event", Effect::WaitEvent},
    {"exchange-mode", Effect::ExchangeMode}};
constexpr EnumName<Verdict> ModeVerdicts[] = {{"ok", Verdict::Ok},
                                              {"error", Verdict::Error},
                                              {"unknown", Verdict::Unknown}};
/// Of "invalidates": yes is the error.
constexpr EnumName<Verdict> YesNo[] = {{"yes", Verdict::Error},
                                       {"no", Verdict::Ok},
                                       {"unknown", Verdict::Unknown}};
constexpr EnumName<Access> Accesses[] = {{"in", Access::In},
                                         {"out", Access::Out},
                                         {"inout", Access::InOut},
                                         {"destroy", Access::Destroy}};
constexpr EnumName<Role> Roles[] = {
    {"-", Role::None},
    {"stream", Role::Stream},
    {"event", Role::Event},
    {"graph", Role::Graph},
    {"exec", Role::Exec},
    {"semaphore", Role::Semaphore},
    {"memory", Role::Memory},
    {"mode", Role::Mode},
    {"capture-status", Role::CaptureStatus},
    {"stream-flags", Role::StreamFlags},
    {"event-flags", Role::EventFlags},
    {"copy-kind", Role::CopyKind},
    {"copy-source", Role::CopySource},
    {"copy-destination", Role::CopyDestination}};
constexpr EnumName<int> Confidences[] = {
    {"high", 2}, {"medium", 1}, {"low", 0}};
constexpr EnumName<Family> Families[] = {{"runtime", Family::Runtime},
                                         {"driver", Family::Driver},
                                         {"hip", Family::Hip}};

/// One document and where its problems go.
struct Context {
  Problems &P;
  StringRef File;

  void problem(const Place &At, const Twine &Reason) const {
    P.add((File + ":" + At.str()).str(), Reason);
  }
  void wrongType(const Place &At, const json &V, StringRef Wanted) const {
    problem(At,
            formatv("{0} expected, found {1}", Wanted, V.type_name()).str());
  }

  /// Value of an enumeration; reports what is allowed.
  template <typename T, size_t N>
  std::optional<T> oneOf(const Place &At, StringRef Text, StringRef What,
                         const EnumName<T> (&Table)[N]) const {
    for (const EnumName<T> &E : Table)
      if (E.Text == Text)
        return E.Value;
    SmallVector<StringRef, 16> Allowed;
    for (const EnumName<T> &E : Table)
      Allowed.push_back(E.Text);
    problem(At, formatv("unknown {0} {1}; allowed: {2}", What, inQuotes(Text),
                        join(Allowed, ", "))
                    .str());
    return std::nullopt;
  }
};

enum Presence { Optional, Required };

StringRef textOf(const json &V) { return V.get_ref<const std::string &>(); }

/// An object whose keys must all be asked for.
class Object {
public:
  Object(const Context &C, const json &V, const Place &At)
      : C(C), At(At), V(V), Valid(V.is_object()) {
    if (!Valid)
      C.wrongType(At, V, "object");
  }
  explicit operator bool() const { return Valid; }

  Place at(StringRef Key) const { return Place(At, Key); }

  const json *get(StringRef Key, Presence Need = Optional) {
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

  /// A string; empty if it is absent, or null where that is allowed.
  StringRef str(StringRef Key, Presence Need = Optional, bool Null = false) {
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

  template <typename T, size_t N>
  std::optional<T> oneOf(StringRef Key, const EnumName<T> (&Table)[N],
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

  std::optional<bool> boolean(StringRef Key, Presence Need = Optional) {
    const json *J = get(Key, Need);
    if (!J)
      return std::nullopt;
    if (!J->is_boolean()) {
      C.wrongType(at(Key), *J, "boolean");
      return std::nullopt;
    }
    return J->get<bool>();
  }

  std::optional<unsigned> number(StringRef Key, Presence Need = Optional) {
    const json *J = get(Key, Need);
    if (!J)
      return std::nullopt;
    if (!J->is_number_unsigned() || J->get<uint64_t>() > 99999) {
      C.problem(at(Key), "whole number from 0 to 99999 expected");
      return std::nullopt;
    }
    return static_cast<unsigned>(J->get<uint64_t>());
  }

  /// A number from 0 to 1, 0 if it is absent.
  double rate(StringRef Key) {
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

  /// Calls \p Each with every element of an array.
  template <typename Fn>
  void array(StringRef Key, Fn &&Each, Presence Need = Optional) {
    const json *J = get(Key, Need);
    if (!J)
      return;
    Place Here = at(Key);
    if (!J->is_array())
      return C.wrongType(Here, *J, "array");
    for (size_t I = 0, E = J->size(); I != E; ++I)
      Each((*J)[I], Place(Here, I));
  }

  std::vector<std::string> strings(StringRef Key, Presence Need = Optional) {
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

  /// Reports the keys that nothing asked for.
  void finish() {
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

private:
  const Context &C;
  const Place &At;
  const json &V;
  const bool Valid;
  SmallVector<StringRef, 40> Known;
};

/// True for an identifier, qualified or not.
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

/// True for "", "12" and "12.3".
bool isVersion(StringRef S) {
  if (S.empty())
    return true;
  auto [Major, Minor] = S.split('.');
  auto Digits = [](StringRef D) { return !D.empty() && all_of(D, isDigit); };
  return Digits(Major) && (Major.size() == S.size() || Digits(Minor));
}

} // namespace

//===----------------------------------------------------------------------===//
// The reader
//===----------------------------------------------------------------------===//

class KnowledgeBaseReader::Impl {
public:
  explicit Impl(bool Merge)
      : KB(std::make_shared<KnowledgeBase>()), Merge(Merge) {}

  void path(StringRef Path);
  void text(StringRef Text, StringRef File);
  Result finish();
  std::string merged() const;

private:
  void file(StringRef Path);
  void document(const Context &C, const json &V);
  void row(const Context &C, const json &V, const Place &At);
  void names(const Context &C, Object &O, ApiRow &Row);
  void name(const Context &C, const Place &At, const json &V, ApiRow &Row,
            Family Fam);
  Param param(const Context &C, const json &V, const Place &At);
  void fix(const Context &C, const json &V, const Place &At, ApiRow &Row);
  void evidence(const Context &C, const json &V, const Place &At, ApiRow &Row);
  void rowRules(const Context &C, const Place &At, const ApiRow &Row,
                bool HasWaits, bool HasOtherwise);
  void code(const Context &C, const json &V, const Place &At);
  void suffix(const Context &C, const json &V, const Place &At);
  void entry(const Context &C, const json &V, const Place &At);
  Advice advice(const Context &C, const json &V, const Place &At,
                bool IsDeadEnd);
  void corrections(const Context &C, Object &O, const json &V);
  void references();
  void merge(const json &V);

  /// A name that must exist once everything is read.
  struct Reference {
    std::string Where;
    std::string Entry;
    unsigned Error;
  };

  std::shared_ptr<KnowledgeBase> KB;
  Problems P;
  /// Where each name, construct, entry, code and suffix was first defined.
  StringMap<std::string> Defined;
  std::vector<Reference> References;
  bool Merge;
  json All = json::object();

  /// Reports a second definition; true if this is the first.
  bool define(const Context &C, const Place &At, StringRef What,
              StringRef Name) {
    std::string Key = (What + " " + Name).str();
    std::string Where = (C.File + ":" + At.str()).str();
    auto [It, New] = Defined.try_emplace(Key, Where);
    if (!New)
      C.problem(At, formatv("{0} {1} is already defined at {2}", What,
                            inQuotes(Name), It->second)
                        .str());
    return New;
  }
};

//===--- Files and documents ----------------------------------------------===//

void KnowledgeBaseReader::Impl::path(StringRef Path) {
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return P.add(Path, EC.message());
  if (!sys::fs::is_directory(Status))
    return file(Path);

  std::vector<std::string> Files;
  std::error_code EC;
  for (sys::fs::recursive_directory_iterator
           I(Path, EC, /*follow_symlinks=*/false),
       E;
       !EC && I != E; I.increment(EC)) {
    if (sys::path::extension(I->path()) == ".json" &&
        !sys::fs::is_directory(I->path()))
      Files.push_back(I->path());
  }
  if (EC)
    P.add(Path, EC.message());
  if (Files.empty() && !EC)
    P.add(Path, "no .json file in this folder");
  sort(Files);
  for (const std::string &F : Files)
    file(F);
}

void KnowledgeBaseReader::Impl::file(StringRef Path) {
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return P.add(Path, EC.message());
  if (!sys::fs::is_regular_file(Status))
    return P.add(Path, "not a regular file");
  if (Status.getSize() > MaxFileSize)
    return P.add(Path, formatv("{0} bytes; at most {1} are read",
                               Status.getSize(), MaxFileSize)
                           .str());
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return P.add(Path, Buffer.getError().message());
  // It may have grown since.
  if ((*Buffer)->getBufferSize() > MaxFileSize)
    return P.add(Path, "too large");
  text((*Buffer)->getBuffer(), Path);
}

void KnowledgeBaseReader::Impl::text(StringRef Text, StringRef File) {
  std::optional<json> V = parse(Text, File, P);
  if (!V)
    return;
  document(Context{P, File}, *V);
  if (Merge && P.empty())
    merge(*V);
}

void KnowledgeBaseReader::Impl::document(const Context &C, const json &V) {
  Place Root;
  if (!V.is_object())
    return C.wrongType(Root, V, "object");
  static constexpr StringLiteral Lists[] = {"rows", "codes", "suffixes",
                                            "perThreadMacros", "errors"};
  if (none_of(Lists, [&](StringRef K) { return V.contains(K.str()); })) {
    if (V.contains("id") || V.contains("signature") || V.contains("regex"))
      return entry(C, V, Root);
    return C.problem(
        Root, "no knowledge: expected one of the keys rows, codes, suffixes, "
              "perThreadMacros, errors, or an error entry with id, signature "
              "and regex");
  }

  Object O(C, V, Root);
  O.array("rows", [&](const json &J, const Place &At) { row(C, J, At); });
  O.array("codes", [&](const json &J, const Place &At) { code(C, J, At); });
  O.array("suffixes",
          [&](const json &J, const Place &At) { suffix(C, J, At); });
  O.array("perThreadMacros", [&](const json &J, const Place &At) {
    if (!J.is_string())
      return C.wrongType(At, J, "string");
    if (!isName(textOf(J)))
      return C.problem(At, inQuotes(textOf(J)) + " is not an identifier");
    if (define(C, At, "macro", textOf(J)))
      KB->PerThread.push_back(J.get<std::string>());
  });
  O.array("errors", [&](const json &J, const Place &At) { entry(C, J, At); });
  O.finish();
}

void KnowledgeBaseReader::Impl::merge(const json &V) {
  if (!V.is_object())
    return;
  if (V.contains("id")) {
    // Only what the product reads.
    json Entry = json::object();
    for (const char *Key :
         {"id", "number", "signature", "signature_zh", "regex", "root_cause",
          "root_cause_zh", "workarounds", "workarounds_zh", "dead_ends"})
      if (auto It = V.find(Key); It != V.end())
        Entry[Key] = *It;
    All["errors"].push_back(std::move(Entry));
    return;
  }
  for (const auto &[Key, List] : V.items())
    if (List.is_array())
      for (json Element : List) {
        // The evidence of findings, without the quotes.
        if (Element.is_object() && Element.contains("evidence")) {
          if (!Element.contains("remedy"))
            Element.erase("evidence");
          else
            for (json &E : Element["evidence"])
              E.erase("quote");
        }
        All[Key].push_back(std::move(Element));
      }
}

std::string KnowledgeBaseReader::Impl::merged() const { return All.dump(); }

//===--- API rows ---------------------------------------------------------===//

void KnowledgeBaseReader::Impl::name(const Context &C, const Place &At,
                                     const json &V, ApiRow &Row, Family Fam) {
  if (!V.is_string())
    return C.wrongType(At, V, "string");
  StringRef Name = textOf(V);
  if (!isName(Name))
    return C.problem(At, inQuotes(Name) + " is not a function name");
  if (define(C, At, "function", Name))
    Row.Names.push_back({Name.str(), Fam});
}

void KnowledgeBaseReader::Impl::names(const Context &C, Object &O,
                                      ApiRow &Row) {
  const json *V = O.get("names");
  if (!V)
    return;
  Place At = O.at("names");
  Object Names(C, *V, At);
  if (!Names)
    return;
  for (const EnumName<Family> &F : Families)
    Names.array(F.Text, [&](const json &J, const Place &At) {
      name(C, At, J, Row, F.Value);
    });
  Names.finish();
  if (all_of(*V, [](const json &J) { return J.is_array() && J.empty(); }))
    C.problem(At, "no function is named");
}

Param KnowledgeBaseReader::Impl::param(const Context &C, const json &V,
                                       const Place &At) {
  Param Pm;
  if (!V.is_string()) {
    C.wrongType(At, V, "string");
    return Pm;
  }
  StringRef Text = textOf(V), RoleText = Text;
  bool HasAccess = Text.contains(':');
  if (HasAccess) {
    StringRef AccessText;
    std::tie(AccessText, RoleText) = Text.split(':');
    Pm.Acc = C.oneOf(At, AccessText, "access", Accesses).value_or(Access::In);
  }
  std::optional<Role> R = C.oneOf(At, RoleText, "role", Roles);
  if (!R)
    return Pm;
  Pm.R = *R;

  bool Allowed = true;
  switch (*R) {
  case Role::None:
    Allowed = !HasAccess;
    break;
  case Role::Stream:
  case Role::Event:
  case Role::Graph:
  case Role::Exec:
  case Role::Semaphore:
  case Role::Memory:
    Allowed = Pm.Acc != Access::InOut;
    break;
  case Role::Mode:
    Allowed = Pm.Acc == Access::In || Pm.Acc == Access::InOut;
    break;
  case Role::CaptureStatus:
    Allowed = Pm.Acc == Access::Out;
    break;
  case Role::StreamFlags:
  case Role::EventFlags:
  case Role::CopyKind:
  case Role::CopySource:
  case Role::CopyDestination:
    Allowed = Pm.Acc == Access::In;
    break;
  }
  if (!Allowed)
    C.problem(At, inQuotes(Text) + ": this role cannot have this access");
  return Pm;
}

void KnowledgeBaseReader::Impl::fix(const Context &C, const json &V,
                                    const Place &At, ApiRow &Row) {
  Object O(C, V, At);
  if (!O)
    return;
  if (const json *Rename = O.get("rename", Required)) {
    Place Here = O.at("rename");
    if (!Rename->is_object())
      C.wrongType(Here, *Rename, "object");
    else
      for (const auto &[Old, New] : Rename->items()) {
        Place There(Here, Old);
        auto Known = find_if(Row.Names, [&, &Old = Old](const ApiRow::Name &N) {
          return N.Spelling == Old;
        });
        if (Known == Row.Names.end())
          C.problem(There, "this row does not name this function");
        else if (!New.is_string())
          C.wrongType(There, New, "string");
        else if (!isName(textOf(New)))
          C.problem(There, inQuotes(textOf(New)) + " is not a function name");
        else
          Row.Rewrite.Rename[Old] = New.get<std::string>();
      }
  }
  O.array("append", [&](const json &J, const Place &At) {
    if (!J.is_string())
      return C.wrongType(At, J, "string");
    if (textOf(J) != "stream")
      return C.problem(At, "unknown argument " + inQuotes(textOf(J)) +
                               "; allowed: stream");
    Row.Rewrite.Append.push_back(Role::Stream);
  });
  Row.Rewrite.DropsWait = O.boolean("dropsWait").value_or(false);
  O.finish();
}

void KnowledgeBaseReader::Impl::evidence(const Context &C, const json &V,
                                         const Place &At, ApiRow &Row) {
  Object O(C, V, At);
  Evidence E;
  E.Source = O.str("source", Required).str();
  E.Url = O.str("url").str();
  E.Quote = O.str("quote").str();
  O.finish();
  if (O)
    Row.Sources.push_back(std::move(E));
}

/// Rules between the fields of a row.
void KnowledgeBaseReader::Impl::rowRules(const Context &C, const Place &At,
                                         const ApiRow &Row, bool HasWaits,
                                         bool HasOtherwise) {
  auto Needs = [&](Role R, Access A, StringRef Param, StringRef Why) {
    if (!Row.paramIndex(R, A))
      C.problem(At, formatv("{0} needs a parameter '{1}'", Why, Param).str());
  };
  bool Conflicts = Row.Class == ApiClass::Conflicts;
  if (Conflicts && !HasWaits)
    C.problem(At, "class 'conflicts' needs the key 'waits'");
  if (!Conflicts && HasWaits)
    C.problem(Place(At, "waits"), "only class 'conflicts' waits");
  if (!Conflicts && HasOtherwise)
    C.problem(Place(At, "otherwise"),
              "only class 'conflicts' has another class otherwise");
  if (Row.Waits == WaitScope::Stream)
    Needs(Role::Stream, Access::In, "stream", "waiting for a stream");
  if (Row.Waits == WaitScope::Event)
    Needs(Role::Event, Access::In, "event", "waiting for an event");
  if (Row.Class == ApiClass::Unsupported)
    Needs(Role::Stream, Access::In, "stream", "class 'unsupported'");
  switch (Row.Eff) {
  case Effect::None:
    break;
  case Effect::BeginCapture:
  case Effect::EndCapture:
    Needs(Role::Stream, Access::In, "stream", "this effect");
    break;
  case Effect::RecordEvent:
  case Effect::WaitEvent:
    Needs(Role::Stream, Access::In, "stream", "this effect");
    Needs(Role::Event, Access::In, "event", "this effect");
    break;
  case Effect::ExchangeMode:
    Needs(Role::Mode, Access::InOut, "inout:mode", "this effect");
    break;
  }
}

void KnowledgeBaseReader::Impl::row(const Context &C, const json &V,
                                    const Place &At) {
  Object O(C, V, At);
  if (!O)
    return;
  ApiRow &Row = KB->Rows.emplace_back();

  StringRef Construct;
  names(C, O, Row);
  if (const json *J = O.get("construct")) {
    Place Here = O.at("construct");
    if (!J->is_string())
      C.wrongType(Here, *J, "string");
    else if (textOf(*J) != "launch")
      C.problem(Here, "unknown construct " + inQuotes(textOf(*J)) +
                          "; allowed: launch");
    else if (define(C, Here, "construct", textOf(*J)))
      Construct = textOf(*J);
  }
  if (V.contains("names") == V.contains("construct"))
    C.problem(At, "exactly one of the keys 'names' and 'construct' expected");

  Row.Header = O.str("header").str();
  O.array("params", [&](const json &J, const Place &Here) {
    Row.Params.push_back(param(C, J, Here));
  });
  Row.Class = O.oneOf("class", Classes, Required).value_or(ApiClass::Unknown);
  std::optional<WaitScope> W = O.oneOf("waits", Waits);
  Row.Waits = W.value_or(WaitScope::None);
  std::optional<ApiClass> Otherwise = O.oneOf("otherwise", Classes);
  Row.Otherwise = Otherwise.value_or(ApiClass::Neutral);
  Row.Eff = O.oneOf("effect", Effects).value_or(Effect::None);
  if (const json *J = O.get("modes")) {
    Place Here = O.at("modes");
    Object Modes(C, *J, Here);
    static constexpr StringLiteral Keys[] = {"global", "thread-local",
                                             "relaxed"};
    for (unsigned I = 0; I != 3; ++I)
      Row.ModeOverride[I] = Modes.oneOf(Keys[I], ModeVerdicts);
    Modes.finish();
  }
  Row.Error = O.number("error").value_or(0);
  Row.Invalidates = O.oneOf("invalidates", YesNo).value_or(Verdict::Unknown);
  Row.Since = O.str("since").str();
  Row.Removed = O.str("removed").str();
  for (const char *Key : {"since", "removed"})
    if (V.contains(Key) && V[Key].is_string() && !isVersion(textOf(V[Key])))
      C.problem(O.at(Key),
                inQuotes(textOf(V[Key])) + " is not a version such as 12.3");
  Row.Entry = O.str("entry").str();
  if (const json *J = O.get("remedy")) {
    Place Here = O.at("remedy");
    Object Remedy(C, *J, Here);
    Row.RemedyEn = Remedy.str("en", Required).str();
    Row.RemedyZh = Remedy.str("zh").str();
    Remedy.finish();
  }
  if (const json *J = O.get("fix"))
    fix(C, *J, O.at("fix"), Row);
  O.array("evidence",
          [&](const json &J, const Place &Here) { evidence(C, J, Here, Row); });
  O.oneOf("confidence", Confidences, Required);
  if (auto It = V.find("confidence"); It != V.end() && It->is_string())
    Row.Confidence = It->get<std::string>();
  O.finish();

  rowRules(C, At, Row, W.has_value() || V.contains("waits"),
           V.contains("otherwise"));
  if (!Row.Entry.empty() || Row.Error)
    References.push_back(
        {(C.File + ":" + At.str()).str(), Row.Entry, Row.Error});
  for (unsigned I = 0, E = Row.Names.size(); I != E; ++I)
    KB->ByName[Row.Names[I].Spelling] = {&Row, I};
  if (!Construct.empty()) {
    // A construct has no name in the program; messages need one.
    Row.Names.push_back({Construct.str(), Family::Runtime});
    KB->Constructs[Construct] = &Row;
  }
}

//===--- Error names and spellings ----------------------------------------===//

void KnowledgeBaseReader::Impl::code(const Context &C, const json &V,
                                     const Place &At) {
  Object O(C, V, At);
  if (!O)
    return;
  KnowledgeBase::ErrorNames E;
  std::optional<unsigned> Number = O.number("number", Required);
  E.Number = Number.value_or(0);
  E.Runtime = O.str("runtime", Required).str();
  E.Driver = O.str("driver").str();
  E.Hip = O.str("hip").str();
  O.str("message");
  O.finish();
  if (Number && define(C, O.at("number"), "error code", utostr(*Number)))
    KB->Errors.push_back(std::move(E));
}

void KnowledgeBaseReader::Impl::suffix(const Context &C, const json &V,
                                       const Place &At) {
  Object O(C, V, At);
  if (!O)
    return;
  StringRef S = O.str("suffix", Required);
  bool PerThread = O.boolean("perThreadDefaultStream").value_or(false);
  O.finish();
  if (S.empty())
    return;
  if (!S.starts_with("_") || !isName(S))
    return C.problem(O.at("suffix"),
                     inQuotes(S) + " is not a suffix such as _v2");
  if (define(C, O.at("suffix"), "suffix", S))
    KB->Suffixes.push_back({S.str(), PerThread});
}

//===--- Error entries ----------------------------------------------------===//

Advice KnowledgeBaseReader::Impl::advice(const Context &C, const json &V,
                                         const Place &At, bool IsDeadEnd) {
  Advice A;
  Object O(C, V, At);
  StringRef Action = O.str("action");
  StringRef How = O.str("how");
  StringRef WhyFails = O.str("why_fails");
  A.En = (How.empty() ? Action : How).str();
  if (IsDeadEnd)
    A.En = Action.str();
  A.WhyFails = WhyFails.str();
  A.SuccessRate = O.rate("success_rate");
  O.rate("fail_rate");
  O.str("condition", Optional, /*Null=*/true);
  O.strings("sources");
  A.Shown = O.boolean("shown").value_or(true);
  O.finish();
  if (O && A.Shown) {
    if (IsDeadEnd ? Action.empty() || WhyFails.empty() : A.En.empty())
      C.problem(At, IsDeadEnd
                        ? "a dead end that is shown needs action and why_fails"
                        : "advice that is shown needs action or how");
  }
  return A;
}

/// What was corrected in an imported entry; kept for the record.
void KnowledgeBaseReader::Impl::corrections(const Context &C, Object &O,
                                            const json &V) {
  O.array("corrections", [&](const json &J, const Place &At) {
    Object Fix(C, J, At);
    StringRef Field = Fix.str("field", Required);
    Fix.str("was", Required);
    Fix.str("now", Required);
    Fix.str("evidence", Required);
    Fix.finish();
    if (Field.empty())
      return;
    bool Found = false;
    try {
      Found = V.contains(json::json_pointer(Field.str()));
    } catch (const json::exception &) {
    }
    if (!Found)
      C.problem(Fix.at("field"), inQuotes(Field) +
                                     " is not a JSON pointer to a field of "
                                     "this entry");
  });
}

void KnowledgeBaseReader::Impl::entry(const Context &C, const json &V,
                                      const Place &At) {
  Object O(C, V, At);
  if (!O)
    return;
  ErrorEntry E;
  E.Id = O.str("id", Required).str();
  E.Number = O.number("number").value_or(0);
  E.SignatureEn = O.str("signature", Required).str();
  E.SignatureZh = O.str("signature_zh", Optional, true).str();
  E.Regex = O.str("regex", Required).str();
  E.CauseEn = O.str("root_cause", Required).str();
  E.CauseZh = O.str("root_cause_zh", Optional, true).str();
  for (const char *Key :
       {"domain", "category", "subcategory", "root_cause_type",
        "official_doc_url", "official_doc_section", "error_code",
        "verification_tier", "first_seen", "last_confirmed", "last_updated",
        "locale"})
    O.str(Key, Optional, /*Null=*/true);
  O.array("versions", [&](const json &J, const Place &Here) {
    Object Version(C, J, Here);
    Version.str("version", Required);
    for (const char *Key :
         {"introduced", "deprecated", "removed", "behavior_change", "status"})
      Version.str(Key, Optional, /*Null=*/true);
    Version.finish();
  });
  if (const json *J = O.get("os_specific"); J && !J->is_object())
    C.wrongType(O.at("os_specific"), *J, "object");
  if (const json *J = O.get("transition_graph")) {
    Place Here = O.at("transition_graph");
    Object Graph(C, *J, Here);
    for (const char *Key :
         {"leads_to", "preceded_by", "frequently_confused_with"})
      Graph.strings(Key);
    Graph.finish();
  }
  O.rate("confidence");
  O.rate("fix_success_rate");
  if (const json *J = O.get("resolvable");
      J && !J->is_string() && !J->is_boolean() && !J->is_null())
    C.wrongType(O.at("resolvable"), *J, "string or boolean");
  O.number("evidence_count");
  for (const char *Key : {"tags", "aliases", "sources"})
    O.strings(Key);

  O.array("workarounds", [&](const json &J, const Place &Here) {
    E.Remedies.push_back(advice(C, J, Here, /*IsDeadEnd=*/false));
  });
  O.array("dead_ends", [&](const json &J, const Place &Here) {
    E.DeadEnds.push_back(advice(C, J, Here, /*IsDeadEnd=*/true));
  });
  std::vector<std::string> Zh = O.strings("workarounds_zh");
  if (!Zh.empty() && Zh.size() != E.Remedies.size())
    C.problem(O.at("workarounds_zh"), formatv("{0} texts for {1} workarounds",
                                              Zh.size(), E.Remedies.size())
                                          .str());
  // An imported text that was never translated is not Chinese.
  for (auto [A, Text] : zip(E.Remedies, Zh))
    if (Text != A.En)
      A.Zh = Text;
  stable_sort(E.Remedies, [](const Advice &A, const Advice &B) {
    return A.SuccessRate > B.SuccessRate;
  });
  corrections(C, O, V);
  O.finish();

  if (!E.Id.empty() && define(C, O.at("id"), "error entry", E.Id)) {
    KB->Entries.push_back(std::move(E));
    KB->EntryById[KB->Entries.back().Id] = &KB->Entries.back();
  }
}

//===--- All together -----------------------------------------------------===//

/// Rows may cite only what exists.
void KnowledgeBaseReader::Impl::references() {
  for (const Reference &R : References) {
    if (!R.Entry.empty() && !KB->EntryById.count(R.Entry))
      P.add(R.Where + "/entry", "no error entry " + inQuotes(R.Entry));
    if (R.Error && !KB->Errors.empty() &&
        none_of(KB->Errors, [&](const KnowledgeBase::ErrorNames &E) {
          return E.Number == R.Error;
        }))
      P.add(R.Where + "/error", formatv("no error code {0}", R.Error).str());
  }
}

KnowledgeBaseReader::Result KnowledgeBaseReader::Impl::finish() {
  references();
  if (P.empty() && none_of(KB->Rows, [](const ApiRow &R) {
        return R.Eff == Effect::BeginCapture;
      }))
    P.add("knowledge base", "no row begins a capture; nothing could be found");
  if (!P.empty())
    return P.take();
  return std::shared_ptr<const KnowledgeBase>(KB);
}

/// Runs \p Read; whatever the JSON library or the allocator throws becomes an
/// error.
template <typename Fn> static KnowledgeBaseReader::Result guarded(Fn &&Read) {
  std::string What;
  try {
    return Read();
  } catch (const std::exception &E) {
    What = E.what();
  } catch (...) {
    What = "unknown exception";
  }
  return createStringError(inconvertibleErrorCode(),
                           Twine("knowledge base: cannot be read: " + What));
}

KnowledgeBaseReader::Result
KnowledgeBaseReader::readPaths(ArrayRef<std::string> Paths,
                               std::string *Merged) {
  return guarded([&]() -> Result {
    Impl I(Merged != nullptr);
    for (const std::string &Path : Paths)
      I.path(Path);
    Result R = I.finish();
    if (R && Merged)
      *Merged = I.merged();
    return R;
  });
}

KnowledgeBaseReader::Result KnowledgeBaseReader::readText(StringRef Text,
                                                          StringRef Name) {
  return guarded([&]() -> Result {
    Impl I(/*Merge=*/false);
    I.text(Text, Name);
    return I.finish();
  });
}

Expected<std::shared_ptr<const KnowledgeBase>>
KnowledgeBase::load(ArrayRef<std::string> Paths) {
  return KnowledgeBaseReader::readPaths(Paths);
}

} // namespace cuda_capture
