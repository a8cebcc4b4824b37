//===- RuntimeDevices.cu - Devices, errors and versions -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"
#include <cuda_profiler_api.h>

using namespace oracle;

// The deprecated calls are asked about, too.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static void ignoreNotification(cudaAsyncNotificationInfo_t *, void *,
                               cudaAsyncCallbackHandle_t) {}
static cudaAsyncCallbackHandle_t Notification;

static void CUDART_CB ignoreLog(void *, cudaLogLevel, char *, size_t) {}
static cudaLogsCallbackHandle Log;
static char LogText[25600];

static char PciBusId[32];

// clang-format off
static const Call Calls[] = {
  CALL(cudaDeviceSynchronize, Full, NOTHING, cudaDeviceSynchronize())
  CALL(cudaDeviceReset, Standard, NOTHING, cudaDeviceReset())
  CALL(cudaInitDevice, Standard, NOTHING, cudaInitDevice(0, 0, 0))
  CALL(cudaGetDevice, Brief, NOTHING, cudaGetDevice(C.out<int>()))
  CALL(cudaSetValidDevices, Standard, NOTHING,
       cudaSetValidDevices(C.out<int>(), 1))
  CALL(cudaSetDeviceFlags, Standard, NOTHING,
       cudaSetDeviceFlags(cudaDeviceScheduleAuto))
  CALL(cudaGetDeviceFlags, Brief, NOTHING,
       cudaGetDeviceFlags(C.out<unsigned>()))
  CALL(cudaDeviceSetLimit, Standard, NOTHING,
       cudaDeviceSetLimit(cudaLimitStackSize, 4096))
  CALL_AS(cudaDeviceSetLimit, "malloc-heap", Standard, NOTHING,
          cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 24))
  CALL_AS(cudaDeviceSetLimit, "persisting-l2", Standard, NOTHING,
          cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20))
  CALL(cudaDeviceGetLimit, Brief, NOTHING,
       cudaDeviceGetLimit(C.out<size_t>(), cudaLimitStackSize))
  CALL(cudaDeviceSetCacheConfig, Standard, NOTHING,
       cudaDeviceSetCacheConfig(cudaFuncCachePreferL1))
  CALL(cudaDeviceGetCacheConfig, Brief, NOTHING,
       cudaDeviceGetCacheConfig(C.out<cudaFuncCache>()))
  CALL(cudaDeviceSetSharedMemConfig, Standard, NOTHING,
       cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeDefault))
  CALL(cudaDeviceGetSharedMemConfig, Brief, NOTHING,
       cudaDeviceGetSharedMemConfig(C.out<cudaSharedMemConfig>()))
  CALL(cudaCtxResetPersistingL2Cache, Standard, NOTHING,
       cudaCtxResetPersistingL2Cache())
  CALL(cudaDeviceFlushGPUDirectRDMAWrites, Standard, NOTHING,
       cudaDeviceFlushGPUDirectRDMAWrites(
           cudaFlushGPUDirectRDMAWritesTargetCurrentDevice,
           cudaFlushGPUDirectRDMAWritesToOwner))
  CALL(cudaDeviceRegisterAsyncNotification, Standard, NOTHING,
       cudaDeviceRegisterAsyncNotification(
           0, ignoreNotification, nullptr,
           C.out<cudaAsyncCallbackHandle_t>()))
  CALL(cudaDeviceUnregisterAsyncNotification, Standard,
       must(toCode(cudaDeviceRegisterAsyncNotification(
                0, ignoreNotification, nullptr, &Notification)),
            "notification"),
       cudaDeviceUnregisterAsyncNotification(0, Notification))

  CALL(cudaGetDeviceCount, Brief, NOTHING, cudaGetDeviceCount(C.out<int>()))
  CALL(cudaGetDeviceProperties, Brief, NOTHING,
       cudaGetDeviceProperties(C.out<cudaDeviceProp>(), 0))
  CALL(cudaDeviceGetAttribute, Brief, NOTHING,
       cudaDeviceGetAttribute(C.out<int>(), cudaDevAttrWarpSize, 0))
  CALL(cudaChooseDevice, Brief, NOTHING,
       cudaChooseDevice(C.out<int>(), C.in(cudaDeviceProp{})))
  CALL(cudaDeviceGetHostAtomicCapabilities, Brief, NOTHING,
       cudaDeviceGetHostAtomicCapabilities(
           C.out<unsigned>(), C.in(cudaAtomicOperationIntegerAdd), 1, 0))
  CALL(cudaDeviceGetTexture1DLinearMaxWidth, Brief, NOTHING,
       cudaDeviceGetTexture1DLinearMaxWidth(
           C.out<size_t>(), C.in(cudaCreateChannelDesc<int>()), 0))
  CALL(cudaDeviceGetStreamPriorityRange, Brief, NOTHING,
       cudaDeviceGetStreamPriorityRange(C.out<int>(), C.out<int>()))
  CALL(cudaDeviceGetPCIBusId, Brief, NOTHING,
       cudaDeviceGetPCIBusId(PciBusId, sizeof(PciBusId), 0))
  CALL(cudaDeviceGetByPCIBusId, Brief,
       must(toCode(cudaDeviceGetPCIBusId(PciBusId, sizeof(PciBusId), 0)),
            "PCI bus"),
       cudaDeviceGetByPCIBusId(C.out<int>(), PciBusId))
  CALL(cudaDeviceCanAccessPeer, Brief, NOTHING,
       cudaDeviceCanAccessPeer(C.out<int>(), 0, 0))

  CALL(cudaGetLastError, Brief, NOTHING, cudaGetLastError())
  CALL(cudaPeekAtLastError, Brief, NOTHING, cudaPeekAtLastError())
  CALL_BODY(cudaGetErrorName, "", Brief, NOTHING,
            (void)cudaGetErrorName(cudaSuccess);
            return succeeded())
  CALL_BODY(cudaGetErrorString, "", Brief, NOTHING,
            (void)cudaGetErrorString(cudaSuccess);
            return succeeded())
  CALL(cudaDriverGetVersion, Brief, NOTHING,
       cudaDriverGetVersion(C.out<int>()))
  CALL(cudaRuntimeGetVersion, Brief, NOTHING,
       cudaRuntimeGetVersion(C.out<int>()))
  CALL(cudaGetDriverEntryPoint, Brief, NOTHING,
       cudaGetDriverEntryPoint("cuMemAlloc", C.out<void *>(),
                               cudaEnableDefault))
  CALL(cudaGetDriverEntryPointByVersion, Brief, NOTHING,
       cudaGetDriverEntryPointByVersion("cuMemAlloc", C.out<void *>(), 12000,
                                        cudaEnableDefault))
  CALL(cudaProfilerStart, Standard, NOTHING, cudaProfilerStart())
  CALL(cudaProfilerStop, Standard, NOTHING, cudaProfilerStop())

  CALL(cudaLogsRegisterCallback, Brief, NOTHING,
       cudaLogsRegisterCallback(ignoreLog, nullptr,
                                C.out<cudaLogsCallbackHandle>()))
  CALL(cudaLogsUnregisterCallback, Brief,
       must(toCode(cudaLogsRegisterCallback(ignoreLog, nullptr, &Log)),
            "log"),
       cudaLogsUnregisterCallback(Log))
  CALL(cudaLogsCurrent, Brief, NOTHING,
       cudaLogsCurrent(C.out<cudaLogIterator>(), 0))
  CALL(cudaLogsDumpToFile, Brief, NOTHING,
       cudaLogsDumpToFile(nullptr, "/dev/null", 0))
  CALL(cudaLogsDumpToMemory, Brief, NOTHING,
       cudaLogsDumpToMemory(nullptr, LogText, C.in(sizeof(LogText)), 0))
};
// clang-format on

static AddCalls Added(Calls);
