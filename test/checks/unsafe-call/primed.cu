// RUN: %lint-cu
// A function that does something in its first call is called elsewhere for nothing else: it is primed
// there, before the capture.
#include "cuda_runtime.h"

extern "C" char *getenv(const char *name);
[[noreturn]] void fail();
__global__ void kernel(float *p);

// --- must be silent ----------------------------------------------------------

static float *scratch;
static int primedEnabled() {
  static int on = -1;
  if (on < 0) {
    const char *setting = getenv("SCRATCH");
    on = !(setting && setting[0] == '0');
    if (on) {
      if (cudaMalloc(&scratch, 64) != cudaSuccess)
        on = 0;
    }
  }
  return on;
}

struct Engine {
  bool dead;
};
Engine *create() {
  auto *e = new Engine();
  (void)primedEnabled();
  return e;
}

void silentForAPrimedFunction(cudaStream_t s, cudaGraph_t *graph) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  if (primedEnabled())
    kernel<<<1, 1, 0, s>>>(scratch);
  if (cudaStreamEndCapture(s, graph) != cudaSuccess)
    return;
}

static float *behindCallees;
static bool primedBehindCallees() {
  static bool made;
  if (!made) {
    if (cudaMalloc(&behindCallees, 64) != cudaSuccess)
      return false;
    made = true;
  }
  return true;
}
static void step(cudaStream_t s) {
  if (primedBehindCallees())
    kernel<<<1, 1, 0, s>>>(behindCallees);
}
void open(bool warm) {
  if (warm)
    primedBehindCallees();
}

void silentBehindACallee(cudaStream_t s, cudaGraph_t *graph) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  step(s);
  if (cudaStreamEndCapture(s, graph) != cudaSuccess)
    return;
}

// --- must be reported --------------------------------------------------------

static float *never;
static bool neverPrimed() {
  static bool made;
  if (!made) {
    if (cudaMalloc(&never, 64) != cudaSuccess)
      return false;
    made = true;
  }
  return true;
}
bool usesTheResult() { return neverPrimed(); }

void firesWhereTheResultIsUsed(cudaStream_t s, cudaGraph_t *graph) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'neverPrimed' reaches 'cudaMalloc' while 's' is capturing
  if (neverPrimed())
    kernel<<<1, 1, 0, s>>>(never);
  if (cudaStreamEndCapture(s, graph) != cudaSuccess)
    return;
}

static float *ofObjects;
static bool primedByAnObject() {
  static bool made;
  if (!made) {
    if (cudaMalloc(&ofObjects, 64) != cudaSuccess)
      return false;
    made = true;
  }
  return true;
}
struct Unrelated {
  Unrelated() { primedByAnObject(); }
};

void firesForTheConstructorOfAClass(cudaStream_t s, cudaGraph_t *graph) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'primedByAnObject' reaches 'cudaMalloc' while 's' is capturing
  if (primedByAnObject())
    kernel<<<1, 1, 0, s>>>(ofObjects);
  if (cudaStreamEndCapture(s, graph) != cudaSuccess)
    return;
}

// Each thread has a variable of its own.
static float *ofThreads;
static bool primedInOneThread() {
  static thread_local bool made;
  if (!made) {
    if (cudaMalloc(&ofThreads, 64) != cudaSuccess)
      return false;
    made = true;
  }
  return true;
}
void primeOneThread() { (void)primedInOneThread(); }

void firesForAVariableOfTheThread(cudaStream_t s, cudaGraph_t *graph) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'primedInOneThread' reaches 'cudaMalloc' while 's' is capturing
  if (primedInOneThread())
    kernel<<<1, 1, 0, s>>>(ofThreads);
  if (cudaStreamEndCapture(s, graph) != cudaSuccess)
    return;
}

// A function that captures primes for itself.
static float *ofOne;
static bool primedForOneCapture() {
  static bool made;
  if (!made) {
    if (cudaMalloc(&ofOne, 64) != cudaSuccess)
      fail();
    made = true;
  }
  return true;
}
void silentWherePrimed(cudaStream_t s, cudaGraph_t *graph) {
  (void)primedForOneCapture();
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  if (primedForOneCapture())
    kernel<<<1, 1, 0, s>>>(ofOne);
  if (cudaStreamEndCapture(s, graph) != cudaSuccess)
    return;
}
void firesInAnotherCapture(cudaStream_t s, cudaGraph_t *graph) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'primedForOneCapture' reaches 'cudaMalloc' while 's' is capturing
  if (primedForOneCapture())
    kernel<<<1, 1, 0, s>>>(ofOne);
  if (cudaStreamEndCapture(s, graph) != cudaSuccess)
    return;
}

static float *inCapture;
static bool primedInTheCapture() {
  static bool made;
  if (!made) {
    if (cudaMalloc(&inCapture, 64) != cudaSuccess)
      return false;
    made = true;
  }
  return true;
}
static void prepare() { (void)primedInTheCapture(); }

void firesWhereTheCapturePrimes(cudaStream_t s, cudaGraph_t *graph) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'prepare' reaches 'cudaMalloc' while 's' is capturing
  prepare();
  kernel<<<1, 1, 0, s>>>(inCapture);
  if (cudaStreamEndCapture(s, graph) != cudaSuccess)
    return;
}

static float *bySize;
static size_t held;
static bool reserve(size_t size) {
  static int calls;
  ++calls;
  if (held < size) {
    if (cudaMalloc(&bySize, size) != cudaSuccess)
      return false;
    held = size;
  }
  return true;
}
void reserveSome() { (void)reserve(16); }

void firesForAnArgument(cudaStream_t s, size_t size, cudaGraph_t *graph) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'reserve' reaches 'cudaMalloc' while 's' is capturing
  if (reserve(size))
    kernel<<<1, 1, 0, s>>>(bySize);
  if (cudaStreamEndCapture(s, graph) != cudaSuccess)
    return;
}

static float *always;
static bool makesAlways() {
  static int calls;
  ++calls;
  return cudaMalloc(&always, 64) == cudaSuccess;
}
void callsIt() { (void)makesAlways(); }

void firesForWhatEachCallDoes(cudaStream_t s, cudaGraph_t *graph) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'makesAlways' reaches 'cudaMalloc' while 's' is capturing
  if (makesAlways())
    kernel<<<1, 1, 0, s>>>(always);
  if (cudaStreamEndCapture(s, graph) != cudaSuccess)
    return;
}
