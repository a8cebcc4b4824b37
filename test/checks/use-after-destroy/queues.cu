// RUN: %lint-cu
// The first element of a queue is another one once the queue has been changed. What a function of the library may have
// changed is not known any more, in a variable as in a parameter.
#include <cuda_runtime.h>
#include <deque>
#include <map>
#include <utility>
#include <vector>

struct Block {
  void *memory;
  cudaEvent_t done;
};
struct Pool {
  std::deque<Block> staged;
  void release(const Block &b) { cudaEventDestroy(b.done); }
  void releaseAll() {
    while (!staged.empty()) {
      if (cudaEventQuery(staged.front().done) == cudaErrorNotReady)
        cudaEventSynchronize(staged.front().done);
      release(staged.front());
      staged.pop_front();
    }
  }
  void add(void *memory, cudaStream_t s) {
    cudaEvent_t done;
    cudaEventCreate(&done);
    releaseAll();
    staged.push_back(Block{memory, done});
    cudaEventRecord(staged.back().done, s);
  }
};

void silentInALocalPool(void *a, void *b, cudaStream_t s) {
  Pool pool;
  pool.add(a, s);
  pool.add(b, s);
}

void silentInAPool(Pool &pool, void *a, void *b, cudaStream_t s) {
  pool.add(a, s);
  pool.add(b, s);
}

void silentForLocalQueues() {
  std::deque<cudaEvent_t> events;
  cudaEventDestroy(events.front());
  events.pop_front();
  cudaEventDestroy(events.front());
}

void silentInALoop() {
  std::deque<Block> staged;
  for (; !staged.empty(); staged.pop_front())
    cudaEventDestroy(staged.front().done);
}

void silentIfErased(std::vector<cudaStream_t> streams) {
  cudaStreamDestroy(streams[0]);
  streams.erase(streams.begin());
  cudaStreamDestroy(streams[0]);
}

void silentIfAssigned(const std::deque<Block> &others) {
  std::deque<Block> staged;
  cudaEventDestroy(staged.front().done);
  staged = others;
  cudaEventDestroy(staged.front().done);
}

void silentIfSwapped(std::vector<cudaEvent_t> &others) {
  std::vector<cudaEvent_t> events(4);
  cudaEventDestroy(events[0]);
  std::swap(events, others);
  cudaEventDestroy(events[0]);
}

void fill(Block *b);
void silentForAStruct() {
  Block b;
  fill(&b);
  cudaEventDestroy(b.done);
  fill(&b);
  cudaEventDestroy(b.done);
}

void firesIfNothingChanged() {
  std::deque<Block> staged;
  cudaEventDestroy(staged.front().done);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventDestroy' destroys event 'staged.front().done' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventDestroy(staged.front().done);
}

void firesForParameters(std::deque<cudaEvent_t> events) {
  cudaEventDestroy(events.front());
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventSynchronize' uses event 'events.front()' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventSynchronize(events.front());
}

void firesIfOnlyAsked() {
  std::vector<cudaStream_t> streams(4);
  cudaStreamDestroy(streams[1]);
  if (!streams.empty() && streams.size() > 2)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize' uses stream 'streams[1]' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
    cudaStreamSynchronize(streams[1]);
}

void firesIfAnotherQueueChanged() {
  std::deque<cudaEvent_t> events, others;
  cudaEventDestroy(events.front());
  others.pop_front();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventDestroy' destroys event 'events.front()' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventDestroy(events.front());
}

Block make();
void firesForAStruct() {
  Block b = make();
  cudaEventDestroy(b.done);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventDestroy' destroys event 'b.done' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventDestroy(b.done);
}

// An object that is made in each round of a loop holds other handles each time.
struct Buffer {
  cudaStream_t stream;
  virtual ~Buffer() {}
  void allocate(void **p) {
    cudaStreamCreate(&stream);
    cudaMalloc(p, 16);
  }
  void release(void *p) {
    cudaStreamDestroy(stream);
    cudaFree(p);
  }
};
struct Lazy {
  Buffer *buffer;
  void *memory = nullptr;
  Lazy() { buffer = new Buffer; }
  ~Lazy() {
    if (memory)
      buffer->release(memory);
    delete buffer;
  }
};
void use(void **memory);
void silentInEachRound(int n) {
  for (int i = 0; i < n; ++i) {
    Lazy lazy;
    use(&lazy.memory);
  }
}

void firesForACopy(Buffer *buffer, void *p) {
  cudaStream_t s = buffer->stream;
  buffer->release(p);
  delete buffer;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamDestroy' destroys stream 's' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaStreamDestroy(s);
}

void firesInOneRound(int n) {
  for (int i = 0; i < n; ++i) {
    Lazy lazy;
    use(&lazy.memory);
    cudaStreamDestroy(lazy.buffer->stream);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize' uses stream 'lazy.buffer->stream' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
    cudaStreamSynchronize(lazy.buffer->stream);
  }
}
