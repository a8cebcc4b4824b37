// A function whose declaration has an error, such as a parameter of a type that
// the compiler does not know, has a body nevertheless.
// RUN: not %tidy --checks=-*,cuda-capture-synchronization %s -- %cuda-flags -ferror-limit=0 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>

#define REGION(Stream)                                                                             \
  cudaStreamBeginCapture(Stream, cudaStreamCaptureModeGlobal);                                     \
  cudaDeviceSynchronize();                                                                         \
  cudaStreamEndCapture(Stream, g);

// CHECK: error: use of undeclared identifier 'lib'
// CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
void firesForAnUnknownPointer(lib::Missing *p, cudaStream_t s, cudaGraph_t *g) {
  REGION(s)
}
// CHECK: error: unknown type name 'Missing'
// CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
void firesForAnUnknownType(Missing p, cudaStream_t s, cudaGraph_t *g) {
  REGION(s)
}
// CHECK: error: unknown type name 'Missing'
// CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
Missing firesForAnUnknownResult(cudaStream_t s, cudaGraph_t *g) {
  REGION(s)
  return 1;
}
struct Holder {
  // CHECK: error: unknown type name 'Missing'
  // CHECK: :[[#@LINE+1]]:69: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  void firesForAMember(Missing p, cudaStream_t s, cudaGraph_t *g) { REGION(s) }
  // CHECK: error: unknown type name 'Missing'
  Holder(Missing p, cudaStream_t s, cudaGraph_t *g) : s(s) {
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  }
  ~Holder() {}
  cudaStream_t s;
};
template <class T> struct Template {
  // CHECK: error: unknown type name 'Missing'
  void member(Missing p, cudaStream_t s, cudaGraph_t *g) { REGION(s) }
};
template struct Template<int>;
// An unknown type that is itself the stream is unknown.
// CHECK: error: unknown type name 'StreamOfNobody'
void silentForAnUnknownStream(StreamOfNobody s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(s, g);
}
// The second definition is none.
void once(cudaStream_t s, cudaGraph_t *g) {}
// CHECK: error: redefinition of 'once'
void once(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(s, g);
}
