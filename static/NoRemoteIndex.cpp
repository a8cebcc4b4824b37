//===- NoRemoteIndex.cpp - Stands for clangd's remote index ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines what clangd defines itself when it is built without gRPC, so that
/// the linker does not take clangd's client of remote indexes, and gRPC with
/// it.
///
//===----------------------------------------------------------------------===//

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>

namespace clang::clangd {
/// As far as it matters to an empty pointer.
class SymbolIndex {
public:
  virtual ~SymbolIndex();
};

namespace remote {
std::unique_ptr<SymbolIndex> getClient(llvm::StringRef Address,
                                       llvm::StringRef ProjectRoot) {
  llvm::errs() << "This clangd has no client of remote indexes: " << Address
               << " is not used\n";
  return nullptr;
}
} // namespace remote
} // namespace clang::clangd
