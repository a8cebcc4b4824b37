// Only bodies of system headers construct these.
#include <cuda_runtime.h>
#include <memory>
#include <string>

template <typename T> struct Buffer {
  explicit Buffer(int Size) { (void)cudaMalloc(&Data, Size); }
  T *Data;
};
template <typename T> struct Owner {
  ~Owner() { (void)cudaFree(Data); }
  T *Data = nullptr;
};
template <typename T> struct Wrong {
  explicit Wrong(int) {}
  explicit Wrong(std::string) { T::nothing(); }
};

template <typename Function> void capture(cudaStream_t S, Function Run) {
  cudaGraph_t Graph;
  if (cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  Run();
  (void)cudaStreamEndCapture(S, &Graph);
}
void unique(cudaStream_t S) {
  capture(S, [] { auto P = std::make_unique<Buffer<float>>(3); });
}
void destroyed(cudaStream_t S) {
  auto P = std::make_unique<Owner<char>>();
  capture(S, [&] { P.reset(); });
}
// No error: nobody calls the constructor that would be one.
void wrong(cudaStream_t S) {
  capture(S, [] { auto P = std::make_unique<Wrong<int>>(3); });
}
