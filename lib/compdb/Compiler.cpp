//===- Compiler.cpp - The compiler that a command runs --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"
#include <optional>

using namespace cuda_capture;
using namespace cuda_capture::compdb;
using namespace llvm;

namespace {
struct KnownName {
  StringLiteral Name;
  CompilerKind Kind;
};
} // namespace

static constexpr KnownName Compilers[] = {
    {"nvcc", CompilerKind::Nvcc},
    {"nvcc_wrapper", CompilerKind::NvccWrapper},
    {"hipcc", CompilerKind::Hipcc},
    {"clang", CompilerKind::Clang},
    {"clang++", CompilerKind::Clang},
    {"amdclang", CompilerKind::Clang},
    {"amdclang++", CompilerKind::Clang},
    {"gcc", CompilerKind::Other},
    {"g++", CompilerKind::Other},
    {"cc", CompilerKind::Other},
    {"c++", CompilerKind::Other},
    {"icpx", CompilerKind::Other},
    {"nvc++", CompilerKind::Other},
};

/// Programs that run the command in their arguments.
static constexpr StringLiteral Launchers[] = {
    "buildcache", "ccache", "cmake", "distcc", "env",     "fbuild", "gomacc",
    "icecc",      "ionice", "nice",  "nohup",  "sccache", "time",
};

static StringRef programName(StringRef Program) {
  StringRef Name = sys::path::filename(Program);
  Name.consume_back(".exe");
  // Drop a version, as in nvcc-12.4.
  StringRef Version = Name.take_back(Name.size() - Name.rfind('-') - 1);
  if (Version.size() < Name.size() && !Version.empty() &&
      Version.find_first_not_of("0123456789.") == StringRef::npos)
    Name = Name.drop_back(Version.size() + 1);
  return Name;
}

static std::optional<CompilerKind> kindOf(StringRef Program) {
  StringRef Name = programName(Program);
  for (const KnownName &K : Compilers)
    if (Name == K.Name || (Name.ends_with(K.Name) &&
                           Name.drop_back(K.Name.size()).ends_with("-")))
      return K.Kind;
  return std::nullopt;
}

Compiler compdb::findCompiler(ArrayRef<std::string> Arguments) {
  Compiler Result;
  if (Arguments.empty())
    return Result;
  if (std::optional<CompilerKind> Kind = kindOf(Arguments.front())) {
    Result.Kind = *Kind;
    return Result;
  }
  if (!is_contained(Launchers, programName(Arguments.front())))
    return Result;
  for (size_t I = 1; I < Arguments.size(); ++I) {
    StringRef Word = Arguments[I];
    // Skip options, and variables for env: their values may look like a
    // compiler.
    if (Word.starts_with("-") || Word.contains('='))
      continue;
    if (std::optional<CompilerKind> Kind = kindOf(Word)) {
      Result.Kind = *Kind;
      Result.Index = I;
      break;
    }
  }
  return Result;
}
