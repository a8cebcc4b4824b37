//===- Object.cpp - CaptureIR in files ------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   file     = "ccir" format:u32 digest:u64 header bodies
//   header   = size:u64 numbers...
//   bodies   = the text of each function, its files being numbers
//
// Numbers are ULEB128; a text is a number followed by bytes. The digest covers
// everything behind it, so a file that can be read is one that was once
// written.
//
//===----------------------------------------------------------------------===//

#include "Object.h"
#include "Parser.h"
#include "Printer.h"
#include "Walk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace cuda_capture;
using namespace cuda_capture::ir;
using llvm::StringRef;

static constexpr StringRef Magic = "ccir";
/// The format version, which must be raised when the form of the file, or the
/// text of IR, changes.
static constexpr uint32_t Format = 17;
static constexpr size_t PrefixSize = 4 + 4 + 8, HeaderSizeSize = 8;

StringRef ir::productVersion() { return CUDA_CAPTURE_VERSION; }

unsigned Object::name(StringRef Text) {
  auto [It, New] = NameIds.try_emplace(Text, Names.size());
  if (New)
    Names.push_back(Text.str());
  return It->second;
}

unsigned Object::file(StringRef Path) {
  auto [It, New] = FileIds.try_emplace(Path, Files.size());
  if (New)
    Files.push_back(Path.str());
  return It->second;
}

/// Whether a deferred call is pure if its function is not defined anywhere.
static bool isGetter(const Instruction &I) {
  return isDeferred(I) &&
         llvm::all_of(I.alternatives(), [](const Instruction &Other) {
           return Other.K != Instruction::UnknownCall || Other.Flags.Pure;
         });
}

std::vector<Reference> Object::referencesIn(Function &F) {
  llvm::StringSet<> Getters;
  for (const Block &B : F.Blocks)
    for (const Instruction &I : B.Insts)
      if (isGetter(I))
        Getters.insert(I.Indirect->Target.Name);
  std::vector<Reference> Result;
  forEachName(F, [&](Name &N, Mention How) {
    switch (How) {
    case Mention::Api:
    case Mention::Global:
      return;
    case Mention::Names:
      Result.push_back({Reference::Mentioned, name(N)});
      return;
    case Mention::Calls:
      Result.push_back({Reference::Called, name(N)});
      return;
    case Mention::Defers:
      Result.push_back(
          {Getters.contains(N) ? Reference::Getter : Reference::Called,
           name(N)});
      return;
    }
  });
  llvm::sort(Result);
  Result.erase(std::unique(Result.begin(), Result.end()), Result.end());
  return Result;
}

void Object::add(const Module &M, Function F, FunctionEntry Entry) {
  // The text names files by their numbers.
  Module Numbered;
  Entry.File = 0;
  forEachLoc(F, [&](Loc &L) {
    if (!L.isValid() || L.File >= M.Files.size())
      return;
    L.File = Numbered.fileIndex(std::to_string(file(M.Files[L.File])));
  });
  if (F.At.isValid())
    llvm::to_integer(Numbered.Files[F.At.File], Entry.File, 10);
  Entry.Name = name(F.Name);
  Entry.References = referencesIn(F);
  Entry.Offset = Written.size();
  llvm::raw_string_ostream OS(Written);
  print(OS, Numbered, F);
  OS.flush();
  Entry.Size = Written.size() - Entry.Offset;
  Functions.push_back(std::move(Entry));
}

void Object::addBodiless(StringRef Symbol, FunctionEntry Entry) {
  Entry.Name = name(Symbol);
  Entry.Offset = Entry.Size = 0;
  Entry.References.clear();
  Functions.push_back(std::move(Entry));
}

//===--- Writing ----------------------------------------------------------===//

namespace {
class Writer {
public:
  explicit Writer(llvm::raw_ostream &OS) : OS(OS) {}
  void number(uint64_t N) { llvm::encodeULEB128(N, OS); }
  void text(StringRef S) {
    number(S.size());
    OS << S;
  }
  template <typename Range, typename Fn> void list(const Range &R, Fn One) {
    number(R.size());
    for (const auto &E : R)
      One(E);
  }

private:
  llvm::raw_ostream &OS;
};
} // namespace

/// Packs the flags of a function into one number; the inverse follows.
static uint64_t packed(const FunctionEntry &E) {
  const Traits &T = E.Known;
  return uint64_t(E.L) | T.Matters << 2 | T.MayCallUnknown << 3 |
         T.Simple << 4 | T.HasSideEffects << 5 | T.MayNotReturn << 6 |
         E.Starts << 7 | E.Root << 8 | E.Rootable << 9 | E.Captured << 10 |
         E.Begins << 11 | E.Hidden << 12 | E.Ends << 13 | T.MayWait << 14;
}

static bool unpack(uint64_t Flags, FunctionEntry &E) {
  auto Bit = [&](unsigned N) { return (Flags >> N & 1) != 0; };
  E.L = Linkage(Flags & 3);
  E.Known = {Bit(2), Bit(3), Bit(4), Bit(5), Bit(6), Bit(14)};
  E.Starts = Bit(7);
  E.Root = Bit(8);
  E.Rootable = Bit(9);
  E.Captured = Bit(10);
  E.Begins = Bit(11);
  E.Hidden = Bit(12);
  E.Ends = Bit(13);
  return (Flags & 3) <= uint64_t(Linkage::Strong) && Flags < (1 << 15);
}

void Object::write(llvm::raw_ostream &OS) const {
  std::string Header;
  {
    llvm::raw_string_ostream Out(Header);
    Writer W(Out);
    W.number(K);
    W.text(By.Version);
    W.text(By.Knowledge);
    W.list(Units, [&](const UnitEntry &U) {
      W.text(U.Name);
      W.number(U.PerThreadDefaultStream);
      W.number(U.LeastDriver);
      W.list(U.Registered, [&](const Registration &R) {
        W.text(R.Symbol);
        W.text(R.Library);
        W.number(R.Exported);
      });
      for (const auto *Texts :
           {&U.MakesHandles, &U.BindsHandles, &U.Called, &U.Kept})
        W.list(*Texts, [&](const std::string &Text) { W.text(Text); });
      W.list(U.Threads, [&](const ThreadWork &T) {
        W.text(T.Symbol);
        W.text(T.Name);
        W.text(T.Callee);
        W.number(T.Several);
        W.number(T.Locks);
        W.number(T.Joined);
      });
    });
    W.list(Files, [&](const std::string &F) { W.text(F); });
    W.list(Contents, [&](uint64_t Digest) { W.number(Digest); });
    W.list(Lines, [&](const std::vector<LineRun> &Of) {
      W.list(Of, [&](const LineRun &R) {
        W.number(R.First);
        W.number(R.Count);
      });
    });
    W.list(Names, [&](const std::string &N) { W.text(N); });
    W.list(InternalVariables, [&](unsigned N) { W.number(N); });
    W.list(Functions, [&](const FunctionEntry &E) {
      W.number(E.Name);
      W.number(packed(E));
      W.number(E.Unit);
      W.number(E.Regions);
      W.number(E.File);
      W.list(E.References, [&](const Reference &R) {
        W.number(uint64_t(R.Name) << 2 | R.K);
      });
      W.number(E.Offset);
      W.number(E.Size);
    });
    W.list(Overrides, [&](const Override &E) {
      W.number(E.Method);
      W.number(E.By);
    });
    W.list(Writes, [&](const auto &Of) {
      W.text(Of.first);
      W.number(Of.second.Other);
      W.list(Of.second.Constants, [&](int64_t C) { W.number(C); });
    });
  }
  std::string Rest(HeaderSizeSize, '\0');
  llvm::support::endian::write64le(Rest.data(), Header.size());
  Rest += Header;
  Rest += Data ? Bodies : StringRef(Written);

  char Prefix[PrefixSize];
  std::copy(Magic.begin(), Magic.end(), Prefix);
  llvm::support::endian::write32le(Prefix + 4, Format);
  llvm::support::endian::write64le(Prefix + 8, llvm::xxh3_64bits(Rest));
  OS << StringRef(Prefix, PrefixSize) << Rest;
}

//===--- Reading ----------------------------------------------------------===//

namespace {
/// Reads numbers. After the first invalid number, nothing is valid.
class Reader {
public:
  explicit Reader(StringRef Header)
      : Header(Header), D(Header, /*IsLittleEndian=*/true, 8), At(0) {}

  uint64_t number() { return D.getULEB128(At); }
  unsigned index(size_t Count) {
    uint64_t N = number();
    if (N >= Count)
      Bad = true;
    return Bad ? 0 : N;
  }
  unsigned count() {
    uint64_t N = number();
    Bad |= N > UINT32_MAX;
    return Bad ? 0 : N;
  }
  StringRef text() { return D.getBytes(At, number()); }
  /// Every element takes at least one byte.
  template <typename Fn> void list(Fn One) {
    uint64_t N = number();
    if (N > Header.size())
      Bad = true;
    for (uint64_t I = 0; I < N && !failed(); ++I)
      One();
  }
  bool failed() { return Bad || !At; }
  bool atEnd() { return At && At.tell() == Header.size(); }
  ~Reader() { llvm::consumeError(At.takeError()); }
  void fail() { Bad = true; }

private:
  StringRef Header;
  llvm::DataExtractor D;
  llvm::DataExtractor::Cursor At;
  bool Bad = false;
};
} // namespace

llvm::Expected<std::unique_ptr<Object>>
Object::read(std::unique_ptr<llvm::MemoryBuffer> Data) {
  auto Wrong = [&](const llvm::Twine &Why) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   Data->getBufferIdentifier() + ": " + Why);
  };
  StringRef Whole = Data->getBuffer();
  if (Whole.size() < PrefixSize + HeaderSizeSize || !Whole.starts_with(Magic))
    return Wrong("is not a file of CaptureIR");
  if (llvm::support::endian::read32le(Whole.data() + 4) != Format)
    return Wrong("was written by another version of cuda-capture");
  StringRef Rest = Whole.drop_front(PrefixSize);
  if (llvm::support::endian::read64le(Whole.data() + 8) !=
      llvm::xxh3_64bits(Rest))
    return Wrong("is damaged");
  const uint64_t HeaderSize = llvm::support::endian::read64le(Rest.data());
  Rest = Rest.drop_front(HeaderSizeSize);
  if (HeaderSize > Rest.size())
    return Wrong("is damaged");

  auto O = std::make_unique<Object>();
  O->Bodies = Rest.drop_front(HeaderSize);
  Reader R(Rest.take_front(HeaderSize));
  O->K = Kind(R.index(Index + 1));
  O->By.Version = R.text().str();
  O->By.Knowledge = R.text().str();
  R.list([&] {
    UnitEntry &U = O->Units.emplace_back();
    U.Name = R.text().str();
    U.PerThreadDefaultStream = R.number();
    U.LeastDriver = R.number();
    R.list([&] {
      Registration &One = U.Registered.emplace_back();
      One.Symbol = R.text().str();
      One.Library = R.text().str();
      One.Exported = R.number();
    });
    for (auto *Texts : {&U.MakesHandles, &U.BindsHandles, &U.Called, &U.Kept})
      R.list([&] { Texts->push_back(R.text().str()); });
    R.list([&] {
      ThreadWork &T = U.Threads.emplace_back();
      T.Symbol = R.text().str();
      T.Name = R.text().str();
      T.Callee = R.text().str();
      T.Several = R.number();
      T.Locks = R.number();
      T.Joined = R.number();
    });
  });
  R.list([&] { O->Files.push_back(R.text().str()); });
  R.list([&] { O->Contents.push_back(R.number()); });
  R.list([&] {
    std::vector<LineRun> &Of = O->Lines.emplace_back();
    R.list([&] {
      LineRun &Run = Of.emplace_back();
      Run.First = R.count();
      Run.Count = R.count();
    });
  });
  R.list([&] { O->Names.push_back(R.text().str()); });
  R.list([&] { O->InternalVariables.push_back(R.index(O->Names.size())); });
  R.list([&] {
    FunctionEntry &E = O->Functions.emplace_back();
    E.Name = R.index(O->Names.size());
    if (!unpack(R.number(), E))
      R.fail();
    E.Unit = R.index(O->Units.size());
    E.Regions = R.count();
    E.File = R.index(std::max<size_t>(O->Files.size(), 1));
    R.list([&] {
      const uint64_t N = R.number();
      if (N >> 2 >= O->Names.size() || (N & 3) > Reference::Mentioned)
        return R.fail();
      E.References.push_back({Reference::Kind(N & 3), unsigned(N >> 2)});
    });
    E.Offset = R.number();
    E.Size = R.number();
    if (E.Offset > O->Bodies.size() || E.Size > O->Bodies.size() - E.Offset)
      R.fail();
  });
  R.list([&] {
    Override &E = O->Overrides.emplace_back();
    E.Method = R.index(O->Names.size());
    E.By = R.index(O->Names.size());
  });
  R.list([&] {
    VariableWrites &Of = O->Writes[R.text().str()];
    Of.Other = R.number();
    R.list([&] { Of.Constants.insert(int64_t(R.number())); });
  });
  if (R.failed() || !R.atEnd() || O->Units.empty() ||
      (!O->Contents.empty() && O->Contents.size() != O->Files.size()) ||
      O->Lines.size() != O->Contents.size())
    return Wrong("is damaged");
  O->Data = std::move(Data);
  return O;
}

llvm::Expected<std::unique_ptr<Object>> Object::open(StringRef File) {
  auto Data = llvm::MemoryBuffer::getFile(File, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!Data)
    return llvm::createStringError(Data.getError(),
                                   File + ": " + Data.getError().message());
  return read(std::move(*Data));
}

llvm::Expected<Function> Object::body(unsigned Index, Module &M) const {
  const FunctionEntry &E = Functions[Index];
  std::string Text = "module \"\"\n";
  Text += (Data ? Bodies : StringRef(Written)).substr(E.Offset, E.Size);
  llvm::Expected<std::unique_ptr<Module>> Parsed = parse(
      Text, Data ? Data->getBufferIdentifier() : StringRef(Units[0].Name));
  if (!Parsed)
    return Parsed.takeError();
  if ((*Parsed)->Functions.size() != 1)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   Names[E.Name] + " has no body");
  Function F = std::move((*Parsed)->Functions.front());
  forEachLoc(F, [&](Loc &L) {
    unsigned Id = 0;
    if (!L.isValid())
      return;
    if (llvm::to_integer((*Parsed)->Files[L.File], Id, 10) && Id < Files.size())
      L.File = M.fileIndex(Files[Id]);
    else
      L = Loc();
  });
  return F;
}
