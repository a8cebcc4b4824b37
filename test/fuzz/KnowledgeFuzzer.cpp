//===- KnowledgeFuzzer.cpp - Hostile knowledge ----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A document of any content, as the user's layer over the built-in knowledge,
/// as an entry to be imported, and against the schema. What is accepted is
/// used: functions are looked up, and a log is searched. libFuzzer calls this
/// (docs/fuzzing.md), and the unit tests with the corpus that is kept.
///
//===----------------------------------------------------------------------===//

#include "kb/Import.h"
#include "kb/KnowledgeBase.h"
#include "kb/LogMatcher.h"
#include "kb/Reader.h"
#ifdef CUDA_CAPTURE_HAS_SCHEMA
#include "kb/Schema.h"
#endif
#include <cstdlib>

using namespace cuda_capture;
using namespace llvm;

/// An error says something, in printable lines.
static void expectReadable(Error E) {
  std::string Text = toString(std::move(E));
  if (Text.empty() || StringRef(Text).contains('\0') || Text.size() > 4 << 20)
    std::abort();
}

static void use(const KnowledgeBase &KB, bool HasEntries) {
  for (const ApiRow &Row : KB.rows())
    if (!Row.Names.empty() && !isPattern(Row.Names.front().Spelling) &&
        !Row.Construct && !KB.lookup(Row.Names.front().Spelling))
      std::abort();
  KB.lookup("ns::f<1>::operator()");
  KB.entry(900);
  KB.remedy("unbalanced/never-ended");
  if (!HasEntries)
    return;
  LogMatcher M(KB);
  M.feed("operation not permitted when stream is capturing\n");
  for (const ErrorEntry &E : KB.entries()) {
    M.feed(StringRef(E.SignatureEn).take_front(1000));
    M.feed("\n");
  }
  M.finish();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  static const std::shared_ptr<const KnowledgeBase> Embedded =
      cantFail(KnowledgeBase::embedded());
  // What is wrong by itself need not be put over the built-in knowledge, which
  // takes a hundred times as long.
  if (Error E = KnowledgeBaseReader::checkEntry(Text, "<input>")) {
    expectReadable(std::move(E));
  } else {
    auto KB = KnowledgeBase::layered(Text, "<input>");
    if (KB)
      use(**KB, (*KB)->entries().size() != Embedded->entries().size());
    else
      expectReadable(KB.takeError());
  }

  if (Text.contains("\"id\"")) {
    auto Entries = importText(Text, "<input>", *Embedded);
    if (!Entries)
      expectReadable(Entries.takeError());
  }

#ifdef CUDA_CAPTURE_HAS_SCHEMA
  checkSchema(Text);
#endif
  return 0;
}
