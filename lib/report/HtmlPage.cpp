//===- HtmlPage.cpp - The frame of generated pages ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HtmlPage.h"
#include "EmbeddedFiles.h"
#include "Utf8.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;
using namespace cuda_capture;

/// Whether \p Text begins with a mark that changes the direction of the
/// following text: U+202A to U+202E and U+2066 to U+2069. Such marks can make a
/// text look like another one.
static bool turnsAround(StringRef Text) {
  return Text.size() >= 3 && Text[0] == '\xe2' &&
         ((Text[1] == '\x80' && Text[2] >= '\xaa' && Text[2] <= '\xae') ||
          (Text[1] == '\x81' && Text[2] >= '\xa6' && Text[2] <= '\xa9'));
}

/// Whether \p Text begins with U+FFFE or U+FFFF, which no text contains, and
/// XML not even as a reference.
static bool isNoCharacter(StringRef Text) {
  return Text.starts_with("\xef\xbf\xbe") || Text.starts_with("\xef\xbf\xbf");
}

static constexpr const char *Replacement = "\xef\xbf\xbd"; // U+FFFD

std::string report::html(StringRef Text) {
  std::string Valid = utf8(Text);
  std::string Result;
  for (size_t I = 0; I < Valid.size(); ++I) {
    if (StringRef Rest = StringRef(Valid).substr(I);
        turnsAround(Rest) || isNoCharacter(Rest)) {
      Result += Replacement;
      I += 2;
      continue;
    }
    char C = Valid[I];
    switch (C) {
    case '&':
      Result += "&amp;";
      break;
    case '<':
      Result += "&lt;";
      break;
    case '>':
      Result += "&gt;";
      break;
    case '"':
      Result += "&quot;";
      break;
    case '\'':
      Result += "&#39;";
      break;
    case '\t':
    case '\n':
      Result += C;
      break;
    default:
      if (static_cast<unsigned char>(C) < 0x20 || C == 0x7f)
        Result += Replacement;
      else
        Result += C;
    }
  }
  return Result;
}

/// Returns the hash by which a browser recognizes the code that it may use.
static std::string hash(StringRef Text) {
  SHA256 Hash;
  Hash.update(Text);
  std::array<uint8_t, 32> Sum = Hash.final();
  return "'sha256-" +
         encodeBase64(StringRef(reinterpret_cast<char *>(Sum.data()), 32)) +
         "'";
}

void report::writeHtmlPage(raw_ostream &OS, StringRef Title,
                           function_ref<void()> Body) {
  const std::string Style =
      (embeddedFile("html/colors.css") + embeddedFile("html/lanes.css") +
       embeddedFile("html/page.css"))
          .str();
  StringRef Script = embeddedFile("html/page.js");
  OS << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
        "<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
        "'none'; style-src "
     << hash(Style) << "; script-src " << hash(Script)
     << "\">\n<meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\">\n<title>"
     << html(Title) << "</title>\n<style>" << Style
     << "</style>\n</head>\n<body>\n";
  Body();
  OS << "<script>" << Script << "</script>\n</body>\n</html>\n";
}
