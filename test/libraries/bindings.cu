// RUN: %lint-cu
// Handles and policies that are handed around: which stream is meant in the end.
#include "Inputs/cpp-libraries.h"
#include "Inputs/libraries.h"
#include <memory>
#include <utility>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

// Bound in one function, used in another.
struct Engine {
  cublasHandle_t blas_;
  cudaStream_t s_, t_;
  cudaGraph_t graph_;
  void bindSide() { cublasSetStream(blas_, t_); }
  void bindMain() { cublasSetStream(blas_, s_); }
  void fires(float *x, const float *a) {
    bindSide();
    cudaStreamBeginCapture(s_, kGlobal);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cublasSaxpy' works on handle 'blas_', whose stream takes no part in the capture of 's_'; {{.*}} [cuda-capture-escaped-work]
    cublasSaxpy(blas_, 1, a, x, 1, x, 1);
    cudaStreamEndCapture(s_, &graph_);
  }
  void silent(float *x, const float *a) {
    bindMain();
    cudaStreamBeginCapture(s_, kGlobal);
    cublasSaxpy(blas_, 1, a, x, 1, x, 1);
    cudaStreamEndCapture(s_, &graph_);
  }
  // Some other function of the class may have bound it.
  void silentForUnknown(float *x, const float *a) {
    cudaStreamBeginCapture(s_, kGlobal);
    cublasSaxpy(blas_, 1, a, x, 1, x, 1);
    cudaStreamEndCapture(s_, &graph_);
  }
};

static void use(cublasHandle_t handle, cudaStream_t s) { cublasSetStream(handle, s); }
void rebinding(cublasHandle_t handle, cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *x, const float *a) {
  use(handle, t);
  cudaStreamBeginCapture(s, kGlobal);
  use(handle, s);
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  use(handle, t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasSaxpy' works on handle 'handle', whose stream takes no part {{.*}} [cuda-capture-escaped-work]
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

void firesForACopy(cublasHandle_t handle, cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *x, const float *a) {
  cublasHandle_t same = handle;
  cublasSetStream(same, t);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasSaxpy' works on handle 'handle', whose stream takes no part {{.*}} [cuda-capture-escaped-work]
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

void silentForTwoHandles(cublasHandle_t one, cublasHandle_t two, cudaStream_t s, cudaStream_t t, cudaGraph_t *g,
                         float *x, const float *a) {
  cublasSetStream(one, t);
  cublasSetStream(two, s);
  cudaStreamBeginCapture(s, kGlobal);
  cublasSaxpy(two, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

void silentForAPoolOfHandles(cublasHandle_t *handles, cudaStream_t *streams, int n, cudaGraph_t *g, float *x,
                             const float *a) {
  for (int i = 0; i < n; ++i)
    cublasSetStream(handles[i], streams[i]);
  cudaStreamBeginCapture(streams[0], kGlobal);
  cublasSaxpy(handles[0], 1, a, x, 1, x, 1);
  cudaStreamEndCapture(streams[0], g);
}

void onOnePathOnly(bool early, cudaStream_t s, cudaGraph_t *g, float *x, const float *a) {
  cublasHandle_t handle;
  cublasCreate(&handle);
  if (early)
    cublasSetStream(handle, s);
  cudaStreamBeginCapture(s, kGlobal);
  if (early)
    cublasSaxpy(handle, 1, a, x, 1, x, 1);
  else
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cublasSaxpy' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
    cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

// Made when it is first needed: in the region.
cublasHandle_t &shared() {
  static cublasHandle_t handle = [] {
    cublasHandle_t made;
    cublasCreate(&made);
    return made;
  }();
  return handle;
}
void firesForALazyHandle(cudaStream_t s, cudaGraph_t *g, float *x, const float *a) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:19: warning: call to 'shared' reaches 'cublasCreate' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cublasSetStream(shared(), s);
  cublasSaxpy(shared(), 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}
void silentIfItWasMadeBefore(cudaStream_t s, cudaGraph_t *g, float *x, const float *a) {
  cublasHandle_t handle = shared();
  cublasSetStream(handle, s);
  cudaStreamBeginCapture(s, kGlobal);
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

// In a smart pointer.
struct Destroy {
  void operator()(cublasHandle_t handle) const { cublasDestroy(handle); }
};
void firesForAnOwner(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *x, const float *a) {
  cublasHandle_t raw;
  cublasCreate(&raw);
  std::unique_ptr<cublasContext, Destroy> handle(raw);
  cublasSetStream(handle.get(), t);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasSaxpy' works on handle 'handle.get()', whose stream takes no part {{.*}} [cuda-capture-escaped-work]
  cublasSaxpy(handle.get(), 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

// Policies in variables, copies and references.
struct Sorter {
  decltype(thrust::cuda::par.on(nullptr)) policy_;
  decltype(thrust::cuda::par_nosync.on(nullptr)) quick_;
  explicit Sorter(cudaStream_t s) : policy_(thrust::cuda::par.on(s)), quick_(thrust::cuda::par_nosync.on(s)) {}
};
void policies(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *p, int n) {
  auto policy = thrust::cuda::par.on(s);
  auto copy = policy;
  const auto &same = copy;
  auto quick = thrust::cuda::par_nosync.on(s);
  auto moved = std::move(quick);
  auto side = thrust::cuda::par_nosync.on(t);
  Sorter sorter(s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'thrust::sort' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  thrust::sort(same, p, p + n);
  thrust::sort(moved, p, p + n);
  thrust::sort(sorter.quick_, p, p + n);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'thrust::sort' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  thrust::sort(sorter.policy_, p, p + n);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'thrust::sort' on stream 'side', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  thrust::sort(side, p, p + n);
  cudaStreamEndCapture(s, g);
}
void algorithm(bool quick, cudaStream_t s, cudaGraph_t *g, float *p, int n) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  if (quick)
    thrust::sort(thrust::cuda::par_nosync.on(s), p, p + n);
  else
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'thrust::sort' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
    thrust::sort(thrust::cuda::par.on(s), p, p + n);
  cudaStreamEndCapture(s, g);
}
