// RUN: %lint-cu
// Calls of what a variable holds: pointers to functions and members, tables,
// template arguments, std::function and its like.
#include <cuda_runtime.h>
#include <cstdint>
#include <functional>
#include <future>
#include <thread>
#include <utility>
#include <vector>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
using Release = cudaError_t (*)(void *);
bool capturing();
Release releaseFunction();
void registerCallback(void (*f)());
void mayReplace(Release *f);
void mayReplaceWrapper(std::function<void()> &f);
void mayLookAt(const std::function<void()> &f);

//===--- Pointers to functions ---===//

void firesThroughAPointer(cudaStream_t s, cudaGraph_t *g, void *p) {
  Release release = cudaFree;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  release(p);
  cudaStreamEndCapture(s, g);
}
void firesThroughADereferencedPointer(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto *release = &cudaFree;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  (*release)(p);
  cudaStreamEndCapture(s, g);
}
void firesThroughAReference(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto &release = cudaFree;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  release(p);
  cudaStreamEndCapture(s, g);
}
void firesIfBeginAndEndArePointers(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto begin = cudaStreamBeginCapture;
  auto end = cudaStreamEndCapture;
  begin(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  end(s, g);
  cudaFree(p);
}
static void releaseAll(void *p) { cudaFree(p); }
static void releaseNothing(void *p) {}
void firesForAFunctionOfThisFile(cudaStream_t s, cudaGraph_t *g, void *p) {
  void (*release)(void *) = releaseAll;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'releaseAll' reaches 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  release(p);
  cudaStreamEndCapture(s, g);
}
void firesForTheLastAssigned(cudaStream_t s, cudaGraph_t *g, void *p) {
  void (*release)(void *) = releaseNothing;
  release = &releaseAll;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'releaseAll' reaches 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  release(p);
  cudaStreamEndCapture(s, g);
}
void silentIfReassigned(cudaStream_t s, cudaGraph_t *g, void *p) {
  void (*release)(void *) = releaseAll;
  release(p);
  release = releaseNothing;
  cudaStreamBeginCapture(s, kGlobal);
  release(p);
  cudaStreamEndCapture(s, g);
}
void silentForAnUnknownPointer(cudaStream_t s, cudaGraph_t *g, void *p, Release given) {
  Release found = releaseFunction(), mine = given;
  cudaStreamBeginCapture(s, kGlobal);
  mine(p);
  found(p);
  cudaStreamEndCapture(s, g);
}
void silentIfPerhapsReplaced(cudaStream_t s, cudaGraph_t *g, void *p) {
  Release release = cudaFree;
  mayReplace(&release);
  cudaStreamBeginCapture(s, kGlobal);
  release(p);
  cudaStreamEndCapture(s, g);
}
Release variable = cudaFree;
void silentForAVariableOfTheProgram(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  variable(p);
  cudaStreamEndCapture(s, g);
}
static void callTwice(void (*f)(void *), void *p) {
  f(p);
  f(p);
}
static void callDeeper(void (*f)(void *), void *p) { callTwice(f, p); }
void firesThroughNestedHelpers(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  callDeeper(releaseNothing, p);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'callDeeper' reaches 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  callDeeper(releaseAll, p);
  cudaStreamEndCapture(s, g);
}
static Release chooseRelease(bool host) { return host ? cudaFreeHost : cudaFree; }
void firesForAReturnedPointer(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  chooseRelease(false)(p);
  cudaStreamEndCapture(s, g);
}
void silentForARecursion(cudaStream_t s, cudaGraph_t *g, void *p);
void silentForARecursion(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto again = silentForARecursion;
  if (p)
    again(s, g, nullptr);
}

//===--- Choices ---===//

void firesIfAParameterChooses(cudaStream_t s, cudaGraph_t *g, void *p, bool host) {
  Release release = host ? cudaFreeHost : cudaFree;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  release(p);
  cudaStreamEndCapture(s, g);
}
// What cannot be seen may know of the capture.
void silentIfSomethingUnknownChooses(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  void (*release)(void *) = capturing() ? releaseNothing : releaseAll;
  release(p);
  cudaStreamEndCapture(s, g);
}
void silentIfSomethingUnknownReplaces(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  Release release = cudaFree;
  if (capturing())
    release = nullptr;
  if (release)
    release(p);
  cudaStreamEndCapture(s, g);
}
static Release askedRelease() {
  if (capturing())
    return nullptr;
  return cudaFree;
}
void silentIfAHelperAsks(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  if (Release release = askedRelease())
    release(p);
  cudaStreamEndCapture(s, g);
}
void firesIfTheChoiceConcernsSomethingElse(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  Release release = cudaFree;
  if (capturing())
    mayLookAt({});
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  release(p);
  cudaStreamEndCapture(s, g);
}
void silentForANullPointer(cudaStream_t s, cudaGraph_t *g, void *p) {
  Release release = nullptr;
  cudaStreamBeginCapture(s, kGlobal);
  if (release != nullptr)
    cudaFree(p);
  if (cudaFree == nullptr)
    cudaFree(p);
  cudaStreamEndCapture(s, g);
}
void silentIfTheModeAgrees(cudaStream_t s, cudaGraph_t *g, void *p, bool capture) {
  void (*release)(void *) = capture ? releaseNothing : releaseAll;
  if (capture)
    cudaStreamBeginCapture(s, kGlobal);
  release(p);
  if (capture)
    cudaStreamEndCapture(s, g);
}

//===--- Tables and members ---===//

static const Release kTable[] = {nullptr, cudaFree};
void firesForAConstantTable(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  kTable[1](p);
  cudaStreamEndCapture(s, g);
}
void silentForAnUnknownIndex(cudaStream_t s, cudaGraph_t *g, void *p, int i) {
  Release local[] = {cudaFree, cudaFreeHost};
  cudaStreamBeginCapture(s, kGlobal);
  kTable[i](p);
  local[i](p);
  cudaStreamEndCapture(s, g);
}
void firesForAKnownIndex(cudaStream_t s, cudaGraph_t *g, void *p) {
  int i = 0;
  ++i;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  kTable[i](p);
  cudaStreamEndCapture(s, g);
}
struct Allocator {
  const char *name;
  cudaError_t (*allocate)(void **, size_t);
  Release release;
};
static constexpr Allocator kAllocator = {"device", cudaMalloc, cudaFree};
static Allocator mutableAllocator = {"device", cudaMalloc, cudaFree};
static void allocateWith(const Allocator &a, void **p) { a.allocate(p, 16); }
void firesForAConstantStruct(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'allocateWith' reaches 'cudaMalloc' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  allocateWith(kAllocator, &p);
  cudaStreamEndCapture(s, g);
}
void silentForAMutableStruct(cudaStream_t s, cudaGraph_t *g, void *p) {
  Release release = mutableAllocator.release;
  cudaStreamBeginCapture(s, kGlobal);
  release(p);
  cudaStreamEndCapture(s, g);
}
void firesForALocalStruct(cudaStream_t s, cudaGraph_t *g, void *p) {
  Allocator a{"", cudaMalloc, nullptr};
  a.release = cudaFreeHost;
  Allocator copy = a;
  a.release = nullptr;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFreeHost' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  copy.release(p);
  cudaStreamEndCapture(s, g);
}
struct Engine {
  cudaStream_t stream;
  void *data;
  void release() { cudaFree(data); }
  void enqueue() { cudaMemsetAsync(data, 0, 1, stream); }
  virtual void step() { cudaFree(data); }
};
void firesThroughAPointerToAMember(Engine &e, cudaGraph_t *g) {
  void (Engine::*member)() = &Engine::release;
  cudaStreamBeginCapture(e.stream, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Engine::release' reaches 'cudaFree' while 'e.stream' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  (e.*member)();
  cudaStreamEndCapture(e.stream, g);
}
void silentForOtherMembers(Engine &e, cudaGraph_t *g, void (Engine::*given)()) {
  void (Engine::*member)() = &Engine::enqueue;
  void (Engine::*dispatched)() = &Engine::step;
  cudaStreamBeginCapture(e.stream, kGlobal);
  (e.*member)();
  (e.*given)();
  (e.*dispatched)();
  (e.*&Engine::step)();
  cudaStreamEndCapture(e.stream, g);
}

//===--- Template arguments ---===//

template <auto F, class... A> void cudaTry(A... a) {
  if (F(a...) != cudaSuccess)
    throw 1;
}
void firesForATemplateArgument(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaTry<cudaStreamBeginCapture>(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaTry' reaches 'cudaFree' while 'a' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  cudaTry<&cudaFree>(p);
  cudaTry<cudaStreamEndCapture>(s, g);
}
template <class F, class... A> auto callValue(F f, A... a) { return f(a...); }
template <class F, class... A> auto callForwarded(F &&f, A &&...a) {
  return std::forward<F>(f)(std::forward<A>(a)...);
}
void firesForAnArgument(cudaStream_t s, cudaGraph_t *g, void *p) {
  callValue(cudaStreamBeginCapture, s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'callValue' reaches 'cudaFree' while 'a' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  callValue(cudaFree, p);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'callForwarded' reaches 'cudaFreeHost' while 'a' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  callForwarded(cudaFreeHost, p);
  callValue(cudaStreamEndCapture, s, g);
  callValue(cudaFree, p);
}

//===--- Looked up by name ---===//

void firesForALookedUpFunction(cudaStream_t s, cudaGraph_t *g) {
  int (*release)(unsigned long long) = nullptr;
  cudaGetDriverEntryPoint("cuMemFree", reinterpret_cast<void **>(&release), 0, nullptr);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  release(0);
  cudaStreamEndCapture(s, g);
}
void silentForAnUnknownName(cudaStream_t s, cudaGraph_t *g, const char *name) {
  int (*release)(unsigned long long) = nullptr, (*other)() = nullptr;
  cudaGetDriverEntryPoint(name, (void **)&release, 0, nullptr);
  cudaGetDriverEntryPoint("cuNoSuchFunction", (void **)&other, 0, nullptr);
  cudaStreamBeginCapture(s, kGlobal);
  release(0);
  other();
  cudaStreamEndCapture(s, g);
}

//===--- Lambdas and std::invoke ---===//

void firesForAConvertedLambda(cudaStream_t s, cudaGraph_t *g, void *p) {
  // CHECK: :[[#@LINE+1]]:43: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  void (*release)(void *) = [](void *q) { cudaFree(q); };
  cudaStreamBeginCapture(s, kGlobal);
  release(p);
  cudaStreamEndCapture(s, g);
}
void firesForInvoke(Engine *e, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(e->stream, kGlobal);
  std::invoke(&Engine::enqueue, e);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Engine::release' reaches 'cudaFree' while 'e->stream' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  std::invoke(&Engine::release, e);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFreeHost' while 'e->stream' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  std::invoke(cudaFreeHost, p);
  // CHECK: :[[#@LINE+1]]:30: warning: call to 'cudaFree' while 'e->stream' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  std::invoke([&](void *q) { cudaFree(q); }, p);
  cudaStreamEndCapture(e->stream, g);
}

//===--- std::function and its like ---===//

static void captureWrapped(cudaStream_t s, const std::function<void()> &body) {
  cudaGraph_t g;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's'{{.*}} [cuda-capture-leak-on-error]
  cudaStreamBeginCapture(s, kGlobal);
  body();
  cudaStreamEndCapture(s, &g);
}
static void captureByValue(cudaStream_t s, std::function<void(cudaStream_t)> body) {
  cudaGraph_t g;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's'{{.*}} [cuda-capture-leak-on-error]
  cudaStreamBeginCapture(s, kGlobal);
  if (body)
    body(s);
  cudaStreamEndCapture(s, &g);
}
void firesInAWrappedLambda(cudaStream_t s, void *p) {
  captureWrapped(s, [&] { cudaMemsetAsync(p, 0, 1, s); });
  captureWrapped(s, [&] {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
    cudaFree(p);
  });
  captureByValue(s, [=](cudaStream_t stream) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode{{.*}} [cuda-capture-synchronization]
    cudaStreamSynchronize(stream);
  });
}
struct Functor {
  void *p;
  void operator()() const { cudaFree(p); }
};
void firesForAWrappedFunctor(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::function<void()> body = Functor{p};
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Functor::operator()' reaches 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  body();
  cudaStreamEndCapture(s, g);
}
void firesForAWrappedFunction(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::function<cudaError_t(void *)> release(cudaFree), copy;
  copy = release;
  release = nullptr;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  copy(p);
  cudaStreamEndCapture(s, g);
}
void silentForAnEmptyWrapper(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::function<void()> none, null = nullptr;
  cudaStreamBeginCapture(s, kGlobal);
  if (none || null != nullptr)
    cudaFree(p);
  cudaStreamEndCapture(s, g);
}
void silentForAReassignedWrapper(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::function<void()> body = [&] { cudaFree(p); };
  body();
  body = [&] { cudaMemsetAsync(p, 0, 1, s); };
  cudaStreamBeginCapture(s, kGlobal);
  body();
  cudaStreamEndCapture(s, g);
}
void silentIfTheWrapperIsPerhapsReplaced(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::function<void()> body = [&] { cudaFree(p); };
  std::function<void()> other = [] {};
  mayReplaceWrapper(body);
  cudaStreamBeginCapture(s, kGlobal);
  body();
  cudaStreamEndCapture(s, g);
  body = [&] { cudaFree(p); };
  body.swap(other);
  cudaStreamBeginCapture(s, kGlobal);
  body();
  cudaStreamEndCapture(s, g);
}
void firesIfTheWrapperIsOnlyLookedAt(cudaStream_t s, cudaGraph_t *g, void *p) {
  // CHECK: :[[#@LINE+1]]:38: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  std::function<void()> body = [&] { cudaFree(p); };
  mayLookAt(body);
  cudaStreamBeginCapture(s, kGlobal);
  body();
  cudaStreamEndCapture(s, g);
}
// The lambda sees the variable as it is when it runs.
void silentIfACapturedVariableChanges(cudaStream_t s, cudaGraph_t *g, void *p) {
  bool warm = true;
  std::function<void()> body = [&] {
    if (warm)
      cudaFree(p);
  };
  body();
  warm = false;
  cudaStreamBeginCapture(s, kGlobal);
  body();
  cudaStreamEndCapture(s, g);
}
void firesIfACapturedVariableChanges(cudaStream_t s, cudaGraph_t *g, void *p) {
  bool warm = false;
  std::function<void()> byReference = [&] {
    if (warm)
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
      cudaFree(p);
  };
  std::function<void()> byValue = [=] {
    if (warm)
      cudaFreeHost(p);
  };
  warm = true;
  cudaStreamBeginCapture(s, kGlobal);
  byReference();
  byValue();
  cudaStreamEndCapture(s, g);
}
// A signature with other kinds of parameters.
void silentForAnotherSignature(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::function<void(cudaStream_t)> body = [&](const cudaStream_t &) { cudaFree(p); };
  cudaStreamBeginCapture(s, kGlobal);
  body(s);
  cudaStreamEndCapture(s, g);
}
void firesForAGenericLambda(cudaStream_t s, void *p) {
  captureByValue(s, [&](auto stream) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode{{.*}} [cuda-capture-synchronization]
    cudaStreamSynchronize(stream);
  });
}
void firesForAReferenceWrapper(cudaStream_t s, cudaGraph_t *g, void *p) {
  // CHECK: :[[#@LINE+1]]:24: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  auto release = [&] { cudaFree(p); };
  auto ref = std::ref(release);
  cudaStreamBeginCapture(s, kGlobal);
  ref();
  cudaStreamEndCapture(s, g);
}
static std::function<void()> makeRelease(void *p) {
  // CHECK: :[[#@LINE+1]]:16: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  return [p] { cudaFree(p); };
}
void firesForAReturnedWrapper(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto release = makeRelease(p);
  cudaStreamBeginCapture(s, kGlobal);
  release();
  cudaStreamEndCapture(s, g);
}
static void forward(cudaStream_t s, std::function<void()> body) { captureWrapped(s, std::move(body)); }
void firesThroughTwoHelpers(cudaStream_t s, void *p) {
  forward(s, [&] {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
    cudaFree(p);
  });
}
void silentForARecursiveWrapper(cudaStream_t s, cudaGraph_t *g) {
  std::function<void(int)> again = [&](int n) {
    if (n)
      again(n - 1);
  };
  cudaStreamBeginCapture(s, kGlobal);
  again(3);
  cudaStreamEndCapture(s, g);
}

// A class of the program's own that erases the type.
template <class Signature> class FunctionRef;
template <class R, class... P> class FunctionRef<R(P...)> {
  R (*run)(intptr_t, P...);
  intptr_t callable;
  template <class C> static R runCallable(intptr_t c, P... p) {
    return (*reinterpret_cast<C *>(c))(std::forward<P>(p)...);
  }

public:
  template <class C>
  FunctionRef(C &&c) : run(runCallable<std::remove_reference_t<C>>), callable(reinterpret_cast<intptr_t>(&c)) {}
  R operator()(P... p) const { return run(callable, std::forward<P>(p)...); }
};
static void captureRef(cudaStream_t s, FunctionRef<void(cudaStream_t)> body) {
  cudaGraph_t g;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's'{{.*}} [cuda-capture-leak-on-error]
  cudaStreamBeginCapture(s, kGlobal);
  body(s);
  cudaStreamEndCapture(s, &g);
}
void firesThroughAnOwnWrapper(cudaStream_t s, void *p) {
  captureRef(s, [&](cudaStream_t stream) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode{{.*}} [cuda-capture-synchronization]
    cudaStreamSynchronize(stream);
  });
}

//===--- Later, elsewhere ---===//

struct Deferred {
  std::function<void()> later;
  void set(std::function<void()> f) { later = std::move(f); }
};
void silentIfRunLater(cudaStream_t s, cudaGraph_t *g, void *p, Deferred &d) {
  Deferred local;
  std::vector<std::function<void()>> queue;
  cudaStreamBeginCapture(s, kGlobal);
  d.set([=] { cudaFree(p); });
  local.set([=] { cudaFree(p); });
  queue.push_back([=] { cudaFree(p); });
  cudaStreamEndCapture(s, g);
  local.later();
  for (auto &f : queue)
    f();
}
void firesIfRunInTheRegion(cudaStream_t s, cudaGraph_t *g, void *p) {
  Deferred local;
  // CHECK: :[[#@LINE+1]]:19: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  local.set([=] { cudaFree(p); });
  cudaStreamBeginCapture(s, kGlobal);
  local.later();
  cudaStreamEndCapture(s, g);
}
void silentForACallback(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  registerCallback([] { cudaDeviceSynchronize(); });
  cudaStreamEndCapture(s, g);
}
// Another thread.
void silentForOtherThreads(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::function<void()> release = [=] { cudaFree(p); };
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  std::thread a([=] { cudaFree(p); });
  std::thread b(releaseAll, p);
  std::thread c(release);
  auto d = std::async(std::launch::async, [=] { cudaFree(p); });
  auto e = std::async(releaseAll, p);
  cudaStreamEndCapture(s, g);
  a.join();
  b.join();
  c.join();
}
