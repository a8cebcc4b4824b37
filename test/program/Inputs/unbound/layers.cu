// Layers that a network finds in a container.
#include "curand.h"

struct Base {
  virtual void forward(cudaStream_t stream) = 0;
  virtual ~Base() = default;
};

struct Dropout : Base {
  curandGenerator_t generator;
  float *mask;
  Dropout(curandGenerator_t generator, float *mask);
  void forward(cudaStream_t stream) override;
};
void Dropout::forward(cudaStream_t) { curandGenerateUniform(generator, mask, 16); }

// An unseen function may bind what it returns.
curandGenerator_t current_generator();
struct Noise : Base {
  float *mask;
  void forward(cudaStream_t stream) override;
};
void Noise::forward(cudaStream_t) { curandGenerateUniform(current_generator(), mask, 16); }

Base *layer_at(int index);
bool capture(cudaStream_t stream, int count, cudaGraph_t *graph) {
  if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) != cudaSuccess)
    return false;
  for (int i = 0; i < count; ++i)
    layer_at(i)->forward(stream);
  return cudaStreamEndCapture(stream, graph) == cudaSuccess;
}
