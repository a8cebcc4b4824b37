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

#include "Measurement.h"
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

// The enumerators that rows spell, with what they mean, are in Vocabulary.def.

/// How a call behaves while a stream captures. The classes are those of
/// docs/knowledge-base.md; sources stand in each row's evidence.
enum class ApiClass {
#define API_CLASS(NAME, TEXT, WORDS) NAME,
#include "Vocabulary.def"
};

/// What a call of class Conflicts waits for.
enum class WaitScope {
  None,
#define WAIT_SCOPE(NAME, TEXT, WORDS) NAME,
#include "Vocabulary.def"
};

/// A verdict for one capture mode.
enum class Verdict { Ok, Error, Unknown };

/// What a call does with a parameter.
enum class Access {
#define ACCESS(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

/// What a parameter is. Only what the analysis looks at has a role.
enum class Role {
#define ROLE(NAME, TEXT, ACCESSES) NAME,
#include "Vocabulary.def"
};

/// Where the data of a tensor are, as numbers of the program: those of the
/// enumeration that names devices. Any other number is another kind of device.
enum class MemorySpace : int64_t { Host = 0, Device = 1 };

struct Param {
  Access Acc = Access::In;
  Role R = Role::None;
};

/// A field of the structure that a parameter points at.
struct FieldRole {
  unsigned Param = 0;
  std::vector<std::string> Path; ///< Names of the fields, outermost first.
  Role R = Role::None;
};

/// Effects that parameter roles alone do not express.
enum class Effect {
  None,
#define EFFECT(NAME, TEXT, WORDS) NAME,
#include "Vocabulary.def"
};

/// What a call becomes in the graph of a capture; the types of nodes of
/// cudaGraphNodeType, and what has no type of its own.
enum class NodeKind : uint8_t {
  /// No node, or one of a library; see ApiRow::nodeKind.
  None,
#define NODE_KIND(NAME, TEXT, WORDS) NAME,
#include "Vocabulary.def"
};

/// As the key "node" of rows says it; "" for none.
llvm::StringRef nodeKindName(NodeKind K);

/// What a call does with a handle, mode or device that is current in its
/// thread.
enum class CurrentUse {
  None,
  /// Works on it, unless it is given another one.
  Use,
  /// Makes its argument the current one.
  Set,
  /// Like Set, and the object keeps what was current.
  Push,
  /// Makes what the object keeps the current one again.
  Pop,
};

/// What the result of a call stands for.
enum class ResultKind {
  None,
  Same,    ///< What the call works on: its object or argument.
  Made,    ///< What the call makes, or answers.
  Default, ///< The default stream.
};

/// What a function that is no API returns: something new at each call, or what
/// an assertion says. A class may be that of scope guards, and one of its
/// functions make the guard do nothing.
enum class HostValue {
  None,
#define HOST_VALUE(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

/// Whether it is something new at each call.
inline bool isDrawn(HostValue V) {
  return V == HostValue::Random || V == HostValue::Time;
}

/// Whether a function that is no API may wait for another thread.
enum class HostWait { Unknown, Never, Perhaps };

/// The three spellings of one API.
enum class Family { Runtime, Driver, Hip };

struct Evidence {
  std::string Source; ///< Document and section, or repository and file.
  std::string Url;    ///< May be empty.
  std::string Quote;
};

/// The callbacks of the new function have fewer parameters.
struct CallbackFix {
  unsigned Argument = 0;   ///< Which argument is the callback.
  unsigned DropParams = 0; ///< How many of its first parameters are gone.
};

/// Mechanical repair of a call: rename the callee, append or drop arguments; or
/// take the call elsewhere.
struct Fix {
  /// Old callee to new callee; the names are from the same family.
  llvm::StringMap<std::string> Rename;
  /// Roles of the arguments to append, in order; only Role::Stream now.
  std::vector<Role> Append;
  /// True if the call also waited for its effect, so that the host may rely on
  /// it: then the rewriting is an alternative and not the sure fix where data
  /// goes to the host.
  bool DropsWait = false;
  /// Arguments that the new callee does not have.
  std::vector<unsigned> Drop;
  std::optional<CallbackFix> Callback;
  /// It does the same in front of the capture, if all that it uses is there.
  bool Hoist = false;
  /// A wait that captured work does without, being in order.
  bool Remove = false;
};

/// What a function returns.
enum class ResultMeaning {
#define RESULT_MEANING(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

struct RowCase;

/// One row: one API and all its spellings that share a parameter layout.
struct ApiRow {
  struct Name {
    std::string Spelling;
    Family Fam;
  };
  std::vector<Name> Names; ///< Never empty.
  /// It is a construct of the language (a kernel launch) and no function.
  bool Construct = false;
  std::string Header;
  /// The header is a library's: it may be missing, and need not be described
  /// completely.
  bool OfLibrary = false;
  std::vector<Param> Params;
  std::vector<FieldRole> Fields;
  ApiClass Class = ApiClass::Unknown;
  /// Class to apply when the stream or event argument takes no part in a
  /// capture (cudaStreamSynchronize of another stream: Unsafe).
  ApiClass Otherwise = ApiClass::Neutral;
  WaitScope Waits = WaitScope::None;
  Effect Eff = Effect::None;
  /// What the row says of the node; see nodeKind.
  NodeKind Node = NodeKind::None;
  /// Verdict per capture mode, indexed by CaptureMode (Global, ThreadLocal,
  /// Relaxed), where the class's own rule holds not; nullopt: class rule.
  std::optional<Verdict> ModeOverride[3];
  /// Runtime error number (900...), 0 if none.
  unsigned Error = 0;
  /// Whether a rejected call also invalidates the capture.
  Verdict Invalidates = Verdict::Unknown;
  /// Whether a function that the driver runs on the host may make this call.
  Verdict InHostFunction = Verdict::Error;
  /// For an event that was never recorded, the call does nothing.
  bool IfRecorded = false;
  /// The streams and events that it is given must be of one device.
  bool SameDevice = false;
  /// What the object of a member function stands for. Unless the object only
  /// keeps the handle that an argument is, it is also the first of Params.
  std::optional<Param> This;
  bool KeepsArgument = false;
  /// The first of Params is the argument that has the type of a stream,
  /// wherever it stands; the others follow in their order.
  bool StreamByType = false;
  /// The last of Params is the argument that has the type of a library's
  /// handle, wherever it stands.
  bool LibraryByType = false;
  ResultMeaning ResultIs = ResultMeaning::Error;
  /// What holds instead if a condition is certain; the first one wins.
  std::vector<RowCase> Cases;
  /// What the call does with what is current in the thread.
  CurrentUse Current = CurrentUse::None;
  Role CurrentRole = Role::None;
  /// What the result stands for.
  ResultKind Returns = ResultKind::None;
  Role ReturnedRole = Role::None;
  /// Arguments that no program writes come first: where the result goes, what
  /// is current, the object.
  unsigned Implicit = 0;
  /// The stream that it makes is a non-blocking one.
  bool MakesNonBlocking = false;
  /// Its overloads have nothing in common but types: of its arguments, the
  /// first one of each type that has a role has that role.
  bool Typed = false;
  /// Where the data are afterwards, whatever is given.
  std::optional<MemorySpace> Place;
  /// The result is a tensor of truth values.
  bool MakesMask = false;
  /// The call succeeds only for what is on a device.
  bool ProvesDevice = false;
  /// Who rejects the call, if that is not the runtime.
  std::string By;
  std::string Since;   ///< First CUDA version, may be empty.
  std::string Removed; ///< First CUDA version without it, may be empty.
  /// The row counts only if the numbers that these macros of the headers stand
  /// for are a version before \c Before; no macros: always.
  std::vector<std::string> VersionMacros;
  std::string Before;
  /// Id of the error entry to cite; may be empty.
  std::string Entry;
  std::string RemedyEn; ///< What to do instead, an imperative clause.
  std::string RemedyZh; ///< The same in Chinese; may be empty.
  Fix Rewrite;
  std::vector<Evidence> Sources;
  std::string Confidence; ///< high, medium or low.

  /// Index of the first parameter with this role and access, or nullopt.
  std::optional<unsigned> paramIndex(Role R, Access A = Access::In) const;
  /// Whether the driver is handed a function that it will run on the host.
  bool takesCallback() const;
  /// What the call becomes where its stream captures, or what it adds to the
  /// graph that it is given; None: it makes no node, or that is not known.
  NodeKind nodeKind() const {
    return Node == NodeKind::None && Class == ApiClass::Captured &&
                   Eff == Effect::None
               ? NodeKind::Library
               : Node;
  }
};

/// A row that takes the place of another if that is certain.
struct RowCase {
  enum Condition {
#define CASE_CONDITION(NAME, TEXT, WORDS) NAME,
#include "Vocabulary.def"
  } When = IsNull;
  unsigned Argument = 0;
  const ApiRow *Row = nullptr;
};

/// How a name was found: its row, the spelling without version or stream
/// suffixes, and what the suffix says.
struct Lookup {
  const ApiRow *Row = nullptr;
  Family Fam = Family::Runtime;
  llvm::StringRef Spelling;
  /// The suffix asks for the per-thread default stream (_ptsz, _ptds, _spt).
  bool PerThreadDefaultStream = false;
  /// The name of the row that matched: Spelling, unless that version has a
  /// layout of its own.
  llvm::StringRef Matched;
  explicit operator bool() const { return Row; }
};

/// Languages of causes and remedies.
enum class Language { English, Chinese };

/// "en" or "zh"; nullopt if it is neither.
std::optional<Language> languageOf(llvm::StringRef Name);

/// What is true of a finding, for the choice of a remedy.
struct Situation {
  /// Capture mode: 0 Global, 1 ThreadLocal, 2 Relaxed; nullopt if unknown.
  std::optional<unsigned> Mode;
  ApiClass Class = ApiClass::Unknown;
  llvm::StringRef Check; ///< Name without its prefix.
  const ApiRow *Row = nullptr;
  /// An expression for the capturing stream can be used at the call.
  bool StreamInScope = false;
  /// The call stands in the function that begins the capture.
  bool BesideBegin = false;
  /// A library's handle says which stream the call uses.
  bool ThroughHandle = false;
};

/// When advice applies. Of each list one must hold; an empty one always does.
struct AdviceCondition {
  unsigned Modes = 0;   ///< Bit set of Situation::Mode.
  unsigned Classes = 0; ///< Bit set of ApiClass.
  std::vector<std::string> Checks;
  std::vector<std::string> Apis; ///< One of each row's names is enough.
  std::optional<bool> StreamInScope;
  std::optional<bool> BesideBegin;
  std::optional<bool> ThroughHandle;

  bool holds(const Situation &S) const;
  /// How many things it asks for.
  unsigned size() const;
};

/// A way out of an error, or a way that is known to lead nowhere.
struct Advice {
  /// What to do, as a sentence or clause.
  std::string En, Zh;
  /// A heading for \c En; may be empty.
  std::string Title;
  std::string WhyFails;
  /// 0: not measured.
  double SuccessRate = 0;
  double FailRate = 0;
  AdviceCondition When;
  /// Advice that belongs to a finding: the error entry to cite.
  std::string Entry;
  /// False for advice that evidence disproves: kept for the record, never
  /// shown.
  bool Shown = true;

  /// In \p L, or in English where there is no translation.
  llvm::StringRef text(Language L) const;
};

/// What was wrong in an entry that was imported.
struct Correction {
  std::string Field; ///< JSON pointer.
  std::string Was, Now, Evidence;
};

struct ErrorEntry {
  std::string Id;
  unsigned Number = 0;
  std::string SignatureEn, SignatureZh;
  /// Extended regular expression that finds the message in a log. Empty for
  /// what fails without a message.
  std::string Regex;
  /// Texts as they appear in logs; not in the embedded knowledge.
  std::vector<std::string> Samples;
  std::string CauseEn, CauseZh;
  std::vector<Advice> Remedies; ///< Best success first.
  std::vector<Advice> DeadEnds;
  std::vector<Correction> Corrections; ///< Not in the embedded knowledge.
  std::vector<std::string> Sources;
  std::string Url;
  /// Checks that find the culprit in source code, without their prefix.
  std::vector<std::string> Checks;
  /// Id of the entry to use instead; this one is kept for the record.
  std::string SupersededBy;

  llvm::StringRef cause(Language L) const;
  llvm::StringRef signature(Language L) const;
};

/// An error number with its names and its message.
struct ErrorCode {
  unsigned Number = 0;
  std::string Runtime, Driver, Hip;
  std::vector<std::string> Aliases;
  std::string Message;

  llvm::StringRef name(Family F) const;
};

/// What a constant is called by each interface; empty: it has none.
struct Constant {
  std::string Runtime, Driver, Hip;

  llvm::StringRef name(Family F) const;
};

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

/// What texts about stream capture say, and what is wrong.
struct WrongClaim {
  std::string Regex; ///< Finds the claim, whatever the case of its letters.
  std::string Fact;
  std::string Evidence;
};

/// Constructs that have rows: a kernel launch, and a call of a function that is
/// declared not to be capturable.
constexpr llvm::StringLiteral KernelLaunch = "launch";
constexpr llvm::StringLiteral NotCapturable = "not-capturable";

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

/// Whether a name asks for the type of the first parameter.
inline bool isSignature(llvm::StringRef Name) {
  size_t Open = Name.find('(');
  if (Open != llvm::StringRef::npos &&
      Name.take_front(Open).ends_with("operator"))
    Open = Name.find('(', Open + 1);
  return Open != llvm::StringRef::npos && Open && Name[Open - 1] != ' ';
}
/// Whether the name of a function in a row is a pattern for several.
inline bool isPattern(llvm::StringRef Name) {
  if (isSignature(Name))
    return true;
  return Name.find_first_of("*?") != llvm::StringRef::npos &&
         !Name.contains("operator");
}

/// Whether a function is a destructor, by its name with scopes.
inline bool isDestructor(llvm::StringRef Name) { return Name.contains("::~"); }

/// Whether a call is named with the type of its first parameter, because a row
/// asks for that: "ns::C<int>::f(const int *)".
bool isSignatureOfCall(llvm::StringRef Name);
/// The name in such a signature: "ns::C::f".
std::string plainName(llvm::StringRef Signature);

/// How a row spells a role ("stream") and an access ("out").
llvm::StringRef roleName(Role R);
llvm::StringRef accessName(Access A);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_KNOWLEDGEBASE_H
