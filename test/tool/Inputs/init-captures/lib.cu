#include "cuda_runtime.h"
// Each function waits, so that only a capture in another source tells that
// somebody captures it.
void plain(float *) { cudaDeviceSynchronize(); }
template <typename T> void typed(T *) { cudaDeviceSynchronize(); }
template void typed<float>(float *);
template void typed<int>(int *);
namespace ops {
void scoped(float *) { cudaDeviceSynchronize(); }
void other_scope(float *) { cudaDeviceSynchronize(); }
} // namespace ops
struct Engine {
  void step();
  void shared_step();
  void resize(int);
};
void Engine::resize(int) { cudaDeviceSynchronize(); }
void Engine::step() { cudaDeviceSynchronize(); }
void Engine::shared_step() { cudaDeviceSynchronize(); }
struct Other {
  void shared_step();
};
void Other::shared_step() { cudaDeviceSynchronize(); }
void in_macro(float *) { cudaDeviceSynchronize(); }
void in_loop(float *) { cudaDeviceSynchronize(); }

void before(float *) { cudaDeviceSynchronize(); }
void after(float *) { cudaDeviceSynchronize(); }
void overloaded(float *) { cudaDeviceSynchronize(); }
void overloaded(int *) { cudaDeviceSynchronize(); }
void throws(float *) { cudaDeviceSynchronize(); }
void fails(float *) { cudaDeviceSynchronize(); }
void open(float *) { cudaDeviceSynchronize(); }
void of_test(float *) { cudaDeviceSynchronize(); }
void of_other_test(float *) { cudaDeviceSynchronize(); }
void variable(float *) { cudaDeviceSynchronize(); }
void declared(float *) { cudaDeviceSynchronize(); }
void in_comment(float *) { cudaDeviceSynchronize(); }
void in_directive(float *) { cudaDeviceSynchronize(); }
void of_object(float *) { cudaDeviceSynchronize(); }
static void hidden(float *) { cudaDeviceSynchronize(); }
void calls_hidden(float *d) { hidden(d); }
int on_host(int I) { return I + 1; }
void begins(cudaStream_t s) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(s, &g);
}

extern "C" {
void lib_with(float *) { cudaDeviceSynchronize(); }
void lib_same_line(float *) { cudaDeviceSynchronize(); }
void lib_between(float *) { cudaDeviceSynchronize(); }
void lib_warp(float *) { cudaDeviceSynchronize(); }

void lib_before(float *) { cudaDeviceSynchronize(); }
void lib_after(float *) { cudaDeviceSynchronize(); }
void lib_raises(float *) { cudaDeviceSynchronize(); }
void lib_xfail(float *) { cudaDeviceSynchronize(); }
void lib_unittest(float *) { cudaDeviceSynchronize(); }
void lib_of_python(float *) { cudaDeviceSynchronize(); }
void lib_of_torch(float *) { cudaDeviceSynchronize(); }
void lib_of_alias(float *) { cudaDeviceSynchronize(); }
void lib_of_self(float *) { cudaDeviceSynchronize(); }
void lib_in_comment(float *) { cudaDeviceSynchronize(); }
void lib_in_text(float *) { cudaDeviceSynchronize(); }
void lib_open(float *) { cudaDeviceSynchronize(); }
}
