#include <cuda_runtime.h>
#define NOBODY_USES(s) cudaStreamBeginCapture(s, kGlobal)
static constexpr auto kGlobal = cudaStreamCaptureModeGlobal;

#if 0
void dropped(cudaStream_t s) { cudaStreamBeginCapture(s, kGlobal); }
#endif
struct Graph {
  void capture_begin(missing::Pool pool);
  void capture_end();
};
void Graph::capture_begin(missing::Pool pool) {}

// The function that gets the lambda is unknown, but the lambda is not.
void inALambda(cudaStream_t s, cudaGraph_t *g) {
  missing::run([&] {
    if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess) return; else
    cudaDeviceSynchronize();
    (void)(cudaStreamEndCapture(s, g) == cudaSuccess || (throw 1, true));
  });
}
template <class T>
void instantiated(T s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kGlobal) == cudaSuccess) {
    cudaDeviceSynchronize();
    (void)(cudaStreamEndCapture(s, g) == cudaSuccess || (throw 1, true));
  }
}
void uses(cudaStream_t s, cudaGraph_t *g, Graph &graph) {
  instantiated(s, g);
  graph.capture_end();
}
