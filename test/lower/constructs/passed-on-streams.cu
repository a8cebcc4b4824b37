// RUN: %lint-capturable
// A function of a C interface gets a stream as a pointer to void, and passes it
// on to one that converts it.
#include <cuda_runtime.h>
#include <cuda_capture/annotations.h>

__global__ void kernel();
class Op {
public:
  int run(void *to, void *stream) const { return launch(to, stream); }

private:
  template <typename T> static int start(T *to, cudaStream_t stream) {
    kernel<<<1, 1, 0, stream>>>();
    return cudaStreamSynchronize(stream);
  }
  static int launch(void *to, void *stream) { return start(static_cast<float *>(to), reinterpret_cast<cudaStream_t>(stream)); }
};
void keep(void *stream);
static void again(void *stream, int depth) {
  if (depth)
    again(stream, depth - 1);
}

CUDA_CAPTURE_CAPTURABLE int firesForAStreamThatIsPassedOn(Op *op, void *to, void *stream) {
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'Op::run' reaches 'cudaStreamSynchronize' while the caller of 'firesForAStreamThatIsPassedOn' is capturing 'stream' {{.*}} [cuda-capture-synchronization]
  return op->run(to, stream);
}
// Nothing converts these.
CUDA_CAPTURE_CAPTURABLE int silentForOtherPointers(void *data, void *other, cudaStream_t stream) {
  keep(data);
  again(other, 3);
  kernel<<<1, 1, 0, stream>>>();
  return 0;
}
