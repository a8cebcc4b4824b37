//===- Lowering.h - Clang AST to CaptureIR ----------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Turns functions of a translation unit into their capture skeletons, on
/// demand: lowering a function also lowers the functions that it calls,
/// including those in headers. Keeps the mapping from IR back to the AST, for
/// fix-its and exact locations.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_LOWERING_H
#define CUDA_CAPTURE_LOWER_LOWERING_H

#include "../ir/Object.h"
#include "../kb/KnowledgeBase.h"
#include "CapturableContracts.h"
#include "DebugCode.h"
#include "DeclQueries.h"
#include "LastErrors.h"
#include "LoadedPointers.h"
#include "OtherWriters.h"
#include "PrimingCalls.h"
#include "StoredFunctions.h"
#include "Virtual.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace clang {
class ASTContext;
class CallExpr;
class ASTNameGenerator;
class CXXDestructorDecl;
class CXXMethodDecl;
class CXXRecordDecl;
class Expr;
class FunctionDecl;
class NamedDecl;
class ParmVarDecl;
class QualType;
class Stmt;
class TagDecl;
class VarDecl;
} // namespace clang

namespace cuda_capture::link {
class Program;
} // namespace cuda_capture::link

namespace cuda_capture::lower {

class CopyTargets;
class Identifiers;

/// Returns the row of \p F: by its name, or, if \p F is not in the global
/// namespace, by its name with scopes.
/// \p Name, if it is given, receives the name that the row was looked up by.
Lookup findApi(const KnowledgeBase &KB, const clang::FunctionDecl *F,
               std::string *Name = nullptr);

/// Whether the translation unit declares the namespaces and the class that
/// occur in \p Name, the name of a function.
bool declares(clang::ASTContext &Ctx, const Identifiers &Names,
              llvm::StringRef Name);

class Lowering {
public:
  /// \p PerThread tells that stream 0 is the per-thread default stream.
  /// \p ListOverriders makes virtual calls, and calls through pointers in
  /// fields, list the functions that they may reach.
  Lowering(clang::ASTContext &Ctx, const KnowledgeBase &KB, bool PerThread,
           bool ListOverriders = false);
  ~Lowering();

  /// \returns the skeleton of \p F, or null if there is no body to lower (no
  /// definition, dependent, device code). Lowers \p F if it has not been
  /// lowered yet.
  const ir::Function *lower(const clang::FunctionDecl *F);

  /// The functions lowered so far.
  const ir::Module &module() const { return M; }

  /// Makes functions without a body in this translation unit be looked up in
  /// \p P, which must outlive this object and knows this translation unit as
  /// \p Main. To be called before anything is lowered.
  void setOthers(const link::Program &P, std::string Main) {
    Others = &P;
    MainFile = std::move(Main);
  }
  /// Makes functions without a body count as functions that may be found later
  /// (ir::isDeferred). To be called before anything is lowered.
  void deferCalls() { Deferring = true; }
  /// Tells which functions are candidates (Candidates.h). To be called before
  /// anything is lowered.
  void setCandidates(llvm::ArrayRef<const clang::FunctionDecl *> Functions);
  /// A function that returns the number that a macro of the headers stands for.
  using MacroNumbers = std::function<std::optional<unsigned>(llvm::StringRef)>;
  /// To be set before anything is lowered.
  void setMacros(MacroNumbers Numbers) { MacroNumber = std::move(Numbers); }

  /// To be set before anything is lowered.
  void setContracts(std::unique_ptr<CapturableContracts> P) {
    Contracts = std::move(P);
  }
  /// The contracts of functions; null if they were not set.
  const CapturableContracts *contracts() const { return Contracts.get(); }

  /// Adds a root: a function to analyse as if it were called from outside.
  void addRoot(const ir::Function *F) { Roots.push_back(F); }
  llvm::ArrayRef<const ir::Function *> roots() const { return Roots; }

  /// Whether a call of \p F can change anything that matters to capture.
  bool matters(const ir::Function &F) const {
    return Relevant.count(F.Name) != 0;
  }

  /// Returns the traits of \p F that its callers rely on, or nullopt if \p F
  /// has no body in this translation unit. Lowers \p F if it has not been
  /// lowered yet. Calls that \p F defers are not considered.
  std::optional<ir::Traits> traits(const clang::FunctionDecl *F);
  /// Calls \p OnFunction for each function that was lowered, in no particular
  /// order.
  void forEachLowered(llvm::function_ref<void(const clang::FunctionDecl *,
                                              const ir::Function &)>
                          OnFunction) const;
  /// Finds a function in this or another translation unit; null if none defines
  /// it. The instructions of functions from other translation units have no
  /// AST.
  const ir::Function *find(llvm::StringRef Symbol);
  /// Returns the symbol of \p F.
  llvm::StringRef symbolOf(const clang::FunctionDecl *F) { return symbol(F); }
  /// The variables met so far that belong to this translation unit alone.
  const llvm::StringSet<> &internalVariables() const {
    return InternalVariables;
  }

  /// Returns the statement that an instruction was made from; null for IR that
  /// has no AST.
  const clang::Stmt *statement(const ir::Loc &L) const;
  clang::SourceLocation sourceLocation(const ir::Loc &L) const;
  /// Returns the variable behind a local of \p F; null for temporaries.
  const clang::VarDecl *variable(const ir::Function &F, unsigned Local) const;

  /// Returns the definition that \p F was made from; null for IR that has no
  /// AST.
  const clang::FunctionDecl *declaration(const ir::Function &F) const;

  /// Returns an argument of a call as it is written; empty if the argument is
  /// left out, written in a macro's body, or too long to name anything.
  std::string argumentText(const ir::Instruction &Call, unsigned Arg) const;
  std::string sourceText(const clang::Expr *E, size_t MaxLength) const;

  /// Returns the row of \p F, if \p F is an API of the knowledge base.
  Lookup api(const clang::FunctionDecl *F) const;

  /// Returns the API that a call through a pointer runs, if the declaration of
  /// the pointer says so: its type is "decltype(fn) *", or is named as those of
  /// cudaTypedefs.h are ("PFN_cuMemAlloc_v3020"), or the variable itself is
  /// ("pfn_cuMemAlloc"). Otherwise, if the pointer was loaded by a name; see
  /// LoadedPointers.
  /// Returns null if neither says so, or if the translation unit does not
  /// declare an API that the declaration names.
  const clang::FunctionDecl *pointedApi(const clang::CallExpr *E) const;

  /// Returns the name that a programmer uses for \p F: its name with its
  /// scopes.
  static std::string apiName(const clang::FunctionDecl *F);
  static std::string scopesOf(const clang::NamedDecl *D);

  /// Returns the name by which the knowledge base finds \p F.
  ir::Name calleeName(const clang::FunctionDecl *F) const;

  /// Returns the scopes and the name of \p D, without inline and nameless
  /// namespaces and template arguments.
  static std::string scopedName(const clang::NamedDecl *D);
  const KnowledgeBase &knowledge() const { return KB; }

  /// Calls \p Each with every pair of a virtual function of a class of the
  /// program and a function with a body that overrides it.
  void
  forEachOverride(llvm::function_ref<void(const clang::CXXMethodDecl *Method,
                                          const clang::CXXMethodDecl *By)>
                      Each);

  //===--- For the classes that lower a function ----------------------------//
  clang::ASTContext &context() { return Ctx; }
  /// The queries about types and functions that the knowledge base answers.
  DeclQueries &decls() { return Decls; }
  const DeclQueries &decls() const { return Decls; }
  /// The variables that copies to the host may write.
  CopyTargets &copyTargets();
  /// Tells which statements ask for the error of an earlier call.
  LastErrors &lastErrors() { return AskedErrors; }
  /// The traits of a function that its callers rely on; see FunctionLowering.
  struct Summary : ir::Traits {
    bool Visible = false;
    /// Whether the effects of the function are known only when other
    /// translation units are.
    bool Defers = false;
  };
  /// Returns the summary of \p F, which is lowered first. While \p F is being
  /// lowered (recursion), it counts as a function that matters.
  Summary summarize(const clang::FunctionDecl *F);
  /// Whether \p D, or the destructor of a class that this translation unit
  /// derives from the class of \p D, may do something that matters to capture.
  bool mayMatter(const clang::CXXDestructorDecl *D);
  /// Whether \p F, which was lowered, does nothing if its parameter \p Param, a
  /// number, is 0. In the skeleton, that parameter is the local \p Local.
  bool isIdleAtZero(const clang::FunctionDecl *F, unsigned Local,
                    unsigned Param) const;
  /// Whether \p F, or what it calls, may wait for another thread. Calls that it
  /// defers are not considered.
  bool mayWait(const ir::Function &F) const;
  /// Returns the functions of this translation unit that a virtual call of
  /// \p Method may reach; without ListOverriders, only candidates.
  std::vector<const clang::CXXMethodDecl *>
  overriders(const clang::CXXMethodDecl *Method);
  /// Returns the functions of other translation units that such a call may
  /// reach.
  std::vector<std::string>
  overridersElsewhere(const clang::CXXMethodDecl *Method);
  /// Returns the functions that a call through the pointer \p Field of some
  /// object may reach.
  std::vector<ir::Name> calledThrough(const clang::FieldDecl *Field);
  /// Returns the functions that this translation unit stores in fields.
  const StoredFunctions &storedFunctions();
  ir::Name symbol(const clang::FunctionDecl *F);
  /// Returns the symbol of the kernel itself. The symbol of its declaration on
  /// the host is that of the function that launches the kernel.
  ir::Name kernelSymbol(const clang::FunctionDecl *Kernel);
  /// Returns \p Text as a name; equal names are stored once.
  ir::Name name(llvm::StringRef Text);
  ir::Loc location(clang::SourceLocation L, const clang::Stmt *Origin);
  /// Whether only debug builds have the code at \p Where. Always false if the
  /// question is not whether functions could be declared capturable.
  bool isInDebugBuilds(clang::SourceLocation Where);
  /// Returns the errors in \p Range.
  llvm::SmallVector<clang::SourceLocation, 4>
  errorsIn(clang::SourceRange Range) const;
  /// Whether an error may have removed a member from \p Class, or from the
  /// class of a part of its objects. The fate of such an object is not known.
  bool isIncomplete(const clang::CXXRecordDecl *Class);
  /// Whether \p F has no body because an error has kept the compiler from
  /// instantiating it.
  bool isDropped(const clang::FunctionDecl *F) const;
  /// Whether functions without a body may be found later.
  bool defersCalls() const { return Deferring; }
  /// Whether virtual calls, and calls through pointers in fields, list the
  /// functions that they may reach.
  bool listsOverriders() const { return ListOverriders; }
  /// Adds a function that no source file contains. Calls of it matter.
  const ir::Function &addMadeUp(ir::Function F);
  /// Adds a part of a function that is a function of its own, with the
  /// variables behind its locals.
  void addRegion(ir::Function F,
                 std::vector<const clang::VarDecl *> LocalVariables);
  /// Returns the name of the global that stands for \p D, which has static
  /// storage.
  llvm::StringRef globalName(const clang::VarDecl *D);
  /// Returns the name of the flag that tells whether the static local whose
  /// global is \p Name has been initialized.
  static std::string initializedFlag(llvm::StringRef Name);

private:
  clang::ASTContext &Ctx;
  const KnowledgeBase &KB;
  DeclQueries Decls;
  std::unique_ptr<clang::ASTNameGenerator> Names;
  ir::Module M;
  struct Entry {
    const ir::Function *F = nullptr;
    Summary Known;
  };
  llvm::DenseMap<const clang::FunctionDecl *, Entry> Done;
  llvm::StringMap<ir::Name> Texts;
  llvm::DenseMap<const clang::FunctionDecl *, ir::Name> Symbols, KernelSymbols;
  struct NamedApi {
    Lookup Row;
    ir::Name Name;
  };
  /// The rows and names of the functions that were looked up.
  mutable llvm::DenseMap<const clang::FunctionDecl *, NamedApi> Apis;
  std::vector<std::pair<clang::SourceLocation, const clang::Stmt *>> Origins;
  llvm::StringMap<std::vector<const clang::VarDecl *>> Variables;
  std::vector<const ir::Function *> Roots;
  llvm::StringSet<> Relevant;
  /// The functions that may wait for another thread.
  llvm::StringSet<> Waiting;
  /// The variables that belong to this translation unit alone.
  llvm::StringSet<> InternalVariables;
  llvm::DenseMap<const clang::VarDecl *, std::string> GlobalNames;
  const link::Program *Others = nullptr;
  std::string MainFile;
  bool Deferring = false;
  unsigned Depth = 0;
  /// Whether a callee of the function being lowered was not lowered, because
  /// calls are nested too deep.
  bool IsTooDeep = false;
  const bool ListOverriders;
  /// The overriders by their root; made when the map is first needed.
  std::optional<OverriderMap> Overriders;
  /// The candidates that are virtual, by their root.
  OverriderMap VirtualCandidates;
  /// See storedFunctions(); made when it is first needed.
  std::optional<StoredFunctions> Stored;
  /// The classes with virtual functions and base classes that define a function
  /// here; found with the overriders.
  llvm::SetVector<const clang::CXXRecordDecl *> DerivedClasses;
  const OverriderMap &overridersByRoot();
  /// Whether the destructor of a derived class may matter; see mayMatter().
  llvm::DenseMap<const clang::CXXRecordDecl *, bool> DerivedMatters;
  /// Whether a row applies to the version of the headers that is in use.
  bool countsHere(const ApiRow &Row) const;
  MacroNumbers MacroNumber;

  /// The locations of the compiler's errors, by file.
  std::map<clang::FileID, std::vector<clang::SourceLocation>> Errors;
  void readErrors();
  llvm::DenseMap<const clang::CXXRecordDecl *, bool> IncompleteClasses;

  std::unique_ptr<CapturableContracts> Contracts;
  /// Made when they are first needed.
  std::unique_ptr<CopyTargets> Targets;
  /// Found when a call through a pointer first asks for them.
  mutable std::optional<LoadedPointers> Loaded;
  std::optional<PrimingCalls> Priming;
  OtherWriters Writers{*this};
  LastErrors AskedErrors{*this};
  DebugCode DebugBuilds;
};

/// Whether \p F is a C++ function of the global namespace that has the name of
/// a C function.
bool isOverloadOfC(const clang::FunctionDecl *F);

/// Returns the positions, in the declaration \p F, of the parameters that \p
/// Row describes; empty if its handles are where the row says. Toolkits and
/// overloads have them at other positions.
std::vector<std::optional<unsigned>>
parameterOrder(const clang::FunctionDecl *F, const ApiRow &Row,
               const KnowledgeBase &KB);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_LOWERING_H
