//===- KnowledgeBase.h - What is known about CUDA calls ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The knowledge base: one row per API call (what it does to streams, events
/// and captures, and when it is legal), and one entry per error (cause and
/// remedies). All names of CUDA, HIP and libraries live in these data; no other
/// part of the project spells one.
///
/// Everything here is immutable after loading and may be shared by threads. Of
/// the built-in knowledge, what is known of errors is decoded when it is first
/// asked for.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_KNOWLEDGEBASE_H
#define CUDA_CAPTURE_KB_KNOWLEDGEBASE_H

#include "ApiRow.h"
#include "ErrorKnowledge.h"
#include "Measurement.h"
#include "RowNames.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace cuda_capture {

/// A function of the program that a library calls while it captures, or may.
struct EntryPoint {
  enum Kind {
    Overrides, ///< A method that overrides Name.
    PassedTo,  ///< A function that is argument Argument of a call of Name.
    StoredIn,  ///< A function that is stored in one of Fields of a Name.
  } K = Overrides;
  /// With its scopes, without template arguments; '*' stands for any text.
  std::string Name;
  unsigned Argument = 0;
  std::vector<std::string> Fields;
  /// PassedTo: only if the call also names this constant; may be empty.
  std::string If;
  /// PassedTo: a call that names this constant, or is made by a function that
  /// is registered with it, registers what is called only if an argument of the
  /// class DispatchOn is on a device; may be empty.
  std::string DispatchIf, DispatchOn;
  std::string Library;
  /// Whether the library's contract says that it is captured; otherwise it is
  /// up to the program, and an option says so.
  bool Always = false;
  /// Index of the mode of the capture (global, thread-local, relaxed), if the
  /// library chooses it.
  std::optional<unsigned> Mode;
  /// The library calls it in a thread of its own, beside the one that captures.
  bool InOwnThread = false;

  bool isNamed(llvm::StringRef QualifiedName) const;
};

/// Everything that is known, and how to look it up.
class KnowledgeBase {
public:
  /// Whether to go into the folders of measurements, which are large, and which
  /// nothing but the commands that are about them needs.
  enum class Measurements { Skip, Read };

  /// The knowledge built into this binary, decoded once per process. Fails only
  /// if the build was damaged.
  static llvm::Expected<std::shared_ptr<const KnowledgeBase>> embedded();

  /// Reads \p Paths over the embedded knowledge: what they say of a function,
  /// an error number or an entry wins. If one of them says "standalone", the
  /// embedded knowledge is not read.
  /// \p Files receives the names of the files that were read.
  static llvm::Expected<std::shared_ptr<const KnowledgeBase>>
  layered(llvm::ArrayRef<std::string> Paths,
          Measurements What = Measurements::Skip,
          std::vector<std::string> *Files = nullptr);
  /// The same with one document; \p Name stands for the file in messages.
  static llvm::Expected<std::shared_ptr<const KnowledgeBase>>
  layered(llvm::StringRef Text, llvm::StringRef Name);

  /// What tells the knowledge that layered() reads from other knowledge.
  static std::string digest(llvm::ArrayRef<std::string> Paths);

  /// Reads \p Paths (files or folders with api/, errors/ and spelling.json)
  /// instead of the embedded knowledge. Errors name file, JSON pointer and
  /// reason, one problem a line; all problems of all files are reported at
  /// once.
  static llvm::Expected<std::shared_ptr<const KnowledgeBase>>
  load(llvm::ArrayRef<std::string> Paths,
       Measurements What = Measurements::Skip);

  /// Finds a function by name; strips version and stream suffixes. A function
  /// that is not of the global namespace is named with its scopes.
  Lookup lookup(llvm::StringRef Name) const;

  /// Whether a row names a function that is not of the global namespace, or
  /// several by a pattern.
  bool namesScopes() const { return HasScopes; }
  /// Whether this row does.
  static bool namesScopes(const ApiRow &Row);

  /// Whether a row may name a function of this outermost scope, or class, of
  /// the global namespace.
  bool namesScope(llvm::StringRef Outermost) const {
    return Scopes.contains(Outermost) ||
           llvm::any_of(ScopePrefixes, [&](const std::string &Prefix) {
             return Outermost.starts_with(Prefix);
           });
  }

  /// Whether a row asks for the type of a first parameter: "f(int*".
  bool namesSignatures() const { return HasSignatures; }

  /// Finds a function by its signature, as rows give it that ask for the type
  /// of the first parameter.
  Lookup lookupSignature(llvm::StringRef Signature) const;

  /// What the objects of a class stand for, by its qualified name.
  Role describedAs(llvm::StringRef Class) const {
    auto It = DescribedClasses.find(Class);
    return It == DescribedClasses.end() ? Role::None : It->second;
  }

  /// Row of a language construct ("launch": a kernel launch).
  const ApiRow *construct(llvm::StringRef Name) const;

  /// Row of what an instruction of CaptureIR calls: of a function, or else of a
  /// construct; null if there is none.
  const ApiRow *row(llvm::StringRef Callee) const {
    const Lookup Found = lookup(Callee);
    return Found ? Found.Row : construct(Callee);
  }

  /// Name of an error number as that family spells it; empty if unknown.
  llvm::StringRef errorName(unsigned Number, Family Fam) const;

  /// An error by its number, or by a name in any family; null if unknown.
  const ErrorCode *errorCode(unsigned Number) const;
  const ErrorCode *errorCode(llvm::StringRef Name) const;
  const std::vector<ErrorCode> &errorCodes() const { return errors().Codes; }

  const ErrorEntry *entry(llvm::StringRef Id) const;
  /// The entry of a number that is not superseded; null if there is none.
  const ErrorEntry *entry(unsigned Number) const;

  /// What to do about a finding that is no matter of one call: by the name of
  /// its check, or "check/kind" (docs/knowledge-base.md).
  llvm::ArrayRef<Advice> remedies(llvm::StringRef Finding) const;
  /// The one among them that always applies; null if there is none.
  const Advice *remedy(llvm::StringRef Finding) const;

  /// The types, as the headers write them, that a parameter of this role may
  /// have; empty if nothing is said about it.
  llvm::ArrayRef<std::string> types(Role R) const;

  /// What the text of a device ("cuda:1") says; nullopt if nothing is known.
  std::optional<MemorySpace> placeOf(llvm::StringRef Device) const;

  /// Calls \p Each with every spelling of the row's names, with suffixes too
  /// (of a version, a stream, or both), whether or not a header declares it.
  void spellings(const ApiRow &Row,
                 llvm::function_ref<void(llvm::StringRef)> Each) const;

  /// What a function of the host returns, by its name without inline namespaces
  /// and template arguments.
  HostValue hostValue(llvm::StringRef Name) const {
    return HostValues.lookup(Name);
  }
  const llvm::StringMap<HostValue> &hostValues() const { return HostValues; }

  /// Whether a function of the host, by its qualified name with the arguments
  /// of class templates, may wait for another thread.
  HostWait hostWait(llvm::StringRef Name) const;

  /// Functions of the program that libraries call, in file order.
  const std::vector<EntryPoint> &entryPoints() const { return EntryPoints; }

  /// What the function or constant \p Name is called by \p To; empty if it is
  /// not known, or is of that interface already.
  llvm::StringRef twin(llvm::StringRef Name, Family To) const;

  /// Macros that make stream 0 the per-thread default stream.
  llvm::ArrayRef<std::string> perThreadMacros() const { return PerThread; }

  /// The names of all rows, in file order.
  const std::deque<ApiRow> &rows() const { return Rows; }
  const std::deque<ErrorEntry> &entries() const { return errors().Entries; }
  const std::vector<WrongClaim> &claims() const { return errors().Claims; }
  /// None if they were skipped, and none in the embedded knowledge.
  const std::deque<Measurement> &measurements() const { return Measured; }

private:
  friend class KnowledgeBaseReader;
  friend class KnowledgeImage;

  /// What is known of errors; no file without a finding needs it.
  struct ErrorKnowledge {
    std::deque<ErrorEntry> Entries;
    llvm::StringMap<const ErrorEntry *> ById;
    llvm::StringMap<std::vector<Advice>> Remedies;
    std::vector<ErrorCode> Codes;
    std::vector<WrongClaim> Claims;
    std::vector<Constant> Constants;
  };
  const ErrorKnowledge &errors() const;

  /// Makes the names of a row, which is one of Rows, known.
  llvm::Error index(const ApiRow &Row);
  void addScope(llvm::StringRef Name);

  struct SuffixRule {
    std::string Suffix;
    bool PerThreadDefaultStream;
  };
  std::deque<ApiRow> Rows;
  std::deque<Measurement> Measured;
  llvm::StringMap<std::pair<const ApiRow *, unsigned>> ByName;
  /// Names that are patterns, in file order.
  struct Pattern {
    llvm::GlobPattern Glob;
    const ApiRow *Row;
    unsigned Index;
  };
  std::vector<Pattern> Patterns, Signatures;
  /// The rows that take the place of others in some cases.
  std::deque<ApiRow> CaseRows;
  bool HasScopes = false, HasSignatures = false;
  llvm::StringSet<> Scopes;
  /// Of names whose outermost scope is a pattern: what is in front of it.
  std::vector<std::string> ScopePrefixes;
  /// The classes whose objects stand for something.
  llvm::StringMap<Role> DescribedClasses;
  llvm::StringMap<const ApiRow *> Constructs;
  llvm::StringMap<HostValue> HostValues;
  /// What functions of the host wait, by their names. In those '*' stands for
  /// any text; the first that fits counts.
  std::vector<std::pair<std::string, HostWait>> HostWaits;
  std::vector<EntryPoint> EntryPoints;
  std::vector<std::pair<Role, std::vector<std::string>>> Types;
  /// Kinds of devices by their names in programs.
  std::vector<std::pair<std::string, MemorySpace>> Places;
  std::vector<SuffixRule> Suffixes;
  std::vector<std::string> PerThread;
  /// Only errors() looks at Known once the knowledge is loaded.
  mutable ErrorKnowledge Known;
  mutable std::once_flag Decoded;
  llvm::StringRef Undecoded; ///< The section of errors (Image.h), or nothing.
};

/// Texts of \p Known that are nearly \p Name, the nearest first.
std::vector<std::string> similarNames(llvm::StringRef Name,
                                      llvm::ArrayRef<std::string> Known);

/// The paths in a list of them, as options give it: separated by ';'.
std::vector<std::string> knowledgePaths(llvm::StringRef List);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_KNOWLEDGEBASE_H
