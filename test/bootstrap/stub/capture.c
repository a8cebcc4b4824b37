/* The runtime and driver API from C: no defaults, no overloads. */
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>

_Static_assert(cudaErrorStreamCaptureUnsupported == 900, "");
_Static_assert(cudaErrorStreamCaptureInvalidated == 901, "");
_Static_assert(cudaErrorStreamCaptureImplicit == 906, "");
_Static_assert(cudaErrorStreamCaptureWrongThread == 908, "");
_Static_assert(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED == 900, "");
_Static_assert(cudaStreamCaptureModeRelaxed == 2, "");
_Static_assert(CU_STREAM_CAPTURE_MODE_THREAD_LOCAL == 1, "");

static void CUDART_CB onHost(void *Data) { (void)Data; }

cudaError_t capture(cudaStream_t S, float *D, const float *H, size_t N,
                    cudaGraphExec_t *Exec) {
  cudaGraph_t G = 0;
  cudaError_t E = cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
  if (E != cudaSuccess)
    return E;
  (void)cudaMemcpyAsync(D, H, N * sizeof(float), cudaMemcpyHostToDevice, S);
  (void)cudaLaunchHostFunc(S, onHost, D);
  E = cudaStreamEndCapture(S, &G);
  if (E == cudaSuccess)
    E = cudaGraphInstantiate(Exec, G, 0);
  (void)cudaStreamSynchronize(cudaStreamLegacy);
  (void)cudaStreamSynchronize(cudaStreamPerThread);
  (void)cudaProfilerStop();
  return E;
}

CUresult driver(CUstream S, CUgraph *G) {
  CUdeviceptr P;
  CUresult R = cuStreamBeginCapture(S, CU_STREAM_CAPTURE_MODE_RELAXED);
  if (R == CUDA_SUCCESS)
    R = cuMemAlloc(&P, 16);
  if (R == CUDA_SUCCESS)
    R = cuMemcpyHtoDAsync(P, G, sizeof *G, S);
  return R == CUDA_SUCCESS ? cuStreamEndCapture(S, G) : R;
}

/* Runtime and driver handles are one type. */
CUresult mixed(cudaStream_t S, cudaEvent_t E) {
  CUstream D = S;
  return cuStreamWaitEvent(D, E, 0);
}
