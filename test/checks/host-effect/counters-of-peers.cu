// RUN: %lint-capturable
// Counters that are elements of arrays, one for each peer, and changes that a call undoes.
#include <cuda_runtime.h>
#include <cuda_capture/annotations.h>
#include <vector>

__global__ void write(unsigned *to, unsigned value);
struct Group {
  unsigned *flag;
  unsigned sent[8];
  std::vector<unsigned> received;
  unsigned *kept;
  unsigned parity = 0, round = 0;
  bool odd = false;

  void half(cudaStream_t s) {
    parity ^= 1;
    write<<<1, 1, 0, s>>>(flag, parity);
  }
  void flip(cudaStream_t s) {
    odd = !odd;
    write<<<1, 1, 0, s>>>(flag, odd);
  }
  void other(cudaStream_t s) {
    round = 1 - round;
    write<<<1, 1, 0, s>>>(flag, round);
  }
};
static unsigned calls[4];

CUDA_CAPTURE_CAPTURABLE void firesForAPeer(Group &g, int peer, cudaStream_t s) {
  const unsigned number = ++g.sent[peer];
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a counter of the host {{.*}} [cuda-capture-host-effect]
  write<<<1, 1, 0, s>>>(g.flag, number);
}
CUDA_CAPTURE_CAPTURABLE void firesForTheFirstPeer(Group &g, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a counter of the host {{.*}} [cuda-capture-host-effect]
  write<<<1, 1, 0, s>>>(g.flag, g.sent[0]);
  g.sent[0]++;
}
CUDA_CAPTURE_CAPTURABLE void firesForAVector(Group &g, int peer, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a counter of the host {{.*}} [cuda-capture-host-effect]
  write<<<1, 1, 0, s>>>(g.flag, g.received[peer]++);
}
CUDA_CAPTURE_CAPTURABLE void firesForMemoryOfTheHost(Group &g, int peer, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a counter of the host {{.*}} [cuda-capture-host-effect]
  write<<<1, 1, 0, s>>>(g.flag, ++g.kept[peer]);
}
CUDA_CAPTURE_CAPTURABLE void firesForAGlobalArray(unsigned *flag, int peer, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a counter of the host {{.*}} [cuda-capture-host-effect]
  write<<<1, 1, 0, s>>>(flag, ++calls[peer]);
}
CUDA_CAPTURE_CAPTURABLE void firesForAllPeers(Group &g, int peers, cudaStream_t s) {
  for (int i = 0; i < peers; ++i)
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch passes a counter of the host {{.*}} [cuda-capture-host-effect]
    write<<<1, 1, 0, s>>>(g.flag, ++g.sent[i]);
}
CUDA_CAPTURE_CAPTURABLE void silentForAnotherPeer(Group &g, int to, int from, cudaStream_t s) {
  ++g.sent[to];
  write<<<1, 1, 0, s>>>(g.flag, g.sent[from]);
}
CUDA_CAPTURE_CAPTURABLE void silentForAnotherElement(Group &g, cudaStream_t s) {
  ++g.sent[0];
  write<<<1, 1, 0, s>>>(g.flag, g.sent[1]);
}
CUDA_CAPTURE_CAPTURABLE void silentIfUnchanged(Group &g, int peer, cudaStream_t s) {
  write<<<1, 1, 0, s>>>(g.flag, g.sent[peer]);
}
CUDA_CAPTURE_CAPTURABLE void silentIfBegunAnew(Group &g, int peer, cudaStream_t s) {
  g.sent[peer] = 0;
  write<<<1, 1, 0, s>>>(g.flag, ++g.sent[peer]);
}
// An array of this call.
CUDA_CAPTURE_CAPTURABLE void silentForALocalArray(Group &g, int peer, cudaStream_t s) {
  unsigned numbers[8] = {};
  write<<<1, 1, 0, s>>>(g.flag, ++numbers[peer]);
}

// A toggle has changed after one call and after three, and not after two.
CUDA_CAPTURE_CAPTURABLE void silentIfToggledTwice(Group &g, cudaStream_t s) {
  g.half(s);
  g.half(s);
}
CUDA_CAPTURE_CAPTURABLE void silentIfNegatedTwice(Group &g, cudaStream_t s) {
  g.flip(s);
  g.flip(s);
}
CUDA_CAPTURE_CAPTURABLE void firesForThreeToggles(Group &g, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Group::half' reaches a kernel launch, which passes a counter of the host {{.*}} [cuda-capture-host-effect]
  g.half(s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Group::half' reaches a kernel launch, which passes a counter of the host {{.*}} [cuda-capture-host-effect]
  g.half(s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Group::half' reaches a kernel launch, which passes a counter of the host {{.*}} [cuda-capture-host-effect]
  g.half(s);
}
CUDA_CAPTURE_CAPTURABLE void firesForTheOtherOne(Group &g, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Group::other' reaches a kernel launch, which passes a counter of the host {{.*}} [cuda-capture-host-effect]
  g.other(s);
}
CUDA_CAPTURE_CAPTURABLE void silentForTheSameOne(Group &g, cudaStream_t s) {
  g.other(s);
  g.other(s);
}
