// A capture with four mistakes. The program compiles, and even runs: every call
// below is legal on its own. Only between cudaStreamBeginCapture and
// cudaStreamEndCapture is it not. Try:  ./bootstrap lint

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t status_ = (call);                                              \
    if (status_ != cudaSuccess) {                                              \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,                  \
                   cudaGetErrorString(status_));                               \
      std::exit(EXIT_FAILURE);                                                 \
    }                                                                          \
  } while (0)

__global__ void scale(float *data, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= factor;
}

__global__ void add(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] += in[i];
}

// Grows on demand, as caching buffers do.
class Workspace {
public:
  ~Workspace() { cudaFree(data_); }

  float *reserve(int n) {
    if (n > size_) {
      CHECK(cudaFree(data_));
      CHECK(cudaMalloc(&data_, n * sizeof(float)));
      size_ = n;
    }
    return data_;
  }

private:
  float *data_ = nullptr;
  int size_ = 0;
};

int main() {
  const int n = 1 << 20;
  const int threads = 256, blocks = (n + threads - 1) / threads;
  std::vector<float> host(n, 1.0f);
  float *device = nullptr;
  Workspace workspace;

  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMalloc(&device, n * sizeof(float)));

  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));

  // 1. Reaches cudaFree and cudaMalloc, which a global capture forbids.
  float *scratch = workspace.reserve(n);

  // 2. A synchronous copy uses the legacy stream and waits.
  CHECK(cudaMemcpy(device, host.data(), n * sizeof(float),
                   cudaMemcpyHostToDevice));

  scale<<<blocks, threads, 0, stream>>>(device, 2.0f, n);

  // 3. No stream named: the legacy default stream.
  add<<<blocks, threads>>>(scratch, device, n);

  // 4. The host cannot wait for work that is only being recorded.
  CHECK(cudaStreamSynchronize(stream));

  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(stream, &graph));

  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int step = 0; step < 100; ++step)
    CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));

  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(device));
}
