//===- LanesText.cpp - A region of capture in characters ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Like the picture of LanesSvg.cpp: an event is a row, and a stream is a
// column. Its line is solid while the stream takes part.
//
//===----------------------------------------------------------------------===//

#include "Excerpt.h"
#include "Lanes.h"

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;

namespace {
class TextDrawing {
public:
  TextDrawing(raw_ostream &OS, const LanesOfRegion &Region, StringRef Root)
      : OS(OS), Region(Region), Root(Root), TakesPart(Region.Lanes.size()) {
    // Mistakes of a caller must not draw anything outside of the lanes.
    for (const LaneEvent &E : Region.Events)
      if (E.Lane < Region.Lanes.size() &&
          (!E.To || *E.To < Region.Lanes.size()))
        Events.push_back(&E);
  }

  void draw() {
    for (size_t L = 0; L < Region.Lanes.size(); ++L) {
      for (size_t Before = 0; Before < L; ++Before)
        OS << Out << ' ';
      OS << shown(Region.Lanes[L]) << '\n';
    }
    unsigned Width = 0;
    for (const LaneEvent *E : Events)
      Width = std::max(Width, columnsOf(shown(E->Label)));
    for (const LaneEvent *E : Events)
      event(*E, Width);
  }

private:
  static constexpr StringLiteral In = "\u2502", Out = "\u250a";

  /// Returns a label without what cannot be shown, and not too long.
  static std::string shown(StringRef Label) {
    return shortLabel(printable(Label));
  }

  static StringRef mark(const LaneEvent &E) {
    if (!E.Violation.empty())
      return "\u2717";
    switch (E.K) {
    case LaneEvent::Begin:
      return "\u25bc";
    case LaneEvent::Node:
      return "\u25cf";
    case LaneEvent::Call:
      return "\u25cb";
    case LaneEvent::End:
      return "\u25a0";
    case LaneEvent::Fork:
    case LaneEvent::Join:
      return "\u2502";
    }
    return " ";
  }

  /// Draws the lanes of a row. An arrow leads from the lane of a fork or join
  /// to the other one.
  void row(const LaneEvent *E) {
    const bool HasArrow = E && E->To && *E->To != E->Lane;
    const size_t Low = HasArrow ? std::min<size_t>(E->Lane, *E->To) : 0;
    const size_t High = HasArrow ? std::max<size_t>(E->Lane, *E->To) : 0;
    for (size_t L = 0; L < Region.Lanes.size(); ++L) {
      StringRef Line = TakesPart[L] ? In : Out;
      if (HasArrow && L > Low && L < High)
        Line = "\u253c";
      if (E && E->Lane == L)
        Line = !HasArrow  ? mark(*E)
               : L == Low ? StringRef("\u251c")
                          : StringRef("\u2524");
      else if (HasArrow && *E->To == L)
        Line = L == High ? "\u25b6" : "\u25c0";
      OS << Line << (HasArrow && L >= Low && L < High ? "\u2500" : " ");
    }
  }

  void event(const LaneEvent &E, unsigned Width) {
    if (E.K == LaneEvent::Begin)
      TakesPart[E.Lane] = true;
    row(&E);
    std::string Label = shown(E.Label);
    OS << ' ' << Label;
    if (E.At.isValid()) {
      OS.indent(Width - columnsOf(Label) + 2);
      // The file of the capture is known from its title.
      if (E.At.File == Region.At.File)
        OS << "line " << E.At.Line;
      else
        OS << printable(pathBelow(E.At.File, Root)) << ':' << E.At.Line;
    }
    OS << '\n';
    if (E.K == LaneEvent::Fork && E.To)
      TakesPart[*E.To] = true;
    // The origin stream takes part until the end.
    if (E.K == LaneEvent::Join && E.Lane)
      TakesPart[E.Lane] = false;
    if (E.K == LaneEvent::End)
      TakesPart.assign(TakesPart.size(), false);
    if (!E.Violation.empty()) {
      row(nullptr);
      OS << " \u2717 " << printable(E.Violation) << '\n';
    }
  }

  raw_ostream &OS;
  const LanesOfRegion &Region;
  StringRef Root;
  std::vector<bool> TakesPart; ///< Whether each lane is in the capture.
  std::vector<const LaneEvent *> Events;
};
} // namespace

void report::writeLanesText(raw_ostream &OS, const LanesOfRegion &Region,
                            StringRef Root) {
  TextDrawing(OS, Region, Root).draw();
}
