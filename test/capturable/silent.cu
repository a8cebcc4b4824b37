// RUN: %tidy %every-check %s -- %cuda-flags -I%source_root/include 2>&1 | %FileCheck %s --allow-empty --implicit-check-not=warning: --implicit-check-not=error:
// Capturable functions that keep their promise. Nothing is reported here.
#include <cuda_capture/annotations.h>
#include <cuda_runtime.h>

__global__ void kernel(float *p);
#define CHECK_CUDA(call)                                                       \
  do {                                                                         \
    if ((call) != cudaSuccess)                                                 \
      return;                                                                  \
  } while (0)

// 1. Work on the stream that is given, a fork that is joined.
struct TwoStreams {
  CUDA_CAPTURE_CAPTURABLE void run(float *p, cudaStream_t s) {
    CHECK_CUDA(cudaEventRecord(fork_, s));
    CHECK_CUDA(cudaStreamWaitEvent(side_, fork_, 0));
    kernel<<<1, 1, 0, side_>>>(p);
    kernel<<<1, 1, 0, s>>>(p);
    CHECK_CUDA(cudaEventRecord(join_, side_));
    CHECK_CUDA(cudaStreamWaitEvent(s, join_, 0));
  }
  cudaStream_t side_;
  cudaEvent_t fork_, join_;
};

// 2. Asks before it allocates.
CUDA_CAPTURE_CAPTURABLE void asks(float **p, cudaStream_t s) {
  cudaStreamCaptureStatus status;
  CHECK_CUDA(cudaStreamIsCapturing(s, &status));
  if (status == cudaStreamCaptureStatusNone)
    CHECK_CUDA(cudaMalloc(p, 16));
  kernel<<<1, 1, 0, s>>>(*p);
}

// 3. Asks a helper of its own that returns early.
static bool isCapturing(cudaStream_t s) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  return cudaStreamIsCapturing(s, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone;
}
CUDA_CAPTURE_CAPTURABLE void asksAHelper(float *p, cudaStream_t s) {
  kernel<<<1, 1, 0, s>>>(p);
  if (isCapturing(s))
    return;
  CHECK_CUDA(cudaStreamSynchronize(s));
}

// 4. Asks what cannot be seen.
bool graphMode();
CUDA_CAPTURE_CAPTURABLE void asksSomebody(float *p, cudaStream_t s) {
  kernel<<<1, 1, 0, s>>>(p);
  if (!graphMode())
    CHECK_CUDA(cudaStreamSynchronize(s));
}

// 5. Stream-ordered memory.
CUDA_CAPTURE_CAPTURABLE void allocates(cudaStream_t s) {
  float *p;
  CHECK_CUDA(cudaMallocAsync((void **)&p, 16, s));
  kernel<<<1, 1, 0, s>>>(p);
  CHECK_CUDA(cudaFreeAsync(p, s));
}

// 6. Changes the mode of the thread for what it does once.
CUDA_CAPTURE_CAPTURABLE void exchanges(float **p, cudaStream_t s) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  CHECK_CUDA(cudaThreadExchangeStreamCaptureMode(&mode));
  cudaError_t result = cudaMalloc(p, 16);
  CHECK_CUDA(cudaThreadExchangeStreamCaptureMode(&mode));
  if (result == cudaSuccess)
    kernel<<<1, 1, 0, s>>>(*p);
}

// 7. A debug switch.
bool debugSync;
CUDA_CAPTURE_CAPTURABLE void debugs(float *p, cudaStream_t s) {
  kernel<<<1, 1, 0, s>>>(p);
  if (debugSync)
    CHECK_CUDA(cudaStreamSynchronize(s));
}

// 8. Waits only after something failed.
CUDA_CAPTURE_CAPTURABLE void cleansUp(float *p, cudaStream_t s) {
  if (cudaMemsetAsync(p, 0, 16, s) != cudaSuccess)
    cudaDeviceSynchronize();
}

// 9. Two halves of a fork.
struct Halves {
  CUDA_CAPTURE_CAPTURABLE void begin(float *p, cudaStream_t s) {
    CHECK_CUDA(cudaEventRecord(fork_, s));
    CHECK_CUDA(cudaStreamWaitEvent(side_, fork_, 0));
    kernel<<<1, 1, 0, side_>>>(p);
  }
  CUDA_CAPTURE_CAPTURABLE void more(float *p, cudaStream_t s) {
    kernel<<<1, 1, 0, side_>>>(p);
    kernel<<<1, 1, 0, s>>>(p);
  }
  CUDA_CAPTURE_CAPTURABLE void end(cudaStream_t s) {
    CHECK_CUDA(cudaEventRecord(join_, side_));
    CHECK_CUDA(cudaStreamWaitEvent(s, join_, 0));
  }
  cudaStream_t side_;
  cudaEvent_t fork_, join_;
};

// 10. The default stream stands for no stream that is captured.
cudaStream_t defaultStream();
CUDA_CAPTURE_CAPTURABLE void defaults(float *p, cudaStream_t s = nullptr) {
  if (!s)
    kernel<<<1, 1>>>(p);
  else
    kernel<<<1, 1, 0, s>>>(p);
}

// 11. Several streams that are given, and events between them.
CUDA_CAPTURE_CAPTURABLE void given(float *p, cudaStream_t a, cudaStream_t b, cudaEvent_t e) {
  kernel<<<1, 1, 0, a>>>(p);
  CHECK_CUDA(cudaEventRecord(e, a));
  CHECK_CUDA(cudaStreamWaitEvent(b, e, 0));
  kernel<<<1, 1, 0, b>>>(p);
}

// 12. Tells the caller where the fork ends.
CUDA_CAPTURE_CAPTURABLE void handsBack(float *p, cudaStream_t s, cudaStream_t *side, cudaEvent_t fork, cudaEvent_t done) {
  kernel<<<1, 1, 0, s>>>(p);
  CHECK_CUDA(cudaEventRecord(done, s));
}

// 13. A stream that it obtains from who knows where.
CUDA_CAPTURE_CAPTURABLE void obtains(float *p) {
  cudaStream_t s = defaultStream();
  kernel<<<1, 1, 0, s>>>(p);
}
cudaStream_t theStream;
CUDA_CAPTURE_CAPTURABLE void obtainsAGlobal(float *p) { kernel<<<1, 1, 0, theStream>>>(p); }

// 14. Other annotations.
[[clang::annotate("other::capturable")]] void others(float **p, cudaStream_t s) { (void)cudaMalloc(p, 16); }

// 15. A class that is given no stream, and one that is given its stream in a wrapper.
struct View {
  cudaStream_t value() const;
};
struct Keeps {
  CUDA_CAPTURE_CAPTURABLE void step(float *p) { kernel<<<1, 1, 0, theStream>>>(p); }
  CUDA_CAPTURE_CAPTURABLE void step(float *p, View v) {
    kernel<<<1, 1, 0, v.value()>>>(p);
    kernel<<<1, 1, 0, other>>>(p);
  }
  cudaStream_t stream, other;
};

// 16. Streams in arrays.
CUDA_CAPTURE_CAPTURABLE void many(float *p, cudaStream_t *streams, int n) {
  for (int i = 0; i < n; ++i)
    kernel<<<1, 1, 0, streams[i]>>>(p);
}

// 17. Exceptions: of a failed call, before the fork, behind the join, caught, and past an object that joins.
struct Joins {
  CUDA_CAPTURE_CAPTURABLE void failed(float *p, cudaStream_t s) {
    check(cudaEventRecord(forked, s));
    check(cudaStreamWaitEvent(a, forked, 0));
    kernel<<<1, 1, 0, a>>>(p);
    check(cudaEventRecord(joined, a));
    check(cudaStreamWaitEvent(s, joined, 0));
  }
  CUDA_CAPTURE_CAPTURABLE void around(float *p, cudaStream_t s, int n) {
    if (n < 0)
      throw n;
    cudaEventRecord(forked, s);
    cudaStreamWaitEvent(b, forked, 0);
    kernel<<<1, 1, 0, b>>>(p);
    cudaEventRecord(joined, b);
    cudaStreamWaitEvent(s, joined, 0);
    if (n > 8)
      throw n;
  }
  CUDA_CAPTURE_CAPTURABLE void caught(float *p, cudaStream_t s, int n) {
    cudaEventRecord(forked, s);
    cudaStreamWaitEvent(c, forked, 0);
    try {
      kernel<<<1, 1, 0, c>>>(p);
      if (n < 0)
        throw n;
    } catch (int) {
    }
    cudaEventRecord(joined, c);
    cudaStreamWaitEvent(s, joined, 0);
  }
  struct Guard {
    ~Guard() {
      cudaEventRecord(joins.joined, joins.d);
      cudaStreamWaitEvent(s, joins.joined, 0);
    }
    Joins &joins;
    cudaStream_t s;
  };
  CUDA_CAPTURE_CAPTURABLE void guarded(float *p, cudaStream_t s, int n) {
    cudaEventRecord(forked, s);
    cudaStreamWaitEvent(d, forked, 0);
    Guard guard{*this, s};
    kernel<<<1, 1, 0, d>>>(p);
    if (n < 0)
      throw n;
  }
  static void check(cudaError_t e) {
    if (e != cudaSuccess)
      throw e;
  }
  cudaStream_t a, b, c, d;
  cudaEvent_t forked, joined;
};
