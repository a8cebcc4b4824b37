#include "cases.h"
#include <cstdio>
#include <vector>

namespace host_read {

__global__ void search(int *found);
__global__ void refine(float *x, int rounds);

// violation [straight line]: the number of blocks is copied from the device
void blocksFromTheDevice(cudaStream_t s, int *found, int *pinned, float *x, cudaGraph_t *graph) {
  cudaStreamBeginCapture(s, kGlobal);
  search<<<1, 1, 0, s>>>(found);
  cudaMemcpyAsync(pinned, found, sizeof *pinned, cudaMemcpyDeviceToHost, s);
  refine<<<pinned[0], 1, 0, s>>>(x, 1); // expect: host-read
  cudaStreamEndCapture(s, graph);
}
// legal: the number of blocks is that of an earlier copy
void blocksFromBefore(cudaStream_t s, int *found, int *pinned, float *x, cudaGraph_t *graph) {
  search<<<1, 1, 0, s>>>(found);
  cudaMemcpyAsync(pinned, found, sizeof *pinned, cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(s);
  cudaStreamBeginCapture(s, kGlobal);
  refine<<<pinned[0], 1, 0, s>>>(x, 1);
  cudaStreamEndCapture(s, graph);
}

// violation [loop]: a loop that ends when the device says so
void untilTheDeviceSaysSo(cudaStream_t s, int *found, std::vector<int> &done, float *x, cudaGraph_t *graph) {
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < 10; ++i) {
    search<<<1, 1, 0, s>>>(found);
    cudaMemcpyAsync(done.data(), found, sizeof(int), cudaMemcpyDeviceToHost, s);
    if (done[0]) // expect: host-read
      break;
    refine<<<1, 1, 0, s>>>(x, i);
  }
  cudaStreamEndCapture(s, graph);
}
// legal: the loop is around the launches
void untilTheGraphSaysSo(cudaStream_t s, int *found, float *x) {
  int done = 0;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, kGlobal);
  search<<<1, 1, 0, s>>>(found);
  refine<<<1, 1, 0, s>>>(x, 1);
  cudaMemcpyAsync(&done, found, sizeof done, cudaMemcpyDeviceToHost, s);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  while (!done) {
    cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
  }
}

// violation [class]: a getter reads the member that the copy writes
class Counter {
public:
  void update(cudaStream_t s) {
    search<<<1, 1, 0, s>>>(device_);
    cudaMemcpyAsync(host_, device_, sizeof *host_, cudaMemcpyDeviceToHost, s);
  }
  int value() const { return *host_; }
  int *device_, *host_;
};
void counted(cudaStream_t s, Counter &counter, float *x, cudaGraph_t *graph) {
  cudaStreamBeginCapture(s, kGlobal);
  counter.update(s);
  refine<<<1, 1, 0, s>>>(x, counter.value()); // expect: host-read
  cudaStreamEndCapture(s, graph);
}
// legal: the kernel gets the address
class DeviceCounter {
public:
  void update(cudaStream_t s) {
    search<<<1, 1, 0, s>>>(device_);
    cudaMemcpyAsync(host_, device_, sizeof *host_, cudaMemcpyDeviceToHost, s);
  }
  int *device_, *host_;
};
__global__ void refineBy(float *x, const int *rounds);
void countedOnTheDevice(cudaStream_t s, DeviceCounter &counter, float *x, cudaGraph_t *graph) {
  cudaStreamBeginCapture(s, kGlobal);
  counter.update(s);
  refineBy<<<1, 1, 0, s>>>(x, counter.device_);
  cudaStreamEndCapture(s, graph);
}

// violation [straight line]: the result is printed before the graph has run
void printedTooEarly(cudaStream_t s, int *found) {
  int h;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, kGlobal);
  search<<<1, 1, 0, s>>>(found);
  cudaMemcpyAsync(&h, found, sizeof h, cudaMemcpyDeviceToHost, s);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaStreamSynchronize(s);
  printf("%d\n", h); // expect: host-read
  cudaGraphLaunch(exec, s);
}
// legal: printed behind it
void printedLater(cudaStream_t s, int *found) {
  int h;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, kGlobal);
  search<<<1, 1, 0, s>>>(found);
  cudaMemcpyAsync(&h, found, sizeof h, cudaMemcpyDeviceToHost, s);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  printf("%d\n", h);
}

} // namespace host_read
