//===- Survey.h - Finds the functions that others may capture ---*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Most code that a capture runs does not begin the capture itself: a
/// framework, a program in another language or another library does. The survey
/// looks for the functions that such callers capture, and for the reasons to
/// believe so:
///
///   - a library that captures, or that captured programs use, calls the
///     function (EntryPoint);
///   - the function asks whether a stream is being captured, so its author
///     expects a capture;
///   - programs in other languages can call the function, by its name or
///     through a library, it enqueues work, and the program shows elsewhere
///     that captures concern it;
///   - somebody who is not in the sources hands the function the stream on
///     which it enqueues work, or calls it to work on the current stream of a
///     library;
///   - a source that is not compiled, such as a test, calls the function in a
///     capture;
///   - the program keeps a pointer to the function, which enqueues work;
///   - the function overrides a virtual function, as operators of a program do,
///     and enqueues work;
///   - a garbage collector calls the function, at any time;
///   - the function runs in a thread of its own, beside the captures of others.
///
/// The survey follows calls, but no paths and no values. Therefore it is fast,
/// and says nothing about whether a function is legal in a capture: see Audit.h
/// for that.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_SURVEY_H
#define CUDA_CAPTURE_ANALYSIS_SURVEY_H

#include "Analysis.h"
#include "CurrentStreams.h"
#include "NewResults.h"
#include "domain/ThreadMode.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace cuda_capture::analysis {

class ResolvedCalls;

/// A place in a source, which stays valid when the bodies of functions are
/// dropped.
struct SourcePlace {
  std::string File;
  unsigned Line = 0, Column = 0;

  bool operator<(const SourcePlace &O) const {
    return std::tie(File, Line, Column) < std::tie(O.File, O.Line, O.Column);
  }
};

/// A call that is a reason for a proposal, or against one.
struct SurveyedCall {
  std::string Callee; ///< As the program names it.
  std::string In;     ///< The function that makes the call.
  SourcePlace At;
};

/// A call that code makes which is not compiled.
struct CallByName {
  enum CallForm {
    Plain,                 ///< run() or ops::run().
    OfObject,              ///< x.run() or x->run().
    OtherLanguage,         ///< run() or module.run().
    ObjectOfOtherLanguage, ///< x.run()
  } Form = Plain;
  std::string Name; ///< Perhaps with a scope: 'ops::run'.
  SourcePlace At;   ///< The column is not known.
  /// The words that may be types of the object.
  std::vector<std::string> Types;

  bool isOfOtherLanguage() const {
    return Form == OtherLanguage || Form == ObjectOfOtherLanguage;
  }
};

struct SurveyedFunction {
  enum Choice {
    /// An annotation, an option or an entry point declares it capturable.
    Declared,
    /// Proposed: a library calls it.
    Registered,
    /// Proposed: it asks whether a stream is being captured.
    Asks,
    /// Proposed: finalizers of objects in another language call it, and a
    /// capture may forbid one of its calls.
    CalledByFinalizer,
    /// Proposed: a source that is not compiled calls it in a capture, and it
    /// enqueues work, waits, or makes a call that concerns captures.
    CapturedByOtherSource,
    /// Proposed: it runs in a thread of its own, in a loop, and makes a call
    /// that a Global capture of any thread forbids.
    RunsInThread,
    /// Proposed: other languages can call it, and it enqueues work, or orders
    /// the work of streams.
    Exported,
    /// Proposed: others can call it, it stores the stream that it is given, and
    /// makes a call that a capture may forbid.
    SetsStream,
    /// Proposed: it enqueues work, and is a member of a class of which one
    /// function leaves a capture running that another one ends.
    BetweenMembers,
    /// Proposed: it enqueues work on the program's current stream, which
    /// another function leaves capturing, or ignores that stream where other
    /// functions use it.
    OnCurrentStream,
    /// Proposed: it enqueues work on a stream that it is given, or on the
    /// current stream of a library, and other sources than those of the program
    /// can call it.
    CalledElsewhere,
    /// Proposed: it enqueues work, and the program keeps a pointer to it.
    CalledByPointer,
    /// Proposed: it enqueues work and overrides a virtual function, as
    /// functions of several other classes do.
    Operator,
    /// Not proposed: it would be, as Exported or CalledElsewhere or
    /// CalledByPointer or Operator, but nothing shows that the program is
    /// captured.
    NoEvidence,
    /// Not proposed: it is exported, but makes an object for its caller,
    /// deletes the caller's, sets something up once, says by its name that it
    /// prepares something, or launches a graph. Or it
    /// is registered in another source, allocates memory and enqueues nothing.
    Prepares,
    /// Not proposed: it would be, as CalledElsewhere or CalledByPointer, but
    /// each of its calls waits, allocates, frees or destroys, its caller
    /// decides whether it waits, it can be called once, it measures its own
    /// work, or its name says that it prepares something.
    Waits,
    /// Not proposed: a lambda that a library lets other languages call, which
    /// no
    /// option can name. The entry points of the library include it.
    Unnamed,
    /// Not proposed: a lambda that would be proposed as RunsInThread, if an
    /// option could name it.
    UnnamedInThread,
    /// Not proposed: it is registered, asks or is exported, but it begins
    /// captures.
    BeginsCapture,
  } Chosen = Declared;
  std::string Name; ///< As a programmer writes it.
  SourcePlace At;
  /// The name for the option that declares functions capturable.
  std::string Option;
  /// The library that calls the function, if it is known.
  std::string Library;
  /// Whether another source than the one that defines the function hands it to
  /// Library. The option for entry points works for each source alone, so it
  /// does not declare such a function.
  bool IsElsewhere = false;
  /// CalledElsewhere or CalledByPointer, if it counts only because of callers
  /// that the survey does not see. Chosen may be NoEvidence nevertheless.
  std::optional<Choice> UnseenCallers;
  /// For OnCurrentStream: whether it enqueues work on the legacy default
  /// stream.
  bool IgnoresStream = false;
  /// For Operator: the virtual function, as a programmer writes it.
  std::string Overrides;
  /// For CalledElsewhere: whether it is given no stream, but works on the
  /// current stream of a library.
  bool OnLibraryStream = false;
  /// The call by which the function asks, enqueues work or begins a capture, or
  /// that a capture may forbid.
  std::optional<SurveyedCall> Because;
  /// For CalledByFinalizer: where a finalizer calls the function. For
  /// CapturedByOtherSource: where a capture calls it. The column is not known.
  std::optional<SourcePlace> OtherCall;
};

struct SurveyResult {
  /// The functions that could be declared, in the order of their places.
  std::vector<SurveyedFunction> Functions;
  /// The calls that show that captures concern the program, in the order of
  /// their places: those that ask whether a stream is being captured, that
  /// exchange the thread's capture mode, that begin a capture, and that take
  /// the current stream of a library whose users capture that stream.
  std::vector<SurveyedCall> Asking, Exchanging, Beginning, TakingCurrent;
  /// The strictest mode of the captures that the program begins. An unknown
  /// mode counts as the strictest of all. nullopt if the program begins none.
  std::optional<CaptureMode> Mode;
  /// The calls that begin a capture in Global mode, or in one that is not
  /// known, in the order of their places, if the program is a library: other
  /// languages or a framework can call its functions, or no source here calls
  /// one that begins such a capture. Files that define 'main' do not count.
  std::vector<SurveyedCall> GlobalInLibrary;

  bool hasEvidence() const {
    return !Asking.empty() || !Exchanging.empty() || !Beginning.empty() ||
           !TakingCurrent.empty();
  }
};

class Survey {
public:
  using PlaceOf = llvm::function_ref<SourcePlace(const ir::Loc &)>;
  using OfferedQuery = llvm::function_ref<bool(llvm::StringRef Symbol)>;

  explicit Survey(const KnowledgeBase &KB);
  ~Survey();

  /// Says that a translation unit hands the function \p Symbol, which another
  /// one defines, to \p Library.
  void addRegistration(llvm::StringRef Symbol, llvm::StringRef Library,
                       bool Exported);

  /// Says that a finalizer of another language calls a function \p Name at
  /// \p At. The name has no scope. Only exported functions are meant.
  void addFinalizerCall(llvm::StringRef Name, SourcePlace At) {
    CalledByFinalizers.try_emplace(Name, std::move(At));
  }

  /// Returns the names, without scopes, of the functions that were added and
  /// that code outside of the program can call.
  llvm::StringSet<> namesForOthers() const;
  /// Says that code which is not compiled makes a call in a capture.
  void addCapturedCall(CallByName Call) {
    OtherCaptures.push_back(std::move(Call));
  }

  /// Says that a translation unit calls the function \p Symbol by name.
  void addCall(llvm::StringRef Symbol) { CalledByName.insert(Symbol); }
  /// Says that a translation unit keeps the address of the function \p Symbol.
  void addPointer(llvm::StringRef Symbol) { KeptByProgram.insert(Symbol); }

  /// Adds the functions of a translation unit, which must be lowered for an
  /// audit, and the functions that they call. \p IsOffered tells whether
  /// code outside of the program may call a function.
  void add(llvm::ArrayRef<const ir::Function *> Roots, FunctionLookup Find,
           bool PerThreadDefaultStream, PlaceOf Where, OfferedQuery IsOffered);

  /// Whether a function that was added shows that captures concern the program:
  /// it asks for one, exchanges the mode, or begins one.
  bool showsCaptures() const;

  /// Decides about all functions that were added. \p HasEvidence tells that
  /// something else shows that the program is captured.
  SurveyResult finish(bool HasEvidence = false);

private:
  struct Node;
  /// The calls that functions are told apart by.
  enum Fact {
    Asking,
    Exchanging,
    Beginning,
    /// The part of it that may be in Global mode.
    BeginningGlobal,
    /// Goes on with a capture: begins it with a graph that exists.
    Resuming,
    Ending,
    LaunchingGraph,
    /// Records an event, waits for one, or changes in another way which streams
    /// take part.
    Steering,
    /// The part of it that orders the work of streams other than the legacy
    /// default stream: events are recorded and waited for.
    Ordering,
    /// Takes the current stream of a library.
    TakingCurrent,
    Working,
    /// Work on the legacy default stream, named or not.
    WorkingOnLegacy,
    /// The part of it that a call names no stream for.
    CopyingOnLegacy,
    Allocating,
    Restricted,
    /// The part of it that a Global capture of another thread forbids.
    RestrictedInThreads,
    /// Waits for a stream, an event or the device.
    Waiting,
    NumFacts
  };
  unsigned idOf(llvm::StringRef Symbol);
  void addThreads(const ir::Function &F);
  /// The functions that a function calls, or may call by a virtual call.
  struct Called {
    std::vector<std::string> ByName, Virtually;
  };
  Called calledFunctions(const ir::Function &F) const;
  void visit(const ir::Function &F, const Called &Callees,
             bool PerThreadDefaultStream, PlaceOf Where);
  void propagate(Fact What);
  void findCallers();
  void findPreparing();
  std::optional<SurveyedFunction::Choice> callersOutside(const Node &N) const;
  static bool worksOnlyOnLegacy(const Node &N);
  void findConvention();
  void findThreads();
  void findCapturedByName();
  std::optional<SurveyedCall> workInOtherCapture(const Node &N) const;
  bool disturbsCaptures(const Node &N) const;
  bool setsStream(const Node &N) const;
  std::optional<Fact> workOf(const Node &N) const;
  bool ignoresStream(const Node &N) const;
  bool ignoresCurrentStream(const Node &N) const;
  std::vector<SurveyedCall> globalCapturesOfLibrary() const;
  static bool meansToWait(const Node &N);
  static bool onlySetsUp(const Node &N);
  static bool isLikeOperator(const Node &N);
  void findOperators();
  bool isOperator(const Node &N) const;
  void findCapturingClasses();
  std::optional<SurveyedCall> firstOf(const Node &N, Fact What) const;
  std::optional<SourcePlace> finalizerOf(const Node &N) const;
  std::optional<SurveyedFunction> decide(const Node &N, bool HasEvidence) const;

  std::unique_ptr<ResolvedCalls> Calls;
  CurrentStreams Streams;
  NewResults Made;
  struct Registration {
    std::string Library;
    bool Exported = false;
  };
  llvm::StringMap<Registration> Registered;
  llvm::StringMap<unsigned> Ids;
  llvm::StringMap<SourcePlace> CalledByFinalizers;
  std::vector<CallByName> OtherCaptures;
  llvm::StringSet<> CalledByName, KeptByProgram;
  /// The classes of which one function leaves a capture running, and another
  /// one ends it.
  llvm::StringSet<> CapturingClasses;
  /// The virtual functions that several classes override with functions that
  /// enqueue work.
  llvm::StringSet<> Operators;
  /// Whether something shows that code outside of the program captures, or that
  /// a function of the program leaves a capture to its caller. The analysis
  /// follows all other captures into what they call.
  bool IsCapturedByOthers = false;
  /// Whether at least a quarter of the exported functions that enqueue work do
  /// so on streams.
  bool UsesStreams = false;
  /// Whether that holds for all functions that enqueue work themselves, and the
  /// current stream that another function leaves capturing.
  bool UsesCurrentStream = false;
  std::vector<Node> Nodes;
  std::optional<CaptureMode> Mode; ///< See SurveyResult::Mode.
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_SURVEY_H
