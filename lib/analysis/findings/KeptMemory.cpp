//===- KeptMemory.cpp - Memory that another call replaces -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptMemory.h"
#include "../../ir/Walk.h"
#include "../CalleesOf.h"
#include "../FunctionKinds.h"
#include "../State.h"
#include "../engine/CallTree.h"
#include "../engine/RootRun.h"
#include "DanglingMemory.h"
#include "FindingSet.h"
#include "Naming.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// The depth to which callees are searched for what decides about a graph.
/// Conditions of callees further down decide about other things.
static constexpr unsigned MaxAskDepth = 2;

void KeptMemory::noteRelease(const Value &Pointer, const Site &At) {
  if (!Opts.ReportPossible || Run.Guessing || Run.OnAssumption ||
      !Pointer.isSymbol() || Pointer.Stale ||
      U.symbol(Pointer.Data).K != SymbolInfo::Initial)
    return;
  ReleasedIn[At.I].insert(Run.CurrentRoot);
  const LocationId Where = U.symbol(Pointer.Data).Where;
  if (!nameOf(Where).empty())
    Released.emplace_back(At, Where);
}

/// Whether \p Condition is computed both from a part of the object and from an
/// argument of the call.
bool KeptMemory::isKeyed(const Value &Condition, bool &OfObject,
                         bool &OfCall) const {
  if (!Condition.isSymbol())
    return false;
  const SymbolInfo &Info = U.symbol(Condition.Data);
  if (Info.K == SymbolInfo::Initial)
    (nameOf(Info.Where).empty() ? OfCall : OfObject) = true;
  else if (Info.K == SymbolInfo::Conjured)
    OfCall = true;
  for (const Value &In : Info.inputs())
    isKeyed(In, OfObject, OfCall);
  return OfObject && OfCall;
}

void KeptMemory::noteLaunch(SymbolId Graph, const State &S) {
  if (!Opts.ReportPossible || Run.Guessing || Run.OnAssumption)
    return;
  const std::string Name = nameOf(U.symbol(Graph).Where);
  if (Name.empty())
    return;
  Launches &Of = LaunchesOf[Name];
  Of.Roots.insert(Run.CurrentRoot);
  auto IsKeyed = [&](const ControlDependence &C) {
    bool OfObject = false, OfCall = false;
    return isKeyed(C.Condition, OfObject, OfCall);
  };
  Of.AreKeyed |= llvm::any_of(S.ControlDependences, IsKeyed) ||
                 llvm::any_of(S.PathConditions, IsKeyed);
}

/// Whether the object at \p Where, or one that holds it, is another one in \p S
/// than at the entry of the root.
bool KeptMemory::isReplaced(LocationId Where, const State &S) const {
  if (auto Held = S.Memory.find(Where); Held != S.Memory.end()) {
    const Value Now = S.resolve(Held->second);
    if (Now.K == Value::Reference ||
        (Now.isSymbol() && !Now.Stale &&
         U.symbol(Now.Data).K == SymbolInfo::Conjured &&
         !U.symbol(Now.Data).FromUnknownCall))
      return true;
  }
  const LocationInfo &Info = U.location(Where);
  switch (Info.K) {
  case LocationInfo::Field:
  case LocationInfo::Element:
    return isReplaced(Info.Parent, S);
  case LocationInfo::Pointee:
    return U.symbol(Info.Pointer).K == SymbolInfo::Initial &&
           isReplaced(U.symbol(Info.Pointer).Where, S);
  default:
    return false;
  }
}

/// Whether \p I destroys the object of a smart pointer.
static bool destroysOwned(const ir::Instruction &I) {
  if (I.K != ir::Instruction::Invoke ||
      I.Indirect->Target.K != ir::Operand::Read)
    return false;
  const ir::Place &Target = I.Indirect->Target.Where;
  return !Target.Path.empty() && Target.Path.back().Name == ir::OwnedDeleter;
}

/// Notes the objects of smart pointers that the current root destroys and
/// replaces.
void KeptMemory::noteReplacedOwners() {
  const ir::Function &F = *Run.CurrentRoot;
  for (const ir::Block &B : F.Blocks) {
    std::set<std::string> Replaced;
    for (const ir::Instruction &I : llvm::reverse(B.Insts)) {
      if (I.K == ir::Instruction::Assign && !I.Dest->Path.empty() &&
          I.Dest->Path.back().Name == ir::OwnedPointer &&
          I.Args.front().K != ir::Operand::Int)
        Replaced.insert(nameOf(F, *I.Dest));
      if (!destroysOwned(I))
        continue;
      ir::Place Owned = I.Indirect->Target.Where;
      Owned.Path.pop_back();
      const std::string Memory = nameOf(F, Owned.field(ir::OwnedPointer));
      if (!Memory.empty() && Replaced.count(Memory)) {
        Replacements.push_back({&F, {Run.RootContext, &I}, Memory});
        ReleasedIn[&I].insert(&F);
      }
    }
  }
}

/// Notes the memory that the current root has released, if it is replaced at
/// the return \p S.
void KeptMemory::noteReplacements(const State &S) {
  for (const auto &Release : Released) {
    const std::string Memory = nameOf(Release.second);
    auto IsSame = [&](const Replacement &Known) {
      return Known.At == Release.first && Known.Memory == Memory;
    };
    if (isReplaced(Release.second, S) && llvm::none_of(Replacements, IsSame))
      Replacements.push_back({Run.CurrentRoot, Release.first, Memory});
  }
}

/// Notes the memory that the graphs use which are kept at the return \p S.
void KeptMemory::noteUses(const State &S) {
  forEachKept(S, [&](const std::string &Name, LocationId Keeper,
                     const GraphContent &Content) {
    for (const Borrow &B : Content.Refs.all()) {
      if (B.Gone || B.Guessed || B.Allocates || !B.Memory.isSymbol())
        continue;
      std::set<std::string> Held{nameOf(B.Memory)};
      for (const auto &[Where, V] : S.Memory)
        if (V == B.Memory)
          Held.insert(nameOf(Where));
      for (const std::string &Memory : Held) {
        auto IsSame = [&](const Use &Known) {
          return Known.By.At == B.At && Known.By.Arg == B.Arg &&
                 Known.Graph == Name && Known.Memory == Memory;
        };
        if (!Memory.empty() && llvm::none_of(Uses, IsSame))
          Uses.push_back({Run.CurrentRoot, Name, Memory, Names.nameOf(Keeper),
                          B, Content.Made});
      }
    }
  });
}

void KeptMemory::leaveRoot() {
  if (Opts.ReportPossible && !Run.OnAssumption) {
    if (Roots.insert(Run.CurrentRoot).second)
      noteReplacedOwners();
    for (const RootRun::Exit &Leaving : Run.RootExits) {
      if (Leaving.S.Missing.Any || Leaving.S.Failures.OnAllPaths)
        continue;
      noteReplacements(Leaving.S);
      noteUses(Leaving.S);
    }
  }
  Released.clear();
}

/// Whether \p I may write to one of \p Fields, or do what is not known.
static bool mayWrite(const ir::Instruction &I,
                     const llvm::StringSet<> &Fields) {
  auto IsAsked = [&](const ir::Place &P) {
    return Fields.contains(ir::lastName(P));
  };
  if (I.Dest && IsAsked(*I.Dest))
    return true;
  if (I.K != ir::Instruction::Assign &&
      llvm::any_of(I.Args, [&](const ir::Operand &A) {
        return (A.K == ir::Operand::Address || A.K == ir::Operand::Read) &&
               IsAsked(A.Where);
      }))
    return true;
  // The destructor of an owned object does not know the owner's graphs.
  if (I.K == ir::Instruction::Invoke)
    return !destroysOwned(I);
  if (I.K != ir::Instruction::UnknownCall || I.Flags.System || I.Flags.Pure)
    return I.K == ir::Instruction::Missing;
  // It may get the object itself.
  return llvm::any_of(I.Args, [](const ir::Operand &A) {
    return A.K == ir::Operand::Read && A.Where.Base == ir::Place::Local &&
           !A.Where.LocalId && A.Where.Path.empty();
  });
}

/// Whether \p F, or a function that it calls, may write to one of \p Fields, or
/// do what is not known.
bool KeptMemory::mayInvalidate(const ir::Function &F,
                               const llvm::StringSet<> &Fields) const {
  return anyCalledFrom(F, Find, [&](const ir::Function &Called) {
    return anyInstruction(
        Called, [&](const ir::Instruction &I) { return mayWrite(I, Fields); });
  });
}

/// Adds the fields that the conditions of \p F, and of functions that it calls,
/// read.
void KeptMemory::fieldsAskedBy(const ir::Function &F,
                               llvm::StringSet<> &Fields) const {
  anyCalledFrom(
      F, Find,
      [&](const ir::Function &Called) {
        for (const ir::Block &B : Called.Blocks)
          if (B.Term.Value && B.Term.K != ir::Terminator::Return)
            ir::forEachRead(*B.Term.Value, [&](const ir::Operand &Read) {
              if (llvm::StringRef Name = ir::lastName(Read.Where);
                  !Name.empty())
                Fields.insert(Name);
            });
        return false;
      },
      MaxAskDepth);
}

/// Whether a later call may launch the graph of \p Of after \p By has replaced
/// its memory, and nothing says that the graph is made anew before.
bool KeptMemory::isStale(const Use &Of, const Replacement &By,
                         const Launches &Later) {
  const llvm::StringRef Used = Of.Memory;
  if ((Used != By.Memory && !Used.starts_with(By.Memory + "->")) ||
      Later.AreKeyed || By.Root == Of.Root ||
      isConstructorOrDestructor(*By.Root))
    return false;
  // A function that makes or launches the graph as well decides what the one
  // means for the other.
  std::set<const ir::Function *> In = ReleasedIn[By.At.I];
  for (const ir::Function *Root : Roots)
    if (anyCalledFrom(*Root, Find, [&](const ir::Function &Called) {
          return &Called == By.Root;
        }))
      In.insert(Root);
  if (In.count(Of.Root) ||
      llvm::any_of(Later.Roots,
                   [&](const ir::Function *Root) { return In.count(Root); }))
    return false;
  llvm::StringSet<> Fields;
  for (const ir::Function *Root : Later.Roots)
    fieldsAskedBy(*Root, Fields);
  fieldsAskedBy(*Of.Root, Fields);
  Fields.insert(
      llvm::StringRef(Of.Graph).substr(Of.Graph.find_last_of(".:>") + 1));
  // The memory itself changes, and whoever asks for it learns nothing new.
  for (llvm::StringRef Part = By.Memory; !Part.empty();) {
    const size_t Dot = Part.find_last_of(".:>");
    Fields.erase(Part.substr(Dot == llvm::StringRef::npos ? 0 : Dot + 1));
    Part = Dot == llvm::StringRef::npos ? "" : Part.take_front(Dot);
  }
  return llvm::none_of(In, [&](const ir::Function *Root) {
    return mayInvalidate(*Root, Fields);
  });
}

void KeptMemory::check() {
  for (const Use &Of : Uses) {
    const auto Later = LaunchesOf.find(Of.Graph);
    if (Later == LaunchesOf.end())
      continue;
    for (const Replacement &By : Replacements) {
      if (!isStale(Of, By, Later->second))
        continue;
      RawFinding F;
      DanglingMemory::describe(F, Of.By);
      F.Kind = DiagnosticKind::ReplacedWhileKept;
      F.ExitCtx = By.At.Ctx;
      F.Related = {{Relation::Gone, By.At}, {Relation::Kept, Of.Made}};
      F.Unless.Updated = Of.Keeper;
      Reports.addExitFinding(std::move(F));
      break;
    }
  }
}
