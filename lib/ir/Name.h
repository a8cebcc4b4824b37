//===- Name.h - A string with shared copies ---------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_IR_NAME_H
#define CUDA_CAPTURE_IR_NAME_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <new>
#include <string>
#include <utility>

namespace cuda_capture::ir {

/// An immutable string. A copy takes no more room than a pointer, so a name
/// that is stored once may be used in any number of places. All copies of one
/// name belong to one thread.
class Name {
public:
  Name() = default;
  Name(llvm::StringRef S) : Held(S.empty() ? nullptr : make(S)) {}
  Name(const char *S) : Name(llvm::StringRef(S)) {}
  Name(const std::string &S) : Name(llvm::StringRef(S)) {}
  Name(const Name &O) noexcept : Held(O.Held) {
    if (Held)
      ++Held->Uses;
  }
  Name(Name &&O) noexcept : Held(std::exchange(O.Held, nullptr)) {}
  Name &operator=(Name O) noexcept {
    std::swap(Held, O.Held);
    return *this;
  }
  ~Name() {
    if (Held && !--Held->Uses)
      ::operator delete(Held);
  }

  llvm::StringRef ref() const {
    return Held ? llvm::StringRef(Held->chars(), Held->Size)
                : llvm::StringRef();
  }
  operator llvm::StringRef() const { return ref(); }
  std::string str() const { return ref().str(); }
  bool empty() const { return !Held; }
  size_t size() const { return ref().size(); }
  char front() const { return ref().front(); }

  /// Returns an identity that is the same for all copies of a name as long as
  /// one of them lives. Names that were made separately differ, even if they
  /// read alike.
  const void *id() const { return Held; }

  bool operator==(const Name &O) const {
    return Held == O.Held || ref() == O.ref();
  }
  bool operator!=(const Name &O) const { return !(*this == O); }
  bool operator==(llvm::StringRef O) const { return ref() == O; }
  bool operator!=(llvm::StringRef O) const { return ref() != O; }
  bool operator==(const char *O) const { return ref() == O; }
  bool operator!=(const char *O) const { return ref() != O; }

private:
  /// The header of the characters, which follow it.
  struct Text {
    unsigned Uses;
    unsigned Size;
    char *chars() { return reinterpret_cast<char *>(this + 1); }
  };
  static Text *make(llvm::StringRef S) {
    auto *T = ::new (::operator new(sizeof(Text) + S.size()))
        Text{1, unsigned(S.size())};
    std::memcpy(T->chars(), S.data(), S.size());
    return T;
  }

  Text *Held = nullptr;
};

inline llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Name &N) {
  return OS << N.ref();
}

} // namespace cuda_capture::ir

#endif // CUDA_CAPTURE_IR_NAME_H
