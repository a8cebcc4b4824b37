// Three programs of the kind that CUDA's documentation captures, and the
// numbers of nodes and edges that it says their graphs have.
// RUN: %cuda-capture graph %s:guide -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=GUIDE
// RUN: %cuda-capture graph %s:samples -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=SAMPLES
// RUN: %cuda-capture graph %s:memory -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=MEMORY
#include <cuda_runtime.h>
__global__ void a(float *p);
__global__ void b(float *p);
__global__ void c(float *p);
__global__ void d(float *p);

// CUDA Programming Guide, "Cross-stream Dependencies and Events": B and C
// depend on A, and D on both.
// GUIDE: graph: 4 nodes, 4 edges, 2 streams
// GUIDE: 1 {{.*}}kernel a
// GUIDE: 2 {{.*}}kernel b {{.*}} after 1{{$}}
// GUIDE: 3 {{.*}}kernel c {{.*}} after 1{{$}}
// GUIDE: 4 {{.*}}kernel d {{.*}} after 2, 3{{$}}
void guide(float *p, cudaStream_t one, cudaStream_t two, cudaGraph_t *graph) {
  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
  a<<<1, 1, 0, one>>>(p);
  cudaEventRecord(fork, one);
  cudaStreamWaitEvent(two, fork, 0);
  b<<<1, 1, 0, one>>>(p);
  c<<<1, 1, 0, two>>>(p);
  cudaEventRecord(join, two);
  cudaStreamWaitEvent(one, join, 0);
  d<<<1, 1, 0, one>>>(p);
  cudaStreamEndCapture(one, graph);
}

// The sample simpleCudaGraphs builds this reduction by hand, with 7 nodes, and
// prints that its capture has as many: a copy and two memsets in parallel, two
// kernels, a copy and a host function. Its manual twin has 6 edges.
// SAMPLES: graph: 7 nodes, 6 edges, 3 streams
// SAMPLES: 1 {{.*}}memcpy
// SAMPLES: 2 {{.*}}memset
// SAMPLES: 3 {{.*}}memset
// SAMPLES: 4 {{.*}}kernel a {{.*}} after 1, 2{{$}}
// SAMPLES: 5 {{.*}}kernel b {{.*}} after 3, 4{{$}}
// SAMPLES: 6 {{.*}}memcpy {{.*}} after 5{{$}}
// SAMPLES: 7 {{.*}}host {{.*}} after 6{{$}}
void done(void *);
void samples(float *p, float *q, float *result, cudaStream_t s[3],
             cudaEvent_t fork, cudaEvent_t first, cudaEvent_t second,
             cudaGraph_t *graph) {
  cudaStreamBeginCapture(s[0], cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, s[0]);
  cudaStreamWaitEvent(s[1], fork, 0);
  cudaStreamWaitEvent(s[2], fork, 0);
  cudaMemcpyAsync(p, q, 64, cudaMemcpyDefault, s[0]);
  cudaMemsetAsync(q, 0, 64, s[1]);
  cudaEventRecord(first, s[1]);
  cudaMemsetAsync(result, 0, 64, s[2]);
  cudaEventRecord(second, s[2]);
  cudaStreamWaitEvent(s[0], first, 0);
  a<<<1, 1, 0, s[0]>>>(p);
  cudaStreamWaitEvent(s[0], second, 0);
  b<<<1, 1, 0, s[0]>>>(p);
  cudaMemcpyAsync(q, p, 64, cudaMemcpyDefault, s[0]);
  cudaLaunchHostFunc(s[0], done, nullptr);
  cudaStreamEndCapture(s[0], graph);
}

// CUDA Programming Guide, "Graph Memory Nodes", "Stream Capture": the kernel in
// the forked stream depends on the allocation through the event, and the free
// on all work that uses the memory.
// MEMORY: graph: 5 nodes, 5 edges, 2 streams
// MEMORY: 1 {{.*}}alloc
// MEMORY: 2 {{.*}}kernel a {{.*}} after 1{{$}}
// MEMORY: 3 {{.*}}kernel b {{.*}} after 2{{$}}
// MEMORY: 4 {{.*}}kernel c {{.*}} after 2{{$}}
// MEMORY: 5 {{.*}}free {{.*}} after 3, 4{{$}}
void memory(cudaStream_t one, cudaStream_t two, cudaEvent_t fork,
            cudaEvent_t join, cudaGraph_t *graph) {
  float *p;
  cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
  cudaMallocAsync((void **)&p, 64, one);
  a<<<1, 1, 0, one>>>(p);
  cudaEventRecord(fork, one);
  cudaStreamWaitEvent(two, fork, 0);
  b<<<1, 1, 0, one>>>(p);
  c<<<1, 1, 0, two>>>(p);
  cudaEventRecord(join, two);
  cudaStreamWaitEvent(one, join, 0);
  cudaFreeAsync(p, one);
  cudaStreamEndCapture(one, graph);
}
