//===- Needs.cu - What calls are made with --------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything here is made before the capture begins. What may be needed for a
/// call that is given an event must not wait for all the device's work: the
/// event may have to be pending.
///
//===----------------------------------------------------------------------===//

#include "CudaProbe.h"
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace oracle;

//===--- Status -----------------------------------------------------------===//

Code oracle::toCode(cudaError_t E) { return {int(E), cudaGetErrorName(E)}; }

Code oracle::toCode(CUresult R) {
  const char *Name = nullptr;
  if (cuGetErrorName(R, &Name) != CUDA_SUCCESS || !Name)
    Name = "unknown";
  return {int(R), Name};
}

static void must(cudaError_t E, const char *What) {
  oracle::must(toCode(E), What);
}
static void must(CUresult R, const char *What) {
  oracle::must(toCode(R), What);
}

//===--- Kernels ----------------------------------------------------------===//

__global__ void oracle::mark(int *Where) { atomicAdd(Where, 1); }

static __device__ unsigned long long nanoseconds() {
  unsigned long long T;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(T));
  return T;
}

__global__ void oracle::spin(int Milliseconds) {
  unsigned long long Begin = nanoseconds();
  while (nanoseconds() - Begin < Milliseconds * 1000000ull) {
  }
}

void CUDART_CB oracle::markOnHost(void *Where) {
  ++*static_cast<volatile int *>(Where);
}

/// As long as what else may be watched.
static __device__ int Symbol[CudaBackend::Count] = {1};
const void *oracle::symbol() { return Symbol; }

//===--- Helpers ----------------------------------------------------------===//

/// Device memory full of ints that are \p Value.
static int *filled(size_t Bytes, int Value) {
  std::vector<int> Ints(Bytes / sizeof(int), Value);
  void *P = nullptr;
  must(cudaMalloc(&P, Bytes), "device memory");
  must(cudaMemcpy(P, Ints.data(), Bytes, cudaMemcpyHostToDevice),
       "copy to the device");
  return static_cast<int *>(P);
}

/// After something that did the work which is watched.
static void forget(CudaBackend &C) {
  must(cudaDeviceSynchronize(), "wait for the device");
  must(cudaMemset(C.Watched, 0, CudaBackend::Bytes), "clear");
  must(cudaDeviceSynchronize(), "wait for the device");
  *C.HostWatched = 0;
}

static cudaMemPoolProps poolProperties(cudaMemAllocationHandleType Handles) {
  cudaMemPoolProps P{};
  P.allocType = cudaMemAllocationTypePinned;
  P.handleTypes = Handles;
  P.location.type = cudaMemLocationTypeDevice;
  P.location.id = 0;
  return P;
}

static void *pages(size_t Bytes) {
  void *P = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (P == MAP_FAILED)
    must(cudaErrorMemoryAllocation, "host pages");
  memset(P, 0, Bytes);
  return P;
}

//===--- Streams and events -----------------------------------------------===//

void CudaBackend::needEvent2() {
  if (Event2)
    return;
  // Not in Idle: that may have work which is to stay pending.
  cudaStream_t Other;
  must(cudaStreamCreateWithFlags(&Other, cudaStreamNonBlocking), "stream");
  must(cudaEventCreate(&Event2), "second event");
  must(cudaEventRecord(Event2, Other), "record the second event");
  must(cudaEventSynchronize(Event2), "wait for the second event");
}

void CudaBackend::needDoomedStream() {
  if (!Doomed)
    must(cudaStreamCreateWithFlags(&Doomed, cudaStreamNonBlocking),
         "stream to destroy");
}

void CudaBackend::needDoomedEvent() {
  if (!DoomedEvent)
    must(cudaEventCreate(&DoomedEvent), "event to destroy");
}

void CudaBackend::needInterprocessEvent() {
  if (!InterprocessEvent)
    must(cudaEventCreateWithFlags(&InterprocessEvent,
                                  cudaEventInterprocess |
                                      cudaEventDisableTiming),
         "interprocess event");
}

//===--- Memory -----------------------------------------------------------===//

void CudaBackend::needMalloced() {
  if (!Malloced)
    must(cudaMalloc(&Malloced, Bytes), "device memory");
}

void CudaBackend::needAsyncMalloced() {
  if (AsyncMalloced)
    return;
  must(cudaMallocAsync(&AsyncMalloced, Bytes, Idle), "stream-ordered memory");
  must(cudaStreamSynchronize(Idle), "wait for stream-ordered memory");
}

void CudaBackend::needHostMalloced() {
  if (!HostMalloced)
    must(cudaMallocHost(&HostMalloced, Bytes), "page-locked memory");
}

void CudaBackend::needRegistered() {
  if (Registered)
    return;
  Registered = pages(1 << 20);
  must(cudaHostRegister(Registered, 1 << 20, cudaHostRegisterDefault),
       "register host memory");
}

void CudaBackend::needHostPages() {
  if (!HostPages)
    HostPages = pages(1 << 20);
}

void CudaBackend::needManaged() {
  if (Managed)
    return;
  must(cudaMallocManaged(&Managed, Bytes), "managed memory");
  must(cudaDeviceSynchronize(), "wait for the device");
  for (size_t I = 0; I != Count; ++I)
    Managed[I] = 1;
}

void CudaBackend::needWatchedSymbol() {
  void *P = nullptr;
  must(cudaGetSymbolAddress(&P, symbol()), "address of the symbol");
  Watched = static_cast<int *>(P);
  forget(*this);
}

void CudaBackend::needLarge() {
  if (LargeOnes)
    return;
  LargeOnes = filled(LargeBytes, 1);
  LargePageableOnes = static_cast<int *>(malloc(LargeBytes));
  for (size_t I = 0; I != LargeBytes / sizeof(int); ++I)
    LargePageableOnes[I] = 1;
  Watched = filled(LargeBytes, 0);
  HostWatched = static_cast<int *>(malloc(LargeBytes));
  memset(HostWatched, 0, LargeBytes);
}

//===--- Arrays -----------------------------------------------------------===//

void CudaBackend::needArray() {
  if (Array)
    return;
  cudaChannelFormatDesc Ints = cudaCreateChannelDesc<int>();
  must(cudaMallocArray(&Array, &Ints, 16, 16, cudaArraySurfaceLoadStore),
       "array");
  std::vector<int> One(16 * 16, 1);
  must(cudaMemcpy2DToArray(Array, 0, 0, One.data(), 16 * sizeof(int),
                           16 * sizeof(int), 16, cudaMemcpyHostToDevice),
       "fill the array");
}

void CudaBackend::needMipmapped() {
  if (Mipmapped)
    return;
  cudaChannelFormatDesc Ints = cudaCreateChannelDesc<int>();
  must(cudaMallocMipmappedArray(&Mipmapped, &Ints, make_cudaExtent(16, 16, 0),
                                2),
       "mipmapped array");
}

void CudaBackend::needTexture() {
  if (Texture)
    return;
  needArray();
  cudaResourceDesc R{};
  R.resType = cudaResourceTypeArray;
  R.res.array.array = Array;
  cudaTextureDesc T{};
  T.readMode = cudaReadModeElementType;
  cudaResourceViewDesc V{};
  V.format = cudaResViewFormatSignedInt1;
  V.width = V.height = 16;
  must(cudaCreateTextureObject(&Texture, &R, &T, &V), "texture");
}

void CudaBackend::needSurface() {
  if (Surface)
    return;
  needArray();
  cudaResourceDesc R{};
  R.resType = cudaResourceTypeArray;
  R.res.array.array = Array;
  must(cudaCreateSurfaceObject(&Surface, &R), "surface");
}

//===--- Memory pools -----------------------------------------------------===//

void CudaBackend::needPool() {
  if (Pool)
    return;
  cudaMemPoolProps P = poolProperties(cudaMemHandleTypeNone);
  must(cudaMemPoolCreate(&Pool, &P), "memory pool");
}

void CudaBackend::needDefaultPool() {
  if (!DefaultPool)
    must(cudaDeviceGetDefaultMemPool(&DefaultPool, 0), "default memory pool");
}

void CudaBackend::needExportedPool() {
  if (ExportedPool)
    return;
  cudaMemPoolProps P = poolProperties(cudaMemHandleTypePosixFileDescriptor);
  must(cudaMemPoolCreate(&ExportedPool, &P), "memory pool to export");
  must(cudaMemPoolExportToShareableHandle(
           &PoolFile, ExportedPool, cudaMemHandleTypePosixFileDescriptor, 0),
       "export a memory pool");
  must(cudaMallocFromPoolAsync(&PoolMalloced, Bytes, ExportedPool, Idle),
       "memory to export");
  must(cudaStreamSynchronize(Idle), "wait for memory to export");
  must(cudaMemPoolExportPointer(&PoolPointer, PoolMalloced),
       "export a pointer");
}

void CudaBackend::needImportedPool() {
  if (ImportedPool)
    return;
  needExportedPool();
  must(cudaMemPoolImportFromShareableHandle(
           &ImportedPool, reinterpret_cast<void *>(intptr_t(PoolFile)),
           cudaMemHandleTypePosixFileDescriptor, 0),
       "import a memory pool");
}

//===--- Graphs -----------------------------------------------------------===//

void CudaBackend::needKernelParams() {
  KernelParams = {};
  KernelParams.func = reinterpret_cast<void *>(mark);
  KernelParams.gridDim = dim3(1);
  KernelParams.blockDim = dim3(1);
  KernelParams.kernelParams = Arguments;
}

void CudaBackend::needOtherGraph() {
  if (OtherGraph)
    return;
  needKernelParams();
  must(cudaGraphCreate(&OtherGraph, 0), "graph");
  must(cudaGraphAddKernelNode(&Node, OtherGraph, nullptr, 0, &KernelParams),
       "kernel node");
}

void CudaBackend::needOtherExec() {
  if (OtherExec)
    return;
  needOtherGraph();
  must(cudaGraphInstantiate(&OtherExec, OtherGraph, 0), "instantiate");
  must(cudaGraphUpload(OtherExec, Idle), "upload");
  must(cudaGraphLaunch(OtherExec, Idle), "launch");
  forget(*this);
}

void CudaBackend::needMixedGraph() {
  if (MixedGraph)
    return;
  must(cudaGraphCreate(&MixedGraph, 0), "graph");
  must(cudaGraphAddMemcpyNode1D(&MemcpyNode, MixedGraph, nullptr, 0, Watched,
                                Ones, sizeof(int), cudaMemcpyDeviceToDevice),
       "memcpy node");
  cudaMemsetParams M{};
  M.dst = Watched;
  M.value = 1;
  M.elementSize = sizeof(int);
  M.width = M.height = 1;
  must(cudaGraphAddMemsetNode(&MemsetNode, MixedGraph, &MemcpyNode, 1, &M),
       "memset node");
  cudaHostNodeParams H{markOnHost, HostWatched};
  must(cudaGraphAddHostNode(&HostNode, MixedGraph, nullptr, 0, &H),
       "host node");
  must(cudaGraphAddEmptyNode(&EmptyNode, MixedGraph, nullptr, 0), "empty node");
  must(cudaGraphInstantiate(&MixedExec, MixedGraph, 0), "instantiate");
}

void CudaBackend::needAllocExec() {
  if (AllocExec)
    return;
  needKernelParams();
  must(cudaGraphCreate(&AllocGraph, 0), "graph");
  cudaMemAllocNodeParams A{};
  A.poolProps = poolProperties(cudaMemHandleTypeNone);
  A.bytesize = Bytes;
  must(cudaGraphAddMemAllocNode(&AllocNode, AllocGraph, nullptr, 0, &A),
       "allocation node");
  cudaGraphNode_t Marking;
  must(cudaGraphAddKernelNode(&Marking, AllocGraph, &AllocNode, 1,
                              &KernelParams),
       "kernel node");
  must(cudaGraphAddMemFreeNode(&FreeNode, AllocGraph, &Marking, 1, A.dptr),
       "free node");
  must(cudaGraphInstantiate(&AllocExec, AllocGraph, 0), "instantiate");
}

void CudaBackend::needUserObject() {
  if (UserObject)
    return;
  needOtherGraph();
  must(cudaUserObjectCreate(
           &UserObject, HostWatched, [](void *) {}, 2,
           cudaUserObjectNoDestructorSync),
       "user object");
  must(cudaGraphRetainUserObject(OtherGraph, UserObject, 1, 0),
       "retain the user object");
}

void CudaBackend::needClone() {
  if (Clone)
    return;
  needOtherGraph();
  must(cudaGraphClone(&Clone, OtherGraph), "clone");
}

void CudaBackend::needDoomedGraph() {
  if (DoomedGraph)
    return;
  needKernelParams();
  must(cudaGraphCreate(&DoomedGraph, 0), "graph to destroy");
  must(cudaGraphAddKernelNode(&DoomedNode, DoomedGraph, nullptr, 0,
                              &KernelParams),
       "kernel node");
}

void CudaBackend::needEventGraph() {
  if (EventGraph)
    return;
  needOtherGraph();
  needDoomedEvent();
  must(cudaGraphCreate(&EventGraph, 0), "graph");
  must(cudaGraphAddEventRecordNode(&RecordNode, EventGraph, nullptr, 0,
                                   DoomedEvent),
       "event record node");
  must(cudaGraphAddEventWaitNode(&WaitNode, EventGraph, &RecordNode, 1,
                                 DoomedEvent),
       "event wait node");
  must(cudaGraphAddChildGraphNode(&ChildNode, EventGraph, nullptr, 0,
                                  OtherGraph),
       "child graph node");
  must(cudaGraphInstantiate(&EventExec, EventGraph, 0), "instantiate");
}

//===--- Modules ----------------------------------------------------------===//

const char *CudaBackend::ptx() {
  return R"(
.version 6.4
.target sm_75
.address_size 64

.visible .global .align 4 .u32 probeGlobal = 1;

.visible .entry probeKernel(.param .u64 Where)
{
  .reg .u64 %where;
  .reg .u32 %old;
  ld.param.u64 %where, [Where];
  cvta.to.global.u64 %where, %where;
  atom.global.add.u32 %old, [%where], 1;
  ret;
}
)";
}

void CudaBackend::needModule() {
  if (Module)
    return;
  must(cuModuleLoadData(&Module, ptx()), "module");
  must(cuModuleGetFunction(&Function, Module, "probeKernel"), "function");
}

void CudaBackend::needLibrary() {
  if (Library)
    return;
  must(cudaLibraryLoadData(&Library, ptx(), nullptr, nullptr, 0, nullptr,
                           nullptr, 0),
       "library");
  must(cudaLibraryGetKernel(&Kernel, Library, "probeKernel"), "kernel");
}

void CudaBackend::needPtxFile() {
  if (!PtxFile.empty())
    return;
  int File = memfd_create("ptx", 0);
  ssize_t Size = strlen(ptx());
  if (File < 0 || write(File, ptx(), Size) != Size)
    must(cudaErrorFileNotFound, "file of PTX");
  PtxFile = "/proc/self/fd/" + std::to_string(File);
}

void CudaBackend::needContext() {
  if (Context)
    return;
  must(cuDeviceGet(&Device, 0), "device");
  must(cuCtxGetCurrent(&Context), "context");
}
