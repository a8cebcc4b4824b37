#include <cuda_runtime.h>
#include <algorithm>
#include <functional>
#include <gtest/typed.h>
#include <thread>
#include <vector>

#define CAPTURE_AND_WAIT(s)                                                    \
  cudaGraph_t g;                                                               \
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)   \
    return;                                                                    \
  cudaDeviceSynchronize();                                                     \
  if (cudaStreamEndCapture(s, &g) == cudaSuccess)                              \
    cudaGraphDestroy(g);

// A typed test.
template <typename T> struct Suite : testing::Test {
  cudaStream_t stream;
};
template <typename T> struct Body : Suite<T> {
  void TestBody() override {
    CAPTURE_AND_WAIT(this->stream) // 1
  }
};
static bool added = testing::Typed<Suite, testing::TemplateSel<Body>, testing::Types<int, float>>::add();

// Generic callables.
void each(std::vector<cudaStream_t> &streams) {
  std::for_each(streams.begin(), streams.end(), [](auto s) {
    CAPTURE_AND_WAIT(s) // 2
  });
}
template <typename T> struct Job {
  template <typename Stream> void operator()(Stream s) const {
    CAPTURE_AND_WAIT(s) // 3
  }
};
std::function<void(cudaStream_t)> job() { return Job<int>(); }
void thread(cudaStream_t stream) {
  std::thread t(
      [](auto s, int) {
        CAPTURE_AND_WAIT(s) // 4
      },
      stream, 1);
  t.join();
}
// Nothing fits, which is no error of the program.
struct Picky {
  template <typename T> void operator()(T t) const { t.missing(); }
};
void picky(std::vector<cudaStream_t> &streams, int n) {
  std::function<void(std::vector<int> &)> unused;
  std::vector<Picky> all(n);
  std::swap(all, all);
}
