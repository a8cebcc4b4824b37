// A function that is given an object with a stream, and works on a stream of its
// own object: either may be the captured one.
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>
#include <vector>

#define CAPTURABLE [[clang::annotate("cuda_capture::capturable")]]
__global__ void kernel(float *);

struct Comm {
  cudaStream_t comm_stream;
  float *b;
  void reduce() { kernel<<<1, 1, 0, comm_stream>>>(b); }
};

struct Streams {
  cudaStream_t main, side;
};

struct Model {
  cudaStream_t stream;
  Streams run;
  int *gpu;
  float *p;
  std::vector<void *> old;

  CAPTURABLE void silentForWorkOnBoth(Comm &comm) {
    kernel<<<1, 1, 0, stream>>>(p);
    comm.reduce();
  }
  CAPTURABLE void firesForForbiddenCalls(Comm &comm) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaFree' while the caller of 'Model::firesForForbiddenCalls' is capturing 'stream'
    cudaFree(p);
    kernel<<<1, 1, 0, stream>>>(p);
    comm.reduce();
  }
  CAPTURABLE void silentBehindAGuard(Comm &comm) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    cudaStreamIsCapturing(run.main, &status);
    if (status == cudaStreamCaptureStatusNone) {
      for (void *o : old)
        cudaFree(o);
      old.clear();
    }
    kernel<<<1, 1, 0, run.main>>>(p);
    comm.reduce();
  }
  CAPTURABLE void firesForLocalMemory(Comm &comm, int n) {
    std::vector<int> lens(n);
    for (int i = 0; i < n; ++i)
      lens[i] = i;
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'lens'
    cudaMemcpyAsync(gpu, lens.data(), n * sizeof(int), cudaMemcpyHostToDevice, run.main);
    comm.reduce();
  }
  // The function names no stream of its own object.
  CAPTURABLE void firesForTheGivenOne(Comm &comm) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize' while the caller of 'Model::firesForTheGivenOne' is capturing 'comm->comm_stream'
    cudaStreamSynchronize(comm.comm_stream);
  }
  // A stream that is given itself is the captured one.
  CAPTURABLE void firesForEscapedWork(Comm &comm, cudaStream_t s) {
    kernel<<<1, 1, 0, s>>>(p);
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch on stream 'stream', which takes no part in the capture of
    kernel<<<1, 1, 0, stream>>>(p);
  }
  CAPTURABLE void firesForEscapedWorkBesideAReference(const cudaStream_t &s) {
    kernel<<<1, 1, 0, s>>>(p);
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch on stream 'stream', which takes no part in the capture of 's'
    kernel<<<1, 1, 0, stream>>>(p);
  }
};
