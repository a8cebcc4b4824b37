//===- RuntimeGraphNodes.cu - Nodes of graphs -----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Parameters.h"

using namespace oracle;

static cudaMemAllocNodeParams allocation(CudaBackend &C) {
  cudaMemAllocNodeParams P{};
  P.poolProps.allocType = cudaMemAllocationTypePinned;
  P.poolProps.location.type = cudaMemLocationTypeDevice;
  P.bytesize = C.Bytes;
  return P;
}

static cudaGraphNodeParams memsetNode(CudaBackend &C) {
  cudaGraphNodeParams P{};
  P.type = cudaGraphNodeTypeMemset;
  P.memset.dst = C.Watched;
  P.memset.value = 1;
  P.memset.elementSize = sizeof(int);
  P.memset.width = P.memset.height = 1;
  return P;
}

// clang-format off
static const Call Calls[] = {
  // Nodes of graphs that have nothing to do with the one that is captured.
  CALL(cudaGraphAddNode, Standard, C.needOtherGraph(),
       cudaGraphAddNode(C.out<cudaGraphNode_t>(), C.OtherGraph, nullptr,
                        nullptr, 0, C.in(kernelNode(C))))
  CALL_AS(cudaGraphAddNode, "memset", Standard, C.needOtherGraph(),
          cudaGraphAddNode(C.out<cudaGraphNode_t>(), C.OtherGraph, nullptr,
                           nullptr, 0, C.in(memsetNode(C))))
  CALL_BODY(cudaGraphAddNode, "conditional", Standard, C.needOtherGraph(),
            cudaGraphNodeParams P{};
            P.type = cudaGraphNodeTypeConditional;
            P.conditional.type = cudaGraphCondTypeIf;
            P.conditional.size = 1;
            step("cudaGraphConditionalHandleCreate",
                 toCode(cudaGraphConditionalHandleCreate(
                     &P.conditional.handle, C.OtherGraph, 0, 0)));
            return toCode(cudaGraphAddNode(C.out<cudaGraphNode_t>(),
                                           C.OtherGraph, nullptr, nullptr, 0,
                                           &P)))
  CALL(cudaGraphNodeSetParams, Standard, C.needOtherGraph(),
       cudaGraphNodeSetParams(C.Node, C.in(kernelNode(C))))

  CALL(cudaGraphAddKernelNode, Standard, C.needOtherGraph(),
       cudaGraphAddKernelNode(C.out<cudaGraphNode_t>(), C.OtherGraph, nullptr,
                              0, &C.KernelParams))
  CALL_AS(cudaGraphAddKernelNode, "never-loaded", Standard,
          C.needOtherGraph();
          C.KernelParams.func = reinterpret_cast<void *>(neverLoaded),
          cudaGraphAddKernelNode(C.out<cudaGraphNode_t>(), C.OtherGraph,
                                 nullptr, 0, &C.KernelParams))
  CALL(cudaGraphKernelNodeGetParams, Brief, C.needOtherGraph(),
       cudaGraphKernelNodeGetParams(C.Node, C.out<cudaKernelNodeParams>()))
  CALL(cudaGraphKernelNodeSetParams, Standard, C.needOtherGraph(),
       cudaGraphKernelNodeSetParams(C.Node, &C.KernelParams))
  CALL(cudaGraphKernelNodeCopyAttributes, Brief,
       C.needOtherGraph(); C.needDoomedGraph(),
       cudaGraphKernelNodeCopyAttributes(C.DoomedNode, C.Node))
  CALL(cudaGraphKernelNodeGetAttribute, Brief, C.needOtherGraph(),
       cudaGraphKernelNodeGetAttribute(C.Node, cudaKernelNodeAttributePriority,
                                       C.out<cudaKernelNodeAttrValue>()))
  CALL(cudaGraphKernelNodeSetAttribute, Brief, C.needOtherGraph(),
       cudaGraphKernelNodeSetAttribute(C.Node, cudaKernelNodeAttributePriority,
                                       C.out<cudaKernelNodeAttrValue>()))

  CALL(cudaGraphAddMemcpyNode, Standard, C.needOtherGraph(),
       cudaGraphAddMemcpyNode(C.out<cudaGraphNode_t>(), C.OtherGraph, nullptr,
                              0, C.in(copy1D(C))))
  CALL(cudaGraphAddMemcpyNode1D, Standard, C.needOtherGraph(),
       cudaGraphAddMemcpyNode1D(C.out<cudaGraphNode_t>(), C.OtherGraph,
                                nullptr, 0, C.Watched, C.Ones, sizeof(int),
                                cudaMemcpyDeviceToDevice))
  CALL(cudaGraphAddMemcpyNodeToSymbol, Standard, C.needOtherGraph(),
       cudaGraphAddMemcpyNodeToSymbol(C.out<cudaGraphNode_t>(), C.OtherGraph,
                                      nullptr, 0, symbol(), C.Ones,
                                      sizeof(int), 0,
                                      cudaMemcpyDeviceToDevice))
  CALL(cudaGraphAddMemcpyNodeFromSymbol, Standard, C.needOtherGraph(),
       cudaGraphAddMemcpyNodeFromSymbol(C.out<cudaGraphNode_t>(),
                                        C.OtherGraph, nullptr, 0, C.Watched,
                                        symbol(), sizeof(int), 0,
                                        cudaMemcpyDeviceToDevice))
  CALL(cudaGraphMemcpyNodeGetParams, Brief, C.needMixedGraph(),
       cudaGraphMemcpyNodeGetParams(C.MemcpyNode,
                                    C.out<cudaMemcpy3DParms>()))
  CALL(cudaGraphMemcpyNodeSetParams, Standard, C.needMixedGraph(),
       cudaGraphMemcpyNodeSetParams(C.MemcpyNode, C.in(copy1D(C))))
  CALL(cudaGraphMemcpyNodeSetParams1D, Standard, C.needMixedGraph(),
       cudaGraphMemcpyNodeSetParams1D(C.MemcpyNode, C.Watched, C.Ones,
                                      sizeof(int), cudaMemcpyDeviceToDevice))
  CALL(cudaGraphMemcpyNodeSetParamsToSymbol, Standard, C.needMixedGraph(),
       cudaGraphMemcpyNodeSetParamsToSymbol(C.MemcpyNode, symbol(), C.Ones,
                                            sizeof(int), 0,
                                            cudaMemcpyDeviceToDevice))
  CALL(cudaGraphMemcpyNodeSetParamsFromSymbol, Standard, C.needMixedGraph(),
       cudaGraphMemcpyNodeSetParamsFromSymbol(C.MemcpyNode, C.Watched,
                                              symbol(), sizeof(int), 0,
                                              cudaMemcpyDeviceToDevice))

  CALL(cudaGraphAddMemsetNode, Standard, C.needOtherGraph(),
       cudaGraphAddMemsetNode(C.out<cudaGraphNode_t>(), C.OtherGraph, nullptr,
                              0, C.in(fill(C))))
  CALL(cudaGraphMemsetNodeGetParams, Brief, C.needMixedGraph(),
       cudaGraphMemsetNodeGetParams(C.MemsetNode, C.out<cudaMemsetParams>()))
  CALL(cudaGraphMemsetNodeSetParams, Standard, C.needMixedGraph(),
       cudaGraphMemsetNodeSetParams(C.MemsetNode, C.in(fill(C))))

  CALL(cudaGraphAddHostNode, Standard, C.needOtherGraph(),
       cudaGraphAddHostNode(C.out<cudaGraphNode_t>(), C.OtherGraph, nullptr,
                            0, C.in(host(C))))
  CALL(cudaGraphHostNodeGetParams, Brief, C.needMixedGraph(),
       cudaGraphHostNodeGetParams(C.HostNode, C.out<cudaHostNodeParams>()))
  CALL(cudaGraphHostNodeSetParams, Brief, C.needMixedGraph(),
       cudaGraphHostNodeSetParams(C.HostNode, C.in(host(C))))

  CALL(cudaGraphAddEmptyNode, Brief, C.needOtherGraph(),
       cudaGraphAddEmptyNode(C.out<cudaGraphNode_t>(), C.OtherGraph, nullptr,
                             0))
  CALL(cudaGraphAddChildGraphNode, Standard,
       C.needOtherGraph(); C.needMixedGraph(),
       cudaGraphAddChildGraphNode(C.out<cudaGraphNode_t>(), C.MixedGraph,
                                  nullptr, 0, C.OtherGraph))
  CALL(cudaGraphChildGraphNodeGetGraph, Brief, C.needEventGraph(),
       cudaGraphChildGraphNodeGetGraph(C.ChildNode, C.out<cudaGraph_t>()))

  CALL(cudaGraphAddEventRecordNode, Standard, C.needOtherGraph(),
       cudaGraphAddEventRecordNode(C.out<cudaGraphNode_t>(), C.OtherGraph,
                                   nullptr, 0, C.E))
  CALL(cudaGraphEventRecordNodeGetEvent, Brief, C.needEventGraph(),
       cudaGraphEventRecordNodeGetEvent(C.RecordNode, C.out<cudaEvent_t>()))
  CALL(cudaGraphEventRecordNodeSetEvent, Brief, C.needEventGraph(),
       cudaGraphEventRecordNodeSetEvent(C.RecordNode, C.E))
  CALL(cudaGraphAddEventWaitNode, Standard, C.needOtherGraph(),
       cudaGraphAddEventWaitNode(C.out<cudaGraphNode_t>(), C.OtherGraph,
                                 nullptr, 0, C.E))
  CALL(cudaGraphEventWaitNodeGetEvent, Brief, C.needEventGraph(),
       cudaGraphEventWaitNodeGetEvent(C.WaitNode, C.out<cudaEvent_t>()))
  CALL(cudaGraphEventWaitNodeSetEvent, Brief, C.needEventGraph(),
       cudaGraphEventWaitNodeSetEvent(C.WaitNode, C.E))

  CALL(cudaGraphAddMemAllocNode, Standard, C.needOtherGraph(),
       cudaGraphAddMemAllocNode(C.out<cudaGraphNode_t>(), C.OtherGraph,
                                nullptr, 0, C.in(allocation(C))))
  CALL(cudaGraphMemAllocNodeGetParams, Brief, C.needAllocExec(),
       cudaGraphMemAllocNodeGetParams(C.AllocNode,
                                      C.out<cudaMemAllocNodeParams>()))
  CALL_BODY(cudaGraphAddMemFreeNode, "", Standard, C.needOtherGraph(),
            cudaMemAllocNodeParams P = allocation(C);
            cudaGraphNode_t Allocating = nullptr;
            step("cudaGraphAddMemAllocNode",
                 toCode(cudaGraphAddMemAllocNode(&Allocating, C.OtherGraph,
                                                 nullptr, 0, &P)));
            return toCode(cudaGraphAddMemFreeNode(
                C.out<cudaGraphNode_t>(), C.OtherGraph, &Allocating, 1,
                P.dptr)))
  CALL(cudaGraphMemFreeNodeGetParams, Brief, C.needAllocExec(),
       cudaGraphMemFreeNodeGetParams(C.FreeNode, C.out<void *>()))
};
// clang-format on

static AddCalls Added(Calls);
