//===- CudaProbe.h - What the calls of the tables are made with -*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The CUDA side of the probe, and the macros that the tables in calls/ are
/// written with. A row reads
///
///   CALL(cudaMemPoolTrimTo, Standard, C.needPool(),
///        cudaMemPoolTrimTo(C.Pool, 0))
///
/// that is: name in the knowledge base; how finely to ask, with StreamArgument
/// or EventArgument if the call is given \c C.S or \c C.E; what must be there
/// before the capture begins (NOTHING if nothing); the call. The call is made
/// with C as the CudaBackend; its value is any status type that toCode() knows.
/// Work that the call enqueues shall change \c *C.Watched on the device, or
/// \c *C.HostWatched on the host (both are 0 before), so that the harness sees
/// when it is done.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ORACLE_CUDAPROBE_H
#define CUDA_CAPTURE_ORACLE_CUDAPROBE_H

#include "Harness.h"
#include <cuda.h>
#include <cuda_runtime.h>

namespace oracle {

Code toCode(cudaError_t E);
Code toCode(CUresult R);
/// For calls that return no status.
inline Code succeeded() { return {0, "returned"}; }

/// Adds 1 to \p *Where.
__global__ void mark(int *Where);
/// Never launched but by the calls that ask about a first launch.
__global__ void neverLoaded(int *Where);
/// Runs for about \p Milliseconds.
__global__ void spin(int Milliseconds);
/// Adds 1 to the int at \p Where, on the host.
void CUDART_CB markOnHost(void *Where);
/// A __device__ int, as cudaMemcpyToSymbol() and its like take it.
const void *symbol();
/// Likewise; no call before the one that is asked about uses it.
const void *neverLoadedSymbol();

class CudaBackend : public Backend {
public:
  //===--- What calls are made with --------------------------------------===//
  cudaStream_t OriginStream = nullptr; ///< The capture begins here.
  cudaStream_t Idle = nullptr;         ///< Non-blocking, never capturing.
  cudaStream_t S = nullptr; ///< The argument, with StreamArgument; else Origin.
  cudaEvent_t E = nullptr;  ///< The argument, with EventArgument; else idle.
  int *Watched = nullptr;   ///< Device; 0 until the call's work is done.
  int *HostWatched = nullptr; ///< Pinned host memory; likewise.
  int *Ones = nullptr;        ///< Device; Count ints that are 1.
  int *Scratch = nullptr;     ///< Device; Count ints that nobody looks at.
  int *PinnedOnes = nullptr;  ///< Pinned host memory.
  int PageableOnes[64];       ///< Host memory.
  int Pageable[64];           ///< Host memory to copy to; [0] is watched, too.
  static constexpr size_t Count = 64;
  static constexpr size_t Bytes = Count * sizeof(int);
  cudaGraph_t Graph = nullptr; ///< Of this capture, once it has ended.

  /// A place for what a call returns: one for each type.
  template <typename T> T *out() {
    static T Slot{};
    return &Slot;
  }
  /// A place for what a call is given by address: one for each type.
  template <typename T> T *in(T Value) {
    static T Slot{};
    Slot = Value;
    return &Slot;
  }
  /// Driver API spellings of the above.
  CUstream cuS() const { return S; }
  CUevent cuE() const { return E; }
  CUdeviceptr cu(const void *P) const {
    return reinterpret_cast<CUdeviceptr>(P);
  }

  //===--- What only some calls need; made before the capture ------------===//
  cudaEvent_t Event2 = nullptr;
  void needEvent2();
  /// Stream that the call may destroy.
  cudaStream_t Doomed = nullptr;
  void needDoomedStream();
  cudaEvent_t DoomedEvent = nullptr;
  void needDoomedEvent();
  /// Device memory that the call may free: from cudaMalloc, cudaMallocAsync,
  /// cudaMallocHost and malloc (page-locked by cudaHostRegister).
  void *Malloced = nullptr;
  void needMalloced();
  void *AsyncMalloced = nullptr;
  void needAsyncMalloced();
  void *HostMalloced = nullptr;
  void needHostMalloced();
  void *Registered = nullptr;
  void needRegistered();
  /// Page-aligned host memory, 1 MiB, not registered.
  void *HostPages = nullptr;
  void needHostPages();
  int *BigScratch = nullptr; ///< Device memory, 1 MiB.
  void needBigScratch();
  int *Managed = nullptr; ///< Managed memory, Count ints.
  void needManaged();
  cudaArray_t Array = nullptr; ///< 16x16 ints.
  void needArray();
  cudaMipmappedArray_t Mipmapped = nullptr;
  void needMipmapped();
  cudaTextureObject_t Texture = 0;
  void needTexture();
  cudaSurfaceObject_t Surface = 0;
  void needSurface();
  cudaMemPool_t Pool = nullptr; ///< Created, of this device.
  void needPool();
  cudaMemPool_t DefaultPool = nullptr;
  void needDefaultPool();
  /// An unrelated graph: one kernel node (Node); its instance, uploaded and
  /// launched once.
  cudaGraph_t OtherGraph = nullptr;
  cudaGraphNode_t Node = nullptr;
  void needOtherGraph();
  cudaGraphExec_t OtherExec = nullptr;
  void needOtherExec();
  /// An unrelated graph with one memcpy, memset, host and empty node each. The
  /// memset follows the memcpy; nothing else depends on anything.
  cudaGraph_t MixedGraph = nullptr;
  cudaGraphNode_t MemcpyNode = nullptr, MemsetNode = nullptr,
                  HostNode = nullptr, EmptyNode = nullptr;
  cudaGraphExec_t MixedExec = nullptr;
  void needMixedGraph();
  /// An unrelated graph that allocates, runs mark(Watched) and frees.
  cudaGraph_t AllocGraph = nullptr;
  cudaGraphNode_t AllocNode = nullptr, FreeNode = nullptr;
  cudaGraphExec_t AllocExec = nullptr;
  void needAllocExec();
  cudaKernelNodeParams KernelParams{}; ///< mark<<<1,1>>>(Watched).
  void needKernelParams();
  /// A module loaded from PTX with the kernel `probeKernel(int *)`.
  CUmodule Module = nullptr;
  CUfunction Function = nullptr;
  void needModule();
  cudaLibrary_t Library = nullptr;
  cudaKernel_t Kernel = nullptr;
  void needLibrary();
  static const char *ptx();
  /// Arguments of mark() and probeKernel(): a pointer to Watched.
  void *Arguments[1] = {&Watched};
  CUdevice Device = 0;
  CUcontext Context = nullptr;
  void needContext();
  /// Makes symbol() the int that is watched.
  void needWatchedSymbol();
  /// Device memory and pageable host memory, LargeBytes of ints that are 1.
  /// Watched and HostWatched become the first of as many ints, which are 0:
  /// HostWatched is pageable memory then.
  int *LargeOnes = nullptr, *LargePageableOnes = nullptr;
  static constexpr size_t LargeBytes = size_t(1) << 20;
  void needLarge();
  cudaEvent_t InterprocessEvent = nullptr;
  void needInterprocessEvent();
  /// A pool that other processes can import; what they are given to import it
  /// and an allocation of it; the pool as it is imported.
  cudaMemPool_t ExportedPool = nullptr;
  int PoolFile = -1;
  void *PoolMalloced = nullptr;
  cudaMemPoolPtrExportData PoolPointer{};
  void needExportedPool();
  cudaMemPool_t ImportedPool = nullptr;
  void needImportedPool();
  /// Two references; OtherGraph has a third.
  cudaUserObject_t UserObject = nullptr;
  void needUserObject();
  cudaGraph_t Clone = nullptr; ///< Of OtherGraph.
  void needClone();
  /// A second graph like OtherGraph.
  cudaGraph_t DoomedGraph = nullptr;
  cudaGraphNode_t DoomedNode = nullptr;
  void needDoomedGraph();
  /// An unrelated graph that records DoomedEvent, waits for it, and has a copy
  /// of OtherGraph as its child.
  cudaGraph_t EventGraph = nullptr;
  cudaGraphNode_t RecordNode = nullptr, WaitNode = nullptr, ChildNode = nullptr;
  cudaGraphExec_t EventExec = nullptr;
  void needEventGraph();
  /// A file with ptx() in it; gone when the process is.
  std::string PtxFile;
  void needPtxFile();

  //===--- What only calls of the driver API need; made likewise ---------===//
  CUcontext OtherContext = nullptr; ///< From cuCtxCreate(); not current.
  void needOtherContext();
  /// All multiprocessors and half of them; a green context of the half.
  CUdevResource AllProcessors{}, HalfOfProcessors{};
  CUdevResourceDesc GreenResources = nullptr;
  CUgreenCtx GreenContext = nullptr;
  void needGreenContext();
  /// PhysicalBytes of physical memory, of addresses where nothing is mapped,
  /// and of addresses where it is mapped: with access, and without.
  CUmemAllocationProp PhysicalProperties{};
  CUmemAccessDesc ReadWrite{};
  size_t PhysicalBytes = 0;
  CUmemGenericAllocationHandle Physical = 0;
  void needPhysical();
  CUdeviceptr Reserved = 0;
  void needReserved();
  CUdeviceptr Mapped = 0;
  void needMapped();
  CUdeviceptr Inaccessible = 0;
  void needInaccessible();
  /// Physical memory that other processes can import, and what they are given.
  CUmemGenericAllocationHandle ExportedPhysical = 0;
  int PhysicalFile = -1;
  void needExportedPhysical();
  /// A sparse array, and what maps memory to all of it.
  CUarray SparseArray = nullptr;
  CUarrayMapInfo SparseMap{};
  void needSparseArray();
  CUarray Line = nullptr; ///< One-dimensional; Count ints that are 1.
  void needLine();
  CUlinkState Link = nullptr;
  void needLink();
  void needLinkInput();  ///< needLink(), and adds ptx() to it.
  std::string FatBinary; ///< ptx() in what nvcc would pack it into.
  void needFatBinary();
  /// Writes 1 to Watched.
  CUstreamBatchMemOpParams WriteOne{};
  CUDA_BATCH_MEM_OP_NODE_PARAMS BatchParams{};
  void needBatchParams();
  /// An unrelated graph of one such node.
  CUgraph BatchGraph = nullptr;
  CUgraphNode BatchNode = nullptr;
  CUgraphExec BatchExec = nullptr;
  void needBatchGraph();

  //===--- Backend -------------------------------------------------------===//
  bool describe() override;
  bool open(Origin O) override;
  void attach() override;
  bool prepare(State S) override;
  Code begin(Mode M) override;
  Code enter(State S) override;
  std::string status() override;
  Code leave(State S) override;
  Code end() override;
  std::vector<std::string> nodes() override;
  Code drain() override;
  bool happened() override;
  Code instantiate() override;
  Code launch() override;

private:
  cudaStream_t Fork = nullptr, Blocking = nullptr;
  cudaEvent_t ForkEvent = nullptr, JoinEvent = nullptr;
  cudaGraphExec_t Exec = nullptr;
  bool IsCapturing = false;
};

/// For set-up only: ends the case if \p Result is an error.
void must(Code Result, const char *What);

} // namespace oracle

#define NOTHING ((void)0)
#define ORACLE_PREPARE(...)                                                    \
  [](Backend &B) {                                                             \
    auto &C = static_cast<CudaBackend &>(B);                                   \
    (void)C;                                                                   \
    __VA_ARGS__;                                                               \
  }
#define ORACLE_INVOKE(...)                                                     \
  [](Backend &B) -> Code {                                                     \
    auto &C = static_cast<CudaBackend &>(B);                                   \
    (void)C;                                                                   \
    __VA_ARGS__;                                                               \
  }
// None of these uses another: the operand of # is what the table says and not
// what the headers make of it (cuMemFree_v2, cudaMemcpy_ptds).
#define CALL(API, CASES, PREPARE, ...)                                         \
  {#API,                                                                       \
   "",                                                                         \
   CASES,                                                                      \
   ORACLE_PREPARE(PREPARE),                                                    \
   ORACLE_INVOKE(return toCode(__VA_ARGS__)),                                  \
   #__VA_ARGS__},
/// Another call of the same API; the variant is a word or words-with-hyphens.
#define CALL_AS(API, VARIANT, CASES, PREPARE, ...)                             \
  {#API,                                                                       \
   VARIANT,                                                                    \
   CASES,                                                                      \
   ORACLE_PREPARE(PREPARE),                                                    \
   ORACLE_INVOKE(return toCode(__VA_ARGS__)),                                  \
   #__VA_ARGS__},
/// A call that is several statements; they end in `return toCode(...)`.
#define CALL_BODY(API, VARIANT, CASES, PREPARE, ...)                           \
  {#API,                                                                       \
   VARIANT,                                                                    \
   CASES,                                                                      \
   ORACLE_PREPARE(PREPARE),                                                    \
   ORACLE_INVOKE(__VA_ARGS__),                                                 \
   #__VA_ARGS__},

#endif // CUDA_CAPTURE_ORACLE_CUDAPROBE_H
