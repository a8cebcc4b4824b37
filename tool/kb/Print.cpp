//===- Print.cpp - Error entries for a terminal ---------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/compdb/OwnFiles.h"
#include "Verbs.h"
#include "llvm/ADT/StringExtras.h"

using namespace cuda_capture;
using namespace llvm;

static constexpr size_t LineLength = 80;

/// Returns the number of columns that UTF-8 text takes. Chinese characters take
/// two.
static size_t columns(StringRef Text) {
  size_t N = 0;
  for (unsigned char C : Text)
    N += C < 0x80 ? 1 : C >= 0xe0 ? 2 : 0;
  return N;
}

void printField(raw_ostream &OS, StringRef Label, StringRef Text) {
  std::string Indent(Label.size() - Label.ltrim().size() + 2, ' ');
  OS << Label;
  size_t Column = columns(Label);
  SmallVector<StringRef> Words;
  Text.split(Words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef W : Words) {
    if (Column + 1 + columns(W) > LineLength && Column > Indent.size()) {
      OS << '\n' << Indent << W;
      Column = Indent.size() + columns(W);
    } else {
      OS << ' ' << W;
      Column += 1 + columns(W);
    }
  }
  OS << '\n';
}

static std::string rate(double Rate, Language L, bool Fails) {
  if (!(Rate > 0))
    return "";
  std::string Percent = utostr(unsigned(Rate * 100 + 0.5)) + " %";
  if (L == Language::Chinese)
    return (Fails ? "（失败率 " : "（成功率 ") + Percent + "）";
  return (Fails ? " (fails in " : " (helps in ") + Percent + ")";
}

void printAdvice(raw_ostream &OS, const ErrorEntry &E, Language L) {
  bool Zh = L == Language::Chinese;
  bool Any = false;
  for (const Advice &A : E.Remedies) {
    if (!A.Shown)
      continue;
    if (!Any)
      OS << (Zh ? "解决办法：\n" : "remedies:\n");
    Any = true;
    std::string Text = A.text(L).str();
    if (L == Language::English && !A.Title.empty())
      Text = A.Title + ". " + Text;
    printField(OS, "  -", Text + rate(A.SuccessRate, L, false));
  }
  Any = false;
  for (const Advice &A : E.DeadEnds) {
    if (!A.Shown)
      continue;
    if (!Any)
      OS << (Zh ? "无效的做法：\n" : "dead ends:\n");
    Any = true;
    std::string Text = Zh && !A.Zh.empty() ? A.Zh : A.En + ": " + A.WhyFails;
    printField(OS, "  -", Text + rate(A.FailRate, L, true));
  }
}

/// Returns \p Word in the spelling that a shell reads back as \p Word.
static std::string quoted(StringRef Word) {
  if (Word.find_first_of(" \t'\"\\$`&;|<>()*?[]{}~#!") == StringRef::npos)
    return Word.str();
  std::string Result = "'";
  for (char C : Word)
    Result += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Result + "'";
}

void printSearch(raw_ostream &OS, const ErrorEntry &E, StringRef Source,
                 Language L) {
  if (E.Checks.empty())
    return;
  OS << (L == Language::Chinese ? "在源代码中查找原因：" : "find the culprit:")
     << "\n  clang-tidy-" CUDA_CAPTURE_LLVM_MAJOR " -load ";
  const std::string Plugin = compdb::pluginFile();
  OS << (Plugin.empty() ? "FOLDER/libCudaCaptureTidy.so" : quoted(Plugin))
     << " -checks='-*";
  for (const std::string &C : E.Checks)
    OS << ",cuda-capture-" << C;
  OS << "' " << (Source.empty() ? "FILE" : quoted(Source.rsplit(':').first))
     << " -- -x cuda --cuda-host-only FLAGS\n";
}
