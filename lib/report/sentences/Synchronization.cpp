//===- Synchronization.cpp - Sentences of synchronization -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Renderer.h"

using namespace cuda_capture;
using namespace cuda_capture::report;

std::string Renderer::sentenceOfSynchronization() const { return rejected(); }
