// RUN: %lint-cu
// A constant member whose initializer no constructor replaces has one value.
#include <cuda_runtime.h>

__global__ void kernel();
void work(cudaStream_t s, bool debug) {
  kernel<<<1, 1, 0, s>>>();
  if (debug)
    cudaStreamSynchronize(s);
}
#define REGION                                                                 \
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);                      \
  work(s, debug);                                                              \
  cudaStreamEndCapture(s, g)

struct Fixture {
  const bool debug = false;
  virtual ~Fixture() = default;
};
struct Derived : Fixture {
  void silentInADerivedClass(cudaStream_t s, cudaGraph_t *g) { REGION; }
};
class OtherConstructor {
  const bool debug = false;
  int count;

public:
  OtherConstructor(int n) : count(n) {}
  void silentIfNoConstructorSetsIt(cudaStream_t s, cudaGraph_t *g) { REGION; }
};
struct True : Fixture {
  const bool debug = true;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: call to 'work' reaches 'cudaStreamSynchronize' {{.*}} [cuda-capture-synchronization]
  void firesIfItIsTrue(cudaStream_t s, cudaGraph_t *g) { REGION; }
};
class Set {
  const bool debug = false;

public:
  Set() = default;
  explicit Set(bool d) : debug(d) {}
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: call to 'work' reaches 'cudaStreamSynchronize' {{.*}} [cuda-capture-synchronization]
  void firesIfAConstructorSetsIt(cudaStream_t s, cudaGraph_t *g) { REGION; }
};
class Elsewhere {
  const bool debug = false;

public:
  explicit Elsewhere(bool d);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: call to 'work' reaches 'cudaStreamSynchronize' {{.*}} [cuda-capture-synchronization]
  void firesIfOneIsNotSeen(cudaStream_t s, cudaGraph_t *g) { REGION; }
};
struct Aggregate {
  const bool debug = false;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: call to 'work' reaches 'cudaStreamSynchronize' {{.*}} [cuda-capture-synchronization]
  void firesForAnAggregate(cudaStream_t s, cudaGraph_t *g) { REGION; }
};
class Variable : public Fixture {
  bool debug = false;

public:
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: call to 'work' reaches 'cudaStreamSynchronize' {{.*}} [cuda-capture-synchronization]
  void firesForAVariable(cudaStream_t s, cudaGraph_t *g) { REGION; }
};
