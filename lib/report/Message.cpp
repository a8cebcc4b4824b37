//===- Message.cpp - Findings in words ------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Message.h"
#include "Remedy.h"
#include "Renderer.h"
#include "Spell.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace cuda_capture;
using namespace cuda_capture::report;
using namespace cuda_capture::analysis;
using llvm::formatv;
using llvm::StringRef;

StringRef report::modeName(CaptureMode M) {
  switch (M) {
  case CaptureMode::Global:
    return "global";
  case CaptureMode::ThreadLocal:
    return "thread-local";
  case CaptureMode::Relaxed:
    return "relaxed";
  }
  return "";
}

static StringRef handleName(Role R) {
  switch (R) {
  case Role::Stream:
    return "stream";
  case Role::Event:
    return "event";
  case Role::Graph:
    return "graph";
  case Role::Exec:
    return "executable graph";
  case Role::Semaphore:
    return "external semaphore";
  case Role::Library:
    return "handle";
  default:
    return "handle";
  }
}

Renderer::Renderer(const Finding &F, const KnowledgeBase &KB,
                   ArgumentText Written, Language L)
    : F(F), KB(KB), Written(Written), L(L), Contract(F.contract()) {
  const std::vector<PathStep> &Known = F.Begin.empty() ? F.End : F.Begin;
  if (Contract)
    Stream = contractStream();
  else if (!Known.empty())
    Stream = qualified(Known.back(), Role::Stream,
                       argumentText(Known.back(), Role::Stream, "a stream"));
}

Message Renderer::run() {
  Message M;
  M.Text = (F.Possible ? "possible: " : "") + sentence();
  M.At = F.Path[F.Primary].I->At;
  if (!F.Begin.empty())
    M.Notes.push_back(
        {Contract ? formatv("{0} {1}", contractFunction(), Contract->Why).str()
                  : formatv("capture of {0} begins here", Stream).str(),
         F.Begin[0].I->At,
         /*Before=*/true});
  // A finding at the begin of the capture needs no note about it.
  if (F.Kind == DiagnosticKind::NeverEnded ||
      F.Kind == DiagnosticKind::ForbidsThreads ||
      F.Kind == DiagnosticKind::BlocksLegacyWork || F.R == Rule::LeakOnError ||
      isAgain())
    M.Notes.clear();
  for (const auto &[How, Steps] : F.Related)
    M.Notes.push_back(
        {relationText(How, Steps), Steps[0].I->At, isBefore(How)});
  for (size_t I = 0; I < F.Path.size(); ++I)
    if (I != F.Primary)
      M.Notes.push_back({stepText(F.Path[I], I), F.Path[I].I->At});
  addOthers(M.Notes);
  if (F.Exit && F.Exit->At.isValid() && F.Kind != DiagnosticKind::EndsOther &&
      F.Kind != DiagnosticKind::GraphLostInLoop)
    M.Notes.push_back({exitText(), F.Exit->At});
  addBehind(M.Notes);
  if (!F.End.empty()) {
    const ir::Function &In = *F.End[0].In;
    M.Notes.push_back(
        {formatv("capture of {0} ends here; it was begun before {1}", Stream,
                 In.IsHandler ? "the exception was thrown"
                              : "'" + In.Display + "' was called")
             .str(),
         F.End[0].I->At});
  }
  Choice Best = choose(F, KB, L);
  std::string Page = formatv("docs/checks/{0}.md", ruleName(F.R));
  if (Best.Entry)
    M.Entry = Best.Entry->Id;
  M.Remedy = M.Entry.empty()
                 ? formatv("{0} [{1}]", Best.Text, Page).str()
                 : formatv("{0} [{1}; {2}]", Best.Text, M.Entry, Page).str();
  return M;
}

std::string Renderer::shown(const PathStep &Call) const {
  if (isSignatureOfCall(Call.Callee))
    return plainName(Call.Callee);
  return Call.Spelling;
}

std::string Renderer::calledBy(size_t Step) const {
  if (Step + 1 < F.Path.size())
    return F.Path[Step + 1].In->Display;
  return callee();
}

std::string Renderer::calleeAt(const PathStep &Call) const {
  return Call.Callee == NotCapturable ? Call.I->Args[0].Name.str()
                                      : shown(Call);
}

std::string Renderer::callee() const { return calleeAt(F.Path.back()); }

std::string Renderer::relationText(Relation How,
                                   const std::vector<PathStep> &Steps) const {
  std::string Name = argumentText(Steps.back(), Role::Stream, "the stream");
  switch (How) {
  case Relation::Destroyed:
    return "destroyed here";
  case Relation::Joined:
    return formatv("{0} joins the capture here", Name);
  case Relation::Worked:
    return formatv("its latest work is enqueued here");
  case Relation::Recorded:
    return formatv("{0} is recorded here",
                   argumentText(Steps.back(), Role::Event, "the event"));
  case Relation::Ended:
    return "the capture ends here";
  case Relation::OtherBegun:
    return formatv("the other capture, of {0}, begins here", Name);
  case Relation::Throws:
    return F.Kind == DiagnosticKind::MayLeakOnThrow
               ? "the function is called here"
               : "the callable is run here";
  case Relation::Gone:
    return goneText(Steps.back());
  case Relation::Launched:
    return "the graph is launched here";
  case Relation::Kept: {
    std::string Keeper = keeper(Steps.back());
    return "the graph outlives it" + (Keeper.empty() ? "" : " in " + Keeper) +
           ", and is made here";
  }
  case Relation::Failed:
    return formatv("when '{0}' fails here", shown(Steps.back()));
  case Relation::Bound:
    return formatv("its handle is bound to {0} here",
                   argumentText(Steps.back(), Role::Stream, "a stream"));
  case Relation::Created:
    return "its handle is made here, and uses the default stream until it is "
           "given another";
  case Relation::Allocated:
    return "the graph allocates the memory here";
  case Relation::LaunchedBefore:
    return "it was launched before here";
  case Relation::Copied:
    return "the copy is captured here";
  case Relation::Drawn:
    return F.Kind == DiagnosticKind::BakedRandom ? "drawn here" : "read here";
  case Relation::Changed:
    return "the counter changes here";
  case Relation::HandedOver:
    return formatv(Steps.size() == 1 ? "{0} is handed to '{1}' here"
                                     : "{0} is handed to '{1}' by '{2}', "
                                       "which is called here",
                   hostFunction(), shown(Steps.back()),
                   Steps.size() == 1 ? "" : Steps[1].In->Display);
  }
  return "";
}

bool Renderer::isBefore(Relation How) {
  switch (How) {
  case Relation::Destroyed:
  case Relation::Joined:
  case Relation::Worked:
  case Relation::Recorded:
  case Relation::Ended:
  case Relation::OtherBegun:
  case Relation::Bound:
  case Relation::Created:
  case Relation::Drawn:
  case Relation::HandedOver:
  case Relation::Allocated:
  case Relation::LaunchedBefore:
  case Relation::Copied:
    return true;
  case Relation::Throws:
  case Relation::Changed:
  case Relation::Gone:
  case Relation::Launched:
  case Relation::Kept:
  case Relation::Failed:
    return false;
  }
  return false;
}

std::string Renderer::variable() const {
  if (!F.Variable || isTemporary(F.VariableIn->Locals[F.Variable->LocalId]))
    return "";
  return "'" + spell(*F.Variable, *F.VariableIn) + "'";
}

bool Renderer::endsItself(const PathStep &Step) {
  // The end of a variable, and not only of the content that it owns.
  return Step.I->K == ir::Instruction::End && Step.I->Dest->Path.empty() &&
         !Step.I->Content;
}

std::string Renderer::goneText(const PathStep &Step) const {
  if (endsItself(Step)) {
    std::string Name = variable();
    return "the lifetime of " + (Name.empty() ? "the temporary" : Name) +
           " ends here";
  }
  return "the memory is released here";
}

std::string Renderer::keeper(const PathStep &Step) const {
  if (const ApiRow *Row = Step.Row)
    for (Role R : {Role::Exec, Role::Graph})
      if (std::optional<unsigned> I = Row->paramIndex(R, Access::Out))
        return argumentAt(Step, I);
  return "";
}

std::string Renderer::referent() const {
  std::string Variable = variable();
  if (!Variable.empty())
    return Variable;
  if (endsItself(F.Related[0].second.back()))
    return "a temporary";
  std::string Name = argumentAt(F.Path.back(), F.HandleArg);
  return "the memory of " + (Name.empty() ? "an argument" : Name);
}

std::string Renderer::hostFunction() const {
  StringRef Name = F.Path[0].In->Display;
  return Name == "lambda" ? "the lambda" : ("'" + Name + "'").str();
}

std::string Renderer::exitText() const {
  std::string Text =
      F.Kind == DiagnosticKind::ModeNotRestored
          ? std::string("the function returns here in the changed mode")
      : F.Kind == DiagnosticKind::UnjoinedAtExit || F.R == Rule::LeakedGraph
          ? std::string(F.Exit->Throws ? "an exception leaves the function here"
                                       : "the function returns here")
      : F.Exit->Throws
          ? formatv("an exception leaves the function here while {0} is "
                    "capturing",
                    Stream)
                .str()
          : formatv("the function returns here while {0} is capturing", Stream)
                .str();
  return Text + conditions(F.ExitWhen);
}

std::string Renderer::conditions(
    const std::vector<std::pair<const ir::Terminator *, bool>> &When) {
  std::string Text;
  for (const auto &[Branch, Taken] : When)
    if (!Branch->Text.empty())
      Text += formatv(Taken ? " when '{0}'" : " unless '{0}'", Branch->Text);
  return Text;
}

std::string Renderer::actionText(const PathStep &Step, StringRef Callee) {
  if (Step.Callee == KernelLaunch)
    return formatv("'{0}' launches a kernel here", Step.In->Display);
  if (Step.Callee == HostRead)
    return formatv("'{0}' {1} here", Step.In->Display, readText(Step, true));
  return formatv("'{0}' calls '{1}' here", Step.In->Display, Callee);
}

std::string Renderer::stepText(const PathStep &Step, size_t Index) const {
  if (Step.I->Flags.Spawns)
    return formatv("'{0}' starts a thread that runs '{1}' here",
                   Step.In->Display, calledBy(Index))
               .str() +
           conditions(Step.When);
  return actionText(Step, calledBy(Index)) + conditions(Step.When);
}

/// Returns how many steps before its last one \p Path begins with that \p Shown
/// begins with, too.
static size_t sharedSteps(llvm::ArrayRef<PathStep> Path,
                          llvm::ArrayRef<PathStep> Shown) {
  const auto *Last = Path.end() - 1;
  const auto *First =
      std::mismatch(
          Path.begin(), Last, Shown.begin(), Shown.end(),
          [](const PathStep &A, const PathStep &B) { return A.I == B.I; })
          .first;
  return First - Path.begin();
}

void Renderer::addOthers(std::vector<Note> &Notes) const {
  constexpr size_t MaxOthers = 8;
  const std::vector<PathStep> *Before = &F.Path;
  for (const analysis::Finding::OtherCall &Other :
       llvm::ArrayRef(F.Others).take_front(MaxOthers)) {
    // The notes so far have the calls that a path shares with the finding, or
    // with the path before it.
    const size_t Shared = std::max(sharedSteps(Other.Path, F.Path),
                                   sharedSteps(Other.Path, *Before));
    addOther(Other, Shared, Notes);
    Before = &Other.Path;
  }
  if (F.Others.size() > MaxOthers)
    Notes.push_back({formatv("the same applies to {0} more calls on the way",
                             F.Others.size() - MaxOthers)
                         .str(),
                     F.Path[F.Primary].I->At});
}

void Renderer::addOther(const analysis::Finding::OtherCall &Other, size_t Shown,
                        std::vector<Note> &Notes) const {
  const llvm::StringRef Verdict =
      Other.SameKind   ? Other.Possible ? "to which the same may apply"
                                        : "to which the same applies"
      : Other.Possible ? "which may violate the same rule"
                       : "which violates the same rule";
  for (const PathStep &Step : llvm::ArrayRef(Other.Path).drop_front(Shown)) {
    const bool IsLast = &Step == &Other.Path.back();
    const std::string Callee =
        IsLast ? calleeAt(Step) : std::next(&Step)->In->Display;
    std::string Text = actionText(Step, Callee) + conditions(Step.When);
    if (IsLast)
      Text += (", " + Verdict).str();
    Notes.push_back({Text, Step.I->At});
  }
}

void Renderer::addBehind(std::vector<Note> &Notes) const {
  constexpr size_t MaxBehind = 4;
  for (const analysis::Finding::CallBehind &C :
       llvm::ArrayRef(F.Behind).take_front(MaxBehind))
    Notes.push_back({formatv("{0} while the capture still runs, which {1} "
                             "cuda-capture-{2}",
                             actionText(C.Call, calleeAt(C.Call)),
                             C.Possible ? "may break" : "breaks", ruleName(C.R))
                         .str(),
                     C.Call.I->At});
  if (F.Behind.size() > MaxBehind)
    Notes.push_back({formatv("{0} more calls break a rule because the capture "
                             "still runs",
                             F.Behind.size() - MaxBehind)
                         .str(),
                     F.Behind[MaxBehind].Call.I->At});
}

std::string Renderer::theCapture() const {
  if (Contract && Contract->Beside)
    return "the capture of another thread";
  if (Contract && Stream.front() != '\'')
    return "the capture of the caller of " + contractFunction();
  return "the capture of " + Stream;
}

std::string Renderer::contractFunction() const {
  StringRef Name = F.Begin.back().In->Display;
  return Name == "lambda" ? "the lambda" : ("'" + Name + "'").str();
}

std::string Renderer::contractStream() const {
  const ir::List<ir::Operand> &Given = Contract->Entry.Args;
  for (size_t I = F.ContractArg; I < Given.size(); ++I)
    if (std::string Text = spell(Given[I], *F.Begin.back().In); !Text.empty())
      return "'" + Text + "'";
  return "a stream";
}

bool Renderer::isLaunch() const { return F.Callee == KernelLaunch; }

std::string Renderer::argumentText(const PathStep &Step, Role R,
                                   StringRef Otherwise) const {
  const ApiRow *Row = Step.Row;
  if (!Row)
    return Otherwise.str();
  for (Access A : {Access::In, Access::Destroy}) {
    std::string Text = argumentAt(Step, Row->paramIndex(R, A));
    if (!Text.empty())
      return Text;
  }
  if (Row->Current == CurrentUse::Use && Row->CurrentRole == R)
    return "the current stream";
  return Otherwise.str();
}

std::string Renderer::qualified(const PathStep &Step, Role R,
                                std::string Text) const {
  std::optional<unsigned> I = Step.Row && !Step.Row->Construct
                                  ? Step.Row->paramIndex(R, Access::In)
                                  : std::nullopt;
  if (!I || *I >= Step.I->Args.size())
    return Text;
  const ir::Operand &Given = Step.I->Args[*I];
  StringRef Scope = scopeOf(*Step.In);
  const ir::Function &Here = *F.Path[F.Primary].In;
  bool IsMember = Given.K == ir::Operand::Read &&
                  Given.Where.Base == ir::Place::Local &&
                  Step.In->Locals[Given.Where.LocalId] == "this" &&
                  !llvm::StringRef(Text).contains("this");
  // A lambda may be written in a member function.
  if (!IsMember || Scope.empty() || Scope == scopeOf(Here) ||
      !Here.Parent.empty())
    return Text;
  StringRef Inner = Scope.rsplit("::").second;
  return ("'" + (Inner.empty() ? Scope : Inner) +
          "::" + StringRef(Text).drop_front())
      .str();
}

StringRef Renderer::scopeOf(const ir::Function &In) {
  return StringRef(In.Display).contains("::")
             ? StringRef(In.Display).rsplit("::").first
             : StringRef();
}

std::string Renderer::argumentAt(const PathStep &Step,
                                 std::optional<unsigned> I) const {
  if (!I || *I >= Step.I->Args.size())
    return "";
  std::string Text = Written ? Written(*Step.I, *I) : "";
  if (Text.empty())
    Text = spell(Step.I->Args[*I], *Step.In);
  // An out-parameter stands for the variable that it points at.
  StringRef Name = StringRef(Text).ltrim('&');
  return Name.empty() || llvm::isDigit(Name.front()) ? ""
                                                     : ("'" + Name + "'").str();
}

std::string Renderer::handle() const {
  std::string Name = argumentAt(F.Path.back(), F.HandleArg);
  StringRef Kind = handleName(F.HandleRole);
  if (Name.empty() && F.Row && F.Row->Current == CurrentUse::Use &&
      F.HandleRole == F.Row->CurrentRole)
    return "the current stream";
  if (F.Row && !F.HandleArg)
    for (const FieldRole &Field : F.Row->Fields)
      if (Field.R == Role::Stream) {
        const std::string Structure = argumentAt(F.Path.back(), Field.Param);
        return Structure.empty() ? "another stream"
                                 : "the stream of " + Structure;
      }
  return Name.empty() ? ("a " + Kind).str() : (Kind + " " + Name).str();
}

bool Renderer::isAgain() const {
  auto Same = [](const PathStep &A, const PathStep &B) { return A.I == B.I; };
  return F.Kind == DiagnosticKind::NestedBegin &&
         std::equal(F.Begin.begin(), F.Begin.end(), F.Path.begin(),
                    F.Path.end(), Same);
}

std::string report::alternative(Way How, std::optional<CaptureMode> Mode) {
  switch (How) {
  case Way::Rewrite:
  case Way::Hoist:
    return "";
  case Way::Remove:
    return "or remove it: what is enqueued after it in the same stream waits "
           "without it";
  case Way::ChangeMode:
    return formatv("or begin the capture in {0} mode, which permits the call",
                   Mode ? modeName(*Mode) : "another");
  }
  return "";
}

Message report::render(const Finding &F, const KnowledgeBase &KB,
                       ArgumentText Written, Language L) {
  return Renderer(F, KB, Written, L).run();
}
