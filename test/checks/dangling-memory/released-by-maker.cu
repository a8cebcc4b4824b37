// Memory that the function which makes the graph allocates and frees again. The
// graph that it keeps is launched later.
// RUN: %lint-cu
#include <cuda_runtime.h>
__global__ void k(float *p);
#define OK(x)                                                                  \
  do {                                                                         \
    if ((x) != cudaSuccess)                                                    \
      return 1;                                                                \
  } while (0)
struct Sampler {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  float *own = nullptr;
  int firesIfItIsFreedBehindTheCapture(int n, cudaStream_t s) {
    float *p = nullptr;
    OK(cudaMalloc(&p, n));
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch makes the graph refer to the memory of 'p', which is released before the graph is launched later
    k<<<1, 1, 0, s>>>(p);
    OK(cudaStreamEndCapture(s, &graph));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    cudaFree(p);
    return 0;
  }
  int silentIfOnlyAFailedInstantiationFreesIt(int n, cudaStream_t s, bool ok) {
    float *p = nullptr;
    OK(cudaMalloc(&p, n));
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    k<<<1, 1, 0, s>>>(p);
    OK(cudaStreamEndCapture(s, &graph));
    if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) {
      cudaFree(p);
      return 1;
    }
    own = p;
    return 0;
  }
  int silentIfOnlyAnotherErrorFreesIt(int n, cudaStream_t s, bool ok) {
    float *p = nullptr;
    OK(cudaMalloc(&p, n));
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    k<<<1, 1, 0, s>>>(p);
    OK(cudaStreamEndCapture(s, &graph));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    if (!ok) {
      cudaFree(p);
      return 2;
    }
    own = p;
    return 0;
  }
  int silentIfTheGraphWasLaunched(int n, cudaStream_t s) {
    float *p = nullptr;
    OK(cudaMalloc(&p, n));
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    k<<<1, 1, 0, s>>>(p);
    OK(cudaStreamEndCapture(s, &graph));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphLaunch(exec, s));
    OK(cudaStreamSynchronize(s));
    cudaFree(p);
    return 0;
  }
  int silentIfTheGraphIsDestroyed(int n, cudaStream_t s) {
    float *p = nullptr;
    OK(cudaMalloc(&p, n));
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    k<<<1, 1, 0, s>>>(p);
    OK(cudaStreamEndCapture(s, &graph));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaFree(p);
    return 0;
  }
  int silentIfTheMemoryComesFromElsewhere(int n, cudaStream_t s) {
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    k<<<1, 1, 0, s>>>(own);
    OK(cudaStreamEndCapture(s, &graph));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    cudaFree(own);
    own = nullptr;
    return 0;
  }
};
struct Buffer {
  float *p = nullptr;
  explicit Buffer(int n) { cudaMalloc(&p, n * sizeof(float)); }
  ~Buffer() { cudaFree(p); }
};
struct Steps {
  bool captured = false;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  int firesIfAnOwnerFreesItInEachCall(int n, cudaStream_t s) {
    Buffer x(n);
    if (!captured) {
      OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    }
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch makes the graph refer to the memory of 'x.p', which is released before the graph is launched later
    k<<<1, 1, 0, s>>>(x.p);
    if (!captured) {
      OK(cudaStreamEndCapture(s, &graph));
      OK(cudaGraphInstantiate(&exec, graph, 0));
      captured = true;
    } else
      OK(cudaGraphLaunch(exec, s));
    return 0;
  }
};
