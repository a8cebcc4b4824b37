#include "pool.h"
#include <cuda_runtime.h>

void record(Pool &pool, cudaStream_t stream, cudaGraph_t *graph) {
  (void)cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  pool.reserve(BYTES);
  (void)cudaMemsetAsync(pool.data, 0, BYTES, stream);
  (void)cudaStreamEndCapture(stream, graph);
}
