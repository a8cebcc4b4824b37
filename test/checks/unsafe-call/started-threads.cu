// A Global capture in a program that starts threads whose calls it prohibits. Nothing shows that the two meet, so the
// finding is possible. Each program is a run of its own, because all of its threads count.
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DWORKER 2>&1 | %FileCheck %s --check-prefixes=FIRES,WORKER
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DPOOL 2>&1 | %FileCheck %s --check-prefixes=FIRES,POOL
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DPOSIX 2>&1 | %FileCheck %s --check-prefixes=FIRES,POSIX
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DEACH_DEVICE 2>&1 | %FileCheck %s --check-prefix=DEVICE
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DRUNNING 2>&1 | %FileCheck %s --check-prefix=RUNNING
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DFUTURE 2>&1 | %FileCheck %s --check-prefix=FIRES
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DONE_LOCK 2>&1 | %FileCheck %s --check-prefix=FIRES
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DLOGGER 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DLAUNCHER 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DOWN_MODE 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DONE_WORKER 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DJOINED 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DLATER 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DOTHER_TEST 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DTABLE 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DONCE 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DLOCKS 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DWORKER -DMODE=cudaStreamCaptureModeThreadLocal 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DWORKER -DMODE=cudaStreamCaptureModeRelaxed 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DWORKER 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// SILENT-NOT: warning:
#include <cuda_runtime.h>
#include <functional>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <vector>

#ifndef MODE
#define MODE cudaStreamCaptureModeGlobal
#endif
bool next();
void print(const char *);
extern std::mutex all;

#if !defined(ONE_WORKER) && !defined(EACH_DEVICE) && !defined(RUNNING)
bool build(cudaStream_t s, cudaGraph_t *graph) {
#if defined(LOCKS) || defined(ONE_LOCK)
  std::lock_guard<std::mutex> lock(all);
#endif
  // FIRES-NOT: warning:
  // FIRES: :[[#@LINE+4]]:7: warning: possible: call to 'cudaStreamBeginCapture' begins a capture of 's' in global mode, and prohibits unsafe calls in all threads, but a thread that runs
  // WORKER-SAME: 'Model::work' calls 'cudaEventSynchronize'; if the two meet, the runtime rejects it with cudaErrorStreamCaptureUnsupported (900) and invalidates the capture [cuda-capture-unsafe-call]
  // POOL-SAME: a lambda in 'Pool::start' runs functions that it is handed;
  // POSIX-SAME: 'watch' calls 'cudaStreamQuery';
  if (cudaStreamBeginCapture(s, MODE) != cudaSuccess)
    return false;
  // FIRES: :[[#@LINE-2]]:7: note: begin the capture with cudaStreamCaptureModeThreadLocal, which prohibits such calls in this thread only
  // FIRES-NOT: warning:
  return cudaStreamEndCapture(s, graph) == cudaSuccess;
}
#endif

#ifdef WORKER
struct Model {
  cudaEvent_t done;
  std::thread worker;
  void work() {
    while (next())
      (void)cudaEventSynchronize(done);
  }
  void start() { worker = std::thread(&Model::work, this); }
};
#endif

#ifdef POOL
struct Pool {
  std::vector<std::thread> threads;
  std::function<void()> take();
  void start() {
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([this] {
        while (next()) {
          std::function<void()> task = take();
          task();
        }
      });
  }
};
#endif

#ifdef FUTURE
#include <future>
std::future<int> start(cudaStream_t s) {
  auto task = std::async(std::launch::async, [=] { return int(cudaStreamSynchronize(s)); });
  return task;
}
#endif

#ifdef POSIX
static void *watch(void *stream) {
  while (next())
    (void)cudaStreamQuery((cudaStream_t)stream);
  return nullptr;
}
int start(pthread_t *thread, cudaStream_t s) { return pthread_create(thread, nullptr, watch, s); }
#endif

#ifdef EACH_DEVICE
static void each(int device) {
  void *p;
  cudaGraph_t graph;
  cudaStream_t s;
  if (!next() || cudaMalloc(&p, 4096) != cudaSuccess || cudaStreamCreate(&s) != cudaSuccess)
    return;
  // DEVICE: :[[#@LINE+4]]:7: warning: possible: call to 'cudaStreamBeginCapture' begins a capture of 's' in global mode, and {{.*}} runs 'each' calls 'cudaMalloc'
  // DEVICE: :[[#@LINE+3]]:7: note: begin the capture with cudaStreamCaptureModeThreadLocal
  // DEVICE: ^{{ +~+}}
  // DEVICE-NEXT: {{ +}}cudaStreamCaptureModeThreadLocal
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) == cudaSuccess)
    (void)cudaStreamEndCapture(s, &graph);
}
void start(int devices) {
  std::vector<std::thread> threads;
  for (int d = 0; d < devices; ++d)
    threads.emplace_back(each, d);
  for (auto &t : threads)
    t.join();
}
#endif

#ifdef ONE_WORKER
// One thread does one thing after the other.
static void work() {
  while (next()) {
    void *p;
    cudaGraph_t graph;
    cudaStream_t s;
    if (cudaMalloc(&p, 4096) == cudaSuccess && cudaStreamCreate(&s) == cudaSuccess &&
        cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) == cudaSuccess)
      (void)cudaStreamEndCapture(s, &graph);
  }
}
void start(std::thread *worker) { *worker = std::thread(work); }
#endif

#ifdef RUNNING
static void load(void **p) {
  if (next())
    (void)cudaMalloc(p, 4096);
}
void start(cudaStream_t s, cudaGraph_t *graph, void **p) {
  std::thread loader(load, p);
  // RUNNING: :[[#@LINE+1]]:7: warning: possible: call to 'cudaStreamBeginCapture' begins a capture of 's' in global mode, and {{.*}} runs 'load' calls 'cudaMalloc'
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) == cudaSuccess)
    (void)cudaStreamEndCapture(s, graph);
  loader.join();
}
#endif

#if defined(JOINED) || defined(LATER)
static void load(void **p) {
  if (next())
    (void)cudaMalloc(p, 4096);
}
int main(int argc, char **argv) {
  cudaStream_t s;
  cudaGraph_t graph;
  void *p;
  if (cudaStreamCreate(&s) != cudaSuccess)
    return 1;
#ifdef JOINED
  std::thread loader(load, &p);
  loader.join();
#endif
  (void)build(s, &graph);
#ifdef LATER
  std::thread loader(load, &p);
  loader.join();
#endif
}
#endif

#ifdef OTHER_TEST
// The thread is gone when this function returns.
static void load(void **p) {
  if (next())
    (void)cudaMalloc(p, 4096);
}
void loads(void **p) {
  std::thread loader(load, p);
  loader.join();
}
#endif

#ifdef LOGGER
static void write() {
  while (next())
    print("still there");
}
void start(std::thread *logger) { *logger = std::thread(write); }
#endif

#ifdef LAUNCHER
static void copy(cudaStream_t s, void *to, const void *from) {
  while (next())
    (void)cudaMemcpyAsync(to, from, 4, cudaMemcpyDeviceToDevice, s);
}
void start(std::thread *worker, cudaStream_t s, void *to, const void *from) { *worker = std::thread(copy, s, to, from); }
#endif

#ifdef OWN_MODE
static void load(void **p) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  (void)cudaThreadExchangeStreamCaptureMode(&mode);
  while (next())
    (void)cudaMalloc(p, 4096);
}
void start(std::thread *worker, void **p) { *worker = std::thread(load, p); }
#endif

#ifdef TABLE
// The functions of a table belong to the program, as those of a transport do.
struct Transport {
  int (*progress)(void *);
};
static void serve(Transport *transport) {
  while (next())
    transport->progress(nullptr);
}
void start(std::thread *worker, Transport *transport) { *worker = std::thread(serve, transport); }
#endif

#ifdef ONCE
// What a thread runs once may be anything.
void start(std::thread *worker, std::function<void()> f) { *worker = std::thread([f] { f(); }); }
#endif

#if defined(LOCKS) || defined(ONE_LOCK)
static void load(void **p) {
  while (next()) {
#ifdef LOCKS
    std::lock_guard<std::mutex> lock(all);
#endif
    (void)cudaMalloc(p, 4096);
  }
}
void start(std::thread *worker, void **p) { *worker = std::thread(load, p); }
#endif
