//===- StreamParameters.h - Parameters that are streams ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function for other languages often receives its stream as a void pointer
/// or an integer, and hands it on to other sources, which convert it. The
/// lowering sees one source at a time, and the types of such a function do not
/// say that it receives a stream. The calls to which the function and its
/// callees pass its parameters do.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_STREAMPARAMETERS_H
#define CUDA_CAPTURE_ANALYSIS_STREAMPARAMETERS_H

#include "engine/FunctionLookup.h"
#include <vector>

namespace cuda_capture::analysis {
class ResolvedCalls;

/// Returns the parameters of \p F, as numbers of locals, whose values \p F or
/// one of its callees passes to an API as a stream. Paths are not followed, and
/// neither are values in memory other than local variables.
std::vector<unsigned> streamParameters(const ir::Function &F,
                                       FunctionLookup Find,
                                       const ResolvedCalls &Calls);

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_STREAMPARAMETERS_H
