// One kind of network; no other source names its class.
#include "cuda_runtime.h"
#include "device.h"

struct Rdma : Device {
  void *Memory = nullptr;
  int connect() override;
  int test() override { return 0; }
};
int Rdma::connect() { return cudaMalloc(&Memory, 4096); }
Device *create() { return new Rdma; }
