//===- AuditBaseline.cpp - Compare an audit with an earlier one -----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A baseline is the JSON of an earlier audit. Lines move and folders differ
/// between machines, so functions are told apart by their names and the names
/// of their files. Overloads in one file share such a key; what counts is how
/// many of them can be captured, and how many cannot.
///
//===----------------------------------------------------------------------===//

#include "../lib/json/Parse.h"
#include "Audit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;
using llvm::formatv;

static AuditBaseline::Key keyOf(llvm::StringRef File, llvm::StringRef Name) {
  return {llvm::sys::path::filename(File).str(), Name.str()};
}

static llvm::Error problem(const std::string &Text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Text);
}

llvm::Expected<AuditBaseline> AuditBaseline::read(const std::string &File) {
  auto Buffer = llvm::MemoryBuffer::getFile(File, /*IsText=*/true);
  if (!Buffer)
    return problem(formatv("{0}: cannot be read: {1}; write it with "
                           "'cuda-capture audit --json'",
                           File, Buffer.getError().message()));
  JsonError Wrong;
  const std::optional<nlohmann::json> J =
      parseJson((*Buffer)->getBuffer(), Wrong);
  if (!J)
    return problem(Wrong.where(File) + Wrong.what());
  auto TextOf = [](const nlohmann::json &Object, const char *Key) {
    const auto It = Object.find(Key);
    return It != Object.end() && It->is_string() ? It->get<std::string>()
                                                 : std::string();
  };
  if (!J->is_object() || !J->contains("functions") ||
      !(*J)["functions"].is_array())
    return problem(File + ": is not the JSON of an audit; write it with "
                          "'cuda-capture audit --json'");
  AuditBaseline Result;
  for (const nlohmann::json &F : (*J)["functions"]) {
    if (!F.is_object() || TextOf(F, "name").empty() ||
        TextOf(F, "verdict").empty())
      return problem(File + ": a function in it has no name, or no verdict");
    const std::string Verdict = TextOf(F, "verdict");
    for (const Capturability V :
         {Capturability::Capturable, Capturability::UnderGuard,
          Capturability::NotCapturable, Capturability::BeginsCapture})
      if (Verdict == nameOf(V))
        Result.Before[keyOf(TextOf(F, "file"), TextOf(F, "name"))].add(V);
  }
  return Result;
}

void AuditBaseline::Counts::add(Capturability V) {
  Can += V == Capturability::Capturable || V == Capturability::UnderGuard;
  Cannot +=
      V == Capturability::NotCapturable || V == Capturability::BeginsCapture;
}

void AuditBaseline::compare(AuditReport &Report) const {
  std::map<Key, Counts> Now;
  for (const AuditedFunction &F : Report.Functions)
    Now[keyOf(F.Where.File, F.Where.Text)].add(F.Verdict);
  for (AuditedFunction &F : Report.Functions) {
    const Key K = keyOf(F.Where.File, F.Where.Text);
    const auto Known = Before.find(K);
    Counts Own;
    Own.add(F.Verdict);
    F.CouldBeCaptured = Own.Cannot && Known != Before.end() &&
                        Now[K].Can < Known->second.Can &&
                        Now[K].Cannot > Known->second.Cannot;
  }
  for (const auto &[K, Then] : Before)
    if (!Now.count(K))
      Report.NumGone += Then.Can;
}
