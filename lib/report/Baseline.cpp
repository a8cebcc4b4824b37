//===- Baseline.cpp - Findings that are accepted --------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled with exceptions because the JSON library throws.
///
//===----------------------------------------------------------------------===//

#include "Baseline.h"
#include "../kb/Json.h"
#include "Utf8.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <tuple>

using namespace llvm;

namespace cuda_capture::report {

using kb::json;
using nlohmann::ordered_json;

static constexpr StringLiteral VersionKey = "cudaCaptureBaseline";

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

bool BaselineEntry::operator<(const BaselineEntry &O) const {
  auto Key = [](const BaselineEntry &E) {
    return std::tie(E.File, E.Check, E.Function, E.Text, E.Possible,
                    E.OnFailure);
  };
  return Key(*this) < Key(O);
}

std::string BaselineEntry::str() const {
  std::string In = Function.empty() ? "" : " in '" + Function + "'";
  return formatv("{0}{1}: {2} [{3}]", File, In, Text, Check).str();
}

/// Returns \p Text without line breaks, because wrapped text counts as the same
/// text.
static std::string normalized(StringRef Text) {
  SmallVector<StringRef, 32> Words;
  SplitString(Text, Words);
  return join(Words, " ");
}

/// Returns the path from \p Root to \p Path, both absolute and without dots;
/// nullopt if it leads out of \p Root.
static std::optional<std::string> below(StringRef Path, StringRef Root) {
  auto P = sys::path::begin(Path), PE = sys::path::end(Path);
  for (auto R = sys::path::begin(Root), RE = sys::path::end(Root); R != RE;
       ++R, ++P)
    if (P == PE || *P != *R)
      return std::nullopt;
  SmallString<128> Result;
  for (; P != PE; ++P)
    sys::path::append(Result, sys::path::Style::posix, *P);
  return std::string(Result);
}

/// Returns the path from \p Root to \p Path.
static std::string outOf(StringRef Path, StringRef Root) {
  auto P = sys::path::begin(Path), PE = sys::path::end(Path);
  auto R = sys::path::begin(Root), RE = sys::path::end(Root);
  for (; P != PE && R != RE && *P == *R; ++P, ++R)
    ;
  SmallString<128> Result;
  for (; R != RE; ++R)
    sys::path::append(Result, sys::path::Style::posix, "..");
  for (; P != PE; ++P)
    sys::path::append(Result, sys::path::Style::posix, *P);
  return std::string(Result);
}

static std::string realPath(StringRef Path) {
  SmallString<256> Real;
  return std::string(sys::fs::real_path(Path, Real) ? Path : StringRef(Real));
}

Baseline::Baseline(StringRef Of) : Folder(Of), RealFolder(realPath(Of)) {}

std::string Baseline::relative(StringRef Path) const {
  if (std::optional<std::string> Short = below(Path, Folder))
    return *Short;
  // One of the paths may go through a link and the other one not.
  const std::string Real = realPath(Path);
  if (std::optional<std::string> Short = below(Real, RealFolder))
    return *Short;
  return outOf(Real, RealFolder);
}

BaselineEntry Baseline::entryFor(const Diagnostic &D) const {
  // JSON can only hold Unicode.
  return {D.At.isValid() ? utf8(relative(D.At.File)) : "",
          D.Check,
          utf8(D.Function),
          normalized(utf8(D.Text)),
          D.Possible,
          D.OnFailure};
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

Baseline Baseline::of(const std::vector<Diagnostic> &Findings,
                      StringRef Folder) {
  Baseline B(Folder);
  for (const Diagnostic &D : Findings)
    ++B.Entries[B.entryFor(D)];
  return B;
}

std::string Baseline::write() const {
  ordered_json List = ordered_json::array();
  for (const auto &[E, Count] : Entries) {
    ordered_json J = ordered_json::object();
    if (!E.File.empty())
      J["file"] = E.File;
    J["check"] = E.Check;
    if (!E.Function.empty())
      J["function"] = E.Function;
    J["text"] = E.Text;
    if (E.Possible)
      J["possible"] = true;
    if (E.OnFailure)
      J["onFailure"] = true;
    if (Count != 1)
      J["count"] = Count;
    List.push_back(std::move(J));
  }
  ordered_json Root{{VersionKey.data(), BaselineVersion}};
  Root["findings"] = std::move(List);
  return Root.dump(2) + "\n";
}

Expected<Baseline> Baseline::read(StringRef Text, StringRef File,
                                  StringRef Folder) {
  kb::Problems P;
  kb::Context C{P, File};
  Baseline B(Folder);
  kb::Place Root;
  std::optional<json> J = kb::parse(Text, File, P);
  if (!J)
    return P.take();
  kb::Object Document(C, *J, Root);
  std::optional<unsigned> Version =
      Document ? Document.number(VersionKey, kb::Required) : std::nullopt;
  if (Version && *Version != BaselineVersion)
    C.problem(Document.at(VersionKey),
              formatv("version {0} expected, found {1}; write the baseline "
                      "anew",
                      BaselineVersion, *Version)
                  .str());
  if (!P.empty())
    return P.take();
  Document.array(
      "findings",
      [&](const json &Each, const kb::Place &At) {
        kb::Object O(C, Each, At);
        BaselineEntry E;
        E.File = O.str("file").str();
        E.Check = O.str("check", kb::Required).str();
        E.Function = O.str("function").str();
        E.Text = normalized(O.str("text", kb::Required));
        E.Possible = O.boolean("possible").value_or(false);
        E.OnFailure = O.boolean("onFailure").value_or(false);
        unsigned Count = O.number("count").value_or(1);
        O.finish();
        // A merge of two branches may list a finding twice.
        unsigned &Known = B.Entries[std::move(E)];
        Known = std::max(Known, Count);
      },
      kb::Required);
  Document.finish();
  if (!P.empty())
    return P.take();
  return B;
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

size_t Baseline::remove(std::vector<Diagnostic> &Findings) {
  const size_t Before = Findings.size();
  llvm::erase_if(Findings, [&](const Diagnostic &D) {
    auto It = Entries.find(entryFor(D));
    if (It == Entries.end() || !It->second)
      return false;
    --It->second;
    return true;
  });
  return Before - Findings.size();
}

std::vector<BaselineEntry>
Baseline::unused(function_ref<bool(const BaselineEntry &)> Judge) const {
  std::vector<BaselineEntry> Result;
  for (const auto &[E, Count] : Entries)
    if (Count && Judge(E))
      Result.push_back(E);
  return Result;
}

} // namespace cuda_capture::report
