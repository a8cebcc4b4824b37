//===- CallFacts.h - What a survey asks about a call ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the row of a call, and arguments that are written as numbers, tell
/// about the call, without values.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_CALLFACTS_H
#define CUDA_CAPTURE_ANALYSIS_CALLFACTS_H

#include "../ir/IR.h"
#include "../kb/KnowledgeBase.h"
#include "domain/ThreadMode.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cuda_capture::analysis::survey {

/// Whether \p Is holds for \p Row or for one of its cases.
bool anyOf(const ApiRow &Row, llvm::function_ref<bool(const ApiRow &)> Is);

/// Whether a call asks whether a stream is being captured.
bool asks(const ApiRow &Row);

/// Whether a call sets or copies memory of the device, without a stream. The
/// row of the function that does the same on a stream says what it does.
bool copiesOnDevice(const ApiRow &Row, const ir::Instruction &I,
                    const KnowledgeBase &KB);

/// Whether a call allocates or frees memory, unless it does so on a stream.
bool allocates(const ApiRow &Row);

/// Whether a call that \p F makes certainly waits for a stream, an event or the
/// device. Calls that copy tensors wait only if \p F names the host.
bool waits(const ApiRow &Row, const ir::Instruction &I, const ir::Function &F);

/// Whether a call that \p F makes prepares something, or cleans up: it waits,
/// allocates or frees memory, or ends the life of something, unless a capture
/// permits the call and \p F itself has made what it destroys.
bool prepares(const ApiRow &Row, const ir::Instruction &I,
              const ir::Function &F);

/// Whether a call that \p F makes asks for the time between two events that
/// \p F itself has made.
bool measuresTime(const ApiRow &Row, const ir::Instruction &I,
                  const ir::Function &F);

/// Whether a capture can forbid a call.
bool isRestricted(const ApiRow &Row);

/// Whether a call enqueues work on a stream, even if a capture rejects it.
bool enqueues(const ApiRow &Row);

/// Whether a call records an event on a stream, or makes a stream wait for one.
bool ordersStreams(const ApiRow &Row);

/// Whether a call uses the legacy default stream, which is never captured.
bool usesLegacyStream(const ApiRow &Row, const ir::Instruction &I,
                      bool PerThreadDefaultStream);

/// Returns the mode in which a call begins a capture; Global if it is unknown.
CaptureMode modeOf(const ApiRow &Row, const ir::Instruction &I);

} // namespace cuda_capture::analysis::survey

#endif // CUDA_CAPTURE_ANALYSIS_CALLFACTS_H
