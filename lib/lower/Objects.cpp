//===- Objects.cpp - A translation unit for others ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowers a translation unit, with calls of functions that other translation
/// units define left open. Keeps those parts of it that other translation
/// units, or the analysis, may ask for.
///
//===----------------------------------------------------------------------===//

#include "../analysis/Regions.h"
#include "../analysis/ThreadWork.h"
#include "../ir/Walk.h"
#include "../kb/ApiTraits.h"
#include "../support/Paths.h"
#include "Candidates.h"
#include "Driver.h"
#include "FunctionUses.h"
#include "GlobalWrites.h"
#include "KeptStreams.h"
#include "UserCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class Exporter {
public:
  Exporter(ASTContext &Ctx, const KnowledgeBase &KB, Lowering &L)
      : Ctx(Ctx), KB(KB), L(L), O(std::make_unique<ir::Object>()), Calls(KB),
        Regions(Calls) {}

  std::unique_ptr<ir::Object>
  run(const std::vector<const FunctionDecl *> &Roots,
      const std::vector<const FunctionDecl *> &Analysable, bool Overrides) {
    for (const FunctionDecl *F : Roots)
      if (const ir::Function *Root = L.lower(F))
        if (IsRoot.insert(Root).second)
          Wanted.push_back(Root);
    for (const FunctionDecl *F : Analysable)
      if (isForOthers(F))
        if (const ir::Function *Lowered = L.lower(F))
          Wanted.push_back(Lowered);
    llvm::DenseSet<const FunctionDecl *> Candidates;
    for (const FunctionDecl *F : Roots)
      Candidates.insert(F->getCanonicalDecl());
    addOverrides(Overrides ? nullptr : &Candidates);
    L.forEachLowered([&](const FunctionDecl *F, const ir::Function &Lowered) {
      Declared[&Lowered] = F;
    });
    for (const FunctionDecl *F : Analysable)
      CanBeRoot.insert(F->getCanonicalDecl());

    const ir::Module &M = L.module();
    for (const ir::Function &F : M.Functions)
      if (F.IsHandler && IsRoot.insert(&F).second)
        Wanted.push_back(&F);
    const bool PerThread = M.PerThreadDefaultStream;
    Files.Files = M.Files;
    for (std::string &File : Files.Files)
      File = absolute(File);
    O->Units.push_back(
        {Files.Files.empty() ? "" : Files.Files.front(), PerThread});
    if (L.contracts())
      for (const auto &E : L.contracts()->definedElsewhere())
        O->Units.front().Registered.push_back(
            {L.symbolOf(E.F).str(), E.Library, E.Exported});
    // The order does not depend on addresses.
    llvm::sort(O->Units.front().Registered);
    if (L.contracts() && L.contracts()->isAudit())
      addUses(O->Units.front());
    addLibraries(O->Units.front());
    while (!Wanted.empty()) {
      const ir::Function *Next = Wanted.back();
      Wanted.pop_back();
      if (Done.insert(Next).second)
        add(*Next);
    }
    for (const auto &[Variable, Writes] : findGlobalWrites(L))
      O->Writes[nameOfWritten(L, Variable)].add(Writes);
    O->Units.front().Threads = analysis::findThreadWork(L.module(), KB);
    for (const auto &Variable : L.internalVariables())
      O->InternalVariables.push_back(O->name(Variable.getKey()));
    llvm::sort(O->InternalVariables);
    return std::move(O);
  }

private:
  /// Whether another translation unit may call \p F without a definition of its
  /// own.
  bool isForOthers(const FunctionDecl *F) const {
    switch (Ctx.GetGVALinkageForFunction(F)) {
    case GVA_StrongExternal:
    case GVA_StrongODR:
      return true;
    case GVA_Internal:
    case GVA_AvailableExternally:
    case GVA_DiscardableODR:
      break;
    }
    return false;
  }

  /// Notes who calls and keeps the functions of the program.
  void addUses(ir::Object::UnitEntry &Unit) const {
    const FunctionUses Uses = findFunctionUses(Ctx);
    auto Add = [&](const auto &Functions, std::vector<std::string> &To) {
      std::set<std::string> Symbols;
      for (const FunctionDecl *F : Functions)
        if (!F->isDependentContext() &&
            !isSystemCode(*F, Ctx.getSourceManager()))
          Symbols.insert(L.symbolOf(F).str());
      To.assign(Symbols.begin(), Symbols.end());
    };
    Add(Uses.Called, Unit.Called);
    Add(Uses.Kept, Unit.Kept);
  }

  /// Notes which handles of libraries the code of this translation unit makes
  /// and binds, whether or not that code is lowered.
  void addLibraries(ir::Object::UnitEntry &Unit) const {
    const Identifiers Names(Ctx);
    auto IsUsed = [&](StringRef Name) {
      const IdentifierInfo *Id = Names.find(Name);
      return Id && llvm::any_of(Ctx.getTranslationUnitDecl()->lookup(Id),
                                [](const NamedDecl *D) {
                                  const FunctionDecl *F = D->getAsFunction();
                                  return F && isUsed(F);
                                });
    };
    std::set<std::string> Makes, Binds;
    for (const ApiRow &Row : KB.rows()) {
      const bool Binding = Row.Eff == Effect::BindStream;
      if (!Row.OfLibrary || Row.Header.empty() ||
          (!Binding && !Row.paramIndex(Role::Library, Access::Out)))
        continue;
      std::set<std::string> &Headers = Binding ? Binds : Makes;
      if (!Headers.count(Row.Header))
        KB.spellings(Row, [&](StringRef Name) {
          if (IsUsed(Name))
            Headers.insert(Row.Header);
        });
    }
    Unit.MakesHandles.assign(Makes.begin(), Makes.end());
    Unit.BindsHandles.assign(Binds.begin(), Binds.end());
  }

  /// Adds the overrides of this translation unit, because other ones may call
  /// the overridden functions, and what it stores in fields; only those in
  /// \p Only, if it is given.
  void addOverrides(const llvm::DenseSet<const FunctionDecl *> *Only) {
    auto IsWanted = [&](const FunctionDecl *F) {
      return !Only || Only->contains(F->getCanonicalDecl());
    };
    // The order is that of names, so the output is the same in each run.
    std::map<std::string, const FunctionDecl *> Methods;
    std::set<std::pair<std::string, std::string>> Known;
    L.forEachOverride(
        [&](const CXXMethodDecl *Method, const CXXMethodDecl *By) {
          if (!Method->isExternallyVisible() || Method->isDependentContext() ||
              !IsWanted(By))
            return;
          Known.emplace(L.symbolOf(Method), L.symbolOf(By));
          Methods[L.symbolOf(By).str()] = By;
        });
    // So may calls through pointers in fields.
    for (const auto &[Field, Functions] : L.storedFunctions()) {
      const std::string Shared = fieldSymbol(Field);
      for (const FunctionDecl *F : Functions)
        if (const FunctionDecl *Def = nullptr;
            !Shared.empty() && F->hasBody(Def) && !Def->isDependentContext() &&
            IsWanted(Def)) {
          Known.emplace(Shared, L.symbolOf(Def));
          Methods[L.symbolOf(Def).str()] = Def;
        }
    }
    for (auto &[Symbol, By] : Methods)
      if (const ir::Function *Lowered = L.lower(By))
        Wanted.push_back(Lowered);
      else
        By = nullptr;
    for (const auto &[Method, By] : Known)
      if (Methods[By])
        O->Overrides.push_back({O->name(Method), O->name(By)});
    llvm::sort(O->Overrides);
  }

  ir::Linkage linkage(const FunctionDecl *F) const {
    if (!F || !F->isExternallyVisible())
      return ir::Linkage::Internal;
    return Ctx.GetGVALinkageForFunction(F) == GVA_StrongExternal
               ? ir::Linkage::Strong
               : ir::Linkage::Weak;
  }

  void add(const ir::Function &Lowered) {
    const FunctionDecl *F = Declared.lookup(&Lowered);
    const FunctionDecl *Def = nullptr;
    if (F)
      F->hasBody(Def);
    ir::Function Body = Lowered;
    ir::FunctionEntry E;
    E.L = linkage(Def);
    E.Known.Matters = L.matters(Lowered);
    E.Known.MayCallUnknown = E.Known.MayWait = true;
    bool Calls = false;
    if (F)
      if (std::optional<ir::Traits> Known = L.traits(F))
        E.Known = *Known;
    E.Root = IsRoot.count(&Lowered) != 0;
    E.Rootable = F && CanBeRoot.count(F->getCanonicalDecl());
    E.Captured = Lowered.Captured.has_value();
    E.Hidden = F && F->getExplicitVisibility(NamedDecl::VisibilityForValue) ==
                        HiddenVisibility;
    E.Regions = Regions.add(Lowered).Regions;
    std::vector<const ir::Function *> Used;
    ir::forEachName(Body, [&](ir::Name &N, ir::Mention How) {
      if (How == ir::Mention::Global)
        return;
      if (How == ir::Mention::Api || How == ir::Mention::Names)
        if (const Lookup &Found = this->Calls[N]; Found.isFunction()) {
          E.Starts |= startsSomething(*Found.Row);
          E.Begins |= Found.Row->Eff == Effect::BeginCapture;
          E.Ends |= Found.Row->Eff == Effect::EndCapture;
        }
      if (How == ir::Mention::Api)
        return;
      Calls = true;
      if (const ir::Function *Callee = L.module().find(N))
        Used.push_back(Callee);
    });
    // Other translation units also need to know that a function does nothing.
    const bool HasBody = E.Known.Matters || E.Known.Simple ||
                         E.Known.HasSideEffects || E.Known.MayNotReturn ||
                         E.Root || E.Captured || Calls;
    if (!HasBody) {
      if (Body.At.isValid())
        E.File = O->file(Files.Files[Body.At.File]);
      return O->addBodiless(Body.Name, std::move(E));
    }
    Wanted.insert(Wanted.end(), Used.rbegin(), Used.rend());
    O->add(Files, std::move(Body), std::move(E));
  }

  std::string absolute(StringRef File) const {
    return absolutePath(
        "", File,
        Ctx.getSourceManager().getFileManager().getVirtualFileSystem());
  }

  ASTContext &Ctx;
  const KnowledgeBase &KB;
  Lowering &L;
  std::unique_ptr<ir::Object> O;
  const analysis::ResolvedCalls Calls;
  analysis::RegionCounter Regions;
  /// A module of which only the list of files is used.
  ir::Module Files;
  std::vector<const ir::Function *> Wanted;
  llvm::DenseSet<const ir::Function *> Done, IsRoot;
  llvm::DenseMap<const ir::Function *, const FunctionDecl *> Declared;
  llvm::DenseSet<const FunctionDecl *> CanBeRoot;
};
} // namespace

std::unique_ptr<ir::Object>
lower::exportTranslationUnit(ASTContext &Ctx, Preprocessor *PP,
                             const KnowledgeBase &KB,
                             CapturableOptions Capturable, bool Overrides) {
  std::vector<const FunctionDecl *> Starters, Analysable;
  std::vector<const FunctionDecl *> Roots =
      findCandidates(Ctx, KB, &Starters, &Analysable, Overrides);
  Lowering L(Ctx, KB, usesPerThreadStream(Ctx, PP, KB),
             /*ListOverriders=*/true);
  L.deferCalls();
  if (PP)
    L.setMacros([PP](StringRef Name) { return macroNumber(*PP, Name); });
  L.setContracts(
      std::make_unique<CapturableContracts>(Ctx, KB, std::move(Capturable)));
  for (const FunctionDecl *F : L.contracts()->roots())
    Roots.push_back(F);
  // Other translation units may make any of the functions a root.
  std::vector<const FunctionDecl *> All = Roots;
  llvm::append_range(All, Analysable);
  llvm::append_range(Roots, constructorsThatKeepStreams(All, L.decls()));
  for (const FunctionDecl *F : Starters)
    L.lower(F);
  std::unique_ptr<ir::Object> O =
      Exporter(Ctx, KB, L).run(Roots, Analysable, Overrides);
  for (ir::Object::UnitEntry &U : O->Units)
    U.LeastDriver = leastDriver(PP, KB).Number;
  return O;
}
