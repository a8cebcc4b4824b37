//===- RuntimeStreams.cu - Streams of the runtime API ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"

using namespace oracle;

static void CUDART_CB markInCallback(cudaStream_t, cudaError_t, void *Where) {
  markOnHost(Where);
}

static cudaStreamAttrValue automatic() {
  cudaStreamAttrValue V{};
  V.syncPolicy = cudaSyncPolicyAuto;
  return V;
}

static cudaStreamAttrValue window(CudaBackend &C) {
  cudaStreamAttrValue V{};
  V.accessPolicyWindow.base_ptr = C.Scratch;
  V.accessPolicyWindow.num_bytes = C.Bytes;
  V.accessPolicyWindow.hitRatio = 1;
  V.accessPolicyWindow.hitProp = cudaAccessPropertyNormal;
  V.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  return V;
}

// clang-format off
static const Call Calls[] = {
  CALL(cudaStreamCreate, Standard, NOTHING,
       cudaStreamCreate(C.out<cudaStream_t>()))
  CALL(cudaStreamCreateWithFlags, Standard, NOTHING,
       cudaStreamCreateWithFlags(C.out<cudaStream_t>(), cudaStreamNonBlocking))
  CALL(cudaStreamCreateWithPriority, Standard, NOTHING,
       cudaStreamCreateWithPriority(C.out<cudaStream_t>(),
                                    cudaStreamNonBlocking, 0))
  CALL(cudaStreamDestroy, Standard, C.needDoomedStream(),
       cudaStreamDestroy(C.Doomed))

  CALL(cudaStreamGetPriority, StreamArgument | Standard, NOTHING,
       cudaStreamGetPriority(C.S, C.out<int>()))
  CALL(cudaStreamGetFlags, StreamArgument | Standard, NOTHING,
       cudaStreamGetFlags(C.S, C.out<unsigned>()))
  CALL(cudaStreamGetId, StreamArgument | Standard, NOTHING,
       cudaStreamGetId(C.S, C.out<unsigned long long>()))
  CALL(cudaStreamGetDevice, StreamArgument | Standard, NOTHING,
       cudaStreamGetDevice(C.S, C.out<int>()))
  CALL(cudaStreamGetAttribute, StreamArgument | Standard, NOTHING,
       cudaStreamGetAttribute(C.S, cudaStreamAttributeSynchronizationPolicy,
                              C.out<cudaStreamAttrValue>()))
  CALL(cudaStreamSetAttribute, StreamArgument | Standard, NOTHING,
       cudaStreamSetAttribute(C.S, cudaStreamAttributeSynchronizationPolicy,
                              C.in(automatic())))
  CALL_AS(cudaStreamSetAttribute, "access-policy", StreamArgument | Standard,
          NOTHING,
          cudaStreamSetAttribute(C.S, cudaStreamAttributeAccessPolicyWindow,
                                 C.in(window(C))))
  CALL(cudaStreamCopyAttributes, StreamArgument | Standard, NOTHING,
       cudaStreamCopyAttributes(C.S, C.Idle))
  CALL_AS(cudaStreamCopyAttributes, "source", StreamArgument | Standard,
          NOTHING, cudaStreamCopyAttributes(C.Idle, C.S))

  CALL(cudaStreamSynchronize, StreamArgument | Full, NOTHING,
       cudaStreamSynchronize(C.S))
  CALL_AS(cudaStreamSynchronize, "no-stream", ImpliedLegacyStream | Standard,
          NOTHING,
          cudaStreamSynchronize(nullptr))
  CALL(cudaStreamQuery, StreamArgument | Full, NOTHING, cudaStreamQuery(C.S))
  CALL_AS(cudaStreamQuery, "no-stream", ImpliedLegacyStream | Standard, NOTHING,
          cudaStreamQuery(nullptr))
  CALL(cudaStreamAddCallback, StreamArgument | Standard, NOTHING,
       cudaStreamAddCallback(C.S, markInCallback, C.HostWatched, 0))
  CALL(cudaLaunchHostFunc, StreamArgument | Standard, NOTHING,
       cudaLaunchHostFunc(C.S, markOnHost, C.HostWatched))
  CALL(cudaStreamAttachMemAsync, StreamArgument | Standard, C.needManaged(),
       cudaStreamAttachMemAsync(C.S, C.Managed, 0, cudaMemAttachGlobal))
  CALL_AS(cudaStreamAttachMemAsync, "single", StreamArgument | Standard,
          C.needManaged(),
          cudaStreamAttachMemAsync(C.S, C.Managed, 0, cudaMemAttachSingle))

  CALL(cudaThreadExchangeStreamCaptureMode, Standard, NOTHING,
       cudaThreadExchangeStreamCaptureMode(
           C.in(cudaStreamCaptureModeRelaxed)))
  CALL(cudaStreamIsCapturing, StreamArgument | Standard, NOTHING,
       cudaStreamIsCapturing(C.S, C.out<cudaStreamCaptureStatus>()))
  CALL(cudaStreamGetCaptureInfo, StreamArgument | Standard, NOTHING,
       cudaStreamGetCaptureInfo(C.S, C.out<cudaStreamCaptureStatus>(),
                                C.out<unsigned long long>(),
                                C.out<cudaGraph_t>(),
                                C.out<const cudaGraphNode_t *>(),
                                C.out<const cudaGraphEdgeData *>(),
                                C.out<size_t>()))
  CALL_AS(cudaStreamGetCaptureInfo, "status", StreamArgument | Standard,
          NOTHING,
          cudaStreamGetCaptureInfo(C.S, C.out<cudaStreamCaptureStatus>()))
  // An error outside of a capture.
  CALL(cudaStreamUpdateCaptureDependencies, StreamArgument | Standard, NOTHING,
       cudaStreamUpdateCaptureDependencies(C.S, nullptr, nullptr, 0,
                                           cudaStreamAddCaptureDependencies))
  CALL_AS(cudaStreamUpdateCaptureDependencies, "set",
          StreamArgument | Standard, NOTHING,
          cudaStreamUpdateCaptureDependencies(
              C.S, nullptr, nullptr, 0, cudaStreamSetCaptureDependencies))
};
// clang-format on

static AddCalls Added(Calls);
