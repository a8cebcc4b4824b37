//===- ApiRow.h - What a row says of a call ---------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A row of the API table: one API with all its spellings, what a call of it
/// does to streams, events and captures, and when it is legal.
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

/// What a call does with a parameter, and what that is.
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

/// The callbacks of the new function have fewer parameters.
struct CallbackFix {
  unsigned Argument = 0;   ///< Which argument is the callback.
  unsigned DropParams = 0; ///< How many of its first parameters are gone.
};

/// Mechanical repair of a call: rename the callee, append or drop arguments; or
/// take the call elsewhere.
struct Fix {
  /// Old callee to new callee; the names are from the same family.
  llvm::StringMap<std::string> Rename;
  /// Roles of the arguments to append, in order; only Role::Stream now.
  std::vector<Role> Append;
  /// True if the call also waited for its effect, so that the host may rely on
  /// it: then the rewriting is an alternative and not the sure fix where data
  /// goes to the host.
  bool DropsWait = false;
  /// Arguments that the new callee does not have.
  std::vector<unsigned> Drop;
  std::optional<CallbackFix> Callback;
  /// It does the same in front of the capture, if all that it uses is there.
  bool Hoist = false;
  /// A wait that captured work does without, being in order.
  bool Remove = false;
};

struct RowCase;

/// One row: one API and all its spellings that share a parameter layout.
struct ApiRow {
  struct Name {
    std::string Spelling;
    Family Fam;
  };
  std::vector<Name> Names; ///< Never empty.
  /// It is a construct of the language (a kernel launch) and no function.
  bool Construct = false;
  std::string Header;
  /// The header is a library's: it may be missing, and need not be described
  /// completely.
  bool OfLibrary = false;
  std::vector<Param> Params;
  std::vector<FieldRole> Fields;
  ApiClass Class = ApiClass::Unknown;
  /// Class to apply when the stream or event argument takes no part in a
  /// capture (cudaStreamSynchronize of another stream: Unsafe).
  ApiClass Otherwise = ApiClass::Neutral;
  WaitScope Waits = WaitScope::None;
  Effect Eff = Effect::None;
  /// What the row says of the node; see nodeKind.
  NodeKind Node = NodeKind::None;
  /// Verdict per capture mode (Global, ThreadLocal, Relaxed) where the class's
  /// own rule does not hold; nullopt: class rule.
  std::optional<Verdict> ModeOverride[3];
  /// Runtime error number (900...), 0 if none.
  unsigned Error = 0;
  /// Whether a rejected call also invalidates the capture.
  Verdict Invalidates = Verdict::Unknown;
  /// Whether a function that the driver runs on the host may make this call.
  Verdict InHostFunction = Verdict::Error;
  /// For an event that was never recorded, the call does nothing.
  bool IfRecorded = false;
  /// The streams and events that it is given must be of one device.
  bool SameDevice = false;
  /// What the object of a member function stands for. Unless the object only
  /// keeps the handle that an argument is, it is also the first of Params.
  std::optional<Param> This;
  bool KeepsArgument = false;
  /// The first of Params is the argument that has the type of a stream,
  /// wherever it stands; the others follow in their order.
  bool StreamByType = false;
  /// The last of Params is the argument that has the type of a library's
  /// handle, wherever it stands.
  bool LibraryByType = false;
  ResultMeaning ResultIs = ResultMeaning::Error;
  /// What holds instead if a condition is certain; the first one wins.
  std::vector<RowCase> Cases;
  /// What the call does with what is current in the thread.
  CurrentUse Current = CurrentUse::None;
  Role CurrentRole = Role::None;
  /// What the result stands for.
  ResultKind Returns = ResultKind::None;
  Role ReturnedRole = Role::None;
  /// Arguments that no program writes come first: where the result goes, what
  /// is current, the object.
  unsigned Implicit = 0;
  /// The stream that it makes is a non-blocking one.
  bool MakesNonBlocking = false;
  /// Its overloads have nothing in common but types: of its arguments, the
  /// first one of each type that has a role has that role.
  bool Typed = false;
  /// Where the data are afterwards, whatever is given.
  std::optional<MemorySpace> Place;
  /// The result is a tensor of truth values.
  bool MakesMask = false;
  /// The call succeeds only for what is on a device.
  bool ProvesDevice = false;
  /// Who rejects the call, if that is not the runtime.
  std::string By;
  std::string Since;   ///< First CUDA version, may be empty.
  std::string Removed; ///< First CUDA version without it, may be empty.
  /// The row counts only if the numbers that these macros of the headers stand
  /// for are a version before \c Before; no macros: always.
  std::vector<std::string> VersionMacros;
  std::string Before;
  /// Id of the error entry to cite; may be empty.
  std::string Entry;
  std::string RemedyEn; ///< What to do instead, an imperative clause.
  std::string RemedyZh; ///< The same in Chinese; may be empty.
  Fix Rewrite;
  std::vector<Evidence> Sources;
  std::string Confidence; ///< high, medium or low.

  /// Index of the first parameter with this role and access, or nullopt.
  std::optional<unsigned> paramIndex(Role R, Access A = Access::In) const;
  /// Whether the driver is handed a function that it will run on the host.
  bool takesCallback() const;
  /// What the call becomes where its stream captures, or what it adds to the
  /// graph that it is given; None: it makes no node, or that is not known.
  NodeKind nodeKind() const {
    return Node == NodeKind::None && Class == ApiClass::Captured &&
                   Eff == Effect::None
               ? NodeKind::Library
               : Node;
  }
};

/// A row that takes the place of another if that is certain.
struct RowCase {
  enum Condition {
#define CASE_CONDITION(NAME, TEXT, WORDS) NAME,
#include "Vocabulary.def"
  } When = IsNull;
  unsigned Argument = 0;
  const ApiRow *Row = nullptr;
};

/// How a name was found: its row, the spelling without version or stream
/// suffixes, and what the suffix says.
struct Lookup {
  const ApiRow *Row = nullptr;
  Family Fam = Family::Runtime;
  llvm::StringRef Spelling;
  /// The suffix asks for the per-thread default stream (_ptsz, _ptds, _spt).
  bool PerThreadDefaultStream = false;
  /// The name of the row that matched: Spelling, unless that version has a
  /// layout of its own.
  llvm::StringRef Matched;
  explicit operator bool() const { return Row; }
  /// Whether it is a function, and no construct of the language.
  bool isFunction() const { return Row && !Row->Construct; }
};

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_APIROW_H
