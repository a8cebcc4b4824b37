// RUN: %lint-cu
// Whether a text is empty is known where it is made of a literal, of nothing, or of another text, and unknown behind
// what may change it.
#include <cuda_runtime.h>
#include <iostream>
#include <string>
#include <unordered_map>
#include <utility>

class Pool {
  std::unordered_map<std::string, void *> tagged;

public:
  void *allocate(size_t n, const std::string &tag = "") {
    if (!tag.empty())
      return tagged.at(tag);
    void *p = nullptr;
    // The pool is not in a warm-up, as far as anybody can see.
    cudaMalloc(&p, n);
    return p;
  }
};
Pool &pool();
struct Tensor {
  std::string tag;
  void *data;
  Tensor(size_t n, const std::string &tag = "") : tag(tag) {
    data = this->tag.empty() ? pool().allocate(n) : pool().allocate(n, this->tag);
  }
};
struct Named {
  std::string name;
  explicit Named(std::string name) : name(std::move(name)) {}
  void make(void **p) const {
    if (name.size() == 0)
      cudaMalloc(p, 16);
  }
};
__global__ void kernel(void *);

void silentForALiteral(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  Tensor out(16, "out");
  kernel<<<1, 1, 0, s>>>(out.data);
  cudaStreamEndCapture(s, g);
}

void silentForAMovedText(cudaStream_t s, cudaGraph_t *g, void **p) {
  Named named("first");
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  named.make(p);
  cudaStreamEndCapture(s, g);
}

void silentForACopy(cudaStream_t s, cudaGraph_t *g, void **p) {
  const std::string tag = "x", copy = tag;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (copy.length() == 0)
    cudaMalloc(p, 16);
  cudaStreamEndCapture(s, g);
}

void silentIfItIsEmpty(cudaStream_t s, cudaGraph_t *g, void **p) {
  std::string tag;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (!tag.empty())
    cudaMalloc(p, 16);
  cudaStreamEndCapture(s, g);
}

void silentIfAskedTwice(cudaStream_t s, cudaGraph_t *g, void **p, const std::string &tag) {
  if (tag.empty())
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (!tag.empty())
    cudaMalloc(p, 16);
  if (tag.empty())
    cudaStreamEndCapture(s, g);
}

void firesWithoutATag(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'Tensor::Tensor' reaches 'cudaMalloc' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  Tensor out(16);
  kernel<<<1, 1, 0, s>>>(out.data);
  cudaStreamEndCapture(s, g);
}

void firesForAnEmptyLiteral(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'Tensor::Tensor' reaches 'cudaMalloc' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  Tensor out(16, "");
  cudaStreamEndCapture(s, g);
}

void firesForAnyText(cudaStream_t s, cudaGraph_t *g, const std::string &tag) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'Tensor::Tensor' reaches 'cudaMalloc' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  Tensor out(16, tag);
  cudaStreamEndCapture(s, g);
}

void firesIfRead(cudaStream_t s, cudaGraph_t *g, void **p) {
  std::string tag;
  std::cin >> tag;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (!tag.empty())
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(p, 16);
  cudaStreamEndCapture(s, g);
}

void firesIfCleared(cudaStream_t s, cudaGraph_t *g, void **p) {
  std::string tag = "x";
  tag.clear();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (tag.empty())
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(p, 16);
  cudaStreamEndCapture(s, g);
}

void firesIfMovedFrom(cudaStream_t s, cudaGraph_t *g, void **p) {
  std::string tag = "x", taken(std::move(tag));
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (tag.empty())
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(p, 16);
  cudaStreamEndCapture(s, g);
}

void firesIfMovedWithItsObject(cudaStream_t s, cudaGraph_t *g, void **p) {
  Named named("x");
  Named taken = std::move(named);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (named.name.empty())
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(p, 16);
  cudaStreamEndCapture(s, g);
}

void change(std::string &tag);
void firesIfChanged(cudaStream_t s, cudaGraph_t *g, void **p) {
  std::string tag = "x";
  std::string *pointer = &tag;
  *pointer += 'y';
  change(*pointer);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (pointer->empty())
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(p, 16);
  cudaStreamEndCapture(s, g);
}

void firesIfAppended(cudaStream_t s, cudaGraph_t *g, void **p, int n) {
  std::string tag;
  for (int i = 0; i < n; ++i)
    tag += 'x';
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (!tag.empty())
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(p, 16);
  cudaStreamEndCapture(s, g);
}

static std::string path;
void setPath(const char *to) { path = to; }
void firesForAGlobal(cudaStream_t s, cudaGraph_t *g, void **p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (!path.empty())
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(p, 16);
  cudaStreamEndCapture(s, g);
}

void firesForAPointer(cudaStream_t s, cudaGraph_t *g, void **p, const char *text) {
  const std::string tag(text);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (tag.empty())
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(p, 16);
  cudaStreamEndCapture(s, g);
}
