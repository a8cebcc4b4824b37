//===- Linked.h - Programs that are made of objects -------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the commands do alike that link objects, or analyse what is linked.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_LINKED_H
#define CUDA_CAPTURE_TOOL_LINKED_H

#include "../lib/analysis/Analysis.h"
#include "../lib/link/Program.h"
#include "../lib/report/CheckGlobs.h"
#include "../lib/report/Describe.h"

/// Links objects that one version of this program has made, with one
/// knowledge base. \returns who made them.
llvm::Expected<cuda_capture::ir::Producer>
linkFiles(llvm::ArrayRef<std::string> Files, cuda_capture::link::Program &P);

/// What 'check' says of a unit beside its findings.
void countIn(const cuda_capture::link::Program &P, unsigned Unit,
             cuda_capture::report::Unit &U);

/// Where a place in one of \p Bodies is.
cuda_capture::report::Position placeIn(const cuda_capture::link::Bodies &Bodies,
                                       const cuda_capture::ir::Loc &At);

/// How findings are looked for, and put into words.
struct LinkedOptions {
  const cuda_capture::KnowledgeBase &KB;
  cuda_capture::analysis::Options Analysis;
  cuda_capture::Language Lang;
  cuda_capture::report::CheckSelection Checks;
};

/// What is wrong with the roots of a unit, in words and without edits. \p Gaps
/// gets those that were not analysed completely.
std::vector<cuda_capture::report::Diagnostic>
findingsOf(llvm::ArrayRef<const cuda_capture::ir::Function *> Roots,
           const cuda_capture::link::Program &P, unsigned Unit,
           cuda_capture::link::Bodies &Bodies, const LinkedOptions &Opts,
           std::vector<cuda_capture::report::Gap> &Gaps);

#endif // CUDA_CAPTURE_TOOL_LINKED_H
