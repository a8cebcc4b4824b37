//===- Naming.cpp - Names of values ---------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Naming.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

std::optional<ir::Place> Naming::express(Context Ctx, LocationId Where,
                                         const State &S) const {
  const LocationInfo &Info = U.location(Where);
  // A pointer of this frame may point to the location, whatever the location
  // is.
  for (const auto &[Holder, V] : S.Memory) {
    const LocationInfo &H = U.location(Holder);
    if (H.K != LocationInfo::Local || H.Ctx != Ctx || V.Stale)
      continue;
    bool Points = V.K == Value::Reference
                      ? LocationId(V.Data) == Where
                      : V.isSymbol() && Info.K == LocationInfo::Pointee &&
                            SymbolId(V.Data) == Info.Pointer;
    if (Points)
      return ir::Place::local(H.LocalId).deref();
  }
  // Or a pointer may still hold its value at entry, such as "this".
  if (Info.K == LocationInfo::Pointee) {
    const SymbolInfo &Pointer = U.symbol(Info.Pointer);
    if (Pointer.K == SymbolInfo::Initial && !S.Memory.count(Pointer.Where)) {
      const LocationInfo &H = U.location(Pointer.Where);
      if (H.K == LocationInfo::Local && H.Ctx == Ctx)
        return ir::Place::local(H.LocalId).deref();
    }
  }
  switch (Info.K) {
  case LocationInfo::Local:
    if (Info.Ctx != Ctx)
      return std::nullopt;
    return ir::Place::local(Info.LocalId);
  case LocationInfo::Global:
    return ir::Place::global(Info.Name);
  case LocationInfo::Field:
    if (llvm::StringRef(Info.Name).starts_with("<"))
      return std::nullopt; // A program cannot name a hidden field.
    if (std::optional<ir::Place> Parent = express(Ctx, Info.Parent, S))
      return Parent->field(Info.Name);
    return std::nullopt;
  case LocationInfo::Element:
    if (Info.Index.K == Value::Int)
      if (std::optional<ir::Place> Parent = express(Ctx, Info.Parent, S))
        return Parent->index(ir::Operand::constant(Info.Index.Data));
    return std::nullopt;
  case LocationInfo::Pointee:
  case LocationInfo::AnyElement:
    return std::nullopt;
  }
  return std::nullopt;
}

std::vector<ir::Place> Naming::namesOf(Context Ctx, const Value &V,
                                       const State &S) const {
  std::vector<ir::Place> Names;
  if (!V.isSymbol())
    return Names;
  auto Add = [&](LocationId Where) {
    if (std::optional<ir::Place> P = express(Ctx, Where, S))
      if (!llvm::is_contained(Names, *P))
        Names.push_back(*P);
  };
  // A value that existed from the start is still in its location, unless it was
  // overwritten.
  const SymbolInfo &Info = U.symbol(V.Data);
  if (Info.K == SymbolInfo::Initial && !S.Memory.count(Info.Where))
    Add(Info.Where);
  for (const auto &[Where, Held] : S.Memory)
    if (Held.sameAs(V) && !Held.Stale)
      Add(Where);
  // Short names come first: a parameter is a better name than a field of a
  // field.
  llvm::stable_sort(Names, [](const ir::Place &A, const ir::Place &B) {
    return A.Path.size() < B.Path.size();
  });
  return Names;
}

std::string Naming::nameOf(LocationId Where) const {
  const LocationInfo &Info = U.location(Where);
  switch (Info.K) {
  case LocationInfo::Field:
  case LocationInfo::Global:
    return Info.Name.str();
  case LocationInfo::Element:
  case LocationInfo::AnyElement:
    return nameOf(Info.Parent);
  default:
    return "";
  }
}

std::string Naming::nameOfHandle(const Value &Handle) const {
  if (!Handle.isSymbol() || U.symbol(Handle.Data).K != SymbolInfo::Initial)
    return "";
  return nameOf(U.symbol(Handle.Data).Where);
}
