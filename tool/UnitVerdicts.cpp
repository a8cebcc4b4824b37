//===- UnitVerdicts.cpp - The analysis of a program, unit by unit ---------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitVerdicts.h"
#include "../lib/ir/Printer.h"
#include "../lib/report/ResultsJson.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture;
using llvm::StringRef;

/// The digest of a function that the program does not define.
static constexpr StringRef NotDefined = "-";
/// What follows the key of a unit in the cache in the key of its verdict.
static constexpr StringRef VerdictKey = "-verdict";

/// Returns a digest of all that the verdict on \p Unit depends on, apart from
/// the code of functions and from what its key in the cache identifies.
std::string UnitVerdicts::settingsOf(unsigned Unit,
                                     llvm::ArrayRef<const ir::Function *> Roots,
                                     const Settings &Set) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  const ir::Object::UnitEntry &Of = P.unit(Unit);
  OS << Of.Name << '\n'
     << Of.PerThreadDefaultStream << ' ' << Of.LeastDriver << '\n'
     << Set.Checks << '\n';
  for (const ir::Function *F : Roots)
    OS << F->Name << '\n';
  OS << '\n';
  for (const auto &[Variable, Changes] : Records.by(*Set.KB)) {
    OS << Variable;
    for (const std::string &How : Changes.AtBegin)
      OS << " begin " << How;
    for (const std::string &How : Changes.AtEnd)
      OS << " end " << How;
    OS << '\n';
  }
  OS << '\n';
  for (const std::string &Header : P.unboundLibraries())
    OS << Header << '\n';
  OS << '\n';
  for (const ir::ThreadWork &Work : P.threadWork())
    OS << Work.Symbol << ' ' << Work.Name << ' ' << Work.Callee << ' '
       << Work.Several << Work.Locks << Work.Joined << '\n';
  OS.flush();
  return Cache::digest(Text);
}

const std::string &UnitVerdicts::digestOf(StringRef Symbol) {
  auto [It, IsNew] = Digests.try_emplace(Symbol, NotDefined);
  if (!IsNew)
    return It->second;
  if (const ir::Function *F = Bodies.find(Symbol)) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    ir::print(OS, Bodies.module(), *F);
    OS.flush();
    It->second = Cache::digest(Text);
  }
  return It->second;
}

/// Precedes the name of a global.
static constexpr llvm::StringLiteral VariableMark = "@";

/// Returns a digest of what the program writes to \p Global.
std::string UnitVerdicts::writesOf(StringRef Global) const {
  const ir::VariableWrites *Writes = P.writes(Global);
  if (!Writes)
    return NotDefined.str();
  std::string Text = Writes->Other ? "other" : "";
  for (int64_t C : Writes->Constants)
    Text += std::to_string(C) + '\n';
  return Cache::digest(Text);
}

/// Returns the verdict in \p Kept, the text that was kept for a unit: the
/// functions and globals that the analysis asked for, a line each, and the
/// results. Returns nullopt if one of these functions, or what the program
/// writes to one of these globals, has changed.
std::optional<UnitVerdict> UnitVerdicts::read(StringRef Kept, StringRef Unit) {
  auto [Lines, Json] = Kept.split("\n\n");
  while (!Lines.empty()) {
    StringRef Line;
    std::tie(Line, Lines) = Lines.split('\n');
    auto [Digest, Symbol] = Line.split(' ');
    const bool IsGlobal = Symbol.consume_front(VariableMark);
    if ((IsGlobal ? writesOf(Symbol) : digestOf(Symbol)) != Digest)
      return std::nullopt;
  }
  llvm::Expected<report::Results> R = report::readResults(Json, Unit);
  if (!R) {
    llvm::consumeError(R.takeError());
    return std::nullopt;
  }
  return UnitVerdict{std::move(R->Findings), std::move(R->Gaps)};
}

UnitVerdict UnitVerdicts::of(unsigned Unit,
                             llvm::ArrayRef<const ir::Function *> Roots,
                             const Settings &Set, StringRef Key,
                             unsigned Timeout) {
  const std::string Name = (Key + VerdictKey).str();
  const std::string Fingerprint = settingsOf(Unit, Roots, Set);
  if (std::optional<std::string> Known = Files.findings(Name, Fingerprint))
    if (std::optional<UnitVerdict> Result = read(*Known, P.unit(Unit).Name)) {
      ++Kept;
      return std::move(*Result);
    }

  Bodies.forgetAsked();
  analysis::Options How = Set.Analysis;
  How.Until = analysis::Deadline::after(Timeout);
  UnitVerdict Result;
  Result.Findings =
      findingsOf(Roots, P, Unit, Bodies, Records,
                 {*Set.KB, How, Set.Lang, report::CheckSelection(Set.Checks)},
                 Result.Gaps);
  Result.IsLate = How.Until.isPast();
  // The next run tries again.
  if (Result.IsLate || !P.problems().empty())
    return Result;
  for (const ir::Function *F : Roots)
    Bodies.find(F->Name);
  std::string Text;
  for (const std::string &Symbol : Bodies.asked())
    Text += digestOf(Symbol) + ' ' + Symbol + '\n';
  for (const std::string &Global : Bodies.askedGlobals())
    Text += writesOf(Global) + ' ' + VariableMark.str() + Global + '\n';
  report::Results Json;
  Json.Findings = Result.Findings;
  report::addGaps(Json, Result.Gaps);
  Files.keepFindings(Name, Fingerprint,
                     Text + '\n' + report::writeResults(Json));
  return Result;
}
