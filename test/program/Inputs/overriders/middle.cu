#include "middle.h"
void Middle::run() {}

// By another way, in a class that nobody else sees.
namespace {
struct Hidden : Pure {
  void go() override { (void)cudaDeviceSynchronize(); }
};
} // namespace
Pure *makeHidden() { return new Hidden; }

// None of these overrides what is called.
struct OtherParameters : Step {
  virtual void run(int N) {
    void *P;
    (void)cudaMallocManaged(&P, N);
  }
};
Step *makeOther() { return new OtherParameters; }
struct Plain {
  void run();
  void go();
};
void Plain::run() {
  void *P;
  (void)cudaMallocManaged(&P, 8);
}
void Plain::go() { run(); }
struct Strange {
  virtual void run();
  virtual void go();
};
void Strange::run() {
  void *P;
  (void)cudaMallocManaged(&P, 8);
}
void Strange::go() { run(); }
