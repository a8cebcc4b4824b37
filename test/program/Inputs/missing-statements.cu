#include <cuda_runtime.h>

static constexpr auto kGlobal = cudaStreamCaptureModeGlobal;
void work(cudaStream_t);
int check(int);

void nested(cudaStream_t s) {
  if (s)
    nothing::likeThis(s);
  work(s);
}

bool fires(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return false;
  nested(s);
  return cudaStreamEndCapture(s, g) == cudaSuccess;
}

bool firesTwice(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return false;
  check(nothing::likeThis(s, 1));
  work(s);
  if (nothing::likeThis(s, 2))
    work(s);
  return cudaStreamEndCapture(s, g) == cudaSuccess;
}

bool silentOutside(cudaStream_t s, cudaGraph_t *g) {
  nothing::likeThis(s);
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return false;
  work(s);
  if (cudaStreamEndCapture(s, g) != cudaSuccess)
    return false;
  nothing::likeThis(s);
  return true;
}
