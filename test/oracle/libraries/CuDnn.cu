//===- CuDnn.cu - cuDNN ---------------------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include <cudnn.h>

namespace oracle {
/// What cudnnGetErrorString() returns is the name.
static Code toCode(cudnnStatus_t S) { return {int(S), cudnnGetErrorString(S)}; }
} // namespace oracle

using namespace oracle;

/// Images are 1 x 1 x N x N: C.Watched has room for one.
static constexpr int N = 8;
static constexpr size_t WorkspaceSize = 64 << 20;
static constexpr cudnnTensorFormat_t Format = CUDNN_TENSOR_NCHW;
static constexpr cudnnDataType_t Real = CUDNN_DATA_FLOAT;
static constexpr cudnnConvolutionFwdAlgo_t Implicit =
    CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM;
static constexpr cudnnConvolutionFwdAlgo_t Precomputed =
    CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM;

static const float One = 1, Zero = 0;

static cudnnHandle_t Handle;
static cudnnTensorDescriptor_t Image, Scalar;
static cudnnFilterDescriptor_t Filter;
static cudnnConvolutionDescriptor_t Convolution;
static cudnnActivationDescriptor_t Activation;
static float *Ones;
static void *Workspace;

static void needHandle() {
  must(toCode(cudnnCreate(&Handle)), "cudnnCreate");
  must(toCode(cudnnCreateTensorDescriptor(&Image)),
       "cudnnCreateTensorDescriptor");
  must(toCode(cudnnSetTensor4dDescriptor(Image, Format, Real, 1, 1, N, N)),
       "cudnnSetTensor4dDescriptor");
  must(toCode(cudnnCreateTensorDescriptor(&Scalar)),
       "cudnnCreateTensorDescriptor");
  must(toCode(cudnnSetTensor4dDescriptor(Scalar, Format, Real, 1, 1, 1, 1)),
       "cudnnSetTensor4dDescriptor");
  must(toCode(cudnnCreateActivationDescriptor(&Activation)),
       "cudnnCreateActivationDescriptor");
  must(toCode(cudnnSetActivationDescriptor(Activation, CUDNN_ACTIVATION_RELU,
                                           CUDNN_NOT_PROPAGATE_NAN, 0)),
       "cudnnSetActivationDescriptor");
  Ones = floats(N * N);
  Workspace = workspace(WorkspaceSize);
}

static void bindTo(cudaStream_t S) {
  needHandle();
  must(toCode(cudnnSetStream(Handle, S)), "cudnnSetStream");
}

//===--- Convolutions -----------------------------------------------------===//

/// Of an image with a 3 x 3 filter to one of the same size.
static void needConvolution() {
  must(toCode(cudnnCreateFilterDescriptor(&Filter)),
       "cudnnCreateFilterDescriptor");
  must(toCode(cudnnSetFilter4dDescriptor(Filter, Real, Format, 1, 1, 3, 3)),
       "cudnnSetFilter4dDescriptor");
  must(toCode(cudnnCreateConvolutionDescriptor(&Convolution)),
       "cudnnCreateConvolutionDescriptor");
  must(toCode(cudnnSetConvolution2dDescriptor(Convolution, 1, 1, 1, 1, 1, 1,
                                              CUDNN_CROSS_CORRELATION, Real)),
       "cudnnSetConvolution2dDescriptor");
}

static Code convolve(void *Out,
                     cudnnConvolutionFwdAlgo_t Algorithm = Implicit) {
  return toCode(cudnnConvolutionForward(Handle, &One, Image, Ones, Filter, Ones,
                                        Convolution, Algorithm, Workspace,
                                        WorkspaceSize, &Zero, Image, Out));
}

static Code convolveBack(void *Out) {
  return toCode(cudnnConvolutionBackwardData(
      Handle, &One, Filter, Ones, Image, Ones, Convolution,
      CUDNN_CONVOLUTION_BWD_DATA_ALGO_1, Workspace, WorkspaceSize, &Zero, Image,
      Out));
}

static Code convolveBiasRelu(void *Out) {
  return toCode(cudnnConvolutionBiasActivationForward(
      Handle, &One, Image, Ones, Filter, Ones, Convolution, Precomputed,
      Workspace, WorkspaceSize, &Zero, Image, Out, Scalar, Ones, Activation,
      Image, Out));
}

static cudnnConvolutionFwdAlgoPerf_t Timings[CUDNN_CONVOLUTION_FWD_ALGO_COUNT];
static int TimingCount;

static Code find() {
  return toCode(cudnnFindConvolutionForwardAlgorithm(
      Handle, Image, Filter, Convolution, Image,
      CUDNN_CONVOLUTION_FWD_ALGO_COUNT, &TimingCount, Timings));
}

static Code findEx(void *Out) {
  return toCode(cudnnFindConvolutionForwardAlgorithmEx(
      Handle, Image, Ones, Filter, Ones, Convolution, Image, Out,
      CUDNN_CONVOLUTION_FWD_ALGO_COUNT, &TimingCount, Timings, Workspace,
      WorkspaceSize));
}

static Code heuristic() {
  return toCode(cudnnGetConvolutionForwardAlgorithm_v7(
      Handle, Image, Filter, Convolution, Image,
      CUDNN_CONVOLUTION_FWD_ALGO_COUNT, &TimingCount, Timings));
}

//===--- Other layers -----------------------------------------------------===//

static Code relu(void *Out) {
  return toCode(cudnnActivationForward(Handle, Activation, &One, Image, Ones,
                                       &Zero, Image, Out));
}

static Code softmax(void *Out) {
  return toCode(cudnnSoftmaxForward(Handle, CUDNN_SOFTMAX_ACCURATE,
                                    CUDNN_SOFTMAX_MODE_INSTANCE, &One, Image,
                                    Ones, &Zero, Image, Out));
}

static Code add(void *Out) {
  return toCode(cudnnAddTensor(Handle, &One, Image, Ones, &One, Image, Out));
}

static cudnnPoolingDescriptor_t Pooling;

static void needPooling() {
  must(toCode(cudnnCreatePoolingDescriptor(&Pooling)),
       "cudnnCreatePoolingDescriptor");
  must(toCode(cudnnSetPooling2dDescriptor(Pooling, CUDNN_POOLING_MAX,
                                          CUDNN_NOT_PROPAGATE_NAN, N, N, 0, 0,
                                          1, 1)),
       "cudnnSetPooling2dDescriptor");
}

/// To one number.
static Code pool(void *Out) {
  return toCode(cudnnPoolingForward(Handle, Pooling, &One, Image, Ones, &Zero,
                                    Scalar, Out));
}

static cudnnReduceTensorDescriptor_t Reduction;

static void needReduction() {
  must(toCode(cudnnCreateReduceTensorDescriptor(&Reduction)),
       "cudnnCreateReduceTensorDescriptor");
  must(toCode(cudnnSetReduceTensorDescriptor(
           Reduction, CUDNN_REDUCE_TENSOR_ADD, Real, CUDNN_NOT_PROPAGATE_NAN,
           CUDNN_REDUCE_TENSOR_NO_INDICES, CUDNN_32BIT_INDICES)),
       "cudnnSetReduceTensorDescriptor");
}

static Code reduce(void *Out) {
  return toCode(cudnnReduceTensor(Handle, Reduction, nullptr, 0, Workspace,
                                  WorkspaceSize, &One, Image, Ones, &Zero,
                                  Scalar, Out));
}

static Code normalize(void *Out) {
  return toCode(cudnnBatchNormalizationForwardTraining(
      Handle, CUDNN_BATCHNORM_SPATIAL, &One, &Zero, Image, Ones, Image, Out,
      Scalar, Ones, Ones, 1, nullptr, nullptr, CUDNN_BN_MIN_EPSILON, nullptr,
      nullptr));
}

static cudnnDropoutDescriptor_t Dropout;
static void *States, *Reserve;
static size_t StatesSize, ReserveSize;

static Code setDropout() {
  return toCode(
      cudnnSetDropoutDescriptor(Dropout, Handle, .01f, States, StatesSize, 42));
}

static void needStates() {
  must(toCode(cudnnCreateDropoutDescriptor(&Dropout)),
       "cudnnCreateDropoutDescriptor");
  must(toCode(cudnnDropoutGetStatesSize(Handle, &StatesSize)),
       "cudnnDropoutGetStatesSize");
  States = workspace(StatesSize);
}

static void needDropout() {
  needStates();
  warmUp(setDropout());
  must(toCode(cudnnDropoutGetReserveSpaceSize(Image, &ReserveSize)),
       "cudnnDropoutGetReserveSpaceSize");
  Reserve = workspace(ReserveSize);
}

static Code dropout(void *Out) {
  return toCode(cudnnDropoutForward(Handle, Dropout, Image, Ones, Image, Out,
                                    Reserve, ReserveSize));
}

//===--- The graph API: a plan for max(x, 0) ------------------------------===//

static cudnnBackendDescriptor_t Engine, Plan, Pack;

static cudnnBackendDescriptor_t create(cudnnBackendDescriptorType_t Type) {
  cudnnBackendDescriptor_t D;
  must(toCode(cudnnBackendCreateDescriptor(Type, &D)),
       "cudnnBackendCreateDescriptor");
  return D;
}

template <typename T>
static void set(cudnnBackendDescriptor_t D, cudnnBackendAttributeName_t Name,
                cudnnBackendAttributeType_t Type,
                const std::vector<T> &Values) {
  must(toCode(cudnnBackendSetAttribute(D, Name, Type, int64_t(Values.size()),
                                       Values.data())),
       "cudnnBackendSetAttribute");
}

static void set(cudnnBackendDescriptor_t D, cudnnBackendAttributeName_t Name,
                cudnnBackendDescriptor_t Value) {
  set(D, Name, CUDNN_TYPE_BACKEND_DESCRIPTOR,
      std::vector<cudnnBackendDescriptor_t>{Value});
}

static cudnnBackendDescriptor_t finalized(cudnnBackendDescriptor_t D) {
  must(toCode(cudnnBackendFinalize(D)), "cudnnBackendFinalize");
  return D;
}

static cudnnBackendDescriptor_t tensor(int64_t Id) {
  cudnnBackendDescriptor_t D = create(CUDNN_BACKEND_TENSOR_DESCRIPTOR);
  set(D, CUDNN_ATTR_TENSOR_DATA_TYPE, CUDNN_TYPE_DATA_TYPE,
      std::vector<cudnnDataType_t>{Real});
  set(D, CUDNN_ATTR_TENSOR_DIMENSIONS, CUDNN_TYPE_INT64,
      std::vector<int64_t>{1, N, N});
  set(D, CUDNN_ATTR_TENSOR_STRIDES, CUDNN_TYPE_INT64,
      std::vector<int64_t>{N * N, N, 1});
  set(D, CUDNN_ATTR_TENSOR_UNIQUE_ID, CUDNN_TYPE_INT64,
      std::vector<int64_t>{Id});
  set(D, CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, CUDNN_TYPE_INT64,
      std::vector<int64_t>{16});
  return finalized(D);
}

static void needPack(void *Out) {
  Pack = create(CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
  set(Pack, CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, CUDNN_TYPE_INT64,
      std::vector<int64_t>{'x', 'y'});
  set(Pack, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, CUDNN_TYPE_VOID_PTR,
      std::vector<void *>{Ones, Out});
  set(Pack, CUDNN_ATTR_VARIANT_PACK_WORKSPACE, CUDNN_TYPE_VOID_PTR,
      std::vector<void *>{Workspace});
  finalized(Pack);
}

/// The plan is not yet finalized.
static void needUnfinalizedPlan() {
  cudnnBackendDescriptor_t Relu = create(CUDNN_BACKEND_POINTWISE_DESCRIPTOR);
  set(Relu, CUDNN_ATTR_POINTWISE_MODE, CUDNN_TYPE_POINTWISE_MODE,
      std::vector<cudnnPointwiseMode_t>{CUDNN_POINTWISE_RELU_FWD});
  set(Relu, CUDNN_ATTR_POINTWISE_MATH_PREC, CUDNN_TYPE_DATA_TYPE,
      std::vector<cudnnDataType_t>{Real});
  finalized(Relu);

  cudnnBackendDescriptor_t Operation =
      create(CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
  set(Operation, CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, Relu);
  set(Operation, CUDNN_ATTR_OPERATION_POINTWISE_XDESC, tensor('x'));
  set(Operation, CUDNN_ATTR_OPERATION_POINTWISE_YDESC, tensor('y'));
  finalized(Operation);

  cudnnBackendDescriptor_t Graph =
      create(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
  set(Graph, CUDNN_ATTR_OPERATIONGRAPH_OPS, Operation);
  set(Graph, CUDNN_ATTR_OPERATIONGRAPH_HANDLE, CUDNN_TYPE_HANDLE,
      std::vector<cudnnHandle_t>{Handle});
  finalized(Graph);

  cudnnBackendDescriptor_t Heuristics =
      create(CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
  set(Heuristics, CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, Graph);
  set(Heuristics, CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_TYPE_HEUR_MODE,
      std::vector<cudnnBackendHeurMode_t>{CUDNN_HEUR_MODE_A});
  finalized(Heuristics);

  Engine = create(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
  int64_t Count = 0;
  must(toCode(cudnnBackendGetAttribute(
           Heuristics, CUDNN_ATTR_ENGINEHEUR_RESULTS,
           CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &Count, &Engine)),
       "cudnnBackendGetAttribute");

  Plan = create(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
  set(Plan, CUDNN_ATTR_EXECUTION_PLAN_HANDLE, CUDNN_TYPE_HANDLE,
      std::vector<cudnnHandle_t>{Handle});
  set(Plan, CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, Engine);
}

static void needPlan(void *Out) {
  needUnfinalizedPlan();
  finalized(Plan);
  needPack(Out);
}

static Code execute() {
  return toCode(cudnnBackendExecute(Handle, Plan, Pack));
}

// clang-format off
static const Call Calls[] = {
  // The handle and the descriptors.
  CALL(cudnnCreate, Standard, NOTHING, cudnnCreate(C.out<cudnnHandle_t>()))
  CALL(cudnnDestroy, Standard, needHandle(), cudnnDestroy(Handle))
  CALL_AS(cudnnDestroy, "used", Standard,
          bindTo(C.S); needConvolution(); warmUp(convolve(C.Scratch)),
          cudnnDestroy(Handle))
  CALL(cudnnSetStream, StreamArgument | Standard, needHandle(),
       cudnnSetStream(Handle, C.S))
  CALL(cudnnCreateTensorDescriptor, Brief, needHandle(),
       cudnnCreateTensorDescriptor(C.out<cudnnTensorDescriptor_t>()))
  CALL(cudnnGetConvolutionForwardWorkspaceSize, Brief,
       bindTo(C.S); needConvolution(),
       cudnnGetConvolutionForwardWorkspaceSize(Handle, Image, Filter,
                                               Convolution, Image, Precomputed,
                                               C.out<size_t>()))
  CALL(cudnnGetConvolutionForwardAlgorithm_v7, Standard,
       bindTo(C.S); needConvolution(),
       heuristic())
  CALL(cudnnFindConvolutionForwardAlgorithm, Standard,
       bindTo(C.S); needConvolution(),
       find())
  CALL_AS(cudnnFindConvolutionForwardAlgorithm, "bound-elsewhere", Standard,
          bindTo(C.Idle); needConvolution(),
          find())
  CALL(cudnnFindConvolutionForwardAlgorithmEx, Standard,
       bindTo(C.S); needConvolution(); warmUp(findEx(C.Scratch)),
       findEx(C.Watched))

  // Layers.
  CALL_AS(cudnnConvolutionForward, "cold", StreamArgument | Standard,
          bindTo(C.S); needConvolution(),
          convolve(C.Watched))
  CALL_AS(cudnnConvolutionForward, "warm", StreamArgument | Standard,
          bindTo(C.S); needConvolution(); warmUp(convolve(C.Scratch)),
          convolve(C.Watched))
  CALL_AS(cudnnConvolutionForward, "bound-elsewhere", Standard,
          bindTo(C.Idle); needConvolution(); warmUp(convolve(C.Scratch)),
          convolve(C.Watched))
  CALL_AS(cudnnConvolutionForward, "never-bound", Standard,
          needHandle(); needConvolution(); warmUp(convolve(C.Scratch)),
          convolve(C.Watched))
  CALL_BODY(cudnnConvolutionForward, "bound-in-capture", Standard,
            bindTo(C.Idle); needConvolution(); warmUp(convolve(C.Scratch)),
            step("cudnnSetStream", toCode(cudnnSetStream(Handle, C.S)));
            return convolve(C.Watched))
  CALL_AS(cudnnConvolutionForward, "precomputed-cold", Brief,
          bindTo(C.S); needConvolution(),
          convolve(C.Watched, Precomputed))
  CALL_AS(cudnnConvolutionForward, "fft", Brief,
          bindTo(C.S); needConvolution();
          warmUp(convolve(C.Scratch, CUDNN_CONVOLUTION_FWD_ALGO_FFT)),
          convolve(C.Watched, CUDNN_CONVOLUTION_FWD_ALGO_FFT))
  CALL(cudnnConvolutionBackwardData, Brief,
       bindTo(C.S); needConvolution(); warmUp(convolveBack(C.Scratch)),
       convolveBack(C.Watched))
  CALL(cudnnConvolutionBiasActivationForward, Brief,
       bindTo(C.S); needConvolution(); warmUp(convolveBiasRelu(C.Scratch)),
       convolveBiasRelu(C.Watched))
  CALL_AS(cudnnActivationForward, "cold", Brief, bindTo(C.S), relu(C.Watched))
  CALL(cudnnSoftmaxForward, Brief, bindTo(C.S); warmUp(softmax(C.Scratch)),
       softmax(C.Watched))
  CALL(cudnnPoolingForward, Brief,
       bindTo(C.S); needPooling(); warmUp(pool(C.Scratch)),
       pool(C.Watched))
  CALL(cudnnAddTensor, Brief, bindTo(C.S); warmUp(add(C.Scratch)),
       add(C.Watched))
  CALL(cudnnSetTensor, Brief, bindTo(C.S),
       cudnnSetTensor(Handle, Image, C.Watched, &One))
  CALL(cudnnReduceTensor, Brief,
       bindTo(C.S); needReduction(); warmUp(reduce(C.Scratch)),
       reduce(C.Watched))
  CALL(cudnnBatchNormalizationForwardTraining, Brief,
       bindTo(C.S); warmUp(normalize(C.Scratch)),
       normalize(C.Watched))
  CALL(cudnnSetDropoutDescriptor, Standard, bindTo(C.S); needStates(),
       setDropout())
  CALL(cudnnDropoutForward, Brief,
       bindTo(C.S); needDropout(); warmUp(dropout(C.Scratch)),
       dropout(C.Watched))

  // The graph API.
  CALL_AS(cudnnBackendFinalize, "execution-plan", Standard,
          bindTo(C.S); needUnfinalizedPlan(),
          cudnnBackendFinalize(Plan))
  CALL_AS(cudnnBackendExecute, "cold", Standard,
          bindTo(C.S); needPlan(C.Watched),
          execute())
  CALL_AS(cudnnBackendExecute, "warm", Standard,
          bindTo(C.S); needPlan(C.Scratch); warmUp(execute());
          needPack(C.Watched),
          execute())
};
// clang-format on

static AddCalls Added(Calls);
