//===- CudaProbe.cu - The probe's view of CUDA ----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaProbe.h"
#include <cstdio>
#include <unistd.h>

using namespace oracle;

void oracle::must(Code Result, const char *What) {
  if (!Result.Number)
    return;
  record("setup-failed", std::string(What) + ": " +
                             std::to_string(Result.Number) + " " + Result.Name);
  _exit(3);
}

//===--- Device and streams -----------------------------------------------===//

bool CudaBackend::describe() {
  int Devices = 0, Major = 0, Minor = 0, Driver = 0, Runtime = 0;
  char Name[256] = "";
  cudaError_t E = cudaGetDeviceCount(&Devices);
  if (E != cudaSuccess || Devices == 0) {
    fprintf(stderr, "no CUDA device: %s\n", cudaGetErrorString(E));
    return false;
  }
  must(toCode(cudaDeviceGetAttribute(&Major, cudaDevAttrComputeCapabilityMajor,
                                     0)),
       "capability");
  must(toCode(cudaDeviceGetAttribute(&Minor, cudaDevAttrComputeCapabilityMinor,
                                     0)),
       "capability");
  must(toCode(cudaDriverGetVersion(&Driver)), "driver version");
  must(toCode(cudaRuntimeGetVersion(&Runtime)), "runtime version");
  must(toCode(cuDeviceGetName(Name, sizeof(Name), 0)), "device name");
  record("device", Name);
  record("capability", std::to_string(Major) + "." + std::to_string(Minor));
  record("driverApi", std::to_string(Driver));
  record("runtime", std::to_string(Runtime));
  return true;
}

static cudaStream_t makeStream(unsigned Flags) {
  cudaStream_t S = nullptr;
  must(toCode(cudaStreamCreateWithFlags(&S, Flags)), "stream");
  return S;
}

static cudaEvent_t makeEvent() {
  cudaEvent_t E = nullptr;
  must(toCode(cudaEventCreate(&E)), "event");
  return E;
}

template <typename T> static T *makeDevice(size_t Bytes, int Value) {
  void *P = nullptr;
  must(toCode(cudaMalloc(&P, Bytes)), "device memory");
  must(toCode(cudaMemset(P, Value, Bytes)), "device memory");
  return static_cast<T *>(P);
}

bool CudaBackend::open(Origin O) {
  must(toCode(cudaSetDevice(0)), "device");
  must(toCode(cuDeviceGet(&Device, 0)), "device");
  switch (O) {
  case Origin::Blocking:
    OriginStream = makeStream(cudaStreamDefault);
    break;
  case Origin::NonBlocking:
    OriginStream = makeStream(cudaStreamNonBlocking);
    break;
  case Origin::PerThread:
    OriginStream = cudaStreamPerThread;
    break;
  }
  Idle = makeStream(cudaStreamNonBlocking);
  Fork = makeStream(cudaStreamNonBlocking);
  ForkEvent = makeEvent();
  JoinEvent = makeEvent();
  Watched = makeDevice<int>(Bytes, 0);
  Scratch = makeDevice<int>(Bytes, 0);
  Ones = makeDevice<int>(Bytes, 0);
  must(toCode(cudaMallocHost(&HostWatched, Bytes)), "pinned memory");
  must(toCode(cudaMallocHost(&PinnedOnes, Bytes)), "pinned memory");
  for (size_t I = 0; I != Count; ++I) {
    HostWatched[I] = Pageable[I] = 0;
    PinnedOnes[I] = PageableOnes[I] = 1;
  }
  must(toCode(cudaMemcpy(Ones, PinnedOnes, Bytes, cudaMemcpyHostToDevice)),
       "device memory");
  // Loads mark(): a first launch is a case of its own.
  mark<<<1, 1, 0, Idle>>>(Scratch);
  must(toCode(cudaDeviceSynchronize()), "first launch");
  return true;
}

void CudaBackend::needBigScratch() { BigScratch = makeDevice<int>(1 << 20, 0); }

void CudaBackend::attach() { must(toCode(cudaSetDevice(0)), "other thread"); }

//===--- The argument -----------------------------------------------------===//

bool CudaBackend::prepare(State Of) {
  S = OriginStream;
  E = makeEvent();
  switch (Of) {
  case State::None:
  case State::OriginStream:
  case State::NeverRecorded:
  case State::Captured:
  case State::External:
    break;
  case State::ForkedStream:
    S = Fork;
    break;
  case State::BlockingStream:
    S = makeStream(cudaStreamDefault);
    break;
  case State::NonBlockingStream:
    S = makeStream(cudaStreamNonBlocking);
    break;
  case State::LegacyStream:
    S = cudaStreamLegacy;
    break;
  case State::PerThreadStream:
    S = cudaStreamPerThread;
    break;
  case State::Complete:
    must(toCode(cudaEventRecord(E, Idle)), "record");
    must(toCode(cudaEventSynchronize(E)), "wait");
    break;
  case State::Pending: {
    cudaStream_t Busy = makeStream(cudaStreamNonBlocking);
    spin<<<1, 1, 0, Busy>>>(/*Milliseconds=*/300);
    must(toCode(cudaEventRecord(E, Busy)), "record");
    break;
  }
  }
  must(toCode(cudaGetLastError()), "set-up");
  return true;
}

Code CudaBackend::begin(Mode M) {
  // What prepare() of the call left behind is none of its business.
  (void)cudaGetLastError();
  IsCapturing = true;
  return toCode(cudaStreamBeginCapture(
      OriginStream, M == Mode::Global        ? cudaStreamCaptureModeGlobal
                    : M == Mode::ThreadLocal ? cudaStreamCaptureModeThreadLocal
                                             : cudaStreamCaptureModeRelaxed));
}

/// Makes \p To wait for what is in \p From now.
static Code follow(cudaStream_t To, cudaStream_t From, cudaEvent_t Through) {
  Code Recorded = toCode(cudaEventRecord(Through, From));
  return Recorded.Number ? Recorded
                         : toCode(cudaStreamWaitEvent(To, Through, 0));
}

Code CudaBackend::enter(State Of) {
  switch (Of) {
  case State::ForkedStream:
    return follow(Fork, OriginStream, ForkEvent);
  case State::Captured:
    return toCode(cudaEventRecord(E, OriginStream));
  case State::External:
    // The flag is an error outside of a capture.
    return toCode(cudaEventRecordWithFlags(
        E, OriginStream,
        IsCapturing ? cudaEventRecordExternal : cudaEventRecordDefault));
  default:
    return succeeded();
  }
}

std::string CudaBackend::status() {
  cudaStreamCaptureStatus Status = cudaStreamCaptureStatusNone;
  if (Code Asked = toCode(cudaStreamIsCapturing(OriginStream, &Status));
      Asked.Number)
    return "error-" + std::to_string(Asked.Number);
  switch (Status) {
  case cudaStreamCaptureStatusNone:
    return "none";
  case cudaStreamCaptureStatusActive:
    return "active";
  case cudaStreamCaptureStatusInvalidated:
    return "invalidated";
  }
  return "unknown";
}

Code CudaBackend::leave(State Of) {
  return Of == State::ForkedStream ? follow(OriginStream, Fork, JoinEvent)
                                   : succeeded();
}

//===--- The graph --------------------------------------------------------===//

Code CudaBackend::end() {
  return toCode(cudaStreamEndCapture(OriginStream, &Graph));
}

static const char *kind(cudaGraphNodeType T) {
  switch (T) {
  case cudaGraphNodeTypeKernel:
    return "kernel";
  case cudaGraphNodeTypeMemcpy:
    return "memcpy";
  case cudaGraphNodeTypeMemset:
    return "memset";
  case cudaGraphNodeTypeHost:
    return "host";
  case cudaGraphNodeTypeGraph:
    return "child-graph";
  case cudaGraphNodeTypeEmpty:
    return "empty";
  case cudaGraphNodeTypeWaitEvent:
    return "event-wait";
  case cudaGraphNodeTypeEventRecord:
    return "event-record";
  case cudaGraphNodeTypeExtSemaphoreSignal:
    return "semaphore-signal";
  case cudaGraphNodeTypeExtSemaphoreWait:
    return "semaphore-wait";
  case cudaGraphNodeTypeMemAlloc:
    return "mem-alloc";
  case cudaGraphNodeTypeMemFree:
    return "mem-free";
  case cudaGraphNodeTypeConditional:
    return "conditional";
  default:
    return "other";
  }
}

std::vector<std::string> CudaBackend::nodes() {
  std::vector<std::string> Kinds;
  size_t N = 0;
  if (!Graph || cudaGraphGetNodes(Graph, nullptr, &N) != cudaSuccess)
    return Kinds;
  std::vector<cudaGraphNode_t> Nodes(N);
  if (N && cudaGraphGetNodes(Graph, Nodes.data(), &N) != cudaSuccess)
    return Kinds;
  for (cudaGraphNode_t Node : Nodes) {
    cudaGraphNodeType T = cudaGraphNodeTypeEmpty;
    if (cudaGraphNodeGetType(Node, &T) != cudaSuccess)
      Kinds.push_back("error");
    else
      Kinds.push_back(kind(T));
  }
  return Kinds;
}

Code CudaBackend::drain() { return toCode(cudaDeviceSynchronize()); }

bool CudaBackend::happened() {
  int OnDevice = 0;
  Code Read = toCode(
      cudaMemcpy(&OnDevice, Watched, sizeof(int), cudaMemcpyDeviceToHost));
  if (Read.Number) {
    record("unreadable", Read);
    return false;
  }
  bool Result = OnDevice || *HostWatched || *Pageable;
  *HostWatched = *Pageable = 0;
  must(toCode(cudaMemset(Watched, 0, Bytes)), "reset");
  must(toCode(cudaDeviceSynchronize()), "reset");
  return Result;
}

Code CudaBackend::instantiate() {
  if (!Graph)
    return {NoGraph, "no graph"};
  return toCode(cudaGraphInstantiate(&Exec, Graph, 0));
}

Code CudaBackend::launch() {
  cudaStream_t Where = makeStream(cudaStreamNonBlocking);
  if (Code Launched = toCode(cudaGraphLaunch(Exec, Where)); Launched.Number)
    return Launched;
  return toCode(cudaStreamSynchronize(Where));
}

int main(int Argc, char **Argv) {
  static CudaBackend Backend;
  return probeMain(Argc, Argv, Backend);
}
