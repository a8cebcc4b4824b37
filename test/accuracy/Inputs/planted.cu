#include "planted.h"
#include <cuda_runtime.h>

#define CHECK(call)                                                            \
  do {                                                                         \
    if ((call) != cudaSuccess)                                                 \
      return;                                                                  \
  } while (0)

// cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) in a comment.
static void deeper(cudaStream_t s) { cudaMemsetAsync(nullptr, 0, 4, s); }
static void helper(cudaStream_t s) { deeper(s); }
static void besideIt(cudaStream_t s) { cudaStreamSynchronize(s); }

void captures(cudaStream_t s, cudaGraph_t *g) {
  CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  if (s)
    helper(s);
  CHECK(cudaStreamEndCapture(s, g));
  besideIt(s);
}

void within(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed) == cudaSuccess) {
    cudaMemsetAsync(nullptr, 0, 4, s);
    cudaStreamEndCapture(s, g);
  }
}

// The end is elsewhere.
void begins(cudaStream_t s) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
}

static void ends(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamEndCapture(s, g);
}
void both(cudaStream_t s, cudaGraph_t *g) {
  begins(s);
  ends(s, g);
}

#ifdef NOBODY_DEFINES_THIS
void dropped(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(s, g);
}
#endif
