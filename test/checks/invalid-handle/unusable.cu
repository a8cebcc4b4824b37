// The compiler drops what uses a function whose declaration has an error, and
// says so only at the declaration: the dropped code may create a handle.
// RUN: not %tidy --checks=-*,cuda-capture-invalid-handle,cuda-capture-use-after-destroy,cuda-capture-unbalanced %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>

namespace project {
// CHECK: error: unknown type name 'Unknown'
cudaGraphExec_t capture(Unknown *, cudaStream_t);
// CHECK: error: unknown type name 'Unknown'
void finish(Unknown *, cudaStream_t, cudaGraph_t *);
struct Maker {
  // CHECK: error: unknown type name 'Unknown'
  cudaGraphExec_t make(Unknown *);
  cudaGraphExec_t make();
};
void announce(const char *);
} // namespace project

cudaError_t silentForAnInitializer(cudaStream_t s) {
  cudaGraphExec_t exec = project::capture(nullptr, s);
  return cudaGraphLaunch(exec, s);
}
cudaError_t silentForAnAssignment(cudaStream_t s, cudaGraphExec_t exec) {
  if (cudaError_t e = cudaGraphExecDestroy(exec))
    return e;
  exec = project::capture(nullptr, s);
  return cudaGraphLaunch(exec, s);
}
cudaError_t silentForAMember(cudaStream_t s, project::Maker *maker) {
  cudaGraphExec_t exec;
  exec = maker->make(nullptr);
  return cudaGraphLaunch(exec, s);
}
cudaError_t silentForAnEnd(cudaStream_t s, cudaGraph_t *g) {
  if (cudaError_t e = cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return e;
  project::finish(nullptr, s, g);
  return cudaSuccess;
}

// What the compiler keeps is no reason for silence.
cudaError_t firesBesideOtherFunctions(cudaStream_t s, cudaGraphExec_t exec) {
  if (cudaError_t e = cudaGraphExecDestroy(exec))
    return e;
  project::announce("destroyed");
  // CHECK: :[[#@LINE+1]]:10: warning: {{.*}} [cuda-capture-use-after-destroy]
  return cudaGraphLaunch(exec, s);
}
// The name alone drops nothing.
namespace other {
void finish(cudaStream_t);
}
cudaError_t firesBesideItsNamesake(cudaStream_t s, cudaGraph_t *g) {
  cudaGraph_t finish;
  // CHECK: :[[#@LINE+1]]:23: warning: {{.*}} [cuda-capture-unbalanced]
  if (cudaError_t e = cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return e;
  other::finish(s);
  if (g == &finish)
    return cudaErrorUnknown;
  return cudaStreamEndCapture(s, g);
}
