//===- CapturableContracts.cpp - Functions whose callers capture ----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CapturableContracts.h"
#include "Lowering.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;
using llvm::formatv;

static constexpr llvm::StringLiteral Prefix = "cuda_capture::";
static constexpr llvm::StringLiteral Annotations[] = {
    "cuda_capture::capturable", "cuda_capture::not_capturable"};

static std::optional<int64_t> modeOf(StringRef Name) {
  // An annotation may write the mode as an enumerator.
  std::string Plain = Name.trim().lower();
  std::replace(Plain.begin(), Plain.end(), '_', '-');
  if (Plain == "global")
    return 0;
  if (Plain == "thread-local")
    return 1;
  if (Plain == "relaxed")
    return 2;
  return std::nullopt;
}

/// The word in front of a function that a thread of its own runs.
static constexpr llvm::StringLiteral ThreadPrefix = "thread ";

std::string CapturableOptions::setFunctions(StringRef List) {
  Functions.clear();
  FunctionsText = std::make_shared<std::string>(List);
  List = *FunctionsText;
  std::string Wrong;
  llvm::SmallVector<StringRef, 4> Names;
  List.split(Names, ';', -1, /*KeepEmpty=*/false);
  for (StringRef Name : Names) {
    Name = Name.trim();
    if (Name.empty())
      continue;
    StringRef Pattern = Name;
    const bool InOwnThread = Pattern.consume_front(ThreadPrefix);
    llvm::Expected<llvm::GlobPattern> Glob =
        llvm::GlobPattern::create(Pattern.ltrim());
    if (Glob)
      Functions.push_back({std::move(*Glob), InOwnThread});
    else
      Wrong += formatv("{0}'{1}' is no pattern: {2}", Wrong.empty() ? "" : "; ",
                       Name, llvm::toString(Glob.takeError()));
  }
  return Wrong;
}

std::string CapturableOptions::setMode(StringRef Name) {
  std::optional<int64_t> M = modeOf(Name);
  Mode = M.value_or(0);
  return M ? "" : formatv("'{0}' is no capture mode", Name).str();
}

std::string CapturableOptions::setEntryPoints(StringRef List,
                                              const KnowledgeBase &KB) {
  EntryPoints.clear();
  std::vector<std::string> Libraries{"all"};
  for (const EntryPoint &E : KB.entryPoints())
    if (!llvm::is_contained(Libraries, E.Library))
      Libraries.push_back(E.Library);
  std::string Wrong;
  llvm::SmallVector<StringRef, 4> Names;
  List.split(Names, ';', -1, /*KeepEmpty=*/false);
  for (StringRef Name : Names) {
    Name = Name.trim();
    if (Name.empty())
      continue;
    if (llvm::is_contained(Libraries, Name))
      EntryPoints.push_back(Name.str());
    else
      Wrong += formatv("{0}'{1}' is no library with entry points",
                       Wrong.empty() ? "" : "; ", Name);
  }
  if (!Wrong.empty())
    Wrong += "; there are " + llvm::join(Libraries, ", ");
  return Wrong;
}

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

std::optional<CapturableContract>
CapturableContracts::meaning(const AnnotateAttr &A, std::string *Wrong) const {
  StringRef Name = A.getAnnotation();
  if (!Name.starts_with(Prefix))
    return std::nullopt;
  auto Fail = [&](std::string Text) -> std::optional<CapturableContract> {
    if (Wrong)
      *Wrong = std::move(Text);
    return std::nullopt;
  };
  CapturableContract P;
  P.At = A.getLocation();
  P.Mode = Opts.Mode;
  if (Name == Annotations[0]) {
    P.K = CapturableContract::Capturable;
    P.Why = "is declared capturable here";
  } else if (Name == Annotations[1]) {
    P.K = CapturableContract::NotCapturable;
  } else {
    std::vector<std::string> Similar =
        similarNames(Name, {Annotations[0].str(), Annotations[1].str()});
    return Fail(formatv("unknown annotation '{0}'{1}", Name,
                        Similar.empty()
                            ? "; expected '" + Annotations[0].str() + "' or '" +
                                  Annotations[1].str() + "'"
                            : "; did you mean '" + Similar.front() + "'?"));
  }
  if (A.args_size() == 0)
    return P;
  const Expr *E = *A.args_begin();
  if (const auto *Constant = dyn_cast<ConstantExpr>(E))
    E = Constant->getSubExpr();
  const auto *Text = dyn_cast<clang::StringLiteral>(E->IgnoreParenImpCasts());
  std::optional<int64_t> Mode =
      Text && Text->isOrdinary() ? modeOf(Text->getString()) : std::nullopt;
  if (P.K != CapturableContract::Capturable || A.args_size() > 1)
    return Fail(formatv("annotation '{0}' takes {1}", Name,
                        P.K == CapturableContract::Capturable
                            ? "one argument at most"
                            : "no arguments"));
  if (!Mode)
    return Fail(formatv("the argument of annotation '{0}' is no capture mode; "
                        "expected \"global\", \"thread-local\" or \"relaxed\"",
                        Name));
  P.Mode = *Mode;
  return P;
}

/// Returns the contract from an annotation of \p F, on any of its declarations,
/// of the template that it is instantiated from, or of a function that it
/// overrides.
std::optional<CapturableContract>
CapturableContracts::annotated(const FunctionDecl *F) const {
  struct Place {
    const FunctionDecl *F;
    /// The function that the original function overrides on the way to F; null
    /// if F is that function itself.
    const FunctionDecl *Base;
  };
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  llvm::SmallVector<Place, 8> Work{{F, nullptr}};
  while (!Work.empty()) {
    const Place At = Work.pop_back_val();
    if (!Seen.insert(At.F->getCanonicalDecl()).second)
      continue;
    for (const FunctionDecl *D : At.F->redecls())
      for (const auto *A : D->specific_attrs<AnnotateAttr>())
        if (std::optional<CapturableContract> P = meaning(*A)) {
          // A function that declares the opposite cannot be called through the
          // base by anyone else.
          if (At.Base && P->K == CapturableContract::Capturable)
            P->Why =
                formatv("overrides '{0}', which is declared capturable here",
                        At.Base->getQualifiedNameAsString());
          return P;
        }
    if (const auto *Method = dyn_cast<CXXMethodDecl>(At.F)) {
      const auto Bases = llvm::to_vector(Method->overridden_methods());
      for (const CXXMethodDecl *Base : llvm::reverse(Bases))
        Work.push_back({Base, At.Base ? At.Base : Base});
    }
    if (const FunctionDecl *Pattern = At.F->getTemplateInstantiationPattern())
      Work.push_back({Pattern, At.Base});
  }
  return std::nullopt;
}

bool CapturableContracts::isSelected(const EntryPoint &E) const {
  return E.Captured == EntryPoint::Decision::Always ||
         llvm::is_contained(Opts.EntryPoints, E.Library) ||
         llvm::is_contained(Opts.EntryPoints, "all");
}

/// Whether a library exports \p F, which is C++, by a name that programs in
/// other languages can write. A source of C cannot tell such a function from
/// those that only its other sources call.
static bool isExported(const FunctionDecl &F) {
  return F.isExternC() && F.isExternallyVisible() &&
         F.getASTContext().getLangOpts().CPlusPlus &&
         F.getVisibility() == DefaultVisibility;
}

/// Returns the constructors one of which has run for each object of \p Class.
/// The result is empty if one of them does nothing of its own, or has no body
/// here. An object that is copied or moved was made before.
static std::vector<const FunctionDecl *>
constructorsOf(const CXXRecordDecl *Class) {
  std::vector<const FunctionDecl *> Result;
  for (const CXXConstructorDecl *Made : Class->ctors()) {
    if (Made->isCopyOrMoveConstructor() || Made->isDeleted())
      continue;
    if (!Made->isUserProvided() || !Made->hasBody() ||
        Made->isDependentContext())
      return {};
    Result.push_back(Made);
  }
  return Result;
}

std::vector<const FunctionDecl *> CapturableContracts::roots() const {
  std::vector<const FunctionDecl *> Roots = Found;
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> Seen;
  for (const FunctionDecl *F : Found)
    if (const auto *Method = dyn_cast<CXXMethodDecl>(F);
        Method && Seen.insert(Method->getParent()).second)
      llvm::append_range(Roots, constructorsOf(Method->getParent()));
  return Roots;
}

std::vector<CapturableContracts::Elsewhere>
CapturableContracts::definedElsewhere() const {
  auto IsElsewhere = [](const FunctionDecl *F) {
    return !F->hasBody() || F->isInlined();
  };
  std::vector<Elsewhere> Result;
  for (const auto &[F, Made] : Special)
    if (!Made.Library.empty() && IsElsewhere(F))
      Result.push_back({F, Made.Library});
  for (const auto &[F, E] : Others)
    if (IsElsewhere(F))
      Result.push_back(
          {F, E->Library, E->Captured == EntryPoint::Decision::Caller});
  return Result;
}

CapturableContract CapturableContracts::compute(const FunctionDecl *F) const {
  if (AnyAnnotation)
    if (std::optional<CapturableContract> P = annotated(F))
      return *P;
  CapturableContract Result;
  Result.K = CapturableContract::Capturable;
  Result.Mode = Opts.Mode;
  Result.At = F->getLocation();
  if (!Opts.Functions.empty()) {
    const std::string Name = Lowering::apiName(F);
    const auto Pattern = llvm::find_if(
        Opts.Functions, [&](const auto &P) { return P.Name.match(Name); });
    if (Pattern != Opts.Functions.end()) {
      Result.Beside = Pattern->InOwnThread;
      Result.Why = Result.Beside ? "runs in a thread of its own, as the option "
                                   "'CudaCaptureCapturableFunctions' says"
                                 : "is declared capturable by the option "
                                   "'CudaCaptureCapturableFunctions'";
      return Result;
    }
  }
  auto It = Special.find(F->getCanonicalDecl());
  if (It != Special.end())
    return It->second;
  if (!Opts.Audit || F->isMain() || F->isImplicit())
    return {};
  Result.Why = "is audited";
  Result.Assumed = Lowering::apiName(F);
  Result.Exported = isExported(*F);
  if (const EntryPoint *E = Others.lookup(F->getCanonicalDecl())) {
    Result.Library = E->Library;
    Result.Exported = E->Captured == EntryPoint::Decision::Caller;
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method && Method->size_overridden_methods() &&
      !isa<CXXDestructorDecl>(Method)) {
    Result.Overrides = Lowering::apiName(rootOf(Method));
    if (const auto Classes = Overriding.find(rootOf(Method));
        Classes != Overriding.end())
      Result.Overriders = Classes->second.size();
  }
  // The body of a lambda belongs to the function that it is written in, unless
  // a library calls it.
  const bool IsLambda = Method && Method->getParent()->isLambda();
  return IsLambda && Result.Library.empty() ? CapturableContract() : Result;
}

CapturableContract CapturableContracts::of(const FunctionDecl *F) const {
  if (!AnyAnnotation && Opts.Functions.empty() && Special.empty() &&
      !Opts.Audit)
    return {};
  auto [It, New] = Known.try_emplace(F->getCanonicalDecl());
  if (New) {
    CapturableContract P = compute(F);
    return Known[F->getCanonicalDecl()] = std::move(P);
  }
  return It->second;
}
