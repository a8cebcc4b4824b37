// RUN: %lint-cu
// A number that a call may have replaced decides no condition: what stands
// behind it is reported.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

struct Answer {
  int count;
  bool ok;
  struct {
    int depth;
  } inner;
};
bool fill(Answer *);
void fill(Answer &);
void set(int &);
int *addressOf(int &);

#define REGION                                                                 \
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);                      \
  cudaDeviceSynchronize();                                                     \
  cudaStreamEndCapture(s, g)

void firesBehindAnUnknownCallee(cudaStream_t s, cudaGraph_t *g) {
  Answer a{};
  fill(&a);
  if (!a.ok)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  REGION;
}
void firesForAReference(cudaStream_t s, cudaGraph_t *g) {
  Answer a = {};
  fill(a);
  if (a.inner.depth == 0)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  REGION;
}
void firesForAnElement(cudaStream_t s, cudaGraph_t *g) {
  Answer all[2] = {};
  for (int i = 0; i < 2; ++i)
    fill(&all[i]);
  if (!all[1].ok)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  REGION;
}
void firesBehindSystemFunctions(cudaStream_t s, cudaGraph_t *g, FILE *f, const Answer *from) {
  Answer a{}, b{};
  if (fread(&a, sizeof a, 1, f) != 1)
    return;
  memcpy(&b, from, sizeof b);
  if (!a.ok || !b.count)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  REGION;
}
void firesBehindALambda(cudaStream_t s, cudaGraph_t *g) {
  bool ok = false;
  auto ask = [&ok] {
    Answer a{};
    fill(&a);
    ok = a.ok;
  };
  ask();
  if (!ok)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  REGION;
}
void firesBehindAnAlgorithm(cudaStream_t s, cudaGraph_t *g, std::vector<int> all) {
  int sum = 0;
  std::for_each(all.begin(), all.end(), [&](int one) { sum += one; });
  if (sum == 0)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  REGION;
}
void firesForAnOwnedObject(cudaStream_t s, cudaGraph_t *g) {
  auto a = std::make_unique<Answer>();
  fill(a.get());
  if (!a->ok)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  REGION;
}
void firesForProperties(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaPointerAttributes attributes{};
  cudaDeviceProp properties{};
  if (cudaPointerGetAttributes(&attributes, p) != cudaSuccess || cudaGetDeviceProperties(&properties, 0) != cudaSuccess)
    return;
  if (attributes.device != 0 || properties.major < 7)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  REGION;
}
void firesForACopy(cudaStream_t s, cudaGraph_t *g, const int *device) {
  int n = 0;
  float values[4] = {0};
  cudaMemcpy(&n, device, sizeof n, cudaMemcpyDeviceToHost);
  cudaMemcpyAsync(values, device, sizeof values, cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(s);
  if (n == 0 || values[0] == 0)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  REGION;
}
void firesThroughAnAlias(cudaStream_t s, cudaGraph_t *g) {
  int n = 0;
  *addressOf(n) = 3;
  if (n == 0)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  REGION;
}

// A number that nothing can have replaced decides.
void silentForAConstant(cudaStream_t s, cudaGraph_t *g) {
  Answer a{}, other{};
  fill(&other);
  if (!a.ok)
    return;
  REGION;
}
void silentForACopyOfIt(cudaStream_t s, cudaGraph_t *g) {
  const Answer a{};
  Answer other = a;
  fill(&other);
  if (!a.ok)
    return;
  REGION;
}
// An answer that is given in the capture may be a guard.
void silentForAGuard(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  Answer a{};
  fill(&a);
  if (a.ok)
    cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
// The same question has the same answer.
void silentForTheSameAnswer(cudaStream_t s, cudaGraph_t *g) {
  Answer a{};
  fill(&a);
  if (a.ok)
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (!a.ok)
    cudaDeviceSynchronize();
  if (a.ok)
    cudaStreamEndCapture(s, g);
}
