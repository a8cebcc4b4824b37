// RUN: %tidy %all-checks %s -- %cuda-flags -fopenmp=libomp 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy %all-checks %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=WITHOUT --implicit-check-not=warning: --implicit-check-not=error:
// Regions of OpenMP. Without -fopenmp they are run one after the other.
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
constexpr cudaStreamCaptureMode kThreadLocal = cudaStreamCaptureModeThreadLocal;
constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();
void unseen();
extern "C" int omp_get_thread_num();

static void capture(cudaStream_t s, cudaGraph_t *g, cudaStreamCaptureMode mode) {
  cudaStreamBeginCapture(s, mode);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}

//===--- A region in a capture ---===//

void firesInASection(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
#pragma omp parallel sections
  {
#pragma omp section
    kernel<<<1, 1, 0, s>>>();
#pragma omp section
    {
      // CHECK: :[[#@LINE+3]]:7: warning: call to 'cudaMalloc' while 's' is capturing in global mode in another thread; the runtime rejects it with {{.*}} [cuda-capture-unsafe-call]
      // CHECK: note: begin the capture with cudaStreamCaptureModeThreadLocal
      // WITHOUT: :[[#@LINE+1]]:7: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
      cudaMalloc(&p, 16);
    }
  }
  cudaStreamEndCapture(s, g);
}
// Which thread runs a section is not known.
void silentInASectionOfALocalCapture(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kThreadLocal);
#pragma omp parallel sections
  {
#pragma omp section
    kernel<<<1, 1, 0, s>>>();
#pragma omp section
    // WITHOUT: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(&p, 16);
  }
  cudaStreamEndCapture(s, g);
}
void silentIfRelaxed(cudaStream_t s, cudaGraph_t *g, void **p) {
  cudaStreamBeginCapture(s, kRelaxed);
#pragma omp parallel for
  for (int i = 0; i < 4; ++i)
    cudaMalloc(&p[i], 16);
  cudaStreamEndCapture(s, g);
}
void firesInALoop(cudaStream_t s, cudaGraph_t *g, void **p) {
  cudaStreamBeginCapture(s, kGlobal);
#pragma omp parallel for
  for (int i = 0; i < 4; ++i)
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaMalloc' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
    // WITHOUT: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(&p[i], 16);
  cudaStreamEndCapture(s, g);
}
// The thread that begins the team is one of it.
void firesInATeam(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kThreadLocal);
#pragma omp parallel
  {
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaFree' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
    // WITHOUT: :[[#@LINE+1]]:5: warning: call to 'cudaFree' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
    cudaFree(p);
  }
  cudaStreamEndCapture(s, g);
}
void silentForATaskOfALocalCapture(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kThreadLocal);
#pragma omp task
  // WITHOUT: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}
void firesForATask(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
#pragma omp task
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 's' may be capturing in global mode in another thread; {{.*}} [cuda-capture-unsafe-call]
  // WITHOUT: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
#pragma omp taskwait
  cudaStreamEndCapture(s, g);
}
void firesInALoopThatTheCompilerVectorizes(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kThreadLocal);
#pragma omp simd
  for (int i = 0; i < 4; ++i)
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaFree' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
    // WITHOUT: :[[#@LINE+1]]:5: warning: call to 'cudaFree' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
    cudaFree(p);
  cudaStreamEndCapture(s, g);
}
void silentForWork(cudaStream_t s, cudaStream_t other, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
#pragma omp parallel
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
#pragma omp parallel for
  for (int i = 0; i < 4; ++i)
    kernel<<<1, 1, 0, other>>>();
}

//===--- Captures in regions ---===//

void firesBesideASection(cudaStream_t s, cudaGraph_t *g, void *p) {
#pragma omp parallel sections
  {
    {
      cudaStreamBeginCapture(s, kGlobal);
      kernel<<<1, 1, 0, s>>>();
      cudaStreamEndCapture(s, g);
    }
#pragma omp section
    {
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaMalloc' while 's' may be capturing in global mode in another thread; if the two meet, {{.*}} [cuda-capture-unsafe-call]
      cudaMalloc(&p, 16);
    }
  }
}
void firesBesideASectionOfATeam(cudaStream_t s, cudaGraph_t *g, void *p) {
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      capture(s, g, kGlobal);
#pragma omp section
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaMalloc' while {{.*}} may be capturing in global mode in another thread; if the two meet, {{.*}} [cuda-capture-unsafe-call]
      cudaMalloc(&p, 16);
    }
  }
}
void silentBesideALocalCapture(cudaStream_t s, cudaGraph_t *g, void *p) {
#pragma omp parallel sections
  {
#pragma omp section
    capture(s, g, kThreadLocal);
#pragma omp section
    cudaMalloc(&p, 16);
  }
}
void silentBesideACriticalSection(cudaStream_t s, cudaGraph_t *g, void *p) {
#pragma omp parallel sections
  {
#pragma omp section
#pragma omp critical
    capture(s, g, kGlobal);
#pragma omp section
#pragma omp critical
    cudaMalloc(&p, 16);
  }
}
void silentBehindSections(cudaStream_t s, cudaGraph_t *g, void *p) {
#pragma omp parallel sections
  {
#pragma omp section
    cudaMalloc(&p, 16);
#pragma omp section
    unseen();
  }
  capture(s, g, kGlobal);
}
void silentInOneSection(cudaStream_t s, cudaGraph_t *g, void *p) {
#pragma omp parallel sections
  {
#pragma omp section
    {
      cudaMalloc(&p, 16);
      capture(s, g, kGlobal);
      cudaFree(p);
    }
  }
}
void firesForAGraphOfEachThread(cudaGraph_t *graphs, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    cudaStream_t s;
    cudaStreamCreate(&s);
    void *p;
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while 's' may be capturing in global mode in another thread; if the two meet, {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(&p, 16);
    capture(s, &graphs[i], kGlobal);
  }
}
void silentForALocalCaptureOfEachThread(cudaGraph_t *graphs, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    cudaStream_t s;
    cudaStreamCreate(&s);
    void *p;
    cudaMalloc(&p, 16);
    capture(s, &graphs[i], kThreadLocal);
    cudaStreamDestroy(s);
  }
}
void silentIfTheyWaitForEachOther(cudaGraph_t *graphs) {
#pragma omp parallel
  {
    cudaStream_t s;
    cudaStreamCreate(&s);
    void *p;
    cudaMalloc(&p, 16);
#pragma omp barrier
    capture(s, &graphs[omp_get_thread_num()], kGlobal);
  }
}
void silentIfOneByOne(cudaGraph_t *graphs, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp critical
    {
      cudaStream_t s;
      cudaStreamCreate(&s);
      void *p;
      cudaMalloc(&p, 16);
      capture(s, &graphs[i], kGlobal);
    }
  }
}
void silentIfOneDoesAll(cudaStream_t s, cudaGraph_t *g, void *p) {
#pragma omp parallel
  {
#pragma omp single
    {
      cudaMalloc(&p, 16);
      capture(s, g, kGlobal);
    }
#pragma omp master
    {
      cudaMalloc(&p, 16);
      capture(s, g, kGlobal);
    }
    if (omp_get_thread_num() == 0) {
      cudaMalloc(&p, 16);
      capture(s, g, kGlobal);
    }
  }
}
void silentIfThereIsOneThread(cudaStream_t s, cudaGraph_t *g, void *p, bool several) {
#pragma omp parallel num_threads(1)
  {
    cudaMalloc(&p, 16);
    capture(s, g, kGlobal);
  }
#pragma omp parallel if (several)
  {
    cudaMalloc(&p, 16);
    capture(s, g, kGlobal);
  }
}
void firesForTwoTasks(cudaStream_t s, cudaGraph_t *g, void *p) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    capture(s, g, kGlobal);
#pragma omp task
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaFree' while {{.*}} may be capturing in global mode in another thread; if the two meet, {{.*}} [cuda-capture-unsafe-call]
    cudaFree(p);
  }
}
void silentForTasksInOrder(cudaStream_t s, cudaGraph_t *g, void *p) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : p)
    capture(s, g, kGlobal);
#pragma omp task depend(in : p)
    cudaFree(p);
  }
}
void silentForATaskThatIsWaitedFor(cudaStream_t s, cudaGraph_t *g, void *p) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    capture(s, g, kGlobal);
#pragma omp taskwait
#pragma omp task
    cudaFree(p);
  }
}

void silentForAGroupOfTasks(cudaStream_t s, cudaGraph_t *g, void *p) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      cudaFree(p);
    }
    capture(s, g, kGlobal);
  }
}
void firesBesideATask(cudaStream_t s, cudaGraph_t *g, void *p) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaFree' while 's' may be capturing {{.*}} [cuda-capture-unsafe-call]
    cudaFree(p);
    capture(s, g, kGlobal);
  }
}
void firesForRoundsThatDiffer(cudaStream_t s, cudaGraph_t *g, void *p) {
#pragma omp parallel for
  for (int i = 0; i < 2; ++i)
    if (i == 0)
      capture(s, g, kGlobal);
    else
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaFree' while {{.*}} may be capturing {{.*}} [cuda-capture-unsafe-call]
      cudaFree(p);
}
void silentIfTheMasterCaptures(cudaStream_t s, cudaGraph_t *g) {
#pragma omp parallel
  {
#pragma omp master
    cudaStreamBeginCapture(s, kRelaxed);
#pragma omp barrier
#pragma omp critical
    kernel<<<1, 1, 0, s>>>();
#pragma omp barrier
#pragma omp master
    cudaStreamEndCapture(s, g);
  }
}
void silentForForksInRounds(cudaStream_t s, cudaStream_t *side, cudaEvent_t fork, cudaEvent_t *join, cudaGraph_t *g, int n) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, s);
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    cudaStreamWaitEvent(side[i], fork, 0);
    kernel<<<1, 1, 0, side[i]>>>();
    cudaEventRecord(join[i], side[i]);
  }
  for (int i = 0; i < n; ++i)
    cudaStreamWaitEvent(s, join[i], 0);
  cudaStreamEndCapture(s, g);
}
void silentForStreamsOfThreads(cudaStream_t *streams, cudaGraph_t *graphs, int n) {
#pragma omp parallel num_threads(n)
  {
    int t = omp_get_thread_num();
    cudaStreamCreate(&streams[t]);
    capture(streams[t], &graphs[t], kThreadLocal);
    cudaStreamDestroy(streams[t]);
  }
  cudaStreamCreate(&streams[0]);
  kernel<<<1, 1, 0, streams[0]>>>();
}

//===--- What is shared and what is not ---===//

void silentForACopy(cudaStream_t *streams, int n) {
  cudaStream_t s;
#pragma omp parallel for private(s)
  for (int i = 0; i < n; ++i) {
    cudaStreamCreate(&s);
    kernel<<<1, 1, 0, s>>>();
    cudaStreamDestroy(s);
  }
  cudaStreamCreate(&s);
  cudaStreamSynchronize(s);
}
struct Engine {
  cudaStream_t stream;
  cudaGraph_t graph;
  void *data;
  void firesInAMember() {
    cudaStreamBeginCapture(stream, kGlobal);
#pragma omp parallel sections
    {
#pragma omp section
      // CHECK: :[[#@LINE+2]]:7: warning: call to 'cudaMalloc' while 'stream' is capturing in global mode in another thread; {{.*}} [cuda-capture-unsafe-call]
      // WITHOUT: :[[#@LINE+1]]:7: warning: call to 'cudaMalloc' while 'stream' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
      cudaMalloc(&data, 16);
#pragma omp section
      kernel<<<1, 1, 0, stream>>>();
    }
    cudaStreamEndCapture(stream, &graph);
  }
};
void firesInALambda(cudaStream_t s, cudaGraph_t *g) {
  auto body = [&] {
    void *p;
    cudaStreamBeginCapture(s, kGlobal);
#pragma omp parallel sections
    {
#pragma omp section
      // CHECK: :[[#@LINE+2]]:7: warning: call to 'cudaMalloc' while 's' is capturing in global mode in another thread; {{.*}} [cuda-capture-unsafe-call]
      // WITHOUT: :[[#@LINE+1]]:7: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
      cudaMalloc(&p, 16);
    }
    cudaStreamEndCapture(s, g);
  };
  body();
}
void firesBehindARegion(cudaStream_t s, cudaGraph_t *g, float *out, int n) {
  cudaStreamBeginCapture(s, kGlobal);
#pragma omp parallel for reduction(+ : n)
  for (int i = 0; i < 16; ++i) {
    out[i] = i;
    n += i;
  }
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  // WITHOUT: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
}
