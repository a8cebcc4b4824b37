// RUN: %lint-cu
// Memory that is released between the capture and the launch.
#include <cstdlib>
#include <cuda_runtime.h>
#include <memory>

static constexpr auto kToDevice = cudaMemcpyHostToDevice;
static constexpr auto kGlobal = cudaStreamCaptureModeGlobal;

__global__ void kernel(int n, float *d, const float *from);

static cudaGraphExec_t finish(cudaStream_t s) {
  cudaGraph_t g;
  cudaGraphExec_t exec;
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&exec, g, 0);
  cudaGraphDestroy(g);
  return exec;
}

void firesForDeviceMemory(cudaStream_t s) {
  void *d;
  cudaMalloc(&d, 64);
  // CHECK: :[[#@LINE+3]]:3: warning: call to 'cudaMemsetAsync' makes the graph refer to the memory of 'd', which is released before the graph is launched; the graph silently uses whatever is there then [cuda-capture-dangling-memory]
  // CHECK: :[[#@LINE+1]]:3: note: capture of 's' begins here
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(d, 0, 64, s);
  cudaGraphExec_t exec = finish(s);
  // CHECK: :[[#@LINE+1]]:3: note: the memory is released here
  cudaFree(d);
  // CHECK: :[[#@LINE+1]]:3: note: the graph is launched here
  cudaGraphLaunch(exec, s);
}
void silentIfReleasedAfterwards(cudaStream_t s) {
  void *d;
  cudaMalloc(&d, 64);
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(d, 0, 64, s);
  cudaGraphExec_t exec = finish(s);
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  cudaGraphExecDestroy(exec);
  cudaFree(d);
}
void silentIfOtherMemoryIsReleased(cudaStream_t s) {
  void *d, *scratch;
  cudaMalloc(&d, 64);
  cudaMalloc(&scratch, 64);
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(d, 0, 64, s);
  cudaGraphExec_t exec = finish(s);
  cudaFree(scratch);
  cudaGraphLaunch(exec, s);
}

void firesForPinnedMemory(cudaStream_t s, void *d) {
  void *host;
  cudaMallocHost(&host, 64);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to the memory of 'host', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, host, 64, kToDevice, s);
  cudaGraphExec_t exec = finish(s);
  cudaFreeHost(host);
  cudaGraphLaunch(exec, s);
}

void firesForTheHeap(cudaStream_t s, float *d) {
  float *one = new float(1), *many = new float[4];
  auto *c = static_cast<float *>(std::malloc(4));
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to the memory of 'one', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, one, 4, kToDevice, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to the memory of 'many', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, many, 4, kToDevice, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to the memory of 'c', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, c, 4, kToDevice, s);
  cudaGraphExec_t exec = finish(s);
  delete one;
  delete[] many;
  std::free(c);
  cudaGraphLaunch(exec, s);
}
void silentForTheHeap(cudaStream_t s, float *d) {
  float *one = new float(1);
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(d, one, 4, kToDevice, s);
  cudaGraphExec_t exec = finish(s);
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  delete one;
}

// Released by an owner.
struct Buffer {
  void *p;
  Buffer() { cudaMalloc(&p, 64); }
  ~Buffer() { cudaFree(p); }
};
void firesForAnOwner(cudaStream_t s) {
  cudaGraphExec_t exec;
  {
    Buffer buffer;
    cudaStreamBeginCapture(s, kGlobal);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemsetAsync' makes the graph refer to the memory of 'buffer.p', {{.*}} [cuda-capture-dangling-memory]
    cudaMemsetAsync(buffer.p, 0, 64, s);
    exec = finish(s);
  }
  cudaGraphLaunch(exec, s);
}
void silentForAnOwner(cudaStream_t s) {
  Buffer buffer;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(buffer.p, 0, 64, s);
  cudaGraphExec_t exec = finish(s);
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
}

void firesForWhatWasHandedIn(cudaStream_t s, void *d) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemsetAsync' makes the graph refer to the memory of 'd', {{.*}} [cuda-capture-dangling-memory]
  cudaMemsetAsync(d, 0, 64, s);
  cudaGraphExec_t exec = finish(s);
  cudaFree(d);
  cudaGraphLaunch(exec, s);
}

// A pool of the graph's own: allocated and freed as work.
void silentForMemoryOfTheGraph(cudaStream_t s) {
  void *d;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMallocAsync(&d, 64, s);
  cudaMemsetAsync(d, 0, 64, s);
  cudaFreeAsync(d, s);
  cudaGraphExec_t exec = finish(s);
  cudaGraphLaunch(exec, s);
}
void firesForMemoryOfAStream(cudaStream_t s) {
  void *d;
  cudaMallocAsync(&d, 64, s);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemsetAsync' makes the graph refer to the memory of 'd', {{.*}} [cuda-capture-dangling-memory]
  cudaMemsetAsync(d, 0, 64, s);
  cudaGraphExec_t exec = finish(s);
  cudaFreeAsync(d, s);
  cudaGraphLaunch(exec, s);
}

// Released in the last round.
void silentInALoop(cudaStream_t s, void *d, int n) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(d, 0, 64, s);
  cudaGraphExec_t exec = finish(s);
  for (int i = 0; i < n; ++i) {
    cudaGraphLaunch(exec, s);
    if (i == n - 1)
      cudaFree(d);
  }
}
void silentIfCorrelated(cudaStream_t s, void *d, bool once) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(d, 0, 64, s);
  cudaGraphExec_t exec = finish(s);
  if (once)
    cudaFree(d);
  if (!once)
    cudaGraphLaunch(exec, s);
}
bool isReleased();
void silentIfAsked(cudaStream_t s, void *d, bool once) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(d, 0, 64, s);
  cudaGraphExec_t exec = finish(s);
  if (once)
    cudaFree(d);
  if (!isReleased())
    cudaGraphLaunch(exec, s);
}
void silentIfReleasingFailed(cudaStream_t s, void *d) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(d, 0, 64, s);
  cudaGraphExec_t exec = finish(s);
  if (cudaFree(d) != cudaSuccess)
    cudaGraphLaunch(exec, s);
}

// Other memory in the same variable.
void silentIfCapturedAnew(cudaStream_t s, int n) {
  for (int i = 0; i < n; ++i) {
    void *d;
    cudaMalloc(&d, 64);
    cudaStreamBeginCapture(s, kGlobal);
    cudaMemsetAsync(d, 0, 64, s);
    cudaGraphExec_t exec = finish(s);
    cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    cudaGraphExecDestroy(exec);
    cudaFree(d);
  }
}
// What is kept after its memory was released may not be launched any more.
void silentIfOnlyKept(cudaStream_t s, cudaGraphExec_t *exec, void *d) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(d, 0, 64, s);
  *exec = finish(s);
  cudaFree(d);
}
// The graph allocates it; it must be freed before each launch.
void silentForWhatTheGraphAllocates(cudaStream_t s) {
  void *d;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMallocAsync(&d, 64, s);
  cudaMemsetAsync(d, 0, 64, s);
  cudaGraphExec_t exec = finish(s);
  cudaGraphLaunch(exec, s);
  cudaFreeAsync(d, s);
  cudaGraphLaunch(exec, s);
  cudaFree(d);
}
static void addAllocation(cudaGraph_t g, void **d, void *host) {
  cudaGraphNode_t alloc, copy;
  cudaMemAllocNodeParams params = {};
  params.bytesize = 64;
  cudaGraphAddMemAllocNode(&alloc, g, nullptr, 0, &params);
  *d = params.dptr;
  cudaGraphAddMemcpyNode1D(&copy, g, &alloc, 1, *d, host, 64, kToDevice);
}
void silentForAnAllocationByHand(cudaStream_t s, void *host) {
  cudaGraph_t g;
  cudaGraphExec_t exec;
  void *d;
  cudaGraphCreate(&g, 0);
  addAllocation(g, &d, host);
  cudaGraphInstantiate(&exec, g, 0);
  cudaGraphLaunch(exec, s);
  cudaFree(d);
  cudaGraphLaunch(exec, s);
}

// What a kernel gets.
void firesForAKernelArgument(cudaStream_t s, const float *from) {
  float *d;
  cudaMalloc(&d, 64);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch makes the graph refer to the memory of 'd', which is released before the graph is launched; {{.*}} [cuda-capture-dangling-memory]
  kernel<<<1, 1, 0, s>>>(3, d, from);
  kernel<<<1, 1, 0, s>>>(4, d, from);
  cudaGraphExec_t exec = finish(s);
  cudaFree(d);
  cudaGraphLaunch(exec, s);
}
static void enqueue(float *d, const float *from, cudaStream_t s) { kernel<<<1, 1, 0, s>>>(3, d, from); }
void firesForAKernelInAHelper(cudaStream_t s, const float *from) {
  Buffer buffer;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'enqueue' reaches a kernel launch, which makes the graph refer to the memory of 'd', {{.*}} [cuda-capture-dangling-memory]
  enqueue(static_cast<float *>(buffer.p), from, s);
  cudaGraphExec_t exec = finish(s);
  cudaFree(buffer.p);
  cudaGraphLaunch(exec, s);
  buffer.p = nullptr;
}
void silentForAKernelArgument(cudaStream_t s, const float *from) {
  float *d;
  cudaMalloc(&d, 64);
  cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>(3, d, from);
  cudaGraphExec_t exec = finish(s);
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  cudaFree(d);
  cudaMalloc(&d, 128);
}
