// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// The function of a thread leaks its capture. What fails for that once the
// thread has ended belongs to that finding.
#include <cuda_runtime.h>
#include <thread>
#include <vector>

bool enqueue(int rank);

template <typename F> static bool runOnRanks(F &&f) {
  bool ok[2];
  std::vector<std::thread> threads;
  for (int rank = 0; rank < 2; ++rank)
    threads.emplace_back([&, rank] {
      ok[rank] = f(rank);
      cudaDeviceSynchronize();
    });
  for (std::thread &t : threads)
    t.join();
  return ok[0] && ok[1];
}

bool notesBehindTheThreads(cudaGraph_t *graphs, void *to, const void *from) {
  bool ok = runOnRanks([&](int rank) {
    // CHECK: :[[#@LINE+2]]:15: warning: possible: call to 'cudaStreamBeginCapture' begins a capture of 'cudaStreamPerThread' that is not ended on every path{{.*}} [cuda-capture-unbalanced]
    // CHECK: :16:7: note: 'lambda' calls 'cudaDeviceSynchronize' here while the capture still runs, which breaks cuda-capture-synchronization
    bool ok = cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeRelaxed) == cudaSuccess;
    ok = ok && enqueue(rank);
    return ok && cudaStreamEndCapture(cudaStreamPerThread, &graphs[rank]) == cudaSuccess;
  });
  if (ok)
    cudaMemcpy(to, from, 4, cudaMemcpyDeviceToHost);
  return ok;
}
