//===- CallTree.cpp - The calls that are run ------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallTree.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

Context CallTree::addRoot(const ir::Function &F, const ir::Function &Root) {
  const Context Ctx = Frames.size();
  Frames.push_back({Ctx, nullptr, &F, 0});
  Roots[Ctx] = &Root;
  return Ctx;
}

Context CallTree::frame(Context Parent, const ir::Instruction &Call,
                        const ir::Function &F) {
  auto [It, New] = FrameIds.try_emplace({Parent, &Call, &F}, Frames.size());
  if (New)
    Frames.push_back({Parent, &Call, &F, Frames[Parent].Depth + 1});
  return It->second;
}

const ir::Name &CallTree::calleeOf(const Site &At) const {
  auto It = Invoked.find(At);
  return It != Invoked.end() ? It->second : At.I->Callee;
}

std::optional<Context> CallTree::activation(Context C,
                                            const ir::Function &F) const {
  for (;; C = Frames[C].Parent) {
    if (Frames[C].F == &F)
      return C;
    if (!Frames[C].Call)
      return std::nullopt;
  }
}

bool CallTree::isInside(Context C, Context Outer) const {
  for (; C >= Outer; C = Frames[C].Parent) {
    if (C == Outer)
      return true;
    if (!Frames[C].Call)
      break;
  }
  return false;
}

Context CallTree::partingFrame(const Site &At, const Site &Other) const {
  Context C = At.Ctx;
  while (Frames[C].Call && !isInside(Other.Ctx, Frames[C].Parent))
    C = Frames[C].Parent;
  return C;
}

const ir::Instruction *CallTree::callIn(Site At, Context Ctx) const {
  while (At.Ctx != Ctx && Frames[At.Ctx].Call)
    At = {Frames[At.Ctx].Parent, Frames[At.Ctx].Call};
  return At.Ctx == Ctx ? At.I : nullptr;
}

/// Whether a finding about the capture is reported outside of the frame \p Ctx:
/// in the function that began the capture, or in a lambda that this function
/// calls.
bool CallTree::isFurtherOut(const Site &Begin, Context Ctx) const {
  return !beganIn(Ctx, Begin) && Frames[Ctx].F->Parent.empty();
}

/// Maps a frame of one call to the same frame of another call.
Context CallTree::inFrame(Context C, Context From, Context To) {
  if (C == From)
    return To;
  const Frame F = Frames[C];
  return frame(inFrame(Site{F.Parent, F.Call}, From, To).Ctx, *F.Call, *F.F);
}

Site CallTree::inFrame(const Site &At, Context From, Context To) {
  const Site Result = {inFrame(At.Ctx, From, To), At.I};
  if (auto Name = Invoked.find(At); Name != Invoked.end())
    Invoked[Result] = Name->second;
  return Result;
}

Context CallTree::threadOf(Context Ctx) const {
  while (Frames[Ctx].Call && !Frames[Ctx].Call->Flags.Spawns)
    Ctx = Frames[Ctx].Parent;
  return Ctx;
}

bool CallTree::beganIn(Context Ctx, const Site &Begin) const {
  for (Context C = Begin.Ctx;; C = Frames[C].Parent) {
    if (C == Ctx)
      return true;
    if (!Frames[C].Call)
      return false;
  }
}

std::vector<PathStep> CallTree::path(const Site &At) const {
  std::vector<PathStep> Result;
  const ir::Instruction *I = At.I;
  for (Context C = At.Ctx; I; C = Frames[C].Parent) {
    Result.push_back({Frames[C].F, I, {}, calleeOf({C, I}).str()});
    I = Frames[C].Call;
  }
  std::reverse(Result.begin(), Result.end());
  return Result;
}
