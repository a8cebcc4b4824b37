//===- Operand.h - Places and operands of CaptureIR -------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the instructions of CaptureIR are about: storage (Place), and what they
/// read, compute and pass (Operand). See IR.h.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_IR_OPERAND_H
#define CUDA_CAPTURE_IR_OPERAND_H

#include "List.h"
#include "Name.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>

namespace cuda_capture::ir {

/// A source position. Line 0 means there is none.
struct Loc {
  /// Index into Module::Files.
  unsigned File = 0;
  unsigned Line = 0;
  unsigned Column = 0;
  /// For the producer's own use: the lowering uses it to find its AST node. The
  /// cookie is neither printed nor compared.
  unsigned Cookie = 0;

  bool isValid() const { return Line != 0; }
  bool operator==(const Loc &O) const {
    return File == O.File && Line == O.Line && Column == O.Column;
  }
  bool operator!=(const Loc &O) const { return !(*this == O); }
  bool operator<(const Loc &O) const {
    if (File != O.File)
      return File < O.File;
    if (Line != O.Line)
      return Line < O.Line;
    return Column < O.Column;
  }
};

/// The kind of value that a parameter holds, with respect to capture.
enum class Type { Other, Int, Stream, Event, Graph, Exec };

/// The global place that stands for the capture mode of the running thread: no
/// variable of a program has this name.
constexpr llvm::StringLiteral ThreadModePlace = "<thread mode>";

/// The global place that stands for the stream that a library has made current
/// in the running thread.
constexpr llvm::StringLiteral CurrentStreamPlace = "<current stream>";

/// The global places that stand for what a number of calls grows by, if it is
/// not one: a constant other than zero, or a value that may be zero.
constexpr llvm::StringLiteral StepPlace = "<step>";
constexpr llvm::StringLiteral PossibleStepPlace = "<possible step>";

/// The prefix of the names of the fields that hold the virtual functions of an
/// object. These fields keep their values whatever is done to the object.
constexpr llvm::StringLiteral VirtualFields = "<virtual ";
/// The fields of a smart pointer: its pointer, and the function that destroys
/// its object.
constexpr llvm::StringLiteral OwnedPointer = "<pointer>";
constexpr llvm::StringLiteral OwnedDeleter = "<delete>";

/// A field that is the object itself. Between a dereference and an index, it
/// says that the program referred to an array: p[0] is *p if p points to one
/// object, but not if it is a reference to an array.
constexpr llvm::StringLiteral ItselfField = "";

/// The memory that an object owns, which may be on a device: the memory of a
/// tensor.
constexpr llvm::StringLiteral ContentField = "<content>";

/// Whether no program can name this field of its object. Such a field is a part
/// of what the object stands for.
inline bool isHidden(llvm::StringRef Field) {
  return Field == ItselfField || Field.front() == '<';
}

/// The end of the name of a global that keeps the value which its
/// initialization gives it.
constexpr llvm::StringLiteral SetOnceSuffix = "<set once>";

/// What the name of a static local is followed by in the name of the flag that
/// tells whether it has been initialized.
constexpr llvm::StringLiteral InitializedFlag = "::initialized";

/// Whether nothing writes the global \p Name after its initialization. A number
/// behind '#' tells globals of several translation units apart.
inline bool isSetOnce(llvm::StringRef Name) {
  return Name.split('#').first.ends_with(SetOnceSuffix);
}

struct Operand;

/// One step from a place to a part of it, or to the target of a pointer in it.
struct Step {
  enum Kind { Field, Index, Deref } K;
  ir::Name Name;                  ///< Field only.
  std::shared_ptr<Operand> Which; ///< Index only.

  bool operator==(const Step &O) const;
};

/// A local (or parameter) of the function, or a global, and a path from it.
struct Place {
  enum Kind { Local, Global } Base = Local;
  unsigned LocalId = 0; ///< Index into Function::Locals.
  Name GlobalName;      ///< Base == Global only.
  List<Step> Path;

  static Place local(unsigned Id) {
    Place P;
    P.LocalId = Id;
    return P;
  }
  static Place global(Name N) {
    Place P;
    P.Base = Global;
    P.GlobalName = std::move(N);
    return P;
  }
  Place field(Name N) const;
  Place index(Operand Which) const;
  Place deref() const;
  bool operator==(const Place &O) const;

private:
  Place with(Step S) const;
};

/// A side-effect free expression.
struct Operand {
  enum Kind { Unknown, Int, Function, Read, Address, Not, Binary } K = Unknown;
  int64_t Value = 0;      ///< Int.
  Place Where;            ///< Read, Address.
  ir::Name Name;          ///< Function: its symbol. Binary: an operator.
  List<Operand> Operands; ///< Not (one), Binary (two).

  static Operand unknown() { return {}; }
  static Operand constant(int64_t V) {
    Operand O;
    O.K = Int;
    O.Value = V;
    return O;
  }
  static Operand function(ir::Name Symbol) {
    Operand O;
    O.K = Function;
    O.Name = std::move(Symbol);
    return O;
  }
  static Operand read(Place P) {
    Operand O;
    O.K = Read;
    O.Where = std::move(P);
    return O;
  }
  static Operand address(Place P) {
    Operand O;
    O.K = Address;
    O.Where = std::move(P);
    return O;
  }
  static Operand negate(Operand A) {
    Operand O;
    O.K = Not;
    O.Operands.push_back(std::move(A));
    return O;
  }
  static Operand binary(ir::Name Op, Operand A, Operand B) {
    Operand O;
    O.K = Binary;
    O.Name = std::move(Op);
    O.Operands.push_back(std::move(A));
    O.Operands.push_back(std::move(B));
    return O;
  }
  bool operator==(const Operand &O) const;
};

/// The maximum nesting of operands. An operand that stands for itself is one
/// level. An operand of another operand, or an index in its place, is one level
/// deeper. The bound makes it safe to walk over operands recursively.
constexpr unsigned MaxNesting = 256;

} // namespace cuda_capture::ir

#endif // CUDA_CAPTURE_IR_OPERAND_H
