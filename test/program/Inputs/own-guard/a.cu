#include <cuda_runtime.h>
#include <mine.h>
cudaError_t early(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return cudaErrorUnknown;
  {
    mine::AtEnd sync([&] { cudaStreamSynchronize(s); });
  }
  return cudaStreamEndCapture(s, g);
}
