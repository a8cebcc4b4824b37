//===- KnowledgeBase.cpp - What is known about CUDA calls -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnowledgeBase.h"

using namespace llvm;

namespace cuda_capture {

std::optional<unsigned> ApiRow::paramIndex(Role R, Access A) const {
  for (unsigned I = 0, E = Params.size(); I != E; ++I)
    if (Params[I].R == R && Params[I].Acc == A)
      return I;
  return std::nullopt;
}

Lookup KnowledgeBase::lookup(StringRef Name) const {
  Lookup L;
  const StringRef Whole = Name;
  // Takes one suffix off; false if there is none.
  auto Strip = [&](StringRef &N) {
    for (const SuffixRule &S : Suffixes)
      if (N.size() > S.Suffix.size() && N.ends_with(S.Suffix)) {
        N = N.drop_back(S.Suffix.size());
        L.PerThreadDefaultStream |= S.PerThreadDefaultStream;
        return true;
      }
    return false;
  };

  auto It = ByName.find(Name);
  while (It == ByName.end()) {
    if (!Strip(Name))
      break;
    It = ByName.find(Name);
  }
  if (It == ByName.end()) {
    for (const Pattern &P : Patterns)
      if (P.Glob.match(Whole)) {
        const ApiRow::Name &N = P.Row->Names[P.Index];
        return {P.Row, N.Fam, Whole, false, N.Spelling};
      }
    return Lookup();
  }
  const auto &[Row, Index] = It->second;
  L.Row = Row;
  L.Fam = Row->Names[Index].Fam;
  L.Spelling = L.Matched = Row->Names[Index].Spelling;
  // A row may carry a versioned name of its own (another layout).
  while (Strip(L.Spelling))
    ;
  return L;
}

const ApiRow *KnowledgeBase::construct(StringRef Name) const {
  return Constructs.lookup(Name);
}

StringRef KnowledgeBase::errorName(unsigned Number, Family Fam) const {
  for (const ErrorNames &E : Errors) {
    if (E.Number != Number)
      continue;
    switch (Fam) {
    case Family::Runtime:
      return E.Runtime;
    case Family::Driver:
      return E.Driver;
    case Family::Hip:
      return E.Hip;
    }
  }
  return StringRef();
}

ArrayRef<std::string> KnowledgeBase::types(Role R) const {
  for (const auto &[Of, Names] : Types)
    if (Of == R)
      return Names;
  return {};
}

const Advice *KnowledgeBase::remedy(StringRef Finding) const {
  auto It = Remedies.find(Finding);
  return It == Remedies.end() ? nullptr : &It->second;
}

const ErrorEntry *KnowledgeBase::entry(StringRef Id) const {
  return EntryById.lookup(Id);
}

std::vector<std::string> knowledgePaths(StringRef List) {
  std::vector<std::string> Paths;
  while (!List.empty()) {
    auto [Path, Rest] = List.split(';');
    if (!Path.trim().empty())
      Paths.push_back(Path.trim().str());
    List = Rest;
  }
  return Paths;
}

} // namespace cuda_capture

std::vector<std::string>
cuda_capture::KnowledgeBase::spellings(const ApiRow &Row) const {
  std::vector<std::string> Result;
  for (const ApiRow::Name &N : Row.Names) {
    Result.push_back(N.Spelling);
    for (const SuffixRule &S : Suffixes) {
      Result.push_back(N.Spelling + S.Suffix);
      for (const SuffixRule &T : Suffixes)
        Result.push_back(N.Spelling + S.Suffix + T.Suffix);
    }
  }
  return Result;
}
