// Declarations of the C++ libraries, as far as the tests need them: names,
// namespaces and class templates are those of the real headers.
#pragma once
#include <cuda_runtime.h>

namespace thrust {
inline namespace THRUST_300000_NS {
namespace detail {
template <typename Derived> struct execution_policy_base {};
template <typename Pointer> struct normal_iterator { Pointer p; };
struct seq_t : execution_policy_base<seq_t> {};
} // namespace detail

namespace cuda_cub {
struct execute_on_stream : detail::execution_policy_base<execute_on_stream> {};
struct execute_on_stream_nosync : detail::execution_policy_base<execute_on_stream_nosync> {};
struct par_t : detail::execution_policy_base<par_t> {
  execute_on_stream on(cudaStream_t const &stream) const;
};
struct par_nosync_t : detail::execution_policy_base<par_nosync_t> {
  execute_on_stream_nosync on(cudaStream_t const &stream) const;
};
static const par_t par;
static const par_nosync_t par_nosync;
} // namespace cuda_cub
namespace cuda {
using cuda_cub::par;
using cuda_cub::par_nosync;
} // namespace cuda
static const cuda_cub::par_t device;
static const detail::seq_t seq;

template <typename T> struct device_allocator {};
template <typename T> struct device_reference;
template <typename T> struct device_ptr { explicit device_ptr(T *p); };
template <typename T, typename Pointer, typename Derived> struct reference {
  operator T() const;
};
template <typename T> struct device_reference : reference<T, device_ptr<T>, device_reference<T>> {
  device_reference &operator=(const T &);
};

namespace detail {
template <typename T, typename Alloc> struct vector_base {
  using iterator = normal_iterator<device_ptr<T>>;
  iterator begin();
  iterator end();
  device_reference<T> operator[](size_t i);
  void push_back(const T &);
  void resize(size_t);
  size_t size() const;
};
} // namespace detail
template <typename T, typename Alloc = device_allocator<T>> struct device_vector : detail::vector_base<T, Alloc> {
  device_vector();
  explicit device_vector(size_t n);
  device_vector(const device_vector &);
  device_vector(device_vector &&);
  ~device_vector();
};

template <typename It, typename F> It for_each(It first, It last, F f);
template <typename P, typename It, typename F>
It for_each(const detail::execution_policy_base<P> &policy, It first, It last, F f);
template <typename It> void sort(It first, It last);
template <typename P, typename It> void sort(const detail::execution_policy_base<P> &policy, It first, It last);
template <typename It> int reduce(It first, It last);
template <typename P, typename It> int reduce(const detail::execution_policy_base<P> &policy, It first, It last);
} // namespace THRUST_300000_NS
} // namespace thrust

namespace cub {
inline namespace CUB_300000_NS {
struct DeviceReduce {
  template <typename In, typename Out>
  static cudaError_t Sum(void *d_temp_storage, size_t &temp_storage_bytes, In d_in, Out d_out, int num_items,
                         cudaStream_t stream = 0);
  // Allocates itself.
  template <typename In, typename Out> static cudaError_t Sum(In d_in, Out d_out, int num_items);
};
struct DeviceSegmentedSort {
  template <typename K>
  static cudaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes, const K *in, K *out, int items,
                              int segments, const int *begin, const int *end, cudaStream_t stream = 0);
};
} // namespace CUB_300000_NS
} // namespace cub

namespace rmm {
class cuda_stream_view {
public:
  cuda_stream_view(cudaStream_t stream);
  cudaStream_t value() const noexcept;
  operator cudaStream_t() const noexcept;
  void synchronize() const;
};
template <typename T> class device_scalar {
public:
  T value(cuda_stream_view stream) const;
  void set_value_async(const T &value, cuda_stream_view stream);
};
template <typename T> class device_uvector {
public:
  T element(size_t index, cuda_stream_view stream) const;
  T front_element(cuda_stream_view stream) const;
};
} // namespace rmm

namespace nvinfer1 {
class IExecutionContext {
public:
  bool enqueueV3(cudaStream_t stream) noexcept;
  bool executeV2(void *const *bindings) noexcept;
};
} // namespace nvinfer1

namespace cutlass {
namespace gemm {
namespace device {
template <typename T> class Gemm {
public:
  struct Arguments {};
  int run(cudaStream_t stream = nullptr);
  int operator()(cudaStream_t stream = nullptr);
  int operator()(const Arguments &args, void *workspace = nullptr, cudaStream_t stream = nullptr);
};
} // namespace device
} // namespace gemm
} // namespace cutlass

extern "C" int nvtxRangePushA(const char *);
extern "C" int nvtxRangePop();
