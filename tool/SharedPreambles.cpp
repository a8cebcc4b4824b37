//===- SharedPreambles.cpp - Preambles that sources share -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedPreambles.h"
#include "../lib/scan/Leading.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace cuda_capture;
using llvm::StringRef;

namespace {
/// A beginning that sources with the same flags share.
struct Candidate {
  const scan::Leading *Header;
  /// Indices of the sources.
  std::vector<size_t> Users;
};
} // namespace

/// The cost of a preamble relative to parsing its header once. Writing a header
/// takes about half as long as parsing it.
static constexpr double Cost = 1.5;
/// The largest number of preambles. Each one takes about 20 MB of disk space.
static constexpr size_t Most = 16;

/// Chooses preambles for \p Count sources. Each step chooses the one that saves
/// the most, given those that were chosen before. \returns the longest first.
static std::vector<const Candidate *> choose(const std::vector<Candidate> &All,
                                             size_t Count, double LeastGain) {
  std::vector<const Candidate *> Chosen;
  std::vector<uint64_t> Saved(Count);
  auto Gain = [&](const Candidate &C) {
    double Result = -Cost * C.Header->Weight;
    for (size_t User : C.Users)
      if (C.Header->Weight > Saved[User])
        Result += C.Header->Weight - Saved[User];
    return Result;
  };
  while (Chosen.size() < Most) {
    const Candidate *Best = nullptr;
    double BestGain = LeastGain;
    for (const Candidate &C : All)
      if (double G = Gain(C); G > BestGain) {
        BestGain = G;
        Best = &C;
      }
    if (!Best)
      break;
    for (size_t User : Best->Users)
      Saved[User] = std::max(Saved[User], Best->Header->Weight);
    Chosen.push_back(Best);
  }
  // Longer preambles may have taken over all users of another.
  llvm::erase_if(Chosen, [&](const Candidate *C) {
    return llvm::none_of(C->Users, [&](size_t User) {
      return Saved[User] == C->Header->Weight;
    });
  });
  llvm::stable_sort(Chosen, [](const Candidate *A, const Candidate *B) {
    return A->Header->Weight > B->Header->Weight;
  });
  return Chosen;
}

/// Returns the command of \p S with \p File instead of its source.
static compdb::Command commandFor(const DemandedSource &S,
                                  const std::string &File) {
  compdb::Command Result = *S.Command;
  Result.File = File;
  for (std::string &A : Result.Arguments)
    if (A == S.Command->File || A == S.File)
      A = File;
  return Result;
}

PreamblePlan planPreambles(ScannedSources &Sources,
                           llvm::ArrayRef<size_t> Asked, unsigned LeastGain,
                           StringRef Folder) {
  std::vector<std::vector<scan::Leading>> Leading;
  for (size_t I : Asked)
    Leading.push_back(Sources.leading(I));
  std::map<std::pair<unsigned, StringRef>, Candidate> ByHeader;
  for (size_t User = 0; User < Asked.size(); ++User)
    for (const scan::Leading &L : Leading[User]) {
      Candidate &C = ByHeader[{Sources.group(Asked[User]), L.Spelling}];
      C.Header = &L;
      C.Users.push_back(User);
    }
  std::vector<Candidate> All;
  for (auto &[Key, C] : ByHeader)
    if (C.Users.size() > 1)
      All.push_back(std::move(C));

  PreamblePlan Result;
  Result.Of.resize(Asked.size());
  for (const Candidate *C : choose(All, Asked.size(), LeastGain)) {
    const size_t Number = Result.Preambles.size();
    for (size_t User : C->Users)
      if (!Result.Of[User])
        Result.Of[User] = Number;
    const DemandedSource &Model = Sources[Asked[C->Users.front()]];
    std::string File = (Folder + "/preamble" + std::to_string(Number) +
                        llvm::sys::path::extension(Model.File))
                           .str();
    const scan::Leading &H = *C->Header;
    Result.Preambles.push_back(
        {commandFor(Model, File),
         H.Spelling.empty() ? "" : "#include " + H.Spelling + "\n", H.Path});
  }
  return Result;
}
