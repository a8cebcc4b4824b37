//===- SourceSettings.cpp - The settings of each source -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceSettings.h"
#include "../lib/report/CheckGlobs.h"
#include "../lib/report/Describe.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace cuda_capture;

/// Returns a key that is the same for options with the same values.
static std::string keyOf(const TidyOptions &O) {
  std::string Key;
  for (const std::optional<ConfiguredValue> *V :
       {&O.Checks, &O.ReportPossible, &O.FailingCalls, &O.Language,
        &O.Functions, &O.Mode, &O.EntryPoints, &O.IgnoreSystemPragma,
        &O.Driver, &O.OtherThreads}) {
    Key += *V ? "+" + (*V)->Text : "-";
    Key += '\0';
  }
  return Key;
}

/// Adds \p More to a list of names.
static void addTo(std::optional<ConfiguredValue> &List,
                  const std::string &More) {
  if (More.empty())
    return;
  if (!List)
    List = {"", "the proposal"};
  List->Text += (List->Text.empty() ? "" : ";") + More;
}

llvm::Expected<SourceSettings>
SourceSettings::read(llvm::ArrayRef<std::string> Sources,
                     const Request &Wanted) {
  TidyConfig Config;
  std::vector<TidyOptions> Options;
  std::vector<std::string> Knowledge;
  std::optional<ConfiguredValue> AnyKnowledge;
  SourceSettings Result;
  for (const std::string &Source : Sources) {
    TidyOptions &O = Options.emplace_back();
    if (!readsConfiguration())
      continue;
    llvm::Expected<TidyOptions> Read = Config.optionsFor(Source);
    if (!Read)
      return Read.takeError();
    O = std::move(*Read);
    for (report::ConfigurationNotice &N : O.Notices)
      if (llvm::none_of(
              Result.Notices, [&](const report::ConfigurationNotice &Known) {
                return Known.At.File == N.At.File && Known.Text == N.Text;
              }))
        Result.Notices.push_back(std::move(N));
    if (!Wanted.SelectsChecks)
      O.Checks.reset();
    if (!O.Knowledge)
      continue;
    for (std::string &Path : knowledgePaths(O.Knowledge->Text))
      if (!llvm::is_contained(Knowledge, Path))
        Knowledge.push_back(std::move(Path));
    AnyKnowledge = O.Knowledge;
  }
  if (AnyKnowledge)
    AnyKnowledge->Text = llvm::join(Knowledge, ";");
  if (Options.empty())
    Options.emplace_back();

  std::map<std::string, const Settings *> Known;
  for (size_t I = 0; I < Options.size(); ++I) {
    Options[I].Knowledge = AnyKnowledge;
    addTo(Options[I].Functions, Wanted.MoreFunctions);
    addTo(Options[I].EntryPoints, Wanted.MoreEntryPoints);
    if (!Options[I].Mode && !Wanted.Mode.empty())
      Options[I].Mode = {Wanted.Mode, "the proposal"};
    if (!Options[I].OtherThreads && Wanted.OtherThreads)
      Options[I].OtherThreads = {"true", "the proposal"};
    const Settings *&S = Known[keyOf(Options[I])];
    if (!S) {
      llvm::Expected<Settings> Read = readSettings(Options[I], Wanted.Of);
      if (!Read)
        return Read.takeError();
      const report::CheckSelection Checks(Wanted.SelectsChecks ? Read->Checks
                                                               : Wanted.Checks);
      if (!Checks.contains(report::checkName(analysis::Rule::Unbalanced)))
        hideLeaks(*Read);
      Result.Each.push_back(std::make_unique<Settings>(std::move(*Read)));
      S = Result.Each.back().get();
    }
    if (I < Sources.size())
      Result.BySource[Sources[I]] = S;
  }
  return Result;
}

const Settings &SourceSettings::of(llvm::StringRef Source) const {
  const Settings *S = BySource.lookup(Source);
  return S ? *S : program();
}

report::Level SourceSettings::level() const {
  report::Level Widest = report::Level::Exact;
  for (const std::unique_ptr<Settings> &S : Each)
    Widest = std::max(Widest, S->Level);
  return Widest;
}

size_t SourceSettings::numTurnedOff() const {
  size_t N = 0;
  for (const auto &Entry : BySource)
    N += report::CheckSelection(Entry.second->Checks).isEmpty();
  return N;
}
