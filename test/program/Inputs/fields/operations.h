#pragma once
#include <cuda_runtime.h>
/// What a capture runs: a function, and its data.
struct Operation {
  void (*run)(void *);
  void (*destroy)(void *);
  void *data;
};
/// A table that is filled in by assignments.
struct Table {
  void (*steps[2])(cudaStream_t);
  void (*never)(cudaStream_t);
};
