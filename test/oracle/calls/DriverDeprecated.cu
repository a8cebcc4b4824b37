//===- DriverDeprecated.cu - What is deprecated of the driver API ---------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define CUDA_ENABLE_DEPRECATED // Without it there is a warning for each.
#include "../CudaProbe.h"

using namespace oracle;

static CUarray array(CudaBackend &C) {
  return reinterpret_cast<CUarray>(C.Array);
}
static CUmipmappedArray mipmapped(CudaBackend &C) {
  return reinterpret_cast<CUmipmappedArray>(C.Mipmapped);
}

//===--- Texture and surface references -----------------------------------===//

static const char *referencePtx() {
  return R"(
.version 6.4
.target sm_75
.address_size 64

.visible .global .texref probeTexture;
.visible .global .surfref probeSurface;

.visible .entry probeReader(.param .u64 Where)
{
  .reg .u64 %where;
  .reg .f32 %r, %g, %b, %a;
  .reg .s32 %x;
  ld.param.u64 %where, [Where];
  cvta.to.global.u64 %where, %where;
  mov.s32 %x, 0;
  tex.1d.v4.f32.s32 {%r, %g, %b, %a}, [probeTexture, {%x}];
  sust.b.1d.b32.trap [probeSurface, {%x}], {%r};
  st.global.f32 [%where], %r;
  ret;
}
)";
}

static CUmodule References;
static CUtexref Reference; ///< Not of a module.
static CUsurfref Surface;

static void needReferences() {
  must(toCode(cuModuleLoadData(&References, referencePtx())),
       "module with references");
}

static void needReference() {
  must(toCode(cuTexRefCreate(&Reference)), "texture reference");
  must(toCode(cuTexRefSetFormat(Reference, CU_AD_FORMAT_SIGNED_INT32, 1)),
       "format of a texture reference");
}

static void needBoundToAddress(CudaBackend &C) {
  needReference();
  must(toCode(cuTexRefSetAddress(nullptr, Reference, C.cu(C.Scratch), C.Bytes)),
       "bind an address");
}

static void needBoundToArray(CudaBackend &C) {
  needReference();
  C.needArray();
  must(toCode(cuTexRefSetArray(Reference, array(C), CU_TRSA_OVERRIDE_FORMAT)),
       "bind an array");
}

static void needBoundToMipmapped(CudaBackend &C) {
  needReference();
  C.needMipmapped();
  must(toCode(cuTexRefSetMipmappedArray(Reference, mipmapped(C),
                                        CU_TRSA_OVERRIDE_FORMAT)),
       "bind a mipmapped array");
}

static void needSurfaceReference(CudaBackend &C) {
  needReferences();
  C.needArray();
  must(toCode(cuModuleGetSurfRef(&Surface, References, "probeSurface")),
       "surface reference");
  must(toCode(cuSurfRefSetArray(Surface, array(C), 0)), "bind an array");
}

static CUDA_ARRAY_DESCRIPTOR flat() {
  CUDA_ARRAY_DESCRIPTOR D{};
  D.Width = D.Height = 8;
  D.Format = CU_AD_FORMAT_SIGNED_INT32;
  D.NumChannels = 1;
  return D;
}

//===--- Launches ---------------------------------------------------------===//

/// Everything but the launch.
static void needLaunch(CudaBackend &C) {
  C.needModule();
  must(toCode(cuFuncSetBlockShape(C.Function, 1, 1, 1)), "block");
  must(toCode(cuParamSetSize(C.Function, sizeof(C.Watched))), "parameters");
  must(toCode(cuParamSetv(C.Function, 0, &C.Watched, sizeof(C.Watched))),
       "parameters");
}

static void needTextureOfFunction(CudaBackend &C) {
  needReferences();
  must(toCode(cuModuleGetFunction(&C.Function, References, "probeReader")),
       "function");
  must(toCode(cuModuleGetTexRef(&Reference, References, "probeTexture")),
       "texture reference");
}

static CUDA_LAUNCH_PARAMS single(CudaBackend &C) {
  CUDA_LAUNCH_PARAMS P{};
  P.function = C.Function;
  P.gridDimX = P.gridDimY = P.gridDimZ = 1;
  P.blockDimX = P.blockDimY = P.blockDimZ = 1;
  P.hStream = C.cuS();
  P.kernelParams = C.Arguments;
  return P;
}

/// Makes the other context current, makes \p Call, and undoes the former.
template <typename Fn> static Code inOtherContext(CudaBackend &C, Fn Call) {
  step("cuCtxPushCurrent", toCode(cuCtxPushCurrent(C.OtherContext)));
  Code Result = toCode(Call());
  step("cuCtxPopCurrent", toCode(cuCtxPopCurrent(nullptr)));
  return Result;
}

// clang-format off
static const Call Textures[] = {
  CALL(cuModuleGetTexRef, Brief, needReferences(),
       cuModuleGetTexRef(C.out<CUtexref>(), References, "probeTexture"))
  CALL(cuModuleGetSurfRef, Brief, needReferences(),
       cuModuleGetSurfRef(C.out<CUsurfref>(), References, "probeSurface"))
  CALL(cuTexRefCreate, Brief, NOTHING, cuTexRefCreate(C.out<CUtexref>()))
  CALL(cuTexRefDestroy, Brief, needReference(), cuTexRefDestroy(Reference))
  CALL(cuTexRefSetArray, Standard, needReference(); C.needArray(),
       cuTexRefSetArray(Reference, array(C), CU_TRSA_OVERRIDE_FORMAT))
  CALL(cuTexRefSetMipmappedArray, Standard,
       needReference(); C.needMipmapped(),
       cuTexRefSetMipmappedArray(Reference, mipmapped(C),
                                 CU_TRSA_OVERRIDE_FORMAT))
  CALL(cuTexRefSetAddress, Standard, needReference(),
       cuTexRefSetAddress(C.out<size_t>(), Reference, C.cu(C.Scratch),
                          C.Bytes))
  CALL(cuTexRefSetAddress2D, Standard, needReference(),
       cuTexRefSetAddress2D(Reference, C.in(flat()), C.cu(C.Scratch), 32))
  CALL(cuTexRefSetFormat, Brief, needReference(),
       cuTexRefSetFormat(Reference, CU_AD_FORMAT_UNSIGNED_INT32, 1))
  CALL(cuTexRefSetAddressMode, Brief, needReference(),
       cuTexRefSetAddressMode(Reference, 0, CU_TR_ADDRESS_MODE_CLAMP))
  CALL(cuTexRefSetFilterMode, Brief, needReference(),
       cuTexRefSetFilterMode(Reference, CU_TR_FILTER_MODE_POINT))
  CALL(cuTexRefSetMipmapFilterMode, Brief, needReference(),
       cuTexRefSetMipmapFilterMode(Reference, CU_TR_FILTER_MODE_POINT))
  CALL(cuTexRefSetMipmapLevelBias, Brief, needReference(),
       cuTexRefSetMipmapLevelBias(Reference, 0))
  CALL(cuTexRefSetMipmapLevelClamp, Brief, needReference(),
       cuTexRefSetMipmapLevelClamp(Reference, 0, 1))
  CALL(cuTexRefSetMaxAnisotropy, Brief, needReference(),
       cuTexRefSetMaxAnisotropy(Reference, 1))
  CALL(cuTexRefSetBorderColor, Brief, needReference(),
       cuTexRefSetBorderColor(Reference, *C.out<float[4]>()))
  CALL(cuTexRefSetFlags, Brief, needReference(),
       cuTexRefSetFlags(Reference, CU_TRSF_READ_AS_INTEGER))
  CALL(cuTexRefGetArray, Brief, needBoundToArray(C),
       cuTexRefGetArray(C.out<CUarray>(), Reference))
  CALL(cuTexRefGetMipmappedArray, Brief, needBoundToMipmapped(C),
       cuTexRefGetMipmappedArray(C.out<CUmipmappedArray>(), Reference))
  CALL(cuTexRefGetAddress, Brief, needBoundToAddress(C),
       cuTexRefGetAddress(C.out<CUdeviceptr>(), Reference))
  CALL(cuTexRefGetFormat, Brief, needReference(),
       cuTexRefGetFormat(C.out<CUarray_format>(), C.out<int>(), Reference))
  CALL(cuTexRefGetAddressMode, Brief, needReference(),
       cuTexRefGetAddressMode(C.out<CUaddress_mode>(), Reference, 0))
  CALL(cuTexRefGetFilterMode, Brief, needReference(),
       cuTexRefGetFilterMode(C.out<CUfilter_mode>(), Reference))
  CALL(cuTexRefGetMipmapFilterMode, Brief, needReference(),
       cuTexRefGetMipmapFilterMode(C.out<CUfilter_mode>(), Reference))
  CALL(cuTexRefGetMipmapLevelBias, Brief, needReference(),
       cuTexRefGetMipmapLevelBias(C.out<float>(), Reference))
  CALL(cuTexRefGetMipmapLevelClamp, Brief, needReference(),
       cuTexRefGetMipmapLevelClamp(C.out<float>(), C.out<float>(), Reference))
  CALL(cuTexRefGetMaxAnisotropy, Brief, needReference(),
       cuTexRefGetMaxAnisotropy(C.out<int>(), Reference))
  CALL(cuTexRefGetBorderColor, Brief, needReference(),
       cuTexRefGetBorderColor(*C.out<float[4]>(), Reference))
  CALL(cuTexRefGetFlags, Brief, needReference(),
       cuTexRefGetFlags(C.out<unsigned>(), Reference))
  CALL(cuSurfRefSetArray, Standard, needSurfaceReference(C),
       cuSurfRefSetArray(Surface, array(C), 0))
  CALL(cuSurfRefGetArray, Brief, needSurfaceReference(C),
       cuSurfRefGetArray(C.out<CUarray>(), Surface))
};

static const Call Launches[] = {
  CALL(cuFuncSetBlockShape, Brief, C.needModule(),
       cuFuncSetBlockShape(C.Function, 1, 1, 1))
  CALL(cuFuncSetSharedSize, Brief, C.needModule(),
       cuFuncSetSharedSize(C.Function, 0))
  CALL(cuFuncSetSharedMemConfig, Brief, C.needModule(),
       cuFuncSetSharedMemConfig(C.Function,
                                CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE))
  CALL(cuParamSetSize, Brief, C.needModule(), cuParamSetSize(C.Function, 8))
  CALL(cuParamSeti, Brief, needLaunch(C), cuParamSeti(C.Function, 0, 0))
  CALL(cuParamSetf, Brief, needLaunch(C), cuParamSetf(C.Function, 0, 0))
  CALL(cuParamSetv, Brief, needLaunch(C),
       cuParamSetv(C.Function, 0, &C.Watched, sizeof(C.Watched)))
  CALL(cuParamSetTexRef, Brief, needTextureOfFunction(C),
       cuParamSetTexRef(C.Function, CU_PARAM_TR_DEFAULT, Reference))
  CALL(cuLaunch, Standard, needLaunch(C), cuLaunch(C.Function))
  CALL(cuLaunchGrid, Standard, needLaunch(C), cuLaunchGrid(C.Function, 1, 1))
  CALL(cuLaunchGridAsync, StreamArgument | Standard, needLaunch(C),
       cuLaunchGridAsync(C.Function, 1, 1, C.cuS()))
  // The legacy and the per-thread stream are argument errors.
  CALL(cuLaunchCooperativeKernelMultiDevice, StreamArgument | Standard,
       C.needModule(),
       cuLaunchCooperativeKernelMultiDevice(C.in(single(C)), 1, 0))
};

static const Call Others[] = {
  CALL(cuDeviceGetProperties, Brief, NOTHING,
       cuDeviceGetProperties(C.out<CUdevprop>(), C.Device))
  CALL(cuDeviceComputeCapability, Brief, NOTHING,
       cuDeviceComputeCapability(C.out<int>(), C.out<int>(), C.Device))
  CALL(cuCtxGetSharedMemConfig, Brief, NOTHING,
       cuCtxGetSharedMemConfig(C.out<CUsharedconfig>()))
  CALL(cuCtxSetSharedMemConfig, Brief, NOTHING,
       cuCtxSetSharedMemConfig(CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE))
  // Contexts are attached while they are current.
  CALL_BODY(cuCtxAttach, "", Standard, C.needOtherContext(),
            return inOtherContext(C, [&] {
              return cuCtxAttach(C.out<CUcontext>(), 0);
            }))
  CALL_BODY(cuCtxDetach, "", Standard, C.needOtherContext(),
            return inOtherContext(C, [&] {
              step("cuCtxAttach",
                   toCode(cuCtxAttach(C.out<CUcontext>(), 0)));
              return cuCtxDetach(C.OtherContext);
            }))
};
// clang-format on

static AddCalls AddedTextures(Textures), AddedLaunches(Launches),
    AddedOthers(Others);
