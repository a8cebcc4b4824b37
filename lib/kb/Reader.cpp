//===- Reader.cpp - Reading knowledge from JSON ---------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Files, documents, and what holds them together. Compiled with exceptions
/// because the JSON library throws; none leaves this file.
///
//===----------------------------------------------------------------------===//

#include "ReaderImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <type_traits>

using namespace llvm;

namespace cuda_capture {

using namespace kb;

/// Name of the folders that are entered only for measurements.
static constexpr StringLiteral MeasuredFolder = "measured";
/// Name of the folders of JSON Schemas, which describe knowledge and are none.
static constexpr StringLiteral SchemaFolder = "schema";

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
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return P.add(Path, EC.message());
  if (!sys::fs::is_regular_file(Status))
    return P.add(Path, "not a regular file");
  if (Status.getSize() > MaxKnowledgeFileSize)
    return P.add(Path, formatv("{0} bytes; at most {1} are read",
                               Status.getSize(), MaxKnowledgeFileSize)
                           .str());
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return P.add(Path, Buffer.getError().message());
  // It may have grown since.
  if ((*Buffer)->getBufferSize() > MaxKnowledgeFileSize)
    return P.add(Path, "too large");
  text((*Buffer)->getBuffer(), Path);
}

void KnowledgeBaseReader::Impl::text(StringRef Text, StringRef File) {
  std::optional<json> V = parse(Text, File, P);
  if (!V)
    return;
  document(Context{P, File}, *V);
  if (Merge && P.empty())
    merge(*V);
}

void KnowledgeBaseReader::Impl::base(StringRef Text, StringRef File) {
  if (Standalone)
    return;
  InBase = true;
  text(Text, File);
  InBase = false;
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
  static constexpr StringLiteral Lists[] = {
      "rows",     "codes",  "suffixes", "perThreadMacros", "errors",
      "remedies", "claims", "host",     "types",           "entryPoints"};
  if (none_of(Lists, [&](StringRef K) { return V.contains(K.str()); })) {
    if (V.contains("id") || V.contains("signature") || V.contains("regex"))
      return entry(C, V, Root);
    return C.problem(
        Root, "no knowledge: expected one of the keys rows, codes, suffixes, "
              "perThreadMacros, types, errors, remedies, claims, host, "
              "entryPoints, an error entry with id, signature and regex, or a "
              "measurement with "
              "device and cases");
  }

  Object O(C, V, Root);
  Standalone |= O.boolean("standalone").value_or(false);
  O.array("rows", [&](const json &J, const Place &At) { row(C, J, At); });
  O.array("codes", [&](const json &J, const Place &At) { code(C, J, At); });
  O.array("suffixes",
          [&](const json &J, const Place &At) { suffix(C, J, At); });
  O.array("perThreadMacros", [&](const json &J, const Place &At) {
    if (!J.is_string())
      return C.wrongType(At, J, "string");
    if (!isName(textOf(J)))
      return C.problem(At, inQuotes(textOf(J)) + " is not an identifier");
    if (define(C, At, "macro", textOf(J)))
      KB->PerThread.push_back(J.get<std::string>());
  });
  O.array("types", [&](const json &J, const Place &At) { types(C, J, At); });
  O.array("errors", [&](const json &J, const Place &At) { entry(C, J, At); });
  O.array("remedies",
          [&](const json &J, const Place &At) { remedy(C, J, At); });
  O.array("host",
          [&](const json &J, const Place &At) { hostFunctions(C, J, At); });
  O.array("entryPoints",
          [&](const json &J, const Place &At) { entryPoint(C, J, At); });
  O.array("claims", [&](const json &J, const Place &At) { claim(C, J, At); });
  O.finish();
}

void KnowledgeBaseReader::Impl::merge(const json &V) {
  if (!V.is_object() || isMeasurement(V))
    return;
  if (V.contains("id")) {
    // Only what the product reads.
    json Entry = json::object();
    for (const char *Key :
         {"id", "number", "signature", "signature_zh", "regex", "root_cause",
          "root_cause_zh", "workarounds", "workarounds_zh", "dead_ends",
          "dead_ends_zh", "checks", "superseded_by", "official_doc_url",
          "silent", "sources"})
      if (auto It = V.find(Key); It != V.end())
        Entry[Key] = *It;
    // One that is kept for the record is of no use without the record.
    All["errors"].push_back(V.contains("superseded_by") ? V : std::move(Entry));
    return;
  }
  for (const auto &[Key, List] : V.items())
    if (List.is_array())
      for (json Element : List) {
        // The evidence of findings, without the quotes.
        if (Element.is_object() && Element.contains("evidence") &&
            Element["evidence"].is_array()) {
          if (!Element.contains("remedy"))
            Element.erase("evidence");
          else
            for (json &E : Element["evidence"])
              E.erase("quote");
        }
        All[Key].push_back(std::move(Element));
      }
}

std::string KnowledgeBaseReader::Impl::merged() const { return All.dump(); }

//===--- All together -----------------------------------------------------===//

bool KnowledgeBaseReader::Impl::define(const Context &C, const Place &At,
                                       StringRef What, StringRef Name) {
  std::string Key = (What + " " + Name).str();
  std::string Where = (C.File + ":" + At.str()).str();
  auto [It, New] = Defined.try_emplace(Key, Where);
  if (!New && !InBase)
    C.problem(At, formatv("{0} {1} is already defined at {2}", What,
                          inQuotes(Name), It->second)
                      .str());
  return New;
}

/// Rows may cite only what exists.
void KnowledgeBaseReader::Impl::references() {
  for (const Reference &R : References) {
    if (!R.Entry.empty() && !KB->EntryById.count(R.Entry))
      P.add(R.Where + "/entry", "no error entry " + inQuotes(R.Entry));
    if (!R.Api.empty() && !KB->lookup(R.Api))
      P.add(R.Where, "no row has the function " + inQuotes(R.Api));
    if (R.Error && !KB->Errors.empty() &&
        none_of(KB->Errors,
                [&](const ErrorCode &E) { return E.Number == R.Error; }))
      P.add(R.Where + "/error", formatv("no error code {0}", R.Error).str());
  }
}

KnowledgeBaseReader::Result KnowledgeBaseReader::Impl::finish() {
  references();
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

/// Runs \p Read; whatever the JSON library or the allocator throws becomes an
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
                               KnowledgeBase::Measurements What,
                               std::string *Merged) {
  return guarded([&]() -> Result {
    Impl I(What, Merged != nullptr);
    for (const std::string &Path : Paths)
      I.path(Path);
    Result R = I.finish();
    if (R && Merged)
      *Merged = I.merged();
    return R;
  });
}

KnowledgeBaseReader::Result
KnowledgeBaseReader::readOver(ArrayRef<std::string> Paths,
                              KnowledgeBase::Measurements What, StringRef Base,
                              StringRef Name, std::vector<std::string> *Files) {
  return guarded([&]() -> Result {
    Impl I(What, /*Merge=*/false);
    for (const std::string &Path : Paths)
      I.path(Path);
    if (Files)
      *Files = I.files();
    I.base(Base, Name);
    return I.finish();
  });
}

KnowledgeBaseReader::Result KnowledgeBaseReader::readText(StringRef Text,
                                                          StringRef Name) {
  return guarded([&]() -> Result {
    Impl I(KnowledgeBase::Measurements::Skip, /*Merge=*/false);
    I.text(Text, Name);
    return I.finish();
  });
}

Error KnowledgeBaseReader::checkEntry(StringRef Text, StringRef Name) {
  Result R = guarded([&]() -> Result {
    Impl I(KnowledgeBase::Measurements::Skip, /*Merge=*/false);
    I.text(Text, Name);
    return I.partial();
  });
  return R.takeError();
}

Expected<std::deque<Measurement>>
KnowledgeBaseReader::readMeasurements(ArrayRef<std::string> Paths) {
  return guarded([&]() -> Expected<std::deque<Measurement>> {
    Impl I(KnowledgeBase::Measurements::Read, /*Merge=*/false,
           /*OnlyMeasurements=*/true);
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
