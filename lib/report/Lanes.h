//===- Lanes.h - A region of capture as stream lanes ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a capture records, in the order of the program, on lanes: one for each
/// stream. Plain data, from which a report draws a picture.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_LANES_H
#define CUDA_CAPTURE_REPORT_LANES_H

#include "Diagnostic.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace cuda_capture::report {

struct LaneEvent {
  enum Kind {
    Begin, ///< The capture begins on the lane.
    Node,  ///< Work on the lane, which the graph records if it takes part.
    Call,  ///< Another call that is given the stream.
    Fork,  ///< Lane \c To comes to depend on the lane and takes part.
    Join,  ///< Lane \c To comes to depend on the lane.
    End,   ///< The capture ends on the lane.
  } K = Node;
  unsigned Lane = 0;          ///< An index of LanesOfRegion::Lanes.
  std::optional<unsigned> To; ///< Of a fork or a join.
  std::string Label;          ///< "kernel scale", "waits for event 'e'".
  Position At;
  /// What is wrong here, in a sentence; empty if nothing is.
  std::string Violation;
  /// An index of Results::Findings: that sentence at length.
  std::optional<unsigned> Finding;
};

struct LanesOfRegion {
  std::string Function; ///< The function that begins the capture.
  Position At;          ///< Where it begins.
  std::string Mode;     ///< "global"; empty if not known.
  std::string When;     ///< "if 'bias'": the way of these events; may be empty.
  /// Streams as the program calls them; the first is the one that captures.
  std::vector<std::string> Lanes;
  std::vector<LaneEvent> Events; ///< From the first to the last.
};

/// Draws \p Region as SVG to be part of a page; \p Number makes its names in
/// the page unique, and \p Root is what paths are shown from.
void writeLanesSvg(llvm::raw_ostream &OS, const LanesOfRegion &Region,
                   unsigned Number, llvm::StringRef Root);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_LANES_H
