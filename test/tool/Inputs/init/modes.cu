#include <cuda_runtime.h>
__global__ void kernel();
extern "C" void lib_run(cudaStream_t s) { kernel<<<1, 1, 0, s>>>(); }
cudaStreamCaptureMode chosen();
void capture(cudaStream_t s, cudaGraph_t *g, cudaGraph_t into) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  cudaStreamEndCapture(s, g);
#ifdef UNKNOWN
  cudaStreamBeginCapture(s, chosen());
  cudaStreamEndCapture(s, g);
#endif
}
