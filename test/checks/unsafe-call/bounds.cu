// RUN: %lint-cu
// A program limits a size, and asks later whether it exceeds the limit.
#include <cuda_runtime.h>
#include <algorithm>

__global__ void kernel(int *p);
int read();

static const int Max = 16;
struct Work {
  cudaStream_t s;
  cudaGraph_t graph;
  int *own;

  void enqueue(int rows) {
    const bool big = rows > Max;
    int *p = own;
    if (big)
      cudaMalloc(&p, rows * 4);
    kernel<<<1, 1, 0, s>>>(p);
  }
  void begin() {
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal))
      throw 1;
  }
  void end() {
    if (cudaStreamEndCapture(s, &graph))
      throw 1;
  }

  // --- must be silent --------------------------------------------------------

  void smaller() {
    const int n = std::min(15, read());
    begin();
    enqueue(n);
    enqueue(n + 1);
    end();
  }
  void between() {
    int n = read();
    n = std::max(1, std::min(4, n));
    begin();
    enqueue(n * 4);
    enqueue(n * n);
    enqueue(n - 1);
    end();
  }
  void clamped() {
    const int n = std::clamp(read(), 1, 8);
    begin();
    enqueue(n + n);
    end();
  }
  void compared() {
    int n = read();
    if (n > 15)
      n = 15;
    begin();
    enqueue(n + 1);
    end();
  }
  void chosen() {
    int n = read();
    n = n < 15 ? n : 15;
    begin();
    enqueue(n + 1);
    end();
  }
  void returnsEarly(int n) {
    if (n >= Max)
      return;
    auto step = [&] { enqueue(n + 1); };
    begin();
    step();
    end();
  }
  void ofAnother(unsigned n) {
    n = std::min(n, 8u);
    const unsigned m = std::max(1u, n);
    begin();
    if (m > 2 * 8 || m < 1)
      cudaMalloc(&own, 4);
    end();
  }
  void inALoop() {
    const int n = std::max(1, read());
    begin();
    bool any = false;
    for (int i = 0; i < n; ++i)
      any = true;
    if (!any)
      cudaMalloc(&own, 4);
    end();
  }

  // --- must be reported ------------------------------------------------------

  void firesBeyond() {
    const int n = std::min(16, read());
    begin();
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'Work::enqueue' reaches 'cudaMalloc' while 's' is capturing
    enqueue(n + 1);
    end();
  }
  void firesOnTheOtherSide() {
    const int n = std::max(16, read());
    begin();
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'Work::enqueue' reaches 'cudaMalloc' while 's' is capturing
    enqueue(n);
    end();
  }
  // A negative number may be a large one of an unsigned type.
  void firesBelowZero() {
    const unsigned n = std::min(15, read());
    begin();
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'Work::enqueue' reaches 'cudaMalloc' while 's' is capturing
    enqueue(n - 1);
    end();
  }
  void firesForAllBits(size_t n) {
    const size_t m = std::min(n, ~size_t(0));
    begin();
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'Work::enqueue' reaches 'cudaMalloc' while 's' is capturing
    enqueue(m);
    end();
  }
  void firesUnlessGreater(int n) {
    if (n < 3)
      return;
    begin();
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'Work::enqueue' reaches 'cudaMalloc' while 's' is capturing
    enqueue(n + 1);
    end();
  }
  // The program's own order need not be that of the numbers.
  void firesWithAnOrder() {
    const int n = std::min(15, read(), [](int a, int b) { return a > b; });
    begin();
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'Work::enqueue' reaches 'cudaMalloc' while 's' is capturing
    enqueue(n);
    end();
  }
};
