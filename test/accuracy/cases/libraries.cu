// flags: -I../../libraries/Inputs
#include "cases.h"
#include "libraries.h"

namespace libraries {

struct Blas {
  cublasHandle_t handle = nullptr;
  explicit Blas(cudaStream_t s) {
    cublasCreate(&handle);
    cublasSetStream(handle, s);
  }
  ~Blas() { cublasDestroy(handle); }
  Blas(const Blas &) = delete;
  void bind(cudaStream_t s) const { cublasSetStream(handle, s); }
  void axpy(int n, const float *a, const float *x, float *y) const { cublasSaxpy(handle, n, a, x, 1, y, 1); }
};

// violation [library handle]: bound to another stream in a constructor
void boundElsewhere(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, const float *a, const float *x, float *y) {
  Blas blas(t);
  cudaStreamBeginCapture(s, kGlobal);
  blas.axpy(4, a, x, y); // expect: escaped-work
  cudaStreamEndCapture(s, g);
}
// legal: bound anew
void boundAnew(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, const float *a, const float *x, float *y) {
  Blas blas(t);
  blas.bind(s);
  cudaStreamBeginCapture(s, kGlobal);
  blas.axpy(4, a, x, y);
  cudaStreamEndCapture(s, g);
}

// violation [library handle]: owned by unique_ptr
void ownedBlas(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, const float *a, const float *x, float *y) {
  auto blas = std::make_unique<Blas>(t);
  cudaStreamBeginCapture(s, kGlobal);
  blas->axpy(4, a, x, y); // expect: escaped-work
  cudaStreamEndCapture(s, g);
}
// legal: bound to the stream
void ownedBlasBound(cudaStream_t s, cudaGraph_t *g, const float *a, const float *x, float *y) {
  auto blas = std::make_unique<Blas>(s);
  cudaStreamBeginCapture(s, kGlobal);
  blas->axpy(4, a, x, y);
  cudaStreamEndCapture(s, g);
}

// violation [library handle]: a handle is made in the capture
void madeInside(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  Blas blas(s); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: outside
void madeOutside(cudaStream_t s, cudaGraph_t *g) {
  Blas blas(s);
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g);
}

// violation [library handle]: a result on the host
void hostResult(cudaStream_t s, cudaGraph_t *g, const Blas &blas, const float *x, float *result) {
  blas.bind(s);
  cublasSetPointerMode(blas.handle, CUBLAS_POINTER_MODE_HOST);
  cudaStreamBeginCapture(s, kGlobal);
  cublasSdot(blas.handle, 4, x, 1, x, 1, result); // expect: synchronization
  cudaStreamEndCapture(s, g);
}
// legal: on the device
void deviceResult(cudaStream_t s, cudaGraph_t *g, const Blas &blas, const float *x, float *result) {
  blas.bind(s);
  cublasSetPointerMode(blas.handle, CUBLAS_POINTER_MODE_DEVICE);
  cudaStreamBeginCapture(s, kGlobal);
  cublasSdot(blas.handle, 4, x, 1, x, 1, result);
  cudaStreamEndCapture(s, g);
}

// violation [library handle]: a plan that was never bound
void planUnbound(cudaStream_t s, cudaGraph_t *g, cufftComplex *data) {
  cufftHandle plan;
  cufftPlan1d(&plan, 64, CUFFT_C2C, 1);
  cudaStreamBeginCapture(s, kGlobal);
  cufftExecC2C(plan, data, data, -1); // expect: legacy-stream
  cudaStreamEndCapture(s, g);
  cufftDestroy(plan);
}
// legal: bound
void planBound(cudaStream_t s, cudaGraph_t *g, cufftComplex *data) {
  cufftHandle plan;
  cufftPlan1d(&plan, 64, CUFFT_C2C, 1);
  cufftSetStream(plan, s);
  cudaStreamBeginCapture(s, kGlobal);
  cufftExecC2C(plan, data, data, -1);
  cudaStreamEndCapture(s, g);
  cufftDestroy(plan);
}

// violation [library handle]: swapped handles
void swappedHandles(cudaStream_t s, cudaStream_t t, cublasHandle_t a, cublasHandle_t b, cudaGraph_t *g, const float *v,
                    float *y) {
  cublasSetStream(a, s);
  cublasSetStream(b, t);
  std::swap(a, b);
  cudaStreamBeginCapture(s, kGlobal);
  cublasSaxpy(a, 4, v, v, 1, y, 1); // expect: escaped-work
  cudaStreamEndCapture(s, g);
}
// legal: the other one
void swappedHandlesOther(cudaStream_t s, cudaStream_t t, cublasHandle_t a, cublasHandle_t b, cudaGraph_t *g,
                         const float *v, float *y) {
  cublasSetStream(a, s);
  cublasSetStream(b, t);
  std::swap(a, b);
  cudaStreamBeginCapture(s, kGlobal);
  cublasSaxpy(b, 4, v, v, 1, y, 1);
  cudaStreamEndCapture(s, g);
}

// violation [library handle]: a random generator under the opposite condition
void generatorBound(cudaStream_t s, cudaStream_t t, bool side, cudaGraph_t *g, float *p) {
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetStream(generator, side ? t : s);
  cudaStreamBeginCapture(s, kGlobal);
  if (side)
    curandGenerateUniform(generator, p, 4); // expect: escaped-work
  cudaStreamEndCapture(s, g);
}
// legal: under the same
void generatorBoundSame(cudaStream_t s, cudaStream_t t, bool side, cudaGraph_t *g, float *p) {
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetStream(generator, side ? t : s);
  cudaStreamBeginCapture(s, kGlobal);
  if (!side)
    curandGenerateUniform(generator, p, 4);
  cudaStreamEndCapture(s, g);
}

} // namespace libraries
