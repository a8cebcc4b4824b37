// RUN: %lint-cu
// Pointers to functions of the driver, whose declarations say which function
// they are, as cudaTypedefs.h and the loaders of libraries write them.
#include <cuda.h>

typedef CUresult (*PFN_cuMemAlloc_v3020)(CUdeviceptr *p, size_t bytes);
typedef PFN_cuMemAlloc_v3020 PFN_cuMemAlloc;
typedef CUresult (*PFN_cuStreamSynchronize_v7000_ptsz)(CUstream s);
typedef CUresult (*PFN_cuMadeUp_v1)(CUdeviceptr *p, size_t bytes);
typedef CUresult (*Allocates)(CUdeviceptr *p, size_t bytes);

#define DECLARE(Api, Version) static PFN_##Api##_v##Version pfn_##Api
DECLARE(cuMemAlloc, 3020);
static CUresult (*pfn_cuMemFree)(CUdeviceptr p);
extern PFN_cuStreamSynchronize_v7000_ptsz waits;
extern PFN_cuMadeUp_v1 pfn_cuMadeUp;
extern Allocates allocates;
extern decltype(::cuMemAlloc) *allocatesByDecltype;
using Synchronizes = decltype(&cuStreamSynchronize);
extern Synchronizes synchronizesByDecltype;
CUresult allocateOtherwise(CUdeviceptr *p, size_t bytes);
extern decltype(allocateOtherwise) *allocatesOtherwise;
extern decltype(allocates) sameAsAllocates;
void *load(const char *name);

struct Table {
  PFN_cuMemAlloc alloc;
  Allocates other;
};

void firesForTypesAndNames(CUstream s, CUgraph *g, CUdeviceptr *p,
                           const Table &table) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemAlloc{{.*}}' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  pfn_cuMemAlloc(p, 16);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemFree{{.*}}' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  pfn_cuMemFree(*p);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemAlloc{{.*}}' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  table.alloc(p, 16);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  (*waits)(s);
  auto loaded = (PFN_cuMemAlloc)load("cuMemAlloc");
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemAlloc{{.*}}' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  loaded(p, 16);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemAlloc{{.*}}' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  allocatesByDecltype(p, 16);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  (*synchronizesByDecltype)(s);
  cuStreamEndCapture(s, g);
}

// The declaration names no function, or one that the driver does not have.
void silentForOtherPointers(CUstream s, CUgraph *g, CUdeviceptr *p,
                            const Table &table) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  allocates(p, 16);
  table.other(p, 16);
  pfn_cuMadeUp(p, 16);
  allocatesOtherwise(p, 16);
  sameAsAllocates(p, 16);
  cuStreamEndCapture(s, g);
}
