//===- ResolvedCalls.h - The rows of called functions -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_RESOLVEDCALLS_H
#define CUDA_CAPTURE_ANALYSIS_RESOLVEDCALLS_H

#include "../ir/Name.h"
#include "../kb/KnowledgeBase.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>

namespace cuda_capture::analysis {

/// The entries of the knowledge base for the callees of a program. The text of
/// a name is looked up when the first reader asks for it. Copies of the name,
/// which all instructions of a function have, get the same answer without a
/// lookup. An object of this class belongs to the thread of the names.
class ResolvedCalls {
public:
  explicit ResolvedCalls(const KnowledgeBase &KB) : KB(KB) {}
  ResolvedCalls(const ResolvedCalls &) = delete;
  ResolvedCalls &operator=(const ResolvedCalls &) = delete;

  /// Returns how \p Callee was found: as a function, or else as a construct of
  /// the language (Row->Construct). The result is null if it is neither. The
  /// reference stays valid.
  const Lookup &operator[](const ir::Name &Callee) const {
    const Lookup *&Known = ByName[Callee.id()];
    if (!Known)
      Known = &resolve(Callee);
    return *Known;
  }

  const KnowledgeBase &knowledge() const { return KB; }

private:
  /// A resolved name. The entry keeps the name, so that no other name gets its
  /// identity.
  struct Entry {
    ir::Name Callee;
    Lookup Found;
  };

  const Lookup &resolve(const ir::Name &Callee) const;

  const KnowledgeBase &KB;
  mutable std::deque<Entry> Entries;
  mutable llvm::DenseMap<const void *, const Lookup *> ByName;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_RESOLVEDCALLS_H
