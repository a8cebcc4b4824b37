// RUN: %tidy --checks=-*,cuda-capture-host-effect '--config={CheckOptions: {CudaCaptureCapturableFunctions: "*::silent*;silent*", CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --allow-empty --implicit-check-not=warning:
// What grows by more than one is mostly a position in memory, or a size.
#include <cuda_runtime.h>
#include <stddef.h>
#include <string.h>

__global__ void work(float *p, size_t n);
__global__ void pair(float *p, unsigned a, unsigned b);
__global__ void copyTo(float *p, size_t first, int n) {
  for (int i = 0; i < n; ++i)
    p[first + i] = 0;
}
__device__ void clear(float *p, size_t at) { p[at] = 0; }
__global__ void clearAt(float *p, size_t first) {
  const size_t here = 4 * first;
  clear(p, here);
}
void resize(size_t n);
void use(float *p);

// An arena begins anew when the step is over.
struct Arena {
  float *base;
  size_t used = 0;
  void reset() { used = 0; }
  void silentForAnArena(size_t n, cudaStream_t s) {
    work<<<1, 1, 0, s>>>(base, used);
    used += n;
  }
};
// It may be set to what it was.
struct Marked {
  float *base;
  size_t used = 0;
  void rewind(size_t mark) { used = mark; }
  void silentForAMark(size_t n, cudaStream_t s) {
    work<<<1, 1, 0, s>>>(base, used);
    used += n;
  }
};
// The capacity bounds it.
struct Bounded {
  float *base;
  size_t used = 0, capacity;
  void silentForACapacity(size_t n, cudaStream_t s) {
    if (used + n > capacity)
      return;
    work<<<1, 1, 0, s>>>(base, used);
    used += n;
  }
};
// A pointer moves with it, in the host's code or in the kernel.
struct Offset {
  float *base;
  size_t used = 0;
  void silentForAPointer(size_t n, cudaStream_t s) {
    use(base + used);
    work<<<1, 1, 0, s>>>(base, used);
    used += n;
  }
};
struct Appended {
  float *base;
  size_t used = 0;
  float *next() {
    const size_t here = used;
    return base + here;
  }
  void silentForACopyInAPointer(size_t n, cudaStream_t s) {
    work<<<1, 1, 0, s>>>(base, used);
    used += n;
  }
};
struct InKernel {
  float *base;
  size_t used = 0, cleared = 0;
  void silentForAPositionInTheKernel(int n, cudaStream_t s) {
    copyTo<<<1, 1, 0, s>>>(base, used, n);
    used += n;
  }
  void silentForAPositionBelowTheKernel(int n, cudaStream_t s) {
    clearAt<<<1, 1, 0, s>>>(base, cleared);
    cleared += n;
  }
};
// The size of a list, which elements are appended to.
struct List {
  float data[64];
  float *onDevice;
  unsigned count = 0, bytes = 0, asked = 0, threads = 0;
  void silentForAList(float x, cudaStream_t s) {
    work<<<1, 1, 0, s>>>(onDevice, count);
    data[count] = x;
    count += 2;
  }
  void silentForASize(unsigned n, cudaStream_t s) {
    bytes += n;
    resize(bytes);
    work<<<1, 1, 0, s>>>(onDevice, bytes);
  }
  unsigned size() const { return asked; }
  bool isFull() const { return size() > 64; }
  void silentForAGetter(unsigned n, cudaStream_t s) {
    asked += n;
    work<<<1, 1, 0, s>>>(onDevice, asked);
  }
  void silentForAConfiguration(unsigned n, cudaStream_t s) {
    threads += n;
    work<<<(threads + 255) / 256, 256, 0, s>>>(onDevice, threads);
  }
};
// A place in a ring.
struct Ring {
  float *base;
  unsigned place = 0, size;
  void silentForARing(unsigned n, cudaStream_t s) {
    work<<<1, 1, 0, s>>>(base, place % size);
    place += n;
  }
};
// Each call begins anew.
void silentForALocal(float *p, unsigned n, cudaStream_t s) {
  unsigned sum = 0;
  for (int i = 0; i < 2; ++i) {
    work<<<1, 1, 0, s>>>(p, sum);
    sum += n;
  }
}
struct Chunks {
  float *base;
  unsigned first = 0, last = 0;
  void silentForALoop(cudaStream_t s) {
    for (first = 0; first != 8; first += 2)
      work<<<1, 1, 0, s>>>(base, first);
  }
  void silentForRoundsOfALoop(cudaStream_t s) {
    while (last != 8) {
      work<<<1, 1, 0, s>>>(base, last);
      last += 2;
    }
  }
};
struct Writer {
  float *base;
  unsigned at = 0;
  void silentForALocalObject(unsigned n, cudaStream_t s) {
    work<<<1, 1, 0, s>>>(base, at);
    at += n;
  }
};
void write(float *p, cudaStream_t s) {
  Writer w;
  w.base = p;
  w.silentForALocalObject(2, s);
  w.silentForALocalObject(3, s);
}
// Up and down again, here or elsewhere.
struct Balance {
  float *base;
  unsigned held = 0, live = 0;
  void silentForABalance(unsigned n, cudaStream_t s) {
    held += n;
    work<<<1, 1, 0, s>>>(base, held);
    held -= n;
  }
  void silentIfReleased(unsigned n, cudaStream_t s) {
    live += n;
    work<<<1, 1, 0, s>>>(base, live);
  }
  void release(unsigned n) { live -= n; }
};
// A setter, another operator, a pointer to it, and a step of zero.
struct Set {
  float *base;
  unsigned value = 0, scaled = 0, given = 0, same = 0, given2 = 0;
  void silentForASetter(unsigned x, cudaStream_t s) {
    value = x;
    work<<<1, 1, 0, s>>>(base, value);
    value += 2;
  }
  void scale() { scaled *= 2; }
  void silentIfScaled(unsigned n, cudaStream_t s) {
    work<<<1, 1, 0, s>>>(base, scaled);
    scaled += n;
  }
  unsigned *address() { return &given; }
  void silentForAnAddress(unsigned n, cudaStream_t s) {
    work<<<1, 1, 0, s>>>(base, given);
    given += n;
  }
  unsigned &reference() { return given2; }
  void silentForAReference(unsigned n, cudaStream_t s) {
    work<<<1, 1, 0, s>>>(base, given2);
    given2 += n;
  }
  void silentForZero(cudaStream_t s) {
    work<<<1, 1, 0, s>>>(base, same);
    same += 0;
  }
};
// Statistics, which no kernel gets.
struct Statistics {
  float *base;
  size_t bytes = 0, n = 0;
  void silentForStatistics(size_t k, cudaStream_t s) {
    work<<<1, 1, 0, s>>>(base, n);
    bytes += k;
  }
};
// The object is set as a whole.
struct Part {
  size_t used = 0, also = 0;
};
struct Whole {
  float *base;
  Part part;
  void clear() { part = Part(); }
  void silentForAWhole(size_t n, cudaStream_t s) {
    work<<<1, 1, 0, s>>>(base, part.used);
    part.used += n;
  }
};
struct Plain {
  float *base;
  size_t used;
};
void clear(Plain *p) { memset(p, 0, sizeof *p); }
void silentForMemory(Plain *p, size_t n, cudaStream_t s) {
  work<<<1, 1, 0, s>>>(p->base, p->used);
  p->used += n;
}
// The caller gives the first one.
struct Slice {
  float *base;
  size_t at;
  Slice(float *base, size_t from) : base(base), at(from) {}
  void silentForAGivenBegin(size_t n, cudaStream_t s) {
    work<<<1, 1, 0, s>>>(base, at);
    at += n;
  }
};
size_t begin();
struct Begun {
  float *base;
  size_t at = begin();
  void silentForABeginOfItsOwn(size_t n, cudaStream_t s) {
    work<<<1, 1, 0, s>>>(base, at);
    at += n;
  }
};
// Another source may set it.
class Elsewhere {
public:
  void restart();
  void silentForAMethodElsewhere(size_t n, cudaStream_t s) {
    work<<<1, 1, 0, s>>>(Base, Used);
    Used += n;
  }

private:
  float *Base;
  size_t Used = 0;
};
// A program that captures does not come here.
struct Asks {
  float *base;
  unsigned color = 0;
  void silentIfAsked(unsigned n, cudaStream_t s) {
    cudaStreamCaptureStatus status;
    if (cudaStreamIsCapturing(s, &status) || status != cudaStreamCaptureStatusNone)
      return;
    work<<<1, 1, 0, s>>>(base, color);
    color += n;
  }
};
// How far apart two of them are says how much there is.
struct Queue {
  float *base;
  unsigned in = 0, out = 0;
  void silentForADifference(unsigned n, cudaStream_t s) {
    in += n;
    work<<<1, 1, 0, s>>>(base, in - out);
    out += n;
  }
};
