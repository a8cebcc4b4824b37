//===- Values.cpp - Abstract values, symbols and locations ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values.h"
#include "../ir/Operators.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void Universe::addLeaves(ir::List<SymbolId> &To,
                         llvm::ArrayRef<SymbolId> From) {
  for (SymbolId S : From)
    if (!llvm::is_contained(To, S)) {
      To.push_back(S);
      Symbols[S].IsUsed = true;
    }
}

SymbolId Universe::add(SymbolInfo Info) {
  const SymbolId S = Symbols.size();
  Info.Itself = S;
  Symbols.push_back(std::move(Info));
  return S;
}

LocationId Universe::add(LocationInfo Info) {
  const LocationId L = Locations.size();
  const bool IsPart = Info.K == LocationInfo::Field ||
                      Info.K == LocationInfo::Element ||
                      Info.K == LocationInfo::AnyElement;
  Info.Root = IsPart ? Locations[Info.Parent].Root : L;
  Info.LastPart = L;
  Locations.push_back(std::move(Info));
  // A part is made after the whole.
  for (LocationId Part = L; Part != Locations[L].Root;) {
    Part = Locations[Part].Parent;
    Locations[Part].LastPart = L;
  }
  return L;
}

/// Interns a symbol that is made of its inputs and takes its origin flags and
/// leaves from them.
SymbolId Universe::derive(SymbolInfo::Kind K, llvm::StringRef Name,
                          llvm::ArrayRef<Value> Inputs, bool FromUnknownCall) {
  llvm::SmallString<64> Key;
  auto Add = [&](const auto &Part) {
    Key.append(
        llvm::StringRef(reinterpret_cast<const char *>(&Part), sizeof(Part)));
  };
  Add(K);
  Add(Inputs.size());
  for (const Value &V : Inputs) {
    Add(V.K);
    Add(V.Stale);
    Add(V.Data);
  }
  Key += Name;
  auto [It, New] = DerivedIds.try_emplace(Key);
  if (!New)
    return It->second;
  SymbolInfo Info;
  Info.K = K;
  Info.FromUnknownCall = FromUnknownCall;
  SymbolInfo::Origin From;
  From.Name = Name;
  From.Inputs.append(Inputs.begin(), Inputs.end());
  bool AnyInput = false;
  Info.Configuration = true;
  for (const Value &V : Inputs) {
    if (V.K == Value::Symbol) {
      const SymbolInfo &In = Symbols[V.Data];
      addLeaves(From.Leaves, In.leaves());
      Info.FromUnknownCall |= In.FromUnknownCall;
      Info.Configuration &= In.Configuration;
      AnyInput = true;
    } else if (V.K == Value::Reference) {
      addLeaves(From.Leaves, Locations[V.Data].Leaves);
      // What a global object answers is a setting, as its members are.
      const bool IsGlobal = K == SymbolInfo::Getter &&
                            Locations[root(V.Data)].K == LocationInfo::Global;
      Info.Configuration &= IsGlobal;
      AnyInput |= IsGlobal;
    } else if (V.K == Value::Unknown) {
      Info.Configuration = false;
    }
  }
  Info.Configuration &= AnyInput && !Info.FromUnknownCall;
  // What the program computes with is a number, and no answer.
  if (K == SymbolInfo::Operation &&
      (Name == "*" || Name == "/" || Name == ir::Minimum ||
       Name == ir::Maximum))
    Info.FromUnknownCall = false;
  Info.MadeOf = std::move(From);
  return It->second = add(std::move(Info));
}

SymbolId Universe::initial(LocationId Where) {
  auto [It, New] = InitialIds.try_emplace(Where);
  if (!New)
    return It->second;
  SymbolInfo Info;
  Info.K = SymbolInfo::Initial;
  Info.Where = Where;
  if (!Locations[Where].Leaves.empty())
    Info.MadeOf = SymbolInfo::Origin{Locations[Where].Leaves, {}, {}};
  Info.Configuration = Locations[root(Where)].K == LocationInfo::Global;
  return It->second = add(std::move(Info));
}

SymbolId Universe::conjure(Context Ctx, const void *Maker, unsigned Which,
                           bool FromUnknownCall, bool *IsNew) {
  auto [It, New] = ConjuredIds.try_emplace({Ctx, Maker, Which});
  if (IsNew)
    *IsNew = New;
  if (!New)
    return It->second;
  SymbolInfo Info;
  Info.K = SymbolInfo::Conjured;
  Info.Ctx = Ctx;
  Info.Maker = Maker;
  Info.Which = Which;
  Info.FromUnknownCall = FromUnknownCall;
  return It->second = add(std::move(Info));
}

SymbolId Universe::operation(llvm::StringRef Op, llvm::ArrayRef<Value> Inputs) {
  return derive(SymbolInfo::Operation, Op, Inputs, /*FromUnknownCall=*/false);
}

SymbolId Universe::getter(llvm::StringRef Function, llvm::ArrayRef<Value> Args,
                          bool System) {
  return derive(SymbolInfo::Getter, Function, Args,
                /*FromUnknownCall=*/!System);
}

SymbolId Universe::threadMode() {
  if (!ThreadModeId) {
    SymbolInfo Info;
    Info.K = SymbolInfo::ThreadMode;
    ThreadModeId = add(std::move(Info));
  }
  return *ThreadModeId;
}

LocationId Universe::local(Context Ctx, unsigned Id) {
  auto [It, New] = LocalIds.try_emplace({Ctx, Id});
  if (!New)
    return It->second;
  LocationInfo Info;
  Info.K = LocationInfo::Local;
  Info.Ctx = Ctx;
  Info.LocalId = Id;
  return It->second = add(std::move(Info));
}

LocationId Universe::global(llvm::StringRef Name) {
  auto [It, New] = GlobalIds.try_emplace(Name);
  if (!New)
    return It->second;
  LocationInfo Info;
  Info.K = LocationInfo::Global;
  Info.Name = Name;
  Info.SetOnce = ir::isSetOnce(Name);
  return It->second = add(std::move(Info));
}

LocationId Universe::pointee(SymbolId Pointer) {
  auto [It, New] = PointeeIds.try_emplace(Pointer);
  if (!New)
    return It->second;
  LocationInfo Info;
  Info.K = LocationInfo::Pointee;
  Info.Pointer = Pointer;
  addLeaves(Info.Leaves, Symbols[Pointer].leaves());
  return It->second = add(std::move(Info));
}

LocationId Universe::field(LocationId Parent, llvm::StringRef Name) {
  auto [It, New] = FieldIds[Parent].try_emplace(Name);
  if (!New)
    return It->second;
  LocationInfo Info;
  Info.K = LocationInfo::Field;
  Info.Parent = Parent;
  Info.Name = Name;
  Info.Leaves = Locations[Parent].Leaves;
  return It->second = add(std::move(Info));
}

LocationId Universe::element(LocationId Parent, Value Index) {
  if (Index.K != Value::Int && Index.K != Value::Symbol)
    Index = Value::unknown();
  auto [It, New] = ElementIds.try_emplace({Parent, Index.K, Index.Data});
  if (!New)
    return It->second;
  LocationInfo Info;
  Info.Parent = Parent;
  Info.Leaves = Locations[Parent].Leaves;
  if (Index.K == Value::Unknown) {
    Info.K = LocationInfo::AnyElement;
  } else {
    Info.K = LocationInfo::Element;
    Info.Index = Index;
    Info.Index.Stale = false;
    if (Index.isSymbol())
      addLeaves(Info.Leaves, Symbols[Index.Data].leaves());
  }
  return It->second = add(std::move(Info));
}

FunctionId Universe::function(const ir::Name &Name) {
  auto [It, New] = FunctionIds.try_emplace(Name.str(), FunctionNames.size());
  if (New)
    FunctionNames.push_back(Name);
  return It->second;
}

ir::Name Universe::functionName(const Value &V) const {
  return V.K == Value::Function && !V.Stale ? FunctionNames[V.Data]
                                            : ir::Name();
}

bool Universe::isWithin(LocationId Part, LocationId Whole) const {
  while (true) {
    if (Part == Whole)
      return true;
    const LocationInfo &Info = Locations[Part];
    if (Info.K != LocationInfo::Field && Info.K != LocationInfo::Element &&
        Info.K != LocationInfo::AnyElement)
      return false;
    Part = Info.Parent;
  }
}

Value Universe::ownerOf(const Value &Memory) const {
  if (Memory.K != Value::Reference)
    return Memory;
  const LocationId Root = root(Memory.Data);
  return Locations[Root].K == LocationInfo::Pointee
             ? Value::symbol(Locations[Root].Pointer)
             : Value::reference(Root);
}

bool Universe::isUninitialized(const Value &V) const {
  if (!V.isSymbol() || V.Stale || Symbols[V.Data].K != SymbolInfo::Initial)
    return false;
  const LocationInfo &Root = Locations[root(Symbols[V.Data].Where)];
  return Root.K == LocationInfo::Local && !Root.IsParameter;
}

bool Universe::isFromOutside(SymbolId S) const {
  if (Symbols[S].K != SymbolInfo::Initial)
    return false;
  const LocationInfo &Root = Locations[root(Symbols[S].Where)];
  if (Root.K == LocationInfo::Pointee)
    return isFromOutside(Root.Pointer);
  return Root.K == LocationInfo::Global || Root.IsParameter;
}

bool Universe::isNamedOutside(const Value &V) const {
  if (!V.isSymbol() || V.Stale || Symbols[V.Data].K != SymbolInfo::Initial)
    return false;
  for (LocationId L = Symbols[V.Data].Where;; L = Locations[L].Parent) {
    const LocationInfo &Info = Locations[L];
    switch (Info.K) {
    case LocationInfo::Local:
      return Info.IsParameter;
    case LocationInfo::Global:
      return !ir::isHidden(Info.Name);
    case LocationInfo::Pointee:
      return isNamedOutside(Value::symbol(Info.Pointer));
    case LocationInfo::AnyElement:
      return false;
    case LocationInfo::Element:
      if (Info.Index.K != Value::Int)
        return false;
      break;
    case LocationInfo::Field:
      break;
    }
  }
}

bool Universe::areDistinct(const Value &A, const Value &B) const {
  if (A.K == Value::Int && B.K == Value::Int)
    return A.Data != B.Data;
  auto Info = [&](const Value &V) {
    return V.isSymbol() ? &Symbols[V.Data] : nullptr;
  };
  const SymbolInfo *X = Info(A), *Y = Info(B);
  // The special streams are numbers.
  if (A.K == Value::Int || B.K == Value::Int)
    return (X && X->Created) || (Y && Y->Created);
  if (!X || !Y || X == Y)
    return false;
  // A pointer that was made since the entry may point at anything that was
  // created since.
  auto IsOwn = [&](const SymbolInfo &I) {
    if (I.Created || I.K != SymbolInfo::Initial)
      return I.Created;
    const LocationInfo &Root = Locations[root(I.Where)];
    return Root.K != LocationInfo::Pointee || isFromOutside(Root.Pointer);
  };
  if (X->Created || Y->Created)
    return IsOwn(*X) && IsOwn(*Y);
  if (X->K != SymbolInfo::Initial || Y->K != SymbolInfo::Initial)
    return false;
  const LocationInfo &L = Locations[X->Where], &M = Locations[Y->Where];
  // A pointer to an array points at its first element.
  auto IsOther = [](LocationId First, const LocationInfo &Element) {
    return Element.K == LocationInfo::Element && Element.Parent == First &&
           Element.Index.K == Value::Int && Element.Index.Data != 0;
  };
  if (L.K != M.K)
    return IsOther(X->Where, M) || IsOther(Y->Where, L);
  switch (L.K) {
  case LocationInfo::Local:
    return L.Ctx == M.Ctx;
  case LocationInfo::Global:
    // The current objects, which hidden globals hold, are in variables, too.
    return !ir::isHidden(L.Name) && !ir::isHidden(M.Name);
  case LocationInfo::Field:
    return L.Parent == M.Parent;
  case LocationInfo::Element:
    return L.Parent == M.Parent && L.Index.K == Value::Int &&
           M.Index.K == Value::Int;
  case LocationInfo::Pointee: {
    // References side by side.
    Value P = Value::symbol(L.Pointer), Q = Value::symbol(M.Pointer);
    return areDistinct(P, Q);
  }
  case LocationInfo::AnyElement:
    return false;
  }
  return false;
}

bool Universe::isMadeOf(const Value &V, SymbolId Leaf) const {
  if (V.K == Value::Symbol)
    return llvm::is_contained(Symbols[V.Data].leaves(), Leaf);
  return V.K == Value::Reference && dependsOn(LocationId(V.Data), Leaf);
}

bool Universe::dependsOn(LocationId L, SymbolId Leaf) const {
  return llvm::is_contained(Locations[L].Leaves, Leaf);
}
