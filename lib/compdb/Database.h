//===- Database.h - Compile databases for Clang -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_COMPDB_DATABASE_H
#define CUDA_CAPTURE_COMPDB_DATABASE_H

#include "Translate.h"
#include "clang/Tooling/CompilationDatabase.h"

namespace cuda_capture::compdb {

/// Knows the options of the Clang that this is built with.
HostOptionFilter hostOptionsOfClang();

/// compile_commands.json for a path that a user gave, which is that file or its
/// folder. An error says how to make one.
llvm::Expected<std::string> findDatabase(llvm::StringRef Path);

/// compile_commands.json in a folder or the nearest above it, where Clang's
/// tools look for it; empty if there is none, or compile_flags.txt is nearer.
std::string findDatabaseAbove(llvm::StringRef Folder);

/// The entries of a file, translated. Those that cannot be are appended to
/// \p Bad, which costs their sources, and no other.
llvm::Expected<std::vector<Command>>
readDatabase(llvm::StringRef File, Translator &T, std::vector<BadCommand> &Bad);

/// The same for Clang's tools, which also find commands for headers in it.
llvm::Expected<std::unique_ptr<clang::tooling::CompilationDatabase>>
loadDatabase(llvm::StringRef File, Translator &T, std::vector<BadCommand> &Bad);

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_DATABASE_H
