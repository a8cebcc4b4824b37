//===- KnowledgeCommands.cpp - cuda-capture kb ----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Commands about the knowledge base itself. LLVM's subcommands have only one
/// level, so the verb is the first positional argument, and all verbs share the
/// options.
///
//===----------------------------------------------------------------------===//

#include "KnowledgeCommands.h"
#include "../lib/Counted.h"
#include "../lib/kb/KnowledgeBase.h"
#include "../lib/kb/Reconcile.h"
#include "../lib/kb/Schema.h"
#include "Headers.h"
#include "kb/Verbs.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture;
using namespace llvm;

static constexpr StringLiteral CommandName = "kb";

static cl::SubCommand Command(CommandName,
                              "Ask about, and check, the knowledge base");
static cl::list<std::string> Words(cl::Positional,
                                   cl::desc("VERB [ARGUMENT...]"),
                                   cl::cat(toolCategory()), cl::sub(Command));
static cl::opt<std::string> Knowledge("kb", cl::value_desc("PATHS"),
                                      cl::desc(LayeredKnowledgeText),
                                      cl::cat(toolCategory()),
                                      cl::sub(Command));
static cl::opt<bool> Verbose("verbose", cl::desc("Say more"),
                             cl::cat(toolCategory()), cl::sub(Command));

static cl::opt<std::string> CudaPath("cuda-path", cl::value_desc("DIR"),
                                     cl::desc("A CUDA toolkit, or its headers"),
                                     cl::cat(toolCategory()), cl::sub(Command));

static cl::opt<std::string>
    LanguageName("language", cl::value_desc("en|zh"), cl::init("en"),
                 cl::desc("Language of causes and remedies"),
                 cl::cat(toolCategory()), cl::sub(Command));
static cl::opt<std::string> Class("class", cl::value_desc("CLASS"),
                                  cl::desc("List the rows of this class"),
                                  cl::cat(toolCategory()), cl::sub(Command));
static cl::opt<std::string>
    FamilyName("family", cl::value_desc("runtime|driver|hip"),
               cl::desc("List the names of this family"),
               cl::cat(toolCategory()), cl::sub(Command));
static cl::opt<std::string>
    Output("output", cl::value_desc("DIR|FILE"),
           cl::desc("Where import writes; default: kb, the entries in "
                    "kb/errors"),
           cl::cat(toolCategory()), cl::sub(Command));
static cl::opt<bool> Force("force", cl::desc("Let import replace files"),
                           cl::cat(toolCategory()), cl::sub(Command));

static VerbOptions &options() {
  static VerbOptions Options;
  return Options;
}

const VerbOptions &verbOptions() { return options(); }

Expected<KnowledgePtr> verbKnowledge(KnowledgeBase::Measurements What) {
  return KnowledgeBase::layered(knowledgePaths(Knowledge), What);
}

ExitCode fail(const Twine &Reason) {
  outs().flush();
  errs() << "error: " << Reason << '\n';
  return ExitCouldNotRun;
}

//===--- reconcile --------------------------------------------------------===//

static ExitCode reconcileVerb(ArrayRef<std::string> Files) {
  std::vector<std::string> Paths = knowledgePaths(Knowledge);
  if (Files.empty() && Paths.empty())
    return fail("no measurement to compare with: the embedded knowledge base "
                "has none. Name measurement files, or a knowledge base folder "
                "that holds some: cuda-capture kb reconcile [--kb=PATHS] "
                "[FILE...]");

  using Read = KnowledgeBase::Measurements;
  Expected<KnowledgePtr> KB =
      verbKnowledge(Files.empty() ? Read::Read : Read::Skip);
  if (!KB)
    return badKnowledge(KB.takeError());
  std::deque<Measurement> Named;
  if (!Files.empty()) {
    Expected<std::deque<Measurement>> Loaded = loadMeasurements(Files);
    if (!Loaded)
      return fail("cannot use the measurements:\n" +
                  toString(Loaded.takeError()));
    Named = std::move(*Loaded);
  }
  const std::deque<Measurement> &Measurements =
      Files.empty() ? (*KB)->measurements() : Named;
  if (Measurements.empty())
    return fail("no measurement in " + Knowledge);

  for (const Measurement &M : Measurements)
    if (!M.Complete)
      errs() << "warning: " << M.File
             << ": not complete: some cases were not run\n";
  Reconciliation R = reconcile(**KB, Measurements);
  print(outs(), R, Verbose);
  return R.Differences.empty() ? ExitOk : ExitFound;
}

//===--- verify -----------------------------------------------------------===//

static ExitCode verifyVerb(ArrayRef<std::string> Arguments) {
  if (!Arguments.empty())
    return fail("kb verify takes no '" + Arguments.front() + "'");
  if (CudaPath.empty())
    return fail("no headers to compare with: name a toolkit with --cuda-path");
  Expected<KnowledgePtr> KB = verbKnowledge();
  if (!KB)
    return badKnowledge(KB.takeError());
  Expected<DeclaredApi> Api = readHeaders(**KB, CudaPath);
  if (!Api)
    return fail(toString(Api.takeError()));

  Verification V = verify(**KB, *Api);
  for (const std::vector<std::string> *List : {&V.Problems, &V.WithoutRow})
    for (const std::string &Line : *List)
      outs() << Line << '\n';
  outs() << formatv("CUDA {0}.{1}: {2}, {3} without a row; {4} and {5} "
                    "declared; {6}\n",
                    Api->Major, Api->Minor, counted(V.Functions, "function"),
                    V.WithoutRow.size(), counted(V.Rows, "row"),
                    counted(V.Codes, "error number"),
                    counted(V.Problems.size(), "problem"));
  return V.Problems.empty() && V.WithoutRow.empty() ? ExitOk : ExitFound;
}

//===--- validate ---------------------------------------------------------===//

static ExitCode validateVerb(ArrayRef<std::string> Given) {
  std::vector<std::string> Paths = knowledgePaths(Knowledge);
  Paths.insert(Paths.end(), Given.begin(), Given.end());
  if (Paths.empty())
    return fail("nothing to validate: name files or folders");
  std::vector<std::string> Files, Lines;
  Expected<std::shared_ptr<const KnowledgeBase>> KB =
      KnowledgeBase::layered(Paths, KnowledgeBase::Measurements::Read, &Files);
  if (!KB) {
    std::string All = toString(KB.takeError());
    for (StringRef Line : split(All, '\n'))
      Lines.push_back(Line.str());
  }
#ifdef CUDA_CAPTURE_HAS_SCHEMA
  addSchemaProblems(Files, Lines);
#else
  errs() << "warning: built without valijson: no schema is checked\n";
#endif
  for (const std::string &Line : Lines)
    outs() << Line << '\n';
  outs() << counted(Files.size(), "file") << ", "
         << counted(Lines.size(), "problem") << '\n';
  return Lines.empty() ? ExitOk : ExitFound;
}

//===--- All verbs --------------------------------------------------------===//

namespace {

struct Verb {
  StringLiteral Name;
  StringLiteral Arguments;
  StringLiteral What;
  ExitCode (*Run)(ArrayRef<std::string> Arguments);
};

} // namespace

static constexpr Verb Verbs[] = {
    {"explain", "NUMBER|NAME|ID...",
     "Explain an error, by its number or name, a function, in any spelling, or "
     "an error entry",
     explainVerb},
    {"list", "[rows|entries|codes]",
     "List functions (those of --class and --family), error entries, or error "
     "codes",
     listVerb},
    {"match", "[FILE]",
     "Find the messages of error entries in a log, FILE or the standard "
     "input, and print their remedies",
     matchVerb},
    {"import", "FILE",
     "Import an error entry of another project, and list its mistakes",
     importVerb},
    {"reconcile", "[FILE...]",
     "List where rows and measurements differ. Measurements are FILEs, or "
     "those "
     "of --kb; --verbose also lists cases that prove nothing",
     reconcileVerb},
    {"validate", "FILE_OR_FOLDER...",
     "List the mistakes in documents of the knowledge base, over the embedded "
     "one",
     validateVerb},
    {"verify", "",
     "List where rows and error names differ from the headers of --cuda-path, "
     "and the functions there that have no row",
     verifyVerb},
};

static std::string overview() {
  std::string Text = ToolOverview;
  Text += "\nVERBS:\n";
  for (const Verb &V : Verbs)
    Text +=
        formatv("\n  {0} {1}\n    {2}\n", V.Name, V.Arguments, V.What).str();
  return Text;
}

bool isKnowledgeCommand(int Argc, const char **Argv) {
  return Argc > 1 && Argv[1] == CommandName;
}

ExitCode runKnowledgeCommand(int Argc, const char **Argv) {
  cl::HideUnrelatedOptions(toolCategory(), Command);
  std::string Errors;
  raw_string_ostream OS(Errors);
  if (!cl::ParseCommandLineOptions(Argc, Argv, overview(), &OS)) {
    errs() << OS.str();
    return ExitCouldNotRun;
  }
  VerbOptions &O = options();
  std::optional<Language> L = languageOf(LanguageName);
  if (!L)
    return fail("unknown language '" + LanguageName + "'; allowed: en, zh");
  O = {Knowledge, Verbose, *L, Class, FamilyName, Output, Force};
  ArrayRef<std::string> Given = static_cast<std::vector<std::string> &>(Words);
  for (const Verb &V : Verbs)
    if (!Given.empty() && Given.front() == V.Name)
      return V.Run(Given.drop_front());

  std::string Known;
  for (const Verb &V : Verbs)
    Known += (Twine(Known.empty() ? "" : ", ") + V.Name).str();
  if (Given.empty())
    return fail("no verb given after kb; known: " + Known);
  return fail("unknown verb '" + Given.front() + "' after kb; known: " + Known);
}
