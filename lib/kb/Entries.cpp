//===- Entries.cpp - Reading what is known of errors ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Error names, spellings of functions, and error entries. Compiled with
/// exceptions because the JSON library throws.
///
//===----------------------------------------------------------------------===//

#include "ReaderImpl.h"
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
  ErrorNames E;
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

/// {"for": "unbalanced/never-ended", "en": ..., "zh": ...}
void KnowledgeBaseReader::Impl::remedy(const Context &C, const json &V,
                                       const Place &At) {
  Object O(C, V, At);
  if (!O)
    return;
  StringRef For = O.str("for", Required);
  Advice A;
  A.En = O.str("en", Required).str();
  A.Zh = O.str("zh").str();
  O.finish();
  if (define(C, O.at("for"), "remedy", For))
    KB->Remedies[For] = std::move(A);
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

} // namespace cuda_capture
