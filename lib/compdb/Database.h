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

/// Returns a filter that keeps the options that the Clang of this build knows.
HostOptionFilter hostOptionsOfClang();

/// Returns the path of compile_commands.json. \p Path is that file or its
/// folder. The error says how to create the file.
llvm::Expected<std::string> findDatabase(llvm::StringRef Path);

/// Returns the path of compile_commands.json in \p Folder or in the nearest
/// folder above it, where Clang's tools look for it. Returns an empty string if
/// there is none, or if compile_flags.txt is nearer.
std::string findDatabaseAbove(llvm::StringRef Folder);

/// Returns the translated entries of \p File. Entries that cannot be parsed or
/// translated are appended to \p Bad. Returns an error if \p File cannot be
/// read or is not a database.
llvm::Expected<std::vector<Command>>
readDatabase(llvm::StringRef File, Translator &T, std::vector<BadCommand> &Bad);

/// Returns a database of these entries for Clang's tools, which also infers
/// commands for headers.
llvm::Expected<std::unique_ptr<clang::tooling::CompilationDatabase>>
loadDatabase(llvm::StringRef File, Translator &T, std::vector<BadCommand> &Bad);

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_DATABASE_H
