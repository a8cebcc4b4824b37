//===- RuntimeGraphs.cu - Graphs of the runtime API -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"

using namespace oracle;

static void CUDART_CB ignore(void *) {}

// clang-format off
static const Call Calls[] = {
  // Graphs that have nothing to do with the one that is captured.
  CALL(cudaGraphCreate, Standard, NOTHING,
       cudaGraphCreate(C.out<cudaGraph_t>(), 0))
  CALL(cudaGraphDestroy, Standard, C.needOtherGraph(),
       cudaGraphDestroy(C.OtherGraph))
  CALL(cudaGraphClone, Standard, C.needOtherGraph(),
       cudaGraphClone(C.out<cudaGraph_t>(), C.OtherGraph))
  CALL(cudaGraphNodeFindInClone, Brief, C.needClone(),
       cudaGraphNodeFindInClone(C.out<cudaGraphNode_t>(), C.Node, C.Clone))
  CALL(cudaGraphDebugDotPrint, Standard, C.needOtherGraph(),
       cudaGraphDebugDotPrint(C.OtherGraph, "/dev/null",
                              cudaGraphDebugDotFlagsVerbose))
  CALL(cudaGraphGetNodes, Brief, C.needOtherGraph(),
       cudaGraphGetNodes(C.OtherGraph, nullptr, C.out<size_t>()))
  CALL(cudaGraphGetRootNodes, Brief, C.needOtherGraph(),
       cudaGraphGetRootNodes(C.OtherGraph, nullptr, C.out<size_t>()))
  CALL(cudaGraphGetEdges, Brief, C.needMixedGraph(),
       cudaGraphGetEdges(C.MixedGraph, nullptr, nullptr, nullptr,
                         C.out<size_t>()))
  CALL(cudaGraphNodeGetType, Brief, C.needOtherGraph(),
       cudaGraphNodeGetType(C.Node, C.out<cudaGraphNodeType>()))
  CALL(cudaGraphNodeGetDependencies, Brief, C.needMixedGraph(),
       cudaGraphNodeGetDependencies(C.MemsetNode, nullptr, nullptr,
                                    C.out<size_t>()))
  CALL(cudaGraphNodeGetDependentNodes, Brief, C.needMixedGraph(),
       cudaGraphNodeGetDependentNodes(C.MemcpyNode, nullptr, nullptr,
                                      C.out<size_t>()))
  CALL(cudaGraphAddDependencies, Standard, C.needMixedGraph(),
       cudaGraphAddDependencies(C.MixedGraph, &C.EmptyNode, &C.HostNode,
                                nullptr, 1))
  CALL(cudaGraphRemoveDependencies, Standard, C.needMixedGraph(),
       cudaGraphRemoveDependencies(C.MixedGraph, &C.MemcpyNode,
                                   &C.MemsetNode, nullptr, 1))
  CALL(cudaGraphDestroyNode, Standard, C.needOtherGraph(),
       cudaGraphDestroyNode(C.Node))
  CALL(cudaGraphConditionalHandleCreate, Standard, C.needOtherGraph(),
       cudaGraphConditionalHandleCreate(C.out<cudaGraphConditionalHandle>(),
                                        C.OtherGraph, 0, 0))

  CALL(cudaUserObjectCreate, Standard, NOTHING,
       cudaUserObjectCreate(C.out<cudaUserObject_t>(), C.HostWatched, ignore,
                            1, cudaUserObjectNoDestructorSync))
  CALL(cudaUserObjectRetain, Standard, C.needUserObject(),
       cudaUserObjectRetain(C.UserObject, 1))
  CALL(cudaUserObjectRelease, Standard, C.needUserObject(),
       cudaUserObjectRelease(C.UserObject, 1))
  CALL(cudaGraphRetainUserObject, Standard, C.needUserObject(),
       cudaGraphRetainUserObject(C.OtherGraph, C.UserObject, 1, 0))
  CALL(cudaGraphReleaseUserObject, Standard, C.needUserObject(),
       cudaGraphReleaseUserObject(C.OtherGraph, C.UserObject, 1))

  CALL(cudaDeviceGraphMemTrim, Standard, NOTHING, cudaDeviceGraphMemTrim(0))
  CALL(cudaDeviceGetGraphMemAttribute, Standard, NOTHING,
       cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent,
                                      C.out<cuuint64_t>()))
  CALL(cudaDeviceSetGraphMemAttribute, Standard, NOTHING,
       cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh,
                                      C.out<cuuint64_t>()))
};
// clang-format on

static AddCalls Added(Calls);
