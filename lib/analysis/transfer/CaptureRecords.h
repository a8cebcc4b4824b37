//===- CaptureRecords.h - What a program notes of its captures --*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program may keep its own record of the captures that run: a flag, a
/// counter or a list, in a global variable or in a member of the object that
/// captures. A function that begins a capture writes to the record, and a
/// function that ends a capture undoes that. A condition on the record tells
/// whether a capture runs, as a call of cudaStreamIsCapturing does.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_CAPTURERECORDS_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_CAPTURERECORDS_H

#include "../../ir/IR.h"
#include "../RecordChanges.h"
#include "../ResolvedCalls.h"
#include "../engine/FunctionLookup.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <string>

namespace cuda_capture::analysis {

class CaptureRecords {
public:
  /// Finds the records. They show in the changes that functions make which
  /// \p Roots reach, and in the changes \p Others of other functions, which may
  /// be null.
  CaptureRecords(llvm::ArrayRef<const ir::Function *> Roots,
                 const RecordChanges *Others, FunctionLookup Find,
                 const ResolvedCalls &Calls);

  /// Returns the changes of the functions that \p Roots reach.
  static RecordChanges changesOf(llvm::ArrayRef<const ir::Function *> Roots,
                                 FunctionLookup Find,
                                 const ResolvedCalls &Calls);

  /// Whether the condition of \p Branch, which \p F has, depends on a record.
  /// If its outcome \p IsKnown, the program must have decided on the record in
  /// a function that returned the outcome; otherwise the content of the record
  /// is known as well.
  bool isAskedBy(const ir::Function &F, const ir::Terminator &Branch,
                 bool IsKnown) const;
  /// Whether the outcome \p Taken of \p Branch, which \p F has, says that a
  /// record is zero which functions set to zero where they end captures, and
  /// only there.
  bool saysNone(const ir::Function &F, const ir::Terminator &Branch,
                bool Taken) const;

private:
  CaptureRecords(FunctionLookup Find, const ResolvedCalls &Calls)
      : Find(Find), Calls(Calls) {}
  enum Bound : uint8_t { None = 0, Begins = 1, Ends = 2 };
  /// How a function depends on a record: it returns what a record holds, or it
  /// returns one of several values for each content.
  enum Dependence : uint8_t { Independent, Returns, Decides };
  using Locals = llvm::DenseSet<unsigned>;
  /// The locals of a function whose values may come from a record, and those
  /// that a function which Decides has returned.
  struct Answered {
    Locals All, Decided;
  };

  void follow(llvm::ArrayRef<const ir::Function *> Roots);
  Bound boundOf(const ir::Instruction &I) const;
  Bound boundsOf(const ir::Function &F, unsigned Depth) const;
  void add(const ir::Function &F);
  void noteSetter(const ir::Function &F, const ir::Instruction &Call,
                  bool AtEnd);
  void note(const ir::Function &F, const ir::Instruction &I, bool AtEnd);
  std::string keyOf(const ir::Function &F, const ir::Place &P) const;
  const ir::Instruction *onlyDefinition(const ir::Function &F,
                                        unsigned Local) const;
  std::string returnedBy(const ir::Function &F) const;
  bool isRecord(const ir::Function &F, const ir::Place &P) const;
  std::string readIn(const ir::Function &F, const ir::Operand &O,
                     unsigned Depth) const;
  bool isZeroedRecord(const ir::Function &F, const ir::Operand &O,
                      bool NotZero) const;
  bool mentions(const ir::Function &F, const ir::Operand &O,
                const Locals &From) const;
  static bool reads(const ir::Operand &O, const Locals &From);
  const Answered &answersIn(const ir::Function &F) const;
  Dependence dependenceOf(const ir::Function &F) const;

  FunctionLookup Find;
  const ResolvedCalls &Calls;
  RecordChanges Changed;
  llvm::StringSet<> Records;
  /// The records that are set to zero where captures end, and only there.
  llvm::StringSet<> ZeroedAtEnd;
  mutable llvm::DenseMap<const ir::Function *, Bound> Bounds;
  mutable llvm::DenseMap<const ir::Function *, Dependence> Dependences;
  mutable llvm::DenseMap<const ir::Function *, Answered> Answers;
  /// See onlyDefinition().
  mutable llvm::DenseMap<const ir::Function *,
                         llvm::DenseMap<unsigned, const ir::Instruction *>>
      Definitions;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_CAPTURERECORDS_H
