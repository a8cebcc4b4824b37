//===- CuBlas.cu - cuBLAS and cuBLASLt ------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include <cublasLt.h>
#include <cublas_v2.h>

namespace oracle {
static Code toCode(cublasStatus_t S) {
  return {int(S), cublasGetStatusName(S)};
}
} // namespace oracle

using namespace oracle;

/// Matrices are N x N, so that C.Watched has room for one.
static constexpr int N = 8;
/// Inner dimension of a product so thin that it is split to be computed.
static constexpr int Long = 1 << 16;
static constexpr size_t WorkspaceSize = 32 << 20;

static const float One = 1, Zero = 0;
static float Legs[2] = {3, 4}, Sine;

static cublasHandle_t Handle;
static float *Ones, *LongOnes;
static void *Workspace;
static float **Pointers, **ResultPointers;

static void needHandle() {
  must(toCode(cublasCreate(&Handle)), "cublasCreate");
  Ones = floats(N * N);
}

static void bindTo(cudaStream_t S) {
  needHandle();
  must(toCode(cublasSetStream(Handle, S)), "cublasSetStream");
}

static void useWorkspace() {
  Workspace = workspace(WorkspaceSize);
  must(toCode(cublasSetWorkspace(Handle, Workspace, WorkspaceSize)),
       "cublasSetWorkspace");
}

static void useDevicePointers() {
  must(toCode(cublasSetPointerMode(Handle, CUBLAS_POINTER_MODE_DEVICE)),
       "cublasSetPointerMode");
}

static Code sgemm(int *Out) {
  return toCode(cublasSgemm(Handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &One,
                            Ones, N, Ones, N, &Zero, asFloats(Out), N));
}

/// Needs LongOnes.
static Code longSgemm(int *Out) {
  return toCode(cublasSgemm(Handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, Long, &One,
                            LongOnes, N, LongOnes, Long, &Zero, asFloats(Out),
                            N));
}

static Code gemmEx(int *Out) {
  return toCode(cublasGemmEx(Handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &One,
                             Ones, CUDA_R_32F, N, Ones, CUDA_R_32F, N, &Zero,
                             Out, CUDA_R_32F, N, CUBLAS_COMPUTE_32F_FAST_TF32,
                             CUBLAS_GEMM_DEFAULT));
}

/// Needs needPointers().
static Code sgemmBatched() {
  return toCode(cublasSgemmBatched(Handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N,
                                   &One, Pointers, N, Pointers, N, &Zero,
                                   ResultPointers, N, 1));
}

/// One matrix of ones, and \p Result.
static void needPointers(int *Result) {
  Pointers = onDevice(std::vector<float *>{Ones});
  ResultPointers = onDevice(std::vector<float *>{asFloats(Result)});
}

static Code sdot(int *Result) {
  return toCode(cublasSdot(Handle, N * N, Ones, 1, Ones, 1, asFloats(Result)));
}

static Code isamax(int *Result) {
  return toCode(cublasIsamax(Handle, N * N, Ones, 1, Result));
}

static Code saxpy(int *Out) {
  return toCode(cublasSaxpy(Handle, N * N, &One, Ones, 1, asFloats(Out), 1));
}

//===--- cuBLASLt ---------------------------------------------------------===//

static cublasLtHandle_t Lt;
static cublasLtMatmulDesc_t Product;
static cublasLtMatrixLayout_t Layout;
static cublasLtMatmulPreference_t Preference;
static cublasLtMatmulHeuristicResult_t Found;

static void needLt() {
  must(toCode(cublasLtCreate(&Lt)), "cublasLtCreate");
  must(toCode(
           cublasLtMatmulDescCreate(&Product, CUBLAS_COMPUTE_32F, CUDA_R_32F)),
       "cublasLtMatmulDescCreate");
  must(toCode(cublasLtMatrixLayoutCreate(&Layout, CUDA_R_32F, N, N, N)),
       "cublasLtMatrixLayoutCreate");
  must(toCode(cublasLtMatmulPreferenceCreate(&Preference)),
       "cublasLtMatmulPreferenceCreate");
  Ones = floats(N * N);
  Workspace = workspace(WorkspaceSize);
}

static Code heuristic() {
  int Count = 0;
  return toCode(cublasLtMatmulAlgoGetHeuristic(Lt, Product, Layout, Layout,
                                               Layout, Layout, Preference, 1,
                                               &Found, &Count));
}

static Code matmul(int *Out, const cublasLtMatmulAlgo_t *Algorithm,
                   cudaStream_t S) {
  return toCode(cublasLtMatmul(Lt, Product, &One, Ones, Layout, Ones, Layout,
                               &Zero, Out, Layout, Out, Layout, Algorithm,
                               Workspace, WorkspaceSize, S));
}

// clang-format off
static const Call Calls[] = {
  // The handle.
  CALL(cublasCreate, Standard, NOTHING, cublasCreate(C.out<cublasHandle_t>()))
  CALL(cublasDestroy, Standard, needHandle(), cublasDestroy(Handle))
  CALL_AS(cublasDestroy, "used", Standard,
          bindTo(C.S); warmUp(sgemm(C.Scratch)),
          cublasDestroy(Handle))
  CALL(cublasSetStream, StreamArgument | Brief, needHandle(),
       cublasSetStream(Handle, C.S))
  CALL(cublasGetStream, Brief, bindTo(C.S),
       cublasGetStream(Handle, C.out<cudaStream_t>()))
  CALL(cublasSetWorkspace, Brief,
       bindTo(C.S); Workspace = workspace(WorkspaceSize),
       cublasSetWorkspace(Handle, Workspace, WorkspaceSize))
  CALL(cublasSetPointerMode, Brief, bindTo(C.S),
       cublasSetPointerMode(Handle, CUBLAS_POINTER_MODE_DEVICE))
  CALL(cublasSetMathMode, Brief, bindTo(C.S),
       cublasSetMathMode(Handle, CUBLAS_TF32_TENSOR_OP_MATH))

  // Results on the device.
  CALL_AS(cublasSgemm, "cold", StreamArgument | Standard, bindTo(C.S),
          sgemm(C.Watched))
  CALL_AS(cublasSgemm, "warm", StreamArgument | Standard,
          bindTo(C.S); warmUp(sgemm(C.Scratch)),
          sgemm(C.Watched))
  CALL_AS(cublasSgemm, "bound-elsewhere", Standard,
          bindTo(C.Idle); warmUp(sgemm(C.Scratch)),
          sgemm(C.Watched))
  CALL_AS(cublasSgemm, "never-bound", Standard,
          needHandle(); warmUp(sgemm(C.Scratch)),
          sgemm(C.Watched))
  CALL_BODY(cublasSgemm, "bound-in-capture", Standard,
            bindTo(C.Idle); warmUp(sgemm(C.Scratch)),
            step("cublasSetStream", toCode(cublasSetStream(Handle, C.S)));
            return sgemm(C.Watched))
  CALL_AS(cublasSgemm, "user-workspace", Brief,
          bindTo(C.S); useWorkspace(); warmUp(sgemm(C.Scratch)),
          sgemm(C.Watched))
  CALL_AS(cublasSgemm, "long", Standard,
          bindTo(C.S); LongOnes = floats(N * Long);
          warmUp(longSgemm(C.Scratch)),
          longSgemm(C.Watched))
  CALL_AS(cublasSgemm, "long-user-workspace", Brief,
          bindTo(C.S); useWorkspace(); LongOnes = floats(N * Long);
          warmUp(longSgemm(C.Scratch)),
          longSgemm(C.Watched))
  CALL(cublasGemmEx, Brief, bindTo(C.S); warmUp(gemmEx(C.Scratch)),
       gemmEx(C.Watched))
  CALL(cublasSgemmBatched, Brief,
       bindTo(C.S); needPointers(C.Scratch); warmUp(sgemmBatched());
       needPointers(C.Watched),
       sgemmBatched())
  CALL(cublasSaxpy, Brief, bindTo(C.S); warmUp(saxpy(C.Scratch)),
       saxpy(C.Watched))
  // The matrix of ones is singular: the result is not zero.
  CALL(cublasSgetrfBatched, Brief, bindTo(C.S); needPointers(C.Scratch),
       cublasSgetrfBatched(Handle, N, Pointers, N, nullptr, C.Watched, 1))

  // Results on the host, unless the pointer mode says otherwise.
  CALL(cublasSdot, Standard, bindTo(C.S); warmUp(sdot(C.PageableOnes)),
       sdot(C.Pageable))
  CALL_AS(cublasSdot, "pinned-result", Standard,
          bindTo(C.S); warmUp(sdot(C.PageableOnes)),
          sdot(C.HostWatched))
  CALL_AS(cublasSdot, "bound-elsewhere", Standard,
          bindTo(C.Idle); warmUp(sdot(C.PageableOnes)),
          sdot(C.Pageable))
  CALL_AS(cublasSdot, "device-pointer-mode", Standard,
          bindTo(C.S); useDevicePointers(); warmUp(sdot(C.Scratch)),
          sdot(C.Watched))
  CALL(cublasIsamax, Standard, bindTo(C.S); warmUp(isamax(C.PageableOnes)),
       isamax(C.Pageable))
  CALL_AS(cublasIsamax, "device-pointer-mode", Brief,
          bindTo(C.S); useDevicePointers(); warmUp(isamax(C.Scratch)),
          isamax(C.Watched))
  CALL(cublasSnrm2, Standard, bindTo(C.S),
       cublasSnrm2(Handle, N * N, Ones, 1, asFloats(C.Pageable)))
  CALL(cublasSrotg, Brief, bindTo(C.S),
       cublasSrotg(Handle, &Legs[0], &Legs[1], asFloats(C.Pageable), &Sine))

  // Copies.
  CALL(cublasSetMatrix, Standard, NOTHING,
       cublasSetMatrix(N, N, sizeof(int), C.PageableOnes, N, C.Watched, N))
  CALL(cublasGetMatrix, Standard, NOTHING,
       cublasGetMatrix(N, N, sizeof(int), C.Ones, N, C.Pageable, N))
  CALL(cublasSetVector, Standard, NOTHING,
       cublasSetVector(N, sizeof(int), C.PageableOnes, 1, C.Watched, 1))
  CALL(cublasGetVector, Standard, NOTHING,
       cublasGetVector(N, sizeof(int), C.Ones, 1, C.Pageable, 1))
  CALL(cublasSetMatrixAsync, StreamArgument | Brief, NOTHING,
       cublasSetMatrixAsync(N, N, sizeof(int), C.PinnedOnes, N, C.Watched, N,
                            C.S))
  CALL_AS(cublasSetMatrixAsync, "pageable", Brief, NOTHING,
          cublasSetMatrixAsync(N, N, sizeof(int), C.PageableOnes, N, C.Watched,
                               N, C.S))
  CALL(cublasGetMatrixAsync, Brief, NOTHING,
       cublasGetMatrixAsync(N, N, sizeof(int), C.Ones, N, C.HostWatched, N,
                            C.S))
  CALL(cublasSetVectorAsync, Brief, NOTHING,
       cublasSetVectorAsync(N, sizeof(int), C.PinnedOnes, 1, C.Watched, 1, C.S))
  CALL(cublasGetVectorAsync, Brief, NOTHING,
       cublasGetVectorAsync(N, sizeof(int), C.Ones, 1, C.HostWatched, 1, C.S))

  // cuBLASLt.
  CALL(cublasLtCreate, Standard, NOTHING,
       cublasLtCreate(C.out<cublasLtHandle_t>()))
  CALL(cublasLtDestroy, Standard, needLt(), cublasLtDestroy(Lt))
  CALL(cublasLtMatmulAlgoGetHeuristic, Standard, needLt(), heuristic())
  CALL_AS(cublasLtMatmul, "cold", Standard, needLt(),
          matmul(C.Watched, nullptr, C.S))
  CALL_AS(cublasLtMatmul, "warm", StreamArgument | Standard,
          needLt(); warmUp(heuristic());
          warmUp(matmul(C.Scratch, &Found.algo, C.S)),
          matmul(C.Watched, &Found.algo, C.S))
};
// clang-format on

static AddCalls Added(Calls);
