//===- Files.h - Knowledge files for tests ----------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TEST_UNIT_KB_FILES_H
#define CUDA_CAPTURE_TEST_UNIT_KB_FILES_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <string>

#define EXPECT_HAS(Text, Part)                                                 \
  EXPECT_TRUE(llvm::StringRef(Text).contains(Part)) << "text: " << (Text)

/// A folder that goes away with the test.
class Folder {
public:
  Folder() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("cuda-capture-kb", Root));
  }
  ~Folder() { llvm::sys::fs::remove_directories(Root); }

  std::string path(llvm::StringRef Name) const {
    llvm::SmallString<128> P(Root);
    llvm::sys::path::append(P, Name);
    return std::string(P);
  }
  std::string write(llvm::StringRef Name, llvm::StringRef Text) const {
    std::string P = path(Name);
    EXPECT_FALSE(
        llvm::sys::fs::create_directories(llvm::sys::path::parent_path(P)));
    std::error_code EC;
    llvm::raw_fd_ostream OS(P, EC);
    EXPECT_FALSE(EC);
    OS << Text;
    return P;
  }
  std::string str() const { return std::string(Root); }

private:
  llvm::SmallString<128> Root;
};

/// Rows that make a complete, if small, knowledge base.
inline const char Begin[] =
    R"({"names": {"runtime": ["begin"]}, "params": ["stream"],
  "class": "control", "effect": "begin-capture", "confidence": "high"})";

inline std::string rows(llvm::StringRef More) {
  return ("{\"rows\": [" + llvm::Twine(Begin) + (More.empty() ? "" : ", ") +
          More + "]}")
      .str();
}

#endif // CUDA_CAPTURE_TEST_UNIT_KB_FILES_H
