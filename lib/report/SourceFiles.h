//===- SourceFiles.h - The files that diagnostics refer to ------*- C++ -*-===//
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
#include <functional>
#include <memory>
#include <optional>

namespace cuda_capture::report {

/// The text of a file, divided into lines as Clang counts them. A line ends
/// with "\n", "\r" or both.
class SourceFile {
public:
  explicit SourceFile(std::unique_ptr<llvm::MemoryBuffer> Content);

  llvm::StringRef text() const { return Content->getBuffer(); }
  /// Returns line \p Number, from 1, without its end; nullopt if there is no
  /// such line.
  std::optional<llvm::StringRef> line(unsigned Number) const;
  unsigned lines() const { return Starts.size(); }
  /// Like line(), but returns an empty text if there is no such line.
  llvm::StringRef lineOrNothing(unsigned Number) const {
    return line(Number).value_or("");
  }
  /// Returns the offset of the byte at \p P; nullopt if the file has no such
  /// place.
  std::optional<size_t> offset(const Position &P) const;

  /// The line and column, both from 1, of a byte. It is the end of the file if
  /// \p Offset is beyond it.
  struct Place {
    unsigned Line, Column;
  };
  Place place(size_t Offset) const;

  /// Returns the column in UTF-16 code units, which editors and viewers use. A
  /// byte order mark takes no column.
  unsigned utf16Column(Place P) const;

  /// Returns the length in bytes of the name at a place, with its scopes; at
  /// least 1.
  unsigned nameLength(Place P) const;

private:
  std::unique_ptr<llvm::MemoryBuffer> Content;
  std::vector<size_t> Starts;
};

/// Reads each file once.
class SourceFiles {
public:
  using Reader =
      std::function<std::unique_ptr<llvm::MemoryBuffer>(llvm::StringRef)>;

  /// \p Read reads a file, or returns null. By default, files are read from the
  /// disk.
  explicit SourceFiles(Reader Read = nullptr) : Read(std::move(Read)) {}

  /// Returns the file, or null if it cannot be read.
  const SourceFile *get(llvm::StringRef Path);

private:
  Reader Read;
  llvm::StringMap<std::unique_ptr<SourceFile>> Known;
};

/// Returns \p File relative to \p Root if it is in that folder; otherwise
/// unchanged.
std::string pathBelow(llvm::StringRef File, llvm::StringRef Root);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_SOURCEFILES_H
