//===- RuntimeArrays.cu - Arrays, textures and surfaces -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"

using namespace oracle;

static cudaChannelFormatDesc ints() { return cudaCreateChannelDesc<int>(); }

static cudaResourceDesc whole(CudaBackend &C) {
  cudaResourceDesc R{};
  R.resType = cudaResourceTypeArray;
  R.res.array.array = C.Array;
  return R;
}

static cudaResourceDesc linear(CudaBackend &C) {
  cudaResourceDesc R{};
  R.resType = cudaResourceTypeLinear;
  R.res.linear.devPtr = C.Scratch;
  R.res.linear.desc = ints();
  R.res.linear.sizeInBytes = C.Bytes;
  return R;
}

static cudaArray_t Planar, Deferred, Sparse;
static cudaMipmappedArray_t DeferredMipmapped, SparseMipmapped;

static void needPlanar() {
  cudaChannelFormatDesc D = cudaCreateChannelDesc<cudaChannelFormatKindNV12>();
  must(toCode(cudaMallocArray(&Planar, &D, 64, 64, 0)), "planar array");
}

static void needDeferred() {
  cudaChannelFormatDesc D = ints();
  must(toCode(
           cudaMallocArray(&Deferred, &D, 256, 256, cudaArrayDeferredMapping)),
       "array to be mapped");
  must(toCode(cudaMallocMipmappedArray(&DeferredMipmapped, &D,
                                       make_cudaExtent(256, 256, 0), 2,
                                       cudaArrayDeferredMapping)),
       "mipmapped array to be mapped");
}

static void needSparse() {
  cudaChannelFormatDesc D = ints();
  must(toCode(cudaMallocArray(&Sparse, &D, 256, 256, cudaArraySparse)),
       "sparse array");
  must(toCode(cudaMallocMipmappedArray(&SparseMipmapped, &D,
                                       make_cudaExtent(256, 256, 0), 2,
                                       cudaArraySparse)),
       "sparse mipmapped array");
}

// clang-format off
static const Call Calls[] = {
  CALL(cudaMallocArray, Standard, NOTHING,
       cudaMallocArray(C.out<cudaArray_t>(), C.in(ints()), 16, 16, 0))
  CALL(cudaMalloc3DArray, Standard, NOTHING,
       cudaMalloc3DArray(C.out<cudaArray_t>(), C.in(ints()),
                         make_cudaExtent(16, 16, 2), 0))
  CALL(cudaMallocMipmappedArray, Standard, NOTHING,
       cudaMallocMipmappedArray(C.out<cudaMipmappedArray_t>(), C.in(ints()),
                                make_cudaExtent(16, 16, 0), 2, 0))
  CALL(cudaFreeArray, Standard, C.needArray(), cudaFreeArray(C.Array))
  CALL_AS(cudaFreeArray, "null", Standard, NOTHING, cudaFreeArray(nullptr))
  CALL(cudaFreeMipmappedArray, Standard, C.needMipmapped(),
       cudaFreeMipmappedArray(C.Mipmapped))
  CALL(cudaGetMipmappedArrayLevel, Standard, C.needMipmapped(),
       cudaGetMipmappedArrayLevel(C.out<cudaArray_t>(), C.Mipmapped, 0))

  CALL(cudaArrayGetInfo, Brief, C.needArray(),
       cudaArrayGetInfo(C.out<cudaChannelFormatDesc>(), C.out<cudaExtent>(),
                        C.out<unsigned>(), C.Array))
  CALL(cudaArrayGetPlane, Standard, needPlanar(),
       cudaArrayGetPlane(C.out<cudaArray_t>(), Planar, 0))
  CALL(cudaArrayGetMemoryRequirements, Brief, needDeferred(),
       cudaArrayGetMemoryRequirements(C.out<cudaArrayMemoryRequirements>(),
                                      Deferred, 0))
  CALL(cudaMipmappedArrayGetMemoryRequirements, Brief, needDeferred(),
       cudaMipmappedArrayGetMemoryRequirements(
           C.out<cudaArrayMemoryRequirements>(), DeferredMipmapped, 0))
  CALL(cudaArrayGetSparseProperties, Brief, needSparse(),
       cudaArrayGetSparseProperties(C.out<cudaArraySparseProperties>(),
                                    Sparse))
  CALL(cudaMipmappedArrayGetSparseProperties, Brief, needSparse(),
       cudaMipmappedArrayGetSparseProperties(
           C.out<cudaArraySparseProperties>(), SparseMipmapped))
  CALL(cudaGetChannelDesc, Brief, C.needArray(),
       cudaGetChannelDesc(C.out<cudaChannelFormatDesc>(), C.Array))
  CALL_BODY(cudaCreateChannelDesc, "", Brief, NOTHING,
            (void)cudaCreateChannelDesc(32, 0, 0, 0,
                                        cudaChannelFormatKindSigned);
            return succeeded())

  CALL(cudaCreateTextureObject, Standard, C.needArray(),
       cudaCreateTextureObject(C.out<cudaTextureObject_t>(), C.in(whole(C)),
                               C.in(cudaTextureDesc{}), nullptr))
  CALL_AS(cudaCreateTextureObject, "linear", Standard, NOTHING,
          cudaCreateTextureObject(C.out<cudaTextureObject_t>(),
                                  C.in(linear(C)), C.in(cudaTextureDesc{}),
                                  nullptr))
  CALL(cudaDestroyTextureObject, Standard, C.needTexture(),
       cudaDestroyTextureObject(C.Texture))
  CALL(cudaGetTextureObjectResourceDesc, Brief, C.needTexture(),
       cudaGetTextureObjectResourceDesc(C.out<cudaResourceDesc>(), C.Texture))
  CALL(cudaGetTextureObjectTextureDesc, Brief, C.needTexture(),
       cudaGetTextureObjectTextureDesc(C.out<cudaTextureDesc>(), C.Texture))
  CALL(cudaGetTextureObjectResourceViewDesc, Brief, C.needTexture(),
       cudaGetTextureObjectResourceViewDesc(C.out<cudaResourceViewDesc>(),
                                            C.Texture))
  CALL(cudaCreateSurfaceObject, Standard, C.needArray(),
       cudaCreateSurfaceObject(C.out<cudaSurfaceObject_t>(), C.in(whole(C))))
  CALL(cudaDestroySurfaceObject, Standard, C.needSurface(),
       cudaDestroySurfaceObject(C.Surface))
  CALL(cudaGetSurfaceObjectResourceDesc, Brief, C.needSurface(),
       cudaGetSurfaceObjectResourceDesc(C.out<cudaResourceDesc>(), C.Surface))
};
// clang-format on

static AddCalls Added(Calls);
