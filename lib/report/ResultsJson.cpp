//===- ResultsJson.cpp - Results as JSON, and back ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The format is described once, in Fields, for the writer and the reader. A
/// field of a structure that is not mentioned there does not compile. Compiled
/// with exceptions because the JSON library throws.
///
//===----------------------------------------------------------------------===//

#include "ResultsJson.h"
#include "../kb/Json.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FormatVariadic.h"
#include <limits>

using namespace llvm;

namespace cuda_capture::report {

using kb::EnumName;
using kb::json;

/// The key of the version, which also identifies the kind of document.
static constexpr StringLiteral VersionKey = "cudaCaptureResults";

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

static constexpr EnumName<DiagnosticNote::Kind> NoteKinds[] = {
    {"path", DiagnosticNote::Path},
    {"remedy", DiagnosticNote::Remedy},
    {"alternative", DiagnosticNote::Alternative},
    {"changed", DiagnosticNote::Changed},
};

static constexpr EnumName<Unit::State> UnitStates[] = {
    {"analysed", Unit::Analysed},   {"skipped", Unit::Skipped},
    {"malformed", Unit::Malformed}, {"failed", Unit::Failed},
    {"crashed", Unit::Crashed},     {"timed-out", Unit::TimedOut},
};

StringRef nameOf(Unit::State S) {
  for (const EnumName<Unit::State> &Name : UnitStates)
    if (Name.Value == S)
      return Name.Text;
  return "";
}

static constexpr EnumName<Gap::Kind> GapKinds[] = {
    {"given-up", Gap::GivenUp},
    {"coarse", Gap::Coarse},
    {"calls-not-followed", Gap::CallsNotFollowed},
    {"paths-joined", Gap::PathsJoined},
    {"simplified", Gap::Simplified},
    {"behind-interface", Gap::BehindInterface},
    {"abridged", Gap::Abridged},
    {"errors", Gap::Errors},
    {"passed-over", Gap::PassedOver},
    {"defined-elsewhere", Gap::DefinedElsewhere},
};

namespace {

/// Shows each field of a structure to a writer or a reader. \c S is the
/// structure, constant or not.
template <typename T> struct Fields;

template <> struct Fields<Position> {
  template <typename IO, typename S> static void visit(IO &X, S &V) {
    auto &[File, Line, Column] = V;
    X("file", File);
    X("line", Line);
    X("column", Column);
  }
};

template <> struct Fields<Edit> {
  template <typename IO, typename S> static void visit(IO &X, S &V) {
    auto &[File, Offset, Length, Text] = V;
    X("file", File);
    X("offset", Offset);
    X("length", Length);
    X("text", Text);
  }
};

template <> struct Fields<DiagnosticNote> {
  template <typename IO, typename S> static void visit(IO &X, S &V) {
    auto &[Kind, Text, At, Edits, Before] = V;
    X("kind", Kind, NoteKinds);
    X("text", Text);
    X("at", At);
    X("edits", Edits);
    X("before", Before);
  }
};

template <> struct Fields<Diagnostic> {
  template <typename IO, typename S> static void visit(IO &X, S &V) {
    auto &[Check, Text, At, Function, Callee, Possible, OnFailure, Error,
           ErrorName, Entry, Notes, Edits] = V;
    X("check", Check);
    X("text", Text);
    X("at", At);
    X("function", Function);
    X("callee", Callee);
    X("possible", Possible);
    X("onFailure", OnFailure);
    X("error", Error);
    X("errorName", ErrorName);
    X("entry", Entry);
    X("notes", Notes);
    X("edits", Edits);
  }
};

template <> struct Fields<Unit> {
  template <typename IO, typename S> static void visit(IO &X, S &V) {
    auto &[State, File, Problem, Regions, Capturable] = V;
    X("state", State, UnitStates);
    X("file", File);
    X("problem", Problem);
    X("regions", Regions);
    X("capturable", Capturable);
  }
};

template <> struct Fields<Gap> {
  template <typename IO, typename S> static void visit(IO &X, S &V) {
    auto &[Kind, Serious, At, Function, Text] = V;
    X("kind", Kind, GapKinds);
    X("serious", Serious);
    X("at", At);
    X("function", Function);
    X("text", Text);
  }
};

template <> struct Fields<ConfigurationNotice> {
  template <typename IO, typename S> static void visit(IO &X, S &V) {
    auto &[IsWarning, At, Text] = V;
    X("isWarning", IsWarning);
    X("at", At);
    X("text", Text);
  }
};

template <> struct Fields<AnalysedFile> {
  template <typename IO, typename S> static void visit(IO &X, S &V) {
    auto &[File, Stamp] = V;
    X("file", File);
    X("stamp", Stamp);
  }
};

template <> struct Fields<Results> {
  template <typename IO, typename S> static void visit(IO &X, S &V) {
    auto &[Units, Findings, Files, Gaps, Notices] = V;
    X("units", Units);
    X("findings", Findings);
    X("files", Files);
    X("gaps", Gaps);
    X("notices", Notices);
  }
};

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

json toJson(bool V) { return V; }
json toJson(unsigned V) { return V; }

/// Returns \p V as a JSON string. Because JSON can only hold Unicode, any other
/// text becomes an object with its bytes, which cannot be confused with a text.
json toJson(const std::string &V) {
  const auto *Begin = reinterpret_cast<const UTF8 *>(V.data());
  if (isLegalUTF8String(&Begin, Begin + V.size()))
    return V;
  return json{{"hex", toHex(V, /*LowerCase=*/true)}};
}

template <typename T> json toJson(const T &V);

template <typename T> json toJson(const std::vector<T> &V) {
  json J = json::array();
  for (const T &Element : V)
    J.push_back(toJson(Element));
  return J;
}

struct Writer {
  json J = json::object();

  template <typename T> void operator()(const char *Key, const T &V) {
    J[Key] = toJson(V);
  }
  template <typename T, size_t N>
  void operator()(const char *Key, T V, const EnumName<T> (&Names)[N]) {
    for (const EnumName<T> &Name : Names)
      if (Name.Value == V)
        J[Key] = std::string(Name.Text);
  }
};

template <typename T> json toJson(const T &V) {
  Writer W;
  Fields<T>::visit(W, V);
  return std::move(W.J);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

class Reader {
public:
  Reader(const kb::Context &C, const json &J, const kb::Place &At)
      : C(C), O(C, J, At) {}

  /// Reads the fields of an object. The object must have all fields, and no
  /// others.
  template <typename T> void fields(T &V) {
    Fields<T>::visit(*this, V);
    O.finish();
  }

  void operator()(StringRef Key, bool &V) {
    V = O.boolean(Key, kb::Required).value_or(false);
  }
  void operator()(StringRef Key, unsigned &V) {
    V = O.number(Key, kb::Required, std::numeric_limits<unsigned>::max())
            .value_or(0);
  }
  void operator()(StringRef Key, std::string &V) {
    if (const json *J = O.get(Key, kb::Required))
      text(*J, O.at(Key), V);
  }
  template <typename T> void operator()(StringRef Key, std::vector<T> &V) {
    O.array(
        Key,
        [&](const json &J, const kb::Place &At) {
          Reader(C, J, At).fields(V.emplace_back());
        },
        kb::Required);
  }
  template <typename T> void operator()(StringRef Key, T &V) {
    if (const json *J = O.get(Key, kb::Required)) {
      kb::Place Here = O.at(Key);
      Reader(C, *J, Here).fields(V);
    }
  }
  template <typename T, size_t N>
  void operator()(StringRef Key, T &V, const EnumName<T> (&Names)[N]) {
    V = O.oneOf(Key, Names, kb::Required).value_or(V);
  }

private:
  void text(const json &J, const kb::Place &At, std::string &V) const {
    if (J.is_string()) {
      V = kb::textOf(J).str();
      return;
    }
    if (!J.is_object())
      return C.wrongType(At, J, "string or object");
    kb::Object Bytes(C, J, At);
    StringRef Hex = Bytes.str("hex", kb::Required);
    Bytes.finish();
    // An odd number of digits would mean half a byte.
    if (Hex.size() % 2 || !tryGetFromHex(Hex, V))
      C.problem(Bytes.at("hex"), "two hexadecimal digits for each byte "
                                 "expected");
  }

  const kb::Context &C;
  kb::Object O;
};

} // namespace

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

std::string writeResults(const Results &R) {
  json J = toJson(R);
  J[VersionKey.data()] = ResultsVersion;
  return J.dump() + "\n";
}

Expected<Results> readResults(StringRef Text, StringRef File) {
  kb::Problems P;
  kb::Context C{P, File};
  Results R;
  std::optional<json> J = kb::parse(Text, File, P);
  if (!J)
    return P.take();
  kb::Place Root;
  // Check the version first. Problems in the fields of another version mean
  // nothing.
  if (J->is_object()) {
    auto Version = J->find(VersionKey.data());
    if (Version == J->end() || !Version->is_number_unsigned()) {
      C.problem(Root, "no results of cuda-capture");
      return P.take();
    }
    if (*Version != ResultsVersion) {
      C.problem(kb::Place(Root, VersionKey),
                formatv("version {0} expected, found {1}", ResultsVersion,
                        Version->get<uint64_t>())
                    .str());
      return P.take();
    }
    J->erase(Version);
  }
  Reader(C, *J, Root).fields(R);
  if (!P.empty())
    return P.take();
  return R;
}

} // namespace cuda_capture::report
