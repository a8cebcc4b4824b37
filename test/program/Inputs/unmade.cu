#include <cuda_runtime.h>

// Its virtual function cannot be compiled for what has no 'run', and need not
// be: nobody constructs it.
template <typename T> struct Runner {
  T *what;
  virtual void run() { what->run(); }
  virtual ~Runner() {}
};
struct Nothing {};
size_t size() { return sizeof(Runner<Nothing>); }
void capture(cudaStream_t S, cudaGraph_t *G) {
  cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(S, G);
}
