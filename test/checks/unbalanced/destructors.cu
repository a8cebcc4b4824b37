// RUN: %lint-cu
// A destructor that returns early still runs those of members.
#include <cuda_runtime.h>

void trace();

struct Ends {
  cudaStream_t S;
  cudaGraph_t *G;
  ~Ends() { cudaStreamEndCapture(S, G); }
};

struct HasMember {
  Ends Member;
  bool Quiet;
  ~HasMember() {
    if (Quiet)
      return;
    trace();
  }
};

void staysSilentForMembers(cudaStream_t S, cudaGraph_t *G, bool Quiet) {
  HasMember Guard{{S, G}, Quiet};
  cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
}

struct EndsUnlessQuiet {
  cudaStream_t S;
  cudaGraph_t *G;
  bool Quiet;
  ~EndsUnlessQuiet() {
    if (Quiet)
      return;
    cudaStreamEndCapture(S, G);
  }
};

void fires(cudaStream_t S, cudaGraph_t *G, bool Quiet) {
  EndsUnlessQuiet Guard{S, G, Quiet};
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 'S' that is not ended on every path
  cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
}
