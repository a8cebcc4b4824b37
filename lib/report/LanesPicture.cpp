//===- LanesPicture.cpp - Captures as a file with a picture ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmbeddedFiles.h"
#include "HtmlPage.h"
#include "Lanes.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;

void report::writeLanesPicture(raw_ostream &OS, ArrayRef<TitledLanes> Captures,
                               StringRef Root) {
  constexpr unsigned Margin = 20, LineHeight = 20;
  PictureSize All;
  unsigned Number = 0;
  std::string Body;
  raw_string_ostream Parts(Body);
  for (const TitledLanes &C : Captures) {
    ++Number;
    All.Height += Margin;
    for (const std::string &Line : C.Title) {
      All.Height += LineHeight;
      Parts << formatv(
          "<text class=\"heading\" x=\"{0}\" y=\"{1}\">{2}</text>\n", Margin,
          All.Height, html(Line));
      All.Width = std::max(All.Width, 2 * Margin + 8 * columnsOf(Line));
    }
    Parts << formatv("<g transform=\"translate(0 {0})\">\n", All.Height);
    const PictureSize Size = writeLanesSvg(Parts, C.Region, Number, Root);
    Parts << "</g>\n";
    All.Width = std::max(All.Width, Size.Width);
    All.Height += Size.Height;
  }
  Parts.flush();
  OS << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
     << formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
                "height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n",
                All.Width, All.Height)
     << "<style>\n"
     << html(embeddedFile("html/colors.css"))
     << html(embeddedFile("html/lanes.css"))
     << ".ground { fill: var(--panel); }\n"
        ".heading { fill: var(--text); "
        "font: 13px ui-monospace, &quot;DejaVu Sans Mono&quot;, monospace; }\n"
        "</style>\n"
     << "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n"
     << Body << "</svg>\n";
}
