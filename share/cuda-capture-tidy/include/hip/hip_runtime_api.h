/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The HIP 6 runtime API for the AMD platform: types, constants, prototypes
   without parameter names. Texture references are left out. */
#ifndef CCT_HIP_RUNTIME_API_H
#define CCT_HIP_RUNTIME_API_H

#include "../host_defines.h"
#include "../vector_types.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hip_version.h"

#define HIP_IMAGE_OBJECT_SIZE_DWORD 12
#define HIP_INTERNAL_EXPORTED_API __attribute__((visibility("default")))
#define HIP_IPC_HANDLE_SIZE 64
#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x01)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x02)
#define HIP_LAUNCH_PARAM_END ((void *)0x03)
#define HIP_PUBLIC_API __attribute__((visibility("default")))
#define HIP_SAMPLER_OBJECT_OFFSET_DWORD HIP_IMAGE_OBJECT_SIZE_DWORD
#define HIP_SAMPLER_OBJECT_SIZE_DWORD 8
#define HIP_TEXTURE_OBJECT_SIZE_DWORD                                          \
  (HIP_IMAGE_OBJECT_SIZE_DWORD + HIP_SAMPLER_OBJECT_SIZE_DWORD)
#define HIP_TRSA_OVERRIDE_FORMAT 0x01
#define HIP_TRSF_NORMALIZED_COORDINATES 0x02
#define HIP_TRSF_READ_AS_INTEGER 0x01
#define HIP_TRSF_SRGB 0x10
#define hipArrayCubemap 0x04
#define hipArrayDefault 0x00
#define hipArrayLayered 0x01
#define hipArraySurfaceLoadStore 0x02
#define hipArrayTextureGather 0x08
#define hipChooseDevice hipChooseDeviceR0600
#define hipCooperativeLaunchMultiDeviceNoPostSync 0x02
#define hipCooperativeLaunchMultiDeviceNoPreSync 0x01
#define hipCpuDeviceId ((int)-1)
#define hipDeviceLmemResizeToMax 0x10
#define hipDeviceMallocContiguous 0x4
#define hipDeviceMallocDefault 0x0
#define hipDeviceMallocFinegrained 0x1
#define hipDeviceMallocUncached 0x3
#define hipDeviceMapHost 0x8
#define hipDeviceProp_t hipDeviceProp_tR0600
#define hipDeviceScheduleAuto 0x0
#define hipDeviceScheduleBlockingSync 0x4
#define hipDeviceScheduleMask 0x7
#define hipDeviceScheduleSpin 0x1
#define hipDeviceScheduleYield 0x2
#define hipEventBlockingSync 0x1
#define hipEventDefault 0x0
#define hipEventDisableSystemFence 0x20000000
#define hipEventDisableTiming 0x2
#define hipEventInterprocess 0x4
#define hipEventReleaseToDevice 0x40000000
#define hipEventReleaseToSystem 0x80000000
#define hipExtAnyOrderLaunch 0x01
#define hipExtHostAllocCoherent 0x40000000
#define hipExtHostAllocNonCoherent 0x80000000
#define hipExtHostAllocNumaUser 0x20000000
#define hipExtHostRegisterCoarseGrained 0x8
#define hipExternalMemoryDedicated 0x1
#define hipGetDeviceProperties hipGetDevicePropertiesR0600
#define hipGraphKernelNodePortDefault 0
#define hipGraphKernelNodePortLaunchCompletion 2
#define hipGraphKernelNodePortProgrammatic 1
#define hipHostAllocDefault 0x0
#define hipHostAllocMapped 0x2
#define hipHostAllocPortable 0x1
#define hipHostAllocWriteCombined 0x4
#define hipHostMallocCoherent 0x40000000
#define hipHostMallocDefault 0x0
#define hipHostMallocMapped 0x2
#define hipHostMallocNonCoherent 0x80000000
#define hipHostMallocNumaUser 0x20000000
#define hipHostMallocPortable 0x1
#define hipHostMallocWriteCombined 0x4
#define hipHostRegisterDefault 0x0
#define hipHostRegisterIoMemory 0x4
#define hipHostRegisterMapped 0x2
#define hipHostRegisterPortable 0x1
#define hipHostRegisterReadOnly 0x08
#define hipInvalidDeviceId ((int)-2)
#define hipIpcMemLazyEnablePeerAccess 0x01
#define hipKernelNodeAttrID hipLaunchAttributeID
#define hipKernelNodeAttrValue hipLaunchAttributeValue
#define hipKernelNodeAttributeAccessPolicyWindow                               \
  hipLaunchAttributeAccessPolicyWindow
#define hipKernelNodeAttributeCooperative hipLaunchAttributeCooperative
#define hipKernelNodeAttributePriority hipLaunchAttributePriority
#define hipMallocSignalMemory 0x2
#define hipMemAttachGlobal 0x01
#define hipMemAttachHost 0x02
#define hipMemAttachSingle 0x04
#define hipOccupancyDefault 0x00
#define hipOccupancyDisableCachingOverride 0x01
#define hipStreamDefault 0x00
#define hipStreamLegacy ((hipStream_t)1)
#define hipStreamNonBlocking 0x01
#define hipStreamPerThread ((hipStream_t)2)
#define hipStreamWaitValueAnd 0x2
#define hipStreamWaitValueEq 0x1
#define hipStreamWaitValueGte 0x0
#define hipStreamWaitValueNor 0x3
#define hipTextureType1D 0x01
#define hipTextureType1DLayered 0xF1
#define hipTextureType2D 0x02
#define hipTextureType2DLayered 0xF2
#define hipTextureType3D 0x03
#define hipTextureTypeCubemap 0x0C
#define hipTextureTypeCubemapLayered 0xFC

#ifdef __cplusplus
extern "C" {
#endif

enum {
  HIP_SUCCESS = 0,
  HIP_ERROR_INVALID_VALUE = 1,
  HIP_ERROR_NOT_INITIALIZED = 2,
  HIP_ERROR_LAUNCH_OUT_OF_RESOURCES = 3
};

typedef struct {
  unsigned int hasGlobalInt32Atomics : 1;
  unsigned int hasGlobalFloatAtomicExch : 1;
  unsigned int hasSharedInt32Atomics : 1;
  unsigned int hasSharedFloatAtomicExch : 1;
  unsigned int hasFloatAtomicAdd : 1;
  unsigned int hasGlobalInt64Atomics : 1;
  unsigned int hasSharedInt64Atomics : 1;
  unsigned int hasDoubles : 1;
  unsigned int hasWarpVote : 1;
  unsigned int hasWarpBallot : 1;
  unsigned int hasWarpShuffle : 1;
  unsigned int hasFunnelShift : 1;
  unsigned int hasThreadFenceSystem : 1;
  unsigned int hasSyncThreadsExt : 1;
  unsigned int hasSurfaceFuncs : 1;
  unsigned int has3dGrid : 1;
  unsigned int hasDynamicParallelism : 1;
} hipDeviceArch_t;

struct hipUUID_t {
  char bytes[16];
};

typedef struct hipUUID_t hipUUID;

struct hipDeviceProp_tR0600 {
  char name[256];
  hipUUID uuid;
  char luid[8];
  unsigned int luidDeviceNodeMask;
  size_t totalGlobalMem;
  size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  size_t memPitch;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int clockRate;
  size_t totalConstMem;
  int major;
  int minor;
  size_t textureAlignment;
  size_t texturePitchAlignment;
  int deviceOverlap;
  int multiProcessorCount;
  int kernelExecTimeoutEnabled;
  int integrated;
  int canMapHostMemory;
  int computeMode;
  int maxTexture1D;
  int maxTexture1DMipmap;
  int maxTexture1DLinear;
  int maxTexture2D[2];
  int maxTexture2DMipmap[2];
  int maxTexture2DLinear[3];
  int maxTexture2DGather[2];
  int maxTexture3D[3];
  int maxTexture3DAlt[3];
  int maxTextureCubemap;
  int maxTexture1DLayered[2];
  int maxTexture2DLayered[3];
  int maxTextureCubemapLayered[2];
  int maxSurface1D;
  int maxSurface2D[2];
  int maxSurface3D[3];
  int maxSurface1DLayered[2];
  int maxSurface2DLayered[3];
  int maxSurfaceCubemap;
  int maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment;
  int concurrentKernels;
  int ECCEnabled;
  int pciBusID;
  int pciDeviceID;
  int pciDomainID;
  int tccDriver;
  int asyncEngineCount;
  int unifiedAddressing;
  int memoryClockRate;
  int memoryBusWidth;
  int l2CacheSize;
  int persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported;
  int globalL1CacheSupported;
  int localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor;
  int managedMemory;
  int isMultiGpuBoard;
  int multiGpuBoardGroupID;
  int hostNativeAtomicSupported;
  int singleToDoublePrecisionPerfRatio;
  int pageableMemoryAccess;
  int concurrentManagedAccess;
  int computePreemptionSupported;
  int canUseHostPointerForRegisteredMem;
  int cooperativeLaunch;
  int cooperativeMultiDeviceLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables;
  int directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int hostRegisterSupported;
  int sparseHipArraySupported;
  int hostRegisterReadOnlySupported;
  int timelineSemaphoreInteropSupported;
  int memoryPoolsSupported;
  int gpuDirectRDMASupported;
  unsigned int gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  unsigned int memoryPoolSupportedHandleTypes;
  int deferredMappingHipArraySupported;
  int ipcEventSupported;
  int clusterLaunch;
  int unifiedFunctionPointers;
  int reserved[63];
  int hipReserved[32];
  char gcnArchName[256];
  size_t maxSharedMemoryPerMultiProcessor;
  int clockInstructionRate;
  hipDeviceArch_t arch;
  unsigned int *hdpMemFlushCntl;
  unsigned int *hdpRegFlushCntl;
  int cooperativeMultiDeviceUnmatchedFunc;
  int cooperativeMultiDeviceUnmatchedGridDim;
  int cooperativeMultiDeviceUnmatchedBlockDim;
  int cooperativeMultiDeviceUnmatchedSharedMem;
  int isLargeBar;
  int asicRevision;
};

typedef struct hipDeviceProp_tR0600 hipDeviceProp_tR0600;

enum hipMemoryType {
  hipMemoryTypeUnregistered = 0,
  hipMemoryTypeHost = 1,
  hipMemoryTypeDevice = 2,
  hipMemoryTypeManaged = 3,
  hipMemoryTypeArray = 10,
  hipMemoryTypeUnified = 11
};

typedef enum hipMemoryType hipMemoryType;

struct hipPointerAttribute_t {
  enum hipMemoryType type;
  int device;
  void *devicePointer;
  void *hostPointer;
  int isManaged;
  unsigned int allocationFlags;
};

typedef struct hipPointerAttribute_t hipPointerAttribute_t;

enum hipError_t {
  hipSuccess = 0,
  hipErrorInvalidValue = 1,
  hipErrorOutOfMemory = 2,
  hipErrorMemoryAllocation = 2,
  hipErrorNotInitialized = 3,
  hipErrorInitializationError = 3,
  hipErrorDeinitialized = 4,
  hipErrorProfilerDisabled = 5,
  hipErrorProfilerNotInitialized = 6,
  hipErrorProfilerAlreadyStarted = 7,
  hipErrorProfilerAlreadyStopped = 8,
  hipErrorInvalidConfiguration = 9,
  hipErrorInvalidPitchValue = 12,
  hipErrorInvalidSymbol = 13,
  hipErrorInvalidDevicePointer = 17,
  hipErrorInvalidMemcpyDirection = 21,
  hipErrorInsufficientDriver = 35,
  hipErrorMissingConfiguration = 52,
  hipErrorPriorLaunchFailure = 53,
  hipErrorInvalidDeviceFunction = 98,
  hipErrorNoDevice = 100,
  hipErrorInvalidDevice = 101,
  hipErrorInvalidImage = 200,
  hipErrorInvalidContext = 201,
  hipErrorContextAlreadyCurrent = 202,
  hipErrorMapFailed = 205,
  hipErrorMapBufferObjectFailed = 205,
  hipErrorUnmapFailed = 206,
  hipErrorArrayIsMapped = 207,
  hipErrorAlreadyMapped = 208,
  hipErrorNoBinaryForGpu = 209,
  hipErrorAlreadyAcquired = 210,
  hipErrorNotMapped = 211,
  hipErrorNotMappedAsArray = 212,
  hipErrorNotMappedAsPointer = 213,
  hipErrorECCNotCorrectable = 214,
  hipErrorUnsupportedLimit = 215,
  hipErrorContextAlreadyInUse = 216,
  hipErrorPeerAccessUnsupported = 217,
  hipErrorInvalidKernelFile = 218,
  hipErrorInvalidGraphicsContext = 219,
  hipErrorInvalidSource = 300,
  hipErrorFileNotFound = 301,
  hipErrorSharedObjectSymbolNotFound = 302,
  hipErrorSharedObjectInitFailed = 303,
  hipErrorOperatingSystem = 304,
  hipErrorInvalidHandle = 400,
  hipErrorInvalidResourceHandle = 400,
  hipErrorIllegalState = 401,
  hipErrorNotFound = 500,
  hipErrorNotReady = 600,
  hipErrorIllegalAddress = 700,
  hipErrorLaunchOutOfResources = 701,
  hipErrorLaunchTimeOut = 702,
  hipErrorPeerAccessAlreadyEnabled = 704,
  hipErrorPeerAccessNotEnabled = 705,
  hipErrorSetOnActiveProcess = 708,
  hipErrorContextIsDestroyed = 709,
  hipErrorAssert = 710,
  hipErrorHostMemoryAlreadyRegistered = 712,
  hipErrorHostMemoryNotRegistered = 713,
  hipErrorLaunchFailure = 719,
  hipErrorCooperativeLaunchTooLarge = 720,
  hipErrorNotSupported = 801,
  hipErrorStreamCaptureUnsupported = 900,
  hipErrorStreamCaptureInvalidated = 901,
  hipErrorStreamCaptureMerge = 902,
  hipErrorStreamCaptureUnmatched = 903,
  hipErrorStreamCaptureUnjoined = 904,
  hipErrorStreamCaptureIsolation = 905,
  hipErrorStreamCaptureImplicit = 906,
  hipErrorCapturedEvent = 907,
  hipErrorStreamCaptureWrongThread = 908,
  hipErrorGraphExecUpdateFailure = 910,
  hipErrorInvalidChannelDescriptor = 911,
  hipErrorInvalidTexture = 912,
  hipErrorUnknown = 999,
  hipErrorRuntimeMemory = 1052,
  hipErrorRuntimeOther = 1053,
  hipErrorTbd = 1054
};

typedef enum hipError_t hipError_t;

enum hipDeviceAttribute_t {
  hipDeviceAttributeCudaCompatibleBegin = 0,
  hipDeviceAttributeEccEnabled = 0,
  hipDeviceAttributeAccessPolicyMaxWindowSize = 1,
  hipDeviceAttributeAsyncEngineCount = 2,
  hipDeviceAttributeCanMapHostMemory = 3,
  hipDeviceAttributeCanUseHostPointerForRegisteredMem = 4,
  hipDeviceAttributeClockRate = 5,
  hipDeviceAttributeComputeMode = 6,
  hipDeviceAttributeComputePreemptionSupported = 7,
  hipDeviceAttributeConcurrentKernels = 8,
  hipDeviceAttributeConcurrentManagedAccess = 9,
  hipDeviceAttributeCooperativeLaunch = 10,
  hipDeviceAttributeCooperativeMultiDeviceLaunch = 11,
  hipDeviceAttributeDeviceOverlap = 12,
  hipDeviceAttributeDirectManagedMemAccessFromHost = 13,
  hipDeviceAttributeGlobalL1CacheSupported = 14,
  hipDeviceAttributeHostNativeAtomicSupported = 15,
  hipDeviceAttributeIntegrated = 16,
  hipDeviceAttributeIsMultiGpuBoard = 17,
  hipDeviceAttributeKernelExecTimeout = 18,
  hipDeviceAttributeL2CacheSize = 19,
  hipDeviceAttributeLocalL1CacheSupported = 20,
  hipDeviceAttributeLuid = 21,
  hipDeviceAttributeLuidDeviceNodeMask = 22,
  hipDeviceAttributeComputeCapabilityMajor = 23,
  hipDeviceAttributeManagedMemory = 24,
  hipDeviceAttributeMaxBlocksPerMultiProcessor = 25,
  hipDeviceAttributeMaxBlockDimX = 26,
  hipDeviceAttributeMaxBlockDimY = 27,
  hipDeviceAttributeMaxBlockDimZ = 28,
  hipDeviceAttributeMaxGridDimX = 29,
  hipDeviceAttributeMaxGridDimY = 30,
  hipDeviceAttributeMaxGridDimZ = 31,
  hipDeviceAttributeMaxSurface1D = 32,
  hipDeviceAttributeMaxSurface1DLayered = 33,
  hipDeviceAttributeMaxSurface2D = 34,
  hipDeviceAttributeMaxSurface2DLayered = 35,
  hipDeviceAttributeMaxSurface3D = 36,
  hipDeviceAttributeMaxSurfaceCubemap = 37,
  hipDeviceAttributeMaxSurfaceCubemapLayered = 38,
  hipDeviceAttributeMaxTexture1DWidth = 39,
  hipDeviceAttributeMaxTexture1DLayered = 40,
  hipDeviceAttributeMaxTexture1DLinear = 41,
  hipDeviceAttributeMaxTexture1DMipmap = 42,
  hipDeviceAttributeMaxTexture2DWidth = 43,
  hipDeviceAttributeMaxTexture2DHeight = 44,
  hipDeviceAttributeMaxTexture2DGather = 45,
  hipDeviceAttributeMaxTexture2DLayered = 46,
  hipDeviceAttributeMaxTexture2DLinear = 47,
  hipDeviceAttributeMaxTexture2DMipmap = 48,
  hipDeviceAttributeMaxTexture3DWidth = 49,
  hipDeviceAttributeMaxTexture3DHeight = 50,
  hipDeviceAttributeMaxTexture3DDepth = 51,
  hipDeviceAttributeMaxTexture3DAlt = 52,
  hipDeviceAttributeMaxTextureCubemap = 53,
  hipDeviceAttributeMaxTextureCubemapLayered = 54,
  hipDeviceAttributeMaxThreadsDim = 55,
  hipDeviceAttributeMaxThreadsPerBlock = 56,
  hipDeviceAttributeMaxThreadsPerMultiProcessor = 57,
  hipDeviceAttributeMaxPitch = 58,
  hipDeviceAttributeMemoryBusWidth = 59,
  hipDeviceAttributeMemoryClockRate = 60,
  hipDeviceAttributeComputeCapabilityMinor = 61,
  hipDeviceAttributeMultiGpuBoardGroupID = 62,
  hipDeviceAttributeMultiprocessorCount = 63,
  hipDeviceAttributeUnused1 = 64,
  hipDeviceAttributePageableMemoryAccess = 65,
  hipDeviceAttributePageableMemoryAccessUsesHostPageTables = 66,
  hipDeviceAttributePciBusId = 67,
  hipDeviceAttributePciDeviceId = 68,
  hipDeviceAttributePciDomainID = 69,
  hipDeviceAttributePersistingL2CacheMaxSize = 70,
  hipDeviceAttributeMaxRegistersPerBlock = 71,
  hipDeviceAttributeMaxRegistersPerMultiprocessor = 72,
  hipDeviceAttributeReservedSharedMemPerBlock = 73,
  hipDeviceAttributeMaxSharedMemoryPerBlock = 74,
  hipDeviceAttributeSharedMemPerBlockOptin = 75,
  hipDeviceAttributeSharedMemPerMultiprocessor = 76,
  hipDeviceAttributeSingleToDoublePrecisionPerfRatio = 77,
  hipDeviceAttributeStreamPrioritiesSupported = 78,
  hipDeviceAttributeSurfaceAlignment = 79,
  hipDeviceAttributeTccDriver = 80,
  hipDeviceAttributeTextureAlignment = 81,
  hipDeviceAttributeTexturePitchAlignment = 82,
  hipDeviceAttributeTotalConstantMemory = 83,
  hipDeviceAttributeTotalGlobalMem = 84,
  hipDeviceAttributeUnifiedAddressing = 85,
  hipDeviceAttributeUnused2 = 86,
  hipDeviceAttributeWarpSize = 87,
  hipDeviceAttributeMemoryPoolsSupported = 88,
  hipDeviceAttributeVirtualMemoryManagementSupported = 89,
  hipDeviceAttributeHostRegisterSupported = 90,
  hipDeviceAttributeMemoryPoolSupportedHandleTypes = 91,
  hipDeviceAttributeCudaCompatibleEnd = 9999,
  hipDeviceAttributeAmdSpecificBegin = 10000,
  hipDeviceAttributeClockInstructionRate = 10000,
  hipDeviceAttributeUnused3 = 10001,
  hipDeviceAttributeMaxSharedMemoryPerMultiprocessor = 10002,
  hipDeviceAttributeUnused4 = 10003,
  hipDeviceAttributeUnused5 = 10004,
  hipDeviceAttributeHdpMemFlushCntl = 10005,
  hipDeviceAttributeHdpRegFlushCntl = 10006,
  hipDeviceAttributeCooperativeMultiDeviceUnmatchedFunc = 10007,
  hipDeviceAttributeCooperativeMultiDeviceUnmatchedGridDim = 10008,
  hipDeviceAttributeCooperativeMultiDeviceUnmatchedBlockDim = 10009,
  hipDeviceAttributeCooperativeMultiDeviceUnmatchedSharedMem = 10010,
  hipDeviceAttributeIsLargeBar = 10011,
  hipDeviceAttributeAsicRevision = 10012,
  hipDeviceAttributeCanUseStreamWaitValue = 10013,
  hipDeviceAttributeImageSupport = 10014,
  hipDeviceAttributePhysicalMultiProcessorCount = 10015,
  hipDeviceAttributeFineGrainSupport = 10016,
  hipDeviceAttributeWallClockRate = 10017,
  hipDeviceAttributeAmdSpecificEnd = 19999,
  hipDeviceAttributeVendorSpecificBegin = 20000
};

typedef enum hipDeviceAttribute_t hipDeviceAttribute_t;

enum hipDriverProcAddressQueryResult {
  HIP_GET_PROC_ADDRESS_SUCCESS = 0,
  HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1,
  HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2
};

typedef enum hipDriverProcAddressQueryResult hipDriverProcAddressQueryResult;

enum hipComputeMode {
  hipComputeModeDefault = 0,
  hipComputeModeExclusive = 1,
  hipComputeModeProhibited = 2,
  hipComputeModeExclusiveProcess = 3
};

enum hipFlushGPUDirectRDMAWritesOptions {
  hipFlushGPUDirectRDMAWritesOptionHost = 1,
  hipFlushGPUDirectRDMAWritesOptionMemOps = 2
};

enum hipGPUDirectRDMAWritesOrdering {
  hipGPUDirectRDMAWritesOrderingNone = 0,
  hipGPUDirectRDMAWritesOrderingOwner = 100,
  hipGPUDirectRDMAWritesOrderingAllDevices = 200
};

typedef void *hipDeviceptr_t;

enum hipChannelFormatKind {
  hipChannelFormatKindSigned = 0,
  hipChannelFormatKindUnsigned = 1,
  hipChannelFormatKindFloat = 2,
  hipChannelFormatKindNone = 3
};

typedef enum hipChannelFormatKind hipChannelFormatKind;

struct hipChannelFormatDesc {
  int x;
  int y;
  int z;
  int w;
  enum hipChannelFormatKind f;
};

typedef struct hipChannelFormatDesc hipChannelFormatDesc;
typedef struct hipArray *hipArray_t;
typedef const struct hipArray *hipArray_const_t;

enum hipArray_Format {
  HIP_AD_FORMAT_UNSIGNED_INT8 = 1,
  HIP_AD_FORMAT_UNSIGNED_INT16 = 2,
  HIP_AD_FORMAT_UNSIGNED_INT32 = 3,
  HIP_AD_FORMAT_SIGNED_INT8 = 8,
  HIP_AD_FORMAT_SIGNED_INT16 = 9,
  HIP_AD_FORMAT_SIGNED_INT32 = 10,
  HIP_AD_FORMAT_HALF = 16,
  HIP_AD_FORMAT_FLOAT = 32
};

typedef enum hipArray_Format hipArray_Format;

struct HIP_ARRAY_DESCRIPTOR {
  size_t Width;
  size_t Height;
  enum hipArray_Format Format;
  unsigned int NumChannels;
};

typedef struct HIP_ARRAY_DESCRIPTOR HIP_ARRAY_DESCRIPTOR;

struct HIP_ARRAY3D_DESCRIPTOR {
  size_t Width;
  size_t Height;
  size_t Depth;
  enum hipArray_Format Format;
  unsigned int NumChannels;
  unsigned int Flags;
};

typedef struct HIP_ARRAY3D_DESCRIPTOR HIP_ARRAY3D_DESCRIPTOR;

struct hip_Memcpy2D {
  size_t srcXInBytes;
  size_t srcY;
  hipMemoryType srcMemoryType;
  const void *srcHost;
  hipDeviceptr_t srcDevice;
  hipArray_t srcArray;
  size_t srcPitch;
  size_t dstXInBytes;
  size_t dstY;
  hipMemoryType dstMemoryType;
  void *dstHost;
  hipDeviceptr_t dstDevice;
  hipArray_t dstArray;
  size_t dstPitch;
  size_t WidthInBytes;
  size_t Height;
};

typedef struct hip_Memcpy2D hip_Memcpy2D;

struct hipMipmappedArray {
  void *data;
  struct hipChannelFormatDesc desc;
  unsigned int type;
  unsigned int width;
  unsigned int height;
  unsigned int depth;
  unsigned int min_mipmap_level;
  unsigned int max_mipmap_level;
  unsigned int flags;
  enum hipArray_Format format;
  unsigned int num_channels;
};

typedef struct hipMipmappedArray hipMipmappedArray;
typedef struct hipMipmappedArray *hipMipmappedArray_t;
typedef hipMipmappedArray_t hipmipmappedArray;
typedef const struct hipMipmappedArray *hipMipmappedArray_const_t;

enum hipResourceType {
  hipResourceTypeArray = 0,
  hipResourceTypeMipmappedArray = 1,
  hipResourceTypeLinear = 2,
  hipResourceTypePitch2D = 3
};

typedef enum hipResourceType hipResourceType;

enum HIPresourcetype_enum {
  HIP_RESOURCE_TYPE_ARRAY = 0,
  HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY = 1,
  HIP_RESOURCE_TYPE_LINEAR = 2,
  HIP_RESOURCE_TYPE_PITCH2D = 3
};

typedef enum HIPresourcetype_enum HIPresourcetype;
typedef enum HIPresourcetype_enum hipResourcetype;

enum HIPaddress_mode_enum {
  HIP_TR_ADDRESS_MODE_WRAP = 0,
  HIP_TR_ADDRESS_MODE_CLAMP = 1,
  HIP_TR_ADDRESS_MODE_MIRROR = 2,
  HIP_TR_ADDRESS_MODE_BORDER = 3
};

typedef enum HIPaddress_mode_enum HIPaddress_mode;

enum HIPfilter_mode_enum {
  HIP_TR_FILTER_MODE_POINT = 0,
  HIP_TR_FILTER_MODE_LINEAR = 1
};

typedef enum HIPfilter_mode_enum HIPfilter_mode;

struct HIP_TEXTURE_DESC_st {
  HIPaddress_mode addressMode[3];
  HIPfilter_mode filterMode;
  unsigned int flags;
  unsigned int maxAnisotropy;
  HIPfilter_mode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  float borderColor[4];
  int reserved[12];
};

typedef struct HIP_TEXTURE_DESC_st HIP_TEXTURE_DESC;

enum hipResourceViewFormat {
  hipResViewFormatNone = 0,
  hipResViewFormatUnsignedChar1 = 1,
  hipResViewFormatUnsignedChar2 = 2,
  hipResViewFormatUnsignedChar4 = 3,
  hipResViewFormatSignedChar1 = 4,
  hipResViewFormatSignedChar2 = 5,
  hipResViewFormatSignedChar4 = 6,
  hipResViewFormatUnsignedShort1 = 7,
  hipResViewFormatUnsignedShort2 = 8,
  hipResViewFormatUnsignedShort4 = 9,
  hipResViewFormatSignedShort1 = 10,
  hipResViewFormatSignedShort2 = 11,
  hipResViewFormatSignedShort4 = 12,
  hipResViewFormatUnsignedInt1 = 13,
  hipResViewFormatUnsignedInt2 = 14,
  hipResViewFormatUnsignedInt4 = 15,
  hipResViewFormatSignedInt1 = 16,
  hipResViewFormatSignedInt2 = 17,
  hipResViewFormatSignedInt4 = 18,
  hipResViewFormatHalf1 = 19,
  hipResViewFormatHalf2 = 20,
  hipResViewFormatHalf4 = 21,
  hipResViewFormatFloat1 = 22,
  hipResViewFormatFloat2 = 23,
  hipResViewFormatFloat4 = 24,
  hipResViewFormatUnsignedBlockCompressed1 = 25,
  hipResViewFormatUnsignedBlockCompressed2 = 26,
  hipResViewFormatUnsignedBlockCompressed3 = 27,
  hipResViewFormatUnsignedBlockCompressed4 = 28,
  hipResViewFormatSignedBlockCompressed4 = 29,
  hipResViewFormatUnsignedBlockCompressed5 = 30,
  hipResViewFormatSignedBlockCompressed5 = 31,
  hipResViewFormatUnsignedBlockCompressed6H = 32,
  hipResViewFormatSignedBlockCompressed6H = 33,
  hipResViewFormatUnsignedBlockCompressed7 = 34
};

typedef enum hipResourceViewFormat hipResourceViewFormat;

enum HIPresourceViewFormat_enum {
  HIP_RES_VIEW_FORMAT_NONE = 0,
  HIP_RES_VIEW_FORMAT_UINT_1X8 = 1,
  HIP_RES_VIEW_FORMAT_UINT_2X8 = 2,
  HIP_RES_VIEW_FORMAT_UINT_4X8 = 3,
  HIP_RES_VIEW_FORMAT_SINT_1X8 = 4,
  HIP_RES_VIEW_FORMAT_SINT_2X8 = 5,
  HIP_RES_VIEW_FORMAT_SINT_4X8 = 6,
  HIP_RES_VIEW_FORMAT_UINT_1X16 = 7,
  HIP_RES_VIEW_FORMAT_UINT_2X16 = 8,
  HIP_RES_VIEW_FORMAT_UINT_4X16 = 9,
  HIP_RES_VIEW_FORMAT_SINT_1X16 = 10,
  HIP_RES_VIEW_FORMAT_SINT_2X16 = 11,
  HIP_RES_VIEW_FORMAT_SINT_4X16 = 12,
  HIP_RES_VIEW_FORMAT_UINT_1X32 = 13,
  HIP_RES_VIEW_FORMAT_UINT_2X32 = 14,
  HIP_RES_VIEW_FORMAT_UINT_4X32 = 15,
  HIP_RES_VIEW_FORMAT_SINT_1X32 = 16,
  HIP_RES_VIEW_FORMAT_SINT_2X32 = 17,
  HIP_RES_VIEW_FORMAT_SINT_4X32 = 18,
  HIP_RES_VIEW_FORMAT_FLOAT_1X16 = 19,
  HIP_RES_VIEW_FORMAT_FLOAT_2X16 = 20,
  HIP_RES_VIEW_FORMAT_FLOAT_4X16 = 21,
  HIP_RES_VIEW_FORMAT_FLOAT_1X32 = 22,
  HIP_RES_VIEW_FORMAT_FLOAT_2X32 = 23,
  HIP_RES_VIEW_FORMAT_FLOAT_4X32 = 24,
  HIP_RES_VIEW_FORMAT_UNSIGNED_BC1 = 25,
  HIP_RES_VIEW_FORMAT_UNSIGNED_BC2 = 26,
  HIP_RES_VIEW_FORMAT_UNSIGNED_BC3 = 27,
  HIP_RES_VIEW_FORMAT_UNSIGNED_BC4 = 28,
  HIP_RES_VIEW_FORMAT_SIGNED_BC4 = 29,
  HIP_RES_VIEW_FORMAT_UNSIGNED_BC5 = 30,
  HIP_RES_VIEW_FORMAT_SIGNED_BC5 = 31,
  HIP_RES_VIEW_FORMAT_UNSIGNED_BC6H = 32,
  HIP_RES_VIEW_FORMAT_SIGNED_BC6H = 33,
  HIP_RES_VIEW_FORMAT_UNSIGNED_BC7 = 34
};

typedef enum HIPresourceViewFormat_enum HIPresourceViewFormat;

struct hipResourceDesc {
  enum hipResourceType resType;
  union {
    struct {
      hipArray_t array;
    } array;
    struct {
      hipMipmappedArray_t mipmap;
    } mipmap;
    struct {
      void *devPtr;
      struct hipChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void *devPtr;
      struct hipChannelFormatDesc desc;
      size_t width;
      size_t height;
      size_t pitchInBytes;
    } pitch2D;
  } res;
};

typedef struct hipResourceDesc hipResourceDesc;

struct HIP_RESOURCE_DESC_st {
  HIPresourcetype resType;
  union {
    struct {
      hipArray_t hArray;
    } array;
    struct {
      hipMipmappedArray_t hMipmappedArray;
    } mipmap;
    struct {
      hipDeviceptr_t devPtr;
      hipArray_Format format;
      unsigned int numChannels;
      size_t sizeInBytes;
    } linear;
    struct {
      hipDeviceptr_t devPtr;
      hipArray_Format format;
      unsigned int numChannels;
      size_t width;
      size_t height;
      size_t pitchInBytes;
    } pitch2D;
    struct {
      int reserved[32];
    } reserved;
  } res;
  unsigned int flags;
};

typedef struct HIP_RESOURCE_DESC_st HIP_RESOURCE_DESC;

struct hipResourceViewDesc {
  enum hipResourceViewFormat format;
  size_t width;
  size_t height;
  size_t depth;
  unsigned int firstMipmapLevel;
  unsigned int lastMipmapLevel;
  unsigned int firstLayer;
  unsigned int lastLayer;
};

struct HIP_RESOURCE_VIEW_DESC_st {
  HIPresourceViewFormat format;
  size_t width;
  size_t height;
  size_t depth;
  unsigned int firstMipmapLevel;
  unsigned int lastMipmapLevel;
  unsigned int firstLayer;
  unsigned int lastLayer;
  unsigned int reserved[16];
};

typedef struct HIP_RESOURCE_VIEW_DESC_st HIP_RESOURCE_VIEW_DESC;

enum hipMemcpyKind {
  hipMemcpyHostToHost = 0,
  hipMemcpyHostToDevice = 1,
  hipMemcpyDeviceToHost = 2,
  hipMemcpyDeviceToDevice = 3,
  hipMemcpyDefault = 4,
  hipMemcpyDeviceToDeviceNoCU = 1024
};

typedef enum hipMemcpyKind hipMemcpyKind;

struct hipPitchedPtr {
  void *ptr;
  size_t pitch;
  size_t xsize;
  size_t ysize;
};

typedef struct hipPitchedPtr hipPitchedPtr;

struct hipExtent {
  size_t width;
  size_t height;
  size_t depth;
};

typedef struct hipExtent hipExtent;

struct hipPos {
  size_t x;
  size_t y;
  size_t z;
};

typedef struct hipPos hipPos;

struct hipMemcpy3DParms {
  hipArray_t srcArray;
  struct hipPos srcPos;
  struct hipPitchedPtr srcPtr;
  hipArray_t dstArray;
  struct hipPos dstPos;
  struct hipPitchedPtr dstPtr;
  struct hipExtent extent;
  enum hipMemcpyKind kind;
};

typedef struct hipMemcpy3DParms hipMemcpy3DParms;

struct HIP_MEMCPY3D {
  size_t srcXInBytes;
  size_t srcY;
  size_t srcZ;
  size_t srcLOD;
  hipMemoryType srcMemoryType;
  const void *srcHost;
  hipDeviceptr_t srcDevice;
  hipArray_t srcArray;
  size_t srcPitch;
  size_t srcHeight;
  size_t dstXInBytes;
  size_t dstY;
  size_t dstZ;
  size_t dstLOD;
  hipMemoryType dstMemoryType;
  void *dstHost;
  hipDeviceptr_t dstDevice;
  hipArray_t dstArray;
  size_t dstPitch;
  size_t dstHeight;
  size_t WidthInBytes;
  size_t Height;
  size_t Depth;
};

typedef struct HIP_MEMCPY3D HIP_MEMCPY3D;

enum hipFunction_attribute {
  HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
  HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
  HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
  HIP_FUNC_ATTRIBUTE_NUM_REGS = 4,
  HIP_FUNC_ATTRIBUTE_PTX_VERSION = 5,
  HIP_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
  HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7,
  HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
  HIP_FUNC_ATTRIBUTE_MAX = 10
};

typedef enum hipFunction_attribute hipFunction_attribute;

enum hipPointer_attribute {
  HIP_POINTER_ATTRIBUTE_CONTEXT = 1,
  HIP_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
  HIP_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
  HIP_POINTER_ATTRIBUTE_HOST_POINTER = 4,
  HIP_POINTER_ATTRIBUTE_P2P_TOKENS = 5,
  HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS = 6,
  HIP_POINTER_ATTRIBUTE_BUFFER_ID = 7,
  HIP_POINTER_ATTRIBUTE_IS_MANAGED = 8,
  HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
  HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE = 10,
  HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
  HIP_POINTER_ATTRIBUTE_RANGE_SIZE = 12,
  HIP_POINTER_ATTRIBUTE_MAPPED = 13,
  HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES = 14,
  HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE = 15,
  HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS = 16,
  HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE = 17
};

typedef enum hipPointer_attribute hipPointer_attribute;
typedef struct __hip_texture *hipTextureObject_t;

enum hipTextureAddressMode {
  hipAddressModeWrap = 0,
  hipAddressModeClamp = 1,
  hipAddressModeMirror = 2,
  hipAddressModeBorder = 3
};

enum hipTextureFilterMode { hipFilterModePoint = 0, hipFilterModeLinear = 1 };

enum hipTextureReadMode {
  hipReadModeElementType = 0,
  hipReadModeNormalizedFloat = 1
};

struct hipTextureDesc {
  enum hipTextureAddressMode addressMode[3];
  enum hipTextureFilterMode filterMode;
  enum hipTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  enum hipTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
};

typedef struct hipTextureDesc hipTextureDesc;
typedef struct __hip_surface *hipSurfaceObject_t;

struct surfaceReference {
  hipSurfaceObject_t surfaceObject;
};

enum hipSurfaceBoundaryMode {
  hipBoundaryModeZero = 0,
  hipBoundaryModeTrap = 1,
  hipBoundaryModeClamp = 2
};

typedef struct ihipCtx_t *hipCtx_t;
typedef int hipDevice_t;

enum hipDeviceP2PAttr {
  hipDevP2PAttrPerformanceRank = 0,
  hipDevP2PAttrAccessSupported = 1,
  hipDevP2PAttrNativeAtomicSupported = 2,
  hipDevP2PAttrHipArrayAccessSupported = 3
};

typedef enum hipDeviceP2PAttr hipDeviceP2PAttr;
typedef struct ihipStream_t *hipStream_t;

struct hipIpcMemHandle_st {
  char reserved[64];
};

typedef struct hipIpcMemHandle_st hipIpcMemHandle_t;

struct hipIpcEventHandle_st {
  char reserved[64];
};

typedef struct hipIpcEventHandle_st hipIpcEventHandle_t;
typedef struct ihipModule_t *hipModule_t;
typedef struct ihipModuleSymbol_t *hipFunction_t;
typedef struct ihipMemPoolHandle_t *hipMemPool_t;

struct hipFuncAttributes {
  int binaryVersion;
  int cacheModeCA;
  size_t constSizeBytes;
  size_t localSizeBytes;
  int maxDynamicSharedSizeBytes;
  int maxThreadsPerBlock;
  int numRegs;
  int preferredShmemCarveout;
  int ptxVersion;
  size_t sharedSizeBytes;
};

typedef struct hipFuncAttributes hipFuncAttributes;
typedef struct ihipEvent_t *hipEvent_t;

enum hipLimit_t {
  hipLimitStackSize = 0,
  hipLimitPrintfFifoSize = 1,
  hipLimitMallocHeapSize = 2,
  hipLimitRange = 3
};

enum hipStreamBatchMemOpType {
  hipStreamMemOpWaitValue32 = 1,
  hipStreamMemOpWriteValue32 = 2,
  hipStreamMemOpWaitValue64 = 4,
  hipStreamMemOpWriteValue64 = 5,
  hipStreamMemOpBarrier = 6,
  hipStreamMemOpFlushRemoteWrites = 3
};

typedef enum hipStreamBatchMemOpType hipStreamBatchMemOpType;

union hipStreamBatchMemOpParams_union {
  hipStreamBatchMemOpType operation;
  struct hipStreamMemOpWaitValueParams_t {
    hipStreamBatchMemOpType operation;
    hipDeviceptr_t address;
    union {
      uint32_t value;
      uint64_t value64;
    };
    unsigned int flags;
    hipDeviceptr_t alias;
  } waitValue;
  struct hipStreamMemOpWriteValueParams_t {
    hipStreamBatchMemOpType operation;
    hipDeviceptr_t address;
    union {
      uint32_t value;
      uint64_t value64;
    };
    unsigned int flags;
    hipDeviceptr_t alias;
  } writeValue;
  struct hipStreamMemOpFlushRemoteWritesParams_t {
    hipStreamBatchMemOpType operation;
    unsigned int flags;
  } flushRemoteWrites;
  struct hipStreamMemOpMemoryBarrierParams_t {
    hipStreamBatchMemOpType operation;
    unsigned int flags;
  } memoryBarrier;
  uint64_t pad[6];
};

typedef union hipStreamBatchMemOpParams_union hipStreamBatchMemOpParams;

struct hipBatchMemOpNodeParams {
  hipCtx_t ctx;
  unsigned int count;
  hipStreamBatchMemOpParams *paramArray;
  unsigned int flags;
};

typedef struct hipBatchMemOpNodeParams hipBatchMemOpNodeParams;

enum hipMemoryAdvise {
  hipMemAdviseSetReadMostly = 1,
  hipMemAdviseUnsetReadMostly = 2,
  hipMemAdviseSetPreferredLocation = 3,
  hipMemAdviseUnsetPreferredLocation = 4,
  hipMemAdviseSetAccessedBy = 5,
  hipMemAdviseUnsetAccessedBy = 6,
  hipMemAdviseSetCoarseGrain = 100,
  hipMemAdviseUnsetCoarseGrain = 101
};

typedef enum hipMemoryAdvise hipMemoryAdvise;

enum hipMemRangeCoherencyMode {
  hipMemRangeCoherencyModeFineGrain = 0,
  hipMemRangeCoherencyModeCoarseGrain = 1,
  hipMemRangeCoherencyModeIndeterminate = 2
};

typedef enum hipMemRangeCoherencyMode hipMemRangeCoherencyMode;

enum hipMemRangeAttribute {
  hipMemRangeAttributeReadMostly = 1,
  hipMemRangeAttributePreferredLocation = 2,
  hipMemRangeAttributeAccessedBy = 3,
  hipMemRangeAttributeLastPrefetchLocation = 4,
  hipMemRangeAttributeCoherencyMode = 100
};

typedef enum hipMemRangeAttribute hipMemRangeAttribute;

enum hipMemPoolAttr {
  hipMemPoolReuseFollowEventDependencies = 1,
  hipMemPoolReuseAllowOpportunistic = 2,
  hipMemPoolReuseAllowInternalDependencies = 3,
  hipMemPoolAttrReleaseThreshold = 4,
  hipMemPoolAttrReservedMemCurrent = 5,
  hipMemPoolAttrReservedMemHigh = 6,
  hipMemPoolAttrUsedMemCurrent = 7,
  hipMemPoolAttrUsedMemHigh = 8
};

typedef enum hipMemPoolAttr hipMemPoolAttr;

enum hipMemLocationType {
  hipMemLocationTypeInvalid = 0,
  hipMemLocationTypeDevice = 1
};

typedef enum hipMemLocationType hipMemLocationType;

struct hipMemLocation {
  hipMemLocationType type;
  int id;
};

typedef struct hipMemLocation hipMemLocation;

enum hipMemAccessFlags {
  hipMemAccessFlagsProtNone = 0,
  hipMemAccessFlagsProtRead = 1,
  hipMemAccessFlagsProtReadWrite = 3
};

typedef enum hipMemAccessFlags hipMemAccessFlags;

struct hipMemAccessDesc {
  hipMemLocation location;
  hipMemAccessFlags flags;
};

typedef struct hipMemAccessDesc hipMemAccessDesc;

enum hipMemAllocationType {
  hipMemAllocationTypeInvalid = 0,
  hipMemAllocationTypePinned = 1,
  hipMemAllocationTypeMax = 0x7fffffff
};

typedef enum hipMemAllocationType hipMemAllocationType;

enum hipMemAllocationHandleType {
  hipMemHandleTypeNone = 0,
  hipMemHandleTypePosixFileDescriptor = 1,
  hipMemHandleTypeWin32 = 2,
  hipMemHandleTypeWin32Kmt = 4
};

typedef enum hipMemAllocationHandleType hipMemAllocationHandleType;

struct hipMemPoolProps {
  hipMemAllocationType allocType;
  hipMemAllocationHandleType handleTypes;
  hipMemLocation location;
  void *win32SecurityAttributes;
  size_t maxSize;
  unsigned char reserved[56];
};

typedef struct hipMemPoolProps hipMemPoolProps;

struct hipMemPoolPtrExportData {
  unsigned char reserved[64];
};

typedef struct hipMemPoolPtrExportData hipMemPoolPtrExportData;

enum hipJitOption {
  hipJitOptionMaxRegisters = 0,
  hipJitOptionThreadsPerBlock = 1,
  hipJitOptionWallTime = 2,
  hipJitOptionInfoLogBuffer = 3,
  hipJitOptionInfoLogBufferSizeBytes = 4,
  hipJitOptionErrorLogBuffer = 5,
  hipJitOptionErrorLogBufferSizeBytes = 6,
  hipJitOptionOptimizationLevel = 7,
  hipJitOptionTargetFromContext = 8,
  hipJitOptionTarget = 9,
  hipJitOptionFallbackStrategy = 10,
  hipJitOptionGenerateDebugInfo = 11,
  hipJitOptionLogVerbose = 12,
  hipJitOptionGenerateLineInfo = 13,
  hipJitOptionCacheMode = 14,
  hipJitOptionSm3xOpt = 15,
  hipJitOptionFastCompile = 16,
  hipJitOptionNumOptions = 17
};

typedef enum hipJitOption hipJitOption;

enum hipFuncAttribute {
  hipFuncAttributeMaxDynamicSharedMemorySize = 8,
  hipFuncAttributePreferredSharedMemoryCarveout = 9,
  hipFuncAttributeMax = 10
};

typedef enum hipFuncAttribute hipFuncAttribute;

enum hipFuncCache_t {
  hipFuncCachePreferNone = 0,
  hipFuncCachePreferShared = 1,
  hipFuncCachePreferL1 = 2,
  hipFuncCachePreferEqual = 3
};

typedef enum hipFuncCache_t hipFuncCache_t;

enum hipSharedMemConfig {
  hipSharedMemBankSizeDefault = 0,
  hipSharedMemBankSizeFourByte = 1,
  hipSharedMemBankSizeEightByte = 2
};

typedef enum hipSharedMemConfig hipSharedMemConfig;

struct hipLaunchParams_t {
  void *func;
  dim3 gridDim;
  dim3 blockDim;
  void **args;
  size_t sharedMem;
  hipStream_t stream;
};

typedef struct hipLaunchParams_t hipLaunchParams;

struct hipFunctionLaunchParams_t {
  hipFunction_t function;
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  hipStream_t hStream;
  void **kernelParams;
};

typedef struct hipFunctionLaunchParams_t hipFunctionLaunchParams;

enum hipExternalMemoryHandleType_enum {
  hipExternalMemoryHandleTypeOpaqueFd = 1,
  hipExternalMemoryHandleTypeOpaqueWin32 = 2,
  hipExternalMemoryHandleTypeOpaqueWin32Kmt = 3,
  hipExternalMemoryHandleTypeD3D12Heap = 4,
  hipExternalMemoryHandleTypeD3D12Resource = 5,
  hipExternalMemoryHandleTypeD3D11Resource = 6,
  hipExternalMemoryHandleTypeD3D11ResourceKmt = 7,
  hipExternalMemoryHandleTypeNvSciBuf = 8
};

typedef enum hipExternalMemoryHandleType_enum hipExternalMemoryHandleType;

struct hipExternalMemoryHandleDesc_st {
  hipExternalMemoryHandleType type;
  union {
    int fd;
    struct {
      void *handle;
      const void *name;
    } win32;
    const void *nvSciBufObject;
  } handle;
  unsigned long long size;
  unsigned int flags;
  unsigned int reserved[16];
};

typedef struct hipExternalMemoryHandleDesc_st hipExternalMemoryHandleDesc;

struct hipExternalMemoryBufferDesc_st {
  unsigned long long offset;
  unsigned long long size;
  unsigned int flags;
  unsigned int reserved[16];
};

typedef struct hipExternalMemoryBufferDesc_st hipExternalMemoryBufferDesc;

struct hipExternalMemoryMipmappedArrayDesc_st {
  unsigned long long offset;
  hipChannelFormatDesc formatDesc;
  hipExtent extent;
  unsigned int flags;
  unsigned int numLevels;
};

typedef struct hipExternalMemoryMipmappedArrayDesc_st
    hipExternalMemoryMipmappedArrayDesc;
typedef void *hipExternalMemory_t;

enum hipExternalSemaphoreHandleType_enum {
  hipExternalSemaphoreHandleTypeOpaqueFd = 1,
  hipExternalSemaphoreHandleTypeOpaqueWin32 = 2,
  hipExternalSemaphoreHandleTypeOpaqueWin32Kmt = 3,
  hipExternalSemaphoreHandleTypeD3D12Fence = 4,
  hipExternalSemaphoreHandleTypeD3D11Fence = 5,
  hipExternalSemaphoreHandleTypeNvSciSync = 6,
  hipExternalSemaphoreHandleTypeKeyedMutex = 7,
  hipExternalSemaphoreHandleTypeKeyedMutexKmt = 8,
  hipExternalSemaphoreHandleTypeTimelineSemaphoreFd = 9,
  hipExternalSemaphoreHandleTypeTimelineSemaphoreWin32 = 10
};

typedef enum hipExternalSemaphoreHandleType_enum hipExternalSemaphoreHandleType;

struct hipExternalSemaphoreHandleDesc_st {
  hipExternalSemaphoreHandleType type;
  union {
    int fd;
    struct {
      void *handle;
      const void *name;
    } win32;
    const void *NvSciSyncObj;
  } handle;
  unsigned int flags;
  unsigned int reserved[16];
};

typedef struct hipExternalSemaphoreHandleDesc_st hipExternalSemaphoreHandleDesc;
typedef void *hipExternalSemaphore_t;

struct hipExternalSemaphoreSignalParams_st {
  struct {
    struct {
      unsigned long long value;
    } fence;
    union {
      void *fence;
      unsigned long long reserved;
    } nvSciSync;
    struct {
      unsigned long long key;
    } keyedMutex;
    unsigned int reserved[12];
  } params;
  unsigned int flags;
  unsigned int reserved[16];
};

typedef struct hipExternalSemaphoreSignalParams_st
    hipExternalSemaphoreSignalParams;

struct hipExternalSemaphoreWaitParams_st {
  struct {
    struct {
      unsigned long long value;
    } fence;
    union {
      void *fence;
      unsigned long long reserved;
    } nvSciSync;
    struct {
      unsigned long long key;
      unsigned int timeoutMs;
    } keyedMutex;
    unsigned int reserved[10];
  } params;
  unsigned int flags;
  unsigned int reserved[16];
};

typedef struct hipExternalSemaphoreWaitParams_st hipExternalSemaphoreWaitParams;

enum hipGraphicsRegisterFlags {
  hipGraphicsRegisterFlagsNone = 0,
  hipGraphicsRegisterFlagsReadOnly = 1,
  hipGraphicsRegisterFlagsWriteDiscard = 2,
  hipGraphicsRegisterFlagsSurfaceLoadStore = 4,
  hipGraphicsRegisterFlagsTextureGather = 8
};

typedef enum hipGraphicsRegisterFlags hipGraphicsRegisterFlags;
typedef struct _hipGraphicsResource hipGraphicsResource;
typedef hipGraphicsResource *hipGraphicsResource_t;
typedef struct ihipGraph *hipGraph_t;
typedef struct hipGraphNode *hipGraphNode_t;
typedef struct hipGraphExec *hipGraphExec_t;
typedef struct hipUserObject *hipUserObject_t;

enum hipGraphNodeType {
  hipGraphNodeTypeKernel = 0,
  hipGraphNodeTypeMemcpy = 1,
  hipGraphNodeTypeMemset = 2,
  hipGraphNodeTypeHost = 3,
  hipGraphNodeTypeGraph = 4,
  hipGraphNodeTypeEmpty = 5,
  hipGraphNodeTypeWaitEvent = 6,
  hipGraphNodeTypeEventRecord = 7,
  hipGraphNodeTypeExtSemaphoreSignal = 8,
  hipGraphNodeTypeExtSemaphoreWait = 9,
  hipGraphNodeTypeMemAlloc = 10,
  hipGraphNodeTypeMemFree = 11,
  hipGraphNodeTypeMemcpyFromSymbol = 12,
  hipGraphNodeTypeMemcpyToSymbol = 13,
  hipGraphNodeTypeCount = 14
};

typedef enum hipGraphNodeType hipGraphNodeType;
typedef void (*hipHostFn_t)(void *);

struct hipHostNodeParams {
  hipHostFn_t fn;
  void *userData;
};

typedef struct hipHostNodeParams hipHostNodeParams;

struct hipKernelNodeParams {
  dim3 blockDim;
  void **extra;
  void *func;
  dim3 gridDim;
  void **kernelParams;
  unsigned int sharedMemBytes;
};

typedef struct hipKernelNodeParams hipKernelNodeParams;

struct hipMemsetParams {
  void *dst;
  unsigned int elementSize;
  size_t height;
  size_t pitch;
  unsigned int value;
  size_t width;
};

typedef struct hipMemsetParams hipMemsetParams;

struct hipMemAllocNodeParams {
  hipMemPoolProps poolProps;
  const hipMemAccessDesc *accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  void *dptr;
};

typedef struct hipMemAllocNodeParams hipMemAllocNodeParams;

enum hipAccessProperty {
  hipAccessPropertyNormal = 0,
  hipAccessPropertyStreaming = 1,
  hipAccessPropertyPersisting = 2
};

typedef enum hipAccessProperty hipAccessProperty;

struct hipAccessPolicyWindow {
  void *base_ptr;
  hipAccessProperty hitProp;
  float hitRatio;
  hipAccessProperty missProp;
  size_t num_bytes;
};

typedef struct hipAccessPolicyWindow hipAccessPolicyWindow;

enum hipLaunchAttributeID {
  hipLaunchAttributeAccessPolicyWindow = 1,
  hipLaunchAttributeCooperative = 2,
  hipLaunchAttributePriority = 8
};

typedef enum hipLaunchAttributeID hipLaunchAttributeID;

union hipLaunchAttributeValue {
  hipAccessPolicyWindow accessPolicyWindow;
  int cooperative;
  int priority;
};

typedef union hipLaunchAttributeValue hipLaunchAttributeValue;

struct HIP_MEMSET_NODE_PARAMS {
  hipDeviceptr_t dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width;
  size_t height;
};

typedef struct HIP_MEMSET_NODE_PARAMS HIP_MEMSET_NODE_PARAMS;

enum hipGraphExecUpdateResult {
  hipGraphExecUpdateSuccess = 0,
  hipGraphExecUpdateError = 1,
  hipGraphExecUpdateErrorTopologyChanged = 2,
  hipGraphExecUpdateErrorNodeTypeChanged = 3,
  hipGraphExecUpdateErrorFunctionChanged = 4,
  hipGraphExecUpdateErrorParametersChanged = 5,
  hipGraphExecUpdateErrorNotSupported = 6,
  hipGraphExecUpdateErrorUnsupportedFunctionChange = 7
};

typedef enum hipGraphExecUpdateResult hipGraphExecUpdateResult;

enum hipStreamCaptureMode {
  hipStreamCaptureModeGlobal = 0,
  hipStreamCaptureModeThreadLocal = 1,
  hipStreamCaptureModeRelaxed = 2
};

typedef enum hipStreamCaptureMode hipStreamCaptureMode;

enum hipStreamCaptureStatus {
  hipStreamCaptureStatusNone = 0,
  hipStreamCaptureStatusActive = 1,
  hipStreamCaptureStatusInvalidated = 2
};

typedef enum hipStreamCaptureStatus hipStreamCaptureStatus;

enum hipStreamUpdateCaptureDependenciesFlags {
  hipStreamAddCaptureDependencies = 0,
  hipStreamSetCaptureDependencies = 1
};

typedef enum hipStreamUpdateCaptureDependenciesFlags
    hipStreamUpdateCaptureDependenciesFlags;

enum hipGraphMemAttributeType {
  hipGraphMemAttrUsedMemCurrent = 0,
  hipGraphMemAttrUsedMemHigh = 1,
  hipGraphMemAttrReservedMemCurrent = 2,
  hipGraphMemAttrReservedMemHigh = 3
};

typedef enum hipGraphMemAttributeType hipGraphMemAttributeType;

enum hipUserObjectFlags { hipUserObjectNoDestructorSync = 1 };

typedef enum hipUserObjectFlags hipUserObjectFlags;

enum hipUserObjectRetainFlags { hipGraphUserObjectMove = 1 };

typedef enum hipUserObjectRetainFlags hipUserObjectRetainFlags;

enum hipGraphInstantiateFlags {
  hipGraphInstantiateFlagAutoFreeOnLaunch = 1,
  hipGraphInstantiateFlagUpload = 2,
  hipGraphInstantiateFlagDeviceLaunch = 4,
  hipGraphInstantiateFlagUseNodePriority = 8
};

typedef enum hipGraphInstantiateFlags hipGraphInstantiateFlags;

enum hipGraphDebugDotFlags {
  hipGraphDebugDotFlagsVerbose = 1,
  hipGraphDebugDotFlagsKernelNodeParams = 4,
  hipGraphDebugDotFlagsMemcpyNodeParams = 8,
  hipGraphDebugDotFlagsMemsetNodeParams = 16,
  hipGraphDebugDotFlagsHostNodeParams = 32,
  hipGraphDebugDotFlagsEventNodeParams = 64,
  hipGraphDebugDotFlagsExtSemasSignalNodeParams = 128,
  hipGraphDebugDotFlagsExtSemasWaitNodeParams = 256,
  hipGraphDebugDotFlagsKernelNodeAttributes = 512,
  hipGraphDebugDotFlagsHandles = 1024
};

enum hipGraphInstantiateResult {
  hipGraphInstantiateSuccess = 0,
  hipGraphInstantiateError = 1,
  hipGraphInstantiateInvalidStructure = 2,
  hipGraphInstantiateNodeOperationNotSupported = 3,
  hipGraphInstantiateMultipleDevicesNotSupported = 4
};

typedef enum hipGraphInstantiateResult hipGraphInstantiateResult;

struct hipGraphInstantiateParams {
  hipGraphNode_t errNode_out;
  unsigned long long flags;
  hipGraphInstantiateResult result_out;
  hipStream_t uploadStream;
};

typedef struct hipGraphInstantiateParams hipGraphInstantiateParams;

struct hipMemAllocationProp {
  hipMemAllocationType type;
  hipMemAllocationHandleType requestedHandleType;
  hipMemLocation location;
  void *win32HandleMetaData;
  struct {
    unsigned char compressionType;
    unsigned char gpuDirectRDMACapable;
    unsigned short usage;
  } allocFlags;
};

typedef struct hipMemAllocationProp hipMemAllocationProp;

struct hipExternalSemaphoreSignalNodeParams {
  hipExternalSemaphore_t *extSemArray;
  const hipExternalSemaphoreSignalParams *paramsArray;
  unsigned int numExtSems;
};

typedef struct hipExternalSemaphoreSignalNodeParams
    hipExternalSemaphoreSignalNodeParams;

struct hipExternalSemaphoreWaitNodeParams {
  hipExternalSemaphore_t *extSemArray;
  const hipExternalSemaphoreWaitParams *paramsArray;
  unsigned int numExtSems;
};

typedef struct hipExternalSemaphoreWaitNodeParams
    hipExternalSemaphoreWaitNodeParams;
typedef struct ihipMemGenericAllocationHandle *hipMemGenericAllocationHandle_t;

enum hipMemAllocationGranularity_flags {
  hipMemAllocationGranularityMinimum = 0,
  hipMemAllocationGranularityRecommended = 1
};

typedef enum hipMemAllocationGranularity_flags
    hipMemAllocationGranularity_flags;

enum hipMemHandleType { hipMemHandleTypeGeneric = 0 };

typedef enum hipMemHandleType hipMemHandleType;

enum hipMemOperationType {
  hipMemOperationTypeMap = 1,
  hipMemOperationTypeUnmap = 2
};

typedef enum hipMemOperationType hipMemOperationType;

enum hipArraySparseSubresourceType {
  hipArraySparseSubresourceTypeSparseLevel = 0,
  hipArraySparseSubresourceTypeMiptail = 1
};

typedef enum hipArraySparseSubresourceType hipArraySparseSubresourceType;

struct hipArrayMapInfo {
  hipResourceType resourceType;
  union {
    hipMipmappedArray mipmap;
    hipArray_t array;
  } resource;
  hipArraySparseSubresourceType subresourceType;
  union {
    struct {
      unsigned int level;
      unsigned int layer;
      unsigned int offsetX;
      unsigned int offsetY;
      unsigned int offsetZ;
      unsigned int extentWidth;
      unsigned int extentHeight;
      unsigned int extentDepth;
    } sparseLevel;
    struct {
      unsigned int layer;
      unsigned long long offset;
      unsigned long long size;
    } miptail;
  } subresource;
  hipMemOperationType memOperationType;
  hipMemHandleType memHandleType;
  union {
    hipMemGenericAllocationHandle_t memHandle;
  } memHandle;
  unsigned long long offset;
  unsigned int deviceBitMask;
  unsigned int flags;
  unsigned int reserved[2];
};

typedef struct hipArrayMapInfo hipArrayMapInfo;

struct hipMemcpyNodeParams {
  int flags;
  int reserved[3];
  hipMemcpy3DParms copyParams;
};

typedef struct hipMemcpyNodeParams hipMemcpyNodeParams;

struct hipChildGraphNodeParams {
  hipGraph_t graph;
};

typedef struct hipChildGraphNodeParams hipChildGraphNodeParams;

struct hipEventWaitNodeParams {
  hipEvent_t event;
};

typedef struct hipEventWaitNodeParams hipEventWaitNodeParams;

struct hipEventRecordNodeParams {
  hipEvent_t event;
};

typedef struct hipEventRecordNodeParams hipEventRecordNodeParams;

struct hipMemFreeNodeParams {
  void *dptr;
};

typedef struct hipMemFreeNodeParams hipMemFreeNodeParams;

struct hipGraphNodeParams {
  hipGraphNodeType type;
  int reserved0[3];
  union {
    long long reserved1[29];
    hipKernelNodeParams kernel;
    hipMemcpyNodeParams memcpy;
    hipMemsetParams memset;
    hipHostNodeParams host;
    hipChildGraphNodeParams graph;
    hipEventWaitNodeParams eventWait;
    hipEventRecordNodeParams eventRecord;
    hipExternalSemaphoreSignalNodeParams extSemSignal;
    hipExternalSemaphoreWaitNodeParams extSemWait;
    hipMemAllocNodeParams alloc;
    hipMemFreeNodeParams free;
  };
  long long reserved2;
};

typedef struct hipGraphNodeParams hipGraphNodeParams;

enum hipGraphDependencyType {
  hipGraphDependencyTypeDefault = 0,
  hipGraphDependencyTypeProgrammatic = 1
};

typedef enum hipGraphDependencyType hipGraphDependencyType;

struct hipGraphEdgeData {
  unsigned char from_port;
  unsigned char reserved[5];
  unsigned char to_port;
  unsigned char type;
};

typedef struct hipGraphEdgeData hipGraphEdgeData;
typedef void (*hipStreamCallback_t)(hipStream_t, hipError_t, void *);

/* Streams and capture */
hipError_t hipDeviceGetStreamPriorityRange(int *, int *);
hipError_t hipExtStreamCreateWithCUMask(hipStream_t *, uint32_t,
                                        const uint32_t *);
hipError_t hipExtStreamGetCUMask(hipStream_t, uint32_t, uint32_t *);
hipError_t hipLaunchHostFunc(hipStream_t, hipHostFn_t, void *);
hipError_t hipMemcpyWithStream(void *, const void *, size_t, hipMemcpyKind,
                               hipStream_t);
hipError_t hipStreamAddCallback(hipStream_t, hipStreamCallback_t, void *,
                                unsigned int);
hipError_t hipStreamAttachMemAsync(hipStream_t, void *, size_t CCT_DEFAULT(0),
                                   unsigned int CCT_DEFAULT(4));
hipError_t hipStreamBatchMemOp(hipStream_t, unsigned int,
                               hipStreamBatchMemOpParams *, unsigned int);
hipError_t hipStreamBeginCapture(hipStream_t, hipStreamCaptureMode);
hipError_t hipStreamBeginCaptureToGraph(hipStream_t, hipGraph_t,
                                        const hipGraphNode_t *,
                                        const hipGraphEdgeData *, size_t,
                                        hipStreamCaptureMode);
hipError_t hipStreamCreate(hipStream_t *);
hipError_t hipStreamCreateWithFlags(hipStream_t *, unsigned int);
hipError_t hipStreamCreateWithPriority(hipStream_t *, unsigned int, int);
hipError_t hipStreamDestroy(hipStream_t);
hipError_t hipStreamEndCapture(hipStream_t, hipGraph_t *);
hipError_t hipStreamGetCaptureInfo(hipStream_t, hipStreamCaptureStatus *,
                                   unsigned long long *);
hipError_t hipStreamGetCaptureInfo_v2(hipStream_t, hipStreamCaptureStatus *,
                                      unsigned long long *CCT_DEFAULT(0),
                                      hipGraph_t *CCT_DEFAULT(0),
                                      const hipGraphNode_t **CCT_DEFAULT(0),
                                      size_t *CCT_DEFAULT(0));
hipError_t hipStreamGetDevice(hipStream_t, hipDevice_t *);
hipError_t hipStreamGetFlags(hipStream_t, unsigned int *);
hipError_t hipStreamGetPriority(hipStream_t, int *);
hipError_t hipStreamIsCapturing(hipStream_t, hipStreamCaptureStatus *);
hipError_t hipStreamQuery(hipStream_t);
hipError_t hipStreamSynchronize(hipStream_t);
hipError_t hipStreamUpdateCaptureDependencies(hipStream_t, hipGraphNode_t *,
                                              size_t,
                                              unsigned int CCT_DEFAULT(0));
hipError_t hipStreamWaitEvent(hipStream_t, hipEvent_t,
                              unsigned int CCT_DEFAULT(0));
hipError_t hipStreamWaitValue32(hipStream_t, void *, uint32_t, unsigned int,
                                uint32_t CCT_DEFAULT(4294967295));
hipError_t hipStreamWaitValue64(hipStream_t, void *, uint64_t, unsigned int,
                                uint64_t CCT_DEFAULT(0xffffffffffffffffULL));
hipError_t hipStreamWriteValue32(hipStream_t, void *, uint32_t, unsigned int);
hipError_t hipStreamWriteValue64(hipStream_t, void *, uint64_t, unsigned int);
hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *);

/* Graphs */
hipError_t hipDeviceGetGraphMemAttribute(int, hipGraphMemAttributeType, void *);
hipError_t hipDeviceGraphMemTrim(int);
hipError_t hipDeviceSetGraphMemAttribute(int, hipGraphMemAttributeType, void *);
hipError_t hipDrvGraphAddMemFreeNode(hipGraphNode_t *, hipGraph_t,
                                     const hipGraphNode_t *, size_t,
                                     hipDeviceptr_t);
hipError_t hipDrvGraphAddMemcpyNode(hipGraphNode_t *, hipGraph_t,
                                    const hipGraphNode_t *, size_t,
                                    const HIP_MEMCPY3D *, hipCtx_t);
hipError_t hipDrvGraphAddMemsetNode(hipGraphNode_t *, hipGraph_t,
                                    const hipGraphNode_t *, size_t,
                                    const HIP_MEMSET_NODE_PARAMS *, hipCtx_t);
hipError_t hipDrvGraphExecMemcpyNodeSetParams(hipGraphExec_t, hipGraphNode_t,
                                              const HIP_MEMCPY3D *, hipCtx_t);
hipError_t hipDrvGraphExecMemsetNodeSetParams(hipGraphExec_t, hipGraphNode_t,
                                              const HIP_MEMSET_NODE_PARAMS *,
                                              hipCtx_t);
hipError_t hipDrvGraphMemcpyNodeGetParams(hipGraphNode_t, HIP_MEMCPY3D *);
hipError_t hipDrvGraphMemcpyNodeSetParams(hipGraphNode_t, const HIP_MEMCPY3D *);
hipError_t hipGraphAddBatchMemOpNode(hipGraphNode_t *, hipGraph_t,
                                     const hipGraphNode_t *, size_t,
                                     const hipBatchMemOpNodeParams *);
hipError_t hipGraphAddChildGraphNode(hipGraphNode_t *, hipGraph_t,
                                     const hipGraphNode_t *, size_t,
                                     hipGraph_t);
hipError_t hipGraphAddDependencies(hipGraph_t, const hipGraphNode_t *,
                                   const hipGraphNode_t *, size_t);
hipError_t hipGraphAddEmptyNode(hipGraphNode_t *, hipGraph_t,
                                const hipGraphNode_t *, size_t);
hipError_t hipGraphAddEventRecordNode(hipGraphNode_t *, hipGraph_t,
                                      const hipGraphNode_t *, size_t,
                                      hipEvent_t);
hipError_t hipGraphAddEventWaitNode(hipGraphNode_t *, hipGraph_t,
                                    const hipGraphNode_t *, size_t, hipEvent_t);
hipError_t hipGraphAddExternalSemaphoresSignalNode(
    hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t,
    const hipExternalSemaphoreSignalNodeParams *);
hipError_t hipGraphAddExternalSemaphoresWaitNode(
    hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t,
    const hipExternalSemaphoreWaitNodeParams *);
hipError_t hipGraphAddHostNode(hipGraphNode_t *, hipGraph_t,
                               const hipGraphNode_t *, size_t,
                               const hipHostNodeParams *);
hipError_t hipGraphAddKernelNode(hipGraphNode_t *, hipGraph_t,
                                 const hipGraphNode_t *, size_t,
                                 const hipKernelNodeParams *);
hipError_t hipGraphAddMemAllocNode(hipGraphNode_t *, hipGraph_t,
                                   const hipGraphNode_t *, size_t,
                                   hipMemAllocNodeParams *);
hipError_t hipGraphAddMemFreeNode(hipGraphNode_t *, hipGraph_t,
                                  const hipGraphNode_t *, size_t, void *);
hipError_t hipGraphAddMemcpyNode(hipGraphNode_t *, hipGraph_t,
                                 const hipGraphNode_t *, size_t,
                                 const hipMemcpy3DParms *);
hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t *, hipGraph_t,
                                   const hipGraphNode_t *, size_t, void *,
                                   const void *, size_t, hipMemcpyKind);
hipError_t hipGraphAddMemcpyNodeFromSymbol(hipGraphNode_t *, hipGraph_t,
                                           const hipGraphNode_t *, size_t,
                                           void *, const void *, size_t, size_t,
                                           hipMemcpyKind);
hipError_t hipGraphAddMemcpyNodeToSymbol(hipGraphNode_t *, hipGraph_t,
                                         const hipGraphNode_t *, size_t,
                                         const void *, const void *, size_t,
                                         size_t, hipMemcpyKind);
hipError_t hipGraphAddMemsetNode(hipGraphNode_t *, hipGraph_t,
                                 const hipGraphNode_t *, size_t,
                                 const hipMemsetParams *);
hipError_t hipGraphAddNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *,
                           size_t, hipGraphNodeParams *);
hipError_t hipGraphBatchMemOpNodeGetParams(hipGraphNode_t,
                                           hipBatchMemOpNodeParams *);
hipError_t hipGraphBatchMemOpNodeSetParams(hipGraphNode_t,
                                           hipBatchMemOpNodeParams *);
hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t, hipGraph_t *);
hipError_t hipGraphClone(hipGraph_t *, hipGraph_t);
hipError_t hipGraphCreate(hipGraph_t *, unsigned int);
hipError_t hipGraphDebugDotPrint(hipGraph_t, const char *, unsigned int);
hipError_t hipGraphDestroy(hipGraph_t);
hipError_t hipGraphDestroyNode(hipGraphNode_t);
hipError_t hipGraphEventRecordNodeGetEvent(hipGraphNode_t, hipEvent_t *);
hipError_t hipGraphEventRecordNodeSetEvent(hipGraphNode_t, hipEvent_t);
hipError_t hipGraphEventWaitNodeGetEvent(hipGraphNode_t, hipEvent_t *);
hipError_t hipGraphEventWaitNodeSetEvent(hipGraphNode_t, hipEvent_t);
hipError_t hipGraphExecBatchMemOpNodeSetParams(hipGraphExec_t, hipGraphNode_t,
                                               const hipBatchMemOpNodeParams *);
hipError_t hipGraphExecChildGraphNodeSetParams(hipGraphExec_t, hipGraphNode_t,
                                               hipGraph_t);
hipError_t hipGraphExecDestroy(hipGraphExec_t);
hipError_t hipGraphExecEventRecordNodeSetEvent(hipGraphExec_t, hipGraphNode_t,
                                               hipEvent_t);
hipError_t hipGraphExecEventWaitNodeSetEvent(hipGraphExec_t, hipGraphNode_t,
                                             hipEvent_t);
hipError_t hipGraphExecExternalSemaphoresSignalNodeSetParams(
    hipGraphExec_t, hipGraphNode_t,
    const hipExternalSemaphoreSignalNodeParams *);
hipError_t hipGraphExecExternalSemaphoresWaitNodeSetParams(
    hipGraphExec_t, hipGraphNode_t, const hipExternalSemaphoreWaitNodeParams *);
hipError_t hipGraphExecGetFlags(hipGraphExec_t, unsigned long long *);
hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t, hipGraphNode_t,
                                         const hipHostNodeParams *);
hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t, hipGraphNode_t,
                                           const hipKernelNodeParams *);
hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t, hipGraphNode_t,
                                           hipMemcpy3DParms *);
hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t, hipGraphNode_t,
                                             void *, const void *, size_t,
                                             hipMemcpyKind);
hipError_t hipGraphExecMemcpyNodeSetParamsFromSymbol(hipGraphExec_t,
                                                     hipGraphNode_t, void *,
                                                     const void *, size_t,
                                                     size_t, hipMemcpyKind);
hipError_t hipGraphExecMemcpyNodeSetParamsToSymbol(hipGraphExec_t,
                                                   hipGraphNode_t, const void *,
                                                   const void *, size_t, size_t,
                                                   hipMemcpyKind);
hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t, hipGraphNode_t,
                                           const hipMemsetParams *);
hipError_t hipGraphExecNodeSetParams(hipGraphExec_t, hipGraphNode_t,
                                     hipGraphNodeParams *);
hipError_t hipGraphExecUpdate(hipGraphExec_t, hipGraph_t, hipGraphNode_t *,
                              hipGraphExecUpdateResult *);
hipError_t hipGraphExternalSemaphoresSignalNodeGetParams(
    hipGraphNode_t, hipExternalSemaphoreSignalNodeParams *);
hipError_t hipGraphExternalSemaphoresSignalNodeSetParams(
    hipGraphNode_t, const hipExternalSemaphoreSignalNodeParams *);
hipError_t hipGraphExternalSemaphoresWaitNodeGetParams(
    hipGraphNode_t, hipExternalSemaphoreWaitNodeParams *);
hipError_t hipGraphExternalSemaphoresWaitNodeSetParams(
    hipGraphNode_t, const hipExternalSemaphoreWaitNodeParams *);
hipError_t hipGraphGetEdges(hipGraph_t, hipGraphNode_t *, hipGraphNode_t *,
                            size_t *);
hipError_t hipGraphGetNodes(hipGraph_t, hipGraphNode_t *, size_t *);
hipError_t hipGraphGetRootNodes(hipGraph_t, hipGraphNode_t *, size_t *);
hipError_t hipGraphHostNodeGetParams(hipGraphNode_t, hipHostNodeParams *);
hipError_t hipGraphHostNodeSetParams(hipGraphNode_t, const hipHostNodeParams *);
hipError_t hipGraphInstantiate(hipGraphExec_t *, hipGraph_t, hipGraphNode_t *,
                               char *, size_t);
hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t *, hipGraph_t,
                                        unsigned long long);
hipError_t hipGraphInstantiateWithParams(hipGraphExec_t *, hipGraph_t,
                                         hipGraphInstantiateParams *);
hipError_t hipGraphKernelNodeCopyAttributes(hipGraphNode_t, hipGraphNode_t);
hipError_t hipGraphKernelNodeGetAttribute(hipGraphNode_t, hipLaunchAttributeID,
                                          hipLaunchAttributeValue *);
hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t, hipKernelNodeParams *);
hipError_t hipGraphKernelNodeSetAttribute(hipGraphNode_t, hipLaunchAttributeID,
                                          const hipLaunchAttributeValue *);
hipError_t hipGraphKernelNodeSetParams(hipGraphNode_t,
                                       const hipKernelNodeParams *);
hipError_t hipGraphLaunch(hipGraphExec_t, hipStream_t);
hipError_t hipGraphMemAllocNodeGetParams(hipGraphNode_t,
                                         hipMemAllocNodeParams *);
hipError_t hipGraphMemFreeNodeGetParams(hipGraphNode_t, void *);
hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t, hipMemcpy3DParms *);
hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t,
                                       const hipMemcpy3DParms *);
hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t, void *, const void *,
                                         size_t, hipMemcpyKind);
hipError_t hipGraphMemcpyNodeSetParamsFromSymbol(hipGraphNode_t, void *,
                                                 const void *, size_t, size_t,
                                                 hipMemcpyKind);
hipError_t hipGraphMemcpyNodeSetParamsToSymbol(hipGraphNode_t, const void *,
                                               const void *, size_t, size_t,
                                               hipMemcpyKind);
hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t, hipMemsetParams *);
hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t, const hipMemsetParams *);
hipError_t hipGraphNodeFindInClone(hipGraphNode_t *, hipGraphNode_t,
                                   hipGraph_t);
hipError_t hipGraphNodeGetDependencies(hipGraphNode_t, hipGraphNode_t *,
                                       size_t *);
hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t, hipGraphNode_t *,
                                         size_t *);
hipError_t hipGraphNodeGetEnabled(hipGraphExec_t, hipGraphNode_t,
                                  unsigned int *);
hipError_t hipGraphNodeGetType(hipGraphNode_t, hipGraphNodeType *);
hipError_t hipGraphNodeSetEnabled(hipGraphExec_t, hipGraphNode_t, unsigned int);
hipError_t hipGraphNodeSetParams(hipGraphNode_t, hipGraphNodeParams *);
hipError_t hipGraphReleaseUserObject(hipGraph_t, hipUserObject_t,
                                     unsigned int CCT_DEFAULT(1));
hipError_t hipGraphRemoveDependencies(hipGraph_t, const hipGraphNode_t *,
                                      const hipGraphNode_t *, size_t);
hipError_t hipGraphRetainUserObject(hipGraph_t, hipUserObject_t,
                                    unsigned int CCT_DEFAULT(1),
                                    unsigned int CCT_DEFAULT(0));
hipError_t hipGraphUpload(hipGraphExec_t, hipStream_t);
hipError_t hipUserObjectCreate(hipUserObject_t *, void *, hipHostFn_t,
                               unsigned int, unsigned int);
hipError_t hipUserObjectRelease(hipUserObject_t, unsigned int CCT_DEFAULT(1));
hipError_t hipUserObjectRetain(hipUserObject_t, unsigned int CCT_DEFAULT(1));

/* Events */
hipError_t hipEventCreate(hipEvent_t *);
hipError_t hipEventCreateWithFlags(hipEvent_t *, unsigned int);
hipError_t hipEventDestroy(hipEvent_t);
hipError_t hipEventElapsedTime(float *, hipEvent_t, hipEvent_t);
hipError_t hipEventQuery(hipEvent_t);
hipError_t hipEventRecord(hipEvent_t, hipStream_t CCT_DEFAULT(0));
hipError_t hipEventSynchronize(hipEvent_t);
hipError_t hipIpcGetEventHandle(hipIpcEventHandle_t *, hipEvent_t);
hipError_t hipIpcOpenEventHandle(hipEvent_t *, hipIpcEventHandle_t);

/* External memory and semaphores */
hipError_t hipDestroyExternalMemory(hipExternalMemory_t);
hipError_t hipDestroyExternalSemaphore(hipExternalSemaphore_t);
hipError_t
hipExternalMemoryGetMappedBuffer(void **, hipExternalMemory_t,
                                 const hipExternalMemoryBufferDesc *);
hipError_t hipExternalMemoryGetMappedMipmappedArray(
    hipMipmappedArray_t *, hipExternalMemory_t,
    const hipExternalMemoryMipmappedArrayDesc *);
hipError_t hipImportExternalMemory(hipExternalMemory_t *,
                                   const hipExternalMemoryHandleDesc *);
hipError_t hipImportExternalSemaphore(hipExternalSemaphore_t *,
                                      const hipExternalSemaphoreHandleDesc *);
hipError_t
hipSignalExternalSemaphoresAsync(const hipExternalSemaphore_t *,
                                 const hipExternalSemaphoreSignalParams *,
                                 unsigned int, hipStream_t);
hipError_t
hipWaitExternalSemaphoresAsync(const hipExternalSemaphore_t *,
                               const hipExternalSemaphoreWaitParams *,
                               unsigned int, hipStream_t);

/* Memory pools */
hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *, int);
hipError_t hipDeviceGetMemPool(hipMemPool_t *, int);
hipError_t hipDeviceSetMemPool(int, hipMemPool_t);
hipError_t hipFreeAsync(void *, hipStream_t);
hipError_t hipMallocAsync(void **, size_t, hipStream_t);
hipError_t hipMallocFromPoolAsync(void **, size_t, hipMemPool_t, hipStream_t);
hipError_t hipMemPoolCreate(hipMemPool_t *, const hipMemPoolProps *);
hipError_t hipMemPoolDestroy(hipMemPool_t);
hipError_t hipMemPoolExportPointer(hipMemPoolPtrExportData *, void *);
hipError_t hipMemPoolExportToShareableHandle(void *, hipMemPool_t,
                                             hipMemAllocationHandleType,
                                             unsigned int);
hipError_t hipMemPoolGetAccess(hipMemAccessFlags *, hipMemPool_t,
                               hipMemLocation *);
hipError_t hipMemPoolGetAttribute(hipMemPool_t, hipMemPoolAttr, void *);
hipError_t hipMemPoolImportFromShareableHandle(hipMemPool_t *, void *,
                                               hipMemAllocationHandleType,
                                               unsigned int);
hipError_t hipMemPoolImportPointer(void **, hipMemPool_t,
                                   hipMemPoolPtrExportData *);
hipError_t hipMemPoolSetAccess(hipMemPool_t, const hipMemAccessDesc *, size_t);
hipError_t hipMemPoolSetAttribute(hipMemPool_t, hipMemPoolAttr, void *);
hipError_t hipMemPoolTrimTo(hipMemPool_t, size_t);

/* Inter-process communication */
hipError_t hipIpcCloseMemHandle(void *);
hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t *, void *);
hipError_t hipIpcOpenMemHandle(void **, hipIpcMemHandle_t, unsigned int);

/* Modules, libraries, linking */
hipError_t hipExtGetLinkTypeAndHopCount(int, int, uint32_t *, uint32_t *);
hipError_t hipModuleGetFunction(hipFunction_t *, hipModule_t, const char *);
hipError_t hipModuleGetGlobal(hipDeviceptr_t *, size_t *, hipModule_t,
                              const char *);
hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t, unsigned int,
                                            unsigned int, unsigned int,
                                            unsigned int, unsigned int,
                                            unsigned int, unsigned int,
                                            hipStream_t, void **);
hipError_t
hipModuleLaunchCooperativeKernelMultiDevice(hipFunctionLaunchParams *,
                                            unsigned int, unsigned int);
hipError_t hipModuleLaunchKernel(hipFunction_t, unsigned int, unsigned int,
                                 unsigned int, unsigned int, unsigned int,
                                 unsigned int, unsigned int, hipStream_t,
                                 void **, void **);
hipError_t hipModuleLoad(hipModule_t *, const char *);
hipError_t hipModuleLoadData(hipModule_t *, const void *);
hipError_t hipModuleLoadDataEx(hipModule_t *, const void *, unsigned int,
                               hipJitOption *, void **);
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *,
                                                              hipFunction_t,
                                                              int, size_t);
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *, hipFunction_t, int, size_t, unsigned int);
hipError_t hipModuleOccupancyMaxPotentialBlockSize(int *, int *, hipFunction_t,
                                                   size_t, int);
hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int *, int *,
                                                            hipFunction_t,
                                                            size_t, int,
                                                            unsigned int);
hipError_t hipModuleUnload(hipModule_t);

/* Occupancy and functions */
hipError_t hipFuncGetAttribute(int *, hipFunction_attribute, hipFunction_t);
hipError_t hipFuncGetAttributes(struct hipFuncAttributes *, const void *);
hipError_t hipFuncSetAttribute(const void *, hipFuncAttribute, int);
hipError_t hipFuncSetCacheConfig(const void *, hipFuncCache_t);
hipError_t hipFuncSetSharedMemConfig(const void *, hipSharedMemConfig);
hipError_t hipGetFuncBySymbol(hipFunction_t *, const void *);
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *, const void *,
                                                        int, size_t);
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *, const void *, int, size_t, unsigned int CCT_DEFAULT(0));
hipError_t hipOccupancyMaxPotentialBlockSize(int *, int *, const void *, size_t,
                                             int);

/* Launch */
hipError_t hipExtLaunchKernel(const void *, dim3, dim3, void **, size_t,
                              hipStream_t, hipEvent_t, hipEvent_t, int);
hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams *, int,
                                              unsigned int);
hipError_t hipLaunchByPtr(const void *);
hipError_t hipLaunchCooperativeKernel(const void *, dim3, dim3, void **,
                                      unsigned int, hipStream_t);
hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams *, int,
                                                 unsigned int);
hipError_t hipLaunchKernel(const void *, dim3, dim3, void **,
                           size_t CCT_DEFAULT(0), hipStream_t CCT_DEFAULT(0));

/* Arrays, textures, surfaces */
hipError_t hipArray3DCreate(hipArray_t *, const HIP_ARRAY3D_DESCRIPTOR *);
hipError_t hipArray3DGetDescriptor(HIP_ARRAY3D_DESCRIPTOR *, hipArray_t);
hipError_t hipArrayCreate(hipArray_t *, const HIP_ARRAY_DESCRIPTOR *);
hipError_t hipArrayDestroy(hipArray_t);
hipError_t hipArrayGetDescriptor(HIP_ARRAY_DESCRIPTOR *, hipArray_t);
hipError_t hipArrayGetInfo(hipChannelFormatDesc *, hipExtent *, unsigned int *,
                           hipArray_t);
hipError_t hipCreateSurfaceObject(hipSurfaceObject_t *,
                                  const hipResourceDesc *);
hipError_t hipCreateTextureObject(hipTextureObject_t *, const hipResourceDesc *,
                                  const hipTextureDesc *,
                                  const struct hipResourceViewDesc *);
hipError_t hipDestroySurfaceObject(hipSurfaceObject_t);
hipError_t hipDestroyTextureObject(hipTextureObject_t);
hipError_t hipFreeArray(hipArray_t);
hipError_t hipFreeMipmappedArray(hipMipmappedArray_t);
hipError_t hipGetChannelDesc(hipChannelFormatDesc *, hipArray_const_t);
hipError_t hipGetMipmappedArrayLevel(hipArray_t *, hipMipmappedArray_const_t,
                                     unsigned int);
hipError_t hipGetTextureObjectResourceDesc(hipResourceDesc *,
                                           hipTextureObject_t);
hipError_t hipGetTextureObjectResourceViewDesc(struct hipResourceViewDesc *,
                                               hipTextureObject_t);
hipError_t hipGetTextureObjectTextureDesc(hipTextureDesc *, hipTextureObject_t);
hipError_t hipGraphicsSubResourceGetMappedArray(hipArray_t *,
                                                hipGraphicsResource_t,
                                                unsigned int, unsigned int);
hipError_t hipMalloc3DArray(hipArray_t *, const struct hipChannelFormatDesc *,
                            struct hipExtent, unsigned int);
hipError_t hipMallocArray(hipArray_t *, const hipChannelFormatDesc *, size_t,
                          size_t CCT_DEFAULT(0), unsigned int CCT_DEFAULT(0));
hipError_t hipMallocMipmappedArray(hipMipmappedArray_t *,
                                   const struct hipChannelFormatDesc *,
                                   struct hipExtent, unsigned int,
                                   unsigned int CCT_DEFAULT(0));
hipError_t hipMemMapArrayAsync(hipArrayMapInfo *, unsigned int, hipStream_t);
hipError_t hipMemcpy2DArrayToArray(hipArray_t, size_t, size_t, hipArray_const_t,
                                   size_t, size_t, size_t, size_t,
                                   hipMemcpyKind);
hipError_t hipMemcpy2DFromArray(void *, size_t, hipArray_const_t, size_t,
                                size_t, size_t, size_t, hipMemcpyKind);
hipError_t hipMemcpy2DFromArrayAsync(void *, size_t, hipArray_const_t, size_t,
                                     size_t, size_t, size_t, hipMemcpyKind,
                                     hipStream_t CCT_DEFAULT(0));
hipError_t hipMemcpy2DToArray(hipArray_t, size_t, size_t, const void *, size_t,
                              size_t, size_t, hipMemcpyKind);
hipError_t hipMemcpy2DToArrayAsync(hipArray_t, size_t, size_t, const void *,
                                   size_t, size_t, size_t, hipMemcpyKind,
                                   hipStream_t CCT_DEFAULT(0));
hipError_t hipMemcpyFromArray(void *, hipArray_const_t, size_t, size_t, size_t,
                              hipMemcpyKind);
hipError_t hipMemcpyToArray(hipArray_t, size_t, size_t, const void *, size_t,
                            hipMemcpyKind);
hipError_t hipMipmappedArrayCreate(hipMipmappedArray_t *,
                                   HIP_ARRAY3D_DESCRIPTOR *, unsigned int);
hipError_t hipMipmappedArrayDestroy(hipMipmappedArray_t);
hipError_t hipMipmappedArrayGetLevel(hipArray_t *, hipMipmappedArray_t,
                                     unsigned int);
hipError_t hipTexObjectCreate(hipTextureObject_t *, const HIP_RESOURCE_DESC *,
                              const HIP_TEXTURE_DESC *,
                              const HIP_RESOURCE_VIEW_DESC *);
hipError_t hipTexObjectDestroy(hipTextureObject_t);
hipError_t hipTexObjectGetResourceDesc(HIP_RESOURCE_DESC *, hipTextureObject_t);
hipError_t hipTexObjectGetResourceViewDesc(HIP_RESOURCE_VIEW_DESC *,
                                           hipTextureObject_t);
hipError_t hipTexObjectGetTextureDesc(HIP_TEXTURE_DESC *, hipTextureObject_t);

/* Memory */
hipError_t hipCtxGetSharedMemConfig(hipSharedMemConfig *);
hipError_t hipCtxSetSharedMemConfig(hipSharedMemConfig);
hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig *);
hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig);
hipError_t hipDeviceTotalMem(size_t *, hipDevice_t);
hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D *);
hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D *);
hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D *, hipStream_t);
hipError_t hipDrvPointerGetAttributes(unsigned int, hipPointer_attribute *,
                                      void **, hipDeviceptr_t);
hipError_t hipExtHostAlloc(void **, size_t, unsigned int);
hipError_t hipExtMallocWithFlags(void **, size_t, unsigned int);
hipError_t hipFree(void *);
hipError_t hipFreeHost(void *);
hipError_t hipGetSymbolAddress(void **, const void *);
hipError_t hipGetSymbolSize(size_t *, const void *);
hipError_t hipGraphicsResourceGetMappedPointer(void **, size_t *,
                                               hipGraphicsResource_t);
hipError_t hipHostAlloc(void **, size_t, unsigned int);
hipError_t hipHostFree(void *);
hipError_t hipHostGetDevicePointer(void **, void *, unsigned int);
hipError_t hipHostGetFlags(unsigned int *, void *);
hipError_t hipHostMalloc(void **, size_t, unsigned int);
hipError_t hipHostRegister(void *, size_t, unsigned int);
hipError_t hipHostUnregister(void *);
hipError_t hipMalloc(void **, size_t);
hipError_t hipMalloc3D(hipPitchedPtr *, hipExtent);
hipError_t hipMallocHost(void **, size_t);
hipError_t hipMallocManaged(void **, size_t, unsigned int CCT_DEFAULT(1));
hipError_t hipMallocPitch(void **, size_t *, size_t, size_t);
hipError_t hipMemAddressFree(void *, size_t);
hipError_t hipMemAddressReserve(void **, size_t, size_t, void *,
                                unsigned long long);
hipError_t hipMemAdvise(const void *, size_t, hipMemoryAdvise, int);
hipError_t hipMemAllocHost(void **, size_t);
hipError_t hipMemAllocPitch(hipDeviceptr_t *, size_t *, size_t, size_t,
                            unsigned int);
hipError_t hipMemCreate(hipMemGenericAllocationHandle_t *, size_t,
                        const hipMemAllocationProp *, unsigned long long);
hipError_t hipMemExportToShareableHandle(void *,
                                         hipMemGenericAllocationHandle_t,
                                         hipMemAllocationHandleType,
                                         unsigned long long);
hipError_t hipMemGetAccess(unsigned long long *, const hipMemLocation *,
                           void *);
hipError_t hipMemGetAddressRange(hipDeviceptr_t *, size_t *, hipDeviceptr_t);
hipError_t hipMemGetAllocationGranularity(size_t *,
                                          const hipMemAllocationProp *,
                                          hipMemAllocationGranularity_flags);
hipError_t
hipMemGetAllocationPropertiesFromHandle(hipMemAllocationProp *,
                                        hipMemGenericAllocationHandle_t);
hipError_t hipMemGetInfo(size_t *, size_t *);
hipError_t hipMemImportFromShareableHandle(hipMemGenericAllocationHandle_t *,
                                           void *, hipMemAllocationHandleType);
hipError_t hipMemMap(void *, size_t, size_t, hipMemGenericAllocationHandle_t,
                     unsigned long long);
hipError_t hipMemPrefetchAsync(const void *, size_t, int,
                               hipStream_t CCT_DEFAULT(0));
hipError_t hipMemPtrGetInfo(void *, size_t *);
hipError_t hipMemRangeGetAttribute(void *, size_t, hipMemRangeAttribute,
                                   const void *, size_t);
hipError_t hipMemRangeGetAttributes(void **, size_t *, hipMemRangeAttribute *,
                                    size_t, const void *, size_t);
hipError_t hipMemRelease(hipMemGenericAllocationHandle_t);
hipError_t hipMemRetainAllocationHandle(hipMemGenericAllocationHandle_t *,
                                        void *);
hipError_t hipMemSetAccess(void *, size_t, const hipMemAccessDesc *, size_t);
hipError_t hipMemUnmap(void *, size_t);
hipError_t hipMemcpy(void *, const void *, size_t, hipMemcpyKind);
hipError_t hipMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t,
                       hipMemcpyKind);
hipError_t hipMemcpy2DAsync(void *, size_t, const void *, size_t, size_t,
                            size_t, hipMemcpyKind, hipStream_t CCT_DEFAULT(0));
hipError_t hipMemcpy3D(const struct hipMemcpy3DParms *);
hipError_t hipMemcpy3DAsync(const struct hipMemcpy3DParms *,
                            hipStream_t CCT_DEFAULT(0));
hipError_t hipMemcpyAsync(void *, const void *, size_t, hipMemcpyKind,
                          hipStream_t CCT_DEFAULT(0));
hipError_t hipMemcpyAtoA(hipArray_t, size_t, hipArray_t, size_t, size_t);
hipError_t hipMemcpyAtoD(hipDeviceptr_t, hipArray_t, size_t, size_t);
hipError_t hipMemcpyAtoH(void *, hipArray_t, size_t, size_t);
hipError_t hipMemcpyAtoHAsync(void *, hipArray_t, size_t, size_t, hipStream_t);
hipError_t hipMemcpyDtoA(hipArray_t, size_t, hipDeviceptr_t, size_t);
hipError_t hipMemcpyDtoD(hipDeviceptr_t, hipDeviceptr_t, size_t);
hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t, hipDeviceptr_t, size_t,
                              hipStream_t);
hipError_t hipMemcpyDtoH(void *, hipDeviceptr_t, size_t);
hipError_t hipMemcpyDtoHAsync(void *, hipDeviceptr_t, size_t, hipStream_t);
hipError_t
hipMemcpyFromSymbol(void *, const void *, size_t, size_t CCT_DEFAULT(0),
                    hipMemcpyKind CCT_DEFAULT(hipMemcpyDeviceToHost));
hipError_t hipMemcpyFromSymbolAsync(void *, const void *, size_t, size_t,
                                    hipMemcpyKind, hipStream_t CCT_DEFAULT(0));
hipError_t hipMemcpyHtoA(hipArray_t, size_t, const void *, size_t);
hipError_t hipMemcpyHtoAAsync(hipArray_t, size_t, const void *, size_t,
                              hipStream_t);
hipError_t hipMemcpyHtoD(hipDeviceptr_t, void *, size_t);
hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t, void *, size_t, hipStream_t);
hipError_t hipMemcpyParam2D(const hip_Memcpy2D *);
hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D *,
                                 hipStream_t CCT_DEFAULT(0));
hipError_t hipMemcpyPeer(void *, int, const void *, int, size_t);
hipError_t hipMemcpyPeerAsync(void *, int, const void *, int, size_t,
                              hipStream_t CCT_DEFAULT(0));
hipError_t hipMemcpyToSymbol(const void *, const void *, size_t,
                             size_t CCT_DEFAULT(0),
                             hipMemcpyKind CCT_DEFAULT(hipMemcpyHostToDevice));
hipError_t hipMemcpyToSymbolAsync(const void *, const void *, size_t, size_t,
                                  hipMemcpyKind, hipStream_t CCT_DEFAULT(0));
hipError_t hipMemset(void *, int, size_t);
hipError_t hipMemset2D(void *, size_t, int, size_t, size_t);
hipError_t hipMemset2DAsync(void *, size_t, int, size_t, size_t,
                            hipStream_t CCT_DEFAULT(0));
hipError_t hipMemset3D(hipPitchedPtr, int, hipExtent);
hipError_t hipMemset3DAsync(hipPitchedPtr, int, hipExtent,
                            hipStream_t CCT_DEFAULT(0));
hipError_t hipMemsetAsync(void *, int, size_t, hipStream_t CCT_DEFAULT(0));
hipError_t hipMemsetD16(hipDeviceptr_t, unsigned short, size_t);
hipError_t hipMemsetD16Async(hipDeviceptr_t, unsigned short, size_t,
                             hipStream_t CCT_DEFAULT(0));
hipError_t hipMemsetD32(hipDeviceptr_t, int, size_t);
hipError_t hipMemsetD32Async(hipDeviceptr_t, int, size_t,
                             hipStream_t CCT_DEFAULT(0));
hipError_t hipMemsetD8(hipDeviceptr_t, unsigned char, size_t);
hipError_t hipMemsetD8Async(hipDeviceptr_t, unsigned char, size_t,
                            hipStream_t CCT_DEFAULT(0));
hipError_t hipPointerGetAttribute(void *, hipPointer_attribute, hipDeviceptr_t);
hipError_t hipPointerGetAttributes(hipPointerAttribute_t *, const void *);
hipError_t hipPointerSetAttribute(const void *, hipPointer_attribute,
                                  hipDeviceptr_t);

/* Graphics */
hipError_t hipGraphicsMapResources(int, hipGraphicsResource_t *,
                                   hipStream_t CCT_DEFAULT(0));
hipError_t hipGraphicsUnmapResources(int, hipGraphicsResource_t *,
                                     hipStream_t CCT_DEFAULT(0));
hipError_t hipGraphicsUnregisterResource(hipGraphicsResource_t);

/* Contexts */
hipError_t hipCtxCreate(hipCtx_t *, unsigned int, hipDevice_t);
hipError_t hipCtxDestroy(hipCtx_t);
hipError_t hipCtxDisablePeerAccess(hipCtx_t);
hipError_t hipCtxEnablePeerAccess(hipCtx_t, unsigned int);
hipError_t hipCtxGetApiVersion(hipCtx_t, int *);
hipError_t hipCtxGetCacheConfig(hipFuncCache_t *);
hipError_t hipCtxGetCurrent(hipCtx_t *);
hipError_t hipCtxGetDevice(hipDevice_t *);
hipError_t hipCtxGetFlags(unsigned int *);
hipError_t hipCtxPopCurrent(hipCtx_t *);
hipError_t hipCtxPushCurrent(hipCtx_t);
hipError_t hipCtxSetCacheConfig(hipFuncCache_t);
hipError_t hipCtxSetCurrent(hipCtx_t);
hipError_t hipCtxSynchronize(void);
hipError_t hipDevicePrimaryCtxGetState(hipDevice_t, unsigned int *, int *);
hipError_t hipDevicePrimaryCtxRelease(hipDevice_t);
hipError_t hipDevicePrimaryCtxReset(hipDevice_t);
hipError_t hipDevicePrimaryCtxRetain(hipCtx_t *, hipDevice_t);
hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t, unsigned int);

/* Devices */
hipError_t hipChooseDeviceR0600(int *, const hipDeviceProp_tR0600 *);
hipError_t hipDeviceCanAccessPeer(int *, int, int);
hipError_t hipDeviceComputeCapability(int *, int *, hipDevice_t);
hipError_t hipDeviceDisablePeerAccess(int);
hipError_t hipDeviceEnablePeerAccess(int, unsigned int);
hipError_t hipDeviceGet(hipDevice_t *, int);
hipError_t hipDeviceGetAttribute(int *, hipDeviceAttribute_t, int);
hipError_t hipDeviceGetByPCIBusId(int *, const char *);
hipError_t hipDeviceGetCacheConfig(hipFuncCache_t *);
hipError_t hipDeviceGetLimit(size_t *, enum hipLimit_t);
hipError_t hipDeviceGetName(char *, int, hipDevice_t);
hipError_t hipDeviceGetP2PAttribute(int *, hipDeviceP2PAttr, int, int);
hipError_t hipDeviceGetPCIBusId(char *, int, int);
hipError_t hipDeviceGetUuid(hipUUID *, hipDevice_t);
hipError_t hipDeviceReset(void);
hipError_t hipDeviceSetCacheConfig(hipFuncCache_t);
hipError_t hipDeviceSetLimit(enum hipLimit_t, size_t);
hipError_t hipDeviceSynchronize(void);
hipError_t hipDriverGetVersion(int *);
hipError_t hipGetDevice(int *);
hipError_t hipGetDeviceCount(int *);
hipError_t hipGetDeviceFlags(unsigned int *);
hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_tR0600 *, int);
hipError_t hipInit(unsigned int);
hipError_t hipSetDevice(int);
hipError_t hipSetDeviceFlags(unsigned int);
hipError_t hipSetValidDevices(int *, int);

/* Errors */
hipError_t hipDrvGetErrorName(hipError_t, const char **);
hipError_t hipDrvGetErrorString(hipError_t, const char **);
hipError_t hipExtGetLastError(void);
const char *hipGetErrorName(hipError_t);
const char *hipGetErrorString(hipError_t);
hipError_t hipGetLastError(void);
hipError_t hipPeekAtLastError(void);

/* Other */
hipError_t __hipPopCallConfiguration(dim3 *, dim3 *, size_t *, hipStream_t *);
hipError_t __hipPushCallConfiguration(dim3, dim3, size_t CCT_DEFAULT(0),
                                      hipStream_t CCT_DEFAULT(0));
hipError_t hipConfigureCall(dim3, dim3, size_t CCT_DEFAULT(0),
                            hipStream_t CCT_DEFAULT(0));
hipError_t hipGetProcAddress(const char *, void **, int, uint64_t,
                             hipDriverProcAddressQueryResult *);
hipError_t hipRuntimeGetVersion(int *);
hipError_t hipSetupArgument(const void *, size_t, size_t);

#ifdef __cplusplus
}
#endif

#ifdef __cplusplus
/* C++ overloads. */
hipError_t hipMallocAsync(void **, size_t, hipMemPool_t, hipStream_t);
template <class T> hipError_t hipMalloc(T **, size_t);
template <class T> hipError_t hipMallocPitch(T **, size_t *, size_t, size_t);
template <class T>
hipError_t hipMallocManaged(T **, size_t, unsigned int = hipMemAttachGlobal);
template <class T> hipError_t hipMallocAsync(T **, size_t, hipStream_t);
template <class T>
hipError_t hipMallocAsync(T **, size_t, hipMemPool_t, hipStream_t);
template <class T>
hipError_t hipMallocFromPoolAsync(T **, size_t, hipMemPool_t, hipStream_t);
template <class T>
hipError_t hipHostMalloc(T **, size_t, unsigned int = hipHostAllocDefault);
template <class T>
hipError_t hipHostAlloc(T **, size_t, unsigned int = hipHostAllocDefault);
template <class T>
hipError_t hipExtHostAlloc(T **, size_t, unsigned int = hipHostAllocDefault);
template <class T> hipError_t hipGetSymbolAddress(void **, const T &);
template <class T> hipError_t hipGetSymbolSize(size_t *, const T &);
template <class T>
hipError_t hipMemcpyToSymbol(const T &, const void *, size_t, size_t = 0,
                             hipMemcpyKind = hipMemcpyHostToDevice);
template <class T>
hipError_t hipMemcpyToSymbolAsync(const T &, const void *, size_t, size_t,
                                  hipMemcpyKind, hipStream_t = 0);
template <class T>
hipError_t hipMemcpyFromSymbol(void *, const T &, size_t, size_t = 0,
                               hipMemcpyKind = hipMemcpyDeviceToHost);
template <class T>
hipError_t hipMemcpyFromSymbolAsync(void *, const T &, size_t, size_t,
                                    hipMemcpyKind, hipStream_t = 0);
template <class T>
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *, T, int, size_t);
template <class T>
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *, T, int,
                                                                 size_t,
                                                                 unsigned int);
template <class F>
hipError_t hipOccupancyMaxPotentialBlockSize(int *, int *, F, size_t = 0,
                                             uint32_t = 0);
template <class T>
hipError_t hipLaunchCooperativeKernel(T, dim3, dim3, void **, unsigned int,
                                      hipStream_t);
template <class T>
hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams *,
                                                 unsigned int,
                                                 unsigned int = 0);
template <class T>
hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams *, unsigned int,
                                              unsigned int = 0);
#endif

#endif
