//===- RowCases.cpp - How calls behave, and in which cases ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the keys of a row that say how its call behaves. Each case of the row
/// has these keys, too. Compiled with exceptions because the JSON library
/// throws.
///
//===----------------------------------------------------------------------===//

#include "ReaderImpl.h"
#include "RowTables.h"

using namespace llvm;

namespace cuda_capture {

using namespace kb;

/// Reads how the call behaves. Returns whether \p O says what the call waits
/// for.
bool KnowledgeBaseReader::Impl::verdict(const Context &C, Object &O,
                                        ApiRow &Row) {
  Row.Class =
      O.oneOf("class", ApiClasses, Required).value_or(ApiClass::Unknown);
  const bool HasWaits = O.get("waits");
  Row.Waits = O.oneOf("waits", Waits).value_or(WaitScope::None);
  Row.Otherwise = O.oneOf("otherwise", ApiClasses).value_or(ApiClass::Neutral);
  Row.Eff = O.oneOf("effect", Effects).value_or(Row.Eff);
  Row.Node = O.oneOf("node", NodeKinds).value_or(Row.Node);
  if (const json *J = O.get("modes")) {
    Place Here = O.at("modes");
    Object Modes(C, *J, Here);
    for (const EnumName<unsigned> &Mode : CaptureModes)
      Row.ModeOverride[Mode.Value] = Modes.oneOf(Mode.Text, ModeVerdicts);
    Modes.finish();
  }
  Row.Error = O.number("error").value_or(0);
  Row.Invalidates = O.oneOf("invalidates", YesNo).value_or(Verdict::Unknown);
  Row.InHostFunction =
      O.oneOf("inHostFunction", ModeVerdicts).value_or(Row.InHostFunction);
  Row.Entry = O.str("entry").str();
  Row.RemedyEn.clear();
  Row.RemedyZh.clear();
  if (const json *J = O.get("remedy")) {
    Place Here = O.at("remedy");
    Object Remedy(C, *J, Here);
    Row.RemedyEn = Remedy.str("en", Required).str();
    Row.RemedyZh = Remedy.str("zh").str();
    Remedy.finish();
  }
  return HasWaits;
}

/// {"when": "null", "argument": 0, "class": "neutral"}
void KnowledgeBaseReader::Impl::rowCase(const Context &C, const json &V,
                                        const Place &At, ApiRow &Base) {
  Object O(C, V, At);
  if (!O)
    return;
  RowCase Case;
  std::optional<RowCase::Condition> When =
      O.oneOf("when", Conditions, Required);
  Case.When = When.value_or(RowCase::IsNull);
  std::optional<unsigned> Argument = O.number("argument");
  Case.Argument = Argument.value_or(0);
  const bool AsksArgument =
      Case.When == RowCase::IsNull || Case.When == RowCase::IsNotNull;
  if (When && AsksArgument != Argument.has_value())
    C.problem(At, AsksArgument ? "which argument is asked? key 'argument' "
                                 "expected"
                               : "this condition asks no argument");
  const bool AsksDriver = Case.When == RowCase::DriverSince;
  const std::string Version = O.str("driver").str();
  if (When && AsksDriver == Version.empty())
    C.problem(At, AsksDriver ? "which driver is asked? key 'driver' expected"
                             : "this condition asks no driver");
  if (std::optional<CudaVersion> Known = CudaVersion::parse(Version))
    Case.Driver = *Known;
  else if (!Version.empty())
    C.problem(O.at("driver"),
              inQuotes(Version) + " is not a version such as 12.3");
  const Role Asked =
      Case.When == RowCase::Unbound ? Role::Library : Role::Result;
  if (When && !AsksArgument && !AsksDriver && !Base.paramIndex(Asked))
    C.problem(
        At,
        ("this condition needs a parameter '" + roleName(Asked) + "'").str());
  ApiRow &Row = KB->CaseRows.emplace_back(Base);
  Row.Cases.clear();
  Row.Rewrite = Fix();
  const bool HasWaits = verdict(C, O, Row);
  O.finish();
  rowRules(C, At, Row, HasWaits, V.contains("otherwise"));
  refer(C, At, Row);
  Case.Row = &Row;
  Base.Cases.push_back(Case);
}

void KnowledgeBaseReader::Impl::refer(const Context &C, const Place &At,
                                      const ApiRow &Row) {
  if (!Row.Entry.empty() || Row.Error)
    References.push_back(
        {(C.File + ":" + At.str()).str(), Row.Entry, Row.Error});
}

} // namespace cuda_capture
