//===- Constructors.cpp - What the constructor of an object did -----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constructors.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

std::pair<llvm::StringRef, llvm::StringRef>
Constructors::splitName(llvm::StringRef Name) {
  unsigned Depth = 0;
  for (size_t I = Name.size(); I-- > 1;) {
    Depth += Name[I] == '>';
    Depth -= Name[I] == '<' && Depth;
    if (!Depth && Name[I] == ':' && Name[I - 1] == ':')
      return {Name.take_front(I - 1), Name.drop_front(I + 1)};
  }
  return {"", Name};
}

bool Constructors::isConstructor(const ir::Function &F) {
  const auto [Class, Own] = splitName(F.Display);
  return !Own.empty() &&
         splitName(Class).second.split('<').first == Own.split('<').first;
}

bool Constructors::isSet(LocationId L, const State &S) const {
  auto Held = S.Memory.find(L);
  const Value V = S.resolve(
      Held != S.Memory.end() ? Held->second : Value::symbol(U.initial(L)));
  if (V.Stale)
    return false;
  if (V.K == Value::Int)
    return V.Data != 0;
  if (V.K == Value::Reference)
    return true;
  if (!V.isSymbol())
    return false;
  const SymbolInfo &Info = U.symbol(V.Data);
  // A call of the API has returned it.
  if (Info.K == SymbolInfo::Conjured && !Info.FromUnknownCall)
    return true;
  const auto Known = S.Facts.find(V.Data);
  return Known != S.Facts.end() && Known->second.rulesOut(0);
}

void Constructors::leave(const ir::Function &F,
                         llvm::ArrayRef<RootRun::Exit> Exits) {
  std::vector<LocationId> Set;
  // On one of the paths, the global may have been set before.
  for (const RootRun::Exit &Leaving : Exits)
    for (const auto &[Where, Held] : Leaving.S.Memory)
      if (U.location(U.root(Where)).K == LocationInfo::Global &&
          !llvm::is_contained(Set, Where))
        Set.push_back(Where);
  llvm::erase_if(Set, [&](LocationId L) {
    return !llvm::all_of(Exits, [&](const RootRun::Exit &Leaving) {
      return isSet(L, Leaving.S);
    });
  });
  auto [Known, New] = SetBy.try_emplace(splitName(F.Display).first, Set);
  if (!New)
    llvm::erase_if(Known->second,
                   [&](LocationId L) { return !llvm::is_contained(Set, L); });
}

void Constructors::enter(const ir::Function &F, State &Entry) const {
  if (F.Params.empty() || F.Locals.front() != "this" || isConstructor(F))
    return;
  auto Known = SetBy.find(splitName(F.Display).first);
  if (Known == SetBy.end())
    return;
  for (LocationId L : Known->second)
    Entry.Facts[U.initial(L)].exclude(0);
}
