//===- Linked.h - Programs made of objects ----------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions for the commands that link objects or analyse a linked program.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_LINKED_H
#define CUDA_CAPTURE_TOOL_LINKED_H

#include "../lib/analysis/Analysis.h"
#include "../lib/link/Program.h"
#include "../lib/report/CheckGlobs.h"
#include "../lib/report/Describe.h"
#include <map>

/// Links objects. One version of this program must have made all of them, with
/// one knowledge base. \returns the producer of the objects, or an error.
llvm::Expected<cuda_capture::ir::Producer>
linkFiles(llvm::ArrayRef<std::string> Files, cuda_capture::link::Program &P);

/// Sets the numbers of regions and capturable functions of a unit in \p U.
void countIn(const cuda_capture::link::Program &P, unsigned Unit,
             cuda_capture::report::Unit &U);

/// Returns the position of a location in one of \p Bodies.
cuda_capture::report::Position placeIn(const cuda_capture::link::Bodies &Bodies,
                                       const cuda_capture::ir::Loc &At);

/// What the functions of a program that begin or end captures change, by
/// knowledge base.
class ProgramRecords {
public:
  /// The arguments must outlive this object.
  ProgramRecords(const cuda_capture::link::Program &P,
                 cuda_capture::link::Bodies &Bodies)
      : P(P), Bodies(Bodies) {}
  const cuda_capture::analysis::RecordChanges &
  by(const cuda_capture::KnowledgeBase &KB);

private:
  const cuda_capture::link::Program &P;
  cuda_capture::link::Bodies &Bodies;
  std::map<const cuda_capture::KnowledgeBase *,
           cuda_capture::analysis::RecordChanges>
      Known;
};

/// Options for finding violations and for describing them.
struct LinkedOptions {
  const cuda_capture::KnowledgeBase &KB;
  cuda_capture::analysis::Options Analysis;
  cuda_capture::Language Lang;
  cuda_capture::report::CheckSelection Checks;
};

/// Returns the findings in \p Roots, which are roots of \p Unit, in words and
/// without edits. The roots that were not analysed completely are appended to
/// \p Gaps.
std::vector<cuda_capture::report::Diagnostic>
findingsOf(llvm::ArrayRef<const cuda_capture::ir::Function *> Roots,
           const cuda_capture::link::Program &P, unsigned Unit,
           cuda_capture::link::Bodies &Bodies, ProgramRecords &Records,
           const LinkedOptions &Opts,
           std::vector<cuda_capture::report::Gap> &Gaps);

#endif // CUDA_CAPTURE_TOOL_LINKED_H
