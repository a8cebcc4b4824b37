//===- SoleStream.cpp - The only stream that a root uses ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SoleStream.h"
#include "../engine/CallTree.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void SoleStream::note(const ApiCall &Call, const State &S) {
  const bool IsUnknown = llvm::any_of(S.Captures, [](const Capture &C) {
    return C.IsCallers && C.running() && C.Thread != CallTree::NoThread &&
           C.Participants.front().Stream.K == Value::Unknown;
  });
  const std::optional<Value> Stream = Call.stream();
  if (!IsUnknown || !Stream || S.captureOf(*Stream))
    return;
  if (Stream->isSymbol() && !Stream->Stale) {
    // The function itself has made the stream, or knows that it captures
    // nothing.
    if (U.symbol(Stream->Data).Created || U.isUninitialized(*Stream) ||
        S.Idle.count(Stream->Data))
      return;
    Given.insert(*Stream);
    Works |=
        Call.Row.Class == ApiClass::Captured && Call.Row.Eff == Effect::None;
  } else if (Stream->K != Value::Int) { // The special streams are numbers.
    GivenUnknown = true;
  }
}

std::optional<Value> SoleStream::found() const {
  if (Given.size() != 1 || !Works || GivenUnknown)
    return std::nullopt;
  return *Given.begin();
}
