//===- Interpreter.h - Abstract interpreter of CaptureIR --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs functions on sets of states to a fixpoint and hands each API call to
/// the rules, then applies its effect (Transfer.cpp).
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_INTERPRETER_H
#define CUDA_CAPTURE_ANALYSIS_INTERPRETER_H

#include "Analysis.h"
#include "GraphRecorder.h"
#include "JoinsInLoops.h"
#include "Rules.h"
#include "Slice.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <set>

namespace cuda_capture::analysis {

/// The call path of a frame.
struct Frame {
  Context Parent = 0;
  const ir::Instruction *Call = nullptr; ///< In the parent; null for a root.
  const ir::Function *F = nullptr;
  unsigned Depth = 0;
  /// The block that is being run is in a loop, or the call that made the frame
  /// is.
  bool InLoop = false;
};

/// What another function of the program may do with a handle that is kept:
/// make the stream wait, record an event on it, or wait for the event.
enum class InterproceduralUse { Forks, Records, Waits };

/// A finding before paths are resolved to functions and duplicates are merged.
struct RawFinding {
  Rule R = Rule::UnsafeCall;
  DiagnosticKind S = DiagnosticKind::Rejected;
  Site At;
  const ApiRow *Row = nullptr;
  Family Fam = Family::Runtime;
  llvm::StringRef Callee;
  unsigned Error = 0;
  std::optional<Site> Begin;
  std::optional<CaptureMode> Mode;
  std::vector<std::pair<Relation, Site>> Related;
  /// How a function is left, and the frame of that.
  const ir::Terminator *Exit = nullptr;
  Context ExitCtx = 0;
  std::vector<std::pair<const ir::Terminator *, bool>> ExitWhen;
  std::optional<unsigned> HandleArg;
  bool IsNull = false;
  std::vector<ControlDependence> ControlDependences;
  std::vector<ir::Place> StreamNames;
  /// On every path; see Finding.
  bool OnlyCapture = true;
  bool OnlyOrigin = true;
  /// Where a handle that was never created comes from.
  std::vector<LocationId> Variables;
  /// The finding does not hold if, on any path, this stream joined or left the
  /// capture in a loop: whether a loop runs, and how often, is not known.
  std::optional<Value> UnlessInLoop;
  /// See Reporter::Details.
  std::optional<Value> UnlessJoined;
  /// The memory that a graph refers to after it is gone.
  std::optional<Value> Memory;
  /// The finding does not hold if the program changes what an executable graph
  /// of this name refers to; empty: of any name.
  std::optional<std::string> UnlessUpdated;
  /// Nor if the host waits for this stream in a capture: then its work is meant
  /// to be done at once.
  std::optional<Value> UnlessWaitedFor;
  /// Nor if another root does that with a handle of this name.
  std::vector<std::pair<InterproceduralUse, std::string>> UnlessElsewhere;
};

class Interpreter {
public:
  /// Runs what \p What keeps.
  Interpreter(FunctionLookup Find, const Slice &What, bool PerThread,
              const KnowledgeBase &KB, const Options &Opts)
      : Find(Find), What(What), PerThread(PerThread), KB(KB), Opts(Opts) {}

  /// Analyses \p F with unknown arguments, in a thread of default mode; and
  /// if it is declared capturable, once more in a capture of its caller.
  void runRoot(const ir::Function &F);

  /// Analyses \p F in a capture of its caller only.
  void runInCapture(const ir::Function &F) { runRoot(F, /*InCapture=*/true); }

  /// Takes over what the roots of \p Other do with handles of some name, for
  /// findings that do not hold if another root does something.
  void useActionsOf(const Interpreter &Other) { DoneIn = Other.DoneIn; }

  /// Calls in a capture, made when \p Root was run, of which it is not known
  /// what they do to the capture.
  std::vector<std::vector<PathStep>> unseen(const ir::Function &Root) const {
    std::vector<std::vector<PathStep>> Result;
    for (const Site &At : Unseen)
      if (rootOf(At) == &Root)
        Result.push_back(path(At));
    return Result;
  }

  /// Where the roots were not looked at closely.
  const Coverage &coverage() const { return Gaps; }

  /// The findings of all roots; with \p Root, all that was found when it was
  /// run, also what was found at the same places when others were.
  std::vector<Finding> takeFindings(const ir::Function *Root = nullptr);

private:
  friend class CallReporter;
  friend class GraphRecorder;
  using States = std::vector<State>;
  /// A state at the start of a block, and whether the block is yet to be run on
  /// it.
  struct Disjunct {
    explicit Disjunct(State &&S) : S(std::move(S)) {}
    State S;
    bool Todo = true;
  };
  using Disjuncts = std::vector<Disjunct>;
  /// A return of the root, and the state there.
  struct Exit {
    const ir::Terminator *Return;
    State S;
  };

  //===--- How closely a root is looked at (Budget.cpp) ---------------------//
  void runRoot(const ir::Function &F, bool InCapture);
  void noteGap(const ir::Function &F, GapReason Why, bool InCapture,
               unsigned Count = 0);
  void noteCuts(const ir::Function &F, bool InCapture);
  bool beginsCapture(const ir::Function &F) const;
  bool bounds(const ir::Instruction &I) const;
  bool tryRoot(const ir::Function &F, bool InCapture);
  bool needsPrecision(const ir::Function &F);
  /// What running a function takes.
  struct Cost {
    /// The number of its instructions, and of those of the calls in it.
    unsigned Size = 0;
    /// The same, with what is in a loop counted for two rounds of it.
    unsigned Rounds = 0;
    /// Both, if no function ran a second call of another one.
    unsigned SizeOnce = 0, RoundsOnce = 0;
  };
  /// A function that is called, or handed to what may call it.
  struct Callee {
    const ir::Function *F;
    /// For how many rounds the call counts.
    unsigned Rounds;
  };
  /// Follows calls to \p Depth. Large numbers are not exact.
  Cost estimateCost(const ir::Function &F, unsigned Depth);
  void estimateOwnCost(const ir::Function &F);

  //===--- Control flow (Interpreter.cpp) -----------------------------------//
  /// \returns the states in which \p F returns, with their value in
  /// State::Returned.
  States run(const ir::Function &F, Context Ctx, States Entries);
  void runBlock(const FlowGraph &Flow, Context Ctx, unsigned Block,
                States &Current);
  unsigned arrive(const FlowGraph &Flow, Context Ctx, unsigned From,
                  unsigned To, State &S);
  void noteLeft(const ir::Function &F, Context Ctx, unsigned Block, State &S);
  /// Calls \p Out with each block that control goes on to, and the state there;
  /// it may keep that. Nothing is left of \p S.
  void branch(const FlowGraph &Flow, Context Ctx, unsigned Block, State &S,
              llvm::function_ref<void(unsigned, State &)> Out);
  void control(const FlowGraph &Flow, Context Ctx, unsigned Block,
               unsigned Target, const Value &Condition, bool Taken, State &S,
               unsigned Case = 0);

  //===--- Which paths are kept apart (Disjuncts.cpp) ---------------------===//

  bool merge(Disjunct &D, const State &S);
  void compact(Disjuncts &In);
  /// \returns true if \p Into gained something to run.
  bool addState(Disjuncts &Into, State &&S, Context Ctx, const void *Where);
  void step(const ir::Function &F, Context Ctx, const ir::Instruction &I,
            States &Current);
  /// \p Callee: null if it cannot be seen.
  void call(Context Ctx, const ir::Instruction &I, const ir::Function *Callee,
            States &Current);
  void bindArguments(Context Ctx, const ir::Instruction &I,
                     const ir::Function &Callee, Context Inner, State &S);

  //===--- Calls that were run before (Memo.cpp) ----------------------------//
  /// What a call led to.
  struct Remembered {
    Context Inner = 0;
    bool InLoop = false;
    State Entry; ///< Before the parameters were set.
    std::vector<Value> Args;
    std::vector<Parts> Objects;
    /// The findings in it, as indices into Raw.
    std::vector<unsigned> Found;
    States Exits;
  };
  /// Binds the arguments and runs \p Callee in its frame \p Inner, or takes
  /// what the same call led to before.
  States runCall(Context Ctx, const ir::Instruction &I,
                 const ir::Function &Callee, Context Inner, States Entries);
  States replay(const Remembered &Call, Context Inner, const State &Now);
  bool leavesNothing(const State &Before, const State &Left,
                     Context Inner) const;
  bool borrowsFromOutside(const Borrows &Before, const Borrows &Left,
                          Context Inner) const;
  bool isFurtherOut(const Site &Begin, Context Ctx) const;
  /// Whether the frame \p C is \p Outer, or was called from it.
  bool isInside(Context C, Context Outer) const;
  /// Whether \p V came to be in \p Outer or what that has called.
  bool isMadeIn(const Value &V, Context Outer) const;
  bool isMadeIn(LocationId L, Context Outer) const;
  Context inFrame(Context C, Context From, Context To);
  Site inFrame(const Site &At, Context From, Context To);

  void invoke(Context Ctx, const ir::Instruction &I, States &Current);
  void guess(Context Ctx, const ir::Instruction &I, const States &Current);
  /// What is called there, as the knowledge base spells it.
  llvm::StringRef calleeOf(const Site &At) const;
  std::optional<Context> enter(Context Ctx, const ir::Instruction &I,
                               const ir::Function &Callee,
                               llvm::ArrayRef<State> Current);
  /// The frame that this call of \p F makes.
  Context frame(Context Parent, const ir::Instruction &Call,
                const ir::Function &F);

  //===--- Threads (Threads.cpp) --------------------------------------------//
  /// A thread that is none of those that run code which can be seen.
  static constexpr Context NoThread = ~0U;
  /// The frame of the function that the thread runs which runs \p Ctx.
  Context threadOf(Context Ctx) const;
  void spawn(Context Ctx, const ir::Instruction &I, const ir::Function *Callee,
             States &Current);
  void afterSpawn(State &S, const States &Exits);
  void join(Context Ctx, const Value &Thread, State &S);
  void awaitJoin(Context Thread, const Site &Begin, unsigned Found, State &S);
  void settleAwaiting(const Capture &Ending, Context Thread, State &S);
  /// Whether a finding in \p Thread holds however the threads that run are
  /// scheduled. It also depends on \p Awaited, if that is set, being joined
  /// while the capture runs.
  bool isOrdered(const State &S, Context Thread, const Capture *Running,
                 const Reporter::Details &More,
                 std::optional<Context> &Awaited) const;

  //===--- Threads that nothing keeps apart (Races.cpp) ---------------------//
  bool mayWait(const ir::Function &F);
  bool mayWait(const ir::Instruction &I);
  bool runsOn(const ir::Function &F, const ir::Instruction *From,
              const ir::Instruction *To);
  bool runsUpTo(Context Thread, const Site &At);
  bool runsBetween(const Site &From, const Site &To);
  bool isUnconditional(const State &S, Context Thread) const;
  static bool isOwnDecision(const ir::Function &F, const ir::Operand &O);
  static bool readsShared(const ir::Function &F, const ir::Operand &O);
  bool isBeside(Context Thread, const Site &At);
  /// \p Thread is started at \p At.
  void noteSpawned(const Site &At, Context Thread, const State &S);
  /// What may meet what another thread does.
  void noteBeside(const ApiCall &Call, const State &S);
  void checkRaces();
  void forgetThreads();

  //===--- Calls of unknown callees (UnknownCalls.cpp) --------------------===//
  std::optional<LocationId> objectOf(const Value &Pointer);
  LocationId contentOf(LocationId Object);
  std::optional<LocationId> target(const Value &Pointer);
  llvm::SmallVector<LocationId, 8> reachable(llvm::ArrayRef<Value> Given,
                                             const State &S);
  void callUnknown(Context Ctx, const ir::Instruction &I, State &S);

  //===--- Expressions and memory (Evaluate.cpp) ----------------------------//
  Value evaluate(Context Ctx, const ir::Operand &O, State &S);
  Value evaluateBinary(llvm::StringRef Op, Value L, Value R);
  /// \returns nullopt if it cannot be known which location is meant.
  std::optional<LocationId> locate(Context Ctx, const ir::Place &P, State &S);
  void setThreadMode(const Value &V, State &S);
  Value load(LocationId Where, State &S);
  void nameUnknown(Context Ctx, const ir::Operand &Condition, State &S);
  bool mayBeWritten(LocationId Where, const State &S) const;
  void store(LocationId Where, Value V, State &S);
  Parts partsOf(Context Ctx, const ir::Operand &O, State &S);
  LocationId sameStep(LocationId Parent, LocationId Step);
  void storeParts(LocationId To, const Parts &Copied, State &S);
  Value conjure(Context Ctx, const ir::Instruction &I, unsigned Which,
                bool FromUnknownCall, State &S);
  void assignResult(Context Ctx, const ir::Instruction &I, Value V, State &S);

  //===--- API calls (Transfer.cpp) -----------------------------------------//
  void api(Context Ctx, const ir::Instruction &I, llvm::StringRef Callee,
           State &S);
  void beginCapture(const ApiCall &Call, State &S);
  void endCapture(const ApiCall &Call, State &S);
  void exchangeMode(const ApiCall &Call, State &S);
  void outParameters(const ApiCall &Call, State &S);
  void destroy(const ApiCall &Call, State &S);
  void recordEvent(const ApiCall &Call, State &S);
  void waitEvent(const ApiCall &Call, State &S);
  /// Who depends on whom is not known any more.
  void loseDependencies(const Site &At, State &S);
  void work(const ApiCall &Call, State &S);
  void api(const ApiCall &Call, const ir::Instruction &I, State &S);

  //===--- Handles of libraries (Libraries.cpp) -----------------------------//
  /// What is known of the handle that a call is given.
  std::optional<Binding> bindingOf(const ApiCall &Call, const State &S) const;
  /// The row of the call, or that of the case that it certainly is.
  const ApiRow &actualRow(const ApiCall &Call, const State &S) const;
  std::optional<bool> goesToHost(const ApiCall &Call) const;
  void bind(const ApiCall &Call, State &S);

  //===--- Memory that graphs refer to (GraphMemory.cpp) --------------------//
  /// What \p Call adds to a capture or graph, makes of one, or launches.
  void references(const ApiCall &Call, State &S);
  void addReferences(const ApiCall &Call, State &S);
  void endReferences(const ApiCall &Call, const Site &Begin, State &S);
  void updateReferences(const ApiCall &Call, State &S);
  void launchReferences(const ApiCall &Call, State &S);
  std::optional<SymbolId> madeBy(const ApiCall &Call, Role R);
  std::string nameOf(LocationId Where) const;
  /// An instruction that ends a lifetime.
  void end(Context Ctx, const ir::Instruction &I, State &S);
  /// The memory that \p Pointer points at is given back.
  void release(const Value &Pointer, const Site &At, State &S);
  bool isAllocated(const Value &Pointer) const;
  /// A call that cannot be seen gets at these.
  void passReferences(const ir::Instruction &I, llvm::ArrayRef<Value> Given,
                      llvm::ArrayRef<LocationId> Objects, State &S);
  /// What \p Object owns may belong to another one now.
  void moveReferences(LocationId Object, State &S);
  void checkKept(const Exit &Leaving);
  void reportDangling(const Borrow &B, RawFinding F, const State &S);
  //===--- What the host does (HostFunctions.cpp) ---------------------------//
  /// The symbol of what an unknown callee returns.
  Value resultOf(Context Ctx, const ir::Instruction &I, State &S);
  /// Whether \p V derives from a random number, or a time.
  bool isDrawn(const Value &V) const;
  void noteGraphUse(const ApiCall &Call);
  /// Whether a graph is seen to be launched once, or to be changed before.
  bool isGraphRenewed(const RawFinding &F) const;
  /// If \p Call hands the driver a function, keeps that, to be run later.
  std::optional<Value> held(const Value &Pointer, const FieldRole &Field,
                            const State &S);
  void handOver(const ApiCall &Call, const State &S);
  void runHostFunctions();

  //===--- Findings (Report.cpp) --------------------------------------------//
  /// Whether \p Begin was reached from the frame \p Ctx or is in it.
  bool beganIn(Context Ctx, const Site &Begin) const;
  //===--- Functions whose caller captures (CallersCapture.cpp) -------------//
  void enterCallersCapture(const ir::Function &F, Context Ctx, State &S);
  /// What \p C still has unjoined where a path leaves.
  std::vector<RawFinding> unjoinedAtExit(const Capture &C, const State &S);
  bool isFirstUse(const ControlDependence &C) const;
  /// The variable, field or array that a handle was found in; may be empty.
  std::string nameOfHandle(const Value &Handle) const;
  void noteInterproceduralUse(InterproceduralUse What, const Value &Handle);
  bool hasInterproceduralUse(const RawFinding &F) const;
  //===--- What shows at exits (Exits.cpp) ----------------------------------//
  /// What the rules can only say once a root has been run to all its exits.
  void checkExits();
  void reportExit(RawFinding F, const Exit &Leaving, bool Possible = false);
  /// An exception is thrown in the frame \p Ctx, by an instruction or by the
  /// end of a block.
  void checkThrow(Context Ctx, const ir::Instruction &I, State &S);
  void checkThrow(Context Ctx, const ir::Terminator &T, const State &S);
  unsigned addExitFinding(RawFinding F);
  bool endsElsewhere(const Site &Begin) const;
  bool escapesFrom(Context Ctx, bool Guarded, const Site &Begin) const;

  //===--- From raw findings to findings (Report.cpp) -----------------------//
  /// Whether it is proved that the call happens while \p C runs.
  bool isExact(const State &S, const Capture *C) const;
  /// Whether a use runs under no condition, decided after the destruction, that
  /// may exclude it.
  bool isExactUse(const State &S, const Destruction &D) const;
  /// Variables and fields that hold \p V, as the frame \p Ctx names them.
  std::vector<ir::Place> namesOf(Context Ctx, const Value &V,
                                 const State &S) const;
  std::optional<ir::Place> express(Context Ctx, LocationId Where,
                                   const State &S) const;
  std::vector<PathStep> path(const Site &At) const;
  Finding resolve(const RawFinding &Raw) const;
  /// Where an argument that is a handle comes from.
  std::vector<LocationId> variablesOf(const ApiCall &Call, unsigned Arg,
                                      State &S);
  /// Whether something on another path takes the finding back.
  bool isTakenBack(const RawFinding &Raw);
  /// Whether a statement that is missing on another path might do so.
  bool mayBeTakenBack(const RawFinding &Raw) const;
  /// Whether a loop that does not hold the finding may run a call before it
  /// after which nobody knows which streams take part in the capture.
  bool isLostInLoop(const RawFinding &F);
  /// Whether \p Loop, without passing \p Begin, is followed by \p At, and is in
  /// a loop that \p At is not in.
  bool isLoopBefore(const Site &Loop, const Site &At, const Site &Begin);
  /// Whether a loop that \p At is run in has no round without it.
  bool isInEveryRound(Site At);
  void noteHandles(const ApiCall &Call);

  /// How a function is run.
  struct Plan {
    explicit Plan(const FlowGraph &Flow) : Flow(Flow) {}
    const FlowGraph &Flow;
    /// See liveLocals(); found when the function is run.
    std::vector<llvm::BitVector> Live;
    /// Found when its cost is estimated: its own, and the functions that it
    /// calls.
    std::optional<Cost> Own;
    std::vector<Callee> Callees;
  };
  Plan &plan(const ir::Function &F);

  FunctionLookup Find;
  const Slice &What;
  bool PerThread;
  const KnowledgeBase &KB;
  const Options &Opts;
  struct {
    unsigned CallDepth, Disjuncts, Alike, Steps;
  } Limits = {};
  Universe U;
  const LocationId ThreadModeLocation = U.global(ir::ThreadModePlace);
  std::vector<Frame> Frames;
  std::map<std::tuple<Context, const ir::Instruction *, const ir::Function *>,
           Context>
      FrameIds;
  llvm::DenseMap<const ir::Function *, std::unique_ptr<Plan>> Plans;
  llvm::DenseMap<const ir::Function *, bool> Precise;
  llvm::DenseMap<std::pair<const ir::Function *, unsigned>, Cost> Costs;
  /// Functions whose cost is being estimated.
  llvm::SmallPtrSet<const ir::Function *, 8> BeingEstimated;
  /// The API that an indirect call was found to be of.
  std::map<Site, llvm::StringRef> Invoked;
  std::vector<RawFinding> Raw;
  /// Indices into Raw that were reported; the others are pending.
  std::set<unsigned> Certain;
  std::map<std::tuple<Rule, DiagnosticKind, Site, Site>, unsigned> RawIds;
  /// Objects whose content a pure function has been asked about.
  llvm::DenseSet<LocationId> ContentRead;
  /// Calls, and their arguments, that some path gives a handle to.
  std::set<std::pair<Site, unsigned>> GivenHandle;
  /// Variables whose address was stored, or given to a call that cannot be
  /// seen: a pointer that is not known may point at them.
  llvm::DenseSet<LocationId> Escaped;
  /// Begins that some path reaches with another stream than the legacy one.
  std::set<Site> BegunOnOther;
  JoinsInLoops InLoops;
  /// Roots in which a handle was written through a pointer that cannot be
  /// followed.
  std::set<Context> WritesAnywhere;
  /// Streams that the host, or an event, waits for while a capture runs that
  /// they take no part in.
  std::set<Value> WaitedFor;
  /// Captures, by their begin, that still run where a round of a loop ends, and
  /// those that end in a loop: begun in one round, ended in another.
  std::set<Site> OutlivesRound, EndsInLoop, EndsUnderCondition;
  /// Those that had ended where their stream began another one, which states
  /// have forgotten, and the begin of that.
  std::set<std::pair<Site, Site>> FollowedBy;
  /// Variables from outside of a root that hold what it launches: graphs that
  /// were made by an earlier call.
  std::set<std::pair<Context, LocationId>> LaunchesKept;
  /// Memory that a captured call allocates.
  llvm::DenseSet<SymbolId> GraphAllocated;
  /// Names of the executable graphs of which a call changes what they refer to,
  /// and whether it may be any.
  std::set<std::string> UpdatedGraphs;
  bool UpdatesAnyGraph = false;
  HostValues Drawn;
  /// Numbers of the captures that they were drawn in.
  std::map<Site, unsigned> DrawnIn;
  /// What the roots do with executable graphs.
  struct GraphUse {
    std::optional<Site> Launch;
    bool LaunchedAgain = false;
    bool Replaced = false;
    bool Updated = false;
  };
  llvm::DenseMap<Context, GraphUse> GraphUses;
  std::set<Site> BegunInLoop;
  /// Functions that the root hands to the driver, and where; what is known
  /// there. State::Returned is what the driver passes to the function.
  std::map<std::pair<Site, const ir::Function *>, States> HostFunctions;
  /// Where the driver was given the function that is being run, if it was.
  std::optional<Site> HandedOver;
  std::set<Site> Unseen;
  void noteUnseen(const Site &At, const State &S) {
    if (!Guessing && S.anyRunning())
      Unseen.insert(At);
  }
  /// What the roots do with handles of some name.
  std::set<std::tuple<InterproceduralUse, std::string, const ir::Function *>>
      DoneIn;
  /// Roots on some path of which a statement is missing.
  std::set<Context> MissesStatement;
  /// Returns of the root that is being run.
  std::vector<Exit> RootExits;
  Context RootContext = 0;
  /// The root that is being run, and those that were, by the contexts of their
  /// outermost frames. Functions that the driver runs have such frames, too.
  const ir::Function *CurrentRoot = nullptr;
  llvm::DenseMap<Context, const ir::Function *> RootOfFrame;
  const ir::Function *rootOf(const Site &At) const {
    Context Outermost = At.Ctx;
    while (Frames[Outermost].Call)
      Outermost = Frames[Outermost].Parent;
    return RootOfFrame.lookup(Outermost);
  }
  unsigned Steps = 0;
  bool GaveUp = false;
  Coverage Gaps;
  /// Of the root that is being run: calls that are not followed, and places
  /// where paths are taken for one.
  llvm::SmallPtrSet<const ir::Instruction *, 4> NotFollowed;
  llvm::SmallPtrSet<const void *, 4> JoinedAt;
  /// And functions of which something was left out (ir::Function::Cut).
  llvm::SmallPtrSet<const ir::Function *, 4> CutFunctions;
  /// The root, or what it hands to others to call, runs while a capture does:
  /// it is not only a caller of functions that begin and end one.
  bool RunsInCapture = false;
  void noteRunning(llvm::ArrayRef<State> Current) {
    RunsInCapture = RunsInCapture || llvm::any_of(Current, [](const State &S) {
                      return S.anyRunning();
                    });
  }
  /// What a thread that is being run has found so far, on whatever path: not
  /// all of them lead to its end. See State::Awaiting.
  std::set<std::tuple<Context, Site, unsigned>> FoundInThread;
  /// Where threads are started, the Global captures that begin, and the calls
  /// that such a capture prohibits to others.
  std::map<Context, Site> SpawnedAt;
  std::set<Site> GlobalBegins;
  std::map<Site, RawFinding> UnsafeCalls;
  /// One of them, and a thread that may run at that time; and pairs of threads.
  std::set<std::pair<Site, Context>> Beside;
  std::set<std::pair<Context, Context>> Siblings;
  std::map<const ir::Function *, bool> Waiting;
  std::map<std::pair<Site, Site>, bool> Between;
  /// What runs now is only possible.
  unsigned Guessing = 0;
  /// Of the root that is being run.
  std::map<std::pair<Context, const ir::Function *>, std::vector<Remembered>>
      Calls;
  /// Indices of the findings that were come upon, in order.
  std::vector<unsigned> Touched;
  /// Counts what must happen at each call for itself.
  unsigned Unrepeatable = 0;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_INTERPRETER_H
