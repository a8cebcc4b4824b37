// RUN: not %cuda-capture check --level=possible --checks=-*,cuda-capture-dangling-memory --no-cache --no-config --quiet %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=warning:
// Graphs that are kept, and that arguments may be captured in.
#include "Inputs/recording.h"

// The check works in this file.
class FiresOnce {
  Recording graph;

public:
  void run(float *x);
};
void FiresOnce::run(float *x) {
  if (!graph.recorded)
    // CHECK: :[[#@LINE+1]]:40: warning: possible: {{.*}} refer to the memory of 'x',
    graph.record([&](cudaStream_t s) { kernel<<<1, 1, 0, s>>>(x, 1); });
  graph.execute();
}

// The function compares what it is given with what it has captured.
class SilentIfCompared {
  Recording graph;
  float *last = nullptr;

public:
  void run(float *x);
};
void SilentIfCompared::run(float *x) {
  if (!graph.recorded || last != x) {
    graph.record([&](cudaStream_t s) { kernel<<<1, 1, 0, s>>>(x, 1); });
    last = x;
  }
  graph.execute();
}
class SilentIfComparedBefore {
  Recording graph;
  float *last = nullptr;

public:
  void run(float *x);
};
void SilentIfComparedBefore::run(float *x) {
  const bool renew = !graph.recorded || last != x;
  last = x;
  if (renew)
    graph.record([&](cudaStream_t s) { kernel<<<1, 1, 0, s>>>(x, 1); });
  graph.execute();
}

// A function that is not seen decides.
class SilentIfDecidedElsewhere {
  Recording graph;

public:
  void run(float *x);
};
void SilentIfDecidedElsewhere::run(float *x) {
  if (elsewhere())
    graph.record([&](cudaStream_t s) { kernel<<<1, 1, 0, s>>>(x, 1); });
  graph.execute();
}

// Another function makes the next call capture anew.
class SilentIfReset {
  Recording resettable;
  bool stale = true;

public:
  void run(float *x);
  void changed() { stale = true; }
};
void SilentIfReset::run(float *x) {
  if (stale) {
    resettable.record([&](cudaStream_t s) { kernel<<<1, 1, 0, s>>>(x, 1); });
    stale = false;
  }
  resettable.execute();
}

// Each call captures.
class SilentIfCapturedEachTime {
  Recording graph;

public:
  void run(float *x);
};
void SilentIfCapturedEachTime::run(float *x) {
  graph.record([&](cudaStream_t s) { kernel<<<1, 1, 0, s>>>(x, 1); });
  graph.execute();
}

// The memory is that of the object.
class SilentForItsOwnMemory {
  Recording graph;
  float *own;

public:
  void run(float *x, int n);
};
void SilentForItsOwnMemory::run(float *x, int n) {
  cudaMemcpy(own, x, n, cudaMemcpyDeviceToDevice);
  if (!graph.recorded)
    graph.record([&](cudaStream_t s) { kernel<<<1, 1, 0, s>>>(own, 1); });
  graph.execute();
}

// All calls are seen, and give the function the same memory.
class SilentIfCallsAreAlike {
  Recording graph;
  float *own;
  void step(float *x) {
    if (!graph.recorded)
      graph.record([&](cudaStream_t s) { kernel<<<1, 1, 0, s>>>(x, 1); });
    graph.execute();
  }

public:
  void run() { step(own); }
};
static void launchKept(float *x, cudaStream_t s) {
  static cudaGraphExec_t exec = nullptr;
  if (!exec) {
    cudaGraph_t g;
    cudaStreamBeginCapture(s, kThreadLocal);
    kernel<<<1, 1, 0, s>>>(x, 1);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&exec, g, 0);
  }
  cudaGraphLaunch(exec, s);
}
void silentInALoop(cudaStream_t s) {
  float *x;
  cudaMalloc(&x, 4);
  for (int i = 0; i < 100; ++i)
    launchKept(x, s);
}

// The nodes of the graph get the new memory.
class SilentIfUpdated {
  cudaGraphExec_t updated = nullptr;
  cudaGraphNode_t node;
  cudaStream_t s;

public:
  void run(float *x, const cudaKernelNodeParams *params);
};
void SilentIfUpdated::run(float *x, const cudaKernelNodeParams *params) {
  if (!updated) {
    cudaGraph_t g;
    cudaStreamBeginCapture(s, kThreadLocal);
    kernel<<<1, 1, 0, s>>>(x, 1);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&updated, g, 0);
  } else {
    cudaGraphExecKernelNodeSetParams(updated, node, params);
  }
  cudaGraphLaunch(updated, s);
}

// The launch depends on the argument.
class SilentIfComparedForTheLaunch {
  cudaGraphExec_t exec;
  float *captured = nullptr;
  cudaStream_t s;

public:
  void run(float *x, int n);
};
void SilentIfComparedForTheLaunch::run(float *x, int n) {
  if (!captured) {
    cudaGraph_t g;
    cudaStreamBeginCapture(s, kThreadLocal);
    kernel<<<1, 1, 0, s>>>(x, n);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&exec, g, 0);
    captured = x;
  } else if (x == captured) {
    cudaGraphLaunch(exec, s);
  } else {
    kernel<<<1, 1, 0, s>>>(x, n);
  }
}
