// Who forks a stream of another object takes it to be another stream, though two
// objects may hold one handle; but then what is recorded under another name may
// join it.
// RUN: %lint-cu
#include <cuda_runtime.h>
#include <vector>

constexpr auto kMode = cudaStreamCaptureModeThreadLocal;
__global__ void kernel();

struct Side {
  cudaStream_t stream;
  cudaEvent_t fork, join;
};
static void enter(cudaStream_t from, const Side &side) {
  cudaEventRecord(side.fork, from);
  cudaStreamWaitEvent(side.stream, side.fork, 0);
}
static void leave(const Side &side, cudaStream_t to) {
  cudaEventRecord(side.join, side.stream);
  cudaStreamWaitEvent(to, side.join, 0);
}

struct Engine {
  cudaStream_t s;
  Side *side;
  std::vector<Side> sides;

  void neverJoined(const Side &other, cudaGraph_t *g) {
    cudaStreamBeginCapture(s, kMode);
    enter(s, other);
    kernel<<<1, 1, 0, other.stream>>>();
    cudaStreamEndCapture(s, g);
    // CHECK: :[[#@LINE-1]]:5: warning: {{.*}} while the work of 'side.stream' is not joined{{.*}}[cuda-capture-unjoined-stream]
  }
  void joinedTheWrongOne(Side &other, cudaGraph_t *g) {
    cudaStreamBeginCapture(s, kMode);
    enter(s, other);
    enter(s, *side);
    kernel<<<1, 1, 0, other.stream>>>();
    leave(*side, s);
    cudaStreamEndCapture(s, g);
    // CHECK: :[[#@LINE-1]]:5: warning: {{.*}} while the work of 'side.stream' is not joined{{.*}}[cuda-capture-unjoined-stream]
  }
  void silentIfJoined(const Side &other, cudaGraph_t *g) {
    cudaStreamBeginCapture(s, kMode);
    enter(s, other);
    kernel<<<1, 1, 0, other.stream>>>();
    leave(other, s);
    cudaStreamEndCapture(s, g);
  }
  // One of them may be that one.
  void silentIfAnElementIsJoined(cudaGraph_t *g) {
    cudaStreamBeginCapture(s, kMode);
    enter(s, *side);
    kernel<<<1, 1, 0, side->stream>>>();
    leave(sides[0], s);
    cudaStreamEndCapture(s, g);
  }
  void silentIfAllElementsAreJoined(Side &other, cudaGraph_t *g) {
    cudaStreamBeginCapture(s, kMode);
    enter(s, other);
    kernel<<<1, 1, 0, other.stream>>>();
    for (auto &one : sides)
      leave(one, s);
    cudaStreamEndCapture(s, g);
  }
  void silentIfAnotherNameIsJoined(Side &other, cudaGraph_t *g) {
    cudaStreamBeginCapture(s, kMode);
    enter(s, other);
    kernel<<<1, 1, 0, other.stream>>>();
    leave(*side, s);
    cudaStreamEndCapture(s, g);
  }
  void silentIfItMayBeTheOrigin(Side &other, cudaGraph_t *g) {
    cudaStreamBeginCapture(s, kMode);
    enter(s, other);
    kernel<<<1, 1, 0, other.stream>>>();
    if (other.stream != s)
      leave(other, s);
    cudaStreamEndCapture(s, g);
  }
  // Element i may be the stream that captures.
  void silentForAnUnknownElement(int i, cudaGraph_t *g) {
    cudaStreamBeginCapture(s, kMode);
    enter(s, sides[i]);
    kernel<<<1, 1, 0, sides[i].stream>>>();
    cudaStreamEndCapture(s, g);
  }
};
