// A container is filled in a function that the search calls, or by the question
// itself. What it holds was made before the capture already.
//
// RUN: %lint-cu
#include <cuda_runtime.h>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

__global__ void kernel(float *);

//===----------------------------------------------------------------------===//
// A callee fills it
//===----------------------------------------------------------------------===//

struct Block {
  void *data = nullptr;
  size_t size = 0;
};

class Tagged {
public:
  void *get(const std::string &tag, size_t size) {
    auto it = blocks.find(tag);
    if (it == blocks.end())
      return make(tag, size);
    return it->second.data;
  }
  void *fit(const std::string &tag, size_t size) {
    auto it = blocks.find(tag);
    if (it != blocks.end()) {
      Block &known = it->second;
      if (known.size >= size)
        return known.data;
      blocks.erase(it);
    }
    return make(tag, size);
  }
  // The other map is the one that is asked.
  void *lost(const std::string &tag, size_t size) {
    if (names.find(tag) == names.end())
      return make(tag, size);
    return blocks[tag].data;
  }

private:
  void *make(const std::string &tag, size_t size) {
    void *data = nullptr;
    if (cudaMalloc(&data, size) != cudaSuccess)
      return nullptr;
    blocks[tag] = {data, size};
    return data;
  }
  std::unordered_map<std::string, Block> blocks;
  std::set<std::string> names;
};
static Tagged tagged;

void step(cudaStream_t s) {
  kernel<<<1, 1, 0, s>>>((float *)tagged.get("logits", 4096));
  kernel<<<1, 1, 0, s>>>((float *)tagged.fit("scores", 4096));
}

void silentAfterWarmUp(cudaStream_t s, cudaGraph_t *g) {
  step(s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  step(s);
  cudaStreamEndCapture(s, g);
}

void firesWithoutWarmUp(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'step' reaches 'cudaMalloc' while 's' is capturing
  step(s);
  cudaStreamEndCapture(s, g);
}

void firesForALargerSize(cudaStream_t s, cudaGraph_t *g) {
  tagged.fit("hidden", 4096);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Tagged::fit' reaches 'cudaMalloc' while 's' is capturing
  tagged.fit("hidden", 8192);
  cudaStreamEndCapture(s, g);
}

void firesForAnotherContainer(cudaStream_t s, cudaGraph_t *g) {
  tagged.lost("lost", 64);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Tagged::lost' reaches 'cudaMalloc' while 's' is capturing
  tagged.lost("lost", 64);
  cudaStreamEndCapture(s, g);
}

//===----------------------------------------------------------------------===//
// The question fills it
//===----------------------------------------------------------------------===//

static std::map<size_t, void *> buffers;

static void *tried(size_t n) {
  auto [it, isNew] = buffers.try_emplace(n, nullptr);
  if (isNew)
    cudaMalloc(&it->second, n);
  return it->second;
}

static void *inserted(size_t n) {
  auto result = buffers.insert({n, nullptr});
  if (!result.second)
    return result.first->second;
  cudaMalloc(&result.first->second, n);
  return result.first->second;
}

static std::map<int, std::map<size_t, void *>> byDevice;

static void *referred(int device, size_t n) {
  auto &mine = byDevice[device];
  auto it = mine.find(n);
  if (it == mine.end()) {
    void *data = nullptr;
    cudaMalloc(&data, n);
    it = mine.emplace(n, data).first;
  }
  return it->second;
}

void silentAfterInsertion(cudaStream_t s, cudaGraph_t *g) {
  tried(16);
  inserted(32);
  referred(0, 64);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>((float *)tried(16));
  kernel<<<1, 1, 0, s>>>((float *)inserted(32));
  kernel<<<1, 1, 0, s>>>((float *)referred(0, 64));
  cudaStreamEndCapture(s, g);
}

void firesAtTheFirstInsertion(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:35: warning: call to 'tried' reaches 'cudaMalloc' while 's' is capturing
  kernel<<<1, 1, 0, s>>>((float *)tried(16));
  cudaStreamEndCapture(s, g);
}

void firesForOtherKeys(cudaStream_t s, cudaGraph_t *g) {
  tried(16);
  inserted(32);
  referred(0, 64);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'tried' reaches 'cudaMalloc' while 's' is capturing
  tried(17);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'inserted' reaches 'cudaMalloc' while 's' is capturing
  inserted(33);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'referred' reaches 'cudaMalloc' while 's' is capturing
  referred(1, 64);
  cudaStreamEndCapture(s, g);
}

// A block that is there may be too small, and the allocation may fail. Neither
// happens when the same is needed again.
struct CheckedPool {
  struct Block {
    void *p;
    size_t size;
  };
  std::map<int, Block> blocks;
  void *get(size_t n, int tag) {
    auto found = blocks.find(tag);
    if (found != blocks.end()) {
      if (found->second.size >= n)
        return found->second.p;
      blocks.erase(found);
    }
    void *p;
    if (cudaMalloc(&p, n) != cudaSuccess)
      return nullptr;
    blocks[tag] = {p, n};
    return p;
  }
};
void silentForTheSameSize(CheckedPool &pool, size_t n, cudaStream_t s, cudaGraph_t *g) {
  pool.get(n, 1);
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return;
  pool.get(n, 1);
  cudaStreamEndCapture(s, g);
}
void firesForALargerSize(CheckedPool &pool, cudaStream_t s, cudaGraph_t *g) {
  pool.get(64, 1);
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'CheckedPool::get' reaches 'cudaMalloc' while 's' is capturing
  pool.get(128, 1);
  cudaStreamEndCapture(s, g);
}
void firesForAnotherTag(CheckedPool &pool, size_t n, cudaStream_t s, cudaGraph_t *g) {
  pool.get(n, 1);
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'CheckedPool::get' reaches 'cudaMalloc' while 's' is capturing
  pool.get(n, 2);
  cudaStreamEndCapture(s, g);
}

// A question in front of the search has the same answer again.
struct ClosedPool : CheckedPool {
  bool closed = false;
  void *kept = nullptr;
  void *take(size_t n, int tag) { return closed ? nullptr : get(n, tag); }
  void *keep() {
    if (closed)
      return nullptr;
    if (kept)
      return kept;
    if (cudaMalloc(&kept, 4) != cudaSuccess)
      return nullptr;
    return kept;
  }
};
static ClosedPool &poolOfAll() {
  static ClosedPool pool;
  return pool;
}
void silentBehindAQuestion(cudaStream_t s, cudaGraph_t *g) {
  poolOfAll().take(64, 1);
  poolOfAll().keep();
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return;
  poolOfAll().take(64, 1);
  poolOfAll().keep();
  cudaStreamEndCapture(s, g);
}
// The program changes what was asked.
void firesIfItIsOpened(ClosedPool &pool, cudaStream_t s, cudaGraph_t *g) {
  pool.keep();
  pool.closed = false;
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'ClosedPool::keep' reaches 'cudaMalloc' while 's' is capturing
  pool.keep();
  cudaStreamEndCapture(s, g);
}
// Only some calls warm up.
void firesIfSomeCallsWarmUp(ClosedPool &pool, bool warm, cudaStream_t s, cudaGraph_t *g) {
  if (warm)
    pool.keep();
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'ClosedPool::keep' reaches 'cudaMalloc' while 's' is capturing
  pool.keep();
  cudaStreamEndCapture(s, g);
}
// The pool of another object.
void firesForAnotherPool(ClosedPool &first, ClosedPool &second, cudaStream_t s, cudaGraph_t *g) {
  first.keep();
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'ClosedPool::keep' reaches 'cudaMalloc' while 's' is capturing
  second.keep();
  cudaStreamEndCapture(s, g);
}
// It is needed in the capture first.
void firesIfMadeBehind(ClosedPool &pool, cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'ClosedPool::keep' reaches 'cudaMalloc' while 's' is capturing
  pool.keep();
  cudaStreamEndCapture(s, g);
  pool.keep();
}
