//===- Reviewdog.cpp - Results for reviewdog ------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled with exceptions because the JSON library throws.
///
//===----------------------------------------------------------------------===//

#include "Reviewdog.h"
#include "../json/Parse.h"
#include "CheckTexts.h"
#include "Excerpt.h"
#include "RunProblems.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;
using Json = nlohmann::ordered_json;

namespace {
class Writer {
public:
  Writer(const RunInfo &Run, SourceFiles &Sources)
      : Run(Run), Sources(Sources) {}

  Json result(const Results &R) {
    Json Source{{"name", "cuda-capture"}};
    if (!Run.Docs.empty())
      Source["url"] = Run.Docs;
    Json List = Json::array();
    for (const Diagnostic &D : R.Findings)
      List.push_back(diagnostic(D));
    for (const RunProblem &P : problemsOf(R, Run))
      List.push_back(diagnostic(P));
    return {{"source", std::move(Source)}, {"diagnostics", std::move(List)}};
  }

private:
  Json diagnostic(const Diagnostic &D) {
    // The place of the diagnostic is not repeated in its text.
    Diagnostic Unplaced = D;
    Unplaced.At = Position();
    Json Result{{"message", linesOf(Unplaced, Run.Root)},
                {"location", location(D.At)},
                {"severity", D.Possible || D.OnFailure ? "WARNING" : "ERROR"},
                {"code", {{"value", printable(D.Check)}}}};
    if (const CheckText *Check = checkText(D.Check); Check && !Run.Docs.empty())
      Result["code"]["url"] = Run.Docs + Check->Page;
    if (std::optional<Json> Suggestion = suggestion(D))
      Result["suggestions"] = Json::array({std::move(*Suggestion)});
    Json Related = Json::array();
    for (const DiagnosticNote &N : D.Notes)
      if (N.At.isValid())
        Related.push_back(
            {{"message", printable(N.Text)}, {"location", location(N.At)}});
    if (!Related.empty())
      Result["related_locations"] = std::move(Related);
    return Result;
  }

  Json diagnostic(const RunProblem &P) {
    constexpr const char *Severities[] = {"ERROR", "WARNING", "INFO"};
    std::string Text = P.Text;
    if (!P.Details.empty())
      Text += '\n' + P.Details;
    return {{"message", std::move(Text)},
            {"location", location(P.At)},
            {"severity", Severities[P.L]},
            {"code", {{"value", nameOf(P.K)}}}};
  }

  Json location(const Position &At) {
    Json Result{{"path", pathBelow(At.File, Run.Root)}};
    if (!At.isValid())
      return Result;
    Json Start{{"line", At.Line}};
    if (At.Column)
      Start["column"] = At.Column;
    Result["range"] = {{"start", std::move(Start)}};
    const SourceFile *F = Sources.get(At.File);
    if (F && At.Column && At.Line <= F->lines())
      Result["range"]["end"] = {
          {"line", At.Line},
          {"column", At.Column + F->nameLength({At.Line, At.Column})}};
    return Result;
  }

  /// Returns the suggestion of a finding. Readers show and apply each
  /// suggestion by itself, so that all edits of a fix must be in one.
  std::optional<Json> suggestion(const Diagnostic &D) {
    if (!D.Edits.empty())
      return lines(D.At.File, D.Edits);
    for (const DiagnosticNote &N : D.Notes)
      if (!N.Edits.empty())
        return lines(D.At.File, N.Edits);
    return std::nullopt;
  }

  /// Returns the lines of \p File that \p Edits change, and their new text.
  std::optional<Json> lines(StringRef File, std::vector<Edit> Edits) {
    const SourceFile *F = Sources.get(File);
    if (!F || llvm::any_of(Edits, [&](const Edit &E) {
          return E.File != File ||
                 uint64_t(E.Offset) + E.Length > F->text().size();
        }))
      return std::nullopt;
    llvm::stable_sort(Edits, [](const Edit &A, const Edit &B) {
      return A.Offset < B.Offset;
    });
    for (size_t I = 1; I < Edits.size(); ++I)
      if (Edits[I - 1].Offset + Edits[I - 1].Length > Edits[I].Offset)
        return std::nullopt;
    const unsigned First = F->place(Edits.front().Offset).Line;
    const Edit &Back = Edits.back();
    SourceFile::Place End = F->place(Back.Offset + Back.Length);
    // An edit that replaces whole lines ends at the beginning of the next line,
    // which it does not change.
    const bool EndsBeforeLine =
        End.Column == 1 && End.Line > First && Back.Length &&
        (Back.Text.empty() || StringRef(Back.Text).ends_with("\n"));
    const unsigned Last = End.Line - EndsBeforeLine;
    const std::optional<size_t> From = F->offset({File.str(), First, 1});
    if (!From || Last > F->lines())
      return std::nullopt;
    const size_t To =
        F->offset({File.str(), Last + 1, 1}).value_or(F->text().size());
    std::string Text;
    size_t Done = *From;
    for (const Edit &E : Edits) {
      Text += F->text().slice(Done, E.Offset);
      Text += E.Text;
      Done = E.Offset + E.Length;
    }
    Text += F->text().slice(Done, To);
    StringRef New = Text;
    New.consume_back("\n");
    New.consume_back("\r");
    // Without columns, the range is whole lines without the end of the last.
    return Json{
        {"range", {{"start", {{"line", First}}}, {"end", {{"line", Last}}}}},
        {"text", New.str()}};
  }

  const RunInfo &Run;
  SourceFiles &Sources;
};
} // namespace

void report::writeReviewdog(raw_ostream &OS, const Results &R,
                            const RunInfo &Run, SourceFiles &Sources) {
  OS << printJson(Writer(Run, Sources).result(R)) << '\n';
}
