// RUN: %lint-cu
// Rounds of a loop that pass the end of the capture by: the begin of the next
// round finds the stream capturing.
#include <cuda_runtime.h>
#include <vector>

constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();
void unseen();
bool asks();

void firesForContinue(cudaStream_t s, const int *kinds, int n, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamBeginCapture' begins another capture of 's' in the next round of the loop, while that of the round before is not ended; the runtime rejects it with cudaErrorIllegalState (401) [cuda-capture-unsupported-operation]
    cudaStreamBeginCapture(s, kRelaxed);
    if (kinds[i] == 0)
      continue;
    kernel<<<1, 1, 0, s>>>();
    cudaStreamEndCapture(s, g);
  }
}
void firesInAWhile(cudaStream_t s, int n, cudaGraph_t *g) {
  while (n-- > 0) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamBeginCapture' begins another capture of 's' in the next round {{.*}} [cuda-capture-unsupported-operation]
    cudaStreamBeginCapture(s, kRelaxed);
    if (n % 3 == 0)
      continue;
    cudaStreamEndCapture(s, g);
  }
}
void firesForAGoto(cudaStream_t s, int n, cudaGraph_t *g) {
again:
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins another capture of 's' in the next round {{.*}} [cuda-capture-unsupported-operation]
  cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  if (--n > 0)
    goto again;
  cudaStreamEndCapture(s, g);
}
void silentIfEndedBefore(cudaStream_t s, const int *kinds, int n, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i) {
    cudaStreamBeginCapture(s, kRelaxed);
    if (kinds[i] == 0) {
      cudaStreamEndCapture(s, g);
      continue;
    }
    kernel<<<1, 1, 0, s>>>();
    cudaStreamEndCapture(s, g);
  }
}
void silentIfTheBeginFailed(cudaStream_t s, int n, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i) {
    if (cudaStreamBeginCapture(s, kRelaxed) != cudaSuccess)
      continue;
    kernel<<<1, 1, 0, s>>>();
    cudaStreamEndCapture(s, g);
  }
}
void silentIfACallFailed(cudaStream_t s, int n, void *p, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i) {
    cudaStreamBeginCapture(s, kRelaxed);
    if (cudaMemsetAsync(p, 0, 1, s) != cudaSuccess)
      continue;
    cudaStreamEndCapture(s, g);
  }
}
void silentIfSomethingUnseenMayEndIt(cudaStream_t s, const int *kinds, int n, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i) {
    cudaStreamBeginCapture(s, kRelaxed);
    if (kinds[i] == 0) {
      unseen();
      continue;
    }
    cudaStreamEndCapture(s, g);
  }
}
void silentIfSomethingUnseenDecides(cudaStream_t s, int n, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i) {
    cudaStreamBeginCapture(s, kRelaxed);
    if (asks())
      continue;
    cudaStreamEndCapture(s, g);
  }
}
void silentForARetry(cudaStream_t s, cudaGraph_t *g) {
  for (int tries = 0; tries < 3; ++tries) {
    cudaStreamBeginCapture(s, kRelaxed);
    kernel<<<1, 1, 0, s>>>();
    if (cudaStreamEndCapture(s, g) != cudaSuccess)
      continue;
    break;
  }
}
void silentForABeginInSomeRounds(cudaStream_t s, int n, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i) {
    if (i % 4 == 0)
      cudaStreamBeginCapture(s, kRelaxed);
    kernel<<<1, 1, 0, s>>>();
    if (i % 4 != 3)
      continue;
    cudaStreamEndCapture(s, g);
  }
}
void silentForAFlag(cudaStream_t s, const int *kinds, int n, cudaGraph_t *g) {
  bool on = false;
  for (int i = 0; i < n; ++i) {
    if (!on) {
      cudaStreamBeginCapture(s, kRelaxed);
      on = true;
    }
    kernel<<<1, 1, 0, s>>>();
    if (kinds[i] == 0)
      continue;
    cudaStreamEndCapture(s, g);
    on = false;
  }
  if (on)
    cudaStreamEndCapture(s, g);
}
void silentForAFlagThatStops(cudaStream_t s, const int *kinds, int n, cudaGraph_t *g) {
  bool stop = false;
  for (int i = 0; i < n && !stop; ++i) {
    cudaStreamBeginCapture(s, kRelaxed);
    if (kinds[i] == 0) {
      stop = true;
      continue;
    }
    cudaStreamEndCapture(s, g);
  }
  if (stop)
    cudaStreamEndCapture(s, g);
}
void silentForSegments(cudaStream_t s, const int *kinds, int n, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i) {
    if (kinds[i] == 1) {
      cudaStreamBeginCapture(s, kRelaxed);
      continue;
    }
    if (kinds[i] == 2) {
      cudaStreamEndCapture(s, g);
      continue;
    }
    kernel<<<1, 1, 0, s>>>();
  }
}

struct Op {
  int kind;
  bool last;
};
void silentForEndOfTheLast(cudaStream_t s, const std::vector<Op> &ops, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  for (const Op &op : ops) {
    kernel<<<1, 1, 0, s>>>();
    if (!op.last)
      continue;
    cudaStreamEndCapture(s, g);
  }
}
void silentForEndOfTheLastAndBreak(cudaStream_t s, const std::vector<Op> &ops, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  for (const Op &op : ops) {
    kernel<<<1, 1, 0, s>>>();
    if (!op.last)
      continue;
    cudaStreamEndCapture(s, g);
    break;
  }
}
void silentForBeginOfTheFirst(cudaStream_t s, const std::vector<Op> &ops, cudaGraph_t *g, int n) {
  for (int i = 0; i < n; ++i) {
    if (i != 0) {
      kernel<<<1, 1, 0, s>>>();
      continue;
    }
    cudaStreamBeginCapture(s, kRelaxed);
  }
  cudaStreamEndCapture(s, g);
}
void silentForSwitchInLoop(cudaStream_t s, cudaGraph_t *g, const std::vector<Op> &ops) {
  for (const Op &op : ops) {
    switch (op.kind) {
    case 0:
      cudaStreamBeginCapture(s, kRelaxed);
      continue;
    case 1:
      cudaStreamEndCapture(s, g);
      continue;
    default:
      break;
    }
    kernel<<<1, 1, 0, s>>>();
  }
}
void silentForAllCasesContinue(cudaStream_t s, cudaGraph_t *g, const std::vector<Op> &ops) {
  for (const Op &op : ops) {
    if (op.kind == 0) {
      cudaStreamBeginCapture(s, kRelaxed);
      continue;
    }
    if (op.kind == 1) {
      cudaStreamEndCapture(s, g);
      continue;
    }
    kernel<<<1, 1, 0, s>>>();
    continue;
  }
}
void silentForElseContinue(cudaStream_t s, cudaGraph_t *g, const std::vector<Op> &ops) {
  for (const Op &op : ops) {
    if (op.kind == 0) {
      cudaStreamBeginCapture(s, kRelaxed);
    } else {
      kernel<<<1, 1, 0, s>>>();
      continue;
    }
    kernel<<<1, 1, 0, s>>>();
  }
  cudaStreamEndCapture(s, g);
}
void silentForElseContinueAndEnd(cudaStream_t s, cudaGraph_t *g, const std::vector<Op> &ops) {
  for (const Op &op : ops) {
    if (op.kind == 0) {
      cudaStreamBeginCapture(s, kRelaxed);
      continue;
    } else if (op.kind != 1) {
      kernel<<<1, 1, 0, s>>>();
      continue;
    }
    cudaStreamEndCapture(s, g);
  }
}
void silentForAnEndThatIsMissingInOneRound(cudaStream_t s, cudaGraph_t *g, const int *k, int n) {
  bool capturing = false;
  for (int i = 0; i < n; ++i) {
    if (capturing) {
      cudaStreamEndCapture(s, g);
      capturing = false;
    }
    if (k[i] == 0)
      continue;
    cudaStreamBeginCapture(s, kRelaxed);
    capturing = true;
  }
  if (capturing)
    cudaStreamEndCapture(s, g);
}
void silentForTheSecondTry(cudaStream_t s, cudaGraph_t *g, int n) {
  for (;;) {
    cudaStreamBeginCapture(s, kRelaxed);
    kernel<<<1, 1, 0, s>>>();
    cudaError_t e = cudaStreamEndCapture(s, g);
    if (e == cudaSuccess)
      break;
    if (n-- > 0)
      continue;
    break;
  }
}
void firesBesideAnInnerLoop(cudaStream_t s, const int *kinds, int n, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamBeginCapture' begins another capture of 's' in the next round {{.*}} [cuda-capture-unsupported-operation]
    cudaStreamBeginCapture(s, kRelaxed);
    for (int layer = 0; layer < 3; ++layer)
      kernel<<<1, 1, 0, s>>>();
    if (kinds[i] == 0)
      continue;
    cudaStreamEndCapture(s, g);
  }
}
// CHECK: :[[#@LINE+1]]:37: warning: call to 'cudaStreamBeginCapture' begins another capture of 's' in the next round {{.*}} [cuda-capture-unsupported-operation]
static void begin(cudaStream_t s) { cudaStreamBeginCapture(s, kRelaxed); }
void firesThroughAHelper(cudaStream_t s, const int *kinds, int n, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i) {
    begin(s);
    if (kinds[i] == 0)
      continue;
    cudaStreamEndCapture(s, g);
  }
}
static void beginSometimes(cudaStream_t s, bool really) {
  if (really)
    cudaStreamBeginCapture(s, kRelaxed);
}
void silentThroughAHelperThatMayNot(cudaStream_t s, const int *kinds, int n, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i) {
    beginSometimes(s, kinds[i] == 1);
    if (kinds[i] != 2)
      continue;
    cudaStreamEndCapture(s, g);
  }
}
