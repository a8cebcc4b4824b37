//===- ApiTraits.cpp - What a row means for each phase --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ApiTraits.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;

bool cuda_capture::startsSomething(const ApiRow &Row) {
  switch (Row.Eff) {
  case Effect::BeginCapture:
  case Effect::EndCapture:
  case Effect::ExchangeMode:
  case Effect::Instantiate:
  case Effect::LaunchGraph: // The graph may never have been made.
  case Effect::RecordEvent:
  case Effect::UpdateGraph:
  case Effect::LookUp: // It may look up any of the others.
    return true;
  case Effect::None:
  case Effect::WaitEvent:
  case Effect::SetDevice:
  case Effect::BindStream:
  case Effect::GetStream:
  case Effect::SetPointerMode:
  case Effect::LastError:
  case Effect::UpdateDependencies:
    break;
  }
  if (Row.takesCallback())
    return true;
  return llvm::any_of(Row.Params, [](const Param &P) {
    return P.Acc == Access::Destroy && P.R != Role::Memory &&
           P.R != Role::Library && P.R != Role::None;
  });
}

bool cuda_capture::waitsForEvent(const ApiRow &Row) {
  return Row.Class == ApiClass::Conflicts && Row.Waits == WaitScope::Event;
}

bool cuda_capture::canMatter(const ApiRow &Row) {
  if (!Row.Cases.empty())
    return true;
  if (Row.Class != ApiClass::Neutral && Row.Class != ApiClass::Unknown)
    return true;
  if (Row.Eff == Effect::SetDevice || Row.Eff == Effect::LastError)
    return false;
  if (Row.Current != CurrentUse::None || Row.Returns != ResultKind::None)
    return Row.ReturnedRole != Role::MemorySpace;
  return Row.Eff != Effect::None || Row.takesCallback() ||
         llvm::any_of(Row.Params, [](const Param &P) {
           // Asking which device is current concerns only the caller.
           bool Asked = P.R == Role::Device && P.Acc == Access::Out;
           return P.R != Role::None && P.R != Role::Memory && !Asked;
         });
}

bool cuda_capture::isLookedAt(const ApiRow &Row) {
  if (llvm::any_of(Row.Cases,
                   [](const RowCase &C) { return isLookedAt(*C.Row); }))
    return true;
  if ((Row.Eff != Effect::None && Row.Eff != Effect::LastError) ||
      (Row.Class != ApiClass::Neutral && Row.Class != ApiClass::Unknown) ||
      !Row.Fields.empty())
    return true;
  return llvm::any_of(Row.Params, [](const Param &P) {
    return P.R != Role::None && P.R != Role::Memory && P.Acc != Access::Out;
  });
}

bool cuda_capture::boundsCapture(const ApiRow &Row) {
  return Row.Eff == Effect::BeginCapture || Row.Eff == Effect::EndCapture;
}

bool cuda_capture::releasesMemory(const ApiRow &Row) {
  return llvm::any_of(Row.Params, [](const Param &P) {
    return P.Acc == Access::Destroy && P.R == Role::Memory;
  });
}

bool cuda_capture::onlyNamesHandle(const ApiRow &Row) {
  const bool Names = Row.Returns == ResultKind::Same ||
                     Row.Returns == ResultKind::Default || Row.KeepsArgument ||
                     Row.Current != CurrentUse::None;
  return Names && Row.Eff == Effect::None && Row.Cases.empty() &&
         (Row.Class == ApiClass::Neutral || Row.Class == ApiClass::Unknown) &&
         llvm::all_of(Row.Params,
                      [](const Param &P) { return P.Acc == Access::In; });
}

bool cuda_capture::mattersToCapture(const ApiRow &Row) {
  return Row.paramIndex(Role::Stream, Access::In) ||
         Row.Class != ApiClass::Neutral;
}

bool cuda_capture::changesCapture(const ApiRow &Row) {
  if (llvm::any_of(Row.Cases,
                   [](const RowCase &C) { return changesCapture(*C.Row); }))
    return true;
  switch (Row.Eff) {
  case Effect::BeginCapture:
  case Effect::EndCapture:
  case Effect::ExchangeMode:
  case Effect::RecordEvent:
  case Effect::WaitEvent:
  case Effect::BindStream:
  case Effect::UpdateDependencies:
    return true;
  case Effect::None:
  case Effect::Instantiate:
  case Effect::SetDevice:
  case Effect::LookUp:
  case Effect::LaunchGraph:
  case Effect::UpdateGraph:
  case Effect::GetStream:
  case Effect::SetPointerMode:
  case Effect::LastError:
    break;
  }
  return mayEndCapture(Row);
}

bool cuda_capture::mayEndCapture(const ApiRow &Row) {
  if (llvm::any_of(Row.Cases,
                   [](const RowCase &C) { return mayEndCapture(*C.Row); }))
    return true;
  // The row of a control call may not describe what it does.
  return Row.Eff == Effect::EndCapture ||
         (Row.Eff == Effect::None && Row.Class == ApiClass::Control) ||
         llvm::any_of(Row.Params, [](const Param &P) {
           return P.R == Role::Stream && P.Acc == Access::Destroy;
         });
}

bool cuda_capture::isWork(const ApiRow &Row) {
  switch (Row.nodeKind()) {
  case NodeKind::Kernel:
  case NodeKind::Memcpy:
  case NodeKind::Memset:
  case NodeKind::Host:
  case NodeKind::ChildGraph:
  case NodeKind::BatchMemOp:
  case NodeKind::Library:
    return Row.paramIndex(Role::Stream) || Row.paramIndex(Role::Library);
  case NodeKind::None:
  case NodeKind::EventRecord:
  case NodeKind::EventWait:
  case NodeKind::Alloc:
  case NodeKind::Free:
  case NodeKind::Empty:
  case NodeKind::SemaphoreSignal:
  case NodeKind::SemaphoreWait:
  case NodeKind::Any:
    return false;
  }
  return false;
}
