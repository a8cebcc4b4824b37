//===- Harness.cpp - Cases, and how one is run ----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <unistd.h>

using namespace oracle;

Backend::~Backend() = default;

std::vector<Call> &oracle::table() {
  static std::vector<Call> Table;
  return Table;
}

//===--- The record -------------------------------------------------------===//

/// Not through stdio: a line must be out before the next call is made.
static void writeLine(const std::string &Line) {
  std::string Text = Line + "\n";
  size_t Done = 0;
  while (Done < Text.size()) {
    ssize_t N = write(STDOUT_FILENO, Text.data() + Done, Text.size() - Done);
    if (N <= 0)
      _exit(4);
    Done += size_t(N);
  }
}

static std::string text(Code C) {
  return std::to_string(C.Number) + " " + (C.Name ? C.Name : "");
}

void oracle::record(const char *Key, const std::string &Value) {
  writeLine(std::string(Key) + " " + Value);
}
void oracle::record(const char *Key, Code C) { record(Key, text(C)); }
void oracle::step(const char *Name, Code C) {
  record("step", Name + (" " + text(C)));
}
void oracle::fact(const char *Name, const std::string &Value) {
  record("fact", Name + (" " + Value));
}

//===--- Cases ------------------------------------------------------------===//

static const char *name(Mode M) {
  switch (M) {
  case Mode::None:
    return "none";
  case Mode::Global:
    return "global";
  case Mode::ThreadLocal:
    return "thread-local";
  case Mode::Relaxed:
    return "relaxed";
  }
  return "";
}

static const char *name(Origin O) {
  switch (O) {
  case Origin::Blocking:
    return "blocking";
  case Origin::NonBlocking:
    return "nonblocking";
  case Origin::PerThread:
    return "per-thread";
  }
  return "";
}

static const char *name(Thread T) {
  return T == Thread::Same ? "same" : "other";
}

static const char *name(State S) {
  switch (S) {
  case State::None:
    return "-";
  case State::OriginStream:
    return "origin";
  case State::ForkedStream:
    return "forked";
  case State::BlockingStream:
    return "blocking";
  case State::NonBlockingStream:
    return "nonblocking";
  case State::LegacyStream:
    return "legacy";
  case State::PerThreadStream:
    return "per-thread";
  case State::NeverRecorded:
    return "never";
  case State::Complete:
    return "complete";
  case State::Pending:
    return "pending";
  case State::Captured:
    return "captured";
  case State::External:
    return "external";
  }
  return "";
}

namespace {

struct Case {
  const Call *C;
  Mode M;
  Origin O;
  Thread T;
  State S;

  std::string id() const {
    std::string Id = C->Api;
    if (*C->Variant)
      Id += std::string(":") + C->Variant;
    return Id + "/" + name(M) + "/" + name(O) + "/" + name(T) + "/" + name(S);
  }

  /// The cases that say most come first, in case time runs out.
  unsigned rank() const {
    if (T == Thread::Same && O == Origin::NonBlocking &&
        (M == Mode::None || M == Mode::Global))
      return 0;
    if (O == Origin::PerThread || M == Mode::ThreadLocal)
      return 2;
    return 1;
  }
};

/// One choice of begin mode, origin stream and calling thread.
struct Cell {
  Mode M;
  Origin O;
  Thread T;
};

} // namespace

/// The cells that a call is asked in. \p Main is false for the states of an
/// argument other than being part of the capture: there fewer cells tell all,
/// and what the call does without a capture is known already.
static std::vector<Cell> cells(unsigned Density, bool Main) {
  constexpr Origin N = Origin::NonBlocking, B = Origin::Blocking;
  constexpr Thread Same = Thread::Same, Other = Thread::Other;
  if (!Main) {
    if (Density != Full)
      return {{Mode::Global, N, Same}};
    return {{Mode::Global, N, Same},
            {Mode::Relaxed, N, Same},
            {Mode::Global, B, Same},
            {Mode::Global, N, Other}};
  }
  if (Density == Brief)
    return {{Mode::None, N, Same}, {Mode::Global, N, Same}};
  if (Density == Standard)
    return {{Mode::None, N, Same},
            {Mode::Global, N, Same},
            {Mode::Relaxed, N, Same},
            {Mode::Global, B, Same},
            {Mode::Global, N, Other}};
  // A per-thread origin is a blocking stream.
  std::vector<Cell> Result = {{Mode::None, N, Same}, {Mode::None, B, Same}};
  for (Mode M : {Mode::Global, Mode::ThreadLocal, Mode::Relaxed})
    for (Origin O : {N, B, Origin::PerThread})
      for (Thread T : {Same, Other})
        Result.push_back({M, O, T});
  return Result;
}

static std::vector<State> states(unsigned Argument) {
  switch (Argument) {
  case StreamArgument:
    return {State::OriginStream,   State::ForkedStream,
            State::BlockingStream, State::NonBlockingStream,
            State::LegacyStream,   State::PerThreadStream};
  case EventArgument:
    return {State::Captured, State::NeverRecorded, State::Complete,
            State::Pending, State::External};
  case ImpliedLegacyStream:
    return {State::LegacyStream};
  case ImpliedPerThreadStream:
    return {State::PerThreadStream};
  default:
    return {State::None};
  }
}

static std::vector<Case> cases() {
  std::vector<Case> Result;
  for (const Call &C : table()) {
    std::vector<State> States = states(C.Cases & ArgumentMask);
    for (State S : States)
      for (const Cell &X : cells(C.Cases & DensityMask, S == States.front())) {
        bool Main = S == States.front();
        // cudaStreamPerThread is the origin, but another stream in another
        // thread.
        bool IsOrigin = X.O == Origin::PerThread && X.T == Thread::Same;
        if (X.O == Origin::PerThread && !IsOrigin && S == State::OriginStream)
          continue;
        if (IsOrigin && S == State::PerThreadStream) {
          if (!Main)
            continue;
          Result.push_back({&C, X.M, X.O, X.T, State::OriginStream});
          continue;
        }
        Result.push_back({&C, X.M, X.O, X.T, S});
      }
  }
  std::stable_sort(
      Result.begin(), Result.end(),
      [](const Case &A, const Case &B) { return A.rank() < B.rank(); });
  return Result;
}

//===--- Running one ------------------------------------------------------===//

namespace {

/// A thread that is ready for a call before the capture begins.
class OtherThread {
public:
  explicit OtherThread(Backend &B) : Worker([this, &B] { run(B); }) {
    std::unique_lock<std::mutex> L(M);
    Changed.wait(L, [this] { return Ready; });
  }
  ~OtherThread() {
    if (Worker.joinable())
      call({});
  }
  void call(std::function<void()> F) {
    {
      std::lock_guard<std::mutex> L(M);
      Todo = std::move(F);
      Go = true;
    }
    Changed.notify_all();
    Worker.join();
  }

private:
  void run(Backend &B) {
    B.attach();
    std::unique_lock<std::mutex> L(M);
    Ready = true;
    Changed.notify_all();
    Changed.wait(L, [this] { return Go; });
    if (Todo)
      Todo();
  }

  std::mutex M;
  std::condition_variable Changed;
  bool Ready = false, Go = false;
  std::function<void()> Todo;
  std::thread Worker; // Last: it uses the others.
};

} // namespace

/// Marks where the process is, for a record that ends here.
static void phase(const char *Name) { record("phase", Name); }

static void yesNo(const char *Key, bool Value) {
  record(Key, Value ? "true" : "false");
}

/// Everything from the end of the capture on.
static void finish(Backend &B) {
  phase("end");
  record("end", B.end());
  std::string Kinds;
  for (const std::string &Kind : B.nodes())
    Kinds += (Kinds.empty() ? "" : " ") + Kind;
  record("nodes", Kinds);

  phase("drain");
  record("drain", B.drain());
  yesNo("before", B.happened());
  phase("instantiate");
  Code Instantiated = B.instantiate();
  if (Instantiated.Number != NoGraph)
    record("instantiate", Instantiated);
  if (Instantiated.Number)
    return;
  phase("launch");
  record("launch", B.launch());
  yesNo("after", B.happened());
}

static int runCase(Backend &B, const Case &C) {
  phase("setup");
  // Read when the runtime starts.
  if (C.C->Cases & EagerLoading)
    setenv("CUDA_MODULE_LOADING", "EAGER", /*overwrite=*/1);
  if (!B.describe() || !B.open(C.O) || !B.prepare(C.S))
    return 3;
  C.C->Prepare(B);
  bool IsOther = C.T == Thread::Other;
  std::unique_ptr<OtherThread> Other;
  if (IsOther)
    Other = std::make_unique<OtherThread>(B);

  if (C.M != Mode::None) {
    phase("begin");
    Code Begun = B.begin(C.M);
    record("begin", Begun);
    if (Begun.Number)
      return 0;
  }
  phase("enter");
  Code Entered = B.enter(C.S);
  if (Entered.Number) {
    record("enter", Entered);
    return 3;
  }

  phase("call");
  Code Result;
  if (IsOther)
    Other->call([&] { Result = C.C->Invoke(B); });
  else
    Result = C.C->Invoke(B);
  record("code", Result);

  phase("status");
  if (C.M == Mode::None) {
    phase("drain");
    record("drain", B.drain());
    yesNo("before", B.happened());
  } else {
    record("status", B.status());
    phase("leave");
    if (Code Left = B.leave(C.S); Left.Number)
      record("leave", Left);
    finish(B);
  }
  phase("done");
  return 0;
}

//===--- Command line -----------------------------------------------------===//

int oracle::probeMain(int Argc, char **Argv, Backend &B) {
  if (Argc == 2 && !strcmp(Argv[1], "--device"))
    return B.describe() ? 0 : 3;
  if (Argc == 2 && !strcmp(Argv[1], "--list")) {
    std::set<std::string> Ids;
    for (const Case &C : cases()) {
      if (!Ids.insert(C.id()).second) {
        fprintf(stderr, "%s: two cases %s\n", Argv[0], C.id().c_str());
        return 2;
      }
      writeLine(C.id() + "\t" + C.C->Text);
    }
    return 0;
  }
  if (Argc == 3 && !strcmp(Argv[1], "--case")) {
    for (const Case &C : cases())
      if (C.id() == Argv[2]) {
        int Status = runCase(B, C);
        // Not exit(): destructors of libraries may fail after the case.
        fflush(nullptr);
        _exit(Status);
      }
    fprintf(stderr, "%s: no case %s\n", Argv[0], Argv[2]);
    return 2;
  }
  fprintf(stderr, "usage: %s --list | --device | --case ID\n", Argv[0]);
  return 2;
}
