//===- Program.h - Many translation units as one ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Links objects: determines which function each name means, what each function
/// does when all are known, and which functions are to be analysed. Reads
/// bodies on demand, and closes the calls in them that were left open. Does not
/// depend on Clang.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LINK_PROGRAM_H
#define CUDA_CAPTURE_LINK_PROGRAM_H

#include "../ir/Object.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <memory>
#include <mutex>

namespace cuda_capture::link {

/// Returns the symbol of a name that belongs to one translation unit alone:
/// both with a '#' between them, which is in no other symbol.
std::string ownName(llvm::StringRef Name, unsigned Unit);

/// The functions of a code base, which may belong to several programs. If
/// several translation units define a name, each definition belongs to its own
/// unit and to no other.
class Program {
public:
  /// Adds an object. Must be called before link(), either with the objects of
  /// translation units or with one index.
  void add(std::unique_ptr<ir::Object> O);
  void link();

  /// Returns the same program, linked from an index, for another analysis,
  /// which may be in another thread. The new program checks again whether files
  /// have changed.
  Program again() const {
    Program Result;
    Result.Linked = Linked;
    Result.ChecksFiles = ChecksFiles;
    return Result;
  }

  /// Returns the number of translation units, which are in the order in which
  /// they were added.
  size_t numUnits() const { return Linked->Units.size(); }
  const ir::Object::UnitEntry &unit(unsigned I) const {
    return *Linked->Units[I].Entry;
  }
  /// Returns the symbols of the functions of a unit to analyse as if called
  /// from outside, in the order of the unit. A function that several units have
  /// belongs to the first of them.
  std::vector<std::string> roots(unsigned Unit) const;
  /// Returns the symbols of the functions that begin or end a capture, and of
  /// their callers.
  llvm::ArrayRef<std::string> capturingFunctions() const {
    return Linked->Capturing;
  }
  /// Returns the libraries, by the headers of their rows, whose handles the
  /// program makes and nowhere binds to a stream.
  llvm::ArrayRef<std::string> unboundLibraries() const {
    return Linked->UnboundLibraries;
  }
  /// Returns what the program writes to the global \p Name, which is the name
  /// that bodies use, or null if nothing does.
  const ir::VariableWrites *writes(llvm::StringRef Name) const {
    auto It = Linked->Writes.find(Name);
    return It == Linked->Writes.end() ? nullptr : &It->second;
  }
  /// Returns what the threads do that the program starts.
  llvm::ArrayRef<ir::ThreadWork> threadWork() const { return Linked->Threads; }
  struct UnitCounts {
    /// The number of calls in functions of the unit that begin a capture.
    unsigned Regions = 0;
    /// The number of functions of the unit that are declared capturable.
    unsigned Capturable = 0;
  };
  const UnitCounts &counts(unsigned Unit) const {
    return Linked->Units[Unit].Counts;
  }
  size_t numFunctions() const { return Linked->Nodes.size(); }

  /// Returns the traits of \p Symbol, or nullopt if no unit or several units
  /// define it.
  std::optional<ir::Traits> traits(llvm::StringRef Symbol) const;

  /// Whether code outside of the program may call the function \p Symbol by
  /// name.
  bool isOffered(llvm::StringRef Symbol) const;
  /// Returns the symbol that the program has for the function that \p Unit
  /// knows as \p Name.
  std::string symbolOf(llvm::StringRef Name, unsigned Unit) const;

  /// Whether \p Symbol is a function that matters and that nothing declares
  /// capturable.
  bool lacksContract(llvm::StringRef Symbol) const;

  /// Returns the function \p Symbol, with all calls closed. Its locations are
  /// in files of \p M. Returns nullopt if no unit defines it, or if its body
  /// does nothing.
  std::optional<ir::Function> body(llvm::StringRef Symbol, ir::Module &M) const;

  /// Makes bodies list, for virtual calls, the overriders of all translation
  /// units, for findings that are possible. Otherwise bodies list only those
  /// that are one-sided.
  void listOverriders() { ListsOverriders = true; }
  /// Returns the functions that override \p Method in units other than \p But,
  /// and that matter, among those that bodies list.
  std::vector<std::string> overriders(llvm::StringRef Method,
                                      llvm::StringRef But = "") const;

  /// Treats functions in files whose code was changed since the index was made
  /// as not defined. The files are read when their functions are asked for.
  /// Other changes move functions to other lines.
  void ignoreChangedFiles() { ChecksFiles = true; }
  /// Returns the files that were found changed so far.
  std::vector<std::string> changedFiles() const;

  /// A function whose body could not be read.
  struct Problem {
    std::string Unit; ///< Main source of its translation unit.
    std::string Function;
    std::string Why;

    /// "main.cu: cannot read the compiled body of 'f': ...".
    std::string str() const;
  };
  /// Returns the problems with bodies so far, each once: objects that were
  /// changed on disk, or that this program wrote and does not understand.
  const std::vector<Problem> &problems() const { return Problems; }

  /// Returns, as an index, the functions that other translation units may ask
  /// for.
  std::unique_ptr<ir::Object> index() const;

private:
  using NodeId = unsigned;
  static constexpr NodeId None = ~0U;

  struct Node {
    unsigned Object = 0, Entry = 0;
    unsigned Unit = 0;
    ir::Traits Known;
    bool Reaches = false;
    /// Whether other units may name the function.
    bool Shared = false;
    llvm::StringRef Symbol;
  };
  struct Input {
    std::unique_ptr<ir::Object> Held;
    unsigned FirstUnit = 0;
    /// The meaning of each of its names.
    std::vector<NodeId> Meaning;
    /// The names that bodies use. They are made when a body is read, perhaps by
    /// several threads.
    struct BodyNames {
      std::once_flag Made;
      llvm::StringMap<unsigned> Ids;
      llvm::DenseSet<unsigned> InternalVariables;
    };
    std::unique_ptr<BodyNames> Names = std::make_unique<BodyNames>();
  };
  struct Unit {
    const ir::Object::UnitEntry *Entry = nullptr;
    UnitCounts Counts;
    std::vector<NodeId> Roots;
  };

  void define();
  void resolveNames();
  void findOverriders();
  void propagate();
  void findCapturing();
  void findUnboundLibraries();
  void findThreads();
  const ir::FunctionEntry &entry(const Node &N) const {
    return Linked->Inputs[N.Object].Held->Functions[N.Entry];
  }
  bool isRoot(const Node &N) const;
  const Node *find(llvm::StringRef Symbol) const;
  bool hasUse(const Node &N) const;
  static const Input::BodyNames &names(const Input &In);
  static NodeId meaning(const Input &In, llvm::StringRef Name);
  /// Reads the body of \p N. \p AsWritten: overriders that the body itself does
  /// not have are not added.
  std::optional<ir::Function> body(const Node &N, ir::Module &M,
                                   bool AsWritten) const;
  void addOverriders(ir::Function &F) const;
  void rename(ir::Function &F, const Node &N) const;
  template <typename List> void close(List &Insts) const;

  /// The data that no longer change once an index was linked.
  struct Tables {
    std::vector<Input> Inputs;
    std::vector<Unit> Units;
    std::vector<Node> Nodes;
    /// The nodes by the name that each has in the program.
    llvm::StringMap<NodeId> BySymbol;
    /// The functions that override each virtual function.
    llvm::StringMap<std::vector<NodeId>> Overriders;
    /// See unboundLibraries().
    std::vector<std::string> UnboundLibraries;
    /// See threadWork().
    std::vector<ir::ThreadWork> Threads;
    /// See writes().
    std::map<std::string, ir::VariableWrites, std::less<>> Writes;
    /// See capturingFunctions().
    std::vector<std::string> Capturing;
    /// The one-sided functions: with those that they call directly, they begin
    /// captures and end none, or end captures and begin none.
    llvm::DenseSet<NodeId> OneSided;
  };
  std::shared_ptr<Tables> Linked = std::make_shared<Tables>();
  bool ListsOverriders = false;
  bool ChecksFiles = false;
  /// Whether each file of the index is unchanged.
  mutable llvm::DenseMap<unsigned, bool> Unchanged;
  /// A file of the index with the same code on other lines.
  struct MovedFile {
    unsigned File = 0;
    std::vector<ir::LineRun> Lines;
  };
  mutable llvm::StringMap<MovedFile> Moved;
  mutable std::vector<Problem> Problems;
  mutable llvm::DenseSet<const Node *> Unreadable;
};

/// Reads functions of a program when they are asked for, and keeps them.
class Bodies {
public:
  explicit Bodies(const Program &P) : P(P) {}

  /// Returns null if no unit defines \p Symbol.
  const ir::Function *find(llvm::StringRef Symbol);
  /// Whether the program writes to the global \p Name, anywhere, something else
  /// than \p Now.
  bool mayChange(llvm::StringRef Name, int64_t Now) {
    Globals.insert(Name);
    const ir::VariableWrites *Writes = P.writes(Name);
    return Writes && Writes->mayChange(Now);
  }
  /// Forgets for what find() and mayChange() were called.
  void forgetAsked() {
    Found.clear();
    Missing.clear();
    Globals.clear();
  }
  /// Returns the symbols that find() was called for since then, sorted.
  std::vector<std::string> asked() const;
  /// Returns the globals that mayChange() was called for since then, sorted.
  std::vector<std::string> askedGlobals() const;
  /// Returns the roots of a unit. The roots of the previous unit, and all
  /// functions that were found since, may be gone.
  std::vector<const ir::Function *> roots(unsigned Unit);
  const ir::Module &module() const { return *M; }

private:
  /// The number of functions that are kept. Reading a function again now and
  /// then takes less time than the memory would cost.
  static constexpr size_t MaxKept = 20000;

  const Program &P;
  std::unique_ptr<ir::Module> M = std::make_unique<ir::Module>();
  /// The calls of find() since forgetAsked(), by their outcome.
  llvm::DenseSet<const ir::Function *> Found;
  llvm::StringSet<> Missing;
  /// The globals that mayChange() was called for since forgetAsked().
  llvm::StringSet<> Globals;
};

} // namespace cuda_capture::link

#endif // CUDA_CAPTURE_LINK_PROGRAM_H
