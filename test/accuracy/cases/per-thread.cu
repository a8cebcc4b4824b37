// flags: -DCUDA_API_PER_THREAD_DEFAULT_STREAM
// Stream 0 is the per-thread default stream here.
#include "cases.h"

namespace per_thread {

// violation [per-thread]: the legacy stream is named
void namesLegacy(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaMemsetAsync(p, 0, 4, cudaStreamLegacy); // expect: legacy-stream
  cudaStreamEndCapture(s, g);
}
// legal: stream 0 is not the legacy stream
void namesNull(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaMemsetAsync(p, 0, 4, 0);
  cudaStreamEndCapture(s, g);
}
// legal: stream 0 may be captured
void capturesNull(cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(0, kRelaxed);
  step<<<1, 1>>>(p, 1);
  cudaStreamEndCapture(0, g);
}

// violation [per-thread]: stream 0 captures, and is waited for by its other name
void waitsForNull(cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(0, kRelaxed);
  step<<<1, 1>>>(p, 1);
  cudaStreamSynchronize(cudaStreamPerThread); // expect: synchronization
  cudaStreamEndCapture(0, g);
}
// legal: after the end
void waitsForNullAfter(cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(0, kRelaxed);
  step<<<1, 1>>>(p, 1);
  cudaStreamEndCapture(cudaStreamPerThread, g);
  cudaStreamSynchronize(0);
}

// violation [per-thread]: ended twice under two names
void endsTwice(cudaGraph_t *g) {
  cudaStreamBeginCapture(cudaStreamPerThread, kLocal);
  cudaStreamEndCapture(0, g);
  cudaStreamEndCapture(cudaStreamPerThread, g); // miss: unbalanced (of a default stream it is not kept that its capture has ended)
}
// legal: once
void endsOnce(cudaGraph_t *g) {
  cudaStreamBeginCapture(cudaStreamPerThread, kLocal);
  cudaStreamEndCapture(0, g);
}

} // namespace per_thread
