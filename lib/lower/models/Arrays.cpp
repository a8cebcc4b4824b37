//===- Arrays.cpp - std::array --------------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A std::array stands for the array in it: begin(), data() and end() are
/// addresses of its elements.
///
//===----------------------------------------------------------------------===//

#include "LibraryModel.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class ArrayModel final : public LibraryModel {
public:
  using LibraryModel::LibraryModel;
  bool call(const CallExpr *E, const FunctionDecl *Callee,
            const std::optional<ir::Place> &Dest) override;
};
} // namespace

std::unique_ptr<LibraryModel> lower::makeArraysModel(const ModelContext &C) {
  return std::make_unique<ArrayModel>(C);
}

/// Returns the number of elements of a std::array; 0 if \p T is another type.
static uint64_t sizeOfArray(DeclQueries &Decls, QualType T) {
  if (Decls.libraryType(T) != HostValue::Array)
    return 0;
  const auto *Class =
      dyn_cast<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  const TemplateArgumentList *Args =
      Class ? &Class->getTemplateArgs() : nullptr;
  return Args && Args->size() == 2 &&
                 Args->get(1).getKind() == TemplateArgument::Integral
             ? Args->get(1).getAsIntegral().getLimitedValue()
             : 0;
}

bool ArrayModel::call(const CallExpr *E, const FunctionDecl *Callee,
                      const std::optional<ir::Place> &Dest) {
  // Elements of larger arrays are not worth telling apart.
  static constexpr uint64_t MaxElements = 64;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  const Expr *Object = Member ? Member->getImplicitObjectArgument() : nullptr;
  if (!Object || !Dest || !Callee || !Callee->getIdentifier() ||
      E->getNumArgs() != 0 || !E->getType()->isPointerType() ||
      Object->getType()->isPointerType())
    return false;
  static constexpr llvm::StringLiteral Begins[] = {"begin", "cbegin", "data"};
  const bool Ends = Callee->getName() == "end" || Callee->getName() == "cend";
  const uint64_t Size = sizeOfArray(Decls, Object->getType());
  if ((!Ends && !llvm::is_contained(Begins, Callee->getName())) || Size == 0 ||
      Size > MaxElements)
    return false;
  std::optional<ir::Place> Array = Exprs.place(Object);
  if (!Array)
    return false;
  ir::Operand First =
      ir::Operand::address(elementOf(*Array, ir::Operand::constant(0)));
  IR.assign(*Dest,
            Ends ? ir::Operand::binary(L.name("+"), std::move(First),
                                       ir::Operand::constant(Size))
                 : std::move(First),
            E);
  return true;
}
