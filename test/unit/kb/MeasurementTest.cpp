//===- MeasurementTest.cpp - Tests of reading measurements ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "KnowledgeBase.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace cuda_capture;

namespace {

const char Device[] = R"("device": {"name": "GPU", "capability": "9.0",
  "driver": "580.1", "driverApi": 13000, "runtime": 13000})";

std::string file(StringRef Cases, StringRef More = "") {
  return ("{" + Twine(Device) + More + ", \"complete\": true, \"cases\": [" +
          Cases + "]}")
      .str();
}

/// A case with nothing but what it must have, and \p More.
std::string oneCase(StringRef More = "") {
  return (R"({"id": "f/global/nonblocking/same/-", "api": "f",
  "mode": "global", "origin": "nonblocking", "thread": "same", "state": "-",
  "outcome": "ok")" +
          More + "}")
      .str();
}

std::string problemsOf(StringRef Text) {
  Folder F;
  std::string Path = F.write("m.json", Text);
  auto M = loadMeasurements(Path);
  if (M)
    return "";
  std::string All = toString(M.takeError()), Out;
  StringRef Rest = All;
  while (true) {
    size_t At = Rest.find(Path);
    Out += Rest.take_front(At);
    if (At == StringRef::npos)
      return Out;
    Out += "FILE";
    Rest = Rest.drop_front(At + Path.size());
  }
}

} // namespace

TEST(Measurement, EverythingIsRead) {
  Folder F;
  std::string Path = F.write(
      "m.json",
      file(
          R"({"id": "a::f:v/thread-local/per-thread/other/captured",
      "api": "a::f", "variant": "v", "mode": "thread-local",
      "origin": "per-thread", "thread": "other", "state": "captured",
      "call": "a::f", "outcome": "signal SIGSEGV", "phase": "end",
      "reason": "it fell over", "begin": 0, "code": 900, "name": "bad",
      "enter": 0, "leave": 905, "drain": 700, "unreadable": 701,
      "status": "invalidated", "end": 901, "nodes": ["kernel", "memcpy"],
      "instantiate": -1, "launch": 1, "before": false, "after": true,
      "steps": {"second": {"code": 2, "name": "b"}, "first": {"code": 1}},
      "facts": {
    "colour" : "blue"}
})",
          R"(, "fake": false, "programs": ["cuda"], "absent": {"nccl": "no"})"));
  auto Read = loadMeasurements(Path);
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  ASSERT_EQ(Read->size(), 1u);
  const Measurement &M = Read->front();
  EXPECT_EQ(M.File, Path);
  EXPECT_EQ(M.Device.Name, "GPU");
  EXPECT_EQ(M.Device.Capability, "9.0");
  EXPECT_EQ(M.Device.Driver, "580.1");
  EXPECT_EQ(M.Device.DriverApi, 13000u);
  EXPECT_EQ(M.Device.Runtime, 13000u);
  EXPECT_TRUE(M.Complete);
  EXPECT_EQ(M.Programs, std::vector<std::string>{"cuda"});
  ASSERT_EQ(M.Absent.size(), 1u);
  EXPECT_EQ(M.Absent[0].second, "no");
  ASSERT_EQ(M.Cases.size(), 1u);
  const MeasuredCase &C = M.Cases.front();
  EXPECT_EQ(C.Id, "a::f:v/thread-local/per-thread/other/captured");
  EXPECT_EQ(C.Api, "a::f");
  EXPECT_EQ(C.Variant, "v");
  EXPECT_EQ(C.Mode, MeasuredMode::ThreadLocal);
  EXPECT_EQ(C.Origin, MeasuredOrigin::PerThread);
  EXPECT_TRUE(C.OtherThread);
  EXPECT_EQ(C.State, MeasuredState::Captured);
  EXPECT_EQ(C.Call, "a::f");
  EXPECT_EQ(C.Outcome, "signal SIGSEGV");
  EXPECT_EQ(C.Phase, "end");
  EXPECT_EQ(C.Reason, "it fell over");
  EXPECT_EQ(C.Begin, 0);
  EXPECT_EQ(C.Code, 900);
  EXPECT_EQ(C.CodeName, "bad");
  EXPECT_EQ(C.Enter, 0);
  EXPECT_EQ(C.Leave, 905);
  EXPECT_EQ(C.Drain, 700);
  EXPECT_EQ(C.Unreadable, 701);
  EXPECT_EQ(C.Status, "invalidated");
  EXPECT_EQ(C.End, 901);
  EXPECT_EQ(C.Nodes, (std::vector<std::string>{"kernel", "memcpy"}));
  EXPECT_EQ(C.Instantiate, -1);
  EXPECT_EQ(C.Launch, 1);
  EXPECT_EQ(C.Before, false);
  EXPECT_EQ(C.After, true);
  ASSERT_EQ(C.Steps.size(), 2u);
  EXPECT_EQ(C.Steps[1].first, "second");
  EXPECT_EQ(C.Steps[1].second.Number, 2);
  EXPECT_EQ(C.Steps[1].second.Name, "b");
  ASSERT_EQ(C.Facts.size(), 1u);
  EXPECT_EQ(C.Facts[0].first, "colour");
}

TEST(Measurement, WhatWasNotReachedIsAbsentOrNull) {
  EXPECT_EQ(problemsOf(file(oneCase())), "");
  EXPECT_EQ(problemsOf(file("")), "");
  Folder F;
  auto Read = loadMeasurements(F.write(
      "m.json", file(oneCase(R"(, "begin": null, "code": null, "name": null,
          "status": null, "end": null, "nodes": null, "instantiate": null,
          "launch": null, "before": null, "after": null, "steps": null,
          "facts": null)"))));
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  const MeasuredCase &C = Read->front().Cases.front();
  EXPECT_FALSE(C.Begin || C.Code || C.End || C.Instantiate || C.Launch ||
               C.Before || C.After);
  EXPECT_EQ(C.Status, "");
}

TEST(Measurement, FakesAreRefused) {
  EXPECT_EQ(problemsOf(file(oneCase(), ", \"fake\": true")),
            "FILE:#/fake: measured with a fake runtime; it says nothing about "
            "any driver");
  EXPECT_HAS(problemsOf(file("", ", \"fake\": 1")),
             "FILE:#/fake: boolean expected, found number");
}

TEST(Measurement, MissingKeys) {
  std::string P = problemsOf(R"({"cases": [{}]})");
  for (const char *Part :
       {"FILE:#: key 'device' is missing", "FILE:#: key 'complete' is missing",
        "FILE:#/cases/0: key 'id' is missing",
        "FILE:#/cases/0: key 'api' is missing",
        "FILE:#/cases/0: key 'mode' is missing",
        "FILE:#/cases/0: key 'origin' is missing",
        "FILE:#/cases/0: key 'thread' is missing",
        "FILE:#/cases/0: key 'state' is missing",
        "FILE:#/cases/0: key 'outcome' is missing"})
    EXPECT_HAS(P, Part);
  P = problemsOf(R"({"device": {}, "complete": true})");
  for (const char *Part : {"FILE:#: key 'cases' is missing",
                           "FILE:#/device: key 'name' is missing",
                           "FILE:#/device: key 'capability' is missing",
                           "FILE:#/device: key 'driver' is missing",
                           "FILE:#/device: key 'driverApi' is missing",
                           "FILE:#/device: key 'runtime' is missing"})
    EXPECT_HAS(P, Part);
}

TEST(Measurement, WrongTypesAndValues) {
  struct {
    const char *Text, *Problem;
  } Files[] = {
      {R"({"device": [], "complete": true, "cases": []})",
       "#/device: object expected, found array"},
      {R"({"device": {"name": 1}, "complete": true, "cases": []})",
       "#/device/name: string expected, found number"},
      {R"({"device": {"runtime": "13"}, "complete": true, "cases": []})",
       "#/device/runtime: whole number from 0 to 99999 expected"},
      {R"({"device": {"nmae": "x"}, "complete": true, "cases": []})",
       "#/device: unknown key 'nmae'; did you mean 'name'?"},
      {R"({"device": {}, "complete": "yes", "cases": []})",
       "#/complete: boolean expected, found string"},
      {R"({"device": {}, "complete": true, "cases": {}})",
       "#/cases: array expected, found object"},
      {R"({"device": {}, "complete": true, "cases": [1]})",
       "#/cases/0: object expected, found number"},
      {R"({"device": {}, "complete": true, "cases": [], "rows": []})",
       "#: unknown key 'rows'"},
      {R"({"device": {}, "complete": true, "cases": [], "absent": {"a": 1}})",
       "#/absent/a: string expected, found number"},
      {R"({"device": {}, "complete": true, "cases": [], "programs": [1]})",
       "#/programs/0: string expected, found number"},
  };
  for (const auto &C : Files)
    EXPECT_HAS(problemsOf(C.Text), std::string("FILE:") + C.Problem);

  struct {
    const char *Keys, *Problem;
  } Cases[] = {
      {R"(, "code": "900")", "/code: whole number from -1 to 99999 expected"},
      {R"(, "code": -2)", "/code: whole number from -1 to 99999 expected"},
      {R"(, "end": 1.5)", "/end: whole number from -1 to 99999 expected"},
      {R"(, "code": 18446744073709551615)", "/code: whole number from -1"},
      {R"(, "name": 1)", "/name: string or null expected, found number"},
      {R"(, "status": "broken")", "/status: unknown status 'broken'; allowed: "
                                  "none, active, invalidated,"},
      {R"(, "status": "error-")", "/status: unknown status 'error-'"},
      {R"(, "nodes": "kernel")", "/nodes: array expected, found string"},
      {R"(, "nodes": [1])", "/nodes/0: string expected, found number"},
      {R"(, "before": 0)", "/before: boolean or null expected, found number"},
      {R"(, "steps": [])", "/steps: object expected, found array"},
      {R"(, "steps": {"a": 1})", "/steps/a: object expected, found number"},
      {R"(, "steps": {"a": {}})", "/steps/a: key 'code' is missing"},
      {R"(, "steps": {"a": {"code": ""}})", "/steps/a/code: whole number"},
      {R"(, "facts": [])", "/facts: object expected, found array"},
      {R"(, "facts": {"a/b": 1})", "/facts/a~1b: string expected, found"},
      {R"(, "cdoe": 1)", ": unknown key 'cdoe'; did you mean 'code'?"},
  };
  for (const auto &C : Cases)
    EXPECT_HAS(problemsOf(file(oneCase(C.Keys))),
               std::string("FILE:#/cases/0") + C.Problem);
}

TEST(Measurement, BadEnumerationsListWhatIsAllowed) {
  std::string P = problemsOf(file(R"({"id": "x", "api": "f g",
      "mode": "gloabl", "origin": "mine", "thread": "third", "state": "busy",
      "outcome": "fine"})"));
  for (const char *Part :
       {"#/cases/0/api: 'f g' is not a function name",
        "#/cases/0/mode: unknown mode 'gloabl'; allowed: none, global, "
        "thread-local, relaxed",
        "#/cases/0/origin: unknown origin 'mine'; allowed: blocking, "
        "nonblocking, per-thread",
        "#/cases/0/thread: unknown thread 'third'; allowed: same, other",
        "#/cases/0/state: unknown state 'busy'; allowed: -, origin, forked, "
        "blocking, nonblocking, legacy, per-thread, never, complete, pending, "
        "captured, external",
        "#/cases/0/outcome: unknown outcome 'fine'; allowed: ok, timeout, "
        "setup, garbled, signal NAME, exit NUMBER"})
    EXPECT_HAS(P, Part);
}

TEST(Measurement, IdsAgreeAndAreUnique) {
  EXPECT_HAS(problemsOf(file(oneCase(R"(, "variant": "v")"))),
             "FILE:#/cases/0/id: 'f/global/nonblocking/same/-' is not what the "
             "other keys say: 'f:v/global/nonblocking/same/-'");
  EXPECT_EQ(problemsOf(file(oneCase() + ", " + oneCase())),
            "FILE:#/cases/1/id: case 'f/global/nonblocking/same/-' is already "
            "in this file");
}

TEST(Measurement, OtherKnowledgeIsNone) {
  EXPECT_EQ(problemsOf(rows("")), "FILE:#: no measurement: expected the keys "
                                  "device, complete and cases");
  EXPECT_HAS(problemsOf("{\"rows\": [1]}"), "FILE:#: no measurement");
  EXPECT_HAS(problemsOf("{"), "FILE:1:2: byte 2: not valid JSON");
  EXPECT_HAS(problemsOf("[]"), "FILE:#: object expected, found array");
  EXPECT_HAS(problemsOf("{}"), "FILE:#: no measurement");
  auto Absent = loadMeasurements(std::string("/does/not/exist.json"));
  ASSERT_FALSE(bool(Absent));
  EXPECT_HAS(toString(Absent.takeError()), "/does/not/exist.json: ");
}

TEST(Measurement, AKnowledgeBaseHasThemOnRequest) {
  using Read = KnowledgeBase::Measurements;
  Folder F;
  F.write("kb.json", rows(""));
  F.write("measured/a.json", file(oneCase()));
  auto With = KnowledgeBase::load(F.str(), Read::Read);
  ASSERT_TRUE(bool(With)) << toString(With.takeError());
  EXPECT_EQ((*With)->measurements().size(), 1u);
  auto Without = KnowledgeBase::load(F.str());
  ASSERT_TRUE(bool(Without)) << toString(Without.takeError());
  EXPECT_TRUE((*Without)->measurements().empty());

  // Who does not need them does not pay for them, and does not mind a bad one.
  F.write("measured/b.json", file(oneCase(), ", \"fake\": true"));
  EXPECT_FALSE(errorToBool(KnowledgeBase::load(F.str()).takeError()));
  auto Bad = KnowledgeBase::load(F.str(), Read::Read);
  ASSERT_FALSE(bool(Bad));
  EXPECT_HAS(toString(Bad.takeError()), "b.json:#/fake: measured with a fake");

  // One that is named is read in any case.
  auto Named =
      KnowledgeBase::load({F.path("kb.json"), F.path("measured/a.json")});
  ASSERT_TRUE(bool(Named)) << toString(Named.takeError());
  EXPECT_EQ((*Named)->measurements().size(), 1u);
  auto Embedded = KnowledgeBase::embedded();
  ASSERT_TRUE(bool(Embedded)) << toString(Embedded.takeError());
  EXPECT_TRUE((*Embedded)->measurements().empty());
}

TEST(Measurement, DamagedTextNeverCrashes) {
  std::string Text = file(oneCase(R"(, "code": 1, "nodes": ["a"],
      "steps": {"a": {"code": 1}}, "facts": {"b": "c"}, "before": true)"));
  Folder F;
  for (size_t I = 0; I < Text.size(); I += 3) {
    problemsOf(StringRef(Text).take_front(I));
    std::string Changed = Text;
    for (char C : {'"', '[', '0', '\xff'}) {
      Changed[I] = C;
      problemsOf(Changed);
    }
  }
}
