// What a thread captures is in the graph.
// RUN: %cuda-capture graph %s:launches -- %cuda-flags | %FileCheck %s --check-prefix=LAUNCHES
// RUN: %cuda-capture graph %s:records -- %cuda-flags | %FileCheck %s --check-prefix=RECORDS
#include <cuda_runtime.h>
#include <thread>

__global__ void kernel(float *data);

// LAUNCHES: graph: 3 nodes, 2 edges, 1 stream
// LAUNCHES: 2 memset cudaMemsetAsync {{.*}} after 1
// LAUNCHES: 3 kernel kernel {{.*}} after 2
void launches(float *data, cudaStream_t stream, cudaGraph_t *graph) {
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, stream>>>(data);
  std::thread([&] { cudaMemsetAsync(data, 0, 4, stream); }).join();
  kernel<<<1, 1, 0, stream>>>(data);
  cudaStreamEndCapture(stream, graph);
}

// RECORDS: graph: 2 nodes, {{[01]}} edge{{s?}}, 2 streams
void records(float *data, cudaStream_t stream, cudaStream_t side, cudaEvent_t fork, cudaEvent_t join, cudaGraph_t *graph) {
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(side, fork, 0);
  std::thread([&] { kernel<<<1, 1, 0, side>>>(data); }).join();
  cudaEventRecord(join, side);
  cudaStreamWaitEvent(stream, join, 0);
  kernel<<<1, 1, 0, stream>>>(data);
  cudaStreamEndCapture(stream, graph);
}
