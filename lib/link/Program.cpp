//===- Program.cpp - Many translation units as one ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "../ir/Walk.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace cuda_capture;
using namespace cuda_capture::link;
using ir::Linkage;
using ir::Reference;
using llvm::StringRef;

void Program::add(std::unique_ptr<ir::Object> O) {
  Input &In = Linked->Inputs.emplace_back();
  In.FirstUnit = Linked->Units.size();
  for (const ir::Object::UnitEntry &U : O->Units)
    Linked->Units.emplace_back().Entry = &U;
  In.Held = std::move(O);
}

/// Adds what the code of \p O, whose first unit is \p Unit, writes to globals.
template <typename Map>
static void addWrites(const ir::Object &O, unsigned Unit, Map &All) {
  if (O.Writes.empty())
    return;
  llvm::StringSet<> Internal;
  for (unsigned Name : O.InternalVariables)
    Internal.insert(O.Names[Name]);
  for (const auto &[Name, Writes] : O.Writes)
    All[Internal.contains(Name) ? ownName(Name, Unit) : Name].add(Writes);
}

void Program::link() {
  define();
  resolveNames();
  findCapturing();
  findOverriders();
  propagate();
  findUnboundLibraries();
  findThreads();
  for (const Input &In : Linked->Inputs)
    addWrites(*In.Held, In.FirstUnit, Linked->Writes);
  for (NodeId Id = 0; Id < Linked->Nodes.size(); ++Id) {
    const ir::FunctionEntry &E = entry(Linked->Nodes[Id]);
    Unit &U = Linked->Units[Linked->Nodes[Id].Unit];
    U.Counts.Regions += E.Regions;
    U.Counts.Capturable += E.Captured;
    if (isRoot(Linked->Nodes[Id]))
      U.Roots.push_back(Id);
  }
}

void Program::findUnboundLibraries() {
  std::set<std::string> Made;
  for (const Unit &U : Linked->Units)
    Made.insert(U.Entry->MakesHandles.begin(), U.Entry->MakesHandles.end());
  for (const Unit &U : Linked->Units)
    for (const std::string &Header : U.Entry->BindsHandles)
      Made.erase(Header);
  Linked->UnboundLibraries.assign(Made.begin(), Made.end());
}

void Program::findThreads() {
  std::vector<ir::ThreadWork> &All = Linked->Threads;
  for (const Input &In : Linked->Inputs) {
    // The symbols that functions of these names have in the program.
    llvm::StringMap<std::string> Symbols;
    for (const ir::Object::UnitEntry &U : In.Held->Units)
      for (const ir::ThreadWork &Work : U.Threads)
        Symbols.try_emplace(Work.Symbol, Work.Symbol);
    if (Symbols.empty())
      continue;
    for (unsigned I = 0; I < In.Meaning.size(); ++I)
      if (auto Known = Symbols.find(In.Held->Names[I]);
          Known != Symbols.end() && In.Meaning[I] != None)
        Known->second = Linked->Nodes[In.Meaning[I]].Symbol.str();
    for (const ir::Object::UnitEntry &U : In.Held->Units)
      for (ir::ThreadWork Work : U.Threads) {
        Work.Symbol = Symbols.lookup(Work.Symbol);
        All.push_back(std::move(Work));
      }
  }
  llvm::sort(All);
  All.erase(std::unique(All.begin(), All.end()), All.end());
}

bool Program::isRoot(const Node &N) const {
  const ir::FunctionEntry &E = entry(N);
  return E.Size && (E.Root || E.Captured || (E.Rootable && N.Reaches));
}

std::string link::ownName(StringRef Name, unsigned Unit) {
  return (Name + "#" + llvm::Twine(Unit)).str();
}

/// Makes a node for each function: one for each definition that belongs to its
/// own unit, and one for all definitions that are the same.
void Program::define() {
  llvm::StringMap<unsigned> Strong;
  for (const Input &In : Linked->Inputs)
    if (In.Held->K != ir::Object::Index)
      for (const ir::FunctionEntry &E : In.Held->Functions)
        if (E.L == Linkage::Strong)
          ++Strong[In.Held->Names[E.Name]];

  for (unsigned I = 0; I < Linked->Inputs.size(); ++I) {
    Input &In = Linked->Inputs[I];
    In.Meaning.assign(In.Held->Names.size(), None);
    for (unsigned F = 0; F < In.Held->Functions.size(); ++F) {
      const ir::FunctionEntry &E = In.Held->Functions[F];
      const std::string &Name = In.Held->Names[E.Name];
      const bool IsIndex = In.Held->K == ir::Object::Index;
      Node N;
      N.Object = I;
      N.Entry = F;
      N.Unit = In.FirstUnit + E.Unit;
      N.Known = E.Known;
      const unsigned Definitions = IsIndex ? 1 : Strong.lookup(Name);
      // This definition is not used, because the function is defined elsewhere
      // for all units.
      if (!IsIndex && E.L == Linkage::Weak && Definitions == 1)
        continue;
      const bool Own =
          !IsIndex && (E.L == Linkage::Internal ||
                       (E.L == Linkage::Strong && Definitions > 1));
      auto [It, New] = Linked->BySymbol.try_emplace(
          Own ? ownName(Name, N.Unit) : Name, Linked->Nodes.size());
      In.Meaning[E.Name] = It->second;
      if (!New) {
        // All definitions are the same, but only some units may declare that
        // the function is capturable.
        Node &Other = Linked->Nodes[It->second];
        if (!Own && E.Captured && !entry(Other).Captured) {
          N.Symbol = Other.Symbol;
          N.Shared = Other.Shared;
          Other = N;
        }
        continue;
      }
      N.Symbol = It->first();
      N.Shared = !Own && E.L != Linkage::Internal;
      Linked->Nodes.push_back(N);
    }
  }
}

void Program::resolveNames() {
  for (Input &In : Linked->Inputs)
    for (unsigned Name = 0; Name < In.Meaning.size(); ++Name)
      if (In.Meaning[Name] == None)
        if (auto It = Linked->BySymbol.find(In.Held->Names[Name]);
            It != Linked->BySymbol.end())
          In.Meaning[Name] = It->second;
}

void Program::findOverriders() {
  for (const Input &In : Linked->Inputs)
    for (const ir::Override &E : In.Held->Overrides)
      if (NodeId By = In.Meaning[E.By]; By != None)
        Linked->Overriders[In.Held->Names[E.Method]].push_back(By);
  for (auto &Each : Linked->Overriders) {
    llvm::sort(Each.second);
    Each.second.erase(llvm::unique(Each.second), Each.second.end());
  }
}

/// Propagates traits from callees to callers: the actions of a function include
/// those of its callees.
void Program::propagate() {
  struct Edge {
    NodeId Caller;
    bool Calls;
  };
  // The callers by callee, in one array: First[N] is the index of the first
  // caller of N.
  std::vector<unsigned> First(Linked->Nodes.size() + 1);
  auto ForEachEdge = [&](auto Use) {
    for (NodeId Id = 0; Id < Linked->Nodes.size(); ++Id) {
      const Input &In = Linked->Inputs[Linked->Nodes[Id].Object];
      for (const Reference &R : entry(Linked->Nodes[Id]).References)
        Use(Id, R, In.Meaning[R.Name]);
    }
  };
  ForEachEdge([&](NodeId Caller, const Reference &R, NodeId Callee) {
    if (Callee != None)
      ++First[Callee + 1];
    else if (R.K == Reference::Called)
      Linked->Nodes[Caller].Known.MayCallUnknown =
          Linked->Nodes[Caller].Known.MayWait = true;
  });
  for (size_t I = 1; I < First.size(); ++I)
    First[I] += First[I - 1];
  std::vector<Edge> Callers(First.back());
  std::vector<unsigned> Next(First.begin(), First.end() - 1);
  ForEachEdge([&](NodeId Caller, const Reference &R, NodeId Callee) {
    if (Callee != None)
      Callers[Next[Callee]++] = {Caller, R.K != Reference::Mentioned};
  });

  std::vector<NodeId> Todo;
  auto Spread = [&](auto Has, auto Give) {
    for (NodeId Id = 0; Id < Linked->Nodes.size(); ++Id)
      if (Has(Linked->Nodes[Id]))
        Todo.push_back(Id);
    while (!Todo.empty()) {
      const NodeId Callee = Todo.back();
      Todo.pop_back();
      for (unsigned I = First[Callee]; I < First[Callee + 1]; ++I)
        if (Node &Caller = Linked->Nodes[Callers[I].Caller];
            !Has(Caller) && Give(Caller, Callers[I].Calls))
          Todo.push_back(Callers[I].Caller);
    }
  };
  Spread([](const Node &N) { return N.Known.Matters; },
         [](Node &Caller, bool Calls) {
           // A caller that only hands such a function on is followed where the
           // caller is simple.
           Caller.Known.HasSideEffects |= !Calls;
           return Caller.Known.Matters |= Calls;
         });
  Spread([](const Node &N) { return N.Known.MayCallUnknown; },
         [](Node &Caller, bool Calls) {
           return Caller.Known.MayCallUnknown |= Calls;
         });
  Spread([](const Node &N) { return N.Known.HasSideEffects; },
         [](Node &Caller, bool Calls) {
           return Caller.Known.HasSideEffects |= Calls;
         });
  Spread(
      [](const Node &N) { return N.Known.MayWait; },
      [](Node &Caller, bool Calls) { return Caller.Known.MayWait |= Calls; });
  // A caller that catches the exception gets the trait, too: the analysis
  // follows it and sees that it returns.
  Spread([](const Node &N) { return N.Known.MayNotReturn; },
         [](Node &Caller, bool Calls) {
           return Caller.Known.MayNotReturn |= Calls;
         });
  // A virtual call may begin a capture, too.
  llvm::StringSet<> Methods;
  for (const auto &Each : Linked->Overriders)
    if (llvm::any_of(Each.second,
                     [&](NodeId By) { return Linked->OneSided.contains(By); }))
      Methods.insert(Each.getKey());
  for (Node &N : Linked->Nodes)
    N.Reaches = entry(N).Starts ||
                (!Methods.empty() &&
                 llvm::any_of(entry(N).References, [&](const ir::Reference &R) {
                   return Methods.contains(
                       Linked->Inputs[N.Object].Held->Names[R.Name]);
                 }));
  Spread([](const Node &N) { return N.Reaches; },
         [](Node &Caller, bool) { return Caller.Reaches = true; });
}

std::vector<std::string> Program::roots(unsigned Unit) const {
  std::vector<std::string> Result;
  for (NodeId Id : Linked->Units[Unit].Roots)
    Result.push_back(Linked->Nodes[Id].Symbol.str());
  return Result;
}

void Program::findCapturing() {
  for (NodeId Id = 0; Id < Linked->Nodes.size(); ++Id) {
    const Node &N = Linked->Nodes[Id];
    const Input &In = Linked->Inputs[N.Object];
    if (!entry(N).Size)
      continue;
    bool Begins = entry(N).Begins, Ends = entry(N).Ends;
    for (const ir::Reference &R : entry(N).References)
      if (NodeId Callee = In.Meaning[R.Name];
          R.K == ir::Reference::Called && Callee != None) {
        Begins |= entry(Linked->Nodes[Callee]).Begins;
        Ends |= entry(Linked->Nodes[Callee]).Ends;
      }
    if (Begins || Ends)
      Linked->Capturing.push_back(N.Symbol.str());
    if (Begins != Ends)
      Linked->OneSided.insert(Id);
  }
}

const Program::Node *Program::find(StringRef Symbol) const {
  auto It = Linked->BySymbol.find(Symbol);
  if (It == Linked->BySymbol.end())
    return nullptr;
  const Node &N = Linked->Nodes[It->second];
  const ir::Object &O = *Linked->Inputs[N.Object].Held;
  if (!ChecksFiles || O.Contents.empty() || !O.Contents[entry(N).File])
    return &N;
  const unsigned File = entry(N).File;
  auto [Known, New] = Unchanged.try_emplace(File, false);
  if (New) {
    ir::SourceText Now = ir::sourceTextIn(O.Files[File]);
    Known->second = Now.digest() == O.Contents[File];
    if (Known->second && Now.Lines != O.Lines[File])
      Moved[O.Files[File]] = {File, std::move(Now.Lines)};
  }
  return Known->second ? &N : nullptr;
}

std::vector<std::string> Program::changedFiles() const {
  std::vector<std::string> Result;
  for (const auto &[File, Same] : Unchanged)
    if (!Same)
      Result.push_back(Linked->Inputs.front().Held->Files[File]);
  llvm::sort(Result);
  return Result;
}

std::optional<ir::Traits> Program::traits(StringRef Symbol) const {
  const Node *N = find(Symbol);
  return N ? std::optional<ir::Traits>(N->Known) : std::nullopt;
}

bool Program::isOffered(StringRef Symbol) const {
  const Node *N = find(Symbol);
  return N && N->Shared && !entry(*N).Hidden;
}

std::string Program::symbolOf(StringRef Name, unsigned Unit) const {
  std::string Own = ownName(Name, Unit);
  return Linked->BySymbol.contains(Own) ? Own : Name.str();
}

bool Program::lacksContract(StringRef Symbol) const {
  const Node *N = find(Symbol);
  return N && N->Known.Matters && !entry(*N).Captured;
}

std::vector<std::string> Program::overriders(StringRef Method,
                                             StringRef But) const {
  std::vector<std::string> Result;
  auto It = Linked->Overriders.find(Method);
  if (It == Linked->Overriders.end())
    return Result;
  for (NodeId Id : It->second)
    if (const Node &N = Linked->Nodes[Id];
        (ListsOverriders || Linked->OneSided.contains(Id)) && N.Known.Matters &&
        entry(N).Size && Linked->Units[N.Unit].Entry->Name != But &&
        find(N.Symbol))
      Result.push_back(N.Symbol.str());
  return Result;
}

//===--- Index ------------------------------------------------------------===//

/// Whether callers should follow \p N.
bool Program::hasUse(const Node &N) const {
  return entry(N).Size && (N.Known.Matters || N.Known.Simple ||
                           N.Known.HasSideEffects || N.Known.MayNotReturn);
}

std::unique_ptr<ir::Object> Program::index() const {
  auto Result = std::make_unique<ir::Object>();
  Result->K = ir::Object::Index;
  for (const Unit &U : Linked->Units)
    Result->Units.push_back(*U.Entry);
  if (!Linked->Inputs.empty())
    Result->By = Linked->Inputs.front().Held->By;

  std::vector<NodeId> Todo;
  std::vector<bool> Wanted(Linked->Nodes.size());
  auto Want = [&](NodeId Id) {
    if (Id != None && !Wanted[Id]) {
      Wanted[Id] = true;
      Todo.push_back(Id);
    }
  };
  for (NodeId Id = 0; Id < Linked->Nodes.size(); ++Id)
    if (isRoot(Linked->Nodes[Id]) ||
        (Linked->Nodes[Id].Shared && hasUse(Linked->Nodes[Id])))
      Want(Id);
  for (const auto &Each : Linked->Overriders)
    for (NodeId By : Each.second)
      if (hasUse(Linked->Nodes[By]))
        Want(By);
  while (!Todo.empty()) {
    const Node &N = Linked->Nodes[Todo.back()];
    Todo.pop_back();
    for (const Reference &R : entry(N).References)
      if (NodeId Used = Linked->Inputs[N.Object].Meaning[R.Name];
          Used != None && hasUse(Linked->Nodes[Used]))
        Want(Used);
  }

  for (const auto &Each : Linked->Overriders)
    for (NodeId By : Each.second)
      if (Wanted[By])
        Result->Overrides.push_back({Result->name(Each.getKey()),
                                     Result->name(Linked->Nodes[By].Symbol)});
  llvm::sort(Result->Overrides);
  Result->Writes.insert(Linked->Writes.begin(), Linked->Writes.end());

  ir::Module Files;
  for (NodeId Id = 0; Id < Linked->Nodes.size(); ++Id) {
    const Node &N = Linked->Nodes[Id];
    ir::FunctionEntry E = entry(N);
    E.Known = N.Known;
    E.Unit = N.Unit;
    E.L = N.Shared ? Linkage::Strong : Linkage::Internal;
    E.Root = isRoot(N);
    std::optional<ir::Function> F;
    if (Wanted[Id])
      F = body(N, Files, /*AsWritten=*/true);
    if (F)
      Result->add(Files, std::move(*F), std::move(E));
    else if (N.Shared && !N.Known.MayCallUnknown) {
      // A change of the file may make the function do something.
      const ir::Object &From = *Linked->Inputs[N.Object].Held;
      E.File = From.Files.empty() ? 0 : Result->file(From.Files[E.File]);
      Result->addBodiless(N.Symbol, std::move(E));
    }
  }
  for (const std::string &File : Result->Files) {
    ir::SourceText Text = ir::sourceTextIn(File);
    Result->Contents.push_back(Text.digest());
    Result->Lines.push_back(std::move(Text.Lines));
  }
  return Result;
}
