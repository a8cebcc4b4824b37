//===- Object.h - CaptureIR in files ----------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An object (.ccir) is what a translation unit has to say to others: its
/// functions, a table of what each does and mentions, and their bodies as text.
/// The linker reads the tables of all and the bodies of few. What it makes of
/// objects, an index (.ccidx), has the same form.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_IR_OBJECT_H
#define CUDA_CAPTURE_IR_OBJECT_H

#include "IR.h"
#include "SourceText.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace cuda_capture::ir {

/// What callers need to know of a function.
struct Traits {
  /// A call can change something that matters to capture.
  bool Matters = false;
  /// It reaches unknown callees, or writes to globals.
  bool MayCallUnknown = false;
  /// It is so small that following a call for its value costs nothing.
  bool Simple = false;
  /// Followed where it is simple, but no reason to follow others.
  bool HasSideEffects = false;
};

/// Who else may have a function of this name.
enum class Linkage : uint8_t {
  Internal, ///< Other translation units have others.
  Weak,     ///< Others may have the same: inline functions, templates.
  Strong,   ///< No other of the program has it.
};

/// A name in a function, by its index in Object::names().
struct Reference {
  enum Kind : uint8_t {
    Called,   ///< A call.
    Getter,   ///< A call, which is pure if its callee is unknown.
    Mentioned ///< The address is taken.
  } K = Called;
  unsigned Name = 0;

  bool operator<(const Reference &O) const {
    return std::make_pair(Name, K) < std::make_pair(O.Name, O.K);
  }
  bool operator==(const Reference &O) const {
    return Name == O.Name && K == O.K;
  }
};

/// A line of the table of functions.
struct FunctionEntry {
  unsigned Name = 0; ///< Index in Object::names().
  Linkage L = Linkage::Strong;
  Traits Known;
  /// It mentions a function that can be the first half of a violation.
  bool Starts = false;
  /// It is analysed as if called from outside.
  bool Root = false;
  /// It is, too, if it reaches one that starts something.
  bool Rootable = false;
  /// It is declared capturable.
  bool Captured = false;
  /// Calls in it that begin a capture, and are not counted elsewhere.
  unsigned Regions = 0;
  /// Where it is defined, by its index in Object::Files.
  unsigned File = 0;
  /// Of an index: the translation unit that it is from, by its index in
  /// Object::units().
  unsigned Unit = 0;
  std::vector<Reference> References;
  /// Where its body is among the bodies, in bytes; there is none if it is
  /// empty, as nothing but what is in this table matters to callers.
  uint64_t Offset = 0, Size = 0;
};

/// A virtual function that others may call, and one that overrides it, at any
/// distance, by their indices in Object::Names.
struct Override {
  unsigned Method = 0, By = 0;

  bool operator<(const Override &O) const {
    return std::make_pair(Method, By) < std::make_pair(O.Method, O.By);
  }
  bool operator==(const Override &O) const {
    return Method == O.Method && By == O.By;
  }
};

/// Says whether two files belong together: of another format, version of the
/// program, or knowledge, nothing can be used.
struct Producer {
  std::string Version;   ///< productVersion().
  std::string Knowledge; ///< A digest.
  bool operator==(const Producer &O) const {
    return Version == O.Version && Knowledge == O.Knowledge;
  }
};

/// The version of this program.
llvm::StringRef productVersion();

/// A file that was written, or what is to be.
class Object {
public:
  enum Kind : uint8_t { TranslationUnit, Index } K = TranslationUnit;
  Producer By;

  struct UnitEntry {
    std::string Name;
    bool PerThreadDefaultStream = false;
  };
  /// One, or those that an index was made of.
  std::vector<UnitEntry> Units;
  std::vector<std::string> Files;
  /// Of an index: digests of the code of Files when it was made
  /// (SourceText::digest); 0: not known. Otherwise empty.
  std::vector<uint64_t> Contents;
  /// Of an index: where the lines of that code stood. Otherwise empty.
  std::vector<std::vector<LineRun>> Lines;
  std::vector<std::string> Names;
  /// Names of variables that are of this translation unit alone.
  std::vector<unsigned> InternalVariables;
  std::vector<FunctionEntry> Functions;
  /// Sorted.
  std::vector<Override> Overrides;

  /// \returns the index of \p Text in Names.
  unsigned name(llvm::StringRef Text);

  /// \returns the index of \p Path in Files.
  unsigned file(llvm::StringRef Path);

  /// Adds \p F, a function of \p M, with a body; of \p Entry, what the body
  /// tells is filled in: name, references, and place.
  void add(const Module &M, Function F, FunctionEntry Entry);
  /// Adds a function of which nobody needs the body.
  void addBodiless(llvm::StringRef Symbol, FunctionEntry Entry);

  /// Equal objects are equal files.
  void write(llvm::raw_ostream &OS) const;

  /// Reads all but the bodies. The result keeps \p Data.
  /// \returns an error that names the file and says what is wrong with it:
  /// no such file, another version, damaged.
  static llvm::Expected<std::unique_ptr<Object>>
  read(std::unique_ptr<llvm::MemoryBuffer> Data);

  /// The same for a file on disk.
  static llvm::Expected<std::unique_ptr<Object>> open(llvm::StringRef File);

  /// Reads the body of function \p Index; its locations are in files of \p M.
  llvm::Expected<Function> body(unsigned Index, Module &M) const;

private:
  std::vector<Reference> referencesIn(Function &F);

  std::unique_ptr<llvm::MemoryBuffer> Data;
  /// While an object is made; and when it was read.
  std::string Written;
  llvm::StringRef Bodies;
  llvm::StringMap<unsigned> NameIds, FileIds;
};

} // namespace cuda_capture::ir

#endif // CUDA_CAPTURE_IR_OBJECT_H
