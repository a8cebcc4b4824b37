//===- DriverGraphs.cu - Graphs of the driver API -------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"

using namespace oracle;

static void CUDA_CB ignore(void *) {}

/// A kernel node like Node.
static CUDA_KERNEL_NODE_PARAMS kernelNode(CudaBackend &C) {
  CUDA_KERNEL_NODE_PARAMS P{};
  P.func = C.Function;
  P.gridDimX = P.gridDimY = P.gridDimZ = 1;
  P.blockDimX = P.blockDimY = P.blockDimZ = 1;
  P.kernelParams = C.Arguments;
  return P;
}

static CUgraphNodeParams node(CudaBackend &C) {
  CUgraphNodeParams P{};
  P.type = CU_GRAPH_NODE_TYPE_KERNEL;
  P.kernel.func = C.Function;
  P.kernel.gridDimX = P.kernel.gridDimY = P.kernel.gridDimZ = 1;
  P.kernel.blockDimX = P.kernel.blockDimY = P.kernel.blockDimZ = 1;
  P.kernel.kernelParams = C.Arguments;
  return P;
}

/// What MixedGraph is made of.
static CUDA_MEMCPY3D memcpyNode(CudaBackend &C) {
  CUDA_MEMCPY3D P{};
  P.srcMemoryType = P.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  P.srcDevice = C.cu(C.Ones);
  P.dstDevice = C.cu(C.Watched);
  P.WidthInBytes = sizeof(int);
  P.Height = P.Depth = 1;
  return P;
}

static CUDA_MEMSET_NODE_PARAMS memsetNode(CudaBackend &C) {
  CUDA_MEMSET_NODE_PARAMS P{};
  P.dst = C.cu(C.Watched);
  P.value = 1;
  P.elementSize = sizeof(int);
  P.width = P.height = 1;
  return P;
}

static CUDA_HOST_NODE_PARAMS hostNode(CudaBackend &C) {
  CUDA_HOST_NODE_PARAMS P{};
  P.fn = markOnHost;
  P.userData = C.HostWatched;
  return P;
}

static CUDA_MEM_ALLOC_NODE_PARAMS allocNode(CudaBackend &C) {
  CUDA_MEM_ALLOC_NODE_PARAMS P{};
  P.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  P.poolProps.location = {CU_MEM_LOCATION_TYPE_DEVICE, C.Device};
  P.bytesize = C.Bytes;
  return P;
}

/// DoomedGraph allocates, too, and has not freed yet.
static CUgraphNode UnfreedNode;
static CUdeviceptr Unfreed;
static void needUnfreed(CudaBackend &C) {
  C.needDoomedGraph();
  CUDA_MEM_ALLOC_NODE_PARAMS P = allocNode(C);
  must(toCode(
           cuGraphAddMemAllocNode(&UnfreedNode, C.DoomedGraph, nullptr, 0, &P)),
       "allocation node");
  Unfreed = P.dptr;
}

// clang-format off
static const Call Graphs[] = {
  CALL(cuGraphCreate, Brief, NOTHING, cuGraphCreate(C.out<CUgraph>(), 0))
  CALL(cuGraphDestroy, Brief, C.needDoomedGraph(),
       cuGraphDestroy(C.DoomedGraph))
  CALL(cuGraphClone, Brief, C.needOtherGraph(),
       cuGraphClone(C.out<CUgraph>(), C.OtherGraph))
  CALL(cuGraphDebugDotPrint, Brief, C.needOtherGraph(),
       cuGraphDebugDotPrint(C.OtherGraph, "/dev/null", 0))
  CALL(cuGraphGetNodes, Brief, C.needMixedGraph(),
       cuGraphGetNodes(C.MixedGraph, nullptr, C.out<size_t>()))
  CALL(cuGraphGetRootNodes, Brief, C.needMixedGraph(),
       cuGraphGetRootNodes(C.MixedGraph, nullptr, C.out<size_t>()))
  CALL(cuGraphGetEdges, Brief, C.needMixedGraph(),
       cuGraphGetEdges(C.MixedGraph, nullptr, nullptr, nullptr,
                       C.out<size_t>()))
  CALL(cuGraphAddDependencies, Brief, C.needMixedGraph(),
       cuGraphAddDependencies(C.MixedGraph, &C.HostNode, &C.EmptyNode, nullptr,
                              1))
  CALL(cuGraphRemoveDependencies, Brief, C.needMixedGraph(),
       cuGraphRemoveDependencies(C.MixedGraph, &C.MemcpyNode, &C.MemsetNode,
                                 nullptr, 1))
  CALL(cuGraphConditionalHandleCreate, Brief,
       C.needOtherGraph(); C.needContext(),
       cuGraphConditionalHandleCreate(C.out<CUgraphConditionalHandle>(),
                                      C.OtherGraph, C.Context, 0, 0))
  CALL(cuUserObjectCreate, Brief, NOTHING,
       cuUserObjectCreate(C.out<CUuserObject>(), C.Scratch, ignore, 1,
                          CU_USER_OBJECT_NO_DESTRUCTOR_SYNC))
  CALL(cuUserObjectRetain, Brief, C.needUserObject(),
       cuUserObjectRetain(C.UserObject, 1))
  CALL(cuUserObjectRelease, Brief, C.needUserObject(),
       cuUserObjectRelease(C.UserObject, 1))
  CALL(cuGraphRetainUserObject, Brief, C.needUserObject(),
       cuGraphRetainUserObject(C.OtherGraph, C.UserObject, 1, 0))
  CALL(cuGraphReleaseUserObject, Brief, C.needUserObject(),
       cuGraphReleaseUserObject(C.OtherGraph, C.UserObject, 1))

  CALL(cuGraphAddNode, Brief, C.needOtherGraph(); C.needModule(),
       cuGraphAddNode(C.out<CUgraphNode>(), C.OtherGraph, nullptr, nullptr, 0,
                      C.in(node(C))))
  CALL(cuGraphAddKernelNode, Brief, C.needOtherGraph(); C.needModule(),
       cuGraphAddKernelNode(C.out<CUgraphNode>(), C.OtherGraph, nullptr, 0,
                            C.in(kernelNode(C))))
  CALL(cuGraphAddMemcpyNode, Brief, C.needOtherGraph(); C.needContext(),
       cuGraphAddMemcpyNode(C.out<CUgraphNode>(), C.OtherGraph, nullptr, 0,
                            C.in(memcpyNode(C)), C.Context))
  CALL(cuGraphAddMemsetNode, Brief, C.needOtherGraph(); C.needContext(),
       cuGraphAddMemsetNode(C.out<CUgraphNode>(), C.OtherGraph, nullptr, 0,
                            C.in(memsetNode(C)), C.Context))
  CALL(cuGraphAddHostNode, Brief, C.needOtherGraph(),
       cuGraphAddHostNode(C.out<CUgraphNode>(), C.OtherGraph, nullptr, 0,
                          C.in(hostNode(C))))
  CALL(cuGraphAddEmptyNode, Brief, C.needOtherGraph(),
       cuGraphAddEmptyNode(C.out<CUgraphNode>(), C.OtherGraph, nullptr, 0))
  CALL(cuGraphAddChildGraphNode, Brief, C.needMixedGraph(); C.needOtherGraph(),
       cuGraphAddChildGraphNode(C.out<CUgraphNode>(), C.MixedGraph, nullptr, 0,
                                C.OtherGraph))
  CALL(cuGraphAddEventRecordNode, Brief,
       C.needOtherGraph(); C.needDoomedEvent(),
       cuGraphAddEventRecordNode(C.out<CUgraphNode>(), C.OtherGraph, nullptr,
                                 0, C.DoomedEvent))
  CALL(cuGraphAddEventWaitNode, Brief, C.needOtherGraph(); C.needDoomedEvent(),
       cuGraphAddEventWaitNode(C.out<CUgraphNode>(), C.OtherGraph, nullptr, 0,
                               C.DoomedEvent))
  CALL(cuGraphAddMemAllocNode, Brief, C.needOtherGraph(),
       cuGraphAddMemAllocNode(C.out<CUgraphNode>(), C.OtherGraph, nullptr, 0,
                              C.in(allocNode(C))))
  CALL(cuGraphAddMemFreeNode, Brief, needUnfreed(C),
       cuGraphAddMemFreeNode(C.out<CUgraphNode>(), C.DoomedGraph, &UnfreedNode,
                             1, Unfreed))
  CALL(cuGraphAddBatchMemOpNode, Brief,
       C.needOtherGraph(); C.needBatchParams(),
       cuGraphAddBatchMemOpNode(C.out<CUgraphNode>(), C.OtherGraph, nullptr, 0,
                                &C.BatchParams))
  CALL(cuGraphDestroyNode, Brief, C.needDoomedGraph(),
       cuGraphDestroyNode(C.DoomedNode))
};

static const Call Nodes[] = {
  CALL(cuGraphNodeGetType, Brief, C.needOtherGraph(),
       cuGraphNodeGetType(C.Node, C.out<CUgraphNodeType>()))
  CALL(cuGraphNodeGetDependencies, Brief, C.needMixedGraph(),
       cuGraphNodeGetDependencies(C.MemsetNode, nullptr, nullptr,
                                  C.out<size_t>()))
  CALL(cuGraphNodeGetDependentNodes, Brief, C.needMixedGraph(),
       cuGraphNodeGetDependentNodes(C.MemcpyNode, nullptr, nullptr,
                                    C.out<size_t>()))
  CALL(cuGraphNodeFindInClone, Brief, C.needClone(),
       cuGraphNodeFindInClone(C.out<CUgraphNode>(), C.Node, C.Clone))
  CALL(cuGraphNodeSetParams, Brief, C.needOtherGraph(); C.needModule(),
       cuGraphNodeSetParams(C.Node, C.in(node(C))))
  CALL(cuGraphKernelNodeGetParams, Brief, C.needOtherGraph(),
       cuGraphKernelNodeGetParams(C.Node, C.out<CUDA_KERNEL_NODE_PARAMS>()))
  CALL(cuGraphKernelNodeSetParams, Brief, C.needOtherGraph(); C.needModule(),
       cuGraphKernelNodeSetParams(C.Node, C.in(kernelNode(C))))
  CALL(cuGraphKernelNodeGetAttribute, Brief, C.needOtherGraph(),
       cuGraphKernelNodeGetAttribute(C.Node,
                                     CU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE,
                                     C.out<CUkernelNodeAttrValue>()))
  CALL(cuGraphKernelNodeSetAttribute, Brief, C.needOtherGraph(),
       cuGraphKernelNodeSetAttribute(C.Node,
                                     CU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE,
                                     C.in(CUkernelNodeAttrValue{})))
  CALL(cuGraphKernelNodeCopyAttributes, Brief,
       C.needOtherGraph(); C.needDoomedGraph(),
       cuGraphKernelNodeCopyAttributes(C.DoomedNode, C.Node))
  CALL(cuGraphMemcpyNodeGetParams, Brief, C.needMixedGraph(),
       cuGraphMemcpyNodeGetParams(C.MemcpyNode, C.out<CUDA_MEMCPY3D>()))
  CALL(cuGraphMemcpyNodeSetParams, Brief, C.needMixedGraph(),
       cuGraphMemcpyNodeSetParams(C.MemcpyNode, C.in(memcpyNode(C))))
  CALL(cuGraphMemsetNodeGetParams, Brief, C.needMixedGraph(),
       cuGraphMemsetNodeGetParams(C.MemsetNode,
                                  C.out<CUDA_MEMSET_NODE_PARAMS>()))
  CALL(cuGraphMemsetNodeSetParams, Brief, C.needMixedGraph(),
       cuGraphMemsetNodeSetParams(C.MemsetNode, C.in(memsetNode(C))))
  CALL(cuGraphHostNodeGetParams, Brief, C.needMixedGraph(),
       cuGraphHostNodeGetParams(C.HostNode, C.out<CUDA_HOST_NODE_PARAMS>()))
  CALL(cuGraphHostNodeSetParams, Brief, C.needMixedGraph(),
       cuGraphHostNodeSetParams(C.HostNode, C.in(hostNode(C))))
  CALL(cuGraphChildGraphNodeGetGraph, Brief, C.needEventGraph(),
       cuGraphChildGraphNodeGetGraph(C.ChildNode, C.out<CUgraph>()))
  CALL(cuGraphEventRecordNodeGetEvent, Brief, C.needEventGraph(),
       cuGraphEventRecordNodeGetEvent(C.RecordNode, C.out<CUevent>()))
  CALL(cuGraphEventRecordNodeSetEvent, Brief, C.needEventGraph(),
       cuGraphEventRecordNodeSetEvent(C.RecordNode, C.DoomedEvent))
  CALL(cuGraphEventWaitNodeGetEvent, Brief, C.needEventGraph(),
       cuGraphEventWaitNodeGetEvent(C.WaitNode, C.out<CUevent>()))
  CALL(cuGraphEventWaitNodeSetEvent, Brief, C.needEventGraph(),
       cuGraphEventWaitNodeSetEvent(C.WaitNode, C.DoomedEvent))
  CALL(cuGraphMemAllocNodeGetParams, Brief, C.needAllocExec(),
       cuGraphMemAllocNodeGetParams(C.AllocNode,
                                    C.out<CUDA_MEM_ALLOC_NODE_PARAMS>()))
  CALL(cuGraphMemFreeNodeGetParams, Brief, C.needAllocExec(),
       cuGraphMemFreeNodeGetParams(C.FreeNode, C.out<CUdeviceptr>()))
  CALL(cuGraphBatchMemOpNodeGetParams, Brief, C.needBatchGraph(),
       cuGraphBatchMemOpNodeGetParams(C.BatchNode,
                                      C.out<CUDA_BATCH_MEM_OP_NODE_PARAMS>()))
  CALL(cuGraphBatchMemOpNodeSetParams, Brief, C.needBatchGraph(),
       cuGraphBatchMemOpNodeSetParams(C.BatchNode, &C.BatchParams))
};

static const Call Execs[] = {
  CALL(cuGraphInstantiate, Brief, C.needOtherGraph(),
       cuGraphInstantiate(C.out<CUgraphExec>(), C.OtherGraph, 0))
  CALL(cuGraphInstantiateWithFlags, Brief, C.needOtherGraph(),
       cuGraphInstantiateWithFlags(C.out<CUgraphExec>(), C.OtherGraph, 0))
  CALL(cuGraphInstantiateWithParams, Brief, C.needOtherGraph(),
       cuGraphInstantiateWithParams(C.out<CUgraphExec>(), C.OtherGraph,
                                    C.in(CUDA_GRAPH_INSTANTIATE_PARAMS{})))
  CALL(cuGraphUpload, Brief, C.needOtherExec(),
       cuGraphUpload(C.OtherExec, C.cuS()))
  CALL(cuGraphLaunch, StreamArgument | Brief, C.needOtherExec(),
       cuGraphLaunch(C.OtherExec, C.cuS()))
  CALL(cuGraphExecUpdate, Brief, C.needOtherExec(),
       cuGraphExecUpdate(C.OtherExec, C.OtherGraph,
                         C.out<CUgraphExecUpdateResultInfo>()))
  CALL(cuGraphExecDestroy, Brief, C.needOtherExec(),
       cuGraphExecDestroy(C.OtherExec))
  CALL(cuGraphExecGetFlags, Brief, C.needOtherExec(),
       cuGraphExecGetFlags(C.OtherExec, C.out<cuuint64_t>()))
  CALL(cuGraphNodeGetEnabled, Brief, C.needOtherExec(),
       cuGraphNodeGetEnabled(C.OtherExec, C.Node, C.out<unsigned>()))
  CALL(cuGraphNodeSetEnabled, Brief, C.needOtherExec(),
       cuGraphNodeSetEnabled(C.OtherExec, C.Node, 0))
  CALL(cuGraphExecNodeSetParams, Brief, C.needOtherExec(); C.needModule(),
       cuGraphExecNodeSetParams(C.OtherExec, C.Node, C.in(node(C))))
  CALL(cuGraphExecKernelNodeSetParams, Brief,
       C.needOtherExec(); C.needModule(),
       cuGraphExecKernelNodeSetParams(C.OtherExec, C.Node,
                                      C.in(kernelNode(C))))
  CALL(cuGraphExecMemcpyNodeSetParams, Brief,
       C.needMixedGraph(); C.needContext(),
       cuGraphExecMemcpyNodeSetParams(C.MixedExec, C.MemcpyNode,
                                      C.in(memcpyNode(C)), C.Context))
  CALL(cuGraphExecMemsetNodeSetParams, Brief,
       C.needMixedGraph(); C.needContext(),
       cuGraphExecMemsetNodeSetParams(C.MixedExec, C.MemsetNode,
                                      C.in(memsetNode(C)), C.Context))
  CALL(cuGraphExecHostNodeSetParams, Brief, C.needMixedGraph(),
       cuGraphExecHostNodeSetParams(C.MixedExec, C.HostNode,
                                    C.in(hostNode(C))))
  CALL(cuGraphExecChildGraphNodeSetParams, Brief, C.needEventGraph(),
       cuGraphExecChildGraphNodeSetParams(C.EventExec, C.ChildNode,
                                          C.OtherGraph))
  CALL(cuGraphExecEventRecordNodeSetEvent, Brief, C.needEventGraph(),
       cuGraphExecEventRecordNodeSetEvent(C.EventExec, C.RecordNode,
                                          C.DoomedEvent))
  CALL(cuGraphExecEventWaitNodeSetEvent, Brief, C.needEventGraph(),
       cuGraphExecEventWaitNodeSetEvent(C.EventExec, C.WaitNode,
                                        C.DoomedEvent))
  CALL(cuGraphExecBatchMemOpNodeSetParams, Brief, C.needBatchGraph(),
       cuGraphExecBatchMemOpNodeSetParams(C.BatchExec, C.BatchNode,
                                          &C.BatchParams))
};
// clang-format on

static AddCalls AddedGraphs(Graphs), AddedNodes(Nodes), AddedExecs(Execs);
