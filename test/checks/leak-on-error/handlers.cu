// RUN: %lint-cu
// Handlers that catch an exception, and leave the function without ending the capture.
#include <cuda_runtime.h>
#include <cstdio>
#include <functional>
#include <stdexcept>
bool firesForAReturn(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &f) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if a callable that is run in it throws [cuda-capture-leak-on-error]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  try {
    f();
  } catch (const std::exception &e) {
    fprintf(stderr, "%s\n", e.what());
    return false;
  }
  cudaStreamEndCapture(s, g);
  return true;
}
void firesForAThrow(cudaStream_t s, cudaGraph_t *g, void *p, const std::function<void()> &f) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if a callable that is run in it throws [cuda-capture-leak-on-error]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  try {
    f();
  } catch (...) {
    cudaFree(p);
    throw;
  }
  cudaStreamEndCapture(s, g);
}
bool silentIfOneHandlerMayEndIt(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &f) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  try {
    f();
  } catch (const std::bad_alloc &) {
    return false;
  } catch (...) {
    cudaStreamEndCapture(s, g);
    throw;
  }
  cudaStreamEndCapture(s, g);
  return true;
}
// The capture goes on, and ends behind the try block.
void silentIfItGoesOn(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &f) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  try {
    f();
  } catch (...) {
    fprintf(stderr, "failed\n");
  }
  cudaStreamEndCapture(s, g);
}
void abandon(cudaStream_t s);
void silentForAnUnknownCallee(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &f) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  try {
    f();
  } catch (...) {
    abandon(s);
    throw;
  }
  cudaStreamEndCapture(s, g);
}
static bool succeeds(const std::function<void()> &f) {
  try {
    f();
    return true;
  } catch (...) {
    return false;
  }
}
// The exception does not leave the helper, and the caller ends the capture.
bool silentForAHelperThatReturns(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &f) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  const bool ok = succeeds(f);
  cudaStreamEndCapture(s, g);
  return ok;
}
struct End {
  cudaStream_t s;
  cudaGraph_t *g;
  ~End() { cudaStreamEndCapture(s, g); }
};
bool silentForADestructor(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &f) {
  try {
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    End end{s, g};
    f();
  } catch (...) {
    return false;
  }
  return true;
}
bool silentForALoop(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &f, int n) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  for (int i = 0; i < n; ++i) {
    try {
      f();
    } catch (...) {
      break;
    }
  }
  cudaStreamEndCapture(s, g);
  return true;
}
bool firesForATryInATry(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &f) {
  try {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if a callable that is run in it throws [cuda-capture-leak-on-error]
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    try {
      f();
    } catch (...) {
      return false; // The outer handler is not run.
    }
    cudaStreamEndCapture(s, g);
  } catch (...) {
    cudaStreamEndCapture(s, g);
    throw;
  }
  return true;
}
