//===- Object.h - CaptureIR in files ----------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An object (.ccir) is what a translation unit tells to others: its functions,
/// a table of what each function does and mentions, and their bodies as text.
/// The linker reads the tables of all objects but the bodies of few. The index
/// (.ccidx) that it makes from objects has the same form.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_IR_OBJECT_H
#define CUDA_CAPTURE_IR_OBJECT_H

#include "IR.h"
#include "SourceText.h"
#include "ThreadWork.h"
#include "VariableWrites.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace cuda_capture::ir {

/// The traits of a function that its callers rely on.
struct Traits {
  /// Whether a call can change something that matters to capture.
  bool Matters = false;
  /// Whether the function reaches unknown callees, or writes to globals.
  bool MayCallUnknown = false;
  /// Whether the function is so small that following a call for its value costs
  /// nothing.
  bool Simple = false;
  /// The function is followed where it is simple, but this is no reason to
  /// follow others.
  bool HasSideEffects = false;
  /// Whether a call may not return: an exception may leave the function, or
  /// none of its paths returns.
  bool MayNotReturn = false;
  /// Whether a call may wait for another thread.
  bool MayWait = false;
};

/// Which other translation units may have a function of this name.
enum class Linkage : uint8_t {
  Internal, ///< Other translation units have other functions of this name.
  Weak,     ///< Others may have the same function: inline functions, templates.
  Strong,   ///< No other translation unit of the program has it.
};

/// A name in a function, by its index in Object::Names.
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
  unsigned Name = 0; ///< Index in Object::Names.
  Linkage L = Linkage::Strong;
  Traits Known;
  /// Whether the function mentions a function that can be the first half of a
  /// violation.
  bool Starts = false;
  /// Whether the function begins a capture itself, and whether it ends one.
  bool Begins = false, Ends = false;
  /// Whether the function is analysed as if called from outside.
  bool Root = false;
  /// Whether the function is also analysed that way if it reaches a function
  /// for which Starts is set.
  bool Rootable = false;
  /// Whether the function is declared capturable.
  bool Captured = false;
  /// Whether its declaration says that other libraries and programs cannot call
  /// the function.
  bool Hidden = false;
  /// The number of calls in the function that begin a capture and are not
  /// counted elsewhere.
  unsigned Regions = 0;
  /// The file that defines the function, by its index in Object::Files.
  unsigned File = 0;
  /// In an index, the translation unit that the function is from, by its index
  /// in Object::Units.
  unsigned Unit = 0;
  std::vector<Reference> References;
  /// The position of the body among the bodies, in bytes. An empty range means
  /// that there is no body, because only the contents of this table matter to
  /// callers.
  uint64_t Offset = 0, Size = 0;
};

/// A virtual function that others may call, and a function that overrides it,
/// at any distance, by their indices in Object::Names.
struct Override {
  unsigned Method = 0, By = 0;

  bool operator<(const Override &O) const {
    return std::make_pair(Method, By) < std::make_pair(O.Method, O.By);
  }
  bool operator==(const Override &O) const {
    return Method == O.Method && By == O.By;
  }
};

/// Identifies the producer of a file, to tell whether two files belong
/// together. A file of another format, version of the program, or knowledge
/// cannot be used.
struct Producer {
  std::string Version;   ///< productVersion().
  std::string Knowledge; ///< A digest.
  bool operator==(const Producer &O) const {
    return Version == O.Version && Knowledge == O.Knowledge;
  }
};

/// Returns the version of this program.
llvm::StringRef productVersion();

/// A file that was written, or one that is to be written.
class Object {
public:
  enum Kind : uint8_t { TranslationUnit, Index } K = TranslationUnit;
  Producer By;

  /// A function that this unit hands to a library as an entry point, and that
  /// another unit defines, or may define as well.
  struct Registration {
    std::string Symbol;
    std::string Library;
    /// Whether the library only lets other languages call the function.
    bool Exported = false;

    bool operator<(const Registration &O) const {
      return std::tie(Symbol, Library, Exported) <
             std::tie(O.Symbol, O.Library, O.Exported);
    }
  };
  struct UnitEntry {
    std::string Name;
    bool PerThreadDefaultStream = false;
    std::vector<Registration> Registered = {};
    /// The libraries whose handles the unit makes, and those whose handles it
    /// binds to streams, anywhere, by the headers of their rows. Sorted.
    std::vector<std::string> MakesHandles = {}, BindsHandles = {};
    /// The functions that the unit's code calls by name, and those whose
    /// address it keeps, whether or not that code is lowered. They are known
    /// only if the unit was lowered for an audit. Sorted.
    std::vector<std::string> Called = {}, Kept = {};
    /// What the threads do that the unit starts. Sorted.
    std::vector<ThreadWork> Threads = {};
    /// The least driver that the toolkit of the unit requires, as in 12000; 0
    /// if the toolkit is not known.
    unsigned LeastDriver = 0;
  };
  /// The only translation unit, or those that an index was made from.
  std::vector<UnitEntry> Units;
  std::vector<std::string> Files;
  /// In an index, the digests of the code of Files when the index was made
  /// (SourceText::digest), where 0 means unknown. Otherwise empty.
  std::vector<uint64_t> Contents;
  /// In an index, the positions of the lines of that code. Otherwise empty.
  std::vector<std::vector<LineRun>> Lines;
  std::vector<std::string> Names;
  /// The names of variables that belong to this translation unit alone.
  std::vector<unsigned> InternalVariables;
  std::vector<FunctionEntry> Functions;
  /// The overrides, sorted.
  std::vector<Override> Overrides;
  /// What the code writes to globals of scalar types, whether or not that code
  /// is lowered, by the names of the globals.
  std::map<std::string, VariableWrites> Writes;

  /// \returns the index of \p Text in Names.
  unsigned name(llvm::StringRef Text);

  /// \returns the index of \p Path in Files.
  unsigned file(llvm::StringRef Path);

  /// Adds \p F, a function of \p M, with a body. Fills in the fields of
  /// \p Entry that follow from the body: the name, the references, and the
  /// position.
  void add(const Module &M, Function F, FunctionEntry Entry);
  /// Adds a function whose body is not needed.
  void addBodiless(llvm::StringRef Symbol, FunctionEntry Entry);

  /// Writes the object. Equal objects give equal files.
  void write(llvm::raw_ostream &OS) const;

  /// Reads everything but the bodies. The result keeps \p Data.
  /// \returns an error that names the file and says what is wrong with it: no
  /// such file, another version, damaged.
  static llvm::Expected<std::unique_ptr<Object>>
  read(std::unique_ptr<llvm::MemoryBuffer> Data);

  /// Reads a file on disk in the same way.
  static llvm::Expected<std::unique_ptr<Object>> open(llvm::StringRef File);

  /// Reads the body of function \p Index. Its locations are in files of \p M.
  llvm::Expected<Function> body(unsigned Index, Module &M) const;

private:
  std::vector<Reference> referencesIn(Function &F);

  std::unique_ptr<llvm::MemoryBuffer> Data;
  /// The bodies while an object is made; and the bodies of an object that was
  /// read.
  std::string Written;
  llvm::StringRef Bodies;
  llvm::StringMap<unsigned> NameIds, FileIds;
};

} // namespace cuda_capture::ir

#endif // CUDA_CAPTURE_IR_OBJECT_H
