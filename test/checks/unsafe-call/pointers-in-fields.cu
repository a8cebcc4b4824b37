// RUN: %cuda-capture check --checks=-*,cuda-capture-unsafe-call,cuda-capture-synchronization --no-cache --no-config --quiet %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --check-prefix=EXACT --allow-empty
// RUN: not %cuda-capture check --level=possible --checks=-*,cuda-capture-unsafe-call,cuda-capture-synchronization --no-cache --no-config --quiet %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=warning:
// EXACT-NOT: warning:
// A call through a pointer in a field may reach each function that the program
// stores in that field.
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
__global__ void kernel();
void enqueue(cudaStream_t s) { kernel<<<1, 1, 0, s>>>(); }
void allocate(cudaStream_t) {
  void *p;
  (void)cudaMalloc(&p, 16);
}
using Function = void (*)(cudaStream_t);

#define CAPTURED(call)                                                         \
  cudaGraph_t graph;                                                           \
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)                       \
    return;                                                                    \
  call;                                                                        \
  if (cudaStreamEndCapture(s, &graph) != cudaSuccess)                          \
    return;                                                                    \
  (void)cudaGraphDestroy(graph)

struct Assigned { Function run; };
void assign(Assigned &a) { a.run = allocate; }
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: possible: {{.*}}'cudaMalloc' while 's' is capturing
void firesIfAssigned(Assigned &a, cudaStream_t s) { CAPTURED(a.run(s)); }

struct Listed { int n; Function run; };
Listed table[] = {{1, enqueue}, {2, allocate}};
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: possible: {{.*}}'cudaMalloc' while 's' is capturing
void firesIfListed(Listed *l, cudaStream_t s) { CAPTURED(l->run(s)); }

struct Base { int n; };
struct WithBase : Base { Function run; };
WithBase make() { return {{1}, allocate}; }
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: possible: {{.*}}'cudaMalloc' while 's' is capturing
void firesBehindABase(WithBase &w, cudaStream_t s) { CAPTURED((*w.run)(s)); }

class Constructed {
  Function run;
public:
  Constructed(bool b) : run(b ? enqueue : allocate) {}
  void go(cudaStream_t s);
};
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: possible: {{.*}}'cudaMalloc' while 's' is capturing
void Constructed::go(cudaStream_t s) { CAPTURED(run(s)); }

struct OfLambdas { Function run; };
OfLambdas makeLambda() {
  OfLambdas o;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: possible: {{.*}}'cudaDeviceSynchronize' while 's' is capturing
  o.run = [](cudaStream_t) { (void)cudaDeviceSynchronize(); };
  return o;
}
void firesForALambda(OfLambdas &o, cudaStream_t s) { CAPTURED(o.run(s)); }

// Only harmless functions are stored.
struct Harmless { Function run; };
void assign(Harmless &h) { h.run = enqueue; }
void silentIfHarmless(Harmless &h, cudaStream_t s) { CAPTURED(h.run(s)); }
// The function is stored in another field, or in a field of another class.
struct Two { Function first, second; };
Two both() { return {enqueue, allocate}; }
void silentForAnotherField(Two &t, cudaStream_t s) { CAPTURED(t.first(s)); }
struct Alike { Function run; };
Alike alike() { return {enqueue}; }
void silentForAnotherClass(Alike &a, cudaStream_t s) { CAPTURED(a.run(s)); }
// The field of this object is known.
struct Known { Function run; };
Known other() { return {allocate}; }
void silentIfKnown(cudaStream_t s) {
  Known k = {enqueue};
  CAPTURED(k.run(s));
}
// The function is called where the list is made, and not stored.
Function pick(cudaStream_t s) { allocate(s); return enqueue; }
struct Picked { Function run; };
Picked picked(cudaStream_t s) { return {pick(s)}; }
void silentIfOnlyCalled(Picked &p, cudaStream_t s) { CAPTURED(p.run(s)); }
// The call is made behind the capture.
void silentBehindTheCapture(Assigned &a, cudaStream_t s) {
  CAPTURED(enqueue(s));
  a.run(s);
}
