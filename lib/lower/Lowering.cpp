//===- Lowering.cpp - Clang AST to CaptureIR ------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "../ir/Idle.h"
#include "../link/Program.h"
#include "CopyTargets.h"
#include "FunctionLowering.h"
#include "KeptStreams.h"
#include "TypeQueries.h"
#include "UserCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Calls nested deeper than this are not followed. The limit only bounds the
/// stack.
static constexpr unsigned MaxLoweringDepth = 100;

Lowering::Lowering(ASTContext &Ctx, const KnowledgeBase &KB, bool PerThread,
                   bool ListOverriders)
    : Ctx(Ctx), KB(KB), Decls(Ctx, KB),
      Names(std::make_unique<ASTNameGenerator>(Ctx)),
      ListOverriders(ListOverriders),
      DebugBuilds(Ctx.getSourceManager(), Ctx.getLangOpts()) {
  const SourceManager &SM = Ctx.getSourceManager();
  if (auto Main = SM.getFileEntryRefForID(SM.getMainFileID()))
    M.Name = Main->getName().str();
  M.PerThreadDefaultStream = PerThread;
  M.Files.push_back(M.Name);
}

Lowering::~Lowering() = default;

bool Lowering::isInDebugBuilds(SourceLocation Where) {
  return Contracts && Contracts->isAudit() && DebugBuilds.contains(Where);
}

bool lower::declares(ASTContext &Ctx, const Identifiers &Names,
                     StringRef Name) {
  llvm::SmallVector<StringRef, 4> Scopes;
  Name.split(Scopes, "::");
  Scopes.pop_back(); // For example, a constructor is not found by name.
  const DeclContext *DC = Ctx.getTranslationUnitDecl();
  for (StringRef Scope : Scopes) {
    const IdentifierInfo *Id = Names.find(Scope);
    if (!Id)
      return false;
    const DeclContext *Next = nullptr;
    for (const NamedDecl *D : DC->lookup(Id)) {
      if (const auto *Template = dyn_cast<ClassTemplateDecl>(D))
        D = Template->getTemplatedDecl();
      if (const auto *Alias = dyn_cast<NamespaceAliasDecl>(D))
        D = Alias->getNamespace();
      if (isa<NamespaceDecl, TagDecl>(D))
        Next = cast<DeclContext>(D);
    }
    if (!Next)
      return false;
    DC = Next->getPrimaryContext();
  }
  return true;
}

ir::Name Lowering::symbol(const FunctionDecl *F) {
  ir::Name &Known = Symbols[F];
  if (Known.empty())
    Known = Names->getName(F);
  if (Known.empty())
    Known = F->getQualifiedNameAsString();
  return Known;
}

ir::Name Lowering::name(StringRef Text) {
  ir::Name &Known = Texts[Text];
  if (Known.empty())
    Known = Text;
  return Known;
}

ir::Loc Lowering::location(SourceLocation L, const Stmt *Origin) {
  ir::Loc Result;
  const SourceManager &SM = Ctx.getSourceManager();
  PresumedLoc P = SM.getPresumedLoc(SM.getFileLoc(L));
  if (P.isInvalid())
    return Result;
  Result.File = M.fileIndex(P.getFilename());
  Result.Line = P.getLine();
  Result.Column = P.getColumn();
  Origins.emplace_back(L, Origin);
  Result.Cookie = Origins.size();
  return Result;
}

const Stmt *Lowering::statement(const ir::Loc &L) const {
  return L.Cookie && L.Cookie <= Origins.size() ? Origins[L.Cookie - 1].second
                                                : nullptr;
}

SourceLocation Lowering::sourceLocation(const ir::Loc &L) const {
  if (L.Cookie && L.Cookie <= Origins.size())
    return Origins[L.Cookie - 1].first;
  // The location is in another translation unit, whose files Clang may be able
  // to show all the same.
  if (!Others || !L.isValid() || L.Cookie || L.File >= M.Files.size())
    return SourceLocation();
  SourceManager &SM = Ctx.getSourceManager();
  OptionalFileEntryRef File =
      SM.getFileManager().getOptionalFileRef(M.Files[L.File]);
  if (!File)
    return SourceLocation();
  return SM.translateLineCol(SM.getOrCreateFileID(*File, SrcMgr::C_User),
                             L.Line, L.Column);
}

const VarDecl *Lowering::variable(const ir::Function &F, unsigned Local) const {
  auto It = Variables.find(F.Name);
  if (It == Variables.end() || Local >= It->second.size())
    return nullptr;
  return It->second[Local];
}

const FunctionDecl *Lowering::declaration(const ir::Function &F) const {
  for (const auto &[Declared, Known] : Done)
    if (Known.F == &F) {
      const FunctionDecl *Def = nullptr;
      Declared->hasBody(Def);
      return Def;
    }
  return nullptr;
}

std::string Lowering::sourceText(const Expr *E, size_t MaxLength) const {
  const SourceManager &SM = Ctx.getSourceManager();
  CharSourceRange Range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(E->getSourceRange()), SM,
      Ctx.getLangOpts());
  if (Range.isInvalid())
    return "";
  StringRef Text = Lexer::getSourceText(Range, SM, Ctx.getLangOpts());
  return Text.size() > MaxLength || Text.contains('\n') ? "" : Text.str();
}

/// Returns the argument that a call is given in place of the current value.
static std::optional<unsigned> givenInstead(const ApiRow &Row, unsigned Arg,
                                            const CallExpr &E) {
  for (unsigned P = Row.Implicit; P < Row.Params.size(); ++P)
    if (Row.Params[P].R == Row.Params[Arg].R &&
        P - Row.Implicit < E.getNumArgs())
      return P - Row.Implicit;
  return std::nullopt;
}

std::string Lowering::argumentText(const ir::Instruction &Call,
                                   unsigned Arg) const {
  const auto *E = dyn_cast_or_null<CallExpr>(statement(Call.At));
  // The first argument of a launch is its stream, the fourth of the four in the
  // configuration; the kernel's own arguments follow.
  if (const auto *Launch = dyn_cast_or_null<CUDAKernelCallExpr>(E)) {
    if (!Arg)
      E = Launch->getConfig();
    Arg = Arg ? Arg - 1 : 3;
  }
  const ApiRow *Known = E && Call.K == ir::Instruction::Api
                            ? KB.lookup(Call.Callee).Row
                            : nullptr;
  // Arguments that no program writes come first; the object is the last of
  // them.
  if (Known && Known->Implicit) {
    const ApiRow &Row = *Known;
    const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
    const bool IsOperator = isa<CXXOperatorCallExpr>(E);
    if (Row.This && !Row.KeepsArgument && Arg + 1 == Row.Implicit)
      return Member       ? sourceText(Member->getImplicitObjectArgument(), 40)
             : IsOperator ? sourceText(E->getArg(0), 40)
                          : "";
    if (Arg >= Row.Implicit)
      Arg = Arg - Row.Implicit + (IsOperator && Row.This);
    else if (std::optional<unsigned> Given = givenInstead(Row, Arg, *E))
      Arg = *Given;
    else
      return "";
  }
  // A stream that is found by its type comes first.
  if (Known && Known->StreamByType && E->getDirectCallee()) {
    std::optional<unsigned> Stream =
        Decls.streamParameter(E->getDirectCallee());
    if (!Arg)
      Arg = Stream.value_or(E->getNumArgs());
    else if (!Stream || Arg <= *Stream)
      --Arg;
  }
  // The handles may be in other positions than the row says.
  if (Known && E->getDirectCallee())
    if (auto Order = parameterOrder(E->getDirectCallee(), *Known, KB);
        !Order.empty()) {
      if (Arg >= Order.size() || !Order[Arg])
        return "";
      Arg = *Order[Arg];
    }
  // The arguments of a call of a binder are not those of the function that the
  // binder calls.
  if (Call.K == ir::Instruction::Invoke &&
      isa_and_nonnull<CXXOperatorCallExpr>(E) &&
      E->getNumArgs() != Call.Args.size() + 1)
    return "";
  // An object that is called is an argument of the operator.
  if (E && Call.K == ir::Instruction::Invoke &&
      E->getNumArgs() > Call.Args.size())
    Arg += E->getNumArgs() - Call.Args.size();
  if (!E || Arg >= E->getNumArgs() || isa<CXXDefaultArgExpr>(E->getArg(Arg)))
    return "";
  return sourceText(E->getArg(Arg), 40);
}

Lowering::Summary Lowering::summarize(const FunctionDecl *F) {
  lower(F);
  const FunctionDecl *Def = nullptr;
  if (F->hasBody(Def))
    return Done.lookup(Def->getCanonicalDecl()).Known;
  Summary Result;
  if (Others && F->isExternallyVisible())
    if (std::optional<ir::Traits> Known = Others->traits(symbol(F))) {
      static_cast<ir::Traits &>(Result) = *Known;
      Result.Visible = true;
    }
  return Result;
}

bool Lowering::isIdleAtZero(const FunctionDecl *F, unsigned Local,
                            unsigned Param) const {
  const FunctionDecl *Def = nullptr;
  if (Param >= F->getNumParams() || !F->hasBody(Def) ||
      !F->getParamDecl(Param)
           ->getType()
           .getNonReferenceType()
           ->isIntegralOrEnumerationType())
    return false;
  const ir::Function *Body = Done.lookup(Def->getCanonicalDecl()).F;
  return Body && ir::isIdleAtZero(*Body, Local);
}

std::optional<ir::Traits> Lowering::traits(const FunctionDecl *F) {
  Summary Known = summarize(F);
  return Known.Visible ? std::optional<ir::Traits>(Known) : std::nullopt;
}

const ir::Function *Lowering::find(StringRef Symbol) {
  const ir::Function *Known = M.find(Symbol);
  if (Known || !Others)
    return Known;
  std::optional<ir::Function> F = Others->body(Symbol, M);
  return F ? &M.add(std::move(*F)) : nullptr;
}

void Lowering::forEachLowered(
    llvm::function_ref<void(const FunctionDecl *, const ir::Function &)>
        OnFunction) const {
  for (const auto &[Declared, Known] : Done)
    if (Known.F)
      OnFunction(Declared, *Known.F);
}

const ir::Function *Lowering::lower(const FunctionDecl *F) {
  const FunctionDecl *Def = nullptr;
  if (!F || !F->hasBody(Def) || Def->isDependentContext() || isDeviceOnly(Def))
    return nullptr;
  if (Depth >= MaxLoweringDepth && !Done.count(Def->getCanonicalDecl())) {
    IsTooDeep = true;
    return nullptr;
  }
  const FunctionDecl *Key = Def->getCanonicalDecl();
  if (Done.empty()) {
    Decls.collectHandleTypes();
    readErrors();
  }
  auto [It, New] = Done.try_emplace(Key);
  if (!New)
    return It->second.F;
  It->second.Known.Matters = true; // Assume so during recursion.

  ir::Function Result;
  Result.Name = symbol(Def).str();
  Result.Display = Def->getQualifiedNameAsString();
  Result.At = location(Def->getLocation(), nullptr);
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Def))
    if (Method->getParent()->isLambda()) {
      Result.Display = "lambda";
      const DeclContext *Around = Method->getParent()->getDeclContext();
      if (const auto *Outer = dyn_cast<FunctionDecl>(Around))
        Result.Parent = symbol(Outer).str();
    }
  ++Depth;
  FunctionLowering One(*this, Def, Result);
  bool Ok = One.run();
  --Depth;
  // Nothing is known to be made by a function that does not matter.
  if (Ok && One.matters() && canBePrimed(Def)) {
    if (!Priming)
      Priming = findPrimingCalls(Ctx);
    for (const FunctionDecl *By : Priming->lookup(Key))
      Result.PrimedIn.push_back(symbol(By).str());
  }
  if (Ok && One.matters())
    Writers.add(Result, Def);
  if (Ok)
    addKeptStreams(Result, Def, Decls);
  Result.Cut |= std::exchange(IsTooDeep, false);
  if (CapturableContract P =
          Contracts ? Contracts->of(Def) : CapturableContract();
      Ok && P.K == CapturableContract::Capturable) {
    ir::Capturable &C = Result.Captured.emplace();
    C.Mode = P.Mode;
    C.Why = std::move(P.Why);
    C.Beside = P.Beside;
    C.Assumed = std::move(P.Assumed);
    C.Exported = P.Exported;
    C.Library = std::move(P.Library);
    C.Overrides = std::move(P.Overrides);
    C.Overriders = P.Overriders;
    C.Entry = ir::Instruction::unknownCall("");
    if (!C.Beside) {
      C.Entry.Args = One.receivedStreams();
      C.Statuses = One.receivedStatuses();
    }
    C.Entry.At = location(P.At, nullptr);
  }

  Entry &E = Done[Key];
  E.Known = Summary();
  // Two entities can share a symbol only if one of them is not what the
  // program runs (an inline function in a TU with errors); the first wins.
  if (!Ok || M.find(Result.Name))
    return nullptr;
  E.Known.Visible = true;
  E.Known.Matters = One.matters();
  E.Known.MayCallUnknown = One.mayCallUnknown();
  E.Known.Simple = One.isSimple();
  E.Known.HasSideEffects = One.hasSideEffects();
  E.Known.MayNotReturn = One.mayNotReturn();
  E.Known.Defers = One.defers();
  E.Known.MayWait = mayWait(Result);
  if (E.Known.MayWait)
    Waiting.insert(Result.Name);
  if (E.Known.Matters)
    Relevant.insert(Result.Name);
  Variables[Result.Name] = One.takeVariables();
  E.F = &M.add(std::move(Result));
  return E.F;
}

CopyTargets &Lowering::copyTargets() {
  if (!Targets)
    Targets = std::make_unique<CopyTargets>(*this);
  return *Targets;
}

const ir::Function &Lowering::addMadeUp(ir::Function F) {
  Relevant.insert(F.Name);
  if (mayWait(F))
    Waiting.insert(F.Name);
  return M.add(std::move(F));
}

void Lowering::addRegion(ir::Function F,
                         std::vector<const VarDecl *> LocalVariables) {
  Variables[F.Name] = std::move(LocalVariables);
  addMadeUp(std::move(F));
}
