// A class may tell by a function without a body whether its stream captures, and a function then work on a stream of its own.
// RUN: %tidy %every-check %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --check-prefixes=CHECK,POSSIBLE --implicit-check-not=warning:
#include <cuda_runtime.h>

#define CAPTURABLE [[clang::annotate("cuda_capture::capturable")]]
__global__ void variant(float *p);
class Stream {
  cudaStream_t s;

public:
  cudaStream_t raw() const { return s; }
  bool captures() const;
};
bool verbose();

CAPTURABLE void possibleIfAnotherStreamIsChosen(Stream &stream, float *p) {
  cudaStream_t b = stream.raw();
  auto mode = cudaStreamCaptureModeRelaxed;
  if (stream.captures()) {
    cudaThreadExchangeStreamCaptureMode(&mode);
    cudaStreamCreate(&b);
  }
  variant<<<1, 32, 0, b>>>(p);
  // POSSIBLE: :[[#@LINE+1]]:3: warning: possible: call to 'cudaStreamSynchronize' while the caller of 'possibleIfAnotherStreamIsChosen' is capturing
  cudaStreamSynchronize(b);
  if (stream.captures()) {
    cudaStreamDestroy(b);
    cudaThreadExchangeStreamCaptureMode(&mode);
  }
}
CAPTURABLE void exactWithoutAChoice(Stream &stream, float *p) {
  variant<<<1, 32, 0, stream.raw()>>>(p);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while the caller of 'exactWithoutAChoice' is capturing
  cudaStreamSynchronize(stream.raw());
}
// Who does not know the stream does not tell.
CAPTURABLE void exactIfAStrangerIsAsked(Stream &stream, Stream &other, float *p) {
  cudaStream_t b = stream.raw();
  if (verbose())
    b = other.raw();
  variant<<<1, 32, 0, b>>>(p);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while the caller of 'exactIfAStrangerIsAsked' is capturing
  cudaStreamSynchronize(b);
}
