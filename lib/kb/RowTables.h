//===- RowTables.h - How rows spell what they say ---------------*- C++ -*-===//
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

inline constexpr EnumName<WaitScope> Waits[] = {
#define WAIT_SCOPE(NAME, TEXT, WORDS) {TEXT, WaitScope::NAME},
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
inline constexpr EnumName<Verdict> ModeVerdicts[] = {
    {"ok", Verdict::Ok},
    {"error", Verdict::Error},
    {"unknown", Verdict::Unknown}};
/// Of "invalidates": yes is the error.
inline constexpr EnumName<Verdict> YesNo[] = {{"yes", Verdict::Error},
                                              {"no", Verdict::Ok},
                                              {"unknown", Verdict::Unknown}};
inline constexpr EnumName<Access> Accesses[] = {
#define ACCESS(NAME, TEXT) {TEXT, Access::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<Role> Roles[] = {
#define ROLE(NAME, TEXT, ACCESSES) {TEXT, Role::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<MemorySpace> Places[] = {
    {"host", MemorySpace::Host}, {"device", MemorySpace::Device}};
inline constexpr EnumName<int> Confidences[] = {
    {"high", 2}, {"medium", 1}, {"low", 0}};
inline constexpr EnumName<ResultMeaning> ResultMeanings[] = {
#define RESULT_MEANING(NAME, TEXT) {TEXT, ResultMeaning::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<RowCase::Condition> Conditions[] = {
#define CASE_CONDITION(NAME, TEXT, WORDS) {TEXT, RowCase::NAME},
#include "Vocabulary.def"
};
inline constexpr EnumName<Family> Families[] = {{"runtime", Family::Runtime},
                                                {"driver", Family::Driver},
                                                {"hip", Family::Hip}};

} // namespace cuda_capture::kb

#endif // CUDA_CAPTURE_KB_ROWTABLES_H
