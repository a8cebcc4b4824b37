#include "pool.h"
#include <cuda_runtime.h>

void Pool::reserve(std::size_t bytes) {
  if (bytes <= size)
    return;
  (void)cudaFree(data);
  (void)cudaMalloc(&data, bytes);
  size = bytes;
}
