// Loading a module is legal since the driver of CUDA 12.3. A toolkit runs with
// each driver of its major version, so that of 12.4 may be older.
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- -DCUDA_VERSION=12040 2>&1 | %FileCheck %s --check-prefixes=POSSIBLE,BOTH --implicit-check-not=warning:
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- -DCUDA_VERSION=11080 2>&1 | %FileCheck %s --check-prefixes=POSSIBLE,BOTH --implicit-check-not=warning:
// Without a macro, the toolkit may be any.
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- 2>&1 | %FileCheck %s --check-prefixes=POSSIBLE,BOTH --implicit-check-not=warning:
// The runtime's macro says the same as the driver's.
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- -DCUDART_VERSION=12040 2>&1 | %FileCheck %s --check-prefixes=POSSIBLE,BOTH --implicit-check-not=warning:
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call %s -- -DCUDA_VERSION=12040 2>&1 | %FileCheck %s --check-prefix=BOTH --implicit-check-not=warning:

// The user knows which driver there is.
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call '--config={CheckOptions: {CudaCaptureDriver: 12.2}}' %s -- -DCUDA_VERSION=12040 2>&1 | %FileCheck %s --check-prefixes=EXACT,BOTH --implicit-check-not=warning:
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call '--config={CheckOptions: {CudaCaptureDriver: "12"}}' %s -- 2>&1 | %FileCheck %s --check-prefixes=EXACT,BOTH --implicit-check-not=warning:
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call '--config={CheckOptions: {CudaCaptureDriver: 12.3, CudaCaptureReportPossible: true}}' %s -- -DCUDA_VERSION=12040 2>&1 | %FileCheck %s --check-prefix=BOTH --implicit-check-not=warning:
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call '--config={CheckOptions: {CudaCaptureDriver: 13.0, CudaCaptureReportPossible: true}}' %s -- -DCUDA_VERSION=12040 2>&1 | %FileCheck %s --check-prefix=BOTH --implicit-check-not=warning:
// No older driver runs what a later toolkit compiles.
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- -DCUDA_VERSION=13010 2>&1 | %FileCheck %s --check-prefix=BOTH --implicit-check-not=warning:

// RUN: %tidy -checks=-*,cuda-capture-unsafe-call '--config={CheckOptions: {CudaCaptureDriver: new}}' %s -- 2>&1 | %FileCheck %s --check-prefix=WRONG
// WRONG-COUNT-1: warning: invalid value 'new' of the option 'CudaCaptureDriver'; expected the version of CUDA that the driver is of, such as 12.3
// WRONG-NOT: warning: invalid value
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call '--config={CheckOptions: {CudaCaptureDriver: 12.x}}' %s -- 2>&1 | %FileCheck %s --check-prefix=DIGITS
// DIGITS: warning: invalid value '12.x'

typedef struct CUstream_st *CUstream;
typedef struct CUgraph_st *CUgraph;
typedef struct CUmod_st *CUmodule;
typedef int CUresult;
typedef enum CUstreamCaptureMode_enum {
  CU_STREAM_CAPTURE_MODE_GLOBAL,
  CU_STREAM_CAPTURE_MODE_THREAD_LOCAL,
  CU_STREAM_CAPTURE_MODE_RELAXED
} CUstreamCaptureMode;
extern "C" {
CUresult cuStreamBeginCapture_v2(CUstream, CUstreamCaptureMode);
CUresult cuStreamEndCapture(CUstream, CUgraph *);
CUresult cuModuleLoadData(CUmodule *, const void *);
CUresult cuModuleLoadDataEx(CUmodule *, const void *, unsigned, void *, void **);
CUresult cuModuleUnload(CUmodule);
}

void loads(CUstream s, CUgraph *g, CUmodule *m, const void *image) {
  cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
  // POSSIBLE: :[[#@LINE+2]]:3: warning: possible: call to 'cuModuleLoadData' while 's' is capturing in thread-local mode; the driver rejects it with CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED (900) if the driver is older than that of CUDA 12.3 [cuda-capture-unsafe-call]
  // EXACT: :[[#@LINE+1]]:3: warning: call to 'cuModuleLoadData' while 's' is capturing in thread-local mode; the driver rejects it with CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED (900) if the driver is older than that of CUDA 12.3 [cuda-capture-unsafe-call]
  cuModuleLoadData(m, image);
  cuStreamEndCapture(s, g);
}

void loadsInRelaxedMode(CUstream s, CUgraph *g, CUmodule *m, const void *image) {
  cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  cuModuleLoadDataEx(m, image, 0, nullptr, nullptr);
  cuStreamEndCapture(s, g);
}

void loadsBefore(CUstream s, CUgraph *g, CUmodule *m, const void *image) {
  cuModuleLoadDataEx(m, image, 0, nullptr, nullptr);
  cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  cuStreamEndCapture(s, g);
}

// Unloading depends on no driver.
void unloads(CUstream s, CUgraph *g, CUmodule m) {
  cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  // BOTH: :[[#@LINE+1]]:3: warning: call to 'cuModuleUnload' while 's' is capturing in global mode; the driver rejects it with CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED (900) [cuda-capture-unsafe-call]
  cuModuleUnload(m);
  cuStreamEndCapture(s, g);
}
