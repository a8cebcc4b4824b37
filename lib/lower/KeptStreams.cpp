//===- KeptStreams.cpp - The streams that objects keep --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptStreams.h"
#include "DeclQueries.h"
#include "Lowering.h"
#include "UserCode.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// The depth to which the parts of an object, their parts and so on are
/// searched for streams.
static constexpr unsigned MaxDepth = 3;
/// The number of places at which the search ends.
static constexpr size_t MaxPlaces = 16;

/// Whether a member function of the class of \p Field that is not in this
/// source may set it: a function that is given a stream.
static bool mayBeSetUnseen(const FieldDecl *Field, const DeclQueries &Decls) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Field->getParent());
  if (!Class || Field->getType().isConstQualified())
    return false;
  return llvm::any_of(Class->methods(), [&](const CXXMethodDecl *Method) {
    const FunctionDecl *Written = Method->getTemplateInstantiationPattern();
    return Method->isInstance() && !Method->isConst() &&
           !Method->isImplicit() && !Method->isDefaulted() &&
           !Method->isDeleted() && !Method->isPureVirtual() &&
           !isa<CXXConstructorDecl, CXXDestructorDecl>(Method) &&
           !(Written ? Written : Method)->hasBody() &&
           llvm::any_of(Method->parameters(), [&](const ParmVarDecl *P) {
             return Decls.handleRole(P->getType().getNonReferenceType()) ==
                    Role::Stream;
           });
  });
}

namespace {
/// Finds the places in which an object keeps streams.
class PlacesOfStreams {
public:
  explicit PlacesOfStreams(const DeclQueries &Decls) : Decls(Decls) {}

  std::vector<ir::KeptStream> of(const CXXRecordDecl *Class) {
    Parts.push_back({Class, ir::Place::local(0).deref(), 0});
    // The places with the shortest paths come first.
    for (size_t I = 0; I < Parts.size() && Found.size() < MaxPlaces; ++I)
      addPart(Part(Parts[I]));
    return std::move(Found);
  }

private:
  struct Part {
    const CXXRecordDecl *Class;
    ir::Place Where;
    unsigned Depth;
  };

  /// Looks at a part, which is no element of Parts. Its base classes are no
  /// further away than the part itself.
  void addPart(const Part &Of) {
    if (!Of.Class->hasDefinition())
      return;
    for (const CXXBaseSpecifier &Base : Of.Class->bases())
      if (const CXXRecordDecl *Class = Base.getType()->getAsCXXRecordDecl())
        addPart({Class, Of.Where, Of.Depth});
    for (const FieldDecl *Field : Of.Class->fields())
      addField(Field, Of);
  }

  void addField(const FieldDecl *Field, const Part &Of) {
    const QualType T = Field->getType();
    if (!Field->getDeclName() || Field->isInvalidDecl())
      return;
    ir::Place Where = Of.Where.field(Field->getName().str());
    if (Decls.handleRole(T.getUnqualifiedType()) == Role::Stream) {
      if (!mayBeSetUnseen(Field, Decls))
        Found.push_back({std::move(Where), Lowering::scopedName(Field)});
      return;
    }
    const CXXRecordDecl *Class = T.getNonReferenceType()->getAsCXXRecordDecl();
    if (!Class || Of.Depth == MaxDepth || Parts.size() == MaxParts ||
        isSystemCode(*Class, Class->getASTContext().getSourceManager()))
      return;
    if (T->isReferenceType())
      Where = Where.deref();
    Parts.push_back({Class, std::move(Where), Of.Depth + 1});
  }

  /// The number of parts at which the search ends.
  static constexpr size_t MaxParts = 64;

  const DeclQueries &Decls;
  std::vector<Part> Parts;
  std::vector<ir::KeptStream> Found;
};
} // namespace

/// Returns the constructors of \p Class that make an object from anything else
/// than another one; empty if there is one whose body is not seen.
static std::vector<const FunctionDecl *>
constructorsOf(const CXXRecordDecl *Class) {
  std::vector<const FunctionDecl *> Result;
  if (!Class->hasDefinition() || Class->isDependentContext() ||
      Class->isLambda() || llvm::any_of(Class->decls(), [](const Decl *D) {
        const auto *Template = dyn_cast<FunctionTemplateDecl>(D);
        return Template &&
               isa<CXXConstructorDecl>(Template->getTemplatedDecl());
      }))
    return Result;
  for (const CXXConstructorDecl *Ctor : Class->ctors()) {
    if (Ctor->isCopyOrMoveConstructor() || Ctor->isDeleted())
      continue;
    const FunctionDecl *Def = nullptr;
    if (Ctor->isImplicit() || Ctor->isDefaulted() || !Ctor->hasBody(Def))
      return {};
    Result.push_back(Def);
  }
  return Result;
}

void lower::addKeptStreams(ir::Function &F, const FunctionDecl *Def,
                           const DeclQueries &Decls) {
  const auto *Ctor = dyn_cast<CXXConstructorDecl>(Def);
  if (!Ctor || Ctor->isCopyOrMoveConstructor())
    return;
  const size_t Constructors = constructorsOf(Ctor->getParent()).size();
  if (!Constructors)
    return;
  F.Streams = PlacesOfStreams(Decls).of(Ctor->getParent());
  if (!F.Streams.empty())
    F.Constructors = Constructors;
}

std::vector<const FunctionDecl *> lower::constructorsThatKeepStreams(
    llvm::ArrayRef<const FunctionDecl *> Functions, DeclQueries &Decls) {
  Decls.collectHandleTypes();
  std::vector<const FunctionDecl *> Result;
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> Seen;
  for (const FunctionDecl *F : Functions) {
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    if (!Method || !Method->isInstance() ||
        !Seen.insert(Method->getParent()).second)
      continue;
    const std::vector<const FunctionDecl *> Ctors =
        constructorsOf(Method->getParent());
    if (!Ctors.empty() &&
        !PlacesOfStreams(Decls).of(Method->getParent()).empty())
      Result.insert(Result.end(), Ctors.begin(), Ctors.end());
  }
  return Result;
}
