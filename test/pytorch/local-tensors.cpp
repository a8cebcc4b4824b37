// RUN: %lint-torch
// RUN: %tidy %all-checks %s -- -x c++ -std=c++17 -isystem %stub-include \
// RUN:   -isystem %S/Inputs/include -DTORCH_VERSION_MAJOR=2 -DTORCH_VERSION_MINOR=10 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=dangling-memory --check-prefix=POOLED %s
// Memory of a tensor on the host that ends while the graph keeps its address. Since PyTorch 2.10, the
// pool of the capture may keep it.
#include <torch/torch.h>
#include <functional>

// POOLED: warning:{{.*}}[cuda-capture-escaped-work]

#define CAPTURABLE [[clang::annotate("cuda_capture::capturable")]]

// --- must be reported --------------------------------------------------------

CAPTURABLE void firesForAPinnedTensor(long *device, long n) {
  at::Tensor args = at::empty({n}, at::TensorOptions().dtype(at::kLong).pinned_memory(true));
  long *values = args.data_ptr<long>();
  for (long i = 0; i < n; ++i)
    values[i] = i;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'args', which is gone when the graph is launched later{{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(device, args.data_ptr<long>(), args.numel() * 8, cudaMemcpyHostToDevice,
                  at::cuda::getCurrentCUDAStream());
  // CHECK: :[[#@LINE+1]]:1: note: the lifetime of 'args' ends here
}

CAPTURABLE void firesForAPointerIntoIt(long *device) {
  auto args = torch::zeros({8}, at::kLong);
  long *half = args.mutable_data_ptr<long>() + 4;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'args', which is gone
  cudaMemcpyAsync(device, half, 32, cudaMemcpyHostToDevice, at::cuda::getCurrentCUDAStream());
}

CAPTURABLE void firesForAScope(long *device, bool copy) {
  if (copy) {
    at::Tensor args = at::empty({8}, at::kLong);
    args.fill_(1);
    TORCH_CHECK(args.defined());
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'args', which is gone
    cudaMemcpyAsync(device, args.data_ptr(), 32, cudaMemcpyHostToDevice, at::cuda::getCurrentCUDAStream());
  }
}

static void copyTo(void *to, const void *from, cudaStream_t stream) {
  cudaMemcpyAsync(to, from, 32, cudaMemcpyHostToDevice, stream);
}

CAPTURABLE void firesForNamedOptions(long *device) {
  auto options = torch::dtype(at::kLong).pinned_memory(true);
  auto args = torch::empty({8}, options);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'args', which is gone
  cudaMemcpyAsync(device, args.data_ptr(), 32, cudaMemcpyHostToDevice, at::cuda::getCurrentCUDAStream());
}

CAPTURABLE void firesInACallee(long *device) {
  at::Tensor args = at::empty({8}, at::TensorOptions(at::kLong).device(at::kCPU));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'copyTo' reaches 'cudaMemcpyAsync', which makes the graph refer to 'args', which is gone
  copyTo(device, args.data_ptr(), at::cuda::getCurrentCUDAStream());
}

struct Model {
  cudaStream_t stream;
  cudaGraphExec_t exec = nullptr;
  float *device;
  at::Tensor kept;
  void firesForAKeptGraph() {
    if (!exec) {
      at::Tensor scale = torch::tensor({1.0f, 2.0f});
      cudaGraph_t graph;
      if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
        return;
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'scale', which is gone
      cudaMemcpyAsync(device, scale.data_ptr(), 8, cudaMemcpyHostToDevice, stream);
      if (cudaStreamEndCapture(stream, &graph) != cudaSuccess)
        return;
      if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
        return;
    }
    (void)cudaGraphLaunch(exec, stream);
  }
};

CAPTURABLE void firesForOtherReasons(float *d) {
  auto side = at::cuda::getStreamFromPool();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemsetAsync' on stream 'side', which takes no part
  cudaMemsetAsync(d, 0, 4, side);
}

// --- must be silent ----------------------------------------------------------

#define COPY(TENSOR)                                                                               \
  cudaMemcpyAsync(device, TENSOR.data_ptr(), 32, cudaMemcpyDefault, at::cuda::getCurrentCUDAStream())

CAPTURABLE void silentForADeviceTensor(long *device) {
  at::Tensor t = at::empty({8}, at::TensorOptions().device(at::kCUDA));
  COPY(t);
}

CAPTURABLE void silentForOptionsThatChange(long *device, bool gpu) {
  auto options = torch::dtype(at::kLong);
  if (gpu)
    options = options.device(at::kCUDA);
  at::Tensor t = at::empty({8}, options);
  COPY(t);
}

CAPTURABLE void silentForANamedDevice(long *device) {
  at::Tensor t = at::empty({8}, at::TensorOptions().device("cuda:1"));
  at::Tensor other = at::empty({8}, at::TensorOptions(std::string("cuda")).dtype(at::kLong));
  COPY(t);
  COPY(other);
}

CAPTURABLE void silentForAnUnknownDevice(long *device, const at::Tensor &x) {
  at::Tensor t = at::empty({8}, x.options());
  at::Tensor like = at::empty_like(x);
  COPY(t);
  COPY(like);
}

CAPTURABLE at::Tensor silentForAResult(long *device) {
  at::Tensor t = at::empty({8}, at::kLong);
  COPY(t);
  return t;
}

CAPTURABLE std::pair<at::Tensor, int> silentForAPartOfAResult(long *device) {
  at::Tensor t = at::empty({8}, at::kLong);
  COPY(t);
  return {t, 1};
}

CAPTURABLE void silentForAMember(long *device, Model &model) {
  at::Tensor t = at::empty({8}, at::kLong);
  model.kept = t;
  COPY(t);
}

CAPTURABLE void silentForAView(long *device, Model &model) {
  at::Tensor t = at::empty({8}, at::kLong);
  model.kept = t.view({2, 4});
  COPY(t);
}

CAPTURABLE void silentForAnElement(long *device, std::vector<at::Tensor> &all) {
  at::Tensor t = at::empty({8}, at::kLong);
  all.push_back(t);
  COPY(t);
}

CAPTURABLE void silentForAMove(long *device, std::vector<at::Tensor> &all) {
  at::Tensor t = at::empty({8}, at::kLong);
  COPY(t);
  all.push_back(std::move(t));
}

CAPTURABLE void silentForAClosure(long *device, std::vector<std::function<void()>> &all) {
  at::Tensor t = at::empty({8}, at::kLong);
  all.push_back([t] { (void)t.numel(); });
  COPY(t);
}

void keep(const at::Tensor &t);
CAPTURABLE void silentForAnArgument(long *device) {
  at::Tensor t = at::empty({8}, at::kLong);
  keep(t);
  COPY(t);
}

CAPTURABLE void silentForMemoryOfOthers(long *device, long *theirs) {
  at::Tensor t = torch::from_blob(theirs, {8}, at::kLong);
  COPY(t);
}

CAPTURABLE void silentForAStatic(long *device) {
  static at::Tensor t = at::empty({8}, at::kLong);
  COPY(t);
}

CAPTURABLE void silentForACopy(long *device, const at::Tensor &kept) {
  at::Tensor t = kept;
  COPY(t);
}

CAPTURABLE void silentForAnotherTensor(long *device, const at::Tensor &kept) {
  at::Tensor t = at::empty({8}, at::kLong);
  t = kept;
  COPY(t);
}

at::Tensor workspace();
CAPTURABLE void silentForATensorOfAnUnknownFunction(long *device) {
  at::Tensor t = workspace();
  COPY(t);
}

void silentOutsideOfCaptures(long *device) {
  at::Tensor t = at::empty({8}, at::kLong);
  COPY(t);
}
