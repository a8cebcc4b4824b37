//===- LibraryModel.cpp - Models of library types -------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A model lowers nothing by default. ModelList asks the models in the order of
/// Models.def.
///
//===----------------------------------------------------------------------===//

#include "LibraryModel.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

LibraryModel::~LibraryModel() = default;

std::optional<ir::Place> LibraryModel::place(const Expr *E) {
  return std::nullopt;
}

std::optional<ir::Operand> LibraryModel::value(const Expr *E) {
  return std::nullopt;
}

bool LibraryModel::call(const CallExpr *E, const FunctionDecl *Callee,
                        const std::optional<ir::Place> &Dest) {
  return false;
}

bool LibraryModel::construct(const ir::Place &Object,
                             const CXXConstructExpr *E) {
  return false;
}

bool LibraryModel::destroy(const CXXDestructorDecl *D, const ir::Operand &This,
                           const Stmt *At, SourceLocation Where) {
  return false;
}

ModelList::ModelList(const ModelContext &C) {
#define MODEL(NAME) Models.push_back(make##NAME##Model(C));
#include "Models.def"
}

void ModelList::begin() {
  for (const auto &Model : Models)
    Model->begin();
}

std::optional<ir::Place> ModelList::place(const Expr *E) {
  for (const auto &Model : Models)
    if (std::optional<ir::Place> P = Model->place(E))
      return P;
  return std::nullopt;
}

std::optional<ir::Operand> ModelList::value(const Expr *E) {
  for (const auto &Model : Models)
    if (std::optional<ir::Operand> V = Model->value(E))
      return V;
  return std::nullopt;
}

bool ModelList::call(const CallExpr *E, const FunctionDecl *Callee,
                     const std::optional<ir::Place> &Dest) {
  return llvm::any_of(
      Models, [&](const auto &Model) { return Model->call(E, Callee, Dest); });
}

bool ModelList::construct(const ir::Place &Object, const CXXConstructExpr *E) {
  return llvm::any_of(
      Models, [&](const auto &Model) { return Model->construct(Object, E); });
}

void ModelList::copied(const ir::Place &To, QualType T, const ir::Place &From,
                       Transfer How) {
  for (const auto &Model : Models)
    Model->copied(To, T, From, How);
}

void ModelList::handedOver(const ir::Place &Object, QualType T,
                           const Expr *At) {
  for (const auto &Model : Models)
    Model->handedOver(Object, T, At);
}

bool ModelList::destroy(const CXXDestructorDecl *D, const ir::Operand &This,
                        const Stmt *At, SourceLocation Where) {
  return llvm::any_of(Models, [&](const auto &Model) {
    return Model->destroy(D, This, At, Where);
  });
}
