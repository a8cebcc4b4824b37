// RUN: %lint-cu --allow-empty
// Host functions that do what they may.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cuda_runtime.h>
#include <functional>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

static void setsFlag(void *p) { static_cast<std::atomic<bool> *>(p)->store(true); }
void flag(cudaStream_t s, std::atomic<bool> *done) { cudaLaunchHostFunc(s, setsFlag, done); }

struct Signal {
  std::mutex m;
  std::condition_variable cv;
  bool done = false;
};
static void notifies(void *p) {
  auto *signal = static_cast<Signal *>(p);
  std::lock_guard<std::mutex> lock(signal->m);
  signal->done = true;
  signal->cv.notify_all();
}
void waits(cudaStream_t s, void *p) {
  Signal signal;
  cudaLaunchHostFunc(s, notifies, &signal);
  std::unique_lock<std::mutex> lock(signal.m);
  signal.cv.wait(lock, [&] { return signal.done; });
  cudaFree(p);
}

// Another thread makes the call.
static void startsThread(void *p) { std::thread([p] { cudaFree(p); }).detach(); }
void thread(cudaStream_t s, void *p) { cudaLaunchHostFunc(s, startsThread, p); }

struct Pool {
  std::mutex m;
  std::queue<std::function<void()>> tasks;
  void push(std::function<void()> f) {
    std::lock_guard<std::mutex> lock(m);
    tasks.push(std::move(f));
  }
  void work() {
    while (!tasks.empty()) {
      tasks.front()();
      tasks.pop();
    }
  }
};
static Pool pool;
static void hands(void *p) {
  pool.push([p] { cudaFree(p); });
}
void toPool(cudaStream_t s, void *p) { cudaLaunchHostFunc(s, hands, p); }

void submit(std::function<void()> f);
static void submits(void *p) {
  submit([p] { cudaFree(p); });
}
void toUnseen(cudaStream_t s, void *p) { cudaLaunchHostFunc(s, submits, p); }

// The text of an error is no matter of the driver.
static void CUDART_CB reports(cudaStream_t, cudaError_t status, void *) {
  if (status != cudaSuccess)
    std::fprintf(stderr, "%s: %s\n", cudaGetErrorName(status), cudaGetErrorString(status));
}
void tellsErrors(cudaStream_t s) { cudaStreamAddCallback(s, reports, nullptr, 0); }
static void asksLast(void *) { std::printf("%d\n", cudaGetLastError()); }
void lastError(cudaStream_t s) { cudaLaunchHostFunc(s, asksLast, nullptr); }

// The same function, called by the program itself.
static void releases(void *p) { cudaFree(p); }
void calls(cudaStream_t s, void *p) {
  cudaStreamSynchronize(s);
  releases(p);
}
// And put where nobody gives it to the driver.
static void (*later)(void *) = releases;
void stores(std::vector<cudaHostFn_t> &list) { list.push_back(releases); }
void registerCleanup(cudaHostFn_t fn, void *data);
void registers(void *p) { registerCleanup(releases, p); }

// What is handed over is not known.
void unknownFunction(cudaStream_t s, cudaHostFn_t fn, void *p) { cudaLaunchHostFunc(s, fn, p); }
extern cudaHostFn_t chosen;
void fromOutside(cudaStream_t s, void *p) { cudaLaunchHostFunc(s, chosen, p); }
void oneOfTwo(cudaStream_t s, void *p, bool b) {
  static cudaHostFn_t table[] = {setsFlag, releases};
  cudaLaunchHostFunc(s, table[b], p);
}

// A guard that cannot be seen.
bool onDriverThread();
static void asks(void *p) {
  if (!onDriverThread())
    cudaFree(p);
}
void unseenGuard(cudaStream_t s, void *p) { cudaLaunchHostFunc(s, asks, p); }

// A setting of the thread.
static thread_local bool inHostFunction = false;
static void freeOrDefer(void *p) {
  if (inHostFunction)
    pool.push([p] { cudaFree(p); });
  else
    cudaFree(p);
}
static void setsSetting(void *p) {
  inHostFunction = true;
  freeOrDefer(p);
  inHostFunction = false;
}
void setting(cudaStream_t s, void *p) { cudaLaunchHostFunc(s, setsSetting, p); }
static void asksSetting(void *p) { freeOrDefer(p); }
void settingElsewhere(cudaStream_t s, void *p) { cudaLaunchHostFunc(s, asksSetting, p); }

// An argument tells the helper what it may do.
static void finish(void *p, bool mayCall) {
  if (mayCall)
    cudaFree(p);
}
static void finishesWithout(void *p) { finish(p, false); }
void argument(cudaStream_t s, void *p) {
  cudaLaunchHostFunc(s, finishesWithout, p);
  finish(p, true);
}

// The data say that there is nothing to free.
struct Task {
  enum Kind { Notify, Free } kind;
  void *data;
};
static void runsTask(void *p) {
  auto *task = static_cast<Task *>(p);
  switch (task->kind) {
  case Task::Notify:
    pool.push([] {});
    break;
  case Task::Free:
    cudaFree(task->data);
    break;
  }
}
void notifyOnly(cudaStream_t s) { cudaLaunchHostFunc(s, runsTask, new Task{Task::Notify, nullptr}); }

// A wrapper that holds something harmless, or nobody knows what.
static void runs(void *p) {
  auto *f = static_cast<std::function<void()> *>(p);
  (*f)();
  delete f;
}
void harmless(cudaStream_t s, int *n) {
  cudaLaunchHostFunc(s, runs, new std::function<void()>([n] { ++*n; }));
}
void anyWork(cudaStream_t s, std::function<void()> f) {
  cudaLaunchHostFunc(s, runs, new std::function<void()>(std::move(f)));
}

// The wrapper is only kept there, for others.
struct Entry {
  std::function<void()> onIdle;
  std::atomic<bool> ready;
};
static void marks(void *p) { static_cast<Entry *>(p)->ready = true; }
void kept(cudaStream_t s, void *p) {
  auto *entry = new Entry;
  entry->onIdle = [p] { cudaFree(p); };
  cudaLaunchHostFunc(s, marks, entry);
}

// Deferred work that the function makes, and others run.
static void makes(void *p) {
  auto *out = static_cast<std::function<void()> *>(p);
  *out = [] { cudaDeviceSynchronize(); };
}
void made(cudaStream_t s, std::function<void()> *out) {
  cudaLaunchHostFunc(s, makes, out);
  cudaStreamSynchronize(s);
  (*out)();
}

// Work goes into the stream, the host function behind it only tells.
void streamOrdered(cudaStream_t s, void *p, std::atomic<bool> *done) {
  cudaFreeAsync(p, s);
  cudaLaunchHostFunc(s, [](void *done) { *static_cast<std::atomic<bool> *>(done) = true; }, done);
}

// Calls that stand beside it, or in a function that encloses it.
void beside(cudaStream_t s, cudaGraph_t *g) {
  cudaDeviceSynchronize();
  cudaLaunchHostFunc(s, [](void *) { std::puts("done"); }, nullptr);
  cudaStreamSynchronize(s);
}

// The node's function is replaced before the node is made.
void replaced(cudaGraph_t g, void *p) {
  cudaGraphNode_t n;
  cudaHostNodeParams params{releases, p};
  params.fn = setsFlag;
  cudaGraphAddHostNode(&n, g, nullptr, 0, &params);
}

// Only data, no function.
void asData(cudaStream_t s) { cudaLaunchHostFunc(s, setsFlag, (void *)releases); }

// A null function is an error of another kind.
void none(cudaStream_t s) { cudaLaunchHostFunc(s, nullptr, nullptr); }

// Which device is current is asked of the thread.
static void device(void *p) { cudaGetDevice(static_cast<int *>(p)); }
void asksDevice(cudaStream_t s, int *n) { cudaLaunchHostFunc(s, device, n); }

// Events are asked in callbacks that work.
static void progress(void *p) {
  auto *events = static_cast<cudaEvent_t *>(p);
  float ms = 0;
  if (cudaEventQuery(events[1]) == cudaSuccess)
    cudaEventElapsedTime(&ms, events[0], events[1]);
  std::printf("%f\n", ms);
}
void showsProgress(cudaStream_t s, cudaEvent_t *events) { cudaLaunchHostFunc(s, progress, events); }

// Mutually recursive host code ends.
static void pong(void *p, int n);
static void ping(void *p, int n) {
  if (n)
    pong(p, n - 1);
}
static void pong(void *p, int n) { ping(p, n); }
static void recursive(void *p) { ping(p, 100); }
void recursion(cudaStream_t s, void *p) { cudaLaunchHostFunc(s, recursive, p); }

// A destructor that only deletes.
struct Data {
  std::vector<float> values;
};
void owns(cudaStream_t s) {
  cudaLaunchHostFunc(s, [](void *p) { delete static_cast<Data *>(p); }, new Data);
  cudaLaunchHostFunc(s, [](void *p) { std::unique_ptr<Data> owner(static_cast<Data *>(p)); }, new Data);
}
