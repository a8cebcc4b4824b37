//===- ApiRow.h - A row of the API table ------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A row of the API table describes one API with all its spellings: what a call
/// of it does to streams, events and captures, and when the call is legal.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_APIROW_H
#define CUDA_CAPTURE_KB_APIROW_H

#include "Vocabulary.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace cuda_capture {

/// A parameter of a call: its role, and how the call accesses it.
struct Param {
  Access Acc = Access::In;
  Role R = Role::None;
};

/// A field of the structure that a parameter points at.
struct FieldRole {
  unsigned Param = 0;
  std::vector<std::string> Path; ///< Names of the fields, outermost first.
  Role R = Role::None;
};

/// A source that proves what a row says.
struct Evidence {
  std::string Source; ///< Document and section, or repository and file.
  std::string Url;    ///< May be empty.
  std::string Quote;
};

/// A change of the callback that a rewritten call passes: the new function
/// passes fewer arguments to its callback.
struct CallbackFix {
  unsigned Argument = 0;   ///< Index of the callback.
  unsigned DropParams = 0; ///< Number of its first parameters to drop.
};

/// The mechanical repair of a call. It renames the callee and appends or drops
/// arguments, or it moves or removes the call.
struct Fix {
  /// Old callee to new callee; the names are from the same family.
  llvm::StringMap<std::string> Rename;
  /// Roles of the arguments to append, in order. Only Role::Stream is possible
  /// now.
  std::vector<Role> Append;
  /// True if the old call also waited for its effect, so that the host may rely
  /// on the wait. Where data go to the host, the rewritten call is then only an
  /// alternative and not a certain fix.
  bool DropsWait = false;
  /// Indices of the arguments that the new callee does not take.
  std::vector<unsigned> Drop;
  std::optional<CallbackFix> Callback;
  /// The call has the same effect in front of the capture, provided that
  /// everything it uses is available there.
  bool Hoist = false;
  /// The call is a wait that captured work does not need, because captured work
  /// is in order.
  bool Remove = false;
};

/// A version of CUDA, as the macros of its headers write it: 12030 for 12.3. 0
/// stands for a version that is not known.
struct CudaVersion {
  unsigned Number = 0;

  /// Reads a version such as "12.3" or "12"; nullopt if \p Text is none.
  static std::optional<CudaVersion> parse(llvm::StringRef Text);
  /// Returns the version as in "12.3".
  std::string text() const;
};

struct RowCase;

/// One row: one API and all its spellings that share a parameter layout.
struct ApiRow {
  struct Name {
    std::string Spelling;
    Family Fam;
    std::string Since = {};   ///< First CUDA version, may be empty.
    std::string Removed = {}; ///< First CUDA version without it, may be empty.
  };
  std::vector<Name> Names; ///< Never empty.
  /// The row describes a construct of the language (such as a kernel launch)
  /// and not a function.
  bool Construct = false;
  /// The arguments behind Params are those of a kernel.
  bool KernelFollows = false;
  std::string Header;
  /// The header belongs to a library. It may be missing, and the rows need not
  /// describe it completely.
  bool OfLibrary = false;
  /// The row is part of the embedded knowledge, not one that a user wrote.
  bool IsEmbedded = false;
  std::vector<Param> Params;
  std::vector<FieldRole> Fields;
  ApiClass Class = ApiClass::Unknown;
  /// The class that applies when the stream or event argument takes no part in
  /// a capture. For example, cudaStreamSynchronize of another stream is Unsafe.
  ApiClass Otherwise = ApiClass::Neutral;
  WaitScope Waits = WaitScope::None;
  Effect Eff = Effect::None;
  /// The kind of graph node that the row names; see nodeKind.
  NodeKind Node = NodeKind::None;
  /// The verdicts for the capture modes Global, ThreadLocal and Relaxed that
  /// replace the rule of the class. Where the element is nullopt, the rule of
  /// the class holds.
  std::optional<Verdict> ModeOverride[3];
  /// Runtime error number (900...), 0 if none.
  unsigned Error = 0;
  /// Whether a rejected call also invalidates the capture.
  Verdict Invalidates = Verdict::Unknown;
  /// Whether a function that the driver runs on the host may make this call.
  Verdict InHostFunction = Verdict::Error;
  /// The call does nothing if its event was never recorded.
  bool IfRecorded = false;
  /// The streams and events that are passed to the call must belong to one
  /// device.
  bool SameDevice = false;
  /// The role of the object of a member function. The object is also the first
  /// element of Params, unless it only keeps a handle that is passed as an
  /// argument (KeepsArgument).
  std::optional<Param> This;
  bool KeepsArgument = false;
  /// The first element of Params describes the argument that has the type of a
  /// stream, regardless of its position. The other elements follow in their
  /// order.
  bool StreamByType = false;
  /// The handles have other positions in other toolkits. The types of the
  /// parameters tell where.
  bool Moves = false;
  /// The last element of Params describes the argument that has the type of a
  /// library's handle, regardless of its position.
  bool LibraryByType = false;
  ResultMeaning ResultIs = ResultMeaning::Error;
  /// The rows that replace this one if their conditions certainly hold. The
  /// first such case wins.
  std::vector<RowCase> Cases;
  /// The use that the call makes of the handle, mode or device that is current
  /// in its thread.
  CurrentUse Current = CurrentUse::None;
  Role CurrentRole = Role::None;
  /// The meaning of the result of the call.
  ResultKind Returns = ResultKind::None;
  Role ReturnedRole = Role::None;
  /// The number of leading elements of Params that no program writes as
  /// arguments: the destination of the result, the current handle, mode or
  /// device, and the object.
  unsigned Implicit = 0;
  /// The call creates a non-blocking stream.
  bool MakesNonBlocking = false;
  /// The overloads have only the types of their parameters in common. For each
  /// type that has a role, the first argument of that type has the role.
  bool Typed = false;
  /// The place of the data after the call, regardless of its arguments.
  std::optional<MemorySpace> Place;
  /// The result is a tensor of truth values.
  bool MakesMask = false;
  /// The result is the only owner of new memory.
  bool MakesMemory = false;
  /// The result is the address of the memory that the object owns.
  bool ReturnsContent = false;
  /// The call succeeds only if its operand is on a device.
  bool ProvesDevice = false;
  /// The library that rejects the call, if it is not the runtime that does.
  std::string By;
  /// The row applies only if the values of these header macros form a version
  /// before \c VersionLimit or, if \c FromLimit is set, not before it.
  /// Without macros, the row always applies.
  std::vector<std::string> VersionMacros;
  std::string VersionLimit;
  bool FromLimit = false;
  /// The row also applies where the macros are not defined.
  bool IfVersionUnknown = false;
  /// Id of the error entry to cite; may be empty.
  std::string Entry;
  std::string RemedyEn; ///< The remedy, an imperative clause.
  std::string RemedyZh; ///< The same in Chinese; may be empty.
  Fix Rewrite;
  std::vector<Evidence> Sources;
  std::string Confidence; ///< high, medium or low.

  /// Returns the index of the first parameter with this role and access, or
  /// nullopt if there is none.
  std::optional<unsigned> paramIndex(Role R, Access A = Access::In) const;
  /// Whether the arguments behind Params are a kernel's own, which the graph
  /// node copies.
  bool passesToKernel() const { return Construct || KernelFollows; }
  /// Whether a call passes the driver a function that the driver will run on
  /// the host.
  bool takesCallback() const;
  /// Returns the version of the driver from which on another row applies;
  /// nullopt if the driver decides nothing.
  std::optional<CudaVersion> decidingDriver() const;
  /// Returns the kind of graph node that the call becomes while its stream
  /// captures, or that it adds to the graph passed to it. Returns None if the
  /// call makes no node, or if the kind of node is unknown.
  NodeKind nodeKind() const {
    return Node == NodeKind::None && Class == ApiClass::Captured &&
                   Eff == Effect::None
               ? NodeKind::Library
               : Node;
  }
};

/// A row that takes the place of another row if its condition certainly holds.
struct RowCase {
  enum Condition {
#define CASE_CONDITION(NAME, TEXT, WORDS) NAME,
#include "Vocabulary.def"
  } When = IsNull;
  unsigned Argument = 0;
  /// For DriverSince: the version.
  CudaVersion Driver;
  const ApiRow *Row = nullptr;
};

/// The result of looking up a name: its row, its spelling without version or
/// stream suffixes, and the meaning of the suffix.
struct Lookup {
  const ApiRow *Row = nullptr;
  Family Fam = Family::Runtime;
  llvm::StringRef Spelling;
  /// The suffix asks for the per-thread default stream (_ptsz, _ptds, _spt).
  bool PerThreadDefaultStream = false;
  /// The name in the row that matched. It is Spelling, unless this version of
  /// the function has a parameter layout of its own.
  llvm::StringRef Matched;
  explicit operator bool() const { return Row; }
  /// Whether the name denotes a function, and not a construct of the language.
  bool isFunction() const { return Row && !Row->Construct; }
};

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_APIROW_H
