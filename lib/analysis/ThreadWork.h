//===- ThreadWork.h - Finds what the threads of a program do ----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_THREADWORK_H
#define CUDA_CAPTURE_ANALYSIS_THREADWORK_H

#include "../ir/IR.h"
#include "../ir/ThreadWork.h"
#include "../kb/KnowledgeBase.h"
#include "engine/FunctionLookup.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace cuda_capture::analysis {

class ResolvedCalls;

/// Finds the threads that the functions of \p M start, and that make calls
/// which a Global capture of another thread prohibits, or run in a loop the
/// functions that they are handed. A thread that changes its own capture mode
/// is left out. \returns one entry for each function that threads run, sorted.
std::vector<ir::ThreadWork> findThreadWork(const ir::Module &M,
                                           const KnowledgeBase &KB);

/// Whether one of several threads that run \p F may make such a call while
/// another one captures in the instruction \p From of \p F. It does not if each
/// call comes behind a wait for other threads, both from the beginning of \p F
/// and from behind \p From: the threads may meet there once their captures have
/// ended.
bool worksBeforeWait(const ir::Function &F, const ir::Instruction *From,
                     FunctionLookup Find, const ResolvedCalls &Calls);

/// Whether \p F itself waits for threads to end.
bool joinsThreads(const ir::Function &F);

/// Whether \p I may wait for another thread. \p CalleeMayWait is asked about a
/// callee that is followed.
bool mayWait(const ir::Instruction &I, const KnowledgeBase &KB,
             llvm::function_ref<bool(const ir::Name &Callee)> CalleeMayWait);

/// Whether \p F itself takes a lock.
bool takesLock(const ir::Function &F, const KnowledgeBase &KB);

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_THREADWORK_H
