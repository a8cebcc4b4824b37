// RUN: %lint-cu
// Functions of other files that write messages end no capture.
#include <cstdarg>
#include <cuda_runtime.h>
#include <string>

static constexpr auto kGlobal = cudaStreamCaptureModeGlobal;
struct Engine {
  cudaStream_t stream;
  cudaGraph_t graph;
  int state;
};
void writeLog(int level, const char *text);
void writeText(const std::string &text);
void writeList(int level, const char *format, va_list);
void writeFormat(const char *format, ...);
void work(const char *name);
void workOn(Engine *, const char *name);
int ask(const char *question);
inline void writeInline(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  writeList(1, format, arguments);
  va_end(arguments);
}
struct Message {
  Message(const char *file, int line, int severity = 0);
  ~Message();
  Message &operator<<(const char *);
  Message &operator<<(int);
};
struct Session {
  explicit Session(const char *name);
  ~Session();
};

unsigned long now();
bool isLogged(int level);
bool cleanUp();
void writeAt(unsigned long time, const char *file, int line, const char *format, ...);
#define LOG(LEVEL, ...)                                                        \
  do {                                                                         \
    if (isLogged(LEVEL)) {                                                     \
      const auto time = now();                                                 \
      writeAt(time, __FILE__, __LINE__, __VA_ARGS__);                          \
    }                                                                          \
  } while (false)

#define CAPTURE(NAME, REPORT)                                                  \
  int NAME(Engine &e) {                                                        \
    if (cudaStreamBeginCapture(e.stream, kGlobal) != cudaSuccess)              \
      return 1;                                                                \
    if (e.state) {                                                             \
      REPORT;                                                                  \
      return 2;                                                                \
    }                                                                          \
    return cudaStreamEndCapture(e.stream, &e.graph) == cudaSuccess ? 0 : 3;    \
  }

// CHECK: :[[#@LINE+1]]:1: warning: call to 'cudaStreamBeginCapture' begins a capture of 'e->stream' that is not ended on every path{{.*}} [cuda-capture-unbalanced]
CAPTURE(firesForAText, writeLog(1, "the model failed"))
// CHECK: :[[#@LINE+1]]:1: warning: call to 'cudaStreamBeginCapture' begins a capture {{.*}} [cuda-capture-unbalanced]
CAPTURE(firesForAString, writeText("the model failed"))
// CHECK: :[[#@LINE+1]]:1: warning: call to 'cudaStreamBeginCapture' begins a capture {{.*}} [cuda-capture-unbalanced]
CAPTURE(firesForAFormat, writeFormat("failed: %d", e.state))
// CHECK: :[[#@LINE+1]]:1: warning: call to 'cudaStreamBeginCapture' begins a capture {{.*}} [cuda-capture-unbalanced]
CAPTURE(firesForAnInlineFunction, writeInline("failed"))
// CHECK: :[[#@LINE+1]]:1: warning: call to 'cudaStreamBeginCapture' begins a capture {{.*}} [cuda-capture-unbalanced]
CAPTURE(firesForAMessage, Message(__FILE__, __LINE__) << "failed: " << e.state)

// CHECK: :[[#@LINE+1]]:1: warning: call to 'cudaStreamBeginCapture' begins a capture {{.*}} [cuda-capture-unbalanced]
CAPTURE(firesForAMacro, LOG(1, "the model failed with %d", e.state))

// They may end the capture: a name may be that of an engine, and a question has
// an answer.
CAPTURE(silentForAName, work("decode"))
CAPTURE(silentForAnObject, workOn(&e, "stop the engine"))
CAPTURE(silentForAnAnswer, if (ask("does it run?")) return 4)
CAPTURE(silentForASession, Session session("decode"))
CAPTURE(silentForAnAnswerBesideAMessage, LOG(1, "failed"); (void)cleanUp())
