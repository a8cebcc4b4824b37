//===- Threads.cpp - Threads, and functions that they run -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A call that starts a thread is a spawn. The object that joins the thread has
/// a field "<thread>", which no program can name, for the value that stands for
/// the thread. A container has one such field for all threads that it holds:
/// joining one of them joins all.
///
//===----------------------------------------------------------------------===//

#include "../Elements.h"
#include "LibraryModel.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
enum class Handle {
  None,
  /// An object that is joined.
  Thread,
  /// An object that is joined, at the latest by its destructor.
  JoiningThread,
  /// An object that is waited for, at the latest by its destructor if it comes
  /// from std::async.
  Future,
};

class ThreadModel final : public LibraryModel {
public:
  using LibraryModel::LibraryModel;
  bool call(const CallExpr *E, const FunctionDecl *Callee,
            const std::optional<ir::Place> &Dest) override;
  bool construct(const ir::Place &To, const CXXConstructExpr *E) override;
  bool destroy(const CXXDestructorDecl *D, const ir::Operand &This,
               const Stmt *At, SourceLocation Where) override;

private:
  /// Returns the field that stands for the threads of an object, or of the
  /// container that the object is in. Sets \p Shared if \p E names an element
  /// of a container.
  std::optional<ir::Place> threadPlace(const Expr *E, bool &Shared);
  bool spawn(const Expr *Callee, llvm::ArrayRef<const Expr *> Args,
             const ir::Place &Thread, bool Shared, const Expr *At);
  /// The same for the arguments \p Args that a thread of kind \p Kind is made
  /// of.
  bool spawnIn(Handle Kind, llvm::ArrayRef<const Expr *> Args,
               const ir::Place &Thread, bool Shared, const Expr *At);
  bool startAsync(llvm::ArrayRef<const Expr *> Args, const ir::Place &Thread,
                  const Expr *At);
  /// Lowers a call of \p Maker, which makes a thread and its owner.
  bool makeOwned(const FunctionDecl *Maker, llvm::ArrayRef<const Expr *> Args,
                 const ir::Place &Thread, const Expr *At);
  bool startThread(llvm::ArrayRef<const Expr *> Args, const Expr *At);
  bool moveThread(const Expr *To, const Expr *From);
  bool takeThread(const ir::Place &Thread, const Expr *From);
};
} // namespace

std::unique_ptr<LibraryModel> lower::makeThreadsModel(const ModelContext &C) {
  return std::make_unique<ThreadModel>(C);
}

static constexpr llvm::StringLiteral ThreadField = "<thread>";

static Handle handleKind(DeclQueries &Decls, const CXXRecordDecl *Class) {
  switch (Decls.libraryType(Class)) {
  case HostValue::Thread:
    return Handle::Thread;
  case HostValue::JoiningThread:
    return Handle::JoiningThread;
  case HostValue::Future:
    return Handle::Future;
  default:
    return Handle::None;
  }
}

static Handle handleKind(DeclQueries &Decls, QualType T) {
  if (T.isNull())
    return Handle::None;
  return handleKind(Decls, T.getNonReferenceType()->getAsCXXRecordDecl());
}

/// Returns the type of the elements of a container, or of the object that a
/// smart pointer points at; null if \p Class is neither.
static QualType elementType(const CXXRecordDecl *Class) {
  const auto *Container =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(Class);
  if (!Container || !Container->isInStdNamespace() ||
      Container->getTemplateArgs().size() == 0)
    return QualType();
  const TemplateArgument &First = Container->getTemplateArgs()[0];
  return First.getKind() == TemplateArgument::Type ? First.getAsType()
                                                   : QualType();
}

/// Returns the kind of the elements of a container, or of the objects that they
/// point at, however deep.
static Handle elementKind(DeclQueries &Decls, const CXXRecordDecl *Class,
                          unsigned Depth = 0) {
  QualType T = elementType(Class);
  if (T.isNull() || Depth > 3)
    return Handle::None;
  if (T->isPointerType())
    T = T->getPointeeType();
  Handle Kind = handleKind(Decls, T);
  return Kind != Handle::None
             ? Kind
             : elementKind(Decls, T->getAsCXXRecordDecl(), Depth + 1);
}

/// Returns the kind of an object, or of the objects that it holds or points at.
static Handle heldKind(DeclQueries &Decls, QualType T) {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  Handle Kind = handleKind(Decls, T);
  return Kind != Handle::None ? Kind
                              : elementKind(Decls, T->getAsCXXRecordDecl());
}

/// Whether an object of this class holds one thread, and gives access to it by
/// * and ->.
static bool isOwner(DeclQueries &Decls, const CXXRecordDecl *Class) {
  switch (Decls.libraryType(Class)) {
  case HostValue::UniqueOwner:
  case HostValue::SharedOwner:
  case HostValue::Optional:
    return elementKind(Decls, Class) != Handle::None;
  default:
    return false;
  }
}

/// Whether an object is empty once another one has taken its thread. Pointers
/// are not.
static bool isMovedFrom(DeclQueries &Decls, QualType T) {
  const CXXRecordDecl *Class = T.getNonReferenceType()->getAsCXXRecordDecl();
  return handleKind(Decls, Class) != Handle::None ||
         (isOwner(Decls, Class) &&
          Decls.libraryType(Class) == HostValue::UniqueOwner);
}

static bool isOwner(DeclQueries &Decls, QualType T) {
  return isOwner(Decls, T.getNonReferenceType()->getAsCXXRecordDecl());
}

/// Returns the container that \p E is an element of, or an iterator or
/// reference into.
static const Expr *threadContainerOf(DeclQueries &Decls, const Expr *E) {
  if (const auto *Deref = dyn_cast<UnaryOperator>(E))
    return Deref->getOpcode() == UO_Deref &&
                   isa<DeclRefExpr>(Deref->getSubExpr()->IgnoreParenImpCasts())
               ? threadContainerOf(Decls,
                                   Deref->getSubExpr()->IgnoreParenImpCasts())
               : nullptr;
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E);
      Op && Op->getOperator() != OO_Subscript) {
    const Expr *Of = containerOf(E);
    if (!Of)
      return nullptr;
    // A base class may have the operator.
    Of = Of->IgnoreParenImpCasts();
    if (isOwner(Decls, Of->getType()))
      return Of;
    // The operand may be an iterator that a loop over a range makes.
    return Op->getOperator() == OO_Star ? threadContainerOf(Decls, Of)
                                        : nullptr;
  }
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *Method = Call->getMethodDecl();
    if (!Method || elementKind(Decls, Method->getParent()) == Handle::None)
      return nullptr;
    return isCalled(Call, {"emplace_back", "get"})
               ? Call->getImplicitObjectArgument()
               : containerOf(E);
  }
  if (const Expr *Of = containerOf(E))
    return Of;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->getInit())
    return nullptr;
  const Expr *Init = V->getInit()->IgnoreParenImpCasts();
  if (V->isImplicit()) {
    // This is "__begin" or "__range".
    const Expr *Of = threadContainerOf(Decls, Init);
    return Of ? Of : Init;
  }
  return V->isCXXForRangeDecl() || V->getType()->isReferenceType()
             ? threadContainerOf(Decls, Init)
             : nullptr;
}

std::optional<ir::Place> ThreadModel::threadPlace(const Expr *E, bool &Shared) {
  E = E->IgnoreParenImpCasts();
  while (const Expr *Of = threadContainerOf(Decls, E)) {
    E = Of->IgnoreParenImpCasts();
    Shared = true;
  }
  std::optional<ir::Place> P = Exprs.objectPlace(E);
  if (!P)
    return std::nullopt;
  return P->field(ThreadField);
}

/// Runs \p Callee in a thread that the place \p Thread stands for; if
/// \p Shared, the place stands for other threads, too.
bool ThreadModel::spawn(const Expr *Callee, llvm::ArrayRef<const Expr *> Args,
                        const ir::Place &Thread, bool Shared, const Expr *At) {
  if (!Callables.callByLambda(Callee, Args, At) &&
      !Callables.callWith(Callee, Args, std::nullopt, At))
    return false;
  ir::Instruction &I = IR.current().Insts.back();
  if (I.K != ir::Instruction::Call && I.K != ir::Instruction::Invoke)
    return true; // The callee does not matter.
  I.Flags.Spawns = true;
  I.Flags.Throws = false;
  I.Flags.Guarded = ir::Guard::None;
  if (!Shared) {
    I.Dest = Thread;
    return true;
  }
  ir::Place One = IR.freshTemporary();
  I.Dest = One;
  IR.assign(Thread,
            ir::Operand::binary("|", ir::Operand::read(Thread),
                                ir::Operand::read(One)),
            nullptr);
  return true;
}

/// Moves the thread that \p From holds to \p To.
bool ThreadModel::moveThread(const Expr *To, const Expr *From) {
  bool Shared = false, FromShared = false;
  std::optional<ir::Place> Target = threadPlace(To, Shared);
  std::optional<ir::Place> Source = threadPlace(From, FromShared);
  if (!Target || !Source)
    return false;
  ir::Operand V = ir::Operand::read(*Source);
  IR.assign(*Target,
            Shared ? ir::Operand::binary("|", ir::Operand::read(*Target), V)
                   : V,
            nullptr);
  if (!FromShared && isMovedFrom(Decls, From->getType()))
    IR.assign(*Source, ir::Operand::constant(0), nullptr);
  return true;
}

/// Whether the first parameter of a callable is a stop token.
static bool takesStopToken(DeclQueries &Decls, const Expr *Callee) {
  QualType T = Callee->getType().getNonReferenceType();
  const FunctionDecl *F = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee->IgnoreParenImpCasts()))
    F = dyn_cast<FunctionDecl>(Ref->getDecl());
  if (const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
      Class && Class->isLambda())
    F = Class->getLambdaCallOperator();
  return F && F->getNumParams() != 0 &&
         Decls.libraryType(F->getParamDecl(0)->getType()) ==
             HostValue::StopToken;
}

bool ThreadModel::spawnIn(Handle Kind, llvm::ArrayRef<const Expr *> Args,
                          const ir::Place &Thread, bool Shared,
                          const Expr *At) {
  llvm::SmallVector<const Expr *, 8> Given(Args.drop_front());
  if (Kind == Handle::JoiningThread && takesStopToken(Decls, Args[0]))
    Given.insert(Given.begin(), nullptr);
  return spawn(Args[0], Given, Thread, Shared, At);
}

/// Makes the owner of \p Thread own the thread of \p From, an object or a
/// pointer to one.
bool ThreadModel::takeThread(const ir::Place &Thread, const Expr *From) {
  if (heldKind(Decls, From->getType()) == Handle::None)
    return false;
  bool Shared = false;
  std::optional<ir::Place> P = threadPlace(From, Shared);
  if (P)
    IR.assign(Thread, ir::Operand::read(*P), nullptr);
  return P.has_value();
}

bool ThreadModel::construct(const ir::Place &To, const CXXConstructExpr *E) {
  Handle Kind = handleKind(Decls, E->getType());
  const CXXConstructorDecl *Ctor = E->getConstructor();
  if (E->getNumArgs() == 0)
    return false;
  if (Kind == Handle::None)
    return isOwner(Decls, E->getType()) && !Ctor->isCopyOrMoveConstructor() &&
           takeThread(To.field(ThreadField), E->getArg(0));
  if (Ctor->isCopyOrMoveConstructor()) {
    std::optional<ir::Place> From = Exprs.place(E->getArg(0));
    IR.assign(To, From ? ir::Operand::read(*From) : ir::Operand::unknown(), E);
    if (From && Ctor->isMoveConstructor())
      IR.assign(From->field(ThreadField), ir::Operand::constant(0), nullptr);
    return true;
  }
  if (Kind == Handle::Future)
    return false;
  llvm::SmallVector<const Expr *, 8> Args(E->arguments());
  return spawnIn(Kind, Args, To.field(ThreadField), false, E);
}

bool ThreadModel::destroy(const CXXDestructorDecl *D, const ir::Operand &This,
                          const Stmt *At, SourceLocation Where) {
  const CXXRecordDecl *Class = D->getParent();
  Handle Kind = handleKind(Decls, Class);
  if (Kind == Handle::None)
    Kind = elementKind(Decls, Class);
  if (Kind != Handle::JoiningThread && Kind != Handle::Future)
    return false;
  if (std::optional<ir::Place> Object = pointeeOf(This))
    IR.join(Object->field(ThreadField), nullptr);
  // The other members of the object end, too.
  return false;
}

/// Whether \p Policy is std::launch::async and nothing else.
static bool isAsync(const Expr *Policy, ASTContext &Ctx) {
  Expr::EvalResult N;
  return !Policy->isValueDependent() && Policy->EvaluateAsInt(N, Ctx) &&
         N.Val.getInt() == 1;
}

bool ThreadModel::startAsync(llvm::ArrayRef<const Expr *> Args,
                             const ir::Place &Thread, const Expr *At) {
  return Args.size() > 1 && Args[0]->getType()->isEnumeralType() &&
         isAsync(Args[0], Ctx) &&
         spawn(Args[1], Args.drop_front(2), Thread, false, At);
}

bool ThreadModel::makeOwned(const FunctionDecl *Maker,
                            llvm::ArrayRef<const Expr *> Args,
                            const ir::Place &Thread, const Expr *At) {
  Handle Made = handleKind(
      Decls, elementType(Maker->getReturnType()->getAsCXXRecordDecl()));
  if (Made == Handle::None || Made == Handle::Future || Args.empty())
    return false;
  if (heldKind(Decls, Args[0]->getType()) != Handle::None)
    return takeThread(Thread, Args[0]);
  return spawnIn(Made, Args, Thread, false, At);
}

/// Lowers a call of a C function that starts a thread: its last two arguments
/// are the function to run and the argument of that function.
bool ThreadModel::startThread(llvm::ArrayRef<const Expr *> Args,
                              const Expr *At) {
  if (Args.size() < 3)
    return false;
  bool Shared = false;
  const auto *Address = dyn_cast<UnaryOperator>(Args[0]->IgnoreParenImpCasts());
  std::optional<ir::Place> Thread =
      Address && Address->getOpcode() == UO_AddrOf
          ? threadPlace(Address->getSubExpr(), Shared)
          : threadPlace(Args[0], Shared);
  return Thread &&
         spawn(Args[Args.size() - 2], {Args.back()}, *Thread, Shared, At);
}

/// Lowers calls that start, move or join threads.
bool ThreadModel::call(const CallExpr *E, const FunctionDecl *Callee,
                       const std::optional<ir::Place> &Dest) {
  if (!Callee)
    return false;
  bool Shared = false;
  llvm::SmallVector<const Expr *, 8> Args(E->arguments());
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E))
    return Op->getOperator() == OO_Equal && Args.size() == 2 &&
           (handleKind(Decls, Args[0]->getType()) != Handle::None ||
            isOwner(Decls, Args[0]->getType())) &&
           heldKind(Decls, Args[1]->getType()) != Handle::None &&
           moveThread(Args[0], Args[1]);
  if (!Callee->getIdentifier())
    return false;
  StringRef Name = Callee->getName();

  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *Method = Member->getMethodDecl();
    if (!Method)
      return false;
    const Expr *Object = Member->getImplicitObjectArgument();
    Handle Kind = handleKind(Decls, Method->getParent());
    // A future's base class may have the function.
    if (Kind == Handle::None && Name == "wait") {
      QualType T = Object->IgnoreParenImpCasts()->getType();
      Kind = handleKind(Decls, T->isPointerType() ? T->getPointeeType() : T);
    }
    if (Kind != Handle::None) {
      std::optional<ir::Place> Thread = threadPlace(Object, Shared);
      if (!Thread)
        return false;
      if (Kind == Handle::Future ? Name == "get" || Name == "wait"
                                 : Name == "join")
        IR.join(*Thread, E);
      if (Name == "detach")
        IR.assign(*Thread, ir::Operand::unknown(), nullptr);
      return false;
    }
    Handle Element = elementKind(Decls, Method->getParent());
    if (Element == Handle::None || Args.empty())
      return false;
    const bool HoldsThreads =
        handleKind(Decls, elementType(Method->getParent())) != Handle::None;
    if (isOwner(Decls, Method->getParent())) {
      if (Name != "reset" && Name != "emplace")
        return false;
      std::optional<ir::Place> To = threadPlace(Object, Shared);
      if (!To || !HoldsThreads)
        return false;
      if (heldKind(Decls, Args[0]->getType()) != Handle::None)
        return takeThread(*To, Args[0]);
      return Name == "emplace" &&
             spawn(Args[0], llvm::ArrayRef<const Expr *>(Args).drop_front(),
                   *To, false, E);
    }
    if (Name == "push_back" ||
        (Name == "emplace_back" &&
         heldKind(Decls, Args[0]->getType()) != Handle::None)) {
      Shared = true;
      bool FromShared = false;
      std::optional<ir::Place> To = threadPlace(Object, Shared);
      std::optional<ir::Place> From = threadPlace(Args[0], FromShared);
      if (!To || !From)
        return false;
      IR.assign(*To,
                ir::Operand::binary("|", ir::Operand::read(*To),
                                    ir::Operand::read(*From)),
                nullptr);
      if (isMovedFrom(Decls, Args[0]->getType()))
        IR.assign(*From, ir::Operand::constant(0), nullptr);
      return true;
    }
    if (Name != "emplace_back" || Element == Handle::Future || !HoldsThreads)
      return false;
    std::optional<ir::Place> To = threadPlace(Object, Shared);
    return To && spawnIn(Element, Args, *To, true, E);
  }

  switch (Decls.libraryFunction(Callee)) {
  case HostValue::Async:
    return Dest && startAsync(Args, Dest->field(ThreadField), E);
  case HostValue::MakeUnique:
  case HostValue::MakeShared:
    return Dest && makeOwned(Callee, Args, Dest->field(ThreadField), E);
  case HostValue::JoinThread:
    if (Args.size() == 2)
      if (std::optional<ir::Place> Thread = threadPlace(Args[0], Shared))
        IR.join(*Thread, E);
    return false;
  case HostValue::StartThread:
    if (!startThread(Args, E))
      return false;
    if (Dest && !Scan.Discarded.count(E))
      IR.assign(*Dest, ir::Operand::unknown(), nullptr);
    return true;
  default:
    return false;
  }
}
