// RUN: %lint-cu
// A function of another file that is given nothing but the result of a call, texts,
// switches and the line reports errors: it ends no capture, and expects no error.
#include <cuda_runtime.h>
#include <string>

struct Context;
void check(cudaError_t, const char *File, int Line);
void checkText(cudaError_t, const std::string &Text);
void checkAndStop(cudaError_t, const char *File, int Line, bool Stop);
void checkAnd(cudaError_t, const char *File, int Line, int What);
void checkOnly(cudaError_t);
void checkCode(int);
bool failed(cudaError_t);
void expectError(cudaError_t Expected, cudaError_t);
void checkIn(Context *, cudaError_t, const char *File, int Line);
void checkOn(cudaError_t, cudaStream_t);
void work(const char *);
#define CHECK_CALL(CALL) check(CALL, __FILE__, __LINE__)

struct Recorder {
  cudaStream_t stream;
  cudaGraph_t graph;
  Context *context;

  void begins() {
    CHECK_CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    // CHECK: :[[#@LINE+1]]:16: warning: call to 'cudaStreamSynchronize' while 'stream' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
    CHECK_CALL(cudaStreamSynchronize(stream));
  }

  void beginsOverSeveralLines() {
    CHECK_CALL(
        cudaStreamBeginCapture(stream,
                               cudaStreamCaptureModeRelaxed));
    // CHECK: :[[#@LINE+1]]:16: warning: call to 'cudaStreamSynchronize' while 'stream' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
    CHECK_CALL(cudaStreamSynchronize(stream));
  }

  void beginsWithAText() {
    checkText(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), "begin");
    // CHECK: :[[#@LINE+1]]:15: warning: call to 'cudaStreamSynchronize' while 'stream' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
    checkText(cudaStreamSynchronize(stream), "wait");
  }

  void ends() {
    // CHECK: :[[#@LINE+1]]:16: warning: call to 'cudaStreamSynchronize' while 'stream' is capturing; {{.*}} [cuda-capture-synchronization]
    CHECK_CALL(cudaStreamSynchronize(stream));
    CHECK_CALL(cudaStreamEndCapture(stream, &graph));
  }

  // It may end the capture: it is given no result.
  void silentBehindOtherWork() {
    CHECK_CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    work("step");
    CHECK_CALL(cudaStreamSynchronize(stream));
  }

  void beginsWithTheResultOnly() {
    checkOnly(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    // CHECK: :[[#@LINE+1]]:16: warning: call to 'cudaStreamSynchronize' while 'stream' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
    CHECK_CALL(cudaStreamSynchronize(stream));
  }
  void endsWithTheResultOnly() {
    // CHECK: :[[#@LINE+1]]:16: warning: call to 'cudaStreamSynchronize' while 'stream' is capturing; {{.*}} [cuda-capture-synchronization]
    CHECK_CALL(cudaStreamSynchronize(stream));
    checkCode(cudaStreamEndCapture(stream, &graph));
  }
  void beginsWithASwitch() {
    checkAndStop(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed),
                 __FILE__, __LINE__, true);
    // CHECK: :[[#@LINE+1]]:16: warning: call to 'cudaStreamSynchronize' while 'stream' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
    CHECK_CALL(cudaStreamSynchronize(stream));
  }

  // The answer may say that the begin failed.
  void silentIfTheCheckAnswers() {
    if (failed(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed)))
      CHECK_CALL(cudaStreamSynchronize(stream));
  }
  void silentIfAnErrorIsExpected() {
    expectError(cudaErrorInvalidValue,
                cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    CHECK_CALL(cudaStreamSynchronize(stream));
  }
  void silentIfANumberIsGiven() {
    checkAnd(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed),
             __FILE__, __LINE__, 1);
    CHECK_CALL(cudaStreamSynchronize(stream));
  }
  void silentIfTheEndMayFail() {
    CHECK_CALL(cudaStreamSynchronize(stream));
    expectError(cudaErrorIllegalState, cudaStreamEndCapture(stream, &graph));
  }

  // It may end the capture: it is given an object, or the stream.
  void silentWithAnObject() {
    CHECK_CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    checkIn(context, cudaGetLastError(), __FILE__, __LINE__);
    CHECK_CALL(cudaStreamSynchronize(stream));
  }
  void silentWithTheStream() {
    CHECK_CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    checkOn(cudaGetLastError(), stream);
    CHECK_CALL(cudaStreamSynchronize(stream));
  }
};

void use(Recorder &R) {
  R.begins();
}
