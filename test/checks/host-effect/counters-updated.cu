// RUN: %lint-capturable --allow-empty
// A program that updates the executable graph before each launch gives it the new number.
#include <cuda_runtime.h>

__global__ void write(unsigned *to, unsigned value);
struct Exchange {
  unsigned *flag;
  unsigned epoch = 0;
  unsigned next() { return ++epoch; }
};
static void launch(unsigned *flag, unsigned number, cudaStream_t s) {
  write<<<1, 1, 0, s>>>(flag, number);
}
// CHECK-NOT: warning:
bool silentIfUpdated(Exchange &c, cudaGraphExec_t e, cudaStream_t s) {
  cudaGraph_t g;
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return false;
  launch(c.flag, c.next(), s);
  if (cudaStreamEndCapture(s, &g))
    return false;
  cudaGraphExecUpdateResultInfo info;
  return !cudaGraphExecUpdate(e, g, &info) && !cudaGraphLaunch(e, s) && !cudaGraphDestroy(g);
}
