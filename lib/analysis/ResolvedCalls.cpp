//===- ResolvedCalls.cpp - Rows of what is called -------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResolvedCalls.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

const Lookup &ResolvedCalls::resolve(const ir::Name &Callee) const {
  Entry &E = Entries.emplace_back();
  E.Callee = Callee;
  // What is spelled like the name points into it.
  E.Found = KB.lookup(E.Callee);
  if (!E.Found)
    E.Found.Row = KB.construct(E.Callee);
  return E.Found;
}
