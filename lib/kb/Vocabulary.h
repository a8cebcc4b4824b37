//===- Vocabulary.h - The enumerations of the knowledge base ----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The enumerations that rows use. Vocabulary.def lists their values, the
/// spellings of the values in rows, and the meanings.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_VOCABULARY_H
#define CUDA_CAPTURE_KB_VOCABULARY_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace cuda_capture {

/// The three spellings of one API.
enum class Family {
#define FAMILY(NAME, TEXT, WORDS) NAME,
#include "Vocabulary.def"
};

/// The behaviour of a call while a stream captures. docs/knowledge-base.md
/// describes the classes; each row names its sources in its evidence.
enum class ApiClass {
#define API_CLASS(NAME, TEXT, WORDS) NAME,
#include "Vocabulary.def"
};

/// A verdict for one capture mode.
enum class Verdict {
#define VERDICT(NAME, TEXT, INVALIDATES) NAME,
#include "Vocabulary.def"
};

/// The work that a call of class Conflicts waits for.
enum class WaitScope {
  None,
#define WAIT_SCOPE(NAME, TEXT, WORDS) NAME,
#include "Vocabulary.def"
};

/// The kind of access of a call to a parameter.
enum class Access {
#define ACCESS(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

/// The role of a parameter. Only parameters that the analysis uses have one.
enum class Role {
#define ROLE(NAME, TEXT, ACCESSES, KEYS) NAME,
#include "Vocabulary.def"
};

/// The effects of calls that parameter roles alone do not express.
enum class Effect {
  None,
#define EFFECT(NAME, TEXT, WORDS) NAME,
#include "Vocabulary.def"
};

/// The kind of node that a call becomes in the graph of a capture: the types of
/// cudaGraphNodeType, and the nodes without a type of their own.
enum class NodeKind : uint8_t {
  /// The call makes no node, or one of a library; see ApiRow::nodeKind.
  None,
#define NODE_KIND(NAME, TEXT, WORDS) NAME,
#include "Vocabulary.def"
};

/// The use that a call makes of the handle, mode or device that is current in
/// its thread.
enum class CurrentUse {
  None,
#define CURRENT_USE(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

/// The object that the result of a call stands for.
enum class ResultKind {
  None,
#define RESULT_KIND(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

/// The meaning of the value that a function returns.
enum class ResultMeaning {
#define RESULT_MEANING(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

/// The place of a tensor's data. The values are those of the program's
/// enumeration of kinds of devices; any other value is another kind of device.
enum class MemorySpace : int64_t {
#define MEMORY_SPACE(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

/// The certainty of a row, judged by its evidence.
enum class Confidence {
#define CONFIDENCE(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

/// The statement of the list "host" about a function or class that is not an
/// API: what the function returns or does, or what the objects of the class
/// are.
enum class HostValue {
  None,
#define HOST_VALUE(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

/// Whether a function that is not an API may wait for another thread.
enum class HostWait {
  Unknown,
#define HOST_WAIT(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

// The constructs of the language that have rows.
#define CONSTRUCT(NAME, TEXT, WORDS) constexpr llvm::StringLiteral NAME = TEXT;
#include "Vocabulary.def"
#include <string>

/// Whether a class or function of this kind may start a thread.
inline bool startsThread(HostValue V) {
  return V == HostValue::Thread || V == HostValue::JoiningThread ||
         V == HostValue::Async || V == HostValue::StartThread;
}

/// Whether the result is a new one at each call.
inline bool isDrawn(HostValue V) {
  return V == HostValue::Random || V == HostValue::Time;
}

/// Whether instructions name the function as the knowledge base does.
inline bool isNamedInIR(HostValue V) {
  return isDrawn(V) || V == HostValue::CountDown;
}

/// Returns the spelling of a class ("unsafe"), a role ("stream") or an access
/// ("out") in rows.
llvm::StringRef className(ApiClass C);
llvm::StringRef roleName(Role R);
/// Returns the name of the field in which an object keeps what it stands for in
/// the role \p R. No program can name this field.
std::string hiddenField(Role R);
llvm::StringRef accessName(Access A);
/// Returns the spelling of \p K as a value of the key "node" of rows; "" for
/// NodeKind::None.
llvm::StringRef nodeKindName(NodeKind K);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_VOCABULARY_H
