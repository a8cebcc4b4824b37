// RUN: not %tidy --checks=-*,cuda-capture-invalid-handle '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// In a function that the compiler does not understand completely, a handle that
// some path creates is not called one that was never created.
#include <cuda_runtime.h>

void fail(const char *);
[[noreturn]] void stop(int);
#define CHECKED(call)                                                          \
  do {                                                                         \
    cudaError_t status = call;                                                 \
    if (status != cudaSuccess) {                                               \
      fail(#call);                                                             \
      stop(1);                                                                 \
    }                                                                          \
  } while (0)

struct Info {
  int partial;
};
const Info *info();
struct Plan {
  int size;
  cudaStream_t stream;
};
static int isEnabled(int device) {
  int major = 0;
  CHECKED(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
  return major > 7;
}

// CHECK: error: use of undeclared identifier 'TODO'
void silentIfALoopCreatesThem(void *to, const void *from) {
  int devices;
  const Info *known = info();
  CHECKED(cudaGetDeviceCount(&devices));
  Plan plan[8];
  for (int i = 0; i < devices; ++i) {
    if (known->partial)
      if (isEnabled(i) == 0)
        continue;
    CHECKED(cudaSetDevice(TODO));
    plan[i].size = 5 / devices;
    CHECKED(cudaStreamCreate(&plan[i].stream));
  }
  for (int i = 0; i < devices; ++i) {
    if (known->partial)
      if (isEnabled(i) == 0)
        continue;
    CHECKED(cudaSetDevice(i));
    CHECKED(cudaMemcpyAsync(to, from, 4, cudaMemcpyHostToDevice, plan[i].stream));
  }
  for (int i = 0; i < devices; ++i) {
    if (known->partial)
      if (isEnabled(i) == 0)
        continue;
    CHECKED(cudaStreamDestroy(plan[i].stream));
  }
}
void firesIfNothingCreatesIt(void *to, const void *from) {
  Plan plan, other;
  CHECKED(cudaStreamCreate(&other.stream));
  // CHECK: :[[#@LINE+1]]:11: warning: possible: call to 'cudaMemcpyAsync' uses stream 'plan.stream' that was never created; {{.*}} [cuda-capture-invalid-handle]
  CHECKED(cudaMemcpyAsync(to, from, 4, cudaMemcpyHostToDevice, plan.stream));
  // CHECK: error: use of undeclared identifier 'TODO'
  CHECKED(cudaSetDevice(TODO));
  CHECKED(cudaStreamDestroy(other.stream));
}
