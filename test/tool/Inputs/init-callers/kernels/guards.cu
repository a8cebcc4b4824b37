#include "api.h"
bool capturing(cudaStream_t s) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  return status != cudaStreamCaptureStatusNone;
}

// What the destructor of a guard calls, users of the guard call.
class Guard {
  cudaStream_t stream;
  cudaEvent_t done;

public:
  Guard(cudaStream_t s);
  ~Guard();
  void release();
};
void Guard::release() { cudaEventRecord(done, stream); }
Guard::~Guard() { release(); }

// A function here has such an object, and so calls what its destructor calls.
class Used {
  cudaStream_t stream;

public:
  Used(cudaStream_t s) : stream(s) {}
  ~Used();
  void finish();
};
void Used::finish() { cudaMemsetAsync(nullptr, 0, 4, stream); }
Used::~Used() { finish(); }

// What a constructor calls prepares the object.
class Weights {
  cudaStream_t stream;

public:
  Weights(cudaStream_t s);
  void upload();
};
void Weights::upload() { cudaMemsetAsync(this, 0, 4, stream); }
Weights::Weights(cudaStream_t s) : stream(s) { upload(); }

int main() { Used used(nullptr); }
