// What the functions that begin captures for their callers make first is there in the others.
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureCapturableFunctions: "*silent*;*fires*"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>
#include <map>

__global__ void kernel(int *p);
void noteFailure();

//===--- A container ---===//

static std::map<int, int> known;
static int *find(int key) {
  auto it = known.find(key);
  if (it != known.end())
    return &it->second;
  void *p;
  if (cudaMalloc(&p, 1))
    return nullptr;
  return &known.insert({key, 1}).first->second;
}
bool begins(int key, bool external, cudaStream_t s) {
  if (external)
    return true;
  if (!find(key))
    return false;
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal)) {
    noteFailure();
    return false;
  }
  return true;
}
bool ends(cudaStream_t s, cudaGraph_t *g) { return !cudaStreamEndCapture(s, g); }
void silentInAContainer(int key, int *p, cudaStream_t s) {
  if (find(key))
    kernel<<<1, 1, 0, s>>>(p);
}

//===--- A variable ---===//

static int *workspace;
static int *reserve() {
  if (!workspace)
    if (cudaMalloc(&workspace, 1))
      return nullptr;
  return workspace;
}
bool beginsToo(cudaStream_t s) { return reserve() && !cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal); }
void silentWithAVariable(cudaStream_t s) { kernel<<<1, 1, 0, s>>>(reserve()); }

//===--- No other function makes it, or none in time ---===//

static int *unmade;
static int *reserveUnmade() {
  if (!unmade)
    if (cudaMalloc(&unmade, 1))
      return nullptr;
  return unmade;
}
// CHECK: :[[#@LINE+2]]:26: warning: call to 'reserveUnmade' reaches 'cudaMalloc'
void firesAlone(cudaStream_t s) {
  kernel<<<1, 1, 0, s>>>(reserveUnmade());
}

static int *late;
static int *reserveLate() {
  if (!late)
    if (cudaMalloc(&late, 1))
      return nullptr;
  return late;
}
// CHECK: :[[#@LINE+4]]:3: warning: call to 'reserveLate' reaches 'cudaMalloc'
void beginsTooEarly(cudaStream_t s) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal))
    throw 1;
  reserveLate();
}
// CHECK: :[[#@LINE+2]]:26: warning: call to 'reserveLate' reaches 'cudaMalloc'
void firesForALateOne(cudaStream_t s) {
  kernel<<<1, 1, 0, s>>>(reserveLate());
}

// A function that captures by itself warms up for its own capture.
static int *alone;
static int *reserveForOne() {
  if (!alone)
    if (cudaMalloc(&alone, 1))
      return nullptr;
  return alone;
}
void captures(cudaStream_t s, cudaGraph_t *g) {
  if (!reserveForOne() || cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal))
    throw 1;
  kernel<<<1, 1, 0, s>>>(alone);
  if (cudaStreamEndCapture(s, g))
    throw 1;
}
// CHECK: :[[#@LINE+2]]:26: warning: call to 'reserveForOne' reaches 'cudaMalloc'
void firesBesideACapture(cudaStream_t s) {
  kernel<<<1, 1, 0, s>>>(reserveForOne());
}

// The member of another object may be another one.
struct Handle {
  int *own = nullptr;
  int *reserve() {
    if (!own)
      if (cudaMalloc(&own, 1))
        return nullptr;
    return own;
  }
};
bool beginsWith(Handle *h, cudaStream_t s) {
  return h->reserve() && !cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
}
// CHECK: :[[#@LINE+2]]:26: warning: call to 'Handle::reserve' reaches 'cudaMalloc'
void firesForAnObject(Handle *h, cudaStream_t s) {
  kernel<<<1, 1, 0, s>>>(h->reserve());
}
