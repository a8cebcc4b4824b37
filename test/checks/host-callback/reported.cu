// RUN: %lint-cu
// CUDA calls in functions that the driver runs on the host.
#include <cuda_runtime.h>
#include <functional>
#include <memory>
#include <utility>

__global__ void kernel();

static void freesItsData(void *data) {
  // CHECK: :[[#@LINE+3]]:3: warning: call to 'cudaFree' in a host function, where no API call is permitted; the runtime may reject it with cudaErrorNotPermitted (800), or it deadlocks [cuda-capture-host-callback]
  // CHECK: :[[#@LINE+6]]:3: note: 'freesItsData' is handed to 'cudaLaunchHostFunc' here
  // CHECK: :[[#@LINE+1]]:3: note: let the host function only signal another thread, {{.*}} [cuda/not-permitted; docs/checks/host-callback.md]
  cudaFree(data);
}

void named(cudaStream_t s, void *p) {
  cudaLaunchHostFunc(s, freesItsData, p);
}

void lambda(cudaStream_t s, void *p) {
  // CHECK: :[[#@LINE+3]]:7: warning: call to 'cudaFreeHost' in a host function,
  // CHECK: :[[#@LINE+4]]:3: note: the lambda is handed to 'cudaLaunchHostFunc' here
  auto free = [](void *data) {
      cudaFreeHost(data);
  };
  cudaLaunchHostFunc(s, free, p);
}

void lambdaInPlace(cudaStream_t s, cudaStream_t other) {
  cudaLaunchHostFunc(s, [](void *data) {
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch in a host function,
    kernel<<<1, 1, 0, (cudaStream_t)data>>>();
  }, other);
}

void lambdaWithPlus(cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:45: warning: call to 'cudaDeviceSynchronize' in a host function,
  cudaLaunchHostFunc(s, +[](void *) { (void)cudaDeviceSynchronize(); }, nullptr);
}

struct Worker {
  static void done(void *self) { static_cast<Worker *>(self)->finish(); }
  // CHECK: :[[#@LINE-1]]:34: warning: call to 'Worker::finish' reaches 'cudaEventRecord' in a host function,
  // CHECK: :[[#@LINE+3]]:18: note: 'Worker::done' is handed to 'cudaLaunchHostFunc' here
  // CHECK: :[[#@LINE+1]]:19: note: 'Worker::finish' calls 'cudaEventRecord' here
  void finish() { cudaEventRecord(ready, stream); }
  void start() { cudaLaunchHostFunc(stream, &Worker::done, this); }
  cudaEvent_t ready;
  cudaStream_t stream;
};

static void level3(void *p) { cudaMemset(p, 0, 4); }
static void level2(void *p) { level3(p); }
static void level1(void *p) { level2(p); }
static void deep(void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'level1' reaches 'cudaMemset' in a host function,
  level1(p);
}
void manyCalls(cudaStream_t s, void *p) { cudaLaunchHostFunc(s, &deep, p); }

// Captured or not makes no difference.
static void inGraph(void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMallocHost' in a host function,
  cudaMallocHost((void **)p, 16);
}
void captured(cudaStream_t s, cudaGraph_t *g, void **p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cudaLaunchHostFunc(s, inGraph, p);
  cudaStreamEndCapture(s, g);
}

static void CUDART_CB streamCallback(cudaStream_t s, cudaError_t status, void *data) {
  if (status == cudaSuccess)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemcpyAsync' in a host function,
    cudaMemcpyAsync(data, data, 4, cudaMemcpyDefault, s);
}
void addsCallback(cudaStream_t s, void *p) {
  // CHECK: :[[#@LINE+1]]:3: note: 'streamCallback' is handed to 'cudaStreamAddCallback' here
  cudaStreamAddCallback(s, streamCallback, p, 0);
}

static void node(void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' in a host function,
  cudaStreamSynchronize((cudaStream_t)p);
}
void hostNode(cudaGraph_t g, cudaStream_t s) {
  cudaGraphNode_t n;
  cudaHostNodeParams params = {};
  params.fn = node;
  params.userData = s;
  // CHECK: :[[#@LINE+1]]:3: note: 'node' is handed to 'cudaGraphAddHostNode' here
  cudaGraphAddHostNode(&n, g, nullptr, 0, &params);
}

static void braced(void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' in a host function,
  cudaStreamSynchronize((cudaStream_t)p);
}
void nodeInBraces(cudaGraph_t g, cudaStream_t s) {
  cudaGraphNode_t n;
  cudaHostNodeParams params{&braced, s};
  cudaGraphAddHostNode(&n, g, nullptr, 0, &params);
}

static void updated(void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventSynchronize' in a host function,
  cudaEventSynchronize((cudaEvent_t)p);
}
void updatesTheNode(cudaGraphExec_t exec, cudaGraphNode_t n, cudaEvent_t e) {
  cudaHostNodeParams params{updated, e};
  cudaGraphExecHostNodeSetParams(exec, n, &params);
}

static void destructor(void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' in a host function,
  cudaFree(p);
}
void userObject(cudaGraph_t g, void *p) {
  cudaUserObject_t object;
  cudaUserObjectCreate(&object, p, destructor, 1, cudaUserObjectNoDestructorSync);
  cudaGraphRetainUserObject(g, object, 1, cudaGraphUserObjectMove);
}

static constexpr cudaHostFn_t constant = [](void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' in a host function,
  cudaFree(p);
};
void constantFunction(cudaStream_t s, void *p) {
  cudaLaunchHostFunc(s, constant, p);
}

// Through a helper that passes it on.
static void enqueue(cudaStream_t s, cudaHostFn_t fn, void *data) {
  cudaLaunchHostFunc(s, fn, data);
}
static void passedOn(void *p) {
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFreeAsync' in a host function,
  // CHECK: :[[#@LINE+4]]:3: note: 'passedOn' is handed to 'cudaLaunchHostFunc' by 'enqueue', which is called here
  cudaFreeAsync(p, 0);
}
void throughHelper(cudaStream_t s, void *p) {
  enqueue(s, passedOn, p);
}

// What the driver is given is a trampoline.
static void run(void *p) {
  auto *f = static_cast<std::function<void()> *>(p);
  (*f)();
  delete f;
}
void wrapped(cudaStream_t s, void *p) {
  auto *f = new std::function<void()>([p] {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaFree' in a host function,
    cudaFree(p);
  });
  cudaLaunchHostFunc(s, run, f);
}

void wrappedInPlace(cudaStream_t s, cudaEvent_t e) {
  cudaLaunchHostFunc(
      s,
      [](void *p) { (*static_cast<std::function<void()> *>(p))(); },
      // CHECK: :[[#@LINE+1]]:39: warning: call to 'cudaEventDestroy' in a host function,
      new std::function<void()>([=] { cudaEventDestroy(e); }));
}

struct Task {
  std::function<void()> work;
  void run() { work(); }
};
void memberWithWrapper(cudaStream_t s, cudaEvent_t e) {
  auto *task = new Task;
  // CHECK: :[[#@LINE+1]]:22: warning: call to 'cudaEventDestroy' in a host function,
  task->work = [e] { cudaEventDestroy(e); };
  cudaLaunchHostFunc(s, [](void *p) {
    auto *task = static_cast<Task *>(p);
    task->run();
    delete task;
  }, task);
}

template <typename F> void launchHost(cudaStream_t s, F f) {
  cudaLaunchHostFunc(
      s,
      [](void *p) {
        F *f = static_cast<F *>(p);
        (*f)();
        delete f;
      },
      new F(std::move(f)));
}
void closure(cudaStream_t s, void *p) {
  launchHost(s, [p] {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaFree' in a host function,
    cudaFree(p);
  });
}

struct Job {
  void (*fn)(void *);
  void *arg;
};
static void runJob(void *p) {
  auto *job = static_cast<Job *>(p);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'release' reaches 'cudaFree' in a host function,
  job->fn(job->arg);
}
static void release(void *p) { cudaFree(p); }
void functionInData(cudaStream_t s, void *p) {
  Job *job = new Job{release, p};
  cudaLaunchHostFunc(s, runJob, job);
}

// What the call site knows tells what the function does.
struct Flags {
  bool owns;
};
static void dependsOnFlag(void *p) {
  if (static_cast<Flags *>(p)->owns)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaFree' in a host function,
    cudaFree(p);
}
void withFlag(cudaStream_t s) {
  static Flags flags;
  flags.owns = true;
  cudaLaunchHostFunc(s, dependsOnFlag, &flags);
}

#define CHECK(x)                                                               \
  do {                                                                         \
    cudaError_t e = (x);                                                       \
    if (e != cudaSuccess)                                                      \
      throw e;                                                                 \
  } while (0)

static void inMacro(void *p) {
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'cudaFree' in a host function,
  CHECK(cudaFree(p));
}
void checked(cudaStream_t s, void *p) {
  CHECK(cudaLaunchHostFunc(s, inMacro, p));
}

// A condition on where it is enqueued is none of the function.
bool enabled();
static void sometimes(void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' in a host function,
  cudaFree(p);
}
void conditional(cudaStream_t s, void *p) {
  if (enabled())
    cudaLaunchHostFunc(s, sometimes, p);
}

static void cast(int *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' in a host function,
  cudaFree(p);
}
void castFunction(cudaStream_t s, int *p) {
  cudaLaunchHostFunc(s, (cudaHostFn_t)cast, p);
  cudaLaunchHostFunc(s, reinterpret_cast<cudaHostFn_t>(&cast), p);
}

static void suppressed(void *p) {
  cudaFree(p); // NOLINT(cuda-capture-host-callback)
}
void suppresses(cudaStream_t s, void *p) {
  cudaLaunchHostFunc(s, suppressed, p);
}

// One that enqueues the next.
static void again(void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaLaunchHostFunc' in a host function,
  cudaLaunchHostFunc(0, again, p);
}
void forever(void *p) { cudaLaunchHostFunc(0, again, p); }

struct Guard {
  cudaEvent_t e;
  ~Guard() { cudaEventDestroy(e); }
};
static void destroys(void *p) {
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'Guard::~Guard' reaches 'cudaEventDestroy' in a host function,
  Guard guard{(cudaEvent_t)p};
}
void destructorInside(cudaStream_t s, cudaEvent_t e) {
  cudaLaunchHostFunc(s, destroys, e);
}
static void deletes(void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Guard::~Guard' reaches 'cudaEventDestroy' in a host function,
  delete static_cast<Guard *>(p);
}
void deleteInside(cudaStream_t s, Guard *guard) {
  cudaLaunchHostFunc(s, deletes, guard);
}
