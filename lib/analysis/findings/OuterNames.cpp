//===- OuterNames.cpp - Names of what outlives a root ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OuterNames.h"
#include "../State.h"
#include "../engine/CallTree.h"
#include "../engine/RootRun.h"
#include "../transfer/Constructors.h"
#include "../transfer/GraphMemory.h"
#include "llvm/ADT/Twine.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

std::string OuterNames::nameOf(LocationId Where) const {
  const LocationInfo &Info = U.location(Where);
  auto After = [](std::string Name, const llvm::Twine &Step) {
    return Name.empty() ? Name : (Name + Step).str();
  };
  switch (Info.K) {
  case LocationInfo::Global:
    return "::" + Info.Name.str();
  case LocationInfo::Field:
    return After(nameOf(Info.Parent), "." + Info.Name.str());
  case LocationInfo::Element:
    if (Info.Index.K != Value::Int)
      return "";
    return After(nameOf(Info.Parent), "[" + llvm::Twine(Info.Index.Data) + "]");
  case LocationInfo::Pointee: {
    const SymbolInfo &Pointer = U.symbol(Info.Pointer);
    if (Pointer.K != SymbolInfo::Initial)
      return "";
    const LocationInfo &Holder = U.location(Pointer.Where);
    if (Holder.K != LocationInfo::Local)
      return After(nameOf(Pointer.Where), "->");
    const ir::Function &F = *Frames[Holder.Ctx].F;
    if (Frames[Holder.Ctx].Call || Holder.LocalId != 0 || F.Params.empty() ||
        F.Locals.front() != "this")
      return "";
    return Constructors::splitName(F.Display).first.str();
  }
  case LocationInfo::Local:
  case LocationInfo::AnyElement:
    return "";
  }
  return "";
}

std::string OuterNames::nameOf(const Value &V) const {
  if (!V.isSymbol() || V.Stale || U.symbol(V.Data).K != SymbolInfo::Initial)
    return "";
  return nameOf(U.symbol(V.Data).Where);
}

std::string OuterNames::nameOf(const ir::Function &F, const ir::Place &P) {
  llvm::ArrayRef<ir::Step> Path = P.Path;
  std::string Name;
  if (P.Base == ir::Place::Global) {
    Name = "::" + P.GlobalName.str();
  } else {
    if (P.Base != ir::Place::Local || P.LocalId || F.Params.empty() ||
        F.Locals.front() != "this" || Path.empty() ||
        Path.front().K != ir::Step::Deref)
      return "";
    Name = Constructors::splitName(F.Display).first.str();
    Path = Path.drop_front();
  }
  for (const ir::Step &Step : Path) {
    if (Step.K != ir::Step::Field)
      return "";
    Name += "." + Step.Name.str();
  }
  return Name;
}

void OuterNames::forEachKept(
    const State &S, llvm::function_ref<void(const std::string &, LocationId,
                                            const GraphContent &)>
                        Use) const {
  for (const auto &[Graph, Content] : S.Borrowed.Graphs) {
    if (S.Destroyed.count(Graph))
      continue;
    const std::optional<LocationId> Keeper =
        MemoryOfGraphs.keeperOf(Value::symbol(Graph), S);
    if (const std::string Name = Keeper ? nameOf(*Keeper) : ""; !Name.empty())
      Use(Name, *Keeper, Content);
  }
}

std::optional<unsigned> OuterNames::parameterIn(const Value &V) const {
  if (V.Stale)
    return std::nullopt;
  if (V.K == Value::Reference)
    return parameterIn(LocationId(V.Data));
  if (!V.isSymbol())
    return std::nullopt;
  const SymbolInfo &Info = U.symbol(V.Data);
  if (Info.K == SymbolInfo::Initial)
    return parameterIn(Info.Where);
  for (const Value &In : Info.inputs())
    if (const auto Parameter = parameterIn(In))
      return Parameter;
  return std::nullopt;
}

std::optional<unsigned> OuterNames::parameterIn(LocationId Where) const {
  const LocationInfo &Info = U.location(Where);
  switch (Info.K) {
  case LocationInfo::Local:
    if (!Info.IsParameter ||
        (Info.LocalId == 0 && Run.CurrentRoot->Locals.front() == "this"))
      return std::nullopt;
    return Info.LocalId;
  case LocationInfo::Element:
    if (const auto Parameter = parameterIn(Info.Index))
      return Parameter;
    return parameterIn(Info.Parent);
  case LocationInfo::Field:
  case LocationInfo::AnyElement:
    return parameterIn(Info.Parent);
  case LocationInfo::Pointee:
    return parameterIn(Value::symbol(Info.Pointer));
  case LocationInfo::Global:
    return std::nullopt;
  }
  return std::nullopt;
}
