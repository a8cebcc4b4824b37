//===- FunctionLowering.h - Lowers one function -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Private to lib/lower. Walks the CFG of one function: control flow in
/// FunctionLowering.cpp, expressions in Expressions.cpp, calls in Calls.cpp,
/// functions as values and calls of those in Callables.cpp and Algorithms.cpp,
/// threads in Threads.cpp, virtual functions in Virtual.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_FUNCTIONLOWERING_H
#define CUDA_CAPTURE_LOWER_FUNCTIONLOWERING_H

#include "../kb/ApiTraits.h"
#include "Lowering.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
class OMPExecutableDirective;
} // namespace clang

namespace cuda_capture::lower {

/// Where an expression begins. Stmt asks the right class, which matters for
/// operators: their callee is not first.
inline clang::SourceLocation beginOf(const clang::Stmt *E) {
  return E->getBeginLoc();
}

/// Whether what \p F returns can be an error code: a number.
bool returnsError(const clang::FunctionDecl *F);

/// The field of an object that holds the handle, or the residence, that it
/// stands for.
ir::Place handleField(const ir::Place &Object, Role R);

/// The name of the namespace of \p D, if that is not within another.
llvm::StringRef outerNamespace(const clang::Decl *D);

/// Whether a parameter of this type is the caller's object: it is referred to,
/// or, passed by value, made and destroyed by the caller.
bool isPassedByAddress(clang::QualType T);

/// The element of an array, or of an object that has elements.
ir::Place elementOf(const ir::Place &Array, ir::Operand Index);

/// Whether \p T is a std::array, whose elements are its own.
bool isStdArray(clang::QualType T);

class FunctionLowering {
public:
  FunctionLowering(Lowering &L, const clang::FunctionDecl *FD, ir::Function &F)
      : L(L), Ctx(L.Ctx), FD(FD), F(F) {}

  /// \returns false if Clang cannot build a CFG for the function.
  bool run();

  /// Whether the function uses handles, so that calls of it are followed.
  bool matters() const { return Matters; }
  /// Whether it reaches code that cannot be seen, or writes to globals.
  bool callsOut() const { return CallsOut; }
  bool leavesTraces() const { return LeavesTraces; }
  /// Whether it, or what it calls, calls functions that may be found later.
  bool defers() const { return Defers; }
  /// Whether the function is so small that following a call of it for its value
  /// costs nothing.
  bool isSimple() const { return Simple; }
  /// Where the function finds the streams that it is given, once it is lowered
  /// (ReceivedStreams.cpp).
  std::vector<ir::Operand> receivedStreams();
  std::vector<const clang::VarDecl *> takeVariables() {
    return std::move(Variables);
  }

private:
  void streamsIn(const ir::Place &P, clang::QualType T, unsigned Depth,
                 std::vector<ir::Operand> &Found);

  //===--- Control flow -----------------------------------------------------//
  void parameters();
  void scan(const clang::CFG &Cfg);
  void block(const clang::CFGBlock &B);
  void element(const clang::CFGElement &E);
  void statement(const clang::Stmt *S);
  void findDiscarded(const clang::Stmt *S);
  void ignoredCalls(const clang::Stmt *S,
                    llvm::SmallVectorImpl<const clang::Expr *> &Calls);
  void keepAsked(const clang::Stmt *Body);
  bool asksForErrors(const clang::Stmt *S);
  void findBreaks(const clang::Stmt *S, bool InBlock);
  bool isHandedIn(const clang::Expr *Callable) const;
  bool mayThrow(const clang::CallExpr *E, const clang::FunctionDecl *Callee);
  void terminator(const clang::CFGBlock &B);
  void switchTerminator(const clang::CFGBlock &B, const clang::SwitchStmt *S);
  /// The IR block that an edge leads to, through one that sets \p Marker if
  /// the edge's terminator is an expression whose value is needed.
  unsigned edge(const clang::CFGBlock *To, const clang::Stmt *Term, bool True);
  /// Value of a short-circuit or conditional operator, where its arms meet.
  void choose(const clang::Expr *E);
  void findMarkers(llvm::ArrayRef<const clang::Expr *> Terms,
                   const llvm::DenseSet<const clang::Stmt *> &Elements);
  unsigned newBlock();
  ir::Block &current() { return F.Blocks[Current]; }
  std::string conditionText(const clang::Expr *E) const;

  //===--- Lifetimes (Lifetimes.cpp) ----------------------------------------//
  bool isInScope(const clang::VarDecl *D) const;
  /// The memory of a local is not its own any more after \p Scope.
  void endLocal(unsigned Local, const clang::Stmt *Scope);
  /// The temporaries of an expression are gone after it.
  void endTemporaries(const clang::Stmt *Whole);
  /// What \p Pointer points at is released.
  void endPointee(const ir::Operand &Pointer, const clang::Expr *At);
  /// Ends what lives as long as the function, and drops the ends of what has no
  /// address that anybody could keep.
  void endsAtExit(unsigned Exit);
  /// A call that certainly gives the elements of a container other memory ends
  /// what they were.
  void endElements(const clang::CallExpr *E);
  /// The address of the elements that a container owns, if \p E asks for it.
  std::optional<ir::Place> ownedElements(const clang::Expr *E);

  //===--- Expressions ------------------------------------------------------//
  ir::Operand value(const clang::Expr *E);
  /// What is nested deeper than ir::MaxNesting is unknown.
  ir::Operand castValue(const clang::CastExpr *E);
  /// Of arithmetic that involves floating point: a number that depends on its
  /// operands in a way that is not followed.
  ir::Operand floatingValue(const clang::Expr *E);
  void collectOperands(const clang::Expr *E, std::vector<ir::Operand> &Found);
  ir::Operand unaryValue(const clang::UnaryOperator *E);
  ir::Operand binaryValue(const clang::BinaryOperator *E);
  std::optional<ir::Place> place(const clang::Expr *E);
  std::optional<ir::Place> declPlace(const clang::ValueDecl *D, bool Captured);
  std::optional<ir::Place> memberPlace(const clang::MemberExpr *E);
  std::optional<ir::Place> pointeePlace(const ir::Operand &Pointer);
  /// The place of an object that an initializer list makes on the spot.
  std::optional<ir::Place> listPlace(const clang::Expr *E);
  void initialize(const ir::Place &To, clang::QualType Type,
                  const clang::Expr *Init);
  void assign(const ir::Place &To, ir::Operand V, const clang::Stmt *At);
  void increment(const clang::UnaryOperator *E);
  void compoundAssign(const clang::CompoundAssignOperator *E);
  void variable(const clang::VarDecl *D);
  std::string globalName(const clang::VarDecl *D);
  ir::Place initializedFlag(const clang::VarDecl *D);

  //===--- Calls ------------------------------------------------------------//
  void call(const clang::CallExpr *E);
  void kernelLaunch(const clang::CUDAKernelCallExpr *E);
  void construct(const clang::CXXConstructExpr *E);
  void lambda(const clang::LambdaExpr *E);
  void newObject(const clang::CXXNewExpr *E);
  void destroyObject(const clang::CXXDestructorDecl *D, ir::Operand This,
                     const clang::Stmt *At, clang::SourceLocation Where);
  /// Emits a call of \p Callee, visible or not. \p Args holds the object of a
  /// member function first.
  void emitCall(const clang::FunctionDecl *Callee,
                std::vector<ir::Operand> Args, std::optional<ir::Place> Dest,
                bool Virtual, const clang::Stmt *At,
                clang::SourceLocation Where);
  bool mayBeElsewhere(const clang::FunctionDecl *F) const;
  void defer(const clang::FunctionDecl *Callee,
             const std::vector<ir::Operand> &Args, bool HasThis,
             const clang::Stmt *At, clang::SourceLocation Where, size_t First);
  ir::Operand argument(const clang::Expr *E, clang::QualType ParamType);
  /// Emits a call of a function that has a row. \p Object is that of a member
  /// function.
  void describedCall(const Lookup &Api, const clang::FunctionDecl *Callee,
                     std::optional<ir::Place> Object,
                     llvm::ArrayRef<const clang::Expr *> Args,
                     std::optional<ir::Place> Dest, const clang::Stmt *At,
                     clang::SourceLocation Where);
  void keepResult(const ApiRow &Row, llvm::ArrayRef<ir::Operand> Args,
                  const std::optional<ir::Place> &Object, const ir::Place &Dest,
                  const clang::Stmt *At);
  ir::Operand describedArgument(const clang::Expr *E, clang::QualType ParamType,
                                const Param &Formal);
  ir::Operand currentArgument(const ApiRow &Row,
                              const clang::FunctionDecl *Callee,
                              llvm::ArrayRef<const clang::Expr *> Args);
  void setCurrent(const ApiRow &Row, const std::optional<ir::Place> &Object,
                  llvm::ArrayRef<const clang::Expr *> ArgExprs,
                  llvm::ArrayRef<ir::Operand> Args, const clang::Stmt *At);
  void returnSame(const ApiRow &Row, const clang::FunctionDecl *Callee,
                  llvm::ArrayRef<ir::Operand> Args, const ir::Place &To,
                  const clang::Stmt *At);
  /// Copies or moves an object that stands for something, if that is what the
  /// function does.
  bool copyDescribed(const clang::CXXMethodDecl *D, const ir::Place &To,
                     const clang::Expr *From, const clang::Stmt *At);

  //===--- Where tensors are (Residence.cpp) --------------------------------//
  ir::Operand residence(const clang::Expr *E);
  ir::Operand mask(const clang::Expr *Indices);
  void keepMask(const ApiRow &Row, const std::optional<ir::Place> &Object,
                const ir::Place &Dest, const clang::Stmt *At);
  ir::Operand libraryArgument(const clang::FunctionDecl *Callee,
                              llvm::ArrayRef<const clang::Expr *> Args);
  void typedArguments(const ApiRow &Row, const clang::FunctionDecl *Callee,
                      llvm::ArrayRef<const clang::Expr *> ArgExprs,
                      std::vector<ir::Operand> &Args);
  void proveDevice(const ir::Operand &Where);
  /// What the function is registered for is proved at its entry, once that has
  /// its terminator.
  void proveDispatched();
  /// The object that a call of a member function is made on, and the arguments
  /// without it.
  std::optional<ir::Place>
  objectOf(const clang::CallExpr *E,
           llvm::SmallVectorImpl<const clang::Expr *> &Args);
  std::vector<ir::Operand> arguments(const clang::FunctionDecl *Callee,
                                     llvm::ArrayRef<const clang::Expr *> Args);
  /// What a callee that cannot be seen may write through its arguments.
  void havocMentioned(const clang::Expr *E);
  void havocOutParameters(const clang::FunctionDecl *Callee,
                          llvm::ArrayRef<ir::Operand> Args, unsigned FirstParam,
                          const clang::Stmt *At);
  void throughGuard(llvm::StringRef Register, const clang::FunctionDecl *Callee,
                    llvm::ArrayRef<ir::Operand> Args);
  /// A function that returns its argument (std::move, __builtin_expect).
  const clang::Expr *passedThrough(const clang::CallExpr *E) const;
  const clang::CXXMethodDecl *
  exactOverrider(const clang::CXXMemberCallExpr *E) const;

  //===--- Callables --------------------------------------------------------//
  /// A class that is known to run a callable of any type.
  static bool runsCallable(const clang::CXXRecordDecl *Class);
  static bool isWrapper(clang::QualType T);
  /// Whether a value of this type is a function, or holds one.
  static bool holdsFunction(clang::QualType T);
  /// What a std::reference_wrapper that is handed to a parameter of another
  /// type stands for.
  std::optional<ir::Operand> unwrapped(const clang::Expr *E,
                                       clang::QualType ParamType);
  ir::Operand functionValue(const clang::FunctionDecl *Callee);
  ir::Operand designated(const clang::Expr *E);
  void spellOutConstant(const clang::VarDecl *D);
  std::vector<ir::Operand>
  argumentsFor(const clang::FunctionProtoType *Type,
               llvm::ArrayRef<const clang::Expr *> Args);
  void emitInvoke(ir::Operand Callee, std::optional<ir::Operand> On,
                  std::vector<ir::Operand> Args, std::optional<ir::Place> Dest,
                  const clang::Expr *At);
  /// The type of the function that a call of \p Callable reaches, \p Known if
  /// that is given; null if it is not certain.
  static const clang::FunctionProtoType *
  calledType(const clang::Expr *Callable, const clang::FunctionDecl *Known);
  void lookUp(const ApiRow &Row, const clang::CallExpr *E);
  // These return false if the call is another kind, or its callee is unknown.
  bool callCallable(const clang::CallExpr *E, const clang::FunctionDecl *Callee,
                    const std::optional<ir::Place> &Dest);
  bool callPointer(const clang::CallExpr *E,
                   const std::optional<ir::Place> &Dest);
  bool callObject(const ir::Place &Callee, clang::QualType T,
                  llvm::ArrayRef<const clang::Expr *> Args,
                  const std::optional<ir::Place> &Dest, const clang::Expr *At);
  /// Calls \p Callee as std::invoke does. A null argument is not known.
  bool callWith(const clang::Expr *Callee,
                llvm::ArrayRef<const clang::Expr *> Args,
                const std::optional<ir::Place> &Dest, const clang::Expr *At);
  bool callOfAlgorithm(const clang::CallExpr *E,
                       const clang::FunctionDecl *Callee,
                       const std::optional<ir::Place> &Dest);
  bool callOnce(const clang::CallExpr *E);
  /// The calls in default arguments and initializers, which no CFG has.
  void defaultArguments(llvm::ArrayRef<const clang::Expr *> Args,
                        clang::SourceLocation Where);
  void callsIn(const clang::Stmt *S);
  static unsigned parameterCount(const clang::Expr *Callee);
  bool callWrapperOperator(const clang::CXXOperatorCallExpr *E,
                           const std::optional<ir::Place> &Dest);
  bool constructWrapper(const ir::Place &To, const clang::CXXConstructExpr *E);
  void wrap(const ir::Place &To, clang::QualType T, const clang::Expr *From);

  //===--- Binders (Binders.cpp) --------------------------------------------//
  /// What a binder is given: an expression, or what is at a place or what that
  /// refers to.
  struct Given {
    const clang::Expr *E;
    ir::Place Where;
    clang::QualType Type;
    bool Refers;
  };
  static bool isBinder(const clang::CXXRecordDecl *Class);
  static bool isBinder(clang::QualType T);
  static bool isReferenceWrapper(clang::QualType T);
  static const clang::FunctionDecl *callOperator(clang::QualType T);
  void keepBound(const ir::Place &To, const clang::Expr *From);
  bool makeBinder(const clang::CallExpr *E, const clang::FunctionDecl *Callee,
                  const std::optional<ir::Place> &Dest);
  ir::Operand passOn(const Given &From, clang::QualType To);
  ir::Operand objectFrom(const Given &From);
  bool callBinder(const ir::Place &Self, clang::QualType T,
                  llvm::ArrayRef<Given> Args,
                  const std::optional<ir::Place> &Dest, const clang::Expr *At);
  bool callBinder(const ir::Place &Self, clang::QualType T,
                  llvm::ArrayRef<const clang::Expr *> Args,
                  const std::optional<ir::Place> &Dest, const clang::Expr *At);
  ir::Operand binderFunction(clang::QualType T,
                             const clang::FunctionProtoType *Signature,
                             const clang::Expr *At);

  //===--- Virtual functions ------------------------------------------------//
  void setType(const ir::Place &Object, const clang::CXXRecordDecl *Class,
               bool Owned = false);
  void setTypeAtEntry();
  void forgetType(const ir::Place &Object, const clang::CXXRecordDecl *Class);
  std::string slot(const clang::CXXMethodDecl *Method, bool Owned = false);
  /// Makes the opaque call that was emitted last, and what follows it from
  /// \p First on, the alternative of a call of what the object's type says.
  void dispatch(const clang::CXXMemberCallExpr *E,
                const clang::CXXMethodDecl *Method, size_t First);
  void dispatchDestructor(const clang::CXXDestructorDecl *D,
                          const ir::Place &Object, size_t First);
  void makeVirtual(ir::Operand Target, ir::Operand On,
                   std::vector<ir::Operand> Args, size_t First);
  /// What \p From knows of the type of the object that a smart pointer of type
  /// \p Pointer will own, kept in a local; if it is to be followed.
  std::optional<ir::Place> typeFor(clang::QualType Pointer,
                                   const clang::Expr *From);
  void passType(const ir::Place &To, clang::QualType Pointer,
                const ir::Place &Kept);
  void makesObject(const clang::CallExpr *E, const clang::FunctionDecl *Callee,
                   const ir::Place &Dest);

  //===--- Threads ----------------------------------------------------------//
  // These return false if there is more to the call than what they emit.
  bool callOfThread(const clang::CallExpr *E, const clang::FunctionDecl *Callee,
                    const std::optional<ir::Place> &Dest);
  bool constructThread(const ir::Place &To, const clang::CXXConstructExpr *E);
  void destroyThread(const clang::CXXRecordDecl *Class,
                     const ir::Operand &This);
  /// What an object, or a container of such, keeps of the threads it holds.
  std::optional<ir::Place> threadPlace(const clang::Expr *E, bool &Shared);
  bool spawn(const clang::Expr *Callee,
             llvm::ArrayRef<const clang::Expr *> Args, const ir::Place &Thread,
             bool Shared, const clang::Expr *At);
  bool callApiInThread(const clang::Expr *Callee,
                       llvm::ArrayRef<const clang::Expr *> Args,
                       const clang::Expr *At);
  bool moveThread(const clang::Expr *To, const clang::Expr *From);
  bool takeThread(const ir::Place &Thread, const clang::Expr *From);

  //===--- Regions of OpenMP (OpenMP.cpp) -----------------------------------//
  /// A part of the function that is lowered as one of its own.
  struct Region {
    const clang::Stmt *Body = nullptr;
    /// Variables of the function that it has the addresses of, and those of
    /// which it has a copy.
    std::vector<const clang::VarDecl *> Shared;
    llvm::DenseSet<const clang::VarDecl *> Own;
  };
  void findRegions(const clang::Stmt *S);
  std::vector<const clang::VarDecl *>
  sharedIn(const clang::Stmt *Body,
           const llvm::DenseSet<const clang::VarDecl *> &Own) const;
  ir::Instruction region(const clang::Stmt *Body,
                         const clang::OMPExecutableDirective &D);
  void waitForTeam(const clang::Stmt *At);
  void directive(const clang::OMPExecutableDirective *D);
  const clang::Stmt *body() const { return Part ? Part->Body : FD->getBody(); }
  void join(const ir::Place &Thread, const clang::Expr *At);

  //===--- Pairs and tuples -------------------------------------------------//
  void makeElement(const ir::Place &To, clang::QualType T,
                   const clang::Expr *From);
  bool constructTuple(const ir::Place &To, const clang::CXXConstructExpr *E);
  bool assignTuple(const clang::CXXOperatorCallExpr *E);
  bool callOfTuple(const clang::CallExpr *E, const clang::FunctionDecl *Callee,
                   const std::optional<ir::Place> &Dest);

  /// Calls the function object \p E with the elements of a tuple.
  bool applyTuple(const clang::CallExpr *E,
                  const std::optional<ir::Place> &Dest);

  //===--- Owners of objects (Owners.cpp) -----------------------------------//
  enum class OwnerKind { None, Unique, Optional };
  OwnerKind ownerKind(clang::QualType T) const;
  std::optional<ir::Place> ownerPlace(const clang::Expr *Owner);
  /// The object that an owner has, if \p E names it; or, with \p WantPointer,
  /// if \p E is a pointer to it.
  std::optional<ir::Place> ownedPlace(const clang::Expr *E,
                                      bool WantPointer = false);
  /// The pointer to the object that an owner has, if \p E is that.
  std::optional<ir::Operand> ownedPointer(const clang::Expr *E);
  /// Makes an object of type \p T; false if it is not certain how.
  bool constructOwned(const ir::Place &Object, clang::QualType T,
                      llvm::ArrayRef<const clang::Expr *> Args,
                      const clang::Expr *At);
  const clang::FunctionDecl *destroyerOf(clang::QualType T);
  void setDestroyer(const ir::Place &Owner, clang::QualType T, bool Owns);
  /// Destroys the object that an owner of type \p T has.
  void letGo(const ir::Place &Owner, clang::QualType T, const clang::Stmt *At,
             clang::SourceLocation Where);
  void setPointer(const ir::Place &Owner, clang::QualType T,
                  ir::Operand Pointer, const clang::Expr *At);
  void setEmpty(const ir::Place &Owner, clang::QualType T,
                const clang::Expr *At);
  bool fill(const ir::Place &Owner, clang::QualType T,
            llvm::ArrayRef<const clang::Expr *> Args, const clang::Expr *At);
  void moveOwner(const ir::Place &To, clang::QualType T, const ir::Place &From,
                 clang::QualType Given, bool Moves, const clang::Expr *At);
  void valueOr(const ir::Place &Owner, const clang::Expr *Else,
               const ir::Place &Dest);
  bool makeOwned(const clang::CallExpr *E, const ir::Place &Dest);
  bool assignOwner(const clang::CXXOperatorCallExpr *E,
                   const std::optional<ir::Place> &Dest);
  // These return false if it is no owner, or there is more to it.
  bool constructOwner(const ir::Place &To, const clang::CXXConstructExpr *E);
  bool destroyOwner(const clang::CXXDestructorDecl *D, const ir::Operand &This,
                    const clang::Stmt *At, clang::SourceLocation Where);
  bool callOfOwner(const clang::CallExpr *E, const clang::FunctionDecl *Callee,
                   const std::optional<ir::Place> &Dest);

  //===--- Swap, exchange, elements (Exchange.cpp) --------------------------//
  /// Whether nothing but its content changes when an object of this type is
  /// given another value.
  bool isExchangeable(clang::QualType T) const;
  bool callOfExchange(const clang::CallExpr *E,
                      const clang::FunctionDecl *Callee,
                      const std::optional<ir::Place> &Dest);
  /// The index of the element of a container that a member function returns.
  std::optional<ir::Operand> elementNamed(const clang::CXXMemberCallExpr *E);

  //===--- Choices ----------------------------------------------------------//
  /// The part of the function that a condition is of, and the variable that
  /// tells which one is run.
  struct Choice {
    unsigned Local;
    int Number;
  };
  void findChoices();
  void findChoices(const clang::Stmt *S, std::optional<Choice> &Last);
  bool takesChoice(const clang::CallExpr *E, const ir::Place &Dest);

  //===--- Where lists and arrays begin and end -----------------------------//
  std::optional<ir::Place>
  initializerList(const clang::CXXStdInitializerListExpr *E);
  bool callOfInitializerList(const clang::CallExpr *E,
                             const clang::FunctionDecl *Callee,
                             const std::optional<ir::Place> &Dest);
  bool callOfArray(const clang::CallExpr *E, const clang::FunctionDecl *Callee,
                   const std::optional<ir::Place> &Dest);

  //===--- Assertions -------------------------------------------------------//
  bool callOfAssertion(const clang::CallExpr *E,
                       const clang::FunctionDecl *Callee,
                       const std::optional<ir::Place> &Dest);
  bool constructAssertion(const ir::Place &Object,
                          const clang::CXXConstructExpr *E);

  //===--- Scope guards -----------------------------------------------------//
  bool isScopeGuard(clang::QualType T);
  /// Gives a guard what its destructor is to run.
  void armGuard(const ir::Place &Guard, const clang::Expr *Callable);
  // These return false if it is no guard.
  bool constructScopeGuard(const ir::Place &Guard,
                           const clang::CXXConstructExpr *E);
  bool callOfScopeGuard(const clang::CallExpr *E,
                        const clang::FunctionDecl *Callee,
                        const std::optional<ir::Place> &Dest);
  bool destroyScopeGuard(const clang::CXXDestructorDecl *D,
                         const ir::Operand &This, const clang::Stmt *At,
                         clang::SourceLocation Where);

  //===--- Locals -----------------------------------------------------------//
  unsigned local(const clang::VarDecl *D);
  /// The temporary that holds the result of \p S.
  ir::Place temporary(const clang::Stmt *S);
  ir::Place freshTemporary();
  unsigned newLocal(std::string Name, const clang::VarDecl *D);
  std::optional<ir::Place> thisPlace();
  ir::Loc loc(const clang::Stmt *S) { return L.location(S->getBeginLoc(), S); }
  ir::Instruction &emit(ir::Instruction::Kind K, const clang::Stmt *At,
                        clang::SourceLocation Where);

  Lowering &L;
  clang::ASTContext &Ctx;
  const clang::FunctionDecl *FD;
  ir::Function &F;
  bool Matters = false;
  bool CallsOut = false;
  bool LeavesTraces = false;
  bool Defers = false;
  bool Simple = false;
  static constexpr unsigned MaxSimpleBlocks = 12, MaxQuestionBlocks = 100;
  bool hasLoop() const;

  unsigned Current = 0;
  llvm::DenseMap<const clang::CFGBlock *, unsigned> BlockIds;
  llvm::DenseMap<const clang::VarDecl *, unsigned> LocalIds;
  llvm::DenseMap<const clang::Stmt *, unsigned> Temporaries;
  llvm::StringMap<unsigned> NameCounts;
  std::vector<const clang::VarDecl *> Variables;
  /// Where the object that a constructor call makes lives.
  llvm::DenseMap<const clang::Stmt *, ir::Place> ObjectPlaces;
  /// Operators whose value is used, not only branched on; and the temporary
  /// that tells which arm was taken.
  llvm::DenseMap<const clang::Stmt *, unsigned> Markers;
  /// Those of them that are a part of another one, and have no value otherwise.
  llvm::DenseSet<const clang::Stmt *> Inner;
  /// "&&" and "||" that another operator that branches is made of.
  struct LogicalOperand {
    const clang::Expr *Of;
    bool Negated, IsLeft;
  };
  llvm::DenseMap<const clang::Stmt *, LogicalOperand> Operands;
  /// See guardedExpressions().
  llvm::DenseSet<const clang::Stmt *> Guarded;
  /// Calls whose results are ignored.
  llvm::DenseSet<const clang::Stmt *> Discarded;
  llvm::DenseSet<const clang::Stmt *> BlockBreaks;
  llvm::DenseSet<const clang::Stmt *> Unevaluated;
  llvm::DenseMap<const clang::Stmt *, Choice> Choices;
  /// Constants whose initializers are being written.
  llvm::DenseSet<const clang::VarDecl *> SpellingOut;
  /// Where a default argument that is being evaluated is used.
  clang::SourceLocation UsedAt;
  std::optional<unsigned> ThisLocal;
  /// Holds the value to return, if the function returns one.
  std::optional<unsigned> ReturnLocal;
  unsigned NumTemporaries = 0;
  /// Temporaries that are objects of their own, and no initializers; those of
  /// the expression that is being lowered; and whole expressions.
  llvm::DenseSet<unsigned> ShortLived;
  std::vector<unsigned> InExpression;
  llvm::DenseSet<const clang::Stmt *> WholeExpressions;

  //===--- What the AST lacks (Missing.cpp) ---------------------------------//
  /// On which side of a statement another one is missing.
  struct Beside {
    bool Before = false, Behind = false;
  };
  llvm::DenseMap<const clang::Stmt *, Beside> Marked;
  /// What they consist of, and which of them it is a part of.
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> MarkedParts;
  bool MissesAtEntry = false;
  void missing(const clang::Stmt *At, clang::SourceLocation Where);
  void findMissing();
  bool markBeside(const clang::Stmt *S, unsigned Error);
  void mark(const clang::Stmt *S, bool IsBefore, bool IsBehind);
  void passMarks(const clang::Stmt *Last, const clang::Stmt *Next);
  unsigned Nesting = 0;
  /// What is lowered, if that is not the whole function; and what is left out
  /// of it.
  const Region *Part = nullptr;
  llvm::DenseSet<const clang::Stmt *> Outlined;
  llvm::DenseSet<const clang::VarDecl *> OutlinedVariables;
  unsigned NumRegions = 0;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_FUNCTIONLOWERING_H
