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
  const ir::Instruction *Call = nullptr; ///< In the parent; null for a root.
  const ir::Function *F = nullptr;
  unsigned Depth = 0;
  /// The block that is being run is in a loop, or the call that made the frame
  /// is.
  bool InLoop = false;
};

/// The frames of the calls that are run: a tree for each root, and for each
/// function that the driver runs.
class CallTree {
public:
  /// A thread that is none of those that run code of the program that is known.
  static constexpr Context NoThread = ~0U;

  const Frame &operator[](Context C) const { return Frames[C]; }
  Frame &operator[](Context C) { return Frames[C]; }
  /// Makes the outermost frame of \p F: the root \p Root, or a function that
  /// the driver runs for it.
  Context addRoot(const ir::Function &F, const ir::Function &Root);
  /// The outermost frame that \p C was reached from.
  Context outermost(Context C) const {
    while (Frames[C].Call)
      C = Frames[C].Parent;
    return C;
  }
  /// The root that was run when \p At was reached.
  const ir::Function *rootOf(const Site &At) const {
    return Roots.lookup(outermost(At.Ctx));
  }
  /// An indirect call at \p At calls the API function \p Name.
  void setCallee(const Site &At, const ir::Name &Name) { Invoked[At] = Name; }

  /// The frame that this call of \p F makes.
  Context frame(Context Parent, const ir::Instruction &Call,
                const ir::Function &F);
  /// Whether the frame \p C is \p Outer, or was called from it.
  bool isInside(Context C, Context Outer) const;
  /// Whether \p Begin was reached from the frame \p Ctx or is in it.
  bool beganIn(Context Ctx, const Site &Begin) const;
  /// The frame of the function that the thread runs which runs \p Ctx.
  Context threadOf(Context Ctx) const;
  /// Whether \p Begin was reached from outside of the frame \p Ctx, which is no
  /// lambda's.
  bool isFurtherOut(const Site &Begin, Context Ctx) const;
  /// What is called there, a symbol or the name of an API function.
  const ir::Name &calleeOf(const Site &At) const;
  /// The calls from the root to \p At, and \p At.
  std::vector<PathStep> path(const Site &At) const;
  /// What is \p C, within the call that made the frame \p From, in that which
  /// made \p To.
  Context inFrame(Context C, Context From, Context To);
  Site inFrame(const Site &At, Context From, Context To);

private:
  std::vector<Frame> Frames;
  std::map<std::tuple<Context, const ir::Instruction *, const ir::Function *>,
           Context>
      FrameIds;
  /// The API that an indirect call was found to be of.
  std::map<Site, ir::Name> Invoked;
  /// By outermost frame.
  llvm::DenseMap<Context, const ir::Function *> Roots;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ENGINE_CALLTREE_H
