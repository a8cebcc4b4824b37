// RUN: %lint-cxx
// Everything behind wrappers in a header: the finding is where the user is.
#include "Inputs/device_buffer.h"

void firesForReserve(const wrap::Stream &stream, wrap::DeviceBuffer &buffer, cudaGraph_t *g, size_t n) {
  {
    wrap::CaptureScope scope(stream, g);
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'wrap::DeviceBuffer::reserve' reaches 'cudaFree' while 'stream.get()' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    // CHECK: :[[#@LINE-2]]:24: note: capture of 'stream.get()' begins here
    buffer.reserve(n);
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'wrap::Stream::sync' reaches 'cudaStreamSynchronize' while 'stream.get()' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
    // CHECK: :[[#@LINE-5]]:24: note: capture of 'stream.get()' begins here
    stream.sync();
  }
  stream.sync();
  buffer.reserve(n);
}

void silentInARelaxedScope(const wrap::Stream &stream, wrap::DeviceBuffer &buffer, cudaGraph_t *g, size_t n) {
  wrap::CaptureScope scope(stream, g, cudaStreamCaptureModeRelaxed);
  buffer.reserve(n);
}

// Streams and buffers that are objects of the function.
void firesForALocalBuffer(cudaGraph_t *g) {
  wrap::Stream stream;
  wrap::DeviceBuffer before(16);
  wrap::CaptureScope scope(stream, g);
  cudaMemsetAsync(before.data(), 0, 16, stream.get());
  // CHECK: :[[#@LINE+2]]:22: warning: call to 'wrap::DeviceBuffer::DeviceBuffer' reaches 'cudaMalloc' while 'stream.get()' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-3]]:22: note: capture of 'stream.get()' begins here
  wrap::DeviceBuffer inside(16);
}
void silentForABufferOfBefore(cudaGraph_t *g) {
  wrap::Stream stream;
  wrap::DeviceBuffer before(16);
  {
    wrap::CaptureScope scope(stream, g);
    cudaMemsetAsync(before.data(), 0, 16, stream.get());
  }
  stream.sync();
}

// Reserved before; nothing to do inside.
void silentIfReservedBefore(const wrap::Stream &stream, wrap::DeviceBuffer &buffer, cudaGraph_t *g) {
  buffer.reserve(64);
  wrap::CaptureScope scope(stream, g);
  buffer.reserve(64);
}

// Reserved more than is asked for inside.
void silentIfMoreIsReserved(cudaGraph_t *g) {
  wrap::Stream stream;
  wrap::DeviceBuffer buffer;
  buffer.reserve(64);
  wrap::CaptureScope scope(stream, g);
  buffer.reserve(32);
}
