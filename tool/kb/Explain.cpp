//===- Explain.cpp - cuda-capture kb explain ------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verbs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace cuda_capture;
using namespace llvm;

//===--- Error entries ----------------------------------------------------===//

static void explain(const ErrorCode &E) {
  outs() << E.Number << ":";
  StringRef Separator = " ";
  for (StringRef Name :
       {StringRef(E.Runtime), StringRef(E.Driver), StringRef(E.Hip)})
    if (!Name.empty()) {
      outs() << Separator << Name;
      Separator = ", ";
    }
  outs() << '\n';
  if (!E.Message.empty())
    outs() << "message: " << E.Message << '\n';
}

/// Whether the documentation has a page for an entry. Only built-in entries
/// have one.
static bool hasPage(const ErrorEntry &E) {
  Expected<KnowledgePtr> BuiltIn = KnowledgeBase::embedded();
  if (!BuiltIn) {
    consumeError(BuiltIn.takeError());
    return false;
  }
  return (*BuiltIn)->entry(E.Id);
}

static void explain(const ErrorEntry &E, const KnowledgeBase &KB) {
  Language L = verbOptions().Lang;
  bool Zh = L == Language::Chinese;
  outs() << E.Id << '\n';
  if (E.Number)
    if (const ErrorCode *Code = KB.errorCode(E.Number))
      explain(*Code);
  if (Zh || !E.Number)
    printField(outs(), Zh ? "信息：" : "message:", E.signature(L));
  printField(outs(), Zh ? "原因：" : "cause:", E.cause(L));
  printAdvice(outs(), E, L);
  if (!E.SupersededBy.empty())
    outs() << (Zh ? "请改看：" : "see instead: ") << E.SupersededBy << '\n';
  printSearch(outs(), E, "", L);
  if (!E.Corrections.empty())
    outs() << (Zh ? "更正：\n" : "corrections:\n");
  for (const Correction &C : E.Corrections)
    printField(outs(), "  -",
               formatv("{0}: not \"{1}\": {2} ({3})", C.Field, C.Was, C.Now,
                       C.Evidence)
                   .str());
  if (!E.Sources.empty())
    outs() << (Zh ? "来源：\n" : "sources:\n");
  for (const std::string &S : E.Sources)
    printField(outs(), "  -", S);
  if (!E.Url.empty())
    outs() << "  - " << E.Url << '\n';
  if (hasPage(E))
    outs() << (Zh ? "页面：" : "page: ") << "docs/reference/errors/" << E.Id
           << ".md\n";
}

//===--- API rows ---------------------------------------------------------===//

static StringRef whatItMeans(const ApiRow &R) {
  switch (R.Class) {
  case ApiClass::Control:
    return "control: begins, ends or steers a capture";
  case ApiClass::Captured:
    return "captured: becomes part of the graph of its stream";
  case ApiClass::Neutral:
    return "neutral: legal in every mode, touches no stream";
  case ApiClass::Unsafe:
    return "unsafe: prohibited unless the capture or the thread is Relaxed";
  case ApiClass::Conflicts:
    switch (R.Waits) {
    case WaitScope::Device:
      return "conflicts: waits for the device; illegal in every mode while one "
             "of its streams captures";
    case WaitScope::Event:
      return "conflicts: waits for, or asks, an event; illegal in every mode "
             "if that was recorded in a capture";
    default:
      return "conflicts: waits for, or asks, a stream; illegal in every mode "
             "while that captures";
    }
  case ApiClass::LegacyImplicit:
    return "legacy-implicit: uses the legacy default stream; illegal while a "
           "blocking stream captures, and not captured beside a non-blocking "
           "one";
  case ApiClass::Unsupported:
    return "unsupported: cannot be recorded on, or asked of, a capturing "
           "stream";
  case ApiClass::Unknown:
    return "unknown: not proven either way, and never reported";
  }
  return "";
}

/// Prints the version of CUDA that \p Field has, which may differ between the
/// names of the row.
static void printVersions(StringRef What, const ApiRow &R,
                          std::string ApiRow::Name::*Field) {
  const std::string &First = R.Names.front().*Field;
  auto HasFirst = [&](const ApiRow::Name &N) { return N.*Field == First; };
  if (all_of(R.Names, HasFirst)) {
    if (!First.empty())
      outs() << What << ": CUDA " << First << '\n';
    return;
  }
  SmallVector<std::string, 4> Versions;
  for (const ApiRow::Name &N : R.Names)
    if (!(N.*Field).empty())
      Versions.push_back(N.*Field + " (" + N.Spelling + ")");
  outs() << What << ": CUDA " << join(Versions, ", ") << '\n';
}

/// Says in which case another row replaces \p R.
static void printDriver(const ApiRow &R) {
  if (std::optional<CudaVersion> Since = R.decidingDriver())
    for (const RowCase &Case : R.Cases)
      if (Case.When == RowCase::DriverSince)
        outs() << "  with the driver of CUDA " << Since->text()
               << " or a later one: " << whatItMeans(*Case.Row) << '\n';
}

static void explain(const ApiRow &R, const Lookup *Found,
                    const KnowledgeBase &KB) {
  Language L = verbOptions().Lang;
  bool Zh = L == Language::Chinese;
  std::string Names;
  for (const ApiRow::Name &N : R.Names)
    Names += (Names.empty() ? "" : ", ") + N.Spelling;
  outs() << (Names.empty() ? "kernel launch" : Names) << '\n';
  if (Found && Found->PerThreadDefaultStream)
    outs() << "  with this suffix, stream 0 is the per-thread default stream\n";
  printField(outs(), Zh ? "捕获期间：" : "under capture:", whatItMeans(R));
  printDriver(R);
  static constexpr StringLiteral Modes[] = {
#define CAPTURE_MODE(NAME, TEXT, WORDS) TEXT,
#include "../../lib/kb/Vocabulary.def"
  };
  for (unsigned M = 0; M != 3; ++M)
    if (R.ModeOverride[M])
      outs() << "  in " << Modes[M] << " mode: "
             << (*R.ModeOverride[M] == Verdict::Ok      ? "legal"
                 : *R.ModeOverride[M] == Verdict::Error ? "rejected"
                                                        : "not known")
             << '\n';
  if (R.Error) {
    Family Fam = Found ? Found->Fam : Family::Runtime;
    outs() << (Zh ? "错误：" : "error: ") << R.Error << " "
           << KB.errorName(R.Error, Fam);
    if (R.Invalidates == Verdict::Error)
      outs() << (Zh ? "，并使捕获失效" : ", and the capture is invalidated");
    else if (R.Invalidates == Verdict::Ok)
      outs() << (Zh ? "，捕获仍然有效" : "; the capture stays valid");
    outs() << '\n';
  }
  printVersions("since", R, &ApiRow::Name::Since);
  printVersions("removed", R, &ApiRow::Name::Removed);
  StringRef Remedy = Zh && !R.RemedyZh.empty() ? R.RemedyZh : R.RemedyEn;
  if (!Remedy.empty())
    printField(outs(), Zh ? "解决办法：" : "remedy:", Remedy);
  if (!R.Entry.empty())
    outs() << (Zh ? "条目：" : "entry: ") << R.Entry << '\n';
  outs() << (Zh ? "可信度：" : "confidence: ") << R.Confidence << '\n';
  for (const Evidence &E : R.Sources) {
    std::string Text = E.Source;
    if (!E.Quote.empty())
      Text += ": " + E.Quote;
    printField(outs(), Zh ? "证据：" : "evidence:", Text);
    if (!E.Url.empty())
      outs() << "  " << E.Url << '\n';
  }
}

//===--- All kinds --------------------------------------------------------===//

/// Returns the entry with this id, or the only entry with this last part of its
/// id; null if there is none.
static const ErrorEntry *entryCalled(StringRef Name, const KnowledgeBase &KB) {
  if (const ErrorEntry *E = KB.entry(Name))
    return E;
  const ErrorEntry *Found = nullptr;
  for (const ErrorEntry &E : KB.entries())
    if (StringRef(E.Id).rsplit('/').second == Name) {
      if (Found)
        return nullptr;
      Found = &E;
    }
  return Found;
}

static bool explain(StringRef Name, const KnowledgeBase &KB) {
  const ErrorCode *Code = nullptr;
  unsigned Number = 0;
  if (!Name.getAsInteger(10, Number))
    Code = KB.errorCode(Number);
  else
    Code = KB.errorCode(Name);
  if (Code) {
    if (const ErrorEntry *E = KB.entry(Code->Number))
      explain(*E, KB);
    else
      explain(*Code);
    return true;
  }
  if (const ErrorEntry *E = entryCalled(Name, KB)) {
    explain(*E, KB);
    return true;
  }
  if (Lookup Found = KB.lookup(Name)) {
    explain(*Found.Row, &Found, KB);
    return true;
  }
  if (const ApiRow *Construct = KB.construct(Name)) {
    explain(*Construct, nullptr, KB);
    return true;
  }
  return false;
}

static std::vector<std::string> allNames(const KnowledgeBase &KB) {
  std::vector<std::string> Names;
  for (const ErrorEntry &E : KB.entries()) {
    Names.push_back(E.Id);
    Names.push_back(StringRef(E.Id).rsplit('/').second.str());
  }
  for (const ErrorCode &E : KB.errorCodes())
    for (const std::string &N : {utostr(E.Number), E.Runtime, E.Driver, E.Hip})
      if (!N.empty())
        Names.push_back(N);
  for (const ApiRow &R : KB.rows())
    for (const ApiRow::Name &N : R.Names)
      Names.push_back(N.Spelling);
  return Names;
}

ExitCode explainVerb(ArrayRef<std::string> Arguments) {
  if (Arguments.empty())
    return fail("nothing to explain; usage: cuda-capture kb explain "
                "NUMBER|NAME|ID...");
  Expected<KnowledgePtr> KB = verbKnowledge();
  if (!KB)
    return badKnowledge(KB.takeError());
  ExitCode Result = ExitOk;
  for (size_t I = 0; I != Arguments.size(); ++I) {
    if (I)
      outs() << '\n';
    if (explain(Arguments[I], **KB))
      continue;
    outs().flush();
    errs() << "error: nothing is known of '" << Arguments[I] << "'";
    std::vector<std::string> Near = similarNames(Arguments[I], allNames(**KB));
    if (!Near.empty())
      errs() << "; did you mean " << join(Near, " or ") << "?";
    else
      errs() << "; 'cuda-capture kb list' shows what there is";
    errs() << '\n';
    Result = ExitFound;
  }
  return Result;
}
