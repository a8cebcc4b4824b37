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

inline constexpr EnumName<WaitScope> Waits[] = {{"device", WaitScope::Device},
                                                {"stream", WaitScope::Stream},
                                                {"event", WaitScope::Event}};
inline constexpr EnumName<Effect> Effects[] = {
    {"begin-capture", Effect::BeginCapture},
    {"end-capture", Effect::EndCapture},
    {"record-event", Effect::RecordEvent},
    {"wait-event", Effect::WaitEvent},
    {"exchange-mode", Effect::ExchangeMode},
    {"instantiate", Effect::Instantiate},
    {"set-device", Effect::SetDevice},
    {"look-up", Effect::LookUp},
    {"launch-graph", Effect::LaunchGraph},
    {"update-graph", Effect::UpdateGraph},
    {"update-dependencies", Effect::UpdateDependencies},
    {"bind-stream", Effect::BindStream},
    {"get-stream", Effect::GetStream},
    {"set-pointer-mode", Effect::SetPointerMode},
    {"last-error", Effect::LastError}};
inline constexpr EnumName<NodeKind> NodeKinds[] = {
    {"kernel", NodeKind::Kernel},
    {"memcpy", NodeKind::Memcpy},
    {"memset", NodeKind::Memset},
    {"host", NodeKind::Host},
    {"event-record", NodeKind::EventRecord},
    {"event-wait", NodeKind::EventWait},
    {"child-graph", NodeKind::ChildGraph},
    {"alloc", NodeKind::Alloc},
    {"free", NodeKind::Free},
    {"empty", NodeKind::Empty},
    {"semaphore-signal", NodeKind::SemaphoreSignal},
    {"semaphore-wait", NodeKind::SemaphoreWait},
    {"batch-mem-op", NodeKind::BatchMemOp},
    {"library", NodeKind::Library},
    {"any", NodeKind::Any}};
inline constexpr EnumName<Verdict> ModeVerdicts[] = {
    {"ok", Verdict::Ok},
    {"error", Verdict::Error},
    {"unknown", Verdict::Unknown}};
/// Of "invalidates": yes is the error.
inline constexpr EnumName<Verdict> YesNo[] = {{"yes", Verdict::Error},
                                              {"no", Verdict::Ok},
                                              {"unknown", Verdict::Unknown}};
inline constexpr EnumName<Access> Accesses[] = {{"in", Access::In},
                                                {"out", Access::Out},
                                                {"inout", Access::InOut},
                                                {"destroy", Access::Destroy}};
inline constexpr EnumName<Role> Roles[] = {
    {"-", Role::None},
    {"stream", Role::Stream},
    {"event", Role::Event},
    {"graph", Role::Graph},
    {"exec", Role::Exec},
    {"semaphore", Role::Semaphore},
    {"memory", Role::Memory},
    {"mode", Role::Mode},
    {"capture-status", Role::CaptureStatus},
    {"stream-flags", Role::StreamFlags},
    {"event-flags", Role::EventFlags},
    {"device", Role::Device},
    {"copy-kind", Role::CopyKind},
    {"copy-source", Role::CopySource},
    {"copy-destination", Role::CopyDestination},
    {"function-name", Role::FunctionName},
    {"function", Role::Function},
    {"callback", Role::Callback},
    {"user-data", Role::UserData},
    {"addresses", Role::Addresses},
    {"kernel-arguments", Role::KernelArguments},
    {"value", Role::StoredValue},
    {"library", Role::Library},
    {"result", Role::Result},
    {"pointer-mode", Role::PointerMode},
    {"residence", Role::Residence},
    {"non-blocking", Role::NonBlocking},
    {"node", Role::Node},
    {"mask", Role::Mask}};
inline constexpr EnumName<Residence> Places[] = {{"host", Residence::Host},
                                                 {"device", Residence::Device}};
inline constexpr EnumName<int> Confidences[] = {
    {"high", 2}, {"medium", 1}, {"low", 0}};
inline constexpr EnumName<ResultMeaning> ResultMeanings[] = {
    {"error", ResultMeaning::Error},
    {"value", ResultMeaning::Value},
    {"keep:stream", ResultMeaning::KeepsStream},
    {"handle", ResultMeaning::Handle}};
inline constexpr EnumName<RowCase::Condition> Conditions[] = {
    {"null", RowCase::IsNull},
    {"not-null", RowCase::IsNotNull},
    {"host-result", RowCase::HostResult},
    {"device-result", RowCase::DeviceResult},
    {"unbound", RowCase::Unbound}};
inline constexpr EnumName<Family> Families[] = {{"runtime", Family::Runtime},
                                                {"driver", Family::Driver},
                                                {"hip", Family::Hip}};

} // namespace cuda_capture::kb

#endif // CUDA_CAPTURE_KB_ROWTABLES_H
