//===- Thrust.cu - Thrust -------------------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include <exception>
#include <new>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/system_error.h>
#include <thrust/transform.h>

using namespace oracle;
using thrust::cuda::par;
using thrust::cuda::par_nosync;

/// Calls \p Body; an exception is its code, or what comes nearest.
template <typename F> static Code caught(F Body) {
  try {
    Body();
    return succeeded();
  } catch (const thrust::system_error &E) {
    fact("exception", E.what());
    return toCode(static_cast<cudaError_t>(E.code().value()));
  } catch (const std::bad_alloc &E) {
    fact("exception", E.what());
    return {cudaErrorMemoryAllocation, "std::bad_alloc"};
  } catch (const std::exception &E) {
    fact("exception", E.what());
    return {cudaErrorUnknown, "std::exception"};
  }
}

namespace {

struct Increment {
  __host__ __device__ void operator()(int &X) const { ++X; }
};

struct Negated {
  __host__ __device__ int operator()(int X) const { return -X; }
};

struct IsNotZero {
  __host__ __device__ bool operator()(int X) const { return X != 0; }
};

/// Sorts, and says that it was asked to.
struct Less {
  int *Asked;
  __host__ __device__ bool operator()(int X, int Y) const {
    *Asked = 1;
    return X < Y;
  }
};

/// Temporary storage that was there before; what a copy gives is gone, too.
struct Arena {
  using value_type = char;
  static char *Next;
  char *allocate(std::ptrdiff_t Size) {
    char *Result = Next;
    Next += (Size + 255) / 256 * 256;
    return Result;
  }
  void deallocate(char *, size_t) {}
};

char *Arena::Next;

} // namespace

static Arena Storage;
static void needStorage() {
  Arena::Next = static_cast<char *>(workspace(1 << 20));
}

static thrust::device_vector<int> *Vector;
static thrust::device_ptr<int> Memory;
static void needVector() { Vector = new thrust::device_vector<int>(64, 1); }

template <typename Policy> static Code forEach(const Policy &P, int *Out) {
  return caught([&] { thrust::for_each(P, Out, Out + 64, Increment()); });
}

// clang-format off
static const Call Calls[] = {
  // Algorithms that return no value.
  CALL_AS(thrust::for_each, "par-cold", StreamArgument | Standard, NOTHING,
          forEach(par.on(C.S), C.Watched))
  CALL_AS(thrust::for_each, "par", StreamArgument | Standard,
          warmUp(forEach(par.on(C.S), C.Scratch)),
          forEach(par.on(C.S), C.Watched))
  CALL_AS(thrust::for_each, "par-nosync-cold", Standard, NOTHING,
          forEach(par_nosync.on(C.S), C.Watched))
  CALL_AS(thrust::for_each, "par-nosync", StreamArgument | Standard,
          warmUp(forEach(par_nosync.on(C.S), C.Scratch)),
          forEach(par_nosync.on(C.S), C.Watched))
  CALL_AS(thrust::for_each, "device", Standard,
          warmUp(forEach(thrust::device, C.Scratch)),
          forEach(thrust::device, C.Watched))
  CALL_BODY(thrust::for_each, "no-policy", Standard, NOTHING,
            return caught([&] {
              auto Out = thrust::device_pointer_cast(C.Watched);
              thrust::for_each(Out, Out + 64, Increment());
            }))
  CALL_BODY(thrust::transform, "par", Standard, NOTHING,
            return caught([&] {
              thrust::transform(par.on(C.S), C.Ones, C.Ones + 64, C.Watched,
                                Negated());
            }))
  CALL_BODY(thrust::transform, "par-nosync", Standard, NOTHING,
            return caught([&] {
              thrust::transform(par_nosync.on(C.S), C.Ones, C.Ones + 64,
                                C.Watched, Negated());
            }))
  CALL_BODY(thrust::fill, "par", Standard, NOTHING,
            return caught([&] {
              thrust::fill(par.on(C.S), C.Watched, C.Watched + 64, 1);
            }))
  CALL_BODY(thrust::fill, "par-nosync", Standard, NOTHING,
            return caught([&] {
              thrust::fill(par_nosync.on(C.S), C.Watched, C.Watched + 64, 1);
            }))
  CALL_BODY(thrust::fill, "device", Standard, NOTHING,
            return caught([&] {
              thrust::fill(thrust::device, C.Watched, C.Watched + 64, 1);
            }))
  CALL_BODY(thrust::copy, "par", Standard, NOTHING,
            return caught([&] {
              thrust::copy(par.on(C.S), C.Ones, C.Ones + 64, C.Watched);
            }))
  CALL_BODY(thrust::copy, "par-nosync", Standard, NOTHING,
            return caught([&] {
              thrust::copy(par_nosync.on(C.S), C.Ones, C.Ones + 64, C.Watched);
            }))

  // With temporary storage.
  CALL_BODY(thrust::sort, "par", Standard, NOTHING,
            return caught([&] {
              thrust::sort(par.on(C.S), C.Scratch, C.Scratch + 64,
                           Less{C.Watched});
            }))
  CALL_BODY(thrust::sort, "par-nosync", StreamArgument | Standard, NOTHING,
            return caught([&] {
              thrust::sort(par_nosync.on(C.S), C.Scratch, C.Scratch + 64,
                           Less{C.Watched});
            }))
  CALL_BODY(thrust::sort, "par-nosync-allocator", Standard, needStorage(),
            return caught([&] {
              thrust::sort(par_nosync(Storage).on(C.S), C.Scratch,
                           C.Scratch + 64, Less{C.Watched});
            }))
  CALL_BODY(thrust::inclusive_scan, "par", Standard, NOTHING,
            return caught([&] {
              thrust::inclusive_scan(par.on(C.S), C.Ones, C.Ones + 64,
                                     C.Watched);
            }))
  CALL_BODY(thrust::inclusive_scan, "par-nosync", Standard, NOTHING,
            return caught([&] {
              thrust::inclusive_scan(par_nosync.on(C.S), C.Ones, C.Ones + 64,
                                     C.Watched);
            }))
  CALL_BODY(thrust::inclusive_scan, "par-nosync-allocator", Standard,
            needStorage(),
            return caught([&] {
              thrust::inclusive_scan(par_nosync(Storage).on(C.S), C.Ones,
                                     C.Ones + 64, C.Watched);
            }))

  // Algorithms that return a value.
  CALL_BODY(thrust::reduce, "par", StreamArgument | Standard, NOTHING,
            return caught([&] {
              C.Pageable[0] = thrust::reduce(par.on(C.S), C.Ones, C.Ones + 64);
            }))
  CALL_BODY(thrust::reduce, "par-nosync", Standard, NOTHING,
            return caught([&] {
              C.Pageable[0] =
                  thrust::reduce(par_nosync.on(C.S), C.Ones, C.Ones + 64);
            }))
  CALL_BODY(thrust::reduce, "par-nosync-allocator", Standard, needStorage(),
            return caught([&] {
              C.Pageable[0] = thrust::reduce(par_nosync(Storage).on(C.S),
                                             C.Ones, C.Ones + 64);
            }))
  CALL_BODY(thrust::reduce, "device", Standard, NOTHING,
            return caught([&] {
              C.Pageable[0] =
                  thrust::reduce(thrust::device, C.Ones, C.Ones + 64);
            }))
  CALL_BODY(thrust::count_if, "par-nosync", Brief, NOTHING,
            return caught([&] {
              C.Pageable[0] = thrust::count_if(par_nosync.on(C.S), C.Ones,
                                               C.Ones + 64, IsNotZero());
            }))
  CALL_BODY(thrust::copy_if, "par-nosync", Standard, NOTHING,
            return caught([&] {
              thrust::copy_if(par_nosync.on(C.S), C.Ones, C.Ones + 64,
                              C.Watched, IsNotZero());
            }))
  CALL_BODY(thrust::max_element, "par-nosync", Brief, NOTHING,
            return caught([&] {
              int *Max = thrust::max_element(par_nosync.on(C.S), C.Ones,
                                             C.Ones + 64);
              C.Pageable[0] = Max == C.Ones;
            }))

  // Memory and containers.
  CALL_BODY(thrust::device_vector, "construct", Standard, NOTHING,
            return caught([&] { Vector = new thrust::device_vector<int>(64); }))
  CALL_BODY(thrust::device_vector, "construct-empty", Brief, NOTHING,
            return caught([&] { Vector = new thrust::device_vector<int>(); }))
  CALL_BODY(thrust::device_vector, "destroy", Standard, needVector(),
            return caught([&] { delete Vector; }))
  CALL_BODY(thrust::device_vector, "resize", Standard, needVector(),
            return caught([&] { Vector->resize(1000); }))
  CALL_BODY(thrust::device_vector, "element-read", Standard, needVector(),
            return caught([&] { C.Pageable[0] = (*Vector)[0]; }))
  CALL_BODY(thrust::device_vector, "element-write", Standard, needVector(),
            return caught([&] { (*Vector)[0] = 7; }))
  CALL_BODY(thrust::device_vector, "copy-from-host", Standard, needVector(),
            return caught([&] {
              thrust::copy(C.PageableOnes, C.PageableOnes + 64,
                           Vector->begin());
            }))
  CALL_BODY(thrust::device_vector, "copy-to-host", Standard, needVector(),
            return caught([&] {
              thrust::copy(Vector->begin(), Vector->end(), C.Pageable);
            }))
  CALL_BODY(thrust::host_vector, "from-device", Brief, needVector(),
            return caught([&] {
              thrust::host_vector<int> Copy = *Vector;
              C.Pageable[0] = Copy[0];
            }))
  CALL_BODY(thrust::device_malloc, "", Brief, NOTHING,
            return caught([&] { Memory = thrust::device_malloc<int>(64); }))
  CALL_BODY(thrust::device_free, "", Brief,
            Memory = thrust::device_malloc<int>(64),
            return caught([&] { thrust::device_free(Memory); }))
};
// clang-format on

static AddCalls Added(Calls);
