//===- KnowledgeBase.h - What is known about CUDA calls ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The knowledge base has one row per API call (what it does to streams, events
/// and captures, and when it is legal), and one entry per error (cause and
/// remedies). All names of CUDA, HIP and libraries live in these data; no other
/// part of the project spells one.
///
/// Everything here is immutable after loading and may be shared by threads. The
/// built-in knowledge about errors is decoded when it is first asked for.
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

/// A function of the program that a library calls, or may call, while it
/// captures.
struct EntryPoint {
  enum Kind {
    /// A method that overrides Name, or a static function of that name in a
    /// class that derives from the template.
    Overrides,
    PassedTo, ///< A function that is argument Argument of a call of Name.
    StoredIn, ///< A function that is stored in one of Fields of a Name.
  } K = Overrides;
  /// The name with its scopes and without template arguments. In it, '*' stands
  /// for any text.
  std::string Name;
  unsigned Argument = 0;
  std::vector<std::string> Fields;
  /// For PassedTo, the constant that the call must also name; may be empty.
  std::string If;
  /// For PassedTo, a constant and a class; may be empty. If a call names the
  /// constant DispatchIf, or is made by a function that is registered with it,
  /// the library calls the registered function only if an argument of the class
  /// DispatchOn is on a device.
  std::string DispatchIf, DispatchOn;
  /// For PassedTo, a class; may be empty. Then only functions that have a
  /// parameter of this class count.
  std::string Takes;
  std::string Library;
  /// Who decides whether the function is captured.
  enum class Decision {
    Always,  ///< The library's contract says that it is.
    Program, ///< The program that uses the library, by an option.
    /// A program in another language, for which the library only makes the
    /// function callable. An option says so, too.
    Caller,
  } Captured = Decision::Program;
  /// The index of the capture mode (global, thread-local, relaxed), if the
  /// library chooses it.
  std::optional<unsigned> Mode;
  /// The library calls the function in a thread of its own, beside the thread
  /// that captures.
  bool InOwnThread = false;

  bool isNamed(llvm::StringRef QualifiedName) const;
};

/// By what code that is not compiled shows that it captures, and which calls it
/// makes in a capture.
struct CaptureTexts {
  /// Words, as in "torch.cuda.graph(", of code in other languages than C++.
  std::vector<std::string> Words;
  /// The names of calls that begin a capture, and of those that end it. Without
  /// an end, a 'with' statement of Python captures its block. A name may have
  /// modules in front: 'cuda.graph'.
  std::vector<std::pair<std::string, std::string>> Blocks;
  /// Beginnings of names that code uses if it expects an error, such as
  /// 'EXPECT_THROW'.
  std::vector<std::string> ExpectedErrors;
  /// The first words, in lower case, of names of functions that prepare
  /// something, such as 'init'.
  std::vector<std::string> Preparations;
};

/// All knowledge, and the functions that look it up.
class KnowledgeBase {
public:
  /// Whether to read the folders of measurements. They are large, and only the
  /// commands about measurements need them.
  enum class Measurements { Skip, Read };

  /// Returns the knowledge built into this binary, which is decoded once per
  /// process. Fails only if the build was damaged.
  static llvm::Expected<std::shared_ptr<const KnowledgeBase>> embedded();

  /// Reads \p Paths over the embedded knowledge. Their statements about a
  /// function, an error number or an entry replace those of the embedded
  /// knowledge. If one of the files says "standalone", the embedded knowledge
  /// is not read. \p Files receives the names of the files that were read.
  static llvm::Expected<std::shared_ptr<const KnowledgeBase>>
  layered(llvm::ArrayRef<std::string> Paths,
          Measurements What = Measurements::Skip,
          std::vector<std::string> *Files = nullptr);
  /// Reads one document over the embedded knowledge. Messages name it \p Name.
  static llvm::Expected<std::shared_ptr<const KnowledgeBase>>
  layered(llvm::StringRef Text, llvm::StringRef Name);

  /// Returns a digest that distinguishes the knowledge that layered() reads
  /// from other knowledge.
  static std::string digest(llvm::ArrayRef<std::string> Paths);

  /// Reads \p Paths (files or folders with api/, errors/ and spelling.json)
  /// instead of the embedded knowledge. Errors name file, JSON pointer and
  /// reason, one problem a line; all problems of all files are reported at
  /// once.
  static llvm::Expected<std::shared_ptr<const KnowledgeBase>>
  load(llvm::ArrayRef<std::string> Paths,
       Measurements What = Measurements::Skip);

  /// Finds a function by its name, after stripping version and stream suffixes.
  /// A function that is not in the global namespace is named with its scopes.
  Lookup lookup(llvm::StringRef Name) const;

  /// Whether any row names a function that is not in the global namespace, or
  /// several functions by a pattern.
  bool namesScopes() const { return HasScopes; }

  /// Whether a row may name a function whose outermost scope, or class, in the
  /// global namespace is \p Outermost.
  bool namesScope(llvm::StringRef Outermost) const {
    return Scopes.contains(Outermost) ||
           llvm::any_of(ScopePrefixes, [&](const std::string &Prefix) {
             return Outermost.starts_with(Prefix);
           });
  }

  /// Whether any row asks for the type of the first parameter: "f(int*".
  bool namesSignatures() const { return HasSignatures; }

  /// Finds a function by its signature, in the form that a row uses to ask for
  /// the type of the first parameter.
  Lookup lookupSignature(llvm::StringRef Signature) const;

  /// Returns the role that the objects of \p Class, a qualified name, stand
  /// for.
  Role describedAs(llvm::StringRef Class) const {
    auto It = DescribedClasses.find(Class);
    return It == DescribedClasses.end() ? Role::None : It->second;
  }

  /// Returns the row of a language construct ("launch" for a kernel launch).
  const ApiRow *construct(llvm::StringRef Name) const;

  /// Returns the row of the function, or else the construct, that an
  /// instruction of CaptureIR calls; null if there is none.
  const ApiRow *row(llvm::StringRef Callee) const {
    const Lookup Found = lookup(Callee);
    return Found ? Found.Row : construct(Callee);
  }

  /// Returns the name of an error number in the spelling of \p Fam, or an empty
  /// text if it is unknown.
  llvm::StringRef errorName(unsigned Number, Family Fam) const;

  /// Returns the error code with this number, or with this name in any family;
  /// null if it is unknown.
  const ErrorCode *errorCode(unsigned Number) const;
  const ErrorCode *errorCode(llvm::StringRef Name) const;
  const std::vector<ErrorCode> &errorCodes() const { return errors().Codes; }

  const ErrorEntry *entry(llvm::StringRef Id) const;
  /// Returns the entry of an error number that is not superseded; null if there
  /// is none.
  const ErrorEntry *entry(unsigned Number) const;

  /// Returns the remedies for a finding that does not concern a single call.
  /// \p Finding is the name of the check, or "check/kind"
  /// (docs/knowledge-base.md).
  llvm::ArrayRef<Advice> remedies(llvm::StringRef Finding) const;
  /// Returns the remedy for \p Finding that always applies; null if there is
  /// none.
  const Advice *remedy(llvm::StringRef Finding) const;

  /// Returns the types, as the headers write them, that a parameter of this
  /// role may have. The result is empty if the knowledge base does not list
  /// any.
  llvm::ArrayRef<std::string> types(Role R) const;

  /// Returns the memory space that the text of a device ("cuda:1") denotes;
  /// nullopt if it is unknown.
  std::optional<MemorySpace> placeOf(llvm::StringRef Device) const;

  /// Calls \p Each with every spelling of the row's names, including those with
  /// suffixes (of a version, a stream, or both), whether or not a header
  /// declares them.
  void spellings(const ApiRow &Row,
                 llvm::function_ref<void(llvm::StringRef)> Each) const;

  /// Returns what the list "host" says about a function or class. \p Name is
  /// its name without inline namespaces and template arguments.
  HostValue hostValue(llvm::StringRef Name) const {
    return HostValues.lookup(Name);
  }
  const llvm::StringMap<HostValue> &hostValues() const { return HostValues; }

  /// Whether a function of the host may wait for another thread. \p Name is its
  /// qualified name with the arguments of class templates.
  HostWait hostWait(llvm::StringRef Name) const;

  /// Returns the functions of the program that libraries call, in file order.
  const std::vector<EntryPoint> &entryPoints() const { return EntryPoints; }

  /// Returns the name of the function or constant \p Name in the interface
  /// \p To. The result is empty if \p Name is unknown, or belongs to that
  /// interface already.
  llvm::StringRef twin(llvm::StringRef Name, Family To) const;

  /// Returns the macros that make stream 0 the per-thread default stream.
  llvm::ArrayRef<std::string> perThreadMacros() const { return PerThread; }

  /// Returns the macros that give the version of a toolkit, as in 12030.
  llvm::ArrayRef<std::string> toolkitMacros() const { return ToolkitMacros; }

  /// Returns the folders, as in "gtest/", under which programs include
  /// libraries of the host. Such a library knows nothing of captures, and its
  /// headers count as system headers.
  llvm::ArrayRef<std::string> hostLibraries() const { return HostLibraries; }

  /// Returns how code that is not compiled shows that it captures.
  const CaptureTexts &captureTexts() const { return Texts; }

  /// Returns all rows, in file order.
  const std::deque<ApiRow> &rows() const { return Rows; }
  const std::deque<ErrorEntry> &entries() const { return errors().Entries; }
  const std::vector<WrongClaim> &claims() const { return errors().Claims; }
  /// Returns the measurements. There are none if they were skipped, and none in
  /// the embedded knowledge.
  const std::deque<Measurement> &measurements() const { return Measured; }

private:
  friend class KnowledgeBaseReader;
  friend class KnowledgeImage;

  /// The knowledge about errors. A file without a finding does not need it.
  struct ErrorKnowledge {
    std::deque<ErrorEntry> Entries;
    llvm::StringMap<const ErrorEntry *> ById;
    llvm::StringMap<std::vector<Advice>> Remedies;
    std::vector<ErrorCode> Codes;
    std::vector<WrongClaim> Claims;
    std::vector<Constant> Constants;
  };
  const ErrorKnowledge &errors() const;

  /// Indexes the names of \p Row, which must be an element of Rows.
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
  /// The texts in front of the pattern, for names whose outermost scope is a
  /// pattern.
  std::vector<std::string> ScopePrefixes;
  /// The classes whose objects have a role.
  llvm::StringMap<Role> DescribedClasses;
  llvm::StringMap<const ApiRow *> Constructs;
  llvm::StringMap<HostValue> HostValues;
  /// Whether functions of the host wait, by their names. In a name, '*' stands
  /// for any text. The first name that matches counts.
  std::vector<std::pair<std::string, HostWait>> HostWaits;
  std::vector<EntryPoint> EntryPoints;
  std::vector<std::pair<Role, std::vector<std::string>>> Types;
  /// Kinds of devices by their names in programs.
  std::vector<std::pair<std::string, MemorySpace>> Places;
  std::vector<SuffixRule> Suffixes;
  std::vector<std::string> PerThread;
  std::vector<std::string> ToolkitMacros;
  std::vector<std::string> HostLibraries;
  CaptureTexts Texts;
  /// Once the knowledge is loaded, only errors() accesses Known.
  mutable ErrorKnowledge Known;
  mutable std::once_flag Decoded;
  llvm::StringRef Undecoded; ///< The section of errors (Image.h), or nothing.
};

/// Whether \p Row names a function that is not in the global namespace, or
/// several functions by a pattern.
bool namesScopes(const ApiRow &Row);

/// Returns the texts of \p Known that are similar to \p Name, the most similar
/// first.
std::vector<std::string> similarNames(llvm::StringRef Name,
                                      llvm::ArrayRef<std::string> Known);

/// Returns the paths in \p List, which options give separated by ';'.
std::vector<std::string> knowledgePaths(llvm::StringRef List);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_KNOWLEDGEBASE_H
