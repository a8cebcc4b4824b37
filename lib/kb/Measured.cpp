//===- Measured.cpp - Reading measurements --------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads measurements of drivers. Compiled with exceptions because the JSON
/// library throws.
///
//===----------------------------------------------------------------------===//

#include "ReaderImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace cuda_capture {

using namespace kb;

namespace {

constexpr EnumName<MeasuredMode> MeasuredModes[] = {
    {"none", MeasuredMode::None},
    {"global", MeasuredMode::Global},
    {"thread-local", MeasuredMode::ThreadLocal},
    {"relaxed", MeasuredMode::Relaxed}};
constexpr EnumName<MeasuredOrigin> Origins[] = {
    {"blocking", MeasuredOrigin::Blocking},
    {"nonblocking", MeasuredOrigin::NonBlocking},
    {"per-thread", MeasuredOrigin::PerThread}};
/// The values of the key "thread", and whether they mean another thread.
constexpr EnumName<bool> Threads[] = {{"same", false}, {"other", true}};
constexpr EnumName<MeasuredState> States[] = {
    {"-", MeasuredState::None},
    {"origin", MeasuredState::Origin},
    {"forked", MeasuredState::Forked},
    {"blocking", MeasuredState::Blocking},
    {"nonblocking", MeasuredState::NonBlocking},
    {"legacy", MeasuredState::Legacy},
    {"per-thread", MeasuredState::PerThread},
    {"never", MeasuredState::Never},
    {"complete", MeasuredState::Complete},
    {"pending", MeasuredState::Pending},
    {"captured", MeasuredState::Captured},
    {"external", MeasuredState::External}};

} // namespace

StringRef measuredName(MeasuredMode M) { return nameOf(M, MeasuredModes); }
StringRef measuredName(MeasuredOrigin O) { return nameOf(O, Origins); }
StringRef measuredName(MeasuredState S) { return nameOf(S, States); }

/// Returns the value of \p Key, or null if it is absent. A null value counts as
/// absent.
static const json *present(Object &O, StringRef Key) {
  const json *J = O.get(Key);
  return J && !J->is_null() ? J : nullptr;
}

/// Returns a return code. It is -1 where the probe itself could not continue.
static std::optional<int> returnCode(const Context &C, const json &V,
                                     const Place &At) {
  if (V.is_number_integer()) {
    bool Fits = V.is_number_unsigned() ? V.get<uint64_t>() <= 99999
                                       : V.get<int64_t>() == -1;
    if (Fits)
      return V.get<int>();
  }
  C.problem(At, "whole number from -1 to 99999 expected");
  return std::nullopt;
}

static std::optional<int> returnCode(const Context &C, Object &O,
                                     StringRef Key) {
  const json *J = present(O, Key);
  return J ? returnCode(C, *J, O.at(Key)) : std::nullopt;
}

static std::optional<bool> boolean(const Context &C, Object &O, StringRef Key) {
  const json *J = present(O, Key);
  if (!J)
    return std::nullopt;
  if (J->is_boolean())
    return J->get<bool>();
  C.wrongType(O.at(Key), *J, "boolean or null");
  return std::nullopt;
}

/// Returns the strings of an object, in the order of their names.
static std::vector<std::pair<std::string, std::string>>
texts(const Context &C, Object &O, StringRef Key) {
  std::vector<std::pair<std::string, std::string>> Result;
  const json *J = present(O, Key);
  if (!J)
    return Result;
  Place Here = O.at(Key);
  if (!J->is_object()) {
    C.wrongType(Here, *J, "object");
    return Result;
  }
  for (const auto &[Name, Text] : J->items()) {
    if (Text.is_string())
      Result.emplace_back(Name, Text.get<std::string>());
    else
      C.wrongType(Place(Here, Name), Text, "string");
  }
  return Result;
}

/// Whether \p Text is \p Word followed by a number.
static bool isNumbered(StringRef Text, StringRef Word) {
  return Text.consume_front(Word) && !Text.empty() && all_of(Text, isDigit);
}

static bool isOutcome(StringRef S) {
  if (S == "ok" || S == "timeout" || S == "setup" || S == "garbled" ||
      isNumbered(S, "exit "))
    return true;
  return S.consume_front("signal ") && !S.empty() && all_of(S, isAlnum);
}

static bool isStatus(StringRef S) {
  return S == "none" || S == "active" || S == "invalidated" || S == "unknown" ||
         isNumbered(S, "error-");
}

bool KnowledgeBaseReader::Impl::isMeasurement(const json &V) {
  return V.is_object() &&
         any_of(ArrayRef<const char *>{"device", "cases", "fake"},
                [&](const char *Key) { return V.contains(Key); });
}

void KnowledgeBaseReader::Impl::measuredCase(const Context &C, const json &V,
                                             const Place &At,
                                             Measurement &Result) {
  Object O(C, V, At);
  if (!O)
    return;
  MeasuredCase &Case = Result.Cases.emplace_back();
  Case.Id = O.str("id", Required).str();
  Case.Api = O.str("api", Required).str();
  if (!Case.Api.empty() && !isName(Case.Api))
    C.problem(O.at("api"), inQuotes(Case.Api) + " is not a function name");
  Case.Variant = O.str("variant").str();
  Case.Mode =
      O.oneOf("mode", MeasuredModes, Required).value_or(MeasuredMode::None);
  Case.Origin = O.oneOf("origin", Origins, Required)
                    .value_or(MeasuredOrigin::NonBlocking);
  Case.OtherThread = O.oneOf("thread", Threads, Required).value_or(false);
  Case.State = O.oneOf("state", States, Required).value_or(MeasuredState::None);
  Case.Call = O.str("call").str();
  Case.Outcome = O.str("outcome", Required).str();
  if (!Case.Outcome.empty() && !isOutcome(Case.Outcome))
    C.problem(
        O.at("outcome"),
        "unknown outcome " + inQuotes(Case.Outcome) +
            "; allowed: ok, timeout, setup, garbled, signal NAME, exit NUMBER");
  Case.Phase = O.str("phase", Optional, /*Null=*/true).str();
  Case.Reason = O.str("reason", Optional, /*Null=*/true).str();

  Case.Begin = returnCode(C, O, "begin");
  Case.Code = returnCode(C, O, "code");
  Case.CodeName = O.str("name", Optional, /*Null=*/true).str();
  Case.Status = O.str("status", Optional, /*Null=*/true).str();
  if (!Case.Status.empty() && !isStatus(Case.Status))
    C.problem(O.at("status"), "unknown status " + inQuotes(Case.Status) +
                                  "; allowed: none, active, invalidated, "
                                  "unknown, error-NUMBER");
  Case.End = returnCode(C, O, "end");
  if (present(O, "nodes"))
    Case.Nodes = O.strings("nodes");
  Case.Enter = returnCode(C, O, "enter");
  Case.Leave = returnCode(C, O, "leave");
  Case.Drain = returnCode(C, O, "drain");
  Case.Unreadable = returnCode(C, O, "unreadable");
  Case.Instantiate = returnCode(C, O, "instantiate");
  Case.Launch = returnCode(C, O, "launch");
  Case.Before = boolean(C, O, "before");
  Case.After = boolean(C, O, "after");

  if (const json *J = present(O, "steps")) {
    Place Here = O.at("steps");
    if (!J->is_object())
      C.wrongType(Here, *J, "object");
    else
      for (const auto &[Name, Step] : J->items()) {
        Place There(Here, Name);
        Object S(C, Step, There);
        MeasuredCode Returned;
        if (const json *Number = S.get("code", Required))
          Returned.Number = returnCode(C, *Number, S.at("code")).value_or(0);
        Returned.Name = S.str("name").str();
        S.finish();
        Case.Steps.emplace_back(Name, std::move(Returned));
      }
  }
  Case.Facts = texts(C, O, "facts");
  O.finish();

  // The other keys must agree with the id. A case with an edited key or id is
  // useless.
  auto Text = [&](const char *Key) {
    auto It = V.find(Key);
    return It != V.end() && It->is_string() ? textOf(*It) : StringRef();
  };
  std::string Id =
      formatv("{0}{1}{2}/{3}/{4}/{5}/{6}", Case.Api,
              Case.Variant.empty() ? "" : ":", Case.Variant, Text("mode"),
              Text("origin"), Text("thread"), Text("state"))
          .str();
  if (!Case.Id.empty() && Case.Id != Id)
    C.problem(O.at("id"),
              inQuotes(Case.Id) +
                  " is not what the other keys say: " + inQuotes(Id));
}

void KnowledgeBaseReader::Impl::measurement(const Context &C, const json &V) {
  Place Root;
  Object O(C, V, Root);
  if (O.boolean("fake").value_or(false))
    return C.problem(O.at("fake"), "measured with a fake runtime; it says "
                                   "nothing about any driver");
  Measurement &M = KB->Measured.emplace_back();
  M.File = C.File.str();
  if (const json *J = O.get("device", Required)) {
    Place Here = O.at("device");
    Object D(C, *J, Here);
    if (D) {
      M.Device.Name = D.str("name", Required).str();
      M.Device.Capability = D.str("capability", Required).str();
      M.Device.Driver = D.str("driver", Required).str();
      M.Device.DriverApi = D.number("driverApi", Required).value_or(0);
      M.Device.Runtime = D.number("runtime", Required).value_or(0);
      D.finish();
    }
  }
  M.Complete = O.boolean("complete", Required).value_or(false);
  M.Programs = O.strings("programs");
  M.Absent = texts(C, O, "absent");
  StringSet<> Ids;
  O.array(
      "cases",
      [&](const json &J, const Place &At) {
        size_t Before = M.Cases.size();
        measuredCase(C, J, At, M);
        if (M.Cases.size() != Before && !M.Cases.back().Id.empty() &&
            !Ids.insert(M.Cases.back().Id).second)
          C.problem(Place(At, "id"), "case " + inQuotes(M.Cases.back().Id) +
                                         " is already in this file");
      },
      Required);
  O.finish();
}

Expected<std::deque<Measurement>>
loadMeasurements(ArrayRef<std::string> Paths) {
  return KnowledgeBaseReader::readMeasurements(Paths);
}

} // namespace cuda_capture
