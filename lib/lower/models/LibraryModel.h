//===- models/LibraryModel.h - What is known of types of libraries *- C++
//-*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The code of a library is not lowered: a model says what its types and
/// functions do. Each model is one file, and a line of Models.def.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_MODELS_LIBRARYMODEL_H
#define CUDA_CAPTURE_LOWER_MODELS_LIBRARYMODEL_H

#include "../BodyScan.h"
#include "../CallLowering.h"
#include "../Callables.h"
#include "../DynamicTypes.h"
#include "../ExprLowering.h"
#include "../FunctionBuilder.h"
#include "../TypeQueries.h"
#include <memory>

namespace cuda_capture::lower {

/// The model of a few types and functions, for one function that uses them.
/// Each operation does nothing unless the model knows the type.
class LibraryModel : protected ModelContext {
public:
  explicit LibraryModel(const ModelContext &C) : ModelContext(C) {}
  virtual ~LibraryModel();

  /// The function begins: its entry block is the current one.
  virtual void begin() {}

  /// The object that \p E, a call or a std::initializer_list, names.
  virtual std::optional<ir::Place> place(const clang::Expr *E);
  /// What \p E, a call, evaluates to, if it does nothing but name it.
  virtual std::optional<ir::Operand> value(const clang::Expr *E);

  /// Lowers the call \p E. \p Callee is null if it has no declared callee;
  /// \p Dest is where its result goes, if it has one.
  /// \returns false if there is more to the call than was emitted.
  virtual bool call(const clang::CallExpr *E, const clang::FunctionDecl *Callee,
                    const std::optional<ir::Place> &Dest);
  /// Makes the object at \p Object.
  /// \returns false if there is more to the constructor than was emitted.
  virtual bool construct(const ir::Place &Object,
                         const clang::CXXConstructExpr *E);
  /// The object of type \p T at \p From was copied to \p To member by member,
  /// by an implicit constructor or operator. \p Moves: it may be moved from.
  virtual void copied(const ir::Place &To, clang::QualType T,
                      const ir::Place &From, bool Moves) {}
  /// Destroys the object that \p This points at.
  /// \returns false if there is more to the destructor than was emitted.
  virtual bool destroy(const clang::CXXDestructorDecl *D,
                       const ir::Operand &This, const clang::Stmt *At,
                       clang::SourceLocation Where);
};

#define MODEL(NAME)                                                            \
  std::unique_ptr<LibraryModel> make##NAME##Model(const ModelContext &C);
#include "Models.def"

/// All models. The first one that knows an object lowers what is done to it.
class ModelList {
public:
  explicit ModelList(const ModelContext &C);

  void begin();
  std::optional<ir::Place> place(const clang::Expr *E);
  std::optional<ir::Operand> value(const clang::Expr *E);
  bool call(const clang::CallExpr *E, const clang::FunctionDecl *Callee,
            const std::optional<ir::Place> &Dest);
  bool construct(const ir::Place &Object, const clang::CXXConstructExpr *E);
  void copied(const ir::Place &To, clang::QualType T, const ir::Place &From,
              bool Moves);
  bool destroy(const clang::CXXDestructorDecl *D, const ir::Operand &This,
               const clang::Stmt *At, clang::SourceLocation Where);

private:
  std::vector<std::unique_ptr<LibraryModel>> Models;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_MODELS_LIBRARYMODEL_H
