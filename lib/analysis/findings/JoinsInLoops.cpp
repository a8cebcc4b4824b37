//===- JoinsInLoops.cpp - Forks and joins of loops ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinsInLoops.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture::analysis;

/// Returns the array that \p V was found in.
static std::optional<LocationId> arrayOf(const Universe &U, const Value &V) {
  if (!V.isSymbol() || U.symbol(V.Data).K != SymbolInfo::Initial)
    return std::nullopt;
  const LocationInfo &Info = U.location(U.symbol(V.Data).Where);
  if (Info.K != LocationInfo::Element)
    return std::nullopt;
  return Info.Parent;
}

void StreamsOfCaptures::insert(const Universe &U, const Site &Begin,
                               const Value &Stream) {
  Streams.insert({Begin, Stream});
  if (std::optional<LocationId> Array = arrayOf(U, Stream))
    Arrays.insert({Begin, *Array});
}

bool StreamsOfCaptures::mayHave(const Universe &U, const Site &Begin,
                                const Value &Stream) const {
  if (llvm::any_of(Streams, [&](const auto &S) {
        return S.first == Begin && !U.areDistinct(S.second, Stream);
      }))
    return true;
  std::optional<LocationId> Array = arrayOf(U, Stream);
  return Array && Arrays.count({Begin, *Array});
}

void JoinsInLoops::joins(const Universe &U, const Capture &C,
                         const Value &Waits, const EventRecord &Event,
                         bool InLoop) {
  for (unsigned I = 0; I < C.Participants.size(); ++I) {
    const Participant &P = C.Participants[I];
    if (!(Event.Sees & (1U << I)) || P.Stream.sameAs(Waits))
      continue;
    // A stream that forks later does not join a fork that has done no work.
    if (!P.Work && !Event.Stream.sameAs(P.Stream))
      continue;
    // A stream that the caller captures needs no join.
    if (P.Joined || !C.IsCallers)
      Joined.insert(U, C.Begin, P.Stream);
    if (InLoop)
      JoinedInLoop.insert(U, C.Begin, P.Stream);
  }
}

bool JoinsInLoops::contradicts(const Universe &U, const Site &Begin,
                               const std::optional<Value> &Escapes,
                               const std::optional<Value> &Unjoined) const {
  if (Escapes && (Forked.mayHave(U, Begin, *Escapes) ||
                  JoinedInLoop.mayHave(U, Begin, *Escapes)))
    return true;
  if (!Unjoined)
    return false;
  // If a loop forks the stream, this path may have taken other rounds than a
  // join anywhere. If the stream is forked once, this path may have taken other
  // rounds than a join in a loop.
  if (Forked.mayHave(U, Begin, *Unjoined))
    return Lost.count(Begin) || Joined.mayHave(U, Begin, *Unjoined);
  return JoinedInLoop.mayHave(U, Begin, *Unjoined);
}
