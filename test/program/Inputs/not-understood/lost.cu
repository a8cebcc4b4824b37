#include <cuda_runtime.h>
static constexpr auto kGlobal = cudaStreamCaptureModeGlobal;

// Nothing instantiates it any more.
template <class T, missing::Kind K>
void ofATemplate(T s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g);
}
void uses(cudaStream_t s, cudaGraph_t *g) { ofATemplate<cudaStream_t, missing::kFirst>(s, g); }
void Missing::ofAnUnknownClass(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaDeviceSynchronize();
}

void inAnArgument(cudaStream_t s) {
  ns::check( cudaStreamBeginCapture(s, kGlobal));
  cudaDeviceSynchronize();
}
void inALoop(cudaStream_t s, cudaGraph_t *g) {
  for (auto &Each : missing::all())
    cudaStreamEndCapture(s, g);
}

struct Wrapper {
  missing::Graph graph;
  void inAMember() {
    // A member of an object of an unknown type.
    this->graph.capture_begin();
  }
};
