// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureEntryPoints: "tensorrt; pytorch;onnxruntime; nccl"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefixes=CHECK,OPTION --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureEntryPoints: all}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefixes=CHECK,OPTION --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy %all-checks %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureEntryPoints: "tensorrt;gloo"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=WRONG
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureKnowledgeBase: "%S/Inputs/own-entry-points.json"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefixes=CHECK,OWN --implicit-check-not=warning: --implicit-check-not=error:
#include <cuda_runtime.h>

// WRONG: warning: invalid value of the option 'CudaCaptureEntryPoints': 'gloo' is no library with entry points; there are all, xla, tensorrt, pytorch, onnxruntime, nccl

__global__ void kernel(float *p);

//===--- TensorRT -------------------------------------------------------===//

namespace nvinfer1 {
struct IPluginV2 {
  virtual int enqueue(int n, const void *const *in, void *const *out, void *workspace, cudaStream_t s) noexcept = 0;
  virtual int initialize() noexcept = 0;
};
namespace v_1_0 {
struct IPluginV3OneRuntime {
  virtual int enqueue(const void *const *in, void *const *out, void *workspace, cudaStream_t s) noexcept = 0;
};
} // namespace v_1_0
using v_1_0::IPluginV3OneRuntime;
} // namespace nvinfer1

struct Base : nvinfer1::IPluginV2 {
  int initialize() noexcept override { return cudaDeviceSynchronize(); }
  float *scratch;
};
struct Old : Base {
  int enqueue(int n, const void *const *in, void *const *out, void *workspace, cudaStream_t s) noexcept override {
    // OPTION: :[[#@LINE+2]]:5: warning: call to 'cudaMalloc' while the caller of 'Old::enqueue' is capturing 's' in global mode; {{.*}} [cuda-capture-unsafe-call]
    // OPTION: note: 'Old::enqueue' overrides 'nvinfer1::IPluginV2::enqueue', which may be called while a stream is captured
    cudaMalloc((void **)&scratch, n);
    kernel<<<1, 1, 0, s>>>(scratch);
    return 0;
  }
};
struct New : nvinfer1::IPluginV3OneRuntime {
  int enqueue(const void *const *in, void *const *out, void *workspace, cudaStream_t s) noexcept override {
    kernel<<<1, 1, 0, s>>>(nullptr);
    // OPTION: :[[#@LINE+1]]:12: warning: call to 'cudaStreamSynchronize' while the caller of 'New::enqueue' is capturing 's' in global mode; {{.*}} [cuda-capture-synchronization]
    return cudaStreamSynchronize(s);
  }
};
struct Good : nvinfer1::IPluginV3OneRuntime {
  int enqueue(const void *const *in, void *const *out, void *workspace, cudaStream_t s) noexcept override {
    kernel<<<1, 1, 0, s>>>((float *)workspace);
    return cudaPeekAtLastError();
  }
};
// A class of its own that has a method of that name.
struct Queue {
  virtual int enqueue(float *p, cudaStream_t s) { return cudaStreamSynchronize(s); }
};
struct SlowQueue : Queue {
  int enqueue(float *p, cudaStream_t s) override { return cudaDeviceSynchronize(); }
};

//===--- PyTorch --------------------------------------------------------===//

namespace torch {
template <typename F, F *f> struct Function {};
struct Library {
  template <typename F> Library &impl(const char *name, F &&f) { return *this; }
  template <typename F> Library &def(const char *name, F &&f) { return *this; }
  Library &def(const char *schema) { return *this; }
};
} // namespace torch

static void op(float *p, cudaStream_t s) {
  kernel<<<1, 1, 0, s>>>(p);
  // OPTION: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while the caller of 'op' is capturing 's' in global mode; {{.*}} [cuda-capture-synchronization]
  // OPTION: note: 'op' is handed to 'torch::Library::impl', whose library may call it while a stream is captured
  cudaStreamSynchronize(s);
}
static void wrapped(float **p) {
  // OPTION: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while the caller of 'wrapped' is capturing a stream in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(p, 16);
}
static void notRegistered(float **p) { cudaMalloc(p, 16); }
void registerOps(torch::Library &m) {
  m.def("op(Tensor t) -> Tensor");
  m.impl("op", &op);
  m.impl("wrapped", torch::Function<decltype(wrapped), &wrapped>());
  m.def("lambda", [](float *p, cudaStream_t s) {
    // OPTION: :[[#@LINE+1]]:5: warning: call to 'cudaMemcpy' on the legacy default stream while the caller of the lambda is capturing 's' in global mode; {{.*}} [cuda-capture-legacy-stream]
    cudaMemcpy(p, p, 16, cudaMemcpyDeviceToHost);
  });
}

namespace at {
struct Tensor {
  void *data_ptr() const;
};
} // namespace at
namespace torch {
namespace autograd {
struct AutogradContext;
template <class T> struct Function {
  static at::Tensor apply(const at::Tensor &t);
};
struct Node {
  virtual at::Tensor apply(at::Tensor &&t) = 0;
};
} // namespace autograd
template <class T> struct class_ {
  template <typename F> class_ &def(const char *name, F f, const char *doc = "") { return *this; }
};
} // namespace torch

struct Square : public torch::autograd::Function<Square> {
  static at::Tensor forward(torch::autograd::AutogradContext *, const at::Tensor &t) {
    // OPTION: :[[#@LINE+2]]:5: warning: call to 'cudaMemAdvise' while the caller of 'Square::forward' is capturing a stream in global mode; {{.*}} [cuda-capture-unsafe-call]
    // OPTION: note: 'Square::forward' overrides 'torch::autograd::Function::forward', which may be called while a stream is captured
    cudaMemAdvise(t.data_ptr(), 16, cudaMemAdviseSetReadMostly, cudaMemLocation{});
    return t;
  }
  static at::Tensor backward(torch::autograd::AutogradContext *, const at::Tensor &t) {
    // OPTION: :[[#@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize' while the caller of 'Square::backward' is capturing a stream in global mode; {{.*}} [cuda-capture-synchronization]
    cudaDeviceSynchronize();
    return t;
  }
  static void warmUp() { cudaDeviceSynchronize(); }
};
struct NoFunction {
  static void forward() { cudaDeviceSynchronize(); }
};
template <class T> struct OtherBase {};
struct OfOtherBase : OtherBase<OfOtherBase> {
  static void forward() { cudaDeviceSynchronize(); }
};
struct MulBackward : torch::autograd::Node {
  at::Tensor apply(at::Tensor &&t) override {
    // OPTION: :[[#@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize' while the caller of 'MulBackward::apply' is capturing a stream in global mode; {{.*}} [cuda-capture-synchronization]
    cudaDeviceSynchronize();
    return t;
  }
};
struct Holder {
  at::Tensor forward(const at::Tensor &t) {
    // OPTION: :[[#@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize' while the caller of 'Holder::forward' is capturing a stream in global mode; {{.*}} [cuda-capture-synchronization]
    cudaDeviceSynchronize();
    return t;
  }
  void load(int device) { cudaDeviceSynchronize(); }
};
void registerClass(torch::class_<Holder> &c) {
  c.def("forward", &Holder::forward).def("load", &Holder::load);
}

//===--- ONNX Runtime ---------------------------------------------------===//

struct OrtCustomOp {
  unsigned version;
  void (*KernelCompute)(void *kernel, cudaStream_t s);
};
static void compute(void *, cudaStream_t s) {
  // OPTION: :[[#@LINE+2]]:3: warning: call to 'cudaDeviceSynchronize' while the caller of 'compute' is capturing 's' in global mode; {{.*}} [cuda-capture-synchronization]
  // OPTION: note: 'compute' is stored in 'OrtCustomOp::KernelCompute', whose library may call it while a stream is captured
  cudaDeviceSynchronize();
}
OrtCustomOp customOp = {1, compute};
static void assigned(void *, cudaStream_t s) {
  // OPTION: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' while the caller of 'assigned' is capturing 's' in global mode; {{.*}} [cuda-capture-synchronization]
  cudaDeviceSynchronize();
}
void fill(OrtCustomOp *op) { op->KernelCompute = assigned; }

//===--- NCCL: in a thread of its own -----------------------------------===//

typedef struct {
  const char *name;
  int (*init)(void);
  int (*listen)(int dev, void **comm);
  int (*regMr)(void *comm, void *data, size_t size, void **handle);
  int (*isend)(void *comm, void *data, size_t size, cudaStream_t own);
  int (*test)(void *request, int *done);
} ncclNet_v99_t;
typedef struct {
  int (*iallreduce)(void *comm, void *data, size_t size);
} ncclCollNet_v99_t;

static cudaStream_t side;
static cudaEvent_t copied;
// Before anybody captures.
static int netInit(void) { return cudaStreamCreate(&side) + cudaDeviceSynchronize(); }
static int netListen(int dev, void **comm) { return cudaMalloc(comm, 16); }
static int netRegister(void *comm, void *data, size_t size, void **handle) {
  // OPTION: :[[#@LINE+2]]:10: warning: call to 'cudaMalloc' while a stream may be capturing in global mode in another thread; the runtime rejects it with cudaErrorStreamCaptureUnsupported (900) and invalidates the capture [cuda-capture-unsafe-call]
  // OPTION: note: 'netRegister' is stored in 'ncclNet_v99_t::regMr', whose library may call it in a thread of its own while a stream is captured
  return cudaMalloc(handle, size);
}
// What it does in streams of its own is not meant to be captured.
static int netSend(void *comm, void *data, size_t size, cudaStream_t own) {
  kernel<<<1, 1, 0, side>>>((float *)data);
  kernel<<<1, 1, 0, own>>>((float *)data);
  cudaMemcpyAsync(comm, data, size, cudaMemcpyDeviceToHost, side);
  return cudaEventRecord(copied, side);
}
static int netTest(void *request, int *done) {
  // OPTION: :[[#@LINE+1]]:19: warning: call to 'cudaEventQuery' while a stream may be capturing in global mode in another thread; {{.*}} [cuda-capture-unsafe-call]
  cudaError_t e = cudaEventQuery(copied);
  *done = e == cudaSuccess;
  return e != cudaSuccess && e != cudaErrorNotReady;
}
ncclNet_v99_t ncclNetPlugin_v99 = {"net", netInit, netListen, netRegister, netSend, netTest};

static int collReduce(void *comm, void *data, size_t size) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  int failed = cudaMalloc(&data, size);
  cudaThreadExchangeStreamCaptureMode(&mode);
  // OPTION: :[[#@LINE+1]]:19: warning: call to 'cudaFree' while a stream may be capturing in global mode in another thread; {{.*}} [cuda-capture-unsafe-call]
  return failed + cudaFree(data);
}
ncclCollNet_v99_t collNet = {collReduce};

//===--- XLA: only with the trait ---------------------------------------===//

namespace xla {
namespace ffi {
enum class Traits { kCmdBufferCompatible = 1 };
struct Handler {};
struct TraitList {
  Traits value;
};
template <typename... T> struct Binding {
  template <typename F> Handler *To(F f, TraitList = TraitList()) { return nullptr; }
};
struct Ffi {
  static Binding<int> Bind() { return {}; }
};
} // namespace ffi
} // namespace xla
#define DEFINE_HANDLER(name, fn, binding, ...)                                 \
  void name() { static auto *handler = (binding).To(fn, ##__VA_ARGS__); }

static void captured(cudaStream_t s, float *p) {
  kernel<<<1, 1, 0, s>>>(p);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while the caller of 'captured' is capturing 's' in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: note: 'captured' is handed to 'xla::ffi::Binding::To', whose library may call it while a stream is captured
  cudaStreamSynchronize(s);
}
static void notCaptured(cudaStream_t s, float *p) {
  kernel<<<1, 1, 0, s>>>(p);
  cudaStreamSynchronize(s);
}
DEFINE_HANDLER(Captured, captured, xla::ffi::Ffi::Bind(), {xla::ffi::Traits::kCmdBufferCompatible})
DEFINE_HANDLER(NotCaptured, notCaptured, xla::ffi::Ffi::Bind())

//===--- A library of one's own -----------------------------------------===//

namespace mylib {
struct Layer {
  virtual void forward(float *p, cudaStream_t s) = 0;
};
} // namespace mylib
struct Dense : mylib::Layer {
  // OWN: :[[#@LINE+1]]:53: warning: call to 'cudaDeviceSynchronize' while the caller of 'Dense::forward' is capturing 's' in thread-local mode; {{.*}} [cuda-capture-synchronization]
  void forward(float *p, cudaStream_t s) override { cudaDeviceSynchronize(); }
};
