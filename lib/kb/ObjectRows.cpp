//===- ObjectRows.cpp - Rows of functions with objects --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the keys of a row that C++ requires: what an object stands for, what a
/// result is, and the current stream, capture mode or device of a thread.
///
//===----------------------------------------------------------------------===//

#include "ReaderImpl.h"
#include "RowTables.h"

using namespace llvm;

namespace cuda_capture {

using namespace kb;

/// Reads what the object of a member function stands for. The value is like
/// that of a parameter, or "keep:ROLE" if the object keeps the argument of that
/// role.
void KnowledgeBaseReader::Impl::thisParam(const Context &C, const json &V,
                                          const Place &At, ApiRow &Row) {
  if (!V.is_string())
    return C.wrongType(At, V, "string");
  StringRef Text = textOf(V);
  Row.KeepsArgument = Text.consume_front("keep:");
  Row.This = param(C, V, At, Text);
  if (!mayStandIn("this", Row.This->R))
    C.problem(At, inQuotes(textOf(V)) +
                      ": an object stands for a stream, event, graph, exec, "
                      "semaphore, residence or mask");
  if (none_of(Row.Names, [](const ApiRow::Name &N) {
        return N.Spelling.find("::") != std::string::npos;
      }))
    C.problem(At, "only a member function has an object: name it with its "
                  "class");
  if (!Row.KeepsArgument) {
    Row.Params.insert(Row.Params.begin(), *Row.This);
    ++Row.Implicit;
  } else if (Row.This->Acc != Access::In ||
             (!Row.Typed && !Row.paramIndex(Row.This->R))) {
    C.problem(At, inQuotes(textOf(V)) + " needs a parameter '" +
                      roleName(Row.This->R) + "'");
  }
}

/// Reads the keys of a row about objects. The parameters of the row must have
/// been read before.
void KnowledgeBaseReader::Impl::objects(const Context &C, Object &O,
                                        const Place &At, ApiRow &Row) {
  Row.Typed = O.boolean("typed").value_or(false);
  if (Row.Typed) {
    if (!Row.Params.empty())
      C.problem(At, "of parameters 'typed' and 'params' say the same");
    Row.Params = {{Access::In, Role::MemorySpace},
                  {Access::In, Role::NonBlocking}};
  }
  if (const json *J = O.get("this"))
    thisParam(C, *J, O.at("this"), Row);

  // Reads an action and the role that it concerns, as in "use:stream" or
  // "out:stream".
  auto Pair = [&](const char *Key, StringRef Text, const auto &Whats,
                  auto &What, Role &R) {
    auto [Action, Of] = Text.split(':');
    Place Here = O.at(Key);
    if (auto Known = C.oneOf(Here, Action, "use", Whats))
      What = *Known;
    if (std::optional<Role> Known = roleIn(C, Here, Key, Of))
      R = *Known;
  };
  if (StringRef Text = O.str("current"); !Text.empty()) {
    Pair("current", Text, CurrentUses, Row.Current, Row.CurrentRole);
    if (Row.Current == CurrentUse::Use) {
      Row.Params.insert(Row.Params.begin(), {Access::In, Row.CurrentRole});
      ++Row.Implicit;
    }
  }
  if (StringRef Text = O.str("returns"); !Text.empty()) {
    std::string Full = (Text.contains(':') ? "" : "same:") + Text.str();
    Pair("returns", Full, ResultKinds, Row.Returns, Row.ReturnedRole);
    if (Row.Returns == ResultKind::Made) {
      Row.Params.insert(Row.Params.begin(), {Access::Out, Row.ReturnedRole});
      ++Row.Implicit;
    }
  }
  Row.MakesNonBlocking = O.boolean("nonBlocking").value_or(false);
  if (Row.MakesNonBlocking && !Row.paramIndex(Role::Stream, Access::Out))
    C.problem(O.at("nonBlocking"), "no stream is made");
  Row.Place = O.oneOf("place", Places);
  Row.MakesMask = O.boolean("mask").value_or(false);
  if (Row.MakesMask && Row.ReturnedRole != Role::MemorySpace)
    C.problem(O.at("mask"), "only a tensor is a mask: 'returns' must be "
                            "'residence'");
  Row.MakesMemory = O.boolean("newMemory").value_or(false);
  if (Row.MakesMemory && Row.ReturnedRole != Role::MemorySpace)
    C.problem(O.at("newMemory"), "only a tensor owns memory: 'returns' must be "
                                 "'residence'");
  Row.ReturnsContent = O.boolean("content").value_or(false);
  if (Row.ReturnsContent && !(Row.This && Row.This->R == Role::MemorySpace))
    C.problem(O.at("content"), "only a tensor has content: 'this' must be "
                               "'residence'");
  Row.LibraryByType = O.boolean("libraryByType").value_or(false);
  if (Row.LibraryByType)
    Row.Params.push_back({Access::In, Role::Library});
  Row.ProvesDevice = O.boolean("provesDevice").value_or(false);
  Row.IfRecorded = O.boolean("ifRecorded").value_or(false);
  Row.By = O.str("by").str();
}

} // namespace cuda_capture
