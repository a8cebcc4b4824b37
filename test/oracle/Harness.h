//===- Harness.h - One case of the capture probe ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The probe asks a runtime what it allows while a stream is being captured.
/// Tables (calls/) say which calls there are; the harness makes cases of them:
/// a call, a begin mode, a kind of origin stream, a calling thread and a state
/// of the stream or event that the call is given.
///
/// A probe runs one case and exits (`--case ID`), because a case may hang,
/// crash, or leave its context unusable. It prints what it learns line by line,
/// `key value`, each line written at once: what a case that dies had learnt is
/// not lost, and its last line says where it died.
///
/// This file and Harness.cpp know no CUDA; Backend is what they ask. CUDA's is
/// in CudaProbe.cu; Fake.cpp has one that needs no GPU, to test the harness.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ORACLE_HARNESS_H
#define CUDA_CAPTURE_ORACLE_HARNESS_H

#include <string>
#include <vector>

namespace oracle {

/// The mode that the capture is begun in; None: the call runs with no capture,
/// to know what it returns then.
enum class Mode { None, Global, ThreadLocal, Relaxed };

/// Kind of the stream that the capture begins on.
enum class Origin { Blocking, NonBlocking, PerThread };

/// The thread that makes the call: the one that began the capture, or another.
enum class Thread { Same, Other };

/// State of the stream or event that a call is given.
enum class State {
  /// The call is given neither.
  None,
  // Streams.
  OriginStream,      ///< The origin of the capture.
  ForkedStream,      ///< Joined the capture by waiting for one of its events.
  BlockingStream,    ///< Idle, created with default flags, not capturing.
  NonBlockingStream, ///< Idle, created with the non-blocking flag.
  LegacyStream,      ///< cudaStreamLegacy.
  PerThreadStream,   ///< cudaStreamPerThread of the calling thread.
  // Events.
  NeverRecorded,
  Complete, ///< Recorded before the capture; done.
  Pending,  ///< Recorded before the capture behind work that still runs.
  Captured, ///< Last recorded in the capture.
  External, ///< Recorded in the capture with cudaEventRecordExternal.
};

/// What a call of the tables is given, and how finely it is asked.
enum Matrix : unsigned {
  // What it is given: the harness adds the states to the cases.
  StreamArgument = 1,
  EventArgument = 2,
  /// No stream, which means stream 0: the legacy default stream.
  ImpliedLegacyStream = 3,
  /// Likewise, in code for which stream 0 is the per-thread default stream.
  ImpliedPerThreadStream = 32,
  ArgumentMask = 35,
  // How many cases: see cases() in Harness.cpp.
  Brief = 0,    ///< Calls of which nothing is expected but success.
  Standard = 4, ///< Most calls.
  Full = 8,     ///< Every mode, origin and thread: the rules hang on them.
  DensityMask = 12,
  /// With CUDA_MODULE_LOADING=EAGER; without it the default (lazy) holds.
  EagerLoading = 16,
};

/// A return code and its name, as the API spells it.
struct Code {
  int Number = 0;
  const char *Name = "";
};

/// No code of an API: there was nothing to make the call with.
constexpr int NoGraph = -1;

class Backend;

/// One row of a table.
struct Call {
  /// Name in the knowledge base: a function, or "launch" for a kernel launch.
  const char *Api;
  /// Tells calls of one API apart; "" for the plain one. No '/' and no space.
  const char *Variant;
  unsigned Cases; ///< Matrix.
  void (*Prepare)(Backend &);
  Code (*Invoke)(Backend &);
  /// Source text of the call.
  const char *Text;
};

/// The table of this program. Files of calls/ add to it before main().
std::vector<Call> &table();

struct AddCalls {
  template <unsigned N> explicit AddCalls(const Call (&Calls)[N]) {
    table().insert(table().end(), Calls, Calls + N);
  }
};

/// Prints one line of the record of this case.
void record(const char *Key, const std::string &Value);
/// Prints `Key NUMBER NAME`.
void record(const char *Key, Code C);
/// Prints `step NAME NUMBER CODENAME`: a step of a call that is several.
void step(const char *Name, Code C);
/// Prints `fact NAME VALUE`: something learnt that is no return code.
void fact(const char *Name, const std::string &Value);

/// What the harness asks of a runtime. Every function is called in the order of
/// declaration, in the capturing thread unless said otherwise.
class Backend {
public:
  virtual ~Backend();

  /// Records the device: keys `device`, `capability`, `driver`, `runtime`.
  /// Returns false, having said why on stderr, if there is none to ask.
  virtual bool describe() = 0;
  /// Makes what every case needs. False: the case cannot be run; said why.
  virtual bool open(Origin O) = 0;
  /// Lets this thread make calls; called in the other thread, before begin().
  virtual void attach() = 0;
  /// Makes the argument of the call, as far as that is done before the capture.
  virtual bool prepare(State S) = 0;
  virtual Code begin(Mode M) = 0;
  /// The rest of prepare(): what happens inside the capture.
  virtual Code enter(State S) = 0;
  /// The name of the origin's capture status: none, active or invalidated.
  virtual std::string status() = 0;
  /// Undoes enter(), so that the capture can end: joins a forked stream.
  virtual Code leave(State S) = 0;
  virtual Code end() = 0;
  /// Kinds of the graph's nodes, in order; empty without a graph.
  virtual std::vector<std::string> nodes() = 0;
  /// Waits for all work that was not captured.
  virtual Code drain() = 0;
  /// Whether the call's work was done since the last time this was asked.
  virtual bool happened() = 0;
  /// NoGraph if the capture left none.
  virtual Code instantiate() = 0;
  /// Launches the graph and waits for it.
  virtual Code launch() = 0;
};

/// main() of every probe. `--list`: the cases, one a line, as `ID<tab>TEXT`, in
/// the order in which they are worth running; `--device`: the device;
/// `--case ID`: runs it. Exit code 0 if the case was run, whatever was learnt,
/// 2 for bad usage, 3 if the case could not be set up.
int probeMain(int Argc, char **Argv, Backend &B);

} // namespace oracle

#endif // CUDA_CAPTURE_ORACLE_HARNESS_H
