#include "cases.h"

namespace unsafe_call {

// An owner of device memory that allocates and frees.
struct Buffer {
  void *data = nullptr;
  explicit Buffer(size_t size) { CHECK_CUDA(cudaMalloc(&data, size)); }
  ~Buffer() { cudaFree(data); }
  Buffer(const Buffer &) = delete;
};

// violation [smart pointer]: make_unique runs a constructor that allocates
void uniqueAllocates(cudaStream_t s, cudaGraph_t *g, std::unique_ptr<Buffer> &kept) {
  cudaStreamBeginCapture(s, kGlobal);
  kept = std::make_unique<Buffer>(64); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: it runs before the capture
void uniqueBefore(cudaStream_t s, cudaGraph_t *g, std::unique_ptr<Buffer> &kept) {
  kept = std::make_unique<Buffer>(64);
  cudaStreamBeginCapture(s, kGlobal);
  step<<<1, 1, 0, s>>>(static_cast<float *>(kept->data), 1);
  cudaStreamEndCapture(s, g);
}

// violation [smart pointer]: reset runs a destructor that frees
void uniqueReset(cudaStream_t s, cudaGraph_t *g) {
  auto buffer = std::make_unique<Buffer>(64);
  cudaStreamBeginCapture(s, kLocal);
  buffer.reset(); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: it is released, which frees nothing
Buffer *uniqueReleased(cudaStream_t s, cudaGraph_t *g) {
  auto buffer = std::make_unique<Buffer>(64);
  cudaStreamBeginCapture(s, kLocal);
  Buffer *raw = buffer.release();
  cudaStreamEndCapture(s, g);
  return raw;
}

// violation [smart pointer]: the end of a scope frees what a unique_ptr owns
void uniqueScope(cudaStream_t s, cudaGraph_t *g) {
  auto outer = std::make_unique<Buffer>(64);
  cudaStreamBeginCapture(s, kGlobal);
  {
    std::unique_ptr<Buffer> inner = std::move(outer); // expect: unsafe-call
  }
  cudaStreamEndCapture(s, g);
}
// legal: it is moved back before the scope ends
void uniqueScopeMovedBack(cudaStream_t s, cudaGraph_t *g) {
  auto outer = std::make_unique<Buffer>(64);
  cudaStreamBeginCapture(s, kGlobal);
  {
    std::unique_ptr<Buffer> inner = std::move(outer);
    outer = std::move(inner);
  }
  cudaStreamEndCapture(s, g);
}

// violation [optional]: emplace runs a constructor that allocates
void optionalEmplace(cudaStream_t s, cudaGraph_t *g, std::optional<Buffer> &buffer) {
  cudaStreamBeginCapture(s, kGlobal);
  buffer.emplace(64); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: it runs after the capture
void optionalEmplaceAfter(cudaStream_t s, cudaGraph_t *g, std::optional<Buffer> &buffer) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g);
  buffer.emplace(64);
}

// violation [optional]: reset of what is there frees
void optionalReset(cudaStream_t s, cudaGraph_t *g) {
  std::optional<Buffer> buffer;
  buffer.emplace(64);
  cudaStreamBeginCapture(s, kGlobal);
  buffer.reset(); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: reset of an empty optional does nothing
void optionalResetEmpty(cudaStream_t s, cudaGraph_t *g) {
  std::optional<Buffer> buffer;
  cudaStreamBeginCapture(s, kGlobal);
  buffer.reset();
  cudaStreamEndCapture(s, g);
}

// violation [vector]: emplace_back runs a constructor that allocates
void vectorEmplace(cudaStream_t s, cudaGraph_t *g, std::vector<std::unique_ptr<Buffer>> &pool) {
  cudaStreamBeginCapture(s, kGlobal);
  pool.push_back(std::make_unique<Buffer>(64)); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: what was made before is put into it
void vectorPushBack(cudaStream_t s, cudaGraph_t *g, std::vector<std::unique_ptr<Buffer>> &pool) {
  auto made = std::make_unique<Buffer>(64);
  cudaStreamBeginCapture(s, kGlobal);
  pool.push_back(std::move(made));
  cudaStreamEndCapture(s, g);
}

// violation [member RAII]: a default member initialiser allocates
static void *allocate(size_t size) {
  void *p = nullptr;
  cudaMalloc(&p, size);
  return p;
}
struct Scratch {
  void *memory = allocate(128);
};
void defaultInitialiser(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  Scratch scratch; // expect: unsafe-call
  step<<<1, 1, 0, s>>>(static_cast<float *>(scratch.memory), 1);
  cudaStreamEndCapture(s, g);
}
// legal: an initialiser takes its place
struct GivenScratch {
  void *memory = allocate(128);
  explicit GivenScratch(void *given) : memory(given) {}
};
void givenInitialiser(cudaStream_t s, cudaGraph_t *g, void *given) {
  cudaStreamBeginCapture(s, kGlobal);
  GivenScratch scratch(given);
  step<<<1, 1, 0, s>>>(static_cast<float *>(scratch.memory), 1);
  cudaStreamEndCapture(s, g);
}

// violation [lambda]: an immediately invoked lambda allocates
void invokedAtOnce(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  float *p = [&] {
    float *memory = nullptr;
    cudaMalloc(&memory, 64); // expect: unsafe-call
    return memory;
  }();
  step<<<1, 1, 0, s>>>(p, 1);
  cudaStreamEndCapture(s, g);
}
// legal: it is only made there, and called behind the end
void invokedLater(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  auto make = [&] {
    float *memory = nullptr;
    cudaMalloc(&memory, 64);
    return memory;
  };
  cudaStreamEndCapture(s, g);
  make();
}

// violation [template]: the branch that constexpr-if takes allocates
template <bool Grow> void reserve(void **p) {
  if constexpr (Grow)
    cudaMalloc(p, 64);
  else
    *p = nullptr;
}
void constexprIf(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  reserve<true>(&p); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: the other branch
void constexprElse(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  reserve<false>(&p);
  cudaStreamEndCapture(s, g);
}

// violation [helper at depth]: recursion with a bound ends in a free
static void unwind(void **blocks, int count) {
  if (count == 0)
    return;
  cudaFree(blocks[count - 1]);
  unwind(blocks, count - 1);
}
void boundedRecursion(cudaStream_t s, cudaGraph_t *g, void **blocks) {
  cudaStreamBeginCapture(s, kGlobal);
  unwind(blocks, 3); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: the bound is zero
void zeroRecursion(cudaStream_t s, cudaGraph_t *g, void **blocks) {
  cudaStreamBeginCapture(s, kGlobal);
  unwind(blocks, 0);
  cudaStreamEndCapture(s, g);
}

// violation [helper at depth]: mutual recursion that frees in its third round
static void odd(void *p, int n);
static void even(void *p, int n) {
  if (n == 0)
    cudaFree(p);
  else
    odd(p, n - 1);
}
static void odd(void *p, int n) {
  if (n > 0)
    even(p, n - 1);
}
void mutualRecursion(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  even(p, 4); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: an odd number never gets there
void mutualRecursionOdd(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  even(p, 3);
  cudaStreamEndCapture(s, g);
}

// violation [struct field]: the mode comes out of a settings struct
struct Settings {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  bool graphs = true;
};
void modeInField(cudaStream_t s, cudaGraph_t *g, void *p) {
  Settings settings;
  cudaStreamBeginCapture(s, settings.mode);
  cudaFree(p); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: the field was set to Relaxed
void relaxedInField(cudaStream_t s, cudaGraph_t *g, void *p) {
  Settings settings;
  settings.mode = cudaStreamCaptureModeRelaxed;
  cudaStreamBeginCapture(s, settings.mode);
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// violation [correlated condition]: a conditional operator chooses Global
void chosenMode(cudaStream_t s, cudaGraph_t *g, void *p, bool strict) {
  cudaStreamBeginCapture(s, strict ? kGlobal : kRelaxed);
  if (strict)
    cudaFree(p); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: it frees only where it chose Relaxed
void chosenModeRelaxed(cudaStream_t s, cudaGraph_t *g, void *p, bool strict) {
  cudaStreamBeginCapture(s, strict ? kGlobal : kRelaxed);
  if (!strict)
    cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// violation [other spelling]: a comma operator
void comma(cudaStream_t s, cudaGraph_t *g, void *p, int &count) {
  cudaStreamBeginCapture(s, kGlobal);
  count++, cudaFree(p); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: behind the end
void commaAfter(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g), cudaFree(p);
}

// violation [lambda]: std::invoke calls a lambda
void invoked(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  std::invoke([](void *q) { cudaFree(q); }, p); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: std::invoke of a launch
void invokedLaunch(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kGlobal);
  std::invoke([s](float *q) { step<<<1, 1, 0, s>>>(q, 1); }, p);
  cudaStreamEndCapture(s, g);
}

// violation [lambda]: std::call_once may run it in the region
static std::once_flag poolOnce;
static void *pool;
void calledOnce(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  std::call_once(poolOnce, [] { cudaMalloc(&pool, 1 << 20); }); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: the first call is in front
void calledOnceBefore(cudaStream_t s, cudaGraph_t *g) {
  std::call_once(poolOnce, [] { cudaMalloc(&pool, 1 << 20); });
  cudaStreamBeginCapture(s, kGlobal);
  step<<<1, 1, 0, s>>>(static_cast<float *>(pool), 1);
  cudaStreamEndCapture(s, g);
}

// violation [lambda]: std::visit runs a visitor that frees
struct Freed {
  void operator()(void *p) const { cudaFree(p); }
  void operator()(int) const {}
};
void visited(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::variant<void *, int> memory = p;
  cudaStreamBeginCapture(s, kGlobal);
  std::visit(Freed(), memory); // miss: unsafe-call (visitors of std::visit are not run)
  cudaStreamEndCapture(s, g);
}
// legal: it holds the number
void visitedNumber(cudaStream_t s, cudaGraph_t *g) {
  std::variant<void *, int> memory = 3;
  cudaStreamBeginCapture(s, kGlobal);
  std::visit(Freed(), memory);
  cudaStreamEndCapture(s, g);
}

// violation [loop]: for_each over a vector of blocks
void forEach(cudaStream_t s, cudaGraph_t *g, std::vector<void *> &blocks) {
  cudaStreamBeginCapture(s, kGlobal);
  std::for_each(blocks.begin(), blocks.end(), [](void *p) { cudaFree(p); }); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: the stream-ordered form
void forEachAsync(cudaStream_t s, cudaGraph_t *g, std::vector<void *> &blocks) {
  cudaStreamBeginCapture(s, kGlobal);
  std::for_each(blocks.begin(), blocks.end(), [s](void *p) { cudaFreeAsync(p, s); });
  cudaStreamEndCapture(s, g);
}

// violation [switch]: one of the cases falls through to a free
void fallThrough(cudaStream_t s, cudaGraph_t *g, void *p, int kind) {
  cudaStreamBeginCapture(s, kGlobal);
  switch (kind) {
  case 1:
    step<<<1, 1, 0, s>>>(nullptr, 1);
    [[fallthrough]];
  case 2:
    cudaFree(p); // expect: unsafe-call
    break;
  default:
    break;
  }
  cudaStreamEndCapture(s, g);
}
// legal: the case that frees is one that did not begin
void switchTwice(cudaStream_t s, cudaGraph_t *g, void *p, int kind) {
  switch (kind) {
  case 1:
    cudaStreamBeginCapture(s, kGlobal);
    break;
  default:
    break;
  }
  switch (kind) {
  case 1:
    cudaStreamEndCapture(s, g);
    break;
  case 2:
    cudaFree(p);
    break;
  }
}

// violation [goto]: the cleanup is reached with the capture running
void gotoCleanup(cudaStream_t s, cudaGraph_t *g, void *p, bool skip) {
  cudaStreamBeginCapture(s, kGlobal);
  if (skip)
    goto cleanup;
  step<<<1, 1, 0, s>>>(nullptr, 1);
cleanup:
  cudaFree(p); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: the label stands behind the end
void gotoBehind(cudaStream_t s, cudaGraph_t *g, void *p, bool skip) {
  if (skip)
    goto cleanup;
  cudaStreamBeginCapture(s, kGlobal);
  step<<<1, 1, 0, s>>>(nullptr, 1);
  cudaStreamEndCapture(s, g);
cleanup:
  cudaFree(p);
}

// violation [virtual]: an override of a final class frees
struct Allocator {
  virtual ~Allocator() = default;
  virtual void release(void *p) = 0;
};
struct Direct final : Allocator {
  void release(void *p) override { cudaFree(p); }
};
struct Cached final : Allocator {
  std::vector<void *> free;
  void release(void *p) override { free.push_back(p); }
};
void virtualFree(cudaStream_t s, cudaGraph_t *g, void *p) {
  Direct direct;
  Allocator *allocator = &direct;
  cudaStreamBeginCapture(s, kGlobal);
  allocator->release(p); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: the other class keeps it
void virtualCached(cudaStream_t s, cudaGraph_t *g, void *p) {
  Cached cached;
  Allocator *allocator = &cached;
  cudaStreamBeginCapture(s, kGlobal);
  allocator->release(p);
  cudaStreamEndCapture(s, g);
}

// violation [template]: CRTP reaches the derived class's hook
template <typename Derived> struct Op {
  void run(cudaStream_t s) { static_cast<Derived *>(this)->launch(s); }
};
struct AllocatingOp : Op<AllocatingOp> {
  float *scratch = nullptr;
  void launch(cudaStream_t s) {
    cudaMalloc(&scratch, 64);
    step<<<1, 1, 0, s>>>(scratch, 1);
  }
};
struct PlainOp : Op<PlainOp> {
  float *scratch = nullptr;
  void launch(cudaStream_t s) { step<<<1, 1, 0, s>>>(scratch, 1); }
};
void crtp(cudaStream_t s, cudaGraph_t *g, AllocatingOp &op) {
  cudaStreamBeginCapture(s, kGlobal);
  op.run(s); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: the other class launches only
void crtpPlain(cudaStream_t s, cudaGraph_t *g, PlainOp &op) {
  cudaStreamBeginCapture(s, kGlobal);
  op.run(s);
  cudaStreamEndCapture(s, g);
}

// violation [straight line]: a guard about another stream
void guardOfAnother(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(t, &status);
  if (status == cudaStreamCaptureStatusNone)
    cudaFree(p); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: a guard about this one
void guardOfThis(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  if (status == cudaStreamCaptureStatusNone)
    cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// violation [member RAII]: the guard that permits it ends too early
struct Permit {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  Permit() { cudaThreadExchangeStreamCaptureMode(&mode); }
  ~Permit() { cudaThreadExchangeStreamCaptureMode(&mode); }
};
void permitTooShort(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  {
    Permit permit;
  }
  cudaFree(p); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: the guard lives long enough, in an optional
void permitInOptional(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  std::optional<Permit> permit;
  permit.emplace();
  cudaFree(p);
  permit.reset();
  cudaStreamEndCapture(s, g);
}
// legal: the guard lives in a unique_ptr
void permitInUnique(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  auto permit = std::make_unique<Permit>();
  cudaFree(p);
  permit.reset();
  cudaStreamEndCapture(s, g);
}

// violation [thread]: a worker that is joined in the region frees
void joinedWorker(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  std::thread worker([p] { cudaFree(p); }); // expect: unsafe-call
  worker.join();
  cudaStreamEndCapture(s, g);
}
// legal: a ThreadLocal capture does not concern it
void joinedWorkerLocal(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kLocal);
  std::thread worker([p] { cudaFree(p); });
  worker.join();
  cudaStreamEndCapture(s, g);
}

// violation [function pointer]: chosen in a table at a known index
static void keep(void *) {}
static void drop(void *p) { cudaFree(p); }
static void (*const kActions[])(void *) = {keep, drop};
void tableEntry(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  kActions[1](p); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: the entry that keeps
void tableKeeps(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  kActions[0](p);
  cudaStreamEndCapture(s, g);
}

// violation [static local]: the first call allocates
static float *workspace() {
  static float *memory = [] {
    float *made = nullptr;
    cudaMalloc(&made, 1 << 20);
    return made;
  }();
  return memory;
}
void staticLocal(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  step<<<1, 1, 0, s>>>(workspace(), 1); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: the first call is in front of the capture
void staticLocalBefore(cudaStream_t s, cudaGraph_t *g) {
  float *memory = workspace();
  cudaStreamBeginCapture(s, kGlobal);
  step<<<1, 1, 0, s>>>(memory, 1);
  cudaStreamEndCapture(s, g);
}

// violation [macro wrapper]: a check macro with a retry
#define RETRY(call)                                                            \
  for (int round_ = 0; round_ < 2; ++round_)                                   \
    if ((call) == cudaSuccess)                                                 \
      break;
void retried(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  RETRY(cudaHostRegister(p, 64, 0)) // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: in front
void retriedBefore(cudaStream_t s, cudaGraph_t *g, void *p) {
  RETRY(cudaHostRegister(p, 64, 0))
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g);
}

// violation [early return]: only the path that returned early has ended it
void earlyReturn(cudaStream_t s, cudaGraph_t *g, void *p, bool tiny) {
  cudaStreamBeginCapture(s, kGlobal);
  if (tiny) {
    cudaStreamEndCapture(s, g);
    return;
  }
  cudaFree(p); // expect: unsafe-call
  cudaStreamEndCapture(s, g);
}
// legal: the path that frees has ended it
void earlyEnd(cudaStream_t s, cudaGraph_t *g, void *p, bool tiny) {
  cudaStreamBeginCapture(s, kGlobal);
  if (tiny) {
    cudaStreamEndCapture(s, g);
    cudaFree(p);
    return;
  }
  step<<<1, 1, 0, s>>>(nullptr, 1);
  cudaStreamEndCapture(s, g);
}

} // namespace unsafe_call
