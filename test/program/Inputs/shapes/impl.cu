#include "api.h"

Base::~Base() {}

void Impl::go(cudaStream_t S) {
  void *P;
  (void)cudaMalloc(&P, 4);
}

Guard::Guard(cudaStream_t S) : Stream(S) {
  if (cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal) != cudaSuccess)
    throw 1;
}
Guard::~Guard() { (void)cudaStreamEndCapture(Stream, &Graph); }

void Engine::begin() {
  (void)cudaStreamBeginCapture(Stream, cudaStreamCaptureModeThreadLocal);
}
void Engine::end() { (void)cudaStreamEndCapture(Stream, &Graph); }

template <typename T> void make(T *&P) { (void)cudaMalloc((void **)&P, 4); }
template void make<float>(float *&);

static int Counter;
void allocate(void **P) {
  ++Counter;
  (void)cudaMalloc(P, 4);
}
void waitFor(cudaStream_t S) { (void)cudaStreamSynchronize(S); }

int beginOn(cudaStream_t S) {
  return cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
}
int endOn(cudaStream_t S) {
  cudaGraph_t G;
  return cudaStreamEndCapture(S, &G);
}

bool isCapturing(cudaStream_t S) {
  cudaStreamCaptureStatus Status;
  if (cudaStreamIsCapturing(S, &Status) != cudaSuccess)
    return false;
  return Status == cudaStreamCaptureStatusActive;
}

void capture(cudaStream_t S, const std::function<void()> &Body) {
  cudaGraph_t G;
  if (cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  Body();
  (void)cudaStreamEndCapture(S, &G);
}
