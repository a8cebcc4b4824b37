//===- InitReport.cpp - The report of cuda-capture init -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../lib/Counted.h"
#include "../lib/json/Parse.h"
#include "../lib/report/ResultsJson.h"
#include "../lib/report/TextReport.h"
#include "../lib/support/Paths.h"
#include "Init.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace cuda_capture;
using analysis::SourcePlace;
using analysis::SurveyedCall;
using analysis::SurveyedFunction;
using llvm::formatv;
using llvm::raw_ostream;
using nlohmann::ordered_json;

static std::string shown(const SourcePlace &At) {
  return formatv("{0}:{1}:{2}", report::shownPath(At.File, currentFolder()),
                 At.Line, At.Column);
}

static const char *nameOf(SurveyedFunction::Choice C) {
  switch (C) {
  case SurveyedFunction::Declared:
    return "declared";
  case SurveyedFunction::Registered:
    return "registered";
  case SurveyedFunction::Asks:
    return "asks";
  case SurveyedFunction::CalledByFinalizer:
    return "called-by-finalizer";
  case SurveyedFunction::CapturedByOtherSource:
    return "captured-by-other-source";
  case SurveyedFunction::RunsInThread:
    return "runs-in-thread";
  case SurveyedFunction::Exported:
    return "exported";
  case SurveyedFunction::SetsStream:
    return "sets-stream";
  case SurveyedFunction::BetweenMembers:
    return "between-members";
  case SurveyedFunction::OnCurrentStream:
    return "on-current-stream";
  case SurveyedFunction::CalledElsewhere:
    return "called-elsewhere";
  case SurveyedFunction::CalledByPointer:
    return "called-by-pointer";
  case SurveyedFunction::Operator:
    return "operator";
  case SurveyedFunction::NoEvidence:
    return "no-evidence";
  case SurveyedFunction::Prepares:
    return "prepares";
  case SurveyedFunction::Waits:
    return "waits";
  case SurveyedFunction::Unnamed:
    return "unnamed";
  case SurveyedFunction::UnnamedInThread:
    return "unnamed-in-thread";
  case SurveyedFunction::BeginsCapture:
    return "begins-capture";
  }
  return "";
}

/// Returns the reason for a choice, as a text that follows the function.
static std::string reasonFor(const SurveyedFunction &F) {
  switch (F.Chosen) {
  case SurveyedFunction::Declared:
    return "is declared already";
  case SurveyedFunction::Registered:
    return "is registered with " + F.Library +
           (F.IsElsewhere ? " in another source" : "");
  case SurveyedFunction::Asks:
    return "asks whether a stream is being captured";
  case SurveyedFunction::CalledElsewhere:
    return F.OnLibraryStream
               ? "works on the current stream of a library, and no source here "
                 "calls it"
               : "enqueues work on a stream that it is given, and no source "
                 "here calls it";
  case SurveyedFunction::CalledByPointer:
    return "enqueues work, and is called through a pointer that the program "
           "keeps";
  case SurveyedFunction::Operator:
    return "enqueues work, and overrides '" + F.Overrides +
           "', as functions of several classes do";
  case SurveyedFunction::CalledByFinalizer:
    return formatv("is called by a finalizer, which may run in a capture, at "
                   "{0}:{1}, and makes a call that a capture may forbid",
                   report::shownPath(F.OtherCall->File, currentFolder()),
                   F.OtherCall->Line);
  case SurveyedFunction::CapturedByOtherSource:
    return formatv("is called in a capture at {0}:{1}, and enqueues work, "
                   "waits, or makes another call that matters there",
                   report::shownPath(F.OtherCall->File, currentFolder()),
                   F.OtherCall->Line);
  case SurveyedFunction::RunsInThread:
  case SurveyedFunction::UnnamedInThread:
    return "runs in a thread of its own, and makes a call that a capture of "
           "another thread in global mode forbids";
  case SurveyedFunction::NoEvidence:
    return "can be called by others, and enqueues work";
  case SurveyedFunction::Exported:
  case SurveyedFunction::Unnamed:
    return "can be called from other languages, and enqueues work";
  case SurveyedFunction::SetsStream:
    return "sets the stream that other functions use, and makes a call that a "
           "capture may forbid";
  case SurveyedFunction::Waits:
    return "always waits, allocates or destroys something, waits on request, "
           "refuses a second call, measures its own work, or says by its name "
           "that it prepares something";
  case SurveyedFunction::Prepares:
    return "makes or deletes an object of its caller, keeps memory that each "
           "call allocates, allocates and enqueues nothing, refuses a second "
           "call, launches a graph, or says by its name that it prepares "
           "something";
  case SurveyedFunction::BetweenMembers:
    return "enqueues work, and other members of its class begin and end a "
           "capture";
  case SurveyedFunction::OnCurrentStream:
    return F.IgnoresStream
               ? "enqueues work on the legacy default stream, where other "
                 "functions use the current stream, which one leaves capturing"
               : "enqueues work on the current stream, which another function "
                 "leaves capturing";
  case SurveyedFunction::BeginsCapture:
    return "begins a capture itself";
  }
  return "";
}

/// The number of functions of a list that the text shows. JSON has all.
static constexpr size_t MaxShown = 20;

namespace {
/// Prints a proposal as text.
class Printer {
public:
  Printer(raw_ostream &OS, const Proposal &P, ProposalUse Use)
      : OS(OS), P(P), Use(Use) {}

  void print() {
    if (Use != ProposalUse::Check)
      printEvidence();
    for (const std::string &Library : P.Libraries)
      printList("Entry points of " + Library, [&](const SurveyedFunction &F) {
        return P.proposes(F) && isEntryPoint(F) && F.Library == Library;
      });
    printList("Functions that their callers may capture",
              [&](const SurveyedFunction &F) {
                return P.proposes(F) && !isEntryPoint(F);
              });
    printGlobalCaptures();
    if (Use != ProposalUse::Check)
      printRejected();
    printProblems();
    printEnd();
  }

private:
  /// Whether the option for entry points declares \p F.
  static bool isEntryPoint(const SurveyedFunction &F) {
    return F.Chosen == SurveyedFunction::Registered && !F.IsElsewhere;
  }

  void printEvidence() {
    auto Line = [&](const std::vector<SurveyedCall> &Calls, const char *What) {
      if (Calls.empty())
        return;
      OS << "  " << What << ": " << counted(Calls.size(), "call")
         << (Calls.size() == 1 ? "" : ", the first") << " in '"
         << Calls.front().In << "', " << shown(Calls.front().At) << '\n';
    };
    OS << (P.hasEvidence()
               ? "The program shows that captures concern it:\n"
               : "Nothing in the program shows that captures concern it: it "
                 "neither begins one nor asks for one.\n");
    Line(P.Found.Asking, "it asks whether a stream is being captured");
    Line(P.Found.Exchanging, "it exchanges the capture mode of a thread");
    Line(P.Found.Beginning, "it begins captures");
    Line(P.Found.TakingCurrent,
         "it takes the current stream of a library whose users capture that "
         "stream");
    printWords(P.Words, "code in other languages captures",
               "files in other languages");
    printWords(P.OtherSources, "sources that were not given begin captures",
               "of the sources that were not given");
    if (const size_t N = P.captured())
      OS << "  captures in sources that were not given call "
         << counted(N, "function") << " of it\n";
  }

  void printWords(const CaptureWords &Words, const char *What,
                  const char *Which) {
    if (!Words.Found.empty())
      OS << "  " << What << ": " << counted(Words.Found.size(), "file")
         << (Words.Found.size() == 1 ? "" : ", the first") << " with '"
         << Words.Found.front().Word << "', "
         << report::shownPath(Words.Found.front().File, currentFolder()) << ':'
         << Words.Found.front().Line << '\n';
    if (Words.IsIncomplete)
      OS << "  not all " << Which
         << " were read: there are too many, or some are too large or cannot "
            "be opened\n";
  }

  template <typename Filter>
  void printList(const std::string &Title, Filter Is) {
    const size_t N = llvm::count_if(P.Found.Functions, Is);
    if (!N)
      return;
    OS << Title << " (" << counted(N, "function") << "):\n";
    size_t Shown = 0;
    for (const SurveyedFunction &F : P.Found.Functions) {
      if (!Is(F))
        continue;
      if (++Shown > MaxShown)
        break;
      OS << "  " << shown(F.At) << ": '" << F.Name << "' " << reasonFor(F);
      if (F.Because)
        OS << ": "
           << (F.Because->Callee == KernelLaunch
                   ? "a kernel launch"
                   : "'" + F.Because->Callee + "'")
           << " at " << shown(F.Because->At);
      OS << '\n';
    }
    printRest(N);
  }

  void printGlobalCaptures() {
    if (!P.OtherThreads)
      return;
    const std::vector<SurveyedCall> &Begins = P.Found.GlobalInLibrary;
    OS << "Begins of captures that may be in global mode, in code that other "
          "programs use ("
       << counted(Begins.size(), "call") << "):\n";
    for (const SurveyedCall &Call : llvm::ArrayRef(Begins).take_front(MaxShown))
      OS << "  " << shown(Call.At) << ": '" << Call.In << "' calls '"
         << Call.Callee << "'\n";
    printRest(Begins.size());
  }

  void printRest(size_t N) {
    if (N > MaxShown)
      OS << "  ... and " << N - MaxShown << " more; --json lists all\n";
  }

  void printRejected() {
    auto Count = [&](SurveyedFunction::Choice C) {
      return llvm::count_if(P.Found.Functions, [&](const SurveyedFunction &F) {
        return F.Chosen == C;
      });
    };
    if (size_t N = Count(SurveyedFunction::Declared))
      OS << "Declared already: " << counted(N, "function") << ".\n";
    if (size_t N = Count(SurveyedFunction::BeginsCapture))
      OS << "Not proposed: " << counted(N, "function") << " that "
         << (N == 1 ? "begins" : "begin") << " a capture: callers run "
         << (N == 1 ? "it" : "them") << " outside of captures.\n";
    if (size_t N = Count(SurveyedFunction::Prepares))
      OS << "Not proposed: " << counted(N, "function")
         << " that other languages can call and that "
         << (N == 1 ? "makes or deletes an object of its caller, keeps memory "
                      "that each call allocates, allocates and enqueues "
                      "nothing, refuses a second call, or launches"
                    : "make or delete an object of their caller, keep memory "
                      "that each call allocates, allocate and enqueue nothing, "
                      "refuse a second call, or launch")
         << " a graph. Functions named 'setup' or the like count, too, if they "
            "allocate or wait.\n";
    if (size_t N = Count(SurveyedFunction::Waits))
      OS << "Not proposed: " << counted(N, "function")
         << " with unknown callers that always "
         << (N == 1 ? "waits, allocates or destroys something, whose caller "
                      "decides whether it waits, or that refuses a second "
                      "call."
                    : "wait, allocate or destroy something, whose callers "
                      "decide whether they wait, or that refuse a second "
                      "call.")
         << " Functions that measure their own work count, too, and those "
            "named 'setup' or the like, if they allocate or wait.\n";
    std::map<std::string, size_t> Unnamed;
    for (const SurveyedFunction &F : P.Found.Functions)
      if (F.Chosen == SurveyedFunction::Unnamed)
        ++Unnamed[F.Library];
    for (const auto &[Library, N] : Unnamed)
      OS << "Not proposed: " << counted(N, "lambda") << " that " << Library
         << " lets other languages call. No option can name "
         << (N == 1 ? "it" : "them") << "; 'CudaCaptureEntryPoints: " << Library
         << "' declares all that it binds.\n";
    printLambdasOfThreads();
    if (size_t N = Count(SurveyedFunction::NoEvidence); N && !P.TakesAll)
      OS << "Not proposed: " << counted(N, "function")
         << " that others can call and that "
         << (N == 1 ? "enqueues" : "enqueue")
         << " work, as nothing shows that the program is captured. If it is, "
            "--all proposes them.\n";
  }

  void printLambdasOfThreads() {
    for (const SurveyedFunction &F : P.Found.Functions)
      if (F.Chosen == SurveyedFunction::UnnamedInThread)
        OS << "Not proposed: the lambda at " << shown(F.At)
           << ", which a thread runs, and which calls '" << F.Because->Callee
           << "' at " << shown(F.Because->At)
           << ". No option can name it; a function of its own can be "
              "declared.\n";
  }

  void printProblems() {
    report::Results R;
    R.Units = P.Units;
    report::TextOptions Text;
    Text.Folder = currentFolder();
    report::printProblems(OS, R, report::FilterCounts(), Text);
  }

  void printEnd() {
    if (P.isEmpty()) {
      OS << (Use == ProposalUse::Check
                 ? "Nothing is new: the configuration has all that would be "
                   "proposed.\n"
                 : "There is nothing to propose.\n");
      return;
    }
    if (P.Before)
      OS << "Findings of 'check': " << *P.Before << " now, " << *P.After
         << " with the proposal.\n";
    const std::string File = report::shownPath(P.File, currentFolder());
    if (Use == ProposalUse::Write) {
      OS << File << " was written.\n";
      return;
    }
    OS << (Use == ProposalUse::Check
               ? "The configuration does not have these options yet"
               : "The proposal")
       << ", for " << File << ":\nCheckOptions:\n"
       << yamlLines(P.Options, "  ")
       << "'cuda-capture init --yes' writes it.\n";
  }

  raw_ostream &OS;
  const Proposal &P;
  const ProposalUse Use;
};
} // namespace

void printProposal(raw_ostream &OS, const Proposal &P, ProposalUse Use) {
  Printer(OS, P, Use).print();
}

static void addPlace(ordered_json &O, const SourcePlace &At) {
  O["file"] = At.File;
  O["line"] = At.Line;
  O["column"] = At.Column;
}

static ordered_json object(const SurveyedCall &Call) {
  ordered_json O = {{"callee", Call.Callee}, {"in", Call.In}};
  addPlace(O, Call.At);
  return O;
}

static ordered_json list(const std::vector<SurveyedCall> &Calls) {
  ordered_json Result = ordered_json::array();
  for (const SurveyedCall &Call : Calls)
    Result.push_back(object(Call));
  return Result;
}

void printProposalAsJson(raw_ostream &OS, const Proposal &P) {
  ordered_json Functions = ordered_json::array();
  for (const SurveyedFunction &F : P.Found.Functions) {
    ordered_json O = {{"name", F.Name}};
    addPlace(O, F.At);
    O["reason"] = nameOf(F.Chosen);
    O["proposed"] = P.proposes(F);
    if (!F.Library.empty())
      O["library"] = F.Library;
    if (F.Because)
      O["because"] = object(*F.Because);
    if (F.OtherCall)
      O[F.Chosen == SurveyedFunction::CapturedByOtherSource ? "capture"
                                                            : "finalizer"] = {
          {"file", F.OtherCall->File}, {"line", F.OtherCall->Line}};
    Functions.push_back(std::move(O));
  }
  ordered_json Options = ordered_json::object();
  for (const ListOption &O : P.Options)
    Options[O.Key] = O.Items;
  ordered_json Files = ordered_json::array();
  for (const report::Unit &U : P.Units) {
    ordered_json O = {{"file", U.File}, {"state", report::nameOf(U.S).str()}};
    if (!U.Problem.empty())
      O["problem"] = U.Problem;
    Files.push_back(std::move(O));
  }
  auto WordsIn = [](const CaptureWords &Of) {
    ordered_json Words = ordered_json::array();
    for (const CaptureWord &W : Of.Found)
      Words.push_back({{"word", W.Word}, {"file", W.File}, {"line", W.Line}});
    return Words;
  };
  ordered_json Result = {
      {"evidence",
       {{"asks", list(P.Found.Asking)},
        {"exchangesMode", list(P.Found.Exchanging)},
        {"beginsCapture", list(P.Found.Beginning)},
        {"takesCurrentStream", list(P.Found.TakingCurrent)},
        {"beginsGlobalInLibrary", list(P.Found.GlobalInLibrary)},
        {"otherLanguages", WordsIn(P.Words)},
        {"otherSources", WordsIn(P.OtherSources)}}},
      {"functions", std::move(Functions)},
      {"newEntryPoints", P.Libraries},
      {"newFunctions", P.Functions},
      {"options", std::move(Options)},
      {"files", std::move(Files)}};
  if (P.Words.IsIncomplete)
    Result["evidence"]["otherLanguagesIncomplete"] = true;
  if (P.OtherSources.IsIncomplete)
    Result["evidence"]["otherSourcesIncomplete"] = true;
  if (!P.Mode.empty())
    Result["newMode"] = P.Mode;
  Result["newOtherThreads"] = P.OtherThreads;
  if (P.Before)
    Result["findings"] = {{"now", *P.Before}, {"withProposal", *P.After}};
  OS << printJson(Result) << '\n';
}
