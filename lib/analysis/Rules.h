//===- Rules.h - The rules of capture, one function each --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A rule examines one API call in the state before that call and reports what
/// the rule forbids. Rules change no state.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_RULES_H
#define CUDA_CAPTURE_ANALYSIS_RULES_H

#include "Finding.h"

namespace cuda_capture::analysis {

/// Runtime error numbers that the rules themselves choose (driver_types.h). All
/// others come from rows.
enum : unsigned {
  NoDocumentedError = 0,
  ErrorInvalidValue = 1,
  ErrorInvalidResourceHandle = 400,
  ErrorIllegalState = 401,
  ErrorNotPermitted = 800,
  ErrorStreamCaptureUnsupported = 900,
  ErrorStreamCaptureMerge = 902,
  ErrorStreamCaptureUnmatched = 903,
  ErrorStreamCaptureUnjoined = 904,
  ErrorStreamCaptureIsolation = 905,
  ErrorStreamCaptureImplicit = 906,
  ErrorCapturedEvent = 907,
  ErrorStreamCaptureWrongThread = 908,
};

/// An API call with its arguments evaluated.
struct ApiCall {
  const ApiRow &Row;
  Family Fam;
  /// Stream 0 of this call is the per-thread default stream.
  bool PerThread;
  Site At;
  /// The thread that makes the call; see CallTree::threadOf.
  Context Thread;
  ir::Name Callee;
  std::vector<Value> Args;
  /// By argument: the value that a pointer to a handle points at before the
  /// call.
  std::vector<std::optional<Value>> Pointees;
  /// The stream to which a library's handle among the arguments is bound, if
  /// that is known, and how it came to be bound.
  std::optional<Binding> Bound = {};
  /// Another thread that is analysed started the thread.
  bool Spawned = false;
  /// The stream, if it is a field of a structure.
  std::optional<Value> InStructure = {};
  /// The verdict of the row depends on the driver, which is not known.
  bool DriverUnknown = false;
  /// The stream is null on this path only because of a test that does not
  /// decide whether the call is made, as one in a callee that has returned.
  bool StreamTestedNull = false;

  /// Returns the same call, in the case that \p Actual describes.
  ApiCall in(const ApiRow &Actual) && {
    return {Actual,          Fam,     PerThread,       At,
            Thread,          Callee,  std::move(Args), std::move(Pointees),
            Bound,           Spawned, InStructure,     DriverUnknown,
            StreamTestedNull};
  }

  /// Returns the value of the first argument with this role and access, or
  /// nullopt if the row has no such parameter or the call passes fewer
  /// arguments.
  std::optional<Value> arg(Role R, Access A = Access::In) const;
  /// Like arg, but for streams: the null stream is resolved to the legacy or
  /// the per-thread stream, and the per-thread stream to that of the thread.
  /// Work that is given a library's handle and no stream goes to the stream of
  /// the handle.
  std::optional<Value> stream(Access A = Access::In) const;
  Value normalizedStream(Value V) const;
  bool onLegacyStream() const;
  /// Whether a library's handle determines the stream to which the work goes.
  bool throughHandle() const;
};

/// A random number or a time that the host made while a capture ran: its kind,
/// the place where it was made, and the begin of that capture.
struct DrawnValue {
  HostValue What;
  Site At;
  Site Begin;
};
using HostValues = llvm::DenseMap<SymbolId, DrawnValue>;

/// Returns the array whose elements \p Elements points at; the object, if it is
/// no array.
std::optional<LocationId> arrayBehind(const Value &Elements, const Universe &U);

/// Calls \p Use with the objects that the array \p Arguments, which a launch
/// gets, points at: the values that the kernel gets.
void forEachKernelArgument(const Value &Arguments, const State &S,
                           const Universe &U,
                           llvm::function_ref<void(LocationId)> Use);

/// Whether \p Stream is the per-thread default stream of some thread.
bool isPerThreadStream(const Value &Stream);

/// Whether \p R is the role of a stream, event, graph or the like, which is
/// created and destroyed.
bool isHandle(Role R);

/// Whether a call of a function of which nothing is known but its name may
/// destroy everything that the program has made, as a reset of the device does.
bool mayResetDevice(const ApiRow &Row);

/// Whether a call returns, through this parameter, a graph or an executable
/// graph that the program has to destroy.
bool isMadeGraph(const Param &P);

/// Whether \p V, an argument of role \p R, is a variable in which no call has
/// created a handle.
bool isNeverCreated(const Universe &U, const Value &V, Role R);

/// Receives the findings of a rule, and decides whether each is certain enough.
class Reporter {
public:
  struct Details {
    /// How the handle was destroyed, if that is the problem.
    const Destruction *Destroyed = nullptr;
    /// The argument that the finding is about.
    std::optional<unsigned> HandleArg;
    std::vector<std::pair<Relation, Site>> Related;
    /// The finding does not hold if a loop takes this stream into the capture,
    /// or joins it, on some path.
    std::optional<Value> UnlessInLoop;
    /// The finding does not hold if a loop joins this stream on some path, or
    /// if a loop takes this stream into the capture and anything may join it.
    std::optional<Value> UnlessJoined = std::nullopt;
    /// A condition from an unknown call, or a setting of the program, may be a
    /// guard against the violation.
    bool UnlessGuarded = false;
    /// The finding does not hold if another function of the program takes this
    /// stream into captures.
    std::optional<Value> UnlessForkedElsewhere = std::nullopt;
    /// The finding does not hold if the same call ends a capture on some path.
    bool UnlessEndsCapture = false;
    /// The finding does not hold if the program does not use what the call
    /// makes.
    bool UnlessUnused = false;
    /// The finding rests on something unknown.
    bool OnlyPossible = false;
    /// The handle is null. A null value may be all that is left of a handle.
    bool IsNull = false;
  };
  /// Reports a violation of \p R. \p Running is the violated capture, or null
  /// for rules without one.
  virtual void report(Rule R, DiagnosticKind Kind, unsigned Error,
                      const Capture *Running, Details More) = 0;
  void report(Rule R, DiagnosticKind Kind, unsigned Error,
              const Capture *Running) {
    report(R, Kind, Error, Running, Details());
  }

protected:
  ~Reporter() = default;
};

/// Returns how the library's handle that \p Call is given came to its stream.
Reporter::Details boundHere(const ApiCall &Call);

/// Whether a call on tensors does what its row says: it acts on a tensor on a
/// device or, if it copies, copies between a device and the host while the host
/// waits. Returns nullopt if that is unknown, and true if the call is not about
/// tensors.
std::optional<bool> concernsDevice(const ApiCall &Call);

/// Returns the verdict on a call that \p Row calls unsafe, in a capture of this
/// mode.
Verdict unsafeVerdict(const ApiRow &Row, CaptureMode Mode);

/// Whether a Global capture of another thread prohibits the call.
bool isUnsafeBesideGlobal(const ApiCall &Call, const State &S,
                          const Universe &U);

/// Whether a Global capture of another thread prohibits a call with this row in
/// some cases at least.
bool mayBeUnsafeBesideGlobal(const ApiRow &Row);

/// Returns the mode of a capture or thread, if it is known.
std::optional<CaptureMode> knownMode(const State &S, const Value &Mode);

/// Whether the program keeps \p Stream in a global, or in the object whose
/// member function is run, while the caller captures the streams that it hands
/// over.
bool isKeptApart(const Universe &U, const Capture &C, const Value &Stream);

/// Whether any participant of the capture is a blocking stream: Error if one is
/// known to be blocking, Ok if none is, and Unknown otherwise.
Verdict capturesBlockingStream(const State &S, const Capture &C);

void checkUnsafeCall(const ApiCall &Call, const State &S, const Universe &U,
                     Reporter &R);
void checkSynchronization(const ApiCall &Call, const State &S, Reporter &R);
void checkLegacyStream(const ApiCall &Call, const State &S, Reporter &R);
void checkUnsupportedOperation(const ApiCall &Call, const State &S,
                               Reporter &R);
void checkEscapedWork(const ApiCall &Call, const State &S, const Universe &U,
                      Reporter &R);
void checkUnbalanced(const ApiCall &Call, const State &S, const Universe &U,
                     Reporter &R);
void checkUnjoinedStream(const ApiCall &Call, const State &S, const Universe &U,
                         Reporter &R);
void checkIsolation(const ApiCall &Call, const State &S, const Universe &U,
                    Reporter &R);
void checkUseAfterDestroy(const ApiCall &Call, const State &S, Reporter &R);
void checkInvalidHandle(const ApiCall &Call, const State &S, const Universe &U,
                        Reporter &R);
/// \p HandedOver is the place where the driver is given the function that makes
/// the call.
void checkHostCallback(const ApiCall &Call, const Site &HandedOver,
                       Reporter &R);
void checkHostEffect(const ApiCall &Call, const State &S, const Universe &U,
                     const HostValues &Drawn, Reporter &R);
void checkUncheckedResult(const ApiCall &Call, const State &S,
                          const Universe &U, Reporter &R);

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_RULES_H
