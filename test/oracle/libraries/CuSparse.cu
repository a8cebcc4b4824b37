//===- CuSparse.cu - cuSPARSE ---------------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Some of what is asked about is deprecated, and still used.
#define DISABLE_CUSPARSE_DEPRECATED

#include "Buffers.h"
#include <cusparse.h>

namespace oracle {
static Code toCode(cusparseStatus_t S) {
  return {int(S), cusparseGetErrorName(S)};
}
} // namespace oracle

using namespace oracle;

/// The sparse matrices are N x N, and diagonal.
static constexpr int N = 8;
static constexpr cudaDataType Real = CUDA_R_32F;
static constexpr cusparseOperation_t Plain = CUSPARSE_OPERATION_NON_TRANSPOSE;

static const float One = 1, Zero = 0;

static cusparseHandle_t Handle;
static float *Values; ///< Those of the diagonal; and a dense matrix of ones.
static int *Columns, *Rows;
static int *Starts; ///< Of the rows, and an end.
static cusparseSpMatDescr_t Sparse;
static cusparseDnVecDescr_t Ones;
static cusparseMatDescr_t Descriptor;
static int Nnz;

static void *Buffer;
static size_t BufferSize;

static void needBuffer() { Buffer = workspace(BufferSize); }

static void needHandle() {
  must(toCode(cusparseCreate(&Handle)), "cusparseCreate");
}

static cusparseSpMatDescr_t diagonal() {
  cusparseSpMatDescr_t Result;
  must(toCode(cusparseCreateCsr(&Result, N, N, N, Starts, Columns, Values,
                                CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                CUSPARSE_INDEX_BASE_ZERO, Real)),
       "cusparseCreateCsr");
  return Result;
}

static cusparseDnVecDescr_t vector(void *P) {
  cusparseDnVecDescr_t Result;
  must(toCode(cusparseCreateDnVec(&Result, N, P, Real)), "cusparseCreateDnVec");
  return Result;
}

static cusparseDnMatDescr_t matrix(void *P) {
  cusparseDnMatDescr_t Result;
  must(toCode(
           cusparseCreateDnMat(&Result, N, N, N, P, Real, CUSPARSE_ORDER_COL)),
       "cusparseCreateDnMat");
  return Result;
}

static void needMatrix() {
  std::vector<int> From0(N + 1), From1(N);
  for (int I = 0; I != N; ++I) {
    From0[I] = I;
    From1[I] = I + 1;
  }
  From0[N] = N;
  Values = floats(N * N);
  Columns = onDevice(From0);
  Starts = onDevice(From0);
  Rows = onDevice(From1);
  Sparse = diagonal();
  Ones = vector(Values);
  must(toCode(cusparseCreateMatDescr(&Descriptor)), "cusparseCreateMatDescr");
}

static void bindTo(cudaStream_t S) {
  needHandle();
  needMatrix();
  must(toCode(cusparseSetStream(Handle, S)), "cusparseSetStream");
}

static void useDevicePointers() {
  must(toCode(cusparseSetPointerMode(Handle, CUSPARSE_POINTER_MODE_DEVICE)),
       "cusparseSetPointerMode");
}

//===--- Sparse matrix times vector or matrix -----------------------------===//

static cusparseDnVecDescr_t Result, Dummy;
static cusparseDnMatDescr_t Dense, ResultMatrix, DummyMatrix;

static Code spmvSize() {
  return toCode(
      cusparseSpMV_bufferSize(Handle, Plain, &One, Sparse, Ones, &Zero, Result,
                              Real, CUSPARSE_SPMV_ALG_DEFAULT, &BufferSize));
}

static Code spmvPreprocess() {
  return toCode(cusparseSpMV_preprocess(Handle, Plain, &One, Sparse, Ones,
                                        &Zero, Result, Real,
                                        CUSPARSE_SPMV_ALG_DEFAULT, Buffer));
}

static Code spmv(cusparseDnVecDescr_t Y) {
  return toCode(cusparseSpMV(Handle, Plain, &One, Sparse, Ones, &Zero, Y, Real,
                             CUSPARSE_SPMV_ALG_DEFAULT, Buffer));
}

static void needResult(CudaBackend &C) {
  Result = vector(C.Watched);
  Dummy = vector(C.Scratch);
}

static void needSpmv(CudaBackend &C) {
  needResult(C);
  must(spmvSize(), "cusparseSpMV_bufferSize");
  needBuffer();
}

static Code spmm(cusparseDnMatDescr_t Y) {
  return toCode(cusparseSpMM(Handle, Plain, Plain, &One, Sparse, Dense, &Zero,
                             Y, Real, CUSPARSE_SPMM_ALG_DEFAULT, Buffer));
}

static void needMatrices(CudaBackend &C) {
  Dense = matrix(Values);
  ResultMatrix = matrix(C.Watched);
  DummyMatrix = matrix(C.Scratch);
}

static void needSpmm(CudaBackend &C) {
  needMatrices(C);
  must(toCode(cusparseSpMM_bufferSize(Handle, Plain, Plain, &One, Sparse, Dense,
                                      &Zero, ResultMatrix, Real,
                                      CUSPARSE_SPMM_ALG_DEFAULT, &BufferSize)),
       "cusparseSpMM_bufferSize");
  needBuffer();
}

//===--- Conversions ------------------------------------------------------===//

/// What a dense matrix of ones is converted to, or a product stored in.
static cusparseSpMatDescr_t Converted;
static int *ConvertedStarts;

/// Its nonzero elements are not counted yet.
static void needConverted() {
  ConvertedStarts = onDevice(std::vector<int>(N + 1));
  must(toCode(cusparseCreateCsr(&Converted, N, N, 0, ConvertedStarts, nullptr,
                                nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                CUSPARSE_INDEX_BASE_ZERO, Real)),
       "cusparseCreateCsr");
}

/// They are: \p Out is to get their values.
static void setConverted(void *Out) {
  must(toCode(cusparseCsrSetPointers(Converted, ConvertedStarts,
                                     onDevice(std::vector<int>(N * N)), Out)),
       "cusparseCsrSetPointers");
}

static Code toSparseAnalysis() {
  return toCode(cusparseDenseToSparse_analysis(
      Handle, Dense, Converted, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, Buffer));
}

static void needToSparse(CudaBackend &C) {
  needMatrices(C);
  needConverted();
  must(toCode(cusparseDenseToSparse_bufferSize(
           Handle, Dense, Converted, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
           &BufferSize)),
       "cusparseDenseToSparse_bufferSize");
  needBuffer();
}

static void needToSparseConvert(CudaBackend &C) {
  needToSparse(C);
  warmUp(toSparseAnalysis());
  setConverted(C.Watched);
}

static void needToDense(CudaBackend &C) {
  needMatrices(C);
  must(toCode(cusparseSparseToDense_bufferSize(
           Handle, Sparse, ResultMatrix, CUSPARSE_SPARSETODENSE_ALG_DEFAULT,
           &BufferSize)),
       "cusparseSparseToDense_bufferSize");
  needBuffer();
}

static Code nnz(int *RowCounts, int *Total) {
  return toCode(cusparseSnnz(Handle, CUSPARSE_DIRECTION_ROW, N, N, Descriptor,
                             Values, N, RowCounts, Total));
}

//===--- Sparse times sparse, in stages -----------------------------------===//

static cusparseSpGEMMDescr_t Stages;
static void *EstimationBuffer, *ComputeBuffer;
static size_t EstimationSize, ComputeSize;

static Code estimate() {
  return toCode(cusparseSpGEMM_workEstimation(
      Handle, Plain, Plain, &One, Sparse, Sparse, &Zero, Converted, Real,
      CUSPARSE_SPGEMM_DEFAULT, Stages, &EstimationSize, EstimationBuffer));
}

static Code compute() {
  return toCode(cusparseSpGEMM_compute(
      Handle, Plain, Plain, &One, Sparse, Sparse, &Zero, Converted, Real,
      CUSPARSE_SPGEMM_DEFAULT, Stages, &ComputeSize, ComputeBuffer));
}

static Code copy() {
  return toCode(cusparseSpGEMM_copy(Handle, Plain, Plain, &One, Sparse, Sparse,
                                    &Zero, Converted, Real,
                                    CUSPARSE_SPGEMM_DEFAULT, Stages));
}

static void needProduct() {
  must(toCode(cusparseSpGEMM_createDescr(&Stages)),
       "cusparseSpGEMM_createDescr");
  needConverted();
}

static void needEstimation() {
  needProduct();
  must(estimate(), "cusparseSpGEMM_workEstimation");
  EstimationBuffer = workspace(EstimationSize);
}

static void needComputation() {
  needEstimation();
  warmUp(estimate());
  must(compute(), "cusparseSpGEMM_compute");
  ComputeBuffer = workspace(ComputeSize);
}

static void needCopy(CudaBackend &C) {
  needComputation();
  warmUp(compute());
  setConverted(C.Watched);
}

//===--- Others -----------------------------------------------------------===//

static cusparseSpVecDescr_t SparseVector;

static void needSparseVector() {
  must(toCode(cusparseCreateSpVec(&SparseVector, N, N, Columns, Values,
                                  CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                  Real)),
       "cusparseCreateSpVec");
}

static Code spvv(int *Out) {
  return toCode(
      cusparseSpVV(Handle, Plain, SparseVector, Ones, Out, Real, Buffer));
}

static void needSpvv(int *Out) {
  needSparseVector();
  must(toCode(cusparseSpVV_bufferSize(Handle, Plain, SparseVector, Ones, Out,
                                      Real, &BufferSize)),
       "cusparseSpVV_bufferSize");
  needBuffer();
}

static cusparseSpSVDescr_t Solver;

static Code analyze() {
  return toCode(cusparseSpSV_analysis(Handle, Plain, &One, Sparse, Ones, Result,
                                      Real, CUSPARSE_SPSV_ALG_DEFAULT, Solver,
                                      Buffer));
}

static Code solve() {
  return toCode(cusparseSpSV_solve(Handle, Plain, &One, Sparse, Ones, Result,
                                   Real, CUSPARSE_SPSV_ALG_DEFAULT, Solver));
}

static void needSolver(CudaBackend &C) {
  needResult(C);
  must(toCode(cusparseSpSV_createDescr(&Solver)), "cusparseSpSV_createDescr");
  cusparseFillMode_t Lower = CUSPARSE_FILL_MODE_LOWER;
  must(toCode(cusparseSpMatSetAttribute(Sparse, CUSPARSE_SPMAT_FILL_MODE,
                                        &Lower, sizeof(Lower))),
       "cusparseSpMatSetAttribute");
  must(toCode(cusparseSpSV_bufferSize(Handle, Plain, &One, Sparse, Ones, Result,
                                      Real, CUSPARSE_SPSV_ALG_DEFAULT, Solver,
                                      &BufferSize)),
       "cusparseSpSV_bufferSize");
  needBuffer();
}

static void needSum() {
  must(toCode(cusparseScsrgeam2_bufferSizeExt(
           Handle, N, N, &One, Descriptor, N, Values, Starts, Columns, &One,
           Descriptor, N, Values, Starts, Columns, Descriptor, Values, Starts,
           Columns, &BufferSize)),
       "cusparseScsrgeam2_bufferSizeExt");
  needBuffer();
}

static Code sumNnz(int *RowStarts, int *Total) {
  return toCode(cusparseXcsrgeam2Nnz(Handle, N, N, Descriptor, N, Starts,
                                     Columns, Descriptor, N, Starts, Columns,
                                     Descriptor, RowStarts, Total, Buffer));
}

// clang-format off
static const Call Calls[] = {
  // The handle and the descriptors.
  CALL(cusparseCreate, Standard, NOTHING,
       cusparseCreate(C.out<cusparseHandle_t>()))
  CALL(cusparseDestroy, Standard, needHandle(), cusparseDestroy(Handle))
  CALL_AS(cusparseDestroy, "used", Standard,
          bindTo(C.S); needSpmv(C); warmUp(spmv(Dummy)),
          cusparseDestroy(Handle))
  CALL(cusparseSetStream, StreamArgument | Brief, needHandle(),
       cusparseSetStream(Handle, C.S))
  CALL(cusparseSetPointerMode, Brief, needHandle(),
       cusparseSetPointerMode(Handle, CUSPARSE_POINTER_MODE_DEVICE))
  CALL(cusparseCreateCsr, Brief, needMatrix(),
       cusparseCreateCsr(C.out<cusparseSpMatDescr_t>(), N, N, N, Starts,
                         Columns, Values, CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, Real))
  CALL(cusparseDestroySpMat, Brief, needMatrix(), cusparseDestroySpMat(Sparse))

  // Results on the device.
  CALL(cusparseSpMV_bufferSize, Standard, bindTo(C.S); needResult(C),
       spmvSize())
  CALL(cusparseSpMV_preprocess, Standard, bindTo(C.S); needSpmv(C),
       spmvPreprocess())
  CALL_AS(cusparseSpMV, "cold", StreamArgument | Standard,
          bindTo(C.S); needSpmv(C),
          spmv(Result))
  CALL_AS(cusparseSpMV, "warm", StreamArgument | Standard,
          bindTo(C.S); needSpmv(C); warmUp(spmv(Dummy)),
          spmv(Result))
  CALL_AS(cusparseSpMV, "preprocessed", Brief,
          bindTo(C.S); needSpmv(C); warmUp(spmvPreprocess()),
          spmv(Result))
  CALL_AS(cusparseSpMV, "bound-elsewhere", Standard,
          bindTo(C.Idle); needSpmv(C); warmUp(spmv(Dummy)),
          spmv(Result))
  CALL_AS(cusparseSpMV, "never-bound", Standard,
          needHandle(); needMatrix(); needSpmv(C); warmUp(spmv(Dummy)),
          spmv(Result))
  CALL_BODY(cusparseSpMV, "bound-in-capture", Standard,
            bindTo(C.Idle); needSpmv(C); warmUp(spmv(Dummy)),
            step("cusparseSetStream", toCode(cusparseSetStream(Handle, C.S)));
            return spmv(Result))
  CALL_AS(cusparseSpMM, "cold", Standard, bindTo(C.S); needSpmm(C),
          spmm(ResultMatrix))
  CALL_AS(cusparseSpMM, "warm", Standard,
          bindTo(C.S); needSpmm(C); warmUp(spmm(DummyMatrix)),
          spmm(ResultMatrix))
  CALL(cusparseAxpby, Brief, bindTo(C.S); needSparseVector(); needResult(C),
       cusparseAxpby(Handle, &One, SparseVector, &One, Result))
  CALL(cusparseSparseToDense, Brief, bindTo(C.S); needToDense(C),
       cusparseSparseToDense(Handle, Sparse, ResultMatrix,
                             CUSPARSE_SPARSETODENSE_ALG_DEFAULT, Buffer))
  CALL(cusparseXcoo2csr, Brief, bindTo(C.S),
       cusparseXcoo2csr(Handle, Rows, N, N, C.Watched, CUSPARSE_INDEX_BASE_ONE))
  CALL(cusparseSpSV_analysis, Standard, bindTo(C.S); needSolver(C), analyze())
  CALL(cusparseSpSV_solve, Standard,
       bindTo(C.S); needSolver(C); warmUp(analyze()),
       solve())

  // A size that the host is told, or the host tells the device later.
  CALL(cusparseDenseToSparse_analysis, Standard, bindTo(C.S); needToSparse(C),
       toSparseAnalysis())
  CALL_BODY(cusparseSpMatGetSize, "after-analysis", Standard,
            bindTo(C.S); needToSparse(C); warmUp(toSparseAnalysis()),
            int64_t Size[3];
            Code Asked = toCode(
                cusparseSpMatGetSize(Converted, &Size[0], &Size[1], &Size[2]));
            fact("nnz", std::to_string(Size[2]));
            return Asked)
  CALL(cusparseDenseToSparse_convert, Standard,
       bindTo(C.S); needToSparseConvert(C),
       cusparseDenseToSparse_convert(
           Handle, Dense, Converted, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
           Buffer))
  CALL_AS(cusparseSpGEMM_workEstimation, "size-query", Standard,
          bindTo(C.S); needProduct(),
          estimate())
  CALL(cusparseSpGEMM_workEstimation, Standard, bindTo(C.S); needEstimation(),
       estimate())
  CALL(cusparseSpGEMM_compute, Standard, bindTo(C.S); needComputation(),
       compute())
  CALL(cusparseSpGEMM_copy, Standard, bindTo(C.S); needCopy(C), copy())
  CALL(cusparseXcsrgeam2Nnz, Standard, bindTo(C.S); needSum(),
       sumNnz(C.Scratch, C.Pageable))
  CALL_AS(cusparseXcsrgeam2Nnz, "device-pointer-mode", Standard,
          bindTo(C.S); needSum(); useDevicePointers(),
          sumNnz(C.Scratch, C.Watched))
  CALL(cusparseSnnz, Standard, bindTo(C.S); warmUp(nnz(C.Scratch, &Nnz)),
       nnz(C.Scratch, C.Pageable))
  CALL_AS(cusparseSnnz, "device-pointer-mode", Brief,
          bindTo(C.S); useDevicePointers(),
          nnz(C.Scratch, C.Watched))
  CALL(cusparseSpVV, Standard, bindTo(C.S); needSpvv(C.Pageable),
       spvv(C.Pageable))
  CALL_AS(cusparseSpVV, "device-pointer-mode", Brief,
          bindTo(C.S); useDevicePointers(); needSpvv(C.Watched),
          spvv(C.Watched))
};
// clang-format on

static AddCalls Added(Calls);
