#include <cuda_runtime.h>

#if !__NVCC__ || !__CUDACC__ || !__NVCC_DIAG_PRAGMA_SUPPORT__
#error "nvcc does not name itself"
#endif
#if __CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10 != CUDART_VERSION || \
    __CUDA_API_VER_MAJOR__ != __CUDACC_VER_MAJOR__ || __CUDACC_VER_BUILD__ < 0
#error "another version than that of the headers"
#endif
#if !defined(__CUDACC_EXTENDED_LAMBDA__) || !defined(__CUDACC_RDC__) || \
    !defined(__CUDACC_DEBUG__) || !defined(__CUDACC_RELAXED_CONSTEXPR__)
#error "a flag is not seen"
#endif

// As some paste it: it has to be digits.
#define JOIN_(A, B) A##B
#define JOIN(A, B) JOIN_(A, B)
static_assert(JOIN(1, __CUDACC_VER_MAJOR__) == 100 + __CUDACC_VER_MAJOR__, "");

template <typename A, typename B> struct Pair {};

// As AMReX asks: no error where the template is declared.
template <bool B> struct Enable {};
template <> struct Enable<true> { using type = void; };
template <typename T, typename = void> struct OnHost { enum { value = 1 }; };
template <typename T>
struct OnHost<T, typename Enable<__nv_is_extended_device_lambda_closure_type(T)>::type> { enum { value = 0 }; };
static_assert(OnHost<int &>::value, "");

void use() {
  auto OnDevice = [] __device__() { return 1; };
  static_assert(!__nv_is_extended_device_lambda_closure_type(decltype(OnDevice)), "");
  static_assert(!__nv_is_extended_host_device_lambda_closure_type(Pair<int, int>), "");
  static_assert(!__nv_is_extended_device_lambda_with_preserved_return_type(int), "");
}
