//===- Advice.cpp - Reading what to do about errors -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Remedies, dead ends, their conditions and translations, regular expressions,
/// and claims that are known to be wrong. Compiled with exceptions because the
/// JSON library throws.
///
//===----------------------------------------------------------------------===//

#include "../Counted.h"
#include "LogMatcher.h"
#include "ReaderImpl.h"
#include "RowTables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace cuda_capture {

using namespace kb;

//===--- Conditions -------------------------------------------------------===//

namespace {
/// A member of AdviceCondition about the place of a finding, and the value that
/// the member must have.
struct Scope {
  std::optional<bool> AdviceCondition::*Field;
  bool Value;
};
} // namespace

static constexpr EnumName<Scope> Scopes[] = {
#define ADVICE_SCOPE(FIELD, TEXT, WORDS, VALUE)                                \
  {TEXT, {&AdviceCondition::FIELD, VALUE}},
#include "Vocabulary.def"
};

/// "when": {"mode": [...], "class": [...], "check": [...], "api": [...],
/// "scope": [...]}
void KnowledgeBaseReader::Impl::when(const Context &C, Object &O,
                                     AdviceCondition &When) {
  const json *V = O.get("when");
  if (!V)
    return;
  Place Here = O.at("when");
  Object W(C, *V, Here);
  auto Each = [&](StringRef Key, auto Table, auto Use) {
    W.array(Key, [&](const json &J, const Place &At) {
      if (!J.is_string())
        return C.wrongType(At, J, "string");
      if (auto Value = Table(At, textOf(J)))
        Use(*Value);
    });
  };
  Each(
      "mode",
      [&](const Place &At, StringRef T) {
        return C.oneOf(At, T, "mode", CaptureModes);
      },
      [&](unsigned M) { When.Modes |= 1u << M; });
  Each(
      "class",
      [&](const Place &At, StringRef T) {
        return C.oneOf(At, T, "class", ApiClasses);
      },
      [&](ApiClass A) { When.Classes |= 1u << unsigned(A); });
  Each(
      "scope",
      [&](const Place &At, StringRef T) {
        return C.oneOf(At, T, "scope", Scopes);
      },
      [&](Scope S) { When.*S.Field = S.Value; });
  When.Checks = W.strings("check");
  When.Apis = W.strings("api");
  for (const std::string &Api : When.Apis)
    References.push_back(
        {(C.File + ":" + Here.str() + "/api").str(), "", 0, Api});
  W.finish();
}

//===--- Remedies and dead ends -------------------------------------------===//

/// {"for": "unbalanced/never-ended", "entry": ..., "en": ..., "zh": ...}
void KnowledgeBaseReader::Impl::remedy(const Context &C, const json &V,
                                       const Place &At) {
  Object O(C, V, At);
  if (!O)
    return;
  StringRef For = O.str("for", Required);
  Advice A;
  A.Entry = O.str("entry").str();
  if (!A.Entry.empty())
    References.push_back({(C.File + ":" + At.str()).str(), A.Entry, 0});
  A.En = O.str("en", Required).str();
  A.Zh = O.str("zh").str();
  A.SuccessRate = O.rate("success_rate");
  when(C, O, A.When);
  O.finish();
  // A finding has at most one remedy for all cases, but any number for some
  // cases.
  if (A.When.size() || define(C, O.at("for"), "remedy", For))
    KB->Known.Remedies[For].push_back(std::move(A));
}

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
  else if (!How.empty() && How != Action)
    A.Title = Action.str();
  A.WhyFails = WhyFails.str();
  A.SuccessRate = O.rate("success_rate");
  A.FailRate = O.rate("fail_rate");
  O.str("condition", Optional, /*Null=*/true);
  O.strings("sources");
  when(C, O, A.When);
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

/// Adds the Chinese texts to a list of advice.
void KnowledgeBaseReader::Impl::translate(const Context &C, Object &O,
                                          StringRef Key, StringRef What,
                                          std::vector<Advice> &Advices) {
  std::vector<std::string> Zh = O.strings(Key);
  if (!Zh.empty() && Zh.size() != Advices.size())
    C.problem(O.at(Key), formatv("{0} for {1} {2}", counted(Zh.size(), "text"),
                                 Advices.size(), What)
                             .str());
  // An imported text that was never translated is not Chinese.
  for (auto [A, Text] : zip(Advices, Zh))
    if (Text != A.En)
      A.Zh = Text;
}

//===--- Regular expressions and claims -----------------------------------===//

std::string KnowledgeBaseReader::Impl::regex(const Context &C, Object &O,
                                             StringRef Key, Presence Need) {
  StringRef Text = O.str(Key, Need);
  std::string Problem;
  if (!Text.empty() && !isUsableRegex(Text, Problem)) {
    C.problem(O.at(Key), Problem);
    return "";
  }
  return Text.str();
}

/// {"regex": ..., "fact": ..., "evidence": ...}
void KnowledgeBaseReader::Impl::claim(const Context &C, const json &V,
                                      const Place &At) {
  Object O(C, V, At);
  if (!O)
    return;
  WrongClaim W;
  W.Regex = regex(C, O, "regex", Required);
  W.Fact = O.str("fact", Required).str();
  W.Evidence = O.str("evidence", Required).str();
  O.finish();
  KB->Known.Claims.push_back(std::move(W));
}

} // namespace cuda_capture
