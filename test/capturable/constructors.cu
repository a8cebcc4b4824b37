// RUN: %lint-cu
// What the constructors of its class have initialized, a member function does
// not initialize again.
#include <cuda_runtime.h>
#include <mutex>

#define CAPTURABLE [[clang::annotate("cuda_capture::capturable")]]
__global__ void kernel(void *);

struct Table {
  void *p;
  Table() { cudaMalloc(&p, 16); }
};
static Table &table() {
  static Table t;
  return t;
}
struct SilentForAStaticLocal {
  SilentForAStaticLocal() { table(); }
  CAPTURABLE void run(cudaStream_t s) { kernel<<<1, 1, 0, s>>>(table().p); }
};

static std::once_flag flag;
static void *scratch;
static void allocateOnce() {
  std::call_once(flag, [] { cudaMalloc(&scratch, 16); });
}
struct SilentForCallOnce {
  SilentForCallOnce() { allocateOnce(); }
  CAPTURABLE void run(cudaStream_t s) {
    allocateOnce();
    kernel<<<1, 1, 0, s>>>(scratch);
  }
};

static void *buffer;
static void ensureBuffer() {
  if (!buffer)
    cudaMalloc(&buffer, 16);
}
template <typename T> struct SilentForAGlobal {
  explicit SilentForAGlobal(T) { ensureBuffer(); }
  CAPTURABLE void run(cudaStream_t s) {
    ensureBuffer();
    kernel<<<1, 1, 0, s>>>(buffer);
  }
};
template struct SilentForAGlobal<int>;
namespace inner {
struct SilentForEachConstructor {
  SilentForEachConstructor() { table(); }
  explicit SilentForEachConstructor(int n) {
    if (n > 4)
      ensureBuffer();
    table();
  }
  CAPTURABLE void run(cudaStream_t s) { kernel<<<1, 1, 0, s>>>(table().p); }
};
} // namespace inner

struct SilentForACopy {
  SilentForACopy() { table(); }
  SilentForACopy(const SilentForACopy &) {}
  CAPTURABLE void run(cudaStream_t s) { kernel<<<1, 1, 0, s>>>(table().p); }
};

// Nothing has run before.
struct FiresForADefaultedConstructor {
  FiresForADefaultedConstructor() = default;
  explicit FiresForADefaultedConstructor(int) { table(); }
  // CHECK: :[[#@LINE+1]]:64: warning: call to 'table' reaches 'cudaMalloc' while the caller of 'FiresForADefaultedConstructor::run' {{.*}} [cuda-capture-unsafe-call]
  CAPTURABLE void run(cudaStream_t s) { kernel<<<1, 1, 0, s>>>(table().p); }
};
struct FiresForOneThatIsElsewhere {
  FiresForOneThatIsElsewhere();
  explicit FiresForOneThatIsElsewhere(int) { table(); }
  // CHECK: :[[#@LINE+1]]:64: warning: call to 'table' reaches 'cudaMalloc' while the caller of 'FiresForOneThatIsElsewhere::run' {{.*}} [cuda-capture-unsafe-call]
  CAPTURABLE void run(cudaStream_t s) { kernel<<<1, 1, 0, s>>>(table().p); }
};
struct FiresWithoutAConstructor {
  // CHECK: :[[#@LINE+1]]:64: warning: call to 'table' reaches 'cudaMalloc' while the caller of 'FiresWithoutAConstructor::run' {{.*}} [cuda-capture-unsafe-call]
  CAPTURABLE void run(cudaStream_t s) { kernel<<<1, 1, 0, s>>>(table().p); }
};
struct FiresForOneConstructor {
  FiresForOneConstructor() { table(); }
  explicit FiresForOneConstructor(int) {}
  // CHECK: :[[#@LINE+1]]:64: warning: call to 'table' reaches 'cudaMalloc' while the caller of 'FiresForOneConstructor::run' {{.*}} [cuda-capture-unsafe-call]
  CAPTURABLE void run(cudaStream_t s) { kernel<<<1, 1, 0, s>>>(table().p); }
};
struct FiresUnderACondition {
  explicit FiresUnderACondition(bool eager) {
    if (eager)
      table();
  }
  // CHECK: :[[#@LINE+1]]:64: warning: call to 'table' reaches 'cudaMalloc' while the caller of 'FiresUnderACondition::run' {{.*}} [cuda-capture-unsafe-call]
  CAPTURABLE void run(cudaStream_t s) { kernel<<<1, 1, 0, s>>>(table().p); }
};
struct FiresForSomethingElse {
  FiresForSomethingElse() { table(); }
  CAPTURABLE void run(cudaStream_t s) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'allocateOnce' reaches 'cudaMalloc' while the caller of 'FiresForSomethingElse::run' {{.*}} [cuda-capture-unsafe-call]
    allocateOnce();
    kernel<<<1, 1, 0, s>>>(scratch);
  }
};
struct FiresIfItIsFreed {
  FiresIfItIsFreed() {
    ensureBuffer();
    cudaFree(buffer);
    buffer = nullptr;
  }
  CAPTURABLE void run(cudaStream_t s) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'ensureBuffer' reaches 'cudaMalloc' while the caller of 'FiresIfItIsFreed::run' {{.*}} [cuda-capture-unsafe-call]
    ensureBuffer();
    kernel<<<1, 1, 0, s>>>(buffer);
  }
};
struct FiresInAStaticFunction {
  FiresInAStaticFunction() { table(); }
  // CHECK: :[[#@LINE+1]]:71: warning: call to 'table' reaches 'cudaMalloc' while the caller of 'FiresInAStaticFunction::run' {{.*}} [cuda-capture-unsafe-call]
  CAPTURABLE static void run(cudaStream_t s) { kernel<<<1, 1, 0, s>>>(table().p); }
};
