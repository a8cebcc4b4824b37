// Captures in global mode, in code of which the user says that programs with other threads use it
// (CudaCaptureOtherThreads). Nothing shows those threads, so the findings are possible.
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call '--config={CheckOptions: {CudaCaptureReportPossible: true, CudaCaptureOtherThreads: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --other-threads --checks=cuda-capture-unsafe-call %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// Without the option, at the level 'exact', and in a program of its own, nothing is reported.
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=cuda-capture-unsafe-call %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --no-cache --no-config --quiet --other-threads --checks=cuda-capture-unsafe-call %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %cuda-capture check --level=possible --no-cache --no-config --quiet --other-threads --checks=cuda-capture-unsafe-call %s -- %cuda-flags -DPROGRAM 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// SILENT-NOT: warning:
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call '--config={CheckOptions: {CudaCaptureOtherThreads: many}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=WRONG
// WRONG: warning: invalid value 'many' of the option 'CudaCaptureOtherThreads'; expected true or false
#include <cuda_runtime.h>
#include <mutex>

#ifdef PROGRAM
// The threads of a program that has its 'main' here are known.
int main() {
  cudaStream_t s;
  cudaGraph_t graph;
  if (cudaStreamCreate(&s) || cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) ||
      cudaStreamEndCapture(s, &graph))
    return 1;
  return 0;
}
#else
// The caller ends the capture.
extern "C" bool lib_begin(cudaStream_t s) {
  // CHECK: :[[@LINE+1]]:10: warning: possible: call to 'cudaStreamBeginCapture' begins a capture of 's' in global mode, and prohibits unsafe calls in all threads, also in those of the program that uses this code; if one makes such a call, the runtime rejects it with cudaErrorStreamCaptureUnsupported (900) and invalidates the capture
  return cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) == cudaSuccess;
}

// The lock of a library does not keep others from their calls.
std::mutex mutex;
static constexpr cudaStreamCaptureMode usual = cudaStreamCaptureModeGlobal;
bool record(cudaStream_t s, void (*work)(cudaStream_t), cudaGraph_t *graph) {
  std::lock_guard<std::mutex> lock(mutex);
  // CHECK: :[[@LINE+1]]:7: warning: possible: call to 'cudaStreamBeginCapture' begins a capture of 's' in global mode
  if (cudaStreamBeginCapture(s, usual) != cudaSuccess)
    return false;
  work(s);
  return cudaStreamEndCapture(s, graph) == cudaSuccess;
}

// Other modes prohibit nothing to other threads.
bool local(cudaStream_t s) { return cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) == cudaSuccess; }
bool relaxed(cudaStream_t s) { return cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed) == cudaSuccess; }

// The caller chooses.
bool any(cudaStream_t s, cudaStreamCaptureMode mode) { return cudaStreamBeginCapture(s, mode) == cudaSuccess; }
bool either(cudaStream_t s, bool threads) {
  return cudaStreamBeginCapture(s, threads ? cudaStreamCaptureModeThreadLocal : cudaStreamCaptureModeGlobal) ==
         cudaSuccess;
}
enum class Mode { Relaxed, Global, Local };
bool mapped(cudaStream_t s, Mode m) {
  cudaStreamCaptureMode mode;
  if (m == Mode::Global)
    mode = cudaStreamCaptureModeGlobal;
  else if (m == Mode::Local)
    mode = cudaStreamCaptureModeThreadLocal;
  else
    return false;
  return cudaStreamBeginCapture(s, mode) == cudaSuccess;
}

// The caller that has chosen is told.
class Recorder {
public:
  bool start();
  bool startLocal();

private:
  cudaStream_t stream;
};
bool Recorder::start() {
  // CHECK: :[[@LINE+1]]:10: warning: possible: call to 'mapped' reaches 'cudaStreamBeginCapture', which begins a capture of 's' in global mode
  return mapped(stream, Mode::Global);
  // CHECK: :[[#]]:10: note: 'mapped' calls 'cudaStreamBeginCapture' here
}
bool Recorder::startLocal() { return mapped(stream, Mode::Local); }
bool forward(cudaStream_t s, Mode m) { return mapped(s, m); }
#endif
