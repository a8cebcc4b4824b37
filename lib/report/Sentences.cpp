//===- Sentences.cpp - Common parts of the checks' sentences --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Renderer.h"
#include "llvm/Support/FormatVariadic.h"

using namespace cuda_capture;
using namespace cuda_capture::report;
using namespace cuda_capture::analysis;
using llvm::formatv;
using llvm::StringRef;

std::string Renderer::subject() const {
  std::string Api =
      isLaunch() ? "a kernel launch" : formatv("'{0}'", callee()).str();
  if (F.Primary + 1 < F.Path.size())
    return formatv("{0} '{1}' reaches {2}",
                   F.Path[F.Primary].I->Flags.Spawns ? "thread that runs"
                                                     : "call to",
                   calledBy(F.Primary), Api);
  return isLaunch() ? "kernel launch"
                    : formatv("call to '{0}'", callee()).str();
}

std::string Renderer::subjectThat(const std::string &Does) const {
  return subject() + (F.Primary + 1 < F.Path.size() ? ", which " : " ") + Does;
}

std::string Renderer::whileCapturing() const {
  const bool Beside = Contract && Contract->Beside;
  std::string Text =
      Beside ? "while a stream may be capturing"
      : Contract
          ? formatv("while the caller of {0} is capturing {1}",
                    contractFunction(), Stream)
                .str()
          : formatv("while {0} {1} capturing", Stream,
                    F.Kind == DiagnosticKind::RejectedAtOnce ? "may be" : "is")
                .str();
  if (F.Mode)
    Text += formatv(" in {0} mode", modeName(*F.Mode));
  auto Spawns = [](const PathStep &Step) { return Step.I->Flags.Spawns; };
  if (Beside || F.Kind == DiagnosticKind::RejectedAtOnce ||
      llvm::any_of(F.Path, Spawns) || llvm::any_of(F.Begin, Spawns))
    Text += " in another thread";
  return Text;
}

std::string Renderer::errorText() const {
  StringRef Name = KB.errorName(F.Error, F.Fam);
  return Name.empty() ? formatv("error {0}", F.Error).str()
                      : formatv("{0} ({1})", Name, F.Error).str();
}

std::string Renderer::rejection(StringRef Of) const {
  StringRef Who = F.Fam == Family::Driver ? "the driver" : "the runtime";
  if (F.Row && !F.Row->By.empty())
    Who = F.Row->By;
  std::string Text = formatv("{0} rejects {1}", Who, Of);
  if (F.Error)
    Text += " with " + errorText();
  if (std::optional<CudaVersion> Since =
          F.Row ? F.Row->decidingDriver() : std::nullopt)
    Text += " if the driver is older than that of CUDA " + Since->text();
  return Text;
}

std::string Renderer::rejected(StringRef Where) const {
  std::string Text = formatv("{0}{1} {2}; {3}", subject(), Where,
                             whileCapturing(), rejection());
  if (F.Row->Invalidates == Verdict::Error)
    Text += " and invalidates the capture";
  if (F.Row->Invalidates == Verdict::Ok && F.R != Rule::LegacyStream)
    Text += ", and the graph silently lacks the operation";
  return Text;
}

std::string Renderer::sentence() const {
  switch (F.R) {
#define CHECK(RULE, NAME, POINTS, SEVERITY, ERRORS, SUMMARY)                   \
  case Rule::RULE:                                                             \
    return sentenceOf##RULE();
#include "../analysis/Checks.def"
  }
  return "";
}

std::string Renderer::endedStream() const {
  return argumentText(F.Path.back(), Role::Stream, "another stream");
}
