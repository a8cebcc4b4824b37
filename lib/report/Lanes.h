//===- Lanes.h - A region of capture as stream lanes ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The work that a capture records, in the order of the program, on one lane
/// for each stream. These are plain data, from which a report draws a picture.
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
    Call,  ///< Another call that takes the stream.
    Fork,  ///< Lane \c To comes to depend on the lane and takes part.
    Join,  ///< Lane \c To comes to depend on the lane.
    End,   ///< The capture ends on the lane.
  } K = Node;
  unsigned Lane = 0;          ///< An index of LanesOfRegion::Lanes.
  std::optional<unsigned> To; ///< The other lane of a fork or join.
  std::string Label;          ///< "kernel scale", "waits for event 'e'".
  Position At;
  /// A sentence that describes the violation here; empty if there is none.
  std::string Violation;
  /// The index in Results::Findings of the full description of the violation.
  std::optional<unsigned> Finding;
};

struct LanesOfRegion {
  std::string Function; ///< The function that begins the capture.
  Position At;          ///< Where it begins.
  std::string Mode;     ///< "global"; empty if unknown.
  std::string When;     ///< "if 'bias'": condition of the way; may be empty.
  /// The program's names of the streams. The first is the one that captures.
  std::vector<std::string> Lanes;
  std::vector<LaneEvent> Events; ///< From the first to the last.
};

/// Returns the number of columns that \p Text takes in a monospaced font.
unsigned columnsOf(llvm::StringRef Text);

/// Shortens the label of an event or a lane, because instances of templates may
/// have names of many lines.
std::string shortLabel(llvm::StringRef Label);

/// The size of a picture, in pixels.
struct PictureSize {
  unsigned Width = 0, Height = 0;
};

/// Draws \p Region as SVG that becomes part of a page. \p Number makes its
/// names unique in the page. Paths are shown relative to \p Root.
PictureSize writeLanesSvg(llvm::raw_ostream &OS, const LanesOfRegion &Region,
                          unsigned Number, llvm::StringRef Root);

/// A capture in a picture, and the lines above it.
struct TitledLanes {
  std::vector<std::string> Title;
  LanesOfRegion Region;
};

/// Draws captures one below the other, as an SVG file of its own.
void writeLanesPicture(llvm::raw_ostream &OS,
                       llvm::ArrayRef<TitledLanes> Captures,
                       llvm::StringRef Root);

/// Draws \p Region in characters, for Markdown and terminals. Paths of files
/// other than that of the begin are shown, relative to \p Root.
void writeLanesText(llvm::raw_ostream &OS, const LanesOfRegion &Region,
                    llvm::StringRef Root);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_LANES_H
