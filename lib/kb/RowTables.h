//===- RowTables.h - The spellings of enumerators in rows -------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_ROWTABLES_H
#define CUDA_CAPTURE_KB_ROWTABLES_H

#include "Json.h"
#include "KnowledgeBase.h"

namespace cuda_capture::kb {

/// The capture modes, in the order of cudaStreamCaptureMode.
enum class ModeIndex : unsigned {
#define CAPTURE_MODE(NAME, TEXT, WORDS) NAME,
#include "Vocabulary.def"
};

inline constexpr EnumName<Family> Families[] = {
#define FAMILY(NAME, TEXT, WORDS) {TEXT, Family::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<llvm::StringLiteral> Constructs[] = {
#define CONSTRUCT(NAME, TEXT, WORDS) {TEXT, NAME},
#include "Vocabulary.def"
};
/// The capture modes, with their indices in ApiRow, Advice and EntryPoint.
inline constexpr EnumName<unsigned> CaptureModes[] = {
#define CAPTURE_MODE(NAME, TEXT, WORDS) {TEXT, unsigned(ModeIndex::NAME)},
#include "Vocabulary.def"
};
inline constexpr EnumName<ApiClass> ApiClasses[] = {
#define API_CLASS(NAME, TEXT, WORDS) {TEXT, ApiClass::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<Verdict> ModeVerdicts[] = {
#define VERDICT(NAME, TEXT, INVALIDATES) {TEXT, Verdict::NAME},
#include "Vocabulary.def"
};
/// The values of the key "invalidates". "yes" is Verdict::Error.
inline constexpr EnumName<Verdict> YesNo[] = {
#define VERDICT(NAME, TEXT, INVALIDATES) {INVALIDATES, Verdict::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<WaitScope> Waits[] = {
#define WAIT_SCOPE(NAME, TEXT, WORDS) {TEXT, WaitScope::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<Access> Accesses[] = {
#define ACCESS(NAME, TEXT) {TEXT, Access::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<Role> Roles[] = {
#define ROLE(NAME, TEXT, ACCESSES, KEYS) {TEXT, Role::NAME},
#include "Vocabulary.def"
};
/// The accesses that a parameter of a role may have, with blanks between them.
inline constexpr EnumName<Role> RoleAccesses[] = {
#define ROLE(NAME, TEXT, ACCESSES, KEYS) {ACCESSES, Role::NAME},
#include "Vocabulary.def"
};
/// The other keys of a row that may name a role, with blanks between them.
inline constexpr EnumName<Role> RoleKeys[] = {
#define ROLE(NAME, TEXT, ACCESSES, KEYS) {KEYS, Role::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<Effect> Effects[] = {
#define EFFECT(NAME, TEXT, WORDS) {TEXT, Effect::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<NodeKind> NodeKinds[] = {
#define NODE_KIND(NAME, TEXT, WORDS) {TEXT, NodeKind::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<RowCase::Condition> Conditions[] = {
#define CASE_CONDITION(NAME, TEXT, WORDS) {TEXT, RowCase::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<CurrentUse> CurrentUses[] = {
#define CURRENT_USE(NAME, TEXT) {TEXT, CurrentUse::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<ResultKind> ResultKinds[] = {
#define RESULT_KIND(NAME, TEXT) {TEXT, ResultKind::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<ResultMeaning> ResultMeanings[] = {
#define RESULT_MEANING(NAME, TEXT) {TEXT, ResultMeaning::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<MemorySpace> Places[] = {
#define MEMORY_SPACE(NAME, TEXT) {TEXT, MemorySpace::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<Confidence> Confidences[] = {
#define CONFIDENCE(NAME, TEXT) {TEXT, Confidence::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<HostValue> HostValues[] = {
#define HOST_VALUE(NAME, TEXT) {TEXT, HostValue::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<HostWait> HostWaits[] = {
#define HOST_WAIT(NAME, TEXT) {TEXT, HostWait::NAME},
#include "Vocabulary.def"
};

} // namespace cuda_capture::kb

#endif // CUDA_CAPTURE_KB_ROWTABLES_H
