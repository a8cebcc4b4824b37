//===- Lowering.h - Clang AST to CaptureIR ----------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Turns functions of a translation unit into their capture skeletons, on
/// demand: lowering a function lowers what it calls, in headers too. Keeps, for
/// fix-its and exact locations, the way back from IR to the AST.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_LOWERING_H
#define CUDA_CAPTURE_LOWER_LOWERING_H

#include "../ir/Object.h"
#include "../kb/KnowledgeBase.h"
#include "CapturableContracts.h"
#include "DeclQueries.h"
#include "Virtual.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include <functional>
#include <map>
#include <memory>

namespace clang {
class ASTContext;
class ASTNameGenerator;
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

class Identifiers;

/// The row of \p F: by its name, and if it is not of the global namespace by
/// its name with scopes.
/// \p Name, if it is given, receives what it was found by.
Lookup findApi(const KnowledgeBase &KB, const clang::FunctionDecl *F,
               std::string *Name = nullptr);

/// Whether the translation unit declares the namespaces and the class that
/// \p Name, a function's, names.
bool declares(clang::ASTContext &Ctx, const Identifiers &Names,
              llvm::StringRef Name);

class Lowering {
public:
  /// \p PerThread: stream 0 is the per-thread default stream.
  /// \p ListOverriders: virtual calls say what they may reach.
  Lowering(clang::ASTContext &Ctx, const KnowledgeBase &KB, bool PerThread,
           bool ListOverriders = false);
  ~Lowering();

  /// \returns the skeleton of \p F, or null if there is no body to lower (no
  /// definition, dependent, device code). Lowers it if that is not done yet.
  const ir::Function *lower(const clang::FunctionDecl *F);

  /// The functions lowered so far.
  const ir::Module &module() const { return M; }

  /// To be set before anything is lowered: functions without a body here may be
  /// defined in \p P, which must outlive this and knows this translation unit
  /// as \p Main.
  void setOthers(const link::Program &P, std::string Main) {
    Others = &P;
    MainFile = std::move(Main);
  }
  /// The same: functions without a body may be found later (ir::isDeferred).
  void deferCalls() { Deferring = true; }
  /// The number that a macro of the headers stands for.
  using MacroNumbers = std::function<std::optional<unsigned>(llvm::StringRef)>;
  /// To be set before anything is lowered.
  void setMacros(MacroNumbers Numbers) { MacroNumber = std::move(Numbers); }

  /// To be set before anything is lowered.
  void setContracts(std::unique_ptr<CapturableContracts> P) {
    Contracts = std::move(P);
  }
  /// The contracts of functions; null if nobody looked.
  const CapturableContracts *contracts() const { return Contracts.get(); }

  /// Functions to analyse as if called from outside.
  void addRoot(const ir::Function *F) { Roots.push_back(F); }
  llvm::ArrayRef<const ir::Function *> roots() const { return Roots; }

  /// Whether a call of \p F can change anything that matters to capture.
  bool matters(const ir::Function &F) const {
    return Relevant.count(F.Name) != 0;
  }

  /// What callers need to know of \p F; nullopt if it has no body here.
  /// Lowers it if that is not done yet. What it defers is not considered.
  std::optional<ir::Traits> traits(const clang::FunctionDecl *F);
  /// Calls \p OnFunction for all that was lowered, in no order.
  void forEachLowered(llvm::function_ref<void(const clang::FunctionDecl *,
                                              const ir::Function &)>
                          OnFunction) const;
  /// Finds a function, here or in other translation units; null if none defines
  /// it. The instructions of those have no AST.
  const ir::Function *find(llvm::StringRef Symbol);
  /// What the program calls \p F.
  llvm::StringRef symbolOf(const clang::FunctionDecl *F) { return symbol(F); }
  /// Variables of this translation unit alone that were met.
  const llvm::StringSet<> &internalVariables() const {
    return InternalVariables;
  }

  /// What an instruction was made from; null for IR that has no AST.
  const clang::Stmt *statement(const ir::Loc &L) const;
  clang::SourceLocation sourceLocation(const ir::Loc &L) const;
  /// The variable behind a local of \p F; null for temporaries.
  const clang::VarDecl *variable(const ir::Function &F, unsigned Local) const;

  /// The definition that \p F was made from; null for IR that has no AST.
  const clang::FunctionDecl *declaration(const ir::Function &F) const;

  /// An argument of a call as it is written; empty if it is left out, written
  /// in a macro's body, or too long to name anything.
  std::string argumentText(const ir::Instruction &Call, unsigned Arg) const;
  std::string sourceText(const clang::Expr *E, size_t MaxLength) const;

  /// Whether \p F is an API of the knowledge base, and which.
  Lookup api(const clang::FunctionDecl *F) const;

  /// What a programmer calls \p F: its name with its scopes.
  static std::string apiName(const clang::FunctionDecl *F);
  static std::string scopesOf(const clang::NamedDecl *D);

  /// The name by which the knowledge base finds \p F.
  ir::Name calleeName(const clang::FunctionDecl *F) const;

  /// The scopes and the name of \p D, without inline and nameless namespaces
  /// and template arguments.
  static std::string scopedName(const clang::NamedDecl *D);
  const KnowledgeBase &knowledge() const { return KB; }

  /// Calls \p Each with every virtual function of a class of the program, and
  /// each function with a body that overrides it.
  void
  forEachOverride(llvm::function_ref<void(const clang::CXXMethodDecl *Method,
                                          const clang::CXXMethodDecl *By)>
                      Each);

  //===--- For the classes that lower a function ----------------------------//
  clang::ASTContext &context() { return Ctx; }
  /// What the knowledge base says about types and functions.
  DeclQueries &decls() { return Decls; }
  const DeclQueries &decls() const { return Decls; }
  /// What callers need to know of a function; see FunctionLowering.
  struct Summary : ir::Traits {
    bool Visible = false;
    /// What it does is known when other translation units are.
    bool Defers = false;
  };
  /// Lowers \p F first. While it is being lowered (recursion), it matters.
  Summary summarize(const clang::FunctionDecl *F);
  /// Whether \p F, which was lowered, does nothing if this parameter, a number,
  /// is 0; in the skeleton it is the local \p Local.
  bool isIdleAtZero(const clang::FunctionDecl *F, unsigned Local,
                    unsigned Param) const;
  /// What a virtual call of \p Method may reach in this translation unit.
  std::vector<const clang::CXXMethodDecl *>
  overriders(const clang::CXXMethodDecl *Method);
  /// What it may reach in others.
  std::vector<std::string>
  overridersElsewhere(const clang::CXXMethodDecl *Method);
  ir::Name symbol(const clang::FunctionDecl *F);
  /// \p Text as a name that is kept once.
  ir::Name name(llvm::StringRef Text);
  ir::Loc location(clang::SourceLocation L, const clang::Stmt *Origin);
  /// The errors in \p Range, as offsets in its file.
  llvm::SmallVector<unsigned, 4> errorsIn(clang::SourceRange Range) const;
  /// Whether an error may have cost \p Class, or a part of its objects, a
  /// member: what becomes of an object is not known then.
  bool isIncomplete(const clang::CXXRecordDecl *Class);
  /// Whether functions without a body may be found later.
  bool defersCalls() const { return Deferring; }
  /// Whether virtual calls say what they may reach.
  bool listsOverriders() const { return ListOverriders; }
  /// Adds a function that stands in no source. Its calls matter.
  const ir::Function &addMadeUp(ir::Function F);
  /// Adds a region of OpenMP, with the variables behind its locals.
  void addRegion(ir::Function F,
                 std::vector<const clang::VarDecl *> LocalVariables);
  /// A variable of this translation unit alone was met.
  void noteInternalVariable(llvm::StringRef Name);

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
  llvm::DenseMap<const clang::FunctionDecl *, ir::Name> Symbols;
  struct NamedApi {
    Lookup Row;
    ir::Name Name;
  };
  /// The functions that were asked about.
  mutable llvm::DenseMap<const clang::FunctionDecl *, NamedApi> Apis;
  std::vector<std::pair<clang::SourceLocation, const clang::Stmt *>> Origins;
  llvm::StringMap<std::vector<const clang::VarDecl *>> Variables;
  std::vector<const ir::Function *> Roots;
  llvm::StringSet<> Relevant;
  llvm::StringSet<> InternalVariables;
  const link::Program *Others = nullptr;
  std::string MainFile;
  bool Deferring = false;
  unsigned Depth = 0;
  /// A function that the one being lowered calls was not lowered, as calls are
  /// nested too deep.
  bool IsTooDeep = false;
  const bool ListOverriders;
  /// By the function that is overridden first; made when it is needed.
  std::optional<OverriderMap> Overriders;
  const OverriderMap &overridersByRoot();
  /// Whether a row counts for the version of the headers that is in use.
  bool countsHere(const ApiRow &Row) const;
  MacroNumbers MacroNumber;

  /// The places of the compiler's errors, as sorted offsets in files.
  std::map<clang::FileID, std::vector<unsigned>> Errors;
  void readErrors();
  llvm::DenseMap<const clang::CXXRecordDecl *, bool> IncompleteClasses;

  std::unique_ptr<CapturableContracts> Contracts;
};

/// Whether \p F is a C++ function of the global namespace that has the name of
/// a C function.
bool isOverloadOfC(const clang::FunctionDecl *F);

/// Where the parameters that \p Row describes are in such an overload, if its
/// handles are elsewhere than in the C function; empty if they are not.
std::vector<std::optional<unsigned>> overloadOrder(const clang::FunctionDecl *F,
                                                   const ApiRow &Row);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_LOWERING_H
