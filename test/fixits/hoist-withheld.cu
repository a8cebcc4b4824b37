// Where something depends on the allocation, or it on something, or the edit is
// not certain to compile, nothing is moved.
// RUN: mkdir -p %t && cp %s %t/fixed.cu
// RUN: %tidy %all-checks --fix %t/fixed.cu -- %cuda-flags > %t/log 2>&1
// RUN: %FileCheck %s --check-prefix=FOUND --input-file=%t/log --implicit-check-not=warning:
// RUN: diff %s %t/fixed.cu
#include <cuda_runtime.h>
#include <vector>
#define CHECK_CUDA(x)                                                          \
  do {                                                                         \
    if ((x) != cudaSuccess)                                                    \
      return;                                                                  \
  } while (0)
#define ALLOCATE_BOTH(p, q) cudaMallocHost(&p, 4), cudaMallocHost(&q, 4)
#define TRY(x)                                                                 \
  cudaError_t result = (x);                                                    \
  if (result)                                                                  \
    return
#define KEEP(x) err = (x)
#define RUN(...)                                                               \
  do {                                                                         \
    __VA_ARGS__                                                                \
  } while (0)
__global__ void kernel(float *p);
size_t size();
bool flag();
void unseen(float *&p);

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void inAMacroBody(cudaStream_t s, float *p, float *q, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  ALLOCATE_BOTH(p, q);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void twoStatements(cudaStream_t s, size_t n, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  TRY(cudaMallocHost(&p, n));
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void keptByAMacro(cudaStream_t s, size_t n, float *p, cudaGraph_t *g) {
  cudaError_t err;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  KEEP(cudaMallocHost(&p, n));
  cudaStreamEndCapture(s, g);
  (void)err;
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void nestedMacros(cudaStream_t s, size_t n, float *p, cudaGraph_t *g) {
  RUN(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
      CHECK_CUDA(cudaMallocHost(&p, n));
      cudaStreamEndCapture(s, g););
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
template <class T> void inATemplate(cudaStream_t s, size_t n, T *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMallocHost(&p, n);
  cudaStreamEndCapture(s, g);
}
template void inATemplate<float>(cudaStream_t, size_t, float *, cudaGraph_t *);

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void commentBehind(cudaStream_t s, size_t n, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMallocHost(&p, n); /* scratch */
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void commentAbove(cudaStream_t s, size_t n, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // The scratch memory.
  cudaMallocHost(&p, n);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void commentInside(cudaStream_t s, size_t n, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMallocHost(&p, /* bytes */ n);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void declaredInACondition(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (float *p = nullptr; true)
    cudaMallocHost(&p, 4);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+5]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
// FOUND: fixed.cu:[[#@LINE+5]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void twoDeclarators(cudaStream_t s, size_t n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  float *p, *q;
  cudaMallocHost(&p, n);
  cudaMallocHost(&q, n);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void declaredWithAValue(cudaStream_t s, float *old, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  float *p = old;
  cudaMallocHost(&p, 4);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+5]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void declaredEarlier(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  float *p;
  kernel<<<1, 1, 0, s>>>(nullptr);
  cudaMallocHost(&p, 4);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+6]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void hidesAnother(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>(p);
  {
    float *p;
    cudaMallocHost(&p, 4);
  }
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void comma(cudaStream_t s, int n, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  n = 1, cudaMallocHost(&p, n);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void ternary(cudaStream_t s, bool b, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  b ? cudaMallocHost(&p, 4) : cudaSuccess;
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void inALambda(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  auto allocate = [&] {
    cudaMallocHost(&p, 4);
  };
  allocate();
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void capturedByALambda(cudaStream_t s, float *p, cudaGraph_t *g) {
  auto whole = [&] {
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMallocHost(&p, 4);
    cudaStreamEndCapture(s, g);
  };
  whole();
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void resultDeclared(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  auto err = cudaMallocHost(&p, 4);
  cudaStreamEndCapture(s, g);
  (void)err;
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void resultAssigned(cudaStream_t s, cudaError_t err, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  err = cudaMallocHost(&p, 4);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void resultTested(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (cudaMallocHost(&p, 4) != cudaSuccess) {
  }
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void labelled(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
again:
  cudaMallocHost(&p, 4);
  if (flag())
    goto again;
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+5]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void labelBetween(cudaStream_t s, int i, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
again:
  --i;
  cudaMallocHost(&p, 4);
  if (i > 0)
    goto again;
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+5]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void inACase(cudaStream_t s, int i, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  switch (i) {
  case 1:
    cudaMallocHost(&p, 4);
  }
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void directiveBetween(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
#ifndef NOTHING
  cudaMallocHost(&p, 4);
#endif
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void aboveACommentBlock(cudaStream_t s, float *p, cudaGraph_t *g) {
  /* The capture. */
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMallocHost(&p, 4);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+5]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
// FOUND: fixed.cu:[[#@LINE+6]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void conditional(cudaStream_t s, bool b, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (b)
    cudaMallocHost(&p, 4);
  if (b) {
    cudaMallocHost(&p, 4);
  }
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void inALoop(cudaStream_t s, float **p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  for (int i = 0; i < 2; ++i) {
    cudaMallocHost(&p[i], 4);
  }
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void begunConditionally(cudaStream_t s, bool b, float *p, cudaGraph_t *g) {
  if (b)
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMallocHost(&p, 4);
  if (b)
    cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+7]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void leavesBetween(cudaStream_t s, bool b, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (b) {
    cudaStreamEndCapture(s, g);
    return;
  }
  cudaMallocHost(&p, 4);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void oldValueUsed(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>(p);
  cudaMallocHost(&p, 4);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void sizeWritten(cudaStream_t s, size_t n, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  n += 4;
  cudaMallocHost(&p, n);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+5]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void sizeWrittenByAlias(cudaStream_t s, size_t n, float *p, cudaGraph_t *g) {
  size_t *alias = &n;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  *alias += 4;
  cudaMallocHost(&p, n);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void sizeByReference(cudaStream_t s, size_t &n, size_t &other, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  other = 3;
  cudaMallocHost(&p, n);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void sizeDeclaredBetween(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  size_t n = 4;
  cudaMallocHost(&p, n);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+7]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
// FOUND: fixed.cu:[[#@LINE+7]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
// FOUND: fixed.cu:[[#@LINE+7]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void sizeOfWhatIsBetween(cudaStream_t s, float *p, float *q, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  float local[4];
  using Pair = float[2];
  cudaMallocHost(&p, sizeof(local));
  cudaMallocHost(&q, sizeof(Pair));
  cudaMallocHost(&q, sizeof(decltype(local[0])));
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void sizeComputed(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMallocHost(&p, size());
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void unseenBetween(cudaStream_t s, float *p, float *q, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  unseen(q);
  cudaMallocHost(&p, 4);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void otherDevice(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaSetDevice(1);
  cudaMallocHost(&p, 4);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void throughAPointer(cudaStream_t s, float **p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMallocHost(p, 4);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void otherCapture(cudaStream_t s, cudaStream_t t, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(t, cudaStreamCaptureModeGlobal);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMallocHost(&p, 4);
  cudaStreamEndCapture(s, g);
  cudaStreamEndCapture(t, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
void twoOnALine(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>(nullptr); cudaMallocHost(&p, 4);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+10]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
// FOUND: fixed.cu:[[#@LINE+15]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
// FOUND: fixed.cu:[[#@LINE+20]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
struct Buffers {
  float *p_;
  size_t n_;
  void grow();
  void changed(cudaStream_t s, Buffers &other, cudaGraph_t *g) {
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    other.n_ = 3;
    cudaMallocHost(&p_, n_);
    cudaStreamEndCapture(s, g);
  }
  void used(cudaStream_t s, Buffers &other, cudaGraph_t *g) {
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    kernel<<<1, 1, 0, s>>>(other.p_);
    cudaMallocHost(&p_, n_);
    cudaStreamEndCapture(s, g);
  }
  void aliased(cudaStream_t s, float **all, cudaGraph_t *g) {
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    kernel<<<1, 1, 0, s>>>(all[0]);
    cudaMallocHost(&p_, n_);
    cudaStreamEndCapture(s, g);
  }
};

// Only an allocation in the order of the stream can be freed so.
// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaMallocManaged'
void freedInTheCapture(cudaStream_t s, cudaGraph_t *g) {
  float *p;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMallocManaged(&p, 4);
  cudaFreeAsync(p, s);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+6]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
cudaError_t doesMoreIfItFails(cudaStream_t s, float *p, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess) {
    kernel<<<1, 1, 0, s>>>(p);
    return cudaErrorUnknown;
  }
  cudaMallocHost(&p, 4);
  return cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+5]]:{{[0-9]+}}: warning: call to 'cudaMallocHost'
cudaError_t returnsForAnotherReason(cudaStream_t s, cudaStreamCaptureMode m, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (m != cudaStreamCaptureModeGlobal)
    return cudaStreamEndCapture(s, g);
  cudaMallocHost(&p, 4);
  return cudaStreamEndCapture(s, g);
}
