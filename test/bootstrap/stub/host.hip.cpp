// The HIP runtime API. As plain C++, as HIP and as CUDA.
#include <hip/hip_runtime.h>
#include <hip/hip_runtime_api.h>

static_assert(hipErrorStreamCaptureUnsupported == 900, "");
static_assert(hipErrorStreamCaptureImplicit == 906, "");

#if defined(__HIP__) || defined(__CUDA__)
__global__ void twice(float *X) {
  X[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
  __syncthreads();
}
static void launch(float *X, hipStream_t S) {
  twice<<<1, 64, 0, S>>>(X);
  hipLaunchKernelGGL(twice, dim3(1), dim3(64), 0, S, X);
}
#else
static void launch(float *, hipStream_t) {}
#endif

hipError_t capture(hipStream_t S) {
  float *D = nullptr;
  hipGraph_t G = nullptr;
  hipGraphExec_t X = nullptr;
  hipEvent_t E;
  (void)hipEventCreateWithFlags(&E, hipEventDisableTiming);
  (void)hipStreamBeginCapture(S, hipStreamCaptureModeGlobal);
  (void)hipMalloc(&D, 256);
  (void)hipMallocAsync(&D, 256, S);
  launch(D, S);
  (void)hipMemcpyAsync(D, D, 4, hipMemcpyDeviceToDevice, S);
  (void)hipEventRecord(E, S);
  (void)hipStreamWaitEvent(S, E);
  (void)hipStreamEndCapture(S, &G);
  (void)hipGraphInstantiate(&X, G, nullptr, nullptr, 0);
  (void)hipGraphLaunch(X, S);
  (void)hipStreamSynchronize(hipStreamPerThread);
  hipDeviceProp_t Prop;
  return hipGetDeviceProperties(&Prop, 0);
}
