//===- Cub.cu - CUB -------------------------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include <cub/device/device_for.cuh>
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_select.cuh>

using namespace oracle;

/// Elements of the inputs, which are all alike, and not 0.
static constexpr int N = CudaBackend::Count;
/// Elements of an input that is reduced in two passes.
static constexpr int Many = 1 << 22;

namespace {

struct Increment {
  __host__ __device__ void operator()(int &X) const { ++X; }
};

struct IsNotZero {
  __host__ __device__ bool operator()(int X) const { return X != 0; }
};

} // namespace

/// Of every routine, once it was asked for the size.
static void *Storage;
static size_t Size;
static int *ManyOnes;
static int *Offsets; ///< Of one segment: a begin and an end.
static int *Samples; ///< Of the histogram; all 1.

static void needStorage(cudaError_t Queried) {
  must(toCode(Queried), "size query");
  Storage = workspace(Size);
}

static void needMany() { ManyOnes = onDevice(std::vector<int>(Many, 1)); }

static cudaError_t sum(int *In, int *Out, cudaStream_t S) {
  return cub::DeviceReduce::Sum(Storage, Size, In, Out, N, S);
}

static cudaError_t sumOfMany(int *Out, cudaStream_t S) {
  return cub::DeviceReduce::Sum(Storage, Size, ManyOnes, Out, Many, S);
}

static cudaError_t scan(int *In, int *Out, cudaStream_t S) {
  return cub::DeviceScan::InclusiveSum(Storage, Size, In, Out, N, S);
}

static cudaError_t sort(const int *In, int *Out, cudaStream_t S) {
  return cub::DeviceRadixSort::SortKeys(Storage, Size, In, Out, N, 0, 32, S);
}

static cudaError_t select(int *In, int *Out, cudaStream_t S) {
  return cub::DeviceSelect::If(Storage, Size, In, Out, Out + N - 1, N - 1,
                               IsNotZero(), S);
}

/// The only level that is counted is 1.
static cudaError_t histogram(int *Out, cudaStream_t S) {
  return cub::DeviceHistogram::HistogramEven(Storage, Size, Samples, Out, 2, 1,
                                             2, N, S);
}

static void needSamples() { Samples = onDevice(std::vector<int>(N, 1)); }

static cudaError_t encode(int *In, int *Out, cudaStream_t S) {
  return cub::DeviceRunLengthEncode::Encode(Storage, Size, In, Out, Out + 1,
                                            Out + 2, N, S);
}

static cudaError_t segmentedSum(int *In, int *Out, cudaStream_t S) {
  return cub::DeviceSegmentedReduce::Sum(Storage, Size, In, Out, 1, Offsets,
                                         Offsets + 1, S);
}

static void needOffsets() { Offsets = onDevice(std::vector<int>{0, N}); }

// clang-format off
static const Call Calls[] = {
  CALL_AS(cub::DeviceReduce::Sum, "size-query", Standard, NOTHING,
          sum(C.Ones, C.Watched, C.S))
  CALL_AS(cub::DeviceReduce::Sum, "size-query-no-stream", Standard, NOTHING,
          cub::DeviceReduce::Sum(nullptr, Size, C.Ones, C.Watched, N))
  CALL_AS(cub::DeviceReduce::Sum, "cold", StreamArgument | Standard,
          needStorage(sum(C.Ones, C.Watched, C.S)),
          sum(C.Ones, C.Watched, C.S))
  CALL_AS(cub::DeviceReduce::Sum, "warm", StreamArgument | Standard,
          needStorage(sum(C.Ones, C.Watched, C.S));
          warmUp(toCode(sum(C.Ones, C.Scratch, C.S))),
          sum(C.Ones, C.Watched, C.S))
  CALL_AS(cub::DeviceReduce::Sum, "no-stream", ImpliedLegacyStream | Standard,
          needStorage(sum(C.Ones, C.Watched, C.S));
          warmUp(toCode(sum(C.Ones, C.Scratch, C.S))),
          cub::DeviceReduce::Sum(Storage, Size, C.Ones, C.Watched, N))
  CALL_AS(cub::DeviceReduce::Sum, "two-passes", Brief,
          needMany(); needStorage(sumOfMany(C.Watched, C.S)),
          sumOfMany(C.Watched, C.S))
  // The usual three steps, all of them in the capture.
  CALL_BODY(cub::DeviceReduce::Sum, "allocate-in-capture", Standard, NOTHING,
            step("query", toCode(sum(C.Ones, C.Watched, C.S)));
            step("cudaMallocAsync",
                 toCode(cudaMallocAsync(&Storage, Size, C.S)));
            step("sum", toCode(sum(C.Ones, C.Watched, C.S)));
            return toCode(cudaFreeAsync(Storage, C.S)))
  CALL_AS(cub::DeviceScan::InclusiveSum, "size-query", Brief, NOTHING,
          scan(C.Ones, C.Watched, C.S))
  CALL_AS(cub::DeviceScan::InclusiveSum, "cold", Standard,
          needStorage(scan(C.Ones, C.Watched, C.S)),
          scan(C.Ones, C.Watched, C.S))
  CALL_AS(cub::DeviceScan::InclusiveSum, "no-stream",
          ImpliedLegacyStream | Brief,
          needStorage(scan(C.Ones, C.Watched, C.S)),
          cub::DeviceScan::InclusiveSum(Storage, Size, C.Ones, C.Watched, N))
  CALL_AS(cub::DeviceRadixSort::SortKeys, "size-query", Brief, NOTHING,
          sort(C.Ones, C.Watched, C.S))
  CALL_AS(cub::DeviceRadixSort::SortKeys, "cold", Standard,
          needStorage(sort(C.Ones, C.Watched, C.S)),
          sort(C.Ones, C.Watched, C.S))
  CALL_AS(cub::DeviceSelect::If, "size-query", Brief, NOTHING,
          select(C.Ones, C.Watched, C.S))
  CALL_AS(cub::DeviceSelect::If, "cold", Standard,
          needStorage(select(C.Ones, C.Watched, C.S)),
          select(C.Ones, C.Watched, C.S))
  CALL_AS(cub::DeviceHistogram::HistogramEven, "size-query", Brief,
          needSamples(),
          histogram(C.Watched, C.S))
  CALL_AS(cub::DeviceHistogram::HistogramEven, "cold", Brief,
          needSamples(); needStorage(histogram(C.Watched, C.S)),
          histogram(C.Watched, C.S))
  CALL_AS(cub::DeviceRunLengthEncode::Encode, "cold", Brief,
          needStorage(encode(C.Ones, C.Watched, C.S)),
          encode(C.Ones, C.Watched, C.S))
  CALL_AS(cub::DeviceSegmentedReduce::Sum, "cold", Brief,
          needOffsets(); needStorage(segmentedSum(C.Ones, C.Watched, C.S)),
          segmentedSum(C.Ones, C.Watched, C.S))
  // Has no temporary storage.
  CALL(cub::DeviceFor::ForEachN, StreamArgument | Brief, NOTHING,
       cub::DeviceFor::ForEachN(C.Watched, N, Increment(), C.S))
  CALL_AS(cub::DeviceFor::ForEachN, "no-stream", ImpliedLegacyStream | Brief,
          NOTHING,
          cub::DeviceFor::ForEachN(C.Watched, N, Increment()))
};
// clang-format on

static AddCalls Added(Calls);
