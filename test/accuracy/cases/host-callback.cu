#include "cases.h"

namespace host_callback {

// violation [lambda]: a captureless lambda that is converted
void converted(cudaStream_t s, cudaEvent_t e) {
  cudaLaunchHostFunc(
      s, [](void *data) { cudaEventRecord(static_cast<cudaEvent_t>(data), nullptr); }, e); // expect: host-callback
}
// legal: it only signals
void signals(cudaStream_t s, bool *flag) {
  cudaLaunchHostFunc(
      s, [](void *data) { *static_cast<bool *>(data) = true; }, flag);
}

// violation [template]: a trampoline for member functions
struct Job {
  void *device;
  int done = 0;
  void release() { cudaFree(device); }
  void count() { ++done; }
};
template <typename T, void (T::*Member)()> void CUDART_CB trampoline(void *data) {
  (static_cast<T *>(data)->*Member)(); // expect: host-callback
}
void viaTrampoline(cudaStream_t s, Job *job) { cudaLaunchHostFunc(s, trampoline<Job, &Job::release>, job); }
// legal: the other member
void viaTrampolineCount(cudaStream_t s, Job *job) { cudaLaunchHostFunc(s, trampoline<Job, &Job::count>, job); }

// violation [std::function]: the data is a heap function
static void CUDART_CB runAndDelete(void *data) {
  std::unique_ptr<std::function<void()>> f(static_cast<std::function<void()> *>(data));
  (*f)();
}
void heapFunction(cudaStream_t s, void *p) {
  cudaLaunchHostFunc(s, runAndDelete, new std::function<void()>([p] { cudaFreeHost(p); })); // expect: host-callback
}
// legal: it frees host memory with free
void heapFunctionFree(cudaStream_t s, void *p) {
  cudaLaunchHostFunc(s, runAndDelete, new std::function<void()>([p] { std::free(p); }));
}

// violation [helper at depth]: the destructor of what the callback deletes
struct Staging {
  void *pinned;
  ~Staging() { cudaFreeHost(pinned); }
};
static void CUDART_CB dropStaging(void *data) {
  delete static_cast<Staging *>(data); // expect: host-callback
}
void staged(cudaStream_t s, Staging *staging) { cudaLaunchHostFunc(s, dropStaging, staging); }
// legal: it gives it back to a list
struct Recycler {
  std::mutex mutex;
  std::vector<Staging *> list;
};
static Recycler recycler;
static void CUDART_CB recycle(void *data) {
  std::lock_guard<std::mutex> lock(recycler.mutex);
  recycler.list.push_back(static_cast<Staging *>(data));
}
void recycled(cudaStream_t s, Staging *staging) { cudaLaunchHostFunc(s, recycle, staging); }

// violation [unique_ptr]: a unique_ptr in the callback takes it over
static void CUDART_CB takeStaging(void *data) {
  std::unique_ptr<Staging> staging(static_cast<Staging *>(data)); // expect: host-callback
}
void taken(cudaStream_t s, Staging *staging) { cudaLaunchHostFunc(s, takeStaging, staging); }
// legal: and releases it
static void CUDART_CB lookAtStaging(void *data) {
  std::unique_ptr<Staging> staging(static_cast<Staging *>(data));
  staging.release();
}
void lookedAt(cudaStream_t s, Staging *staging) { cudaLaunchHostFunc(s, lookAtStaging, staging); }

// violation [switch]: one of the commands calls
struct Command {
  int kind;
  cudaEvent_t event;
};
static void CUDART_CB execute(void *data) {
  auto *command = static_cast<Command *>(data);
  switch (command->kind) {
  case 0:
    break;
  case 1:
    cudaEventSynchronize(command->event); // expect: host-callback
    break;
  }
}
void commanded(cudaStream_t s, Command *command) { cudaLaunchHostFunc(s, execute, command); }
// legal: it only asks what an error is called
static void CUDART_CB report(void *data) { *static_cast<const char **>(data) = cudaGetErrorName(cudaSuccess); }
void reported(cudaStream_t s, const char **text) { cudaLaunchHostFunc(s, report, text); }

// violation [virtual]: a task of a class of its own
struct Task {
  virtual ~Task() = default;
  virtual void run() = 0;
};
struct CopyTask final : Task {
  void *to, *from;
  void run() override { cudaMemcpy(to, from, 4, cudaMemcpyDeviceToHost); }
};
struct AddTask final : Task {
  int sum = 0;
  void run() override { ++sum; }
};
static void CUDART_CB runCopy(void *data) {
  static_cast<CopyTask *>(data)->run(); // expect: host-callback
}
void copyTask(cudaStream_t s, CopyTask *task) { cudaLaunchHostFunc(s, runCopy, task); }
// legal: the other class
static void CUDART_CB runAdd(void *data) { static_cast<AddTask *>(data)->run(); }
void addTask(cudaStream_t s, AddTask *task) { cudaLaunchHostFunc(s, runAdd, task); }

// violation [function pointer]: chosen by a conditional operator
static void CUDART_CB resets(void *) { cudaDeviceSynchronize(); } // expect: host-callback
static void CUDART_CB nothing(void *) {}
void chosen(cudaStream_t s, bool hard) { cudaLaunchHostFunc(s, hard ? resets : nothing, nullptr); }
// legal: neither calls
static void CUDART_CB nothingElse(void *) {}
void chosenQuiet(cudaStream_t s, bool hard) { cudaLaunchHostFunc(s, hard ? nothing : nothingElse, nullptr); }

// violation [struct field]: a host node of a graph
static void CUDART_CB launches(void *data) { step<<<1, 1>>>(static_cast<float *>(data), 1); } // expect: host-callback
void hostNode(cudaGraph_t g, float *p) {
  cudaHostNodeParams params{};
  params.fn = launches;
  params.userData = p;
  cudaGraphNode_t node;
  cudaGraphAddHostNode(&node, g, nullptr, 0, &params);
}
// legal: a kernel node beside a host node
static void CUDART_CB sums(void *data) { ++*static_cast<float *>(data); }
void hostNodeQuiet(cudaGraph_t g, float *p) {
  cudaHostNodeParams params{};
  params.fn = sums;
  params.userData = p;
  cudaGraphNode_t node;
  cudaGraphAddHostNode(&node, g, nullptr, 0, &params);
}

// violation [macro wrapper]: a check macro in the callback
static void CUDART_CB checkedCallback(cudaStream_t, cudaError_t, void *data) {
  CHECK_CUDA(cudaStreamSynchronize(static_cast<cudaStream_t>(data))); // expect: host-callback
}
void addsChecked(cudaStream_t s, cudaStream_t t) { cudaStreamAddCallback(s, checkedCallback, t, 0); }
// legal: the status is looked at
static void CUDART_CB statusCallback(cudaStream_t, cudaError_t status, void *data) {
  *static_cast<bool *>(data) = status == cudaSuccess;
}
void addsStatus(cudaStream_t s, bool *ok) { cudaStreamAddCallback(s, statusCallback, ok, 0); }

// violation [thread]: the callback starts a thread that it waits for
static void CUDART_CB joins(void *data) {
  std::thread worker([data] { cudaFree(data); }); // miss: host-callback (what a thread does is not the driver's thread's, though it is waited for)
  worker.join();
}
void startsAndJoins(cudaStream_t s, void *p) { cudaLaunchHostFunc(s, joins, p); }
// legal: a detached thread
static void CUDART_CB detaches(void *data) {
  std::thread([data] { cudaFree(data); }).detach();
}
void startsAndLeaves(cudaStream_t s, void *p) { cudaLaunchHostFunc(s, detaches, p); }

} // namespace host_callback
