// Compiles with nvcc, and with Clang only by the translated command.
#include <mine.h>
#include <theirs.h>
#include <type_traits>
#if !__CUDACC__ || !defined(__CUDACC_RELAXED_CONSTEXPR__) ||                   \
    !defined(__CUDACC_EXTENDED_LAMBDA__) || !defined(__CUDACC_RDC__) ||        \
    !CUDA_API_PER_THREAD_DEFAULT_STREAM || VALUE != 3
#error
#endif
static_assert(sizeof(NAME) == sizeof("a b, c"), "quotes");
struct first {};
#define second one;
PAIR
static_assert(std::is_same<decltype(one), first>::value, "a blank");

__global__ void kernel(float *p) {}

unsigned build(cudaStream_t s, cudaGraph_t *g, long n, long m) {
  int unused = 0;
  float *p;
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return max(1u, 2) + unused;
  cudaMalloc(&p, min(n, m));
  kernel<<<1, 1, 0, s>>>(p);
  return cudaStreamEndCapture(s, g);
}
