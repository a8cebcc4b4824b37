// A function of a library whose body the source has does what its body does, if
// the row says nothing but which argument is the stream.
// RUN: rm -rf %t && mkdir %t
// RUN: echo '{"rows": [{"names": {"runtime": ["mine::*"]}, "streamByType": true, "params": ["stream"], "class": "captured", "confidence": "low"}]}' > %t/mine.json
// RUN: %tidy --checks=-*,cuda-capture-* '--config={CheckOptions: {CudaCaptureKnowledgeBase: "%t/mine.json"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: %tidy --checks=-*,cuda-capture-* '--config={CheckOptions: {CudaCaptureKnowledgeBase: "%t/mine.json"}}' %s -- %cuda-flags -DSYSTEM 2>&1 | %FileCheck %s --check-prefix=SYSTEM --implicit-check-not=warning:
#include <cuda_runtime.h>

#ifdef SYSTEM
# 13 "library.h" 3
#endif
__global__ void multiply(void *);
namespace cutlass {
namespace gemm {
namespace device {
template <int N> class Gemm {
public:
  void *Workspace;
  int initialize(void *W, cudaStream_t Stream = nullptr) {
    Workspace = W;
    return cudaMemsetAsync(W, 0, N, Stream);
  }
  int run(cudaStream_t Stream = nullptr) {
    multiply<<<1, 1, 0, Stream>>>(Workspace);
    return cudaGetLastError();
  }
  // The stream is not passed on.
  int operator()(void *W, cudaStream_t Stream = nullptr) {
    int Status = initialize(W);
    return Status ? Status : run(Stream);
  }
};
template <int N> class GemmUniversal : Gemm<N> {
public:
  int operator()(void *W, cudaStream_t Stream = nullptr) {
    int Status = this->initialize(W, Stream);
    return Status ? Status : this->run(Stream);
  }
};
class Declared {
public:
  int operator()(void *W, cudaStream_t Stream = nullptr);
};
} // namespace device
} // namespace gemm
} // namespace cutlass
namespace cub {
// The row has a case: without storage, nothing is done.
struct DeviceMerge {
  static int MergeKeys(void *Storage, cudaStream_t Stream = nullptr) {
    cudaMemsetAsync(Storage, 0, 4, nullptr);
    multiply<<<1, 1, 0, Stream>>>(Storage);
    return 0;
  }
};
} // namespace cub
namespace mine {
// The user's row.
inline int clears(void *W, cudaStream_t Stream) {
  cudaMemsetAsync(W, 0, 4, nullptr);
  return cudaMemsetAsync(W, 0, 4, Stream);
}
} // namespace mine
#ifdef SYSTEM
# 66 "user.cu"
#endif

using namespace cutlass::gemm::device;
void use(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, void *w) {
  Gemm<8> gemm;
  GemmUniversal<8> universal;
  Declared declared;
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return;
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cutlass::gemm::device::Gemm<8>::operator()' reaches 'cudaMemsetAsync' on the legacy default stream
  // CHECK: note: 'cutlass::gemm::device::Gemm<8>::operator()' calls 'cutlass::gemm::device::Gemm<8>::initialize' here
  gemm(w, s);
  universal(w, s);
  gemm.run(s);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cutlass::gemm::device::Gemm<8>::run' reaches a kernel launch on stream 'Stream', which takes no part in the capture of 's'
  // SYSTEM: warning: call to 'cutlass::gemm::device::Gemm::run' on stream 't', which takes no part
  gemm.run(t);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cutlass::gemm::device::GemmUniversal<8>::operator()' reaches 'cudaMemsetAsync' on the legacy default stream
  // SYSTEM: warning: call to 'cutlass::gemm::device::GemmUniversal::operator()' on the legacy default stream
  universal(w);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cutlass::gemm::device::Declared::operator()' on the legacy default stream
  // SYSTEM: warning: call to 'cutlass::gemm::device::Declared::operator()' on the legacy default stream
  declared(w);
  declared(w, s);
  cub::DeviceMerge::MergeKeys(w, s);
  mine::clears(w, s);
  if (cudaStreamEndCapture(s, g))
    return;
}
