// A stream object may be missing, and stands for the default stream then. Whoever captures hands one over.
// RUN: %tidy -checks=-*,cuda-capture-legacy-stream '--config={CheckOptions: {CudaCaptureReportPossible: true, CudaCaptureCapturableFunctions: "conditional;early;after;found;temporary"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>

struct Stream {
  cudaStream_t raw;
};
inline cudaStream_t of(Stream *s) { return s ? s->raw : nullptr; }
inline cudaStream_t ofEarly(Stream *s) {
  if (s == nullptr)
    return 0;
  return s->raw;
}
__global__ void kernel(float *data) {}

void conditional(float *data, Stream *s) { kernel<<<1, 32, 0, of(s)>>>(data); }
void early(float *data, Stream *s) { cudaMemsetAsync(data, 0, 4, ofEarly(s)); }
void after(float *data, Stream *s) {
  kernel<<<1, 32, 0, of(s)>>>(data);
  kernel<<<1, 32, 0, s->raw>>>(data);
}
struct Context {
  Stream *stream_;
  Stream *stream() const { return stream_; }
};
void found(float *data, const Context &context) {
  Stream *s = context.stream();
  kernel<<<1, 32, 0, of(s)>>>(data);
}

// An object that is made without a stream has none.
struct Tensor {
  float *data;
  Stream *stream = nullptr;
};
void temporary(float *data, const Context &context) {
  Tensor own{data, context.stream()}, other{data};
  kernel<<<1, 32, 0, of(own.stream)>>>(own.data);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on the legacy default stream while the caller of 'temporary' is capturing
  kernel<<<1, 32, 0, of(other.stream)>>>(other.data);
}
