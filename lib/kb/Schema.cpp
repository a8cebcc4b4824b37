//===- Schema.cpp - Documents against JSON Schema -------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The only file that includes valijson, which takes long to compile and
/// throws.
///
//===----------------------------------------------------------------------===//

#include "Schema.h"
#include "Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

using namespace llvm;

namespace cuda_capture {

// Written by CMake.
extern const char KnowledgeSchema[];

using Adapter = valijson::adapters::NlohmannJsonAdapter;

static const valijson::Schema &knowledgeSchema() {
  static const std::unique_ptr<valijson::Schema> Result = [] {
    auto S = std::make_unique<valijson::Schema>();
    kb::json Text = kb::json::parse(KnowledgeSchema);
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(Adapter(Text), *S);
    return S;
  }();
  return *Result;
}

/// "<root>", "[rows]", "[0]" to "#/rows/0".
static std::string pointer(const std::vector<std::string> &Context) {
  std::string Result = "#";
  for (StringRef Part : drop_begin(Context)) {
    Part.consume_front("[");
    Part.consume_back("]");
    Result += '/';
    for (char C : Part)
      Result += C == '~' ? "~0" : C == '/' ? "~1" : std::string(1, C);
  }
  return Result;
}

/// Whether \p Place is \p Outer or in it.
static bool isWithin(StringRef Place, StringRef Outer) {
  return Place.consume_front(Outer) &&
         (Place.empty() || Place.starts_with("/"));
}

std::vector<SchemaProblem> checkSchema(StringRef Text) {
  kb::Problems Unreadable;
  std::optional<kb::json> V = kb::parse(Text, "", Unreadable);
  if (!V || !V->is_object() || V->contains("id") || V->contains("cases"))
    return {};
  std::vector<SchemaProblem> Found;
  try {
    valijson::ValidationResults Results;
    valijson::Validator().validate(knowledgeSchema(), Adapter(*V), &Results);
    valijson::ValidationResults::Error E;
    while (Results.popError(E))
      Found.push_back({pointer(E.context), std::move(E.description)});
  } catch (const std::exception &E) {
    Found.push_back({"#", (Twine("cannot be validated: ") + E.what()).str()});
  }
  // A value that is wrong makes wrong what it is in.
  std::vector<SchemaProblem> Innermost;
  for (const SchemaProblem &P : Found)
    if (none_of(Found,
                [&](const SchemaProblem &Q) {
                  return Q.Pointer != P.Pointer &&
                         isWithin(Q.Pointer, P.Pointer);
                }) &&
        none_of(Innermost,
                [&](const SchemaProblem &Q) { return Q.Pointer == P.Pointer; }))
      Innermost.push_back(P);
  return Innermost;
}

void addSchemaProblems(const std::vector<std::string> &Files,
                       std::vector<std::string> &Lines) {
  const size_t FromReader = Lines.size();
  for (const std::string &File : Files) {
    auto Buffer = MemoryBuffer::getFile(File);
    if (!Buffer)
      continue; // The reader said so.
    for (const SchemaProblem &P : checkSchema((*Buffer)->getBuffer())) {
      std::string Place = File + ":" + P.Pointer;
      bool Said =
          any_of(ArrayRef(Lines).take_front(FromReader), [&](StringRef L) {
            return isWithin(L.substr(0, L.find(": ")), Place);
          });
      if (!Said)
        Lines.push_back(Place + ": " + P.Reason);
    }
  }
}

} // namespace cuda_capture
