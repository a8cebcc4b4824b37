//===- CaptureRecords.cpp - What a program notes of its captures ----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaptureRecords.h"
#include "Evaluator.h"
#include "ReachedInstructions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {
/// The number of functions, each in the other, that a begin or an end of a
/// capture may be wrapped in.
constexpr unsigned MaxWrappers = 3;

/// Adds the fields at the begin of \p Path to \p Key.
void addFields(std::string &Key, llvm::ArrayRef<ir::Step> Path) {
  for (const ir::Step &S : Path) {
    // Models keep the state of an object of a library in fields of their own.
    if (S.K == ir::Step::Index || S.Name.ref().starts_with("<"))
      return;
    if (S.K == ir::Step::Field)
      (Key += '.') += S.Name.ref();
  }
}

/// Returns the callee of \p I with the numbers that it is given:
/// `flag.store(true)` undoes `flag.store(false)`.
std::string describe(const ir::Instruction &I) {
  std::string How = I.Callee.ref().str();
  for (const ir::Operand &A : I.Args)
    if (A.K == ir::Operand::Int)
      How += " " + std::to_string(A.Value);
  return How;
}

/// Returns the class of a member function, judging by its name.
llvm::StringRef classOf(const ir::Function &F) {
  return llvm::StringRef(F.Display).rsplit("::").first;
}
} // namespace

CaptureRecords::CaptureRecords(llvm::ArrayRef<const ir::Function *> Roots,
                               const RecordChanges *Others, FunctionLookup Find,
                               const ResolvedCalls &Calls)
    : CaptureRecords(Find, Calls) {
  if (Others)
    Changed = *Others;
  follow(Roots);
  for (const auto &[Variable, Of] : Changed)
    if (Of.undoEachOther()) {
      Records.insert(Variable);
      if (Of.isZeroAtEndOnly())
        ZeroedAtEnd.insert(Variable);
    }
  Changed.clear();
}

RecordChanges
CaptureRecords::changesOf(llvm::ArrayRef<const ir::Function *> Roots,
                          FunctionLookup Find, const ResolvedCalls &Calls) {
  CaptureRecords Of(Find, Calls);
  Of.follow(Roots);
  return std::move(Of.Changed);
}

/// Notes the changes of the functions that \p Roots reach.
void CaptureRecords::follow(llvm::ArrayRef<const ir::Function *> Roots) {
  std::vector<const ir::Function *> Todo(Roots.begin(), Roots.end());
  llvm::SmallPtrSet<const ir::Function *, 32> Seen(Roots.begin(), Roots.end());
  auto Follow = [&](llvm::StringRef Symbol) {
    if (const ir::Function *Callee = Find(Symbol))
      if (Seen.insert(Callee).second)
        Todo.push_back(Callee);
  };
  while (!Todo.empty()) {
    const ir::Function &F = *Todo.back();
    Todo.pop_back();
    for (const ir::Block &B : F.Blocks)
      for (const ir::Instruction &I : B.Insts) {
        if (I.K == ir::Instruction::Call)
          Follow(I.Callee);
        if (const ir::Operand *Called = I.calledOperand();
            Called && Called->K == ir::Operand::Function)
          Follow(Called->Name);
        for (const ir::Operand &A : I.Args)
          if (A.K == ir::Operand::Function)
            Follow(A.Name);
      }
    add(F);
  }
}

bool ChangesOfVariable::undoEachOther() const {
  auto HasItsOwn = [](const std::set<std::string> &Of,
                      const std::set<std::string> &O, llvm::StringRef Except) {
    return llvm::any_of(Of, [&](const std::string &Change) {
      return Change != Except && !O.count(Change);
    });
  };
  // A variable that is zero while a capture runs, and not zero after that,
  // tells whether there is a graph.
  return HasItsOwn(AtBegin, AtEnd, "=0") && HasItsOwn(AtEnd, AtBegin, "=?");
}

bool ChangesOfVariable::isZeroAtEndOnly() const {
  return AtEnd.count("=0") && !AtBegin.count("=0");
}

/// Whether \p I itself begins or ends a capture.
CaptureRecords::Bound CaptureRecords::boundOf(const ir::Instruction &I) const {
  auto Of = [&](const ir::Name &Callee) {
    const Lookup &Found = Calls[Callee];
    return !Found                                   ? None
           : Found.Row->Eff == Effect::BeginCapture ? Begins
           : Found.Row->Eff == Effect::EndCapture   ? Ends
                                                    : None;
  };
  if (I.K == ir::Instruction::Api)
    return Of(I.Callee);
  for (const ir::Instruction &Other : I.alternatives())
    if (Bound B = boundOf(Other))
      return B;
  return None;
}

/// Returns what \p F does, together with the functions that it calls.
CaptureRecords::Bound CaptureRecords::boundsOf(const ir::Function &F,
                                               unsigned Depth) const {
  if (auto Known = Bounds.find(&F); Known != Bounds.end())
    return Known->second;
  unsigned All = None;
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts) {
      All |= boundOf(I);
      if (I.K != ir::Instruction::Call || !Depth)
        continue;
      const ir::Function *Callee = Find(I.Callee);
      const Bound Of = Callee ? boundsOf(*Callee, Depth - 1) : None;
      // A function that also ends what it begins leaves no capture running.
      if (Of == Begins || Of == Ends)
        All |= Of;
    }
  return Bounds[&F] = static_cast<Bound>(All);
}

void CaptureRecords::add(const ir::Function &F) {
  const Bound Own = boundsOf(F, MaxWrappers);
  if (!Own)
    return;
  auto Is = [&](const ir::Instruction &I, Bound Which) {
    if (boundOf(I) == Which)
      return true;
    const ir::Function *Callee =
        I.K == ir::Instruction::Call ? Find(I.Callee) : nullptr;
    return Callee && boundsOf(*Callee, 0) == Which;
  };
  auto IsBegin = [&](const ir::Instruction &I) { return Is(I, Begins); };
  auto IsEnd = [&](const ir::Instruction &I) { return Is(I, Ends); };
  const bool Both = Own == (Begins | Ends);
  const Instructions Behind =
      Both ? reachedFrom(F, IsEnd, IsBegin).Found : Instructions();
  const Instructions Undone = Own == Begins ? undoneIn(F) : Instructions();
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts)
      if (!Undone.count(&I))
        note(F, I, Both ? Behind.count(&I) != 0 : Own == Ends);
}

/// Whether \p F does nothing but assign to variables.
static bool isSetter(const ir::Function &F) {
  return llvm::all_of(F.Blocks, [](const ir::Block &B) {
    return llvm::all_of(B.Insts, [](const ir::Instruction &I) {
      return I.K == ir::Instruction::Assign;
    });
  });
}

/// Notes what the setter \p F assigns when \p Call calls it: a parameter has
/// the value that it is given.
void CaptureRecords::noteSetter(const ir::Function &F,
                                const ir::Instruction &Call, bool AtEnd) {
  const auto Given = argumentsOf(Call, F);
  for (const ir::Block &B : F.Blocks)
    for (ir::Instruction I : B.Insts) {
      ir::Operand &V = I.Args.front();
      if (V.K == ir::Operand::Read && V.Where.Base == ir::Place::Local &&
          V.Where.Path.empty() && V.Where.LocalId < Given.size())
        V = *Given[V.Where.LocalId];
      note(F, I, AtEnd);
    }
}

/// Notes what \p I changes.
void CaptureRecords::note(const ir::Function &F, const ir::Instruction &I,
                          bool AtEnd) {
  auto Note = [&](const ir::Place &P, llvm::StringRef How) {
    if (std::string Key = keyOf(F, P); !Key.empty()) {
      ChangesOfVariable &C = Changed[Key];
      (AtEnd ? C.AtEnd : C.AtBegin).insert(How.str());
    }
  };
  if (I.K == ir::Instruction::Call)
    if (const ir::Function *Callee = Find(I.Callee);
        Callee && isSetter(*Callee))
      noteSetter(*Callee, I, AtEnd);
  switch (I.K) {
  case ir::Instruction::Assign: {
    const ir::Operand &V = I.Args.front();
    const bool IsElement = llvm::any_of(
        I.Dest->Path, [](const ir::Step &S) { return S.K == ir::Step::Index; });
    if (IsElement)
      Note(*I.Dest, "[]");
    else if (V.K == ir::Operand::Int)
      Note(*I.Dest, "=" + std::to_string(V.Value));
    else if (V.K == ir::Operand::Binary &&
             (V.Name == "+" || V.Name == "-" || V.Name == "|" || V.Name == "&"))
      Note(*I.Dest, V.Name);
    else
      Note(*I.Dest, "=?");
    return;
  }
  case ir::Instruction::Call:
  case ir::Instruction::UnknownCall:
    if (!I.Flags.Pure)
      for (const ir::Operand &A : I.Args)
        if (A.K == ir::Operand::Address)
          Note(A.Where, describe(I));
    return;
  default:
    return;
  }
}

/// Returns the only instruction of \p F that writes all of \p Local; null if
/// there is none, or if there are several.
const ir::Instruction *CaptureRecords::onlyDefinition(const ir::Function &F,
                                                      unsigned Local) const {
  auto [It, New] = Definitions.try_emplace(&F);
  if (New)
    for (const ir::Block &B : F.Blocks)
      for (const ir::Instruction &I : B.Insts)
        if (I.Dest && I.Dest->Base == ir::Place::Local && I.Dest->Path.empty())
          if (auto [Known, First] = It->second.try_emplace(I.Dest->LocalId, &I);
              !First)
            Known->second = nullptr;
  return It->second.lookup(Local);
}

/// Returns the name of a variable that several functions can use: a global, a
/// member of the object that \p F is called for, or a part of one of them. The
/// result is empty if \p P is something else.
std::string CaptureRecords::keyOf(const ir::Function &F,
                                  const ir::Place &P) const {
  llvm::ArrayRef<ir::Step> Path = P.Path;
  std::string Key;
  if (P.Base == ir::Place::Global) {
    Key = ("@" + P.GlobalName.ref()).str();
    addFields(Key, Path);
    return Key;
  }
  if (Path.empty() || Path.front().K != ir::Step::Deref)
    return "";
  Path = Path.drop_front();
  if (F.Locals[P.LocalId] == "this") {
    const ir::Function *Of = &F;
    // A lambda keeps the object of its function in a field.
    if (!F.Parent.empty() && Path.size() > 2 && Path[0].Name == "this") {
      Of = Find(F.Parent);
      Path = Path.drop_front(2);
    }
    if (!Of || Path.empty() || Path.front().K != ir::Step::Field)
      return "";
    Key = classOf(*Of).str();
    addFields(Key, Path);
    return Key;
  }
  // A function may return a reference to the variable.
  const ir::Instruction *Made = onlyDefinition(F, P.LocalId);
  if (Made && Made->K == ir::Instruction::Call)
    if (const ir::Function *Getter = Find(Made->Callee))
      Key = returnedBy(*Getter);
  if (!Key.empty())
    addFields(Key, Path);
  return Key;
}

/// Returns the global to which \p F returns a reference, or an empty string.
std::string CaptureRecords::returnedBy(const ir::Function &F) const {
  std::string Key;
  auto IsGlobal = [&](const ir::Operand &V) {
    if (V.K != ir::Operand::Address || V.Where.Base != ir::Place::Global)
      return false;
    std::string One = keyOf(F, V.Where);
    if (!Key.empty() && Key != One)
      return false;
    Key = std::move(One);
    return true;
  };
  for (const ir::Block &Exit : F.Blocks) {
    if (Exit.Term.K != ir::Terminator::Return || !Exit.Term.Value)
      continue;
    const ir::Operand &V = *Exit.Term.Value;
    if (V.K != ir::Operand::Read) {
      if (!IsGlobal(V))
        return "";
      continue;
    }
    for (const ir::Block &B : F.Blocks)
      for (const ir::Instruction &I : B.Insts)
        if (I.Dest && *I.Dest == V.Where &&
            (I.K != ir::Instruction::Assign || !IsGlobal(I.Args.front())))
          return "";
  }
  return Key;
}

bool CaptureRecords::isRecord(const ir::Function &F, const ir::Place &P) const {
  const std::string Key = keyOf(F, P);
  // A part of a record is one, too.
  for (llvm::StringRef Whole = Key; !Whole.empty();
       Whole = Whole.contains('.') ? Whole.rsplit('.').first : "")
    if (Records.contains(Whole))
      return true;
  return false;
}

bool CaptureRecords::mentions(const ir::Function &F, const ir::Operand &O,
                              const Locals &From) const {
  if (O.K == ir::Operand::Read || O.K == ir::Operand::Address)
    return reads(O, From) || isRecord(F, O.Where);
  return llvm::any_of(O.Operands, [&](const ir::Operand &Part) {
    return mentions(F, Part, From);
  });
}

bool CaptureRecords::reads(const ir::Operand &O, const Locals &From) {
  if (O.K == ir::Operand::Read || O.K == ir::Operand::Address)
    return O.Where.Base == ir::Place::Local && From.contains(O.Where.LocalId);
  return llvm::any_of(
      O.Operands, [&](const ir::Operand &Part) { return reads(Part, From); });
}

const CaptureRecords::Answered &
CaptureRecords::answersIn(const ir::Function &F) const {
  auto [It, New] = Answers.try_emplace(&F);
  if (!New)
    return It->second;
  Answered From;
  auto Derives = [&](const ir::Instruction &I) {
    return (I.K == ir::Instruction::Assign || I.K == ir::Instruction::Call ||
            I.K == ir::Instruction::UnknownCall) &&
           llvm::any_of(I.Args, [&](const ir::Operand &A) {
             return mentions(F, A, From.All);
           });
  };
  auto IsDecided = [&](const ir::Instruction &I, Dependence Returned) {
    return Returned == Decides || (I.K == ir::Instruction::Assign &&
                                   reads(I.Args.front(), From.Decided));
  };
  // "&&" and "||" leave their outcome in a local, as a constant.
  auto IsOutcome = [&](unsigned B, const ir::Instruction &I) {
    return I.K == ir::Instruction::Assign &&
           I.Args.front().K == ir::Operand::Int &&
           llvm::any_of(F.Blocks, [&](const ir::Block &Asking) {
             return Asking.Term.K == ir::Terminator::Branch &&
                    llvm::is_contained(Asking.Term.Targets, B) &&
                    mentions(F, *Asking.Term.Value, From.All);
           });
  };
  for (bool Changes = true; Changes;) {
    Changes = false;
    for (unsigned B = 0; B < F.Blocks.size(); ++B)
      for (const ir::Instruction &I : F.Blocks[B].Insts) {
        if (!I.Dest || I.Dest->Base != ir::Place::Local ||
            !I.Dest->Path.empty())
          continue;
        const ir::Function *Callee =
            I.K == ir::Instruction::Call ? Find(I.Callee) : nullptr;
        const Dependence Returned =
            Callee ? dependenceOf(*Callee) : Independent;
        if (IsDecided(I, Returned))
          Changes |= From.Decided.insert(I.Dest->LocalId).second;
        if (Returned != Independent || Derives(I) || IsOutcome(B, I))
          Changes |= From.All.insert(I.Dest->LocalId).second;
      }
  }
  return Answers[&F] = std::move(From);
}

/// Returns how the value that \p F returns depends on a record, if \p F does
/// nothing but ask.
CaptureRecords::Dependence
CaptureRecords::dependenceOf(const ir::Function &F) const {
  auto [It, New] = Dependences.try_emplace(&F, Independent);
  if (!New)
    return It->second;
  bool HasValue = false;
  Dependence Found = Independent;
  for (const ir::Block &B : F.Blocks) {
    if (llvm::any_of(B.Insts, [](const ir::Instruction &I) {
          return I.K == ir::Instruction::Api || I.K == ir::Instruction::Invoke;
        }))
      return Independent;
    const bool IsReturn = B.Term.K == ir::Terminator::Return;
    HasValue |= IsReturn && B.Term.Value;
    if (B.Term.Value && mentions(F, *B.Term.Value, answersIn(F).All))
      Found = std::max(Found, IsReturn ? Returns : Decides);
  }
  return Dependences[&F] = HasValue ? Found : Independent;
}

bool CaptureRecords::isAskedBy(const ir::Function &F,
                               const ir::Terminator &Branch,
                               bool IsKnown) const {
  if (Records.empty() || !Branch.Value)
    return false;
  const Answered &From = answersIn(F);
  return IsKnown ? reads(*Branch.Value, From.Decided)
                 : mentions(F, *Branch.Value, From.All);
}

/// Returns the name of the variable that \p O reads, also through a local or a
/// function that returns it; empty if there is none.
std::string CaptureRecords::readIn(const ir::Function &F, const ir::Operand &O,
                                   unsigned Depth) const {
  if (O.K != ir::Operand::Read)
    return "";
  if (std::string Key = keyOf(F, O.Where); !Key.empty() || !Depth)
    return Key;
  if (O.Where.Base != ir::Place::Local || !O.Where.Path.empty())
    return "";
  const ir::Instruction *Made = onlyDefinition(F, O.Where.LocalId);
  if (Made && Made->K == ir::Instruction::Assign)
    return readIn(F, Made->Args.front(), Depth - 1);
  const ir::Function *Getter =
      Made && Made->K == ir::Instruction::Call ? Find(Made->Callee) : nullptr;
  if (!Getter)
    return "";
  const ir::Terminator *Exit = nullptr;
  for (const ir::Block &B : Getter->Blocks) {
    if (B.Term.K == ir::Terminator::Return && B.Term.Value && !Exit)
      Exit = &B.Term;
    else if (B.Term.K != ir::Terminator::Goto)
      return "";
  }
  return Exit ? readIn(*Getter, *Exit->Value, Depth - 1) : "";
}

/// Whether \p O is zero, or not zero if \p NotZero, only where a record is zero
/// that is set to zero where captures end.
bool CaptureRecords::isZeroedRecord(const ir::Function &F, const ir::Operand &O,
                                    bool NotZero) const {
  if (O.K == ir::Operand::Not)
    return isZeroedRecord(F, O.Operands.front(), !NotZero);
  if (O.K == ir::Operand::Binary && (O.Name == "==" || O.Name == "!=") &&
      O.Operands[1].K == ir::Operand::Int && O.Operands[1].Value == 0)
    return isZeroedRecord(F, O.Operands[0], NotZero != (O.Name == "=="));
  return !NotZero && ZeroedAtEnd.contains(readIn(F, O, /*Depth=*/3));
}

bool CaptureRecords::saysNone(const ir::Function &F,
                              const ir::Terminator &Branch, bool Taken) const {
  return !ZeroedAtEnd.empty() && Branch.Value &&
         isZeroedRecord(F, *Branch.Value, Taken);
}
