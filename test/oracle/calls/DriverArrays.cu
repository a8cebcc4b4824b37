//===- DriverArrays.cu - Arrays, textures and tensor maps -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"

using namespace oracle;

// The types of both APIs differ in name only.
static CUarray array(CudaBackend &C) {
  return reinterpret_cast<CUarray>(C.Array);
}
static CUmipmappedArray mipmapped(CudaBackend &C) {
  return reinterpret_cast<CUmipmappedArray>(C.Mipmapped);
}

static CUDA_ARRAY_DESCRIPTOR flat() {
  CUDA_ARRAY_DESCRIPTOR D{};
  D.Width = D.Height = 16;
  D.Format = CU_AD_FORMAT_SIGNED_INT32;
  D.NumChannels = 1;
  return D;
}

static CUDA_ARRAY3D_DESCRIPTOR square(size_t Edge, unsigned Flags) {
  CUDA_ARRAY3D_DESCRIPTOR D{};
  D.Width = D.Height = Edge;
  D.Format = CU_AD_FORMAT_SIGNED_INT32;
  D.NumChannels = 1;
  D.Flags = Flags;
  return D;
}

static CUarray Planar, Deferred;
static CUmipmappedArray DeferredMipmapped, SparseMipmapped;

static void needPlanar() {
  CUDA_ARRAY3D_DESCRIPTOR D = square(64, 0);
  D.Format = CU_AD_FORMAT_NV12;
  D.NumChannels = 3;
  must(toCode(cuArray3DCreate(&Planar, &D)), "planar array");
}

static void needDeferred() {
  CUDA_ARRAY3D_DESCRIPTOR D = square(256, CUDA_ARRAY3D_DEFERRED_MAPPING);
  must(toCode(cuArray3DCreate(&Deferred, &D)), "array to be mapped");
  must(toCode(cuMipmappedArrayCreate(&DeferredMipmapped, &D, 2)),
       "mipmapped array to be mapped");
}

static void needSparseMipmapped() {
  CUDA_ARRAY3D_DESCRIPTOR D = square(256, CUDA_ARRAY3D_SPARSE);
  must(toCode(cuMipmappedArrayCreate(&SparseMipmapped, &D, 2)),
       "sparse mipmapped array");
}

static CUDA_RESOURCE_DESC whole(CudaBackend &C) {
  CUDA_RESOURCE_DESC R{};
  R.resType = CU_RESOURCE_TYPE_ARRAY;
  R.res.array.hArray = array(C);
  return R;
}

static CUDA_TEXTURE_DESC clamped() {
  CUDA_TEXTURE_DESC T{};
  T.addressMode[0] = T.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
  T.filterMode = CU_TR_FILTER_MODE_POINT;
  T.flags = CU_TRSF_READ_AS_INTEGER;
  return T;
}

// Shapes of tensors: innermost dimension first; steps in bytes.
static const cuuint64_t Matrix16x4[] = {16, 4}, Cube4[] = {4, 4, 4};
static const cuuint64_t MatrixSteps[] = {64}, CubeSteps[] = {16, 64};
static const cuuint32_t Box16x4[] = {16, 4}, One[] = {1, 1, 1};
static const int Corner[] = {0};

static CUresult encodeTiled(CudaBackend &C) {
  return cuTensorMapEncodeTiled(
      C.out<CUtensorMap>(), CU_TENSOR_MAP_DATA_TYPE_INT32, 2, C.Scratch,
      Matrix16x4, MatrixSteps, Box16x4, One, CU_TENSOR_MAP_INTERLEAVE_NONE,
      CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

static void needTensorMap(CudaBackend &C) {
  must(toCode(encodeTiled(C)), "tensor map");
}

// clang-format off
static const Call Calls[] = {
  CALL(cuArrayCreate, Brief, NOTHING,
       cuArrayCreate(C.out<CUarray>(), C.in(flat())))
  CALL(cuArray3DCreate, Brief, NOTHING,
       cuArray3DCreate(C.out<CUarray>(), C.in(square(16, 0))))
  CALL(cuArrayDestroy, Brief, C.needArray(), cuArrayDestroy(array(C)))
  CALL(cuArrayGetDescriptor, Brief, C.needArray(),
       cuArrayGetDescriptor(C.out<CUDA_ARRAY_DESCRIPTOR>(), array(C)))
  CALL(cuArray3DGetDescriptor, Brief, C.needArray(),
       cuArray3DGetDescriptor(C.out<CUDA_ARRAY3D_DESCRIPTOR>(), array(C)))
  CALL(cuArrayGetPlane, Brief, needPlanar(),
       cuArrayGetPlane(C.out<CUarray>(), Planar, 0))
  CALL(cuArrayGetMemoryRequirements, Brief, needDeferred(),
       cuArrayGetMemoryRequirements(C.out<CUDA_ARRAY_MEMORY_REQUIREMENTS>(),
                                    Deferred, C.Device))
  CALL(cuArrayGetSparseProperties, Brief, C.needSparseArray(),
       cuArrayGetSparseProperties(C.out<CUDA_ARRAY_SPARSE_PROPERTIES>(),
                                  C.SparseArray))
  CALL(cuMipmappedArrayCreate, Brief, NOTHING,
       cuMipmappedArrayCreate(C.out<CUmipmappedArray>(), C.in(square(16, 0)),
                              2))
  CALL(cuMipmappedArrayDestroy, Brief, C.needMipmapped(),
       cuMipmappedArrayDestroy(mipmapped(C)))
  CALL(cuMipmappedArrayGetLevel, Brief, C.needMipmapped(),
       cuMipmappedArrayGetLevel(C.out<CUarray>(), mipmapped(C), 0))
  CALL(cuMipmappedArrayGetMemoryRequirements, Brief, needDeferred(),
       cuMipmappedArrayGetMemoryRequirements(
           C.out<CUDA_ARRAY_MEMORY_REQUIREMENTS>(), DeferredMipmapped,
           C.Device))
  CALL(cuMipmappedArrayGetSparseProperties, Brief, needSparseMipmapped(),
       cuMipmappedArrayGetSparseProperties(
           C.out<CUDA_ARRAY_SPARSE_PROPERTIES>(), SparseMipmapped))

  CALL(cuTexObjectCreate, Standard, C.needArray(),
       cuTexObjectCreate(C.out<CUtexObject>(), C.in(whole(C)),
                         C.in(clamped()), nullptr))
  CALL(cuTexObjectDestroy, Standard, C.needTexture(),
       cuTexObjectDestroy(C.Texture))
  CALL(cuTexObjectGetResourceDesc, Brief, C.needTexture(),
       cuTexObjectGetResourceDesc(C.out<CUDA_RESOURCE_DESC>(), C.Texture))
  CALL(cuTexObjectGetTextureDesc, Brief, C.needTexture(),
       cuTexObjectGetTextureDesc(C.out<CUDA_TEXTURE_DESC>(), C.Texture))
  CALL(cuTexObjectGetResourceViewDesc, Brief, C.needTexture(),
       cuTexObjectGetResourceViewDesc(C.out<CUDA_RESOURCE_VIEW_DESC>(),
                                      C.Texture))
  CALL(cuSurfObjectCreate, Brief, C.needArray(),
       cuSurfObjectCreate(C.out<CUsurfObject>(), C.in(whole(C))))
  CALL(cuSurfObjectDestroy, Brief, C.needSurface(),
       cuSurfObjectDestroy(C.Surface))
  CALL(cuSurfObjectGetResourceDesc, Brief, C.needSurface(),
       cuSurfObjectGetResourceDesc(C.out<CUDA_RESOURCE_DESC>(), C.Surface))

  CALL(cuTensorMapEncodeTiled, Brief, NOTHING, encodeTiled(C))
  CALL(cuTensorMapEncodeIm2col, Brief, NOTHING,
       cuTensorMapEncodeIm2col(
           C.out<CUtensorMap>(), CU_TENSOR_MAP_DATA_TYPE_INT32, 3, C.Scratch,
           Cube4, CubeSteps, Corner, Corner, 4, 4, One,
           CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE))
  // An error before compute capability 10.0.
  CALL(cuTensorMapEncodeIm2colWide, Brief, NOTHING,
       cuTensorMapEncodeIm2colWide(
           C.out<CUtensorMap>(), CU_TENSOR_MAP_DATA_TYPE_INT32, 3, C.Scratch,
           Cube4, CubeSteps, 0, 0, 4, 4, One, CU_TENSOR_MAP_INTERLEAVE_NONE,
           CU_TENSOR_MAP_IM2COL_WIDE_MODE_W, CU_TENSOR_MAP_SWIZZLE_64B,
           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE))
  CALL(cuTensorMapReplaceAddress, Brief, needTensorMap(C),
       cuTensorMapReplaceAddress(C.out<CUtensorMap>(), C.Ones))
};
// clang-format on

static AddCalls Added(Calls);
