//===- LanesSvg.cpp - A region of capture as a picture --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Time runs downwards. An event is a row, with its text on the right, so that
// names may be long. A stream is a column. Its line is solid while the stream
// takes part.
//
//===----------------------------------------------------------------------===//

#include "../Counted.h"
#include "HtmlPage.h"
#include "Lanes.h"
#include "SourceFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Unicode.h"

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;

namespace {
class Drawing {
public:
  Drawing(raw_ostream &OS, const LanesOfRegion &Region, unsigned Number,
          StringRef Root)
      : OS(OS), Region(Region), Number(Number), Root(Root) {
    // Mistakes of a caller must not draw anything outside of the picture.
    for (const LaneEvent &E : Region.Events)
      if (E.Lane < Region.Lanes.size() &&
          (!E.To || *E.To < Region.Lanes.size()))
        Events.push_back(&E);
  }

  PictureSize draw() {
    OS << formatv("<svg class=\"lanes\" role=\"group\" width=\"{0}\" "
                  "height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
                  "aria-labelledby=\"r{2}-title\" "
                  "aria-describedby=\"r{2}-text\">\n",
                  width(), y(Events.size()), Number);
    OS << "<title id=\"r" << Number << "-title\">" << html(title())
       << "</title>\n<desc id=\"r" << Number << "-text\">";
    for (const LaneEvent *E : Events)
      OS << html(inWords(*E)) << ".\n";
    OS << "</desc>\n";
    for (unsigned L = 0; L < Region.Lanes.size(); ++L)
      lane(L);
    for (unsigned I = 0; I < Events.size(); ++I)
      edge(I);
    for (unsigned I = 0; I < Events.size(); ++I)
      event(I);
    OS << "</svg>\n";
    return {width(), y(Events.size())};
  }

private:
  static constexpr unsigned RowHeight = 28, LaneWidth = 34, Margin = 20;

  unsigned x(unsigned Lane) const { return Margin + Lane * LaneWidth; }
  /// Returns the position of a row. The names of the lanes come first, each in
  /// a row of its own.
  unsigned y(size_t Row) const {
    return Margin + (Region.Lanes.size() + Row) * RowHeight;
  }
  unsigned textX() const { return x(Region.Lanes.size()); }

  static unsigned textWidth(StringRef Text) { return 8 * columnsOf(Text); }

  std::string place(const Position &At) const {
    if (!At.isValid())
      return "";
    return formatv("{0}:{1}", pathBelow(At.File, Root), At.Line);
  }

  unsigned width() const {
    unsigned Width = 0;
    for (unsigned L = 0; L < Region.Lanes.size(); ++L)
      Width = std::max(Width, x(L) + textWidth(Region.Lanes[L]) + Margin);
    for (const LaneEvent *E : Events)
      Width = std::max(Width, textX() + textWidth(shown(*E)) +
                                  textWidth(place(E->At)) + 3 * Margin);
    return Width;
  }

  std::string title() const {
    return formatv("What the capture in {0} records{1}{2}, on {3}",
                   Region.Function, Region.When.empty() ? "" : " ", Region.When,
                   counted(Region.Lanes.size(), "stream"));
  }

  std::string shown(const LaneEvent &E) const {
    if (E.Label.empty() && E.K == LaneEvent::Call)
      return StringRef(E.Violation).split(';').first.str();
    std::string Text = shortLabel(E.Label);
    if (E.K == LaneEvent::Fork || E.K == LaneEvent::Join || Text.empty())
      Text = kind(E) + (Text.empty() ? "" : ": ") + Text;
    // Show only the first clause. The title of the event has the whole
    // sentence.
    if (!E.Violation.empty())
      Text += " \xe2\x80\x94 " + StringRef(E.Violation).split(';').first.str();
    return Text;
  }

  std::string kind(const LaneEvent &E) const {
    switch (E.K) {
    case LaneEvent::Begin:
      return "the capture begins";
    case LaneEvent::Node:
      return "work";
    case LaneEvent::Call:
      return "call";
    case LaneEvent::Fork:
      return "fork" + (E.To ? " to " + Region.Lanes[*E.To] : "");
    case LaneEvent::Join:
      return "join" + (E.To ? " with " + Region.Lanes[*E.To] : "");
    case LaneEvent::End:
      return "the capture ends";
    }
    return "";
  }

  std::string inWords(const LaneEvent &E) const {
    std::string Text = "On " + Region.Lanes[E.Lane] + ": " + kind(E);
    if (!E.Label.empty())
      Text += ", " + E.Label;
    if (!E.Violation.empty())
      Text += "; violation: " + E.Violation;
    if (E.At.isValid())
      Text += ", " + place(E.At);
    return Text;
  }

  /// Whether lane \p L has events after event \p I, other than the end.
  bool isUsedBehind(unsigned L, unsigned I) const {
    return llvm::any_of(
        llvm::drop_begin(Events, I + 1), [L](const LaneEvent *E) {
          return E->K != LaneEvent::End && (E->Lane == L || E->To == L);
        });
  }

  /// Draws the line of a lane. It is solid from where the lane begins to take
  /// part to where it stops, and dashed elsewhere.
  void lane(unsigned L) {
    unsigned From = Margin + L * RowHeight;
    OS << formatv("<text class=\"name\" x=\"{0}\" y=\"{1}\">{2}</text>\n",
                  x(L) + 10, From + 4, html(Region.Lanes[L]));
    unsigned Last = From;
    auto Line = [&](unsigned Y, bool Solid) {
      if (Y > Last)
        OS << formatv("<path class=\"{0} lane{1}\" d=\"M{2} {3}V{4}\"/>\n",
                      Solid ? "in" : "out", L % 6, x(L), Last, Y);
      Last = Y;
    };
    bool Takes = false;
    for (unsigned I = 0; I < Events.size(); ++I) {
      const LaneEvent &E = *Events[I];
      bool Enters = (E.K == LaneEvent::Begin && E.Lane == L) ||
                    (E.K == LaneEvent::Fork && E.To == L);
      bool Leaves =
          (E.K == LaneEvent::Join && E.Lane == L && L) || E.K == LaneEvent::End;
      if (Enters == Leaves || Enters == Takes)
        continue;
      // A fork reaches the lane one row later.
      Line(y(I) + (E.K == LaneEvent::Fork ? RowHeight : 0), Takes);
      Takes = Enters;
    }
    Line(y(Events.size()) - RowHeight / 2, Takes);
    OS << formatv("<circle class=\"top lane{0}\" cx=\"{1}\" cy=\"{2}\" "
                  "r=\"4\"/>\n",
                  L % 6, x(L), From);
  }

  /// Draws the edge from one lane to another for a fork or a join, down into
  /// the row of the event.
  void edge(unsigned I) {
    const LaneEvent &E = *Events[I];
    if (!E.To || *E.To == E.Lane)
      return;
    unsigned X = x(E.Lane), To = x(*E.To), Y = y(I);
    // The edge passes below the marks of the streams in between.
    unsigned Below = Y + RowHeight / 2;
    OS << formatv("<path class=\"{0} lane{1}\" d=\"M{2} {3}Q{2} {4} {5} "
                  "{4}T{6} {7}\"/>\n",
                  E.K == LaneEvent::Join ? "edge join" : "edge",
                  (E.K == LaneEvent::Join ? E.Lane : *E.To) % 6, X, Y, Below,
                  (X + To) / 2, To, Y + RowHeight);
  }

  /// Draws the mark of an event. The shape shows its kind, and the colour its
  /// lane.
  void mark(const LaneEvent &E, unsigned X, unsigned Y) {
    unsigned Lane = E.Lane % 6;
    if (!E.Violation.empty()) {
      OS << formatv("<path class=\"bad\" d=\"M{0} {1}l10 10l-10 10l-10 -10z\"/>"
                    "<text class=\"sign\" x=\"{0}\" y=\"{2}\">!</text>",
                    X, Y - 10, Y + 5);
      return;
    }
    switch (E.K) {
    case LaneEvent::Begin:
      OS << formatv("<path class=\"mark lane{0}\" d=\"M{1} {2}h14l-7 12z\"/>",
                    Lane, X - 7, Y - 6);
      break;
    case LaneEvent::End:
      OS << formatv("<path class=\"mark lane{0}\" d=\"M{1} {2}h14v12h-14z\"/>",
                    Lane, X - 7, Y - 6);
      break;
    case LaneEvent::Call:
      OS << formatv("<path class=\"mark lane{0}\" d=\"M{1} {2}v12m-6 -6h12\"/>",
                    Lane, X, Y - 6);
      break;
    case LaneEvent::Node:
      OS << formatv("<circle class=\"mark full lane{0}\" cx=\"{1}\" cy=\"{2}\" "
                    "r=\"7\"/>",
                    Lane, X, Y);
      break;
    case LaneEvent::Fork:
    case LaneEvent::Join:
      OS << formatv("<circle class=\"mark lane{0}\" cx=\"{1}\" cy=\"{2}\" "
                    "r=\"4\"/>",
                    Lane, X, Y);
      break;
    }
  }

  void event(unsigned I) {
    const LaneEvent &E = *Events[I];
    unsigned Y = y(I);
    bool Bad = !E.Violation.empty();
    OS << "<g><title>" << html(inWords(E)) << "</title>";
    mark(E, x(E.Lane), Y);
    if (E.Finding)
      OS << "<a href=\"#f" << *E.Finding + 1 << "\">";
    OS << formatv("<text class=\"{0}\" x=\"{1}\" y=\"{2}\">{3}",
                  Bad ? "label wrong" : "label", textX(), Y + 4,
                  html(shown(E)));
    if (E.At.isValid())
      OS << "<tspan class=\"where\" dx=\"12\">" << html(place(E.At))
         << "</tspan>";
    OS << "</text>" << (E.Finding ? "</a>" : "") << "</g>\n";
  }

  raw_ostream &OS;
  const LanesOfRegion &Region;
  unsigned Number;
  StringRef Root;
  std::vector<const LaneEvent *> Events;
};
} // namespace

unsigned report::columnsOf(StringRef Text) {
  const int Columns = sys::unicode::columnWidthUTF8(Text);
  return Columns < 0 ? Text.size() : Columns;
}

std::string report::shortLabel(StringRef Label) {
  constexpr size_t MaxLabel = 60; // In bytes.
  if (Label.size() <= MaxLabel)
    return Label.str();
  Label = Label.take_front(MaxLabel);
  while (!Label.empty() && (Label.back() & 0xc0) == 0x80)
    Label = Label.drop_back(); // In the middle of a character.
  return Label.drop_back().str() + "\u2026";
}

PictureSize report::writeLanesSvg(raw_ostream &OS, const LanesOfRegion &Region,
                                  unsigned Number, StringRef Root) {
  return Drawing(OS, Region, Number, Root).draw();
}
