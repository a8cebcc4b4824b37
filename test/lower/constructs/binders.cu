// RUN: %lint-cu
// What std::bind, std::mem_fn and their like return is called as what they
// were given.
#include <cuda_runtime.h>
#include <functional>
#include <memory>
#include <thread>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
using std::placeholders::_1;
__global__ void kernel();

static void releaseAll(void *p) { cudaFree(p); }
static void releaseIf(bool really, void *p) { cudaFree(p); }
static void keepAll(void *p) {}
static void launchOn(cudaStream_t given) { kernel<<<1, 1, 0, given>>>(); }
struct Buffer {
  void *p;
  void release() { cudaFree(p); }
  void releaseThis(void *q) { cudaFree(q); }
  void keep() {}
};

//===--- What is called ---===//

void firesForABoundFunction(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto release = std::bind(releaseAll, p);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'releaseAll' reaches 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  release();
  cudaStreamEndCapture(s, g);
}
void firesForABoundApi(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto release = std::bind(cudaFree, p);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  release();
  cudaStreamEndCapture(s, g);
}
void firesForAPlaceholder(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto release = std::bind(releaseIf, true, _1);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'releaseIf' reaches 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  release(p);
  cudaStreamEndCapture(s, g);
}
void firesForABoundMember(cudaStream_t s, cudaGraph_t *g, Buffer &b, void *q) {
  auto release = std::bind(&Buffer::release, &b);
  auto releaseThis = std::bind(&Buffer::releaseThis, std::ref(b), _1);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Buffer::release' reaches 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  release();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Buffer::releaseThis' reaches 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  releaseThis(q);
  cudaStreamEndCapture(s, g);
}
void firesForAPointerToAMember(cudaStream_t s, cudaGraph_t *g, Buffer &b) {
  auto release = std::mem_fn(&Buffer::release);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Buffer::release' reaches 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  release(b);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Buffer::release' reaches 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  std::invoke(release, &b);
  cudaStreamEndCapture(s, g);
}
void firesForABoundClosure(cudaStream_t s, cudaGraph_t *g, void *p) {
  // CHECK: :[[#@LINE+3]]:42: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE+3]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE+3]]:3: note: 'firesForABoundClosure' calls 'lambda' here
  auto release = std::bind([](void *q) { cudaFree(q); }, p);
  cudaStreamBeginCapture(s, kGlobal);
  release();
  cudaStreamEndCapture(s, g);
}
void silentForOthers(cudaStream_t s, cudaGraph_t *g, Buffer &b, void *p) {
  auto release = std::bind(releaseAll, p);
  auto keep = std::bind(keepAll, p);
  auto keepMember = std::mem_fn(&Buffer::keep);
  cudaStreamBeginCapture(s, kGlobal);
  keep();
  keepMember(b);
  cudaStreamEndCapture(s, g);
  release();
}

//===--- What is bound ---===//

void firesForABoundStream(cudaStream_t s, cudaStream_t other, cudaGraph_t *g) {
  auto launch = std::bind(launchOn, other);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'launchOn' reaches a kernel launch on stream 'given', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  launch();
  cudaStreamEndCapture(s, g);
}
void silentForTheCapturingStream(cudaStream_t s, cudaStream_t other, cudaGraph_t *g) {
  auto launch = std::bind(launchOn, s);
  auto launchOnGiven = std::bind(launchOn, _1);
  cudaStreamBeginCapture(s, kGlobal);
  launch();
  launchOnGiven(s);
  cudaStreamEndCapture(s, g);
}
static void createEvent(cudaEvent_t &e) { cudaEventCreate(&e); }
void silentForAReference(cudaStream_t s) {
  cudaEvent_t e = nullptr;
  auto create = std::bind(createEvent, std::ref(e));
  create();
  cudaEventRecord(e, s);
}

//===--- Begin and end ---===//

struct Capturing {
  cudaStream_t s;
  cudaGraph_t g;
  void begin() { cudaStreamBeginCapture(s, kGlobal); }
  void end() { cudaStreamEndCapture(s, &g); }
};
void silentAfterABoundEnd(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto end = std::bind(cudaStreamEndCapture, s, g);
  cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  end();
  cudaFree(p);
}
void silentAfterABoundMember(Capturing &c, void *p) {
  auto end = std::mem_fn(&Capturing::end);
  c.begin();
  end(c);
  cudaFree(p);
}
void silentForASharedObject(std::shared_ptr<Capturing> c, void *p) {
  auto end = std::bind(&Capturing::end, c);
  c->begin();
  end();
  cudaFree(p);
}
void firesBetweenBoundMembers(Capturing &c, void *p) {
  auto begin = std::bind(&Capturing::begin, &c);
  auto end = std::bind(&Capturing::end, &c);
  begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while {{.*}} is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  end();
}
void silentForABoundEndInADestructor(cudaStream_t s, cudaGraph_t *g, int n) {
  cudaStreamBeginCapture(s, kGlobal);
  struct AtExit {
    std::function<void()> f;
    ~AtExit() {
      if (f)
        f();
    }
  } end{std::bind(cudaStreamEndCapture, s, g)};
  if (n == 0)
    return;
  kernel<<<1, 1, 0, s>>>();
}

//===--- In another wrapper, and handed over ---===//

void firesInAFunction(cudaStream_t s, cudaGraph_t *g, Buffer &b, void *p) {
  std::function<void()> release = std::bind(&Buffer::release, &b);
  std::function<void(void *)> releaseGiven = std::bind(releaseIf, false, _1);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'std::bind' reaches 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  release();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'std::bind' reaches 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  releaseGiven(p);
  cudaStreamEndCapture(s, g);
}
void silentIfReplaced(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::function<void()> f = std::bind(releaseAll, p);
  f();
  f = std::bind(launchOn, s);
  cudaStreamBeginCapture(s, kGlobal);
  f();
  cudaStreamEndCapture(s, g);
}
static void thrice(const std::function<void(void *)> &f, void *p) {
  for (int i = 0; i < 3; ++i)
    f(p);
}
void firesForWhatIsHandedOver(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  thrice(std::bind(keepAll, _1), p);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'thrice' reaches 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  thrice(std::bind(releaseAll, _1), p);
  cudaStreamEndCapture(s, g);
}
template <class F> static void runNow(F f) { f(); }
void firesForATemplate(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  runNow(std::bind(keepAll, p));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'runNow' reaches 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  runNow(std::bind(releaseAll, p));
  cudaStreamEndCapture(s, g);
}
void firesInAThread(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:15: warning: thread that runs 'releaseAll' reaches 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  std::thread t(std::bind(releaseAll, p));
  t.join();
  cudaStreamEndCapture(s, g);
}
// A binder among the arguments of another is called first.
void silentForNested(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto f = std::bind(releaseAll, std::bind([](void *q) { return q; }, p));
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g);
  f();
}
