//===- CuFft.cu - cuFFT ---------------------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include <cufftXt.h>

namespace oracle {
static Code toCode(cufftResult R) {
#define NAME(X)                                                                \
  case X:                                                                      \
    return {X, #X};
  switch (R) {
    NAME(CUFFT_SUCCESS)
    NAME(CUFFT_INVALID_PLAN)
    NAME(CUFFT_ALLOC_FAILED)
    NAME(CUFFT_INVALID_TYPE)
    NAME(CUFFT_INVALID_VALUE)
    NAME(CUFFT_INTERNAL_ERROR)
    NAME(CUFFT_EXEC_FAILED)
    NAME(CUFFT_SETUP_FAILED)
    NAME(CUFFT_INVALID_SIZE)
    NAME(CUFFT_UNALIGNED_DATA)
    NAME(CUFFT_INVALID_DEVICE)
    NAME(CUFFT_NO_WORKSPACE)
    NAME(CUFFT_NOT_IMPLEMENTED)
    NAME(CUFFT_NOT_SUPPORTED)
  default: // Others differ between versions.
    return {int(R), ""};
  }
#undef NAME
}
} // namespace oracle

using namespace oracle;

/// Points of a transform whose result C.Watched has room for.
static constexpr int N = 16;
/// Points of a transform that needs several kernels and a work area.
static constexpr int Large = 1 << 20;

static cufftHandle Plan;
static float *Input, *Output;
static double *Thirds; ///< So that no half of a result is zero.
static void *WorkArea;
static size_t WorkSize;
static int Points = N;
static long long Length = N;

static void needPlan(cufftType Type = CUFFT_C2C) {
  must(toCode(cufftPlan1d(&Plan, N, Type, 1)), "cufftPlan1d");
  Input = floats(2 * N);
}

static void bindTo(cudaStream_t S) {
  must(toCode(cufftSetStream(Plan, S)), "cufftSetStream");
}

/// A plan that has no size yet.
static void needEmptyPlan() { must(toCode(cufftCreate(&Plan)), "cufftCreate"); }

static void withoutWorkArea() {
  must(toCode(cufftSetAutoAllocation(Plan, 0)), "cufftSetAutoAllocation");
}

static void needBuffers() {
  Input = floats(2 * Large);
  Output = floats(2 * Large);
}

static void needLargePlan() {
  must(toCode(cufftPlan1d(&Plan, Large, CUFFT_C2C, 1)), "cufftPlan1d");
  needBuffers();
}

/// The work area is there, but the plan has not been told.
static void needLargePlanWithoutWorkArea() {
  needEmptyPlan();
  withoutWorkArea();
  must(toCode(cufftMakePlan1d(Plan, Large, CUFFT_C2C, 1, &WorkSize)),
       "cufftMakePlan1d");
  WorkArea = workspace(WorkSize);
  needBuffers();
}

static Code setWorkArea() { return toCode(cufftSetWorkArea(Plan, WorkArea)); }

static Code complexToComplex(void *Out) {
  return toCode(cufftExecC2C(Plan, reinterpret_cast<cufftComplex *>(Input),
                             static_cast<cufftComplex *>(Out), CUFFT_FORWARD));
}

static Code realToComplex(void *Out) {
  return toCode(cufftExecR2C(Plan, Input, static_cast<cufftComplex *>(Out)));
}

static Code complexToReal(void *Out) {
  return toCode(cufftExecC2R(Plan, reinterpret_cast<cufftComplex *>(Input),
                             static_cast<float *>(Out)));
}

static Code doubleToDouble(void *Out) {
  return toCode(
      cufftExecZ2Z(Plan, reinterpret_cast<cufftDoubleComplex *>(Thirds),
                   static_cast<cufftDoubleComplex *>(Out), CUFFT_FORWARD));
}

static Code ofAnyType(void *Out) {
  return toCode(cufftXtExec(Plan, Input, Out, CUFFT_FORWARD));
}

// clang-format off
static const Call Calls[] = {
  // Plans.
  CALL(cufftPlan1d, Standard, NOTHING,
       cufftPlan1d(C.out<cufftHandle>(), N, CUFFT_C2C, 1))
  CALL_AS(cufftPlan1d, "large", Standard, NOTHING,
          cufftPlan1d(C.out<cufftHandle>(), Large, CUFFT_C2C, 1))
  CALL_AS(cufftPlan1d, "second", Brief, needPlan(),
          cufftPlan1d(C.out<cufftHandle>(), N, CUFFT_C2C, 1))
  CALL(cufftPlanMany, Brief, NOTHING,
       cufftPlanMany(C.out<cufftHandle>(), 1, &Points, nullptr, 1, N, nullptr,
                     1, N, CUFFT_C2C, 2))
  CALL(cufftCreate, Brief, NOTHING, cufftCreate(C.out<cufftHandle>()))
  CALL(cufftMakePlan1d, Standard, needEmptyPlan(),
       cufftMakePlan1d(Plan, Large, CUFFT_C2C, 1, &WorkSize))
  CALL_AS(cufftMakePlan1d, "no-work-area", Standard,
          needEmptyPlan(); withoutWorkArea(),
          cufftMakePlan1d(Plan, Large, CUFFT_C2C, 1, &WorkSize))
  CALL(cufftXtMakePlanMany, Brief, needEmptyPlan(),
       cufftXtMakePlanMany(Plan, 1, &Length, nullptr, 1, N, CUDA_C_32F, nullptr,
                           1, N, CUDA_C_32F, 1, &WorkSize, CUDA_C_32F))
  CALL(cufftDestroy, Standard, needPlan(), cufftDestroy(Plan))
  CALL_AS(cufftDestroy, "large", Standard,
          needLargePlan(); bindTo(C.S); warmUp(complexToComplex(Output)),
          cufftDestroy(Plan))
  CALL(cufftSetStream, StreamArgument | Brief, needPlan(),
       cufftSetStream(Plan, C.S))
  CALL(cufftSetAutoAllocation, Brief, needEmptyPlan(),
       cufftSetAutoAllocation(Plan, 0))
  CALL(cufftSetWorkArea, Brief, needLargePlanWithoutWorkArea(),
       cufftSetWorkArea(Plan, WorkArea))
  CALL(cufftGetSize, Brief, needPlan(), cufftGetSize(Plan, &WorkSize))
  CALL(cufftEstimate1d, Brief, NOTHING,
       cufftEstimate1d(Large, CUFFT_C2C, 1, &WorkSize))

  // Transforms.
  CALL_AS(cufftExecC2C, "cold", StreamArgument | Standard,
          needPlan(); bindTo(C.S),
          complexToComplex(C.Watched))
  CALL_AS(cufftExecC2C, "warm", StreamArgument | Brief,
          needPlan(); bindTo(C.S); warmUp(complexToComplex(C.Scratch)),
          complexToComplex(C.Watched))
  CALL_AS(cufftExecC2C, "bound-elsewhere", Standard,
          needPlan(); bindTo(C.Idle); warmUp(complexToComplex(C.Scratch)),
          complexToComplex(C.Watched))
  CALL_AS(cufftExecC2C, "never-bound", Standard,
          needPlan(); warmUp(complexToComplex(C.Scratch)),
          complexToComplex(C.Watched))
  CALL_BODY(cufftExecC2C, "bound-in-capture", Standard,
            needPlan(); bindTo(C.Idle); warmUp(complexToComplex(C.Scratch)),
            step("cufftSetStream", toCode(cufftSetStream(Plan, C.S)));
            return complexToComplex(C.Watched))
  CALL_AS(cufftExecC2C, "large-cold", Brief, needLargePlan(); bindTo(C.S),
          complexToComplex(Output))
  CALL_AS(cufftExecC2C, "large-user-work-area", Brief,
          needLargePlanWithoutWorkArea(); bindTo(C.S);
          must(setWorkArea(), "cufftSetWorkArea");
          warmUp(complexToComplex(Output)),
          complexToComplex(Output))
  CALL_BODY(cufftExecC2C, "large-work-area-in-capture", Brief,
            needLargePlanWithoutWorkArea(); bindTo(C.S),
            step("cufftSetWorkArea", setWorkArea());
            return complexToComplex(Output))
  CALL(cufftExecR2C, Brief,
       needPlan(CUFFT_R2C); bindTo(C.S); warmUp(realToComplex(C.Scratch)),
       realToComplex(C.Watched))
  CALL(cufftExecC2R, Brief,
       needPlan(CUFFT_C2R); bindTo(C.S); warmUp(complexToReal(C.Scratch)),
       complexToReal(C.Watched))
  CALL(cufftExecZ2Z, Brief,
       needPlan(CUFFT_Z2Z); bindTo(C.S);
       Thirds = onDevice(std::vector<double>(2 * N, 1.0 / 3));
       warmUp(doubleToDouble(C.Scratch)),
       doubleToDouble(C.Watched))
  CALL(cufftXtExec, Brief,
       needPlan(); bindTo(C.S); warmUp(ofAnyType(C.Scratch)),
       ofAnyType(C.Watched))
};
// clang-format on

static AddCalls Added(Calls);
