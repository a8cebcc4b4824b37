// Memory that graphs refer to.
#include "cases.h"
#include <numeric>
#include <span>
#include <string>

namespace memory {

// violation [cache by shape]: the scalars of a shape are a parameter, and the graph stays in the cache
class Attention {
public:
  explicit Attention(cudaStream_t s, float *d) : stream_(s), device_(d) {}
  void forward(int len, float scale) {
    auto it = graphs_.find(len);
    if (it == graphs_.end()) {
      cudaGraph_t g;
      cudaGraphExec_t e;
      CHECK_CUDA(cudaStreamBeginCapture(stream_, kLocal));
      CHECK_CUDA(cudaMemcpyAsync(device_, &scale, sizeof scale, cudaMemcpyHostToDevice, stream_)); // miss: dangling-memory (graphs that a container keeps are not followed)
      step<<<1, 1, 0, stream_>>>(device_, len);
      CHECK_CUDA(cudaStreamEndCapture(stream_, &g));
      CHECK_CUDA(cudaGraphInstantiate(&e, g, 0));
      CHECK_CUDA(cudaGraphDestroy(g));
      it = graphs_.emplace(len, e).first;
    }
    CHECK_CUDA(cudaGraphLaunch(it->second, stream_));
  }

private:
  cudaStream_t stream_;
  float *device_;
  std::map<int, cudaGraphExec_t> graphs_;
};
// legal: kept beside the graph in the entry
class AttentionRight {
public:
  explicit AttentionRight(cudaStream_t s, float *d) : stream_(s), device_(d) {}
  void forward(int len, float scale) {
    scale_ = scale;
    auto it = graphs_.find(len);
    if (it == graphs_.end()) {
      cudaGraph_t g;
      cudaGraphExec_t e;
      CHECK_CUDA(cudaStreamBeginCapture(stream_, kLocal));
      CHECK_CUDA(cudaMemcpyAsync(device_, &scale_, sizeof scale_, cudaMemcpyHostToDevice, stream_));
      step<<<1, 1, 0, stream_>>>(device_, len);
      CHECK_CUDA(cudaStreamEndCapture(stream_, &g));
      CHECK_CUDA(cudaGraphInstantiate(&e, g, 0));
      CHECK_CUDA(cudaGraphDestroy(g));
      it = graphs_.emplace(len, e).first;
    }
    CHECK_CUDA(cudaGraphLaunch(it->second, stream_));
  }

private:
  cudaStream_t stream_;
  float *device_;
  float scale_ = 0;
  std::map<int, cudaGraphExec_t> graphs_;
};

// violation [host callback]: a std::function on the stack is the callback's data
static void CUDART_CB callFunction(void *data) { (*static_cast<std::function<void()> *>(data))(); }
cudaGraph_t notifies(cudaStream_t s, int *counter) {
  std::function<void()> notify = [counter] { ++*counter; };
  cudaGraph_t g;
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaLaunchHostFunc(s, callFunction, &notify)); // expect: dangling-memory
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  return g;
}
// legal: on the heap, owned by a user object of the graph
static void CUDART_CB deleteFunction(void *data) { delete static_cast<std::function<void()> *>(data); }
cudaGraph_t notifiesOwned(cudaStream_t s, int *counter) {
  auto *notify = new std::function<void()>([counter] { ++*counter; });
  cudaGraph_t g;
  cudaUserObject_t object;
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaLaunchHostFunc(s, callFunction, notify));
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  CHECK_CUDA(cudaUserObjectCreate(&object, notify, deleteFunction, 1, cudaUserObjectNoDestructorSync));
  CHECK_CUDA(cudaGraphRetainUserObject(g, object, 1, cudaGraphUserObjectMove));
  return g;
}
// legal: the callback deletes it, in a graph that is launched once
static void CUDART_CB callAndDelete(void *data) {
  auto *f = static_cast<std::function<void()> *>(data);
  (*f)();
  delete f;
}
void notifiesOnce(cudaStream_t s, int *counter) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaLaunchHostFunc(s, callAndDelete, new std::function<void()>([counter] { ++*counter; })));
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  CHECK_CUDA(cudaGraphInstantiate(&e, g, 0));
  CHECK_CUDA(cudaGraphLaunch(e, s));
}

// violation [memcpy node]: a node that is added by hand copies from a local
struct Built {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
};
Built buildByHand(float *device, float value) {
  Built b;
  cudaGraphNode_t copy;
  float host = value * 2;
  CHECK_CUDA(cudaGraphCreate(&b.graph, 0));
  CHECK_CUDA(cudaGraphAddMemcpyNode1D(&copy, b.graph, nullptr, 0, device, &host, sizeof host, cudaMemcpyHostToDevice)); // expect: dangling-memory
  CHECK_CUDA(cudaGraphInstantiate(&b.exec, b.graph, 0));
  return b;
}
// legal: from memory of the caller's
Built buildByHandRight(float *device, const float *host) {
  Built b;
  cudaGraphNode_t copy;
  CHECK_CUDA(cudaGraphCreate(&b.graph, 0));
  CHECK_CUDA(cudaGraphAddMemcpyNode1D(&copy, b.graph, nullptr, 0, device, host, sizeof *host, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaGraphInstantiate(&b.exec, b.graph, 0));
  return b;
}

// violation [readback]: the result of a reduction goes to a local of the capture function
struct Solver {
  cudaStream_t stream;
  cudaGraphExec_t exec = nullptr;
  float *device;
  float residual = 0;
  void record() {
    float norm = 0;
    cudaGraph_t g;
    CHECK_CUDA(cudaStreamBeginCapture(stream, kLocal));
    step<<<1, 1, 0, stream>>>(device, 1);
    CHECK_CUDA(cudaMemcpyAsync(&norm, device, sizeof norm, cudaMemcpyDeviceToHost, stream)); // expect: dangling-memory
    CHECK_CUDA(cudaStreamEndCapture(stream, &g));
    CHECK_CUDA(cudaGraphInstantiate(&exec, g, 0));
    CHECK_CUDA(cudaGraphDestroy(g));
  }
  // legal: to a member
  void recordRight() {
    cudaGraph_t g;
    CHECK_CUDA(cudaStreamBeginCapture(stream, kLocal));
    step<<<1, 1, 0, stream>>>(device, 1);
    CHECK_CUDA(cudaMemcpyAsync(&residual, device, sizeof residual, cudaMemcpyDeviceToHost, stream));
    CHECK_CUDA(cudaStreamEndCapture(stream, &g));
    CHECK_CUDA(cudaGraphInstantiate(&exec, g, 0));
    CHECK_CUDA(cudaGraphDestroy(g));
  }
};

// violation [child graph]: a child graph copies from a local of the function that makes it
static cudaGraph_t prologue(cudaStream_t s, float *device) {
  int header[4] = {1, 2, 3, 4};
  cudaGraph_t g;
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaMemcpyAsync(device, header, sizeof header, cudaMemcpyHostToDevice, s)); // expect: dangling-memory
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  return g;
}
void withChild(cudaStream_t s, float *device) {
  cudaGraph_t whole, child = prologue(s, device);
  cudaGraphNode_t node;
  cudaGraphExec_t e;
  CHECK_CUDA(cudaGraphCreate(&whole, 0));
  CHECK_CUDA(cudaGraphAddChildGraphNode(&node, whole, nullptr, 0, child));
  CHECK_CUDA(cudaGraphInstantiate(&e, whole, 0));
  CHECK_CUDA(cudaGraphLaunch(e, s));
}
// legal: from a constant
static cudaGraph_t prologueRight(cudaStream_t s, float *device) {
  static constexpr int header[4] = {1, 2, 3, 4};
  cudaGraph_t g;
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaMemcpyAsync(device, header, sizeof header, cudaMemcpyHostToDevice, s));
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  return g;
}
void withChildRight(cudaStream_t s, float *device) {
  cudaGraph_t whole, child = prologueRight(s, device);
  cudaGraphNode_t node;
  cudaGraphExec_t e;
  CHECK_CUDA(cudaGraphCreate(&whole, 0));
  CHECK_CUDA(cudaGraphAddChildGraphNode(&node, whole, nullptr, 0, child));
  CHECK_CUDA(cudaGraphInstantiate(&e, whole, 0));
  CHECK_CUDA(cudaGraphLaunch(e, s));
}

// violation [pointer arrays]: an array of device pointers is copied for a batched kernel
cudaGraphExec_t batched(cudaStream_t s, std::span<float *const> inputs, float **table) {
  std::vector<float *> host(inputs.begin(), inputs.end());
  cudaGraph_t g;
  cudaGraphExec_t e;
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaMemcpyAsync(table, host.data(), host.size() * sizeof(float *), cudaMemcpyHostToDevice, s)); // expect: dangling-memory
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  CHECK_CUDA(cudaGraphInstantiate(&e, g, 0));
  CHECK_CUDA(cudaGraphDestroy(g));
  return e;
}
// legal: the caller's vector, handed back with the graph
struct Batched {
  std::vector<float *> host;
  cudaGraphExec_t exec;
};
Batched batchedRight(cudaStream_t s, std::span<float *const> inputs, float **table) {
  Batched b{{inputs.begin(), inputs.end()}, nullptr};
  cudaGraph_t g;
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaMemcpyAsync(table, b.host.data(), b.host.size() * sizeof(float *), cudaMemcpyHostToDevice, s));
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  CHECK_CUDA(cudaGraphInstantiate(&b.exec, g, 0));
  CHECK_CUDA(cudaGraphDestroy(g));
  return b;
}
// legal: before the capture
cudaGraphExec_t batchedBefore(cudaStream_t s, std::span<float *const> inputs, float **table) {
  std::vector<float *> host(inputs.begin(), inputs.end());
  CHECK_CUDA(cudaMemcpyAsync(table, host.data(), host.size() * sizeof(float *), cudaMemcpyHostToDevice, s));
  CHECK_CUDA(cudaStreamSynchronize(s));
  cudaGraph_t g;
  cudaGraphExec_t e;
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  step<<<1, 1, 0, s>>>(table[0], 1);
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  CHECK_CUDA(cudaGraphInstantiate(&e, g, 0));
  return e;
}

// violation [memory nodes]: a buffer that is freed in the order of the stream before the launch
void freedAsync(cudaStream_t s) {
  float *buffer;
  cudaGraph_t g;
  cudaGraphExec_t e;
  CHECK_CUDA(cudaMallocAsync(&buffer, 1024, s));
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaMemsetAsync(buffer, 0, 1024, s)); // expect: dangling-memory
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  CHECK_CUDA(cudaGraphInstantiate(&e, g, 0));
  CHECK_CUDA(cudaFreeAsync(buffer, s));
  CHECK_CUDA(cudaGraphLaunch(e, s));
}
// legal: allocated and freed by the graph itself
void graphAllocates(cudaStream_t s) {
  float *buffer;
  cudaGraph_t g;
  cudaGraphExec_t e;
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaMallocAsync(&buffer, 1024, s));
  CHECK_CUDA(cudaMemsetAsync(buffer, 0, 1024, s));
  CHECK_CUDA(cudaFreeAsync(buffer, s));
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  CHECK_CUDA(cudaGraphInstantiate(&e, g, 0));
  for (int i = 0; i < 3; ++i)
    CHECK_CUDA(cudaGraphLaunch(e, s));
}
// legal: allocated by the graph, freed outside of it after each launch
void graphAllocatesFreedOutside(cudaStream_t s) {
  float *buffer;
  cudaGraph_t g;
  cudaGraphExec_t e;
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaMallocAsync(&buffer, 1024, s));
  CHECK_CUDA(cudaMemsetAsync(buffer, 0, 1024, s));
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  CHECK_CUDA(cudaGraphInstantiateWithFlags(&e, g, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  for (int i = 0; i < 3; ++i)
    CHECK_CUDA(cudaGraphLaunch(e, s));
  CHECK_CUDA(cudaFreeAsync(buffer, s));
  CHECK_CUDA(cudaStreamSynchronize(s));
}

// violation [grown buffer]: a pinned staging buffer is replaced by a bigger one
class Staging {
public:
  void capture(cudaStream_t s, float *device, size_t n) {
    CHECK_CUDA(cudaMallocHost(&host_, n));
    cudaGraph_t g;
    CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
    CHECK_CUDA(cudaMemcpyAsync(device, host_, n, cudaMemcpyHostToDevice, s));
    CHECK_CUDA(cudaStreamEndCapture(s, &g));
    CHECK_CUDA(cudaGraphInstantiate(&exec_, g, 0));
  }
  void grow(size_t n) {
    CHECK_CUDA(cudaFreeHost(host_));
    CHECK_CUDA(cudaMallocHost(&host_, n));
  }
  void launch(cudaStream_t s) { CHECK_CUDA(cudaGraphLaunch(exec_, s)); }
  void growAndLaunch(cudaStream_t s, float *device) {
    capture(s, device, 64); // expect: dangling-memory
    grow(128);
    launch(s);
  }

private:
  void *host_ = nullptr;
  cudaGraphExec_t exec_ = nullptr;
};
// legal: captured again
class StagingRight {
public:
  void capture(cudaStream_t s, float *device, size_t n) {
    if (host_)
      CHECK_CUDA(cudaFreeHost(host_));
    if (exec_)
      CHECK_CUDA(cudaGraphExecDestroy(exec_));
    CHECK_CUDA(cudaMallocHost(&host_, n));
    cudaGraph_t g;
    CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
    CHECK_CUDA(cudaMemcpyAsync(device, host_, n, cudaMemcpyHostToDevice, s));
    CHECK_CUDA(cudaStreamEndCapture(s, &g));
    CHECK_CUDA(cudaGraphInstantiate(&exec_, g, 0));
  }
  void growAndLaunch(cudaStream_t s, float *device) {
    capture(s, device, 64);
    CHECK_CUDA(cudaGraphLaunch(exec_, s));
    CHECK_CUDA(cudaStreamSynchronize(s));
    capture(s, device, 128);
    CHECK_CUDA(cudaGraphLaunch(exec_, s));
  }

private:
  void *host_ = nullptr;
  cudaGraphExec_t exec_ = nullptr;
};

} // namespace memory
