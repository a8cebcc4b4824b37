// RUN: %lint-cu
// Policies, iterators and vectors of Thrust.
#include "Inputs/cpp-libraries.h"

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
struct Op {
  void operator()(float &) const;
};

// Algorithms wait for their stream, unless the policy says that they need not.
void policies(cudaStream_t s, cudaGraph_t *g, float *p, int n) {
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+3]]:3: warning: call to 'thrust::sort' while 's' is capturing in relaxed mode; the runtime rejects it with cudaErrorStreamCaptureUnsupported (900) and invalidates the capture [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE+1]]:3: note: pass thrust::cuda::par_nosync.on(stream) with the capturing stream [cuda/stream-capture-unsupported; docs/checks/synchronization.md]
  thrust::sort(thrust::cuda::par.on(s), p, p + n);
  thrust::sort(thrust::cuda::par_nosync.on(s), p, p + n);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'thrust::sort' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  // CHECK: :[[#@LINE+1]]:3: note: pass thrust::cuda::par_nosync.on(stream) with the capturing stream [cuda/stream-capture-implicit; docs/checks/legacy-stream.md]
  thrust::sort(thrust::cuda::par, p, p + n);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'thrust::sort' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  thrust::sort(thrust::device, p, p + n);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'thrust::for_each' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  thrust::for_each(thrust::cuda::par_nosync, p, p + n, Op());
  // On the host.
  thrust::sort(thrust::seq, p, p + n);
  thrust::sort(p, p + n);
  cudaStreamEndCapture(s, g);
}

// A result comes to the host, whatever the policy.
int results(cudaStream_t s, cudaGraph_t *g, float *p, int n) {
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:11: warning: call to 'thrust::reduce' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  int a = thrust::reduce(thrust::cuda::par_nosync.on(s), p, p + n);
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'thrust::reduce' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  if (thrust::reduce(thrust::cuda::par.on(s), p, p + n) != 0)
    ++a;
  cudaStreamEndCapture(s, g);
  return a;
}

// A policy in a variable, or handed on.
void run(const thrust::cuda_cub::execute_on_stream &policy, float *p, int n) {
  // CHECK: :[[#@LINE+9]]:3: warning: call to 'run' reaches 'thrust::sort' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  thrust::sort(policy, p, p + n);
}
void variables(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *p, int n) {
  auto policy = thrust::cuda::par.on(s);
  auto quick = thrust::cuda::par_nosync.on(s);
  auto other = thrust::cuda::par_nosync.on(t);
  cudaStreamBeginCapture(s, kGlobal);
  thrust::sort(quick, p, p + n);
  run(policy, p, n);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'thrust::sort' on stream 'other', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  thrust::sort(other, p, p + n);
  cudaStreamEndCapture(s, g);
}

// Which stream a policy has that comes from outside nobody knows; but to wait
// for any is wrong in a strict capture.
void silentForUnknownPolicies(const thrust::cuda_cub::execute_on_stream &policy,
                              const thrust::cuda_cub::execute_on_stream_nosync &quick, cudaStream_t s, cudaGraph_t *g,
                              float *p, int n) {
  cudaStreamBeginCapture(s, kRelaxed);
  thrust::sort(policy, p, p + n);
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(s, kGlobal);
  thrust::sort(quick, p, p + n);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'thrust::sort' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  thrust::sort(policy, p, p + n);
  cudaStreamEndCapture(s, g);
}

float vectors(cudaStream_t s, cudaGraph_t *g, int n) {
  thrust::device_vector<float> before(n);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:32: warning: call to 'thrust::device_vector::device_vector' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  thrust::device_vector<float> v(n);
  thrust::device_vector<float> empty, none(0);
  // CHECK: :[[#@LINE+1]]:13: warning: call to 'thrust::reference::operator float' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  float x = before[0];
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'thrust::device_reference::operator=' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  before[1] = 2.f;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'thrust::for_each' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  thrust::for_each(before.begin(), before.end(), Op());
  if (before.size())
    thrust::for_each(thrust::cuda::par_nosync.on(s), before.begin(), before.end(), Op());
  cudaStreamEndCapture(s, g);
  return x + before[2];
}

// Memory of a pool, say.
template <typename T> struct pool_allocator {};
void silentForOtherAllocators(cudaStream_t s, cudaGraph_t *g, int n) {
  cudaStreamBeginCapture(s, kGlobal);
  thrust::device_vector<float, pool_allocator<float>> v(n);
  cudaStreamEndCapture(s, g);
}

// A class of somebody else that is called alike.
namespace mine {
namespace thrust {
template <typename It> void sort(It first, It last);
struct device_vector {
  explicit device_vector(size_t n);
};
} // namespace thrust
} // namespace mine
void silentForNamesakes(cudaStream_t s, cudaGraph_t *g, thrust::device_ptr<float> p, int n) {
  cudaStreamBeginCapture(s, kGlobal);
  mine::thrust::sort(p, p);
  mine::thrust::device_vector v(n);
  cudaStreamEndCapture(s, g);
}
