// Where a header is missing, Clang keeps arguments of an initializer that have no type.
// RUN: not %cuda-capture check --no-cache %s -- %cuda-flags 2>&1 | %FileCheck %s
// CHECK-NOT: crashed
// CHECK: :[[#@LINE+18]]:3: warning: call to 'cudaDeviceSynchronize' while 'stream' is capturing
#include <cuda_runtime.h>

using Level = absent::Level;
class Sink {
public:
  Sink(Level most, Level level) : on(level <= most), own(level) {}

private:
  bool on;
  Level own;
};
int total;
void region(cudaStream_t stream, cudaGraph_t *graph, int n) {
  for (int i = 0; i < n; ++i)
    total = total + 1;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  // The counter makes the analysis read the constructor.
  cudaDeviceSynchronize();
  cudaStreamEndCapture(stream, graph);
}
