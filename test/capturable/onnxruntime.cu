// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureEntryPoints: onnxruntime}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy %all-checks %s -- %cuda-flags 2>&1 | %FileCheck %s --allow-empty --check-prefix=NONE --implicit-check-not=warning: --implicit-check-not=error:
// A custom operator of C++: a template in a header of the system stores the function that calls it.
#include "Inputs/onnxruntime.h"
#include <cuda_runtime.h>

__global__ void kernel(float *p);

struct Kernel {
  void Compute(OrtKernelContext *context) {
    Ort::KernelContext ctx(context);
    cudaStream_t stream = reinterpret_cast<cudaStream_t>(ctx.GetGPUComputeStream());
    // CHECK: :[[#@LINE+3]]:5: warning: call to 'cudaMalloc' while the caller of 'Kernel::Compute' is capturing a stream in global mode; {{.*}} [cuda-capture-unsafe-call]
    // CHECK: note: 'Kernel::Compute' is stored in 'OrtCustomOp::KernelCompute', whose library may call it while a stream is captured
    // NONE-NOT: cudaMalloc
    cudaMalloc((void **)&scratch, 16);
    kernel<<<1, 1, 0, stream>>>(scratch);
  }
  float *scratch;
};
struct Op : Ort::CustomOpBase<Op, Kernel> {
  const char *GetName() const { return "op"; }
};
static Op op;

// Enqueues only, and is not registered.
struct Fine {
  void Compute(OrtKernelContext *context) {
    Ort::KernelContext ctx(context);
    kernel<<<1, 1, 0, reinterpret_cast<cudaStream_t>(ctx.GetGPUComputeStream())>>>(nullptr);
  }
};
struct FineOp : Ort::CustomOpBase<FineOp, Fine> {};
static FineOp fine;
struct NotAnOp {
  void Compute(OrtKernelContext *) { cudaDeviceSynchronize(); }
};
