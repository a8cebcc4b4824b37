//===- Values.cpp - Abstract values, symbols and locations ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture::analysis;

static void addLeaves(std::vector<SymbolId> &To,
                      const std::vector<SymbolId> &From) {
  for (SymbolId S : From)
    if (!llvm::is_contained(To, S))
      To.push_back(S);
}

SymbolId Universe::add(SymbolKey Key, SymbolInfo Info) {
  auto [It, New] = SymbolIds.try_emplace(std::move(Key), Symbols.size());
  if (New) {
    if (Info.K == SymbolInfo::Conjured)
      Info.Leaves.push_back(It->second);
    Symbols.push_back(std::move(Info));
  }
  return It->second;
}

LocationId Universe::add(LocationKey Key, LocationInfo Info) {
  auto [It, New] = LocationIds.try_emplace(std::move(Key), Locations.size());
  if (New)
    Locations.push_back(std::move(Info));
  return It->second;
}

/// Derives origin flags and leaves from the inputs.
void Universe::addInputs(SymbolInfo &Info) const {
  bool AnyInput = false;
  Info.Configuration = true;
  for (const Value &V : Info.Inputs) {
    if (V.K == Value::Symbol) {
      const SymbolInfo &In = Symbols[V.Data];
      addLeaves(Info.Leaves, In.Leaves);
      Info.Opaque |= In.Opaque;
      Info.Configuration &= In.Configuration;
      AnyInput = true;
    } else if (V.K == Value::Reference) {
      addLeaves(Info.Leaves, Locations[V.Data].Leaves);
      Info.Configuration = false;
    } else if (V.K == Value::Unknown) {
      Info.Configuration = false;
    }
  }
  Info.Configuration &= AnyInput;
}

SymbolId Universe::initial(LocationId Where) {
  auto Known = InitialIds.find(Where);
  if (Known != InitialIds.end())
    return Known->second;
  SymbolInfo Info;
  Info.K = SymbolInfo::Initial;
  Info.Where = Where;
  Info.Leaves = Locations[Where].Leaves;
  Info.Configuration = Locations[root(Where)].K == LocationInfo::Global;
  SymbolId S = add({Info.K, Where, nullptr, 0, "", {}}, std::move(Info));
  InitialIds[Where] = S;
  return S;
}

SymbolId Universe::conjure(Context Ctx, const void *Maker, unsigned Which,
                           bool Opaque) {
  SymbolInfo Info;
  Info.K = SymbolInfo::Conjured;
  Info.Ctx = Ctx;
  Info.Maker = Maker;
  Info.Which = Which;
  Info.Opaque = Opaque;
  return add({Info.K, Ctx, Maker, Which, "", {}}, std::move(Info));
}

SymbolId Universe::operation(llvm::StringRef Op, llvm::ArrayRef<Value> Inputs) {
  SymbolInfo Info;
  Info.K = SymbolInfo::Operation;
  Info.Name = Op.str();
  Info.Inputs = Inputs.vec();
  addInputs(Info);
  return add({Info.K, 0, nullptr, 0, Info.Name, Info.Inputs}, Info);
}

SymbolId Universe::getter(llvm::StringRef Function, llvm::ArrayRef<Value> Args,
                          bool System) {
  SymbolInfo Info;
  Info.K = SymbolInfo::Getter;
  Info.Name = Function.str();
  Info.Inputs = Args.vec();
  addInputs(Info);
  Info.Opaque |= !System;
  Info.Configuration = false;
  return add({Info.K, 0, nullptr, 0, Info.Name, Info.Inputs}, Info);
}

SymbolId Universe::threadMode() {
  SymbolInfo Info;
  Info.K = SymbolInfo::ThreadMode;
  return add({Info.K, 0, nullptr, 0, "", {}}, std::move(Info));
}

LocationId Universe::local(Context Ctx, unsigned Id) {
  auto Known = LocalIds.find({Ctx, Id});
  if (Known != LocalIds.end())
    return Known->second;
  LocationInfo Info;
  Info.K = LocationInfo::Local;
  Info.Ctx = Ctx;
  Info.LocalId = Id;
  LocationId L = add({Info.K, Ctx, Id, "", {}}, std::move(Info));
  LocalIds[{Ctx, Id}] = L;
  return L;
}

LocationId Universe::global(llvm::StringRef Name) {
  LocationInfo Info;
  Info.K = LocationInfo::Global;
  Info.Name = Name.str();
  return add({Info.K, 0, 0, Info.Name, {}}, Info);
}

LocationId Universe::pointee(SymbolId Pointer) {
  LocationInfo Info;
  Info.K = LocationInfo::Pointee;
  Info.Pointer = Pointer;
  Info.Leaves = Symbols[Pointer].Leaves;
  return add({Info.K, Pointer, 0, "", {}}, std::move(Info));
}

LocationId Universe::field(LocationId Parent, llvm::StringRef Name) {
  LocationInfo Info;
  Info.K = LocationInfo::Field;
  Info.Parent = Parent;
  Info.Name = Name.str();
  Info.Leaves = Locations[Parent].Leaves;
  return add({Info.K, Parent, 0, Info.Name, {}}, Info);
}

LocationId Universe::element(LocationId Parent, Value Index) {
  LocationInfo Info;
  Info.Parent = Parent;
  Info.Leaves = Locations[Parent].Leaves;
  Index.Stale = false;
  if (Index.K == Value::Int || Index.K == Value::Symbol) {
    Info.K = LocationInfo::Element;
    Info.Index = Index;
    if (Index.isSymbol())
      addLeaves(Info.Leaves, Symbols[Index.Data].Leaves);
  } else {
    Info.K = LocationInfo::AnyElement;
  }
  return add({Info.K, Parent, 0, "", Info.Index}, Info);
}

FunctionId Universe::function(llvm::StringRef Name) {
  auto [It, New] = FunctionIds.try_emplace(Name.str(), FunctionNames.size());
  if (New)
    FunctionNames.push_back(It->first);
  return It->second;
}

llvm::StringRef Universe::functionName(const Value &V) const {
  return V.K == Value::Function && !V.Stale ? FunctionNames[V.Data]
                                            : llvm::StringRef();
}

LocationId Universe::root(LocationId L) const {
  while (Locations[L].K == LocationInfo::Field ||
         Locations[L].K == LocationInfo::Element ||
         Locations[L].K == LocationInfo::AnyElement)
    L = Locations[L].Parent;
  return L;
}

bool Universe::isPartOf(LocationId Part, LocationId Whole) const {
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
  auto IsOwn = [](const SymbolInfo &I) {
    return I.Created || I.K == SymbolInfo::Initial;
  };
  if (X->Created || Y->Created)
    return IsOwn(*X) && IsOwn(*Y);
  if (X->K != SymbolInfo::Initial || Y->K != SymbolInfo::Initial)
    return false;
  const LocationInfo &L = Locations[X->Where], &M = Locations[Y->Where];
  if (L.K != M.K)
    return false;
  switch (L.K) {
  case LocationInfo::Local:
    return L.Ctx == M.Ctx;
  case LocationInfo::Global:
    return true;
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

bool Universe::dependsOn(const Value &V, SymbolId Leaf) const {
  if (V.K == Value::Symbol)
    return llvm::is_contained(Symbols[V.Data].Leaves, Leaf);
  return V.K == Value::Reference && dependsOn(LocationId(V.Data), Leaf);
}

bool Universe::dependsOn(LocationId L, SymbolId Leaf) const {
  return llvm::is_contained(Locations[L].Leaves, Leaf);
}
