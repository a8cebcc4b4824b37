//===- CallTree.h - The calls that are run ----------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_ENGINE_CALLTREE_H
#define CUDA_CAPTURE_ANALYSIS_ENGINE_CALLTREE_H

#include "../Values.h"
#include "PathStep.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <tuple>
#include <vector>

namespace cuda_capture::analysis {

/// The call path of a frame.
struct Frame {
  Context Parent = 0;
  /// The call in the parent; null for a root.
  const ir::Instruction *Call = nullptr;
  const ir::Function *F = nullptr;
  unsigned Depth = 0;
  /// The block that is being run, or the call that made the frame, is in a
  /// loop.
  bool InLoop = false;
  /// The number of the root for which the budget has counted the frame.
  unsigned CountedIn = 0;
};

/// The frames of the calls that are run. They form a tree for each root, and
/// for each function that the driver runs.
class CallTree {
public:
  /// A thread that is different from all threads that run known code of the
  /// program.
  static constexpr Context NoThread = ~0U;

  const Frame &operator[](Context C) const { return Frames[C]; }
  Frame &operator[](Context C) { return Frames[C]; }
  /// Makes the outermost frame of \p F: the root \p Root, or a function that
  /// the driver runs for it.
  Context addRoot(const ir::Function &F, const ir::Function &Root);
  /// Returns the outermost frame from which \p C was reached.
  Context outermost(Context C) const {
    while (Frames[C].Call)
      C = Frames[C].Parent;
    return C;
  }
  /// Returns the root that was run when \p At was reached.
  const ir::Function *rootOf(const Site &At) const {
    return Roots.lookup(outermost(At.Ctx));
  }
  /// Notes that the indirect call at \p At calls the API function \p Name.
  void setCallee(const Site &At, const ir::Name &Name) { Invoked[At] = Name; }

  /// Returns the frame that this call of \p F makes.
  Context frame(Context Parent, const ir::Instruction &Call,
                const ir::Function &F);
  /// Whether the frame \p C is \p Outer, or was called from it.
  bool isInside(Context C, Context Outer) const;
  /// Returns the innermost frame of \p F on the call path that ends with the
  /// frame \p C; nullopt if there is none.
  std::optional<Context> activation(Context C, const ir::Function &F) const;
  /// Returns the frame in which the way to \p At parts from the way to \p
  /// Other: the outermost one around \p At from which \p Other was not reached,
  /// or else the outermost frame.
  Context partingFrame(const Site &At, const Site &Other) const;
  /// Returns the call in the frame \p Ctx from which \p At is reached, or \p At
  /// itself if it is in that frame; null if \p At is reached from elsewhere.
  const ir::Instruction *callIn(Site At, Context Ctx) const;
  /// Whether \p Begin is in the frame \p Ctx or was reached from it.
  bool beganIn(Context Ctx, const Site &Begin) const;
  /// Returns the outermost frame of the thread that runs \p Ctx.
  Context threadOf(Context Ctx) const;
  /// Whether \p Begin was reached from outside of the frame \p Ctx, and that
  /// frame does not belong to a lambda.
  bool isFurtherOut(const Site &Begin, Context Ctx) const;
  /// Returns the callee at \p At: a symbol, or the name of an API function.
  const ir::Name &calleeOf(const Site &At) const;
  /// Returns the calls from the root to \p At, followed by \p At.
  std::vector<PathStep> path(const Site &At) const;
  /// Maps \p C, a frame within the call that made \p From, to its counterpart
  /// within the call that made \p To.
  Context inFrame(Context C, Context From, Context To);
  Site inFrame(const Site &At, Context From, Context To);

private:
  std::vector<Frame> Frames;
  std::map<std::tuple<Context, const ir::Instruction *, const ir::Function *>,
           Context>
      FrameIds;
  /// The API functions that indirect calls were found to call.
  std::map<Site, ir::Name> Invoked;
  /// The root of each outermost frame.
  llvm::DenseMap<Context, const ir::Function *> Roots;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ENGINE_CALLTREE_H
