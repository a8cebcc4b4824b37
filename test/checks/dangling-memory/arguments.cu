// RUN: not %cuda-capture check --level=possible --checks=-*,cuda-capture-dangling-memory --no-cache --no-config --quiet %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: %cuda-capture check --checks=-*,cuda-capture-dangling-memory --no-cache --no-config --quiet %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --check-prefix=EXACT --allow-empty
// EXACT-NOT: warning:
// A graph that the first call captures, with memory that its arguments choose,
// and that later calls only launch.
#include "Inputs/recording.h"

class FiresForAParameter {
  cudaGraphExec_t exec = nullptr;
  cudaStream_t s;

public:
  void run(float *x, int n);
};
void FiresForAParameter::run(float *x, int n) {
  if (!exec) {
    cudaGraph_t g;
    cudaStreamBeginCapture(s, kThreadLocal);
    // CHECK: :[[#@LINE+1]]:5: warning: possible: kernel launch makes the graph refer to the memory of 'x', which an argument of the capturing call chooses; later calls launch the kept graph, whatever they are given [cuda-capture-dangling-memory]
    kernel<<<1, 1, 0, s>>>(x, n);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&exec, g, 0);
    cudaGraphDestroy(g);
  }
  // CHECK: :[[#@LINE+1]]:3: note: {{.*}} is launched here
  cudaGraphLaunch(exec, s);
}

// A wrapper records what a lambda does, and knows whether it has.
struct Frame {
  float *in, *out;
};
class FiresForAnElement {
  Frame frames[2];
  Recording graph;

public:
  void tick(int to);
};
void FiresForAnElement::tick(int to) {
  Frame &frame = frames[to];
  if (!graph.recorded)
    // CHECK: :[[#@LINE+1]]:40: warning: possible: kernel launch makes the graph refer to the memory of 'frame.in', which an argument of the capturing call chooses;
    graph.record([&](cudaStream_t s) { kernel<<<1, 1, 0, s>>>(frame.in, 1); });
  graph.execute();
}
class FiresBehindAGetter {
  Recording graph;

public:
  void tick(float *x);
};
void FiresBehindAGetter::tick(float *x) {
  if (!graph.isRecorded())
    // CHECK: :[[#@LINE+1]]:40: warning: possible: kernel launch makes the graph refer to the memory of 'x',
    graph.record([&](cudaStream_t s) { kernel<<<1, 1, 0, s>>>(x, 1); });
  graph.execute();
}

// The calls that are seen differ.
class FiresForTwoCalls {
  Recording graph;
  float *a, *b;
  void step(float *x) {
    if (!graph.recorded)
      // CHECK: :[[#@LINE+1]]:42: warning: possible: kernel launch makes the graph refer to the memory of 'x',
      graph.record([&](cudaStream_t s) { kernel<<<1, 1, 0, s>>>(x, 1); });
    graph.execute();
  }

public:
  void both() {
    step(a);
    step(b);
  }
};

// The graph is a variable of the program.
void firesForAStaticVariable(float *x, cudaStream_t s) {
  static cudaGraphExec_t exec = nullptr;
  if (exec == nullptr) {
    cudaGraph_t g;
    cudaStreamBeginCapture(s, kThreadLocal);
    // CHECK: :[[#@LINE+1]]:5: warning: possible: kernel launch makes the graph refer to the memory of 'x',
    kernel<<<1, 1, 0, s>>>(x, 1);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&exec, g, 0);
    cudaGraphDestroy(g);
  }
  cudaGraphLaunch(exec, s);
}

// A getter of what the argument chooses, also behind another getter.
class Buffer {
  float *memory;

public:
  float *data() { return memory; }
};
class Pair {
  Buffer first, second;

public:
  Buffer &get(int which) { return which ? second : first; }
};
class FiresForGetters {
  Pair pairs[2];
  Recording graph;

public:
  void tick(int to);
};
void FiresForGetters::tick(int to) {
  Pair &pair = pairs[to];
  if (!graph.recorded)
    // CHECK: :[[#@LINE+1]]:40: warning: possible: kernel launch makes the graph refer to the memory of 'pair.get(1).data()', which an argument of the capturing call chooses;
    graph.record([&](cudaStream_t s) { kernel<<<1, 1, 0, s>>>(pair.get(1).data(), 1); });
  graph.execute();
}

// The first call only captures.
class FiresInTheOtherBranch {
  cudaGraphExec_t exec;
  bool made = false;
  cudaStream_t s;

public:
  void run(float *x, int n);
};
void FiresInTheOtherBranch::run(float *x, int n) {
  if (!made) {
    cudaGraph_t g;
    cudaStreamBeginCapture(s, kThreadLocal);
    // CHECK: :[[#@LINE+1]]:5: warning: possible: kernel launch makes the graph refer to the memory of 'x', which an argument of the capturing call chooses; later calls launch the kept graph, whatever they are given [cuda-capture-dangling-memory]
    kernel<<<1, 1, 0, s>>>(x, n);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&exec, g, 0);
    cudaGraphDestroy(g);
    made = true;
  } else {
    cudaGraphLaunch(exec, s);
  }
}
