#include <cuda_runtime.h>
template <class T>
void nobodyInstantiates(T s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, T::mode);
  cudaStreamEndCapture(s, g);
}
