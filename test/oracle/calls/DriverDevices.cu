//===- DriverDevices.cu - Devices and the driver itself -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"
#include <cudaProfiler.h>

using namespace oracle;

static void ignoreNotification(CUasyncNotificationInfo *, void *,
                               CUasyncCallbackHandle) {}

static void CUDA_CB ignoreLog(void *, CUlogLevel, char *, size_t) {}

static void needNotification(CudaBackend &C) {
  must(toCode(cuDeviceRegisterAsyncNotification(
           C.Device, ignoreNotification, nullptr,
           C.out<CUasyncCallbackHandle>())),
       "notification");
}

static void needLog(CudaBackend &C) {
  must(toCode(cuLogsRegisterCallback(ignoreLog, nullptr,
                                     C.out<CUlogsCallbackHandle>())),
       "log");
}

/// The address of the device on its bus, as text.
static char *bus(CudaBackend &C) { return *C.out<char[64]>(); }

static void needBus(CudaBackend &C) {
  must(toCode(cuDeviceGetPCIBusId(bus(C), 64, C.Device)), "bus");
}

static void needRetained(CudaBackend &C) {
  must(toCode(cuDevicePrimaryCtxRetain(C.out<CUcontext>(), C.Device)),
       "primary context");
}

/// Of one word: enough for every attribute of a pool for graphs.
static cuuint64_t *word(CudaBackend &C) { return C.out<cuuint64_t>(); }

// clang-format off
static const Call Calls[] = {
  CALL(cuInit, Brief, NOTHING, cuInit(0))
  CALL(cuDriverGetVersion, Brief, NOTHING, cuDriverGetVersion(C.out<int>()))
  CALL(cuGetErrorName, Brief, NOTHING,
       cuGetErrorName(CUDA_ERROR_INVALID_VALUE, C.out<const char *>()))
  CALL(cuGetErrorString, Brief, NOTHING,
       cuGetErrorString(CUDA_ERROR_INVALID_VALUE, C.out<const char *>()))
  CALL(cuGetProcAddress, Brief, NOTHING,
       cuGetProcAddress("cuInit", C.out<void *>(), 12000, 0, nullptr))

  CALL(cuDeviceGet, Brief, NOTHING, cuDeviceGet(C.out<CUdevice>(), 0))
  CALL(cuDeviceGetCount, Brief, NOTHING, cuDeviceGetCount(C.out<int>()))
  CALL(cuDeviceGetName, Brief, NOTHING,
       cuDeviceGetName(*C.out<char[64]>(), 64, C.Device))
  CALL(cuDeviceGetUuid, Brief, NOTHING,
       cuDeviceGetUuid(C.out<CUuuid>(), C.Device))
  CALL(cuDeviceTotalMem, Brief, NOTHING,
       cuDeviceTotalMem(C.out<size_t>(), C.Device))
  CALL(cuDeviceGetAttribute, Brief, NOTHING,
       cuDeviceGetAttribute(C.out<int>(),
                            CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
                            C.Device))
  CALL(cuDeviceGetTexture1DLinearMaxWidth, Brief, NOTHING,
       cuDeviceGetTexture1DLinearMaxWidth(C.out<size_t>(),
                                          CU_AD_FORMAT_SIGNED_INT32, 1,
                                          C.Device))
  CALL(cuDeviceGetExecAffinitySupport, Brief, NOTHING,
       cuDeviceGetExecAffinitySupport(C.out<int>(),
                                      CU_EXEC_AFFINITY_TYPE_SM_COUNT,
                                      C.Device))
  CALL(cuDeviceGetHostAtomicCapabilities, Brief, NOTHING,
       cuDeviceGetHostAtomicCapabilities(
           C.out<unsigned>(), C.in(CU_ATOMIC_OPERATION_INTEGER_ADD), 1,
           C.Device))
  CALL(cuDeviceCanAccessPeer, Brief, NOTHING,
       cuDeviceCanAccessPeer(C.out<int>(), C.Device, C.Device))
  CALL(cuDeviceGetPCIBusId, Brief, NOTHING,
       cuDeviceGetPCIBusId(bus(C), 64, C.Device))
  CALL(cuDeviceGetByPCIBusId, Brief, needBus(C),
       cuDeviceGetByPCIBusId(C.out<CUdevice>(), bus(C)))
  CALL(cuDeviceGetDefaultMemPool, Brief, NOTHING,
       cuDeviceGetDefaultMemPool(C.out<CUmemoryPool>(), C.Device))
  CALL(cuDeviceGetMemPool, Brief, NOTHING,
       cuDeviceGetMemPool(C.out<CUmemoryPool>(), C.Device))
  CALL(cuDeviceSetMemPool, Brief, C.needPool(),
       cuDeviceSetMemPool(C.Device, C.Pool))
  CALL(cuDeviceGetGraphMemAttribute, Brief, NOTHING,
       cuDeviceGetGraphMemAttribute(
           C.Device, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, word(C)))
  // 0 is all that these attributes can be set to.
  CALL(cuDeviceSetGraphMemAttribute, Brief, NOTHING,
       cuDeviceSetGraphMemAttribute(
           C.Device, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, C.in(cuuint64_t(0))))
  CALL(cuDeviceGraphMemTrim, Brief, NOTHING, cuDeviceGraphMemTrim(C.Device))
  CALL(cuDeviceRegisterAsyncNotification, Brief, NOTHING,
       cuDeviceRegisterAsyncNotification(C.Device, ignoreNotification, nullptr,
                                         C.out<CUasyncCallbackHandle>()))
  CALL(cuDeviceUnregisterAsyncNotification, Brief, needNotification(C),
       cuDeviceUnregisterAsyncNotification(C.Device,
                                           *C.out<CUasyncCallbackHandle>()))
  CALL(cuFlushGPUDirectRDMAWrites, Standard, NOTHING,
       cuFlushGPUDirectRDMAWrites(
           CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX,
           CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER))

  CALL(cuDevicePrimaryCtxGetState, Brief, NOTHING,
       cuDevicePrimaryCtxGetState(C.Device, C.out<unsigned>(), C.out<int>()))
  CALL(cuDevicePrimaryCtxRetain, Standard, NOTHING,
       cuDevicePrimaryCtxRetain(C.out<CUcontext>(), C.Device))
  CALL(cuDevicePrimaryCtxRelease, Standard, needRetained(C),
       cuDevicePrimaryCtxRelease(C.Device))
  CALL(cuDevicePrimaryCtxReset, Standard, NOTHING,
       cuDevicePrimaryCtxReset(C.Device))
  CALL(cuDevicePrimaryCtxSetFlags, Standard, NOTHING,
       cuDevicePrimaryCtxSetFlags(C.Device, CU_CTX_SCHED_AUTO))

  CALL(cuCoredumpGetAttribute, Brief, NOTHING,
       cuCoredumpGetAttribute(CU_COREDUMP_ENABLE_ON_EXCEPTION, C.out<bool>(),
                              C.in(sizeof(bool))))
  CALL(cuCoredumpGetAttributeGlobal, Brief, NOTHING,
       cuCoredumpGetAttributeGlobal(CU_COREDUMP_ENABLE_ON_EXCEPTION,
                                    C.out<bool>(), C.in(sizeof(bool))))
  CALL(cuLogsRegisterCallback, Brief, NOTHING,
       cuLogsRegisterCallback(ignoreLog, nullptr,
                              C.out<CUlogsCallbackHandle>()))
  CALL(cuLogsUnregisterCallback, Brief, needLog(C),
       cuLogsUnregisterCallback(*C.out<CUlogsCallbackHandle>()))
  CALL(cuLogsCurrent, Brief, NOTHING,
       cuLogsCurrent(C.out<CUlogIterator>(), 0))
  CALL(cuLogsDumpToFile, Brief, NOTHING,
       cuLogsDumpToFile(nullptr, "/dev/null", 0))
  CALL(cuLogsDumpToMemory, Brief, NOTHING,
       cuLogsDumpToMemory(nullptr, *C.out<char[25600]>(),
                          C.in(size_t(25600)), 0))
  CALL(cuProfilerStart, Brief, NOTHING, cuProfilerStart())
  CALL(cuProfilerStop, Brief, NOTHING, cuProfilerStop())
};
// clang-format on

static AddCalls Added(Calls);
