// RUN: %lint-c
// Plain C with CUDA headers, as in CUDALibrarySamples.
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK_CUDA(func)                                                       \
  {                                                                            \
    cudaError_t status = (func);                                               \
    if (status != cudaSuccess) {                                               \
      printf("failed at line %d: %s\n", __LINE__, cudaGetErrorString(status)); \
      return EXIT_FAILURE;                                                     \
    }                                                                          \
  }

int firesInMacros(cudaStream_t s, void *d, void *h) {
  cudaGraph_t g;
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
  // CHECK: :[[#@LINE+2]]:14: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:14: note: capture of 's' begins here
  CHECK_CUDA(cudaMalloc(&d, 16))
  // CHECK: :[[#@LINE+2]]:14: warning: call to 'cudaMemcpy' on the legacy default stream while 's' is capturing in global mode; {{.*}} [cuda-capture-legacy-stream]
  // CHECK: :[[#@LINE-5]]:14: note: capture of 's' begins here
  CHECK_CUDA(cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice))
  // CHECK: :[[#@LINE+2]]:14: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-8]]:14: note: capture of 's' begins here
  CHECK_CUDA(cudaStreamSynchronize(s))
  CHECK_CUDA(cudaStreamEndCapture(s, &g))
  CHECK_CUDA(cudaStreamSynchronize(s))
  CHECK_CUDA(cudaFree(d))
  return EXIT_SUCCESS;
}

// C's enum tags and K&R habits.
int firesForEnumTags(s, g, p)
cudaStream_t s;
cudaGraph_t *g;
void *p;
{
  enum cudaStreamCaptureMode mode = cudaStreamCaptureModeThreadLocal;
  if (cudaStreamBeginCapture(s, mode))
    return -1;
  // CHECK: :[[#@LINE+2]]:7: warning: call to 'cudaFree' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-3]]:7: note: capture of 's' begins here
  if (cudaFree(p))
    return -1;
  return cudaStreamEndCapture(s, g);
}

struct engine {
  cudaStream_t stream;
  cudaGraph_t graph;
  int capturing;
};
static int engine_begin(struct engine *e) {
  cudaError_t rc = cudaStreamBeginCapture(e->stream, cudaStreamCaptureModeGlobal);
  e->capturing = rc == cudaSuccess;
  return rc;
}
static int engine_end(struct engine *e) {
  e->capturing = 0;
  return cudaStreamEndCapture(e->stream, &e->graph);
}
void firesBetweenFunctions(struct engine *e, void *p) {
  engine_begin(e);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 'e->stream' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'e->stream' begins here
  cudaFree(p);
  engine_end(e);
  cudaFree(p);
}
void silentIfNotCapturing(struct engine *e, void *p) {
  engine_begin(e);
  if (!e->capturing)
    cudaFree(p);
  engine_end(e);
}

void firesAfterDestroy(cudaEvent_t e, cudaStream_t s) {
  cudaEventDestroy(e);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaEventRecord' uses event 'e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  // CHECK: :[[#@LINE-2]]:3: note: destroyed here
  cudaEventRecord(e, s);
}

// Compound literals and designated initialisers.
struct request {
  cudaStream_t stream;
  enum cudaStreamCaptureMode mode;
};
static void start(struct request r) { cudaStreamBeginCapture(r.stream, r.mode); }
void firesForACompoundLiteral(cudaStream_t s, cudaGraph_t *g, void *p) {
  start((struct request){.stream = s, .mode = cudaStreamCaptureModeGlobal});
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 'r.stream' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'r.stream' begins here
  cudaFree(p);
  cudaStreamEndCapture(s, g);
  cudaFree(p);
}
void silentForARelaxedCompoundLiteral(cudaStream_t s, cudaGraph_t *g, void *p) {
  start((struct request){s, cudaStreamCaptureModeRelaxed});
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}
