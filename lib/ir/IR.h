//===- IR.h - CaptureIR -----------------------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// CaptureIR is what remains of a program when only stream capture matters. A
/// function is represented by its capture skeleton: calls of the knowledge base
/// with their handles, calls of functions that matter, copies of handles,
/// conditions on handles, and exits. The text form (Printer.h, Parser.h) is
/// exact: printing and parsing round-trip.
///
/// Storage is a \c Place: a local or global, followed by a path of fields,
/// elements and dereferences. Variables are mutable; there is no SSA form. All
/// objects have value semantics.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_IR_IR_H
#define CUDA_CAPTURE_IR_IR_H

#include "Box.h"
#include "Operand.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cuda_capture::ir {

/// What an exception runs in a function.
enum class Guard : uint8_t {
  None,
  /// A handler that does nothing to captures and returns.
  Returns,
  /// A destructor that may join streams, but ends no capture.
  Joins,
  /// Another handler, or a destructor that may end a capture.
  Ends,
};

/// The properties of a call of a function that is not in the knowledge base
/// (Call, Invoke, UnknownCall). All but Debug are false in other instructions.
struct CallFlags {
  /// UnknownCall: the callee is a function of the system's own libraries, which
  /// knows no stream of this program.
  bool System = false;
  /// UnknownCall: the callee returns the same value for the same arguments (a
  /// getter).
  bool Pure = false;
  /// UnknownCall: the body of the callee is known, and is not followed. It may
  /// do anything with numbers that it is given.
  bool Defined = false;
  /// UnknownCall: the body of the callee is known, and waits for no other
  /// thread.
  bool NeverWaits = false;
  /// The callee runs a callable that was handed to the function and that may
  /// throw.
  bool Throws = false;
  /// UnknownCall, as the alternative of an Invoke: the callee is a pure virtual
  /// function, which the class of an object that was handed to the function
  /// defines. It may throw.
  bool Interface = false;
  /// What an exception that is thrown in the call runs in this function.
  Guard Guarded = Guard::None;
  /// Call and Invoke: the callee runs in a thread of its own. Dest gets the
  /// thread, which is to be joined.
  bool Spawns = false;
  /// Api and Call: only debug builds make the call. Only known if the question
  /// is whether the function could be declared capturable.
  bool Debug = false;

  /// Whether an exception may leave the call.
  bool mayThrow() const { return Throws || Interface; }
  bool any() const {
    return System || Pure || Defined || NeverWaits || mayThrow() ||
           Guarded != Guard::None || Spawns || Debug;
  }
  bool operator==(const CallFlags &O) const {
    return System == O.System && Pure == O.Pure && Defined == O.Defined &&
           NeverWaits == O.NeverWaits && Throws == O.Throws &&
           Interface == O.Interface && Guarded == O.Guarded &&
           Spawns == O.Spawns && Debug == O.Debug;
  }
};

struct IndirectCall;

/// One instruction. The factories below make each kind with its own operands.
/// verify() rejects all other combinations.
struct Instruction {
  enum Kind : uint8_t {
    /// Dest = Args[0].
    Assign,
    /// A call of a function that has a row in the knowledge base. Callee is its
    /// name.
    Api,
    /// A call of a function of this program. Callee is its symbol. A function
    /// that is not in the module (yet) is an unknown callee.
    Call,
    /// An indirect call of a function of the knowledge base, of this program,
    /// or of an unknown callee. Callee is empty.
    Invoke,
    /// A call of an unknown callee; Callee is for display.
    UnknownCall,
    /// Dest gets a value that cannot be known.
    Havoc,
    /// The lifetime of Dest ends: its memory no longer belongs to it.
    End,
    /// The threads that Args[0] stands for have ended.
    Join,
    /// The compiler did not understand a statement here, so the statement is
    /// missing. It may have done anything.
    Missing,
  } K = Assign;
  CallFlags Flags;
  /// End: the content that Dest owns is gone, but not Dest itself.
  bool Content = false;
  Box<Place> Dest;
  Name Callee;
  List<Operand> Args;
  /// Api: the function that is launched, a constant. It is empty otherwise.
  Box<Operand> Launched;
  /// Set if and only if this is an Invoke.
  Box<IndirectCall> Indirect;
  Loc At;

  static Instruction assign(Place Dest, Operand Value, Loc At = {});
  static Instruction api(Name Callee, List<Operand> Args, Box<Place> Dest = {},
                         Loc At = {});
  static Instruction call(Name Callee, List<Operand> Args, Box<Place> Dest = {},
                          Loc At = {});
  static Instruction invoke(IndirectCall Callee, List<Operand> Args,
                            Box<Place> Dest = {}, Loc At = {});
  static Instruction unknownCall(Name Callee, List<Operand> Args = {},
                                 Box<Place> Dest = {}, Loc At = {});
  static Instruction havoc(Place Dest, Loc At = {});
  static Instruction end(Place Dest, Loc At = {});
  static Instruction endContent(Place Owner, Loc At = {});
  static Instruction join(Operand Thread, Loc At = {});
  static Instruction missing(Loc At = {});

  /// Returns the operand that is called by an Invoke, or launched by an Api, or
  /// null otherwise.
  const Operand *calledOperand() const;
  Operand *calledOperand();
  /// Returns the object of an Invoke, or null if there is none.
  const Operand *object() const;
  /// Returns the instructions that replace an Invoke if its target is not
  /// certain. The result is empty for all other instructions.
  llvm::ArrayRef<Instruction> alternatives() const;
  llvm::MutableArrayRef<Instruction> alternatives();
  /// Returns the functions that the target of an Invoke may be. The result is
  /// empty for all other instructions.
  llvm::ArrayRef<Name> candidates() const;

  bool operator==(const Instruction &O) const;
};

/// The callee of an Invoke.
struct IndirectCall {
  /// The operand that holds the function.
  Operand Target;
  /// The object, if the target has a parameter "this".
  Box<Operand> Object;
  /// The functions that the target may be, if it is not certain.
  List<Name> Perhaps;
  /// The instructions that replace the call if the target is not certain. If
  /// there are none, the call is one of an unknown callee. They contain no
  /// Invoke.
  List<Instruction> Otherwise;

  bool operator==(const IndirectCall &O) const {
    return Target == O.Target && Object == O.Object && Perhaps == O.Perhaps &&
           Otherwise == O.Otherwise;
  }
};

inline const Operand *Instruction::calledOperand() const {
  return Indirect ? &Indirect->Target : Launched ? &*Launched : nullptr;
}

inline Operand *Instruction::calledOperand() {
  return Indirect ? &Indirect->Target : Launched ? &*Launched : nullptr;
}

inline const Operand *Instruction::object() const {
  return Indirect && Indirect->Object ? &*Indirect->Object : nullptr;
}

inline llvm::ArrayRef<Instruction> Instruction::alternatives() const {
  if (!Indirect)
    return {};
  return Indirect->Otherwise;
}

inline llvm::MutableArrayRef<Instruction> Instruction::alternatives() {
  if (!Indirect)
    return {};
  return {Indirect->Otherwise.begin(), Indirect->Otherwise.size()};
}

inline llvm::ArrayRef<Name> Instruction::candidates() const {
  if (!Indirect)
    return {};
  return Indirect->Perhaps;
}

struct Terminator {
  enum Kind : uint8_t {
    Goto,
    Branch,
    Switch,
    Return,
    Unreachable
  } K = Unreachable;
  /// Unreachable: an exception is thrown.
  bool Throws = false;
  /// What the exception runs in this function.
  Guard Guarded = Guard::None;
  /// Branch and Switch: the condition. Return: the value, if any.
  Box<Operand> Value;
  /// Goto: {target}. Branch: {if true, if false}. Switch: {cases..., default}.
  std::vector<unsigned> Targets;
  List<int64_t> Cases; ///< Switch: one fewer than Targets.
  /// The condition as the programmer wrote it, for notes. It may be empty.
  Name Text;
  Loc At;

  bool operator==(const Terminator &O) const;
};

struct Block {
  std::vector<Instruction> Insts;
  Terminator Term;
  bool operator==(const Block &O) const {
    return Insts == O.Insts && Term == O.Term;
  }
};

/// A contract that a function may be called while its caller captures.
struct Capturable {
  /// The mode of the caller's capture: a cudaStreamCaptureMode.
  int64_t Mode = 0;
  /// Stands for the begin of that capture. Its arguments are the streams that
  /// take part, as the function finds them. Its location is that of the
  /// contract.
  Instruction Entry;
  /// Reads of what the caller hands over that tell whether it captures: they
  /// are of the type of a capture status.
  List<Operand> Statuses;
  /// The origin of the contract, as a text that follows the name of the
  /// function: "is declared capturable here".
  std::string Why;
  /// Whether another thread captures at the same time, rather than the caller.
  /// In that case, Entry has no arguments.
  bool Beside = false;
  /// The name by which an option can declare the function capturable, if
  /// nothing does and the question is only whether it could be; else empty.
  std::string Assumed;
  /// Whether programs in other languages can call the function: by its name, or
  /// because Library lets them.
  bool Exported = false;
  /// The library whose entry point the function is, if there is one.
  std::string Library;
  /// The virtual function that the function overrides and that overrides no
  /// other one, as a programmer writes it. Only known if the question is
  /// whether the function could be declared.
  std::string Overrides;
  /// The number of classes in the translation unit that declare a function
  /// which overrides that one, whether or not its body is there.
  unsigned Overriders = 0;

  bool operator==(const Capturable &O) const {
    return Mode == O.Mode && Entry == O.Entry && Statuses == O.Statuses &&
           Why == O.Why && Beside == O.Beside && Assumed == O.Assumed &&
           Exported == O.Exported && Library == O.Library &&
           Overrides == O.Overrides && Overriders == O.Overriders;
  }
};

/// A stream that an object of some class keeps.
struct KeptStream {
  /// Where the object, which is "this", keeps it: in a field of its own, or in
  /// an object that it contains or refers to.
  Place Where;
  /// The name of that field, with its scopes.
  std::string Field;

  bool operator==(const KeptStream &O) const {
    return Where == O.Where && Field == O.Field;
  }
};

struct Function {
  std::string Name;    ///< Unique in the program (a mangled name).
  std::string Display; ///< The name that a programmer uses.
  /// The names of all locals. The first Params.size() locals are the
  /// parameters.
  std::vector<ir::Name> Locals;
  std::vector<Type> Params;
  std::vector<Block> Blocks; ///< Blocks[0] is the entry.
  /// The symbol of the function that a lambda's body or a handler is written
  /// in. It is empty for other functions.
  std::string Parent;
  /// Whether this is a handler of exceptions, which only an exception runs.
  bool IsHandler = false;
  /// The symbols of the functions that call this one without using its result:
  /// what it does in its first call, it does there.
  std::vector<std::string> PrimedIn;
  /// Set if the function is called while its caller captures, or may be.
  /// If the function begins a capture and launches a graph, itself or through
  /// what it calls: the fields and globals that decide in it, or in what it
  /// calls, and that another function of its source sets. Constructors and
  /// destructors do not count.
  std::vector<std::string> SetElsewhere;
  /// If the function is a constructor whose objects keep streams: the places in
  /// which they do, those with the shortest paths first. Fields that code which
  /// is not in the source may set are left out.
  std::vector<KeptStream> Streams;
  /// If there are any Streams: the number of constructors that the class has,
  /// without those that copy or move.
  unsigned Constructors = 0;
  std::optional<Capturable> Captured;
  /// Whether something in the function is nested too deep to be kept. Such a
  /// call is treated as one of an unknown callee, and such an operand as
  /// unknown.
  bool Cut = false;
  Loc At;

  bool operator==(const Function &O) const;
  /// Returns the blocks that control can continue with after \p B.
  const std::vector<unsigned> &successors(unsigned B) const {
    return Blocks[B].Term.Targets;
  }
};

/// The functions of one translation unit.
struct Module {
  std::string Name; ///< Main source file.
  std::vector<std::string> Files;
  /// Whether stream 0 is the per-thread default stream in this translation
  /// unit.
  bool PerThreadDefaultStream = false;
  std::deque<Function> Functions; ///< Addresses stay valid when it grows.

  const Function *find(llvm::StringRef Symbol) const;
  /// Adds \p F, whose symbol must be new. Operands that nest deeper than
  /// MaxNesting become unknown. \returns the stored function.
  Function &add(Function F);
  unsigned fileIndex(llvm::StringRef File);

private:
  llvm::StringMap<Function *> BySymbol;
  llvm::StringMap<unsigned> FileIds;
};

/// Checks the rules that the types above cannot enforce: block targets and
/// locals exist, switch cases match their targets, and a function has an entry.
/// \returns an empty string, or a description of the problem.
std::string verify(const Function &F);

} // namespace cuda_capture::ir

#endif // CUDA_CAPTURE_IR_IR_H
