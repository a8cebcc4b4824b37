// What is legal while capturing, and wrong in some launch of the graph, is for
// a person to choose: the edit is on a note, and nothing is applied.
// RUN: mkdir -p %t && cp %s %t/fixed.cu
// RUN: %tidy %all-checks --fix %t/fixed.cu -- %cuda-flags > %t/log 2>&1
// RUN: %FileCheck %s --check-prefix=FOUND --input-file=%t/log
// RUN: diff %s %t/fixed.cu
// RUN: cp %s %t/tool.cu
// RUN: not %cuda-capture check --no-cache --fix %t/tool.cu -- %cuda-flags > %t/tool.log 2>&1
// RUN: diff %s %t/tool.cu
#include <cuda_runtime.h>
#include <vector>
__global__ void kernel(float *p);
void keep(float *p);
void finish(cudaStream_t s, cudaGraph_t *g);

int mutableTable[16];

// keep() and finish() cannot be seen, so that no allocation is moved in front of
// the capture.

// The memory is used before the first launch; a second launch finds it
// allocated still.
float *isUsedOutside(cudaStream_t s, size_t n, cudaGraph_t *g) {
  float *p;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  keep(nullptr);
  // FOUND: fixed.cu:[[#@LINE+2]]:3: warning: call to 'cudaMalloc'
  // FOUND: fixed.cu:[[#@LINE+1]]:3: note: {{.*}}
  cudaMalloc(&p, n);
  cudaStreamEndCapture(s, g);
  return p;
}
void isNotFreed(cudaStream_t s, size_t n, cudaGraph_t *g) {
  float *p;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  keep(nullptr);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaMalloc'
  cudaMalloc(&p, n);
  kernel<<<1, 1, 0, s>>>(p);
  cudaStreamEndCapture(s, g);
}
void isFreedOutside(cudaStream_t s, size_t n, cudaGraph_t *g) {
  float *p;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaMalloc'
  cudaMalloc(&p, n);
  kernel<<<1, 1, 0, s>>>(p);
  cudaStreamEndCapture(s, g);
  cudaFreeAsync(p, s);
}
void isFreedUnderACondition(cudaStream_t s, size_t n, cudaGraph_t *g) {
  float *p;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaMalloc'
  cudaMalloc(&p, n);
  if (n > 4)
    cudaFreeAsync(p, s);
  cudaStreamEndCapture(s, g);
}
void isHandedOn(cudaStream_t s, size_t n, cudaGraph_t *g) {
  float *p, *q;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaMallocAsync'
  cudaMallocAsync(&p, n, 0);
  keep(p);
  cudaFreeAsync(p, s);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaMallocAsync'
  cudaMallocAsync(&q, n, 0);
  p = q;
  cudaFreeAsync(q, s);
  cudaStreamEndCapture(s, g);
  keep(p);
}
struct Engine {
  float *buffer;
  void isAField(cudaStream_t s, size_t n, cudaGraph_t *g) {
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    // FOUND: fixed.cu:[[#@LINE+1]]:5: warning: call to 'cudaMalloc'
    cudaMalloc(&buffer, n);
    cudaFreeAsync(buffer, s);
    cudaStreamEndCapture(s, g);
  }
};
// The second launch frees it again.
void freesWhatIsFromOutside(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaFreeAsync'
  cudaFreeAsync(p, 0);
  cudaStreamEndCapture(s, g);
}

// Host memory that dies, or that is something else by then.
void copies(cudaStream_t s, float *d, const float *h, float *out, cudaGraph_t *g) {
  std::vector<float> values(4);
  float local[4] = {};
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaMemcpy'
  cudaMemcpy(d, h, 4, cudaMemcpyHostToDevice);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaMemcpy'
  cudaMemcpy(d, values.data(), 4, cudaMemcpyHostToDevice);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaMemcpy'
  cudaMemcpy(d, mutableTable, 4, cudaMemcpyHostToDevice);
  mutableTable[0] = 2;
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync'
  cudaMemcpyAsync(d, local, 4, cudaMemcpyHostToDevice);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync'
  cudaMemcpyAsync(out, d, 4, cudaMemcpyDeviceToHost);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync'
  cudaMemcpyAsync(d, h, 4, cudaMemcpyDefault);
  cudaStreamEndCapture(s, g);
}

// The first launch frees the data of the second.
static void CUDART_CB done(cudaStream_t, cudaError_t, void *data) {
  delete static_cast<int *>(data);
}
void CUDART_CB once(void *data) { delete static_cast<int *>(data); }
void callbacks(cudaStream_t s, int *flag, cudaGraph_t *g) {
  int local = 0;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaStreamAddCallback'
  cudaStreamAddCallback(s, done, new int(1), 0);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaStreamAddCallback'
  cudaStreamAddCallback(s, [](cudaStream_t, cudaError_t, void *p) { ++*(int *)p; }, &local, 0);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaStreamAddCallback'
  cudaStreamAddCallback(s, [](cudaStream_t, cudaError_t, void *p) { ++*(int *)p; }, flag, 0);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaLaunchHostFunc'
  cudaLaunchHostFunc(0, once, new int(1));
  cudaStreamEndCapture(s, g);
}
