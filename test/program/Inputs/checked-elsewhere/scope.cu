#include "scope.h"
Scope::Scope(Recording &given) : recording(given) {
  check(cudaStreamBeginCapture(recording.stream, cudaStreamCaptureModeGlobal));
}
Scope::~Scope() {
  if (cudaStreamEndCapture(recording.stream, &recording.graph) != cudaSuccess)
    recording.graph = nullptr;
}
