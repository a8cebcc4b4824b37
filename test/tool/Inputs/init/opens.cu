#include "opens.h"
__global__ void kernel();
static void *table[2], *own;
// This one opens the memory of other processes, and leaves no work to a stream.
void ops::opens(const at::Tensor &) {
  cudaIpcMemHandle_t handle = {};
  for (int i = 0; i < 2; ++i)
    cudaIpcOpenMemHandle(&table[i], handle, cudaIpcMemLazyEnablePeerAccess);
  cudaMemcpy(own, table, sizeof(table), cudaMemcpyHostToDevice);
}
void ops::copies(const at::Tensor &) { cudaMemcpy(own, table, sizeof(table), cudaMemcpyHostToDevice); }
void ops::opens_and_runs(const at::Tensor &t) {
  opens(t);
  kernel<<<1, 1>>>();
}
