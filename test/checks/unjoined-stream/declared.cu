// Forks of declared functions, which other functions may join, and forks in their loops.
// RUN: %tidy --checks=-*,cuda-capture-unjoined-stream '--config={CheckOptions: {CudaCaptureCapturableFunctions: "*::fires*;*::silent*", CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: %tidy --checks=-*,cuda-capture-unjoined-stream '--config={CheckOptions: {CudaCaptureCapturableFunctions: "*::fires*;*::silent*"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=EXACT --implicit-check-not=warning:
#include <cuda_runtime.h>
#include <initializer_list>

__global__ void k(int *p);

//===--- What another function joins ---===//

// A function that joins only what it forks joins nothing for others, whether it is declared or not.
struct Alone {
  cudaStream_t comm;
  cudaEvent_t stop, done;
  int *p;
  // CHECK: :[[#@LINE+4]]:5: warning: call to 'cudaStreamWaitEvent' takes 'comm' into the capture of 'm', and 'Alone::firesBesideAnother' returns before its work is joined; {{.*}} [cuda-capture-unjoined-stream]
  // EXACT: :[[#@LINE+3]]:5: warning: call to 'cudaStreamWaitEvent' takes 'comm' into the capture of 'm'
  void firesBesideAnother(cudaStream_t m) {
    cudaEventRecord(stop, m);
    cudaStreamWaitEvent(comm, stop, 0);
    k<<<1, 1, 0, comm>>>(p);
    cudaEventRecord(done, comm);
  }
  void joins(cudaStream_t m) {
    cudaEventRecord(stop, m);
    cudaStreamWaitEvent(comm, stop, 0);
    k<<<1, 1, 0, comm>>>(p);
    cudaEventRecord(done, comm);
    cudaStreamWaitEvent(m, done, 0);
  }
  void silentAlone(cudaStream_t m) { joins(m); }
};
// A pair, in which one function forks, and the other one joins.
struct Pair {
  cudaStream_t copies;
  cudaEvent_t begun, ended;
  int *p;
  void silentForABegin(cudaStream_t m) {
    cudaEventRecord(begun, m);
    cudaStreamWaitEvent(copies, begun, 0);
    k<<<1, 1, 0, copies>>>(p);
  }
  void silentForAnEnd(cudaStream_t m) {
    cudaEventRecord(ended, copies);
    cudaStreamWaitEvent(m, ended, 0);
  }
};
// The first function of the pair records, and the second one only waits.
struct Waiting {
  cudaStream_t loads;
  cudaEvent_t first, loaded;
  int *p;
  void silentForARecord(cudaStream_t m) {
    cudaEventRecord(first, m);
    cudaStreamWaitEvent(loads, first, 0);
    k<<<1, 1, 0, loads>>>(p);
    cudaEventRecord(loaded, loads);
  }
  void silentForAWait(cudaStream_t m) { cudaStreamWaitEvent(m, loaded, 0); }
};
// The second function forks on one of its paths only.
struct Sometimes {
  cudaStream_t second;
  cudaEvent_t a, b;
  int *p;
  void silentForAPath(cudaStream_t m) {
    cudaEventRecord(a, m);
    cudaStreamWaitEvent(second, a, 0);
    k<<<1, 1, 0, second>>>(p);
  }
  void silentForAnEndOfTwoPaths(bool more, cudaStream_t m) {
    if (more) {
      cudaEventRecord(a, m);
      cudaStreamWaitEvent(second, a, 0);
      k<<<1, 1, 0, second>>>(p);
    }
    cudaEventRecord(b, second);
    cudaStreamWaitEvent(m, b, 0);
  }
};

//===--- Loops ---===//

struct Loops {
  cudaStream_t list, fixed, open, fixedToo, joined, joinedLater, each, ended, other, parts[4];
  cudaEvent_t e, f;
  int *p;
  // CHECK: :[[#@LINE+4]]:7: warning: possible: call to 'cudaStreamWaitEvent' takes 'list' into the capture of 'm', and 'Loops::firesForAList' returns before its work is joined
  void firesForAList(cudaStream_t m, cudaStream_t r) {
    for (auto x : {m, r}) {
      cudaEventRecord(e, x);
      cudaStreamWaitEvent(list, e, 0);
    }
    k<<<1, 1, 0, list>>>(p);
  }
  // CHECK: :[[#@LINE+4]]:7: warning: possible: call to 'cudaStreamWaitEvent' takes 'fixed' into the capture of 'm', and 'Loops::firesForTwoRounds' returns before its work is joined
  void firesForTwoRounds(cudaStream_t m) {
    for (int i = 0; i < 2; ++i) {
      cudaEventRecord(e, m);
      cudaStreamWaitEvent(fixed, e, 0);
      k<<<1, 1, 0, fixed>>>(p);
    }
  }
  // CHECK: :[[#@LINE+4]]:7: warning: possible: call to 'cudaStreamWaitEvent' takes 'open' into the capture of 'm'
  void firesForAnyRounds(int n, cudaStream_t m) {
    for (int i = 0; i < n; ++i) {
      cudaEventRecord(e, m);
      cudaStreamWaitEvent(open, e, 0);
      k<<<1, 1, 0, open>>>(p);
    }
  }
  // The stream is joined behind the loop, in it, in another one, or under a condition.
  void silentBehindTheLoop(cudaStream_t m, cudaStream_t r) {
    for (auto x : {m, r}) {
      cudaEventRecord(e, x);
      cudaStreamWaitEvent(joined, e, 0);
    }
    k<<<1, 1, 0, joined>>>(p);
    cudaEventRecord(e, joined);
    cudaStreamWaitEvent(m, e, 0);
  }
  void silentInTheLoop(int n, cudaStream_t m) {
    for (int i = 0; i < n; ++i) {
      cudaEventRecord(e, m);
      cudaStreamWaitEvent(each, e, 0);
      k<<<1, 1, 0, each>>>(p);
      cudaEventRecord(e, each);
      cudaStreamWaitEvent(m, e, 0);
    }
  }
  void silentInAnotherLoop(int n, cudaStream_t m) {
    for (int i = 0; i < n; ++i) {
      cudaEventRecord(e, m);
      cudaStreamWaitEvent(joinedLater, e, 0);
      k<<<1, 1, 0, joinedLater>>>(p);
    }
    for (int i = 0; i < n; ++i) {
      cudaEventRecord(f, joinedLater);
      cudaStreamWaitEvent(m, f, 0);
    }
  }
  void silentInTheLastRound(int n, cudaStream_t m) {
    for (int i = 0; i < n; ++i) {
      cudaEventRecord(e, m);
      cudaStreamWaitEvent(ended, e, 0);
      k<<<1, 1, 0, ended>>>(p);
      if (i == n - 1) {
        cudaEventRecord(f, ended);
        cudaStreamWaitEvent(m, f, 0);
      }
    }
  }
  // Another function joins it.
  void silentForTheOther(cudaStream_t m) {
    for (int i = 0; i < 2; ++i) {
      cudaEventRecord(e, m);
      cudaStreamWaitEvent(other, e, 0);
      k<<<1, 1, 0, other>>>(p);
    }
  }
  void join(cudaStream_t m) {
    cudaEventRecord(f, other);
    cudaStreamWaitEvent(m, f, 0);
  }
  // The stream that the caller captures may be one of them.
  void silentForElements(int n, cudaStream_t m) {
    cudaEventRecord(e, m);
    for (int i = 0; i < n; ++i) {
      cudaStreamWaitEvent(parts[i], e, 0);
      k<<<1, 1, 0, parts[i]>>>(p);
    }
  }
};
