//===- TempFolder.h - A folder for one test ---------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TEST_UNIT_REPORT_TEMPFOLDER_H
#define CUDA_CAPTURE_TEST_UNIT_REPORT_TEMPFOLDER_H

#include "report/Diagnostic.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace cuda_capture::test {

/// A folder with files, which is removed at the end.
class TempFolder {
public:
  TempFolder() {
    llvm::SmallString<128> Made, Real;
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("capture-test", Made));
    EXPECT_FALSE(llvm::sys::fs::real_path(Made, Real));
    Root = Real.str().str();
  }
  ~TempFolder() { llvm::sys::fs::remove_directories(Root); }

  const std::string &path() const { return Root; }
  std::string path(llvm::StringRef Name) const {
    return (Root + "/" + Name).str();
  }

  /// \returns the path.
  std::string write(llvm::StringRef Name, llvm::StringRef Text) const {
    std::string Path = path(Name);
    EXPECT_FALSE(
        llvm::sys::fs::create_directories(llvm::sys::path::parent_path(Path)));
    std::error_code EC;
    llvm::raw_fd_ostream OS(Path, EC);
    EXPECT_FALSE(EC) << Path;
    OS << Text;
    return Path;
  }

  std::string read(llvm::StringRef Name) const {
    auto Content = llvm::MemoryBuffer::getFile(path(Name));
    EXPECT_TRUE(bool(Content)) << Name.str();
    return Content ? (*Content)->getBuffer().str() : "";
  }

private:
  std::string Root;
};

/// A finding of a check, named without its prefix.
inline report::Diagnostic finding(llvm::StringRef Check, std::string File,
                                  unsigned Line, unsigned Column = 1,
                                  std::string Text = "text") {
  report::Diagnostic D;
  D.Check = ("cuda-capture-" + Check).str();
  D.Text = std::move(Text);
  D.At = {std::move(File), Line, Column};
  return D;
}

} // namespace cuda_capture::test

#endif // CUDA_CAPTURE_TEST_UNIT_REPORT_TEMPFOLDER_H
