//===- TestSections.cpp - Sections of tests, one of which each run takes --===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A test framework runs a function once for each of its sections, which are
/// written one after the other. A variable that receives an unknown number when
/// the function begins tells which section this run takes; sections within a
/// section have a variable of their own.
///
//===----------------------------------------------------------------------===//

#include "LibraryModel.h"
#include <set>

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class TestSectionModel final : public LibraryModel {
public:
  using LibraryModel::LibraryModel;
  void begin() override;
  bool call(const CallExpr *E, const FunctionDecl *Callee,
            const std::optional<ir::Place> &Dest) override;

private:
  /// The number of the section that a condition belongs to, and the variable
  /// that tells which section is run.
  struct Choice {
    unsigned Local;
    int Number;
  };
  void findChoices(const Stmt *S, std::optional<Choice> &Last);

  llvm::DenseMap<const Stmt *, Choice> Choices;
};
} // namespace

std::unique_ptr<LibraryModel>
lower::makeTestSectionsModel(const ModelContext &C) {
  return std::make_unique<TestSectionModel>(C);
}

void TestSectionModel::findChoices(const Stmt *S, std::optional<Choice> &Last) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S))
    if (const auto *Conversion =
            dyn_cast_or_null<CXXConversionDecl>(Call->getMethodDecl());
        Conversion && Decls.isChoice(Conversion)) {
      if (!Last)
        Last = Choice{IR.newLocal("<choice>", nullptr), 0};
      ++Last->Number;
      Choices.try_emplace(Call, *Last);
      return;
    }
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    size_t Before = Choices.size();
    findChoices(If->getCond(), Last);
    std::optional<Choice> Within;
    findChoices(If->getThen(), Choices.size() > Before ? Within : Last);
    return findChoices(If->getElse(), Last);
  }
  for (const Stmt *Child : S->children())
    findChoices(Child, Last);
}

void TestSectionModel::begin() {
  if (!Decls.knowsChoices())
    return;
  std::optional<Choice> Last;
  findChoices(Code, Last);
  std::set<unsigned> Locals;
  for (const auto &[At, Known] : Choices)
    Locals.insert(Known.Local);
  for (unsigned Local : Locals) {
    ir::Instruction &I = IR.emit(
        ir::Instruction::unknownCall("choice", {}, ir::Place::local(Local)),
        nullptr, SourceLocation());
    I.Flags.System = true;
  }
}

bool TestSectionModel::call(const CallExpr *E, const FunctionDecl *Callee,
                            const std::optional<ir::Place> &Dest) {
  auto It = Choices.find(E);
  if (!Dest || It == Choices.end())
    return false;
  // If there are two sections, one of them is taken.
  const auto [Local, Number] = It->second;
  const bool IsOther =
      Number == 2 && llvm::none_of(Choices, [Local = Local](const auto &C) {
        return C.second.Local == Local && C.second.Number > 2;
      });
  IR.assign(*Dest,
            ir::Operand::binary(IsOther ? "!=" : "==",
                                ir::Operand::read(ir::Place::local(Local)),
                                ir::Operand::constant(IsOther ? 1 : Number)),
            nullptr);
  return true;
}
