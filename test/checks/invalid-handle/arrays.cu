// std::array, and lists in braces that a loop goes over.
// RUN: %lint-cu
#include <array>
#include <cuda_runtime.h>
#include <vector>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
__global__ void kernel();

//===--- Elements that braces give ---===//

struct Pair {
  std::array<cudaEvent_t, 2> events;
  int n;
};
void silentForGivenElements(cudaStream_t s, cudaEvent_t a, cudaEvent_t b) {
  std::array<cudaEvent_t, 2> first{a, b};
  cudaEventRecord(first[0], s);
  const std::array second = {a, b};
  cudaEventRecord(second[1], s);
  cudaEventRecord(second.at(1), s);
  Pair pair{{a, b}, 2};
  cudaEventRecord(pair.events[1], s);
  std::array<cudaEvent_t, 2> third = first;
  cudaEventRecord(third[1], s);
  auto *fourth = new std::array<cudaEvent_t, 2>{a, b};
  cudaEventRecord((*fourth)[1], s);
}
void firesForElementsThatAreLeftOut(cudaStream_t s, cudaEvent_t a) {
  std::array<cudaEvent_t, 2> events{a};
  cudaEventRecord(events[0], s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'events[1]' that is null; {{.*}} [cuda-capture-invalid-handle]
  cudaEventRecord(events[1], s);
}
void firesForADestroyedElement(cudaStream_t s, cudaEvent_t a, cudaEvent_t b) {
  std::array<cudaEvent_t, 2> events{a, b};
  cudaEventDestroy(b);
  cudaEventRecord(events[0], s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'events[1]' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventRecord(events[1], s);
}
void firesForTheOtherStream(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  std::array<cudaStream_t, 2> streams{s, t};
  cudaStreamBeginCapture(streams[0], kGlobal);
  kernel<<<1, 1, 0, s>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 'streams[1]', which takes no part in the capture of {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, streams[1]>>>();
  cudaStreamEndCapture(s, g);
}

//===--- Loops ---===//

void silentForCreatedInALoop(cudaStream_t s) {
  std::array<cudaEvent_t, 3> events{};
  for (cudaEvent_t &e : events)
    cudaEventCreate(&e);
  for (cudaEvent_t e : events)
    cudaEventRecord(e, s);
  cudaEventRecord(events[2], s);
}
void silentForAListOfPointers(cudaStream_t s) {
  cudaEvent_t a, b;
  for (cudaEvent_t *e : {&a, &b})
    cudaEventCreate(e);
  cudaEventRecord(a, s);
  cudaEventRecord(b, s);
}
void silentForAllThatTheListForks(cudaStream_t s, cudaStream_t a, cudaStream_t b, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  for (cudaStream_t lane : {a, b})
    cudaStreamWaitEvent(lane, e, 0);
  for (cudaStream_t lane : {a, b})
    kernel<<<1, 1, 0, lane>>>();
  for (cudaStream_t lane : {a, b}) {
    cudaEventRecord(e, lane);
    cudaStreamWaitEvent(s, e, 0);
  }
  cudaStreamEndCapture(s, g);
}
struct Lanes {
  std::array<cudaStream_t, 3> side;
  std::array<cudaEvent_t, 3> done;
};
void silentForAllThatAnArrayForks(cudaStream_t s, Lanes &lanes, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  for (cudaStream_t lane : lanes.side)
    cudaStreamWaitEvent(lane, e, 0);
  for (size_t i = 0; i < lanes.side.size(); ++i) {
    kernel<<<1, 1, 0, lanes.side[i]>>>();
    cudaEventRecord(lanes.done[i], lanes.side[i]);
  }
  for (auto done = lanes.done.begin(); done != lanes.done.end(); ++done)
    cudaStreamWaitEvent(s, *done, 0);
  cudaStreamEndCapture(s, g);
}
void silentForAVectorOfAList(cudaStream_t s, cudaEvent_t a, cudaEvent_t b) {
  std::vector<cudaEvent_t> events{a, b};
  for (cudaEvent_t e : events)
    cudaEventRecord(e, s);
}
void firesForOneThatTheListLacks(cudaStream_t s, cudaStream_t a, cudaStream_t b, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  for (cudaStream_t lane : {a, b}) {
    cudaStreamWaitEvent(lane, e, 0);
    kernel<<<1, 1, 0, lane>>>();
  }
  cudaEventRecord(e, b);
  cudaStreamWaitEvent(s, e, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of '{{.*}}' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
