//===- Import.cpp - cuda-capture kb import --------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/kb/Import.h"
#include "Verbs.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace cuda_capture;
using namespace llvm;

/// Returns --output if that is a file, else errors/<id>.json in that folder,
/// which is kb by default.
static std::string pathFor(const ImportedEntry &E) {
  StringRef Output = verbOptions().Output;
  if (sys::path::extension(Output) == ".json")
    return Output.str();
  SmallString<128> Path(Output.empty() ? "kb" : Output);
  sys::path::append(Path, "errors", E.Id + ".json");
  return std::string(Path);
}

static Error write(StringRef Path, StringRef Text) {
  if (sys::fs::exists(Path) && !verbOptions().Force)
    return createStringError(std::make_error_code(std::errc::file_exists),
                             Path + " exists; --force replaces it");
  StringRef Folder = sys::path::parent_path(Path);
  if (!Folder.empty())
    if (std::error_code EC = sys::fs::create_directories(Folder))
      return createStringError(EC, Folder + ": " + EC.message());
  return writeToOutput(Path, [&](raw_ostream &OS) {
    OS << Text;
    return Error::success();
  });
}

ExitCode importVerb(ArrayRef<std::string> Arguments) {
  if (Arguments.size() != 1)
    return fail("usage: cuda-capture kb import FILE [--output=DIR|FILE] "
                "[--force]");
  Expected<KnowledgePtr> KB = verbKnowledge();
  if (!KB)
    return badKnowledge(KB.takeError());
  Expected<std::vector<ImportedEntry>> Entries =
      importEntries(Arguments[0], **KB);
  if (!Entries)
    return fail("cannot import:\n" + toString(Entries.takeError()));
  if (Entries->size() > 1 &&
      sys::path::extension(verbOptions().Output) == ".json")
    return fail("several entries do not fit in one file; --output must be a "
                "folder");
  bool Flagged = false;
  for (const ImportedEntry &E : *Entries) {
    std::string Path = pathFor(E);
    if (Error Bad = write(Path, E.Text))
      return fail(toString(std::move(Bad)));
    outs() << Path << '\n';
    for (const Correction &C : E.Flags)
      outs() << "  wrong: " << C.Field << ": \"" << C.Was << "\": " << C.Now
             << " (" << C.Evidence << ")\n";
    for (const std::string &N : E.Notes)
      outs() << "  note: " << N << '\n';
    Flagged |= !E.Flags.empty();
  }
  return Flagged ? ExitFound : ExitOk;
}
