// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=-unchecked-result,-leaked-graph %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// One member function captures work on a buffer of its object and keeps the graph, and another one frees the buffer and allocates it anew.
#include <cuda_runtime.h>
#include <memory>
__global__ void step(const int *lengths);
#define OK(x) if ((x) != cudaSuccess) return
#define CAPTURE(...)                                                                               \
  cudaGraph_t graph;                                                                               \
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));                            \
  __VA_ARGS__;                                                                                     \
  OK(cudaStreamEndCapture(stream, &graph));                                                        \
  OK(cudaGraphInstantiate(&exec, graph, 0));                                                       \
  OK(cudaGraphDestroy(graph))

struct Keeper {
  int *lengths = nullptr;
  int count = 0;
  cudaGraphExec_t exec = nullptr;
  cudaStream_t stream;
  bool ready = false;
};
struct Fires : Keeper {
  void resize(int n) {
    if (lengths && count != n) {
      // CHECK: :[[#@LINE+11]]:16: warning: possible: kernel launch makes the graph refer to the memory of 'lengths', which another call replaces while the graph is kept; {{.*}} [cuda-capture-dangling-memory]
      // CHECK: :[[#@LINE+1]]:7: note: the memory is released here
      cudaFree(lengths);
      lengths = nullptr;
    }
    if (!lengths)
      OK(cudaMalloc(&lengths, n * sizeof(int)));
    count = n;
  }
  void run() {
    if (!exec) {
      CAPTURE((step<<<1, 1, 0, stream>>>(lengths)));
    }
    OK(cudaGraphLaunch(exec, stream));
  }
};
struct SilentIfAFlagIsReset : Keeper {
  void resize(int n) {
    OK(cudaFree(lengths));
    OK(cudaMalloc(&lengths, n * sizeof(int)));
    ready = false;
  }
  void run() {
    if (!ready) {
      CAPTURE((step<<<1, 1, 0, stream>>>(lengths)));
      ready = true;
    }
    OK(cudaGraphLaunch(exec, stream));
  }
};
struct SilentIfTheGraphIsDestroyed : Keeper {
  void forget() {
    if (exec)
      cudaGraphExecDestroy(exec);
    exec = nullptr;
  }
  void resize(int n) {
    forget();
    OK(cudaFree(lengths));
    OK(cudaMalloc(&lengths, n * sizeof(int)));
  }
  void run() {
    if (!exec) {
      CAPTURE((step<<<1, 1, 0, stream>>>(lengths)));
    }
    OK(cudaGraphLaunch(exec, stream));
  }
};
struct SilentIfTheCallerForgetsIt : Keeper {
  void resize(int n) {
    OK(cudaFree(lengths));
    OK(cudaMalloc(&lengths, n * sizeof(int)));
  }
  void prepare(int n) {
    if (exec)
      cudaGraphExecDestroy(exec);
    exec = nullptr;
    resize(n);
  }
  void run() {
    if (!exec) {
      CAPTURE((step<<<1, 1, 0, stream>>>(lengths)));
    }
    OK(cudaGraphLaunch(exec, stream));
  }
};
// Another number of elements makes another graph.
struct SilentForAKey : Keeper {
  int captured = 0;
  void resize(int n) {
    OK(cudaFree(lengths));
    OK(cudaMalloc(&lengths, n * sizeof(int)));
  }
  void run(int n) {
    if (captured != n) {
      CAPTURE((step<<<1, 1, 0, stream>>>(lengths)));
      captured = n;
    }
    OK(cudaGraphLaunch(exec, stream));
  }
};
struct SilentForARelease : Keeper {
  void release() {
    cudaFree(lengths);
    lengths = nullptr;
  }
  void run() {
    if (!exec) {
      OK(cudaMalloc(&lengths, 4));
      CAPTURE((step<<<1, 1, 0, stream>>>(lengths)));
    }
    OK(cudaGraphLaunch(exec, stream));
  }
};
struct SilentForOtherMemory : Keeper {
  int *other = nullptr;
  void resize(int n) {
    OK(cudaFree(other));
    OK(cudaMalloc(&other, n * sizeof(int)));
  }
  void run() {
    if (!exec) {
      CAPTURE((step<<<1, 1, 0, stream>>>(lengths)));
    }
    OK(cudaGraphLaunch(exec, stream));
  }
};
struct SilentIfTheGraphIsMadeAnew : Keeper {
  void resize(int n) {
    OK(cudaFree(lengths));
    OK(cudaMalloc(&lengths, n * sizeof(int)));
  }
  void run() {
    CAPTURE((step<<<1, 1, 0, stream>>>(lengths)));
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaGraphExecDestroy(exec));
  }
};
struct Observed;
void changed(Observed *);
struct Observed : Keeper { // Silent: whoever is told may forget the graph.
  void resize(int n) {
    OK(cudaFree(lengths));
    OK(cudaMalloc(&lengths, n * sizeof(int)));
    changed(this);
  }
  void run() {
    if (!exec) {
      CAPTURE((step<<<1, 1, 0, stream>>>(lengths)));
    }
    OK(cudaGraphLaunch(exec, stream));
  }
};
struct SilentIfTheFunctionResizesItself : Keeper {
  void resize(int n) {
    if (n <= count)
      return;
    OK(cudaFree(lengths));
    OK(cudaMalloc(&lengths, n * sizeof(int)));
    count = n;
  }
  void run(int n) {
    resize(n);
    if (!exec) {
      CAPTURE((step<<<1, 1, 0, stream>>>(lengths)));
    }
    OK(cudaGraphLaunch(exec, stream));
  }
};

template <class T> class Tensor {
public:
  explicit Tensor(size_t n) { (void)cudaMalloc(&data_, n * sizeof(T)); }
  ~Tensor() { (void)cudaFree(data_); }
  T *data() { return data_; }

private:
  T *data_ = nullptr;
};
struct Owner {
  std::unique_ptr<Tensor<int>> lengths;
  cudaStream_t stream;
  cudaGraphExec_t exec = nullptr;
  bool ready = false;
  void prepare(size_t n) { lengths = std::make_unique<Tensor<int>>(n); }
  void run() {
    if (!ready) {
      // CHECK: :[[#@LINE+1]]:16: warning: possible: kernel launch makes the graph refer to the memory of 'lengths->data()', which another call replaces while the graph is kept; {{.*}} [cuda-capture-dangling-memory]
      CAPTURE((step<<<1, 1, 0, stream>>>(lengths->data())));
      ready = true;
    }
    OK(cudaGraphLaunch(exec, stream));
  }
};
struct SilentOwner : Owner {
  void prepareAnew(size_t n) {
    lengths = std::make_unique<Tensor<int>>(n);
    ready = false;
  }
};
