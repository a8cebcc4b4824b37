//===- Entries.cpp - Reading what is known of errors ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads error names, spellings of functions, and error entries. Advice.cpp
/// reads the remedies. Compiled with exceptions because the JSON library
/// throws.
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

//===--- Error names and spellings ----------------------------------------===//

void KnowledgeBaseReader::Impl::code(const Context &C, const json &V,
                                     const Place &At) {
  Object O(C, V, At);
  if (!O)
    return;
  ErrorCode E;
  std::optional<unsigned> Number = O.number("number", Required);
  E.Number = Number.value_or(0);
  E.Runtime = O.str("runtime").str();
  E.Driver = O.str("driver").str();
  E.Hip = O.str("hip").str();
  E.Aliases = O.strings("aliases");
  E.Message = O.str("message").str();
  E.Since = O.str("since").str();
  if (!isVersion(E.Since))
    C.problem(O.at("since"),
              inQuotes(E.Since) + " is not a version such as 12.3");
  O.finish();
  if (E.Runtime.empty() && E.Driver.empty() && E.Hip.empty())
    C.problem(At, "an error code needs a name");
  if (Number && define(C, O.at("number"), "error code", utostr(*Number)))
    KB->Known.Codes.push_back(std::move(E));
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

void KnowledgeBaseReader::Impl::captureBlock(const Context &C, const json &V,
                                             const Place &At) {
  Object O(C, V, At);
  if (!O)
    return;
  const StringRef Begin = O.str("begin", Required), End = O.str("end");
  O.finish();
  if (Begin.empty())
    return;
  // A short name begins other things than captures, too.
  for (const auto &[Key, Name] :
       {std::pair("begin", Begin), std::pair("end", End)})
    if (!Name.empty() && (Name.size() < 8 || Name.contains('(')))
      return C.problem(O.at(Key), inQuotes(Name) +
                                      " is no name of a function, of at least "
                                      "8 characters");
  if (define(C, O.at("begin"), "begin of captures", Begin))
    KB->Texts.Blocks.emplace_back(Begin.str(), End.str());
}

void KnowledgeBaseReader::Impl::constant(const Context &C, const json &V,
                                         const Place &At) {
  Object O(C, V, At);
  if (!O)
    return;
  Constant Names;
  Names.Runtime = O.str("runtime", Required).str();
  Names.Driver = O.str("driver").str();
  Names.Hip = O.str("hip").str();
  O.finish();
  if (!Names.Runtime.empty() &&
      define(C, O.at("runtime"), "constant", Names.Runtime))
    KB->Known.Constants.push_back(std::move(Names));
}

void KnowledgeBaseReader::Impl::hostFunctions(const Context &C, const json &V,
                                              const Place &At) {
  Object O(C, V, At);
  if (!O)
    return;
  const bool OfWaits = V.contains("waits");
  if (OfWaits && V.contains("yields"))
    C.problem(At, "one of the keys 'yields' and 'waits' is enough");
  HostWait Wait = O.oneOf("waits", HostWaits).value_or(HostWait::Unknown);
  HostValue What = O.oneOf("yields", HostValues, OfWaits ? Optional : Required)
                       .value_or(HostValue::None);
  O.array(
      "names",
      [&](const json &J, const Place &Here) {
        if (!J.is_string())
          return C.wrongType(Here, J, "string");
        if (OfWaits) {
          if (define(C, Here, "waiting of host function", textOf(J)))
            KB->HostWaits.emplace_back(textOf(J).str(), Wait);
        } else if (define(C, Here, "host function", textOf(J))) {
          KB->HostValues[textOf(J)] = What;
        }
      },
      Required);
  O.finish();
}

//===--- Functions that libraries call ------------------------------------===//

void KnowledgeBaseReader::Impl::entryPoint(const Context &C, const json &V,
                                           const Place &At) {
  static constexpr EnumName<EntryPoint::Decision> When[] = {
      {"always", EntryPoint::Decision::Always},
      {"option", EntryPoint::Decision::Program},
      {"caller", EntryPoint::Decision::Caller}};
  static constexpr EnumName<bool> Threads[] = {{"capturing", false},
                                               {"own", true}};
  static constexpr std::pair<const char *, EntryPoint::Kind> Kinds[] = {
      {"overrides", EntryPoint::Overrides},
      {"passedTo", EntryPoint::PassedTo},
      {"storedIn", EntryPoint::StoredIn}};
  Object O(C, V, At);
  if (!O)
    return;
  EntryPoint E;
  unsigned Given = 0;
  for (const auto &[Key, K] : Kinds)
    if (StringRef Name = O.str(Key); !Name.empty()) {
      E.K = K;
      E.Name = Name.str();
      ++Given;
    }
  std::optional<unsigned> Argument = O.number("argument");
  E.Argument = Argument.value_or(0);
  E.Fields = O.strings("fields");
  E.If = O.str("if").str();
  E.Takes = O.str("takes").str();
  if (const json *J = O.get("dispatch")) {
    const Place Here = O.at("dispatch");
    Object Dispatch(C, *J, Here);
    E.DispatchIf = Dispatch.str("if", Required).str();
    E.DispatchOn = Dispatch.str("on", Required).str();
    Dispatch.finish();
  }
  E.Library = O.str("library", Required).str();
  E.Captured = O.oneOf("captured", When, Required)
                   .value_or(EntryPoint::Decision::Program);
  E.Mode = O.oneOf("mode", CaptureModes);
  E.InOwnThread = O.oneOf("thread", Threads).value_or(false);
  O.array("evidence", [&](const json &J, const Place &Here) {
    Object One(C, J, Here);
    One.str("source", Required);
    One.str("url");
    One.str("quote");
    One.finish();
  });
  O.finish();
  if (Given != 1)
    return C.problem(
        At, "exactly one of the keys 'overrides', 'passedTo' and 'storedIn' "
            "expected");
  if (Argument.has_value() != (E.K == EntryPoint::PassedTo))
    C.problem(At, "'passedTo', and nothing else, needs the key 'argument'");
  if (!E.If.empty() && E.K != EntryPoint::PassedTo)
    C.problem(At, "only 'passedTo' has the key 'if'");
  if (!E.Takes.empty() && E.K != EntryPoint::PassedTo)
    C.problem(At, "only 'passedTo' has the key 'takes'");
  if (!E.DispatchIf.empty() && E.K != EntryPoint::PassedTo)
    C.problem(At, "only 'passedTo' has the key 'dispatch'");
  if (E.Fields.empty() == (E.K == EntryPoint::StoredIn))
    C.problem(At, "'storedIn', and nothing else, needs the key 'fields'");
  KB->EntryPoints.push_back(std::move(E));
}

//===--- Error entries ----------------------------------------------------===//

/// Reads the corrections of an imported entry, which are kept for the record.
void KnowledgeBaseReader::Impl::corrections(const Context &C, Object &O,
                                            const json &V, ErrorEntry &E) {
  O.array("corrections", [&](const json &J, const Place &At) {
    Object Fix(C, J, At);
    StringRef Field = Fix.str("field", Required);
    StringRef Was = Fix.str("was", Required);
    StringRef Now = Fix.str("now", Required);
    StringRef Evidence = Fix.str("evidence", Required);
    Fix.finish();
    if (Field.empty())
      return;
    E.Corrections.push_back(
        {Field.str(), Was.str(), Now.str(), Evidence.str()});
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
  // An error without a message cannot be found in a log.
  bool Silent = O.boolean("silent").value_or(false);
  E.Regex = regex(C, O, "regex", Silent ? Optional : Required);
  if (Silent && !E.Regex.empty())
    C.problem(O.at("regex"), "an entry that is silent has no message");
  E.CauseEn = O.str("root_cause", Required).str();
  E.CauseZh = O.str("root_cause_zh", Optional, true).str();
  for (const char *Key :
       {"domain", "category", "subcategory", "root_cause_type",
        "official_doc_section", "error_code", "verification_tier", "first_seen",
        "last_confirmed", "last_updated", "locale"})
    O.str(Key, Optional, /*Null=*/true);
  E.Url = O.str("official_doc_url", Optional, /*Null=*/true).str();
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
  for (const char *Key : {"tags", "aliases"})
    O.strings(Key);
  E.Sources = O.strings("sources");
  E.Samples = O.strings("samples");
  E.Checks = O.strings("checks");
  E.SupersededBy = O.str("superseded_by").str();
  if (!E.SupersededBy.empty())
    References.push_back({(C.File + ":" + O.at("superseded_by").str()).str(),
                          E.SupersededBy, 0});

  O.array("workarounds", [&](const json &J, const Place &Here) {
    E.Remedies.push_back(advice(C, J, Here, /*IsDeadEnd=*/false));
  });
  O.array("dead_ends", [&](const json &J, const Place &Here) {
    E.DeadEnds.push_back(advice(C, J, Here, /*IsDeadEnd=*/true));
  });
  translate(C, O, "workarounds_zh", "workarounds", E.Remedies);
  translate(C, O, "dead_ends_zh", "dead ends", E.DeadEnds);
  stable_sort(E.Remedies, [](const Advice &A, const Advice &B) {
    return A.SuccessRate > B.SuccessRate;
  });
  corrections(C, O, V, E);
  O.finish();

  if (!E.Id.empty() && define(C, O.at("id"), "error entry", E.Id)) {
    KB->Known.Entries.push_back(std::move(E));
    const ErrorEntry &Added = KB->Known.Entries.back();
    KB->Known.ById[Added.Id] = &Added;
  }
}

} // namespace cuda_capture
