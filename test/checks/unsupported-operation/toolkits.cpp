// A stream is the parameter that has the type of a stream in the header that is
// parsed, wherever the row of another toolkit has it.
// RUN: %tidy -checks=-*,cuda-capture-unsupported-operation %s -- -DFORM=129 2>&1 | %FileCheck %s --check-prefixes=CHECK,MOVED --implicit-check-not=warning:
// RUN: %tidy -checks=-*,cuda-capture-unsupported-operation %s -- -DFORM=130 2>&1 | %FileCheck %s --check-prefixes=CHECK,MOVED --implicit-check-not=warning:
// Nothing is said if that is not known: two streams, or none.
// RUN: %tidy -checks=-*,cuda-capture-unsupported-operation %s -- -DFORM=2 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: %tidy -checks=-*,cuda-capture-unsupported-operation %s -- -DFORM=0 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: %cuda-capture dump-ir %s -- -DFORM=129 | %FileCheck %s --check-prefix=IR
// RUN: %cuda-capture dump-ir %s -- -DFORM=130 | %FileCheck %s --check-prefix=IR
#include <stddef.h>

typedef struct CUstream_st *cudaStream_t;
typedef cudaStream_t Queue;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
enum cudaError { cudaSuccess };
enum cudaStreamCaptureMode { cudaStreamCaptureModeGlobal };
struct cudaMemcpyAttributes;
struct cudaMemLocation {
  int type, id;
};
extern "C" {
cudaError cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode);
cudaError cudaStreamEndCapture(cudaStream_t, cudaGraph_t *);
#if FORM == 129
cudaError cudaMemcpyBatchAsync(void **, void **, size_t *, size_t, cudaMemcpyAttributes *, size_t *, size_t, size_t *failed, Queue);
cudaError cudaMemPrefetchAsync(const void *, size_t, int device, cudaStream_t = nullptr);
cudaError cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t, cudaGraphNode_t *, char *, size_t);
#define FAILED , nullptr
#define LOCATION 0
#define NO_FLAGS , nullptr, nullptr, 0
#elif FORM == 130
cudaError cudaMemcpyBatchAsync(void **, void **, size_t *, size_t, cudaMemcpyAttributes *, size_t *, size_t, Queue);
cudaError cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation, unsigned flags, cudaStream_t = nullptr);
cudaError cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t, unsigned long long = 0);
#define FAILED
#define LOCATION {1, 0}, 0
#define NO_FLAGS
#elif FORM == 2
cudaError cudaMemcpyBatchAsync(void **, void **, size_t *, size_t, cudaMemcpyAttributes *, cudaStream_t, size_t, size_t *, cudaStream_t);
#define FAILED , nullptr
#else
cudaError cudaMemcpyBatchAsync(void **, void **, size_t *, size_t, cudaMemcpyAttributes *, size_t *, size_t, size_t *, void *);
#define FAILED , nullptr
#endif
}

void copies(cudaStream_t s, cudaGraph_t *g, void **to, void **from, size_t *sizes) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // MOVED: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyBatchAsync' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsupported-operation]
  cudaMemcpyBatchAsync(to, from, sizes, 1, nullptr, nullptr, 1 FAILED, s);
  cudaStreamEndCapture(s, g);
}

// Another stream captures nothing.
void copiesElsewhere(cudaStream_t s, cudaStream_t other, cudaGraph_t *g, void **to, void **from, size_t *sizes) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemcpyBatchAsync(to, from, sizes, 1, nullptr, nullptr, 1 FAILED, other);
  cudaStreamEndCapture(s, g);
}

#if FORM > 100
// IR-LABEL: @_Z10prefetches
// IR: api cudaStreamBeginCapture([[S:%[a-z0-9.]+]], 0)
// IR: api cudaMemPrefetchAsync(%memory, 8, {{[^,]*, [^,]*}}, [[S]])
// IR: api cudaMemPrefetchAsync(%memory, 8, {{[^,]*, [^,]*}}, 0)
void prefetches(cudaStream_t s, cudaGraph_t *g, void *memory) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemPrefetchAsync(memory, 8, LOCATION, s);
  cudaMemPrefetchAsync(memory, 8, LOCATION);
  cudaStreamEndCapture(s, g);
}

// The exec and the graph are where they always were.
// IR-LABEL: @_Z12instantiates
// IR: api cudaGraphInstantiate(%e, %g
void instantiates(cudaGraphExec_t *e, cudaGraph_t g) {
  cudaGraphInstantiate(e, g NO_FLAGS);
}
#endif

// CHECK: :[[#@LINE+3]]:3: warning: call to 'cudaStreamBeginCapture' begins another capture of 's' {{.*}} [cuda-capture-unsupported-operation]
void beginsTwice(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(s, g);
}
