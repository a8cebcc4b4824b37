// RUN: %lint-cu
// Counters that a function changes or reads for the one that launches, and numbers that an operation on memory writes.
#include <cuda.h>
#include <cuda_runtime.h>
struct Exchange {
  unsigned *flag;
  CUdeviceptr word;
  int epoch = 0;
  int size = 4;
  int next() { return ++epoch; }
  int current() const { return epoch; }
  int elements() const { return size; }
};
__global__ void write(unsigned *to, unsigned value);
void firesForAMember(Exchange &c, cudaStream_t s, cudaGraph_t *g, cudaGraphExec_t *e) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return;
  c.next();
  // CHECK: :[[#@LINE+2]]:3: warning: kernel launch passes a counter of the host while 's' is capturing; {{.*}} [cuda-capture-host-effect]
  // CHECK: :[[#@LINE-2]]:3: note: the counter changes here
  write<<<1, 1, 0, s>>>(c.flag, c.epoch);
  if (cudaStreamEndCapture(s, g) != cudaSuccess || cudaGraphInstantiate(e, *g, 0) != cudaSuccess)
    return;
}
void firesForAGetter(Exchange &c, cudaStream_t s, cudaGraph_t *g, cudaGraphExec_t *e) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return;
  ++c.epoch;
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a counter of the host while 's' is capturing; {{.*}} [cuda-capture-host-effect]
  write<<<1, 1, 0, s>>>(c.flag, c.current());
  if (cudaStreamEndCapture(s, g) != cudaSuccess || cudaGraphInstantiate(e, *g, 0) != cudaSuccess)
    return;
}
static void exchange(Exchange &c, cudaStream_t s) {
  const unsigned epoch = (unsigned)c.next();
  write<<<1, 1, 0, s>>>(c.flag, epoch);
}
void firesForAResult(Exchange &c, cudaStream_t s, cudaGraph_t *g, cudaGraphExec_t *e) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'exchange' reaches a kernel launch, which passes a counter of the host while 's' is capturing; {{.*}} [cuda-capture-host-effect]
  exchange(c, s);
  if (cudaStreamEndCapture(s, g) != cudaSuccess || cudaGraphInstantiate(e, *g, 0) != cudaSuccess)
    return;
}
void firesForAnOperationOnMemory(Exchange &c, cudaStream_t s, cudaGraph_t *g, cudaGraphExec_t *e) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuStreamWriteValue32{{(_v2)?}}' passes a counter of the host while 's' is capturing; {{.*}} [cuda-capture-host-effect]
  cuStreamWriteValue32(s, c.word, c.next(), 0);
  if (cudaStreamEndCapture(s, g) != cudaSuccess || cudaGraphInstantiate(e, *g, 0) != cudaSuccess)
    return;
}
// The number is not counted.
void silentForASize(Exchange &c, cudaStream_t s, cudaGraph_t *g, cudaGraphExec_t *e) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return;
  c.next();
  write<<<1, 1, 0, s>>>(c.flag, c.elements());
  if (cudaStreamEndCapture(s, g) != cudaSuccess || cudaGraphInstantiate(e, *g, 0) != cudaSuccess)
    return;
}
// The counter is set back before the function returns, so each call passes the same numbers.
void silentForAResetCounter(Exchange &c, cudaStream_t s, cudaGraph_t *g, cudaGraphExec_t *e) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return;
  exchange(c, s);
  c.epoch = 0;
  if (cudaStreamEndCapture(s, g) != cudaSuccess || cudaGraphInstantiate(e, *g, 0) != cudaSuccess)
    return;
}
// Functions that call themselves, or each other, may return the counter, too.
static int calls;
static int countDown(int n) { return n ? countDown(n - 1) : calls; }
static int even(int n);
static int odd(int n) { return n ? even(n - 1) : 0; }
static int even(int n) { return n ? odd(n - 1) : 1; }
void firesForRecursion(unsigned *flag, cudaStream_t s, cudaGraph_t *g, cudaGraphExec_t *e) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return;
  ++calls;
  write<<<1, 1, 0, s>>>(flag, even(3));
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a counter of the host while 's' is capturing; {{.*}} [cuda-capture-host-effect]
  write<<<1, 1, 0, s>>>(flag, countDown(flag != nullptr));
  if (cudaStreamEndCapture(s, g) != cudaSuccess || cudaGraphInstantiate(e, *g, 0) != cudaSuccess)
    return;
}
