//===- ReconcileTest.cpp - Tests of rows against measurements -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reconcile.h"
#include "Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cuda_capture;

namespace {

using Mode = MeasuredMode;
using Origin = MeasuredOrigin;
using State = MeasuredState;

MeasuredCase make(Mode M, Origin O = Origin::NonBlocking, State S = State::None,
                  bool OtherThread = false) {
  MeasuredCase C;
  C.Api = "f";
  C.Mode = M;
  C.Origin = O;
  C.State = S;
  C.OtherThread = OtherThread;
  C.Outcome = "ok";
  return C;
}

/// "allowed", "rejected NUMBER" or "unknown".
std::string predicted(const ApiRow &Row, const MeasuredCase &C) {
  Prediction P = predict(Row, C);
  switch (P.Outcome) {
  case Prediction::Unknown:
    return "unknown";
  case Prediction::Allowed:
    EXPECT_EQ(P.Invalidates, Verdict::Ok);
    return "allowed";
  case Prediction::Rejected:
    EXPECT_EQ(P.Invalidates, Row.Invalidates);
    return "rejected " + std::to_string(P.Error);
  }
  return "";
}

constexpr Mode Modes[] = {Mode::Global, Mode::ThreadLocal, Mode::Relaxed};
constexpr Origin Origins[] = {Origin::Blocking, Origin::NonBlocking,
                              Origin::PerThread};

ApiRow row(ApiClass Class, WaitScope Waits = WaitScope::None) {
  ApiRow R;
  R.Class = Class;
  R.Waits = Waits;
  R.Error = 907;
  R.Invalidates = Verdict::Error;
  return R;
}

} // namespace

//===--- What a row says --------------------------------------------------===//

TEST(Predict, NothingWithoutCapture) {
  for (ApiClass C : {ApiClass::Neutral, ApiClass::Unsafe, ApiClass::Captured,
                     ApiClass::Unsupported, ApiClass::LegacyImplicit})
    EXPECT_EQ(predicted(row(C), make(Mode::None)), "unknown");
}

TEST(Predict, ClassesThatDoNotDependOnTheMode) {
  for (Mode M : Modes) {
    EXPECT_EQ(predicted(row(ApiClass::Neutral), make(M)), "allowed");
    EXPECT_EQ(predicted(row(ApiClass::Control), make(M)), "unknown");
    EXPECT_EQ(predicted(row(ApiClass::Unknown), make(M)), "unknown");
    EXPECT_EQ(
        predicted(row(ApiClass::LegacyImplicit), make(M, Origin::Blocking)),
        "rejected 906");
    for (Origin O : {Origin::NonBlocking, Origin::PerThread})
      EXPECT_EQ(predicted(row(ApiClass::LegacyImplicit), make(M, O)),
                "unknown");
  }
}

TEST(Predict, Unsafe) {
  ApiRow R = row(ApiClass::Unsafe);
  auto In = [&](Mode M, bool Other) {
    return predicted(R, make(M, Origin::NonBlocking, State::None, Other));
  };
  EXPECT_EQ(In(Mode::Global, false), "rejected 900");
  EXPECT_EQ(In(Mode::Global, true), "rejected 900");
  EXPECT_EQ(In(Mode::ThreadLocal, false), "rejected 900");
  EXPECT_EQ(In(Mode::ThreadLocal, true), "allowed");
  EXPECT_EQ(In(Mode::Relaxed, false), "allowed");
  EXPECT_EQ(In(Mode::Relaxed, true), "allowed");
}

TEST(Predict, ModesOfTheRowWinInTheSameThread) {
  ApiRow R = row(ApiClass::Unsafe);
  R.ModeOverride[0] = Verdict::Ok;
  R.ModeOverride[1] = Verdict::Unknown;
  R.ModeOverride[2] = Verdict::Error;
  EXPECT_EQ(predicted(R, make(Mode::Global)), "allowed");
  EXPECT_EQ(predicted(R, make(Mode::ThreadLocal)), "unknown");
  EXPECT_EQ(predicted(R, make(Mode::Relaxed)), "rejected 907");
  EXPECT_EQ(predicted(R, make(Mode::Relaxed, Origin::NonBlocking, State::None,
                              /*OtherThread=*/true)),
            "allowed");
  // Only where the class applies.
  R = row(ApiClass::Unsupported);
  R.ModeOverride[2] = Verdict::Error;
  EXPECT_EQ(
      predicted(R, make(Mode::Relaxed, Origin::Blocking, State::NonBlocking)),
      "allowed");
}

TEST(Predict, Captured) {
  ApiRow R = row(ApiClass::Captured);
  auto On = [&](State S, Origin O = Origin::NonBlocking, bool Other = false) {
    return predicted(R, make(Mode::Relaxed, O, S, Other));
  };
  for (State S : {State::None, State::Origin, State::Forked}) {
    EXPECT_EQ(On(S), "allowed");
    EXPECT_EQ(On(S, Origin::Blocking), "allowed");
    EXPECT_EQ(On(S, Origin::NonBlocking, true), "allowed");
  }
  for (State S : {State::Blocking, State::NonBlocking, State::PerThread})
    EXPECT_EQ(On(S), "unknown");
  EXPECT_EQ(On(State::Legacy, Origin::Blocking), "rejected 906");
  EXPECT_EQ(On(State::Legacy, Origin::NonBlocking), "unknown");
  EXPECT_EQ(On(State::Legacy, Origin::PerThread), "unknown");
  // The per-thread stream of another thread takes no part.
  EXPECT_EQ(On(State::Origin, Origin::PerThread), "allowed");
  EXPECT_EQ(On(State::None, Origin::PerThread, true), "unknown");
  EXPECT_EQ(On(State::PerThread, Origin::PerThread), "allowed");
  EXPECT_EQ(On(State::PerThread, Origin::PerThread, true), "unknown");
}

TEST(Predict, CapturedEvents) {
  ApiRow Record = row(ApiClass::Captured), Wait = Record, Other = Record;
  Record.Eff = Effect::RecordEvent;
  Wait.Eff = Effect::WaitEvent;
  for (State S : {State::Never, State::Complete, State::Pending,
                  State::Captured, State::External}) {
    MeasuredCase C = make(Mode::Global, Origin::NonBlocking, S);
    EXPECT_EQ(predicted(Record, C), "allowed");
    EXPECT_EQ(predicted(Wait, C), S == State::Captured ? "allowed" : "unknown");
    EXPECT_EQ(predicted(Other, C), "unknown");
  }
}

TEST(Predict, Conflicts) {
  for (bool Other : {false, true})
    for (Mode M : Modes) {
      auto On = [&](WaitScope W, State S, Origin O = Origin::NonBlocking) {
        ApiRow R = row(ApiClass::Conflicts, W);
        R.Otherwise = ApiClass::Unsafe;
        return predicted(R, make(M, O, S, Other));
      };
      std::string Unsafe =
          predicted(row(ApiClass::Unsafe),
                    make(M, Origin::NonBlocking, State::None, Other));
      for (State S : {State::None, State::Legacy, State::Never})
        EXPECT_EQ(On(WaitScope::Device, S), "rejected 907");
      EXPECT_EQ(On(WaitScope::Device, State::Legacy, Origin::Blocking),
                "rejected 907");

      for (State S : {State::Origin, State::Forked})
        EXPECT_EQ(On(WaitScope::Stream, S), "rejected 907");
      for (State S : {State::Blocking, State::NonBlocking, State::Legacy,
                      State::PerThread})
        EXPECT_EQ(On(WaitScope::Stream, S), Unsafe);
      EXPECT_EQ(On(WaitScope::Stream, State::Legacy, Origin::Blocking),
                "rejected 906");
      // Whichever stream that call waited for.
      EXPECT_EQ(On(WaitScope::Stream, State::None), "unknown");

      EXPECT_EQ(On(WaitScope::Event, State::Captured), "rejected 907");
      for (State S : {State::None, State::Never, State::Complete,
                      State::Pending, State::External})
        EXPECT_EQ(On(WaitScope::Event, S), Unsafe);
    }
}

TEST(Predict, Unsupported) {
  for (Mode M : Modes) {
    auto On = [&](State S, Origin O = Origin::NonBlocking) {
      return predicted(row(ApiClass::Unsupported), make(M, O, S));
    };
    for (State S : {State::None, State::Origin, State::Forked})
      EXPECT_EQ(On(S), "rejected 907");
    for (State S : {State::Blocking, State::NonBlocking, State::Legacy})
      EXPECT_EQ(On(S), "allowed");
    EXPECT_EQ(On(State::Legacy, Origin::Blocking), "rejected 906");
  }
}

TEST(Predict, NothingThatTheRowLeavesOpen) {
  ApiRow R = row(ApiClass::Unsupported);
  R.Error = 0;
  R.Invalidates = Verdict::Unknown;
  Prediction P = predict(R, make(Mode::Relaxed));
  EXPECT_EQ(P.Outcome, Prediction::Rejected);
  EXPECT_EQ(P.Error, 0u);
  EXPECT_EQ(P.Invalidates, Verdict::Unknown);
}

TEST(Predict, EveryCaseOfEveryRowHasAnAnswer) {
  auto KB = KnowledgeBase::embedded();
  ASSERT_TRUE(bool(KB)) << toString(KB.takeError());
  for (const ApiRow &Row : (*KB)->rows())
    for (Mode M : Modes)
      for (Origin O : Origins)
        for (unsigned S = 0; S <= unsigned(State::External); ++S)
          for (bool Other : {false, true}) {
            Prediction P = predict(Row, make(M, O, State(S), Other));
            if (P.Outcome != Prediction::Rejected) {
              EXPECT_EQ(P.Error, 0u);
            }
            if (Row.Class == ApiClass::Unknown) {
              EXPECT_EQ(P.Outcome, Prediction::Unknown);
            }
          }
}

//===--- The comparison ---------------------------------------------------===//

namespace {

/// Rows of each class and cases to compare them with.
class Reconcile : public testing::Test {
protected:
  void SetUp() override {
    Folder F;
    auto Loaded = KnowledgeBase::load(
        F.write("kb.json",
                R"({"codes": [{"number": 900, "runtime": "rtUnsupported",
                       "driver": "DRV_UNSUPPORTED"},
                      {"number": 906, "runtime": "rtImplicit"},
                      {"number": 907, "runtime": "rtCaptured"}],
            "suffixes": [{"suffix": "_ptds", "perThreadDefaultStream": true}],
            "rows": [)" +
                    std::string(Begin) + R"(,
        {"names": {"runtime": ["neutral"]}, "class": "neutral",
         "confidence": "high"},
        {"names": {"runtime": ["unsafe"], "driver": ["drvUnsafe"]},
         "class": "unsafe", "error": 900, "invalidates": "yes",
         "confidence": "high"},
        {"names": {"runtime": ["legacy"]}, "class": "legacy-implicit",
         "error": 906, "invalidates": "yes", "confidence": "high"},
        {"names": {"runtime": ["mystery"]}, "class": "unknown",
         "params": ["stream"], "confidence": "low"},
        {"names": {"runtime": ["riddle"]}, "class": "unknown",
         "confidence": "low"},
        {"construct": "launch", "class": "captured", "params": ["stream"],
         "confidence": "high"}]})"));
    ASSERT_TRUE(bool(Loaded)) << toString(Loaded.takeError());
    KB = *Loaded;
    All.emplace_back().File = "m.json";
  }

  MeasuredCase &add(StringRef Api, Mode M, int Code,
                    Origin O = Origin::NonBlocking, State S = State::None,
                    bool OtherThread = false) {
    MeasuredCase C = make(M, O, S, OtherThread);
    C.Api = Api.str();
    C.Code = Code;
    if (Code)
      C.CodeName = "code" + std::to_string(Code);
    if (M != Mode::None)
      C.Status = Code ? "invalidated" : "active";
    All.back().Cases.push_back(C);
    return All.back().Cases.back();
  }

  Reconciliation run() { return reconcile(*KB, All); }

  std::shared_ptr<const KnowledgeBase> KB;
  std::deque<Measurement> All;
};

} // namespace

TEST_F(Reconcile, Agreement) {
  add("unsafe", Mode::None, 0);
  add("unsafe", Mode::Global, 900);
  add("unsafe", Mode::Relaxed, 0);
  Reconciliation R = run();
  EXPECT_TRUE(R.Differences.empty()) << join(R.Differences, "\n");
  EXPECT_EQ(R.RowsAgree, 1u);
  EXPECT_EQ(R.RowsDiffer, 0u);
  EXPECT_EQ(R.RowsNotMeasured, 6u);
  EXPECT_EQ(R.CasesAgree, 2u);
}

TEST_F(Reconcile, DifferencesAreSortedAndPerSpelling) {
  for (const char *Api : {"unsafe", "drvUnsafe", "neutral"})
    add(Api, Mode::None, 0);
  add("unsafe", Mode::Relaxed, 900);
  add("unsafe", Mode::Global, 0);
  add("unsafe", Mode::ThreadLocal, 907);
  add("drvUnsafe", Mode::Global, 0, Origin::NonBlocking, State::None, true);
  add("neutral", Mode::Global, 0).Status = "invalidated";
  add("unsafe", Mode::Global, 900, Origin::Blocking).Status = "active";
  Reconciliation R = run();
  EXPECT_EQ(
      join(R.Differences, "\n"),
      "kb row drvUnsafe (class unsafe): global/nonblocking/other: expected 900 "
      "DRV_UNSUPPORTED, measured success, capture active [m.json]\n"
      "kb row neutral (class neutral): global/nonblocking/same: expected "
      "capture active, measured success, capture invalidated [m.json]\n"
      "kb row unsafe (class unsafe): global/blocking/same: expected capture "
      "invalidated, measured 900 code900, capture active [m.json]\n"
      "kb row unsafe (class unsafe): global/nonblocking/same: expected 900 "
      "rtUnsupported, measured success, capture active [m.json]\n"
      "kb row unsafe (class unsafe): thread-local/nonblocking/same: expected "
      "900 rtUnsupported, measured 907 code907, capture invalidated [m.json]\n"
      "kb row unsafe (class unsafe): relaxed/nonblocking/same: expected "
      "success, measured 900 code900, capture invalidated [m.json]");
  EXPECT_EQ(R.RowsDiffer, 2u);
  EXPECT_EQ(R.CasesDiffer, 6u);
}

TEST_F(Reconcile, AStatusThatIsNotKnownSaysNothing) {
  add("unsafe", Mode::None, 0);
  for (const char *Status : {"", "unknown", "error-709"}) {
    add("unsafe", Mode::Global, 900).Status = Status;
    add("unsafe", Mode::Relaxed, 0).Status = Status;
  }
  EXPECT_EQ(run().CasesAgree, 6u);
  add("unsafe", Mode::Relaxed, 0).Status = "none";
  Reconciliation R = run();
  ASSERT_EQ(R.Differences.size(), 1u);
  EXPECT_HAS(R.Differences[0], "expected capture active, measured success, "
                               "capture none");
}

TEST_F(Reconcile, VariantsStatesAndLaunches) {
  add("launch", Mode::None, 0).Variant = "big";
  add("launch", Mode::Global, 900).Variant = "big";
  add("launch", Mode::None, 0, Origin::NonBlocking, State::Forked);
  add("launch", Mode::Global, 1, Origin::Blocking, State::Forked);
  Reconciliation R = run();
  EXPECT_EQ(join(R.Differences, "\n"),
            "kb row launch (class captured): global/blocking/same/forked: "
            "expected success, measured 1 code1, capture invalidated [m.json]\n"
            "kb row launch (class captured): big: global/nonblocking/same: "
            "expected success, measured 900 code900, capture invalidated "
            "[m.json]");
}

TEST_F(Reconcile, InconclusiveCases) {
  add("neutral", Mode::None, 0);
  add("neutral", Mode::Global, 1).Outcome = "timeout";
  MeasuredCase &Setup = add("neutral", Mode::Relaxed, 1);
  Setup.Outcome = "setup";
  Setup.Reason = "no memory";
  add("neutral", Mode::ThreadLocal, 1).Code.reset();
  add("neutral", Mode::Global, 1, Origin::Blocking).Begin = 401;
  add("unsafe", Mode::Global, 0); // No baseline.
  add("legacy", Mode::None, 801); // Not supported at all.
  add("legacy", Mode::Global, 0, Origin::Blocking);
  add("launch", Mode::None, 0).Outcome = "signal SIGSEGV";
  add("launch", Mode::Global, 900);
  Reconciliation R = run();
  EXPECT_EQ(
      join(R.Inconclusive, "\n"),
      "launch: global/nonblocking/same: inconclusive: without a capture: "
      "signal SIGSEGV [m.json]\n"
      "legacy: global/blocking/same: inconclusive: without a capture: 801 "
      "code801 [m.json]\n"
      "neutral: global/blocking/same: inconclusive: the capture did not begin: "
      "401 [m.json]\n"
      "neutral: global/nonblocking/same: inconclusive: timeout [m.json]\n"
      "neutral: thread-local/nonblocking/same: inconclusive: no return code "
      "[m.json]\n"
      "neutral: relaxed/nonblocking/same: inconclusive: setup (no memory) "
      "[m.json]\n"
      "unsafe: global/nonblocking/same: inconclusive: not measured without a "
      "capture [m.json]");
  EXPECT_TRUE(R.Differences.empty()) << join(R.Differences, "\n");
  EXPECT_EQ(R.RowsNotMeasured, 7u);
}

TEST_F(Reconcile, QueriesThatAreNotReadySucceed) {
  add("neutral", Mode::None, 600);
  add("neutral", Mode::Global, 600).Status = "active";
  add("unsafe", Mode::None, 600);
  add("unsafe", Mode::Global, 600);
  Reconciliation R = run();
  ASSERT_EQ(R.Differences.size(), 1u) << join(R.Differences, "\n");
  EXPECT_HAS(R.Differences[0], "kb row unsafe");
  EXPECT_HAS(R.Differences[0], "expected 900 rtUnsupported, measured 600");
}

TEST_F(Reconcile, TheNearestBaselineCounts) {
  add("neutral", Mode::None, 0);
  add("neutral", Mode::None, 801, Origin::Blocking);
  add("neutral", Mode::Global, 0, Origin::NonBlocking, State::None, true);
  add("neutral", Mode::Global, 1, Origin::Blocking);
  // The per-thread stream is a blocking one.
  add("neutral", Mode::Global, 1, Origin::PerThread);
  // Its argument may be in another state than in the baseline.
  add("neutral", Mode::Global, 1, Origin::NonBlocking, State::Forked);
  Reconciliation R = run();
  EXPECT_EQ(R.CasesAgree, 1u);
  EXPECT_EQ(R.CasesDiffer, 1u);
  EXPECT_EQ(R.Inconclusive.size(), 2u);
}

TEST_F(Reconcile, CapturedWorkIsANode) {
  add("launch", Mode::None, 0, Origin::NonBlocking, State::Origin);
  MeasuredCase &AtOnce =
      add("launch", Mode::Global, 0, Origin::NonBlocking, State::Origin);
  AtOnce.Status = "active";
  AtOnce.Before = true;
  MeasuredCase &Node =
      add("launch", Mode::Relaxed, 0, Origin::NonBlocking, State::Origin);
  Node.Status = "active";
  Node.Before = false;
  Node.Nodes = {"kernel"};
  Reconciliation R = run();
  ASSERT_EQ(R.Differences.size(), 1u) << join(R.Differences, "\n");
  EXPECT_HAS(R.Differences[0],
             "global/nonblocking/same/origin: expected a node "
             "of the graph, measured work done at once");
  EXPECT_EQ(R.CasesAgree, 1u);
}

TEST_F(Reconcile, CodeMayTakeStream0ForThePerThreadStream) {
  add("legacy", Mode::None, 0, Origin::Blocking, State::PerThread);
  add("legacy", Mode::Global, 0, Origin::Blocking, State::PerThread);
  Reconciliation R = run();
  EXPECT_TRUE(R.Differences.empty()) << join(R.Differences, "\n");
}

TEST_F(Reconcile, PerThreadSpellingsDoNotUseTheLegacyStream) {
  for (const char *Api : {"legacy", "legacy_ptds"}) {
    add(Api, Mode::None, 0);
    add(Api, Mode::Global, 0, Origin::Blocking);
  }
  Reconciliation R = run();
  ASSERT_EQ(R.Differences.size(), 1u) << join(R.Differences, "\n");
  EXPECT_HAS(R.Differences[0], "kb row legacy (class legacy-implicit): global/"
                               "blocking/same: expected 906 rtImplicit, "
                               "measured success");
  EXPECT_EQ(R.CasesNotPredicted, 1u);
}

TEST_F(Reconcile, FilesAreComparedEachForItself) {
  add("neutral", Mode::None, 0);
  add("neutral", Mode::Global, 1);
  All.emplace_back().File = "other.json";
  add("neutral", Mode::Global, 1); // The baseline is another file's.
  Reconciliation R = run();
  EXPECT_EQ(R.Differences.size(), 1u);
  ASSERT_EQ(R.Inconclusive.size(), 1u);
  EXPECT_HAS(R.Inconclusive[0], "[other.json]");
}

//===--- What measurements suggest ----------------------------------------===//

TEST_F(Reconcile, UnsafeIsSuggested) {
  add("riddle", Mode::None, 0);
  add("riddle", Mode::Global, 900);
  add("riddle", Mode::ThreadLocal, 900);
  add("riddle", Mode::Relaxed, 0);
  add("riddle", Mode::Relaxed, 1, Origin::NonBlocking, State::None, true);
  Reconciliation R = run();
  EXPECT_EQ(join(R.Unknown, "\n"),
            "kb row riddle (class unknown): unknown, measured: global 900, "
            "thread-local 900, relaxed success: suggests class unsafe "
            "[m.json]");
  EXPECT_EQ(R.RowsUnknown, 1u);
  EXPECT_TRUE(R.Differences.empty());
}

TEST_F(Reconcile, OtherClassesAreSuggested) {
  auto Suggested = [&](StringRef Api,
                       ArrayRef<std::tuple<Mode, Origin, State, int>> Cases,
                       bool Nodes = false) {
    All.back().Cases.clear();
    for (auto [M, O, S, Code] : Cases) {
      add(Api, Mode::None, 0, O, S);
      MeasuredCase &C = add(Api, M, Code, O, S);
      if (Nodes && !Code)
        C.Nodes = {"kernel"};
    }
    Reconciliation R = run();
    std::string Line = join(R.Unknown, "\n") + join(R.NoRow, "\n");
    auto [Measured, Class] = StringRef(Line).rsplit(": ");
    Class.consume_front("suggests class ");
    return Class.split(" [").first.str();
  };
  constexpr Origin N = Origin::NonBlocking, B = Origin::Blocking;
  constexpr State None = State::None;
  EXPECT_EQ(Suggested("riddle", {{Mode::Global, N, None, 0}}), "neutral");
  EXPECT_EQ(Suggested("riddle", {{Mode::Global, N, None, 0}}, true),
            "captured");
  EXPECT_EQ(Suggested("riddle", {{Mode::Global, N, None, 900},
                                 {Mode::Relaxed, N, None, 900}}),
            "conflicts (device)");
  EXPECT_EQ(Suggested("mystery", {{Mode::Global, N, None, 900},
                                  {Mode::Relaxed, N, None, 901}}),
            "unsupported");
  EXPECT_EQ(Suggested("unheard", {{Mode::Global, N, None, 900},
                                  {Mode::Relaxed, N, None, 900}}),
            "unsupported or conflicts (device)");
  EXPECT_EQ(Suggested("riddle", {{Mode::Global, N, None, 0},
                                 {Mode::Global, B, None, 906},
                                 {Mode::Global, Origin::PerThread, None, 0},
                                 {Mode::Relaxed, B, None, 906}}),
            "legacy-implicit");
  EXPECT_EQ(Suggested("mystery",
                      {{Mode::Global, N, State::Origin, 0},
                       {Mode::Global, N, State::NonBlocking, 0},
                       {Mode::Global, B, State::Legacy, 906}},
                      true),
            "captured");
  EXPECT_EQ(Suggested("mystery", {{Mode::Global, N, State::Origin, 900},
                                  {Mode::Relaxed, N, State::Origin, 900},
                                  {Mode::Global, N, State::NonBlocking, 900},
                                  {Mode::Relaxed, N, State::NonBlocking, 0}}),
            "conflicts (stream, otherwise unsafe)");
  EXPECT_EQ(Suggested("riddle", {{Mode::Global, N, State::Captured, 907},
                                 {Mode::Relaxed, N, State::Captured, 907},
                                 {Mode::Global, N, State::Never, 0}}),
            "conflicts (event)");
  // Global alone does not tell unsafe from unsupported.
  EXPECT_EQ(Suggested("riddle", {{Mode::Global, N, None, 900}}),
            "no class fits");
  EXPECT_EQ(Suggested("riddle", {{Mode::Global, N, None, 0},
                                 {Mode::Relaxed, N, None, 900}}),
            "no class fits");
  EXPECT_EQ(Suggested("mystery", {{Mode::Global, N, State::Origin, 0},
                                  {Mode::Global, N, State::NonBlocking, 900},
                                  {Mode::Relaxed, N, State::NonBlocking, 900}}),
            "no class fits");
}

TEST_F(Reconcile, WithoutARow) {
  add("unheard", Mode::None, 0);
  add("unheard", Mode::Global, 0);
  add("unheard", Mode::Global, 906, Origin::Blocking);
  add("broken", Mode::None, 801);
  add("broken", Mode::Global, 900);
  Reconciliation R = run();
  EXPECT_EQ(join(R.NoRow, "\n"),
            "no row for broken, measured: nothing that proves anything "
            "[m.json]\n"
            "no row for unheard, measured: global success (blocking origin: "
            "906): suggests class legacy-implicit [m.json]");
  EXPECT_EQ(R.ApisWithoutRow, 2u);
}

TEST_F(Reconcile, Printing) {
  add("begin", Mode::None, 0);
  add("begin", Mode::Global, 401);
  add("neutral", Mode::None, 801);
  add("neutral", Mode::Global, 0);
  add("unsafe", Mode::None, 0);
  add("unsafe", Mode::Global, 0);
  Reconciliation R = run();
  std::string Text, Verbose;
  raw_string_ostream OS(Text), VerboseOS(Verbose);
  print(OS, R, /*Verbose=*/false);
  print(VerboseOS, R, /*Verbose=*/true);
  const char Summary[] =
      "cases: 0 agree, 1 differs, 1 not predicted, 1 inconclusive\n"
      "0 rows agree, 1 differs, 0 unknown with a measurement, 0 measured "
      "without a row, 5 not measured, 1 measured only where they say nothing\n";
  EXPECT_EQ(OS.str(), R.Differences[0] + "\n" + Summary);
  EXPECT_EQ(VerboseOS.str(),
            R.Differences[0] + "\n" + R.Inconclusive[0] + "\n" + Summary);
}
