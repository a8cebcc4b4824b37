// RUN: %lint-cu
// Owners, closures, fixtures and caches that keep what their graphs refer to.
#include <cuda_runtime.h>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
static constexpr auto kGlobal = cudaStreamCaptureModeGlobal;
static constexpr auto kToDevice = cudaMemcpyHostToDevice;
struct HostBuf {
  float *p;
  explicit HostBuf(int n) : p(new float[n]) {}
  HostBuf(HostBuf &&o) : p(o.p) { o.p = nullptr; }
  HostBuf &operator=(HostBuf &&o) {
    p = o.p;
    o.p = nullptr;
    return *this;
  }
  ~HostBuf() { delete[] p; }
};
struct Graph {
  cudaGraphExec_t e = nullptr;
  Graph() = default;
  Graph(cudaGraph_t g) { cudaGraphInstantiate(&e, g, 0); }
  Graph(Graph &&o) : e(o.e) { o.e = nullptr; }
  Graph &operator=(Graph &&o) {
    if (e)
      cudaGraphExecDestroy(e);
    e = o.e;
    o.e = nullptr;
    return *this;
  }
  ~Graph() {
    if (e)
      cudaGraphExecDestroy(e);
  }
  void launch(cudaStream_t s) { cudaGraphLaunch(e, s); }
};
struct M {
  HostBuf keep{1};
  cudaGraphExec_t exec_;
  cudaStream_t s;
  void a(float *d) {
    HostBuf b(4);
    cudaGraph_t g;
    cudaStreamBeginCapture(s, kGlobal);
    cudaMemcpyAsync(d, b.p, 16, kToDevice, s);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&exec_, g, 0);
    keep = std::move(b);
    cudaGraphLaunch(exec_, s);
  }
};
void localGraph(cudaStream_t s, float *d) {
  float x = 1;
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(d, &x, 4, kToDevice, s);
  cudaStreamEndCapture(s, &g);
  Graph gr(g);
  cudaGraphDestroy(g);
  gr.launch(s);
  cudaStreamSynchronize(s);
}
Graph capture(cudaStream_t s, const std::function<void()> &body) {
  cudaGraph_t g;
  // NOLINTNEXTLINE(cuda-capture-leak-on-error)
  cudaStreamBeginCapture(s, kGlobal);
  body();
  cudaStreamEndCapture(s, &g);
  Graph r(g);
  cudaGraphDestroy(g);
  return r;
}
void byFunction(cudaStream_t s, float *d) {
  float x = 1;
  std::vector<float> v(4);
  Graph g = capture(s, [&] {
    cudaMemcpyAsync(d, &x, 4, kToDevice, s);
    cudaMemcpyAsync(d, v.data(), 4, kToDevice, s);
  });
  g.launch(s);
  cudaStreamSynchronize(s);
}
template <class F> Graph captureT(cudaStream_t s, F &&body) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  std::forward<F>(body)();
  cudaStreamEndCapture(s, &g);
  Graph r(g);
  cudaGraphDestroy(g);
  return r;
}
void byTemplate(cudaStream_t s, float *d) {
  float x = 1;
  Graph g = captureT(s, [&] { cudaMemcpyAsync(d, &x, 4, kToDevice, s); });
  for (int i = 0; i < 3; ++i) {
    x = i;
    g.launch(s);
    cudaStreamSynchronize(s);
  }
}
// closure copy with lifetime
void closureKept(cudaStream_t s, float *d) {
  float y = 2;
  auto body = [=] { cudaMemcpyAsync(d, &y, 4, kToDevice, s); };
  Graph g = captureT(s, body);
  g.launch(s);
  cudaStreamSynchronize(s);
}
struct Fixture {
  cudaStream_t s;
  float *d;
  cudaGraphExec_t exec;
  void build(const float *h) {
    cudaGraph_t g;
    cudaStreamBeginCapture(s, kGlobal);
    cudaMemcpyAsync(d, h, 4, kToDevice, s);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&exec, g, 0);
    cudaGraphDestroy(g);
  }
  void run() {
    cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
  }
  void test1() {
    float x = 1;
    build(&x);
    run();
  }
  void test2() {
    float x[4];
    build(x);
    for (int i = 0; i < 4; ++i)
      run();
  }
  void test3() {
    std::vector<float> v(4);
    build(v.data());
    run();
    v[0] = 3;
    run();
  }
};
struct Cache {
  std::map<std::string, std::pair<std::vector<float>, cudaGraphExec_t>> m;
  cudaStream_t s;
  float *d;
  void run(const std::string &k) {
    auto &e = m[k];
    if (!e.second) {
      e.first.resize(4);
      cudaGraph_t g;
      cudaStreamBeginCapture(s, kGlobal);
      cudaMemcpyAsync(d, e.first.data(), 16, kToDevice, s);
      cudaStreamEndCapture(s, &g);
      cudaGraphInstantiate(&e.second, g, 0);
    }
    cudaGraphLaunch(e.second, s);
  }
};
struct State {
  std::vector<float> h;
  cudaGraphExec_t e;
};
std::unique_ptr<State> make(cudaStream_t s, float *d) {
  auto st = std::make_unique<State>();
  st->h.resize(4);
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(d, st->h.data(), 16, kToDevice, s);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&st->e, g, 0);
  return st;
}
State make2(cudaStream_t s, float *d) {
  State st;
  st.h.resize(4);
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(d, st.h.data(), 16, kToDevice, s);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&st.e, g, 0);
  return st;
}
State *make3(cudaStream_t s, float *d) {
  State *st = new State;
  st->h.resize(4);
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(d, st->h.data(), 16, kToDevice, s);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&st->e, g, 0);
  return st;
}
struct Own {
  float v;
  cudaGraphExec_t e;
  Own(cudaStream_t s, float *d) : v(1) {
    cudaGraph_t g;
    cudaStreamBeginCapture(s, kGlobal);
    cudaMemcpyAsync(d, &v, 4, kToDevice, s);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&e, g, 0);
  }
};
Own mk(cudaStream_t s, float *d) { return Own(s, d); }
struct Outer {
  Own o;
  Outer(cudaStream_t s, float *d) : o(s, d) {}
};
void useOuter(cudaStream_t s, float *d) {
  Outer o(s, d);
  cudaGraphLaunch(o.o.e, s);
  Own p = mk(s, d);
  cudaGraphLaunch(p.e, s);
  auto q = Own(s, d);
  cudaGraphLaunch(q.e, s);
  std::optional<Own> r;
  r.emplace(s, d);
  cudaGraphLaunch(r->e, s);
  auto u = std::make_unique<Own>(s, d);
  cudaGraphLaunch(u->e, s);
}
static Outer *g_outer;
void setOuter(cudaStream_t s, float *d) { g_outer = new Outer(s, d); }
struct Derived : Own {
  Derived(cudaStream_t s, float *d) : Own(s, d) {}
};
Derived *mkD(cudaStream_t s, float *d) { return new Derived(s, d); }
void loopRe(cudaStream_t s, float *d, int n) {
  for (int i = 0; i < n; ++i) {
    float *t;
    cudaMalloc(&t, 4);
    float x = i;
    cudaGraph_t g;
    cudaGraphExec_t e;
    cudaStreamBeginCapture(s, kGlobal);
    cudaMemcpyAsync(t, &x, 4, kToDevice, s);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&e, g, 0);
    cudaGraphLaunch(e, s);
    cudaStreamSynchronize(s);
    cudaGraphExecDestroy(e);
    cudaGraphDestroy(g);
    cudaFree(t);
  }
}
void arr(cudaStream_t s, float *d) {
  float h[4];
  cudaGraphExec_t e[4];
  for (int i = 0; i < 4; ++i) {
    cudaGraph_t g;
    cudaStreamBeginCapture(s, kGlobal);
    cudaMemcpyAsync(d, &h[i], 4, kToDevice, s);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&e[i], g, 0);
    cudaGraphDestroy(g);
  }
  for (int i = 0; i < 4; ++i)
    cudaGraphLaunch(e[i], s);
  cudaStreamSynchronize(s);
}
// And one that does not keep it.
std::unique_ptr<State> firesForMemoryBeside(cudaStream_t s, float *d) {
  auto state = std::make_unique<State>();
  cudaGraph_t g;
  cudaGraphExec_t e;
  cudaStreamBeginCapture(s, kGlobal);
  {
    std::vector<float> h(4);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'h', {{.*}} [cuda-capture-dangling-memory]
    cudaMemcpyAsync(d, h.data(), 16, kToDevice, s);
  }
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, s);
  return state;
}
