//===- Message.cpp - Findings in words ------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Message.h"
#include "Remedy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace cuda_capture;
using namespace cuda_capture::report;
using namespace cuda_capture::analysis;
using llvm::formatv;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

static bool isTemporary(StringRef Local) {
  return !Local.empty() && llvm::isDigit(Local.front());
}

/// A call that cannot be seen, as "object.getter()".
static std::string spellCall(const ir::Instruction &I, const ir::Function &F) {
  if (I.K != ir::Instruction::Opaque || I.Args.size() > 1)
    return "";
  StringRef Name = I.Callee;
  size_t Colons = Name.rfind("::");
  if (Colons != StringRef::npos)
    Name = Name.substr(Colons + 2);
  std::string Object;
  if (I.Args.size() == 1 && I.Args[0].K == ir::Operand::Address)
    Object = spell(I.Args[0].Where, F);
  return Object.empty() ? formatv("{0}()", Name).str()
                        : formatv("{0}.{1}()", Object, Name).str();
}

/// The call whose result a temporary holds.
static std::string spellCall(unsigned Local, const ir::Function &F) {
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts) {
      if (!I.Dest || !(*I.Dest == ir::Place::local(Local)))
        continue;
      if (I.K == ir::Instruction::Assign)
        return spell(I.Args[0], F);
      // A virtual call has a form for what cannot be seen.
      return spellCall(I.Otherwise.empty() ? I : I.Otherwise.front(), F);
    }
  return "";
}

std::string report::spell(const ir::Place &P, const ir::Function &F) {
  std::string Text;
  if (P.Base == ir::Place::Global) {
    if (ir::isHidden(P.GlobalName))
      return "";
    Text = P.GlobalName.str();
  } else {
    StringRef Name = F.Locals[P.LocalId];
    Text = isTemporary(Name) ? spellCall(P.LocalId, F)
                             : Name.split('$').first.str();
  }
  if (Text.empty())
    return "";
  for (size_t I = 0; I < P.Path.size(); ++I) {
    const ir::Step &S = P.Path[I];
    switch (S.K) {
    case ir::Step::Field:
      if (!ir::isHidden(S.Name))
        Text += "." + S.Name.str();
      break;
    case ir::Step::Index: {
      std::string Index = spell(*S.Which, F);
      Text += "[" + (Index.empty() ? "..." : Index) + "]";
      break;
    }
    case ir::Step::Deref:
      // References read like what they refer to; "this" goes without saying.
      if (I + 1 < P.Path.size() && P.Path[I + 1].K == ir::Step::Field &&
          !ir::isHidden(P.Path[I + 1].Name)) {
        ++I;
        const std::string Field = P.Path[I].Name.str();
        Text = Text == "this" ? Field : Text + "->" + Field;
      }
      break;
    }
  }
  return Text;
}

std::string report::spell(const ir::Operand &O, const ir::Function &F) {
  switch (O.K) {
  case ir::Operand::Int:
    return std::to_string(O.Value);
  case ir::Operand::Read:
    return spell(O.Where, F);
  default:
    return "";
  }
}

//===----------------------------------------------------------------------===//
// Sentences
//===----------------------------------------------------------------------===//

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

namespace {
class Renderer {
public:
  Renderer(const Finding &F, const KnowledgeBase &KB, ArgumentText Written,
           Language L)
      : F(F), KB(KB), Written(Written), L(L), Promise(F.promise()) {
    if (Promise)
      Stream = promisedStream();
    else if (!F.Begin.empty())
      Stream =
          qualified(F.Begin.back(), Role::Stream,
                    argumentText(F.Begin.back(), Role::Stream, "a stream"));
  }

  Message run() {
    Message M;
    M.Text = (F.Possible ? "possible: " : "") + sentence();
    M.At = F.Path[F.Primary].I->At;
    if (!F.Begin.empty())
      M.Notes.push_back(
          {Promise ? formatv("{0} {1}", promised(), Promise->Why).str()
                   : formatv("capture of {0} begins here", Stream).str(),
           F.Begin[0].I->At,
           /*Before=*/true});
    // A finding at the begin itself needs no note of it.
    if (F.S == Shape::NeverEnded || F.R == Rule::LeakOnError || isAgain())
      M.Notes.clear();
    for (const auto &[How, Steps] : F.Related)
      M.Notes.push_back(
          {relationText(How, Steps), Steps[0].I->At, isBefore(How)});
    for (size_t I = 0; I < F.Path.size(); ++I)
      if (I != F.Primary)
        M.Notes.push_back({stepText(F.Path[I], I), F.Path[I].I->At});
    if (F.Exit && F.Exit->At.isValid() && F.S != Shape::EndsOther)
      M.Notes.push_back({exitText(), F.Exit->At});
    Choice Best = choose(F, KB, L);
    std::string Page = formatv("docs/checks/{0}.md", ruleName(F.R));
    if (Best.Entry)
      M.Entry = Best.Entry->Id;
    M.Remedy = M.Entry.empty()
                   ? formatv("{0} [{1}]", Best.Text, Page).str()
                   : formatv("{0} [{1}; {2}]", Best.Text, M.Entry, Page).str();
    return M;
  }

private:
  /// A function as programmers call it: which version they get, and with which
  /// types, is a matter of headers.
  std::string shown(StringRef Callee) const {
    if (isSignatureOfCall(Callee))
      return plainName(Callee);
    Lookup Found = KB.lookup(Callee);
    // Of the driver's functions programs ask for versions by name, too.
    return Found && Found.Fam != Family::Driver ? Found.Spelling.str()
                                                : Callee.str();
  }

  /// What a step calls: a function of the program, or at last the API.
  std::string calledBy(size_t Step) const {
    if (Step + 1 < F.Path.size())
      return F.Path[Step + 1].In->Display;
    return callee();
  }

  /// What is called at last.
  std::string callee() const {
    return F.Callee == NotCapturable ? F.Path.back().I->Args[0].Name.str()
                                     : std::string(shown(F.Callee));
  }

  std::string relationText(Relation How,
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
      return "the callable is run here";
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
      return formatv("when '{0}' fails here", shown(Steps.back().Callee));
    case Relation::Bound:
      return formatv("its handle is bound to {0} here",
                     argumentText(Steps.back(), Role::Stream, "a stream"));
    case Relation::Created:
      return "its handle is made here, and uses the default stream until it is "
             "given another";
    case Relation::Drawn:
      return F.S == Shape::BakedRandom ? "drawn here" : "read here";
    case Relation::HandedOver:
      return formatv(Steps.size() == 1 ? "{0} is handed to '{1}' here"
                                       : "{0} is handed to '{1}' by '{2}', "
                                         "which is called here",
                     hostFunction(), shown(Steps.back().Callee),
                     Steps.size() == 1 ? "" : Steps[1].In->Display);
    }
    return "";
  }

  /// Whether it happens before the call of the finding.
  static bool isBefore(Relation How) {
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
      return true;
    case Relation::Throws:
    case Relation::Gone:
    case Relation::Launched:
    case Relation::Kept:
    case Relation::Failed:
      return false;
    }
    return false;
  }

  /// The variable whose memory is gone, quoted; empty if it has no name.
  std::string variable() const {
    if (!F.Variable || isTemporary(F.VariableIn->Locals[F.Variable->LocalId]))
      return "";
    return "'" + spell(*F.Variable, *F.VariableIn) + "'";
  }

  /// Whether memory is gone because its scope ends.
  static bool endsItself(const PathStep &Step) {
    // One of the system does not end its object.
    return Step.I->K == ir::Instruction::End && Step.I->Dest->Path.empty() &&
           !Step.I->Content;
  }

  std::string goneText(const PathStep &Step) const {
    if (endsItself(Step)) {
      std::string Name = variable();
      return "the lifetime of " + (Name.empty() ? "the temporary" : Name) +
             " ends here";
    }
    return "the memory is released here";
  }

  /// What holds the graph that a call makes, quoted.
  std::string keeper(const PathStep &Step) const {
    if (const ApiRow *Row = KB.lookup(Step.Callee).Row)
      for (Role R : {Role::Exec, Role::Graph})
        if (std::optional<unsigned> I = Row->paramIndex(R, Access::Out))
          return argumentAt(Step, I);
    return "";
  }

  /// What a captured call refers to.
  std::string referent() const {
    std::string Variable = variable();
    if (!Variable.empty())
      return Variable;
    if (endsItself(F.Related[0].second.back()))
      return "a temporary";
    std::string Name = argumentAt(F.Path.back(), F.HandleArg);
    return "the memory of " + (Name.empty() ? "an argument" : Name);
  }

  std::string hostFunction() const {
    StringRef Name = F.Path[0].In->Display;
    return Name == "lambda" ? "the lambda" : ("'" + Name + "'").str();
  }

  std::string exitText() const {
    std::string Text =
        F.S == Shape::ModeNotRestored
            ? std::string("the function returns here in the changed mode")
        : F.S == Shape::UnjoinedAtExit
            ? std::string(F.Exit->Throws
                              ? "an exception leaves the function here"
                              : "the function returns here")
        : F.Exit->Throws
            ? formatv("an exception leaves the function here while {0} is "
                      "capturing",
                      Stream)
                  .str()
            : formatv("the function returns here while {0} is capturing",
                      Stream)
                  .str();
    return Text + conditions(F.ExitWhen);
  }

  static std::string
  conditions(const std::vector<std::pair<const ir::Terminator *, bool>> &When) {
    std::string Text;
    for (const auto &[Branch, Taken] : When)
      if (!Branch->Text.empty())
        Text += formatv(Taken ? " when '{0}'" : " unless '{0}'", Branch->Text);
    return Text;
  }

  std::string stepText(const PathStep &Step, size_t Index) const {
    bool Launch = isLaunch();
    if (Step.I->Spawns)
      return formatv("'{0}' starts a thread that runs '{1}' here",
                     Step.In->Display, calledBy(Index))
                 .str() +
             conditions(Step.When);
    std::string Text =
        Index + 1 == F.Path.size() && Launch
            ? formatv("'{0}' launches a kernel here", Step.In->Display).str()
            : formatv("'{0}' calls '{1}' here", Step.In->Display,
                      calledBy(Index))
                  .str();
    return Text + conditions(Step.When);
  }

  /// The function that may be called while its caller captures.
  /// The caller's may be of a stream that has no name here.
  std::string theCapture() const {
    if (Promise && Promise->Beside)
      return "the capture of another thread";
    if (Promise && Stream.front() != '\'')
      return "the capture of the caller of " + promised();
    return "the capture of " + Stream;
  }

  std::string promised() const {
    StringRef Name = F.Begin.back().In->Display;
    return Name == "lambda" ? "the lambda" : ("'" + Name + "'").str();
  }

  std::string promisedStream() const {
    for (const ir::Operand &A : Promise->Entry.Args)
      if (std::string Text = spell(A, *F.Begin.back().In); !Text.empty())
        return "'" + Text + "'";
    return "a stream";
  }

  bool isLaunch() const { return F.Callee == KernelLaunch; }

  /// The argument with this role in a call, quoted, or \p Otherwise.
  std::string argumentText(const PathStep &Step, Role R,
                           StringRef Otherwise) const {
    Lookup Found = KB.lookup(Step.Callee);
    const ApiRow *Row = Found ? Found.Row : KB.construct(Step.Callee);
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

  /// \p Text, the quoted argument of a call; what is a member of another class
  /// than the report's, with the name of that class.
  std::string qualified(const PathStep &Step, Role R, std::string Text) const {
    Lookup Found = KB.lookup(Step.Callee);
    std::optional<unsigned> I =
        Found ? Found.Row->paramIndex(R, Access::In) : std::nullopt;
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

  /// The class of a member function, or the namespace of another one.
  static StringRef scopeOf(const ir::Function &In) {
    return StringRef(In.Display).contains("::")
               ? StringRef(In.Display).rsplit("::").first
               : StringRef();
  }

  /// An argument of a call, quoted; empty if it has no short name.
  std::string argumentAt(const PathStep &Step,
                         std::optional<unsigned> I) const {
    if (!I || *I >= Step.I->Args.size())
      return "";
    std::string Text = Written ? Written(*Step.I, *I) : "";
    if (Text.empty())
      Text = spell(Step.I->Args[*I], *Step.In);
    // What an out-parameter is for is the variable.
    StringRef Name = StringRef(Text).ltrim('&');
    return Name.empty() || llvm::isDigit(Name.front())
               ? ""
               : ("'" + Name + "'").str();
  }

  /// "call to 'f' reaches 'api'", or without detour "call to 'api'".
  std::string subject() const {
    std::string Api =
        isLaunch() ? "a kernel launch" : formatv("'{0}'", callee()).str();
    if (F.Primary + 1 < F.Path.size())
      return formatv("{0} '{1}' reaches {2}",
                     F.Path[F.Primary].I->Spawns ? "thread that runs"
                                                 : "call to",
                     calledBy(F.Primary), Api);
    return isLaunch() ? "kernel launch"
                      : formatv("call to '{0}'", callee()).str();
  }

  /// The argument that the finding is about, with its kind: "event 'e'".
  std::string handle() const {
    std::string Name = argumentAt(F.Path.back(), F.HandleArg);
    StringRef Kind = handleName(F.HandleRole);
    if (Name.empty() && F.Row && F.Row->Current == CurrentUse::Use &&
        F.HandleRole == F.Row->CurrentRole)
      return "the current stream";
    return Name.empty() ? ("a " + Kind).str() : (Kind + " " + Name).str();
  }

  /// The subject, and what it does.
  std::string subjectThat(const std::string &Does) const {
    return subject() + (F.Primary + 1 < F.Path.size() ? ", which " : " ") +
           Does;
  }

  std::string whileCapturing() const {
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
    if (Beside || F.S == Shape::RejectedAtOnce ||
        llvm::any_of(F.Path, Spawns) || llvm::any_of(F.Begin, Spawns))
      Text += " in another thread";
    return Text;
  }

  std::string errorText() const {
    StringRef Name = KB.errorName(F.Error, F.Fam);
    return Name.empty() ? formatv("error {0}", F.Error).str()
                        : formatv("{0} ({1})", Name, F.Error).str();
  }

  /// Whether a begin finds the stream capturing since it was there before, by
  /// the same calls.
  bool isAgain() const {
    auto Same = [](const PathStep &A, const PathStep &B) { return A.I == B.I; };
    return F.S == Shape::NestedBegin &&
           std::equal(F.Begin.begin(), F.Begin.end(), F.Path.begin(),
                      F.Path.end(), Same);
  }

  std::string rejection() const {
    StringRef Who = F.Fam == Family::Driver ? "the driver" : "the runtime";
    if (F.Row && !F.Row->By.empty())
      Who = F.Row->By;
    if (!F.Error)
      return formatv("{0} rejects it", Who);
    return formatv("{0} rejects it with {1}", Who, errorText());
  }

  std::string sentence() const {
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
      return formatv("{0}; {1}",
                     subjectThat("ends a capture of " + handle() +
                                 (F.Related.empty()
                                      ? ", which is not capturing"
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
      return formatv("{0} that was never created; {1}",
                     subjectThat("uses " + handle()), rejection());
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

  /// The stream that the call ends, with its kind.
  std::string endedStream() const {
    return argumentText(F.Path.back(), Role::Stream, "another stream");
  }

  const Finding &F;
  const KnowledgeBase &KB;
  ArgumentText Written;
  Language L;
  /// Set if it is the caller of a function that captures.
  const ir::Capturable *Promise;
  std::string Stream;
};
} // namespace

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
