// CUDA: specifiers, built-in variables, launches, device functions.
#include <algorithm>
#include <cmath>
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace cg = cooperative_groups;

__constant__ float Scale[4];
__managed__ int Counter;
__device__ int Flag;

template <class T> __device__ __forceinline__ T clampTo(T V, T Lo, T Hi) {
  return min(max(V, Lo), Hi);
}

__device__ __noinline__ float slow(float V) { return std::sqrt(V) + logf(V); }

template <class T, int Block>
__global__ void __launch_bounds__(Block, 1)
    saxpy(size_t N, T A, const T *__restrict__ X, T *__restrict__ Y) {
  __shared__ T Tile[Block];
  extern __shared__ char Dynamic[];
  size_t I = blockIdx.x * blockDim.x + threadIdx.x;
  Tile[threadIdx.x] = I < N ? X[I] : T(0);
  __syncthreads();
  for (int Step = warpSize / 2; Step; Step /= 2)
    A += __shfl_down_sync(0xffffffffu, A, Step);
  if (I < N)
    Y[I] = A * Tile[threadIdx.x] + clampTo(Y[I], T(0), T(1));
  if (I == 0) {
    atomicAdd(&Counter, 1);
    atomicAdd(&Y[0], 1);
    atomicCAS(&Flag, 0, 1);
    printf("%f %d\n", expf(1.0f) + sqrtf(2.0f) + fmaxf(1.0f, slow(2.0f)),
           Dynamic[0]);
  }
}

__global__ void halves(__half *H, __nv_bfloat16 *B) {
  cg::thread_block Group = cg::this_thread_block();
  auto Warp = cg::tiled_partition<32>(Group);
  Group.sync();
  H[Warp.thread_rank()] = __hadd(H[0], __float2half(2.0f)) * H[1];
  B[0] = __float2bfloat16(1.0f);
  float4 V = make_float4(1, 2, 3, 4);
  H[1] = __float2half(V.x + std::abs(V.y) + powf(V.z, 2.0f));
}

__global__ void empty() {}

#define CHECK(Call)                                                            \
  do {                                                                         \
    cudaError_t Result = (Call);                                               \
    if (Result != cudaSuccess) {                                               \
      std::fprintf(stderr, "%s\n", cudaGetErrorString(Result));                \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

int main() {
  cudaStream_t S;
  CHECK(cudaStreamCreateWithFlags(&S, cudaStreamNonBlocking));
  std::vector<float> Host(1024);
  float *X, *Y;
  CHECK(cudaMalloc(&X, sizeof(float) * Host.size()));
  CHECK(cudaMalloc((void **)&Y, sizeof(float) * Host.size()));
  CHECK(cudaMemcpyToSymbol(Scale, Host.data(), sizeof(Scale)));
  CHECK(cudaMemcpyToSymbolAsync(Scale, Host.data(), sizeof(Scale), 0,
                                cudaMemcpyHostToDevice, S));
  cudaGraph_t G;
  CHECK(cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal));
  saxpy<float, 256><<<4, 256, 128, S>>>(Host.size(), 2.0f, X, Y);
  empty<<<dim3(std::max(1, 2), 2), dim3(32), 0, S>>>();
  empty<<<1, 1>>>();
  auto Launch = [&](cudaStream_t Stream) { empty<<<1, 1, 0, Stream>>>(); };
  std::function<void(cudaStream_t)> Deferred = Launch;
  Deferred(S);
  CHECK(cudaStreamEndCapture(S, &G));
  cudaGraphExec_t Exec;
  CHECK(cudaGraphInstantiate(&Exec, G));
  CHECK(cudaGraphLaunch(Exec, S));
  CHECK(cudaStreamSynchronize(S));
  int MinGrid, Block;
  CHECK(cudaOccupancyMaxPotentialBlockSize(&MinGrid, &Block, empty));
  halves<<<1, 1>>>(nullptr, nullptr);
  std::thread([] { CHECK(cudaDeviceSynchronize()); }).join();
  return 0;
}
