//===- Sarif.cpp - Results for code scanning ------------------------------===//
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

#include "Sarif.h"
#include "../Counted.h"
#include "../json/Parse.h"
#include "CheckTexts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"
#include <map>

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;
using Json = nlohmann::ordered_json;

static constexpr StringRef RootId = "%SRCROOT%";

std::string report::percentEncoded(StringRef Path) {
  std::string Result;
  for (unsigned char C : Path)
    if (isAlnum(C) || StringRef("-._~/+,=@").contains(char(C)))
      Result += char(C);
    else
      Result += {'%', hexdigit(C >> 4), hexdigit(C & 15)};
  return Result;
}

/// Returns the first words of a text without markup, for readers that accept
/// only short texts.
static std::string shortened(StringRef Text, size_t Limit) {
  if (Text.size() <= Limit)
    return Text.str();
  Text = Text.take_front(Limit - 3);
  return (Text.substr(0, Text.find_last_of(" \n")) + "...").str();
}

static Json text(StringRef Text) { return Json{{"text", Text.str()}}; }

/// Converts "cuda-capture-unsafe-call" to "CudaCaptureUnsafeCall".
static std::string pascalCase(StringRef Name) {
  std::string Result;
  for (size_t I = 0; I < Name.size(); ++I)
    if (Name[I] != '-')
      Result += !I || Name[I - 1] == '-' ? toUpper(Name[I]) : Name[I];
  return Result;
}

namespace {
class Writer {
public:
  Writer(const RunInfo &Run, SourceFiles &Sources, const Fingerprint &Print)
      : Run(Run), Sources(Sources), Print(Print) {}

  Json run(const Results &R) {
    Json Result{{"tool", {{"driver", driver()}}},
                {"invocations", Json::array({invocation(R)})}};
    if (!Run.Root.empty()) {
      std::string Uri = "file://" + percentEncoded(Run.Root);
      if (Uri.back() != '/')
        Uri += '/';
      Result["originalUriBaseIds"][RootId.str()] = {{"uri", Uri}};
    }
    Result["columnKind"] = "utf16CodeUnits";
    Json &List = Result["results"] = Json::array();
    for (const Diagnostic &D : R.Findings)
      List.push_back(result(D));
    return Result;
  }

private:
  //===--- The tool ---===//

  Json driver() const {
    Json D{{"name", "cuda-capture-tidy"},
           {"version", Run.Version},
           {"semanticVersion", Run.Version}};
    if (!Run.Docs.empty())
      D["informationUri"] = Run.Docs;
    D["notifications"] = {
        descriptor("file-not-analysed", "A file could not be analysed."),
        descriptor("file-has-errors", "A file has errors; only the code that "
                                      "could be parsed was analysed."),
        descriptor("files-skipped", "Files cannot reach a capture, as their "
                                    "words tell, and were not looked at."),
        descriptor("analysis-incomplete",
                   "A function, or a file, was not analysed completely.")};
    Json &Rules = D["rules"] = Json::array();
    for (const CheckText &Check : checkTexts())
      Rules.push_back(rule(Check));
    return D;
  }

  static Json descriptor(StringRef Id, StringRef Text) {
    Json D{{"id", Id.str()}, {"name", pascalCase(Id)}};
    // Code scanning requires all of them.
    for (const char *Key : {"shortDescription", "fullDescription", "help"})
      D[Key] = text(Text);
    return D;
  }

  Json rule(const CheckText &Check) const {
    Json R{{"id", Check.Name},
           {"name", pascalCase(Check.Name)},
           {"shortDescription", text(Check.Summary)},
           // Code scanning does not accept longer texts.
           {"fullDescription", text(shortened(Check.Description, 1000))}};
    if (!Run.Docs.empty())
      R["helpUri"] = Run.Docs + Check.Page;
    R["help"] = {
        {"text", Check.Description},
        {"markdown", withAbsoluteLinks(Check.Markdown, Check.Page, Run.Docs)}};
    R["defaultConfiguration"] = {{"level", "warning"}};
    R["properties"] = {{"precision", "very-high"},
                       {"problem.severity", "warning"},
                       {"tags", {"correctness", "cuda", "stream-capture"}}};
    return R;
  }

  //===--- The run ---===//

  Json invocation(const Results &R) {
    Json Notifications = Json::array();
    for (const Unit &U : R.Units)
      if (U.S != Unit::Analysed && U.S != Unit::Skipped)
        Notifications.push_back(notification(U));
    for (const Gap &G : R.Gaps)
      Notifications.push_back(notification(G));
    if (const size_t N = llvm::count_if(
            R.Units, [](const Unit &U) { return U.S == Unit::Skipped; }))
      Notifications.push_back(skipped(N));
    return {{"executionSuccessful", Run.ExitCode <= 1 && Run.Complete},
            {"exitCode", Run.ExitCode},
            {"toolConfigurationNotifications", configuration(R)},
            {"toolExecutionNotifications", std::move(Notifications)}};
  }

  Json configuration(const Results &R) {
    Json Result = Json::array();
    for (const ConfigurationNotice &N : R.Notices) {
      Json &One =
          Result.emplace_back(Json{{"level", N.IsWarning ? "warning" : "note"},
                                   {"message", text(N.Text)}});
      if (!N.At.File.empty())
        One["locations"] = {
            {{"physicalLocation", physical(N.At, /*Context=*/false)}}};
    }
    return Result;
  }

  static Json skipped(size_t N) {
    return {{"descriptor", {{"id", "files-skipped"}, {"index", 2}}},
            {"level", "note"},
            {"message",
             text(formatv("{0} skipped: as {1} words tell, {2} cannot "
                          "reach a capture; --all looks at {3}, too",
                          counted(N, "file was", "files were"),
                          pluralIf(N, "its", "their"),
                          pluralIf(N, "it", "they"), pluralIf(N, "it", "them"))
                      .str())}};
  }

  Json notification(const Gap &G) {
    Json Where{{"physicalLocation", physical(G.At, /*Context=*/false)}};
    if (!G.Function.empty())
      Where["logicalLocations"] = Json::array(
          {{{"fullyQualifiedName", G.Function}, {"kind", "function"}}});
    const bool IsLost = G.K == Gap::GivenUp || G.K == Gap::Errors;
    return {{"descriptor", {{"id", "analysis-incomplete"}, {"index", 3}}},
            {"level", IsLost && G.Serious ? "warning" : "note"},
            {"message", text(G.Text)},
            {"locations", Json::array({std::move(Where)})}};
  }

  Json notification(const Unit &U) const {
    const bool Partial = U.S == Unit::Malformed;
    StringRef What =
        "has errors; only the code that could be parsed was analysed";
    if (U.S == Unit::Failed)
      What = "could not be analysed";
    else if (U.S == Unit::Crashed)
      What = "could not be analysed: the analysis crashed";
    else if (U.S == Unit::TimedOut)
      What = "could not be analysed in time";
    return {{"descriptor",
             {{"id", Partial ? "file-has-errors" : "file-not-analysed"},
              {"index", Partial ? 1 : 0}}},
            {"level", Partial ? "warning" : "error"},
            {"message", text(pathBelow(U.File, Run.Root) + " " + What.str() +
                             (U.Problem.empty() ? "" : ": " + U.Problem))},
            {"locations",
             Json::array(
                 {{{"physicalLocation",
                    Json{{"artifactLocation", artifactLocation(U.File)}}}}})}};
  }

  //===--- Results ---===//

  Json result(const Diagnostic &D) {
    Json R{{"ruleId", D.Check}};
    if (const CheckText *Check = checkText(D.Check))
      R["ruleIndex"] = Check - checkTexts().data();
    R["level"] = D.Possible || D.OnFailure ? "note" : "warning";
    R["message"] = text(D.Text);
    Json Where{{"physicalLocation", physical(D.At, /*Context=*/true)}};
    if (!D.Function.empty())
      Where["logicalLocations"] = Json::array(
          {{{"fullyQualifiedName", D.Function}, {"kind", "function"}}});
    R["locations"] = Json::array({std::move(Where)});
    // Similar findings are distinguished by their order.
    std::string Value = formatv("{0:x-16}", xxh3_64bits(StringRef(Print(D))));
    Value += ":" + std::to_string(++Prints[Value]);
    R["partialFingerprints"] = {{"cudaCapture/v1", Value},
                                // Code scanning uses this one.
                                {"primaryLocationLineHash", Value}};
    Json &Related = R["relatedLocations"] = Json::array();
    for (const DiagnosticNote &N : D.Notes)
      Related.push_back(
          {{"id", Related.size() + 1},
           {"physicalLocation", physical(N.At.isValid() ? N.At : D.At, false)},
           {"message", text(N.Text)}});
    if (Json Steps = steps(D); Steps.size() > 1)
      R["codeFlows"] =
          Json::array({{{"threadFlows",
                         Json::array({{{"locations", std::move(Steps)}}})}}});
    if (Json Fixes = fixes(D); !Fixes.empty())
      R["fixes"] = std::move(Fixes);
    Json &Properties = R["properties"] = Json::object();
    if (!D.Callee.empty())
      Properties["callee"] = D.Callee;
    if (!D.Entry.empty())
      Properties["entry"] = D.Entry;
    if (D.Error) {
      Properties["error"] = D.Error;
      Properties["errorName"] = D.ErrorName;
    }
    Properties["onFailure"] = D.OnFailure;
    Properties["possible"] = D.Possible;
    return R;
  }

  /// Returns the steps before the finding, the finding, and the steps that it
  /// leads to.
  Json steps(const Diagnostic &D) {
    Json List = Json::array();
    auto Add = [&](const Position &At, StringRef Text) {
      List.push_back({{"importance", &At == &D.At ? "essential" : "important"},
                      {"location",
                       {{"physicalLocation", physical(At, /*Context=*/false)},
                        {"message", text(Text)}}}});
    };
    auto AddNotes = [&](bool Before) {
      for (const DiagnosticNote &N : D.Notes)
        if (N.K == DiagnosticNote::Path && N.Before == Before && N.At.isValid())
          Add(N.At, N.Text);
    };
    AddNotes(/*Before=*/true);
    Add(D.At, D.Text);
    AddNotes(/*Before=*/false);
    return List;
  }

  Json fixes(const Diagnostic &D) {
    Json List = Json::array();
    auto Add = [&](StringRef Text, const std::vector<Edit> &Edits) {
      if (!Edits.empty())
        List.push_back(fix(Text, Edits));
    };
    StringRef Remedy = "Repair it.";
    for (const DiagnosticNote &N : D.Notes)
      if (N.K == DiagnosticNote::Remedy)
        Remedy = N.Text;
    Add(Remedy, D.Edits);
    for (const DiagnosticNote &N : D.Notes)
      Add(N.Text, N.Edits);
    return List;
  }

  Json fix(StringRef Text, const std::vector<Edit> &Edits) {
    std::map<StringRef, Json> Replacements;
    for (const Edit &E : Edits)
      Replacements.try_emplace(E.File, Json::array())
          .first->second.push_back(replacement(E));
    Json Changes = Json::array();
    for (auto &[File, List] : Replacements)
      Changes.push_back({{"artifactLocation", artifactLocation(File)},
                         {"replacements", std::move(List)}});
    return {{"description", text(Text)},
            {"artifactChanges", std::move(Changes)}};
  }

  Json replacement(const Edit &E) {
    Json Region{{"byteOffset", E.Offset}, {"byteLength", E.Length}};
    if (const SourceFile *F = Sources.get(E.File)) {
      SourceFile::Place Begin = F->place(E.Offset),
                        End = F->place(E.Offset + E.Length);
      Region = {{"startLine", Begin.Line},
                {"startColumn", F->utf16Column(Begin)},
                {"endLine", End.Line},
                {"endColumn", F->utf16Column(End)}};
    }
    Json Result{{"deletedRegion", std::move(Region)}};
    if (!E.Text.empty())
      Result["insertedContent"] = text(E.Text);
    return Result;
  }

  //===--- Places ---===//

  Json physical(const Position &At, bool Context) {
    Json Result{{"artifactLocation", artifactLocation(At.File)}};
    const SourceFile *F = Sources.get(At.File);
    if (!F || !At.isValid() || At.Line > F->lines()) {
      // Code scanning does not show results without a line.
      Result["region"] = {{"startLine", std::max(At.Line, 1u)},
                          {"startColumn", At.Column ? At.Column : 1}};
      return Result;
    }
    SourceFile::Place Begin{At.Line, At.Column ? At.Column : 1}, End = Begin;
    End.Column += F->nameLength(Begin);
    Result["region"] = {{"startLine", At.Line},
                        {"startColumn", F->utf16Column(Begin)},
                        {"endColumn", F->utf16Column(End)},
                        {"snippet", text(F->lineOrNothing(At.Line).slice(
                                        Begin.Column - 1, End.Column - 1))}};
    if (Context)
      Result["contextRegion"] = surroundings(*F, At.Line);
    return Result;
  }

  static Json surroundings(const SourceFile &F, unsigned Line) {
    unsigned First = Line > 2 ? Line - 2 : 1,
             Last = std::min(Line + 2, F.lines());
    std::string Lines;
    for (unsigned I = First; I <= Last; ++I) {
      StringRef Line = F.lineOrNothing(I);
      if (I == 1) // Skip the byte order mark.
        Line.consume_front("\xef\xbb\xbf");
      Lines += (Line + "\n").str();
    }
    return {{"startLine", First}, {"endLine", Last}, {"snippet", text(Lines)}};
  }

  Json artifactLocation(StringRef File) const {
    std::string Shown = pathBelow(File, Run.Root);
    const bool Relative = Shown != File;
    Json Result{{"uri", (Relative ? "" : "file://") + percentEncoded(Shown)}};
    if (Relative)
      Result["uriBaseId"] = RootId.str();
    return Result;
  }

  const RunInfo &Run;
  SourceFiles &Sources;
  const Fingerprint &Print;
  StringMap<unsigned> Prints; ///< Number of results with each.
};
} // namespace

void report::writeSarif(raw_ostream &OS, const Results &R, const RunInfo &Run,
                        SourceFiles &Sources, const Fingerprint &Print) {
  Json Log{{"$schema",
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/"
            "schemas/sarif-schema-2.1.0.json"},
           {"version", "2.1.0"},
           {"runs", Json::array({Writer(Run, Sources, Print).run(R)})}};
  OS << printJson(Log) << '\n';
}
