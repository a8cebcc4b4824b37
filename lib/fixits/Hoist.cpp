//===- Hoist.cpp - A call moved in front of the capture -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Between.h"
#include "Independence.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Token.h"

using namespace cuda_capture;
using namespace cuda_capture::fixits;
using namespace clang;

namespace {

class Hoister {
public:
  explicit Hoister(const CallSite &Site) : Site(Site), Source(Site.Source) {}

  std::optional<Repair> run() {
    // Another capture would prohibit the call there as well.
    if (Site.F.R != analysis::Rule::UnsafeCall || !Site.F.OnlyCapture ||
        Site.isInstantiated() || !(Around = Between::of(Site)))
      return std::nullopt;
    Moved = Site.wholeStatement(Around->ToCall);
    if (!Moved || !beginsALine() || !isInBlock() || !findOperands())
      return std::nullopt;
    Range = Moved->Text;
    if (!findDeclaration())
      return std::nullopt;
    std::optional<Span> Lines = Source.wholeLines(Range);
    if (!Lines || !Source.isPlain(Range) || asksForAType() ||
        Source.hasDirective({Range.File, Where, Range.End}) || !isFree())
      return std::nullopt;
    Repair R;
    R.How = analysis::Way::Hoist;
    R.Sure = true;
    llvm::StringRef Newline = Source.newline(Range.File);
    R.Edits = {Source.insert(Range.File, Where,
                             (Source.indentation(Range.File, BeginAt) +
                              Source.text(Range) + Newline)
                                 .str()),
               Source.remove(*Lines)};
    return R;
  }

private:
  /// Whether a statement on a line of its own begins the capture.
  bool beginsALine() {
    const Stmt *Begin = Around->begin();
    if (!isa<Expr>(Begin) && !isa<DeclStmt>(Begin) &&
        !Begin->getBeginLoc().isMacroID() &&
        !Independence(Site, Used, *Moved, nullptr).returnsOnFailure(Begin))
      return false;
    std::optional<Span> Text = Source.spanOf(Begin->getSourceRange());
    if (!Text || Text->File != Moved->Text.File ||
        Text->End > Moved->Text.Begin)
      return false;
    BeginAt = Source.lineBegin(Text->File, Text->Begin);
    if (!Source.text({Text->File, BeginAt, Text->Begin}).trim().empty())
      return false;
    std::optional<unsigned> Above = Source.aboveComments(Text->File, BeginAt);
    Where = Above.value_or(0);
    return Above.has_value();
  }

  /// Whether the call is in the block of the begin, or in a plain block in it.
  bool isInBlock() const {
    for (size_t I = Around->Block; I < Moved->Depth; ++I)
      if (!isa<CompoundStmt>(Around->ToCall[I]))
        return false;
    return true;
  }

  /// Whether \p A is a stored pointer: its target may have other names.
  static bool isStoredPointer(const Expr *A) {
    A = A->IgnoreParenCasts();
    return A->getType()->isPointerType() && A->isLValue();
  }

  bool findOperands() {
    for (const Expr *A : Site.Call->arguments())
      if (isStoredPointer(A) || !Used.add(A, Site.Ctx))
        return false;
    return true;
  }

  unsigned offsetOf(const Decl *D) const {
    auto [File, Offset] =
        Site.SM.getDecomposedLoc(Site.SM.getFileLoc(D->getLocation()));
    return File == Range.File ? Offset : 0;
  }

  /// Whether the variables exist in front of the begin. One of them may be
  /// declared by the statement before the call, and then its declaration moves
  /// with the call.
  bool findDeclaration() {
    const VarDecl *Late = nullptr;
    for (const auto *Set : {&Used.Read, &Used.Touched, &Used.Named})
      for (const VarDecl *V : *Set)
        if (offsetOf(V) >= Where) {
          if (Late && Late != V)
            return false;
          Late = V;
        }
    if (!Late)
      return true;
    if (!Used.Touched.count(Late))
      return false;
    const Stmt *Before = nullptr;
    for (const Stmt *S : cast<CompoundStmt>(Moved->Parent)->body()) {
      if (S == Moved->S)
        break;
      Before = S;
    }
    Declaration = dyn_cast_or_null<DeclStmt>(Before);
    if (!Declaration || !Declaration->isSingleDecl() ||
        Declaration->getSingleDecl() != Late || !isSimple(Late))
      return false;
    std::optional<Span> Text = Source.spanOf(Declaration->getSourceRange());
    if (!Text || Text->File != Range.File || Text->End > Range.Begin ||
        !Source.text({Range.File, Text->End, Range.Begin}).trim().empty() ||
        !isOnlyName(Late->getName()))
      return false;
    Range.Begin = Text->Begin;
    return true;
  }

  /// Whether nothing happens at the declaration of \p V.
  bool isSimple(const VarDecl *V) const {
    if (!V->hasLocalStorage() || V->hasAttrs() || !V->getIdentifier() ||
        !V->getType()->isScalarType() || V->getType().isVolatileQualified())
      return false;
    return !V->hasInit() || V->getInit()->isNullPointerConstant(
                                Site.Ctx, Expr::NPC_ValueDependentIsNotNull) !=
                                Expr::NPCK_NotNull;
  }

  /// Whether no declaration that the variable could hide, or collide with, has
  /// its name.
  bool isOnlyName(llvm::StringRef Name) const {
    for (const Decl *D : Site.Function->decls())
      if (const auto *N = dyn_cast<NamedDecl>(D);
          N && N->getIdentifier() && N->getName() == Name &&
          N != Declaration->getSingleDecl())
        return false;
    auto IsOther = [&](const Token &T) {
      return !T.is(tok::raw_identifier) || T.getRawIdentifier() != Name;
    };
    auto End = [&](const Stmt *S) {
      return Site.SM.getFileOffset(Site.SM.getFileLoc(S->getEndLoc()));
    };
    unsigned Begin =
        Site.SM.getFileOffset(Site.SM.getFileLoc(Declaration->getBeginLoc()));
    // This covers the text in between, and the text where the variable becomes
    // visible and was not before.
    return Source.tokens({Range.File, Where, Begin}, IsOther) &&
           Source.tokens({Range.File, End(Moved->Parent),
                          End(Around->ToCall[Around->Block])},
                         IsOther);
  }

  /// Whether the text has a decltype(v), which names variables that the
  /// expressions do not show.
  bool asksForAType() const {
    return !Source.tokens(Range, [](const Token &T) {
      return !T.is(tok::raw_identifier) ||
             !(T.getRawIdentifier().contains("decltype") ||
               T.getRawIdentifier().contains("typeof"));
    });
  }

  bool isFree() const {
    Independence Check(Site, Used, *Moved, Declaration);
    return Check.holdsFor(*Around);
  }

  const CallSite &Site;
  const SourceText &Source;
  std::optional<Between> Around;
  std::optional<WholeStatement> Moved;
  const DeclStmt *Declaration = nullptr;
  Operands Used;
  Span Range;           ///< The text that is moved.
  unsigned Where = 0;   ///< The offset that the text moves to.
  unsigned BeginAt = 0; ///< The offset of the line of the begin.
};

} // namespace

std::optional<Repair> fixits::hoist(const CallSite &Site) {
  return Hoister(Site).run();
}
