// RUN: %lint-capturable
// Counters that reach the launch through other functions than the one that changes them.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda_capture/annotations.h>

__global__ void write(unsigned *to, unsigned value);
struct Message {
  unsigned *flag;
  unsigned number;
};
struct Tag {
  unsigned number, length;
};
__global__ void send(Message m);
__global__ void stamp(Tag t);

struct Exchange {
  unsigned *flag;
  unsigned *onDevice;
  CUdeviceptr word;
  unsigned epoch = 0, calls = 0, size = 4;
  unsigned next() { return ++epoch; }
  unsigned numbered() {
    ++calls;
    return next();
  }
};

// The launch is in a function of its own, which gets the number or the object.
static void launch(unsigned *flag, unsigned number, cudaStream_t s) {
  write<<<1, 1, 0, s>>>(flag, number);
}
static void launchOf(Exchange &c, cudaStream_t s) {
  write<<<1, 1, 0, s>>>(c.flag, c.epoch);
}
static void twoHands(unsigned *flag, unsigned number, cudaStream_t s) {
  launch(flag, number, s);
}
CUDA_CAPTURE_CAPTURABLE void firesForANumber(Exchange &c, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'launch' reaches a kernel launch, which passes a counter of the host {{.*}} [cuda-capture-host-effect]
  launch(c.flag, ++c.epoch, s);
}
CUDA_CAPTURE_CAPTURABLE void firesForTwoHands(Exchange &c, cudaStream_t s) {
  const unsigned epoch = c.next();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'twoHands' reaches a kernel launch, which passes a counter of the host {{.*}} [cuda-capture-host-effect]
  twoHands(c.flag, epoch, s);
}
CUDA_CAPTURE_CAPTURABLE void firesForAnObject(Exchange &c, cudaStream_t s) {
  ++c.epoch;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'launchOf' reaches a kernel launch, which passes a counter of the host {{.*}} [cuda-capture-host-effect]
  launchOf(c, s);
}

// The change is in a function that a called function calls.
CUDA_CAPTURE_CAPTURABLE void firesForACalleeOfACallee(Exchange &c, cudaStream_t s) {
  c.numbered();
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a counter of the host {{.*}} [cuda-capture-host-effect]
  write<<<1, 1, 0, s>>>(c.flag, c.epoch);
}
static void announce(Exchange &c, CUstream s) { cuStreamWriteValue32(s, c.word, c.numbered(), 0); }
static void finish(Exchange &c, CUstream s) { cuStreamWriteValue32(s, c.word + 4, c.epoch, 0); }
CUDA_CAPTURE_CAPTURABLE void firesInBothSteps(Exchange &c, CUstream s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'announce' reaches 'cuStreamWriteValue32{{(_v2)?}}', which passes a counter of the host {{.*}} [cuda-capture-host-effect]
  announce(c, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'finish' reaches 'cuStreamWriteValue32{{(_v2)?}}', which passes a counter of the host {{.*}} [cuda-capture-host-effect]
  finish(c, s);
}

// In a structure that another function fills or passes, behind a condition.
static Message make(unsigned *flag, unsigned number) { return {flag, number}; }
CUDA_CAPTURE_CAPTURABLE void firesForAStructure(Exchange &c, bool alone, cudaStream_t s) {
  ++c.epoch;
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a counter of the host {{.*}} [cuda-capture-host-effect]
  send<<<1, 1, 0, s>>>(make(c.flag, alone ? 0 : c.epoch));
}
static void sendOne(const Message &from, cudaStream_t s) {
  Message m{};
  m.flag = from.flag;
  m.number = from.number;
  send<<<1, 1, 0, s>>>(m);
}
CUDA_CAPTURE_CAPTURABLE void firesForACopiedStructure(Exchange &c, bool alone, cudaStream_t s) {
  Message m{};
  m.flag = c.flag;
  m.number = alone ? 0 : c.next();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'sendOne' reaches a kernel launch, which passes a counter of the host {{.*}} [cuda-capture-host-effect]
  sendOne(m, s);
}
static void sendTag(const Tag &t, cudaStream_t s) { stamp<<<1, 1, 0, s>>>(t); }
CUDA_CAPTURE_CAPTURABLE void firesForNumbersAlone(Exchange &c, cudaStream_t s) {
  Tag t{};
  t.number = c.next();
  t.length = c.size;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'sendTag' reaches a kernel launch, which passes a counter of the host {{.*}} [cuda-capture-host-effect]
  sendTag(t, s);
}

// The function that launches gets another number.
CUDA_CAPTURE_CAPTURABLE void silentForASize(Exchange &c, cudaStream_t s) {
  c.next();
  launch(c.flag, c.size, s);
}
CUDA_CAPTURE_CAPTURABLE void silentForAConstant(Exchange &c, cudaStream_t s) {
  c.next();
  launch(c.flag, 1, s);
}
// Nothing in this call changes the counter that others change.
CUDA_CAPTURE_CAPTURABLE void silentIfUnchanged(Exchange &c, cudaStream_t s) { launchOf(c, s); }
// It begins anew, or is set back.
CUDA_CAPTURE_CAPTURABLE void silentIfBegunAnew(Exchange &c, cudaStream_t s) {
  c.epoch = 0;
  for (int i = 0; i < 4; ++i)
    launch(c.flag, ++c.epoch, s);
}
CUDA_CAPTURE_CAPTURABLE void silentIfSetBack(Exchange &c, cudaStream_t s) {
  ++c.epoch;
  launchOf(c, s);
  --c.epoch;
}
// The rounds of a loop number its launches.
CUDA_CAPTURE_CAPTURABLE void silentForRounds(Exchange &c, cudaStream_t s) {
  for (unsigned i = 0; i < 4; ++i)
    launch(c.flag, i, s);
}
// The counter is in memory that the kernel reads.
static void launchPointer(unsigned *flag, unsigned *number, cudaStream_t s) {
  write<<<1, 1, 0, s>>>(flag, number != nullptr);
}
CUDA_CAPTURE_CAPTURABLE void silentForAPointer(Exchange &c, cudaStream_t s) {
  c.next();
  launchPointer(c.flag, c.onDevice, s);
}
// Only the part of the program that does not capture comes here.
CUDA_CAPTURE_CAPTURABLE void silentOutsideOfCaptures(Exchange &c, cudaStream_t s) {
  cudaStreamCaptureStatus status;
  if (cudaStreamIsCapturing(s, &status) || status != cudaStreamCaptureStatusNone) {
    launch(c.flag, c.size, s);
    return;
  }
  launch(c.flag, c.next(), s);
}
