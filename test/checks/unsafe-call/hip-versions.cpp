// RUN: %lint-cxx
// RUN: %tidy %all-checks %s -- -x c++ -std=c++17 -DVERSION=700 -isystem %stub-include 2>&1 | %FileCheck %s --check-prefixes=CHECK,SEVEN --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy %all-checks %s -- -x c++ -std=c++17 -DVERSION=702 -isystem %stub-include 2>&1 | %FileCheck %s --check-prefixes=CHECK,SEVEN --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy %all-checks %s -- -x c++ -std=c++17 -DVERSION=800 -isystem %stub-include 2>&1 | %FileCheck %s --check-prefixes=CHECK,SEVEN --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy %all-checks %s -- -x c++ -std=c++17 -DVERSION=604 -isystem %stub-include 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy %all-checks %s -- -x c++ -std=c++17 -DVERSION=0 -isystem %stub-include 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// What HIP refuses since 7.0 is legal before; of a version that is not known nothing is said.
#include <hip/hip_runtime_api.h>
#ifdef VERSION
#undef HIP_VERSION_MAJOR
#undef HIP_VERSION_MINOR
#if VERSION == 604
#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 4
#elif VERSION == 700
#define HIP_VERSION_MAJOR 7
#define HIP_VERSION_MINOR 0
#elif VERSION == 702
#define HIP_VERSION_MAJOR 7
#define HIP_VERSION_MINOR 2
#elif VERSION == 800
#define HIP_VERSION_MAJOR 8
#define HIP_VERSION_MINOR 0
#else
#define HIP_VERSION_MAJOR NEW
#define HIP_VERSION_MINOR 0
#endif
#endif

void advises(hipStream_t s, hipGraph_t *g, void *p) {
  hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  // SEVEN: :[[#@LINE+1]]:3: warning: call to 'hipMemAdvise' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  hipMemAdvise(p, 16, hipMemAdviseSetReadMostly, 0);
  hipStreamEndCapture(s, g);
}
void advisesInRelaxedMode(hipStream_t s, hipGraph_t *g, void *p) {
  hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed);
  hipMemAdvise(p, 16, hipMemAdviseSetReadMostly, 0);
  hipStreamEndCapture(s, g);
}
void copiesAndWaits(hipStream_t s, hipGraph_t *g, void *p, void *q) {
  hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed);
  // SEVEN: :[[#@LINE+1]]:3: warning: call to 'hipMemcpyWithStream' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  hipMemcpyWithStream(p, q, 16, hipMemcpyDeviceToDevice, s);
  hipStreamEndCapture(s, g);
}
void copiesBetweenDevices(hipGraph_t *g, void *p, void *q) {
  hipStream_t s;
  hipStreamCreate(&s);
  hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed);
  // SEVEN: :[[#@LINE+1]]:3: warning: call to 'hipMemcpyPeer' {{.*}} [cuda-capture-legacy-stream]
  hipMemcpyPeer(p, 0, q, 1, 16);
  hipStreamEndCapture(s, g);
}
// These are the same in each version.
void asks(hipStream_t s, hipGraph_t *g, hipArray_t *level, hipMipmappedArray_const_t array, hipArray_const_t flat, hipChannelFormatDesc *format) {
  hipStreamBeginCapture(s, hipStreamCaptureModeThreadLocal);
  hipGetChannelDesc(format, flat);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'hipGetMipmappedArrayLevel' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  hipGetMipmappedArrayLevel(level, array, 0);
  hipStreamEndCapture(s, g);
}
