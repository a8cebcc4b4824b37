// RUN: %lint-cu
// Launches with a configuration: the kernel's arguments follow, or are in an array.
#include "cuda_runtime.h"

#define CAPTURABLE [[clang::annotate("cuda_capture::capturable")]]
__global__ void kernel(unsigned n, float *p);
struct Parameters {
  unsigned n;
  float *p;
};
__global__ void structured(Parameters p);
struct Group {
  unsigned n = 0;
  float *p;
};

// --- must be reported --------------------------------------------------------

CAPTURABLE void firesForAnArgument(Group *g, cudaStream_t s) {
  cudaLaunchConfig_t config{};
  config.stream = s;
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'cudaLaunchKernelEx' passes a counter of the host while 's' is capturing
  (void)cudaLaunchKernelEx(&config, kernel, ++g->n, g->p);
}

CAPTURABLE void firesForAVariable(Group *g, cudaStream_t s) {
  cudaLaunchConfig_t config{};
  config.stream = s;
  g->n += 1;
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'cudaLaunchKernelEx' passes a counter of the host while 's' is capturing
  (void)cudaLaunchKernelEx(&config, kernel, g->n, g->p);
}

CAPTURABLE void firesForAStructure(Group *g, cudaStream_t s) {
  cudaLaunchConfig_t config{};
  config.stream = s;
  Parameters parameters{++g->n, g->p};
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'cudaLaunchKernelEx' passes a counter of the host while 's' is capturing
  (void)cudaLaunchKernelEx(&config, structured, parameters);
}

CAPTURABLE void firesForAnArray(Group *g, cudaStream_t s) {
  cudaLaunchConfig_t config{};
  config.stream = s;
  unsigned n = ++g->n;
  void *arguments[] = {&n, &g->p};
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'cudaLaunchKernelExC' passes a counter of the host while 's' is capturing
  (void)cudaLaunchKernelExC(&config, (const void *)kernel, arguments);
}

// --- must be silent ----------------------------------------------------------

CAPTURABLE void silentForANumber(Group *g, unsigned n, cudaStream_t s) {
  cudaLaunchConfig_t config{};
  config.stream = s;
  (void)cudaLaunchKernelEx(&config, kernel, n, g->p);
}

CAPTURABLE void silentForALoop(Group *g, cudaStream_t s) {
  cudaLaunchConfig_t config{};
  config.stream = s;
  for (unsigned i = 0; i < 4; ++i)
    (void)cudaLaunchKernelEx(&config, kernel, i, g->p);
}

CAPTURABLE void silentForACounterOfTheHost(Group *g, cudaStream_t s) {
  cudaLaunchConfig_t config{};
  config.stream = s;
  ++g->n;
  (void)cudaLaunchKernelEx(&config, kernel, 0u, g->p);
}

// A launch stores nothing in what it is given.
CAPTURABLE void silentForAStreamBesideIt(Parameters *p, cudaStream_t s, cudaEvent_t fork, cudaStream_t side) {
  cudaLaunchConfig_t config{};
  config.stream = s;
  (void)cudaLaunchKernelEx(&config, kernel, p->n, p->p);
}
