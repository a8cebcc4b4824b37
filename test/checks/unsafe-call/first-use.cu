// What is made when it is first needed, and was needed before the capture
// already.
//
// RUN: %lint-cu
#include <cuda_runtime.h>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

__global__ void kernel(float *);

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

struct Pool {
  std::unordered_map<int, void *> blocks;
  std::vector<void *> all;

  void *get(int size) {
    auto found = blocks.find(size);
    if (found == blocks.end()) {
      void *p = nullptr;
      cudaMalloc(&p, size);
      found = blocks.emplace(size, p).first;
    }
    return found->second;
  }
  void *getEarly(int size) {
    if (blocks.count(size))
      return blocks[size];
    void *p = nullptr;
    cudaMalloc(&p, size);
    blocks[size] = p;
    return p;
  }
  // Each call may find the list empty.
  void *take(int size) {
    if (all.empty()) {
      void *p = nullptr;
      cudaMalloc(&p, size);
      all.push_back(p);
    }
    void *last = all.back();
    all.pop_back();
    return last;
  }
};

struct Net {
  Pool pool;
  void forward(cudaStream_t s) {
    kernel<<<1, 1, 0, s>>>((float *)pool.get(256));
    kernel<<<1, 1, 0, s>>>((float *)pool.getEarly(1024));
  }
};

void silentAfterWarmUp(Net &net, cudaStream_t s, cudaGraph_t *g) {
  net.forward(s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  net.forward(s);
  cudaStreamEndCapture(s, g);
}

void firesOnceWithoutWarmUp(Net &net, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Net::forward' reaches 'cudaMalloc' while 's' is capturing
  net.forward(s);
  net.forward(s);
  cudaStreamEndCapture(s, g);
}

void firesForAnotherKey(Pool &pool, cudaStream_t s, cudaGraph_t *g) {
  pool.get(256);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  pool.get(256);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Pool::get' reaches 'cudaMalloc' while 's' is capturing
  pool.get(512);
  cudaStreamEndCapture(s, g);
}

// The two may be the same key.
void silentForAnUnknownKey(Pool &pool, int a, int b, cudaStream_t s, cudaGraph_t *g) {
  pool.get(a);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  pool.get(a);
  pool.get(b);
  cudaStreamEndCapture(s, g);
}

void firesForAnotherPool(Pool &one, Pool &other, cudaStream_t s, cudaGraph_t *g) {
  one.get(256);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  one.get(256);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Pool::get' reaches 'cudaMalloc' while 's' is capturing
  other.get(256);
  cudaStreamEndCapture(s, g);
}

void firesIfOnlyOnePathWarmsUp(Pool &pool, bool warm, cudaStream_t s, cudaGraph_t *g) {
  if (warm)
    pool.get(256);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Pool::get' reaches 'cudaMalloc' while 's' is capturing
  pool.get(256);
  cudaStreamEndCapture(s, g);
}

void firesWhereEachCallMayNeedMore(Pool &pool, cudaStream_t s, cudaGraph_t *g) {
  pool.take(256);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Pool::take' reaches 'cudaMalloc' while 's' is capturing
  pool.take(256);
  cudaStreamEndCapture(s, g);
}

//===----------------------------------------------------------------------===//
// Variables and members
//===----------------------------------------------------------------------===//

void mayChangeAnything();

struct Workspace {
  void *memory = nullptr;
  size_t capacity = 0;
  bool ready = false;
  int uses = 0;

  void *reserve(size_t size) {
    if (size > capacity) {
      cudaMalloc(&memory, size);
      capacity = size;
    }
    return memory;
  }
  void prepare() {
    if (!ready)
      makeReady();
  }
  void makeReady() {
    cudaMalloc(&memory, 64);
    ready = true;
  }
  // The second call may be among the first, too.
  void profile() {
    if (uses < 10) {
      cudaDeviceSynchronize();
      ++uses;
    }
  }
};

// The unknown callee may have done anything to the workspace, but the program
// does not prepare twice.
void silentBehindUnknownCallee(Workspace &w, size_t n, cudaStream_t s, cudaGraph_t *g) {
  w.reserve(n);
  w.prepare();
  mayChangeAnything();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  w.reserve(n);
  w.prepare();
  cudaStreamEndCapture(s, g);
}

void firesForGrowth(Workspace &w, size_t n, cudaStream_t s, cudaGraph_t *g) {
  w.reserve(100);
  mayChangeAnything();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Workspace::reserve' reaches 'cudaMalloc' while 's' is capturing
  w.reserve(200);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Workspace::reserve' reaches 'cudaMalloc' while 's' is capturing
  w.reserve(n);
  cudaStreamEndCapture(s, g);
}

void firesWhereSomethingIsCounted(Workspace &w, cudaStream_t s, cudaGraph_t *g) {
  w.profile();
  mayChangeAnything();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Workspace::profile' reaches 'cudaDeviceSynchronize'
  w.profile();
  cudaStreamEndCapture(s, g);
}

// What is done where the thing exists already is done again.
struct Cache {
  std::map<int, cudaStream_t> streams;
  cudaStream_t of(int key) {
    auto found = streams.find(key);
    if (found != streams.end()) {
      cudaStreamSynchronize(found->second);
      cudaDeviceSynchronize();
      return found->second;
    }
    cudaStream_t made = nullptr;
    cudaStreamCreate(&made);
    streams[key] = made;
    return made;
  }
};

void firesWhereItExists(Cache &cache, cudaStream_t s, cudaGraph_t *g) {
  cache.of(1);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK-DAG: :[[#@LINE+2]]:3: warning: call to 'Cache::of' reaches 'cudaDeviceSynchronize'
  // CHECK-DAG: :[[#@LINE+1]]:3: warning: call to 'Cache::of' reaches 'cudaStreamSynchronize'
  cache.of(1);
  cudaStreamEndCapture(s, g);
}

// The first round may be the first use.
void firesInLoops(std::map<int, void *> &buffers, int n, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  for (int i = 0; i < n; ++i)
    if (buffers.find(i) == buffers.end()) {
      void *p;
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaMalloc' while 's' is capturing
      cudaMalloc(&p, 16);
      buffers[i] = p;
    }
  cudaStreamEndCapture(s, g);
}

void silentInLoopsAfterWarmUp(Pool &pool, int n, cudaStream_t s, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i)
    pool.get(i);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  for (int i = 0; i < n; ++i)
    pool.get(i);
  cudaStreamEndCapture(s, g);
}

//===----------------------------------------------------------------------===//
// Variables that others write
//===----------------------------------------------------------------------===//

struct Growing {
  size_t wanted = 0, room = 0;
  void *data = nullptr;
  void ensure() {
    if (wanted > room) {
      cudaMalloc(&data, wanted);
      room = wanted;
    }
  }
  void want(size_t n) { wanted = n; }
  void use(cudaStream_t s) { kernel<<<1, 1, 0, s>>>((float *)data); }
};

void touch(Growing &g);

void silentIfNothingIsWritten(Growing &buffer, size_t n, cudaStream_t s, cudaGraph_t *g) {
  buffer.want(n);
  buffer.ensure();
  touch(buffer);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  buffer.ensure();
  cudaStreamEndCapture(s, g);
}

void firesIfTheSizeIsWritten(Growing &buffer, size_t n, size_t m, cudaStream_t s, cudaGraph_t *g) {
  buffer.want(n);
  buffer.ensure();
  buffer.want(m);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Growing::ensure' reaches 'cudaMalloc'
  buffer.ensure();
  cudaStreamEndCapture(s, g);
}

void forward(Growing &buffer, size_t n, cudaStream_t s) {
  buffer.want(n);
  buffer.ensure();
  buffer.use(s);
}

void silentIfTheSameIsWritten(Growing &buffer, size_t n, cudaStream_t s, cudaGraph_t *g) {
  forward(buffer, n, s);
  touch(buffer);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  forward(buffer, n, s);
  cudaStreamEndCapture(s, g);
}

void silentAfterWarmUpInALoop(Growing &buffer, size_t n, cudaStream_t s, cudaGraph_t *g) {
  for (int i = 0; i < 3; ++i) {
    forward(buffer, n, s);
    touch(buffer);
  }
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  forward(buffer, n, s);
  cudaStreamEndCapture(s, g);
}

void silentAfterOneOfTwoWarmUps(Growing &buffer, bool twice, size_t n, cudaStream_t s, cudaGraph_t *g) {
  if (twice)
    forward(buffer, n, s);
  forward(buffer, n, s);
  touch(buffer);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  forward(buffer, n, s);
  cudaStreamEndCapture(s, g);
}

void silentIfAnotherIsWritten(Growing &buffer, Growing &other, size_t n, cudaStream_t s, cudaGraph_t *g) {
  buffer.ensure();
  touch(buffer);
  other.want(n);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  buffer.ensure();
  cudaStreamEndCapture(s, g);
}

void silentIfSomethingElseIsWritten(Growing &buffer, void *p, cudaStream_t s, cudaGraph_t *g) {
  buffer.ensure();
  touch(buffer);
  buffer.data = p;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  buffer.ensure();
  cudaStreamEndCapture(s, g);
}

/// The function that makes it writes the variable through another function.
struct Flagged {
  bool ready = false;
  void *data = nullptr;
  void set(bool to) { ready = to; }
  bool tryToMake();
  void make() {
    if (!ready) {
      cudaMalloc(&data, 16);
      set(tryToMake());
    }
  }
};

void silentIfItsOwnFunctionWrites(Flagged &f, cudaStream_t s, cudaGraph_t *g) {
  f.make();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  f.make();
  cudaStreamEndCapture(s, g);
}

void firesIfItIsSetToAnything(Flagged &f, bool to, cudaStream_t s, cudaGraph_t *g) {
  f.make();
  f.set(to);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Flagged::make' reaches 'cudaMalloc'
  f.make();
  cudaStreamEndCapture(s, g);
}

//===----------------------------------------------------------------------===//
// Variables, and a warm-up that is a loop
//===----------------------------------------------------------------------===//

struct Layers {
  int count;
  std::vector<Flagged> all;
  Flagged one, other;
};

void silentIfALoopWarmsUp(Layers &l, cudaStream_t s, cudaGraph_t *g) {
  auto body = [&] {
    for (int i = 0; i < l.count; ++i)
      l.one.make();
  };
  body();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  body();
  cudaStreamEndCapture(s, g);
}

void silentIfALoopWarmsUpEach(Layers &l, cudaStream_t s, cudaGraph_t *g) {
  for (Flagged &f : l.all)
    f.make();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  for (Flagged &f : l.all)
    f.make();
  cudaStreamEndCapture(s, g);
}

void firesIfTheLoopIsForAnother(Layers &l, cudaStream_t s, cudaGraph_t *g) {
  for (int i = 0; i < l.count; ++i)
    l.one.make();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Flagged::make' reaches 'cudaMalloc'
  l.other.make();
  cudaStreamEndCapture(s, g);
}

struct Sized {
  size_t room = 0;
  void *data = nullptr;
  void ensure(size_t n) {
    if (n > room) {
      cudaMalloc(&data, n);
      room = n;
    }
  }
};

void firesIfTheLoopWasForAnotherSize(Sized &b, int count, size_t n, size_t m, cudaStream_t s, cudaGraph_t *g) {
  for (int i = 0; i < count; ++i)
    b.ensure(n);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Sized::ensure' reaches 'cudaMalloc'
  b.ensure(m);
  cudaStreamEndCapture(s, g);
}

void silentIfTheLoopWasForThatSize(Sized &b, int count, size_t n, cudaStream_t s, cudaGraph_t *g) {
  for (int i = 0; i < count; ++i)
    b.ensure(n);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  b.ensure(n);
  cudaStreamEndCapture(s, g);
}

void firesIfTheLoopIsBehind(Layers &l, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Flagged::make' reaches 'cudaMalloc'
  l.one.make();
  cudaStreamEndCapture(s, g);
  for (int i = 0; i < l.count; ++i)
    l.one.make();
}

//===----------------------------------------------------------------------===//
// Objects that are made where they are first needed, and then something in them
//===----------------------------------------------------------------------===//

struct Plan {
  bool tuned = false;
  void execute() {
    if (!tuned) {
      cudaDeviceSynchronize();
      tuned = true;
    }
  }
};

struct Plans {
  std::map<int, std::unique_ptr<Plan>> all;
  Plan &of(int key) {
    std::unique_ptr<Plan> &p = all[key];
    if (!p)
      p = std::make_unique<Plan>();
    return *p;
  }
};

void silentIfALoopTunesPlans(Plans &plans, const std::vector<int> &layers, cudaStream_t s, cudaGraph_t *g) {
  auto step = [&] {
    for (int n : layers) {
      plans.of(n).execute();
      plans.of(4 * n).execute();
    }
    plans.of(3).execute();
  };
  step();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  step();
  cudaStreamEndCapture(s, g);
}

void firesIfTheLoopTunesPlansOfOthers(Plans &some, Plans &others, const std::vector<int> &layers, cudaStream_t s, cudaGraph_t *g) {
  for (int n : layers)
    some.of(n).execute();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  for (int n : layers)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'Plan::execute' reaches 'cudaDeviceSynchronize'
    others.of(n).execute();
  cudaStreamEndCapture(s, g);
}

Plan *newPlan() { return new Plan; }

void firesIfEachPlanIsNew(const std::vector<int> &layers, cudaStream_t s, cudaGraph_t *g) {
  auto step = [&] {
    for (int n : layers)
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'Plan::execute' reaches 'cudaDeviceSynchronize'
      newPlan()->execute();
  };
  step();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  step();
  cudaStreamEndCapture(s, g);
}

void firesIfTheLoopTunesNewPlans(Plans &plans, const std::vector<int> &layers, cudaStream_t s, cudaGraph_t *g) {
  for (int n : layers)
    newPlan()->execute();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  for (int n : layers)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'Plan::execute' reaches 'cudaDeviceSynchronize'
    plans.of(n).execute();
  cudaStreamEndCapture(s, g);
}

//===----------------------------------------------------------------------===//
// Counters, which a loop uses up
//===----------------------------------------------------------------------===//

struct Probe {
  int left = 3;
  void run() {
    if (left > 0) {
      left--;
      cudaDeviceSynchronize();
    }
  }
};

void layer(int l) {
  static int count = 0;
  if (count < 3) {
    count++;
    cudaDeviceSynchronize();
  }
}

void silentIfALoopUsesUpTheCounter(int n, cudaStream_t s, cudaGraph_t *g) {
  auto step = [&] {
    for (int l = 0; l < n; ++l)
      layer(l);
  };
  step();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  step();
  cudaStreamEndCapture(s, g);
}

void firesIfOneCallMayNotUseUpTheCounter(Probe &p, cudaStream_t s, cudaGraph_t *g) {
  p.run();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Probe::run' reaches 'cudaDeviceSynchronize'
  p.run();
  cudaStreamEndCapture(s, g);
}

void silentIfALoopUsesUpTheMember(Probe &p, int n, cudaStream_t s, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i)
    p.run();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  p.run();
  cudaStreamEndCapture(s, g);
}

void firesIfTheLoopUsesUpAnother(Probe &p, Probe &q, int n, cudaStream_t s, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i)
    p.run();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Probe::run' reaches 'cudaDeviceSynchronize'
  q.run();
  cudaStreamEndCapture(s, g);
}

void firesIfNoLoopIsBefore(Probe &p, int n, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  for (int i = 0; i < n; ++i)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'Probe::run' reaches 'cudaDeviceSynchronize'
    p.run();
  cudaStreamEndCapture(s, g);
}
