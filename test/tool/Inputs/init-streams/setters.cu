#include "capturing.h"
struct Handle {
  cudaStream_t stream;
  void *workspace;
};
static cudaStream_t Current;

// They are called between two pieces of captured work.
extern "C" int set_stream(Handle *handle, cudaStream_t stream) {
  if (!handle)
    return 2;
  if (stream && cudaStreamQuery(stream) == cudaErrorInvalidResourceHandle)
    return 1;
  handle->stream = stream;
  return 0;
}
extern "C" void set_current(cudaStream_t stream) {
  if (Current && Current != stream)
    cudaStreamSynchronize(Current);
  Current = stream;
}
struct Queue {
  cudaStream_t stream;
  void *scratch;
  void use(cudaStream_t s);
};
void Queue::use(cudaStream_t s) {
  if (scratch)
    cudaFree(scratch);
  scratch = nullptr;
  stream = s;
}

// No capture forbids what these do.
extern "C" void set_plain(Handle *handle, cudaStream_t stream) {
  handle->stream = stream;
}
extern "C" void set_event(cudaEvent_t event, cudaStream_t stream, Handle *to) {
  to->stream = stream;
  cudaEventCreate(&event);
}
// Each of its calls waits.
extern "C" void set_idle(Handle *handle, cudaStream_t stream) {
  cudaStreamSynchronize(handle->stream);
  handle->stream = stream;
}
// They keep no stream.
extern "C" int is_idle(Handle *handle, cudaStream_t stream) {
  Handle copy = *handle;
  copy.stream = stream;
  return copy.workspace && cudaStreamQuery(stream) == cudaSuccess;
}
// They make objects.
extern "C" void make_handle(Handle **handle, cudaStream_t stream, bool large) {
  Handle *h = new Handle;
  h->stream = stream;
  if (large)
    cudaMalloc(&h->workspace, 4);
  *handle = h;
}
struct Owner {
  cudaStream_t stream;
  Owner(cudaStream_t s) : stream(s) {
    if (s)
      cudaStreamSynchronize(s);
  }
};
// The caller is here.
static void set_here(Handle *handle, cudaStream_t stream) {
  if (stream)
    cudaStreamSynchronize(stream);
  handle->stream = stream;
}
extern "C" void begin(Handle *handle, cudaStream_t stream) {
  Owner owner(stream);
  set_here(handle, owner.stream);
}
// Its caller decides whether it waits.
extern "C" void set_and_wait(Handle *handle, cudaStream_t stream, bool wait) {
  if (wait)
    cudaStreamSynchronize(handle->stream);
  handle->stream = stream;
}
