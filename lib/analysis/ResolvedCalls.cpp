//===- ResolvedCalls.cpp - The rows of called functions -------------------===//
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
  // The lookup may point into the spelling of the name, so it uses the copy in
  // the entry.
  E.Found = KB.lookup(E.Callee);
  if (!E.Found)
    E.Found.Row = KB.construct(E.Callee);
  return E.Found;
}
