//===- KnowledgeBase.cpp - What is known about CUDA calls -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnowledgeBase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace cuda_capture {

std::optional<unsigned> ApiRow::paramIndex(Role R, Access A) const {
  for (unsigned I = 0, E = Params.size(); I != E; ++I)
    if (Params[I].R == R && Params[I].Acc == A)
      return I;
  return std::nullopt;
}

bool ApiRow::takesCallback() const {
  auto IsCallback = [](const auto &P) { return P.R == Role::Callback; };
  return any_of(Params, IsCallback) || any_of(Fields, IsCallback);
}

std::optional<CudaVersion> CudaVersion::parse(StringRef Text) {
  auto [Major, Minor] = Text.split('.');
  unsigned Whole = 0, Part = 0;
  if (Major.getAsInteger(10, Whole) || Whole < 1 || Whole > 99 ||
      (Text.contains('.') && (Minor.getAsInteger(10, Part) || Part > 99)))
    return std::nullopt;
  return CudaVersion{Whole * 1000 + Part * 10};
}

std::string CudaVersion::text() const {
  return std::to_string(Number / 1000) + "." +
         std::to_string(Number % 1000 / 10);
}

std::optional<CudaVersion> ApiRow::decidingDriver() const {
  for (const RowCase &Case : Cases)
    if (Case.When == RowCase::DriverSince)
      return Case.Driver;
  return std::nullopt;
}

/// Whether \p Name is a plain identifier.
static bool isIdentifier(StringRef Name) {
  return all_of(Name, [](char C) { return isAlnum(C) || C == '_'; });
}

Error KnowledgeBase::index(const ApiRow &Row) {
  for (unsigned I = 0, E = Row.Names.size(); I != E; ++I) {
    StringRef Name = Row.Names[I].Spelling;
    if (Row.Construct) {
      Constructs[Name] = &Row;
      continue;
    }
    // Most names are plain identifiers.
    if (isIdentifier(Name)) {
      ByName[Name] = {&Row, I};
      continue;
    }
    HasScopes |= isPattern(Name) || Name.contains("::");
    addScope(Name);
    HasSignatures |= isSignature(Name);
    if (size_t Scope = Name.rfind("::");
        Row.This && Scope != StringRef::npos && !isSignature(Name))
      DescribedClasses.try_emplace(Name.take_front(Scope), Row.This->R);
    if (!isPattern(Name)) {
      ByName[Name] = {&Row, I};
      continue;
    }
    Expected<GlobPattern> Glob = GlobPattern::create(Name);
    if (!Glob)
      return Glob.takeError();
    (isSignature(Name) ? Signatures : Patterns)
        .push_back({std::move(*Glob), &Row, I});
  }
  return Error::success();
}

/// Records the outermost scope of \p Name, or the beginning of the outermost
/// scopes that \p Name may mean.
void KnowledgeBase::addScope(StringRef Name) {
  StringRef Outermost = Name.split("::").first;
  if (!isPattern(Outermost)) {
    Scopes.insert(Outermost);
    return;
  }
  StringRef Prefix = Outermost.take_front(Outermost.find_first_of("*?"));
  if (none_of(ScopePrefixes, [&](StringRef Known) { return Known == Prefix; }))
    ScopePrefixes.push_back(Prefix.str());
}

Lookup KnowledgeBase::lookup(StringRef Name) const {
  Lookup L;
  const StringRef Whole = Name;
  // Strips one suffix. Returns false if there is none.
  auto Strip = [&](StringRef &N) {
    for (const SuffixRule &S : Suffixes)
      if (N.size() > S.Suffix.size() && N.ends_with(S.Suffix)) {
        N = N.drop_back(S.Suffix.size());
        L.PerThreadDefaultStream |= S.PerThreadDefaultStream;
        return true;
      }
    return false;
  };

  if (isSignatureOfCall(Name))
    return lookupSignature(Name);
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
        StringRef Spelling = Whole;
        while (Strip(Spelling))
          ;
        return {P.Row, N.Fam, Spelling, L.PerThreadDefaultStream, N.Spelling};
      }
    return Lookup();
  }
  const auto &[Row, Index] = It->second;
  L.Row = Row;
  L.Fam = Row->Names[Index].Fam;
  L.Spelling = L.Matched = Row->Names[Index].Spelling;
  // A row may have a versioned name of its own, because that version has
  // another layout.
  while (Strip(L.Spelling))
    ;
  return L;
}

/// Whether \p Name matches \p Pattern, in which '*' stands for any text.
static bool fits(StringRef Name, StringRef Pattern) {
  auto [Begin, Rest] = Pattern.split('*');
  if (Begin.size() == Pattern.size())
    return Name == Pattern;
  if (!Name.consume_front(Begin))
    return false;
  while (Rest.contains('*')) {
    auto [Next, Behind] = Rest.split('*');
    const size_t At = Name.find(Next);
    if (At == StringRef::npos)
      return false;
    Name = Name.drop_front(At + Next.size());
    Rest = Behind;
  }
  return Name.ends_with(Rest);
}

bool EntryPoint::isNamed(StringRef QualifiedName) const {
  return fits(QualifiedName, Name);
}

HostWait KnowledgeBase::hostWait(StringRef Name) const {
  for (const auto &[Pattern, Waits] : HostWaits)
    if (fits(Name, Pattern))
      return Waits;
  return HostWait::Unknown;
}

bool isSignatureOfCall(StringRef Name) {
  return Name.ends_with(")") && !Name.ends_with("operator()");
}

std::string plainName(StringRef Signature) {
  std::string Plain;
  unsigned Depth = 0;
  for (size_t I = 0; I < Signature.size(); ++I) {
    StringRef Rest = Signature.drop_front(I);
    if (!Depth && Rest.starts_with("operator")) {
      // The operator's own characters are its name.
      size_t End = Rest.find('(', Rest.starts_with("operator()") ? 10 : 0);
      return Plain + Rest.take_front(End).str();
    }
    const char C = Signature[I];
    if (!Depth && C == '(')
      break;
    Depth -= C == '>' && Depth;
    if (!Depth && C != '<' && C != '>')
      Plain += C;
    Depth += C == '<';
  }
  return Plain;
}

Lookup KnowledgeBase::lookupSignature(StringRef Signature) const {
  for (const Pattern &P : Signatures)
    if (P.Glob.match(Signature)) {
      const ApiRow::Name &N = P.Row->Names[P.Index];
      return {P.Row, N.Fam, Signature, false, N.Spelling};
    }
  return {};
}

bool namesScopes(const ApiRow &Row) {
  return any_of(Row.Names, [](const ApiRow::Name &N) {
    return N.Spelling.find_first_of("*?:(") != std::string::npos;
  });
}

const ApiRow *KnowledgeBase::construct(StringRef Name) const {
  return Constructs.lookup(Name);
}

/// Returns the name in the interface \p F of something that has a name in each
/// interface.
template <typename T> static StringRef spelledIn(Family F, const T &Named) {
  switch (F) {
  case Family::Runtime:
    return Named.Runtime;
  case Family::Driver:
    return Named.Driver;
  case Family::Hip:
    return Named.Hip;
  }
  return "";
}

StringRef ErrorCode::name(Family F) const { return spelledIn(F, *this); }

const ErrorCode *KnowledgeBase::errorCode(unsigned Number) const {
  for (const ErrorCode &E : errorCodes())
    if (E.Number == Number)
      return &E;
  return nullptr;
}

const ErrorCode *KnowledgeBase::errorCode(StringRef Name) const {
  for (const ErrorCode &E : errorCodes())
    if (!Name.empty() && (Name == E.Runtime || Name == E.Driver ||
                          Name == E.Hip || is_contained(E.Aliases, Name)))
      return &E;
  return nullptr;
}

StringRef KnowledgeBase::errorName(unsigned Number, Family Fam) const {
  const ErrorCode *E = errorCode(Number);
  return E ? E->name(Fam) : "";
}

StringRef Constant::name(Family F) const { return spelledIn(F, *this); }

StringRef KnowledgeBase::twin(StringRef Name, Family To) const {
  if (Lookup Found = lookup(Name); Found && Found.Fam != To)
    for (const ApiRow::Name &N : Found.Row->Names)
      if (N.Fam == To)
        return N.Spelling;
  for (const Constant &C : errors().Constants)
    if (C.name(To) != Name &&
        (Name == C.Runtime || Name == C.Driver || Name == C.Hip))
      return C.name(To);
  return "";
}

ArrayRef<Advice> KnowledgeBase::remedies(StringRef Finding) const {
  const auto &Remedies = errors().Remedies;
  auto It = Remedies.find(Finding);
  return It == Remedies.end() ? ArrayRef<Advice>() : ArrayRef(It->second);
}

ArrayRef<std::string> KnowledgeBase::types(Role R) const {
  for (const auto &[Of, Names] : Types)
    if (Of == R)
      return Names;
  return {};
}

std::optional<MemorySpace> KnowledgeBase::placeOf(StringRef Device) const {
  for (const auto &[Kind, Place] : Places)
    if (Device.split(':').first == Kind)
      return Place;
  return std::nullopt;
}

const Advice *KnowledgeBase::remedy(StringRef Finding) const {
  for (const Advice &A : remedies(Finding))
    if (!A.When.size())
      return &A;
  return nullptr;
}

const ErrorEntry *KnowledgeBase::entry(StringRef Id) const {
  return errors().ById.lookup(Id);
}

const ErrorEntry *KnowledgeBase::entry(unsigned Number) const {
  for (const ErrorEntry &E : entries())
    if (Number && E.Number == Number && E.SupersededBy.empty())
      return &E;
  return nullptr;
}

//===--- Advice -----------------------------------------------------------===//

std::optional<Language> languageOf(StringRef Name) {
  if (Name.equals_insensitive("en"))
    return Language::English;
  if (Name.equals_insensitive("zh"))
    return Language::Chinese;
  return std::nullopt;
}

static StringRef inLanguage(Language L, StringRef En, StringRef Zh) {
  return L == Language::Chinese && !Zh.empty() ? Zh : En;
}

StringRef Advice::text(Language L) const { return inLanguage(L, En, Zh); }
StringRef ErrorEntry::cause(Language L) const {
  return inLanguage(L, CauseEn, CauseZh);
}
StringRef ErrorEntry::signature(Language L) const {
  return inLanguage(L, SignatureEn, SignatureZh);
}

bool AdviceCondition::holds(const Situation &S) const {
  if (Modes && !(S.Mode && (Modes >> *S.Mode & 1)))
    return false;
  if (Classes && !(Classes >> unsigned(S.Class) & 1))
    return false;
  if (!Checks.empty() && !is_contained(Checks, S.Check))
    return false;
  if (!Apis.empty() && !(S.Row && any_of(S.Row->Names, [&](const auto &N) {
                           return is_contained(Apis, N.Spelling);
                         })))
    return false;
  return (!StreamInScope || *StreamInScope == S.StreamInScope) &&
         (!BesideBegin || *BesideBegin == S.BesideBegin) &&
         (!ThroughHandle || *ThroughHandle == S.ThroughHandle);
}

unsigned AdviceCondition::size() const {
  return (Modes != 0) + (Classes != 0) + !Checks.empty() + !Apis.empty() +
         StreamInScope.has_value() + BesideBegin.has_value() +
         ThroughHandle.has_value();
}

//===--- Names and paths --------------------------------------------------===//

std::vector<std::string> similarNames(StringRef Name,
                                      ArrayRef<std::string> Known) {
  // Allow one edit for every four characters, as compilers do.
  unsigned Limit = std::max<unsigned>(1, Name.size() / 4);
  std::string Lower = Name.lower();
  std::vector<std::pair<unsigned, StringRef>> Near;
  for (StringRef K : Known)
    if (unsigned D = StringRef(K.lower()).edit_distance(Lower, true, Limit);
        D <= Limit)
      Near.emplace_back(D, K);
  stable_sort(Near, [](const auto &A, const auto &B) { return A < B; });
  std::vector<std::string> Result;
  for (const auto &[D, K] : Near)
    if (Result.size() < 3 && !is_contained(Result, K.str()))
      Result.push_back(K.str());
  return Result;
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

void cuda_capture::KnowledgeBase::spellings(
    const ApiRow &Row, function_ref<void(StringRef)> Each) const {
  SmallString<64> Text;
  for (const ApiRow::Name &N : Row.Names) {
    Each(N.Spelling);
    for (const SuffixRule &S : Suffixes) {
      (Text = N.Spelling) += S.Suffix;
      Each(Text);
      if (S.PerThreadDefaultStream)
        continue;
      const size_t Size = Text.size();
      for (const SuffixRule &T : Suffixes) {
        if (!T.PerThreadDefaultStream)
          continue;
        Text += T.Suffix;
        Each(Text);
        Text.resize(Size);
      }
    }
  }
}
