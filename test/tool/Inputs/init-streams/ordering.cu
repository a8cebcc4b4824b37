#include "capturing.h"
struct State {
  cudaStream_t stream;
  cudaEvent_t begun, done;
  bool timed;
  void *memory;
};

// A stream that waits, and a record on a stream, are captured.
extern "C" void comm_wait(State *state, cudaStream_t of) {
  cudaStreamWaitEvent(of, state->done, 0);
}
extern "C" void comm_mark(State *state) {
  cudaEventRecord(state->done, state->stream);
}

// The host waits in each call.
extern "C" void comm_finish(State *state) {
  if (state->timed)
    cudaEventRecord(state->done, state->stream);
  cudaStreamSynchronize(state->stream);
}
extern "C" float comm_time(State *state) {
  float ms = 0;
  cudaEventRecord(state->done, state->stream);
  cudaEventSynchronize(state->done);
  cudaEventElapsedTime(&ms, state->begun, state->done);
  return ms;
}
// Its caller decides whether the host waits.
extern "C" void comm_mark_or_wait(State *state, bool wait) {
  cudaEventRecord(state->done, state->stream);
  if (wait)
    cudaEventSynchronize(state->done);
}
// Nothing here is on a stream that can be captured.
extern "C" void comm_begin_timer(State *state) { cudaEventRecord(state->begun); }
extern "C" void comm_wait_on_host(State *state) {
  cudaEventSynchronize(state->done);
}
// It prepares memory.
extern "C" void comm_connect(State *state) {
  if (!state->memory)
    cudaMalloc(&state->memory, 4);
  cudaEventRecord(state->begun, state->stream);
}
