// After a fatal error no template is instantiated: a class may have no destructor.
// RUN: not %tidy %all-checks %s -- %cuda-flags 2>&1 | %FileCheck %s
// CHECK: error: 'missing_header.h' file not found
#include "missing_header.h" // fatal: no template is instantiated from here on
#include <cuda_runtime.h>
template <class T> struct Box {
  T *p;
  Box();
  ~Box();
};
struct Engine {
  cudaStream_t s;
  Box<int> b;
  ~Engine();
};
Engine::~Engine() { (void)cudaStreamDestroy(s); }
