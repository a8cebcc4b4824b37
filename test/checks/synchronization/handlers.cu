// RUN: %lint-cu
// What a handler does before it ends the capture in which the exception was thrown.
#include <cuda_runtime.h>
#include <functional>
#include <stdexcept>
void fires(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &f) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  try {
    f();
  } catch (...) {
    cudaGraph_t none = nullptr;
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    cudaFree(nullptr);
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaDeviceSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
    // CHECK: :[[#@LINE+2]]:5: note: capture of 's' ends here; it was begun before the exception was thrown
    cudaDeviceSynchronize();
    cudaStreamEndCapture(s, &none);
    throw;
  }
  if (cudaStreamEndCapture(s, g) != cudaSuccess)
    throw std::runtime_error("end");
}
// In which mode, the function around the handler does not say.
void silentForAFreeInAnUnknownMode(cudaStream_t s, cudaGraph_t *g, cudaStreamCaptureMode mode, void *p, const std::function<void()> &f) {
  if (cudaStreamBeginCapture(s, mode) != cudaSuccess)
    return;
  try {
    f();
  } catch (...) {
    cudaFree(p);
    cudaStreamEndCapture(s, g);
    throw;
  }
  if (cudaStreamEndCapture(s, g) != cudaSuccess)
    throw std::runtime_error("end");
}
bool silentBehindTheEnd(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &f) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return false;
  try {
    f();
  } catch (const std::exception &) {
    cudaGraph_t none = nullptr;
    if (cudaStreamEndCapture(s, &none) == cudaSuccess && none)
      cudaGraphDestroy(none);
    cudaDeviceSynchronize();
    return false;
  }
  return cudaStreamEndCapture(s, g) == cudaSuccess;
}
void silentWithoutAnEnd(cudaStream_t s, const std::function<void()> &f) {
  try {
    f();
  } catch (...) {
    cudaDeviceSynchronize();
    throw;
  }
}
class Recorder {
  cudaStream_t s;
  bool capturing = false;
  void abandon() {
    if (!capturing)
      return;
    cudaGraph_t none = nullptr;
    cudaStreamEndCapture(s, &none);
    capturing = false;
  }

public:
  void record(cudaGraph_t *g, const std::function<void()> &f) {
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
      return;
    capturing = true;
    try {
      f();
    } catch (const std::logic_error &) {
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
      cudaStreamSynchronize(s);
      abandon();
      throw;
    } catch (const std::exception &) {
      if (!capturing)
        cudaStreamSynchronize(s);
      abandon();
      throw;
    }
    capturing = false;
    if (cudaStreamEndCapture(s, g) != cudaSuccess)
      throw std::runtime_error("end");
  }
};

// A handler may go on with the next round of a loop, or leave it.
void firesInAHandlerThatContinues(cudaStream_t s, int n, const std::function<void()> &f) {
  for (int i = 0; i < n; ++i) {
    cudaGraph_t g = nullptr;
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
      return;
    try {
      f();
    } catch (...) {
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaDeviceSynchronize' while 's' is capturing in thread-local mode
      cudaDeviceSynchronize();
      (void)(cudaStreamEndCapture(s, &g) == cudaSuccess);
      continue;
    }
    if (cudaStreamEndCapture(s, &g) != cudaSuccess)
      return;
  }
}
void firesInAHandlerThatBreaks(cudaStream_t s, int n, const std::function<void()> &f) {
  while (--n) {
    cudaGraph_t g = nullptr;
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
      return;
    try {
      f();
    } catch (...) {
      for (int i = 0; i < n; ++i)
        if (i == 2)
          break;
      if (n == 3)
        continue;
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaDeviceSynchronize' while 's' is capturing in thread-local mode
      cudaDeviceSynchronize();
      (void)(cudaStreamEndCapture(s, &g) == cudaSuccess);
      break;
    }
    if (cudaStreamEndCapture(s, &g) != cudaSuccess)
      return;
  }
}
void silentBehindTheEndInAHandler(cudaStream_t s, int n, const std::function<void()> &f) {
  for (int i = 0; i < n; ++i) {
    cudaGraph_t g = nullptr;
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
      return;
    try {
      f();
    } catch (...) {
      (void)(cudaStreamEndCapture(s, &g) == cudaSuccess);
      cudaDeviceSynchronize();
      continue;
    }
    if (cudaStreamEndCapture(s, &g) != cudaSuccess)
      return;
  }
}

// The handler is a part of a function that is given an object by value.
struct Shared {
  Shared(const Shared &);
  ~Shared();
  void *p;
};
int silentForAnObjectThatAHandlerIsNotGiven(Shared given, cudaStream_t s, cudaGraph_t *g, const std::function<void()> &f) try {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return 1;
  f();
  return cudaStreamEndCapture(s, g) != cudaSuccess;
} catch (const std::exception &) {
  cudaStreamEndCapture(s, g);
  return 2;
} catch (...) {
  cudaStreamEndCapture(s, g);
  return 3;
}
