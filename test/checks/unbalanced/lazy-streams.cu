// A program may make the streams of an array when it needs them. Where an
// element seems to be null, it is not the one whose stream captures; but no such
// path exists if a field always chooses the same element.
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cstdlib>
#include <cuda_runtime.h>
#define OK(x) do { if ((x) != cudaSuccess) abort(); } while (0)

__global__ void work(float *p, int i = 0);

struct Context {
  int current = 0;
  cudaStream_t streams[8] = {};
  cudaEvent_t fork, join;
  cudaStream_t stream(int i) {
    if (streams[i] == nullptr)
      OK(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
    return streams[i];
  }
  cudaStream_t stream() { return stream(current); }
};

static void finish(Context *c, float *p, int count, bool graph, cudaGraph_t *g) {
  for (int i = 0; i < count; ++i)
    work<<<1, 32, 0, c->stream()>>>(p, i);
  c->current = 0;
  if (graph)
    OK(cudaStreamEndCapture(c->stream(), g));
}
void silentIfTheFieldIsSet(Context *c, float *p, int count, bool graph, cudaGraph_t *g) {
  if (graph)
    OK(cudaStreamBeginCapture(c->stream(), cudaStreamCaptureModeRelaxed));
  finish(c, p, count, graph, g);
}
void silentIfTheFieldChanges(Context *c, float *p, int count, cudaGraph_t *g) {
  OK(cudaStreamBeginCapture(c->stream(), cudaStreamCaptureModeRelaxed));
  for (int i = 0; i < count; ++i) {
    OK(cudaEventRecord(c->fork, c->stream(0)));
    OK(cudaStreamWaitEvent(c->stream(1), c->fork, 0));
    c->current = 1;
    work<<<1, 32, 0, c->stream()>>>(p, i);
    OK(cudaEventRecord(c->join, c->stream(1)));
    OK(cudaStreamWaitEvent(c->stream(0), c->join, 0));
    c->current = 0;
  }
  OK(cudaStreamEndCapture(c->stream(), g));
}
void silentForAnotherElement(Context *c, float *p, cudaGraph_t *g) {
  OK(cudaStreamBeginCapture(c->stream(), cudaStreamCaptureModeRelaxed));
  work<<<1, 32, 0, c->stream(0)>>>(p);
  OK(cudaStreamEndCapture(c->stream(), g));
}
void silentForAVariable(Context *c, float *p, int k, cudaGraph_t *g) {
  OK(cudaStreamBeginCapture(c->stream(0), cudaStreamCaptureModeRelaxed));
  work<<<1, 32, 0, c->stream(k)>>>(p);
  OK(cudaStreamEndCapture(c->stream(0), g));
}

// The indices differ for certain.
void firesForKnownElements(Context *c, float *p, cudaGraph_t *g) {
  OK(cudaStreamBeginCapture(c->stream(0), cudaStreamCaptureModeRelaxed));
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 'c->stream(1)', which takes no part in the capture of 'c->stream(0)'
  work<<<1, 32, 0, c->stream(1)>>>(p);
  OK(cudaStreamEndCapture(c->stream(0), g));
}
void firesForTheEndOfAnother(Context *c, float *p, cudaGraph_t *g) {
  OK(cudaStreamBeginCapture(c->stream(0), cudaStreamCaptureModeRelaxed));
  work<<<1, 32, 0, c->stream(0)>>>(p);
  // CHECK: :[[#@LINE+1]]:6: warning: call to 'cudaStreamEndCapture' ends a capture of 'c->stream(1)', but it is 'c->stream(0)' whose capture was begun
  OK(cudaStreamEndCapture(c->stream(1), g));
}
// The stream is in no array.
void firesForALocalStream(Context *c, float *p, cudaGraph_t *g) {
  cudaStream_t own;
  OK(cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking));
  OK(cudaStreamBeginCapture(c->stream(), cudaStreamCaptureModeRelaxed));
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 'own', which takes no part in the capture of 'c->stream()'
  work<<<1, 32, 0, own>>>(p);
  OK(cudaStreamEndCapture(c->stream(), g));
  OK(cudaStreamDestroy(own));
}
// Two arrays.
struct Two {
  cudaStream_t main[2], side[2];
};
void firesForAnotherArray(Two &t, float *p, int i, cudaGraph_t *g) {
  OK(cudaStreamCreateWithFlags(&t.side[i], cudaStreamNonBlocking));
  OK(cudaStreamBeginCapture(t.main[i], cudaStreamCaptureModeRelaxed));
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 't.side[i]', which takes no part in the capture of 't.main[i]'
  work<<<1, 32, 0, t.side[i]>>>(p);
  OK(cudaStreamEndCapture(t.main[i], g));
}
