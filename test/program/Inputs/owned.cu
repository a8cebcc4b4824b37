// Bodies of system headers are not parsed; what they construct is there all the
// same.
#include <cuda_runtime.h>
#include <memory>

struct Computation {
  virtual ~Computation();
  virtual void run(cudaStream_t S) = 0;
};
template <typename T> struct Captured : Computation {
  explicit Captured(T *P) : P(P) {}
  void run(cudaStream_t S) override {
    cudaGraph_t Graph;
    if (cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal) != cudaSuccess)
      return;
    (void)cudaFree(P);
    (void)cudaStreamEndCapture(S, &Graph);
  }
  T *P;
};
struct Network {
  virtual ~Network();
  virtual std::unique_ptr<Computation> start() = 0;
};
template <typename T> struct CudaNetwork : Network {
  std::unique_ptr<Computation> start() override {
    return std::make_unique<Captured<T>>(P);
  }
  T *P = nullptr;
};
std::unique_ptr<Network> make() {
  return std::make_unique<CudaNetwork<float>>();
}
