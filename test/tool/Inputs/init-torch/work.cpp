#include <chrono>
#include <cuda_runtime.h>
#include <torch/torch.h>
namespace c10d {
struct Work {
  virtual ~Work();
  virtual bool wait(std::chrono::milliseconds timeout);
  virtual void synchronize();
  virtual bool isCompleted();
};
} // namespace c10d

// Streams wait for the event.
struct StreamWork : c10d::Work {
  cudaEvent_t done;
  void synchronize() override {
    cudaStreamWaitEvent(at::cuda::getCurrentCUDAStream(), done, 0);
  }
  bool wait(std::chrono::milliseconds) override {
    synchronize();
    return true;
  }
};
// The host waits, which a capture forbids.
struct HostWork : c10d::Work {
  cudaEvent_t done;
  bool wait(std::chrono::milliseconds) override {
    return cudaEventSynchronize(done) == cudaSuccess;
  }
  bool isCompleted() override { return cudaEventQuery(done) == cudaSuccess; }
};
// No capture is concerned.
struct CpuWork : c10d::Work {
  bool done = false;
  bool wait(std::chrono::milliseconds) override { return done; }
};
// Another class with the same function.
struct Job {
  cudaEvent_t done;
  virtual bool wait(std::chrono::milliseconds);
};
struct HostJob : Job {
  bool wait(std::chrono::milliseconds) override {
    return cudaEventSynchronize(done) == cudaSuccess;
  }
};
HostWork host;
StreamWork stream;
CpuWork cpu;
HostJob job;
