//===- CallText.cpp - What a call does in a capture -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace cuda_capture;
using namespace cuda_capture::report;

std::string report::inWordsOf(Family To, StringRef Text,
                              const KnowledgeBase &KB) {
  std::string Result;
  while (!Text.empty()) {
    StringRef Word =
        Text.take_while([](char C) { return isAlnum(C) || C == '_'; });
    if (Word.empty()) {
      Result += Text.front();
      Text = Text.drop_front();
      continue;
    }
    StringRef Twin = KB.twin(Word, To);
    Result += Twin.empty() ? Word : Twin;
    Text = Text.drop_front(Word.size());
  }
  return Result;
}

namespace {
/// The verdicts for the capture modes Global, ThreadLocal and Relaxed.
using Verdicts = std::array<Verdict, 3>;
constexpr StringLiteral ModeNames[] = {"Global", "ThreadLocal", "Relaxed"};

class Sentences {
public:
  Sentences(const Lookup &Found, const KnowledgeBase &KB)
      : Row(*Found.Row), Fam(Found.Fam), KB(KB) {}

  std::string verdict() const {
    std::string Text = classText();
    // Without an error number of the class itself, modes say what they differ
    // in.
    if (Row.Class != ApiClass::Unsafe)
      for (unsigned M = 0; M != 3; ++M)
        if (Row.ModeOverride[M])
          Text += formatv(
              "; in {0} mode {1}", ModeNames[M],
              *Row.ModeOverride[M] == Verdict::Ok      ? "it is permitted"
              : *Row.ModeOverride[M] == Verdict::Error ? "it is rejected"
                                                       : "that is not known");
    return Text;
  }

  std::string consequence() const {
    switch (Row.Class) {
    case ApiClass::Unsafe:
    case ApiClass::Conflicts:
    case ApiClass::LegacyImplicit:
    case ApiClass::Unsupported:
      break;
    default:
      return "";
    }
    if (Row.Invalidates == Verdict::Error)
      return "A rejected call invalidates the capture.";
    if (Row.Invalidates == Verdict::Ok)
      return "The capture stays valid if the call is rejected.";
    return "";
  }

private:
  std::string error() const {
    if (!Row.Error)
      return "an error";
    StringRef Name = KB.errorName(Row.Error, Fam);
    return Name.empty() ? formatv("error {0}", Row.Error).str()
                        : formatv("error {0} ({1})", Row.Error, Name).str();
  }

  /// Returns the verdicts of the rule for unsafe calls, and of the row.
  Verdicts unsafe() const {
    Verdicts V = {Verdict::Error, Verdict::Error, Verdict::Ok};
    for (unsigned M = 0; M != 3; ++M)
      if (Row.ModeOverride[M])
        V[M] = *Row.ModeOverride[M];
    return V;
  }

  static std::string modesWith(const Verdicts &V, Verdict What) {
    SmallVector<StringRef, 3> Names;
    for (unsigned M = 0; M != 3; ++M)
      if (V[M] == What)
        Names.push_back(ModeNames[M]);
    if (Names.size() < 2)
      return Names.empty() ? "" : Names.front().str();
    return join(ArrayRef(Names).drop_back(), ", ") + " and " +
           Names.back().str();
  }

  std::string unsafeText() const {
    const Verdicts V = unsafe();
    std::string Text;
    auto Add = [&](Verdict What, auto Sentence) {
      std::string Modes = modesWith(V, What);
      if (!Modes.empty())
        Text += (Text.empty() ? "" : "; ") + Sentence(Modes);
    };
    Add(Verdict::Error, [&](const std::string &Modes) {
      return error() + " in " + Modes + " mode";
    });
    Add(Verdict::Ok, [&](const std::string &Modes) {
      return Modes + " mode permits it, and it is not recorded";
    });
    Add(Verdict::Unknown, [&](const std::string &Modes) {
      return "for " + Modes + " mode that is not known";
    });
    return Text;
  }

  std::string classText() const {
    switch (Row.Class) {
    case ApiClass::Control:
      return "it begins, ends or steers a capture, or asks about one";
    case ApiClass::Captured: {
      const NodeKind Node = Row.nodeKind();
      if (Row.Eff == Effect::RecordEvent || Row.Eff == Effect::WaitEvent ||
          Node == NodeKind::None)
        return "it is part of the capture of its stream";
      if (Node == NodeKind::Library)
        return "its work is recorded in the graph of its stream";
      return formatv("it is recorded in the graph of its stream, as a node of "
                     "the kind {0}",
                     nodeKindName(Node));
    }
    case ApiClass::Neutral:
      return "it is permitted in every mode, and is not recorded";
    case ApiClass::Unsafe:
      return unsafeText();
    case ApiClass::Conflicts:
      switch (Row.Waits) {
      case WaitScope::Device:
        return error() + " in every mode while a stream of the device captures";
      case WaitScope::Event:
        return error() +
               " in every mode if the event was recorded in a capture";
      default:
        return error() + " in every mode while the stream captures";
      }
    case ApiClass::LegacyImplicit:
      return "it uses the legacy stream: " + error() +
             " while a blocking stream captures; beside a non-blocking stream "
             "it runs at once and is not recorded";
    case ApiClass::Unsupported:
      return "it cannot be recorded: " + error() +
             " on a stream that captures, in every mode";
    case ApiClass::Unknown:
      return "not known; it is never reported";
    }
    return "";
  }

  const ApiRow &Row;
  const Family Fam;
  const KnowledgeBase &KB;
};
} // namespace

std::vector<std::string>
report::captureText(const Lookup &Found, const KnowledgeBase &KB, Language L) {
  const ApiRow &Row = *Found.Row;
  const Sentences Say(Found, KB);
  std::vector<std::string> Lines{"In a capture: " + Say.verdict() + "."};
  if (std::string Text = Say.consequence(); !Text.empty())
    Lines.push_back(std::move(Text));
  StringRef Remedy = L == Language::Chinese && !Row.RemedyZh.empty()
                         ? Row.RemedyZh
                         : Row.RemedyEn;
  if (!Remedy.empty() && Row.Class != ApiClass::Neutral) {
    std::string Text =
        Row.OfLibrary ? Remedy.str() : inWordsOf(Found.Fam, Remedy, KB);
    Lines.push_back("What to do: " + Text + ".");
  }
  std::string Versions;
  for (const ApiRow::Name &Name : Row.Names) {
    if (Name.Spelling != Found.Matched)
      continue;
    if (!Name.Since.empty())
      Versions = "Since CUDA " + Name.Since;
    if (!Name.Removed.empty())
      Versions += (Versions.empty() ? "Removed in CUDA " : ", removed in ") +
                  Name.Removed;
  }
  if (!Versions.empty())
    Lines.push_back(Versions + ".");
  return Lines;
}
