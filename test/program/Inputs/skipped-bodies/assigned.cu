// The virtual function assigns an array: Clang looks up __builtin_memcpy to
// define the operator, and needs the scope of the translation unit for it.
#include <cuda_runtime.h>
#include <memory>
#include <string>

struct Step {
  virtual ~Step();
  virtual void run(cudaStream_t S) = 0;
};
template <typename T> struct Item {
  std::string Name;
  T Values[64];
};
template <typename T> struct Copies : Step {
  void run(cudaStream_t S) override {
    cudaGraph_t Graph;
    if (cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal) != cudaSuccess)
      return;
    To = From;
    (void)cudaFree(To.Values);
    (void)cudaStreamEndCapture(S, &Graph);
  }
  Item<T> To, From;
};
std::unique_ptr<Step> make() { return std::make_unique<Copies<float>>(); }
