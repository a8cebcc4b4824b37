//===- RuntimeGraphExecs.cu - Executable graphs ---------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Parameters.h"

using namespace oracle;

/// The graph without its instance: it can have but one.
static void needAllocGraph(CudaBackend &C) {
  C.needAllocExec();
  must(toCode(cudaGraphExecDestroy(C.AllocExec)), "destroy an instance");
}

static cudaGraph_t NeverLoadedGraph;

static void needNeverLoadedGraph(CudaBackend &C) {
  C.needKernelParams();
  C.KernelParams.func = reinterpret_cast<void *>(neverLoaded);
  must(toCode(cudaGraphCreate(&NeverLoadedGraph, 0)), "graph");
  cudaGraphNode_t Node;
  must(toCode(cudaGraphAddKernelNode(&Node, NeverLoadedGraph, nullptr, 0,
                                     &C.KernelParams)),
       "kernel node");
}

static cudaGraphInstantiateParams upload(CudaBackend &C) {
  cudaGraphInstantiateParams P{};
  P.flags = cudaGraphInstantiateFlagUpload;
  P.uploadStream = C.S;
  return P;
}

// clang-format off
static const Call Calls[] = {
  // Of graphs that have nothing to do with the one that is captured.
  CALL(cudaGraphInstantiate, Standard, C.needOtherGraph(),
       cudaGraphInstantiate(C.out<cudaGraphExec_t>(), C.OtherGraph, 0))
  CALL_AS(cudaGraphInstantiate, "allocating", Standard, needAllocGraph(C),
          cudaGraphInstantiate(C.out<cudaGraphExec_t>(), C.AllocGraph, 0))
  CALL_AS(cudaGraphInstantiate, "device-launch", Standard, C.needOtherGraph(),
          cudaGraphInstantiate(C.out<cudaGraphExec_t>(), C.OtherGraph,
                               cudaGraphInstantiateFlagDeviceLaunch))
  CALL_AS(cudaGraphInstantiate, "never-loaded", Standard,
          needNeverLoadedGraph(C),
          cudaGraphInstantiate(C.out<cudaGraphExec_t>(), NeverLoadedGraph, 0))
  CALL(cudaGraphInstantiateWithFlags, Standard, C.needOtherGraph(),
       cudaGraphInstantiateWithFlags(C.out<cudaGraphExec_t>(), C.OtherGraph,
                                     0))
  CALL(cudaGraphInstantiateWithParams, Standard, C.needOtherGraph(),
       cudaGraphInstantiateWithParams(C.out<cudaGraphExec_t>(), C.OtherGraph,
                                      C.out<cudaGraphInstantiateParams>()))
  CALL_AS(cudaGraphInstantiateWithParams, "upload", StreamArgument | Standard,
          C.needOtherGraph(),
          cudaGraphInstantiateWithParams(C.out<cudaGraphExec_t>(),
                                         C.OtherGraph, C.in(upload(C))))
  CALL(cudaGraphExecDestroy, Standard, C.needOtherExec(),
       cudaGraphExecDestroy(C.OtherExec))
  CALL_AS(cudaGraphExecDestroy, "allocating", Standard, C.needAllocExec(),
          cudaGraphExecDestroy(C.AllocExec))
  CALL(cudaGraphUpload, StreamArgument | Standard, C.needOtherExec(),
       cudaGraphUpload(C.OtherExec, C.S))
  CALL_AS(cudaGraphUpload, "allocating", StreamArgument | Standard,
          C.needAllocExec(), cudaGraphUpload(C.AllocExec, C.S))
  CALL(cudaGraphLaunch, StreamArgument | Standard, C.needOtherExec(),
       cudaGraphLaunch(C.OtherExec, C.S))
  CALL_AS(cudaGraphLaunch, "no-stream", ImpliedLegacyStream | Standard,
          C.needOtherExec(),
          cudaGraphLaunch(C.OtherExec, nullptr))
  CALL_AS(cudaGraphLaunch, "mixed", StreamArgument | Standard,
          C.needMixedGraph(), cudaGraphLaunch(C.MixedExec, C.S))
  CALL_AS(cudaGraphLaunch, "allocating", StreamArgument | Standard,
          C.needAllocExec(), cudaGraphLaunch(C.AllocExec, C.S))

  CALL(cudaGraphExecGetFlags, Brief, C.needOtherExec(),
       cudaGraphExecGetFlags(C.OtherExec, C.out<unsigned long long>()))
  CALL(cudaGraphExecUpdate, Standard, C.needOtherExec(),
       cudaGraphExecUpdate(C.OtherExec, C.OtherGraph,
                           C.out<cudaGraphExecUpdateResultInfo>()))
  CALL(cudaGraphExecNodeSetParams, Standard, C.needOtherExec(),
       cudaGraphExecNodeSetParams(C.OtherExec, C.Node, C.in(kernelNode(C))))
  CALL(cudaGraphExecKernelNodeSetParams, Standard, C.needOtherExec(),
       cudaGraphExecKernelNodeSetParams(C.OtherExec, C.Node,
                                        &C.KernelParams))
  CALL(cudaGraphExecMemcpyNodeSetParams, Standard, C.needMixedGraph(),
       cudaGraphExecMemcpyNodeSetParams(C.MixedExec, C.MemcpyNode,
                                        C.in(copy1D(C))))
  CALL(cudaGraphExecMemcpyNodeSetParams1D, Standard, C.needMixedGraph(),
       cudaGraphExecMemcpyNodeSetParams1D(C.MixedExec, C.MemcpyNode,
                                          C.Watched, C.Ones, sizeof(int),
                                          cudaMemcpyDeviceToDevice))
  CALL(cudaGraphExecMemcpyNodeSetParamsToSymbol, Standard, C.needMixedGraph(),
       cudaGraphExecMemcpyNodeSetParamsToSymbol(
           C.MixedExec, C.MemcpyNode, symbol(), C.Ones, sizeof(int), 0,
           cudaMemcpyDeviceToDevice))
  CALL(cudaGraphExecMemcpyNodeSetParamsFromSymbol, Standard,
       C.needMixedGraph(),
       cudaGraphExecMemcpyNodeSetParamsFromSymbol(
           C.MixedExec, C.MemcpyNode, C.Watched, symbol(), sizeof(int), 0,
           cudaMemcpyDeviceToDevice))
  CALL(cudaGraphExecMemsetNodeSetParams, Standard, C.needMixedGraph(),
       cudaGraphExecMemsetNodeSetParams(C.MixedExec, C.MemsetNode,
                                        C.in(fill(C))))
  CALL(cudaGraphExecHostNodeSetParams, Standard, C.needMixedGraph(),
       cudaGraphExecHostNodeSetParams(C.MixedExec, C.HostNode,
                                      C.in(host(C))))
  CALL(cudaGraphExecChildGraphNodeSetParams, Standard, C.needEventGraph(),
       cudaGraphExecChildGraphNodeSetParams(C.EventExec, C.ChildNode,
                                            C.OtherGraph))
  CALL(cudaGraphExecEventRecordNodeSetEvent, Standard, C.needEventGraph(),
       cudaGraphExecEventRecordNodeSetEvent(C.EventExec, C.RecordNode, C.E))
  CALL(cudaGraphExecEventWaitNodeSetEvent, Standard, C.needEventGraph(),
       cudaGraphExecEventWaitNodeSetEvent(C.EventExec, C.WaitNode, C.E))
  CALL(cudaGraphNodeSetEnabled, Standard, C.needOtherExec(),
       cudaGraphNodeSetEnabled(C.OtherExec, C.Node, 0))
  CALL(cudaGraphNodeGetEnabled, Brief, C.needOtherExec(),
       cudaGraphNodeGetEnabled(C.OtherExec, C.Node, C.out<unsigned>()))
};
// clang-format on

static AddCalls Added(Calls);
