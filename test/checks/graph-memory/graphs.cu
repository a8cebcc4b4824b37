// RUN: %lint-cu
// Memory that a captured call allocates exists from the launch of the graph on,
// until something frees it.
#include <cuda_runtime.h>
#include <vector>

__global__ void kernel(float *);
__global__ void use(float *, float *);
#define CHECK_CUDA(CALL)                                                       \
  do {                                                                         \
    cudaError_t Result = (CALL);                                               \
    if (Result != cudaSuccess)                                                 \
      throw Result;                                                            \
  } while (0)
constexpr auto kMode = cudaStreamCaptureModeGlobal;

void firesForTheSecondLaunch(cudaStream_t s) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *p;
  cudaStreamBeginCapture(s, kMode);
  cudaMallocAsync((void **)&p, 1024, s);
  kernel<<<1, 1, 0, s>>>(p);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphLaunch' launches a graph again, although the memory that it allocates has not been freed; the runtime rejects it with cudaErrorInvalidValue (1) [cuda-capture-graph-memory]
  cudaGraphLaunch(exec, s);
  // CHECK: :[[#@LINE-8]]:3: note: the graph allocates the memory here
  // CHECK: :[[#@LINE-5]]:3: note: it was launched before here
}
void firesInALoop(cudaStream_t s, int n) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *p;
  cudaStreamBeginCapture(s, kMode);
  cudaMallocAsync((void **)&p, 1024, s);
  kernel<<<1, 1, 0, s>>>(p);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiateWithFlags(&exec, graph, 0));
  for (int i = 0; i < n; ++i)
    // CHECK: :[[#@LINE+1]]:16: warning: call to 'cudaGraphLaunch' launches a graph again, {{.*}} [cuda-capture-graph-memory]
    CHECK_CUDA(cudaGraphLaunch(exec, s));
}
static void launch(cudaGraphExec_t exec, cudaStream_t s) { CHECK_CUDA(cudaGraphLaunch(exec, s)); }
void firesThroughAHelper(cudaStream_t s, int n) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *p, *q;
  cudaStreamBeginCapture(s, kMode);
  cudaMallocAsync((void **)&p, 1024, s);
  cudaMallocAsync((void **)&q, 1024, s);
  use<<<1, 1, 0, s>>>(p, q);
  cudaFreeAsync(q, s);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  launch(exec, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'launch' {{.*}}'cudaGraphLaunch'{{.*}} launches a graph again, {{.*}} [cuda-capture-graph-memory]
  launch(exec, s);
}

void silentIfTheGraphFreesIt(cudaStream_t s) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *p;
  cudaStreamBeginCapture(s, kMode);
  cudaMallocAsync((void **)&p, 1024, s);
  kernel<<<1, 1, 0, s>>>(p);
  cudaFreeAsync(p, s);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 8; ++i)
    cudaGraphLaunch(exec, s);
}
void silentIfEachLaunchFreesIt(cudaStream_t s) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *p;
  cudaStreamBeginCapture(s, kMode);
  cudaMallocAsync((void **)&p, 1024, s);
  kernel<<<1, 1, 0, s>>>(p);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  for (int i = 0; i < 8; ++i)
    cudaGraphLaunch(exec, s);
}
void silentIfItIsFreedInBetween(cudaStream_t s, int n) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *p;
  cudaStreamBeginCapture(s, kMode);
  cudaMallocAsync((void **)&p, 1024, s);
  kernel<<<1, 1, 0, s>>>(p);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < n; ++i) {
    CHECK_CUDA(cudaGraphLaunch(exec, s));
    kernel<<<1, 1, 0, s>>>(p);
    CHECK_CUDA(cudaFreeAsync(p, s));
  }
}
void silentIfCudaFreeDoesIt(cudaStream_t s) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *p;
  cudaStreamBeginCapture(s, kMode);
  cudaMallocAsync((void **)&p, 1024, s);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CHECK_CUDA(cudaGraphLaunch(exec, s));
  cudaStreamSynchronize(s);
  cudaFree(p);
  CHECK_CUDA(cudaGraphLaunch(exec, s));
}
void silentIfAnotherGraphFreesIt(cudaStream_t s) {
  cudaGraph_t graph, second;
  cudaGraphExec_t exec, release;
  float *p;
  cudaStreamBeginCapture(s, kMode);
  cudaMallocAsync((void **)&p, 1024, s);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  cudaStreamBeginCapture(s, kMode);
  kernel<<<1, 1, 0, s>>>(p);
  cudaFreeAsync(p, s);
  CHECK_CUDA(cudaStreamEndCapture(s, &second));
  CHECK_CUDA(cudaGraphInstantiate(&release, second, 0));
  for (int i = 0; i < 8; ++i) {
    CHECK_CUDA(cudaGraphLaunch(exec, s));
    CHECK_CUDA(cudaGraphLaunch(release, s));
  }
}
void release(float *);
void keep(float **);
void silentIfAnUnknownCalleeMayFreeIt(cudaStream_t s) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *p;
  cudaStreamBeginCapture(s, kMode);
  cudaMallocAsync((void **)&p, 1024, s);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CHECK_CUDA(cudaGraphLaunch(exec, s));
  release(p);
  CHECK_CUDA(cudaGraphLaunch(exec, s));
}
void silentForAListOfPointers(cudaStream_t s) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  std::vector<float *> all;
  cudaStreamBeginCapture(s, kMode);
  for (int i = 0; i < 4; ++i) {
    float *p;
    cudaMallocAsync((void **)&p, 1024, s);
    kernel<<<1, 1, 0, s>>>(p);
    all.push_back(p);
  }
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  for (int round = 0; round < 4; ++round) {
    CHECK_CUDA(cudaGraphLaunch(exec, s));
    for (float *p : all)
      cudaFreeAsync(p, s);
  }
}
void silentForUnknownFlags(cudaStream_t s, unsigned long long flags) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *p;
  cudaStreamBeginCapture(s, kMode);
  cudaMallocAsync((void **)&p, 1024, s);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, flags));
  CHECK_CUDA(cudaGraphLaunch(exec, s));
  CHECK_CUDA(cudaGraphLaunch(exec, s));
}
void silentForOneLaunch(cudaStream_t s) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *p;
  cudaStreamBeginCapture(s, kMode);
  cudaMallocAsync((void **)&p, 1024, s);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CHECK_CUDA(cudaGraphLaunch(exec, s));
  kernel<<<1, 1, 0, s>>>(p);
  CHECK_CUDA(cudaFreeAsync(p, s));
}
void silentForANewGraphInEachRound(cudaStream_t s, int n) {
  for (int i = 0; i < n; ++i) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    float *p;
    cudaStreamBeginCapture(s, kMode);
    cudaMallocAsync((void **)&p, 1024, s);
    kernel<<<1, 1, 0, s>>>(p);
    CHECK_CUDA(cudaStreamEndCapture(s, &graph));
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_CUDA(cudaGraphLaunch(exec, s));
    CHECK_CUDA(cudaFreeAsync(p, s));
  }
}

// Before the launch.
void firesForAUseBefore(cudaStream_t s, const float *host) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *p;
  cudaStreamBeginCapture(s, kMode);
  cudaMallocAsync((void **)&p, 1024, s);
  kernel<<<1, 1, 0, s>>>(p);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpy' uses memory that a graph allocates, before any launch of the graph; there is no memory at this address yet [cuda-capture-graph-memory]
  cudaMemcpy(p, host, 1024, cudaMemcpyHostToDevice);
  CHECK_CUDA(cudaGraphLaunch(exec, s));
  CHECK_CUDA(cudaFreeAsync(p, s));
}
void firesForAFreeBefore(cudaStream_t s) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *p;
  cudaStreamBeginCapture(s, kMode);
  cudaMallocAsync((void **)&p, 1024, s);
  kernel<<<1, 1, 0, s>>>(p);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFreeAsync' uses memory that a graph allocates, before any launch {{.*}} [cuda-capture-graph-memory]
  cudaFreeAsync(p, s);
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CHECK_CUDA(cudaGraphLaunch(exec, s));
}
void firesForAKernelBefore(cudaStream_t s) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *p;
  cudaStreamBeginCapture(s, kMode);
  cudaMallocAsync((void **)&p, 1024, s);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch uses memory that a graph allocates, before any launch {{.*}} [cuda-capture-graph-memory]
  kernel<<<1, 1, 0, s>>>(p);
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CHECK_CUDA(cudaGraphLaunch(exec, s));
}
void run(cudaGraphExec_t, cudaStream_t);
void silentIfAnUnknownCalleeMayLaunch(cudaStream_t s) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *p;
  cudaStreamBeginCapture(s, kMode);
  cudaMallocAsync((void **)&p, 1024, s);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  run(exec, s);
  kernel<<<1, 1, 0, s>>>(p);
}
void silentForAListOfGraphs(cudaStream_t s) {
  std::vector<cudaGraphExec_t> all;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *p;
  cudaStreamBeginCapture(s, kMode);
  cudaMallocAsync((void **)&p, 1024, s);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  all.push_back(exec);
  for (cudaGraphExec_t each : all)
    CHECK_CUDA(cudaGraphLaunch(each, s));
  kernel<<<1, 1, 0, s>>>(p);
}
void silentInTheSameCapture(cudaStream_t s, const float *host) {
  cudaGraph_t graph;
  float *p;
  cudaStreamBeginCapture(s, kMode);
  cudaMallocAsync((void **)&p, 1024, s);
  cudaMemcpyAsync(p, host, 1024, cudaMemcpyHostToDevice, s);
  kernel<<<1, 1, 0, s>>>(p);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
}

// The graph is kept for the next call.
class Step {
  cudaGraphExec_t exec = nullptr;
  cudaGraphExec_t other = nullptr;
  float *buffer = nullptr;

public:
  void firesIfThePointerIsLost(cudaStream_t s) {
    if (!exec) {
      cudaGraph_t graph;
      float *p;
      cudaStreamBeginCapture(s, kMode);
      cudaMallocAsync((void **)&p, 1024, s);
      kernel<<<1, 1, 0, s>>>(p);
      CHECK_CUDA(cudaStreamEndCapture(s, &graph));
      CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    }
    // CHECK: :[[#@LINE+1]]:16: warning: call to 'cudaGraphLaunch' launches a graph that is kept, and nobody can free the memory that it allocates; the runtime rejects the next launch with cudaErrorInvalidValue (1) [cuda-capture-graph-memory]
    CHECK_CUDA(cudaGraphLaunch(exec, s));
  }
  void silentIfThePointerIsKept(cudaStream_t s) {
    if (!other) {
      cudaGraph_t graph;
      cudaStreamBeginCapture(s, kMode);
      cudaMallocAsync((void **)&buffer, 1024, s);
      kernel<<<1, 1, 0, s>>>(buffer);
      CHECK_CUDA(cudaStreamEndCapture(s, &graph));
      CHECK_CUDA(cudaGraphInstantiate(&other, graph, 0));
    }
    CHECK_CUDA(cudaGraphLaunch(other, s));
  }
};
