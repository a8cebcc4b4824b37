// What the cases have in common.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

__global__ void step(float *data, int n);

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
constexpr cudaStreamCaptureMode kLocal = cudaStreamCaptureModeThreadLocal;
constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;

#define CHECK_CUDA(call)                                                       \
  do {                                                                         \
    cudaError_t status_ = (call);                                              \
    if (status_ != cudaSuccess)                                                \
      std::abort();                                                            \
  } while (0)
