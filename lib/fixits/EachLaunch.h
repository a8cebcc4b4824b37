//===- EachLaunch.h - Whether each graph launch is legal --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An edit that makes a call a node of the graph makes the call happen once for
/// each launch, and long after the capture. The edit is sure only if the call
/// is right each time: the host memory that the node uses lives on, and the
/// memory that it allocates is free again.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_FIXITS_EACHLAUNCH_H
#define CUDA_CAPTURE_FIXITS_EACHLAUNCH_H

#include "CallSite.h"

namespace cuda_capture::fixits {

/// Whether the host memory that \p Pointer points at certainly exists at each
/// launch, and holds what it holds at the call: nothing, a string, a constant,
/// or a variable of static storage that the function uses for nothing else.
bool livesOn(const CallSite &Site, const clang::Expr *Pointer);

/// Whether the call, as a node of a graph that is captured from the stream
/// which is called \p Stream, is legal in each launch of the graph.
bool isLegalInEachLaunch(const CallSite &Site, llvm::StringRef Stream);

} // namespace cuda_capture::fixits

#endif // CUDA_CAPTURE_FIXITS_EACHLAUNCH_H
