#include <cuda_runtime.h>

struct Engine {
  cudaStream_t stream;
  void *scratch;
  bool ready;
};

// Sets up: each call that succeeds allocates what the engine keeps.
extern "C" int engine_setup(Engine *e, size_t size) {
  if (e->ready)
    return 1;
  if (cudaMalloc(&e->scratch, size) != cudaSuccess)
    return 2;
  if (cudaMemsetAsync(e->scratch, 0, size, e->stream) != cudaSuccess)
    return 3;
  e->ready = true;
  return cudaDeviceSynchronize();
}

// Works, with memory of its own.
extern "C" int engine_sort(Engine *e, void *data, size_t size) {
  void *temporary;
  if (cudaMalloc(&temporary, size) != cudaSuccess)
    return 2;
  if (cudaMemcpyAsync(temporary, data, size, cudaMemcpyDeviceToDevice, e->stream) != cudaSuccess)
    return 3;
  return cudaFree(temporary);
}

// Works, and allocates what it lacks.
extern "C" int engine_fill(Engine *e, size_t size) {
  if (!e->scratch)
    if (cudaMalloc(&e->scratch, size) != cudaSuccess)
      return 2;
  return cudaMemsetAsync(e->scratch, 0, size, e->stream);
}

// Refuses a second call: it sets something up, through functions elsewhere.
void reserve(Engine *e, size_t size);
extern "C" void engine_reserve(Engine *e, size_t size) {
  if (e->ready)
    throw size;
  reserve(e, size);
  cudaMemsetAsync(e->scratch, 0, size, e->stream);
  e->ready = true;
}
// Refuses calls before something else was called.
extern "C" void engine_copy(Engine *e, void *to, size_t size) {
  if (!e->ready)
    throw size;
  cudaMemcpyAsync(to, e->scratch, size, cudaMemcpyDeviceToDevice, e->stream);
  e->ready = true;
}
// Returns, and works for the first caller.
extern "C" void engine_first(Engine *e, void *to, size_t size) {
  if (e->ready)
    return;
  cudaMemcpyAsync(to, e->scratch, size, cudaMemcpyDeviceToDevice, e->stream);
  e->ready = true;
}
