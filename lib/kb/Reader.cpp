//===- Reader.cpp - Reading knowledge from JSON ---------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads files and documents, and checks the references between them. Compiled
/// with exceptions because the JSON library throws; no exception leaves this
/// file.
///
//===----------------------------------------------------------------------===//

#include "ReaderImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <type_traits>

using namespace llvm;

namespace cuda_capture {

using namespace kb;

/// The name of the folders that are entered only for measurements.
static constexpr StringLiteral MeasuredFolder = "measured";
/// The name of the folders of JSON Schemas, which describe knowledge but do not
/// contain any.
static constexpr StringLiteral SchemaFolder = "schema";

std::unique_ptr<MemoryBuffer> readKnowledgeFile(StringRef Path, Problems &P) {
  auto Fail = [&](const Twine &Reason) {
    P.add(Path, Reason);
    return nullptr;
  };
  // A pipe would block, and a device may never end.
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return Fail(EC.message());
  if (!sys::fs::is_regular_file(Status))
    return Fail("not a regular file");
  if (Status.getSize() > MaxKnowledgeFileSize)
    return Fail(formatv("{0} bytes; at most {1} are read", Status.getSize(),
                        MaxKnowledgeFileSize)
                    .str());
  // A file that shrinks while it is mapped would end the program.
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false,
                                      /*IsVolatile=*/true);
  if (!Buffer)
    return Fail(Buffer.getError().message());
  // The file may have grown since its size was checked.
  if ((*Buffer)->getBufferSize() > MaxKnowledgeFileSize)
    return Fail("too large");
  return std::move(*Buffer);
}

//===--- Files and documents ----------------------------------------------===//

void KnowledgeBaseReader::Impl::path(StringRef Path) {
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return P.add(Path, EC.message());
  if (!sys::fs::is_directory(Status))
    return file(Path);

  std::vector<std::string> Files;
  bool Skipped = false;
  std::error_code EC;
  for (sys::fs::recursive_directory_iterator
           I(Path, EC, /*follow_symlinks=*/false),
       E;
       !EC && I != E; I.increment(EC)) {
    StringRef Name = sys::path::filename(I->path());
    bool SkipMeasured = What == KnowledgeBase::Measurements::Skip;
    if (Name == SchemaFolder || (SkipMeasured && Name == MeasuredFolder)) {
      I.no_push();
      Skipped = true;
      continue;
    }
    if (sys::path::extension(I->path()) == ".json" &&
        !sys::fs::is_directory(I->path()))
      Files.push_back(I->path());
  }
  if (EC)
    P.add(Path, EC.message());
  if (Files.empty() && !Skipped && !EC)
    P.add(Path, "no .json file in this folder");
  sort(Files);
  for (const std::string &F : Files)
    file(F);
}

void KnowledgeBaseReader::Impl::file(StringRef Path) {
  FilesRead.push_back(Path.str());
  if (std::unique_ptr<MemoryBuffer> Buffer = readKnowledgeFile(Path, P))
    text(Buffer->getBuffer(), Path);
}

void KnowledgeBaseReader::Impl::text(StringRef Text, StringRef File) {
  std::optional<json> V = parse(Text, File, P);
  if (!V)
    return;
  document(Context{P, File}, *V);
}

void KnowledgeBaseReader::Impl::document(const Context &C, const json &V) {
  Place Root;
  if (!V.is_object())
    return C.wrongType(Root, V, "object");
  if (isMeasurement(V))
    return measurement(C, V);
  if (OnlyMeasurements)
    return C.problem(Root, "no measurement: expected the keys device, "
                           "complete and cases");
  if (isEntry(V))
    return entry(C, V, Root);
  if (!hasList(V))
    return C.problem(
        Root,
        "no knowledge: expected one of the keys rows, codes, suffixes, "
        "perThreadMacros, toolkitMacros, types, constants, places, errors, "
        "remedies, claims, "
        "host, hostLibraries, captureWords, captureBlocks, expectedErrors, "
        "preparations, entryPoints, an error entry with id, signature and "
        "regex, or a "
        "measurement with device and cases");

  Object O(C, V, Root);
  Standalone |= O.boolean("standalone").value_or(false);
  O.array("rows", [&](const json &J, const Place &At) { row(C, J, At); });
  O.array("codes", [&](const json &J, const Place &At) { code(C, J, At); });
  O.array("suffixes",
          [&](const json &J, const Place &At) { suffix(C, J, At); });
  for (const auto &[Key, To] : {std::pair("perThreadMacros", &KB->PerThread),
                                std::pair("toolkitMacros", &KB->ToolkitMacros)})
    O.array(Key, [&, To = To](const json &J, const Place &At) {
      if (!J.is_string())
        return C.wrongType(At, J, "string");
      if (!isName(textOf(J)))
        return C.problem(At, inQuotes(textOf(J)) + " is not an identifier");
      if (define(C, At, "macro", textOf(J)))
        To->push_back(J.get<std::string>());
    });
  O.array("types", [&](const json &J, const Place &At) { types(C, J, At); });
  O.array("constants",
          [&](const json &J, const Place &At) { constant(C, J, At); });
  O.array("places", [&](const json &J, const Place &At) { place(C, J, At); });
  O.array("errors", [&](const json &J, const Place &At) { entry(C, J, At); });
  O.array("remedies",
          [&](const json &J, const Place &At) { remedy(C, J, At); });
  O.array("host",
          [&](const json &J, const Place &At) { hostFunctions(C, J, At); });
  auto Words = [&](const char *Key, StringRef Kind, auto IsValid,
                   StringRef Wrong, std::vector<std::string> &To) {
    O.array(Key, [&, IsValid](const json &J, const Place &At) {
      if (!J.is_string())
        return C.wrongType(At, J, "string");
      const StringRef Word = textOf(J);
      if (!IsValid(Word))
        return C.problem(At, inQuotes(Word) + Wrong.str());
      if (define(C, At, Kind, Word))
        To.push_back(Word.str());
    });
  };
  Words(
      "hostLibraries", "library of the host",
      [](StringRef Folder) {
        return Folder.size() >= 2 && Folder.ends_with("/") &&
               !Folder.starts_with("/");
      },
      " is not a folder of headers, as in \"gtest/\"", KB->HostLibraries);
  Words(
      "captureWords", "word of captures",
      [](StringRef Word) { return Word.size() >= 8 && !Word.contains('\n'); },
      " is too short to show that code captures: 8 characters on one line are "
      "needed",
      KB->Texts.Words);
  O.array("captureBlocks",
          [&](const json &J, const Place &At) { captureBlock(C, J, At); });
  Words(
      "expectedErrors", "word of expected errors",
      [](StringRef Word) { return Word.size() >= 5 && isName(Word); },
      " is no beginning of a name, of at least 5 characters",
      KB->Texts.ExpectedErrors);
  Words(
      "preparations", "word of preparations",
      [](StringRef Word) {
        return Word.size() >= 4 && llvm::all_of(Word, llvm::isLower);
      },
      " is no word of at least 4 letters in lower case",
      KB->Texts.Preparations);
  O.array("entryPoints",
          [&](const json &J, const Place &At) { entryPoint(C, J, At); });
  O.array("claims", [&](const json &J, const Place &At) { claim(C, J, At); });
  O.finish();
}

//===--- All together -----------------------------------------------------===//

static std::string keyOf(StringRef What, const Twine &Name) {
  return (What + " " + Name).str();
}

bool KnowledgeBaseReader::Impl::define(const Context &C, const Place &At,
                                       StringRef What, StringRef Name) {
  std::string Where = (C.File + ":" + At.str()).str();
  auto [It, New] = Defined.try_emplace(keyOf(What, Name), Where);
  if (!New)
    C.problem(At, formatv("{0} {1} is already defined at {2}", What,
                          inQuotes(Name), It->second)
                      .str());
  return New;
}

/// Adds the statements of \p Base about names, numbers and other items that no
/// document has defined. \p Base was validated when it was built in.
void KnowledgeBaseReader::Impl::base(KnowledgeBase &Base) {
  if (Standalone)
    return;
  auto IsNew = [&](StringRef What, const Twine &Name) {
    return !Defined.count(keyOf(What, Name));
  };
  for (ApiRow &Row : Base.Rows) {
    StringRef What = Row.Construct ? "construct" : "function";
    llvm::erase_if(Row.Names, [&](const ApiRow::Name &N) {
      return !IsNew(What, N.Spelling);
    });
    if (Row.Names.empty())
      continue;
    std::vector<std::string> Gone;
    for (const auto &Item : Row.Rewrite.Rename)
      if (!IsNew(What, Item.getKey()))
        Gone.push_back(Item.getKey().str());
    for (const std::string &Name : Gone)
      Row.Rewrite.Rename.erase(Name);
    for (RowCase &Case : Row.Cases)
      Case.Row = &KB->CaseRows.emplace_back(*Case.Row);
    KB->Rows.push_back(std::move(Row));
    cantFail(KB->index(KB->Rows.back()));
  }
  for (auto &S : Base.Suffixes)
    if (IsNew("suffix", S.Suffix))
      KB->Suffixes.push_back(std::move(S));
  for (std::string &Macro : Base.PerThread)
    if (IsNew("macro", Macro))
      KB->PerThread.push_back(std::move(Macro));
  for (std::string &Macro : Base.ToolkitMacros)
    if (IsNew("macro", Macro))
      KB->ToolkitMacros.push_back(std::move(Macro));
  for (std::string &Folder : Base.HostLibraries)
    if (IsNew("library of the host", Folder))
      KB->HostLibraries.push_back(std::move(Folder));
  for (std::string &Word : Base.Texts.Words)
    if (IsNew("word of captures", Word))
      KB->Texts.Words.push_back(std::move(Word));
  for (auto &Block : Base.Texts.Blocks)
    if (IsNew("begin of captures", Block.first))
      KB->Texts.Blocks.push_back(std::move(Block));
  for (std::string &Word : Base.Texts.ExpectedErrors)
    if (IsNew("word of expected errors", Word))
      KB->Texts.ExpectedErrors.push_back(std::move(Word));
  for (std::string &Word : Base.Texts.Preparations)
    if (IsNew("word of preparations", Word))
      KB->Texts.Preparations.push_back(std::move(Word));
  for (auto &[R, Names] : Base.Types)
    if (IsNew("type of role", roleName(R)))
      KB->Types.emplace_back(R, std::move(Names));
  for (auto &[Name, Where] : Base.Places)
    if (IsNew("kind of devices", Name))
      KB->Places.emplace_back(std::move(Name), Where);
  for (const auto &Item : Base.HostValues)
    KB->HostValues.try_emplace(Item.getKey(), Item.second);
  // These follow the reader's own, which are found first.
  append_range(KB->HostWaits, std::move(Base.HostWaits));

  const size_t Own = KB->EntryPoints.size();
  for (EntryPoint &E : Base.EntryPoints)
    if (none_of(ArrayRef(KB->EntryPoints).take_front(Own),
                [&](const EntryPoint &O) {
                  return O.K == E.K && O.Name == E.Name &&
                         O.Fields == E.Fields && O.Argument == E.Argument &&
                         O.Takes == E.Takes;
                }))
      KB->EntryPoints.push_back(std::move(E));

  for (ErrorEntry &E : Base.Known.Entries)
    if (IsNew("error entry", E.Id)) {
      KB->Known.Entries.push_back(std::move(E));
      const ErrorEntry &Added = KB->Known.Entries.back();
      KB->Known.ById[Added.Id] = &Added;
    }
  for (auto &Item : Base.Known.Remedies)
    for (Advice &A : Item.second)
      // A finding has at most one remedy for all cases, but any number for some
      // cases.
      if (A.When.size() || IsNew("remedy", Item.getKey()))
        KB->Known.Remedies[Item.getKey()].push_back(std::move(A));
  for (Constant &E : Base.Known.Constants)
    KB->Known.Constants.push_back(std::move(E));
  for (ErrorCode &E : Base.Known.Codes)
    if (IsNew("error code", Twine(E.Number)))
      KB->Known.Codes.push_back(std::move(E));
  for (WrongClaim &W : Base.Known.Claims)
    KB->Known.Claims.push_back(std::move(W));
}

/// Rows may cite only what exists.
void KnowledgeBaseReader::Impl::references() {
  for (const Reference &R : References) {
    if (!R.Entry.empty() && !KB->Known.ById.count(R.Entry))
      P.add(R.Where + "/entry", "no error entry " + inQuotes(R.Entry));
    if (!R.Api.empty() && !KB->lookup(R.Api))
      P.add(R.Where, "no row has the function " + inQuotes(R.Api));
    if (R.Error && !KB->Known.Codes.empty() &&
        none_of(KB->Known.Codes,
                [&](const ErrorCode &E) { return E.Number == R.Error; }))
      P.add(R.Where + "/error", formatv("no error code {0}", R.Error).str());
  }
}

/// An entry that is superseded must lead to one that is not.
void KnowledgeBaseReader::Impl::supersession() {
  // The entries that were followed. The value is true for those on the current
  // path.
  StringMap<bool> Followed;
  for (const ErrorEntry &First : KB->Known.Entries) {
    std::vector<StringRef> Path;
    const ErrorEntry *E = &First;
    while (E && !E->SupersededBy.empty() &&
           Followed.try_emplace(E->Id, true).second) {
      Path.push_back(E->Id);
      E = KB->Known.ById.lookup(E->SupersededBy);
    }
    if (E && !Path.empty() && Followed.lookup(E->Id))
      P.add(Defined.lookup(keyOf("error entry", E->Id)),
            "superseded_by leads back to this entry");
    for (StringRef Id : Path)
      Followed[Id] = false;
  }
}

KnowledgeBaseReader::Result KnowledgeBaseReader::Impl::finish() {
  references();
  supersession();
  if (P.empty() && none_of(KB->Rows, [](const ApiRow &R) {
        return R.Eff == Effect::BeginCapture;
      }))
    P.add("knowledge base", "no row begins a capture; nothing could be found");
  if (!P.empty())
    return P.take();
  return std::shared_ptr<const KnowledgeBase>(KB);
}

KnowledgeBaseReader::Result KnowledgeBaseReader::Impl::partial() {
  if (!P.empty())
    return P.take();
  return std::shared_ptr<const KnowledgeBase>(KB);
}

Expected<std::deque<Measurement>>
KnowledgeBaseReader::Impl::finishMeasurements() {
  if (!P.empty())
    return P.take();
  return std::move(KB->Measured);
}

/// Runs \p Read. An exception of the JSON library or the allocator becomes an
/// error.
template <typename Fn> static std::invoke_result_t<Fn> guarded(Fn &&Read) {
  std::string What;
  try {
    return Read();
  } catch (const std::exception &E) {
    What = E.what();
  } catch (...) {
    What = "unknown exception";
  }
  return createStringError(inconvertibleErrorCode(),
                           Twine("knowledge base: cannot be read: " + What));
}

KnowledgeBaseReader::Result
KnowledgeBaseReader::readPaths(ArrayRef<std::string> Paths,
                               KnowledgeBase::Measurements What) {
  return guarded([&]() -> Result {
    Impl I(What);
    for (const std::string &Path : Paths)
      I.path(Path);
    return I.finish();
  });
}

KnowledgeBaseReader::Result KnowledgeBaseReader::readOver(
    ArrayRef<std::string> Paths, KnowledgeBase::Measurements What,
    KnowledgeBase &Base, std::vector<std::string> *Files) {
  return guarded([&]() -> Result {
    Impl I(What);
    for (const std::string &Path : Paths)
      I.path(Path);
    if (Files)
      *Files = I.files();
    I.base(Base);
    return I.finish();
  });
}

KnowledgeBaseReader::Result
KnowledgeBaseReader::readTextOver(StringRef Text, StringRef Name,
                                  KnowledgeBase &Base) {
  return guarded([&]() -> Result {
    Impl I(KnowledgeBase::Measurements::Read);
    I.text(Text, Name);
    I.base(Base);
    return I.finish();
  });
}

KnowledgeBaseReader::Result KnowledgeBaseReader::readText(StringRef Text,
                                                          StringRef Name) {
  return guarded([&]() -> Result {
    Impl I(KnowledgeBase::Measurements::Skip);
    I.text(Text, Name);
    return I.finish();
  });
}

Error KnowledgeBaseReader::checkEntry(StringRef Text, StringRef Name) {
  Result R = guarded([&]() -> Result {
    Impl I(KnowledgeBase::Measurements::Skip);
    I.text(Text, Name);
    return I.partial();
  });
  return R.takeError();
}

Expected<std::deque<Measurement>>
KnowledgeBaseReader::readMeasurements(ArrayRef<std::string> Paths) {
  return guarded([&]() -> Expected<std::deque<Measurement>> {
    Impl I(KnowledgeBase::Measurements::Read, /*OnlyMeasurements=*/true);
    for (const std::string &Path : Paths)
      I.path(Path);
    return I.finishMeasurements();
  });
}

Expected<std::shared_ptr<const KnowledgeBase>>
KnowledgeBase::load(ArrayRef<std::string> Paths, Measurements What) {
  return KnowledgeBaseReader::readPaths(Paths, What);
}

} // namespace cuda_capture
