//===- Fake.cpp - A runtime of our own, to test the harness ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A probe that needs no GPU. Its answers say nothing about CUDA: it knows as
/// many rules as the tests of harness and runner need, and calls that
/// misbehave in each way that they must survive.
///
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <unistd.h>

using namespace oracle;

namespace {

constexpr Code Success = {0, "fakeSuccess"};
constexpr Code Refused = {900, "fakeErrorStreamCaptureUnsupported"};

class FakeBackend : public Backend {
public:
  /// A call that the documented rule calls potentially unsafe.
  Code unsafe() {
    bool InOwnThread = std::this_thread::get_id() == Owner;
    if (M == Mode::Global || (M == Mode::ThreadLocal && InOwnThread)) {
      Invalid = true;
      return Refused;
    }
    return Success;
  }
  /// Work for the argument: captured if that stream captures, else done.
  Code work() {
    bool Captures = M != Mode::None && (Argument == State::None ||
                                        Argument == State::OriginStream ||
                                        Argument == State::ForkedStream);
    if (Captures)
      Kinds.push_back("kernel");
    else
      Done = true;
    return Success;
  }
  void doNow() { Done = true; }
  Code waitForEvent() {
    if (M == Mode::None || Argument != State::Captured)
      return unsafe();
    Invalid = true;
    return {907, "fakeErrorCapturedEvent"};
  }
  bool IsSetUp = true, DiesAtEnd = false;

  bool describe() override {
    const char *Name = getenv("FAKE_DEVICE");
    if (Name && !*Name)
      return false;
    record("device", Name ? Name : "Fake GPU");
    record("capability", "0.0");
    record("driverApi", "0");
    record("runtime", "0");
    return true;
  }
  bool open(Origin) override {
    Owner = std::this_thread::get_id();
    return true;
  }
  void attach() override {}
  bool prepare(State S) override {
    Argument = S;
    return true;
  }
  Code begin(Mode Begun) override {
    M = Begun;
    return Success;
  }
  Code enter(State) override { return Success; }
  std::string status() override { return Invalid ? "invalidated" : "active"; }
  Code leave(State) override { return Success; }
  Code end() override {
    if (DiesAtEnd)
      raise(SIGSEGV);
    return Invalid ? Code{901, "fakeErrorStreamCaptureInvalidated"} : Success;
  }
  std::vector<std::string> nodes() override { return Kinds; }
  Code drain() override { return Success; }
  bool happened() override {
    bool Result = Done;
    Done = false;
    return Result;
  }
  Code instantiate() override {
    return Invalid ? Code{NoGraph, "no graph"} : Success;
  }
  Code launch() override {
    Done = !Kinds.empty();
    return Success;
  }

private:
  Mode M = Mode::None;
  State Argument = State::None;
  std::thread::id Owner;
  bool Invalid = false, Done = false;
  std::vector<std::string> Kinds;
};

} // namespace

static FakeBackend &fake(Backend &B) { return static_cast<FakeBackend &>(B); }
static void nothing(Backend &) {}

#define FAKE(NAME, CASES, PREPARE, ...)                                        \
  {                                                                            \
    NAME, "", CASES, PREPARE,                                                  \
        [](Backend &B) -> Code {                                               \
          (void)B;                                                             \
          __VA_ARGS__;                                                         \
        },                                                                     \
        #__VA_ARGS__                                                           \
  }

static const Call Calls[] = {
    FAKE("fakeQuery", Brief, nothing, return Success),
    FAKE("fakeMalloc", Full, nothing, return fake(B).unsafe()),
    FAKE("fakeLaunch", StreamArgument | Standard, nothing,
         return fake(B).work()),
    FAKE("fakeEventSynchronize", EventArgument | Full, nothing,
         return fake(B).waitForEvent()),
    FAKE("fakeBoth", Full, nothing, fake(B).doNow(); return fake(B).work()),
    FAKE("fakeSteps", Brief, nothing, step("first", Success);
         step("second", Refused); fact("colour", "blue"); return Success),
    FAKE("fakeSlow", Brief, nothing,
         std::this_thread::sleep_for(std::chrono::milliseconds(200));
         return Success),
    FAKE("fakeHang", Brief, nothing, for (;;) pause()),
    // Survives SIGTERM, and so does its child.
    FAKE("fakeStubborn", Brief, nothing, signal(SIGTERM, SIG_IGN);
         (void)!fork(); for (;;) pause()),
    FAKE("fakeCrash", Standard, nothing, raise(SIGSEGV); return Success),
    FAKE("fakeAbort", Brief, nothing, abort()),
    FAKE("fakeExit", Brief, nothing, _exit(0)),
    FAKE("fakeExitWithCode", Brief, nothing, _exit(7)),
    FAKE("fakeNoise", Brief, nothing, record("", ""); record("}{", "\"\x01");
         record("code", "many"); return Success),
    FAKE("fakeFlood", Brief, nothing,
         for (;;) record("fact", "noise " + std::string(1 << 20, 'x'))),
    FAKE(
        "fakeEndsBadly", Brief, [](Backend &B) { fake(B).DiesAtEnd = true; },
        return Success),
    FAKE(
        "fakeUnprepared", Brief,
        [](Backend &) {
          record("setup-failed", "pool: 2 fakeErrorMemoryAllocation");
          _exit(3);
        },
        return Success),
};

static AddCalls Added(Calls);

int main(int Argc, char **Argv) {
  static FakeBackend Backend;
  return probeMain(Argc, Argv, Backend);
}
