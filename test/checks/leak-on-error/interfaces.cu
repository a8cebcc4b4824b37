// A virtual function that another class defines may throw: that is possible.
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: %tidy %all-checks %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=EXACT --allow-empty --implicit-check-not=warning:
#include <atomic>
#include <cuda_runtime.h>
#include <stdexcept>

struct Machine {
  virtual ~Machine();
  virtual void run(int *out) = 0;
  virtual int status() = 0;
  virtual void quick() noexcept = 0;
};

// CHECK: :[[#@LINE+3]]:7: warning: possible: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if a virtual function that is called in it throws [cuda-capture-leak-on-error]
// CHECK: :[[#@LINE+4]]:3: note: the function is called here
int firesForAnInterface(Machine *m, cudaStream_t s, cudaGraph_t *g, int *out) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return 1;
  m->run(out);
  return cudaStreamEndCapture(s, g);
}
int silentForStatusAndNoexcept(Machine *m, cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return 1;
  m->quick();
  m->status();
  return cudaStreamEndCapture(s, g);
}
struct Ends {
  cudaStream_t s;
  cudaGraph_t *g;
  ~Ends() {
    if (cudaStreamEndCapture(s, g))
      *g = nullptr;
  }
};
void silentUnderAGuard(Machine *m, cudaStream_t s, cudaGraph_t *g, int *out) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return;
  Ends ends{s, g};
  m->run(out);
}
int silentInATry(Machine *m, cudaStream_t s, cudaGraph_t *g, int *out) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return 1;
  try {
    m->run(out);
  } catch (...) {
  }
  return cudaStreamEndCapture(s, g);
}

// All classes that define the function are here, and none throws.
struct Layer {
  virtual void forward(cudaStream_t s) = 0;
};
struct Fill : Layer {
  void *p;
  void forward(cudaStream_t s) override {
    if (cudaMemsetAsync(p, 0, 1, s))
      p = nullptr;
  }
};
int silentForKnownOverriders(Layer &layer, cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return 1;
  layer.forward(s);
  return cudaStreamEndCapture(s, g);
}

// An object that counts its references is no guard.
struct Object {
  std::atomic<int> references{1};
  void (*deleter)(Object *) = nullptr;
  void release() {
    if (references.fetch_sub(1) == 1 && deleter)
      deleter(this);
  }
};
struct Reference {
  Object *object;
  ~Reference() {
    if (object)
      object->release();
  }
};
// CHECK: :[[#@LINE+3]]:7: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if the exception is thrown [cuda-capture-leak-on-error]
// EXACT: :[[#@LINE+2]]:7: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if the exception is thrown [cuda-capture-leak-on-error]
int firesBesideAReference(Reference r, int n, cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return 1;
  if (n < 0)
    throw std::runtime_error("negative");
  return cudaStreamEndCapture(s, g);
}
struct SharedEnd {
  std::atomic<int> *references;
  cudaStream_t s;
  cudaGraph_t *g;
  ~SharedEnd() {
    if (references->fetch_sub(1) == 1 && cudaStreamEndCapture(s, g))
      *g = nullptr;
  }
};
// CHECK: :[[#@LINE+2]]:7: warning: possible: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path
void noLeakOnErrorUnderASharedGuard(std::atomic<int> *c, int n, cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return;
  SharedEnd ends{c, s, g};
  if (n < 0)
    throw std::runtime_error("negative");
}

// What counts its objects may still end the capture by a function elsewhere, or
// by a pointer.
std::atomic<int> living;
void endElsewhere(cudaStream_t s);
struct Counted {
  cudaStream_t s;
  void (*end)(cudaStream_t) = endElsewhere;
  ~Counted() {
    living.fetch_sub(1);
    end(s);
  }
};
int silentUnderACountedGuard(int n, cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return 1;
  Counted counted{s};
  if (n < 0)
    throw std::runtime_error("negative");
  return cudaStreamEndCapture(s, g);
}
struct LastOne {
  cudaStream_t s;
  ~LastOne() {
    if (living.fetch_sub(1) == 1)
      endElsewhere(s);
  }
};
int silentUnderTheLastGuard(int n, cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return 1;
  LastOne last{s};
  if (n < 0)
    throw std::runtime_error("negative");
  return cudaStreamEndCapture(s, g);
}

// A failed call that throws can be caught, and the program goes on.
void check(cudaError_t e) {
  if (e != cudaSuccess)
    throw std::runtime_error(cudaGetErrorString(e));
}
// CHECK: :[[#@LINE+2]]:9: warning: possible: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if a call in it fails [cuda-capture-leak-on-error]
void firesForAFailedCall(cudaStream_t s, cudaGraph_t *g, void *p) {
  check(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  check(cudaMemsetAsync(p, 0, 4, s));
  check(cudaStreamEndCapture(s, g));
}
// It does not end the capture itself.
void silentForABegin(cudaStream_t s, void *p) {
  check(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  check(cudaMemsetAsync(p, 0, 4, s));
}

// A function of which nothing is known may have ended the capture.
void finish(Machine *m);
int silentBehindWhatMayEndIt(Machine *m, cudaStream_t s, cudaGraph_t *g, int *out) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return 1;
  finish(m);
  m->run(out);
  return cudaStreamEndCapture(s, g);
}
