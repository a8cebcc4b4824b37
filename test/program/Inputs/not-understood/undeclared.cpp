#include <cuda_runtime_that_is_not_installed.h>
#define CHECK(x) check((x), __FILE__, __LINE__)

void ofAnUnknownStream(cudaStream_t s, cudaGraph_t *g) {
  CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaStreamEndCapture(s, g));
}
void ofAnArgument(void *s) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaDeviceSynchronize();
}
