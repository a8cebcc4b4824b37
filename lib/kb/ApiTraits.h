//===- ApiTraits.h - What a row means for each phase ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each phase asks whether it may pass over a call. The questions are alike,
/// and their answers differ:
///
///   question          asked by           of a call that
///   startsSomething   candidates, scan   a violation can begin with
///   canMatter         lowering           a violation can have to do with
///   isLookedAt        slices             rules read, or that changes states
///   boundsCapture     analysis           begins or ends a capture
///   releasesMemory    lowering           releases memory
///   onlyNamesHandle   lowering           hands out an existing handle
///   mattersToCapture  audit              uses a stream, or may be illegal
///   changesCapture    lowering           may end a capture or join its streams
///   mayEndCapture     lowering           may end a capture
///
/// Every call that starts something can matter and is looked at. A wait starts
/// nothing: it breaks a rule only because of a capture that another call
/// begins, or for an event that another call has recorded. The creation of a
/// stream can matter, because it tells which handles differ. It is not looked
/// at: a slice keeps it if the slice keeps a use of the stream. A change of the
/// current device is looked at, but it cannot make a function matter by itself.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_APITRAITS_H
#define CUDA_CAPTURE_KB_APITRAITS_H

#include "KnowledgeBase.h"

namespace cuda_capture {

/// Whether a call of this API can be the first half of a violation: it begins
/// or ends a capture, changes the thread's mode, records an event, makes or
/// changes an executable graph, hands the driver a function, or destroys a
/// handle. Functions that reach no such call are not analysed.
bool startsSomething(const ApiRow &Row);

/// Whether a call of this API lets the host wait for an event, or ask about it.
/// It is the second half of a violation if another function has recorded the
/// event in a capture. Functions that reach such a call are analysed where
/// others start something.
bool waitsForEvent(const ApiRow &Row);

/// Whether a call of this API can be part of a violation, or changes what is
/// known about handles. A function is lowered to nothing if neither it nor any
/// function that it calls makes such a call.
bool canMatter(const ApiRow &Row);

/// Whether the rules inspect calls of this API, or such calls change the states
/// that the rules inspect. A slice keeps such calls, and everything that they
/// depend on.
bool isLookedAt(const ApiRow &Row);

/// Whether a call of this API begins or ends a capture.
bool boundsCapture(const ApiRow &Row);

/// Whether a call of this API releases memory.
bool releasesMemory(const ApiRow &Row);

/// Whether a call of this API only gives another name to a handle that already
/// exists, as a getter or a cast does. Lowering copies the handle and emits no
/// call.
bool onlyNamesHandle(const ApiRow &Row);

/// Whether a call of this API concerns an active capture: the call uses a
/// stream, or is not certain to be legal during a capture.
bool mattersToCapture(const ApiRow &Row);

/// Whether a call of this API begins or ends a capture, changes its mode or
/// which streams depend on each other, or destroys a stream. A destructor that
/// makes no such call does nothing about a capture that an exception leaves
/// behind.
bool changesCapture(const ApiRow &Row);
/// Whether the call may end a capture.
bool mayEndCapture(const ApiRow &Row);
/// The directions of a copy, as calls are given them (driver_types.h:
/// cudaMemcpyKind; HIP has the same numbers).
enum CopyKind : int64_t {
  HostToDevice = 1,
  DeviceToHost = 2,
  DeviceToDevice = 3
};

/// Whether a call becomes work in the graph of its stream. Allocations, frees
/// and events alone are no work: a function that makes only such calls prepares
/// it.
bool isWork(const ApiRow &Row);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_APITRAITS_H
