// Functions that a Python program calls through ctypes.
#include "cuda_runtime.h"

struct Table {
  void *Memory;
  cudaStream_t Stream;
};

static bool capturing(cudaStream_t Stream) {
  cudaStreamCaptureStatus Status;
  cudaStreamIsCapturing(Stream, &Status);
  return Status != cudaStreamCaptureStatusNone;
}

// Called by '__del__', and by a method that '__del__' calls.
extern "C" void table_destroy(Table *T) {
  cudaFree(T->Memory);
  delete T;
}
extern "C" void graph_destroy(cudaGraphExec_t Graph) {
  cudaGraphExecDestroy(Graph);
}
extern "C" void memory_release(void *Memory) { cudaFree(Memory); }
// Called by 'weakref.finalize'.
extern "C" void device_wait() { cudaDeviceSynchronize(); }
// Called by '__dealloc__'.
extern "C" void stream_destroy(cudaStream_t Stream) {
  cudaStreamSynchronize(Stream);
}

// Finalizers call these, too, but no capture forbids what they do, or they, or
// their finalizer, look for captures.
extern "C" void memory_free(void *Memory, cudaStream_t Stream) {
  cudaFreeAsync(Memory, Stream);
}
extern "C" int guarded_destroy(Table *T) {
  if (capturing(T->Stream))
    return 1;
  cudaFree(T->Memory);
  return 0;
}
// No capture can call this one: it asks for its timer.
extern "C" int launch_timed(cudaGraphExec_t Graph, cudaEvent_t Event,
                            cudaStream_t Stream) {
  if (Event && !capturing(Stream))
    cudaEventRecord(Event, Stream);
  return cudaGraphLaunch(Graph, Stream);
}
extern "C" int launch_or_run(cudaGraphExec_t Graph, void *Memory,
                             cudaStream_t Stream) {
  if (capturing(Stream))
    return cudaMemsetAsync(Memory, 0, 1, Stream);
  return cudaGraphLaunch(Graph, Stream);
}
extern "C" void careful_destroy(Table *T) { cudaFree(T->Memory); }
// Another language cannot call this one.
void module_unload(Table *T) { cudaFree(T->Memory); }
// No finalizer calls this one.
extern "C" void table_clear(Table *T) { cudaFree(T->Memory); }
