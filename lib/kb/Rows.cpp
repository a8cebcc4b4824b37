//===- Rows.cpp - Reading API rows ----------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads rows of the API table and checks the rules between their fields.
/// Compiled with exceptions because the JSON library throws.
///
//===----------------------------------------------------------------------===//

#include "ReaderImpl.h"
#include "RowTables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace cuda_capture {

using namespace kb;

/// Whether \p Word is one of the words in \p Words, which are separated by
/// blanks.
static bool hasWord(StringRef Words, StringRef Word) {
  return is_contained(split(Words, ' '), Word);
}

StringRef className(ApiClass C) { return nameOf(C, ApiClasses); }
StringRef roleName(Role R) { return nameOf(R, Roles); }
std::string hiddenField(Role R) { return ("<" + roleName(R) + ">").str(); }

StringRef nodeKindName(NodeKind K) {
  return K == NodeKind::None ? "" : nameOf(K, NodeKinds);
}
StringRef accessName(Access A) { return nameOf(A, Accesses); }

bool KnowledgeBaseReader::Impl::mayStandIn(StringRef Key, Role R) {
  return hasWord(nameOf(R, RoleKeys), Key);
}

std::optional<Role> KnowledgeBaseReader::Impl::roleIn(const Context &C,
                                                      const Place &At,
                                                      StringRef Key,
                                                      StringRef Text) {
  SmallVector<StringRef, 16> Allowed;
  for (const EnumName<Role> &E : Roles)
    if (mayStandIn(Key, E.Value)) {
      if (E.Text == Text)
        return E.Value;
      Allowed.push_back(E.Text);
    }
  C.notAllowed(At, Text, "role", Allowed);
  return std::nullopt;
}

void KnowledgeBaseReader::Impl::name(const Context &C, const Place &At,
                                     const json &V, ApiRow &Row, Family Fam) {
  if (!V.is_string())
    return C.wrongType(At, V, "string");
  StringRef Name = textOf(V);
  if (!isFunctionName(Name))
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
  if (V.is_string())
    return param(C, V, At, textOf(V));
  C.wrongType(At, V, "string");
  return Param();
}

Param KnowledgeBaseReader::Impl::param(const Context &C, const json &V,
                                       const Place &At, StringRef Text) {
  Param Pm;
  StringRef RoleText = Text;
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

  const bool Allowed =
      *R == Role::None ? !HasAccess
                       : hasWord(nameOf(*R, RoleAccesses), accessName(Pm.Acc));
  if (!Allowed)
    C.problem(At, inQuotes(Text) + ": this role cannot have this access");
  return Pm;
}

/// "4": {"host.fn": "callback"}: what fields of a structure are.
void KnowledgeBaseReader::Impl::fields(const Context &C, const json &V,
                                       const Place &At, ApiRow &Row) {
  if (!V.is_object())
    return C.wrongType(At, V, "object");
  for (const auto &[Position, Fields] : V.items()) {
    Place Here(At, Position);
    unsigned Param = 0;
    if (StringRef(Position).getAsInteger(10, Param)) {
      C.problem(Here, inQuotes(Position) + " is not a parameter's position");
      continue;
    }
    if (!Fields.is_object()) {
      C.wrongType(Here, Fields, "object");
      continue;
    }
    for (const auto &[Path, What] : Fields.items()) {
      Place There(Here, Path);
      if (!What.is_string()) {
        C.wrongType(There, What, "string");
        continue;
      }
      std::optional<Role> R = C.oneOf(There, textOf(What), "role", Roles);
      if (R && !mayStandIn("fields", *R))
        C.problem(There, inQuotes(textOf(What)) + ": no role of a field");
      FieldRole Field{Param, {}, R.value_or(Role::None)};
      SmallVector<StringRef, 2> Names;
      StringRef(Path).split(Names, '.');
      for (StringRef Name : Names) {
        if (!isName(Name))
          C.problem(There, inQuotes(Name) + " is not the name of a field");
        Field.Path.push_back(Name.str());
      }
      Row.Fields.push_back(std::move(Field));
    }
  }
}

/// {"name": "cuda", "place": "device"}: a kind of devices in "cuda:1".
void KnowledgeBaseReader::Impl::place(const Context &C, const json &V,
                                      const Place &At) {
  Object O(C, V, At);
  if (!O)
    return;
  StringRef Name = O.str("name", Required);
  std::optional<MemorySpace> Where = O.oneOf("place", Places, Required);
  O.finish();
  if (Where && define(C, O.at("name"), "kind of devices", Name))
    KB->Places.emplace_back(Name.str(), *Where);
}

/// {"role": "stream", "names": ["cudaStream_t", ...]}
void KnowledgeBaseReader::Impl::types(const Context &C, const json &V,
                                      const Place &At) {
  Object O(C, V, At);
  if (!O)
    return;
  std::optional<Role> R = O.oneOf("role", Roles, Required);
  std::vector<std::string> Names = O.strings("names", Required);
  O.finish();
  if (R && define(C, O.at("role"), "type of role", roleName(*R)))
    KB->Types.emplace_back(*R, std::move(Names));
}

void KnowledgeBaseReader::Impl::fix(const Context &C, const json &V,
                                    const Place &At, ApiRow &Row) {
  Object O(C, V, At);
  if (!O)
    return;
  if (const json *Rename = O.get("rename")) {
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
        else if (isPattern(Old) || StringRef(Old).contains("::"))
          C.problem(There, "only a function of the global namespace can be "
                           "renamed");
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
  Fix &F = Row.Rewrite;
  F.DropsWait = O.boolean("dropsWait").value_or(false);
  O.array("drop", [&](const json &J, const Place &At) {
    if (J.is_number_unsigned() && J.get<uint64_t>() < 100)
      F.Drop.push_back(J.get<unsigned>());
    else
      C.wrongType(At, J, "index of an argument");
  });
  if (const json *J = O.get("callback")) {
    Place Here = O.at("callback");
    Object Callback(C, *J, Here);
    F.Callback = {Callback.number("argument", Required).value_or(0),
                  Callback.number("dropParams", Required).value_or(0)};
    Callback.finish();
  }
  F.Hoist = O.boolean("hoist").value_or(false);
  F.Remove = O.boolean("remove").value_or(false);
  O.finish();
  if (!V.is_object())
    return;
  if (!V.contains("rename") && !F.Hoist && !F.Remove)
    C.problem(At, "nothing is fixed: one of the keys 'rename', 'hoist' and "
                  "'remove' expected");
  for (const char *Key : {"append", "drop", "dropsWait", "callback"})
    if (V.contains(Key) && !V.contains("rename"))
      C.problem(O.at(Key), "only a renamed call has this");
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

/// Checks the rules between the fields of a row.
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
  if (Row.Waits == WaitScope::Stream && !Row.paramIndex(Role::Library))
    Needs(Role::Stream, Access::In, "stream", "waiting for a stream");
  const Param First =
      Row.Implicit < Row.Params.size() ? Row.Params[Row.Implicit] : Param();
  if (Row.StreamByType && Row.Current == CurrentUse::Use &&
      Row.CurrentRole == Role::Stream)
    C.problem(At, "a call works on the stream that it is given, or on the "
                  "current one");
  if (Row.StreamByType &&
      (First.R != Role::Stream || First.Acc != Access::In || Row.Typed))
    C.problem(At, "the first parameter must be 'stream' if that is found by "
                  "its type");
  if (Row.ResultIs == ResultMeaning::Handle && (!Row.This || Row.KeepsArgument))
    C.problem(At, "only an object that stands for a handle can return it: key "
                  "'this' expected");
  if (Row.StreamByType && Row.This)
    C.problem(At, "a member function of a handle has its stream in 'params'");
  if (Row.ResultIs == ResultMeaning::KeepsStream)
    Needs(Role::Stream, Access::In, "stream", "a result that keeps it");
  if (Row.Waits == WaitScope::Event)
    Needs(Role::Event, Access::In, "event", "waiting for an event");
  if (Row.Rewrite.Remove && !HasWaits)
    C.problem(At, "only what waits can be removed");
  if (Row.Rewrite.Hoist && Row.Class != ApiClass::Unsafe)
    C.problem(At, "only class 'unsafe' is permitted in front of the capture");
  if (Row.Node != NodeKind::None && Row.Class != ApiClass::Captured &&
      Row.Eff != Effect::LaunchGraph && !Row.paramIndex(Role::Graph))
    C.problem(Place(At, "node"), "only what is captured, launches a graph or "
                                 "is given one makes a node");
  if (Row.Class == ApiClass::Unsupported)
    Needs(Role::Stream, Access::In, "stream", "class 'unsupported'");
  switch (Row.Eff) {
  case Effect::None:
  case Effect::UpdateGraph:
  case Effect::LastError:
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
  case Effect::UpdateDependencies:
    Needs(Role::Stream, Access::In, "stream", "this effect");
    Needs(Role::Node, Access::In, "node", "this effect");
    break;
  case Effect::Instantiate:
    Needs(Role::Exec, Access::Out, "out:exec", "this effect");
    break;
  case Effect::LaunchGraph:
    Needs(Role::Exec, Access::In, "exec", "this effect");
    Needs(Role::Stream, Access::In, "stream", "this effect");
    break;
  case Effect::BindStream:
    Needs(Role::Library, Access::In, "library", "this effect");
    Needs(Role::Stream, Access::In, "stream", "this effect");
    break;
  case Effect::GetStream:
    Needs(Role::Library, Access::In, "library", "this effect");
    Needs(Role::Stream, Access::Out, "out:stream", "this effect");
    break;
  case Effect::SetPointerMode:
    Needs(Role::Library, Access::In, "library", "this effect");
    Needs(Role::PointerMode, Access::In, "pointer-mode", "this effect");
    break;
  case Effect::SetDevice:
    Needs(Role::Device, Access::In, "device", "this effect");
    break;
  case Effect::LookUp:
    Needs(Role::FunctionName, Access::In, "function-name", "this effect");
    Needs(Role::Function, Access::Out, "out:function", "this effect");
    break;
  }
}

/// "12.3", or {"cudaX": "12.3"} if the names differ in it: a version of each
/// name.
void KnowledgeBaseReader::Impl::versions(const Context &C, const json &V,
                                         const Place &At, ApiRow &Row,
                                         std::string ApiRow::Name::*Field) {
  auto Set = [&](const json &J, const Place &Here, ApiRow::Name &N) {
    if (!J.is_string())
      return C.wrongType(Here, J, "string");
    if (!isVersion(textOf(J)))
      return C.problem(Here,
                       inQuotes(textOf(J)) + " is not a version such as 12.3");
    N.*Field = J.get<std::string>();
  };
  if (!V.is_object()) {
    // A row whose names are all wrong has its problem already.
    ApiRow::Name None;
    Set(V, At, Row.Names.empty() ? None : Row.Names.front());
    for (ApiRow::Name &N : Row.Names)
      N.*Field = Row.Names.front().*Field;
    return;
  }
  for (const auto &[Name, J] : V.items()) {
    auto Known = find_if(Row.Names, [&, &Name = Name](const ApiRow::Name &N) {
      return N.Spelling == Name;
    });
    if (Known == Row.Names.end())
      C.problem(Place(At, Name), "this row does not name this function");
    else
      Set(J, Place(At, Name), *Known);
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
    else if (auto Known = C.oneOf(Here, textOf(*J), "construct", Constructs))
      if (define(C, Here, "construct", *Known))
        Construct = *Known;
  }
  if (V.contains("names") == V.contains("construct"))
    C.problem(At, "exactly one of the keys 'names' and 'construct' expected");

  Row.Header = O.str("header").str();
  Row.OfLibrary = O.boolean("library").value_or(false);
  O.array("params", [&](const json &J, const Place &Here) {
    Row.Params.push_back(param(C, J, Here));
  });
  if (const json *J = O.get("fields"))
    fields(C, *J, O.at("fields"), Row);
  objects(C, O, At, Row);
  Row.StreamByType = O.boolean("streamByType").value_or(false);
  Row.Moves = O.boolean("moves").value_or(false);
  if (Row.Moves && (Row.StreamByType || Row.Implicit))
    C.problem(O.at("moves"), "only the handles of a C function move");
  Row.ResultIs =
      O.oneOf("result", ResultMeanings).value_or(ResultMeaning::Error);
  bool HasWaits = verdict(C, O, Row);
  Row.SameDevice = O.boolean("sameDevice").value_or(false);
  Row.KernelFollows = O.boolean("kernelFollows").value_or(false);
  for (const auto &[Key, Field] :
       {std::pair("since", &ApiRow::Name::Since),
        std::pair("removed", &ApiRow::Name::Removed)})
    if (const json *J = O.get(Key))
      versions(C, *J, O.at(Key), Row, Field);
  for (const char *Key : {"before", "from"})
    if (const json *J = O.get(Key)) {
      const Place Here = O.at(Key);
      if (!Row.VersionMacros.empty())
        C.problem(Here, "a row has one of the keys 'before' and 'from'");
      Object Limit(C, *J, Here);
      Row.FromLimit = StringRef(Key) == "from";
      Row.VersionLimit = Limit.str("version", Required).str();
      Row.VersionMacros = Limit.strings("macros", Required);
      Row.IfVersionUnknown = Limit.boolean("orUnknown").value_or(false);
      Limit.finish();
      if (Limit && !isVersion(Row.VersionLimit))
        C.problem(Limit.at("version"), inQuotes(Row.VersionLimit) +
                                           " is not a version such as 12.3");
      if (Limit && (Row.VersionMacros.empty() || Row.VersionMacros.size() > 3))
        C.problem(Limit.at("macros"), "one to three macros expected");
    }
  if (const json *J = O.get("fix"))
    fix(C, *J, O.at("fix"), Row);
  O.array("evidence",
          [&](const json &J, const Place &Here) { evidence(C, J, Here, Row); });
  O.oneOf("confidence", Confidences, Required);
  if (auto It = V.find("confidence"); It != V.end() && It->is_string())
    Row.Confidence = It->get<std::string>();
  O.array("cases",
          [&](const json &J, const Place &Here) { rowCase(C, J, Here, Row); });
  O.finish();

  rowRules(C, At, Row, HasWaits, V.contains("otherwise"));
  refer(C, At, Row);
  if (!Construct.empty()) {
    // A construct has no name in the program, but messages need one.
    Row.Names.push_back({Construct.str(), Family::Runtime});
    Row.Construct = true;
  }
  if (Error E = KB->index(Row))
    C.problem(At, toString(std::move(E)));
}

} // namespace cuda_capture
