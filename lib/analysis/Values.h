//===- Values.h - Abstract values, symbols and locations --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The values that a variable can hold during interpretation. Two uses of the
/// same symbol are the same value; two different symbols may or may not be the
/// same value. Symbols and locations are interned in a \c Universe, so that
/// comparing their ids is enough.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_VALUES_H
#define CUDA_CAPTURE_ANALYSIS_VALUES_H

#include "../ir/IR.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace cuda_capture::analysis {

/// A call string: the call that made the current frame, and the frame that made
/// that call.
using Context = unsigned;
using SymbolId = unsigned;
using LocationId = unsigned;
using FunctionId = unsigned;

/// An instruction in a call context.
struct Site {
  Context Ctx = 0;
  const ir::Instruction *I = nullptr;

  bool operator==(const Site &O) const { return Ctx == O.Ctx && I == O.I; }
  bool operator!=(const Site &O) const { return !(*this == O); }
  bool operator<(const Site &O) const {
    return std::tie(Ctx, I) < std::tie(O.Ctx, O.I);
  }
};

struct Value {
  enum Kind : uint8_t { Unknown, Int, Symbol, Reference, Function } K = Unknown;
  /// An unknown callee had access to the variable and may have
  /// replaced the value.
  bool Stale = false;
  /// The number, symbol, location or function, depending on K.
  int64_t Data = 0;

  static Value unknown() { return {}; }
  static Value constant(int64_t V) { return {Int, false, V}; }
  static Value symbol(SymbolId S) { return {Symbol, false, S}; }
  static Value reference(LocationId L) { return {Reference, false, L}; }
  static Value function(FunctionId F) { return {Function, false, F}; }

  /// Notes that the variable may have got another value. A number would decide
  /// conditions, so it becomes unknown.
  void doubt() {
    if (K == Int)
      *this = unknown();
    else
      Stale = true;
  }
  bool isSymbol() const { return K == Symbol; }
  bool isInt(int64_t V) const { return K == Int && Data == V; }
  /// Whether both are the same value, regardless of whether one of them may
  /// have been replaced since.
  bool sameAs(const Value &O) const {
    return K == O.K && K != Unknown && Data == O.Data;
  }
  bool operator==(const Value &O) const {
    return K == O.K && Data == O.Data && Stale == O.Stale;
  }
  bool operator!=(const Value &O) const { return !(*this == O); }
  bool operator<(const Value &O) const {
    return std::tie(K, Data, Stale) < std::tie(O.K, O.Data, O.Stale);
  }
};

/// The origin of a symbol.
struct SymbolInfo {
  enum Kind : uint8_t {
    /// The value that a location held when the root function was entered.
    Initial,
    /// A value that an instruction made: a created object, a result, or a value
    /// that an unknown callee wrote.
    Conjured,
    /// An operator applied to values.
    Operation,
    /// The value that a pure unknown callee returns for some arguments.
    Getter,
    /// The thread's capture mode at entry.
    ThreadMode,
  } K;
  /// The value derives from a call of an unknown callee. Such a value can hide
  /// a guard ("am I capturing?").
  bool FromUnknownCall = false;
  /// The value derives only from globals and constants.
  bool Configuration = false;
  /// The symbol is a handle that a call created. It equals no other handle.
  bool Created = false;
  LocationId Where = 0; ///< Initial.
  unsigned Which = 0;   ///< Conjured: tells symbols of one instruction apart.
  SymbolId Itself = 0;
  /// Conjured: another symbol, or a location, is made of this one.
  bool IsUsed = false;
  const void *Maker = nullptr; ///< Conjured.
  Context Ctx = 0;             ///< Conjured.
  /// The data of symbols that are not conjured.
  struct Origin {
    ir::List<SymbolId> Leaves;
    ir::Name Name;          ///< Operation: operator; Getter: function.
    ir::List<Value> Inputs; ///< Operation, Getter.
  };
  ir::Box<Origin> MadeOf;

  /// Returns the conjured symbols of which this one is made (including itself).
  llvm::ArrayRef<SymbolId> leaves() const {
    return K == Conjured ? llvm::ArrayRef(Itself)
           : MadeOf      ? llvm::ArrayRef<SymbolId>(MadeOf->Leaves)
                         : llvm::ArrayRef<SymbolId>();
  }
  llvm::StringRef name() const {
    return MadeOf ? MadeOf->Name.ref() : llvm::StringRef();
  }
  llvm::ArrayRef<Value> inputs() const {
    return MadeOf ? llvm::ArrayRef<Value>(MadeOf->Inputs)
                  : llvm::ArrayRef<Value>();
  }
};

struct LocationInfo {
  enum Kind { Local, Global, Pointee, Field, Element, AnyElement } K;
  Context Ctx = 0;          ///< Local.
  unsigned LocalId = 0;     ///< Local.
  bool IsParameter = false; ///< Local: a parameter of the root function.
  bool SetOnce = false;     ///< Global: see ir::isSetOnce.
  ir::Name Name;            ///< Global, Field.
  SymbolId Pointer = 0;     ///< Pointee.
  LocationId Parent = 0;    ///< Field, Element, AnyElement.
  Value Index;              ///< Element: a number or a symbol.
  LocationId Root = 0;      ///< See Universe::root.
  LocationId LastPart = 0;  ///< The highest id of its parts.
  /// Conjured symbols in pointers and indices of the path.
  ir::List<SymbolId> Leaves;
};

/// Interns symbols and locations of one analysis.
class Universe {
public:
  SymbolId initial(LocationId Where);
  /// Returns the symbol for a value that \p Maker makes. For \p FromUnknownCall
  /// see SymbolInfo. \p IsNew is set if no state can know the symbol yet.
  SymbolId conjure(Context Ctx, const void *Maker, unsigned Which,
                   bool FromUnknownCall, bool *IsNew = nullptr);
  SymbolId operation(llvm::StringRef Op, llvm::ArrayRef<Value> Inputs);
  SymbolId getter(llvm::StringRef Function, llvm::ArrayRef<Value> Args,
                  bool System);
  SymbolId threadMode();

  LocationId local(Context Ctx, unsigned Id);
  LocationId global(llvm::StringRef Name);
  LocationId pointee(SymbolId Pointer);
  LocationId field(LocationId Parent, llvm::StringRef Name);
  LocationId element(LocationId Parent, Value Index);

  /// Forgets which instructions have made symbols. None of them makes anything
  /// again, because the instructions of the next root are in contexts of their
  /// own.
  void forgetMakers() { ConjuredIds.clear(); }

  FunctionId function(const ir::Name &Name);
  /// Returns the symbol of the function that \p V is, or an empty name if that
  /// is not certain.
  ir::Name functionName(const Value &V) const;

  /// Clears all marks. Sets of symbols are needed so often that building one
  /// must cost nothing.
  void clearMarks() {
    ++Mark;
    Marks.resize(Symbols.size());
  }
  /// Marks the conjured symbols of which \p V is made.
  void markLeaves(const Value &V) {
    llvm::ArrayRef<SymbolId> Leaves;
    if (V.K == Value::Symbol)
      Leaves = Symbols[V.Data].leaves();
    else if (V.K == Value::Reference)
      Leaves = Locations[V.Data].Leaves;
    for (SymbolId S : Leaves)
      Marks[S] = Mark;
  }
  bool areMarked(llvm::ArrayRef<SymbolId> Leaves) const {
    for (SymbolId S : Leaves)
      if (Marks[S] != Mark)
        return false;
    return true;
  }

  const SymbolInfo &symbol(SymbolId S) const { return Symbols[S]; }
  /// Whether conjure() would return \p V.
  bool isConjured(const Value &V, Context Ctx, const void *Maker,
                  unsigned Which) const {
    if (!V.isSymbol() || V.Stale)
      return false;
    const SymbolInfo &Info = Symbols[V.Data];
    return Info.K == SymbolInfo::Conjured && Info.Maker == Maker &&
           Info.Ctx == Ctx && Info.Which == Which;
  }
  const LocationInfo &location(LocationId L) const { return Locations[L]; }
  /// Whether \p L is a local of the frame \p Ctx, or a part of such a local.
  bool isLocalOf(LocationId L, Context Ctx) const {
    const LocationInfo &Root = Locations[Locations[L].Root];
    return Root.K == LocationInfo::Local && Root.Ctx == Ctx;
  }
  /// Returns the local, global or pointee of which \p L is a part.
  LocationId root(LocationId L) const { return Locations[L].Root; }
  bool isPartOf(LocationId Part, LocationId Whole) const {
    return Part == Whole ||
           (Part > Whole && Part <= Locations[Whole].LastPart &&
            root(Part) == root(Whole) && isWithin(Part, Whole));
  }
  /// Whether a location was made for any part of \p L.
  bool hasParts(LocationId L) const { return Locations[L].LastPart != L; }
  void markParameter(LocationId L) { Locations[L].IsParameter = true; }
  void markCreated(SymbolId S) { Symbols[S].Created = true; }
  /// Returns a value that stands for all of the variable, or of the allocation,
  /// that \p Memory points at a part of. A pointer that is not followed stands
  /// for itself.
  Value ownerOf(const Value &Memory) const;
  /// Whether \p V is the value of a local variable in which nothing was stored.
  bool isUninitialized(const Value &V) const;
  /// Whether \p S is a value that the root function found in memory owned by
  /// its caller or by the program.
  bool isFromOutside(SymbolId S) const;
  /// Whether \p V is the value at the entry of a place that the caller or the
  /// program owns and that can be named without an unknown index.
  bool isNamedOutside(const Value &V) const;
  /// Whether two values are different handles: one was created, or both were
  /// found in variables side by side (parameters, fields of one object,
  /// elements of one array). Nobody keeps one handle in two such variables.
  bool areDistinct(const Value &A, const Value &B) const;
  /// Whether anything else can depend on a conjured symbol.
  bool isUsed(SymbolId Leaf) const { return Symbols[Leaf].IsUsed; }
  bool dependsOn(const Value &V, SymbolId Leaf) const {
    return isUsed(Leaf) ? isMadeOf(V, Leaf)
                        : V.isSymbol() && V.Data == Leaf &&
                              Symbols[Leaf].K == SymbolInfo::Conjured;
  }
  bool dependsOn(LocationId L, SymbolId Leaf) const;

private:
  bool isMadeOf(const Value &V, SymbolId Leaf) const;
  void addLeaves(ir::List<SymbolId> &To, llvm::ArrayRef<SymbolId> From);
  bool isWithin(LocationId Part, LocationId Whole) const;
  SymbolId add(SymbolInfo Info);
  LocationId add(LocationInfo Info);
  SymbolId derive(SymbolInfo::Kind K, llvm::StringRef Name,
                  llvm::ArrayRef<Value> Inputs, bool FromUnknownCall);

  // Each kind has a table of its own, because lookups are very frequent. The
  // keys of symbols that derive from others are the bytes of their kind, inputs
  // and name.
  llvm::DenseMap<LocationId, SymbolId> InitialIds;
  llvm::DenseMap<std::tuple<Context, const void *, unsigned>, SymbolId>
      ConjuredIds;
  llvm::StringMap<SymbolId> DerivedIds;
  std::optional<SymbolId> ThreadModeId;
  llvm::DenseMap<std::pair<Context, unsigned>, LocationId> LocalIds;
  llvm::StringMap<LocationId> GlobalIds;
  llvm::DenseMap<SymbolId, LocationId> PointeeIds;
  llvm::DenseMap<LocationId, llvm::StringMap<LocationId>> FieldIds;
  llvm::DenseMap<std::tuple<LocationId, int, int64_t>, LocationId> ElementIds;
  std::map<std::string, FunctionId, std::less<>> FunctionIds;
  std::vector<ir::Name> FunctionNames;
  std::vector<SymbolInfo> Symbols;
  std::vector<LocationInfo> Locations;
  std::vector<uint64_t> Marks;
  uint64_t Mark = 1;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_VALUES_H
