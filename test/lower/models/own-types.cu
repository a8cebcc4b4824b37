// A class or function of the program is not taken for that of a library that
// has the same name in another namespace: its own code is what it does.
// RUN: not %cuda-capture check --no-config --checks="-*,cuda-capture-synchronization" %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>
#include <utility>

namespace mine {
// Keeps what it was given, and never destroys it.
template <class T> struct unique_ptr {
  explicit unique_ptr(T *P) : P(P) {}
  void reset() {}
  T *operator->() const { return P; }
  T *P;
};
// Waits whenever it is asked for its value.
struct optional {
  cudaStream_t s;
  cudaStream_t value() const {
    cudaStreamSynchronize(s);
    return s;
  }
  void reset() {}
};
// Runs nothing that it is given.
template <class F> struct thread {
  explicit thread(F) {}
  void join() {}
};
template <class F> struct function {
  function(F) {}
  void operator()() const {}
};
// Forgets what it is given.
template <class F> struct finally {
  explicit finally(F) {}
};
template <class I, class F> void for_each(I, I, F) {}
template <class T> void swap(T &, T &) {}
template <class F> void invoke(F) {}
} // namespace mine

struct Waits {
  explicit Waits(cudaStream_t s) : s(s) {}
  ~Waits() { cudaStreamSynchronize(s); }
  cudaStream_t s;
};

void keepsWhatItOwns(cudaStream_t s, cudaGraph_t *g) {
  mine::unique_ptr<Waits> P(new Waits(s));
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  P.reset();
  cudaStreamEndCapture(s, g);
}

void waitsForItsValue(cudaStream_t s, cudaGraph_t *g) {
  mine::optional O{s};
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  O.reset();
  O.value();
  // CHECK: own-types.cu:[[#@LINE-1]]:3: warning: call to 'mine::optional::value' reaches 'cudaStreamSynchronize' while 's' is capturing
  cudaStreamEndCapture(s, g);
}

void runsNothing(cudaStream_t s, cudaGraph_t *g) {
  int Numbers[2] = {};
  auto Wait = [s] { cudaStreamSynchronize(s); };
  auto WaitFor = [s](int) { cudaStreamSynchronize(s); };
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  mine::thread T(Wait);
  T.join();
  mine::function F(Wait);
  F();
  mine::for_each(Numbers, Numbers + 2, WaitFor);
  mine::invoke(Wait);
  { mine::finally G(Wait); }
  cudaStreamEndCapture(s, g);
}

// Were the streams exchanged, 's' would not be capturing.
void exchangesNothing(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  mine::swap(s, t);
  cudaStreamSynchronize(s);
  // CHECK: own-types.cu:[[#@LINE-1]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing
  cudaStreamEndCapture(s, g);
}

// The library's own does exchange them.
void exchanges(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  std::swap(s, t);
  cudaStreamSynchronize(s);
  cudaStreamEndCapture(t, g);
}
