// Clang drops statements with errors. What rests on something that such a
// statement may have done is possible at most; what no such statement can
// change is found all the same.
// RUN: not %tidy %all-checks %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: not %tidy %all-checks --config='{CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=POSSIBLE
// The whole program is told the same by the object of each source.
// RUN: rm -rf %t && mkdir -p %t && cp %s %t/a.cu
// RUN: not %cuda-capture check --no-cache '--checks=-*,cuda-capture-*,-cuda-capture-unchecked-result,-cuda-capture-leaked-graph' %t/a.cu -- %cuda-flags > %t/log 2>&1
// RUN: %FileCheck %s --input-file=%t/log --check-prefix=PROGRAM
// PROGRAM: 4 findings
#include <cuda_runtime.h>

__global__ void kernel(float *p);

// What makes the stream, the event or the graph.
void silentNeverCreated(cudaGraph_t *g) {
  cudaStream_t s;
  RETURN_IF_FAILED cudaStreamCreate(&s);
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  if (cudaStreamEndCapture(s, g) != cudaSuccess)
    return;
}

// What ends the capture, or some of it.
void silentNeverEnded(cudaStream_t s, cudaGraph_t *g, bool b) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  if (b) {
    while (isRunning)
      cudaStreamEndCapture(s, g);
    return;
  }
  cudaStreamEndCapture(s, g);
}
void silentBehindTheEnd(cudaStream_t s, cudaGraph_t *g, float **p) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  while (isRunning)
    cudaStreamEndCapture(s, g);
  // POSSIBLE: :[[#@LINE+1]]:3: warning: possible: call to 'cudaMalloc' while 's' is capturing
  cudaMalloc(p, 4);
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  cudaStreamEndCapture(s, g);
}

// The stream of a fork is joined.
void silentUnjoined(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>(nullptr);
  JOIN(t, s);
  cudaStreamEndCapture(s, g);
}

// A guard whose type is not known, or whose destructor is.
struct Relaxed {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  Relaxed() { exchange(&mode); }
  ~Relaxed() { cudaThreadExchangeStreamCaptureMode(&mode); }
};
void silentInAGuard(cudaStream_t s, cudaGraph_t *g, float **p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  Guard guard;
  cudaMalloc(p, 4);
  cudaStreamEndCapture(s, g);
}
void silentInAGuardWithAnError(cudaStream_t s, cudaGraph_t *g, float **p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  {
    Relaxed guard;
    cudaMalloc(p, 4);
  }
  cudaStreamEndCapture(s, g);
}
struct Ends {
  Ends(cudaStream_t s, cudaGraph_t *g) : s(s), g(g) {
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
      throw 1;
  }
  ~Ends() noexcept(ENDS) { cudaStreamEndCapture(s, g); }
  cudaStream_t s;
  cudaGraph_t *g;
};
void silentBehindAGuard(cudaStream_t s, cudaGraph_t *g, float **p) {
  {
    Ends guard(s, g);
  }
  cudaMalloc(p, 4);
}

// In a function that is called.
static void helper(cudaStream_t s, cudaGraph_t *g) {
  RETURN_IF_FAILED cudaStreamEndCapture(s, g);
}
void silentBehindAHelper(cudaStream_t s, cudaGraph_t *g, float **p) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  helper(s, g);
  cudaMalloc(p, 4);
  cudaStreamEndCapture(s, g);
}

// In a round of a loop, or in another function.
void silentForALoop(cudaStream_t s, cudaGraph_t *g, cudaStream_t *t, cudaEvent_t *e, int n) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  for (int i = 0; i < n; ++i) {
    cudaEventRecord(e[i], s);
    cudaStreamWaitEvent(t[i], e[i], 0);
    kernel<<<1, 1, 0, t[i]>>>(nullptr);
    cudaEventRecord(e[i], t[i]);
  }
  for (int i = 0; i < n; ++i)
    JOIN(s, e[i]);
  cudaStreamEndCapture(s, g);
}
struct Patched {
  cudaGraphExec_t exec;
  cudaStream_t s;
  void silentIfTheNodeMayBeSet(float *d, float x) {
    cudaGraph_t g;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    cudaMemcpyAsync(d, &x, sizeof x, cudaMemcpyHostToDevice, s);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&exec, g, 0);
  }
  void run(float *d, float x) {
    UPDATE cudaGraphExecUpdate(exec);
    cudaGraphLaunch(exec, s);
  }
};

// What a number was replaced by.
void silentForAValue(cudaStream_t s, cudaGraph_t *g) {
  cudaStream_t t = nullptr;
  t = streamOf(s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, t>>>(nullptr);
  cudaStreamEndCapture(s, g);
}

// Between the begin and the call, nothing is missing.
void firesBefore(cudaStream_t s, cudaGraph_t *g, float **p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 's' is capturing
  cudaMalloc(p, 4);
  cudaStreamEndCapture(s, g);
  LOG("done");
}
void firesBehind(cudaStream_t s, cudaGraph_t *g) {
  LOG("begin");
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing
  cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
}
void firesInAnotherArm(cudaStream_t s, cudaGraph_t *g, float **p, bool b) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (b) {
    kernel<<<1, 1, 0, s>>>(nullptr);
    LOG("small");
  } else {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while 's' is capturing
    cudaMalloc(p, 4);
  }
  cudaStreamEndCapture(s, g);
}

// A condition with an error may ask whether the stream captures.
struct Answer {
  bool Eager = false;
};
void ask(Answer *);
void silentForAGuardWithAnError(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (isEager(s))
    // POSSIBLE: :[[#@LINE+1]]:5: warning: possible: call to 'cudaStreamSynchronize' while 's' is capturing
    cudaStreamSynchronize(s);
  switch (kindOf(s)) {
  case 1:
    // POSSIBLE: :[[#@LINE+1]]:5: warning: possible: call to 'cudaStreamSynchronize' while 's' is capturing
    cudaStreamSynchronize(s);
  }
  cudaStreamEndCapture(s, g);
}
void silentWhereTheAnswerIsNotDeclared(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  Answers a{};
  ask(&a);
  if (a.Eager)
    cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
}
void firesBesideSuchACondition(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (isEager(s))
    kernel<<<1, 1, 0, s>>>(nullptr);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' while 's' is capturing
  cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}

// A number may have been replaced, and the condition on it may exclude the call.
static int enabled = 1;
void silentForANumber(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  enabled = 0;
  LOG("disabled");
  if (enabled)
    // POSSIBLE: :[[#@LINE+1]]:5: warning: possible: call to 'cudaStreamSynchronize' while 's' is capturing
    cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
}

// The path that lacks the end and the one that goes on differ in a number only.
void silentBehindTheLastRound(cudaStream_t s, cudaGraph_t *g, int n) {
  for (int i = 0; i < n; ++i) {
    if (i == 0)
      cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    kernel<<<1, 1, 0, s>>>(nullptr);
    if (i == n - 1)
      FINISH(s, g);
  }
  // POSSIBLE: :[[#@LINE+1]]:3: warning: possible: call to 'cudaStreamSynchronize' while 's' is capturing
  cudaStreamSynchronize(s);
}

// An object that gives away its stream ends no capture, so its end does not show
// that the capture still runs.
class Scope {
public:
  Scope(cudaStream_t s, cudaGraph_t *g) : Stream(s), Graph(g) {
    if (cudaStreamBeginCapture(Stream, cudaStreamCaptureModeGlobal) != cudaSuccess)
      Stream = nullptr;
  }
  Scope(Scope &&O) : Stream(O.Stream), Graph(O.Graph) { O.Stream = nullptr; }
  ~Scope() {
    if (Stream)
      cudaStreamEndCapture(Stream, Graph);
  }

private:
  cudaStream_t Stream;
  cudaGraph_t *Graph;
};
void consume(Scope) {}
void silentBehindAConsumedScope(cudaStream_t s, cudaGraph_t *g) {
  consume(Scope(s, g));
  cudaStreamSynchronize(s);
  Scope Named(s, g);
  consume(static_cast<Scope &&>(Named));
  if (isEager(s))
    cudaStreamSynchronize(s);
}
