// flags: -I../../libraries/Inputs
#include "cases.h"
#include "cpp-libraries.h"
#include "libraries.h"

namespace library_users {

__global__ void relu(float *x, int n);

// Handles that are made when they are first needed
class Context {
  cublasHandle_t blas_ = nullptr;
  cudnnHandle_t dnn_ = nullptr;
  cudaStream_t stream_;

public:
  explicit Context(cudaStream_t s) : stream_(s) {}
  ~Context() {
    if (blas_)
      cublasDestroy(blas_);
    if (dnn_)
      cudnnDestroy(dnn_);
  }
  Context(const Context &) = delete;
  cublasHandle_t blas() {
    if (!blas_) {
      cublasCreate(&blas_);
      cublasSetStream(blas_, stream_);
    }
    return blas_;
  }
  cudnnHandle_t dnn() {
    if (!dnn_)
      cudnnCreate(&dnn_);
    return dnn_;
  }
  cudaStream_t stream() const { return stream_; }
};
// violation [lazy handle]: the first product makes the handle
void captureProduct(Context &c, const float *a, float *x, float *y, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(c.stream(), cudaStreamCaptureModeGlobal));
  cublasSaxpy(c.blas(), 64, a, x, 1, y, 1); // expect: unsafe-call
  CHECK_CUDA(cudaStreamEndCapture(c.stream(), g));
}
// legal: it was made by a product before
void captureProductWarm(cudaStream_t s, const float *a, float *x, float *y, cudaGraph_t *g) {
  Context c(s);
  cublasSaxpy(c.blas(), 64, a, x, 1, y, 1);
  CHECK_CUDA(cudaStreamSynchronize(s));
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  cublasSaxpy(c.blas(), 64, a, x, 1, y, 1);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// violation [lazy handle]: cuDNN's was never bound
void captureSoftmax(cudaStream_t s, const float *a, void *d, float *x, cudaGraph_t *g) {
  Context c(s);
  c.dnn();
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  cudnnSoftmaxForward(c.dnn(), 0, 0, a, d, x, a, d, x); // expect: legacy-stream
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: bound by the caller
void captureSoftmaxBound(cudaStream_t s, const float *a, void *d, float *x, cudaGraph_t *g) {
  Context c(s);
  cudnnSetStream(c.dnn(), c.stream());
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  cudnnSoftmaxForward(c.dnn(), 0, 0, a, d, x, a, d, x);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

// Temporary storage of CUB
struct Scratch {
  void *p = nullptr;
  size_t bytes = 0;
  void *ensure(size_t n) {
    if (n > bytes) {
      cudaFree(p);
      CHECK_CUDA(cudaMalloc(&p, n));
      bytes = n;
    }
    return p;
  }
};
static void sum(Scratch &scratch, const float *in, float *out, int n, cudaStream_t s) {
  size_t bytes = 0;
  CHECK_CUDA(cub::DeviceReduce::Sum(nullptr, bytes, in, out, n, s));
  CHECK_CUDA(cub::DeviceReduce::Sum(scratch.ensure(bytes), bytes, in, out, n, s));
}
// violation [CUB]: the storage grows in the capture
void captureSum(Scratch &scratch, const float *in, float *out, int n, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  sum(scratch, in, out, n, s); // expect: unsafe-call
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: in the order of the stream
static void sumAsync(const float *in, float *out, int n, cudaStream_t s) {
  size_t bytes = 0;
  void *p = nullptr;
  CHECK_CUDA(cub::DeviceReduce::Sum(nullptr, bytes, in, out, n, s));
  CHECK_CUDA(cudaMallocAsync(&p, bytes, s));
  CHECK_CUDA(cub::DeviceReduce::Sum(p, bytes, in, out, n, s));
  CHECK_CUDA(cudaFreeAsync(p, s));
}
void captureSumAsync(const float *in, float *out, int n, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  sumAsync(in, out, n, s);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

// Thrust
template <typename Policy> void sortAll(const Policy &policy, float *x, int n) { thrust::sort(policy, x, x + n); }
// violation [Thrust]: a policy that waits for the stream
void captureSort(float *x, int n, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  sortAll(thrust::cuda::par.on(s), x, n); // expect: synchronization
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: one that does not
void captureSortNosync(float *x, int n, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  sortAll(thrust::cuda::par_nosync.on(s), x, n);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

// NCCL, overlapped
struct Reducer {
  ncclComm_t comm;
  cudaStream_t stream;
  cudaEvent_t ready, done;
  void reduce(float *x, size_t n, cudaStream_t compute) {
    CHECK_CUDA(cudaEventRecord(ready, compute));
    CHECK_CUDA(cudaStreamWaitEvent(stream, ready));
    ncclGroupStart();
    ncclAllReduce(x, x, n, 7, 0, comm, stream);
    ncclGroupEnd();
    CHECK_CUDA(cudaEventRecord(done, stream));
  }
  void wait() { CHECK_CUDA(cudaEventSynchronize(done)); }
  void join(cudaStream_t compute) { CHECK_CUDA(cudaStreamWaitEvent(compute, done)); }
};
// violation [NCCL]: the host waits for the reduction
void captureReduction(Reducer &r, float *x, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  relu<<<4, 256, 0, s>>>(x, 1024);
  r.reduce(x, 1024, s);
  r.wait(); // expect: synchronization
  r.join(s);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: the stream does
void captureReductionJoined(Reducer &r, float *x, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  relu<<<4, 256, 0, s>>>(x, 1024);
  r.reduce(x, 1024, s);
  r.join(s);
  relu<<<4, 256, 0, s>>>(x, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

// cuBLAS results
struct Norm {
  cublasHandle_t handle;
  float *device;
  float value(const float *x, int n) {
    float result = 0;
    cublasSnrm2(handle, n, x, 1, &result);
    return result;
  }
  void enqueue(const float *x, int n) {
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    cublasSnrm2(handle, n, x, 1, device);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  }
};
// violation [gradient clipping]: the norm comes to the host
void captureClipping(Norm &norm, float *x, int n, cudaStream_t s, cudaGraph_t *g) {
  cublasSetStream(norm.handle, s);
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  if (norm.value(x, n) > 1) // expect: synchronization
    relu<<<4, 256, 0, s>>>(x, n);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: the kernel reads it
void captureClippingDevice(Norm &norm, float *x, int n, cudaStream_t s, cudaGraph_t *g) {
  cublasSetStream(norm.handle, s);
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  norm.enqueue(x, n);
  relu<<<4, 256, 0, s>>>(x, n);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
} // namespace library_users
