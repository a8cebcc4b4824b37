// RUN: %lint-cu
// Loops that count down run as often as their numbers say.
#include <cuda_runtime.h>

void silentForOneRound() {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeThreadLocal;
  int left = 1;
  while (left-- > 0)
    cudaThreadExchangeStreamCaptureMode(&mode);
}

void silentForTwoRounds() {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeThreadLocal;
  int left = 2;
  do
    cudaThreadExchangeStreamCaptureMode(&mode);
  while (--left > 0);
}

void firesBehindAnEarlyReturn(int n) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeThreadLocal;
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}} [cuda-capture-mode-leak]
  cudaThreadExchangeStreamCaptureMode(&mode);
  if (n > 3)
    return;
  cudaThreadExchangeStreamCaptureMode(&mode);
}
