// Several threads run one function, which captures in Global mode. They may meet behind their captures, before any of
// them makes a call that such a capture prohibits. Each program is a run of its own, because all of its threads count.
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DNO_WAIT 2>&1 | %FileCheck %s --check-prefix=FIRES
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DWAITS_FIRST 2>&1 | %FileCheck %s --check-prefix=FIRES
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DALLOCATES_FIRST 2>&1 | %FileCheck %s --check-prefix=FIRES
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DONE_PATH 2>&1 | %FileCheck %s --check-prefix=FIRES
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DIN_LOOP 2>&1 | %FileCheck %s --check-prefix=FIRES
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DIN_HELPER 2>&1 | %FileCheck %s --check-prefix=FIRES
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DONE_OTHER 2>&1 | %FileCheck %s --check-prefix=FIRES
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DBARRIER 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DCONDITION 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DHELPER_WAITS 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DROUNDS 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// SILENT-NOT: warning:
// FIRES-NOT: warning:
// FIRES: warning: possible: call to 'cudaStreamBeginCapture' begins a capture of 's' in global mode, and prohibits unsafe calls in all threads, but a thread that runs '{{[a-z]+}}' calls 'cuda{{[A-Za-z]+}}'; if the two meet,
#include <condition_variable>
#include <cuda_runtime.h>
#include <future>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <vector>

bool next();
bool ready();
void arrive();
extern pthread_barrier_t barrier;
extern std::mutex mutex;
extern std::condition_variable changed;

static bool capture(cudaStream_t s, cudaGraph_t *g) {
  return cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) == cudaSuccess &&
         cudaStreamEndCapture(s, g) == cudaSuccess;
}

static void run(cudaStream_t s, void **p, std::shared_future<void> go) {
  cudaGraph_t g;
#if defined(NO_WAIT)
  if (capture(s, &g))
    (void)cudaStreamSynchronize(s);
#elif defined(WAITS_FIRST)
  go.wait();
  if (capture(s, &g))
    (void)cudaStreamSynchronize(s);
#elif defined(ALLOCATES_FIRST)
  (void)cudaMalloc(p, 16);
  if (!capture(s, &g))
    return;
  go.wait();
  (void)cudaStreamSynchronize(s);
#elif defined(ONE_PATH)
  if (!capture(s, &g))
    return;
  if (next())
    go.wait();
  (void)cudaStreamSynchronize(s);
#elif defined(IN_LOOP)
  // A worker waits for what it does next, not for other workers.
  while (next()) {
    go.wait();
    if (capture(s, &g))
      (void)cudaStreamSynchronize(s);
  }
#elif defined(IN_HELPER)
  if (!capture(s, &g) || cudaStreamSynchronize(s) != cudaSuccess)
    return;
  go.wait();
  (void)cudaStreamSynchronize(s);
#elif defined(HELPER_WAITS)
  bool captured = capture(s, &g);
  arrive();
  if (!captured)
    return go.wait();
  go.wait();
  (void)cudaStreamSynchronize(s);
#elif defined(ROUNDS)
  // Each thread does what is prohibited behind a wait in each round.
  while (next()) {
    if (!capture(s, &g))
      return;
    go.wait();
    (void)cudaStreamSynchronize(s);
    go.wait();
  }
#else
  if (!capture(s, &g))
    return;
  arrive();
#if defined(BARRIER)
  pthread_barrier_wait(&barrier);
#elif defined(CONDITION)
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock);
#else
  go.wait();
#endif
#ifndef ONE_OTHER
  (void)cudaStreamSynchronize(s);
#endif
#endif
}

#ifdef ONE_OTHER
// This one does not wait for the captures of the others.
static void load(void **p) {
  while (next())
    (void)cudaMalloc(p, 16);
}
#endif

void start(int n, cudaStream_t *streams, void **p, std::shared_future<void> go) {
  std::vector<std::thread> threads;
#ifdef ONE_OTHER
  std::thread loader(load, p);
#endif
  for (int i = 0; i < n; ++i)
    threads.emplace_back(run, streams[i], p, go);
  for (auto &t : threads)
    t.join();
#ifdef ONE_OTHER
  loader.join();
#endif
}
