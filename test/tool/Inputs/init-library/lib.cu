// A library that captures for other programs. One of its begins is in global
// mode, one in a mode that its caller chooses.
#include <cuda_runtime.h>
extern "C" bool lib_begin(cudaStream_t s) {
  return cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) == cudaSuccess;
}
extern "C" bool lib_end(cudaStream_t s, cudaGraph_t *graph) {
  return cudaStreamEndCapture(s, graph) == cudaSuccess;
}
extern "C" bool lib_begin_as(cudaStream_t s, cudaStreamCaptureMode mode) {
  return cudaStreamBeginCapture(s, mode) == cudaSuccess;
}
extern "C" bool lib_begin_local(cudaStream_t s) {
  return cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) ==
         cudaSuccess;
}
