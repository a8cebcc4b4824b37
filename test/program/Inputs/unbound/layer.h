#include "curand.h"
class Layer {
public:
  Layer(curandGenerator_t generator, float *mask) : generator_(generator), mask_(mask) {}
  [[clang::annotate("cuda_capture::capturable")]] void forward(cudaStream_t stream);

private:
  curandGenerator_t generator_;
  float *mask_;
};
