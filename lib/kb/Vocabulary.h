//===- Vocabulary.h - The enumerations of the knowledge base ----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The enumerations in which rows speak. Their values, how rows spell them, and
/// what each means are in Vocabulary.def.
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

/// How a call behaves while a stream captures. The classes are those of
/// docs/knowledge-base.md; sources stand in each row's evidence.
enum class ApiClass {
#define API_CLASS(NAME, TEXT, WORDS) NAME,
#include "Vocabulary.def"
};

/// A verdict for one capture mode.
enum class Verdict {
#define VERDICT(NAME, TEXT, INVALIDATES) NAME,
#include "Vocabulary.def"
};

/// What a call of class Conflicts waits for.
enum class WaitScope {
  None,
#define WAIT_SCOPE(NAME, TEXT, WORDS) NAME,
#include "Vocabulary.def"
};

/// What a call does with a parameter.
enum class Access {
#define ACCESS(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

/// What a parameter is. Only what the analysis looks at has a role.
enum class Role {
#define ROLE(NAME, TEXT, ACCESSES, KEYS) NAME,
#include "Vocabulary.def"
};

/// Effects that parameter roles alone do not express.
enum class Effect {
  None,
#define EFFECT(NAME, TEXT, WORDS) NAME,
#include "Vocabulary.def"
};

/// What a call becomes in the graph of a capture; the types of nodes of
/// cudaGraphNodeType, and what has no type of its own.
enum class NodeKind : uint8_t {
  /// No node, or one of a library; see ApiRow::nodeKind.
  None,
#define NODE_KIND(NAME, TEXT, WORDS) NAME,
#include "Vocabulary.def"
};

/// What a call does with a handle, mode or device that is current in its
/// thread.
enum class CurrentUse {
  None,
#define CURRENT_USE(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

/// What the result of a call stands for.
enum class ResultKind {
  None,
#define RESULT_KIND(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

/// What a function returns.
enum class ResultMeaning {
#define RESULT_MEANING(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

/// Where the data of a tensor are, as numbers of the program: those of the
/// enumeration that names devices. Any other number is another kind of device.
enum class MemorySpace : int64_t {
#define MEMORY_SPACE(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

/// How certain the evidence makes a row.
enum class Confidence {
#define CONFIDENCE(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

/// What the list "host" says of a function or class that is no API: what it
/// returns, what objects of the class are, what the function does.
enum class HostValue {
  None,
#define HOST_VALUE(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

/// Whether a function that is no API may wait for another thread.
enum class HostWait {
  Unknown,
#define HOST_WAIT(NAME, TEXT) NAME,
#include "Vocabulary.def"
};

// Constructs of the language that have rows.
#define CONSTRUCT(NAME, TEXT, WORDS) constexpr llvm::StringLiteral NAME = TEXT;
#include "Vocabulary.def"

/// Whether the result is something new at each call.
inline bool isDrawn(HostValue V) {
  return V == HostValue::Random || V == HostValue::Time;
}

/// How a row spells a class ("unsafe"), a role ("stream") and an access
/// ("out").
llvm::StringRef className(ApiClass C);
llvm::StringRef roleName(Role R);
llvm::StringRef accessName(Access A);
/// As the key "node" of rows says it; "" for none.
llvm::StringRef nodeKindName(NodeKind K);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_VOCABULARY_H
