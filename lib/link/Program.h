//===- Program.h - Many translation units as one ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Links objects: finds out which function is meant by a name, what each does
/// when all are known, and which are to be analysed. Reads bodies on demand,
/// and closes in them the calls that were left open. Knows no Clang.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LINK_PROGRAM_H
#define CUDA_CAPTURE_LINK_PROGRAM_H

#include "../ir/Object.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>
#include <mutex>

namespace cuda_capture::link {

/// The functions of a code base, which may be of several programs: a name that
/// several translation units define is each one's own, and of no other.
class Program {
public:
  /// To be called before link(). Either objects of translation units, or one
  /// index.
  void add(std::unique_ptr<ir::Object> O);
  void link();

  /// The same program, linked from an index, for another analysis, which may be
  /// in another thread: what has become of files is found out anew.
  Program again() const {
    Program Result;
    Result.Linked = Linked;
    Result.ChecksFiles = ChecksFiles;
    return Result;
  }

  /// The translation units, in the order in which they were added.
  size_t numUnits() const { return Linked->Units.size(); }
  const ir::Object::UnitEntry &unit(unsigned I) const {
    return *Linked->Units[I].Entry;
  }
  /// Symbols of the functions of a unit to analyse as if called from outside,
  /// in the order of the unit. A function that several units have is of the
  /// first.
  std::vector<std::string> roots(unsigned Unit) const;
  /// Calls in functions of a unit that begin a capture.
  unsigned regions(unsigned Unit) const { return Linked->Units[Unit].Regions; }
  /// Functions of a unit that are declared capturable.
  unsigned capturable(unsigned Unit) const {
    return Linked->Units[Unit].Capturable;
  }
  size_t numFunctions() const { return Linked->Nodes.size(); }

  /// \returns nullopt if nobody defines \p Symbol, or several do.
  std::optional<ir::Traits> traits(llvm::StringRef Symbol) const;

  /// The function \p Symbol, with all calls closed; its locations are in files
  /// of \p M. Null if nobody defines it, or its body does nothing.
  std::optional<ir::Function> body(llvm::StringRef Symbol, ir::Module &M) const;

  /// Bodies say of virtual calls what all translation units override, for
  /// findings that are possible; otherwise they say nothing of it.
  void listOverriders() { ListsOverriders = true; }
  /// What overrides \p Method in other units than \p But, and matters; nothing
  /// unless overriders are listed.
  std::vector<std::string> overriders(llvm::StringRef Method,
                                      llvm::StringRef But = "") const;

  /// What is in files whose code was changed since the index was made counts as
  /// not defined. They are read when they are asked for. Other changes move
  /// functions to other lines.
  void ignoreChangedFiles() { ChecksFiles = true; }
  /// The files that were found changed so far.
  std::vector<std::string> changedFiles() const;

  /// A function whose body could not be read.
  struct Problem {
    std::string Unit; ///< Main source of its translation unit.
    std::string Function;
    std::string Why;

    /// "main.cu: cannot read the compiled body of 'f': ...".
    std::string str() const;
  };
  /// What went wrong with bodies so far, each once: objects that were changed
  /// on disk, or that this program wrote and does not understand.
  const std::vector<Problem> &problems() const { return Problems; }

  /// What other translation units may ask for, as an index.
  std::unique_ptr<ir::Object> index() const;

private:
  using NodeId = unsigned;
  static constexpr NodeId None = ~0U;

  struct Node {
    unsigned Object = 0, Entry = 0;
    unsigned Unit = 0;
    ir::Traits Known;
    bool Reaches = false;
    /// Other units may name it.
    bool Shared = false;
    llvm::StringRef Symbol;
  };
  struct Input {
    std::unique_ptr<ir::Object> Held;
    unsigned FirstUnit = 0;
    /// What each of its names means.
    std::vector<NodeId> Meaning;
    /// Made when a body is read, perhaps by several threads.
    struct BodyNames {
      std::once_flag Made;
      llvm::StringMap<unsigned> Ids;
      llvm::DenseSet<unsigned> InternalVariables;
    };
    std::unique_ptr<BodyNames> Names = std::make_unique<BodyNames>();
  };
  struct Unit {
    const ir::Object::UnitEntry *Entry = nullptr;
    unsigned Regions = 0, Capturable = 0;
    std::vector<NodeId> Roots;
  };

  void define();
  void resolveNames();
  void findOverriders();
  void propagate();
  const ir::FunctionEntry &entry(const Node &N) const {
    return Linked->Inputs[N.Object].Held->Functions[N.Entry];
  }
  bool isRoot(const Node &N) const;
  const Node *find(llvm::StringRef Symbol) const;
  bool hasUse(const Node &N) const;
  static const Input::BodyNames &names(const Input &In);
  static NodeId meaning(const Input &In, llvm::StringRef Name);
  std::string ownName(llvm::StringRef Name, unsigned Unit) const;
  /// \p AsWritten: nothing is said of overriders that the body has not.
  std::optional<ir::Function> body(const Node &N, ir::Module &M,
                                   bool AsWritten) const;
  void addOverriders(ir::Function &F) const;
  void rename(ir::Function &F, const Node &N) const;
  template <typename List> void close(List &Insts) const;

  /// What does not change any more when an index was linked.
  struct Tables {
    std::vector<Input> Inputs;
    std::vector<Unit> Units;
    std::vector<Node> Nodes;
    /// By the name that it has in the program.
    llvm::StringMap<NodeId> BySymbol;
    /// Of each virtual function what overrides it.
    llvm::StringMap<std::vector<NodeId>> Overriders;
  };
  std::shared_ptr<Tables> Linked = std::make_shared<Tables>();
  bool ListsOverriders = false;
  bool ChecksFiles = false;
  /// Whether a file of the index is as it was.
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

  /// Null if nobody defines \p Symbol.
  const ir::Function *find(llvm::StringRef Symbol);
  /// The roots of a unit; those of the unit before, and whatever was found
  /// since, may be gone.
  std::vector<const ir::Function *> roots(unsigned Unit);
  const ir::Module &module() const { return *M; }

private:
  /// What is read again now and then takes less time than memory would cost.
  static constexpr size_t MaxKept = 20000;

  const Program &P;
  std::unique_ptr<ir::Module> M = std::make_unique<ir::Module>();
};

} // namespace cuda_capture::link

#endif // CUDA_CAPTURE_LINK_PROGRAM_H
