// The program asks whether two handles are one.
// RUN: %lint-cu
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();

struct Engine {
  cudaStream_t main, aux, other;
  cudaEvent_t forked, joined;
  cudaGraph_t graph;

  void fork() {
    cudaEventRecord(forked, main);
    cudaStreamWaitEvent(aux, forked, 0);
  }
  void join() {
    cudaEventRecord(joined, aux);
    cudaStreamWaitEvent(main, joined, 0);
  }

  //===--- Silent: on the path without a fork or join they are one ---===//

  void joinsAnother() {
    cudaStreamBeginCapture(main, kGlobal);
    fork();
    kernel<<<1, 1, 0, aux>>>();
    if (aux != main)
      join();
    cudaStreamEndCapture(main, &graph);
  }
  void forksAnother() {
    cudaStreamBeginCapture(main, kGlobal);
    if (aux != main)
      fork();
    kernel<<<1, 1, 0, aux>>>();
    if (main != aux)
      join();
    cudaStreamEndCapture(main, &graph);
  }
  void askedBefore() {
    const bool same = aux == main;
    cudaStreamBeginCapture(main, kGlobal);
    if (!same)
      fork();
    kernel<<<1, 1, 0, aux>>>();
    if (!(main == aux))
      join();
    cudaStreamEndCapture(main, &graph);
  }
  void returnsEarly() {
    cudaStreamBeginCapture(main, kGlobal);
    if (aux == main) {
      kernel<<<1, 1, 0, aux>>>();
      cudaStreamEndCapture(aux, &graph);
      return;
    }
    kernel<<<1, 1, 0, main>>>();
    cudaStreamEndCapture(main, &graph);
  }
  void ofThree() {
    if (aux != other || other != main)
      return;
    cudaStreamBeginCapture(main, kGlobal);
    kernel<<<1, 1, 0, aux>>>();
    cudaStreamEndCapture(other, &graph);
  }

  //===--- Fires ---===//

  void whereTheyDiffer() {
    cudaStreamBeginCapture(main, kGlobal);
    if (aux != main) {
      // CHECK: :[[#@LINE+1]]:7: warning: kernel launch on stream 'aux', which takes no part in the capture of 'main'; {{.*}} [cuda-capture-escaped-work]
      kernel<<<1, 1, 0, aux>>>();
    }
    cudaStreamEndCapture(main, &graph);
  }
  void ofAnother() {
    cudaStreamBeginCapture(main, kGlobal);
    if (aux == other) {
      // CHECK: :[[#@LINE+1]]:7: warning: kernel launch on stream 'aux', which takes no part in the capture of 'main'; {{.*}} [cuda-capture-escaped-work]
      kernel<<<1, 1, 0, aux>>>();
    }
    cudaStreamEndCapture(main, &graph);
  }
  void whereTheyAreOne() {
    cudaStreamBeginCapture(main, kRelaxed);
    if (main == aux) {
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaStreamSynchronize' while 'main' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
      cudaStreamSynchronize(aux);
    }
    cudaStreamEndCapture(main, &graph);
  }
  void givenAnotherSince() {
    if (aux != main)
      return;
    aux = other;
    cudaStreamBeginCapture(main, kGlobal);
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch on stream 'aux', which takes no part in the capture of 'main'; {{.*}} [cuda-capture-escaped-work]
    kernel<<<1, 1, 0, aux>>>();
    cudaStreamEndCapture(main, &graph);
  }
  void destroyedByItsOtherName() {
    if (forked == joined) {
      cudaEventDestroy(forked);
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaEventRecord' uses event 'joined' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
      cudaEventRecord(joined, main);
    }
  }
};
