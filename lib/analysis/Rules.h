//===- Rules.h - The rules of capture, one function each --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A rule looks at one API call in the state before it and reports what it
/// forbids. Rules change no state.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_RULES_H
#define CUDA_CAPTURE_ANALYSIS_RULES_H

#include "Finding.h"

namespace cuda_capture::analysis {

/// Runtime error numbers that rules themselves decide on (driver_types.h);
/// all others come from rows.
enum : unsigned {
  NoDocumentedError = 0,
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
  /// The thread that makes it; see CallTree::threadOf.
  Context Thread;
  ir::Name Callee;
  std::vector<Value> Args;
  /// By argument: what a pointer to a handle points at, before the call.
  std::vector<std::optional<Value>> Pointees;
  /// The stream that a library's handle among them is bound to, if that is
  /// known, and how it came to be so.
  std::optional<Binding> Bound = {};
  /// The thread was started by another one that is looked at.
  bool Spawned = false;
  /// The stream, if that is a field of a structure.
  std::optional<Value> InStructure = {};

  /// The same call, in the case that \p Actual describes.
  ApiCall in(const ApiRow &Actual) && {
    return {Actual, Fam,     PerThread,       At,
            Thread, Callee,  std::move(Args), std::move(Pointees),
            Bound,  Spawned, InStructure};
  }

  /// Value of the first argument with this role and access; nullopt if the
  /// row has none, or the call passes fewer arguments.
  std::optional<Value> arg(Role R, Access A = Access::In) const;
  /// Like arg, for streams: the null stream is resolved to the legacy or the
  /// per-thread stream, and the latter to that of the thread. Work that is
  /// given a library's handle and no stream goes to the stream of that.
  std::optional<Value> stream(Access A = Access::In) const;
  Value normalizedStream(Value V) const;
  bool onLegacyStream() const;
  /// Whether a library's handle says which stream the work goes to.
  bool throughHandle() const;
};

/// Symbols that stand for random numbers and times which the host made while a
/// capture ran: what, where, and the begin of that capture.
struct DrawnValue {
  HostValue What;
  Site At;
  Site Begin;
};
using HostValues = llvm::DenseMap<SymbolId, DrawnValue>;

/// Whether \p Stream is the per-thread default stream of some thread.
bool isPerThreadStream(const Value &Stream);

/// Streams, events, graphs and the like, which are created and destroyed.
bool isHandle(Role R);

/// Whether \p V, an argument of role \p R, is a variable that no call has
/// created a handle in.
bool isNeverCreated(const Universe &U, const Value &V, Role R);

/// Takes what a rule found. Decides whether it is certain enough.
class Reporter {
public:
  struct Details {
    /// How the handle was destroyed, if that is the problem.
    const Destruction *Destroyed = nullptr;
    /// The argument that the finding is about.
    std::optional<unsigned> HandleArg;
    std::vector<std::pair<Relation, Site>> Related;
    /// The finding does not hold if on some path a loop takes this stream into
    /// the capture, or joins it.
    std::optional<Value> UnlessInLoop;
    /// The finding does not hold if on some path a loop joins this stream; if a
    /// loop takes it into the capture, if anything may.
    std::optional<Value> UnlessJoined = std::nullopt;
    /// A condition from an unknown call, or a setting of the program, may be a
    /// guard against it.
    bool UnlessGuarded = false;
    /// The finding does not hold if another function of the program takes this
    /// stream into captures.
    std::optional<Value> UnlessForkedElsewhere = std::nullopt;
    /// It rests on what is not known.
    bool OnlyPossible = false;
    /// The handle is null, which may be all that is left of one.
    bool IsNull = false;
  };
  /// \p Running: the violated capture, null for rules without one.
  virtual void report(Rule R, DiagnosticKind Kind, unsigned Error,
                      const Capture *Running, Details More) = 0;
  void report(Rule R, DiagnosticKind Kind, unsigned Error,
              const Capture *Running) {
    report(R, Kind, Error, Running, Details());
  }

protected:
  ~Reporter() = default;
};

/// How the library's handle that \p Call is given came to its stream.
Reporter::Details boundHere(const ApiCall &Call);

/// Whether a call that is about tensors does what its row says: to one on a
/// device, or, if it copies, between a device and the host, while the host
/// waits. nullopt if that is not known; true if it is not about tensors.
std::optional<bool> concernsDevice(const ApiCall &Call);

/// Verdict on a call that \p Row calls unsafe, in a capture of this mode.
Verdict unsafeVerdict(const ApiRow &Row, CaptureMode Mode);

/// Whether a Global capture of another thread prohibits the call.
bool isUnsafeBesideGlobal(const ApiCall &Call, const State &S,
                          const Universe &U);

/// The mode of a capture or thread, if it is known.
std::optional<CaptureMode> knownMode(const State &S, const Value &Mode);

/// Whether \p Stream is kept by the program, in a global or in the object whose
/// member function is run, while the caller captures what it hands over.
bool isKeptApart(const Universe &U, const Capture &C, const Value &Stream);

/// Whether any participant of the capture is a blocking stream: Error if one
/// is known to be, Ok if none is, else Unknown.
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
/// \p HandedOver: where the driver is given the function that makes the call.
void checkHostCallback(const ApiCall &Call, const Site &HandedOver,
                       Reporter &R);
void checkHostEffect(const ApiCall &Call, const State &S, const Universe &U,
                     const HostValues &Drawn, Reporter &R);
void checkUncheckedResult(const ApiCall &Call, const State &S, Reporter &R);

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_RULES_H
