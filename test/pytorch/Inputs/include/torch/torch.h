// Declarations of PyTorch 2.9, as far as the tests need them: enough to see how
// calls are written, and nothing that runs. The real headers of an older
// PyTorch are in libtorch.test.
#ifndef CUDA_CAPTURE_TEST_TORCH_H
#define CUDA_CAPTURE_TEST_TORCH_H

#include <cuda_runtime.h>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace c10 {
using DeviceIndex = signed char;
enum class DeviceType : signed char { CPU = 0, CUDA = 1 };
constexpr DeviceType kCPU = DeviceType::CPU;
constexpr DeviceType kCUDA = DeviceType::CUDA;
enum class ScalarType : signed char { Byte, Int, Long, Float, Bool };
struct Device {
  Device(DeviceType type, DeviceIndex index = -1);
  Device(const std::string &device);
  DeviceType type() const noexcept;
  DeviceIndex index() const noexcept;
  bool is_cuda() const noexcept;
  bool operator==(const Device &other) const noexcept;
};
struct TensorOptions {
  TensorOptions();
  template <typename T, typename = std::enable_if_t<std::is_same_v<std::decay_t<T>, Device>>>
  TensorOptions(T &&device);
  template <typename... Args,
            typename = std::enable_if_t<std::is_constructible_v<Device, Args &&...>>>
  TensorOptions(Args &&...args);
  TensorOptions(ScalarType dtype);
  TensorOptions dtype(ScalarType dtype) const noexcept;
  TensorOptions device(std::optional<Device> device) const noexcept;
  template <typename... Args> TensorOptions device(Args &&...args) const noexcept;
  TensorOptions pinned_memory(std::optional<bool> pinned) const noexcept;
  Device device() const noexcept;
};
TensorOptions dtype(ScalarType dtype);
TensorOptions device(Device device);
struct Scalar {
  Scalar(int);
  Scalar(double);
};
template <typename T> struct ArrayRef {
  ArrayRef(std::initializer_list<T>);
  ArrayRef(const std::vector<T> &);
};
using IntArrayRef = ArrayRef<long>;
struct Stream {
  Device device() const;
  void synchronize() const;
  bool query() const;
};
using CaptureId_t = unsigned long long;
using MempoolId_t = std::pair<CaptureId_t, CaptureId_t>;

namespace cuda {
class CUDAStream {
public:
  enum Unchecked { UNCHECKED };
  explicit CUDAStream(Stream stream);
  explicit CUDAStream(Unchecked, Stream stream);
  bool operator==(const CUDAStream &other) const noexcept;
  operator cudaStream_t() const;
  operator Stream() const;
  DeviceIndex device_index() const;
  Device device() const;
  bool query() const;
  void synchronize() const;
  cudaStream_t stream() const;
  Stream unwrap() const;

private:
  Stream stream_;
};
CUDAStream getStreamFromPool(const bool isHighPriority = false, DeviceIndex device = -1);
CUDAStream getStreamFromPool(const int priority, DeviceIndex device = -1);
CUDAStream getStreamFromExternal(cudaStream_t ext_stream, DeviceIndex device_index);
CUDAStream getDefaultCUDAStream(DeviceIndex device_index = -1);
CUDAStream getCurrentCUDAStream(DeviceIndex device_index = -1);
void setCurrentCUDAStream(CUDAStream stream);
void set_device(DeviceIndex device);
void device_synchronize();
void stream_synchronize(cudaStream_t stream);

struct CUDAGuard {
  explicit CUDAGuard(DeviceIndex device_index);
  explicit CUDAGuard(Device device);
  ~CUDAGuard();
  void set_index(DeviceIndex device_index);
};
struct OptionalCUDAGuard {
  explicit OptionalCUDAGuard();
  explicit OptionalCUDAGuard(std::optional<Device> device);
  ~OptionalCUDAGuard();
};
struct CUDAStreamGuard {
  explicit CUDAStreamGuard(Stream stream);
  CUDAStreamGuard(const CUDAStreamGuard &) = delete;
  ~CUDAStreamGuard();
  void reset_stream(Stream stream);
  CUDAStream original_stream() const;
  CUDAStream current_stream() const;
};
struct OptionalCUDAStreamGuard {
  explicit OptionalCUDAStreamGuard();
  explicit OptionalCUDAStreamGuard(Stream stream);
  explicit OptionalCUDAStreamGuard(std::optional<Stream> stream);
  ~OptionalCUDAStreamGuard();
  void reset_stream(Stream stream);
  void reset();
};
struct CUDAMultiStreamGuard {
  explicit CUDAMultiStreamGuard(ArrayRef<CUDAStream> streams);
  ~CUDAMultiStreamGuard();
};

struct CUDAStreamCaptureModeGuard {
  CUDAStreamCaptureModeGuard(cudaStreamCaptureMode desired);
  ~CUDAStreamCaptureModeGuard();
};
enum class CaptureStatus : int { None, Active, Invalidated };
CaptureStatus currentStreamCaptureStatusMayInitCtx();

struct CUDAEvent {
  CUDAEvent() noexcept;
  CUDAEvent(unsigned int flags) noexcept;
  ~CUDAEvent();
  CUDAEvent(const CUDAEvent &) = delete;
  CUDAEvent &operator=(const CUDAEvent &) = delete;
  CUDAEvent(CUDAEvent &&other) noexcept;
  CUDAEvent &operator=(CUDAEvent &&other) noexcept;
  operator cudaEvent_t() const;
  cudaEvent_t event() const;
  bool query() const;
  void record();
  void record(const CUDAStream &stream);
  void block(const CUDAStream &stream);
  float elapsed_time(const CUDAEvent &other) const;
  void synchronize() const;
};

namespace CUDACachingAllocator {
inline void emptyCache(MempoolId_t mempool_id = {0, 0}) {}
} // namespace CUDACachingAllocator
} // namespace cuda
} // namespace c10

namespace at {
using namespace c10;
constexpr ScalarType kInt = ScalarType::Int;
constexpr ScalarType kLong = ScalarType::Long;
constexpr ScalarType kFloat = ScalarType::Float;

class TensorBase {
public:
  TensorBase() = default;
  TensorBase(const TensorBase &) = default;
  TensorBase &operator=(const TensorBase &) = default;
  ~TensorBase();
  bool is_cuda() const;
  Device device() const;
  TensorOptions options() const;
  DeviceIndex get_device() const;
  long size(long dim) const;
  bool defined() const;
  long numel() const;
  void *data_ptr() const;
  template <typename T> T *data_ptr() const;
  template <typename T> T *mutable_data_ptr() const;
};
struct GeneratorImpl;
struct Generator {
  Generator() {}
  void set_current_seed(unsigned long seed);
  bool defined() const;
  GeneratorImpl *unsafeGetGeneratorImpl() const;

private:
  GeneratorImpl *impl_ = nullptr;
};

class Tensor;
namespace indexing {
struct Slice {
  Slice(long start = 0, long stop = 0, long step = 1);
};
enum class EllipsisIndexType { Ellipsis };
struct TensorIndex {
  TensorIndex(std::nullopt_t);
  TensorIndex(EllipsisIndexType);
  TensorIndex(long integer);
  TensorIndex(int integer);
  TensorIndex(Slice slice);
  TensorIndex(Tensor tensor);
};
} // namespace indexing

class Tensor : public TensorBase {
public:
  Tensor() = default;
  Tensor(const Tensor &) = default;
  Tensor(Tensor &&) = default;
  Tensor &operator=(const Tensor &x) &;
  Tensor &operator=(Tensor &&x) &;
  template <typename T> T item() const;
  Scalar item() const;
  bool is_nonzero() const;
  Tensor cpu() const;
  Tensor cuda() const;
  Tensor to(TensorOptions options = {}, bool non_blocking = false, bool copy = false) const;
  Tensor to(Device device, ScalarType dtype, bool non_blocking = false, bool copy = false) const;
  Tensor to(ScalarType dtype, bool non_blocking = false, bool copy = false) const;
  Tensor to(const Tensor &other, bool non_blocking = false, bool copy = false) const;
  Tensor &copy_(const Tensor &src, bool non_blocking = false) const;
  Tensor nonzero() const;
  Tensor masked_select(const Tensor &mask) const;
  Tensor pin_memory() const;
  bool equal(const Tensor &other) const;
  Tensor relu() const;
  Tensor &zero_() const;
  Tensor &fill_(const Scalar &value) const;
  Tensor &add_(const Tensor &other, const Scalar &alpha = 1) const;
  Tensor matmul(const Tensor &other) const;
  Tensor view(IntArrayRef size) const;
  Tensor operator[](long index) const;
  Tensor clone() const;
  Tensor gt(const Scalar &other) const;
  Tensor eq(const Tensor &other) const;
  Tensor logical_not() const;
  Tensor isnan() const;
  Tensor sum() const;
  Tensor index(ArrayRef<indexing::TensorIndex> indices) const;
  Tensor index(std::initializer_list<indexing::TensorIndex> indices) const;
  Tensor &index_put_(std::initializer_list<indexing::TensorIndex> indices, const Scalar &value);
  Tensor &masked_fill_(const Tensor &mask, const Scalar &value) const;
  Tensor &normal_(double mean = 0, double std = 1,
                  std::optional<Generator> generator = std::nullopt) const;
  Tensor &bernoulli_(double p = 0.5, std::optional<Generator> generator = std::nullopt) const;
  Tensor multinomial(long num_samples, bool replacement = false,
                     std::optional<Generator> generator = std::nullopt) const;
};
Tensor operator>(const Tensor &x, const Scalar &y);
Tensor operator==(const Tensor &x, const Tensor &y);
Tensor operator+(const Tensor &x, const Tensor &y);
std::pair<Tensor, Tensor> _unique(const Tensor &self, bool sorted = true, bool return_inverse = false);
std::pair<Tensor, Tensor> unique_consecutive(const Tensor &self, bool return_inverse = false);
bool is_nonzero(const Tensor &self);
Tensor where(const Tensor &condition, const Tensor &self, const Tensor &other);
Tensor bernoulli(const Tensor &self, std::optional<Generator> generator = std::nullopt);
Tensor matmul(const Tensor &self, const Tensor &other);
Tensor nonzero(const Tensor &self);
Tensor empty_like(const Tensor &self, TensorOptions options = {});
bool equal(const Tensor &self, const Tensor &other);
Tensor empty(IntArrayRef size, TensorOptions options = {});
std::optional<Device> device_of(const Tensor &t);

namespace cuda {
using namespace c10::cuda;
inline CaptureStatus currentStreamCaptureStatus() { return CaptureStatus::None; }
inline void assertNotCapturing(const std::string &attempt) {}
namespace detail {
const Generator &getDefaultCUDAGenerator(DeviceIndex device_index = -1);
Generator createCUDAGenerator(DeviceIndex device_index = -1);
} // namespace detail
struct CUDAGraph {
  CUDAGraph(bool keep_graph = false);
  ~CUDAGraph();
  CUDAGraph(const CUDAGraph &) = delete;
  void capture_begin(MempoolId_t pool = {0, 0},
                     cudaStreamCaptureMode capture_mode = cudaStreamCaptureModeGlobal);
  void capture_end();
  void register_generator_state(const Generator &generator);
  void instantiate();
  void replay();
  void reset();
  MempoolId_t pool();
  void begin_capture_to_if_node(const at::Tensor &predicate);
  void end_capture_to_conditional_node();
};
MempoolId_t graph_pool_handle();
} // namespace cuda
} // namespace at

namespace torch {
using namespace at;
Tensor zeros(IntArrayRef size, TensorOptions options = {});
Tensor ones(IntArrayRef size, TensorOptions options = {});
Tensor rand(IntArrayRef size, TensorOptions options = {});
Tensor rand(IntArrayRef size, std::optional<Generator> generator, TensorOptions options = {});
Tensor from_blob(void *data, IntArrayRef sizes, const TensorOptions &options = TensorOptions());
Tensor tensor(std::initializer_list<float> values, const TensorOptions &options = {});
namespace cuda {
void synchronize(long device_index = -1);
} // namespace cuda
} // namespace torch

#ifndef TORCH_VERSION_MAJOR
#define TORCH_VERSION_MAJOR 2
#define TORCH_VERSION_MINOR 9
#endif

namespace c10 {
enum class DispatchKey { CPU, CUDA, CompositeExplicitAutograd };
} // namespace c10

namespace torch {
class Library {
public:
  template <typename Name, typename Function> Library &impl(Name name, Function &&function) &;
  template <typename Name, typename Dispatch, typename Function>
  Library &impl(Name name, Dispatch &&key, Function &&function) &;
  template <typename Name, typename Function> Library &def(Name name, Function &&function) &;
};
template <typename Function> struct CppFunction {};
template <typename Function> CppFunction<Function> dispatch(c10::DispatchKey key, Function &&function);
namespace detail {
struct TorchLibraryInit {
  TorchLibraryInit(void (*function)(Library &), const char *ns, std::optional<c10::DispatchKey> key);
};
template <auto *Function> struct CompileTime {};
} // namespace detail
} // namespace torch

#define TORCH_FN(function) ::torch::detail::CompileTime<&function>()
#define TORCH_LIBRARY_IMPL(ns, k, m)                                                               \
  static void TORCH_LIBRARY_IMPL_init_##ns##_##k(torch::Library &);                                \
  static const torch::detail::TorchLibraryInit TORCH_LIBRARY_IMPL_static_init_##ns##_##k(          \
      ([]() { return &TORCH_LIBRARY_IMPL_init_##ns##_##k; })(), #ns,                               \
      std::make_optional(c10::DispatchKey::k));                                                    \
  void TORCH_LIBRARY_IMPL_init_##ns##_##k(torch::Library &m)

namespace c10::detail {
[[noreturn]] void torchCheckFail(const char *function, const char *file, unsigned line, const char *text);
}
#define TORCH_CHECK(cond, ...)                                                                     \
  if (__builtin_expect(!(cond), 0)) {                                                              \
    ::c10::detail::torchCheckFail(__func__, __FILE__, __LINE__, #cond);                            \
  }

namespace torch::jit {
struct IValue {};
struct Module {
  Module(const Module &other);
  ~Module();
  IValue forward(std::vector<IValue> inputs);
};
} // namespace torch::jit

#endif
