// RUN: %lint-cu
// Memory that a function releases before its caller can launch the graph. A function may keep the memory if its caller
// captures: it then has a way to return on which it releases nothing.
#include <cuda_runtime.h>
#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

#define CAPTURABLE [[clang::annotate("cuda_capture::capturable")]]

CAPTURABLE void firesMalloc(cudaStream_t s, int *d, int n) {
  int *h = (int *)malloc(n * 4);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to {{'h'|the memory of 'h'}}, which is {{released before|gone when}} the graph is launched later; {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s);
  free(h);
}
CAPTURABLE void firesUnique(cudaStream_t s, int *d, int n) {
  std::unique_ptr<int[]> h(new int[n]);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to {{'h'|the memory of 'h'}}, which is {{released before|gone when}} the graph is launched later; {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, h.get(), n * sizeof(int), cudaMemcpyHostToDevice, s);
}
CAPTURABLE void firesMakeUnique(cudaStream_t s, int *d, int n) {
  auto h = std::make_unique<int[]>(n);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to {{'h'|the memory of 'h'}}, which is {{released before|gone when}} the graph is launched later; {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, h.get(), n * sizeof(int), cudaMemcpyHostToDevice, s);
}
CAPTURABLE void firesDelete(cudaStream_t s, int *d, int n) {
  int *h = new int[n];
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to {{'h'|the memory of 'h'}}, which is {{released before|gone when}} the graph is launched later; {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s);
  delete[] h;
}
CAPTURABLE void firesChecked(cudaStream_t s, int *d, int n) {
  int *h = (int *)malloc(n * 4);
  if (!h)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to {{'h'|the memory of 'h'}}, which is {{released before|gone when}} the graph is launched later; {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s);
  if (h)
    free(h);
}
CAPTURABLE void firesError(cudaStream_t s, int *d, int n) {
  int *h = (int *)malloc(n * 4);
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaMemcpyAsync' makes the graph refer to {{'h'|the memory of 'h'}}, which is {{released before|gone when}} the graph is launched later; {{.*}} [cuda-capture-dangling-memory]
  if (cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s) != cudaSuccess) {
    free(h);
    return;
  }
  free(h);
}
bool capturing(cudaStream_t s) {
  cudaStreamCaptureStatus st;
  cudaStreamIsCapturing(s, &st);
  return st != cudaStreamCaptureStatusNone;
}
struct Keep {
  std::vector<int *> kept;
  bool captured;
};
CAPTURABLE void silentGuard(cudaStream_t s, int *d, int n, Keep &k) {
  int *h = (int *)malloc(n * 4);
  cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s);
  if (capturing(s))
    k.kept.push_back(h);
  else
    free(h);
}
CAPTURABLE void silentFlag(cudaStream_t s, int *d, int n, Keep &k) {
  int *h = (int *)malloc(n * 4);
  cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s);
  if (k.captured)
    k.kept.push_back(h);
  else
    free(h);
}
CAPTURABLE void silentFlagAndReturn(cudaStream_t s, int *d, int n, Keep &k) {
  int *h = (int *)malloc(n * 4);
  cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s);
  if (k.captured) {
    k.kept.push_back(h);
    return;
  }
  free(h);
}
CAPTURABLE void silentOnlyFailed(cudaStream_t s, int *d, int n, Keep &k) {
  int *h = (int *)malloc(n * 4);
  if (cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s) != cudaSuccess) {
    free(h);
    return;
  }
  k.kept.push_back(h);
}
CAPTURABLE void silentOther(cudaStream_t s, int *d, int n) {
  int *h = (int *)malloc(n * 4), *g = (int *)malloc(4);
  cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s);
  free(g);
}
CAPTURABLE void silentSharedParam(cudaStream_t s, int *d, int n, std::shared_ptr<int> h) { cudaMemcpyAsync(d, h.get(), 4, cudaMemcpyHostToDevice, s); }
struct K {
  std::vector<std::shared_ptr<int>> kept;
  std::vector<std::unique_ptr<int[]>> owned;
  std::unique_ptr<int[]> slot;
  std::vector<int> v;
  int *raw;
  std::function<void(void *)> deleter;
};
CAPTURABLE void silentSharedKept(cudaStream_t s, int *d, K &k) {
  auto h = std::make_shared<int>(1);
  cudaMemcpyAsync(d, h.get(), 4, cudaMemcpyHostToDevice, s);
  k.kept.push_back(h);
}
CAPTURABLE void silentMoved(cudaStream_t s, int *d, int n, K &k) {
  std::unique_ptr<int[]> h(new int[n]);
  cudaMemcpyAsync(d, h.get(), n * sizeof(int), cudaMemcpyHostToDevice, s);
  k.owned.push_back(std::move(h));
}
CAPTURABLE void silentReleased(cudaStream_t s, int *d, int n, K &k) {
  std::unique_ptr<int[]> h(new int[n]);
  cudaMemcpyAsync(d, h.get(), n * sizeof(int), cudaMemcpyHostToDevice, s);
  k.raw = h.release();
}
CAPTURABLE void silentMovedSlot(cudaStream_t s, int *d, int n, K &k) {
  auto h = std::make_unique<int[]>(n);
  cudaMemcpyAsync(d, h.get(), n * sizeof(int), cudaMemcpyHostToDevice, s);
  k.slot = std::move(h);
}
CAPTURABLE void silentDeleter(cudaStream_t s, int *d, int n, K &k) {
  int *h = (int *)malloc(4 * n);
  cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s);
  k.deleter(h);
}
// What it releases is other memory.
CAPTURABLE void silentReplaced(cudaStream_t s, int *d, int n, K &k) {
  free(k.raw);
  k.raw = (int *)malloc(n * 4);
  cudaMemcpyAsync(d, k.raw, n * sizeof(int), cudaMemcpyHostToDevice, s);
}
CAPTURABLE void firesParam(cudaStream_t s, int *d, int *h) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to {{'h'|the memory of 'h'}}, which is {{released before|gone when}} the graph is launched later; {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, h, 4, cudaMemcpyHostToDevice, s);
  delete h;
}
CAPTURABLE void firesLoop(cudaStream_t s, int *d, int n) {
  for (int i = 0; i < n; ++i) {
    int *h = (int *)malloc(n * 4);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemcpyAsync' makes the graph refer to {{'h'|the memory of 'h'}}, which is {{released before|gone when}} the graph is launched later; {{.*}} [cuda-capture-dangling-memory]
    cudaMemcpyAsync(d, h, 4, cudaMemcpyHostToDevice, s);
    free(h);
  }
}
void helper(int *h) { free(h); }
CAPTURABLE void firesHelper(cudaStream_t s, int *d, int n) {
  int *h = (int *)malloc(n * 4);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to {{'h'|the memory of 'h'}}, which is {{released before|gone when}} the graph is launched later; {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, h, 4, cudaMemcpyHostToDevice, s);
  helper(h);
}
void query(cudaStream_t s, bool *c);
CAPTURABLE void silentQuery(cudaStream_t s, int *d, int n, K &k) {
  bool c;
  query(s, &c);
  int *h = (int *)malloc(n * 4);
  cudaMemcpyAsync(d, h, 4, cudaMemcpyHostToDevice, s);
  if (!c) {
    cudaStreamSynchronize(s);
    free(h);
  } else
    k.raw = h;
}
CAPTURABLE void silentGuardBefore(cudaStream_t s, int *d, int n, K &k) {
  cudaStreamCaptureStatus st;
  cudaStreamIsCapturing(s, &st);
  if (st == cudaStreamCaptureStatusActive) {
    cudaMemcpyAsync(d, k.raw, 4, cudaMemcpyHostToDevice, s);
    return;
  }
  int *h = (int *)malloc(n * 4);
  cudaMemcpyAsync(d, h, 4, cudaMemcpyHostToDevice, s);
  cudaStreamSynchronize(s);
  free(h);
}
struct Scratch {
  std::vector<void *> later;
  bool capturing;
  void release(void *p) {
    if (capturing)
      later.push_back(p);
    else
      free(p);
  }
};
CAPTURABLE void silentScratch(cudaStream_t s, int *d, int n, Scratch &k) {
  int *h = (int *)malloc(n * 4);
  cudaMemcpyAsync(d, h, 4, cudaMemcpyHostToDevice, s);
  k.release(h);
}
