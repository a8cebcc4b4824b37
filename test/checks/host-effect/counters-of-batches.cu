// RUN: %lint-capturable
// Numbers that operations on memory write or wait for, alone and in arrays of operations.
#include <cuda.h>
#include <cuda_capture/annotations.h>
#include <random>
#include <vector>

struct Exchange {
  CUdeviceptr word;
  CUdeviceptr *words;
  unsigned peers = 4, epoch = 0;
  unsigned next() { return ++epoch; }
};

CUDA_CAPTURE_CAPTURABLE void firesForAWait(Exchange &c, CUstream s) {
  unsigned epoch = c.next();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuStreamWaitValue32{{(_v2)?}}' passes a counter of the host {{.*}} [cuda-capture-host-effect]
  cuStreamWaitValue32(s, c.word, epoch, CU_STREAM_WAIT_VALUE_GEQ);
}
CUDA_CAPTURE_CAPTURABLE void firesForAnArray(Exchange &c, CUstream s) {
  CUstreamBatchMemOpParams ops[2] = {};
  const unsigned epoch = c.next();
  ops[0].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  ops[0].writeValue.address = c.word;
  ops[0].writeValue.value = epoch;
  ops[1].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
  ops[1].waitValue.address = c.words[0];
  ops[1].waitValue.value = 1;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuStreamBatchMemOp{{(_v2)?}}' passes a counter of the host {{.*}} [cuda-capture-host-effect]
  cuStreamBatchMemOp(s, 2, ops, 0);
}
CUDA_CAPTURE_CAPTURABLE void firesForAVector(Exchange &c, CUstream s) {
  const unsigned epoch = c.next();
  std::vector<CUstreamBatchMemOpParams> ops(c.peers);
  for (unsigned i = 0; i < c.peers; ++i) {
    ops[i].operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
    ops[i].waitValue.address = c.words[i];
    ops[i].waitValue.value = epoch;
    ops[i].waitValue.flags = CU_STREAM_WAIT_VALUE_GEQ;
  }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuStreamBatchMemOp{{(_v2)?}}' passes a counter of the host {{.*}} [cuda-capture-host-effect]
  cuStreamBatchMemOp(s, c.peers, ops.data(), 0);
}
CUDA_CAPTURE_CAPTURABLE void firesForOne(Exchange &c, CUstream s) {
  CUstreamBatchMemOpParams op = {};
  op.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  op.writeValue.address = c.word;
  op.writeValue.value = c.epoch++;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuStreamBatchMemOp{{(_v2)?}}' passes a counter of the host {{.*}} [cuda-capture-host-effect]
  cuStreamBatchMemOp(s, 1, &op, 0);
}
// The host uses the counter for itself.
CUDA_CAPTURE_CAPTURABLE void silentForStatistics(Exchange &c, CUstream s) {
  CUstreamBatchMemOpParams op = {};
  op.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  op.writeValue.address = c.word;
  op.writeValue.value = 1;
  c.next();
  cuStreamBatchMemOp(s, 1, &op, 0);
}
// Another array holds the counter.
CUDA_CAPTURE_CAPTURABLE void silentForAnotherArray(Exchange &c, CUstream s) {
  CUstreamBatchMemOpParams ops[1] = {}, others[1] = {};
  ops[0].writeValue.address = c.word;
  others[0].writeValue.value = c.next();
  cuStreamBatchMemOp(s, 1, ops, 0);
}
// The number of the round within the call.
CUDA_CAPTURE_CAPTURABLE void silentForARound(Exchange &c, CUstream s) {
  for (c.epoch = 0; c.epoch < 4; ++c.epoch) {
    CUstreamBatchMemOpParams op = {};
    op.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
    op.writeValue.address = c.word;
    op.writeValue.value = c.epoch;
    cuStreamBatchMemOp(s, 1, &op, 0);
  }
}
// The number is overwritten before the array is used.
CUDA_CAPTURE_CAPTURABLE void silentForAnOverwrittenNumber(Exchange &c, CUstream s) {
  CUstreamBatchMemOpParams ops[1] = {};
  ops[0].writeValue.value = c.next();
  ops[0].writeValue.value = 1;
  cuStreamBatchMemOp(s, 1, ops, 0);
}
bool firesForARandomNumber(CUdeviceptr word, CUstream s, CUgraph *g, std::mt19937 &engine) {
  if (cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL) != CUDA_SUCCESS)
    return false;
  CUstreamBatchMemOpParams ops[1] = {};
  ops[0].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  ops[0].writeValue.address = word;
  ops[0].writeValue.value = engine();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuStreamBatchMemOp{{(_v2)?}}' passes a random number {{.*}} [cuda-capture-host-effect]
  cuStreamBatchMemOp(s, 1, ops, 0);
  return cuStreamEndCapture(s, g) == CUDA_SUCCESS;
}
