// RUN: %lint-cu
// What runs because something failed: anything may have become of the capture.
#include <cstdio>
#include <cuda_runtime.h>
#include <stdexcept>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
__global__ void kernel();

int silentForCleanUp(cudaStream_t s, cudaGraph_t *g, void *p, void *q) {
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess) {
    cudaFree(p);
    return 1;
  }
  if (cudaMemcpyAsync(p, q, 1, cudaMemcpyDefault, s) != cudaSuccess) {
    cudaStreamSynchronize(s);
    cudaFree(p);
    return 2;
  }
  kernel<<<1, 1, 0, s>>>();
  if (cudaGetLastError() != cudaSuccess) {
    cudaFree(p);
    cudaDeviceReset();
    return 3;
  }
  if (cudaStreamEndCapture(s, g) != cudaSuccess) {
    cudaFree(p);
    return 4;
  }
  return 0;
}

// A failed end has ended the capture.
void silentIfEndFailed(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaError_t e = cudaStreamEndCapture(s, g);
  if (e != cudaSuccess) {
    cudaFree(p);
    cudaStreamSynchronize(s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    cudaStreamEndCapture(s, g);
  }
}

// The result is kept and looked at later.
int silentForAStickyResult(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaError_t e = cudaStreamBeginCapture(s, kGlobal);
  if (e == cudaSuccess)
    e = cudaMemsetAsync(p, 0, 1, s);
  if (e == cudaSuccess)
    e = cudaStreamEndCapture(s, g);
  if (e != cudaSuccess) {
    cudaDeviceSynchronize();
    cudaFree(p);
  }
  return e;
}

// Logging on failure asks the device.
#define LOG_IF_FAILED(call)                                                    \
  do {                                                                         \
    cudaError_t e_ = (call);                                                   \
    if (e_ != cudaSuccess) {                                                   \
      cudaDeviceSynchronize();                                                 \
      std::printf("%s\n", cudaGetErrorString(e_));                             \
    }                                                                          \
  } while (0)
void silentForLogging(cudaStream_t s, cudaGraph_t *g, void *p) {
  LOG_IF_FAILED(cudaStreamBeginCapture(s, kGlobal));
  LOG_IF_FAILED(cudaMemsetAsync(p, 0, 1, s));
  LOG_IF_FAILED(cudaStreamEndCapture(s, g));
}

// Capture failed: run eagerly.
static bool capture(cudaStream_t s, cudaGraphExec_t *exec) {
  cudaGraph_t g = nullptr;
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return false;
  kernel<<<1, 1, 0, s>>>();
  if (cudaStreamEndCapture(s, &g) != cudaSuccess)
    return false;
  bool ok = cudaGraphInstantiate(exec, g, 0) == cudaSuccess;
  cudaGraphDestroy(g);
  return ok;
}
void silentForAFallback(cudaStream_t s) {
  cudaGraphExec_t exec;
  if (capture(s, &exec)) {
    cudaGraphLaunch(exec, s);
    cudaGraphExecDestroy(exec);
  } else {
    kernel<<<1, 1>>>();
    cudaDeviceSynchronize();
  }
}

// Objects that die while an exception flies.
struct Buffer {
  void *p = nullptr;
  Buffer() { cudaMalloc(&p, 16); }
  ~Buffer() { cudaFree(p); }
};
inline void must(cudaError_t e) {
  if (e != cudaSuccess)
    throw std::runtime_error("cuda");
}
void silentForObjectsThatOutliveTheRegion(cudaStream_t s, cudaGraph_t *g) {
  Buffer b;
  must(cudaStreamBeginCapture(s, kGlobal));
  must(cudaMemsetAsync(b.p, 0, 1, s));
  must(cudaStreamEndCapture(s, g));
}

// The same with return: the buffer dies while the capture still runs, but something has failed.
struct Buffer2 {
  void *p = nullptr;
  Buffer2() { cudaMalloc(&p, 16); }
  ~Buffer2() { cudaFree(p); }
};
cudaError_t silentForReturnsOnFailure(cudaStream_t s, cudaGraph_t *g) {
  Buffer2 b;
  if (cudaError_t e = cudaStreamBeginCapture(s, kGlobal))
    return e;
  if (cudaError_t e = cudaMemsetAsync(b.p, 0, 1, s))
    return e;
  return cudaStreamEndCapture(s, g);
}

// The result passes through a translation.
enum Err { kOk = 0, kFail = 7 };
static Err translate(cudaError_t e) { return e == cudaSuccess ? kOk : kFail; }
Err silentForTranslatedResults(cudaStream_t s, cudaGraph_t *g, void *p) {
  Err e = translate(cudaStreamBeginCapture(s, kGlobal));
  if (e != kOk) {
    cudaFree(p);
    return e;
  }
  e = translate(cudaMemsetAsync(p, 0, 1, s));
  if (e != kOk) {
    cudaFree(p);
    return e;
  }
  return translate(cudaStreamEndCapture(s, g));
}

// On the success path the call is illegal all the same.
void firesOnTheSuccessPath(cudaStream_t s, cudaGraph_t *g, void *p) {
  if (cudaStreamBeginCapture(s, kGlobal) == cudaSuccess) {
    cudaError_t e = cudaMemsetAsync(p, 0, 1, s);
    if (e == cudaSuccess)
      // CHECK: :[[#@LINE+2]]:7: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
      // CHECK: :[[#@LINE-4]]:7: note: capture of 's' begins here
      cudaStreamSynchronize(s);
    cudaStreamEndCapture(s, g);
  }
}

// A failure of something else does not excuse the call.
bool firesForAFailureOfSomethingElse(cudaStream_t s, cudaGraph_t *g, void *p, int n) {
  cudaStreamBeginCapture(s, kGlobal);
  if (n < 0) {
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    // CHECK: :[[#@LINE-3]]:3: note: capture of 's' begins here
    cudaFree(p);
    cudaStreamEndCapture(s, g);
    return false;
  }
  return cudaStreamEndCapture(s, g) == cudaSuccess;
}

// A call elsewhere failed; clean-up without end. The call may have asked whether
// the stream captures, so nothing is said of cudaFree().
bool fill(void *p, cudaStream_t s);
bool firesOnceIfSomethingUnseenFailed(cudaStream_t s, cudaGraph_t *g, void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, kGlobal);
  if (!fill(p, s)) {
    cudaFree(p);
    return false;
  }
  return cudaStreamEndCapture(s, g) == cudaSuccess;
}
