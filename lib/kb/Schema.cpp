//===- Schema.cpp - Validation against the JSON Schema --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The only file that includes valijson, which takes long to compile and throws
/// exceptions.
///
//===----------------------------------------------------------------------===//

#include "Schema.h"
#include "Import.h"
#include "ReaderImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

using namespace llvm;

namespace cuda_capture {

// CMake writes these.
extern const char KnowledgeSchema[];
extern const char ErrorSchema[];

using Adapter = valijson::adapters::NlohmannJsonAdapter;

/// Removes the regular expressions from \p Schema, because those of the
/// standard library overflow the stack on long texts.
static void removePatterns(kb::json &Schema) {
  if (Schema.is_object())
    if (auto It = Schema.find("pattern"); It != Schema.end() && It->is_string())
      Schema.erase(It);
  if (Schema.is_structured())
    for (kb::json &Part : Schema)
      removePatterns(Part);
}

static std::unique_ptr<valijson::Schema> schemaOf(const char *Text) {
  auto S = std::make_unique<valijson::Schema>();
  kb::json V = kb::json::parse(Text);
  removePatterns(V);
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(Adapter(V), *S);
  return S;
}

static const valijson::Schema &knowledgeSchema() {
  static const std::unique_ptr<valijson::Schema> S = schemaOf(KnowledgeSchema);
  return *S;
}

static const valijson::Schema &errorSchema() {
  static const std::unique_ptr<valijson::Schema> S = schemaOf(ErrorSchema);
  return *S;
}

/// Converts "<root>", "[rows]", "[0]" to "#/rows/0".
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

/// Whether \p Place is \p Outer or inside it.
static bool isWithin(StringRef Place, StringRef Outer) {
  return Place.consume_front(Outer) &&
         (Place.empty() || Place.starts_with("/"));
}

/// The number of problems of one document that are considered. It is limited
/// because each problem is compared with all others.
static constexpr size_t MaxFound = 1000;

/// Adds the problems of \p V, which is at the pointer \p At.
static void validate(const kb::json &V, const valijson::Schema &S, StringRef At,
                     std::vector<SchemaProblem> &Found) {
  try {
    valijson::ValidationResults Results;
    valijson::Validator().validate(S, Adapter(V), &Results);
    valijson::ValidationResults::Error E;
    while (Found.size() < MaxFound && Results.popError(E))
      Found.push_back({(At + StringRef(pointer(E.context)).drop_front()).str(),
                       std::move(E.description)});
  } catch (const std::exception &E) {
    Found.push_back(
        {At.str(), (Twine("cannot be validated: ") + E.what()).str()});
  }
}

static void validateEntry(const kb::json &V, StringRef At,
                          std::vector<SchemaProblem> &Found) {
  validate(V, errorSchema(), At, Found);
  if (!V.is_object())
    return;
  auto Id = V.find("id");
  if (Id != V.end() && Id->is_string() && !kb::textOf(*Id).empty() &&
      !isEntryId(kb::textOf(*Id)))
    Found.push_back({(At + "/id").str(), kb::inQuotes(kb::textOf(*Id)) +
                                             " is not an id such as "
                                             "domain/name"});
}

std::vector<SchemaProblem> checkSchema(StringRef Text) {
  kb::Problems Unreadable;
  std::optional<kb::json> V = kb::parse(Text, "", Unreadable);
  if (!V || !V->is_object() || V->contains("cases"))
    return {};
  std::vector<SchemaProblem> Found;
  if (kb::isEntry(*V)) {
    validateEntry(*V, "#", Found);
  } else {
    validate(*V, knowledgeSchema(), "#", Found);
    if (auto List = V->find("errors"); List != V->end() && List->is_array())
      for (size_t I = 0; I != List->size(); ++I)
        validateEntry((*List)[I], "#/errors/" + utostr(I), Found);
  }
  // An invalid value also makes the values that contain it invalid.
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
    kb::Problems Unreadable; // The reader reported these.
    std::unique_ptr<MemoryBuffer> Buffer = readKnowledgeFile(File, Unreadable);
    if (!Buffer)
      continue;
    for (const SchemaProblem &P : checkSchema(Buffer->getBuffer())) {
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
