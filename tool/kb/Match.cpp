//===- Match.cpp - cuda-capture kb match ----------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/kb/LogMatcher.h"
#include "Verbs.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

using namespace cuda_capture;
using namespace llvm;

/// Reads all of \p File, or of the standard input, into \p M.
static Error read(StringRef File, LogMatcher &M) {
  namespace fs = sys::fs;
  bool FromInput = File.empty() || File == "-";
  fs::file_t Handle = fs::getStdinHandle();
  if (!FromInput) {
    if (fs::is_directory(File))
      return createStringError(std::make_error_code(std::errc::is_a_directory),
                               "is a folder");
    Expected<fs::file_t> Opened = fs::openNativeFileForRead(File);
    if (!Opened)
      return Opened.takeError();
    Handle = *Opened;
  }
  std::vector<char> Buffer(1 << 20);
  Error Result = Error::success();
  while (true) {
    Expected<size_t> Size = fs::readNativeFile(Handle, Buffer);
    if (!Size) {
      Result = joinErrors(std::move(Result), Size.takeError());
      break;
    }
    if (!*Size)
      break;
    M.feed(StringRef(Buffer.data(), *Size));
  }
  if (!FromInput)
    if (std::error_code EC = fs::closeFile(Handle))
      Result = joinErrors(std::move(Result), errorCodeToError(EC));
  return Result;
}

static void print(const LogMatch &M) {
  const ErrorEntry &E = *M.Entry;
  Language L = verbOptions().Lang;
  bool Zh = L == Language::Chinese;
  outs() << E.Id;
  if (E.Number)
    outs() << " (" << E.Number << ")";
  outs() << (Zh ? "：第 " : ": line ") << M.Line << (Zh ? " 行" : "");
  if (M.Count >= 1000)
    outs() << (Zh ? "，1000 次以上" : ", 1000 times or more");
  else if (M.Count > 1)
    outs() << (Zh ? "，共 " : ", ") << M.Count << (Zh ? " 次" : " times");
  outs() << "\n  " << M.Excerpt << '\n';
  printField(outs(), Zh ? "原因：" : "cause:", E.cause(L));
  printAdvice(outs(), E, L);
  printSearch(outs(), E, M.Source, L);
}

ExitCode matchVerb(ArrayRef<std::string> Arguments) {
  if (Arguments.size() > 1)
    return fail("one log at a time; usage: cuda-capture kb match [FILE]");
  Expected<KnowledgePtr> KB = verbKnowledge();
  if (!KB)
    return badKnowledge(KB.takeError());
  StringRef File = Arguments.empty() ? StringRef() : Arguments[0];
  LogMatcher M(**KB);
  if (Error E = read(File, M))
    return fail((File.empty() ? "standard input" : File) + ": " +
                toString(std::move(E)));
  std::vector<LogMatch> Found = M.finish();
  for (size_t I = 0; I != Found.size(); ++I) {
    if (I)
      outs() << '\n';
    print(Found[I]);
  }
  if (Found.empty())
    errs() << "no known message in " << (File.empty() ? "the log" : File)
           << '\n';
  return Found.empty() ? ExitFound : ExitOk;
}
