#ifndef SPLICED
#error
#endif
static_assert(sizeof(TEXT) == 4 && __CUDACC__, "");
__global__ void kernel(float *p) {}
void build(cudaStream_t s, cudaGraph_t *g, float *p, unsigned n) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMalloc(&p, min(n, 3u));
  kernel<<<1, 1, 0, s>>>(p);
  cudaStreamEndCapture(s, g);
}
