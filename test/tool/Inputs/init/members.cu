#include <cuda_runtime.h>
__global__ void step(float *x);
class Recorder {
  cudaStream_t stream;
  bool capturing = false;
  cudaGraphExec_t exec = nullptr;

public:
  Recorder() { cudaStreamCreate(&stream); }
  ~Recorder() { step<<<1, 1, 0, stream>>>(nullptr); }
  bool begin() { return capturing = cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess; }
  bool end() {
    cudaGraph_t graph = nullptr;
    return cudaStreamEndCapture(stream, &graph) == cudaSuccess && cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess;
  }
  void run(float *x) {
    step<<<64, 256, 0, stream>>>(x);
    cudaStreamSynchronize(stream);
  }
  void replay() {
    step<<<64, 256, 0, stream>>>(nullptr);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
  }
  void wait() { cudaStreamSynchronize(stream); }
};
// One that begins and ends its captures itself.
class Whole {
  cudaStream_t stream;

public:
  void capture(cudaGraph_t *graph) {
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    step<<<64, 256, 0, stream>>>(nullptr);
    cudaStreamEndCapture(stream, graph);
  }
  void other(float *x) {
    step<<<64, 256, 0, stream>>>(x);
    cudaStreamSynchronize(stream);
  }
};
// Prepare and release; launch what the caller has captured.
struct Group {
  int *mask;
};
extern "C" int group_create(Group **out, cudaStream_t s) {
  Group *group = new Group;
  if (cudaMalloc(&group->mask, 16) || cudaMemsetAsync(group->mask, 1, 16, s))
    return 1;
  *out = group;
  return 0;
}
extern "C" int group_destroy(Group *group, cudaStream_t s) {
  cudaMemsetAsync(group->mask, 0, 16, s);
  cudaStreamSynchronize(s);
  delete group;
  return 0;
}
extern "C" int group_launch(Group *group, cudaGraphExec_t exec, cudaStream_t s) {
  cudaMemsetAsync(group->mask, 0, 16, s);
  return cudaGraphLaunch(exec, s);
}
extern "C" int group_clear(Group *group, cudaStream_t s) { return cudaMemsetAsync(group->mask, 0, 16, s); }
