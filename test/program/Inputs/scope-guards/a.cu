#include <cuda_runtime.h>
#include <guards.h>
#include <utility>

// The guard ends the capture: nothing behind it is captured.
cudaError_t ends(cudaStream_t s, float *p, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return cudaErrorUnknown;
  cudaError_t error = cudaSuccess;
  {
    auto end = gsl::finally([&] { error = cudaStreamEndCapture(s, g); });
    cudaMemsetAsync(p, 0, 4, s);
  }
  cudaStreamSynchronize(s);
  return error;
}

cudaError_t endsByClass(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return cudaErrorUnknown;
  cudaError_t error = cudaSuccess;
  {
    absl::Cleanup end = [&] { error = cudaStreamEndCapture(s, g); };
  }
  cudaStreamSynchronize(s);
  return error;
}

// Behind the end of the capture.
cudaError_t late(cudaStream_t s, cudaGraph_t *g) {
  auto sync = gsl::finally([&] { cudaStreamSynchronize(s); });
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return cudaErrorUnknown;
  return cudaStreamEndCapture(s, g);
}

cudaError_t dismissed(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return cudaErrorUnknown;
  {
    auto one = absl::MakeCleanup([&] { cudaStreamSynchronize(s); });
    std::experimental::scope_exit two([&] { cudaStreamSynchronize(s); });
    std::move(one).Cancel();
    two.release();
  }
  return cudaStreamEndCapture(s, g);
}

// While the stream captures.
cudaError_t early(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return cudaErrorUnknown;
  {
    auto sync = gsl::finally([&] { cudaStreamSynchronize(s); });
  }
  return cudaStreamEndCapture(s, g);
}

cudaError_t earlyByClass(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return cudaErrorUnknown;
  {
    absl::Cleanup one = [&] { cudaStreamSynchronize(s); };
  }
  {
    std::experimental::scope_exit two([&] { cudaStreamQuery(s); });
  }
  return cudaStreamEndCapture(s, g);
}

static void waits() { cudaDeviceSynchronize(); }

cudaError_t byFunction(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return cudaErrorUnknown;
  {
    auto wait = gsl::finally(&waits);
    auto moved = std::move(wait);
  }
  return cudaStreamEndCapture(s, g);
}

// Nobody knows what the guard runs.
cudaError_t unknown(cudaStream_t s, cudaGraph_t *g, void (*f)()) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return cudaErrorUnknown;
  {
    auto any = gsl::finally(f);
  }
  return cudaStreamEndCapture(s, g);
}

cudaError_t scopeEnds(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return cudaErrorUnknown;
  cudaError_t error = cudaSuccess;
  {
    SCOPE(exit) { error = cudaStreamEndCapture(s, g); };
  }
  cudaStreamSynchronize(s);
  return error;
}

cudaError_t scopeWaits(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return cudaErrorUnknown;
  {
    SCOPE(exit) { cudaStreamSynchronize(s); };
  }
  return cudaStreamEndCapture(s, g);
}

// Runs only if something throws.
cudaError_t scopeFails(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return cudaErrorUnknown;
  {
    SCOPE(fail) { cudaStreamSynchronize(s); };
  }
  return cudaStreamEndCapture(s, g);
}
