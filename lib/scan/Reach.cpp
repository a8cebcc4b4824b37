//===- Reach.cpp - Translation units that must be parsed ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reach.h"
#include "Tokens.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace cuda_capture::scan;
using llvm::StringRef;

/// The largest numbers of parts into which a name is split, for any name and
/// for the name of a start.
static constexpr size_t MaxParts = 3, MaxPartsOfStart = 6;

llvm::BitVector Reach::spelt(llvm::ArrayRef<unsigned> InFiles) const {
  llvm::BitVector Result(All.size());
  for (unsigned F : InFiles)
    for (Id I : facts(F).Spelt)
      Result.set(I);
  return Result;
}

/// Collects the macros. Finds those that may paste an argument or make it the
/// name of a function, either themselves or by passing it to another macro.
void Reach::findMacros() {
  for (unsigned F = 0; F < Files.size(); ++F)
    for (const Macro &M : facts(F).Macros)
      Macros[M.Name].push_back(&M);
  Pasting.resize(All.size());
  Naming.resize(All.size());
  PastesMany.resize(All.size());
  for (const auto &[Name, Bodies] : Macros)
    for (const Macro *M : Bodies)
      if (M->Pastes && M->MostParts > MaxParts)
        PastesMany.set(Name);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const auto &[Name, Bodies] : Macros)
      for (const Macro *M : Bodies) {
        if (!M->HasParameters)
          continue;
        auto Spread = [&, Name = Name](llvm::BitVector &Set, bool Itself) {
          if (Set.test(Name) || !(Itself || llvm::any_of(M->Body, [&](Id I) {
                                    return Set.test(I);
                                  })))
            return;
          Set.set(Name);
          Changed = true;
        };
        Spread(Pasting, M->Pastes);
        Spread(Naming, M->NamesParameter);
      }
  }
}

/// Returns for each of the user's files the macros that it may see. These are
/// the macros of all files of the units that contain it.
std::vector<llvm::BitVector> Reach::visibleMacros() const {
  std::vector<llvm::BitVector> Result(Files.size());
  for (const Sources::Unit &U : Of.units()) {
    llvm::BitVector Names(All.size());
    for (const std::vector<unsigned> *List : {&U.Own, &U.System})
      for (unsigned F : *List)
        for (const Macro &M : facts(F).Macros)
          Names.set(M.Name);
    for (unsigned F : U.Own)
      Result[F] |= Names;
  }
  return Result;
}

/// Adds to a file the functions that macros define in it, and the names from
/// which macros make other names. If a macro has several definitions, all of
/// them count.
void Reach::findPieces(unsigned Number, const llvm::BitVector &Visible) {
  File &F = Files[Number];
  const FileFacts &Facts = facts(Number);
  F.Defined = Facts.Defined;
  llvm::DenseSet<Id> Expanded;
  auto Define = [&](Id Name) {
    F.Defined.push_back({Name, 0, true, false, false});
  };
  // Adds the functions that a macro and the macros in its body define.
  auto Expand = [&](Id Name, bool AsName, auto &Again) -> void {
    auto It = Macros.find(Name);
    if (It == Macros.end() || !Visible.test(Name) ||
        !Expanded.insert(Name).second)
      return;
    for (const Macro *M : It->second) {
      for (Id Function : AsName && !M->HasParameters ? M->Names : M->Functions)
        Define(Function);
      if (M->Pastes)
        F.Pieces.insert(F.Pieces.end(), M->Names.begin(), M->Names.end());
      for (Id Inner : M->Body)
        Again(Inner, AsName, Again);
    }
  };
  for (const Definition &D : Facts.Defined)
    Expand(D.Name, /*AsName=*/true, Expand);
  for (const Invocation &I : Facts.Invocations) {
    auto It = Macros.find(I.Name);
    if (!Visible.test(I.Name) || It == Macros.end())
      continue;
    Expand(I.Name, /*AsName=*/false, Expand);
    if (I.Before && llvm::any_of(It->second, [](const Macro *M) {
          return M->OpensParameters;
        }))
      Define(I.Before);
    if (!Naming.test(I.Name))
      continue;
    for (Id A : I.Arguments) {
      // Most names of one character are types or numbers, not functions.
      if (All.text(A).size() == 1 && !IsDeclared.test(A))
        continue;
      Define(A);
      F.Pieces.push_back(A);
    }
  }
  llvm::sort(F.Pieces);
  F.Pieces.erase(llvm::unique(F.Pieces), F.Pieces.end());
}

void Reach::findDeclared() {
  IsDeclared.resize(All.size());
  for (unsigned F = 0; F < Files.size(); ++F)
    if (Of.file(F).IsOwn)
      for (Id I : facts(F).Declarations)
        IsDeclared.set(I);
}

/// Finds the names of starts, and the macros whose bodies name a start.
void Reach::findStarting() {
  Starting.resize(All.size());
  for (Id I = 1; I < All.size(); ++I)
    if (IsStart(All.text(I)))
      Starting.set(I);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const auto &[Name, Bodies] : Macros)
      for (const Macro *M : Bodies) {
        auto Has = [&](const llvm::BitVector &Set) {
          return llvm::any_of(M->Body, [&](Id I) { return Set.test(I); });
        };
        if (!Starting.test(Name) && Has(Starting)) {
          Starting.set(Name);
          Changed = true;
        }
      }
  }
}

void Reach::findDefiners() {
  Definers.resize(All.size());
  Implicit.resize(All.size());
  // The definition of a member may name its class by an alias.
  llvm::DenseSet<Id> Aliases;
  for (unsigned F = 0; F < Files.size(); ++F)
    Aliases.insert(facts(F).Aliases.begin(), facts(F).Aliases.end());
  // Callers name the class of the function that is overridden.
  if (FollowsOverriders)
    for (unsigned F = 0; F < Files.size(); ++F)
      Aliases.insert(facts(F).Derived.begin(), facts(F).Derived.end());
  llvm::BitVector Instantiated(Files.size());
  for (const Sources::Unit &U : Of.units())
    if (llvm::any_of(U.Own, [&](unsigned F) { return facts(F).Instantiates; }))
      for (unsigned F : U.Own)
        Instantiated.set(F);
  for (unsigned F = 0; F < Files.size(); ++F) {
    if (!Of.file(F).IsOwn)
      continue;
    for (const Definition &D : Files[F].Defined) {
      // Callers see the definition of a template, unless a file only declares
      // the template, or a unit explicitly instantiates a class.
      if (D.Template && !Instantiated.test(F) && !IsDeclared.test(D.Name))
        continue;
      const bool IsClass =
          D.Class && !Aliases.contains(D.Class) && !Macros.count(D.Class);
      Definers[D.Name].push_back({F, IsClass ? D.Class : 0, D.Conditional});
      if (D.Implicit)
        Implicit.set(D.Name);
      if (IsClass)
        Implicit.set(D.Class);
    }
  }
}

void Reach::findSplits(Id Whole, StringRef Rest, std::vector<Id> &Parts,
                       size_t Max) {
  if (Rest.empty()) {
    if (Parts.size() > 1)
      Splits.push_back({Whole, Parts});
    return;
  }
  if (Parts.size() == Max)
    return;
  // The last part is the rest of the name.
  const size_t Shortest = Parts.size() + 1 == Max ? Rest.size() : 1;
  for (size_t N = Shortest; N <= Rest.size(); ++N)
    if (std::optional<Id> Part = All.find(Rest.take_front(N));
        Part && *Part != Whole && *Part < OwnNames.size() &&
        OwnNames.test(*Part)) {
      Parts.push_back(*Part);
      findSplits(Whole, Rest.drop_front(N), Parts, Max);
      Parts.pop_back();
    }
}

/// Finds the names that unit \p Number may call, and the functions that it may
/// define by pasting their names.
void Reach::findUses(unsigned Number) {
  const Sources::Unit &U = Of.units()[Number];
  Unit &Found = Units[Number];
  Found.Unclear = U.Unclear;
  llvm::BitVector Own = spelt(U.Own);
  // A use of a macro may look like a declaration.
  for (unsigned F : U.Own)
    for (Id I : facts(F).Declared)
      if (Macros.count(I))
        Own.set(I);
  bool Pastes = Own.anyCommon(Pasting);
  for (unsigned F : U.Own)
    for (const Macro &M : facts(F).Macros)
      Pastes |= M.Pastes;
  // Such a macro may define any function, and call any function that is
  // declared.
  if (Own.anyCommon(PastesMany)) {
    Found.Unclear = true;
    for (unsigned F : U.Own)
      for (Id I : facts(F).Declarations)
        Own.set(I);
  }
  if (Pastes) {
    llvm::DenseSet<Id> Pieces;
    for (unsigned F : U.Own)
      Pieces.insert(Files[F].Pieces.begin(), Files[F].Pieces.end());
    std::vector<Id> Pasted;
    for (const Split &S : Splits)
      if (llvm::all_of(S.Parts, [&](Id I) { return Own.test(I); })) {
        Pasted.push_back(S.Whole);
        if (llvm::any_of(S.Parts, [&](Id I) { return Pieces.contains(I); }))
          Definers[S.Whole].push_back({U.Line, 0, true});
      }
    for (Id Whole : Pasted)
      Own.set(Whole);
  }
  auto Spells = [&](StringRef Name) {
    std::optional<Id> I = All.find(Name);
    return I && Own.test(*I);
  };
  // New and delete expressions do not spell the names of the operators that
  // they call.
  const bool Allocates = Spells("new") || Spells("delete");
  llvm::BitVector Used = Own;
  for (unsigned F : U.System)
    for (Id I : facts(F).Spelt)
      if (Implicit.test(I))
        Used.set(I);
  if (Allocates)
    for (Id I : Implicit.set_bits())
      if (All.text(I).starts_with("operator new") ||
          All.text(I).starts_with("operator delete"))
        Used.set(I);
  for (Id I : Used.set_bits())
    Found.Uses.push_back(I);
}

bool Reach::isRoot(unsigned Number, llvm::ArrayRef<Start> Starts) const {
  const Sources::Unit &U = Of.units()[Number];
  const std::vector<Id> &Uses = Units[Number].Uses;
  if (Units[Number].Unclear)
    return true;
  // Uses includes the names that the unit pastes.
  if (llvm::any_of(Uses, [&](Id I) { return Starting.test(I); }))
    return true;
  for (unsigned F : U.System)
    if (llvm::any_of(facts(F).Mentioned, [&](Id I) {
          return Starting.test(I) && !Macros.contains(I);
        }))
      return true;
  if (Starts.empty())
    return false;
  llvm::BitVector Own = spelt(U.Own), Any = Own;
  Any |= spelt(U.System);
  for (Id I : Uses)
    Any.set(I);
  return llvm::any_of(Starts, [&](const Start &S) {
    if (!llvm::all_of(S.All, [&](StringRef Name) {
          std::optional<Id> I = All.find(Name);
          return I && Any.test(*I);
        }))
      return false;
    return !S.Suffix || llvm::any_of(Uses, [&](Id I) {
      return All.text(I).ends_with(*S.Suffix) ||
             StringRef(*S.Suffix).ends_with(All.text(I));
    });
  });
}

/// Calls \p Each with each file that may define a function that unit \p Number
/// calls, unless the unit itself has that definition for certain.
template <typename Use>
void Reach::forEachDefiner(unsigned Number, Use Each) const {
  const Sources::Unit &U = Of.units()[Number];
  const std::vector<Id> &Uses = Units[Number].Uses;
  for (Id I : Uses)
    for (const Definer &D : Definers[I])
      if (D.File != U.Line &&
          (!D.Class || std::binary_search(Uses.begin(), Uses.end(), D.Class)) &&
          (D.Conditional ||
           !std::binary_search(U.Sure.begin(), U.Sure.end(), D.File)))
        Each(D.File);
}

llvm::BitVector
Reach::units(llvm::ArrayRef<const std::vector<Start> *> Starts) {
  Files.resize(Of.numFiles());
  Units.resize(Of.units().size());
  for (const std::string &Name : StartNames)
    All.add(Name);
  findMacros();
  findDeclared();
  const std::vector<llvm::BitVector> Visible = visibleMacros();
  for (unsigned F = 0; F < Files.size(); ++F)
    if (Of.file(F).IsOwn)
      findPieces(F, Visible[F]);
  findStarting();
  findDefiners();
  std::vector<unsigned> Own;
  for (unsigned F = 0; F < Files.size(); ++F)
    if (Of.file(F).IsOwn)
      Own.push_back(F);
  OwnNames = spelt(Own);
  for (unsigned F : Own)
    for (Id I : facts(F).Declared)
      OwnNames.set(I);
  llvm::DenseSet<Id> Begin;
  for (const std::string &Name : StartNames)
    Begin.insert(*All.find(Name));
  std::vector<Id> Parts;
  for (Id I = 1; I < All.size(); ++I)
    if (Begin.contains(I) ||
        (OwnNames.test(I) && !llvm::isDigit(All.text(I).front()) &&
         !isKeyword(All.text(I))))
      findSplits(I, All.text(I), Parts,
                 Begin.contains(I) ? MaxPartsOfStart : MaxParts);
  for (unsigned U = 0; U < Units.size(); ++U)
    findUses(U);

  // Find the units with starts, and the units that call into found units.
  llvm::BitVector Reached(Units.size()), InFile(Files.size());
  auto Add = [&](unsigned U) {
    Reached.set(U);
    for (unsigned F : Of.units()[U].Own)
      InFile.set(F);
  };
  for (unsigned U = 0; U < Units.size(); ++U)
    if (isRoot(U, *Starts[U]))
      Add(U);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned U = 0; U < Units.size(); ++U) {
      if (Reached.test(U))
        continue;
      bool Calls = false;
      forEachDefiner(U, [&](unsigned F) { Calls |= InFile.test(F); });
      if (Calls) {
        Add(U);
        Changed = true;
      }
    }
  }

  // Find the units that define what a found unit calls.
  std::vector<std::vector<unsigned>> Including(Files.size());
  for (unsigned U = 0; U < Units.size(); ++U)
    for (unsigned F : Of.units()[U].Own)
      Including[F].push_back(U);
  std::vector<unsigned> Todo(Reached.set_bits().begin(),
                             Reached.set_bits().end());
  llvm::BitVector Wanted(Files.size());
  while (!Todo.empty()) {
    const unsigned U = Todo.back();
    Todo.pop_back();
    forEachDefiner(U, [&](unsigned F) {
      if (Wanted.test(F))
        return;
      Wanted.set(F);
      for (unsigned Other : Including[F])
        if (!Reached.test(Other)) {
          Reached.set(Other);
          Todo.push_back(Other);
        }
    });
  }
  return Reached;
}
