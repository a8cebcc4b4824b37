//===- SourceFiles.h - The files that diagnostics speak of ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_SOURCEFILES_H
#define CUDA_CAPTURE_REPORT_SOURCEFILES_H

#include "Diagnostic.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>

namespace cuda_capture::report {

/// The text of a file, in lines as Clang counts them: they end with "\n", "\r"
/// or both.
class SourceFile {
public:
  explicit SourceFile(std::unique_ptr<llvm::MemoryBuffer> Content);

  llvm::StringRef text() const { return Content->getBuffer(); }
  /// Line \p Number, from 1, without its end; nothing if there is none.
  std::optional<llvm::StringRef> line(unsigned Number) const;
  /// The byte at \p P; nothing if the file has no such place.
  std::optional<size_t> offset(const Position &P) const;

private:
  std::unique_ptr<llvm::MemoryBuffer> Content;
  std::vector<size_t> Starts;
};

/// Reads each file once.
class SourceFiles {
public:
  /// Null if the file cannot be read.
  const SourceFile *get(llvm::StringRef Path);

private:
  llvm::StringMap<std::unique_ptr<SourceFile>> Known;
};

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_SOURCEFILES_H
