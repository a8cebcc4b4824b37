// Threads of one function that check the results of their calls with a function: the check is no wait for another thread.
// RUN: not %cuda-capture check --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DCHECK=ends 2>&1 | %FileCheck %s
// RUN: not %cuda-capture check --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DCHECK=throws 2>&1 | %FileCheck %s
// RUN: not %cuda-capture check --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DCHECK=reports 2>&1 | %FileCheck %s
// RUN: not %cuda-capture check --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DCHECK=counts 2>&1 | %FileCheck %s
// RUN: not %cuda-capture check --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DCHECK=through 2>&1 | %FileCheck %s
// These may wait for the other thread, so that the two may never meet.
// RUN: %cuda-capture check --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DCHECK=unseen 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DCHECK=locks 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DCHECK=spins 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DCHECK=deeper 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DCHECK=ends -DMODE=cudaStreamCaptureModeThreadLocal 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// SILENT-NOT: warning:
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <mutex>
#include <stdexcept>
#include <thread>
#ifndef MODE
#define MODE cudaStreamCaptureModeGlobal
#endif

__global__ void kernel(float *p);

inline void ends(cudaError_t e) {
  if (e != cudaSuccess) {
    fprintf(stderr, "%s\n", cudaGetErrorString(e));
    exit(EXIT_FAILURE);
  }
}
inline void throws(cudaError_t e) {
  if (e != cudaSuccess)
    throw std::runtime_error("failed");
}
inline void reports(cudaError_t e) {
  if (e != cudaSuccess)
    printf("%d\n", int(e));
}
struct Log {
  int failures = 0;
  int isFailure(cudaError_t e) { return e != cudaSuccess; }
  void add(cudaError_t e) { failures += isFailure(e); }
};
inline void counts(cudaError_t e) {
  Log log;
  log.add(e);
}
inline void through(cudaError_t e) { reports(e); }

void unseen(cudaError_t e);
std::mutex mutex;
inline void locks(cudaError_t e) {
  std::lock_guard<std::mutex> lock(mutex);
  reports(e);
}
volatile bool others = false;
inline void spins(cudaError_t e) {
  while (!others)
    ;
  reports(e);
}
inline void deeper(cudaError_t e) { unseen(e); }

static void work(float *p) {
  cudaStream_t s;
  cudaGraph_t graph;
  CHECK(cudaStreamCreate(&s));
  kernel<<<1, 1, 0, s>>>(p);
  CHECK(cudaStreamSynchronize(s));
  CHECK(cudaStreamBeginCapture(s, MODE));
  kernel<<<1, 1, 0, s>>>(p);
  CHECK(cudaStreamEndCapture(s, &graph));
  cudaGraphDestroy(graph);
}
void program(float *p) {
  // CHECK: :[[#@LINE+2]]:15: warning: thread that runs 'work' reaches 'cudaStreamSynchronize' while 's' may be capturing in global mode in another thread
  // CHECK: :[[#@LINE+1]]:27: warning: thread that runs 'work' reaches 'cudaStreamSynchronize' while 's' may be capturing in global mode in another thread
  std::thread a(work, p), b(work, p);
  a.join();
  b.join();
}
