//===- CuSolver.cu - cuSOLVER ---------------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Some of what is asked about is deprecated, and still used.
#define DISABLE_CUSOLVER_DEPRECATED
#define DISABLE_CUSPARSE_DEPRECATED

#include "Buffers.h"
#include <cusolverDn.h>
#include <cusolverSp.h>

namespace oracle {
static Code toCode(cusolverStatus_t S) {
#define NAME(X)                                                                \
  case X:                                                                      \
    return {X, #X};
  switch (S) {
    NAME(CUSOLVER_STATUS_SUCCESS)
    NAME(CUSOLVER_STATUS_NOT_INITIALIZED)
    NAME(CUSOLVER_STATUS_ALLOC_FAILED)
    NAME(CUSOLVER_STATUS_INVALID_VALUE)
    NAME(CUSOLVER_STATUS_ARCH_MISMATCH)
    NAME(CUSOLVER_STATUS_MAPPING_ERROR)
    NAME(CUSOLVER_STATUS_EXECUTION_FAILED)
    NAME(CUSOLVER_STATUS_INTERNAL_ERROR)
    NAME(CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED)
    NAME(CUSOLVER_STATUS_NOT_SUPPORTED)
    NAME(CUSOLVER_STATUS_ZERO_PIVOT)
    NAME(CUSOLVER_STATUS_INVALID_WORKSPACE)
  default: // Those of iterative refinement.
    return {int(S), ""};
  }
#undef NAME
}
} // namespace oracle

using namespace oracle;

/// Matrices are N x N.
static constexpr int N = 8;
static constexpr cublasFillMode_t Lower = CUBLAS_FILL_MODE_LOWER;
static constexpr cusolverEigMode_t Vectors = CUSOLVER_EIG_MODE_VECTOR;
static constexpr cudaDataType Real = CUDA_R_32F;

static cusolverDnHandle_t Handle;
static float *Zeros;    ///< Singular: factorizations of it set devInfo.
static float *Identity; ///< Factorizations leave it as it is.
static float *Ones, *RightSide, *Left, *Right;
static int *Pivots, *Info;
static int64_t *LongPivots;

/// Of all routines: the workspace whose size they were asked for.
static void *Workspace;
static int Size;
static std::vector<char> HostWorkspace;
static size_t DeviceBytes, HostBytes;

static void needHandle() {
  must(toCode(cusolverDnCreate(&Handle)), "cusolverDnCreate");
  std::vector<float> I(N * N);
  for (int K = 0; K != N; ++K)
    I[K * N + K] = 1;
  Identity = onDevice(I);
  Zeros = floats(N * N, 0);
  Ones = floats(N * N);
  RightSide = floats(N);
  Left = floats(N * N);
  Right = floats(N * N);
  Pivots = onDevice(std::vector<int>(N));
  LongPivots = onDevice(std::vector<int64_t>(N));
  Info = onDevice(std::vector<int>(1));
}

static void bindTo(cudaStream_t S) {
  needHandle();
  must(toCode(cusolverDnSetStream(Handle, S)), "cusolverDnSetStream");
}

static float *work() { return static_cast<float *>(Workspace); }

/// After a query for a size in floats.
static void needWorkspace(Code Queried) {
  must(Queried, "bufferSize");
  Workspace = workspace(Size * sizeof(float));
}

/// After a query for sizes in bytes.
static void needWorkspaces(Code Queried) {
  must(Queried, "bufferSize");
  Workspace = workspace(DeviceBytes);
  HostWorkspace.resize(HostBytes + 1);
}

//===--- LU, Cholesky, QR -------------------------------------------------===//

static Code getrfSize() {
  return toCode(cusolverDnSgetrf_bufferSize(Handle, N, N, Zeros, N, &Size));
}

/// Of a zero matrix: \p DevInfo becomes 1.
static Code getrf(int *DevInfo) {
  return toCode(
      cusolverDnSgetrf(Handle, N, N, Zeros, N, work(), Pivots, DevInfo));
}

static void needGetrf() { needWorkspace(getrfSize()); }

static Code getrs() {
  return toCode(cusolverDnSgetrs(Handle, CUBLAS_OP_N, N, 1, Identity, N, Pivots,
                                 RightSide, N, Info));
}

static void needGetrs() {
  needGetrf();
  warmUp(toCode(
      cusolverDnSgetrf(Handle, N, N, Identity, N, work(), Pivots, Info)));
}

static Code potrf(int *DevInfo) {
  return toCode(
      cusolverDnSpotrf(Handle, Lower, N, Zeros, N, work(), Size, DevInfo));
}

static void needPotrf() {
  needWorkspace(
      toCode(cusolverDnSpotrf_bufferSize(Handle, Lower, N, Zeros, N, &Size)));
}

static Code geqrf(int *Tau) {
  return toCode(cusolverDnSgeqrf(Handle, N, N, Ones, N, asFloats(Tau), work(),
                                 Size, Info));
}

static void needGeqrf() {
  needWorkspace(
      toCode(cusolverDnSgeqrf_bufferSize(Handle, N, N, Ones, N, &Size)));
}

static cusolverDnParams_t Parameters;

static Code getrf64(int *DevInfo) {
  return toCode(cusolverDnXgetrf(Handle, Parameters, N, N, Real, Zeros, N,
                                 LongPivots, Real, Workspace, DeviceBytes,
                                 HostWorkspace.data(), HostBytes, DevInfo));
}

static void needParameters() {
  must(toCode(cusolverDnCreateParams(&Parameters)), "cusolverDnCreateParams");
}

static void needGetrf64() {
  needParameters();
  needWorkspaces(
      toCode(cusolverDnXgetrf_bufferSize(Handle, Parameters, N, N, Real, Zeros,
                                         N, Real, &DeviceBytes, &HostBytes)));
}

//===--- Eigenvalues, singular values -------------------------------------===//

static Code syevd(int *Out) {
  return toCode(cusolverDnSsyevd(Handle, Vectors, Lower, N, Identity, N,
                                 asFloats(Out), work(), Size, Info));
}

static void needSyevd(int *Out) {
  needWorkspace(toCode(cusolverDnSsyevd_bufferSize(
      Handle, Vectors, Lower, N, Identity, N, asFloats(Out), &Size)));
}

static Code syevd64(int *Out) {
  return toCode(cusolverDnXsyevd(
      Handle, Parameters, Vectors, Lower, N, Real, Identity, N, Real, Out, Real,
      Workspace, DeviceBytes, HostWorkspace.data(), HostBytes, Info));
}

static void needSyevd64(int *Out) {
  needParameters();
  needWorkspaces(toCode(cusolverDnXsyevd_bufferSize(
      Handle, Parameters, Vectors, Lower, N, Real, Identity, N, Real, Out, Real,
      &DeviceBytes, &HostBytes)));
}

static syevjInfo_t Sweeps;

static Code syevj(int *Out) {
  return toCode(cusolverDnSsyevj(Handle, Vectors, Lower, N, Identity, N,
                                 asFloats(Out), work(), Size, Info, Sweeps));
}

static void needSyevj(int *Out) {
  must(toCode(cusolverDnCreateSyevjInfo(&Sweeps)), "cusolverDnCreateSyevjInfo");
  needWorkspace(toCode(cusolverDnSsyevj_bufferSize(
      Handle, Vectors, Lower, N, Identity, N, asFloats(Out), &Size, Sweeps)));
}

static Code gesvd(int *Out) {
  return toCode(cusolverDnSgesvd(Handle, 'A', 'A', N, N, Identity, N,
                                 asFloats(Out), Left, N, Right, N, work(), Size,
                                 nullptr, Info));
}

static void needGesvd() {
  needWorkspace(toCode(cusolverDnSgesvd_bufferSize(Handle, N, N, &Size)));
}

//===--- Routines that tell the host --------------------------------------===//

/// Solves by iterative refinement; \p Iterations is on the host.
static Code gesv(int *Out, int *Iterations) {
  return toCode(cusolverDnSSgesv(Handle, N, 1, Identity, N, Pivots, RightSide,
                                 N, asFloats(Out), N, Workspace, DeviceBytes,
                                 Iterations, Info));
}

static void needGesv(int *Out) {
  needWorkspaces(toCode(
      cusolverDnSSgesv_bufferSize(Handle, N, 1, Identity, N, Pivots, RightSide,
                                  N, asFloats(Out), N, nullptr, &DeviceBytes)));
}

static cusolverSpHandle_t SparseHandle;
static cusparseMatDescr_t Descriptor;
static int *Starts, *Columns;
static int Singularity;

static void needSparseHandle() {
  must(toCode(cusolverSpCreate(&SparseHandle)), "cusolverSpCreate");
}

static void bindSparseTo(cudaStream_t S) {
  needSparseHandle();
  must(toCode(cusolverSpSetStream(SparseHandle, S)), "cusolverSpSetStream");
  if (cusparseCreateMatDescr(&Descriptor) != CUSPARSE_STATUS_SUCCESS)
    must({1, "failed"}, "cusparseCreateMatDescr");
  std::vector<int> UpToN(N + 1);
  for (int I = 0; I <= N; ++I)
    UpToN[I] = I;
  Starts = onDevice(UpToN);
  Columns = onDevice(UpToN);
  Ones = floats(N * N);
  RightSide = floats(N);
}

/// Solves with the identity.
static Code sparseSolve(int *Out) {
  return toCode(cusolverSpScsrlsvqr(SparseHandle, N, N, Descriptor, Ones,
                                    Starts, Columns, RightSide, 0.f, 0,
                                    asFloats(Out), &Singularity));
}

// clang-format off
static const Call Calls[] = {
  // The handle and what else is made before.
  CALL(cusolverDnCreate, Standard, NOTHING,
       cusolverDnCreate(C.out<cusolverDnHandle_t>()))
  CALL(cusolverDnDestroy, Standard, needHandle(), cusolverDnDestroy(Handle))
  CALL_AS(cusolverDnDestroy, "used", Standard,
          bindTo(C.S); needGetrf(); warmUp(getrf(Info)),
          cusolverDnDestroy(Handle))
  CALL(cusolverDnSetStream, StreamArgument | Brief, needHandle(),
       cusolverDnSetStream(Handle, C.S))
  CALL(cusolverDnCreateParams, Brief, NOTHING,
       cusolverDnCreateParams(C.out<cusolverDnParams_t>()))
  CALL(cusolverDnCreateSyevjInfo, Brief, NOTHING,
       cusolverDnCreateSyevjInfo(C.out<syevjInfo_t>()))
  CALL(cusolverDnSgetrf_bufferSize, Standard, bindTo(C.S), getrfSize())
  CALL(cusolverDnSsyevd_bufferSize, Brief, bindTo(C.S),
       cusolverDnSsyevd_bufferSize(Handle, Vectors, Lower, N, Identity, N,
                                   asFloats(C.Watched), &Size))
  CALL(cusolverDnXgetrf_bufferSize, Brief, bindTo(C.S); needParameters(),
       cusolverDnXgetrf_bufferSize(Handle, Parameters, N, N, Real, Zeros, N,
                                   Real, &DeviceBytes, &HostBytes))

  // Factorizations.
  CALL_AS(cusolverDnSgetrf, "cold", StreamArgument | Standard,
          bindTo(C.S); needGetrf(),
          getrf(C.Watched))
  CALL_AS(cusolverDnSgetrf, "warm", StreamArgument | Standard,
          bindTo(C.S); needGetrf(); warmUp(getrf(Info)),
          getrf(C.Watched))
  CALL_AS(cusolverDnSgetrf, "bound-elsewhere", Standard,
          bindTo(C.Idle); needGetrf(); warmUp(getrf(Info)),
          getrf(C.Watched))
  CALL_AS(cusolverDnSgetrf, "never-bound", Standard,
          needHandle(); needGetrf(); warmUp(getrf(Info)),
          getrf(C.Watched))
  CALL_BODY(cusolverDnSgetrf, "bound-in-capture", Standard,
            bindTo(C.Idle); needGetrf(); warmUp(getrf(Info)),
            step("cusolverDnSetStream",
                 toCode(cusolverDnSetStream(Handle, C.S)));
            return getrf(C.Watched))
  CALL(cusolverDnSgetrs, Brief, bindTo(C.S); needGetrs(); warmUp(getrs()),
       getrs())
  CALL(cusolverDnSpotrf, Standard,
       bindTo(C.S); needPotrf(); warmUp(potrf(Info)),
       potrf(C.Watched))
  CALL(cusolverDnSgeqrf, Brief,
       bindTo(C.S); needGeqrf(); warmUp(geqrf(C.Scratch)),
       geqrf(C.Watched))
  CALL(cusolverDnXgetrf, Standard,
       bindTo(C.S); needGetrf64(); warmUp(getrf64(Info)),
       getrf64(C.Watched))
  CALL(cusolverDnSsyevd, Standard,
       bindTo(C.S); needSyevd(C.Watched); warmUp(syevd(C.Scratch)),
       syevd(C.Watched))
  CALL(cusolverDnXsyevd, Standard,
       bindTo(C.S); needSyevd64(C.Watched); warmUp(syevd64(C.Scratch)),
       syevd64(C.Watched))
  CALL(cusolverDnSsyevj, Standard,
       bindTo(C.S); needSyevj(C.Watched); warmUp(syevj(C.Scratch)),
       syevj(C.Watched))
  CALL(cusolverDnSgesvd, Standard,
       bindTo(C.S); needGesvd(); warmUp(gesvd(C.Scratch)),
       gesvd(C.Watched))

  // Results on the host.
  CALL(cusolverDnXsyevjGetSweeps, Brief,
       bindTo(C.S); needSyevj(C.Scratch); warmUp(syevj(C.Scratch)),
       cusolverDnXsyevjGetSweeps(Handle, Sweeps, C.out<int>()))
  CALL(cusolverDnSSgesv, Standard,
       bindTo(C.S); needGesv(C.Watched); warmUp(gesv(C.Scratch, C.out<int>())),
       gesv(C.Watched, C.out<int>()))
  CALL(cusolverSpCreate, Brief, NOTHING,
       cusolverSpCreate(C.out<cusolverSpHandle_t>()))
  CALL(cusolverSpDestroy, Brief, needSparseHandle(),
       cusolverSpDestroy(SparseHandle))
  CALL(cusolverSpScsrlsvqr, Standard,
       bindSparseTo(C.S); warmUp(sparseSolve(C.Scratch)),
       sparseSolve(C.Watched))
};
// clang-format on

static AddCalls Added(Calls);
