//===- Sentences.cpp - What is wrong, in a sentence -----------------------===//
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
                   F.Path[F.Primary].I->Spawns ? "thread that runs" : "call to",
                   calledBy(F.Primary), Api);
  return isLaunch() ? "kernel launch"
                    : formatv("call to '{0}'", callee()).str();
}

std::string Renderer::subjectThat(const std::string &Does) const {
  return subject() + (F.Primary + 1 < F.Path.size() ? ", which " : " ") + Does;
}

std::string Renderer::whileCapturing() const {
  const bool Beside = Promise && Promise->Beside;
  std::string Text =
      Beside    ? "while a stream may be capturing"
      : Promise ? formatv("while the caller of {0} is capturing {1}",
                          promised(), Stream)
                      .str()
                : formatv("while {0} {1} capturing", Stream,
                          F.S == Shape::RejectedAtOnce ? "may be" : "is")
                      .str();
  if (F.Mode)
    Text += formatv(" in {0} mode", modeName(*F.Mode));
  auto Spawns = [](const PathStep &Step) { return Step.I->Spawns; };
  if (Beside || F.S == Shape::RejectedAtOnce || llvm::any_of(F.Path, Spawns) ||
      llvm::any_of(F.Begin, Spawns))
    Text += " in another thread";
  return Text;
}

std::string Renderer::errorText() const {
  StringRef Name = KB.errorName(F.Error, F.Fam);
  return Name.empty() ? formatv("error {0}", F.Error).str()
                      : formatv("{0} ({1})", Name, F.Error).str();
}

std::string Renderer::rejection() const {
  StringRef Who = F.Fam == Family::Driver ? "the driver" : "the runtime";
  if (F.Row && !F.Row->By.empty())
    Who = F.Row->By;
  if (!F.Error)
    return formatv("{0} rejects it", Who);
  return formatv("{0} rejects it with {1}", Who, errorText());
}

std::string Renderer::sentence() const {
  switch (F.S) {
  case Shape::RejectedAtOnce:
    return formatv("{0} {1}; if the two meet, {2}{3}", subject(),
                   whileCapturing(), rejection(),
                   F.Row->Invalidates == Verdict::Error
                       ? " and invalidates the capture"
                       : "");
  case Shape::Rejected:
  case Shape::RejectedElsewhere: {
    StringRef Where =
        F.R == Rule::LegacyStream ? " on the legacy default stream" : "";
    std::string Text = formatv("{0}{1} {2}; {3}", subject(), Where,
                               whileCapturing(), rejection());
    if (F.Row->Invalidates == Verdict::Error)
      Text += " and invalidates the capture";
    if (F.Row->Invalidates == Verdict::Ok && F.R != Rule::LegacyStream)
      Text += ", and the graph silently lacks the operation";
    return Text;
  }
  case Shape::DeclaredNotCapturable:
    return formatv("{0}, which is declared not capturable, {1}", subject(),
                   whileCapturing());
  case Shape::RejectedOrEscapes:
    return formatv("{0} on the legacy default stream {1}; {2} if that is a "
                   "blocking stream, and otherwise the graph silently lacks "
                   "the operation",
                   subject(), whileCapturing(), rejection());
  case Shape::CapturesLegacy:
    return formatv("{0}, which cannot be captured; {1}",
                   subjectThat("begins a capture of the legacy default "
                               "stream"),
                   rejection());
  case Shape::NestedBegin: {
    std::string Own = argumentText(F.Path.back(), Role::Stream, Stream);
    if (isAgain())
      return formatv("{0} {1} in the next round of the loop, while that of "
                     "the round before is not ended; {2}",
                     subjectThat("begins another capture of"), Stream,
                     rejection());
    if (Own == Stream || F.Primary + 1 < F.Path.size())
      return formatv("{0} {1} while it is capturing; {2}",
                     subjectThat("begins another capture of"), Stream,
                     rejection());
    return formatv("{0} {1}, which takes part in {2}; {3}",
                   subjectThat("begins a capture of"), Own, theCapture(),
                   rejection());
  }
  case Shape::DestroysOrigin:
    return formatv("{0} {1} while it is capturing; the capture is lost",
                   subjectThat("destroys"), Stream);
  case Shape::UsedAfterDestroy:
  case Shape::DestroyedTwice: {
    return formatv(
        "{0} {1} that is already destroyed; the behavior is undefined, often "
        "{2}",
        subjectThat(F.S == Shape::DestroyedTwice ? "destroys" : "uses"),
        handle(), errorText());
  }
  case Shape::Escapes:
    return formatv("{0} on {1}, which takes no part in {2}; it runs at once, "
                   "and the graph silently lacks it",
                   subject(), handle(), theCapture());
  case Shape::HandleEscapes:
    return formatv(
        "{0}, whose stream takes no part in {1}; it runs at once, and the "
        "graph silently lacks it",
        subjectThat("works on " + handle()), theCapture());
  case Shape::LegacyEscapes:
    return formatv("{0} on the legacy default stream {1}; it runs at once, "
                   "and the graph silently lacks it",
                   subject(), whileCapturing());
  case Shape::NeverEnded:
    return formatv("{0} that is not ended on every path: the stream keeps "
                   "capturing",
                   subjectThat("begins a capture of " + Stream));
  case Shape::LeaksOnThrow:
    return formatv("{0}, and nothing ends it if {1}",
                   subjectThat("begins a capture of " + Stream),
                   F.Exit ? "the exception is thrown"
                          : "a callable that is run in it throws");
  case Shape::LeaksOnFailure:
    return formatv("{0}, and nothing ends it if a call in it fails",
                   subjectThat("begins a capture of " + Stream));
  case Shape::EndsIdle:
    return formatv(
        "{0}; {1}",
        subjectThat("ends a capture of " + handle() +
                    (F.Related.empty() ? ", which is not capturing"
                                       : ", which is not capturing any more")),
        rejection());
  case Shape::EndsOther:
    if (endedStream() == Stream && Stream.front() != '\'')
      return formatv("{0}; {1}",
                     subjectThat("ends a capture of " + Stream +
                                 ", which is another one than that whose "
                                 "capture was begun"),
                     rejection());
    return formatv("{0}; {1}",
                   subjectThat("ends a capture of " + endedStream() +
                               ", but it is " + Stream +
                               " whose capture was begun"),
                   rejection());
  case Shape::WrongThread:
    return formatv("{0}; {1}",
                   subjectThat("ends the capture of " + Stream +
                               " in another thread than the one that began "
                               "it"),
                   rejection());
  case Shape::EndsCallers:
    return formatv("{0}; what the caller of {1} captures is cut off there, "
                   "and its own end of the capture fails",
                   subjectThat("ends the capture of " + Stream +
                               ", which its caller began"),
                   promised());
  case Shape::UnjoinedAtExit:
    return formatv(
        "{0}, and {1} before its work is joined; the end of the capture "
        "fails with {2}",
        subjectThat("takes " +
                    argumentText(F.Path.back(), Role::Stream, "a stream") +
                    " into the capture of " + Stream),
        F.Exit && F.Exit->Throws ? "an exception leaves " + promised()
                                 : promised() + " returns",
        errorText());
  case Shape::Unjoined:
    return formatv("{0}; {1}",
                   subjectThat("ends the capture of " + Stream +
                               " while the work of " +
                               argumentText(F.Related[0].second.back(),
                                            Role::Stream, "a forked stream") +
                               " is not joined"),
                   rejection());
  case Shape::WaitsOutside:
    return formatv("{0}, which was recorded outside of {1}; {2}",
                   subjectThat("waits for " + handle()), theCapture(),
                   rejection());
  case Shape::WaitsOtherCapture:
    return formatv("{0}, which was recorded in another capture than that of "
                   "{1}; {2}",
                   subjectThat("waits for " + handle()), Stream, rejection());
  case Shape::NeverCreated:
    return formatv("{0} that {1}; {2}", subjectThat("uses " + handle()),
                   F.IsNull ? "is null" : "was never created", rejection());
  case Shape::WrongDevice:
    return formatv("{0}, which was created on another device than its other "
                   "argument; {1}",
                   subjectThat("uses " + handle()), rejection());
  case Shape::CapturedEvent:
    return formatv("{0}, which was last recorded in a capture and so never "
                   "completes; {1}",
                   subjectThat("waits for " + handle()), rejection());
  case Shape::DanglesAtLaunch:
  case Shape::DanglesWhenKept:
    return formatv("{0}, which is {1} the graph is launched{2}; the graph "
                   "silently uses whatever is there then",
                   subjectThat("makes the graph refer to " + referent()),
                   endsItself(F.Related[0].second.back()) ? "gone when"
                                                          : "released before",
                   F.S == Shape::DanglesWhenKept ? " later" : "");
  case Shape::InHostFunction: {
    std::string Text = formatv("{0} in a host function, where no API call is "
                               "permitted; ",
                               subject());
    if (KB.errorName(F.Error, F.Fam).empty())
      return Text + "it may fail or deadlock";
    return formatv("{0}{1} may reject it with {2}, or it deadlocks", Text,
                   F.Fam == Family::Driver ? "the driver" : "the runtime",
                   errorText());
  }
  case Shape::BakedRandom:
  case Shape::BakedTime:
    return formatv("{0} while {1} is capturing; every launch of the graph "
                   "uses the same one",
                   subjectThat(F.S == Shape::BakedRandom
                                   ? "passes a random number that is drawn"
                                   : "passes a time that is read"),
                   Stream);
  case Shape::ModeNotRestored:
    return formatv("{0} that is not restored on every path",
                   subjectThat("changes the capture mode of the thread"));
  case Shape::ResultIgnored:
    return formatv("result of '{0}' is ignored: a failure goes unnoticed",
                   shown(F.Callee));
  case Shape::GraphOverwritten:
    return formatv("{0}, which was created and is lost: the end of a capture "
                   "makes a graph of its own",
                   subjectThat("overwrites " + handle()));
  }
  return "";
}

std::string Renderer::endedStream() const {
  return argumentText(F.Path.back(), Role::Stream, "another stream");
}
