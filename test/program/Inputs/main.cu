#include "work.h"

// Begin and violation are in other files.
int build(Workspace &W, cudaStream_t S, cudaGraph_t *G) {
  int X = 0;
  beginOn(S);
  harmless(&X);
  W.reserve(100);
  return cudaStreamEndCapture(S, G) + X;
}

// Nobody knows what this does.
int unknown(cudaStream_t S, cudaGraph_t *G) {
  beginOn(S);
  unseen(S);
  return cudaStreamEndCapture(S, G);
}

// A getter of another file returns the same stream.
int twice(Workspace &W, cudaGraph_t *G) {
  if (cudaStreamBeginCapture(W.stream(), cudaStreamCaptureModeRelaxed) !=
      cudaSuccess)
    return 1;
  W.reserve(100); // Legal in relaxed mode.
  return cudaStreamEndCapture(W.stream(), G);
}

// NOLINTBEGIN
int silenced(Workspace &W, cudaStream_t S, cudaGraph_t *G) {
  beginOn(S);
  W.reserve(100);
  return cudaStreamEndCapture(S, G);
}
// NOLINTEND
