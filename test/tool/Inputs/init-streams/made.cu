#include "capturing.h"
using Id = unsigned long long;
struct Grid {
  int *cells;
};
static Grid *Kept;
static void *allocate(size_t size) {
  void *p = nullptr;
  if (cudaMalloc(&p, size) != cudaSuccess)
    return nullptr;
  return p;
}
static void upload(void *to, const void *from, cudaStream_t s) {
  cudaMemcpyAsync(to, from, sizeof(Grid), cudaMemcpyHostToDevice, s);
}

// They return what they make.
extern "C" Id grid_create(int n, cudaStream_t s) {
  Grid grid;
  grid.cells = static_cast<int *>(allocate(n));
  Grid *made = static_cast<Grid *>(allocate(sizeof(Grid)));
  upload(made, &grid, s);
  Id id = reinterpret_cast<Id>(made);
  return id;
}
extern "C" void *buffer_create(size_t size, cudaStream_t s) {
  void *p;
  cudaMalloc(&p, size);
  cudaMemsetAsync(p, 0, size, s);
  return p;
}
extern "C" Id object_create(cudaStream_t s) {
  Grid *grid = new Grid;
  cudaMemsetAsync(grid->cells, 0, 4, s);
  return reinterpret_cast<Id>(grid);
}
static Id both(int n, cudaStream_t s) { return grid_create(n, s); }
extern "C" Id grid_create_both(int n, cudaStream_t s) { return both(n, s); }

// What these return was there before, or a capture records the allocation.
extern "C" void *kept_grid(cudaStream_t s) {
  Grid *grid = Kept;
  if (!grid)
    grid = static_cast<Grid *>(allocate(sizeof(Grid)));
  Kept = grid;
  cudaMemsetAsync(grid, 0, sizeof(Grid), s);
  return grid;
}
extern "C" void *given_buffer(void *p, cudaStream_t s) {
  cudaMemsetAsync(p, 0, 4, s);
  return p;
}
extern "C" void *async_buffer(size_t size, cudaStream_t s) {
  void *p = nullptr;
  cudaMallocAsync(&p, size, s);
  cudaMemsetAsync(p, 0, size, s);
  return p;
}
extern "C" int result_only(Grid *grid, cudaStream_t s) {
  void *p = allocate(4);
  grid->cells = static_cast<int *>(p);
  return cudaMemsetAsync(p, 0, 4, s);
}

// They set memory without a stream; the first two wait for that.
extern "C" void buffer_sync(Grid *grid, bool ready) {
  if (!ready) {
    cudaMemset(grid->cells, 0, 4);
    cudaDeviceSynchronize();
  }
}
extern "C" void buffer_reset(Grid *grid, cudaStream_t s) {
  cudaMemset(grid->cells, 0, 4);
  if (s)
    cudaStreamSynchronize(s);
}
extern "C" void buffer_clear(Grid *grid) { cudaMemset(grid->cells, 0, 4); }
