//===- CallFacts.cpp - What a survey asks about a call --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallFacts.h"
#include "../kb/ApiTraits.h"
#include "domain/Streams.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

bool survey::anyOf(const ApiRow &Row,
                   llvm::function_ref<bool(const ApiRow &)> Is) {
  return Is(Row) ||
         llvm::any_of(Row.Cases, [&](const RowCase &C) { return Is(*C.Row); });
}

/// Returns the first argument with the role \p R, if it is written as a number.
static std::optional<int64_t> number(const ApiRow &Row, Role R,
                                     const ir::Instruction &I) {
  const std::optional<unsigned> Arg = Row.paramIndex(R);
  if (!Arg || *Arg >= I.Args.size() || I.Args[*Arg].K != ir::Operand::Int)
    return std::nullopt;
  return I.Args[*Arg].Value;
}

bool survey::asks(const ApiRow &Row) {
  return Row.ReturnedRole == Role::CaptureStatus ||
         Row.paramIndex(Role::CaptureStatus, Access::Out);
}

bool survey::copiesOnDevice(const ApiRow &Row, const ir::Instruction &I,
                            const KnowledgeBase &KB) {
  auto New = Row.Rewrite.Rename.find(I.Callee);
  if (Row.Class != ApiClass::LegacyImplicit || New == Row.Rewrite.Rename.end())
    return false;
  const Lookup OnStream = KB.lookup(New->second);
  if (!OnStream)
    return false;
  if (OnStream.Row->nodeKind() == NodeKind::Memset)
    return true;
  constexpr int64_t DeviceToDevice = 3; // cudaMemcpyDeviceToDevice
  return OnStream.Row->nodeKind() == NodeKind::Memcpy &&
         number(Row, Role::CopyKind, I) == DeviceToDevice;
}

bool survey::allocates(const ApiRow &Row) {
  return Row.Class != ApiClass::Captured &&
         llvm::any_of(Row.Params, [](const Param &P) {
           return P.R == Role::Memory &&
                  (P.Acc == Access::Out || P.Acc == Access::Destroy);
         });
}

/// Whether \p F sets \p O to the host.
static bool isHost(const ir::Operand &O, const ir::Function &F) {
  return O.K == ir::Operand::Read &&
         llvm::any_of(F.Blocks, [&](const ir::Block &B) {
           return llvm::any_of(B.Insts, [&](const ir::Instruction &I) {
             return I.K == ir::Instruction::Assign && *I.Dest == O.Where &&
                    I.Args.front() ==
                        ir::Operand::constant(int64_t(MemorySpace::Host));
           });
         });
}

bool survey::waits(const ApiRow &Row, const ir::Instruction &I,
                   const ir::Function &F) {
  if (Row.Class != ApiClass::Conflicts)
    return false;
  if (!Row.Typed || !Row.This || Row.This->R != Role::MemorySpace)
    return true;
  return llvm::any_of(I.Args,
                      [&](const ir::Operand &A) { return isHost(A, F); });
}

/// Whether \p F makes \p O, the handle of a local variable, in a call of an
/// API.
static bool isMadeBy(const ir::Function &F, const ir::Operand &O) {
  return O.K == ir::Operand::Read && O.Where.Base == ir::Place::Local &&
         O.Where.Path.empty() && O.Where.LocalId >= F.Params.size() &&
         llvm::any_of(F.Blocks, [&](const ir::Block &B) {
           return llvm::any_of(B.Insts, [&](const ir::Instruction &I) {
             return I.K == ir::Instruction::Api &&
                    llvm::any_of(I.Args, [&](const ir::Operand &A) {
                      return A.K == ir::Operand::Address && A.Where == O.Where;
                    });
           });
         });
}

bool survey::prepares(const ApiRow &Row, const ir::Instruction &I,
                      const ir::Function &F) {
  if (waits(Row, I, F) || allocates(Row))
    return true;
  for (size_t P = 0; P < Row.Params.size(); ++P)
    if (Row.Params[P].Acc == Access::Destroy &&
        (isRestricted(Row) || P >= I.Args.size() || !isMadeBy(F, I.Args[P])))
      return true;
  return false;
}

bool survey::measuresTime(const ApiRow &Row, const ir::Instruction &I,
                          const ir::Function &F) {
  unsigned Own = 0;
  for (size_t P = 0; P < Row.Params.size() && P < I.Args.size(); ++P)
    Own += Row.Params[P].R == Role::Event && isMadeBy(F, I.Args[P]);
  return Own == 2;
}

bool survey::isRestricted(const ApiRow &Row) {
  switch (Row.Class) {
  case ApiClass::Unsafe:
  case ApiClass::Conflicts:
  case ApiClass::LegacyImplicit:
  case ApiClass::Unsupported:
    return true;
  case ApiClass::Control:
  case ApiClass::Captured:
  case ApiClass::Neutral:
  case ApiClass::Unknown:
    return false;
  }
  return false;
}

bool survey::enqueues(const ApiRow &Row) {
  return isWork(Row) ||
         (Row.Class == ApiClass::Unsupported && Row.paramIndex(Role::Stream) &&
          llvm::none_of(Row.Params,
                        [](const Param &P) { return P.Acc == Access::Out; }));
}

bool survey::ordersStreams(const ApiRow &Row) {
  return Row.Eff == Effect::RecordEvent || Row.Eff == Effect::WaitEvent ||
         Row.nodeKind() == NodeKind::EventRecord ||
         Row.nodeKind() == NodeKind::EventWait;
}

bool survey::usesLegacyStream(const ApiRow &Row, const ir::Instruction &I,
                              bool PerThreadDefaultStream) {
  const std::optional<int64_t> Stream = number(Row, Role::Stream, I);
  return Stream == LegacyStream ||
         (Stream == NullStream && !PerThreadDefaultStream);
}

CaptureMode survey::modeOf(const ApiRow &Row, const ir::Instruction &I) {
  const std::optional<int64_t> Mode = number(Row, Role::Mode, I);
  if (Mode == int64_t(CaptureMode::ThreadLocal))
    return CaptureMode::ThreadLocal;
  return Mode == int64_t(CaptureMode::Relaxed) ? CaptureMode::Relaxed
                                               : CaptureMode::Global;
}
