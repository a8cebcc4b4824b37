//===- Demand.cpp - Sources that must be parsed ---------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Demand.h"
#include "../lib/lower/Candidates.h"
#include "../lib/scan/Leading.h"
#include "../lib/scan/Reach.h"
#include "OwnRows.h"
#include "UnitFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace cuda_capture;
using llvm::StringRef;

//===--- Starts -----------------------------------------------------------===//

/// Returns a start that requires the certain words of a scoped name; see
/// certainWords().
static scan::Start spelled(StringRef Name) {
  scan::Start Result;
  Result.All = certainWords(Name);
  return Result;
}

/// Returns a start that requires a name with the same ending as the last name
/// in a pattern for scoped names.
static scan::Start lastOf(StringRef Pattern) {
  scan::Start Result;
  StringRef Tail = Pattern.trim();
  if (size_t At = Tail.find_last_of("*?[]{}\\^!"); At != StringRef::npos)
    Tail = Tail.drop_front(At + 1);
  if (size_t At = Tail.rfind("::"); At != StringRef::npos)
    Tail = Tail.drop_front(At + 2);
  Tail.consume_front("~");
  if (Tail.starts_with("operator"))
    Tail = "";
  Result.Suffix =
      Tail.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; })
          .str();
  return Result;
}

static std::vector<scan::Start> startsOf(const Settings &Set) {
  std::vector<scan::Start> Result;
  for (const ApiRow &Row : Set.KB->rows())
    if (startsSomething(Row))
      for (const ApiRow::Name &N : Row.Names)
        if (StringRef(N.Spelling).find_first_of(":*?(") != StringRef::npos)
          Result.push_back(spelled(N.Spelling));
  for (const EntryPoint &E : Set.KB->entryPoints())
    if (E.Captured == EntryPoint::Decision::Always ||
        llvm::is_contained(Set.Capturable.EntryPoints, E.Library) ||
        llvm::is_contained(Set.Capturable.EntryPoints, "all"))
      Result.push_back(spelled(E.Name));
  // An annotation may be spelt by any macro, but the macro spells this name.
  Result.push_back({{"annotate"}, std::nullopt});
  if (Set.Capturable.FunctionsText)
    for (StringRef Rest = *Set.Capturable.FunctionsText; !Rest.empty();) {
      auto [One, More] = Rest.split(';');
      if (!One.trim().empty())
        Result.push_back(lastOf(One));
      Rest = More;
    }
  return Result;
}

//===--- ScannedSources ---------------------------------------------------===//

struct ScannedSources::Words {
  scan::Sources Read;
  std::map<const Settings *, std::vector<scan::Start>> Starts;
  std::vector<unsigned> Groups;
};

ScannedSources::ScannedSources(std::vector<DemandedSource> List)
    : Sources(std::move(List)), All(std::make_unique<Words>()) {
  FlagReader Flags;
  for (const DemandedSource &S : Sources) {
    All->Read.add(Flags.read(S));
    All->Groups.push_back(Flags.group(S));
  }
}

ScannedSources::~ScannedSources() = default;

/// Returns the names of starts that can be listed.
static std::vector<std::string> startNames(const KnowledgeBase &KB) {
  std::vector<std::string> Result;
  for (const ApiRow &Row : KB.rows())
    if (startsSomething(Row) && !namesScopes(Row))
      KB.spellings(Row, [&](StringRef Name) { Result.push_back(Name.str()); });
  return Result;
}

/// Whether the user's files of a unit spell one of \p Words.
static bool spellsAny(const scan::Sources &Read, const scan::Sources::Unit &U,
                      const std::vector<scan::Id> &Words) {
  return llvm::any_of(U.Own, [&](unsigned F) {
    const std::vector<scan::Id> &Spelt = Read.file(F).Facts.Spelt;
    return llvm::any_of(Words, [&](scan::Id Word) {
      return std::binary_search(Spelt.begin(), Spelt.end(), Word);
    });
  });
}

Demand ScannedSources::demand() {
  Demand Result;
  if (Sources.empty())
    return Result;
  // All sources of a program have the same knowledge base.
  const KnowledgeBase &KB = *Sources.front().Set->KB;
  auto IsStart = [&](StringRef Name) {
    Lookup Found = KB.lookup(Name);
    return Found && startsSomething(*Found.Row);
  };
  scan::Reach Reach(All->Read, IsStart, startNames(KB));
  std::vector<const std::vector<scan::Start> *> Starts;
  bool ReportsPossible = false;
  for (const DemandedSource &S : Sources) {
    auto [It, New] = All->Starts.try_emplace(S.Set);
    if (New)
      It->second = startsOf(*S.Set);
    Starts.push_back(&It->second);
    ReportsPossible |= S.Set->Analysis.ReportPossible;
    if (S.Set->Analysis.ReportPossible)
      Reach.followOverriders();
  }
  const llvm::BitVector Reached = Reach.units(Starts);
  // That no function of a program binds the handles of a library is known only
  // if all that may do so are looked at. What threads do matters to captures of
  // other threads.
  std::vector<scan::Id> Elsewhere;
  auto AddElsewhere = [&](StringRef Name) {
    if (std::optional<scan::Id> Id = All->Read.names().find(Name))
      Elsewhere.push_back(*Id);
  };
  if (Reached.any())
    for (const ApiRow &Row : KB.rows())
      if (Row.OfLibrary && Row.Eff == Effect::BindStream)
        KB.spellings(Row, AddElsewhere);
  if (Reached.any() && ReportsPossible)
    for (const auto &Entry : KB.hostValues())
      if (startsThread(Entry.second)) {
        auto [Scope, Last] = Entry.first().rsplit("::");
        AddElsewhere(Last.empty() ? Scope : Last);
      }
  for (unsigned I = 0; I < Sources.size(); ++I)
    Result.Needed.push_back(
        Reached.test(I) ||
        spellsAny(All->Read, All->Read.units()[I], Elsewhere));
  Result.FilesRead = All->Read.paths();
  Result.Absent = All->Read.absent();
  Result.Notices =
      rowsWithoutFunction(KB, Sources.front().Set->KnowledgePaths, All->Read);
  return Result;
}

std::vector<scan::Leading> ScannedSources::leading(size_t I) {
  return scan::leading(All->Read, I);
}

unsigned ScannedSources::group(size_t I) const { return All->Groups[I]; }
