// RUN: %lint-cu
// One object, reached through a smart pointer in several ways.
#include <cuda_runtime.h>
#include <memory>

struct Engine {
  cudaStream_t stream;
  cudaEvent_t done;
};

void firesForAUniquePointer(std::unique_ptr<Engine> e, cudaGraph_t *g) {
  cudaStreamBeginCapture(e->stream, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 'e->stream' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize((*e).stream);
  cudaStreamEndCapture(e->stream, g);
}

void firesForASharedPointer(const std::shared_ptr<Engine> &e, cudaGraph_t *g) {
  cudaStreamBeginCapture((*e).stream, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while '(*e).stream' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(e->stream);
  cudaStreamEndCapture(e->stream, g);
}

void silentForTwoPointers(std::shared_ptr<Engine> a, std::shared_ptr<Engine> b, cudaGraph_t *g) {
  cudaStreamBeginCapture(a->stream, cudaStreamCaptureModeRelaxed);
  cudaStreamSynchronize(b->stream);
  cudaStreamEndCapture(a->stream, g);
}

void silentAfterAReset(std::shared_ptr<Engine> e, std::shared_ptr<Engine> other) {
  cudaEventDestroy(e->done);
  e = other;
  cudaEventRecord(e->done, e->stream);
}

void firesAfterDestroy(std::unique_ptr<Engine> &e) {
  cudaEventDestroy(e->done);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event '(*e).done' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventRecord((*e).done, e->stream);
}
