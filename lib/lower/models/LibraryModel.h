//===- models/LibraryModel.h - Models of library types ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The code of a library is not lowered. Instead, a model describes the
/// behaviour of its types and functions. Each model has a file of its own and a
/// line in Models.def.
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

  /// Called at the beginning of the function, when its entry block is the
  /// current one.
  virtual void begin() {}

  /// Returns the object that \p E, a call or a std::initializer_list, names.
  virtual std::optional<ir::Place> place(const clang::Expr *E);
  /// Returns the value of \p E, a call, if the call only names that value.
  virtual std::optional<ir::Operand> value(const clang::Expr *E);

  /// Lowers the call \p E. \p Callee is null if the call has no declared
  /// callee; \p Dest is the place for its result, if it has one.
  /// \returns false if the call does more than was emitted.
  virtual bool call(const clang::CallExpr *E, const clang::FunctionDecl *Callee,
                    const std::optional<ir::Place> &Dest);
  /// Makes the object at \p Object.
  /// \returns false if the constructor does more than was emitted.
  virtual bool construct(const ir::Place &Object,
                         const clang::CXXConstructExpr *E);
  /// Called after an implicit constructor or operator copied the object of type
  /// \p T at \p From to \p To member by member.
  virtual void copied(const ir::Place &To, clang::QualType T,
                      const ir::Place &From, Transfer How) {}
  /// Called before the object of type \p T at \p Object is handed to code that
  /// is not analysed, and that may keep a copy of it.
  virtual void handedOver(const ir::Place &Object, clang::QualType T,
                          const clang::Expr *At) {}
  /// Destroys the object that \p This points at.
  /// \returns false if the destructor does more than was emitted.
  virtual bool destroy(const clang::CXXDestructorDecl *D,
                       const ir::Operand &This, const clang::Stmt *At,
                       clang::SourceLocation Where);
};

#define MODEL(NAME)                                                            \
  std::unique_ptr<LibraryModel> make##NAME##Model(const ModelContext &C);
#include "Models.def"

/// All models. The first model that knows an object lowers the operations on
/// it.
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
              Transfer How);
  void handedOver(const ir::Place &Object, clang::QualType T,
                  const clang::Expr *At);
  bool destroy(const clang::CXXDestructorDecl *D, const ir::Operand &This,
               const clang::Stmt *At, clang::SourceLocation Where);

private:
  std::vector<std::unique_ptr<LibraryModel>> Models;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_MODELS_LIBRARYMODEL_H
