// A library whose user captures while its threads run.
#include "cuda_runtime.h"
#include <thread>

int capturing(cudaStream_t Stream) {
  cudaStreamCaptureStatus Status;
  cudaStreamIsCapturing(Stream, &Status);
  return Status;
}

struct Watchdog {
  cudaEvent_t Event;
  bool Stop = false;
  std::thread Thread;

  Watchdog() { Thread = std::thread(&Watchdog::watch, this); }
  ~Watchdog() { Thread.join(); }
  void watch();
  void look() { cudaEventQuery(Event); }
};
void Watchdog::watch() {
  while (!Stop)
    look();
}

// The lambda has no name, but what it calls in its loop has one.
struct Collector {
  void *Old = nullptr;
  std::thread Thread;

  Collector() {
    Thread = std::thread([this] {
      for (;;)
        collect();
    });
  }
  void collect() { cudaFree(Old); }
};

// This one lets no capture forbid its calls.
struct Relaxed {
  void *Old = nullptr;
  bool Stop = false;
  std::thread Thread;

  Relaxed() { Thread = std::thread(&Relaxed::collect, this); }
  void collect() {
    cudaStreamCaptureMode Mode = cudaStreamCaptureModeRelaxed;
    cudaThreadExchangeStreamCaptureMode(&Mode);
    while (!Stop)
      cudaFree(Old);
  }
};

// No capture forbids what this one does.
struct Reader {
  bool Stop = false;
  std::thread Thread;

  Reader() { Thread = std::thread(&Reader::read, this); }
  void read() {
    int Device;
    while (!Stop)
      cudaGetDevice(&Device);
  }
};

// It makes its call once, before anybody captures.
struct Loader {
  void *Memory = nullptr;
  std::thread Thread;

  Loader() { Thread = std::thread(&Loader::load, this); }
  void load() { cudaMalloc(&Memory, 1); }
};

// Its thread has ended when the caller goes on.
void *Buffers[8];
void fill() {
  for (void *&Buffer : Buffers)
    cudaMalloc(&Buffer, 1);
}
void fill_in_thread() {
  std::thread Thread(fill);
  Thread.join();
}

// No thread runs this loop.
void release() {
  for (void *Buffer : Buffers)
    cudaFree(Buffer);
}

// No option can name the lambda.
struct Sweeper {
  void *Old = nullptr;
  std::thread Thread;

  Sweeper() {
    Thread = std::thread([this] {
      for (;;)
        cudaFree(Old);
    });
  }
};
