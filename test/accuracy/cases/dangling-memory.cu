#include "cases.h"

namespace dangling_memory {

// violation [helper at depth]: a parameter by value, in a helper
static void put(float *to, float v, cudaStream_t s) {
  cudaMemcpyAsync(to, &v, sizeof v, cudaMemcpyHostToDevice, s); // expect: dangling-memory
}
void byValue(cudaStream_t s, float *p) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  cudaStreamBeginCapture(s, kGlobal);
  put(p, 3, s);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, s);
}
// legal: by reference to what lives on
static void putReference(float *to, const float &v, cudaStream_t s) {
  cudaMemcpyAsync(to, &v, sizeof v, cudaMemcpyHostToDevice, s);
}
void byReference(cudaStream_t s, float *p) {
  float v = 3;
  cudaGraph_t g;
  cudaGraphExec_t e;
  cudaStreamBeginCapture(s, kGlobal);
  putReference(p, v, s);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, s);
  cudaStreamSynchronize(s);
}

// violation [lambda]: a variable of a lambda that ran
void lambdaLocal(cudaStream_t s, float *p) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  cudaStreamBeginCapture(s, kGlobal);
  [&] {
    float v = 1;
    cudaMemcpyAsync(p, &v, sizeof v, cudaMemcpyHostToDevice, s); // expect: dangling-memory
  }();
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, s);
}
// legal: a variable that it captured by reference
void lambdaCaptured(cudaStream_t s, float *p) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  float v = 1;
  cudaStreamBeginCapture(s, kGlobal);
  [&] { cudaMemcpyAsync(p, &v, sizeof v, cudaMemcpyHostToDevice, s); }();
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, s);
  cudaStreamSynchronize(s);
}

// violation [loop]: a variable of each round
void eachRound(cudaStream_t s, float *p, int n) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i) {
    float v = i;
    cudaMemcpyAsync(p + i, &v, sizeof v, cudaMemcpyHostToDevice, s); // expect: dangling-memory
  }
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, s);
}
// legal: an array around the loop
void aroundTheLoop(cudaStream_t s, float *p) {
  float v[4];
  cudaGraph_t g;
  cudaGraphExec_t e;
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < 4; ++i) {
    v[i] = i;
    cudaMemcpyAsync(p + i, &v[i], sizeof v[i], cudaMemcpyHostToDevice, s);
  }
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, s);
  cudaStreamSynchronize(s);
}

// violation [struct field]: a struct on the stack, the exec in a member
class Model {
public:
  void build(cudaStream_t s, float *p) {
    struct {
      float scale, bias;
    } params = {1, 2};
    cudaGraph_t g;
    cudaStreamBeginCapture(s, kGlobal);
    cudaMemcpyAsync(p, &params.bias, sizeof params.bias, cudaMemcpyHostToDevice, s); // expect: dangling-memory
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&exec, g, 0);
  }
  // legal: the member's memory lives as long as the exec
  void buildKept(cudaStream_t s, float *p) {
    cudaGraph_t g;
    cudaStreamBeginCapture(s, kGlobal);
    cudaMemcpyAsync(p, &kept, sizeof kept, cudaMemcpyHostToDevice, s);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&exec, g, 0);
  }

private:
  cudaGraphExec_t exec = nullptr;
  float kept = 0;
};

// violation [vector]: a local vector, and a graph that is returned
cudaGraph_t localVector(cudaStream_t s, float *p) {
  std::vector<float> v(16, 1.0f);
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(p, v.data(), 64, cudaMemcpyHostToDevice, s); // expect: dangling-memory
  cudaStreamEndCapture(s, &g);
  return g;
}
// legal: the caller's vector
cudaGraph_t callersVector(cudaStream_t s, float *p, const std::vector<float> &v) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(p, v.data(), 64, cudaMemcpyHostToDevice, s);
  cudaStreamEndCapture(s, &g);
  return g;
}
// legal: a static vector
cudaGraph_t staticVector(cudaStream_t s, float *p) {
  static std::vector<float> v(16, 1.0f);
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(p, v.data(), 64, cudaMemcpyHostToDevice, s);
  cudaStreamEndCapture(s, &g);
  return g;
}
// violation [host function]: the data is a local
static void CUDART_CB add(void *data) { ++*static_cast<int *>(data); }
cudaGraph_t localData(cudaStream_t s) {
  int count = 0;
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  cudaLaunchHostFunc(s, add, &count); // expect: dangling-memory
  cudaStreamEndCapture(s, &g);
  return g;
}
// legal: on the heap
cudaGraph_t heapData(cudaStream_t s) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  cudaLaunchHostFunc(s, add, new int(0));
  cudaStreamEndCapture(s, &g);
  return g;
}

// violation [early return]: freed on one path, and launched on both
void freedOnOnePath(cudaStream_t s, float *p, bool small) {
  void *staging = std::malloc(64);
  cudaGraph_t g;
  cudaGraphExec_t e;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(p, staging, 64, cudaMemcpyHostToDevice, s); // expect: dangling-memory
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  if (small)
    std::free(staging);
  cudaGraphLaunch(e, s);
}
// legal: launched on the other
void freedWhereNotLaunched(cudaStream_t s, float *p, bool small) {
  void *staging = std::malloc(64);
  cudaGraph_t g;
  cudaGraphExec_t e;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(p, staging, 64, cudaMemcpyHostToDevice, s);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  if (small) {
    std::free(staging);
    return;
  }
  cudaGraphLaunch(e, s);
  cudaStreamSynchronize(s);
  std::free(staging);
}

// violation [unique_ptr]: an owned array, reset before the launch
void ownedArray(cudaStream_t s, float *p) {
  auto staging = std::make_unique<float[]>(16);
  cudaGraph_t g;
  cudaGraphExec_t e;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(p, staging.get(), 64, cudaMemcpyHostToDevice, s); // expect: dangling-memory
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  staging.reset();
  cudaGraphLaunch(e, s);
}
// legal: moved into something that lives longer
void ownedArrayMoved(cudaStream_t s, float *p, std::unique_ptr<float[]> &kept) {
  auto staging = std::make_unique<float[]>(16);
  cudaGraph_t g;
  cudaGraphExec_t e;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(p, staging.get(), 64, cudaMemcpyHostToDevice, s);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  kept = std::move(staging);
  cudaGraphLaunch(e, s);
  cudaStreamSynchronize(s);
}
// violation [unique_ptr]: an owned struct, gone with its scope
struct Params {
  float scale = 1;
};
void ownedStruct(cudaStream_t s, float *p) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  cudaStreamBeginCapture(s, kGlobal);
  {
    auto params = std::make_unique<Params>();
    cudaMemcpyAsync(p, &params->scale, 4, cudaMemcpyHostToDevice, s); // miss: dangling-memory (the end of what a unique_ptr owns is not taken for the end of its memory)
  }
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, s);
}
// legal: released to whoever keeps the graph
Params *ownedStructReleased(cudaStream_t s, float *p) {
  auto params = std::make_unique<Params>();
  cudaGraph_t g;
  cudaGraphExec_t e;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(p, &params->scale, 4, cudaMemcpyHostToDevice, s);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, s);
  return params.release();
}

// violation [conditional operator]: the address of one of two locals
cudaGraph_t oneOfTwo(cudaStream_t s, float *p, const float *given, bool use) {
  float fallback = 0;
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(p, use ? given : &fallback, 4, cudaMemcpyHostToDevice, s); // expect: dangling-memory
  cudaStreamEndCapture(s, &g);
  return g;
}
// legal: a static fallback
cudaGraph_t oneOfTwoStatic(cudaStream_t s, float *p, const float *given, bool use) {
  static float fallback = 0;
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(p, use ? given : &fallback, 4, cudaMemcpyHostToDevice, s);
  cudaStreamEndCapture(s, &g);
  return g;
}

// violation [released by host function]: each launch finishes the same job
struct Job {
  float *staging;
  bool done;
};
static void finishJob(void *p) {
  Job *job = static_cast<Job *>(p);
  job->done = true;
  delete job;
}
cudaGraphExec_t finishesAtEachLaunch(cudaStream_t s, float *p, float *staging) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  Job *job = new Job{staging, false};
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(staging, p, 4, cudaMemcpyDeviceToHost, s);
  cudaLaunchHostFunc(s, finishJob, job); // expect: dangling-memory
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  return e;
}
// legal: the graph runs once
void finishesOnce(cudaStream_t s, float *p, float *staging) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  Job *job = new Job{staging, false};
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(staging, p, 4, cudaMemcpyDeviceToHost, s);
  cudaLaunchHostFunc(s, finishJob, job);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, s);
  cudaStreamSynchronize(s);
  cudaGraphExecDestroy(e);
  cudaGraphDestroy(g);
}

// violation [unique_ptr in a host function]: the owner releases the job
static void finishOwnedJob(void *p) {
  std::unique_ptr<Job> job(static_cast<Job *>(p));
  job->done = true;
}
cudaGraphExec_t finishesOwnedAtEachLaunch(cudaStream_t s, float *p, float *staging) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(staging, p, 4, cudaMemcpyDeviceToHost, s);
  cudaLaunchHostFunc(s, finishOwnedJob, new Job{staging, false}); // miss: dangling-memory (the end of what a unique_ptr owns is not taken for the end of its memory)
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  return e;
}
// legal: the owner gives it back
static void reportJob(void *p) {
  std::unique_ptr<Job> job(static_cast<Job *>(p));
  job->done = true;
  job.release();
}
cudaGraphExec_t reportsAtEachLaunch(cudaStream_t s, float *p, Job *job) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(job->staging, p, 4, cudaMemcpyDeviceToHost, s);
  cudaLaunchHostFunc(s, reportJob, job);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  return e;
}

} // namespace dangling_memory
