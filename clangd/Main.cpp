//===- Main.cpp - clangd with the checks of capture -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../lib/compdb/OwnFiles.h"
#include "../lib/compdb/ResourceDir.h"
#include "Hooks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <optional>

using namespace cuda_capture;
using namespace llvm;

// clangd has no public headers.
namespace clang::clangd {
int clangdMain(int Argc, char *Argv[]);
} // namespace clang::clangd

/// Returns the value of an option, or nullopt if the option is not given. The
/// value is empty if it is missing.
static std::optional<std::string> valueOf(StringRef Option,
                                          ArrayRef<StringRef> Arguments) {
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef A = Arguments[I];
    if (!A.consume_front("-"))
      continue;
    A.consume_front("-");
    if (!A.consume_front(Option))
      continue;
    if (A.consume_front("="))
      return A.str();
    if (A.empty())
      return I + 1 < Arguments.size() ? Arguments[I + 1].str() : "";
  }
  return std::nullopt;
}

/// Finds Clang's own headers. \returns an error, with which the program should
/// end, if there are none.
static Error findHeaders(ArrayRef<StringRef> Arguments) {
  const compdb::Machine On = compdb::Machine::real();
  constexpr StringLiteral Option = "resource-dir";
  std::optional<std::string> Asked = valueOf(Option, Arguments);
  const char *Flags = std::getenv("CLANGD_FLAGS");
  if (!Asked && Flags && StringRef(Flags).contains(Option))
    return Error::success();
  if (!Asked) {
    Expected<std::string> Found = compdb::findResourceDir(
        On, compdb::thisProgram(), CUDA_CAPTURE_LLVM_MAJOR,
        CUDA_CAPTURE_RESOURCE_DIR);
    if (!Found)
      return Found.takeError();
    clangd::ResourceDir = *Found;
  } else if (!compdb::isResourceDir(On, *Asked)) {
    return createStringError(
        inconvertibleErrorCode(),
        "--resource-dir=" + *Asked +
            ": no headers of Clang are there (include/stddef.h); without the "
            "option they are looked for, and 'clang-" CUDA_CAPTURE_LLVM_MAJOR
            " -print-resource-dir' prints where they are");
  }
  return Error::success();
}

int main(int Argc, char *Argv[]) {
  const std::vector<StringRef> Arguments(Argv + 1, Argv + Argc);
  const bool OnlyAsks = any_of(Arguments, [](StringRef A) {
    A = A.ltrim('-');
    return A == "version" || A.starts_with("help");
  });
  if (Error E = findHeaders(Arguments)) {
    std::string Text = toString(std::move(E));
    if (!OnlyAsks) {
      WithColor::error(errs(), "cuda-capture-clangd") << Text << '\n';
      return EXIT_FAILURE;
    }
  }
  return clang::clangd::clangdMain(Argc, Argv);
}
