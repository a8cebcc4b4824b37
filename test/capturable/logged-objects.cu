// What is printed is not changed, so the stream of an object that a log names is
// still the one that the guard asks about.
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CAPTURABLE [[clang::annotate("cuda_capture::capturable")]]
struct State {
  cudaStream_t stream;
};
inline bool debugs() {
  static const bool enabled = [] {
    const char *v = std::getenv("DEBUG");
    return v && v[0];
  }();
  return enabled;
}
inline bool measures() {
  static const bool enabled = [] {
    const char *v = std::getenv("MEASURE");
    return v && v[0];
  }();
  return enabled;
}

CAPTURABLE int silentBehindLogs(State *state) {
  if (debugs())
    fprintf(stderr, "enter %p", (void *)state);
  if (measures())
    fprintf(stderr, "measure");
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(state->stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone)
    return 0;
  return cudaStreamSynchronize(state->stream);
}

CAPTURABLE int silentBehindPaddedText(State *state, char *text, size_t n) {
  if (debugs())
    snprintf(text, n, "%p %d", (void *)state, 1);
  if (measures())
    puts("measure");
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(state->stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone)
    return 0;
  return cudaStreamSynchronize(state->stream);
}

CAPTURABLE int firesForTheWrongAnswer(State *state) {
  if (debugs())
    fprintf(stderr, "enter %p", (void *)state);
  if (measures())
    fprintf(stderr, "measure");
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(state->stream, &status) == cudaSuccess && status == cudaStreamCaptureStatusNone)
    return 0;
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'cudaStreamSynchronize' while the caller of 'firesForTheWrongAnswer' is capturing 'state->stream'
  return cudaStreamSynchronize(state->stream);
}

// What is read with scanf is changed.
int firesBehindWhatIsRead(void *p, cudaStream_t s, cudaGraph_t *g) {
  int number = 0;
  scanf("%d", &number);
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return 1;
  if (number == 4)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaFree' while 's' is capturing
    cudaFree(p);
  return cudaStreamEndCapture(s, g);
}
