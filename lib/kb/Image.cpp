//===- Image.cpp - Knowledge in a compact form ----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The format of an image is described once, by describe(), which takes a
/// writer or a reader. Structures are taken apart with structured bindings, so
/// that the compiler finds a field that somebody adds and forgets here.
///
//===----------------------------------------------------------------------===//

#include "Image.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>
#include <map>
#include <type_traits>

using namespace llvm;

namespace cuda_capture {

//===--- Numbers and texts ------------------------------------------------===//

/// Appends \p N in groups of seven bits, the lowest first; the top bit of a
/// byte says that another follows.
static void putNumber(std::string &Out, uint64_t N) {
  for (; N >= 0x80; N >>= 7)
    Out += static_cast<char>(N | 0x80);
  Out += static_cast<char>(N);
}

/// Takes a number off \p In. If there is none, returns 0 and leaves \p In
/// empty.
static uint64_t takeNumber(StringRef &In) {
  uint64_t N = 0;
  for (unsigned Shift = 0; Shift < 64 && !In.empty(); Shift += 7) {
    unsigned char Byte = In.front();
    In = In.drop_front();
    N |= uint64_t(Byte & 0x7f) << Shift;
    if (!(Byte & 0x80))
      return N;
  }
  In = "";
  return 0;
}

/// Writes a section. A text that occurs several times is written once.
class ImageWriter {
public:
  static constexpr bool Reads = false;

  void number(uint64_t &N) { putNumber(Numbers, N); }
  void text(std::string &S) {
    auto [It, New] = Ids.try_emplace(S, Texts.size());
    if (New)
      Texts.push_back(It->first);
    putNumber(Numbers, It->second);
  }

  std::string section() const {
    std::string Out;
    putNumber(Out, Texts.size());
    for (StringRef T : Texts)
      putNumber(Out, T.size());
    for (StringRef T : Texts)
      Out += T;
    return Out + Numbers;
  }

private:
  std::map<std::string, size_t> Ids;
  std::vector<StringRef> Texts;
  std::string Numbers;
};

/// Reads a section. A damaged section never yields more elements than it has
/// bytes.
class ImageReader {
public:
  static constexpr bool Reads = true;

  explicit ImageReader(StringRef Section) : Rest(Section) {
    uint64_t Count = takeNumber(Rest);
    std::vector<size_t> Sizes(canHave(Count) ? Count : 0);
    for (size_t &Size : Sizes)
      Size = takeNumber(Rest);
    Texts.reserve(Sizes.size());
    for (size_t Size : Sizes) {
      if (!canHave(Size))
        return;
      Texts.push_back(Rest.take_front(Size));
      Rest = Rest.drop_front(Size);
    }
  }

  void number(uint64_t &N) {
    Bad |= Rest.empty();
    N = takeNumber(Rest);
  }
  void text(std::string &S) {
    uint64_t Id = 0;
    number(Id);
    if (Id < Texts.size())
      S.assign(Texts[Id].data(), Texts[Id].size());
    else
      fail();
  }
  /// Whether the rest of the section can hold \p Count elements. Each element
  /// of a list, and each character, takes at least one byte.
  bool canHave(uint64_t Count) {
    if (Count > Rest.size())
      fail();
    return !Bad;
  }
  bool isWhole() const { return !Bad && Rest.empty(); }

private:
  void fail() {
    Bad = true;
    Rest = "";
  }

  StringRef Rest;
  std::vector<StringRef> Texts;
  bool Bad = false;
};

//===--- Values of all kinds ----------------------------------------------===//

template <typename A, typename T>
std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T>> describe(A &Ar,
                                                                      T &V) {
  uint64_t N = static_cast<uint64_t>(V);
  Ar.number(N);
  V = static_cast<T>(N);
}

template <typename A> void describe(A &Ar, double &V) {
  uint64_t N = 0;
  std::memcpy(&N, &V, sizeof(V));
  Ar.number(N);
  std::memcpy(&V, &N, sizeof(V));
}

template <typename A> void describe(A &Ar, std::string &V) { Ar.text(V); }

template <typename A> void describe(A &Ar, ApiRow::Name &V);
template <typename A> void describe(A &Ar, Param &V);
template <typename A> void describe(A &Ar, FieldRole &V);
template <typename A> void describe(A &Ar, Evidence &V);
template <typename A> void describe(A &Ar, CallbackFix &V);
template <typename A> void describe(A &Ar, Fix &V);
template <typename A> void describe(A &Ar, ApiRow &V);
template <typename A> void describe(A &Ar, RowCase &V);
template <typename A> void describe(A &Ar, AdviceCondition &V);
template <typename A> void describe(A &Ar, Advice &V);
template <typename A> void describe(A &Ar, Correction &V);
template <typename A> void describe(A &Ar, ErrorEntry &V);
template <typename A> void describe(A &Ar, ErrorCode &V);
template <typename A> void describe(A &Ar, WrongClaim &V);
template <typename A> void describe(A &Ar, Constant &V);
template <typename A> void describe(A &Ar, EntryPoint &V);
template <typename A> void describe(A &Ar, CaptureTexts &V);

template <typename A, typename T> void describe(A &Ar, std::optional<T> &V) {
  bool Has = V.has_value();
  describe(Ar, Has);
  if (A::Reads)
    Has ? void(V.emplace()) : V.reset();
  if (V)
    describe(Ar, *V);
}

template <typename A, typename T, size_t N> void describe(A &Ar, T (&V)[N]) {
  for (T &Element : V)
    describe(Ar, Element);
}

template <typename A, typename T, typename U>
void describe(A &Ar, std::pair<T, U> &V) {
  describe(Ar, V.first);
  describe(Ar, V.second);
}

/// A std::vector or std::deque.
template <typename A, typename List> void describeList(A &Ar, List &V) {
  uint64_t Size = V.size();
  Ar.number(Size);
  if constexpr (A::Reads) {
    if (!Ar.canHave(Size))
      return;
    V.resize(Size);
  }
  for (auto &Element : V)
    describe(Ar, Element);
}
template <typename A, typename T> void describe(A &Ar, std::vector<T> &V) {
  describeList(Ar, V);
}
template <typename A, typename T> void describe(A &Ar, std::deque<T> &V) {
  describeList(Ar, V);
}

/// The entries are written in the order of their keys, so that equal knowledge
/// gives equal images.
template <typename A, typename T> void describe(A &Ar, StringMap<T> &V) {
  std::vector<std::pair<std::string, T>> Sorted;
  for (const auto &Item : V)
    Sorted.emplace_back(Item.getKey().str(), Item.second);
  sort(Sorted, [](const auto &X, const auto &Y) { return X.first < Y.first; });
  describe(Ar, Sorted);
  if constexpr (A::Reads)
    for (auto &[Key, Value] : Sorted)
      V[Key] = std::move(Value);
}

template <typename A, typename... Ts> void describeAll(A &Ar, Ts &...Fields) {
  (describe(Ar, Fields), ...);
}

//===--- Structures -------------------------------------------------------===//

template <typename A> void describe(A &Ar, ApiRow::Name &V) {
  auto &[Spelling, Fam, Since, Removed] = V;
  describeAll(Ar, Spelling, Fam, Since, Removed);
}

template <typename A> void describe(A &Ar, Param &V) {
  auto &[Acc, R] = V;
  describeAll(Ar, Acc, R);
}

template <typename A> void describe(A &Ar, FieldRole &V) {
  auto &[Param, Path, R] = V;
  describeAll(Ar, Param, Path, R);
}

template <typename A> void describe(A &Ar, Evidence &V) {
  auto &[Source, Url, Quote] = V;
  describeAll(Ar, Source, Url, Quote);
}

template <typename A> void describe(A &Ar, CallbackFix &V) {
  auto &[Argument, DropParams] = V;
  describeAll(Ar, Argument, DropParams);
}

template <typename A> void describe(A &Ar, Fix &V) {
  auto &[Rename, Append, DropsWait, Drop, Callback, Hoist, Remove] = V;
  describeAll(Ar, Rename, Append, DropsWait, Drop, Callback, Hoist, Remove);
}

template <typename A> void describe(A &Ar, ApiRow &V) {
  auto &[Names, Construct, KernelFollows, Header, OfLibrary, IsEmbedded, Params,
         Fields, Class, Otherwise, Waits, Eff, Node, ModeOverride, Error,
         Invalidates, InHostFunction, IfRecorded, SameDevice, This,
         KeepsArgument, StreamByType, Moves, LibraryByType, ResultIs, Cases,
         Current, CurrentRole, Returns, ReturnedRole, Implicit,
         MakesNonBlocking, Typed, Place, MakesMask, MakesMemory, ReturnsContent,
         ProvesDevice, By, VersionMacros, VersionLimit, FromLimit,
         IfVersionUnknown, Entry, RemedyEn, RemedyZh, Rewrite, Sources,
         Confidence] = V;
  describeAll(Ar, Names, Construct, KernelFollows, Header, OfLibrary,
              IsEmbedded, Params, Fields, Class, Otherwise, Waits, Eff, Node,
              ModeOverride, Error, Invalidates, InHostFunction, IfRecorded,
              SameDevice, This, KeepsArgument, StreamByType, Moves,
              LibraryByType, ResultIs, Cases, Current, CurrentRole, Returns,
              ReturnedRole, Implicit, MakesNonBlocking, Typed, Place, MakesMask,
              MakesMemory, ReturnsContent, ProvesDevice, By, VersionMacros,
              VersionLimit, FromLimit, IfVersionUnknown, Entry, RemedyEn,
              RemedyZh, Rewrite, Sources, Confidence);
}

/// The rows of the cases follow separately, in the same order.
template <typename A> void describe(A &Ar, RowCase &V) {
  auto &[When, Argument, Driver, Row] = V;
  describeAll(Ar, When, Argument, Driver.Number);
  (void)Row;
}

template <typename A> void describe(A &Ar, AdviceCondition &V) {
  auto &[Modes, Classes, Checks, Apis, StreamInScope, BesideBegin,
         ThroughHandle] = V;
  describeAll(Ar, Modes, Classes, Checks, Apis, StreamInScope, BesideBegin,
              ThroughHandle);
}

template <typename A> void describe(A &Ar, Advice &V) {
  auto &[En, Zh, Title, WhyFails, SuccessRate, FailRate, When, Entry, Shown] =
      V;
  describeAll(Ar, En, Zh, Title, WhyFails, SuccessRate, FailRate, When, Entry,
              Shown);
}

template <typename A> void describe(A &Ar, Correction &V) {
  auto &[Field, Was, Now, Evidence] = V;
  describeAll(Ar, Field, Was, Now, Evidence);
}

template <typename A> void describe(A &Ar, ErrorEntry &V) {
  auto &[Id, Number, SignatureEn, SignatureZh, Regex, Samples, CauseEn, CauseZh,
         Remedies, DeadEnds, Corrections, Sources, Url, Checks, SupersededBy] =
      V;
  describeAll(Ar, Id, Number, SignatureEn, SignatureZh, Regex, Samples, CauseEn,
              CauseZh, Remedies, DeadEnds, Corrections, Sources, Url, Checks,
              SupersededBy);
}

template <typename A> void describe(A &Ar, ErrorCode &V) {
  auto &[Number, Runtime, Driver, Hip, Aliases, Message, Since] = V;
  describeAll(Ar, Number, Runtime, Driver, Hip, Aliases, Message, Since);
}

template <typename A> void describe(A &Ar, WrongClaim &V) {
  auto &[Regex, Fact, Evidence] = V;
  describeAll(Ar, Regex, Fact, Evidence);
}

template <typename A> void describe(A &Ar, Constant &V) {
  auto &[Runtime, Driver, Hip] = V;
  describeAll(Ar, Runtime, Driver, Hip);
}

template <typename A> void describe(A &Ar, EntryPoint &V) {
  auto &[K, Name, Argument, Fields, If, DispatchIf, DispatchOn, Takes, Library,
         Captured, Mode, InOwnThread] = V;
  describeAll(Ar, K, Name, Argument, Fields, If, DispatchIf, DispatchOn, Takes,
              Library, Captured, Mode, InOwnThread);
}

template <typename A> void describe(A &Ar, CaptureTexts &V) {
  auto &[Words, Blocks, ExpectedErrors, Preparations] = V;
  describeAll(Ar, Words, Blocks, ExpectedErrors, Preparations);
}

//===--- Images -----------------------------------------------------------===//

std::string KnowledgeImage::write(const KnowledgeBase &KB) {
  ImageWriter Functions;
  std::deque<ApiRow> Rows = KB.Rows, CaseRows;
  for (const ApiRow &Row : Rows)
    for (const RowCase &Case : Row.Cases)
      CaseRows.push_back(*Case.Row);
  for (std::deque<ApiRow> *List : {&Rows, &CaseRows})
    for (ApiRow &Row : *List) {
      Row.IsEmbedded = true;
      // A user who is shown a remedy may ask for its sources.
      if (Row.RemedyEn.empty())
        Row.Sources.clear();
      else
        for (Evidence &E : Row.Sources)
          E.Quote.clear();
    }
  std::vector<std::pair<std::string, bool>> Suffixes;
  for (const auto &[Suffix, PerThread] : KB.Suffixes)
    Suffixes.emplace_back(Suffix, PerThread);
  auto HostValues = KB.HostValues;
  auto HostWaits = KB.HostWaits;
  auto Types = KB.Types;
  auto Places = KB.Places;
  auto PerThread = KB.PerThread;
  auto ToolkitMacros = KB.ToolkitMacros;
  auto HostLibraries = KB.HostLibraries;
  auto Texts = KB.Texts;
  auto EntryPoints = KB.EntryPoints;
  describeAll(Functions, Rows, CaseRows, Suffixes, PerThread, ToolkitMacros,
              HostLibraries, Texts, Types, Places, HostValues, HostWaits,
              EntryPoints);

  ImageWriter OfErrors;
  Errors E = KB.errors();
  for (ErrorEntry &Entry : E.Entries)
    // An entry that is kept for the record is useless without its samples and
    // corrections.
    if (Entry.SupersededBy.empty()) {
      Entry.Samples.clear();
      Entry.Corrections.clear();
    }
  describeAll(OfErrors, E.Entries, E.Remedies, E.Codes, E.Claims, E.Constants);

  std::string First = Functions.section();
  std::string Image;
  putNumber(Image, First.size());
  return Image + First + OfErrors.section();
}

bool KnowledgeImage::readErrors(StringRef Section, Errors &E) {
  ImageReader Ar(Section);
  describeAll(Ar, E.Entries, E.Remedies, E.Codes, E.Claims, E.Constants);
  for (const ErrorEntry &Entry : E.Entries)
    E.ById[Entry.Id] = &Entry;
  return Ar.isWhole();
}

std::shared_ptr<KnowledgeBase> KnowledgeImage::read(StringRef Image) {
  uint64_t Size = takeNumber(Image);
  if (Size > Image.size())
    return nullptr;
  auto KB = std::make_shared<KnowledgeBase>();
  ImageReader Ar(Image.take_front(Size));
  std::vector<std::pair<std::string, bool>> Suffixes;
  describeAll(Ar, KB->Rows, KB->CaseRows, Suffixes, KB->PerThread,
              KB->ToolkitMacros, KB->HostLibraries, KB->Texts, KB->Types,
              KB->Places, KB->HostValues, KB->HostWaits, KB->EntryPoints);
  if (!Ar.isWhole())
    return nullptr;
  auto CaseRow = KB->CaseRows.begin();
  for (ApiRow &Row : KB->Rows)
    for (RowCase &Case : Row.Cases) {
      if (CaseRow == KB->CaseRows.end())
        return nullptr;
      Case.Row = &*CaseRow++;
    }
  for (auto &[Suffix, PerThread] : Suffixes)
    KB->Suffixes.push_back({std::move(Suffix), PerThread});
  for (const ApiRow &Row : KB->Rows)
    if (Error E = KB->index(Row)) {
      consumeError(std::move(E));
      return nullptr;
    }
  KB->Undecoded = Image.drop_front(Size);
  return KB;
}

std::shared_ptr<KnowledgeBase> KnowledgeImage::readWhole(StringRef Image) {
  std::shared_ptr<KnowledgeBase> KB = read(Image);
  if (KB && !readErrors(KB->Undecoded, KB->Known))
    return nullptr;
  if (KB)
    KB->Undecoded = "";
  return KB;
}

const KnowledgeBase::ErrorKnowledge &KnowledgeBase::errors() const {
  // This cannot fail, because kb-embed has read the image that it wrote.
  std::call_once(Decoded, [&] {
    if (!Undecoded.empty())
      KnowledgeImage::readErrors(Undecoded, Known);
  });
  return Known;
}

} // namespace cuda_capture
