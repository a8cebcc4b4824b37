//===- ObjectsFuzzer.cpp - Hostile objects --------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A file of any content as an object or an index, with a digest that fits: it
/// is read, linked with itself, analysed, and made into an index. Without the
/// digest, no damage would get far. libFuzzer calls this (docs/fuzzing.md).
///
//===----------------------------------------------------------------------===//

#include "analysis/Analysis.h"
#include "ir/Object.h"
#include "link/Program.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <cstdlib>

using namespace cuda_capture;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const std::shared_ptr<const KnowledgeBase> KB =
      llvm::cantFail(KnowledgeBase::embedded());
  std::string File("ccir");
  File.append({3, 0, 0, 0});
  File.append(8, '\0');
  File.append(reinterpret_cast<const char *>(Data), Size);
  llvm::support::endian::write64le(
      File.data() + 8, llvm::xxh3_64bits(llvm::StringRef(File).drop_front(16)));

  link::Program P;
  for (int Copy = 0; Copy < 2; ++Copy) {
    auto O = ir::Object::read(llvm::MemoryBuffer::getMemBuffer(
        File, "<input>", /*RequiresNullTerminator=*/false));
    if (!O) {
      if (!llvm::StringRef(llvm::toString(O.takeError()))
               .starts_with("<input>"))
        std::abort();
      return 0;
    }
    // Either objects, or one index.
    const bool IsIndex = (*O)->K == ir::Object::Index;
    P.add(std::move(*O));
    if (IsIndex)
      break;
  }
  P.link();
  analysis::Options Opts;
  Opts.MaxSteps = 500; // Of interest here is what gets there.
  Opts.ReportPossible = true;
  link::Bodies Bodies(P);
  for (unsigned U = 0; U < P.numUnits(); ++U)
    analysis::analyze(
        Bodies.roots(U),
        [&](llvm::StringRef Symbol) { return Bodies.find(Symbol); },
        P.unit(U).PerThreadDefaultStream, *KB, Opts);
  llvm::raw_null_ostream Nowhere;
  P.index()->write(Nowhere);
  return 0;
}
