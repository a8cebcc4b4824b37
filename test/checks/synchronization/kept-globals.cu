// RUN: %lint-cu
// A function whose body is not known changes a global only to what the program
// writes to it somewhere.
#include <cuda_runtime.h>
#include <cstdio>

void unknown();
int computed();
void see(const bool &);
void change(bool &);
void changeThere(bool *);

#define ARENA(name)                                                            \
  bool name;                                                                   \
  static void sync_##name(cudaStream_t s) {                                    \
    if (!name)                                                                 \
      cudaStreamSynchronize(s);                                                \
  }                                                                            \
  void capture_##name(cudaStream_t s, cudaGraph_t *g) {                        \
    name = true;                                                               \
    unknown();                                                                 \
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);                    \
    sync_##name(s);                                                            \
    cudaStreamEndCapture(s, g);                                                \
  }

// Nothing sets it to false.
ARENA(neverCleared)
void readsIt() { printf("%d", neverCleared ? 1 : 0); see(neverCleared); }
void setsItAgain(bool a) { a = neverCleared = true; }

// CHECK: :[[#@LINE+1]]:1: warning: call to 'sync_cleared' reaches 'cudaStreamSynchronize' {{.*}}
ARENA(cleared)
void clears() { cleared = false; }

// CHECK: :[[#@LINE+1]]:1: warning: call to 'sync_clearedInChain' reaches 'cudaStreamSynchronize' {{.*}}
ARENA(clearedInChain)
void clearsInChain(bool a) { clearedInChain = a = false; }

// CHECK: :[[#@LINE+1]]:1: warning: call to 'sync_toggled' reaches 'cudaStreamSynchronize' {{.*}}
ARENA(toggled)
void toggles() { toggled = !toggled; }

// CHECK: :[[#@LINE+1]]:1: warning: call to 'sync_masked' reaches 'cudaStreamSynchronize' {{.*}}
ARENA(masked)
void masks() { masked &= false; }

// CHECK: :[[#@LINE+1]]:1: warning: call to 'sync_referredTo' reaches 'cudaStreamSynchronize' {{.*}}
ARENA(referredTo)
void refers() { change(referredTo); }

// CHECK: :[[#@LINE+1]]:1: warning: call to 'sync_pointedAt' reaches 'cudaStreamSynchronize' {{.*}}
ARENA(pointedAt)
void points() { changeThere(&pointedAt); }

// CHECK: :[[#@LINE+1]]:1: warning: call to 'sync_clearedInLambda' reaches 'cudaStreamSynchronize' {{.*}}
ARENA(clearedInLambda)
void clearsInLambda() {
  auto clear = [] { clearedInLambda = false; };
  clear();
}

// CHECK: :[[#@LINE+1]]:1: warning: call to 'sync_clearedInMember' reaches 'cudaStreamSynchronize' {{.*}}
ARENA(clearedInMember)
template <typename T> struct Cleaner {
  ~Cleaner() { clearedInMember = T(); }
};
void cleans() { Cleaner<bool> cleaner; }

// CHECK: :[[#@LINE+1]]:1: warning: call to 'sync_clearedInInitializer' reaches 'cudaStreamSynchronize' {{.*}}
ARENA(clearedInInitializer)
struct Clears {
  bool before;
  Clears() : before(clearedInInitializer = false) {}
};
void clearsInInitializer() { Clears clears; }

// Other kinds of variables.
enum class Mode { Eager, Fast } mode;
static int *cache;
struct Settings {
  static bool fast;
  bool member = false;
} settings;
bool Settings::fast;

void silentForEnumerators(cudaStream_t s, cudaGraph_t *g) {
  mode = Mode::Fast;
  unknown();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (mode == Mode::Eager)
    cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
void silentForNullPointers(cudaStream_t s, cudaGraph_t *g) {
  cache = nullptr;
  unknown();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (cache)
    cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
void silentForStaticMembers(cudaStream_t s, cudaGraph_t *g) {
  Settings::fast = true;
  unknown();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (!settings.fast)
    cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
void silentForStaticLocals(cudaStream_t s, cudaGraph_t *g) {
  static int calls = 0;
  if (!calls) {
    calls = 1;
    unknown();
  }
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (!calls)
    cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
// The members of an object may be written by those who know the object.
void firesForMembers(cudaStream_t s, cudaGraph_t *g) {
  settings.member = true;
  unknown();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (!settings.member)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize' while 's' is capturing {{.*}}
    cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
// What was written is what matters, not what was asked.
int limit;
void raises() { limit = 8; }
void firesForOtherNumbers(cudaStream_t s, cudaGraph_t *g) {
  limit = 4;
  unknown();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (limit == 8)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize' while 's' is capturing {{.*}}
    cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
int size;
void resizes() { size = computed(); }
void firesForComputedNumbers(cudaStream_t s, cudaGraph_t *g) {
  size = 4;
  unknown();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (size == 8)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize' while 's' is capturing {{.*}}
    cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
